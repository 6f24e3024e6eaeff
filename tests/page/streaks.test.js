// Days in a row: over months and changes of the clock; today need not be solved yet.

import assert from "node:assert/strict";
import { test } from "node:test";

import { dayKey, streaks } from "../js/gallery.js";

process.env.TZ = "America/New_York"; // which changes its clock on 8 March and 1 November 2026

const CASES = [
  ["no day", [], [2026, 10, 24], "2026-11-24", 0, 0],
  ["today, a minute before midnight", ["2026-11-24"], [2026, 10, 24, 23, 59], "2026-11-24", 1, 1],
  ["yesterday", ["2026-11-23"], [2026, 10, 24], "2026-11-24", 1, 1],
  ["the day before yesterday", ["2026-11-22"], [2026, 10, 24], "2026-11-24", 0, 1],
  ["over a month and an hour more", ["2026-10-31", "2026-11-01", "2026-11-02"], [2026, 10, 2, 0, 1], "2026-11-02", 3, 3],
  ["over an hour less", ["2026-03-09", "2026-03-07", "2026-03-08", "2026-01-01"], [2026, 2, 9, 23], "2026-03-09", 3, 3],
  ["over a year", ["2025-12-31", "2026-01-01", "2026-02-01"], [2026, 1, 1], "2026-02-01", 1, 2],
];

for (const [name, days, today, key, now, most] of CASES)
  test(name, () => {
    const date = new Date(...today);
    assert.equal(dayKey(date), key);
    assert.deepEqual(streaks(new Map(days.map((day) => [day, 1])), date), { now, most });
  });

test("the clock is that of New York", () => {
  const hours = (month, day) => (new Date(2026, month, day + 1) - new Date(2026, month, day)) / 3_600_000;
  assert.deepEqual([hours(2, 8), hours(10, 1)], [23, 25]);
});
