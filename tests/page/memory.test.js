// What the browser stores: two tabs, damaged records, the current game.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "./english.js";

import { readBackup } from "../js/backup.js";
import { nextLesson } from "../js/gallery.js";
import { Memory } from "../js/memory.js";

class Storage {
  constructor() {
    this.kept = new Map();
  }
  getItem(key) {
    return this.kept.get(key) ?? null;
  }
  setItem(key, value) {
    this.kept.set(key, String(value));
  }
  removeItem(key) {
    this.kept.delete(key);
  }
}

let storage, messages, heard;
const memory = () => new Memory((text) => messages.push(text), storage);
const stored = (key) => JSON.parse(storage.getItem(key));

beforeEach(() => {
  [storage, messages, heard] = [new Storage(), [], []];
  globalThis.addEventListener = (name, listener) => heard.push([name, listener]);
});

test("two tabs do not overwrite each other's settings", () => {
  const [first, other] = [memory(), memory()];
  first.keep("settings", "theme", "dark");
  other.keep("settings", "sound", "on");
  assert.deepEqual([stored("pegs.settings").theme, stored("pegs.settings").sound], ["dark", "on"]);
  assert.equal(other.settings.theme, "dark");
});

test("a tab notices the settings of another one", () => {
  const [first, other] = [memory(), memory()];
  const parts = [];
  first.follow((part) => parts.push(part));
  other.keep("settings", "help", "full");
  for (const [, listener] of heard) listener({ key: "pegs.settings" });
  for (const [, listener] of heard) listener({ key: "something else" });
  assert.equal(first.settings.help, "full");
  assert.deepEqual(parts, ["settings"]);
});

test("the lesson that was opened last comes next, until it is completed", () => {
  const lessons = ["one", "two", "three", "four"].map((name) => ({ name, steps: [1, 2] }));
  const next = () => nextLesson(lessons, memory())?.name;
  assert.equal(next(), "one");
  memory().openLesson("three"); // nothing is done in it yet
  assert.equal(next(), "three");
  memory().keep("lessons", "three", 1);
  memory().openLesson("two");
  memory().openLesson("three");
  assert.deepEqual([next(), stored("pegs.lessons").three], ["three", 1]);
  memory().keep("lessons", "three", 2);
  assert.equal(next(), "four");
  for (const name of ["four", "one"]) memory().keep("lessons", name, 2);
  assert.equal(next(), "two");
  memory().keep("lessons", "two", 2);
  assert.equal(next(), undefined);
});

test("the last runs of the storm are kept", () => {
  const kept = memory();
  assert.deepEqual(kept.lastRuns, []);
  kept.keepRun("storm", 12);
  const [run] = memory().lastRuns;
  assert.deepEqual([run.mode, run.score], ["storm", 12]);
  assert.ok(Math.abs(run.time.getTime() - Date.now()) < 60_000);
  const early = Array.from({ length: 250 }, (_, i) => [new Date(1e12 + i * 1e6).toISOString(), `streak ${i}`]);
  storage.setItem("pegs.runs", JSON.stringify(Object.fromEntries(early.slice(0, 200))));
  const full = memory();
  full.keepRun("storm", 3);
  assert.equal(full.runs.size, 200);
  assert.deepEqual([full.lastRuns[0].score, full.lastRuns.at(-1).score], [3, 1]);
  storage.setItem("pegs.runs", JSON.stringify({ "2026-99-99T00:00:00.000Z": "storm 3", never: "storm 3" }));
  assert.deepEqual(memory().lastRuns, []);
});

for (const damaged of ["{", "[]", "null", '"full"', '{"help": 7, "theme": "dark"}'])
  test(`damaged data are set aside: ${damaged}`, () => {
    storage.setItem("pegs.settings", damaged);
    const repaired = memory();
    assert.equal(storage.getItem("pegs.settings.damaged"), damaged);
    assert.equal(repaired.settings.help, "warn");
    assert.equal(repaired.settings.theme, damaged.includes("dark") ? "dark" : "auto");
    assert.match(messages.join(), /settings was damaged\. What can be read is still here\./);
    assert.equal(memory().settings.help, "warn");
    assert.equal(messages.length, 1); // and not the next time
  });

test("intact records survive a damaged one", () => {
  storage.setItem("pegs.records", '{"a": 5, "b": -1}');
  assert.deepEqual([...memory().records], [["a", 5]]);
  assert.equal(storage.getItem("pegs.records.damaged"), '{"a": 5, "b": -1}');
});

