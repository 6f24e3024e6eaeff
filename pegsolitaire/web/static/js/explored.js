// The numbers of the explorer for a page without a server. It computes what the library computes
// for all winning positions of a game, under the same names. Solutions are counted as BigInts.

import { afterAll, codesOf, codeText, count, permuted } from "./rules.js";
import { say } from "./say.js";

const AT_ONCE = 2_000; // positions between two pauses

export class Explored {
  // `source` says which positions win: see packs.js.
  constructor(board, finishes, source) {
    this.board = board;
    this.source = source;
    this.finishes = new Set(finishes);
    this.rows = new Map(); // code -> {solutions, chance, moves}
  }

  // Find the numbers of all winning positions after `start`, and return whether there were at most
  // `most` of them. Await `pause` now and then.
  async fill(start, most, pause = () => {}) {
    const levels = [await this.#winners([start])];
    let all = levels[0].length;
    while (levels.at(-1).length) {
      const next = await this.#after(levels.at(-1), most - all, pause);
      if (next === null) return false;
      all += next.length;
      levels.push(next);
    }
    for (const level of levels.reverse()) {
      for (const code of level) this.#add(code);
      await pause();
    }
    return true;
  }

  // The winning positions after those of a level; null if there are more than `most`.
  async #after(level, most, pause) {
    const codes = new Set();
    for (let i = 0; i < level.length; i += AT_ONCE) {
      const open = level.slice(i, i + AT_ONCE).filter((code) => !this.finishes.has(code));
      const after = open.flatMap((code) => afterAll(code, this.board.jumpsFrom(code)));
      for (const code of await this.#winners([...new Set(after)])) codes.add(code);
      if (codes.size > most) return null;
      await pause();
    }
    return [...codes];
  }

  async #winners(codes) {
    const wins = await this.source.wins(codes);
    if (wins.includes(null)) throw new Error(say("packs.unjudged"));
    return codes.filter((_, i) => wins[i]);
  }

  #add(code) {
    if (this.finishes.has(code)) {
      this.rows.set(code, { solutions: 1n, chance: 1, moves: 0 });
      return;
    }
    const jumps = this.board.jumpsFrom(code);
    const row = { solutions: 0n, chance: 0, moves: Infinity };
    for (const jump of jumps) {
      const after = this.rows.get(code ^ jump.mask);
      if (!after) continue;
      row.solutions += after.solutions;
      row.chance += after.chance / jumps.length;
      row.moves = Math.min(row.moves, 1 + this.moves(code ^ jump.mask, jump.end));
    }
    this.rows.set(code, row);
  }

  // The fewest moves from a position, where the peg in the hole `peg` may go on with its move; null
  // if the position is lost.
  moves(code, peg = null) {
    const row = this.rows.get(code);
    if (!row) return null;
    let least = row.moves;
    if (peg === null) return least;
    for (const jump of this.board.jumpsFrom(code)) {
      if (jump.start !== peg) continue;
      least = Math.min(least, this.moves(code ^ jump.mask, jump.end) ?? Infinity);
    }
    return least;
  }
}

// What each jump from a position leads to. Without numbers, it only says which jumps win.
export function exploreDocument(board, code, { wins, numbers, symmetries, finishes }) {
  const here = numbers?.rows.get(code);
  const total = here?.solutions ?? 0n;
  const jumps = finishes.includes(code) ? [] : board.jumpsFrom(code);
  const rows = twinsOf(board, code, jumps, symmetries, finishes).map((twins) =>
    rowOf(code, twins, total, wins, numbers),
  );
  return {
    position: codeText(code),
    pegs: count(code),
    winning: numbers ? Boolean(here) : wins(code),
    solutions: numbers ? countOf(total) : null,
    moves: here?.moves ?? null,
    chance: numbers ? (here?.chance ?? 0) : null,
    jumps: rows.sort((a, b) => rankOf(a) - rankOf(b) || compared(b, a) || named(board, a, b)),
  };
}

// A count as in the library's JSON: a string of digits if a number cannot hold it exactly.
const countOf = (count) => (count <= 2n ** 53n ? Number(count) : String(count));

