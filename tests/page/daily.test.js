// The puzzle of the day over ten years, and streaks.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import "./english.js";

import { dailyName, dateOf, dayKey, lastDays, poses, puzzleOfTheDay, streaks } from "../js/gallery.js";

process.env.TZ = "America/New_York"; // whose clock is changed twice a year

const gallery = JSON.parse(readFileSync("gallery.json"));
const day = (number) => new Date(2026, 0, 1 + number, number % 24);
const problemOf = (entry) => `${entry.set.board.name} ${entry.puzzle.start_code} ${entry.puzzle.problem_finish}`;

test("every day of ten years has a puzzle of the difficulty for its day of the week", () => {
  const levels = ["hard", "easy", "easy", "medium", "medium", "medium", "hard"]; // from Sunday
  for (let number = 0; number < 3653; number += 1) {
    const { puzzle } = puzzleOfTheDay(gallery, day(number));
    assert.equal(puzzle.difficulty, levels[day(number).getDay()], dayKey(day(number)));
  }
});

test("the server sends the puzzle of the day that the page chooses", () => {
  const days = Object.entries(JSON.parse(readFileSync("days.json")));
  for (const [key, sets] of days) {
    const entry = puzzleOfTheDay(gallery, dateOf(key));
    const sent = sets.flatMap(({ name, puzzles }) => puzzles.map((puzzle) => `${name} ${puzzle.name}`));
    assert.deepEqual(sent, entry ? [`${entry.set.name} ${entry.puzzle.name}`] : [], key);
  }
});

test("adding, reordering or renaming sets changes no day's puzzle", () => {
  const renamed = structuredClone(gallery);
  renamed.sets.reverse();
  renamed.sets.unshift({ ...structuredClone(gallery.sets[0]), name: "mine", own: true });
  for (const puzzle of renamed.sets.flatMap((set) => set.puzzles)) puzzle.name = `New ${puzzle.name}`;
  for (const { days } of renamed.daily) for (const day of days.flat()) day.puzzle = `New ${day.puzzle}`; // as the server would say it
  for (let number = 0; number < 700; number += 1)
    assert.equal(
      problemOf(puzzleOfTheDay(renamed, day(number))),
      problemOf(puzzleOfTheDay(gallery, day(number))),
    );
});

test("a new list of daily puzzles changes no earlier day", () => {
  const [list] = gallery.daily;
  const later = { since: "2027-01-04", days: list.days.map((all) => [...all].reverse().slice(1)) };
  const more = { ...gallery, daily: [list, later] };
  const differs = (number) =>
    problemOf(puzzleOfTheDay(more, day(number))) !== problemOf(puzzleOfTheDay(gallery, day(number)));
  const days = [...Array(730).keys()].filter(differs);
  assert.ok(days.length > 300);
  assert.ok(dayKey(day(days[0])) >= "2027-01-04");
});

test("no puzzle is repeated within ten weeks", () => {
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const weeks = Array.from({ length: 10 }, (_, week) =>
      problemOf(puzzleOfTheDay(gallery, day(weekday + 7 * week))),
    );
    assert.equal(new Set(weeks).size, 10);
  }
});

test("a problem is the puzzle of its day only", () => {
  const entry = puzzleOfTheDay(gallery, day(3));
  const { set, puzzle } = entry;
  const problem = { board: set.board.name, start_code: puzzle.start_code, finish: puzzle.problem_finish };
  assert.equal(poses(entry, problem), true);
  assert.equal(poses(entry, { ...problem, finish: "code:1" }), false);
  assert.equal(poses(entry, { ...problem, board: "else" }), false);
  assert.equal(puzzleOfTheDay({ sets: [] }, day(3)), null);
});

test("the title of a day's puzzle", () => {
  const title = (name) => dailyName(new Date(2026, 10, 24), name);
  assert.equal(title(undefined), "Puzzle of 24 November");
  assert.equal(title("Cross"), "Puzzle of 24 November: Cross");
});

test("every set that has a day's puzzle gives it the same rating, so each of them counts", () => {
  const all = gallery.sets.flatMap((set) => set.puzzles.map((puzzle) => ({ set, puzzle })));
  const ratings = new Map();
  for (const entry of all) {
    const key = problemOf(entry);
    ratings.set(key, (ratings.get(key) ?? new Set()).add(entry.puzzle.rating));
  }
  const boards = new Set();
  for (const { days } of gallery.daily)
    for (const { set: name, puzzle: title } of days.flat()) {
      const set = gallery.sets.find((set) => set.name === name);
      const puzzle = set.puzzles.find((puzzle) => puzzle.name === title);
      const [rating, ...others] = ratings.get(problemOf({ set, puzzle }));
      assert.ok(rating > 0, title);
      assert.deepEqual(others, [], title);
      boards.add(set.board.name);
    }
  assert.ok(boards.has("hexagon37"));
});

for (const key of ["2026-11-24", "2024-02-29", "1970-01-01", "2100-12-31"])
  test(`a date in an address: ${key}`, () => assert.equal(dayKey(dateOf(key)), key));

for (const key of ["2026-02-30", "2025-02-29", "today", "", "2026-1-1", "24.11.2026"])
  test(`not a date: “${key}”`, () => assert.equal(dateOf(key), null));

// Across months and changes of the clock, which may also be turned back. Today need not be solved yet:
// [days, today, streak, longest streak]
const ROWS = [
  [[], [2026, 10, 24], 0, 0],
  [["2026-11-24"], [2026, 10, 24, 23, 59], 1, 1],
  [["2026-11-23"], [2026, 10, 24], 1, 1],
  [["2026-11-22"], [2026, 10, 24], 0, 1],
  [["2026-10-31", "2026-11-01", "2026-11-02"], [2026, 10, 2, 0, 1], 3, 3],
  [["2026-03-09", "2026-03-07", "2026-03-08", "2026-01-01"], [2026, 2, 9, 23], 3, 3],
  [["2025-12-31", "2026-01-01", "2026-02-01"], [2026, 1, 1], 1, 2],
  [["2026-11-23", "2026-11-24"], [2026, 10, 23], 1, 2],
];
for (const [days, date, now, most] of ROWS)
  test(`a streak: ${days.join(" ") || "none"}`, () =>
    assert.deepEqual(streaks(new Map(days.map((key) => [key, 1])), new Date(...date)), { now, most }));

test("the last seven days, over a change of the clock", () => {
  const days = new Map([
    ["2026-03-05", 9],
    ["2026-03-08", 7],
  ]);
  const week = lastDays(days, new Date(2026, 2, 10, 23, 59));
  assert.deepEqual(
    week.map(({ date }) => dayKey(date)),
    [4, 5, 6, 7, 8, 9, 10].map((day) => `2026-03-${String(day).padStart(2, "0")}`),
  );
  assert.deepEqual(
    week.map(({ solved }) => solved),
    [false, true, false, false, true, false, false],
  );
});