test("the page works with full or forbidden storage", () => {
  storage.setItem = () => {
    throw new Error("full");
  };
  const fallback = memory();
  assert.equal(fallback.keep("records", "a", 5), true);
  fallback.keep("settings", "theme", "dark");
  assert.equal(fallback.settings.theme, "dark");
});

test("the current game", () => {
  const fresh = memory();
  assert.equal(fresh.isNew, true);
  assert.equal(fresh.game, null);
  fresh.keepGame("#board/english/d4", {
    address: "#board/english/d4",
    code: "123",
    board: { name: "english" },
    shown: [1],
  });
  assert.equal(memory().game.address, "#board/english/d4");
  assert.equal(memory().isNew, false);
});

test("a game that is over does not take the place of one that is not", () => {
  const kept = memory();
  const one = { address: "#board/english/d4/b4-d4", code: "123", board: { name: "english" }, shown: [] };
  kept.keepGame("#board/english/d4", one);
  kept.keepGame("#daily", { ...one, address: "#daily/x", over: true });
  assert.equal(memory().game.address, one.address);
  assert.equal(memory().games.length, 2);
});

const GAME = '{"address": "#board/english/d4", "code": "123", "board": {"name": "english"}, "shown": [1]}';
for (const damaged of ["{", "[]", '{"address": 1}', '{"address": "#x", "code": "x", "board": {}, "shown": []}'])
  test(`a damaged game is left out: ${damaged}`, () => {
    storage.setItem("pegs.game", damaged);
    assert.equal(memory().game, null);
    storage.setItem("pegs.games", `[${damaged}, ${GAME}]`);
    assert.equal(memory().game?.address ?? null, damaged === "{" ? null : "#board/english/d4");
  });

test("the game that an earlier version stored is the current one, until another is played", () => {
  storage.setItem("pegs.game", GAME);
  assert.deepEqual(memory().games, [JSON.parse(GAME)]);
  assert.equal(memory().isNew, false);
  memory().keepGame("#puzzle/a", { ...JSON.parse(GAME), address: "#puzzle/a/d2-d4" });
  assert.deepEqual(
    memory().games.map(({ address }) => address),
    ["#puzzle/a/d2-d4", "#board/english/d4"],
  );
});

test("the last games are stored, one of each place, in all tabs", () => {
  const tabs = [memory(), memory()];
  for (let number = 0; number < 20; number += 1)
    tabs[number % 2].keepGame(`#puzzle/${number % 15}`, {
      ...JSON.parse(GAME),
      address: `#puzzle/${number % 15}/x`,
    });
  const places = memory().games.map(({ place }) => place);
  assert.deepEqual(
    places,
    [4, 3, 2, 1, 0, 14, 13, 12, 11, 10, 9, 8].map((number) => `#puzzle/${number}`),
  );
});

test("the player's boards are stored, deleted in every tab, and not replaced by those of a file", () => {
  const [first, other] = [memory(), memory()];
  first.keep("boards", "Hat", "square:--o/ooooo/ooooo/ooooo");
  other.keep("boards", "Roof", "triangular:o/oo/ooo");
  first.forget("boards", "Hat");
  other.keep("boards", "Wall", "square:ooo/ooo/ooo");
  assert.deepEqual([...memory().boards.keys()], ["Roof", "Wall"]);
  const loaded = memory();
  for (let twice = 0; twice < 2; twice += 1)
    loaded.add({ boards: { Roof: "square:ooo", Hat: 7, "": "square:ooo" } });
  assert.deepEqual([...loaded.boards.keys()], ["Roof", "Wall", "Roof 2"]);
});

test("the puzzles of three classes are offered, the last one first, and somebody who has some is not new", () => {
  const kept = memory();
  for (const [ids, hour] of [
    ["a", 11],
    ["b,c", 13],
    ["d", 10],
    ["e", 12],
  ])
    kept.keep("classes", ids, `2026-11-24T${hour}:00:00.000Z`);
  assert.deepEqual(memory().lastClasses, ["b,c", "e", "a"]);
  assert.equal(memory().isNew, false);
  kept.keep("classes", "d", "2026-11-25T09:00:00.000Z");
  memory().forget("classes", "b,c");
  assert.deepEqual(memory().lastClasses, ["d", "e", "a"]);
});

