// The hand at a board: it picks a peg up, knows where that may go, and drops it there.
//
// Mouse, pen and touch are one: press a peg and it lifts; drag it over, or let go and tap a target.
// On the keyboard arrows choose a hole or, of a lifted peg, a target; Enter and the space press it.

import { DURATION } from "./board-view.js";
import { ARROWS, towards } from "./elements.js";
import { liftedWords } from "./words.js";

const MOVED = 12; // hundredths of a step: less is a tap
const CLOSE = 0.4; // of a step: as near to a hole a drag goes through it
const NEAR = 0.62; // of a step: as far from a hole one still means it
const MIN_TARGET = 22; // pixels around a target that count as it: 44 across

export class Hand {
  lifted = null; // the hole whose peg is up
  hovered = null; // the hole that is pointed at
  focus = 0; // the hole that the keys are at
  #grip = null; // {hole, point, moved, fresh, path}: of a pointer that is down on a peg
  #held = false; // the lifted peg has jumped and was not pressed since
  #known = null; // {jumps, lifted, sweeps}

  // `jumps()` are those that can be made now, and `jump(jump, dragged, more)` makes one; `more` says
  // that the peg may stay in the hand. `sweeps(i, path)` are those of the peg in a hole, after the
  // jumps of a path, as `sweepsFrom` has them. `changed(what)` draws: "lift", "hover", "focus", or ""
  // where the peg is down again. `pressed(i)` is told of a press where there is nothing to lift and
  // nothing was lifted. `verdict(i)` are words for what is known of the lifted peg's jump to a hole.
  constructor({ jumps, jump, changed, sweeps = () => new Map(), pressed = () => changed(""), verdict = () => "" }) {
    Object.assign(this, { jumps, jump, changed, sweeps, pressed, verdict });
  }

  // -- what can be done ---------------------------------------------------------------------------

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

  // The jumps that bring the lifted peg to a hole: one, a sweep, or those that it was dragged along;
  // undefined where there are none.
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

  // Of the lifted peg; the holes that are drawn all ask for them.
  get #sweeps() {
    const jumps = this.jumps();
    if (this.#known?.jumps !== jumps || this.#known.lifted !== this.lifted)
      this.#known = { jumps, lifted: this.lifted, sweeps: this.sweeps(this.lifted, []) };
    return this.#known.sweeps;
  }

  // What a board shows of the hand.
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

  // -- what is done -------------------------------------------------------------------------------

  // Hold nothing, and draw nothing yet. After a jump, made or taken back, the focus is at its peg.
  clear(jump = null) {
    Object.assign(this, { lifted: null, hovered: null });
    if (jump) this.focus = jump.back ? jump.start : jump.end;
  }

  // After a jump: the peg stays up, to go on.
  hold(i) {
    this.lifted = i;
    this.#held = true;
  }

  letGo() {
    if (this.lifted === null) return;
    this.lifted = null;
    this.changed("");
  }

  #lift(i) {
    this.#held = false;
    Object.assign(this, { lifted: i, focus: i });
    this.changed("lift");
    this.tell();
  }

  // Say where the lifted peg can go, to those who listen.
  tell() {
    if (this.lifted !== null) this.view.say(liftedWords(this.view.board, this));
  }

  // A press on a hole: a target is jumped to, a peg is lifted, anything else lets go.
  // The keys put it down after a jump, or the arrows would lead to its targets alone.
  #press(i, byKeys = false) {
    this.focus = i;
    const way = this.wayTo(i);
    if (way) this.#make(way, byKeys);
    else if (this.lifted !== i && this.canLift(i)) this.#lift(i);
    else if (this.lifted === null) this.pressed(i);
    else this.letGo();
  }

  // One jump after the other, each seen, unless something else is done meanwhile.
  #make([jump, ...rest], byKeys) {
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

  // Pressed once more, a peg with one target jumps there; whether it did.
  #jumpOnly(i) {
    const [only, ...others] = this.targetsOf(i);
    if (!only || others.length) return false;
    this.jump(only);
    return true;
  }

  #hover(i) {
    if (this.hovered === i) return;
    this.hovered = i;
    this.changed("hover");
  }

  // The keys come to a hole: what it would show under the pointer is shown.
  #focusOn(i) {
    Object.assign(this, { focus: i, hovered: i });
    this.changed("focus");
    this.view.focus(i);
  }

  // -- pointers and keys --------------------------------------------------------------------------

  // Follow what happens on a board. `takesKey(event)` says of keys that they mean something else
  // there.
  follow(view, takesKey = () => false) {
    this.view = view;
    const on = (name, react, options) => view.root.addEventListener(name, react, options);
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", () => this.#cancel());
    on("pointerleave", () => this.#grip || this.#hover(null));
    // A peg that was pressed twice is down again; one that is up came there by the first press.
    on("dblclick", (event) => {
      if (this.lifted === null) this.#jumpOnly(view.nearest(view.pointAt(event)));
    });
    // A press on a peg must not scroll the page; one beside the board may.
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
    const fresh = this.lifted !== hole || this.#held;
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

  // A drag over a target is a jump, and it may go on from there.
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

  // The hole that an arrow key leads to. Of a lifted peg it is a target, further ones after nearer.
  #towards(way) {
    const { points } = this.view.board;
    const ok = (i) => this.lifted === null || this.isTarget(i);
    const from = (i) => towards(points, points[i], way, { least: 0.2, slant: 1.8, ok });
    return from(this.focus) ?? (this.lifted === null ? null : from(this.lifted));
  }
}
