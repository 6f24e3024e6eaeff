// Settings and records as a file, as a backup or for another browser. A file is loaded completely
// or not at all, and an error says in one line what is wrong with it.

import { copyOf, partsOf, save } from "./elements.js";
import { dayKey } from "./gallery.js";
import { isTable, PARTS, parsed } from "./memory.js";
import { say } from "./say.js";

const FORMAT = "pegsolitaire-records";
const VERSION = 1;
const MAX_CHARACTERS = 4_000_000; // largest size of a file
const LATER = ["lessons", "results", "boards", "solutions", "runs", "classes"]; // parts that older files do not have

const backupText = (memory) =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, ...memory.whole() }, null, 1)}\n`;

// A table for spreadsheets. Each row has a kind, an item, and a number of moves, points or steps.
function progressTable(memory) {
  const kinds = Object.keys(PARTS).filter((part) => PARTS[part].listed);
  // A lesson that was opened and not begun has 0 steps.
  const entries = (part) => [...memory[part]].filter(([, number]) => number);
  const rows = kinds.flatMap((part) => entries(part).map((entry) => [say(`column.${part}`), ...entry]));
  const cell = (value) => `"${String(value).replaceAll('"', '""')}"`;
  return [["kind", "what", "number"].map((name) => say(`column.${name}`)), ...rows]
    .map((row) => `${row.map(cell).join(",")}\r\n`)
    .join("");
}

// The parts of a file. Throws an error with a one-line message if the file is not valid.
export function readBackup(text) {
  if (text.length > MAX_CHARACTERS) throw new Error(say("backup.large"));
  const backup = parsed(text);
  if (!isTable(backup) || backup.format !== FORMAT) throw new Error(say("backup.none"));
  if (!Number.isInteger(backup.version) || backup.version < 1) throw new Error(say("backup.noVersion"));
  if (backup.version > VERSION) throw new Error(say("backup.later"));
  const there = Object.keys(PARTS).filter((part) => part in backup || !LATER.includes(part));
  for (const part of there) check(part, backup[part]);
  return Object.fromEntries(there.map((part) => [part, backup[part]]));
}

function check(part, entries) {
  if (!isTable(entries)) throw new Error(say("backup.lacks", { part }));
  const wrong = Object.entries(entries).find(([key, value]) => !PARTS[part].is(key, value));
  if (!wrong) return;
  const [key, value] = wrong;
  throw new Error(
    say("backup.wrong", { key: key.slice(0, 40), part, value: JSON.stringify(value)?.slice(0, 40) }),
  );
}

let last = null; // the message about the last file, kept because loading it redraws the settings

// The buttons that save a file and load one. `taken` is called after a file was loaded.
export function backupPart(memory, taken) {
  const form = copyOf("keeping-form");
  const { whole, load, table, file, quiet } = partsOf(form, "whole", "load", "table", "file", "quiet");
  const show = (textContent, className) => Object.assign(quiet, { textContent, className });
  if (last) show(last, "good");
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
      show(error.message, "bad");
    }
    file.value = "";
  });
  return form;
}

async function take(memory, file) {
  if (file.size > MAX_CHARACTERS) throw new Error(say("backup.large"));
  const parts = readBackup(await file.text());
  memory.add(parts);
  const puzzles = Object.keys(parts.records).length;
  return say("backup.loaded", { count: puzzles });
}
