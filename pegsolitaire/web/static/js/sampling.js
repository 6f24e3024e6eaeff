// About how many pegs a game leaves, where nobody knows which jumps win: games played to their end by a
// player who looks one jump ahead, and takes of some jumps the one that leaves the most to jump.

import { seeded } from "./random.js";
import { has } from "./rules.js";

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
  const make = ({ start, over, end }) => {
    pegs[start] = !pegs[start];
    pegs[over] = !pegs[over];
    pegs[end] = !pegs[end];
  };
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
