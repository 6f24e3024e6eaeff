// A game in progress: the jumps that were made, and those ahead that were taken back or that a
// solution shows. What lies ahead stays until another jump is made.

import { movesOf } from "./rules.js";

export class Game {
  constructor(board, start, jumps = []) {
    this.board = board;
    this.start = start;
    this.at = 0;
    this.shown = new Set(); // the numbers of jumps that the page laid out
    this.#set([], jumps);
  }

  get code() {
    return this.codes[this.at];
  }

  get last() {
    return this.at ? this.jumps[this.at - 1] : null;
  }

  get next() {
    return this.jumps[this.at] ?? null;
  }

  get moves() {
    return movesOf(this.jumps);
  }

  get movesMade() {
    return movesOf(this.jumps.slice(0, this.at)).length;
  }

  // Whether the page had a hand in the jumps made so far.
  get helped() {
    return [...this.shown].some((number) => number < this.at);
  }

  // Make a jump: the next one ahead, or another, and then what lay ahead is gone. A player who jumps
  // from the start begins a new attempt: help of an earlier one is no help of this one.
  push(jump, shown = false) {
    const again = this.at === 0 && !shown && this.shown.size > 0;
    if (again || this.next !== jump) this.#set(this.jumps.slice(0, this.at), [jump]);
    if (shown) this.shown.add(this.at);
    this.at += 1;
  }

  go(at) {
    this.at = Math.max(0, Math.min(this.jumps.length, at));
  }

  // Replace what lies ahead by what the page has found.
  plan(jumps) {
    this.#set(this.jumps.slice(0, this.at), jumps);
    jumps.forEach((_, i) => this.shown.add(this.at + i));
  }

  // The number of the move that holds a jump, as the list of moves counts.
  moveNumber(jump) {
    return this.moves.findLastIndex((move) => move.first <= jump) + 1;
  }

  #set(made, ahead) {
    this.jumps = [...made, ...ahead];
    this.shown = new Set([...this.shown].filter((number) => number < made.length));
    this.codes = [this.start];
    for (const jump of this.jumps) this.codes.push(this.board.after(this.codes.at(-1), jump));
  }
}
