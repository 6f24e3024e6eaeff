// Numbers the positions of one class that have as many pegs, in the order of their codes, as packs do
// (docs/formats.md): by one look-up for each half of a position. A set of them is then a bit for each.

import { imageOf, lowest } from "./halves.js";

const STEP = 256; // second halves that are gone through at a time

export class Ranks {
  #bases = new Map();

  // labels: a number for each hole; no jump changes the exclusive or of those of the pegs.
  constructor(halves, labels, label) {
    this.halves = halves;
    this.label = label;
    this.shift = Math.max(...labels.map((one) => 32 - Math.clz32(one)));
    this.highGroups = this.#groups(labels.slice(halves.lowBits));
    this.#sort(this.#groups(labels.slice(0, halves.lowBits)));
  }

  // The pegs and the class of every half position, as one number.
  #groups(labels) {
    const groups = new Uint32Array(1 << labels.length);
    for (let word = 1; word < groups.length; word += 1)
      groups[word] = (groups[word & (word - 1)] ^ labels[lowest(word)]) + (1 << this.shift);
    return groups;
  }

  // The first halves, group by group, and the place of each in its group.
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

  // The group of the first halves that go with a second half; -1 where there are none.
  groupBeside(high, pegs) {
    const group = this.highGroups[high];
    const left = pegs - (group >>> this.shift);
    if (left < 0 || left > this.halves.lowBits) return -1;
    return (left << this.shift) | ((group & ((1 << this.shift) - 1)) ^ this.label);
  }

  // base[high] + places[low] is the rank of a position with so many pegs.
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

// Positions of one class that have as many pegs.
export class Level {
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

  // The positions with one peg more from which a jump leads to one of these, and how many jumps do. As
  // that takes seconds on the larger levels it is made in steps: a generator.
  *before() {
    const level = new Level(this.ranks, this.pegs + 1);
    let made = 0;
    for (let first = 0; first + 1 < this.base.length; first += STEP) {
      made += this.#push(level, first, Math.min(first + STEP, this.base.length - 1));
      yield;
    }
    return { level, made };
  }

  // For the positions with some second halves.
  #push(level, first, end) {
    const { ranks, base, words } = this;
    const { lows } = ranks;
    let made = 0;
    for (let high = first; high < end; high += 1) {
      if (base[high] === base[high + 1]) continue;
      const behind = ranks.firsts[ranks.groupBeside(high, this.pegs)] - base[high];
      for (let rank = base[high]; rank < base[high + 1]; rank += 1) {
        const word = words[rank >>> 5] >>> (rank & 31);
        if (!word) rank |= 31;
        if (word & 1) made += this.#pushOne(level, lows[behind + rank], high);
      }
    }
    return made;
  }

  #pushOne({ base, words }, low, high) {
    const { places, halves } = this.ranks;
    const { low: inLow, high: inHigh, across, maskLow, maskHigh, fromLow } = halves.backward;
    const endLow = inLow.first[low + 1];
    const endHigh = inHigh.first[high + 1];
    const endAcross = across.first[high + 1];
    for (let i = inLow.first[low]; i < endLow; i += 1) {
      const rank = base[high] + places[inLow.found[i]];
      words[rank >>> 5] |= 1 << (rank & 31);
    }
    for (let i = inHigh.first[high]; i < endHigh; i += 1) {
      const rank = base[inHigh.found[i]] + places[low];
      words[rank >>> 5] |= 1 << (rank & 31);
    }
    for (let i = across.first[high]; i < endAcross; i += 1) {
      const jump = across.found[i];
      if ((low & maskLow[jump]) !== fromLow[jump]) continue;
      const rank = base[high ^ maskHigh[jump]] + places[low ^ maskLow[jump]];
      words[rank >>> 5] |= 1 << (rank & 31);
    }
    return endLow - inLow.first[low] + endHigh - inHigh.first[high];
  }

  // Adds the images of positions of another level, which are given by their ascending ranks.
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
