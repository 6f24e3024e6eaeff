// The hand at a board: it lifts a peg, knows where the peg can go, and drops it there.
//
// Mouse, pen and touch work alike: press a peg to lift it, then drag it, or let go and tap a
// target. On the keyboard, arrow keys choose a hole or a target of the lifted peg; Enter or space
// presses it. The keyboard shortcuts of the page are at the end.

import { DURATION } from "./board-view.js";
import { ARROWS, element, towards } from "./elements.js";
import { liftedWords } from "./words.js";

const MOVED = 12; // hundredths of a step: a shorter movement is a tap
const CLOSE = 0.4; // of a step: a drag passes through a hole at this distance
const NEAR = 0.62; // of a step: largest distance at which a press or drop counts for a hole
const MIN_TARGET = 22; // smallest radius of a target in pixels, so that targets are 44 pixels wide

/** @type {import("./types.js").Selection} */
export const NOTHING_LIFTED = { lifted: null, hovered: null, focus: 0, held: false };

// The selection of a board that no store keeps. `changed(what)` redraws.
const ownSelection = (changed) => {
  const own = { selection: NOTHING_LIFTED };
  const select = (selection, what) => {
    own.selection = selection;
    if (what !== null) changed(what);
  };
  return { get: () => own.selection, select };
};

export class Hand {
  #grip = null; // {hole, point, moved, fresh, path} while a pointer holds a peg
  #known = null; // {jumps, lifted, sweeps}

  // `jumps()` returns the possible jumps, and `jump(jump, dragged, more)` makes one; `more` keeps
  // the peg in the hand. `sweeps(i, path)` returns the sweeps of the peg in hole i after the jumps
  // of a path, like `sweepsFrom`. `keeper` keeps the selection: `get()` returns it, and
  // `select(selection, what)` changes it after "lift", "hover", "focus", "" when the peg is down
  // again, or null if nothing is drawn. Without one, `changed(what)` redraws. `pressed(i)` handles a
  // press when there is nothing to lift and nothing was lifted. `verdict(i)` describes what is known
  // about the lifted peg's jump to a hole.
  constructor({
    jumps,
    jump,
    changed = (/** @type {string} */ what) => {},
    keeper = ownSelection(changed),
    sweeps = (/** @type {number} */ i, /** @type {any[]} */ path) => new Map(),
    pressed = (/** @type {number} */ i) => changed(""),
    verdict = (/** @type {number} */ i) => "",
  }) {
    this.jumps = jumps;
    this.jump = jump;
    this.keeper = keeper;
    this.sweeps = sweeps;
    this.pressed = pressed;
    this.verdict = verdict;
  }

  get lifted() {
    return this.keeper.get().lifted;
  }

  get hovered() {
    return this.keeper.get().hovered;
  }

  get focus() {
    return this.keeper.get().focus;
  }

  set focus(i) {
    this.#select({ focus: i });
  }

