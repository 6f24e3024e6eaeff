// Claims about lost positions on a page without a server, and their sentences. Browser tests compare
// them with those of the library.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";

import { claimOf } from "../js/claims.js";
import { Board, boardNamed, codeOf } from "../js/rules.js";
import { claimText, flawText } from "../js/words.js";

const board = new Board(boardNamed("triangle5"));
const at = (names) => codeOf(names.split(" ").map((name) => board.names.indexOf(name)));
const claim = (names, goals) => claimOf({ board }, at(names), goals.split(" ").map(at));

const CASES = [
  ["a position without jumps", "a1 c5", "a1", "stuck", "No peg can jump any more."],
  [
    "pegs that cannot leave",
    "a1 c5 d5",
    "e5",
    "locked",
    "This peg can never jump or be jumped over, so it stays.",
  ],
  ["a goal out of reach", "a4 a5 b5", "c3", "home", "No peg can ever get to c3."],
];

for (const [what, pegs, goal, kind, sentence] of CASES)
  test(what, () => {
    const found = claim(pegs, goal);
    assert.equal(found.claim, kind);
    assert.equal(claimText(found), sentence);
    assert.deepEqual(found.goal, [goal]);
  });

test("a position that can be won has no claim", () => {
  assert.equal(claim("a1 a2", "a3"), null);
  assert.equal(claim("a1", "a1"), null);
});

test("goals are named, unless there are several", () => {
  const either = { claim: "either", count: 2, holes: [["a3", "c3"]], jumps: [] };
  assert.equal(claimText({ ...either, goal: ["a1"] }), "A peg in a1 is never alone: some ringed hole has one.");
  assert.equal(
    claimText({ ...either, goal: ["a1", "a4"] }),
    "A peg in a goal hole is never alone: some ringed hole has one.",
  );
  assert.equal(
    claimText({ ...either, claim: "never", goal: ["code:3"] }),
    "Even if you fill the goal, a ringed hole still has a peg.",
  );
  assert.equal(
    flawText({ ...either, goal: ["a1"] }),
    "A peg in a1 is never alone: some ringed hole has one. (a3, c3)",
  );
  const left = { ...either, claim: "left", goal: ["a1"], jumps: ["b3-b5"] };
  assert.equal(flawText(left), "However you play, at least 2 pegs are left.");
});
