// The values of positions for two players, compared with exhaustive search and with known results.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";

import { Duotaire } from "../js/duotaire.js";
import { Board, boardNamed, boardOfPicture, count } from "../js/rules.js";
import { seeded } from "../js/searches.js";

const named = (name) => new Board(boardNamed(name));
const KINDS = [false, true].flatMap((misere) => [false, true].map((byMove) => ({ misere, byMove })));
const kindText = ({ misere, byMove }) => `${byMove ? "moves" : "jumps"}${misere ? ", misère" : ""}`;

// The positions to which one turn leads, found by playing one jump after the other.
function turnsFrom(board, byMove, code) {
  let ways = board.jumpsFrom(code).map((jump) => [code ^ jump.mask, jump.end]);
  const codes = new Set();
  while (ways.length) {
    for (const [after] of ways) codes.add(after);
    const more = ([after, hole]) => board.jumpsFrom(after).filter(({ start }) => start === hole);
    ways = byMove ? ways.flatMap((way) => more(way).map(({ mask, end }) => [way[0] ^ mask, end])) : [];
  }
  return codes;
}

// Whether the player to move wins, without any shortcut.
function everything(board, { misere, byMove }) {
  const known = new Map();
  return function wins(code) {
    if (!known.has(code)) {
      const values = [...turnsFrom(board, byMove, code)].map(wins);
      known.set(code, values.length ? values.includes(false) : misere);
    }
    return known.get(code);
  };
}

// The positions that a start leads to.
function reached(board, start) {
  const codes = new Set([start]);
  for (const code of codes) for (const jump of board.jumpsFrom(code)) codes.add(code ^ jump.mask);
  return [...codes];
}

for (const name of ["triangle4", "triangle5", "square4"])
  for (const kind of KINDS)
    test(`every position of ${name}, ${kindText(kind)}`, () => {
      const board = named(name);
      const [game, wins] = [new Duotaire(board, kind), everything(board, kind)];
      const starts = name === "square4" ? [0] : board.holes.keys();
      const codes = new Set([...starts].flatMap((hole) => reached(board, board.vacancy(hole))));
      for (const code of codes) {
        assert.equal(game.wins(code), wins(code), String(code));
        const after = game.turns(code).map((turn) => turn.code);
        assert.deepEqual(new Set(after), turnsFrom(board, kind.byMove, code));
        assert.equal(new Set(after).size, after.length);
      }
    });

// A position of a board with this number of pegs, after random jumps.
function randomPosition(board, start, pegs, chance) {
  for (let code = start; ; ) {
    if (count(code) === pegs) return code;
    const jumps = board.jumpsFrom(code);
    code = jumps.length ? code ^ jumps[Math.floor(chance() * jumps.length)].mask : start;
  }
}

for (const kind of KINDS)
  test(`the turns of English positions with 12 pegs, ${kindText(kind)}`, () => {
    const [board, chance] = [named("english"), seeded(7)];
    const [game, wins] = [new Duotaire(board, kind), everything(board, kind)];
    for (let round = 0; round < 20; round += 1) {
      const code = randomPosition(board, board.readStart("d4"), 12, chance);
      for (const turn of game.valued(code)) {
        assert.equal(turn.wins, !wins(turn.code));
        assert.equal(
          turn.jumps.reduce((now, jump) => board.after(now, jump), code),
          turn.code,
        );
      }
    }
  });

// The winners by jumps, by jumps in misère play, by moves, and by moves in misère play, from
// docs/two-players.md.
const WINNERS = {
  "triangle5 a1": "2 2 1 1",
  "triangle6 a1": "2 2 1 1",
  "triangle6 a2": "1 2 1 1",
  "triangle6 b4": "2 2 2 2",
  "square5 c3": "2 1 2 1",
};

for (const [start, winners] of Object.entries(WINNERS))
  test(`the winners of ${start}`, () => {
    const [name, hole] = start.split(" ");
    const board = named(name);
    const kinds = [KINDS[0], KINDS[2], KINDS[1], KINDS[3]];
    const wins = kinds.map((kind) => new Duotaire(board, kind).wins(board.readStart(hole)));
    assert.equal(wins.map((first) => (first ? 1 : 2)).join(" "), winners);
  });

test("a search that may look at few positions does not know, and goes on where it ended", () => {
  const board = named("triangle6");
  const [game, start] = [new Duotaire(board, {}), board.readStart("a1")];
  let rounds = 0;
  while (game.wins(start, 500) === null) rounds += 1;
  assert.ok(rounds > 1);
  assert.equal(game.wins(start), false);
  assert.equal(new Duotaire(board, {}).wins(start, 10), null);
});

test("a list of turns needs no table", () => {
  const before = process.memoryUsage().arrayBuffers;
  const boards = [named("english"), boardOfPicture("square", "o".repeat(61))];
  const games = boards.map((board) => new Duotaire(board, { byMove: true }));
  for (const game of games) assert.ok(game.turns(game.board.vacancy(2)).length > 0);
  assert.equal(games[1].wins(games[1].board.vacancy(2)), null);
  assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 20);
});

test("boards in two halves, boards that are too large, and forbidden jumps", () => {
  const row = (holes) => boardOfPicture("square", "o".repeat(holes));
  // If the end hole is empty, every jump is forced: (n - 1)/2 turns, rounded down.
  for (const holes of [9, 32, 33, 59, 60]) {
    const [board, turns] = [row(holes), Math.floor((holes - 1) / 2)];
    for (const kind of KINDS)
      assert.equal(new Duotaire(board, kind).wins(board.vacancy(0)), (turns % 2 === 1) !== kind.misere);
  }
  assert.equal(new Duotaire(row(61), {}).wins(row(61).vacancy(0)), null);
  const board = boardOfPicture("square", "oooo;c1-a1");
  assert.equal(new Duotaire(board, {}).wins(board.vacancy(0)), false);
});
