// Holds the state of the page. An intent changes it, the effects of the change follow at once, and
// the views are told once a frame.

import { State } from "./state.js";
import { reduce } from "./verbs.js";

export class Store {
  #effects = [];
  #views = [];
  #moves = []; // made since the views were told
  #report;
  #waiting = null; // "now" or "frame", while the views are to be told

  // `report` takes the error of a view.
  constructor(state = new State(), report = (/** @type {Error} */ error) => console.error(error)) {
    this.state = state;
    this.#report = report;
  }

  // Call a function after each intent, with the new state, the state before, and the intent.
  after(effect) {
    this.#effects.push(effect);
  }

  // Call a function with the state, and with the moves made since the last call.
  show(view) {
    this.#views.push(view);
  }

  send(intent) {
    const before = this.state;
    this.state = reduce(before, intent);
    const { state } = this;
    if (state.lastMove && state.lastMove !== before.lastMove) this.#moves.push(state.lastMove);
    if (state !== before) this.redraw(intent.type === "learned");
    for (const effect of this.#effects) effect(state, before, intent);
  }

  // The effect of a press is shown at once. Answers of providers, which come in bursts, are shown
  // with the next frame.
  redraw(later = false) {
    if (this.#waiting === "now" || (later && this.#waiting)) return;
    this.#waiting = later ? "frame" : "now";
    const wait = later ? (globalThis.requestAnimationFrame ?? queueMicrotask) : queueMicrotask;
    wait(() => this.#tell());
  }

  #tell() {
    if (!this.#waiting) return; // told already
    this.#waiting = null;
    const moves = this.#moves.splice(0);
    try {
      for (const view of this.#views) view(this.state, moves);
    } catch (error) {
      this.#report(error);
    }
  }
}
