// What the board shows of the reason why a position is lost.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";

import { whyBoard } from "../js/panel.js";
import { Board, boardNamed } from "../js/rules.js";

const board = new Board(boardNamed("triangle5"));
const GROUPS = [["a1", "a4"], ["a2", "a5"], ["a3"]];
const PROOF = { rings: [["b2"]], arrows: ["a3-a1"], shows: "falls" };
const claim = (name, holes = GROUPS) => ({ claim: name, count: holes[0].length, goal: ["a1"], holes, jumps: [] });
const ENDING = { ...claim("left", [["a2", "b2"]]), jumps: ["a3-a1"] };

// The names of the holes with rings: of all groups, of the second and of the third.
function rings(why, code = board.full) {
  const plain = { claim: null, reasons: [PROOF], at: 0, best: null, weights: null, deep: false };
  const shown = whyBoard({ ...plain, ...why }, board, code);
  const names = (holes) => [...(holes ?? [])].map((i) => board.names[i]).join(" ");
  return [names(shown.region), names(shown.dashed), names(shown.dotted), shown.arrow.length];
}

// [what, why, the rings of all groups, of the second and the third, and the number of arrows]
const SHOWN = [
  ["three colours", { claim: claim("alike") }, "a1 a4 a2 a5 a3", "a2 a5", "a3", 0],
  ["the holes of a claim", { claim: claim("keeps", [["a2", "b2"]]) }, "a2 b2", "", "", 0],
  ["pegs that are not on the board yet have no rings", { claim: ENDING }, "", "", "", 0],
  ["a reason without a claim, before its proof is opened", {}, "", "", "", 0],
  ["a proof that is open", { claim: claim("alike"), deep: true }, "b2", "", "", 1],
];
for (const [what, why, ...expected] of SHOWN) test(what, () => assert.deepEqual(rings(why), expected));

test("pegs without rings are darkened, unless there are no rings", () => {
  const dim = (why) => whyBoard({ reasons: [], at: 0, deep: false, ...why }, board, board.full).dim.size;
  assert.equal(dim({ claim: claim("even", [["a2", "b2"]]) }), board.size - 2);
  assert.equal(dim({ claim: ENDING }), 0);
  assert.equal(dim({ claim: null }), 0);
});
