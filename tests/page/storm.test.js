// A run of the storm: its clock, what right jumps in a row add, and the missed positions once more.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { fromBands } from "../js/searches.js";
import { Run } from "../js/storm.js";

const POSITIONS = Array.from({ length: 250 }, (_, i) => ({ position: `code:${i}`, jump: "a1-a3", rating: i }));
const clock = { now: 0 };
const begin = (mode, positions = POSITIONS) => new Run(mode, positions, 1, () => clock.now);

// Answer in turn, right or wrong: "rrw".
function answer(run, answers) {
  for (const letter of answers) {
    run.answer(letter === "r" ? run.current.jump : "b1-b3");
    run.next();
  }
  return run;
}

test("every five right jumps in a row add five seconds", () => {
  clock.now = 0;
  const run = begin("storm");
  const left = ["rrrr", "r", "rrrrr", "w", "rrrr", "r"].map((answers) => answer(run, answers).left);
  assert.deepEqual(left, [180, 185, 190, 190, 190, 195]);
  assert.deepEqual([run.right, run.missed.length, run.score, run.combo, run.added], [15, 1, 14, 5, 5]);
  clock.now = 194_999;
  assert.equal(run.over, false);
  clock.now = 195_000;
  assert.equal(run.over, true);
  assert.equal(run.answer(run.current.jump), false);
});

test("a streak has no clock, and ends with the first wrong jump", () => {
  const run = answer(begin("streak"), "rrrrr");
  assert.deepEqual([run.added, run.end, run.over], [0, Infinity, false]);
  assert.deepEqual([answer(run, "w").over, run.score, run.combo], [true, 5, 0]);
});

test("missed positions come again until they are solved", () => {
  const missed = POSITIONS.slice(0, 3);
  const run = begin("again", missed);
  const seen = [];
  for (const letter of "rwrwr") {
    seen.push(run.current.rating);
    answer(run, letter);
  }
  assert.deepEqual(seen, [0, 1, 2, 1, 1]);
  assert.deepEqual([run.over, run.current, missed.length, run.missed], [true, null, 3, []]);
});

test("one of each band, in order", () => {
  const [some, again, others] = [1, 1, 2].map((seed) => fromBands(POSITIONS, 100, seed));
  assert.deepEqual(some, again);
  assert.notDeepEqual(some, others);
  some.forEach(({ rating }, i) => assert.ok(2.5 * i - 1 < rating && rating < 2.5 * (i + 1)));
  assert.deepEqual(fromBands(POSITIONS.slice(0, 3), 12, 7), POSITIONS.slice(0, 3));
  assert.deepEqual(fromBands([], 12, 7), []);
});
