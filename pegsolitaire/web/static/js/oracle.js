// Says of any position of a board whether it can end at one of some finishes.
//
// What wins with few pegs is worked out beforehand, level by level from the finishes up, as a bit for
// each position. From positions with more pegs a search goes down to the last of these levels, depth
// first, and remembers what is dead; not up to symmetry, as to find least images takes longer than the
// steps that it saves. Where a slice comes along, which tells the dead positions with some number of
// pegs, searches from above it end there, so that none goes far: on the English board, with levels of
// up to 14 pegs and a slice at 23, the longest that are known take some 300,000 steps.

import { Halves } from "./halves.js";
import { Level, Ranks } from "./ranks.js";
import { count, pegsOf } from "./rules.js";

const SLOTS = 1 << 19; // of four positions each that are remembered
const LARGEST = 1 << 27; // positions of a level
const [DEAD, WINS, UNKNOWN] = [0, 1, -1];

export class Oracle {
  #levels; // of winning positions, those of the finishes first
  #slice = null; // of dead ones
  #deadLow = new Int32Array(4 * SLOTS).fill(-1);
  #deadHigh = new Int32Array(4 * SLOTS);
  #turn = 0;
  #left = 0; // steps that the search may take
  #end = null; // the level at which it ends,
  #mark = 1; // and the bit of what wins there

  // labels: a number for each hole; no jump changes the exclusive or of those of the pegs. finishes:
  // codes of one class with as many pegs.
  constructor(board, { labels, finishes }) {
    this.board = board;
    this.finishes = finishes;
    this.labels = labels;
    this.halves = new Halves(board);
    this.ranks = new Ranks(this.halves, labels, this.#labelOf(finishes[0]));
    const level = new Level(this.ranks, count(finishes[0]));
    for (const code of finishes) level.add(...this.halves.split(code));
    this.#levels = [level];
  }

  // The most pegs of positions that are looked up.
  get top() {
    return this.#levels.at(-1).pegs;
  }

  // Works out levels, in steps, until one has been made by so many jumps or the next is too large.
  *deepen(most) {
    for (let made = 0; made < most && this.#isNextSmall(); ) {
      const before = yield* this.#levels.at(-1).before();
      this.#levels.push(before.level);
      made = before.made;
    }
  }

  #isNextSmall() {
    return this.top < this.board.size && this.ranks.size(this.top + 1) <= LARGEST;
  }

