// The worker that judges positions: see oracle.js. It is asked {id, what, problem, ...} and answers
// {id, result} or {id, error}; a problem comes along with every question, and the last ones are kept.
// Others find the games that leave the fewest pegs, or about how many are left: for these a board is enough.

import { Oracle } from "./oracle.js";
import { loadPack } from "./pack.js";
import { Board } from "./rules.js";
import { bestEnd, sample } from "./searches.js";

const MAX_ORACLES = 2; // problems, of some 25 MB each
const FIRST = 4_000_000; // jumps by which the last level is made before a problem is open,
const LATER = 25_000_000; // and of one more for which there is time while nothing is asked
const oracles = new Map(); // JSON of a problem -> promise of its oracle

const ANSWERS = {
  open: async (problem) => (await oracleOf(problem)).top,
  judge: async (problem, { codes, most }) => {
    const oracle = await oracleOf(problem);
    return codes.map((code) => oracle.wins(BigInt(code), most));
  },
  line: async (problem, { code, most }) => (await oracleOf(problem)).line(BigInt(code), most),
  best: ({ board }, { code }) => bestEnd(new Board(board), BigInt(code)),
  sample: ({ board }, { code, jumps }) => {
    const known = new Board(board);
    return sample(known, BigInt(code), jumps.map((text) => known.jumpNamed.get(text)));
  },
};

addEventListener("message", async ({ data: { id, what, problem, ...question } }) => {
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
  oracles.set(key, oracle); // the last asked for is the last in order
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

// Takes a step, and the next one when what was asked meanwhile is answered.
function goOn(steps) {
  if (!steps.next().done) setTimeout(goOn, 0, steps);
}
