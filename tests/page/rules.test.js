// The rules: sweeps, boards, and reading and writing positions and moves.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";

import {
  Board,
  boardNamed,
  boardOfPicture,
  byMiddle,
  codeOf,
  count,
  movesOf,
  moveText,
  problemHere,
  readMoves,
  sweepsFrom,
} from "../js/rules.js";

const board = new Board(boardNamed("english"));
const at = (name) => board.names.indexOf(name);
const position = (...names) => codeOf(names.map(at));

function sweeps(from, ...others) {
  const ways = sweepsFrom(board, position(from, ...others), at(from));
  return Object.fromEntries([...ways].map(([end, jumps]) => [board.names[end], jumps.map(({ text }) => text)]));
}

test("a sweep jumps one peg after the other", () => {
  assert.deepEqual(sweeps("c1", "c2", "d3", "e4"), {
    c3: ["c1-c3"],
    e3: ["c1-c3", "c3-e3"],
    e5: ["c1-c3", "c3-e3", "e3-e5"],
  });
});

test("a hole reached by two equally long ways that remove different pegs is left out", () => {
  assert.deepEqual(Object.keys(sweeps("c3", "d3", "e4", "c4", "d5")).sort(), ["c5", "e3"]);
});

test("a hole with a peg is no target, even if it is empty when the peg arrives", () => {
  assert.deepEqual(sweeps("d4"), {});
  assert.equal("d3" in sweeps("d1", "d2", "c3"), true);
  assert.equal("d2" in sweeps("d4", "d3", "d2"), false);
});

test("the shortest way counts, and the peg's own hole is no target", () => {
  const ways = sweeps("c3", "d3", "e4", "d5", "c4");
  assert.equal("c3" in ways, false);
});

test("the search for sweeps ends on a full grid", () => {
  const wide = new Board(boardNamed("square8"));
  const odd = wide.holes.flatMap(([x, y], i) => ((x + y) % 2 ? [i] : []));
  assert.ok(sweepsFrom(wide, codeOf([0, ...odd]), 0).size > 0);
});

// -- what is read and written ---------------------------------------------------------------------

const named = (name) => new Board(boardNamed(name));

// [name, holes, jumps]
const BOARDS = [
  ["english", 33, 76],
  ["french", 37, 92],
  ["wiegleb", 45, 108],
  ["hexagon37", 37, 138],
  ["triangle5", 15, 36],
  ["square6", 36, 96],
  ["rhombus6", 36, 128],
];
for (const [name, holes, jumps] of BOARDS)
  test(`${name} has ${holes} holes and ${jumps} jumps`, () =>
    assert.deepEqual([named(name).size, named(name).jumps.length], [holes, jumps]));

for (const name of ["", "english2", "constructor", "triangle0", "triangle100", "square-3", "toString5"])
  test(`unknown board “${name}”`, () => assert.equal(boardNamed(name), null));

// [a start, its pegs]
const STARTS = [
  ["d4", 32],
  [" D4 ", 32],
  ["code:7", 3],
  ["CODE:0x1f", 5],
  ["code:0", 0],
  ["***/***/*******/***.***/*******/***/***", 32],
  ["***\n***\n*******\n*** ***.\n*******\n***\n***\n", 32],
];
for (const [text, pegs] of STARTS)
  test(`a start is read: ${JSON.stringify(text)}`, () => assert.equal(count(board.readStart(text)), pegs));

const WRONG = [
  ["", /“” is not a position/],
  ["a1", /“a1” is not a position/],
  ["code:x", /is not a position/],
  [`code:${2n ** 33n}`, /is not a position of english/],
  ["***/***", /the picture has rows of 3,3 holes, english has 3,3,7,7,7,3,3/],
  ["x".repeat(99), /^Error: “x{57}\.\.\.” is not a position$/],
];
for (const [text, message] of WRONG)
  test(`a start is refused: ${text.slice(0, 20)}`, () => assert.throws(() => board.readStart(text), message));

for (const spec of ["square:--o/ooo/-oo", "triangular:o/oo/ooo", "square:ooo/ooo;a1-c1", "cubic:oooooo"])
  test(`a board survives its link: ${spec}`, () => {
    const [lattice, picture] = spec.split(/:(.*)/s);
    assert.equal(boardOfPicture(lattice, picture).spec, spec);
  });

const NO_BOARDS = [
  ["square", "-", /at least one hole/],
  ["square", "ox", /“x” in row 1 of the picture/],
  ["round", "ooo", /unknown lattice round/],
  ["square", Array(21).fill("o".repeat(20)).join("/"), /at most 400 holes/],
];
for (const [lattice, picture, message] of NO_BOARDS)
  test(`an invalid board: ${message}`, () => assert.throws(() => boardOfPicture(lattice, picture), message));

test("a forbidden jump is not among the jumps of the board", () => {
  const [all, fewer] = ["ooo", "ooo;a1-c1"].map((picture) => boardOfPicture("square", picture));
  assert.deepEqual([all.jumps.length, fewer.jumps.map(({ text }) => text)], [2, ["c1-a1"]]);
});

// [moves, their jumps]
const MOVES = [
  [["d2-d4"], ["d2-d4"]],
  [
    ["d2-d4", "b3-d3"],
    ["d2-d4", "b3-d3"],
  ],
  [[" D2-D4 "], ["d2-d4"]],
  [[], []],
];
for (const [moves, jumps] of MOVES)
  test(`moves are read: ${moves.join()}`, () => {
    const read = readMoves(board, board.readStart("d4"), moves);
    assert.deepEqual(
      read.map(({ text }) => text),
      jumps,
    );
  });

const NO_MOVES = [
  [["d4"], /“d4” is not a move/],
  [["d1-d4"], /d1-d4 is not a jump of english/],
  [["d2-d4", "d2-d4"], /d2-d4 is not possible/],
];
for (const [moves, message] of NO_MOVES)
  test(`moves are refused: ${moves.join()}`, () =>
    assert.throws(() => readMoves(board, board.readStart("d4"), moves), message));

test("consecutive jumps by one peg are a move", () => {
  const jumps = ["c1-c3", "c3-e3", "d1-d3"].map((text) => board.jumpNamed.get(text));
  const moves = movesOf(jumps);
  assert.deepEqual(
    moves.map((move) => [move.first, moveText(board, move)]),
    [
      [0, "c1-c3-e3"],
      [2, "d1-d3"],
    ],
  );
});

// [a problem, its start and the number of its finishes; null if the page has to ask]
const HERE = [
  [{ board: "english", start: "d4", finish: "d4" }, ["d4", 1]],
  [{ board: "english", start: "d4", finish: "any" }, ["d4", 33]],
  [{ board: "english", start: "code:7", finish: "d4" }, null],
  [{ board: "english", start: "d4" }, null],
  [{ board: "english", start: "d4", finish: "z9" }, null],
  [{ board: "english", start: "code:1", finish: "any" }, null],
  [{ board: "square9", start: "e5", finish: "any" }, null],
  [{ board: "unknown", start: "a1", finish: "any" }, null],
];
for (const [config, expected] of HERE)
  test(`what the page knows by itself about ${Object.values(config).join(" ")}`, () => {
    const problem = problemHere(config);
    assert.deepEqual(problem && [problem.start, problem.finish_codes.length], expected);
  });

for (const [name, hole] of [
  ["english", "d4"],
  ["triangle5", "b3"],
  ["square4", "b2"],
  ["hexagon37", "d4"],
])
  test(`the middle of ${name} is ${hole}`, () => assert.equal(named(name).names[byMiddle(named(name))[0]], hole));
