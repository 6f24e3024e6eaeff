// The verdicts of the worker and of the searches, compared with exhaustive search, and estimates from
// sample games.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";

import { Explored, exploreDocument } from "../js/explored.js";
import { Oracle } from "../js/oracle.js";
import { bit, Board, boardNamed, codesOf, count } from "../js/rules.js";
import { bestEnd, lineBy, reach, sample } from "../js/searches.js";
import { bestText } from "../js/words.js";

const named = (name) => new Board(boardNamed(name));

// Whether a position can reach one of some finishes.
function everything(board, finishes) {
  const known = new Map(finishes.map((code) => [code, true]));
  return function wins(code) {
    if (!known.has(code))
      known.set(
        code,
        board.jumpsFrom(code).some((jump) => wins(code ^ jump.mask)),
      );
    return known.get(code);
  };
}

// The positions reachable from a vacancy.
function reached(board, hole) {
  const codes = new Set([board.vacancy(board.names.indexOf(hole))]);
  for (const code of codes) for (const jump of board.jumpsFrom(code)) codes.add(code ^ jump.mask);
  return [...codes];
}

const GAMES = [
  ["triangle4", "a2", "a2"],
  ["triangle4", "b3", "c4"],
  ["triangle5", "a1", "a1"],
  ["triangle5", "b3", "b5"],
  ["square4", "b1", "c4"],
  ["rhombus4", "b2", "b2"],
];

for (const [name, hole, finish] of GAMES) {
  const board = named(name);
  const goal = bit(board.names.indexOf(finish));
  const wins = everything(board, [goal]);

  test(`every position of ${name} from ${hole} to ${finish} is judged, with and without levels`, () => {
    const labels = board.names.map(() => 0);
    const oracle = new Oracle(board, { labels, finishes: [goal] });
    const codes = reached(board, hole);
    for (const code of codes) assert.equal(oracle.wins(code), wins(code), String(code));
    const steps = oracle.deepen(Infinity);
    while (!steps.next().done);
    assert.equal(oracle.top, board.size);
    for (const code of codes) assert.equal(oracle.wins(code), wins(code), String(code));
  });

  test(`a winning line from ${hole} of ${name} to ${finish} is played, if there is one`, () => {
    const start = board.vacancy(board.names.indexOf(hole));
    const line = lineBy(board, [goal], wins, start);
    assert.equal(line !== null, wins(start));
    if (line)
      assert.equal(
        codesOf(
          start,
          line.map((text) => board.jumpNamed.get(text)),
        ).at(-1),
        goal,
      );
  });

  test(`the ways to win from ${hole} of ${name} to ${finish} add up`, async () => {
    const source = { wins: async (codes) => codes.map(wins) };
    const numbers = new Explored(board, [goal], source);
    const start = board.vacancy(board.names.indexOf(hole));
    await numbers.fill(start, Infinity);
    assert.deepEqual(new Set(numbers.rows.keys()), new Set(reached(board, hole).filter(wins)));
    for (const code of numbers.rows.keys()) {
      const { solutions, jumps } = exploreDocument(board, code, { wins, numbers, finishes: [goal] });
      const sum = jumps.reduce((all, jump) => all + BigInt(jump.solutions), 0n);
      if (code !== goal) assert.equal(sum, BigInt(solutions));
      for (const { winning, share, moves } of jumps) assert.equal(winning, share > 0 && moves >= 1);
    }
  });
}

test("jumps that a symmetry exchanges share one row, which counts the ways of all of them", async () => {
  const board = named("triangle5");
  const finishes = [bit(board.names.indexOf("a1"))];
  const wins = everything(board, finishes);
  const numbers = new Explored(board, finishes, { wins: async (codes) => codes.map(wins) });
  const start = board.readStart("a1");
  await numbers.fill(start, Infinity);
  const mirror = board.holes.map(([x, y]) => board.holes.findIndex(([a, b]) => a === y - x && b === y));
  const symmetries = [board.names.map((_, i) => i), mirror];
  const explored = (code) => exploreDocument(board, code, { wins, numbers, symmetries, finishes });
  const [row, ...others] = explored(start).jumps;
  assert.deepEqual(others, []);
  assert.deepEqual([row.jump, row.twins, row.solutions, row.share], ["a3-a1", ["c3-a1"], 3408, 1]);
  for (const code of numbers.rows.keys()) {
    const shares = explored(code).jumps.map(({ share }) => share);
    if (!finishes.includes(code)) assert.ok(Math.abs(shares.reduce((a, b) => a + b) - 1) < 1e-4, String(code));
  }
});

test("a search without steps is undecided", () => {
  const board = named("english");
  const oracle = new Oracle(board, { labels: board.names.map(() => 0), finishes: [bit(16)] });
  assert.equal(oracle.wins(board.vacancy(16), 0), null);
  assert.equal(oracle.line(board.vacancy(16), 0), null);
  assert.equal(oracle.wins(0n), false);
});

// [board, start, pegs left, sentence]
const BEST = [
  ["triangle5", "a1", 1, /^It can still end with one peg in [a-e][1-5]\.$/],
  ["triangle4", "a1", 3, /^You can still get down to 3 pegs\.$/],
  ["square3", "b2", 8, /^$/],
  ["triangle4", "b3", 9, /^$/],
];
for (const [name, text, pegs, sentence] of BEST)
  test(`the fewest pegs that ${text} of ${name} leaves: ${pegs}`, () => {
    const board = named(name);
    const start = board.readStart(text);
    const end = bestEnd(board, start);
    assert.match(bestText(end), sentence);
    assert.deepEqual([end.pegs, end.exact], [pegs, true]);
    const jumps = end.jumps.map((name) => board.jumpNamed.get(name));
    assert.equal(count(codesOf(start, jumps).at(-1)), pegs);
  });

test("a search that reaches its limit is not called exact", () => {
  const board = named("english");
  assert.equal(bestEnd(board, board.vacancy(0)).exact, false);
});

// [board, start, hole, jumps, whether it is possible]
const BROUGHT = [
  ["triangle5", "a1", "a1", 1, true],
  ["triangle5", "a1", "a2", 0, true],
  ["english", "code:7", "d4", null, false],
  ["english", "code:3", "e1", 1, true],
];
for (const [name, text, hole, jumps, solvable] of BROUGHT)
  test(`a peg is brought to ${hole} from ${text} of ${name}: ${jumps ?? "never"}`, () => {
    const board = named(name);
    const result = reach(board, board.readStart(text), board.names.indexOf(hole));
    assert.deepEqual([result.jumps?.length ?? null, result.solvable], [jumps, solvable]);
  });

test("bringing a peg to a hole is undecided beyond a number of positions", () => {
  const board = named("english");
  const result = reach(board, board.readStart("code:24835"), board.names.indexOf("d7"), 3);
  assert.deepEqual(result, { jumps: null, solvable: null });
});

test("a sample of a game that is nearly over has one exact result", () => {
  const board = named("english");
  const two = board.readPosition("code:3"); // c1 and d1
  assert.deepEqual(sample(board, two, board.jumpsFrom(two)), [1]);
});

test("estimates are the same each time, and better than random play", () => {
  const board = named("english");
  const start = board.readStart("d4");
  const jumps = board.jumpsFrom(start);
  const averages = sample(board, start, jumps);
  assert.deepEqual(sample(board, start, jumps), averages);
  assert.ok(
    averages.every((pegs) => pegs > 1 && pegs < 7),
    String(averages),
  );
});
