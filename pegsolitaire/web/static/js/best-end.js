// The game that leaves the fewest pegs, for a page without a server. The library does the same with
// level sets, and so is exact where this gives up.

import { count } from "./rules.js";

const TRIED = 30_000; // positions that are gone through

// {pegs, finish, jumps, exact, text}: depth first through every position within reach, or through the
// first so many; then the best that was found may not be the best there is.
export function bestEnd(board, start) {
  const seen = new Set();
  let [best, fewest, exact] = [[], count(start), true];
  const from = (code, jumps, pegs) => {
    if (seen.has(code) || fewest === 1) return;
    if (seen.size === TRIED) exact = false;
    if (!exact) return;
    seen.add(code);
    if (pegs < fewest) [best, fewest] = [jumps, pegs];
    for (const jump of board.jumpsFrom(code)) from(code ^ jump.mask, [...jumps, jump], pegs - 1);
  };
  from(start, [], fewest);
  const finish = fewest === 1 && best.length ? board.names[best.at(-1).end] : null;
  const found = { pegs: fewest, finish, jumps: best.map((jump) => jump.text), exact };
  return { ...found, text: textOf(found) };
}

function textOf({ pegs, finish, jumps, exact }) {
  if (!jumps.length) return "no jump is left";
  if (finish) return `it can still end with one peg in ${finish}`;
  return `best ${exact ? "possible" : "found"}: ${pegs} pegs left`;
}
