// The storm: positions of which exactly one jump wins, one after the other, harder and harder. A run
// has three minutes; or, as a streak, no clock, and ends with the first wrong jump. Nothing is drawn
// here, and what wins came with the positions.

import { seeded } from "./random.js";

export const MODES = {
  storm: { title: "Storm", seconds: 180 },
  streak: { title: "Streak", seconds: Infinity },
};
const ROUNDS = 100; // positions of a run: nobody gets through them in three minutes

export class Run {
  // `positions` are all that there are, the easy ones first; the seed says which of them come.
  constructor(mode, positions, seed, now = Date.now) {
    Object.assign(this, { mode, now, right: 0, missed: [], at: 0 });
    this.order = chosen(positions, seed);
    // Of the wall clock: it goes on while the page is hidden.
    this.end = now() + 1000 * MODES[mode].seconds;
  }

  get current() {
    return this.order[this.at] ?? null;
  }

  // What is left of the time, in whole seconds.
  get left() {
    return Math.max(0, Math.ceil((this.end - this.now()) / 1000));
  }

  get over() {
    const lost = this.mode === "streak" && this.missed.length > 0;
    return lost || !this.current || this.now() >= this.end;
  }

  // A wrong jump takes away what a right one gives; in a streak it ends the run, and that is enough.
  get score() {
    return this.mode === "streak" ? this.right : Math.max(0, this.right - this.missed.length);
  }

  // Whether a jump is the one that wins. The next position is that after `next`.
  answer(jump) {
    if (this.over) return false;
    const right = jump === this.current.jump;
    if (right) this.right += 1;
    else this.missed.push(this.current);
    return right;
  }

  next() {
    this.at += 1;
  }
}

// The positions of a run: one of each of many bands, which go from easy to hard.
export function chosen(positions, seed) {
  const chance = seeded(seed);
  const rounds = Math.min(ROUNDS, positions.length);
  const from = (band) => Math.floor((band * positions.length) / rounds);
  return Array.from({ length: rounds }, (_, band) => {
    const width = from(band + 1) - from(band);
    return positions[from(band) + Math.floor(chance() * width)];
  });
}

export const timeText = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