function rowOf(code, /** @type {any[]} */ [jump, ...others], total, wins, numbers) {
  const after = code ^ jump.mask;
  const row = { jump: jump.text, twins: others.map((other) => other.text) };
  const none = { solutions: null, share: null, moves: null, rest: null, chance: null };
  if (!numbers) return { ...row, ...none, winning: wins(after) };
  const numbersAfter = numbers.rows.get(after);
  if (!numbersAfter) return { ...row, ...none, winning: false, solutions: 0, share: 0, chance: 0 };
  return {
    ...row,
    winning: true,
    solutions: countOf(numbersAfter.solutions),
    share: Number((BigInt(1 + others.length) * numbersAfter.solutions * 1_000_000n) / total) / 1e6,
    moves: 1 + numbers.moves(after, jump.end),
    rest: numbersAfter.moves,
    chance: numbersAfter.chance,
  };
}

const rankOf = ({ winning }) => (winning ? 0 : winning === null ? 1 : 2);

function compared(a, b) {
  const [x, y] = [a, b].map(({ solutions }) => BigInt(solutions ?? 0));
  if (x !== y) return x < y ? -1 : 1;
  const [few, many] = [b, a].map(({ moves }) => moves ?? Infinity);
  return few === many ? 0 : few - many;
}

const named = (board, a, b) => inOrder(board)(board.jumpNamed.get(a.jump), board.jumpNamed.get(b.jump));

// Order jumps as the library does: by the columns and rows of their holes.
const inOrder = (board) => (a, b) => {
  const [first, second] = [a, b].map(({ start, end }) => [...board.holes[start], ...board.holes[end]]);
  const at = first.findIndex((number, i) => number !== second[i]);
  return at < 0 ? 0 : first[at] - second[at];
};

// Group jumps that symmetries of the position and of the finishes exchange.
function twinsOf(board, code, jumps, symmetries, finishes) {
  const keepsEnds = (image) => finishes.every((goal) => finishes.includes(permuted(image, goal)));
  const keeping = (symmetries ?? []).filter((image) => permuted(image, code) === code && keepsEnds(image));
  const taken = new Set();
  const rows = [];
  for (const jump of jumps) {
    if (taken.has(jump)) continue;
    const twins = new Set([jump]);
    for (const image of keeping) {
      const [start, end] = [image[jump.start], image[jump.end]];
      twins.add(jumps.find((other) => other.start === start && other.end === end));
    }
    twins.forEach((twin) => taken.add(twin));
    twins.delete(jump);
    rows.push([jump, ...[...twins].sort(inOrder(board))]);
  }
  return rows;
}

// Review a game. `fewest` resolves to {pegs, exact} for a lost position.
export async function reviewDocument(board, start, jumps, { wins, numbers, fewest, finishPegs }) {
  const codes = codesOf(start, jumps);
  const verdict = (code) => (numbers ? numbers.rows.has(code) : wins(code));
  let movesMade = 0;
  const steps = [];
  for (const [at, code] of codes.entries()) {
    const jump = at ? jumps[at - 1] : null;
    if (jump && jump.start !== jumps[at - 2]?.end) movesMade += 1;
    const left = numbers ? numbers.moves(code, jump?.end ?? null) : null;
    const winning = verdict(code);
    const after = board.jumpsFrom(code).map((next) => [next.text, verdict(code ^ next.mask)]);
    const known = after.every(([, won]) => won !== null);
    const least = winning === false && finishPegs === 1 ? await fewest(code) : null;
    steps.push({
      position: codeText(code),
      jump: jump?.text ?? null,
      pegs: count(code),
      winning,
      solutions: numbers ? countOf(numbers.rows.get(code)?.solutions ?? 0n) : null,
      moves: left === null ? null : movesMade + left,
      fewest_pegs: finishPegs !== 1 ? null : winning ? 1 : (least?.pegs ?? null),
      exact: winning === true || Boolean(least?.exact),
      winners: known ? after.filter(([, won]) => won).map(([text]) => text) : null,
    });
  }
  // The fewest pegs never decrease during a game, so later steps improve the results of earlier
  // ones.
  for (let at = steps.length - 2; at >= 0; at -= 1) {
    const [step, next] = [steps[at], steps[at + 1]];
    if (!step.exact && next.fewest_pegs !== null && next.fewest_pegs < step.fewest_pegs)
      step.fewest_pegs = next.fewest_pegs;
  }
  return { steps, ...summaryOf(steps, finishPegs) };
}

function summaryOf(steps, finishPegs) {
  const lost = steps.findIndex(({ winning }) => winning === false);
  const before = lost > 0 ? steps[lost - 1] : null;
  const longer = steps.findIndex(({ moves }) => moves === null || moves > steps[0].moves);
  return {
    lost_by: lost < 0 ? null : lost,
    others: before?.winners ?? [],
    jumps_left: before && before.pegs - finishPegs,
    longer_by: longer > 0 && steps[longer].moves !== null ? longer : null,
  };
}
