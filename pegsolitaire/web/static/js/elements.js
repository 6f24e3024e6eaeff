// Creates SVG and HTML elements, moves the focus with arrow keys, saves files and plays sounds.

import { say } from "./say.js";

// html("p.quiet", { role: "status" }, text, parts): a tag name with an id and classes, optional
// attributes, and children, also in nested lists. Children that are null, false or empty are left
// out.
/** @returns {any} an element of the kind that the name says */
export const html = (/** @type {string} */ name, ...parts) =>
  createElement("http://www.w3.org/1999/xhtml", name, parts);

/** @returns {any} */
export const svg = (/** @type {string} */ name, ...parts) =>
  createElement("http://www.w3.org/2000/svg", name, parts);

const isThere = (value) => value !== null && value !== undefined && value !== false && value !== "";

function createElement(space, name, parts) {
  const [tag, ...marks] = name.split(/(?=[.#])/);
  const element = document.createElementNS(space, tag);
  const attributes = parts[0]?.constructor === Object ? parts.shift() : {};
  const named = (sign) => marks.filter((mark) => mark[0] === sign).map((mark) => mark.slice(1));
  const names = classesOf(named("."), attributes.class) || null;
  const { class: _, ...others } = attributes;
  const all = { id: named("#")[0], class: names, ...others };
  for (const [key, value] of Object.entries(all)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (isThere(value) || value === "") element.setAttribute(key, value);
  }
  element.append(...parts.flat(Infinity).filter(isThere));
  return element;
}

// Join class names, leaving out false ones.
export const classesOf = (...names) => names.flat().filter(Boolean).join(" ");

// A button with its content (one item or several) and its action.
export const button = (words, onclick, more = {}) => html("button", { type: "button", ...more, onclick }, words);

export const closer = (onclick, label = say("dialog.close")) =>
  button("✕", onclick, { class: "close", "aria-label": label });

export const row = (...children) => html("div.row", children);

// The options of a select: [value, words] for each, and the chosen value.
export const options = (all, chosen) =>
  all.map(([value, words]) => html("option", { value, selected: value === chosen }, words));

// A select; `take` receives the chosen value.
export const select = (label, all, chosen, take) =>
  html("select", { "aria-label": label, oninput: ({ target }) => take(target.value) }, options(all, chosen));

export const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

// Set a text only if it changes, so that screen readers do not repeat it.
export function write(line, text) {
  if (line.textContent !== text) line.textContent = text;
}

// Whether a sheet lies over the page, as on small screens.
export const isOver = (sheet) => getComputedStyle(sheet).position === "fixed";

// The open dialogs, and whether an element is visible. The contents of closed details have a place
// in some browsers.
export const openDialogs = () =>
  /** @type {HTMLDialogElement[]} */ ([...document.querySelectorAll("dialog[open]")]);

export const isVisible = (/** @type {Element} */ element) =>
  element.getClientRects().length > 0 && !element.parentElement.closest("details:not([open])");

// A copy of a template, and its parts by their class names.
/** @returns {any} */
export const copyOf = (/** @type {string} */ id) =>
  document.importNode(element(id).content, true).firstElementChild;

/** @returns {Record<string, any>} */
export const partsOf = (page, ...names) =>
  Object.fromEntries(names.map((name) => [name, page.querySelector(`.${name}`)]));

// Show an error above the other contents of a box, instead of the one before.
export function complainIn(box, message) {
  box.querySelector(":scope > [role=alert]")?.remove();
  box.prepend(html("p.bad", { role: "alert" }, message));
  box.scrollTop = 0;
}

// Run an action, and show its error message in a box.
export async function attempt(box, action) {
  try {
    await action();
  } catch (error) {
    box.textContent = error.message;
  }
}

// An error message. If a picture was refused, add a button for each possible meaning of its marks.
export const refusal = ({ message, marks = [] }, again) => [
  message,
  marks.length ? row(marks.map((mark) => button(say("reading.readWith", { mark }), () => again(mark)))) : "",
];

// Let the player save a file.
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  html("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// -- arrow keys -----------------------------------------------------------------------------------
//
// Arrow keys move the focus to the nearest element in that direction. The Tab key stops at one
// element of the group, then leaves the group.

export const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export function roam(root, selector, first = null) {
  const all = [...root.querySelectorAll(selector)];
  const choose = (chosen) => {
    all.forEach((other) => other.setAttribute("tabindex", other === chosen ? "0" : "-1"));
  };
  if (all.length) choose(first ?? all[0]);
  root.addEventListener("focusin", ({ target }) => all.includes(target) && choose(target));
  root.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    if (!way || !all.includes(event.target)) return;
    event.preventDefault();
    all[towards(all.map(middle), middle(event.target), way, { least: 4 })]?.focus();
  });
}

// The index of the nearest point in a direction, preferring points straight ahead; null if there is
// none.
export function towards(
  points,
  from,
  [right, down],
  { least, slant = Infinity, ok = (/** @type {number} */ i) => true },
) {
  let best = null;
  let cost = Infinity;
  points.forEach(([x, y], i) => {
    const [dx, dy] = [x - from[0], y - from[1]];
    const along = dx * right + dy * down;
    const offset = Math.abs(dx * down - dy * right);
    if (along < least || offset > along * slant || !ok(i)) return;
    if (along + 2 * offset < cost - 1e-9) [best, cost] = [i, along + 2 * offset];
  });
  return best;
}

function middle(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}

// -- sounds ---------------------------------------------------------------------------------------
//
// Short synthesized tones, without files. Off unless the settings turn them on.

// The pitches of the tones of each sound, in hertz.
const SOUNDS = { jump: [520], back: [390], won: [523, 659, 784], right: [660, 880], wrong: [180] };
const APART = 0.1; // seconds between the beginnings of two tones
const LENGTH = 0.12; // seconds per tone
const LOUD = 0.12; // volume, of 1

export class Sound {
  #audio = null;

  constructor(memory) {
    this.memory = memory;
  }

  play(name) {
    if (this.memory.settings.sound !== "on") return;
    this.#audio ??= new AudioContext();
    if (this.#audio.state === "suspended") this.#audio.resume(); // browsers suspend sound until the first press
    SOUNDS[name].forEach((pitch, i) => this.#tone(pitch, this.#audio.currentTime + i * APART));
  }

  #tone(pitch, at) {
    const tone = new OscillatorNode(this.#audio, { type: "triangle", frequency: pitch });
    const volume = new GainNode(this.#audio, { gain: LOUD });
    volume.gain.setValueAtTime(LOUD, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + LENGTH);
    tone.connect(volume).connect(this.#audio.destination);
    tone.start(at);
    tone.stop(at + LENGTH);
  }
}
