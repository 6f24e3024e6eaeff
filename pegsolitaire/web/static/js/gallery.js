// The gallery of puzzles: what was solved of it in this browser, ladders from easy
// to hard, and the player's rating. A puzzle is {set, puzzle}: where it stands, and what it is.

import { streaks } from "./daily.js";
import { puzzleId } from "./link.js";
import { Board } from "./rules.js";
import { counted, fewestText } from "./words.js";

// "3 days in a row"; nothing where there are none.
export function streakText(memory, today) {
  const { now } = streaks(memory.days, today);
  return now ? `${counted(now, "day")} in a row` : "";
}

// -- puzzles --------------------------------------------------------------------------------------

export const puzzlesOf = (sets) =>
  sets.flatMap((set) => set.puzzles.map((puzzle) => ({ set, puzzle })));

const boards = new WeakMap(); // document of a set -> its board

export function boardOf({ set }) {
  if (!boards.has(set.board)) boards.set(set.board, new Board(set.board));
  return boards.get(set.board);
}

export const startOf = (found) => boardOf(found).readPosition(found.puzzle.start_code);

export const idOf = ({ set, puzzle }) =>
  puzzleId(set.board.name, puzzle.start_code, puzzle.problem_finish);

// The words that a game from a puzzle is opened with.
export function wordsOf({ set, puzzle: { start, finish } }) {
  return { board: boardOf({ set }).spec, start, finish };
}

// -- what was solved ------------------------------------------------------------------------------

// The fewest moves that a puzzle was solved in here; undefined where it was not.
export function movesOf(found, memory) {
  const board = boardOf(found);
  const start = board.startText(startOf(found));
  return memory.records.get([board.spec, start, found.puzzle.problem_finish].join("|"));
}

// "9 moves (best possible: 8)"
export const movesText = (moves, puzzle) =>
  `${counted(moves, "move")}${puzzle.best ? ` (${fewestText(puzzle)})` : ""}`;

// Of some puzzles: how many there are and were solved, and in as few moves as are known.
export function progressOf(all, memory) {
  const looked = memory.records.size ? all : [];
  const moves = new Map(looked.map((found) => [found, movesOf(found, memory)]));
  const solved = all.filter((found) => moves.get(found) !== undefined);
  const best = solved.filter((found) => found.puzzle.best && moves.get(found) <= found.puzzle.best);
  return { all: all.length, solved: solved.length, best: best.length };
}

// "3 of 12 solved, 1 of them in the fewest moves known"; nothing where none was.
export function progressText({ all, solved, best }) {
  if (!solved) return "";
  const which = best === solved ? (best === 1 ? "it" : "all") : best;
  const few = best ? `, ${which} in the fewest moves known` : "";
  return `${solved} of ${all} solved${few}`;
}

// -- ladders --------------------------------------------------------------------------------------
//
// Of each theme the rated puzzles from easy to hard, one for each bit of difficulty. Where a player stands
// on one follows from what was solved in this browser: the rung after the last solved.

// [{theme, rungs: [{set, puzzle}]}], in the order of the gallery; puzzles of one's own are on none.
export function laddersOf({ sets }) {
  const rated = puzzlesOf(sets.filter(({ own }) => !own)).filter(
    ({ puzzle: { rating, theme } }) => rating !== null && theme !== "One empty hole",
  );
  const bits = ({ puzzle }) => Math.floor(puzzle.rating);
  const rungsOf = (all) =>
    [...Map.groupBy(all, bits)].sort(([a], [b]) => a - b).map(([, [rung]]) => rung);
  const themes = Map.groupBy(rated, ({ puzzle }) => puzzle.theme);
  return [...themes].map(([theme, all]) => ({ theme, rungs: rungsOf(all) }));
}

// How many rungs a player has climbed.
export const climbed = ({ rungs }, memory) =>
  1 + rungs.findLastIndex((rung) => movesOf(rung, memory) !== undefined);

// What comes after a puzzle: the next rung, where it is on a ladder, or the next of its set.
export function nextPuzzle(gallery, spec, start, finish) {
  const is = ({ set, puzzle }) => set.board.name === spec && puzzle.start === start && puzzle.problem_finish === finish;
  const ladders = laddersOf(gallery).map(({ rungs }) => rungs);
  const rows = [...ladders, ...gallery.sets.map((set) => puzzlesOf([set]))];
  const row = rows.find((one) => one.slice(0, -1).some(is));
  return row ? row[1 + row.findIndex(is)] : null;
}

// -- the rating -----------------------------------------------------------------------------------
//
// How good the player is, by Glicko (Mark Glickman, "The Glicko system"): a rating, and how sure it is.
// The first result at each rated puzzle moves it, as a game against the puzzle, whose rating stays.

const Q = Math.log(10) / 400;
const NEW = { rating: 1500, rd: 350 };
const PUZZLE_RD = 50;
const LEAST_RD = 45; // below it the rating would hardly move
const DAY = 86_400_000;
const DRIFT = 120; // of the square of the deviation, a day: after three years nothing is sure

const weight = (rd) => 1 / Math.sqrt(1 + (3 * Q * Q * rd * rd) / Math.PI ** 2);

// A rating after games against `others`: [{rating, rd, score}].
export function rated({ rating, rd }, others) {
  let [sure, sum] = [1 / rd ** 2, 0];
  for (const other of others) {
    const g = weight(other.rd);
    const expected = 1 / (1 + 10 ** ((-g * (rating - other.rating)) / 400));
    sure += (Q * g) ** 2 * expected * (1 - expected);
    sum += g * (other.score - expected);
  }
  return { rating: rating + (Q / sure) * sum, rd: Math.sqrt(1 / sure) };
}

// Whoever has 1500 solves every second puzzle of 10 bits, where the medium ones begin.
export const ratingOf = (bits) => 1000 + 50 * bits;

// The rating after all results, as the memory keeps them: "2026-11-27T09:30:00.000Z 12.5 1". The order of
// the results is that of their times, so that the tabs of a browser agree, and a file adds to it.
export function skillOf(results, now = Date.now()) {
  const games = [...results].sort().map((text) => text.split(" "));
  let [player, last] = [NEW, null];
  const wait = (time) => {
    const days = last === null ? 0 : Math.max(0, time - last) / DAY;
    player = { ...player, rd: Math.min(NEW.rd, Math.hypot(Math.max(player.rd, LEAST_RD), Math.sqrt(DRIFT * days))) };
    last = time;
  };
  for (const [when, bits, score] of games) {
    wait(Date.parse(when));
    player = rated(player, [{ rating: ratingOf(Number(bits)), rd: PUZZLE_RD, score: Number(score) }]);
  }
  wait(now);
  return { rating: Math.round(player.rating), rd: Math.round(player.rd), games: games.length };
}
