// The keys that mean the same wherever they are pressed: each letter is a button. Those on the
// board the hand has.

import { showHelp } from "./dialogs.js";

const LETTERS = {
  u: "undo",
  r: "redo",
  h: "hint",
  s: "solve",
  n: "new",
  w: "why",
  b: "back",
  g: "show",
  p: "purge",
};

// Keys that work wherever the focus is, save in what is written in.
export function listenToKeys(table, playback, act) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!table.game || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, textarea, select")) return;
    const letter = LETTERS[event.key.toLowerCase()];
    if (letter && !table.editing) act(letter);
    else if (event.key === "?") showHelp();
    else if (event.key === "Escape") table.editing ? table.stopEditing() : act("close");
    else if (plays(event, table, playback)) playback.toggle();
    else return;
    event.preventDefault();
  });
}

// A space plays what lies ahead, and pauses it; on a button it presses the button.
export function plays({ key, target }, table, playback) {
  return key === " " && !target.closest("button") && (table.game.next || playback.playing);
}
