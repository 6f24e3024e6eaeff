// The gallery of puzzles: which of them were solved in this browser, the puzzle of the day, ladders
// from easy to hard. An entry is {set, puzzle}: a puzzle and the set that contains it.

import { grouped } from "./collections.js";
import { recordKey } from "./memory.js";
import { Board } from "./rules.js";
import { dateText, say } from "./say.js";

export const puzzlesOf = (sets) => sets.flatMap((set) => set.puzzles.map((puzzle) => ({ set, puzzle })));

const boards = new WeakMap(); // document of a board -> Board

export function boardOf({ set }) {
  if (!boards.has(set.board)) boards.set(set.board, new Board(set.board));
  return boards.get(set.board);
}

// Whether a puzzle poses a problem.
export const poses = ({ set, puzzle }, { board, start_code: code, finish }) =>
  set.board.name === board && puzzle.start_code === code && puzzle.problem_finish === finish;

export const startOf = (entry) => boardOf(entry).readPosition(entry.puzzle.start_code);

// The config of a game that plays a puzzle.
export function configOf({ set, puzzle: { start, finish } }) {
  return { board: boardOf({ set }).spec, start, finish };
}

// The id of a puzzle in addresses. It is a hash of the problem, so it survives a new name of the
// puzzle or its set.
export function idOf({ set, puzzle: { start_code: code, problem_finish: finish } }) {
  let hash = 0x811c9dc5; // FNV-1a, 32 bits
  for (const letter of `${set.board.name}|${code}|${finish}`)
    hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193);
  return (hash >>> 0).toString(36);
}

export const MAX_LISTED = 60; // puzzles in a link, and on a sheet

export function puzzlesNamed(entries, ids = "") {
  const all = new Map(entries.map((entry) => [idOf(entry), entry]));
  return [...new Set(ids.split(","))].flatMap((id) => all.get(id) ?? []).slice(0, MAX_LISTED);
}

// The place of a list of puzzles.
export const placeOfList = (entries) => ({
  kind: "set",
  ids: [...new Set(entries.map(idOf))].slice(0, MAX_LISTED).join(),
});

// In how many moves a puzzle was solved in this browser, but only with help; undefined if it was not.
export function helpedMovesOf(entry, memory) {
  const [who, moves] = memory.solutions.get(recordKeyOf(entry))?.split(" ") ?? [];
  return who === "help" ? moves?.split(",").length : undefined;
}

export const recordKeyOf = (entry) => recordKey(boardOf(entry), startOf(entry), entry.puzzle.problem_finish);

// The fewest moves in which a puzzle was solved in this browser; undefined if it was not solved.
export const movesOf = (entry, memory) => memory.records.get(recordKeyOf(entry));

// How many of these puzzles there are, how many were solved, and how many in the fewest known
// moves.
export function progressOf(all, memory) {
  const looked = memory.records.size ? all : [];
  const results = looked.map((entry) => ({ best: entry.puzzle.best, moves: movesOf(entry, memory) }));
  const solved = results.filter(({ moves }) => moves !== undefined);
  const best = solved.filter((result) => result.best && result.moves <= result.best);
  return { all: all.length, solved: solved.length, best: best.length };
}

// -- the puzzle of the day ------------------------------------------------------------------------
//
// One puzzle a day for everyone, easy on Mondays and hard on Sundays. The gallery lists the puzzles
// for each day of the week.

const DAY = 86_400_000;

// The number of a local date: days since 1970.
const numberOf = (date) => Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);

// An entry, or null if the gallery has no puzzle for the date. New lists of the gallery start at a
// later date, so that a past day keeps its puzzle.
export function puzzleOfTheDay({ sets, daily = [] }, date = new Date()) {
  const day = numberOf(date);
  const fromMonday = (day + 3) % 7; // day 0 was a Thursday
  const pool = daily.findLast(({ since }) => since <= dayKey(date))?.days[fromMonday] ?? [];
  if (!pool.length) return null;
  const { set: name, puzzle: title } = pool[((day - fromMonday + 3) / 7) % pool.length];
  const set = sets.find((set) => set.name === name && !set.own);
  return { set, puzzle: set.puzzles.find((puzzle) => puzzle.name === title) };
}

// Its title has the date and the name, which says only what the puzzle looks like.
export const dailyName = (date = new Date(), name = "") =>
  say(name ? "puzzles.dailyNamed" : "puzzles.dailyName", {
    date: dateText(date, { day: "numeric", month: "long" }),
    name,
  });

