// The names of built-in puzzles and the descriptions of their sets, in every language but English.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";

import "./english.js";
import { descriptionOf, puzzleName, puzzleTitle, takeNames } from "../js/names.js";
import { LANGUAGES } from "../js/say.js";

const tablesOf = (name) =>
  JSON.parse(readFileSync(new URL(`../words/names/${name}.json`, import.meta.url), "utf8"));
const { sets } = JSON.parse(readFileSync("gallery.json", "utf8"));
const names = new Set(sets.flatMap(({ puzzles }) => puzzles.map(({ name }) => name)));

afterEach(() => takeNames({}));

// The tables of a new language may be empty: then its names are in English.
const others = Object.keys(LANGUAGES).filter((name) => name !== "en" && Object.keys(tablesOf(name)).length);

for (const name of others) {
  const tables = tablesOf(name);
  // The names that are the same in both languages.
  const same = new Set(
    [...Object.entries(tables.nouns).map(([text, [word]]) => [text, word]), ...Object.entries(tables.alone)]
      .map(([text, word]) => [text.toLowerCase(), word.toLowerCase()])
      .flatMap(([text, word]) => (text === word ? [text] : [])),
  );

  test(`${name} has every name of a puzzle and every description of a set`, () => {
    takeNames(tables);
    const isTold = (text) => puzzleName(text) !== text || same.has(text.toLowerCase());
    assert.deepEqual(
      [...names].filter((text) => !isTold(text)),
      [],
    );
    assert.deepEqual(
      sets.map(({ description }) => description).filter((text) => !(text in tables.texts)),
      [],
    );
  });

  test(`${name} tells the puzzles of a board apart`, () => {
    takeNames(tables);
    for (const { name: set, puzzles } of sets) {
      const told = new Map(puzzles.map((puzzle) => [puzzle.name, puzzleName(puzzle.name)]));
      assert.equal(new Set(told.values()).size, told.size, set);
    }
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
  takeNames(tablesOf("de"));
  assert.equal(puzzleName("Broken arrow"), "Zerbrochener Pfeil");
  assert.equal(puzzleName("Hollow lantern"), "Hohle Laterne");
  assert.equal(puzzleName("Fireplace"), "Kamin");
  assert.equal(puzzleName("Dragonfly"), "Libelle");
  assert.equal(puzzleName("Great Ferris wheel"), "Großes Riesenrad");
  assert.equal(puzzleName("A name of one's own"), "A name of one's own");
  const puzzle = { name: "Fireplace" };
  assert.equal(puzzleTitle({ set: { own: true }, puzzle }), "Fireplace");
  assert.equal(descriptionOf({ description: "One peg is missing." }), "Ein Stein fehlt.");
});
