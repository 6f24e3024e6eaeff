// What the browser keeps: settings, records and the game left off. Nothing leaves the browser.
// What is stored may be old, damaged or forbidden: then there are fresh settings, and a word of it.

const SETTINGS = "pegs.settings";
const RECORDS = "pegs.records";

export const CHOICES = {
  help: ["off", "gentle", "full"],
  labels: ["on", "off"],
  motion: ["auto", "off"],
  theme: ["auto", "light", "dark"],
};
const DEFAULTS = { help: "gentle", labels: "off", motion: "auto", theme: "auto" };

export class Memory {
  constructor(tell, storage = available()) {
    this.storage = storage;
    this.settings = { ...DEFAULTS };
    this.records = new Map();
    this.#read(SETTINGS, tell, (stored) => {
      for (const [key, value] of Object.entries(stored)) {
        if (CHOICES[key]?.includes(value)) this.settings[key] = value;
      }
    });
    this.#readRecords(tell);
  }

  set(key, value) {
    this.settings[key] = value;
    this.#write(SETTINGS, this.settings);
  }

  // The fewest moves that a problem was solved in here; whether this is a new record.
  solved(key, moves) {
    this.#readRecords(() => {}); // those of other tabs too
    const before = this.records.get(key);
    if (before !== undefined && before <= moves) return false;
    this.records.set(key, moves);
    this.#write(RECORDS, Object.fromEntries(this.records));
    return true;
  }

  #readRecords(tell) {
    this.#read(RECORDS, tell, (stored) => {
      for (const [key, moves] of Object.entries(stored)) {
        if (Number.isInteger(moves) && moves > 0)
          this.records.set(key, Math.min(moves, this.records.get(key) ?? moves));
      }
    });
  }

  #read(key, tell, take) {
    const text = this.storage?.getItem(key) ?? null;
    if (text === null) return;
    try {
      const stored = JSON.parse(text);
      if (typeof stored !== "object" || stored === null || Array.isArray(stored))
        throw new Error();
      take(stored);
    } catch {
      this.storage.removeItem(key);
      tell(
        `What this browser had stored of ${key === RECORDS ? "solved puzzles" : "settings"} was damaged: it starts afresh.`,
      );
    }
  }

  #write(key, value) {
    try {
      this.storage?.setItem(key, JSON.stringify(value));
    } catch {
      // a full or forbidden store: the game goes on without
    }
  }
}

function available() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
