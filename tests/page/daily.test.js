// The puzzle of the day over ten years, and days in a row.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { dateOf, dayKey, puzzleOfTheDay, streaks } from "../js/gallery.js";

const gallery = JSON.parse(readFileSync("gallery.json"));
const day = (number) => new Date(2026, 0, 1 + number, number % 24);
const told = (found) => `${found.set.board.name} ${found.puzzle.start_code} ${found.puzzle.problem_finish}`;

test("every day of ten years has a puzzle, as hard as its day of the week", () => {
  const levels = ["hard", "easy", "easy", "medium", "medium", "medium", "hard"]; // from Sunday
  for (let number = 0; number < 3653; number += 1) {
    const { puzzle } = puzzleOfTheDay(gallery, day(number));
    assert.equal(puzzle.difficulty, levels[day(number).getDay()], dayKey(day(number)));
  }
});

test("no day has another puzzle where sets are added, turned or renamed", () => {
  const renamed = structuredClone(gallery);
  renamed.sets.reverse();
  renamed.sets.unshift({ ...structuredClone(gallery.sets[0]), name: "mine", own: true });
  for (const puzzle of renamed.sets.flatMap((set) => set.puzzles)) puzzle.name = `New ${puzzle.name}`;
  for (const { days } of renamed.daily)
    for (const one of days.flat()) one.puzzle = `New ${one.puzzle}`; // as the server would say it
  for (let number = 0; number < 700; number += 1)
    assert.equal(told(puzzleOfTheDay(renamed, day(number))), told(puzzleOfTheDay(gallery, day(number))));
});

test("a new list of dailies changes no day before it", () => {
  const [list] = gallery.daily;
  const later = { since: "2027-01-04", days: list.days.map((all) => [...all].reverse().slice(1)) };
  const more = { ...gallery, daily: [list, later] };
  const differs = (number) => told(puzzleOfTheDay(more, day(number))) !== told(puzzleOfTheDay(gallery, day(number)));
  const days = [...Array(730).keys()].filter(differs);
  assert.ok(days.length > 300);
  assert.ok(dayKey(day(days[0])) >= "2027-01-04");
});

test("days of addresses", () => {
  assert.equal(dayKey(dateOf("2026-11-24")), "2026-11-24");
  for (const text of ["2026-02-30", "today", "", "2026-1-1", "24.11.2026"]) assert.equal(dateOf(text), null, text);
});

test("a clock that is turned back takes no day away", () => {
  const days = new Map([["2026-11-23", 5], ["2026-11-24", 6]]);
  assert.deepEqual(streaks(days, new Date(2026, 10, 24)), { now: 2, most: 2 });
  assert.deepEqual(streaks(days, new Date(2026, 10, 25)), { now: 2, most: 2 });
  assert.deepEqual(streaks(days, new Date(2026, 10, 26)), { now: 0, most: 2 });
  assert.deepEqual(streaks(days, new Date(2026, 10, 23)), { now: 1, most: 2 });
});
