// The keyboard shortcuts of the page.

import { element } from "./elements.js";

// Keyboard shortcuts, which work everywhere except in text fields. The help lists them. The hand
// handles the keys of the board.
export function listenToKeys(controller, act) {
  addEventListener("keydown", (/** @type {any} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { state } = controller;
    if (!state.game || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, textarea, select")) return;
    const pressed = deeds().find(({ key }) => key === event.key.toUpperCase());
    if (pressed && !state.editing) act(pressed.deed);
    else if (event.key === "?") act("help");
    else if (event.key === "Escape") state.editing ? controller.send("finished") : act("close");
    else if (plays(event, state)) act("play");
    else return;
    event.preventDefault();
  });
}

// The actions that have a key, as the help lists them: [{deed, key}].
const deeds = () =>
  [...element("help-text").content.querySelectorAll("[data-deed]")].map((row) => ({
    deed: row.dataset.deed,
    key: row.querySelector("kbd").textContent,
  }));

// The key of an action, if it has one.
export const keyOf = (action) => deeds().find(({ deed }) => deed === action)?.key;

// The space bar plays the jumps ahead, or pauses. On a button it presses the button.
export function plays({ key, target }, { game, playing }) {
  return key === " " && !target.closest("button") && (game.next || playing);
}
