// What of the gallery was solved in this browser, and how well.

import { fewestText } from "./words.js";

// The fewest moves that a puzzle was solved in here; undefined where it was not.
export function movesOf(puzzle, board, memory) {
  const start = board.startText(board.readPosition(puzzle.start_code));
  return memory.records.get([board.spec, start, puzzle.problem_finish].join("|"));
}

// "✓ 9 moves (best possible: 8)"
export function solvedText(moves, puzzle) {
  const fewest = puzzle.best ? ` (${fewestText(puzzle)})` : "";
  return `✓ ${moves} ${moves === 1 ? "move" : "moves"}${fewest}`;
}

// Of some puzzles, each with its board: how many were solved, and in as few moves as are known.
export function progressOf(found, memory) {
  if (!memory.records.size) return { all: found.length, solved: 0, best: 0 };
  const solved = found
    .map(({ puzzle, board }) => ({ puzzle, moves: movesOf(puzzle, board, memory) }))
    .filter(({ moves }) => moves !== undefined);
  const best = solved.filter(({ puzzle, moves }) => puzzle.best && moves <= puzzle.best);
  return { all: found.length, solved: solved.length, best: best.length };
}

// "3 of 12 solved, 1 of them in the fewest moves known"; nothing where none was.
export function progressText({ all, solved, best }) {
  if (!solved) return "";
  const few = best ? `, ${best === solved ? (best === 1 ? "it" : "all") : best} in the fewest moves known` : "";
  return `${solved} of ${all} solved${few}`;
}
