// What all dialogs share, and the two plain ones: settings and help. One is open at a time.

import { backupPart } from "./keeping.js";
import { markWords, wordList } from "./glossary.js";
import { CHOICES } from "./memory.js";
import { button, html } from "./svg.js";

export function show(id, title, ...children) {
  const dialog = document.getElementById(id);
  const close = button("✕", () => dialog.close(), { "aria-label": "Close" });
  dialog.replaceChildren(
    html("header", { class: "row" }, html("h2", { id: `${id}-title` }, title), close),
    ...children.filter(Boolean),
  );
  // A press beside a dialog is one on its backdrop, and closes it.
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close();
  };
  document.querySelectorAll("dialog[open]").forEach((one) => one === dialog || one.close());
  if (!dialog.open) dialog.showModal();
  return dialog;
}

const WORDS = {
  help: [
    "Help",
    {
      off: "Off: just the rules",
      gentle: "Gentle: say when the game is lost",
      full: "Full: mark every jump as winning or losing before it is made",
    },
  ],
  labels: ["Names of holes", { on: "Shown", off: "Hidden" }],
  motion: ["Motion", { auto: "Animated", off: "Instant" }],
  sound: ["Sounds", { off: "Off", on: "On" }],
  theme: ["Colours", { auto: "Same as the system", light: "Light", dark: "Dark" }],
};

export function showSettings(memory, changed) {
  const groups = Object.entries(WORDS).map(([key, [title, words]]) =>
    html(
      "fieldset",
      {},
      html("legend", {}, title),
      ...CHOICES[key].map((value) => {
        const onchange = () => {
          memory.set(key, value);
          changed();
        };
        const input = html("input", {
          type: "radio",
          name: key,
          value,
          checked: memory.settings[key] === value,
          onchange,
        });
        return html("label", {}, input, words[value]);
      }),
    ),
  );
  const taken = () => {
    changed();
    showSettings(memory, changed);
    document.querySelector("#settings .keeping button").focus();
  };
  show("settings", "Settings", ...groups, backupPart(memory, taken)).classList.add("narrow");
}

const KEYS = [
  ["arrows", "move over the board; with a peg lifted, choose where it goes"],
  ["Enter", "lift the peg; then jump"],
  ["Escape", "put the peg down; close what is open"],
  ["U", "undo a jump"],
  ["R", "redo it"],
  ["H", "a hint: one jump that wins; press again to make it"],
  ["S", "show a solution"],
  ["Space", "pause, and carry on"],
  ["G", "show or hide the jumps that win here"],
  ["W", "why the game is lost"],
  ["B", "undo the mistake that lost it"],
  ["N", "start again"],
  ["P", "on large triangles: solve the next block"],
  ["?", "this help"],
];

export function showHelp() {
  const rows = KEYS.map(([key, words]) =>
    html("tr", {}, html("td", {}, html("kbd", {}, key)), html("td", {}, words)),
  );
  const dialog = show(
    "help",
    "How to play",
    html(
      "p",
      {},
      "A peg jumps over its neighbour into the empty hole beyond, and the peg it jumped over is removed. Several jumps in a row by the same peg count as one move. The aim is to finish with one peg.",
    ),
    html(
      "p",
      {},
      "Press a peg to lift it, then press the hole it should jump to, or drag it there. If a peg has only one jump, a double click makes it.",
    ),
    html(
      "p",
      {},
      "The settings say how much help you get. With full help, pegs that have a winning jump glow; when you lift one, a solid blue ring marks a jump after which the game can still be won, and a dashed orange ring with a bomb one after which it cannot.",
    ),
    html("table", {}, html("tbody", {}, ...rows)),
    wordList(),
  );
  dialog.classList.add("narrow");
  dialog.querySelectorAll("p").forEach(markWords);
}
