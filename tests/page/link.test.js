// Addresses: every place has one, and anything else is refused in a few words.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import "./english.js";

import { idOf } from "../js/gallery.js";
import { readPlace, withoutList, writePlace } from "../js/router.js";
import { seeded } from "../js/searches.js";

// The place of an address, without the parts that it leaves out.
const read = (address) => JSON.parse(JSON.stringify(readPlace(address)));

const PLACES = {
  "#home": { kind: "home" },
  "#daily": { kind: "daily", moves: [] },
  "#daily/2026-11-24/d2-d4,f3-d3/1": { kind: "daily", day: "2026-11-24", moves: ["d2-d4", "f3-d3"], at: 1 },
  "#puzzle/k3x9q": { kind: "puzzle", id: "k3x9q", moves: [] },
  "#puzzle/k3x9q/d2-d4/0?list=ladder/one-right-jump": {
    kind: "puzzle",
    id: "k3x9q",
    moves: ["d2-d4"],
    at: 0,
    list: { kind: "ladder", theme: "one-right-jump" },
  },
  "#daily/2026-11-24?list=calendar/2026-11": {
    kind: "daily",
    day: "2026-11-24",
    moves: [],
    list: { kind: "calendar", month: "2026-11" },
  },
  "#set/k3x9q,p0d2m1": { kind: "set", ids: "k3x9q,p0d2m1" },
  "#set/My%20set%3F": { kind: "set", ids: "My set?" },
  "#missed/k3x9q": { kind: "missed", ids: "k3x9q" },
  "#storm": { kind: "storm" },
  "#storm/streak": { kind: "storm", mode: "streak" },
  "#two/triangle5": { kind: "two", board: "triangle5", moves: [] },
  "#two/triangle5/a1/move-misere/people/2/a3-a1,a5-a3": {
    kind: "two",
    board: "triangle5",
    start: "a1",
    rules: "move-misere",
    against: "people",
    first: "2",
    moves: ["a3-a1", "a5-a3"],
  },
  "#learn": { kind: "learn" },
  "#learn/5": { kind: "learn", lesson: "5" },
  "#board/english/d4/any/d2-d4-d6": {
    kind: "board",
    board: "english",
    start: "d4",
    finish: "any",
    moves: ["d2-d4-d6"],
  },
  "#board/square:ooo_o-o/code:7": { kind: "board", board: "square:ooo/o-o", start: "code:7", moves: [] },
  "#board/square:ooo_o-o/code:7//a1-c1/0?name=%3Cb%3EHat%3F%20%E2%99%A5%2F%3C%2Fb%3E": {
    kind: "board",
    board: "square:ooo/o-o",
    start: "code:7",
    moves: ["a1-c1"],
    at: 0,
    name: "<b>Hat? ♥/</b>",
  },
};

for (const [address, place] of Object.entries(PLACES))
  test(`a place is read and written back: ${address}`, () => {
    assert.deepEqual(read(address), place);
    assert.equal(writePlace(place), address);
  });

for (const address of ["", "#"])
  test(`an empty address: “${address}”`, () => assert.equal(readPlace(address), null));

const triangle = { kind: "board", board: "triangle5", start: "a1", moves: [] };
const OLD = [
  [
    "#board/square:ooo%2Fo-o/code:7",
    { ...triangle, board: "square:ooo/o-o", start: "code:7" },
    "#board/square:ooo_o-o/code:7",
  ],
  ["#board=triangle5&start=a1", triangle, "#board/triangle5/a1"],
  [
    "#board=triangle5&start=a1&moves=a3-a1&at=0&later=1",
    { ...triangle, moves: ["a3-a1"], at: 0 },
    "#board/triangle5/a1//a3-a1/0",
  ],
  ["#learn=sax", { kind: "learn", lesson: "sax" }, "#learn/sax"],
];
for (const [address, place, now] of OLD)
  test(`an older link is read: ${address}`, () => {
    assert.deepEqual(read(address), place);
    assert.equal(writePlace(place), now);
  });

for (const address of [
  "#puzzle/k3x9q?list=home",
  "#puzzle/k3x9q?list=",
  "#puzzle/k3x9q?list=puzzle/a?list=set/b",
])
  test(`what is no list is left out: ${address}`, () =>
    assert.deepEqual(read(address), { kind: "puzzle", id: "k3x9q", moves: [] }));

test("an address without its list", () => {
  assert.equal(withoutList("#puzzle/k3x9q/d2-d4?list=set/a,b"), "#puzzle/k3x9q/d2-d4");
  assert.equal(withoutList("#board/english/d4"), "#board/english/d4");
});

const NAMES = [
  ["a long name", "x".repeat(99), "x".repeat(40)],
  ["pairs stay together", "👒".repeat(50), "👒".repeat(40)],
  ["one line, in one direction", " a\nb\u202ec ", "a b c"],
  ["half a character", "a\ud83d", "a"],
  ["blanks alone", " \t", undefined],
];
for (const [what, given, name] of NAMES)
  test(`the name of a board in its link: ${what}`, () => {
    const address = writePlace({ kind: "board", board: "square:ooo", name: given });
    assert.equal(readPlace(address).name, name);
    const raw = encodeURIComponent(given.replace("\ud83d", (mark, i) => (given[i + 1] ? mark : "")));
    assert.equal(readPlace(`#board/square:ooo?name=${raw}`).name, name);
  });

test("boards of the catalogue and other places have no other names", () => {
  for (const address of ["#board/english?name=Hat", "#puzzle/k3x9q?name=Hat", "#board/square:ooo?name="])
    assert.equal(readPlace(address).name, undefined, address);
  assert.equal(writePlace({ kind: "board", board: "english", name: "Hat" }), "#board/english");
});

const REFUSED = [
  ["#nonsense", /unknown place “nonsense”/],
  ["#constructor", /unknown place/],
  ["#board/%E0%A4%A", /damaged at “%E0%A4%A”/],
  ["#board/square:ooo?name=%E0%A4%A", /damaged at “%E0%A4%A”/],
  ["#daily//d2-d4/x", /damaged at “x”/],
  ["#daily//d2-d4/12345", /damaged at “12345”/],
  [`#${"x".repeat(13_000)}`, /too long/],
];
for (const [address, message] of REFUSED)
  test(`an invalid address is refused: ${address.slice(0, 30)}`, () =>
    assert.throws(() => readPlace(address), message));

test("any text is read, or refused in one line", () => {
  const chance = seeded(53);
  const parts = [..."#/=&%_:,-é0\n", "board", "daily", "%2F", "d4", "learn=", "square:oo", "?name=", "at="];
  for (let i = 0; i < 5000; i += 1) {
    const text = Array.from({ length: 1 + chance() * 8 }, () => parts[Math.floor(chance() * parts.length)]).join(
      "",
    );
    try {
      const place = readPlace(text);
      if (place) assert.deepEqual(readPlace(writePlace(place)), place, text);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      assert.ok(error.message.length < 80, error.message);
    }
  }
});

test("all puzzles have different ids, which do not depend on names", () => {
  const { sets } = JSON.parse(readFileSync("gallery.json"));
  const numbers = new Map();
  for (const set of sets)
    for (const puzzle of set.puzzles)
      numbers.set(`${set.board.name}|${puzzle.start_code}|${puzzle.problem_finish}`, idOf({ set, puzzle }));
  assert.equal(new Set(numbers.values()).size, numbers.size);
  const [set] = sets;
  const [puzzle] = set.puzzles;
  assert.equal(idOf({ set, puzzle: { ...puzzle, name: "another" } }), idOf({ set, puzzle }));
});
