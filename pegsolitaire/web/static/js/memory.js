// What the browser keeps: settings, records, solved days, the best of the storm, lessons and results.
// Nothing leaves the browser, but in a file that the player saves. What is stored may be old, damaged or
// forbidden: then there are fresh settings, and a word of it.

import { copyOf, partsOf, save } from "./elements.js";
import { dayKey } from "./gallery.js";
import { counted } from "./words.js";

const GAME = "game"; // the game under way, as `keepGame` was given it
const DAMAGED = "damaged"; // the end of a key under which what cannot be read is kept

// What the settings may be, the default first.
const CHOICES = {
  help: ["warn", "gentle", "off", "full"],
  labels: ["off", "on"],
  motion: ["auto", "off"],
  sound: ["off", "on"],
  theme: ["auto", "light", "dark"],
};

const isNumber = (value) => Number.isInteger(value) && value > 0 && value < 1e6;
const isResult = (value) => /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z \d\d?(\.\d)? [01]$/.test(textOnly(value));
const isPicture = (value) => /^[a-z-]{1,20}:[o/-]{1,3000}$/.test(textOnly(value));
const textOnly = (value) => (typeof value === "string" ? value : "");

// Fewer moves, or a result that came earlier; a higher score, or more steps.
const isLess = (value, before) => before === undefined || value < before;
const isMore = (value, before = 0) => value > before;

// Each part: what it is called, here and in a table, which entries it may hold, as one that is none of these
// is no use to anybody, and whether a value is better than the one before, where not any other is.
const PARTS = {
  settings: {
    name: "settings",
    is: (key, value) => Object.hasOwn(CHOICES, key) && CHOICES[key].includes(value),
  },
  // problem -> the fewest moves that it was solved in here
  records: {
    name: "solved puzzles",
    column: "puzzle, moves",
    is: (key, value) => key.length < 3000 && isNumber(value),
    beats: isLess,
  },
  // day, as 2026-11-24 -> the moves that its puzzle was solved in, that day
  days: {
    name: "puzzles of the day",
    column: "puzzle of the day, moves",
    is: (key, value) => /^\d{4}-\d\d-\d\d$/.test(key) && isNumber(value),
    beats: isLess,
  },
  // mode -> the best score
  storm: {
    name: "best scores",
    column: "storm, points",
    is: (key, value) => ["storm", "streak"].includes(key) && isNumber(value),
    beats: isMore,
  },
  // name -> the steps that were done
  lessons: {
    name: "lessons",
    column: "lesson, steps",
    is: (key, value) => /^[a-z0-9-]{1,40}$/.test(key) && isNumber(value),
    beats: isMore,
  },
  // problem -> when it was first tried, its bits, and 1 or 0: whether it was solved
  results: {
    name: "results at rated puzzles",
    column: "rated puzzle, bits and result",
    is: (key, value) => key.length < 3000 && isResult(value),
    beats: isLess,
  },
  // name -> a board that was drawn, as links have it
  boards: {
    name: "boards of your own",
    is: (key, value) => key.trim() !== "" && key.length <= 60 && isPicture(value),
  },
};

export class Memory {
  constructor(tell, storage = available()) {
    this.storage = storage;
    this.settings = Object.fromEntries(Object.entries(CHOICES).map(([key, [first]]) => [key, first]));
    for (const part of Object.keys(PARTS)) {
      this[part] ??= new Map();
      this.#read(part, tell);
    }
  }

  // Keep up with other tabs; `changed` is called with the part that they wrote.
  follow(changed) {
    addEventListener("storage", ({ key }) => {
      const part = Object.keys(PARTS).find((name) => `pegs.${name}` === key);
      if (!part) return;
      this.#read(part);
      changed(part);
    });
  }

  // The game under way: {address, shown, board, code, title, said}; null where there is none.
  get game() {
    const game = parsed(this.#stored(GAME));
    const whole = isTable(game) && typeof game.address === "string" && /^\d+$/.test(game.code);
    return whole && isTable(game.board) && Array.isArray(game.shown) ? game : null;
  }

  keepGame(game) {
    this.#store(GAME, game);
  }

  // Whether anything was ever played in this browser.
  get isNew() {
    return !this.game && !this.records.size && !this.lessons.size && !this.storm.has("storm");
  }

  // An entry, unless the one there is, in this tab or another, is as good; whether it was kept.
  keep(part, key, value) {
    this.#read(part);
    const isKept = this.#put(part, key, value);
    if (isKept) this.#write(part);
    return isKept;
  }

  forget(part, key) {
    this.#read(part);
    this[part].delete(key);
    this.#write(part);
  }

  // A result at a rated puzzle: 1 or 0; whether it is the first, which alone counts.
  judged(key, bits, score) {
    this.#read("results");
    return !this.results.has(key) && this.keep("results", key, `${new Date().toISOString()} ${bits} ${score}`);
  }

  // Everything, as plain objects.
  whole() {
    return Object.fromEntries(Object.keys(PARTS).map((part) => [part, this.#plain(part)]));
  }

  // Take what `whole` gave, here or elsewhere: settings are replaced, the better of two records stays.
  add(parts) {
    for (const part of Object.keys(PARTS)) {
      this.#read(part); // what other tabs have written stays
      this.#take(part, parts[part] ?? {});
      this.#write(part);
    }
  }

  #plain(part) {
    return part === "settings" ? this.settings : Object.fromEntries(this[part]);
  }

  #put(part, key, value) {
    if (part === "settings") this.settings[key] = value;
    else if (!(PARTS[part].beats?.(value, this[part].get(key)) ?? true)) return false;
    else this[part].set(key, value);
    return true;
  }

  // Of two boards of one name both stay.
  #take(part, entries) {
    for (const [key, value] of Object.entries(entries)) {
      if (!PARTS[part].is(key, value)) continue;
      const isOther = part === "boards" && ![value, undefined].includes(this.boards.get(key));
      this.#put(part, isOther ? `${key} 2` : key, value);
    }
  }

  #read(part, tell = () => {}) {
    const text = this.#stored(part);
    if (part === "boards") this.boards.clear(); // another tab may have forgotten some
    if (text === null) return;
    const stored = parsed(text);
    const entries = isTable(stored) ? stored : {};
    this.#take(part, entries);
    if (stored === entries && Object.entries(entries).every((entry) => PARTS[part].is(...entry))) return;
    // What nobody can read is kept beside it: a later version, or a person, may be able to.
    this.#store(`${part}.${DAMAGED}`, text);
    this.#write(part);
    tell(`Some of what this browser had stored about ${PARTS[part].name} was damaged. What can be read is still here.`);
  }

