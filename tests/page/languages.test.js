// The words of every language: the same keys and gaps as in English, and the plural forms that the
// language has.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, test } from "node:test";

import { english } from "./english.js";
import { chooseLanguage, LANGUAGES, numberText, say, takeWords } from "../js/say.js";
import { readable, titled } from "../js/words.js";

const wordsOf = (name) => JSON.parse(readFileSync(new URL(`../words/${name}.json`, import.meta.url), "utf8"));
const textsOf = (entry) => (typeof entry === "string" ? [entry] : Object.values(entry));
const gapsOf = (entry) =>
  [...new Set(textsOf(entry).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([gap]) => gap)))].sort();

afterEach(() => takeWords(english));

test("every language is a file and a line", () => {
  const files = readdirSync(new URL("../words", import.meta.url)).filter((name) => name.endsWith(".json"));
  assert.deepEqual(files.map((name) => name.replace(".json", "")).sort(), Object.keys(LANGUAGES).sort());
});

for (const name of Object.keys(LANGUAGES)) {
  const words = wordsOf(name);

  test(`${name} has the keys of English, in its order`, () => {
    assert.deepEqual(Object.keys(words), Object.keys(english));
  });

  test(`${name} has the gaps of English`, () => {
    for (const [key, entry] of Object.entries(english)) {
      assert.equal(typeof words[key], typeof entry, key);
      assert.deepEqual(gapsOf(words[key]), gapsOf(entry), key);
    }
  });

  test(`${name} has all plural forms`, () => {
    const forms = new Intl.PluralRules(name).resolvedOptions().pluralCategories.sort();
    for (const [key, entry] of Object.entries(words))
      if (typeof entry !== "string") assert.deepEqual(Object.keys(entry).sort(), forms, key);
  });

  test(`${name} leaves no text empty, and no space at an end that English has not`, () => {
    const edges = (text) => [text.startsWith(" "), text.endsWith(" ")];
    for (const [key, entry] of Object.entries(words))
      for (const text of textsOf(entry)) {
        assert.ok(text.trim(), key);
        assert.deepEqual(edges(text), edges(textsOf(english[key])[0]), key);
      }
  });
}

test("numbers are written as in the language", () => {
  const numbers = (name) => {
    takeWords(wordsOf(name), name);
    return [readable(1e6), readable(2.34e6), readable(27e10), numberText(12345.5)];
  };
  assert.deepEqual(numbers("en"), ["1 million", "2.3 million", "270 billion", "12,345.5"]);
  assert.deepEqual(numbers("de"), ["1 Million", "2,3 Millionen", "270 Milliarden", "12.345,5"]);
  assert.deepEqual(numbers("es").slice(0, 3), ["1 millón", "2,3 millones", "270 mil millones"]);
  assert.deepEqual(numbers("fr").slice(0, 3), ["1 million", "2,3 millions", "270 milliards"]);
});

test("boards and sets have names in every language", () => {
  takeWords(wordsOf("de"), "de");
  assert.equal(titled("triangle5"), "Dreieck 5");
  assert.equal(titled("english-figure-10"), "Englisches Brett: Abbildung 10");
  assert.equal(titled("a set of one's own"), "A set of one's own");
  assert.equal(say("count.peg", { count: 1 }), "1 Stein");
});

test("the address chooses the language, then the player, then the browser", () => {
  const preferred = ["nl-NL", "fr-CA", "de"];
  assert.equal(chooseLanguage({ asked: "de", chosen: "es", preferred }), "de");
  assert.equal(chooseLanguage({ asked: "xx", chosen: "es", preferred }), "es");
  assert.equal(chooseLanguage({ chosen: "auto", preferred }), "fr");
  assert.equal(chooseLanguage({ chosen: "toString", preferred: ["nl"] }), "en");
});
