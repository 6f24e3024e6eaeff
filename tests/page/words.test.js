// What is said of a game that got stuck.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Game } from "../js/game.js";
import { Board, boardNamed, codeOf } from "../js/rules.js";
import { status } from "../js/words.js";

const board = new Board(boardNamed("english"));
const game = new Game(board, codeOf(["c3", "d3", "b5"].map((name) => board.names.indexOf(name))));
const memory = { settings: { help: "off" } };
game.push(board.jumpNamed.get("c3-e3"));

function said(loss) {
  const { text, actions } = status({ game, memory, stuck: true, lossHere: loss });
  return [text.split(" · ")[1], actions.join(" ")];
}

test("the jump that lost it, and what could be had after it", () => {
  const loss = { lost: 1, best: 2, exact: true, better: "b5-d5" };
  const all = "takeBack better review";
  assert.deepEqual(said(loss), ["Lost at move 1: from there the best was 2 pegs.", all]);
  assert.deepEqual(said({ ...loss, best: 1 }), ["Lost at move 1: from there the best was 1 peg in another hole.", all]);
  assert.deepEqual(said({ ...loss, exact: false }), ["Lost at move 1: from there the best that we found was 2 pegs.", all]);
});

test("what is not known is not said", () => {
  assert.deepEqual(said({ lost: 1, best: null, exact: false }), ["Lost at move 1.", "takeBack review"]);
});

test("a start that was lost has nothing to go back to", () => {
  const loss = { lost: 0, best: 2, exact: true };
  assert.deepEqual(said(loss), ["Could not be won from the start: the best was 2 pegs.", "new review"]);
});
