// Tells whether a position of a board can reach one of some finishes.
//
// Winning positions with few pegs are computed in advance, level by level from the finishes up, as
// one bit per position. From positions with more pegs, a depth-first search goes down to the last
// of these levels and remembers dead positions. It does not identify symmetric positions, because
// finding the least image takes longer than the steps it saves. A slice holds the dead positions
// with a certain number of pegs. Searches from above a slice end at it, so they stay short: on the
// English board, with levels of up to 14 pegs and a slice at 23, the longest known searches take
// some 300,000 steps.

import { count, pegsOf } from "./rules.js";
import { lineBy } from "./searches.js";

// -- halves ---------------------------------------------------------------------------------------
//
// Positions as two small integers for searches: the first holes of a board are the bits of `low`,
// the others the bits of `high`. JavaScript handles such integers much faster than BigInt. A table
// of all halves holds the jumps possible within each half.

// A board with more holes would need larger tables.
export const MAX_HALVED_HOLES = 40;

const CHUNK = 10; // bits that one table look-up maps to their image

class Halves {
  constructor({ size, jumps }) {
    this.size = size;
    this.lowBits = (size + 1) >> 1;
    this.highBits = size - this.lowBits;
    const parts = jumps.map(({ mask, pegs }) => ({ mask: this.split(mask), from: this.split(pegs) }));
    this.forward = this.#tables(parts);
    this.backward = this.#tables(parts.map(({ mask, from }) => ({ mask, from: other(mask, from) })));
  }

  split(code) {
    return [Number(BigInt.asUintN(this.lowBits, code)), Number(code >> BigInt(this.lowBits))];
  }

  // The results of jumps within one half, for every half, and the jumps across both halves.
  #tables(jumps) {
    const inLow = jumps.filter(({ mask }) => !mask[1]);
    const inHigh = jumps.filter(({ mask }) => !mask[0]);
    const across = jumps.filter(({ mask }) => mask[0] && mask[1]);
    const words = (key, part) => Int32Array.from(across, (jump) => jump[key][part]);
    const here = across.map(({ mask, from }, i) => ({ mask: [0, mask[1]], from, to: i }));
    return {
      low: listed(this.lowBits, inLow, 0),
      high: listed(this.highBits, inHigh, 1),
      across: listed(this.highBits, here, 1),
      maskLow: words("mask", 0),
      maskHigh: words("mask", 1),
      fromLow: words("from", 0),
    };
  }

  // Tables of the images of each chunk of a position under a symmetry that moves hole i to
  // image[i].
  tablesOf(image) {
    const tables = { low: [], high: [] };
    for (let i = 0; i < this.size; ) {
      const half = i < this.lowBits ? "low" : "high";
      const end = Math.min(i + CHUNK, i < this.lowBits ? this.lowBits : this.size);
      tables[half].push(this.#images(image.slice(i, end)));
      i = end;
    }
    return tables;
  }

  #images(holes) {
    const [low, high] = [new Int32Array(1 << holes.length), new Int32Array(1 << holes.length)];
    for (let word = 1; word < low.length; word += 1) {
      const rest = word & (word - 1);
      const to = holes[lowest(word)];
      low[word] = low[rest] | (to < this.lowBits ? 1 << to : 0);
      high[word] = high[rest] | (to < this.lowBits ? 0 : 1 << (to - this.lowBits));
    }
    return { low, high };
  }
}

const other = (mask, from) => [mask[0] ^ from[0], mask[1] ^ from[1]];

const lowest = (word) => 31 - Math.clz32(word & -word);

// For each word, the words that jumps turn it into, or the numbers `to` of jumps. Those of word w
// are values[first[w]], ..., values[first[w + 1] - 1].
function listed(bits, jumps, part) {
  const first = new Int32Array((1 << bits) + 1);
  const values = [];
  for (let word = 0; word < 1 << bits; word += 1) {
    for (const { mask, from, to } of jumps)
      if ((word & mask[part]) === from[part]) values.push(to ?? word ^ mask[part]);
    first[word + 1] = values.length;
  }
  return { first, values: Int32Array.from(values) };
}

