// What the browser keeps: settings, records, solved days, the best of the storm, lessons and results. Nothing leaves the
// browser, but in a file that the player saves. What is stored may be old, damaged or forbidden: then
// there are fresh settings, and a word of it.

const KEYS = { settings: "pegs.settings", records: "pegs.records", days: "pegs.days", storm: "pegs.storm", lessons: "pegs.lessons", results: "pegs.results", boards: "pegs.boards" };
const GAME = "pegs.game"; // the game under way, as `keepGame` was given it
const ASIDE = "damaged"; // the end of a key under which what cannot be read is kept
const NAMES = {
  settings: "settings",
  records: "solved puzzles",
  days: "puzzles of the day",
  storm: "best scores",
  lessons: "lessons",
  results: "results at rated puzzles",
  boards: "boards of your own",
};

export const CHOICES = {
  help: ["off", "gentle", "full"],
  labels: ["on", "off"],
  motion: ["auto", "off"],
  sound: ["off", "on"],
  theme: ["auto", "light", "dark"],
};
const DEFAULTS = { help: "gentle", labels: "off", motion: "auto", sound: "off", theme: "auto" };

// What each part may hold: an entry that is none of these is no use to anybody.
const isNumber = (value) => Number.isInteger(value) && value > 0 && value < 1e6;
const isResult = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z \d\d?(\.\d)? [01]$/.test(value);
const isPicture = (value) => typeof value === "string" && /^[a-z-]{1,20}:[o/-]{1,3000}$/.test(value);
export const ENTRIES = {
  settings: (key, value) => Object.hasOwn(CHOICES, key) && CHOICES[key].includes(value),
  records: (key, value) => key.length < 3000 && isNumber(value),
  days: (key, value) => /^\d{4}-\d\d-\d\d$/.test(key) && isNumber(value),
  storm: (key, value) => ["storm", "streak"].includes(key) && isNumber(value),
  lessons: (key, value) => /^[a-z0-9-]{1,40}$/.test(key) && isNumber(value),
  results: (key, value) => key.length < 3000 && isResult(value),
  boards: (key, value) => key.trim() !== "" && key.length <= 60 && isPicture(value),
};

export class Memory {
  constructor(tell, storage = available()) {
    this.storage = storage;
    this.settings = { ...DEFAULTS };
    this.records = new Map(); // problem -> the fewest moves it was solved in
    this.days = new Map(); // day, as 2026-11-24 -> the moves that its puzzle was solved in, that day
    this.storm = {}; // mode -> the best score
    this.lessons = Object.create(null); // name -> the steps that were done
    this.results = new Map(); // problem -> when it was first tried, its bits, and 1 or 0: whether it was solved
    this.boards = new Map(); // name -> a board that was drawn, as links have it
    for (const part of Object.keys(KEYS)) this.#read(part, tell);
  }

  // Keep up with other tabs; `changed` is called with the part that they wrote.
  follow(changed) {
    addEventListener("storage", ({ key }) => {
      const part = Object.keys(KEYS).find((one) => KEYS[one] === key);
      if (!part) return;
      this.#read(part);
      changed(part);
    });
  }

  set(key, value) {
    this.#read("settings"); // other tabs may have changed others
    this.settings[key] = value;
    this.#write("settings");
  }

  // The game under way: {address, shown, board, code, title, said}; null where there is none.
  get game() {
    const found = parsed(this.storage?.getItem(GAME) ?? null);
    const whole = isTable(found) && typeof found.address === "string" && /^\d+$/.test(found.code);
    return whole && isTable(found.board) && Array.isArray(found.shown) ? found : null;
  }

  keepGame(game) {
    this.#store(GAME, game);
  }

  // Whether anything was ever played in this browser.
  get isNew() {
    return !this.game && !this.records.size && !Object.keys(this.lessons).length && !this.storm.storm;
  }

  // The fewest moves that a problem was solved in here; whether this is a new record.
  solved(key, moves) {
    this.#read("records"); // those of other tabs too
    return this.#keep("records", key, moves);
  }

  // The puzzle of a day was solved on that day.
  solvedDay(day, moves) {
    this.#read("days");
    this.#keep("days", day, moves);
  }

  // A result at a rated puzzle: 1 or 0; whether it is the first, which alone counts.
  judged(key, bits, score) {
    this.#read("results");
    return !this.results.has(key) && this.#keep("results", key, `${new Date().toISOString()} ${bits} ${score}`);
  }

  // A run of the storm is over; whether its score is the best so far.
  stormed(mode, score) {
    this.#read("storm");
    if (score <= (this.storm[mode] ?? 0)) return false;
    this.storm[mode] = score;
    this.#write("storm");
    return true;
  }

  // So many steps of a lesson are done.
  learned(name, steps) {
    this.#read("lessons");
    if (steps <= (this.lessons[name] ?? 0)) return;
    this.lessons[name] = steps;
    this.#write("lessons");
  }

  // A board of one's own, or null to forget the one of this name.
  keepBoard(name, spec) {
    this.#read("boards");
    if (spec) this.boards.set(name, spec);
    else this.boards.delete(name);
    this.#write("boards");
  }

  #keep(part, key, value) {
    if (!beats(value, this[part].get(key))) return false;
    this[part].set(key, value);
    this.#write(part);
    return true;
  }

  // Everything, as plain objects.
  whole() {
    const { settings, storm, lessons } = this;
    return {
      settings,
      records: Object.fromEntries(this.records),
      days: Object.fromEntries(this.days),
      storm,
      lessons,
      results: Object.fromEntries(this.results),
      boards: Object.fromEntries(this.boards),
    };
  }

  // Take what `whole` gave, here or elsewhere: settings are replaced, the better of two records stays.
  add(parts) {
    for (const part of Object.keys(KEYS)) {
      this.#read(part); // what other tabs have written stays
      this.#take(part, parts[part] ?? {});
      this.#write(part);
    }
  }

  #take(part, entries) {
    for (const [key, value] of Object.entries(entries)) {
      if (!ENTRIES[part](key, value)) continue;
      if (part === "settings") this.settings[key] = value;
      else if (part === "boards") this.boards.set([value, undefined].includes(this.boards.get(key)) ? key : `${key} 2`, value);
      else if (part === "storm" || part === "lessons")
        this[part][key] = Math.max(value, this[part][key] ?? 0);
      else if (beats(value, this[part].get(key))) this[part].set(key, value);
    }
  }

  #read(part, tell = () => {}) {
    const text = this.storage?.getItem(KEYS[part]) ?? null;
    if (part === "boards") this.boards.clear(); // another tab may have forgotten some
    if (text === null) return;
    const stored = parsed(text);
    const table = isTable(stored) ? stored : {};
    this.#take(part, table);
    if (isTable(stored) && Object.entries(table).every(([key, value]) => ENTRIES[part](key, value))) return;
    // What nobody can read is kept beside it: a later version, or a person, may be able to.
    this.#store(`${KEYS[part]}.${ASIDE}`, text);
    this.#write(part);
    tell(`Some of what this browser had stored about ${NAMES[part]} was damaged. What can be read is still here.`);
  }

  #write(part) {
    this.#store(KEYS[part], this.whole()[part]);
  }

  #store(key, value) {
    try {
      this.storage?.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
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

export const isTable = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// Fewer moves, or a result that came earlier.
const beats = (value, before) => before === undefined || value < before;

function available() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