// The date of a key such as 2026-11-24, as stored and as used in addresses; null if there is no
// such date.
export function dateOf(key) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(key) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  return year && dayKey(date) === key ? date : null;
}

export const dayKey = (date = new Date()) => new Date(numberOf(date) * DAY).toISOString().slice(0, 10);

// How many days in a row were solved until today (or until yesterday, while today's puzzle is
// open), and the longest streak.
export function streaks(days, today = new Date()) {
  const numbers = [...days.keys()].map((key) => Date.parse(key) / DAY).sort((a, b) => a - b);
  const runs = new Map(); // day -> length of the streak that ends on it
  for (const day of numbers) runs.set(day, (runs.get(day - 1) ?? 0) + 1);
  const now = numberOf(today);
  return {
    now: runs.get(now) ?? runs.get(now - 1) ?? 0,
    most: Math.max(0, ...runs.values()),
  };
}

// The last seven days, the latest last: [{date, solved}].
export const lastDays = (days, today = new Date()) =>
  Array.from({ length: 7 }, (_, i) => {
    const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() + i - 6);
    return { date, solved: days.has(dayKey(date)) };
  });

// -- ladders --------------------------------------------------------------------------------------
//
// For each theme its rated puzzles from easy to hard, one for each bit of difficulty. The player goes
// on at the first rung that is not solved: a rung further up may be solved as a puzzle of the day.

// [{theme, rungs: [{set, puzzle}]}] in the order of the gallery, without the player's own puzzles.
export function laddersOf({ sets }) {
  const rated = puzzlesOf(sets.filter(({ own }) => !own)).filter(
    ({ puzzle: { rating, theme } }) => rating !== null && theme !== "One empty hole",
  );
  const bits = ({ puzzle }) => Math.floor(puzzle.rating);
  const rungsOf = (all) => [...grouped(all, bits)].sort(([a], [b]) => a - b).map(([, [rung]]) => rung);
  const themes = grouped(rated, ({ puzzle }) => puzzle.theme);
  return [...themes].map(([theme, all]) => ({ theme, rungs: rungsOf(all) }));
}

// The name of a ladder in addresses: "one-right-jump".
export const ladderWord = (theme) => theme.toLowerCase().replaceAll(" ", "-");

// How many rungs the player has climbed.
export function climbed({ rungs }, memory) {
  const next = rungs.findIndex((rung) => movesOf(rung, memory) === undefined);
  return next < 0 ? rungs.length : next;
}

// Where the player climbs on: {theme, rung, number, all} on the ladder that was tried last, or else on
// the first one. A ladder that was climbed to its top is left out; null if all were.
export function nextRung(gallery, memory) {
  const open = laddersOf(gallery).filter((ladder) => climbed(ladder, memory) < ladder.rungs.length);
  const lastTry = ({ rungs }) =>
    rungs
      .map((rung) => memory.results.get(recordKeyOf(rung)) ?? "")
      .sort()
      .at(-1);
  const tries = new Map(open.map((ladder) => [ladder, lastTry(ladder)]));
  const ladder = open.reduce((best, other) => (tries.get(other) > tries.get(best) ? other : best), open[0]);
  if (!ladder) return null;
  const done = climbed(ladder, memory);
  return { theme: ladder.theme, rung: ladder.rungs[done], number: done + 1, all: ladder.rungs.length };
}

// The puzzle after this one: the next rung of its ladder, or else the next puzzle of its set.
export function nextPuzzle(gallery, spec, start, finish) {
  const is = ({ set, puzzle }) =>
    set.board.name === spec && puzzle.start === start && puzzle.problem_finish === finish;
  const ladders = laddersOf(gallery).map(({ rungs }) => rungs);
  const rows = [...ladders, ...gallery.sets.map((set) => puzzlesOf([set]))];
  const row = rows.find((entries) => entries.slice(0, -1).some(is));
  return row ? row[1 + row.findIndex(is)] : null;
}

export const stepsDone = ({ name }, memory) => memory.lessons.get(name) ?? 0;

export const isDone = (lesson, memory) => stepsDone(lesson, memory) >= lesson.steps.length;

// The lesson that was opened last or, if it is completed, the next one that is not; undefined if all are.
export function nextLesson(lessons, memory) {
  const opened = [...memory.lessons.keys()].at(-1);
  const at = Math.max(
    0,
    lessons.findIndex(({ name }) => name === opened),
  );
  return [...lessons.slice(at), ...lessons.slice(0, at)].find((lesson) => !isDone(lesson, memory));
}
