// What the browser stores: settings, records, solved days, best scores and runs of the storm, lessons
// and results. Nothing leaves the browser, except in a file that the player saves. If stored data are
// damaged or storage is forbidden, the page uses the default settings and says so.

import { LANGUAGES, say } from "./say.js";
import { Board } from "./rules.js";

const MAX_RUNS = 200; // of the storm
const MAX_CLASSES = 3; // on the front page
const GAMES = "games"; // the last games, as passed to `keepGame`, the current one first
const GAME = "game"; // the current game, as earlier versions stored it
const MAX_GAMES = 12;
const DAMAGED = "damaged"; // suffix of the key under which unreadable data are kept

// The values of each setting, the default first.
const CHOICES = {
  help: ["warn", "gentle", "off", "full"],
  labels: ["off", "on"],
  motion: ["auto", "off"],
  sound: ["off", "on"],
  theme: ["auto", "light", "dark"],
  language: ["auto", ...Object.keys(LANGUAGES)],
};

const isNumber = (value) => Number.isInteger(value) && value > 0 && value < 1e6;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/;
const isTime = (text) => TIME.test(text) && Number.isFinite(Date.parse(text));
const isResult = (value) => TIME.test(textOnly(value).replace(/ \d\d?(\.\d)? [01]$/, "")) && value.includes(" ");
const isPicture = (value) => /^[a-z-]{1,20}:[o/-]{1,3000}$/.test(textOnly(value));
const isSolution = (value) => /^(own|help)( [a-z0-9,-]{2,3000})?$/.test(textOnly(value));
const textOnly = (value) => (typeof value === "string" ? value : "");

// Fewer moves or an earlier result; a higher score.
const isLess = (value, before) => before === undefined || value < before;
const isMore = (value, before = 0) => value > before;

// One's own solution is better than one with help, and any moves are better than none.
const worth = (text) => (text.startsWith("own") ? 2e6 : 1e6) - (text.split(" ")[1]?.split(",").length ?? 5e5);
const isBetter = (value, before) => before === undefined || worth(value) > worth(before);

// For each part: whether it is listed in a table, which entries are valid, and whether a value is
// better than the stored one. Without `beats`, any new value replaces it.
export const PARTS = {
  settings: {
    is: (key, value) => Object.hasOwn(CHOICES, key) && CHOICES[key].includes(value),
  },
  // problem -> the fewest moves in which it was solved here
  records: {
    listed: true,
    is: (key, value) => key.length < 3000 && isNumber(value),
    beats: isLess,
  },
  // problem -> who solved it here, "own" or "help", and the moves: "own d2-d4,b3-d3"; "help" alone if the
  // page has shown a solution
  solutions: {
    is: (key, value) => key.length < 3000 && isSolution(value),
    beats: isBetter,
  },
  // day, such as 2026-11-24 -> the moves in which its puzzle was solved on that day
  days: {
    listed: true,
    is: (key, value) => /^\d{4}-\d\d-\d\d$/.test(key) && isNumber(value),
    beats: isLess,
  },
  // mode -> the best score
  storm: {
    listed: true,
    is: (key, value) => ["storm", "streak"].includes(key) && isNumber(value),
    beats: isMore,
  },
  // the time of a run of the storm -> its mode and score, such as "storm 12"
  runs: {
    is: (key, value) => isTime(key) && /^(storm|streak) \d{1,3}$/.test(textOnly(value)),
  },
  // name -> the number of completed steps; the lesson that was opened last is the last one
  lessons: {
    listed: true,
    is: (key, value) => /^[a-z0-9-]{1,40}$/.test(key) && (value === 0 || isNumber(value)),
    beats: (value, before = -1) => value > before,
  },
  // problem -> the time of the first try, the bits of the puzzle, and 1 if it was solved, else 0
  results: {
    listed: true,
    is: (key, value) => key.length < 3000 && isResult(value),
    beats: isLess,
  },
  // name -> a board that the player drew, as in links
  boards: {
    is: (key, value) => key.trim() !== "" && key.length <= 60 && isPicture(value),
  },
  // puzzles of a link, for example for a class, as in the link -> the time when it was last opened
  classes: {
    is: (key, value) => /^[a-z0-9,]{1,600}$/.test(key) && isTime(textOnly(value)),
  },
};

/** @typedef {Map<string, any>} Entries */

export class Memory {
  records = /** @type {Entries} */ (new Map());
  days = /** @type {Entries} */ (new Map());
  storm = /** @type {Entries} */ (new Map());
  runs = /** @type {Entries} */ (new Map());
  lessons = /** @type {Entries} */ (new Map());
  results = /** @type {Entries} */ (new Map());
  solutions = /** @type {Entries} */ (new Map());
  boards = /** @type {Entries} */ (new Map());
  classes = /** @type {Entries} */ (new Map());

  constructor(tell, storage = available()) {
    this.storage = storage;
    this.keeps = storage !== null; // whether what is stored stays
    this.settings = Object.fromEntries(Object.entries(CHOICES).map(([key, [first]]) => [key, first]));
    for (const part of Object.keys(PARTS)) {
      this.#read(part, tell);
    }
  }

