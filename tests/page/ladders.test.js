// Ladders of the gallery, from easy to hard, and where the player stands.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import "./english.js";

import { climbed, laddersOf, nextPuzzle, nextRung } from "../js/gallery.js";
import { Board } from "../js/rules.js";

const gallery = JSON.parse(readFileSync("gallery.json", "utf8"));
const ladders = laddersOf(gallery);
const keyOf = ({ set, puzzle }) => {
  const board = new Board(set.board);
  return [board.spec, board.startText(board.readPosition(puzzle.start_code)), puzzle.problem_finish].join("|");
};
const having = (...rungs) => ({ records: new Map(rungs.map((rung) => [keyOf(rung), 9])) });

test("there is one ladder per theme, from easy to hard", () => {
  const themes = ladders.map(({ theme }) => theme).sort();
  assert.deepEqual(themes, ["Big board", "Long sweep", "One right jump", "Pictures", "Symmetrical", "Triangle"]);
  for (const { theme, rungs } of ladders) {
    const bits = rungs.map(({ puzzle }) => Math.floor(puzzle.rating));
    assert.deepEqual(
      bits,
      [...new Set(bits)].sort((first, second) => first - second),
      theme,
    );
    assert.ok(bits.length > 10, theme);
    assert.ok(rungs.every(({ puzzle }) => puzzle.theme === theme));
  }
});

test("the player continues at the first rung that is not solved", () => {
  const [ladder] = ladders;
  const [first, second, third] = ladder.rungs;
  assert.equal(climbed(ladder, having()), 0);
  assert.equal(climbed(ladder, having(first)), 1);
  assert.equal(climbed(ladder, having(third)), 0); // as the puzzle of a day
  assert.equal(climbed(ladder, having(first, third)), 1);
  assert.equal(climbed(ladder, having(third, second, first)), 3);
  assert.equal(climbed(ladder, having(...ladder.rungs)), ladder.rungs.length);
});

test("the player climbs on where the last rated puzzle was tried", () => {
  const [first, second, third] = ladders;
  const none = { ...having(), results: new Map() };
  assert.deepEqual(nextRung(gallery, none), {
    theme: first.theme,
    rung: first.rungs[0],
    number: 1,
    all: first.rungs.length,
  });
  const results = new Map([
    [keyOf(third.rungs[4]), "2026-11-20T09:30:00.000Z 6 1"],
    [keyOf(second.rungs[2]), "2026-11-21T09:30:00.000Z 8 0"],
    [keyOf(first.rungs[0]), "2026-11-19T09:30:00.000Z 8 1"],
  ]);
  const { theme, number } = nextRung(gallery, { ...having(...second.rungs.slice(0, 2)), results });
  assert.deepEqual([theme, number], [second.theme, 3]);
  const climbedUp = { ...having(...second.rungs, ...third.rungs.slice(0, 5)), results };
  assert.deepEqual([nextRung(gallery, climbedUp).theme, nextRung(gallery, climbedUp).number], [third.theme, 6]);
  const tops = { ...having(...ladders.flatMap(({ rungs }) => rungs)), results };
  assert.equal(nextRung(gallery, tops), null);
});

const after = ({ set, puzzle }, from = gallery) =>
  nextPuzzle(from, new Board(set.board).spec, puzzle.start, puzzle.problem_finish);

test("the next puzzle is the next rung, on any board", () => {
  for (const { rungs } of ladders) {
    for (const [i, rung] of rungs.slice(0, -1).entries()) assert.equal(after(rung).puzzle, rungs[i + 1].puzzle);
  }
});

test("off the ladders it is the next puzzle of the set, and after the last there is none", () => {
  const set = gallery.sets.find(({ name }) => name === "english-table-4");
  const all = new Set(ladders.flatMap(({ rungs }) => rungs.map(({ puzzle }) => puzzle)));
  const at = set.puzzles.findIndex((puzzle, i) => i && !all.has(puzzle));
  assert.equal(after({ set, puzzle: set.puzzles[at] }).puzzle, set.puzzles[at + 1]);
  const alone = { sets: [{ ...set, own: true }] };
  assert.equal(after({ set, puzzle: set.puzzles.at(-1) }, alone), null);
});

test("of b3 anywhere, which is c3 there, the game says that its goal is c3", () => {
  const set = gallery.sets.find(({ name }) => name === "rectangle4x5-vacancies");
  const puzzles = set.puzzles.toReversed();
  const at = puzzles.findIndex(({ start }) => start === "b3");
  assert.equal(puzzles[at].finish, "any");
  assert.equal(nextPuzzle({ sets: [{ ...set, puzzles }] }, set.board.name, "b3", "c3").puzzle, puzzles[at + 1]);
});

test("the player's own puzzles are on no ladder", () => {
  assert.deepEqual(laddersOf({ sets: gallery.sets.map((set) => ({ ...set, own: true })) }), []);
});
