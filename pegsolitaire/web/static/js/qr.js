// QR codes of links, in byte mode with error correction of level M. Compared with a library of Python
// (tests/browser/test_sheet.py).

import { svg } from "./elements.js";

const MARGIN = 4; // squares around a code

// For each version from 1 to 40: the codewords for correction in a block (from version 22 on, 28), and
// the number of blocks.
const CORRECTION = "10 16 26 18 24 16 18 22 22 26 30 22 22 24 24 28 28 26 26 26 26".split(" ").map(Number);
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31,
  33, 35, 37, 38, 40, 43, 45, 47, 49,
];
const bitsOf = (number, length) => Array.from({ length }, (_, i) => (number >> (length - 1 - i)) & 1);
const range = (length) => [...Array(length).keys()];

// The coordinates of the middles of the alignment patterns.
function alignments(version) {
  if (version === 1) return [];
  const number = Math.floor(version / 7) + 2;
  const step = 2 * Math.floor((8 * version + 3 * number + 5) / (4 * number - 4));
  const last = 4 * version + 10;
  return [6, ...range(number - 1).map((i) => last - step * (number - 2 - i))];
}

// How many codewords fit into a code.
function capacity(version) {
  const number = alignments(version).length;
  const patterns = number ? (25 * number - 10) * number - 55 : 0;
  return Math.floor(((16 * version + 128) * version + 64 - patterns - (version < 7 ? 0 : 36)) / 8);
}

const correctionIn = (version) => CORRECTION[version - 1] ?? 28;
const dataOf = (version) => capacity(version) - correctionIn(version) * BLOCKS[version - 1];
const headOf = (version) => (version < 10 ? 12 : 20); // bits before the text

// The codewords of a text: the mode, its length, the text, and padding.
function textWords(bytes, version) {
  const bits = [...bitsOf(4, 4), ...bitsOf(bytes.length, headOf(version) - 4)];
  for (const byte of bytes) bits.push(...bitsOf(byte, 8));
  bits.push(...Array(Math.min(4, 8 * dataOf(version) - bits.length)).fill(0));
  bits.push(...Array((8 - (bits.length % 8)) % 8).fill(0));
  const words = range(bits.length / 8).map((i) => parseInt(bits.slice(8 * i, 8 * i + 8).join(""), 2));
  for (let i = 0; words.length < dataOf(version); i += 1) words.push(i % 2 ? 17 : 236);
  return words;
}

// Products in the field of 256 elements.
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1)
    product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

function correctionOf(words, degree) {
  let divisor = [...Array(degree - 1).fill(0), 1];
  let root = 1;
  for (const _ of range(degree)) {
    divisor = divisor.map((factor, i) => times(factor, root) ^ (divisor[i + 1] ?? 0));
    root = times(root, 2);
  }
  let rest = Array(degree).fill(0);
  for (const word of words) {
    const first = word ^ rest[0];
    rest = [...rest.slice(1), 0].map((part, i) => part ^ times(divisor[i], first));
  }
  return rest;
}

// The codewords of all blocks in turn, the text before the correction.
function interleaved(words, version) {
  const [number, degree] = [BLOCKS[version - 1], correctionIn(version)];
  const long = words.length % number; // so many blocks, the last ones, have a word more
  const short = Math.floor(words.length / number);
  const begin = (i) => i * short + Math.max(0, i - (number - long));
  const blocks = range(number).map((i) => words.slice(begin(i), begin(i + 1)));
  const inTurn = (rows) =>
    range(Math.max(...rows.map((row) => row.length))).flatMap((i) => rows.flatMap((row) => row.slice(i, i + 1)));
  return [...inTurn(blocks), ...inTurn(blocks.map((block) => correctionOf(block, degree)))];
}

// The squares that every code of a version has, and null for those of the codewords.
function frameOf(version) {
  const size = 4 * version + 17;
  const rows = range(size).map(() => Array(size).fill(null));
  const put = (x, y, dark) => {
    if (rows[y]?.[x] !== undefined) rows[y][x] = Number(dark);
  };
  const rings = (x, y, reach, light) => {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1)
        put(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (const i of range(size)) {
    put(6, i, i % 2 === 0);
    put(i, 6, i % 2 === 0);
  }
  const last = size - 4;
  rings(3, 3, 4, [2, 4]);
  rings(last, 3, 4, [2, 4]);
  rings(3, last, 4, [2, 4]);
  const places = alignments(version);
  const far = places.length - 1;
  places.forEach((x, i) =>
    places.forEach((y, j) => [`0,0`, `0,${far}`, `${far},0`].includes(`${i},${j}`) || rings(x, y, 2, [1])),
  );
  const bits = version < 7 ? [] : versionBits(version).reverse();
  bits.forEach((bit, i) => {
    const [far, near] = [size - 11 + (i % 3), Math.floor(i / 3)];
    put(far, near, bit);
    put(near, far, bit);
  });
  const format = bitsOf(0x5e7c, 15).reverse(); // level M and the mask, with those that correct them
  format.forEach((bit, i) => {
    rows[i < 6 ? i : i < 8 ? i + 1 : 8][i < 8 ? 8 : i === 8 ? 7 : 14 - i] = bit;
    rows[i < 8 ? 8 : size - 15 + i][i < 8 ? size - 1 - i : 8] = bit;
  });
  rows[size - 8][8] = 1;
  return rows;
}

// The bits of a version, followed by those that correct them.
function versionBits(version) {
  let rest = version;
  for (const _ of range(12)) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  return bitsOf((version << 12) | rest, 18);
}

// The squares of the codewords, in pairs of columns from the right, up and down in turn.
function* path(rows) {
  const size = rows.length;
  for (let right = size - 1, up = true; right >= 1; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (const i of range(size))
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - i : i;
        if (rows[y][x] === null) yield [x, y];
      }
  }
}

// A text as rows of 1 (dark) and 0 (light), without the margin.
export function codeRows(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const fits = (version) => headOf(version) + 8 * bytes.length <= 8 * dataOf(version);
  const version = range(40).find((i) => fits(i + 1)) + 1;
  const rows = frameOf(version);
  const bits = interleaved(textWords(bytes, version), version).flatMap((word) => bitsOf(word, 8));
  // Each third column is turned over. Of the eight masks this one nearly always reads best with links.
  [...path(rows)].forEach(([x, y], i) => (rows[y][x] = (bits[i] ?? 0) ^ Number(x % 3 === 0)));
  return rows.map((row) => row.join(""));
}

// A link as a picture.
export function qrCode(link, label) {
  const rows = codeRows(link);
  const size = rows.length + 2 * MARGIN;
  const d = rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(
        ({ index, 0: { length } }) => `M${index + MARGIN} ${y + MARGIN}h${length}v1h-${length}z`,
      ),
    )
    .join("");
  return svg(
    "svg.qr",
    { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label },
    svg("path", { d, "shape-rendering": "crispEdges" }),
  );
}