  // Follow changes in other tabs. `changed` receives the part that another tab wrote.
  follow(changed) {
    addEventListener("storage", ({ key }) => {
      const part = Object.keys(PARTS).find((name) => `pegs.${name}` === key);
      if (!part) return;
      this.#read(part);
      changed(part);
    });
  }

  // The last games: [{address, shown, board, code, title, said}].
  get games() {
    const games = parsed(this.#stored(GAMES)) ?? [parsed(this.#stored(GAME))];
    return Array.isArray(games) ? games.filter(isGame) : [];
  }

  // The last game that is not over, or null if there is none.
  get game() {
    return this.games.find(({ over }) => !over) ?? null;
  }

  // Store a game under its place, which is its address without the moves.
  keepGame(place, game) {
    const others = this.games.filter((other) => other.place !== place);
    this.#store(GAMES, [{ place, ...game }, ...others].slice(0, MAX_GAMES));
  }

  // Whether nothing was ever played in this browser.
  get isNew() {
    return ![this.records, this.lessons, this.storm, this.classes].some(({ size }) => size) && !this.games.length;
  }

  // Store an entry, unless the stored one (possibly from another tab) is at least as good. Return
  // whether it was stored.
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

  openLesson(name) {
    this.#read("lessons");
    const steps = this.lessons.get(name) ?? 0;
    this.lessons.delete(name);
    this.lessons.set(name, steps);
    this.#write("lessons");
  }

  // Store a result at a rated puzzle, 1 or 0. Return whether it is the first one; only the first
  // counts.
  keepResult(key, bits, score) {
    this.#read("results");
    return !this.results.has(key) && this.keep("results", key, `${new Date().toISOString()} ${bits} ${score}`);
  }

  // Store a run of the storm. Only the last ones are kept.
  keepRun(mode, score) {
    this.keep("runs", new Date().toISOString(), `${mode} ${score}`);
    const [oldest] = [...this.runs.keys()].sort();
    if (this.runs.size > MAX_RUNS) this.forget("runs", oldest);
  }

  // The runs of the storm, the last one first: [{time, mode, score}].
  get lastRuns() {
    const runs = [...this.runs].sort(([a], [b]) => (a < b ? 1 : -1));
    return runs.map(([time, text]) => ({
      time: new Date(time),
      mode: text.split(" ")[0],
      score: Number(text.split(" ")[1]),
    }));
  }

  // The puzzles of the links for classes that were opened last, the last one first.
  get lastClasses() {
    const all = [...this.classes].sort(([, a], [, b]) => (a < b ? 1 : -1));
    return all.slice(0, MAX_CLASSES).map(([ids]) => ids);
  }

  whole() {
    return Object.fromEntries(Object.keys(PARTS).map((part) => [part, this.#plain(part)]));
  }

  // Add what `whole` returned, here or elsewhere. Settings are replaced, and of two records the
  // better one stays.
  add(parts) {
    for (const part of Object.keys(PARTS)) {
      this.#read(part); // keep what other tabs have written
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

  // If two boards have the same name, both are kept.
  #take(part, entries) {
    for (const [key, value] of Object.entries(entries)) {
      if (!PARTS[part].is(key, value)) continue;
      const isOther = part === "boards" && ![value, undefined].includes(this.boards.get(key));
      this.#put(part, isOther ? `${key} 2` : key, value);
    }
  }

  #read(part, tell = (/** @type {string} */ text) => {}) {
    const text = this.#stored(part);
    if (["boards", "classes"].includes(part)) this[part].clear(); // another tab may have deleted some
    if (text === null) return;
    const stored = parsed(text);
    const entries = isTable(stored) ? stored : {};
    this.#take(part, entries);
    if (stored === entries && Object.entries(entries).every((entry) => PARTS[part].is(...entry))) return;
    // Keep unreadable data under another key: a later version, or a person, may be able to read
    // them.
    this.#store(`${part}.${DAMAGED}`, text);
    this.#write(part);
    tell(say("records.damaged", { what: say(`records.${part}`) }));
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
      this.keeps = false; // storage is full or forbidden: the game goes on without it
    }
  }
}

const isGame = (game) =>
  isTable(game) &&
  typeof game.address === "string" &&
  /^\d+$/.test(game.code) &&
  isTable(game.board) &&
  Array.isArray(game.shown);

export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// The key of a problem in the records, results and solutions.
export const recordKey = (board, start, finish) => [board.spec, board.startText(start), finish].join("|");

// A request to open a puzzle that was solved here: it opens as solved, unless the player wants to play
// it again. Once a solution was shown, the puzzle stays solved with help.
export function recalled(memory, { geometry, start_code, finish }, request) {
  if (!request.day && !request.id) return request;
  const board = new Board(geometry);
  const key = recordKey(board, board.readPosition(start_code), finish);
  const [who, moves] = memory.solutions.get(key)?.split(" ") ?? [];
  const seen = Boolean(request.seen) || who === "help";
  if (!moves || request.moves?.length || request.replay) return { ...request, seen };
  return { ...request, moves: moves.split(","), at: undefined, shown: [], seen };
}

// Ask the browser not to delete the data when it needs room, once there is anything worth keeping.
export function keepForGood() {
  navigator.storage?.persist?.().catch(() => {});
}

export const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function available() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
