// A game in progress: the jumps that were made, and those ahead that were taken back or that a
// solution shows. What lies ahead stays until another jump is made.

import { movesOf } from "./rules.js";

export class Game {
  constructor(board, start, jumps = []) {
    this.board = board;
    this.start = start;
    this.at = 0;
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

  // Make a jump: the next one ahead, or another, and then what lay ahead is gone.
  push(jump) {
    if (this.next !== jump) this.#set(this.jumps.slice(0, this.at), [jump]);
    this.at += 1;
  }

  go(at) {
    this.at = Math.max(0, Math.min(this.jumps.length, at));
  }

  // Replace what lies ahead.
  plan(jumps) {
    this.#set(this.jumps.slice(0, this.at), jumps);
  }

  // The number of the move that holds a jump, as the list of moves counts.
  moveNumber(jump) {
    return this.moves.findLastIndex((move) => move.first <= jump) + 1;
  }

  #set(made, ahead) {
    this.jumps = [...made, ...ahead];
    this.codes = [this.start];
    for (const jump of this.jumps) this.codes.push(this.board.after(this.codes.at(-1), jump));
  }
}
