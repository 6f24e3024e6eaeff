// The game under way: jumps made and ahead, and whose they are.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Game } from "../js/game.js";
import { boardOfPicture } from "../js/rules.js";

const board = boardOfPicture("triangular", "    o\n   o o\n  o o o\n o o o o\no o o o o", "triangle5");
const start = board.readStart("a1");
const jump = (text) => board.jumpNamed.get(text);
const [FIRST, SECOND] = [jump("a3-a1"), jump("c3-a3")];

test("a hint that is taken is help, and stays it while the attempt lasts", () => {
  const game = new Game(board, start);
  game.push(FIRST);
  game.push(SECOND, true);
  assert.equal(game.helped, true);
  game.go(1);
  assert.equal(game.helped, false); // it was taken back
  game.push(SECOND);
  assert.equal(game.helped, true); // the same jump, known from the hint
});

test("a player who begins again plays without the help of before", () => {
  const game = new Game(board, start);
  game.push(FIRST, true);
  game.push(SECOND, true);
  game.go(0);
  game.push(FIRST);
  game.push(SECOND);
  assert.equal(game.helped, false);
  assert.deepEqual(game.jumps, [FIRST, SECOND]);
});

test("jumps of one's own stay ahead when one begins again", () => {
  const game = new Game(board, start);
  game.push(FIRST);
  game.push(SECOND);
  game.go(0);
  game.push(FIRST);
  assert.equal(game.next, SECOND);
});

test("a solution that is stepped through is help from the start too", () => {
  const game = new Game(board, start);
  game.plan([FIRST, SECOND]);
  game.go(1);
  assert.equal(game.helped, true);
  game.push(SECOND);
  game.go(0);
  game.go(1);
  assert.equal(game.helped, true);
});

test("another jump drops what lay ahead", () => {
  const game = new Game(board, start);
  game.plan([FIRST, SECOND]);
  game.push(jump("c3-a1"));
  assert.deepEqual(game.jumps, [jump("c3-a1")]);
  assert.equal(game.helped, false);
  assert.equal(game.codes.length, 2);
});