// The part of a half position's image that lies in the first or in the second half, "low" or
// "high".
function imageOf(tables, half, word) {
  let image = 0;
  for (let i = 0; i < tables.length; i += 1)
    image |= tables[i][half][(word >>> (CHUNK * i)) & ((1 << CHUNK) - 1)];
  return image;
}

// -- ranks ----------------------------------------------------------------------------------------
//
// Numbers the positions of one class with the same number of pegs in the order of their codes, as
// packs do (docs/formats.md), with one look-up per half of a position. A set of positions is then
// one bit each.

const STEP = 256; // second halves per step

class Ranks {
  #bases = new Map();

  // labels: a number for each hole. No jump changes the exclusive or of the labels of all pegs.
  constructor(halves, labels, label) {
    this.halves = halves;
    this.label = label;
    this.shift = Math.max(...labels.map((label) => 32 - Math.clz32(label)));
    this.highGroups = this.#groups(labels.slice(halves.lowBits));
    this.#sort(this.#groups(labels.slice(0, halves.lowBits)));
  }

  // The number of pegs and the class of every half position, as one number.
  #groups(labels) {
    const groups = new Uint32Array(1 << labels.length);
    for (let word = 1; word < groups.length; word += 1)
      groups[word] = (groups[word & (word - 1)] ^ labels[lowest(word)]) + (1 << this.shift);
    return groups;
  }

  // Sort the first halves by group, and find the place of each in its group.
  #sort(groups) {
    const most = (this.halves.lowBits + 1) << this.shift;
    this.sizes = new Uint32Array(most);
    this.places = new Uint32Array(groups.length);
    groups.forEach((group, word) => (this.places[word] = this.sizes[group]++));
    this.firsts = new Uint32Array(most);
    for (let group = 1; group < most; group += 1)
      this.firsts[group] = this.firsts[group - 1] + this.sizes[group - 1];
    this.lows = new Uint32Array(groups.length);
    groups.forEach((group, word) => (this.lows[this.firsts[group] + this.places[word]] = word));
  }

  // The group of the first halves that fit a second half; -1 if there are none.
  groupBeside(high, pegs) {
    const group = this.highGroups[high];
    const left = pegs - (group >>> this.shift);
    if (left < 0 || left > this.halves.lowBits) return -1;
    return (left << this.shift) | ((group & ((1 << this.shift) - 1)) ^ this.label);
  }

  // The rank of a position with `pegs` pegs is base[high] + places[low].
  base(pegs) {
    if (!this.#bases.has(pegs)) {
      const base = new Uint32Array((1 << this.halves.highBits) + 1);
      for (let high = 0; high + 1 < base.length; high += 1) {
        const group = this.groupBeside(high, pegs);
        base[high + 1] = base[high] + (group < 0 ? 0 : this.sizes[group]);
      }
      this.#bases.set(pegs, base);
    }
    return this.#bases.get(pegs);
  }

  size(pegs) {
    return this.base(pegs).at(-1);
  }
}

// Positions of one class with the same number of pegs.
class Level {
  constructor(ranks, pegs) {
    this.ranks = ranks;
    this.pegs = pegs;
    this.base = ranks.base(pegs);
    this.words = new Uint32Array((ranks.size(pegs) + 31) >>> 5);
  }

  has(low, high) {
    const rank = this.base[high] + this.ranks.places[low];
    return ((this.words[rank >>> 5] >>> (rank & 31)) & 1) === 1;
  }

  add(low, high) {
    const rank = this.base[high] + this.ranks.places[low];
    this.words[rank >>> 5] |= 1 << (rank & 31);
  }

