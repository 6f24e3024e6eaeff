// Sweeps: where a peg gets by jumps in a row.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, boardNamed, codeOf, sweepsFrom } from "../js/rules.js";

const board = new Board(boardNamed("english"));
const at = (name) => board.names.indexOf(name);
const position = (...names) => codeOf(names.map(at));

function sweeps(from, ...others) {
  const found = sweepsFrom(board, position(from, ...others), at(from));
  return Object.fromEntries([...found].map(([end, jumps]) => [board.names[end], jumps.map(({ text }) => text)]));
}

test("a sweep leads over one peg after the other", () => {
  assert.deepEqual(sweeps("c1", "c2", "d3", "e4"), {
    c3: ["c1-c3"],
    e3: ["c1-c3", "c3-e3"],
    e5: ["c1-c3", "c3-e3", "e3-e5"],
  });
});

test("a hole that is reached on two ways as long, which take different pegs, is left out", () => {
  assert.deepEqual(Object.keys(sweeps("c3", "d3", "e4", "c4", "d5")).sort(), ["c5", "e3"]);
});

test("a hole with a peg is no end, though it may be empty when the peg comes there", () => {
  assert.deepEqual(sweeps("d4"), {});
  assert.equal("d3" in sweeps("d1", "d2", "c3"), true);
  assert.equal("d2" in sweeps("d4", "d3", "d2"), false);
});

test("the shortest way counts, and the hole where the peg stood is not an end", () => {
  const found = sweeps("c3", "d3", "e4", "d5", "c4");
  assert.equal("c3" in found, false);
});

test("many ways on a full grid come to an end", () => {
  const wide = new Board(boardNamed("square8"));
  const odd = wide.holes.flatMap(([x, y], i) => ((x + y) % 2 ? [i] : []));
  assert.ok(sweepsFrom(wide, codeOf([0, ...odd]), 0).size > 0);
});
