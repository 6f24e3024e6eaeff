// Reads packs of positions. See "Packs" in docs/formats.md for every step.

import { once } from "./collections.js";
import { say } from "./say.js";

const SUM = 32; // bytes of the checksum at the end

/**
 * The pack in an ArrayBuffer: its header, has(code) for a position as a BigInt, and ranks(pegs), the
 * ascending ranks of a level.
 */
async function readPack(buffer) {
  const bytes = new Uint8Array(buffer);
  const { header, body } = await openPack(bytes);
  const holes = header.classes.length;
  const size = 2 ** Math.max(...header.classes.map((label) => 32 - Math.clz32(label)));
  const counts = countPositions(header.classes, size);
  const entries = new Map(header.levels.map((entry) => [entry.pegs, entry]));
  const levels = new Map();

  // The rank of the image of a position, or -1 if it belongs to another class.
  function rankOf(position, image, pegs) {
    const moved = new Uint8Array(holes);
    for (let i = 0; i < holes; i++) moved[image[i]] = position[i];
    let [rank, state] = [0, pegs * size + header.class];
    for (let i = holes - 1; i >= 0; i--) {
      if (moved[i]) [rank, state] = [rank + counts[i][state], (state - size) ^ header.classes[i]];
    }
    return state === 0 ? rank : -1;
  }

  function levelOf(pegs) {
    const most = counts[holes][pegs * size + header.class];
    if (!levels.has(pegs)) levels.set(pegs, decodeLevel(body, entries.get(pegs), most));
    return levels.get(pegs);
  }

  function has(code) {
    let position = [...code.toString(2).padStart(holes, "0")].map(Number).reverse();
    let pegs = position.reduce((sum, peg) => sum + peg, 0);
    if (header.halved && 2 * pegs > holes) {
      [position, pegs] = [position.map((peg) => 1 - peg), holes - pegs];
    }
    if (!entries.has(pegs)) return false;
    // The least image has the least rank.
    const rank = Math.min(...header.group.map((image) => rankOf(position, image, pegs)));
    return rank >= 0 && includes(levelOf(pegs), rank);
  }

  return { header, has, ranks: levelOf };
}

async function openPack(bytes) {
  const text = (begin, end) => new TextDecoder().decode(bytes.subarray(begin, end));
  try {
    const begin = 12 + new DataView(bytes.buffer).getUint32(8, true);
    const header = JSON.parse(text(12, begin));
    const body = bytes.subarray(begin, bytes.length - SUM);
    const size = header.levels.reduce((sum, entry) => sum + entry.bytes, 0);
    const isOurs = text(0, 8) === "PEGSPACK" && header.version === 1;
    if (isOurs && size === body.length && (await checksumMatches(bytes))) return { header, body };
  } catch {
    // The error below covers this too.
  }
  throw new Error(say("pack.damaged"));
}

async function checksumMatches(bytes) {
  // A page without HTTPS has no crypto.subtle and skips the check.
  if (!globalThis.crypto?.subtle) return true;
  const sum = await crypto.subtle.digest("SHA-256", bytes.subarray(0, -SUM));
  return new Uint8Array(sum).every((byte, i) => byte === bytes[bytes.length - SUM + i]);
}

// counts[i][pegs * size + label]: the number of positions of the first i holes with that many pegs
// and that class.
function countPositions(labels, size) {
  const counts = [new Float64Array((labels.length + 1) * size)];
  counts[0][0] = 1;
  labels.forEach((label, i) => {
    const before = counts[i];
    counts.push(before.map((n, at) => n + (at < size ? 0 : before[(at - size) ^ label])));
  });
  return counts;
}

// The ascending ranks of a level. The bits encode the gap between each rank and the one before.
function decodeLevel(body, { count, order, offset, bytes }, most) {
  const ranks = most < 2 ** 32 ? new Uint32Array(count) : new Float64Array(count);
  const end = 8 * (offset + bytes);
  let [at, rank] = [8 * offset, -1];
  const bit = () => (body[at >> 3] >> (7 - (at++ & 7))) & 1;
  for (let i = 0; i < count; i++) {
    let more = order;
    while (at < end && !bit()) more++;
    let value = 1;
    while (more-- > 0) value = 2 * value + bit();
    rank += value - 2 ** order + 1;
    if (at > end || rank >= most) throw new Error(say("pack.damaged"));
    ranks[i] = rank;
  }
  return ranks;
}

function includes(ranks, rank) {
  let [low, high] = [0, ranks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranks[middle] < rank) low = middle + 1;
    else high = middle;
  }
  return ranks[low] === rank;
}

const packs = new Map(); // address -> promise of a pack

// The pack at an address. `name` is its name in error messages.
export const loadPack = (address, name = address) =>
  once(packs, address, async () => readPack(await (await fetched(address, name)).arrayBuffer()));

export async function fetched(address, name) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(say("pack.missing", { name, status: String(answer.status) }));
  return answer;
}
