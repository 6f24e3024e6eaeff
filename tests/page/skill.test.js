// The player's rating: Glickman's example, and what changes it.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";

import { rated, ratingOf, skillOf } from "../js/gallery.js";

const near = (value, wanted, by) => assert.ok(Math.abs(value - wanted) < by, `${value} is not ${wanted}`);

test("the example of the paper", () => {
  const { rating, rd } = rated({ rating: 1500, rd: 200 }, [
    { rating: 1400, rd: 30, score: 1 },
    { rating: 1550, rd: 100, score: 0 },
    { rating: 1700, rd: 300, score: 0 },
  ]);
  near(rating, 1464, 0.5);
  near(rd, 151.4, 0.05);
});

const at = (day, bits, score) => `2026-11-${String(day).padStart(2, "0")}T09:00:00.000Z ${bits} ${score}`;
const now = Date.parse("2026-11-27T09:00:00Z");

test("a new player's rating is uncertain", () => {
  assert.deepEqual(skillOf([], now), { rating: 1500, rd: 350, games: 0 });
});

test("a solved puzzle raises the rating, a harder one by more, and a lost one lowers it", () => {
  const [easy, hard, lost] = [
    [5, 1],
    [20, 1],
    [10, 0],
  ].map(([bits, score]) => skillOf([at(26, bits, score)], now).rating);
  assert.ok(lost < 1500 && 1500 < easy && easy < hard);
});

test("the order of stored results does not matter, but the order of their days does", () => {
  const results = [at(20, 12, 1), at(21, 18.5, 0), at(22, 9, 1)];
  assert.deepEqual(skillOf(results.toReversed(), now), skillOf(results, now));
  assert.notDeepEqual(
    skillOf([at(20, 12, 1), at(22, 18.5, 0)], now),
    skillOf([at(22, 12, 1), at(20, 18.5, 0)], now),
  );
});

test("many results approach the player's strength, and certainty fades with time", () => {
  const results = Array.from({ length: 400 }, (_, i) => {
    const when = new Date(now - (400 - i) * 3_600_000).toISOString();
    return `${when} 16 ${i % 2}`; // every second puzzle of 16 bits
  });
  const skill = skillOf(results, now);
  near(skill.rating, ratingOf(16), 40);
  assert.ok(skill.rd < 60);
  assert.ok(skillOf(results, now + 3.2e10).rd > 150);
  assert.equal(skillOf(results, now + 3.2e11).rd, 350);
});