  // Takes the slice of a finish out of a pack; the images are the symmetries that take the finish of
  // the pack to that finish. What is dead for all finishes is dead.
  take(pack, images) {
    const [{ pegs }] = pack.header.levels;
    const { classes, class: label } = pack.header;
    const packed = new Level(new Ranks(this.halves, classes, label), pegs);
    const dead = new Level(this.ranks, pegs);
    const ranks = pack.ranks(pegs);
    for (const image of images) dead.addImages(packed, ranks, this.halves.tablesOf(image));
    if (this.#slice) this.#slice.words.forEach((word, i) => (this.#slice.words[i] = word & dead.words[i]));
    else this.#slice = dead;
  }

  // true, false, or null where so many steps do not suffice to tell.
  wins(code, most = Infinity) {
    const pegs = count(code);
    const fewest = this.#levels[0].pegs;
    if (pegs < fewest || this.#labelOf(code) !== this.ranks.label) return false;
    const [low, high] = this.halves.split(code);
    const slice = this.#slice;
    if (pegs <= this.top) return this.#levels[pegs - fewest].has(low, high);
    if (slice?.pegs === pegs) return !slice.has(low, high);
    const above = slice && pegs > slice.pegs;
    this.#end = above ? slice : this.#levels.at(-1);
    this.#mark = above ? 0 : 1;
    this.#left = most;
    const found = this.#search(low, high, pegs);
    return found === UNKNOWN ? null : found === WINS;
  }

  // The jumps of a way from a position to a finish, by the same peg as long as that wins; null where
  // none was found.
  line(code, most = Infinity) {
    if (!this.wins(code, most)) return null;
    const texts = [];
    let peg = null;
    for (let at = code; !this.finishes.includes(at); ) {
      const jumps = this.board.jumpsFrom(at).sort((a, b) => (b.start === peg) - (a.start === peg));
      const jump = jumps.find((one) => this.wins(at ^ one.mask, most));
      if (!jump) return null; // the search was cut short
      texts.push(jump.text);
      peg = jump.end;
      at ^= jump.mask;
    }
    return texts;
  }

  #labelOf(code) {
    return pegsOf(code).reduce((label, i) => label ^ this.labels[i], 0);
  }

  #search(low, high, pegs) {
    if (this.#left-- <= 0) return UNKNOWN;
    // To look for what is next to the end costs more than to go there.
    if (pegs - 1 === this.#end.pegs) return this.#last(low, high);
    const slot = slotOf(low, high);
    const [deadLow, deadHigh] = [this.#deadLow, this.#deadHigh];
    for (let i = slot; i < slot + 4; i += 1)
      if (deadLow[i] === low && deadHigh[i] === high) return DEAD;
    const found = this.#jump(low, high, pegs - 1);
    if (found === DEAD) this.#remember(slot, low, high);
    return found;
  }

  // In a free place of a slot, or instead of one of the four that are there.
  #remember(slot, low, high) {
    let at = slot;
    while (at < slot + 4 && this.#deadLow[at] >= 0) at += 1;
    if (at === slot + 4) at = slot + (this.#turn++ & 3);
    this.#deadLow[at] = low;
    this.#deadHigh[at] = high;
  }

  // What the best jump comes to; `pegs` are those after it.
  #jump(low, high, pegs) {
    const { low: inLow, high: inHigh, across, maskLow, maskHigh, fromLow } = this.halves.forward;
    let all = DEAD;
    for (let i = inLow.first[low]; i < inLow.first[low + 1]; i += 1) {
      const found = this.#search(inLow.found[i], high, pegs);
      if (found === WINS) return WINS;
      all |= found;
    }
    for (let i = inHigh.first[high]; i < inHigh.first[high + 1]; i += 1) {
      const found = this.#search(low, inHigh.found[i], pegs);
      if (found === WINS) return WINS;
      all |= found;
    }
    for (let i = across.first[high]; i < across.first[high + 1]; i += 1) {
      const jump = across.found[i];
      if ((low & maskLow[jump]) !== fromLow[jump]) continue;
      const found = this.#search(low ^ maskLow[jump], high ^ maskHigh[jump], pegs);
      if (found === WINS) return WINS;
      all |= found;
    }
    return all;
  }

  // The same where the jumps lead to the level at which the search ends.
  #last(low, high) {
    const { base, words } = this.#end;
    const { places } = this.ranks;
    const mark = this.#mark;
    const { low: inLow, high: inHigh, across, maskLow, maskHigh, fromLow } = this.halves.forward;
    for (let i = inLow.first[low]; i < inLow.first[low + 1]; i += 1) {
      const rank = base[high] + places[inLow.found[i]];
      if (((words[rank >>> 5] >>> (rank & 31)) & 1) === mark) return WINS;
    }
    for (let i = inHigh.first[high]; i < inHigh.first[high + 1]; i += 1) {
      const rank = base[inHigh.found[i]] + places[low];
      if (((words[rank >>> 5] >>> (rank & 31)) & 1) === mark) return WINS;
    }
    for (let i = across.first[high]; i < across.first[high + 1]; i += 1) {
      const jump = across.found[i];
      if ((low & maskLow[jump]) !== fromLow[jump]) continue;
      const rank = base[high ^ maskHigh[jump]] + places[low ^ maskLow[jump]];
      if (((words[rank >>> 5] >>> (rank & 31)) & 1) === mark) return WINS;
    }
    return DEAD;
  }
}

function slotOf(low, high) {
  let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) & (SLOTS - 1)) << 2;
}