  // The positions with one more peg from which a jump leads to a position of this level, and the
  // number of these jumps. A generator, because the larger levels take seconds.
  *before() {
    const level = new Level(this.ranks, this.pegs + 1);
    let jumps = 0;
    for (let first = 0; first + 1 < this.base.length; first += STEP) {
      jumps += this.#push(level, first, Math.min(first + STEP, this.base.length - 1));
      yield;
    }
    return { level, jumps };
  }

  // The same for a range of second halves.
  #push(level, first, end) {
    const { ranks, base, words } = this;
    const { lows } = ranks;
    let jumps = 0;
    for (let high = first; high < end; high += 1) {
      if (base[high] === base[high + 1]) continue;
      const behind = ranks.firsts[ranks.groupBeside(high, this.pegs)] - base[high];
      for (let rank = base[high]; rank < base[high + 1]; rank += 1) {
        const word = words[rank >>> 5] >>> (rank & 31);
        if (!word) rank |= 31;
        if (word & 1) jumps += this.#pushOne(level, lows[behind + rank], high);
      }
    }
    return jumps;
  }

  #pushOne({ base, words }, low, high) {
    const { places, halves } = this.ranks;
    const { low: inLow, high: inHigh, across, maskLow, maskHigh, fromLow } = halves.backward;
    const endLow = inLow.first[low + 1];
    const endHigh = inHigh.first[high + 1];
    const endAcross = across.first[high + 1];
    for (let i = inLow.first[low]; i < endLow; i += 1) {
      const rank = base[high] + places[inLow.values[i]];
      words[rank >>> 5] |= 1 << (rank & 31);
    }
    for (let i = inHigh.first[high]; i < endHigh; i += 1) {
      const rank = base[inHigh.values[i]] + places[low];
      words[rank >>> 5] |= 1 << (rank & 31);
    }
    for (let i = across.first[high]; i < endAcross; i += 1) {
      const jump = across.values[i];
      if ((low & maskLow[jump]) !== fromLow[jump]) continue;
      const rank = base[high ^ maskHigh[jump]] + places[low ^ maskLow[jump]];
      words[rank >>> 5] |= 1 << (rank & 31);
    }
    return endLow - inLow.first[low] + endHigh - inHigh.first[high];
  }

  // Add the images of positions of another level, given by their ascending ranks.
  addImages({ ranks, base, pegs }, ascending, { low: ofLow, high: ofHigh }) {
    let [high, behind, toLow, toHigh] = [-1, 0, 0, 0];
    for (const rank of ascending) {
      if (high < 0 || rank >= base[high + 1]) {
        do high += 1;
        while (rank >= base[high + 1]);
        behind = ranks.firsts[ranks.groupBeside(high, pegs)] - base[high];
        [toLow, toHigh] = [imageOf(ofHigh, "low", high), imageOf(ofHigh, "high", high)];
      }
      const low = ranks.lows[behind + rank];
      this.add(toLow | imageOf(ofLow, "low", low), toHigh | imageOf(ofLow, "high", low));
    }
  }
}

// -- the search -----------------------------------------------------------------------------------

const SLOTS = 1 << 19; // each remembers four positions
const MAX_LEVEL_POSITIONS = 1 << 27; // positions of the largest level
const [DEAD, WINS, UNKNOWN] = [0, 1, -1];

export class Oracle {
  #levels; // winning positions, beginning with the level of the finishes
  #slice = null; // dead positions
  #deadLow = new Int32Array(4 * SLOTS).fill(-1);
  #deadHigh = new Int32Array(4 * SLOTS);
  #turn = 0;
  #left = 0; // steps that the search may still take
  #end = null; // the level at which the search ends,
  #mark = 1; // and the bit of winning positions there

  // labels: a number for each hole. No jump changes the exclusive or of the labels of all pegs.
  // finishes: codes of one class with the same number of pegs.
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

  // The largest number of pegs for which positions are looked up.
  get top() {
    return this.#levels.at(-1).pegs;
  }

