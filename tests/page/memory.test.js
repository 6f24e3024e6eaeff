// What the browser keeps: two tabs, damaged records, the game under way.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

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

let storage, told, heard;
const memory = () => new Memory((text) => told.push(text), storage);
const stored = (key) => JSON.parse(storage.getItem(key));

beforeEach(() => {
  [storage, told, heard] = [new Storage(), [], []];
  globalThis.addEventListener = (name, listener) => heard.push([name, listener]);
});

test("two tabs do not overwrite each other's settings", () => {
  const [one, other] = [memory(), memory()];
  one.set("theme", "dark");
  other.set("sound", "on");
  assert.deepEqual([stored("pegs.settings").theme, stored("pegs.settings").sound], ["dark", "on"]);
  assert.equal(other.settings.theme, "dark");
});

test("a tab hears of what another one has set", () => {
  const [one, other] = [memory(), memory()];
  const parts = [];
  one.follow((part) => parts.push(part));
  other.set("help", "full");
  for (const [, listener] of heard) listener({ key: "pegs.settings" });
  for (const [, listener] of heard) listener({ key: "something else" });
  assert.equal(one.settings.help, "full");
  assert.deepEqual(parts, ["settings"]);
});

for (const damaged of ["{", "[]", "null", '"full"', '{"help": 7, "theme": "dark"}'])
  test(`what is damaged is kept aside: ${damaged}`, () => {
    storage.setItem("pegs.settings", damaged);
    const found = memory();
    assert.equal(storage.getItem("pegs.settings.damaged"), damaged);
    assert.equal(found.settings.help, "gentle");
    assert.equal(found.settings.theme, damaged.includes("dark") ? "dark" : "auto");
    assert.match(told.join(), /settings was damaged\. What can be read is still here\./);
    assert.equal(memory().settings.help, "gentle");
    assert.equal(told.length, 1); // and not the next time
  });

test("records that are whole stay when another is not", () => {
  storage.setItem("pegs.records", '{"a": 5, "b": -1}');
  assert.deepEqual([...memory().records], [["a", 5]]);
  assert.equal(storage.getItem("pegs.records.damaged"), '{"a": 5, "b": -1}');
});

test("a store that is full or forbidden stops nobody", () => {
  storage.setItem = () => {
    throw new Error("full");
  };
  const found = memory();
  assert.equal(found.solved("a", 5), true);
  found.set("theme", "dark");
  assert.equal(found.settings.theme, "dark");
});

test("the game under way", () => {
  const found = memory();
  assert.equal(found.isNew, true);
  assert.equal(found.game, null);
  found.keepGame({ address: "#board/english/d4", code: "123", board: { name: "english" }, shown: [1] });
  assert.equal(memory().game.address, "#board/english/d4");
  assert.equal(memory().isNew, false);
  for (const damaged of ["{", "[]", '{"address": 1}', '{"address": "#x", "code": "x", "board": {}, "shown": []}']) {
    storage.setItem("pegs.game", damaged);
    assert.equal(memory().game, null, damaged);
  }
});

test("boards of one's own are kept, forgotten in every tab, and none is lost to a file", () => {
  const [one, other] = [memory(), memory()];
  one.keepBoard("Hat", "square:--o/ooooo/ooooo/ooooo");
  other.keepBoard("Roof", "triangular:o/oo/ooo");
  one.keepBoard("Hat", null);
  other.keepBoard("Wall", "square:ooo/ooo/ooo");
  assert.deepEqual([...memory().boards.keys()], ["Roof", "Wall"]);
  const found = memory();
  for (let twice = 0; twice < 2; twice += 1) found.add({ boards: { Roof: "square:ooo", Hat: 7, "": "square:ooo" } });
  assert.deepEqual([...found.boards.keys()], ["Roof", "Wall", "Roof 2"]);
});

test("the first result at a rated puzzle stays, in every tab and from a file", () => {
  const [one, other] = [memory(), memory()];
  assert.equal(one.judged("a", 12.5, 1), true);
  assert.equal(other.judged("a", 12.5, 0), false);
  assert.equal(other.judged("b", 8, 0), true);
  assert.match(memory().results.get("a"), /^\d{4}-.*Z 12\.5 1$/);
  assert.match(memory().results.get("b"), /Z 8 0$/);
  const early = "2020-01-01T00:00:00.000Z 12.5 0";
  const late = "2099-01-01T00:00:00.000Z 8 1";
  one.add({ results: { a: early, b: late, c: "nonsense" } });
  assert.equal(memory().results.get("a"), early);
  assert.match(memory().results.get("b"), /Z 8 0$/);
  assert.equal(memory().results.size, 2);
  assert.deepEqual(memory().whole().results, Object.fromEntries(memory().results));
});
