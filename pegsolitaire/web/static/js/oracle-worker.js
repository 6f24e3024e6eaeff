// The worker that judges positions: see oracle.js. Its first message has the words for its errors.
// Then it receives {id, what, problem, ...} and answers {id, result} or {id, error}. Each question
// contains its problem, and the last few oracles are kept. Other questions ask for the game that
// leaves the fewest pegs, for an estimate of the pegs left, why a position is lost, or which turns win
// a game for two. These need only a board and what is known of it.

import { claimOf } from "./claims.js";
import { Duotaire } from "./duotaire.js";
import { Oracle } from "./oracle.js";
import { loadPack } from "./pack.js";
import { Board } from "./rules.js";
import { takeWords } from "./say.js";
import { bestEnd, sample } from "./searches.js";

const MAX_ORACLES = 2; // of some 25 MB each
const FIRST = 4_000_000; // jumps that the last level may take before a problem is open
const LATER = 25_000_000; // jumps that one more level may take while the worker is idle
const oracles = new Map(); // JSON of a problem -> promise of its oracle
const MOST_FOR_TWO = 1_000_000; // positions of a game for two to look at, in about a second
let duotaire = null; // of the game for two that was asked about last

const ANSWERS = {
  open: async (problem) => (await oracleOf(problem)).top,
  judge: async (problem, { codes, most }) => {
    const oracle = await oracleOf(problem);
    return codes.map((code) => oracle.wins(BigInt(code), most));
  },
  line: async (problem, { code, most }) => (await oracleOf(problem)).line(BigInt(code), most),
  best: ({ board }, { code }) => bestEnd(new Board(board), BigInt(code)),
  claim: ({ board, ...theory }, { code, finishes }) =>
    claimOf({ board: new Board(board), ...theory }, BigInt(code), finishes.map(BigInt)),
  turns: ({ board, ...rules }, { code }) => {
    const key = JSON.stringify([board, rules]);
    if (duotaire?.key !== key) duotaire = { key, game: new Duotaire(new Board(board), rules) };
    return duotaire.game.advice(BigInt(code), MOST_FOR_TWO);
  },
  sample: ({ board }, { code, jumps }) => {
    const known = new Board(board);
    return sample(
      known,
      BigInt(code),
      jumps.map((text) => known.jumpNamed.get(text)),
    );
  },
};

addEventListener("message", async ({ data: { words, id, what, problem, ...question } }) => {
  if (words) return takeWords(...words);
  try {
    postMessage({ id, result: await ANSWERS[what](problem, question) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
});

function oracleOf(problem) {
  const key = JSON.stringify(problem);
  const oracle = oracles.get(key) ?? make(problem);
  oracles.delete(key);
  oracles.set(key, oracle); // the most recently used oracle comes last
  if (oracles.size > MAX_ORACLES) oracles.delete(oracles.keys().next().value);
  oracle.catch(() => oracles.delete(key));
  return oracle;
}

async function make({ board, labels, finishes, slices }) {
  const codes = finishes.map(BigInt);
  const oracle = new Oracle(new Board(board), { labels, finishes: codes });
  for (const { address, images } of slices) oracle.take(await loadPack(address), images);
  const steps = oracle.deepen(FIRST);
  while (!steps.next().done);
  goOn(oracle.deepen(LATER));
  return oracle;
}

// Take one step of the search, answer the questions that came meanwhile, and take the next step.
function goOn(steps) {
  if (!steps.next().done) setTimeout(goOn, 0, steps);
}
