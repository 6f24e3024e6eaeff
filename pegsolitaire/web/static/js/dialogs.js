// What all dialogs share, and the two plain ones: settings and help.

import { CHOICES } from "./memory.js";
import { html } from "./svg.js";

export function show(id, title, ...children) {
  const dialog = document.getElementById(id);
  const close = html(
    "button",
    { type: "button", "aria-label": "Close", onclick: () => dialog.close() },
    "✕",
  );
  dialog.replaceChildren(
    html("header", { class: "row" }, html("h2", { id: `${id}-title` }, title), close),
    ...children.filter(Boolean),
  );
  if (!dialog.open) dialog.showModal();
  return dialog;
}

const WORDS = {
  help: [
    "Help",
    {
      off: "Off: the rules only",
      gentle: "Gentle: say when the game is lost",
      full: "Full: mark every jump, winning or losing, before it is made",
    },
  ],
  labels: ["Names of holes", { on: "Shown", off: "Hidden" }],
  motion: ["Motion", { auto: "Jumps are seen", off: "Jumps are instant" }],
  theme: ["Colours", { auto: "As the system has it", light: "Light", dark: "Dark" }],
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
  show("settings", "Settings", ...groups).classList.add("narrow");
}

const KEYS = [
  ["arrows", "move over the board; with a peg lifted, choose where it goes"],
  ["Enter", "lift the peg; then jump"],
  ["Escape", "let go"],
  ["U", "take a jump back"],
  ["R", "make it again"],
  ["H", "a hint: a jump that wins; again makes it"],
  ["S", "lay a solution ahead and play it"],
  ["Space", "pause and go on playing"],
  ["G", "show which jumps win here, once"],
  ["W", "why the game is lost"],
  ["B", "back to before the jump that lost it"],
  ["N", "start again"],
  ["?", "this help"],
];

export function showHelp() {
  const rows = KEYS.map(([key, words]) =>
    html("tr", {}, html("td", {}, html("kbd", {}, key)), html("td", {}, words)),
  );
  show(
    "help",
    "How to play",
    html(
      "p",
      {},
      "A peg jumps over its neighbour into the empty hole behind it, and the jumped peg is taken off. The aim is to end with one peg.",
    ),
    html(
      "p",
      {},
      "Press a peg and it lifts; drag it over, or press where it should go. A peg with a single jump makes it on a double click.",
    ),
    html(
      "p",
      {},
      "In the settings you choose how much the game tells you. With full help a solid blue ring means that the game can still be won after the jump; a dashed orange ring with a bomb means that it cannot.",
    ),
    html("table", {}, html("tbody", {}, ...rows)),
  ).classList.add("narrow");
}
