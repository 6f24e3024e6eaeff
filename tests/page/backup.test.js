// Files of saved records: what is read of them, and those that are refused whole, with one line each.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readBackup } from "../js/memory.js";

const WHOLE = {
  format: "pegsolitaire-records",
  version: 1,
  settings: { help: "full" },
  records: { a: 1 },
  days: { "2026-11-24": 3 },
  storm: { storm: 4 },
  lessons: { jumping: 2 },
};
const BAD = [
  ["", "This is not a file of saved records."],
  ["[1]", "This is not a file of saved records."],
  ["{}", "This is not a file of saved records."],
  [{ format: "else" }, "This is not a file of saved records."],
  [{ version: null }, "This file does not say which version it is."],
  [{ version: 2 }, "This file is from a later version of the page: update it first."],
  [{ records: [1] }, "This file is damaged: it has no “records”."],
  [{ days: null }, "This file is damaged: it has no “days”."],
  [{ records: { a: 0 } }, "This file is damaged: “a” of “records” cannot be 0."],
  [{ records: { a: 1.5 } }, "This file is damaged: “a” of “records” cannot be 1.5."],
  [{ days: { today: 3 } }, "This file is damaged: “today” of “days” cannot be 3."],
  [{ storm: { storm: "x".repeat(99) } }, `cannot be "${"x".repeat(39)}.`],
  [{ lessons: { "no name": 1 } }, "“no name” of “lessons” cannot be 1."],
  [{ settings: { help: "much" } }, "“help” of “settings” cannot be \"much\"."],
  [{ settings: { constructor: 1 } }, "“constructor” of “settings” cannot be 1."],
];

test("a whole file is read", () => {
  const { format, version, ...parts } = WHOLE;
  assert.deepEqual(readBackup(JSON.stringify(WHOLE)), parts);
});

test("a file from before there were lessons is read", () => {
  const { lessons, ...before } = WHOLE;
  const { format, version, ...parts } = before;
  assert.deepEqual(readBackup(JSON.stringify(before)), parts);
});

for (const [part, said] of BAD) {
  const text = typeof part === "string" ? part : JSON.stringify({ ...WHOLE, ...part });
  test(`refused: ${text.slice(0, 60)}`, () =>
    assert.throws(
      () => readBackup(text),
      ({ message }) => message.endsWith(said) && !message.includes("\n"),
    ));
}
