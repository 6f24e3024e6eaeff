// What the page finds out by itself, on any board: a way that wins, how a peg gets to a hole, the game
// that leaves the fewest pegs, about how many are left. And random numbers.

import { count, has } from "./rules.js";

// From 0 to 1, the same for the same seed (mulberry32, by Tommy Ettinger).

export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// The jumps of a way from a position to a finish, by the same peg as long as that wins, where `wins` says
// of positions whether they do; null where there is none, or a search was cut short.
export function lineBy(board, finishes, wins, start) {
  if (!wins(start)) return null;
  const texts = [];
  let peg = null;
  for (let code = start; !finishes.includes(code); ) {
    const jumps = board.jumpsFrom(code).sort((a, b) => (b.start === peg) - (a.start === peg));
    const jump = jumps.find(({ mask }) => wins(code ^ mask));
    if (!jump) return null;
    texts.push(jump.text);
    peg = jump.end;
    code ^= jump.mask;
  }
  return texts;
}

// -- bringing a peg to a hole ---------------------------------------------------------------------
//
// Whatever else is left: all games are played forward together, a jump
// at a time, until one has a peg there. Without a server; the server does the same with more room.

const MAX_REACHED = 40_000; // positions: about a second

// The jumps, as few as can be; null where no game does it (solvable is false), or where there are
// too many positions to tell (null).
export function reach(board, start, hole, most = MAX_REACHED) {
  const from = new Map([[start, null]]); // position -> [the one before, jump]
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

// -- the fewest pegs ------------------------------------------------------------------------------
//
// The game that leaves the fewest pegs, for a page without a server. The library does the same with
// level sets, and so is exact where this gives up.

const MAX_TRIED = 30_000; // positions that are gone through

// {pegs, finish, jumps, exact, text}: depth first through every position within reach, or through the
// first so many; then the best that was found may not be the best there is.
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
  const end = { pegs: fewest, finish, jumps: best.map((jump) => jump.text), exact };
  return { ...end, text: textOf(end) };
}

function textOf({ pegs, finish, jumps, exact }) {
  if (!jumps.length) return "no jump is left";
  if (finish) return `it can still end with one peg in ${finish}`;
  return `best ${exact ? "possible" : "found"}: ${pegs} pegs left`;
}

// -- sample games ---------------------------------------------------------------------------------
//
// About how many pegs a game leaves, where nobody knows which jumps win: games played to their end by a
// player who looks one jump ahead, and takes of some jumps the one that leaves the most to jump.

const GAMES = 60; // after each jump
const TIME = 1000; // milliseconds, for all of them
const LOOKED_AT = 6; // jumps before one is made

// For each of the jumps the pegs that are left on average, the same whenever it is asked.
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