  #select(changes, what = null) {
    this.keeper.select({ ...this.keeper.get(), ...changes }, what);
  }

  // -- possible jumps -----------------------------------------------------------------------------

  targetsOf(i) {
    return i === null ? [] : this.jumps().filter((jump) => jump.start === i);
  }

  canLift(i) {
    return this.targetsOf(i).length > 0;
  }

  // The jump of the lifted peg to a hole, if there is one.
  jumpTo(i) {
    return this.targetsOf(this.lifted).find((jump) => jump.end === i);
  }

  // The jumps that bring the lifted peg to a hole: one jump, a sweep, or the path along which it
  // was dragged; undefined if there are none.
  wayTo(i) {
    if (this.lifted === null) return undefined;
    const { path = [] } = this.#grip ?? {};
    if (path.length && path.at(-1).end === i) return path;
    const jump = this.jumpTo(i);
    return jump ? [jump] : this.#sweeps.get(i);
  }

  isTarget(i) {
    return this.wayTo(i) !== undefined;
  }

  // The sweeps of the lifted peg, cached because every hole asks for them.
  get #sweeps() {
    const jumps = this.jumps();
    if (this.#known?.jumps !== jumps || this.#known.lifted !== this.lifted)
      this.#known = { jumps, lifted: this.lifted, sweeps: this.sweeps(this.lifted, []) };
    return this.#known.sweeps;
  }

  // The hand's part of the state of a board view.
  get shown() {
    return {
      lifted: this.lifted,
      focus: this.focus,
      targets: new Map(this.targetsOf(this.lifted).map(({ end }) => [end, "open"])),
      further: new Set(this.lifted === null ? [] : this.#sweeps.keys()),
      can: (i) => this.canLift(i),
      goes: (i) => this.isTarget(i),
    };
  }

  // -- lifting and jumping ------------------------------------------------------------------------

  // Put the peg down without drawing. After a jump, or its undo, the focus moves with the peg.
  clear(jump = null) {
    this.#select({ lifted: null, hovered: null, held: false });
    if (jump) this.focus = jump.back ? jump.start : jump.end;
  }

  // Keep the peg in the hand after its jump to a hole.
  keep(i) {
    this.#select({ lifted: i, hovered: null, focus: i, held: true });
  }

  letGo() {
    if (this.lifted !== null) this.#select({ lifted: null }, "");
  }

  #lift(i) {
    this.#select({ lifted: i, focus: i, held: false }, "lift");
    this.tell();
  }

  // Tell screen readers where the lifted peg can go.
  tell() {
    if (this.lifted !== null) this.view.say(liftedWords(this.view.board, this));
  }

  // A press on a target jumps there, a press on a peg lifts it, and any other press lets go. The
  // keyboard puts the peg down after a jump, because otherwise the arrows would lead only to its
  // targets.
  #press(i, byKeys = false) {
    this.focus = i;
    const way = this.wayTo(i);
    if (way) this.#make(way, byKeys);
    else if (this.lifted !== i && this.canLift(i)) this.#lift(i);
    else if (this.lifted === null) this.pressed(i);
    else this.letGo();
  }

  // Make one visible jump after the other, unless the player does something else meanwhile.
  #make(/** @type {any[]} */ [jump, ...rest], byKeys) {
    this.jump(jump, false, rest.length > 0 || !byKeys);
    if (byKeys) this.#focusOn(this.focus);
    const goOn = () => {
      if (rest.length && this.lifted === jump.end && this.jumpTo(rest[0].end)) this.#make(rest, byKeys);
    };
    if (this.view.motion()) setTimeout(goOn, DURATION);
    else goOn();
  }

  #drop(way) {
    if (!way) this.letGo();
    for (const jump of way ?? []) if (this.lifted === jump.start) this.jump(jump, true, true);
  }

  // Make the jump of a peg with only one target, when the peg is pressed again. Return whether
  // there was one.
  #jumpOnly(i) {
    const [only, ...others] = this.targetsOf(i);
    if (!only || others.length) return false;
    this.jump(only);
    return true;
  }

  #hover(i) {
    if (this.hovered !== i) this.#select({ hovered: i }, "hover");
  }

  // Move the keyboard focus to a hole, and show what it would show under the pointer.
  #focusOn(i) {
    this.#select({ focus: i, hovered: i }, "focus");
    this.view.focus(i);
  }

  // -- pointers and keys --------------------------------------------------------------------------

  // Follow the events of a board. `takesKey(event)` returns whether a key has another meaning
  // there.
  follow(view, takesKey = (/** @type {KeyboardEvent} */ event) => false) {
    this.view = view;
    const on = (name, react, options) => view.root.addEventListener(name, react, options);
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", () => this.#cancel());
    on("pointerleave", () => this.#grip || this.#hover(null));
    // A double press jumps only if the peg is down again; a peg that is still up was lifted by the
    // first press.
    on("dblclick", (event) => {
      if (this.lifted === null) this.#jumpOnly(view.nearest(view.pointAt(event)));
    });
    // A press on a peg must not scroll the page, but one beside the board may.
    const keepStill = (event) => this.#grip && event.cancelable && event.preventDefault();
    for (const name of ["touchstart", "touchmove"]) on(name, keepStill, { passive: false });
    on("keydown", (event) => takesKey(event) || this.#key(event));
    // A screen reader presses a hole without a pointer.
    on("click", ({ detail, target }) => {
      if (!detail && target.dataset.hole !== undefined) this.#press(Number(target.dataset.hole), true);
    });
    on("focusin", ({ target }) => {
      if (target.dataset.hole !== undefined) this.focus = Number(target.dataset.hole);
    });
  }

  #nearTarget(point) {
    const within = Math.max(NEAR, MIN_TARGET / this.view.root.getScreenCTM().a / 100);
    return this.view.nearest(point, (i) => this.isTarget(i), within);
  }

  #down(event) {
    if (event.button !== 0 || !event.isPrimary) return undefined;
    const { view } = this;
    const point = view.pointAt(event);
    const target = this.#nearTarget(point);
    const hole = target ?? view.nearest(point);
    if (hole === null) return this.letGo();
    event.preventDefault();
    if (target !== null || !this.canLift(hole)) return this.#press(hole);
    const fresh = this.lifted !== hole || this.keeper.get().held;
    this.#grip = { hole, point, moved: false, fresh, path: [] };
    view.root.setPointerCapture(event.pointerId);
    return this.#lift(hole);
  }

  #move(event) {
    const point = this.view.pointAt(event);
    const grip = this.#grip;
    if (!grip) return this.#hover(this.view.nearest(point));
    grip.moved ||= Math.hypot(point[0] - grip.point[0], point[1] - grip.point[1]) > MOVED;
    if (!grip.moved) return undefined;
    this.#follow(grip, point);
    this.view.drag(grip.hole, point);
    return this.#hover(this.#nearTarget(point));
  }

  // Dragging over a target makes a jump, and the drag may go on from there.
  #follow({ hole, path }, point) {
    const near = this.view.nearest(point, () => true, CLOSE);
    const [jump, ...more] = this.sweeps(path.at(-1)?.end ?? hole, path).get(near) ?? [];
    if (jump && !more.length) path.push(jump);
  }

  #up(event) {
    if (!this.#grip) return;
    const { hole, moved, fresh } = this.#grip;
    const target = moved ? this.#nearTarget(this.view.pointAt(event)) : null;
    const way = target === null ? undefined : this.wayTo(target);
    this.#grip = null;
    this.view.drag(hole, null);
    if (moved) this.#drop(way);
    else if (!fresh) this.letGo();
  }

  #cancel() {
    if (this.#grip) this.view.drag(this.#grip.hole, null);
    this.#grip = null;
    this.letGo();
  }

  #key(event) {
    const { lifted } = this;
    if (event.key in ARROWS) {
      const to = this.#towards(ARROWS[event.key]);
      if (to !== null) this.#focusOn(to);
    } else if (event.key === "Enter" || event.key === " ") {
      if (this.focus !== lifted || !this.#jumpOnly(lifted)) this.#press(this.focus, true);
      this.#focusOn(this.focus);
    } else if (event.key === "Escape" && lifted !== null) {
      this.letGo();
      this.#focusOn(lifted);
    } else return;
    event.preventDefault();
  }

  // The hole that an arrow key leads to. With a lifted peg it is a target, nearer ones first.
  #towards(way) {
    const { points } = this.view.board;
    const ok = (i) => this.lifted === null || this.isTarget(i);
    const from = (i) => towards(points, points[i], way, { least: 0.2, slant: 1.8, ok });
    return from(this.focus) ?? (this.lifted === null ? null : from(this.lifted));
  }
}

// The keyboard shortcuts of the page work everywhere except in text fields. The help lists them.
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
