// Settings and records as a file, to keep or to take to another browser. A file is taken whole or not
// at all: what is wrong with one is said in a line.

import { button, html, row, save } from "./elements.js";
import { dayKey } from "./daily.js";
import { isTable, PARTS } from "./memory.js";
import { counted } from "./words.js";

const FORMAT = "pegsolitaire-records";
const VERSION = 1;
const MOST = 4_000_000; // characters of a file
const LATER = ["lessons", "results", "boards"]; // parts that files had not from the beginning
const NONE = "This is not a file of saved records.";
const LARGE = "This file is too large to be one of saved records.";

const backupText = (memory) =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, ...memory.whole() }, null, 1)}\n`;

// What was done, for a spreadsheet: a row of a kind, what, and the number of moves, points or steps.
function progressTable(memory) {
  const kinds = {
    records: "puzzle, moves",
    days: "puzzle of the day, moves",
    storm: "storm, points",
    lessons: "lesson, steps",
    results: "rated puzzle, bits and result",
  };
  const whole = memory.whole();
  const rows = Object.entries(kinds).flatMap(([part, kind]) =>
    Object.entries(whole[part]).map(([what, number]) => [kind, what, number]),
  );
  const cell = (value) => `"${String(value).replaceAll('"', '""')}"`;
  return [["kind", "what", "number"], ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

// The parts of a file; throws an error with one line where it is not one of ours.
export function readBackup(text) {
  if (text.length > MOST) throw new Error(LARGE);
  const found = parsed(text);
  if (!isTable(found) || found.format !== FORMAT) throw new Error(NONE);
  if (!Number.isInteger(found.version) || found.version < 1)
    throw new Error("This file does not say which version it is.");
  if (found.version > VERSION)
    throw new Error("This file is from a later version of the page: update it first.");
  const there = Object.keys(PARTS).filter((part) => part in found || !LATER.includes(part));
  for (const part of there) check(part, found[part]);
  return Object.fromEntries(there.map((part) => [part, found[part]]));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(NONE);
  }
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
  const said = html("p", { role: "status", class: last?.tone ?? "quiet" }, last?.text ?? "");
  last = null;
  const file = html("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: true,
    "aria-label": "A file of saved records",
    onchange: async () => {
      try {
        last = { text: await take(memory, file.files[0]), tone: "good" };
        taken();
      } catch (error) {
        said.className = "bad";
        said.textContent = error.message;
      }
      file.value = "";
    },
  });
  const put = (text, type, kind) => () =>
    save(new Blob([text(memory)], { type }), `pegsolitaire-${dayKey()}.${kind}`);
  return html("fieldset.keeping",
    html("legend", "Settings and records"),
    row(
      button("Save to a file", put(backupText, "application/json", "json")),
      button("Load from a file", () => file.click()),
      button("Save as a table", put(progressTable, "text/csv", "csv")),
      file,
    ),
    said,
  );
}

async function take(memory, file) {
  if (file.size > MOST) throw new Error(LARGE);
  const parts = readBackup(await file.text());
  memory.add(parts);
  const puzzles = Object.keys(parts.records).length;
  return `Loaded: ${counted(puzzles, "solved puzzle")}. Where there were two records, the better one stays.`;
}
