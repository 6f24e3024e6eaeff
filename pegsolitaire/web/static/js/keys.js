// The keys: on the board they move, lift and jump; elsewhere each letter is a button.

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

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

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
function plays({ key, target }, table, playback) {
  return key === " " && !target.closest("button") && (table.game.next || playback.playing);
}

// Keys on the board: arrows choose a hole or, of a lifted peg, a target.
// Without a playback the space does what Enter does.
export function boardKey(event, table, playback = null) {
  const { focus, lifted } = table;
  if (event.key in ARROWS) {
    const to = towards(table, event.key);
    if (to !== null) table.focusOn(to);
  } else if (event.key === "Enter" || (event.key === " " && !(playback && plays(event, table, playback)))) {
    if (focus === lifted && table.targetsOf(lifted).length === 1) table.jumpOnly(lifted);
    else table.press(focus);
    table.focusOn(table.focus);
  } else if (event.key === "Escape" && lifted !== null) {
    table.letGo();
    table.focusOn(lifted);
  } else return;
  event.preventDefault();
}

function towards(table, key) {
  const { board, focus, lifted } = table;
  if (lifted === null) return neighbour(board.points, focus, key);
  const targets = new Set(table.targetsOf(lifted).map((jump) => jump.end));
  return neighbour(board.points, lifted, key, (i) => targets.has(i));
}

// The hole that an arrow key leads to: the nearest in that direction, straight ahead before aslant.
function neighbour(points, from, key, passes = () => true) {
  const [dx, dy] = ARROWS[key];
  let best = null;
  let least = Infinity;
  points.forEach(([x, y], i) => {
    const [u, v] = [x - points[from][0], y - points[from][1]];
    const along = u * dx + v * dy;
    const aside = Math.abs(u * dy - v * dx);
    if (along < 0.2 || aside > along * 1.8 || !passes(i)) return;
    const cost = along + 2 * aside;
    if (cost < least - 1e-9) [best, least] = [i, cost];
  });
  return best;
}
