// The player's rating: what changes it, and how soon it is right.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { puzzlesOf } from "../js/gallery.js";
import { chanceOf, fittingPuzzle, ratingOf, skillOf } from "../js/rating.js";
import { seeded } from "../js/searches.js";

const DAY = 86_400_000;
const START = Date.parse("2026-01-01T09:00:00Z");

// Results one a day: [bits, score].
const stored = (tries) =>
  tries.map(([bits, score], i) => `${new Date(START + i * DAY).toISOString()} ${bits} ${score}`);
const skill = (tries, days = 0) => skillOf(stored(tries), START + (tries.length - 1 + days) * DAY);

test("three puzzles find the rating", () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((count) => skill(Array(count).fill([10, 1])).missing),
    [3, 2, 1, 0],
  );
  assert.equal(skill(Array(2).fill([10, 1])).rating, null);
  const [strong, weak] = [1, 0].map((score) => skill(Array(3).fill([10, score])));
  assert.ok(strong.rating > 1650 && weak.rating < 1350);
  for (const { rating, low, high } of [strong, weak]) assert.ok(low < rating && rating < high);
});

test("a harder puzzle tells more when solved, and an easier one when lost", () => {
  const after = (bits, score) => skill([[10, 1], [10, 0], [bits, score]]).rating; // biome-ignore format: a row
  assert.ok(after(5, 1) < after(10, 1) && after(10, 1) < after(20, 1));
  assert.ok(after(5, 0) < after(10, 0) && after(10, 0) < after(20, 0));
});

test("after that, a puzzle moves it by at most 60, and only to the side of its result", () => {
  const chance = seeded(7);
  for (let player = 0; player < 50; player += 1) {
    const tries = Array.from({ length: 30 }, () => [Math.round(40 * chance()) + 1, Number(chance() < 0.5)]);
    for (let count = 4; count <= tries.length; count += 1) {
      const [before, after] = [count - 1, count].map((n) => skill(tries.slice(0, n)).rating);
      const rise = tries[count - 1][1] ? after - before : before - after;
      assert.ok(rise >= 0 && rise <= 60, `${before} to ${after}`);
    }
  }
});

test("the order in which results are stored does not matter", () => {
  const results = stored([
    [12, 1],
    [18.5, 0],
    [9, 1],
    [14, 1],
  ]);
  assert.deepEqual(skillOf(results.toReversed(), START), skillOf(results, START));
});

test("results stored by earlier versions of the page are rated again", () => {
  const old = ["2025-11-20T09:00:00.000Z 12 1", "2025-11-21T09:00:00.000Z 18.5 0", "2025-11-22T09:00:00Z 9 1"];
  const { rating, games } = skillOf(old, Date.parse("2025-11-23"));
  assert.equal(games, 3);
  assert.ok(rating > 1200 && rating < 1800);
});

test("the range grows while nothing is played, and the rating stays", () => {
  const tries = Array.from({ length: 40 }, (_, i) => [16, i % 2]);
  const width = ({ low, high }) => high - low;
  const [now, later, muchLater] = [0, 365, 4000].map((days) => skill(tries, days));
  assert.ok(width(now) < width(later) && width(later) < width(muchLater));
  assert.equal(now.rating, muchLater.rating);
  assert.ok(width(muchLater) > 800);
});

test("many results approach the player's strength", () => {
  const { rating, low, high } = skill(Array.from({ length: 200 }, (_, i) => [16, i % 2]));
  assert.ok(Math.abs(rating - ratingOf(16)) < 40);
  assert.ok(high - low < 120);
});

// -- 1,000 players of known strength --------------------------------------------------------------

const gallery = JSON.parse(readFileSync("gallery.json"));
const rated = puzzlesOf(gallery.sets).filter(({ puzzle }) => puzzle.rating !== null);
const pool = [...new Map(rated.map((entry) => [entry.puzzle.name, entry])).values()];
const week = gallery.daily.at(-1).days.map((day) =>
  day.map(({ set: name, puzzle: title }) => {
    const set = gallery.sets.find((set) => set.name === name);
    return { set, puzzle: set.puzzles.find((puzzle) => puzzle.name === title) };
  }),
);

// The errors of the ratings of players after some puzzles, in ascending order, and the share of
// players within the range. `choose` returns the next entry. The difficulty in bits is itself off by
// some 50 points.
function simulated(players, games, choose, seed = 2026) {
  const chance = seeded(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  const [errors, inside] = [[], []];
  for (let player = 0; player < players; player += 1) {
    const strength = 1500 + 250 * normal();
    const [results, played] = [[], new Set()];
    for (let game = 0; game < games; game += 1) {
      const entry = choose(results, played, game, chance);
      const { rating: bits } = entry.puzzle;
      played.add(entry);
      const solved = chance() < chanceOf(strength, ratingOf(bits) + 50 * normal());
      results.push(`${new Date(START + game * DAY).toISOString()} ${bits} ${Number(solved)}`);
    }
    const { rating, low, high } = skillOf(results, START + games * DAY);
    errors.push(Math.abs(rating - strength));
    inside.push(low <= strength && strength <= high);
  }
  errors.sort((a, b) => a - b);
  const share = (all) => all.filter(Boolean).length / players;
  return {
    median: errors[players / 2],
    near: share(errors.map((error) => error <= 100)),
    inside: share(inside),
  };
}

// One puzzle for each rating is enough to choose from.
const steps = [...new Map(pool.map((entry) => [entry.puzzle.rating, entry])).values()];
const fitting = (results) => fittingPuzzle(steps, results);
const daily = (_results, _played, game, chance) => {
  const day = week[game % 7];
  return day[Math.floor(chance() * day.length)];
};

test("after 20 fitting puzzles the rating is within 100 points for most of 1,000 players", () => {
  const { median, near, inside } = simulated(1000, 20, fitting);
  // No rule can do much better: 20 puzzles of even chance tell the strength to 78 points, which is
  // within 100 for 80 %.
  assert.ok(median < 60, `median ${median}`);
  assert.ok(near > 0.75, `within 100 points: ${near}`);
  assert.ok(inside > 0.75 && inside < 0.87, `within the range: ${inside}`);
});

test("after 20 puzzles of the day it is within 100 points for the median player, and the range is honest", () => {
  const { median, near, inside } = simulated(1000, 20, daily);
  assert.ok(median < 85, `median ${median}`);
  assert.ok(near > 0.58, `within 100 points: ${near}`);
  assert.ok(inside > 0.75 && inside < 0.87, `within the range: ${inside}`);
});

test("three puzzles give a first idea", () => {
  const { median, inside } = simulated(1000, 3, fitting);
  assert.ok(median < 150, `median ${median}`);
  assert.ok(inside > 0.75, `within the range: ${inside}`);
});

test("a fitting puzzle is even, and there is none among unrated ones", () => {
  const { puzzle } = fittingPuzzle(pool, stored([]));
  assert.equal(puzzle.rating, 10);
  const strong = fittingPuzzle(pool, stored(Array(10).fill([20, 1])));
  assert.ok(strong.puzzle.rating > 15);
  assert.equal(fittingPuzzle([{ puzzle: { rating: null } }], []), null);
});