test("the first result at a rated puzzle stays, across tabs and files", () => {
  const [first, other] = [memory(), memory()];
  assert.equal(first.keepResult("a", 12.5, 1), true);
  assert.equal(other.keepResult("a", 12.5, 0), false);
  assert.equal(other.keepResult("b", 8, 0), true);
  assert.match(memory().results.get("a"), /^\d{4}-.*Z 12\.5 1$/);
  assert.match(memory().results.get("b"), /Z 8 0$/);
  const early = "2020-01-01T00:00:00.000Z 12.5 0";
  const late = "2099-01-01T00:00:00.000Z 8 1";
  first.add({ results: { a: early, b: late, c: "nonsense" } });
  assert.equal(memory().results.get("a"), early);
  assert.match(memory().results.get("b"), /Z 8 0$/);
  assert.equal(memory().results.size, 2);
  assert.deepEqual(memory().whole().results, Object.fromEntries(memory().results));
});

test("the better record of two tabs stays", () => {
  const [first, other] = [memory(), memory()];
  assert.deepEqual(
    [
      first.keep("records", "x", 5),
      other.keep("records", "y", 6),
      other.keep("records", "x", 6),
      first.keep("records", "y", 4),
    ],
    [true, true, false, true],
  );
  assert.deepEqual(stored("pegs.records"), { x: 5, y: 4 });
});

// Valid and invalid entries: [part, key, value, whether it is valid].
const ENTRIES = [
  ["settings", "help", "full", true],
  ["settings", "help", "much", false],
  ["settings", "constructor", 1, false],
  ["records", "a|b|c", 999_999, true],
  ["records", "a|b|c", 1_000_000, false],
  ["records", "a|b|c", 1.5, false],
  ["records", "x".repeat(3000), 5, false],
  ["days", "2026-11-24", 5, true],
  ["days", "today", 5, false],
  ["days", "2026-11-24", -5, false],
  ["storm", "streak", 7, true],
  ["storm", "rain", 7, false],
  ["lessons", "jumping", 3, true],
  ["lessons", "no name", 3, false],
  ["results", "a", "2026-11-27T09:30:00.000Z 12.5 1", true],
  ["results", "a", "2026-11-27 12.5 1", false],
  ["results", "a", "2026-11-27T09:30:00.000Z 12.5 2", false],
  ["boards", "Hat", "square:--o/ooo", true],
  ["boards", " ", "square:--o/ooo", false],
  ["boards", "Hat", "--o/ooo", false],
  ["classes", "k3x9q,p0d2m1", "2026-11-27T09:30:00.000Z", true],
  ["classes", "k3x9q/d4", "2026-11-27T09:30:00.000Z", false],
  ["classes", "k3x9q", "today", false],
];
for (const [part, key, value, may] of ENTRIES)
  test(`${may ? "valid" : "invalid"}: ${part}, ${key.slice(0, 20)}, ${value}`, () => {
    const loaded = memory();
    loaded.add({ [part]: { [key]: value } });
    assert.equal(loaded.whole()[part][key] === value, may);
  });

const WHOLE = {
  format: "pegsolitaire-records",
  version: 1,
  settings: { help: "full" },
  records: { a: 1 },
  days: { "2026-11-24": 3 },
  storm: { storm: 4 },
  lessons: { jumping: 2 },
};
const file = (more) => JSON.stringify({ ...WHOLE, ...more });

test("a file of records is read, also one without lessons", () => {
  const { format, version, ...parts } = WHOLE;
  assert.deepEqual(readBackup(file()), parts);
  const { lessons, ...before } = parts;
  assert.deepEqual(readBackup(file({ lessons: undefined })), before);
});

const BAD = [
  ["", "This is not a file of saved records."],
  ["[1]", "This is not a file of saved records."],
  ["{}", "This is not a file of saved records."],
  [file({ format: "else" }), "This is not a file of saved records."],
  [file({ version: null }), "This file does not say which version it is."],
  [file({ version: 2 }), "This file is from a later version of the page: update it first."],
  [file({ records: [1] }), "This file is damaged: it has no “records”."],
  [file({ days: undefined }), "This file is damaged: it has no “days”."],
  [file({ records: { a: 0 } }), "This file is damaged: “a” of “records” cannot be 0."],
  [
    file({ storm: { storm: "x".repeat(99) } }),
    `This file is damaged: “storm” of “storm” cannot be "${"x".repeat(39)}.`,
  ],
  [" ".repeat(4_000_001), "This file is too large for a file of saved records."],
];
for (const [i, [text, message]] of BAD.entries())
  test(`a bad file is refused (${i + 1}): ${message}`, () => assert.throws(() => readBackup(text), { message }));
