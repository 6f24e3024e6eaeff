// A game as a text to share: it has a square for each move, and does not say how it was solved.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { resultText } from "../js/dialogs.js";
import { problemHere, readMoves } from "../js/rules.js";
import { State } from "../js/state.js";
import { gameOf, reduce } from "../js/verbs.js";

const MOVES = "a3-a1 c3-a3 a1-c3 a4-a2 d4-b2 b5-b3 d5-b5 a5-c5-c3 b2-d4 e5-c3-a3-a1".split(" ");
const LINK = "https://example.org/#board/triangle5/a1/any";
const problem = problemHere({ board: "triangle5", start: "a1", finish: "any" });
const opened = { type: "opened", problem, game: gameOf(problem, {}), request: {} };

// The lines of the text after some moves; `helped` and `tried` have the numbers of moves that the page
// made, and before which another jump was tried.
function linesAfter(moves, { helped = [], tried = {}, more = (state) => state } = {}) {
  let state = reduce(new State({ settings: { help: "off" } }), opened);
  moves.forEach((move, i) => {
    const send = (intent) => (state = reduce(state, intent));
    if (tried[i]) {
      send({ type: "jumped", jump: state.board.jumpNamed.get(tried[i]) });
      send({ type: "undone" });
    }
    for (const jump of readMoves(state.board, state.code, [move]))
      send({ type: "jumped", jump, helped: helped.includes(i) });
  });
  return resultText(more(state), LINK).split("\n");
}

test("a game that was solved at once", () => {
  assert.deepEqual(linesAfter(MOVES), [
    "Peg solitaire · Triangle 5",
    "Solved in 10 moves",
    "🟦🟦🟦🟦🟦🟦🟦🟦🟦🟦",
    LINK,
  ]);
});

test("another try is yellow, and help is orange", () => {
  const [, said, squares] = linesAfter(MOVES, { helped: [0, 7], tried: { 3: "d5-b3" } });
  assert.equal(said, "Solved with help in 10 moves");
  assert.equal(squares, "🟧🟦🟦🟨🟦🟦🟦🟧🟦🟦");
});

test("a game under way asks others, and a long one has rows of ten", () => {
  const title = (state) => state.with({ title: "Puzzle of 23 November: Christmas tree" });
  assert.deepEqual(linesAfter(MOVES.slice(0, 4), { more: title }), [
    "Peg solitaire · Puzzle of 23 November: Christmas tree · Triangle 5",
    "Can you solve it?",
    LINK,
  ]);
  const long = linesAfter(MOVES, {
    more: (state) => Object.defineProperty(state, "ways", { value: Array(23).fill("own") }),
  });
  assert.deepEqual(
    long.slice(2, -1).map((row) => [...row].length),
    [10, 10, 3],
  );
});

test("a lost game is black from the move that lost it", () => {
  const lost = "a3-a1 c3-a3 d5-b3 b5-d5 a1-c3 a3-c5 c3-a3 e5-c3 d5-b5 a4-a2 a5-c5".split(" ");
  const look = (state) => {
    assert.ok(state.stuck);
    const { jumps, at } = state.game;
    return reduce(state, { type: "lookedBack", loss: { jumps, at, lost: 3, best: 1, exact: true } });
  };
  const [, said, squares] = linesAfter(lost, { more: look });
  assert.match(said, /^\d+ pegs left$/);
  assert.match(squares, /^🟦🟦⬛+$/u);
});
