// Searches that the page runs itself, on any board: a winning line, how a peg gets to a hole, the
// game that leaves the fewest pegs, and an estimate of the pegs left. Also random numbers.

import { count, has } from "./rules.js";

// Random numbers from 0 to 1 that depend only on the seed (mulberry32, by Tommy Ettinger).
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// One of each of many bands of a list, chosen at random, in the order of the list.
export function fromBands(all, number, seed) {
  const chance = seeded(seed);
  const bands = Math.min(number, all.length);
  const from = (band) => Math.floor((band * all.length) / bands);
  return Array.from({ length: bands }, (_, band) => {
    const width = from(band + 1) - from(band);
    return all[from(band) + Math.floor(chance() * width)];
  });
}

// The jumps from a position to a finish, moving the same peg as long as that wins. `wins` says
// whether a position wins. Returns null if there is no line or a search was cut short.
export function lineBy(board, finishes, wins, start) {
  if (!wins(start)) return null;
  const texts = [];
  let peg = null;
  for (let code = start; !finishes.includes(code); ) {
    const jumps = board.jumpsFrom(code).sort((a, b) => Number(b.start === peg) - Number(a.start === peg));
    const jump = jumps.find(({ mask }) => wins(code ^ mask));
    if (!jump) return null;
    texts.push(jump.text);
    peg = jump.end;
    code ^= jump.mask;
  }
  return texts;
}

// Bringing a peg to a hole, whatever else is left, by a breadth-first search. The server does the
// same with a larger limit.

const MAX_REACHED = 40_000; // positions, reached in about a second

// The fewest jumps that do it. `jumps` is null if no game does it (then `solvable` is false) or if
// there are too many positions (then `solvable` is null).
export function reach(board, start, hole, most = MAX_REACHED) {
  const from = new Map([[start, null]]); // position -> [position before, jump]
  let level = [start];
  while (level.length) {
    const reached = level.find((code) => has(code, hole));
    if (reached !== undefined) return { jumps: way(from, reached), solvable: true };
    const next = [];
    for (const code of level) {
      if (from.size > most) return { jumps: null, solvable: null };
      for (const jump of board.jumpsFrom(code)) {
        const after = code ^ jump.mask;
        if (from.has(after)) continue;
        from.set(after, [code, jump.text]);
        next.push(after);
      }
    }
    level = next;
  }
  return { jumps: null, solvable: false };
}

function way(from, code) {
  const jumps = [];
  for (let step = from.get(code); step; step = from.get(step[0])) jumps.unshift(step[1]);
  return jumps;
}

// The game that leaves the fewest pegs, for a page without a server. The library uses level sets,
// so it is still exact when this search gives up.

const MAX_TRIED = 30_000; // positions searched

// {pegs, finish, jumps, exact}, from a depth-first search through all positions up to a
// limit. If the limit is reached, there may be a better game.
export function bestEnd(board, start) {
  const seen = new Set();
  let [best, fewest, exact] = [[], count(start), true];
  const from = (code, jumps, pegs) => {
    if (seen.has(code) || fewest === 1) return;
    if (seen.size === MAX_TRIED) exact = false;
    if (!exact) return;
    seen.add(code);
    if (pegs < fewest) [best, fewest] = [jumps, pegs];
    for (const jump of board.jumpsFrom(code)) from(code ^ jump.mask, [...jumps, jump], pegs - 1);
  };
  from(start, [], fewest);
  const finish = fewest === 1 && best.length ? board.names[best.at(-1).end] : null;
  return { pegs: fewest, finish, jumps: best.map((jump) => jump.text), exact };
}

// An estimate of the pegs left when nobody knows which jumps win. A player who looks one jump ahead
// plays sample games to the end. Of some random jumps it takes the one after which most jumps are
// possible.

const GAMES = 60; // sample games after each jump
const TIME = 1000; // milliseconds for all sample games
const LOOKED_AT = 6; // random jumps compared

// For each jump, the mean number of pegs left. The result depends only on the position, if time
// suffices.
export function sample(board, code, jumps) {
  const random = seeded(Number(BigInt.asUintN(32, code ^ (code >> 32n))));
  const end = performance.now() + TIME;
  const left = jumps.map(() => 0);
  let games = 0;
  while (games < GAMES && (!games || performance.now() < end)) {
    jumps.forEach((jump, i) => (left[i] += playOut(board, code ^ jump.mask, random)));
    games += 1;
  }
  return left.map((sum) => sum / games);
}

function playOut(board, code, random) {
  const pegs = board.names.map((_, i) => has(code, i));
  const possible = () => board.jumps.filter(({ start, over, end }) => pegs[start] && pegs[over] && !pegs[end]);
  const make = ({ start, over, end }) => [start, over, end].forEach((i) => (pegs[i] = !pegs[i]));
  for (let jumps = possible(); jumps.length; jumps = possible()) {
    let [best, most] = [null, -1];
    for (let looked = 0; looked < LOOKED_AT; looked += 1) {
      const jump = jumps[Math.floor(random() * jumps.length)];
      make(jump);
      const after = possible().length;
      make(jump);
      if (after > most) [best, most] = [jump, after];
    }
    make(best);
  }
  return pegs.filter(Boolean).length;
}
