// Bringing a peg to a hole, whatever else is left: all games are played forward together, a jump
// at a time, until one has a peg there. Without a server; the server does the same with more room.

import { has } from "./rules.js";

const MOST = 40_000; // positions: about a second

// The jumps, as few as can be; null where no game does it (solvable is false), or where there are
// too many positions to tell (null).
export function reach(board, start, hole, most = MOST) {
  const from = new Map([[start, null]]); // position -> [the one before, jump]
  let level = [start];
  while (level.length) {
    const found = level.find((code) => has(code, hole));
    if (found !== undefined) return { jumps: way(from, found), solvable: true };
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