  // Compute levels, in steps, until one took `most` jumps or the next would be too large.
  *deepen(most) {
    const isNextSmall = () => this.top < this.board.size && this.ranks.size(this.top + 1) <= MAX_LEVEL_POSITIONS;
    for (let jumps = 0; jumps < most && isNextSmall(); ) {
      const before = yield* this.#levels.at(-1).before();
      this.#levels.push(before.level);
      jumps = before.jumps;
    }
  }

  // Take the slice of a finish from a pack. The images are the symmetries that move the pack's
  // finish to this finish. A position is dead if it is dead for all finishes.
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

  // true, false, or null if `most` steps are not enough to tell.
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
    const result = this.#search(low, high, pegs);
    return result === UNKNOWN ? null : result === WINS;
  }

  // The jumps from a position to a finish; null if none were found.
  line(code, most = Infinity) {
    return lineBy(this.board, this.finishes, (position) => this.wins(position, most), code);
  }

  #labelOf(code) {
    return pegsOf(code).reduce((label, i) => label ^ this.labels[i], 0);
  }

  #search(low, high, pegs) {
    if (this.#left-- <= 0) return UNKNOWN;
    // Just above the last level, searching is faster than looking up remembered positions.
    if (pegs - 1 === this.#end.pegs) return this.#last(low, high);
    const slot = slotOf(low, high);
    const [deadLow, deadHigh] = [this.#deadLow, this.#deadHigh];
    for (let i = slot; i < slot + 4; i += 1) if (deadLow[i] === low && deadHigh[i] === high) return DEAD;
    const result = this.#jump(low, high, pegs - 1);
    if (result === DEAD) this.#remember(slot, low, high);
    return result;
  }

  // Use a free entry of the slot, or replace one of its four positions.
  #remember(slot, low, high) {
    let at = slot;
    while (at < slot + 4 && this.#deadLow[at] >= 0) at += 1;
    if (at === slot + 4) at = slot + (this.#turn++ & 3);
    this.#deadLow[at] = low;
    this.#deadHigh[at] = high;
  }

  // The best result of all jumps. `pegs` is the number of pegs after the jump.
  #jump(low, high, pegs) {
    const { low: inLow, high: inHigh, across, maskLow, maskHigh, fromLow } = this.halves.forward;
    let all = DEAD;
    for (let i = inLow.first[low]; i < inLow.first[low + 1]; i += 1) {
      const result = this.#search(inLow.values[i], high, pegs);
      if (result === WINS) return WINS;
      all |= result;
    }
    for (let i = inHigh.first[high]; i < inHigh.first[high + 1]; i += 1) {
      const result = this.#search(low, inHigh.values[i], pegs);
      if (result === WINS) return WINS;
      all |= result;
    }
    for (let i = across.first[high]; i < across.first[high + 1]; i += 1) {
      const jump = across.values[i];
      if ((low & maskLow[jump]) !== fromLow[jump]) continue;
      const result = this.#search(low ^ maskLow[jump], high ^ maskHigh[jump], pegs);
      if (result === WINS) return WINS;
      all |= result;
    }
    return all;
  }

  // The same if the jumps lead to the last level.
  #last(low, high) {
    const { base, words } = this.#end;
    const { places } = this.ranks;
    const mark = this.#mark;
    const { low: inLow, high: inHigh, across, maskLow, maskHigh, fromLow } = this.halves.forward;
    for (let i = inLow.first[low]; i < inLow.first[low + 1]; i += 1) {
      const rank = base[high] + places[inLow.values[i]];
      if (((words[rank >>> 5] >>> (rank & 31)) & 1) === mark) return WINS;
    }
    for (let i = inHigh.first[high]; i < inHigh.first[high + 1]; i += 1) {
      const rank = base[inHigh.values[i]] + places[low];
      if (((words[rank >>> 5] >>> (rank & 31)) & 1) === mark) return WINS;
    }
    for (let i = across.first[high]; i < across.first[high + 1]; i += 1) {
      const jump = across.values[i];
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
