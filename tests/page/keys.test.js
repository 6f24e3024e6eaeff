// The words of the page: every key that is used exists, every key is used, and the fixed texts of the
// documents are the English ones.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { english } from "./english.js";

const here = (path) => new URL(`../${path}`, import.meta.url);
const scripts = readdirSync(here("js")).map((name) => readFileSync(here(`js/${name}`), "utf8"));
const code = scripts.join("\n").replace(/^\s*\/\/.*$/gm, "");
const pages = ["index.html", "sheet.html"].map((name) => readFileSync(here(name), "utf8"));

const all = (pattern, text = code) => [...text.matchAll(pattern)].map(([, key]) => key);
const keys = new Set(Object.keys(english));
const sections = new Set([...keys].map((key) => key.split(".")[0]));

// Keys in full, keys of which the end is computed, and keys in the documents.
const whole = all(/"([a-z]+(?:\.[\w-]+)+)"/g).filter((text) => sections.has(text.split(".")[0]));
const named = whole.filter((text) => !/\.(js|json|html|css|toml|svg|png)$/.test(text));
const begun = all(/`([a-z]+\.(?:[\w-]+\.)*)\$\{/g).filter((text) => sections.has(text.split(".")[0]));
const ended = all(/`\$\{mode\}(\.\w+)`/g);
const made = [
  ...all(/\bcounted\([^"\n]*"(\w+)"\)/g).map((thing) => `count.${thing}`),
  ...all(/\brefuse\("(\w+)"/g).map((what) => `reading.${what}`),
];
const fixed = pages.flatMap((page) => all(/data-words(?:-[a-z-]+)?="([^"]*)"/g, page));

test("every key that is used exists", () => {
  assert.deepEqual(
    [...new Set([...named, ...made, ...fixed])].filter((key) => !keys.has(key)),
    [],
  );
  for (const start of begun)
    assert.ok(
      [...keys].some((key) => key.startsWith(start)),
      start,
    );
  for (const end of ended) for (const mode of ["storm", "streak"]) assert.ok(keys.has(mode + end), mode + end);
});

test("every key is used", () => {
  const used = new Set([...named, ...made, ...fixed]);
  const isUsed = (key) =>
    used.has(key) ||
    begun.some((start) => key.startsWith(start)) ||
    ended.some((end) => /^(storm|streak)\.\w+$/.test(key) && key.endsWith(end));
  assert.deepEqual(
    [...keys].filter((key) => !isUsed(key)),
    [],
  );
});

test("a plural says at least what the singular says", () => {
  const gaps = (text) => [...new Set(all(/\{(\w+)\}/g, text))].sort().join();
  for (const [key, entry] of Object.entries(english))
    if (typeof entry !== "string") assert.ok(gaps(entry.other).includes(gaps(entry.one)), key);
});

test("the documents have the English texts, and no others", () => {
  const plain = (text) => text.replaceAll("&amp;", "&").replace(/\s+/g, " ").trim();
  for (const page of pages) {
    const body = page.replace(/[\s\S]*<body>/, "").replace(/<noscript>.*?<\/noscript>/g, "");
    for (const [, attributes, text] of body.matchAll(/<([^<>]+)>([^<]*[^\s<][^<]*)(?=<)/g)) {
      const key = /data-words="([^"]*)"/.exec(attributes)?.[1];
      if (key) assert.equal(plain(text), english[key]);
      else assert.match(plain(text), /^[^a-z]{0,2}$/, text);
    }
    for (const [, name, value, key] of body.matchAll(
      / (aria-label|title|placeholder)="([^"]*)"(?: data-words-\1="([^"]*)")?/g,
    ))
      assert.equal(value, english[key], `${name} ${value}`);
  }
});
