// Positions as two small integers, for searches: the first holes of a board are the bits of `low`, the
// others those of `high`. JavaScript is quick with such integers, as it is not with BigInt, and what
// can be done with a half is looked up in a table of all halves.

// Boards of more holes would need larger tables.
export const MOST_HOLES = 40;

const CHUNK = 10; // bits that one look-up turns into their image

export class Halves {
  constructor({ size, jumps }) {
    if (size > MOST_HOLES) throw new Error(`a board of ${size} holes is too large for this`);
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

  join(low, high) {
    return (BigInt(high) << BigInt(this.lowBits)) | BigInt(low);
  }

  // What jumps make of each half where they lie in one half; and those that lie in both.
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

  // Tables of the images of each chunk of a position under a symmetry: hole i goes to image[i].
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

export const lowest = (word) => 31 - Math.clz32(word & -word);

// For each word the words that jumps make of it, or the numbers `to` of jumps: those of word w are
// found[first[w]], ..., found[first[w + 1] - 1].
function listed(bits, jumps, part) {
  const first = new Int32Array((1 << bits) + 1);
  const found = [];
  for (let word = 0; word < 1 << bits; word += 1) {
    for (const { mask, from, to } of jumps)
      if ((word & mask[part]) === from[part]) found.push(to ?? word ^ mask[part]);
    first[word + 1] = found.length;
  }
  return { first, found: Int32Array.from(found) };
}

// What a half position becomes under a symmetry, in the first half or in the second, "low" or "high".
export function imageOf(tables, half, word) {
  let found = 0;
  for (let i = 0; i < tables.length; i += 1)
    found |= tables[i][half][(word >>> (CHUNK * i)) & ((1 << CHUNK) - 1)];
  return found;
}