  #write(part) {
    this.#store(part, this.#plain(part));
  }

  #stored(key) {
    return this.storage?.getItem(`pegs.${key}`) ?? null;
  }

  #store(key, value) {
    try {
      this.storage?.setItem(`pegs.${key}`, typeof value === "string" ? value : JSON.stringify(value));
    } catch {
      // a full or forbidden store: the game goes on without
    }
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// Ask the browser not to clear what is kept when it needs room: once there is something worth it.
export function keepForGood() {
  navigator.storage?.persist?.().catch(() => {});
}

const isTable = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function available() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

// -- a file ---------------------------------------------------------------------------------------
//
// Settings and records as a file, to keep or to take to another browser. A file is taken whole or not
// at all: what is wrong with one is said in a line.

const FORMAT = "pegsolitaire-records";
const VERSION = 1;
const MAX_CHARACTERS = 4_000_000; // characters of a file
const LATER = ["lessons", "results", "boards"]; // parts that files had not from the beginning
const NONE = "This is not a file of saved records.";
const LARGE = "This file is too large to be one of saved records.";

const backupText = (memory) =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, ...memory.whole() }, null, 1)}\n`;

// What was done, for a spreadsheet: a row of a kind, what, and the number of moves, points or steps.
function progressTable(memory) {
  const kinds = Object.keys(PARTS).filter((part) => PARTS[part].column);
  const rows = kinds.flatMap((part) => [...memory[part]].map((entry) => [PARTS[part].column, ...entry]));
  const cell = (value) => `"${String(value).replaceAll('"', '""')}"`;
  return [["kind", "what", "number"], ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

// The parts of a file; throws an error with one line where it is not one of ours.
export function readBackup(text) {
  if (text.length > MAX_CHARACTERS) throw new Error(LARGE);
  const document = parsed(text);
  if (!isTable(document) || document.format !== FORMAT) throw new Error(NONE);
  if (!Number.isInteger(document.version) || document.version < 1)
    throw new Error("This file does not say which version it is.");
  if (document.version > VERSION)
    throw new Error("This file is from a later version of the page: update it first.");
  const there = Object.keys(PARTS).filter((part) => part in document || !LATER.includes(part));
  for (const part of there) check(part, document[part]);
  return Object.fromEntries(there.map((part) => [part, document[part]]));
}

function check(part, entries) {
  if (!isTable(entries)) throw new Error(`This file is damaged: it has no “${part}”.`);
  const wrong = Object.entries(entries).find(([key, value]) => !PARTS[part].is(key, value));
  if (!wrong) return;
  const [key, value] = wrong;
  const shown = JSON.stringify(value)?.slice(0, 40);
  throw new Error(`This file is damaged: “${key.slice(0, 40)}” of “${part}” cannot be ${shown}.`);
}

// -- in the settings ------------------------------------------------------------------------------

let last = null; // what was said of the last file: the settings are drawn anew after it

// What saves them to a file, and takes them from one; `taken` is called when a file was taken.
export function backupPart(memory, taken) {
  const form = copyOf("keeping-form");
  const { whole, load, table, file, quiet: statusLine } = partsOf(form, "whole", "load", "table", "file", "quiet");
  const say = (textContent, className) => Object.assign(statusLine, { textContent, className });
  if (last) say(last, "good");
  last = null;
  const put = (text, type, kind) => () =>
    save(new Blob([text(memory)], { type }), `pegsolitaire-${dayKey()}.${kind}`);
  whole.addEventListener("click", put(backupText, "application/json", "json"));
  load.addEventListener("click", () => file.click());
  table.addEventListener("click", put(progressTable, "text/csv", "csv"));
  file.addEventListener("change", async () => {
    try {
      last = await take(memory, file.files[0]);
      taken();
    } catch (error) {
      say(error.message, "bad");
    }
    file.value = "";
  });
  return form;
}

async function take(memory, file) {
  if (file.size > MAX_CHARACTERS) throw new Error(LARGE);
  const parts = readBackup(await file.text());
  memory.add(parts);
  const puzzles = Object.keys(parts.records).length;
  return `Loaded: ${counted(puzzles, "solved puzzle")}. Where there were two records, the better one stays.`;
}
