// The part of the settings that saves settings and records to a file, and takes them from one.

import { backupText, MOST, progressTable, readBackup } from "./backup.js";
import { dayKey } from "./daily.js";
import { save } from "./files.js";
import { button, html, row } from "./svg.js";
import { counted } from "./words.js";

let last = null; // what was said of the last file: the settings are drawn anew after it

// `taken` is called when a file was taken.
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
        last = { text: take(memory, await textOf(file.files[0])), tone: "good" };
        taken();
      } catch (error) {
        said.className = "bad";
        said.textContent = error.message;
      }
      file.value = "";
    },
  });
  const put = () => save(new Blob([backupText(memory)], { type: "application/json" }), fileName("json"));
  const tabulate = () => save(new Blob([progressTable(memory)], { type: "text/csv" }), fileName("csv"));
  return html(
    "fieldset",
    { class: "keeping" },
    html("legend", {}, "Settings and records"),
    row(
      button("Save to a file", put),
      button("Load from a file", () => file.click()),
      button("Save as a table", tabulate),
      file,
    ),
    said,
  );
}

const fileName = (kind) => `pegsolitaire-${dayKey()}.${kind}`;

async function textOf(file) {
  if (file.size > MOST) throw new Error("This file is too large to be one of saved records.");
  return file.text();
}

function take(memory, text) {
  const parts = readBackup(text);
  memory.add(parts);
  const puzzles = Object.keys(parts.records).length;
  return `Loaded: ${counted(puzzles, "solved puzzle")}. Where there were two records, the better one stays.`;
}
