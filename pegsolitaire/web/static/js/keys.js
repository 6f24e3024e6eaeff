// The keyboard shortcuts of the page.

import { element } from "./elements.js";

// Keyboard shortcuts, which work everywhere except in text fields. The help lists them. The hand
// handles the keys of the board.
export function listenToKeys(controller, act) {
  const rows = [...element("help-text").content.querySelectorAll("[data-deed]")];
  const deeds = new Map(rows.map((row) => [row.querySelector("kbd").textContent, row.dataset.deed]));
  addEventListener("keydown", (/** @type {any} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { state } = controller;
    if (!state.game || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, textarea, select")) return;
    const deed = deeds.get(event.key.toUpperCase());
    if (deed && !state.editing) act(deed);
    else if (event.key === "?") act("help");
    else if (event.key === "Escape") state.editing ? controller.send("finished") : act("close");
    else if (plays(event, state)) act("play");
    else return;
    event.preventDefault();
  });
}

// The space bar plays the jumps ahead, or pauses. On a button it presses the button.
export function plays({ key, target }, { game, playing }) {
  return key === " " && !target.closest("button") && (game.next || playing);
}
