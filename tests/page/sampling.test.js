// Estimates from sample games.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";

import { Board, boardNamed } from "../js/rules.js";
import { sample } from "../js/searches.js";

const english = new Board(boardNamed("english"));
const start = english.vacancy(english.names.indexOf("d4"));

test("a game that is nearly over has one exact result", () => {
  const row = english.readPosition("code:7"); // c1, d1 and e1
  const two = row ^ (1n << 2n);
  assert.deepEqual(sample(english, two, english.jumpsFrom(two)), [1]);
});

test("estimates are the same each time, and better than random play", () => {
  const jumps = english.jumpsFrom(start);
  const averages = sample(english, start, jumps);
  assert.deepEqual(sample(english, start, jumps), averages);
  assert.ok(
    averages.every((pegs) => pegs > 1 && pegs < 7),
    String(averages),
  );
});
