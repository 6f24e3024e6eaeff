// A game for two as it is played, and the turns that a program chooses.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";

import { Duotaire } from "../js/duotaire.js";
import { Board, boardNamed, boardOfPicture } from "../js/rules.js";
import { seeded } from "../js/searches.js";
import { chosenTurn, Match } from "../js/two.js";

const triangle = new Board(boardNamed("triangle5"));
const row = boardOfPicture("square", "oooo");
const jumpOf = (board, text) => board.jumpNamed.get(text);
const BY_JUMP = { byMove: false, misere: false };
const BY_MOVE = { byMove: true, misere: false };

for (const first of [1, 2])
  for (const misere of [false, true])
    test(`player ${first} begins${misere ? ", misère" : ""}`, () => {
      const other = 3 - first;
      let match = new Match(row, row.vacancy(0), { byMove: false, misere }, first);
      assert.equal(match.mover, first);
      match = match.jump(jumpOf(row, "c1-a1"));
      assert.deepEqual([match.mover, match.texts, match.over], [other, ["c1-a1"], true]);
      assert.equal(match.winner, misere ? other : first);
      assert.equal(match.undo().mover, first);
    });

test("a move goes on until its player ends it or the peg cannot jump", () => {
  const texts = ["a1-a3", "c3-a1", "a3-c3", "d4-b2", "a1-c3"];
  const start = Match.read(triangle, triangle.readStart("a3"), BY_MOVE, 1, texts);
  assert.equal(start.mover, 2);
  const middle = start.jump(jumpOf(triangle, "b4-d4"));
  assert.deepEqual([middle.mover, middle.texts], [2, texts]);
  assert.deepEqual(new Set(middle.jumps.map((jump) => jump.start)), new Set([triangle.names.indexOf("d4")]));
  assert.deepEqual(middle.undo().texts, texts);
  assert.deepEqual(middle.end().texts.at(-1), "b4-d4");
  const end = middle.jump(jumpOf(triangle, "d4-b2"));
  assert.deepEqual([end.mover, end.texts.at(-1)], [1, "b4-d4-b2"]);
  assert.deepEqual(end.undo().texts, texts);
  assert.deepEqual(end.undo(2).texts, texts.slice(0, -1));
});

test("a turn of one jump cannot be longer", () => {
  const start = triangle.readStart("a3");
  const texts = ["a1-a3", "c3-a1", "a3-c3", "d4-b2", "a1-c3", "b4-d4-b2"];
  assert.equal(Match.read(triangle, start, BY_MOVE, 1, texts).turns.length, 6);
  assert.throws(() => Match.read(triangle, start, BY_JUMP, 1, texts), /b4-d4-b2 is more than one jump/);
  assert.throws(() => Match.read(triangle, start, BY_JUMP, 1, ["a1-b2"]));
});

// The positions to which the turns lead that begin with some jumps.
function ends(board, code, jumps, byMove) {
  const after = jumps.reduce((now, jump) => board.after(now, jump), code);
  if (!byMove) return [after];
  const further = board.jumpsFrom(after).filter(({ start }) => start === jumps.at(-1).end);
  return [after, ...further.flatMap((jump) => ends(board, code, [...jumps, jump], byMove))];
}

for (const rules of [BY_JUMP, BY_MOVE, { byMove: true, misere: true }])
  test(`verdicts about jumps and pegs, ${JSON.stringify(rules)}`, () => {
    const [game, chance] = [new Duotaire(triangle, rules), seeded(4)];
    let long = 0;
    for (let round = 0; round < 200; round += 1) {
      let code = triangle.vacancy(Math.floor(chance() * triangle.size));
      for (let turn = 0; turn < round % 9; turn += 1) {
        const jumps = triangle.jumpsFrom(code);
        if (jumps.length) code ^= jumps[Math.floor(chance() * jumps.length)].mask;
      }
      const match = new Match(triangle, code, rules);
      const values = new Map(game.valued(code).map((turn) => [turn.code, turn.wins]));
      const winsBy = (jumps) => ends(triangle, code, jumps, rules.byMove).some((end) => !game.wins(end));
      for (const jump of match.jumps) {
        assert.equal(match.verdict(values, [jump]), winsBy([jump]));
        const begun = match.jump(jump);
        if (!begun.part.length) continue;
        assert.equal(begun.verdictOfPeg(values, jump.end), !game.wins(begun.code));
        for (const next of begun.jumps) {
          long += 1;
          assert.equal(begun.verdict(values, [next]), winsBy([jump, next]));
          assert.equal(match.verdict(values, [jump, next]), winsBy([jump, next]));
        }
      }
      for (const i of triangle.names.keys()) {
        const jumps = match.jumps.filter(({ start }) => start === i);
        const wins = jumps.length ? jumps.some((jump) => winsBy([jump])) : null;
        assert.equal(match.verdictOfPeg(values, i), wins);
      }
    }
    assert.ok(long > 50 || !rules.byMove);
  });

test("a verdict is not known if a turn that may win is not", () => {
  const match = new Match(triangle, triangle.readStart("a1"), BY_JUMP);
  const [first, second] = match.jumps;
  const values = new Map([[match.jump(first).code, true]]);
  assert.deepEqual([match.verdict(values, [first]), match.verdict(values, [second])], [true, null]);
  values.set(match.jump(second).code, false);
  assert.equal(match.verdictOfPeg(values, second.start), false);
});

const TURNS = [
  { name: "lost", wins: false },
  { name: "unknown", wins: null },
  { name: "won", wins: true },
];
const shares = (turns, strength) => {
  const [chance, found] = [seeded(9), {}];
  for (let i = 0; i < 3000; i += 1) {
    const { name } = chosenTurn(turns, strength, chance);
    found[name] = (found[name] ?? 0) + 1 / 3000;
  }
  return found;
};

test("a stronger program takes the best turn more often", () => {
  assert.deepEqual(Object.keys(shares(TURNS, "strong")), ["won"]);
  const [medium, weak] = ["medium", "weak"].map((strength) => shares(TURNS, strength).won);
  assert.ok(Math.abs(medium - 0.8) < 0.05 && Math.abs(weak - 0.5) < 0.05, `${medium} ${weak}`);
});

test("without a turn that wins, it takes one that may win, or that is hard to answer", () => {
  assert.deepEqual(Object.keys(shares(TURNS.slice(0, 2), "strong")), ["unknown"]);
  const lost = [0.2, 0.7, 0.5].map((hope) => ({ name: `hope ${hope}`, wins: false, hope }));
  assert.deepEqual(Object.keys(shares(lost, "strong")), ["hope 0.7"]);
});

test("in a lost position, hope is the share of answers that give the win back", () => {
  const game = new Duotaire(triangle, BY_JUMP);
  const start = triangle.readStart("a3");
  assert.equal(game.wins(start), false);
  for (const { code, wins, hope } of game.advice(start)) {
    const answers = game.turns(code).map((answer) => game.wins(answer.code));
    assert.equal(wins, false);
    assert.equal(hope, answers.filter((isWon) => isWon).length / answers.length);
  }
});
