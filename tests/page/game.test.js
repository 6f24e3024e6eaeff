// The current game: the jumps made and ahead, and whether the page or the player made them.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";

import { Game } from "../js/game.js";
import { boardOfPicture } from "../js/rules.js";
import { seeded } from "../js/searches.js";

const board = boardOfPicture("triangular", "    o\n   o o\n  o o o\n o o o o\no o o o o", "triangle5");
const start = board.readStart("a1");
const jump = (text) => board.jumpNamed.get(text);
const [FIRST, SECOND] = [jump("a3-a1"), jump("c3-a3")];
const begun = Game.begin(board, start);

test("a hint that is followed counts as help for the rest of the attempt", () => {
  let game = begun.push(FIRST).push(SECOND, true);
  assert.equal(game.helped, true);
  game = game.go(1);
  assert.equal(game.helped, false); // it was taken back
  game = game.push(SECOND);
  assert.equal(game.helped, true); // the same jump, known from the hint
});

test("a player who starts again plays without the earlier help", () => {
  const game = begun.push(FIRST, true).push(SECOND, true).go(0).push(FIRST).push(SECOND);
  assert.equal(game.helped, false);
  assert.deepEqual(game.jumps, [FIRST, SECOND]);
});

test("stepping through a solution counts as help from the start, too", () => {
  let game = begun.plan([FIRST, SECOND]).go(1);
  assert.equal(game.helped, true);
  game = game.push(SECOND).go(0).go(1);
  assert.equal(game.helped, true);
});

test("another jump drops the jumps that the page laid ahead", () => {
  const game = begun.plan([FIRST, SECOND]).push(jump("c3-a1"));
  assert.deepEqual(game.jumps, [jump("c3-a1")]);
  assert.equal(game.helped, false);
  assert.equal(game.codes.length, 2);
  assert.deepEqual(read(game), [[0, "1.c3-a1"]]);
});

// The rows of the tree, as in the list of moves.
const read = ({ rows }) =>
  rows.map(({ depth, moves }) => [
    depth,
    moves
      .map(
        ({ number, nodes }) =>
          `${number}.${[nodes[0].jump.text, ...nodes.slice(1).map((node) => board.names[node.jump.end])].join("-")}`,
      )
      .join(" "),
  ]);

const played = (game, ...texts) => texts.reduce((now, text) => now.push(jump(text)), game);

test("a line that the player leaves stays as a variation", () => {
  const game = played(played(begun, "a3-a1", "c3-a3", "b5-b3").go(1), "c4-a2");
  assert.deepEqual(read(game), [
    [0, "1.a3-a1"],
    [0, "2.c4-a2"],
    [1, "2.c3-a3 3.b5-b3"],
  ]);
  assert.deepEqual(
    game.jumps.map(({ text }) => text),
    ["a3-a1", "c4-a2"],
  );
});

test("looking at a variation keeps the order, and playing it makes it the main line", () => {
  let game = played(played(begun, "a3-a1", "c3-a3", "b5-b3").go(1), "c4-a2");
  const before = read(game);
  const [{ nodes }] = game.rows[2].moves;
  game = game.visit(nodes[0].id);
  assert.deepEqual(read(game), before);
  assert.equal(game.at, 2);
  assert.deepEqual(
    game.jumps.map(({ text }) => text),
    ["a3-a1", "c3-a3", "b5-b3"],
  ); // the rest of it lies ahead
  game = game.push(jump("b5-b3"));
  assert.deepEqual(read(game), [
    [0, "1.a3-a1"],
    [0, "2.c3-a3"],
    [1, "2.c4-a2"],
    [0, "3.b5-b3"],
  ]);
});

test("repeating a jump restores the line after it", () => {
  let game = played(begun, "a3-a1", "c3-a3").go(0);
  game = played(game, "c3-a1").go(0);
  game = played(game, "a3-a1");
  assert.equal(game.next, SECOND);
  assert.deepEqual(read(game), [
    [0, "1.a3-a1"],
    [1, "1.c3-a1"],
    [0, "2.c3-a3"],
  ]);
});

test("a variation that branches off within a move shows the whole move", () => {
  const line = played(begun, "a3-a1", "c3-a3", "a4-a2", "b5-b3", "d5-b5", "a1-c3", "c3-c5");
  const game = played(line.go(6), "c3-a3");
  const [main, variation] = game.rows.slice(-2);
  assert.deepEqual(read(game).slice(-2), [
    [0, "6.a1-c3-a3"],
    [1, "6.a1-c3-c5"],
  ]);
  assert.deepEqual([main.moves[0].from, variation.moves[0].from], [0, 1]);
});

test("laid-out jumps that were visited stay, and help still counts in a variation", () => {
  let game = begun.push(FIRST).plan([SECOND, jump("b5-b3")]);
  game = game.go(2).go(1).push(jump("c4-a2"));
  assert.deepEqual(read(game), [
    [0, "1.a3-a1"],
    [0, "2.c4-a2"],
    [1, "2.c3-a3"],
  ]);
  assert.equal(game.helped, false);
  game = game.visit(game.rows[2].moves[0].nodes[0].id);
  assert.equal(game.helped, true);
});

test("a stored game knows which of its jumps the page laid out", () => {
  const game = begun.plan([FIRST, SECOND], [1]).go(1);
  assert.equal(game.helped, false);
  assert.deepEqual(game.shown, [1]);
});

test("positions match the jumps on any way through the tree", () => {
  let game = begun;
  const chance = seeded(7);
  const random = (most) => Math.floor(chance() * most);
  for (let step = 0; step < 3000; step += 1) {
    const jumps = board.jumpsFrom(game.code);
    const what = random(10);
    if (what < 5 && jumps.length) game = game.push(jumps[random(jumps.length)], what === 4);
    else if (what < 7) game = game.go(random(game.jumps.length + 1));
    else if (what < 8 && jumps.length) game = game.plan([jumps[random(jumps.length)]]);
    else if (game.rows.length) {
      const { moves } = game.rows[random(game.rows.length)];
      game = game.visit(moves[0].nodes[0].id);
    }
    let code = start;
    game.jumps.forEach((jump, i) => assert.equal((code = board.after(code, jump)), game.codes[i + 1]));
    assert.equal(game.node, game.path[game.at]);
    const seen = game.rows.flatMap(({ moves }) =>
      moves.flatMap(({ nodes, from }) => nodes.slice(from).map(({ id }) => id)),
    );
    assert.equal(new Set(seen).size, seen.length);
    assert.ok(game.path.slice(1).every((node) => seen.includes(node)));
  }
});

test("a game stays as it is when another one is made of it", () => {
  const game = played(begun, "a3-a1", "c3-a3");
  const [rows, { jumps }] = [read(game), game];
  const others = [game.go(0).push(jump("c3-a1")), game.plan([jump("b5-b3")]), game.go(1), game.visit(1)];
  assert.deepEqual([read(game), game.at, game.jumps], [rows, 2, jumps]);
  assert.equal(new Set([game, ...others]).size, 5);
  assert.equal(others[2].jumps, jumps); // on the same path
});
