// Lists of puzzles: what they contain, and where a puzzle stands in its list.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import "./english.js";

import { dayKey, idOf, laddersOf, puzzleOfTheDay, puzzlesOf } from "../js/gallery.js";
import { puzzlesIn, standing, stormPuzzle } from "../js/lists.js";
import { readPlace, writePlace } from "../js/router.js";

const gallery = JSON.parse(readFileSync("gallery.json", "utf8"));
const classics = gallery.sets.find(({ name }) => name === "english-classics");
const storm = ["code:538", "code:12612", "code:13572"].map((position) => ({ board: "triangle5", position }));
const triangle = gallery.sets.find(({ name }) => name === "triangle5-unique-jump").board;
const provider = {
  puzzles: async () => gallery,
  storm: async () => storm,
  boards: async () => [triangle],
};
const idsOf = (entries) => entries.map((entry) => idOf(entry));
const list = (address) => readPlace(address);

test("every set and every ladder is a list, in its order", async () => {
  for (const set of gallery.sets) {
    const { entries, isChosen } = await puzzlesIn({ kind: "set", ids: set.name }, provider);
    assert.deepEqual(idsOf(entries), idsOf(puzzlesOf([set])), set.name);
    assert.equal(isChosen, false);
  }
  for (const { theme, rungs } of laddersOf(gallery)) {
    const address = `#ladder/${theme.toLowerCase().replaceAll(" ", "-")}`;
    const { name, entries } = await puzzlesIn(list(address), provider);
    assert.deepEqual(idsOf(entries), idsOf(rungs), theme);
    assert.equal(name, theme);
  }
});

test("a puzzle knows its neighbours, whose addresses have the same list", async () => {
  const ids = idsOf(puzzlesOf([classics]));
  for (const [i, id] of ids.entries()) {
    const place = readPlace(`#puzzle/${id}/d2-d4?list=set/english-classics`);
    const address = (id) => (id ? `#puzzle/${id}?list=set/english-classics` : null);
    assert.deepEqual(await standing(place, provider), {
      name: "English classics",
      number: i + 1,
      all: ids.length,
      before: address(ids[i - 1]),
      next: address(ids[i + 1]),
      address: "#set/english-classics",
    });
  }
});

test("chosen puzzles are in the order of their link, each once, and the others are left out", async () => {
  const [first, second, third] = idsOf(puzzlesOf([classics]));
  const chosen = list(`#set/${[third, first, "nothing", third, second]}`);
  const { entries, isChosen } = await puzzlesIn(chosen, provider);
  assert.deepEqual(idsOf(entries), [third, first, second]);
  assert.equal(isChosen, true);
  assert.equal(
    writePlace(entries[0].place),
    `#puzzle/${third}?list=set/${third},${first},nothing,${third},${second}`,
  );
  const { number, all, before } = await standing(entries[1].place, provider);
  assert.deepEqual([number, all, before], [2, 3, writePlace(entries[0].place)]);
});

test("positions that were missed in the storm are a list", async () => {
  const ids = storm.map(({ position }) => idOf(stormPuzzle(triangle, position)));
  const { name, entries } = await puzzlesIn(list(`#missed/${ids[2]},${ids[0]}`), provider);
  assert.equal(name, "Missed in the storm");
  assert.deepEqual(
    entries.map(({ puzzle }) => puzzle.start_code),
    ["code:13572", "code:538"],
  );
});

test("a month is a list of its days", async () => {
  const { name, entries } = await puzzlesIn(list("#calendar/2024-02"), provider);
  assert.equal(name, "February 2024");
  assert.equal(entries.length, 29);
  for (const [i, { place, puzzle }] of entries.entries()) {
    const date = new Date(2024, 1, i + 1);
    assert.equal(writePlace(place), `#daily/${dayKey(date)}?list=calendar/2024-02`);
    assert.equal(puzzle, puzzleOfTheDay(gallery, date).puzzle);
  }
  const { number, all, before, next } = await standing(entries[0].place, provider);
  assert.deepEqual([number, all, before], [1, 29, null]);
  assert.equal(next, "#daily/2024-02-02?list=calendar/2024-02");
});

test("this month ends today", async () => {
  const month = dayKey().slice(0, 7);
  for (const address of ["#calendar", `#calendar/${month}`]) {
    const { entries } = await puzzlesIn(list(address), provider);
    assert.equal(entries.at(-1).place.day, dayKey());
  }
});

for (const address of ["#ladder/nothing", "#ladder", "#set/nothing", "#set", "#missed/x", "#calendar/2026-13"])
  test(`an empty list: ${address}`, async () => {
    assert.deepEqual((await puzzlesIn(list(address), provider)).entries, []);
    const id = idOf(puzzlesOf([classics])[0]);
    assert.equal(await standing({ kind: "puzzle", id, list: list(address) }, provider), null);
  });
