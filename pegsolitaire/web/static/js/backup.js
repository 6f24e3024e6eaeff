// Settings and records as a file, to keep or to take to another browser. A file is taken whole or not
// at all: what is wrong with one is said in a line.

import { ENTRIES, isTable } from "./memory.js";

const FORMAT = "pegsolitaire-records";
const VERSION = 1;
export const MOST = 4_000_000; // characters of a file
const PARTS = Object.keys(ENTRIES);
const LATER = ["lessons", "results", "boards"]; // parts that files had not from the beginning

export const backupText = (memory) =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, ...memory.whole() }, null, 1)}\n`;

// What was done, for a spreadsheet: a row of a kind, what, and the number of moves, points or steps.
export function progressTable(memory) {
  const kinds = { records: "puzzle, moves", days: "puzzle of the day, moves", storm: "storm, points", lessons: "lesson, steps", results: "rated puzzle, bits and result" };
  const whole = memory.whole();
  const rows = Object.entries(kinds).flatMap(([part, kind]) =>
    Object.entries(whole[part]).map(([what, number]) => [kind, what, number]),
  );
  const cell = (value) => `"${String(value).replaceAll('"', '""')}"`;
  return [["kind", "what", "number"], ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

// The parts of a file; throws an error with one line where it is not one of ours.
export function readBackup(text) {
  if (text.length > MOST) throw new Error("This file is too large to be one of saved records.");
  const found = parsed(text);
  if (!isTable(found) || found.format !== FORMAT)
    throw new Error("This is not a file of saved records.");
  if (!Number.isInteger(found.version) || found.version < 1)
    throw new Error("This file does not say which version it is.");
  if (found.version > VERSION)
    throw new Error("This file is from a later version of the page: update it first.");
  const there = PARTS.filter((part) => part in found || !LATER.includes(part));
  for (const part of there) check(part, found[part]);
  return Object.fromEntries(there.map((part) => [part, found[part]]));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("This is not a file of saved records.");
  }
}

function check(part, entries) {
  if (!isTable(entries)) throw new Error(`This file is damaged: it has no “${part}”.`);
  const wrong = Object.entries(entries).find(([key, value]) => !ENTRIES[part](key, value));
  if (!wrong) return;
  const [key, value] = wrong;
  const shown = JSON.stringify(value)?.slice(0, 40);
  throw new Error(`This file is damaged: “${key.slice(0, 40)}” of “${part}” cannot be ${shown}.`);
}
