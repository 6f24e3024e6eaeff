// Ladders: of each theme the rated puzzles from easy to hard, one for each bit of difficulty. Where a
// player stands on one follows from what was solved in this browser: the rung after the last solved.

import { movesOf } from "./progress.js";
import { Board } from "./rules.js";

// [{theme, rungs: [{set, puzzle}]}], in the order of the gallery; puzzles of one's own are on none.
export function laddersOf({ sets }) {
  const themes = new Map();
  for (const set of sets.filter((one) => !one.own)) {
    for (const puzzle of set.puzzles.filter((one) => one.rating !== null && one.theme !== "One empty hole")) {
      if (!themes.has(puzzle.theme)) themes.set(puzzle.theme, new Map());
      const rungs = themes.get(puzzle.theme);
      const bits = Math.floor(puzzle.rating);
      if (!rungs.has(bits)) rungs.set(bits, { set, puzzle });
    }
  }
  const byBits = (rungs) => [...rungs].sort(([one], [other]) => one - other).map(([, rung]) => rung);
  return [...themes].map(([theme, rungs]) => ({ theme, rungs: byBits(rungs) }));
}

// How many rungs a player has climbed.
export const climbed = ({ rungs }, memory) =>
  1 + rungs.findLastIndex(({ set, puzzle }) => movesOf(puzzle, new Board(set.board), memory) !== undefined);

// What comes after a puzzle: the next rung, where it is on a ladder, or the next of its set.
export function nextPuzzle(gallery, spec, start, finish) {
  const is = ({ set, puzzle }) => set.board.name === spec && puzzle.start === start && puzzle.problem_finish === finish;
  const rows = [
    ...laddersOf(gallery).map(({ rungs }) => rungs),
    ...gallery.sets.map((set) => set.puzzles.map((puzzle) => ({ set, puzzle }))),
  ];
  for (const row of rows) {
    const next = row[1 + row.findIndex(is)];
    if (row.some(is) && next) return next;
  }
  return null;
}
