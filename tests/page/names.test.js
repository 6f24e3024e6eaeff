// The names of built-in puzzles and the descriptions of their sets, in every language but English.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";
import { gunzipSync } from "node:zlib";

import { english } from "./english.js";
import { LANGUAGES } from "../js/language.js";
import { takeWords } from "../js/say.js";
import { dataText, puzzleName, puzzleTitle } from "../js/words.js";

const read = (path) => readFileSync(new URL(path, import.meta.url));
const tablesOf = (name) => JSON.parse(read(`../words/names/${name}.json`));
const { sets } = JSON.parse(gunzipSync(read("../../data/puzzles.json.gz")));
const names = new Set(sets.flatMap(({ puzzles }) => puzzles.map(({ name }) => name)));

afterEach(() => takeWords(english));

for (const name of Object.keys(LANGUAGES).filter((name) => name !== "en")) {
  const tables = tablesOf(name);

  test(`${name} has every name of a puzzle and every description of a set`, () => {
    // A name that is the same in both languages is in the table too.
    takeWords(english, name, tables);
    const isTold = (text) => puzzleName(text) !== text || text in tables.alone || /^Vacancy/.test(text);
    assert.deepEqual(
      [...names].filter((text) => !isTold(text)),
      [],
    );
    assert.deepEqual(
      sets.map(({ description }) => description).filter((text) => !(text in tables.texts)),
      [],
    );
  });

  test(`${name} has every adjective for every gender of its nouns`, () => {
    const genders = new Set(Object.values(tables.nouns).map(([, gender]) => gender));
    for (const [adjective, forms] of Object.entries(tables.adjectives))
      for (const form of typeof forms === "string" ? [forms] : [...genders].map((gender) => forms[gender]))
        assert.match(form, /^[^{]*\{noun\}[^{]*$/, adjective);
  });

  test(`${name} has no table that nothing uses`, () => {
    const words = [...names].flatMap((text) => [text, text.split(" ")[0], text.split(" ").slice(1).join(" ")]);
    const known = new Set(words.map((word) => word.toLowerCase()));
    for (const table of [tables.alone, tables.nouns, tables.adjectives])
      assert.deepEqual(
        Object.keys(table).filter((word) => !known.has(word.toLowerCase())),
        [],
      );
  });
}

test("a name is put together in the language", () => {
  takeWords(english, "de", tablesOf("de"));
  assert.equal(puzzleName("Broken arrow"), "Zerbrochener Pfeil");
  assert.equal(puzzleName("Hollow lantern"), "Hohle Laterne");
  assert.equal(puzzleName("Fireplace"), "Kamin");
  assert.equal(puzzleName("Great Ferris wheel"), "Großes Riesenrad");
  assert.equal(puzzleName("A name of one's own"), "A name of one's own");
  const puzzle = { name: "Fireplace" };
  assert.equal(puzzleTitle({ set: { own: true }, puzzle }), "Fireplace");
  assert.equal(dataText("One peg is missing."), "Ein Stein fehlt.");
});
