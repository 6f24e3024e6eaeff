// What all dialogs share, the two plain ones (settings and help), and keys. One is open at a time.

import { button, html } from "./elements.js";
import { markWords, wordList } from "./glossary.js";
import { backupPart, CHOICES } from "./memory.js";

export function show(id, title, ...children) {
  const dialog = document.getElementById(id);
  const close = button("✕", () => dialog.close(), { "aria-label": "Close" });
  dialog.replaceChildren(
    html("header.row", html("h2", { id: `${id}-title` }, title), close),
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
  const choice = (key, value, words) => {
    const onchange = () => {
      memory.set(key, value);
      changed();
    };
    const checked = memory.settings[key] === value;
    return html("label", html("input", { type: "radio", name: key, value, checked, onchange }), words);
  };
  const groups = Object.entries(WORDS).map(([key, [title, words]]) =>
    html("fieldset", html("legend", title), CHOICES[key].map((value) => choice(key, value, words[value]))),
  );
  const taken = () => {
    changed();
    showSettings(memory, changed);
    document.querySelector("#settings .keeping button").focus();
  };
  show("settings", "Settings", ...groups, backupPart(memory, taken));
}

const HELP = [
  "A peg jumps over its neighbour into the empty hole beyond, and the peg it jumped over is removed. Several jumps in a row by the same peg count as one move. The aim is to finish with one peg.",
  "Press a peg to lift it, then press the hole it should jump to, or drag it there. If a peg has only one jump, a double click makes it.",
  "The settings say how much help you get. With full help, pegs that have a winning jump glow; when you lift one, a solid blue ring marks a jump after which the game can still be won, and a dashed orange ring with a bomb one after which it cannot.",
];

// The keys: what help says of each, and of those that mean the same wherever they are pressed the button
// that they are. Those on the board the hand has.
const KEYS = [
  ["arrows", "move over the board; with a peg lifted, choose where it goes"],
  ["Enter", "lift the peg; then jump"],
  ["Escape", "put the peg down; close what is open"],
  ["U", "undo a jump", "undo"],
  ["R", "redo it", "redo"],
  ["H", "a hint: one jump that wins; press again to make it", "hint"],
  ["S", "show a solution", "solve"],
  ["Space", "pause, and carry on"],
  ["G", "show or hide the jumps that win here", "show"],
  ["W", "why the game is lost", "why"],
  ["B", "undo the mistake that lost it", "back"],
  ["N", "start again", "new"],
  ["P", "on large triangles: solve the next block", "purge"],
  ["?", "this help"],
];

export function showHelp() {
  const rows = KEYS.map(([key, words]) => html("tr", html("td", html("kbd", key)), html("td", words)));
  const about = HELP.map((text) => html("p", text));
  show("help", "How to play", ...about, html("table", html("tbody", rows)), wordList());
  about.forEach(markWords);
}

// Keys that work wherever the focus is, save in what is written in.
export function listenToKeys(table, act) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!table.game || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, textarea, select")) return;
    const [, , deed] = KEYS.find(([key]) => key === event.key.toUpperCase()) ?? [];
    if (deed && !table.editing) act(deed);
    else if (event.key === "?") showHelp();
    else if (event.key === "Escape") table.editing ? table.stopEditing() : act("close");
    else if (plays(event, table)) table.playOrPause();
    else return;
    event.preventDefault();
  });
}

// A space plays what lies ahead, and pauses it; on a button it presses the button.
export function plays({ key, target }, table) {
  return key === " " && !target.closest("button") && (table.game.next || table.playing);
}
