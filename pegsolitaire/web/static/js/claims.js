// Short statements that explain why a position is lost, for a page without a server. They are found
// as in reasons/claims.py, and tests/browser/test_verdicts.py compares the two. If too many positions
// can be reached, a claim may follow from a resource count; else there is none.

import { bit, codeOf, count, pegsOf } from "./rules.js";
import { finishText, isAnywhere, keptParity, proofBy, sums } from "./telling.js";

const MAX_REACHED = 100_000; // positions; a second or two
const AT_ONCE = 50; // contradictions that are looked at together

// {claim, count, goal, holes, jumps} of a position that cannot reach any of the finishes, or null.
export function claimOf({ board, invariants = [], counts = [] }, code, finishes) {
  if (finishes.includes(code)) return null;
  const make = (ends) => (name, groups, jumps) => claim(board, name, groups, ends, jumps);
  if (!board.jumpsFrom(code).length) return make(finishes)("stuck", [code]);
  const regions = sums(invariants);
  const inside = finishes.filter((finish) => allows(regions, code, finish));
  if (!inside.length) return byClass({ board, invariants, regions }, code, finishes, make(finishes));
  const levels = reachable(board, code);
  if (levels) return byPositions({ board, theory: { invariants }, code, levels, finishes: inside }, make(inside));
  return byCount(counts, code, inside, make(inside));
}

const claim = (board, name, groups, finishes, jumps = []) => ({
  claim: name,
  count: count(groups[0]),
  goal: finishes.map((finish) => finishText(board, finish)),
  holes: groups.map((group) => pegsOf(group).map((i) => board.names[i])),
  jumps,
});

// Whether the position class of a code allows a finish: every region has the same parity in both.
const allows = (regions, code, finish) => regions.every((region) => count((code ^ finish) & region) % 2 === 0);

function byClass({ board, invariants, regions }, code, finishes, make) {
  const odd = (group) => count(code & group) % 2;
  const isSingle = finishes.every((finish) => count(finish) === 1);
  const region = keptParity(invariants, code, finishes);
  if (region) {
    const group = codeOf(region);
    return make(`${odd(group) ? "odd" : "even"}${isSingle ? "" : "_goal"}`, [group]);
  }
  const areAlike = (colours) => new Set(colours.map(odd)).size === 1;
  const colours = isSingle && coloursOf(board, regions).find(areAlike);
  return colours ? make("alike", colours) : null;
}

// The ways to colour the holes in three colours such that each jump has all of them. Two colours
// together form a region in which no jump changes the parity.
function coloursOf({ full }, regions) {
  const sorted = [...regions].sort((a, b) => (a < b ? -1 : 1));
  const triples = sorted.flatMap((one, i) => sorted.slice(i + 1).map((other) => [one, other, one ^ other]));
  return triples
    .filter(([one, other, third]) => third > other && (one | other) === full)
    .filter((triple) => !triple.includes(full))
    .map((triple) => triple.map((region) => full ^ region));
}

// All positions that games from a position can reach, as sorted codes for each number of pegs; null
// if there are too many.
function reachable(board, code) {
  const levels = [];
  let total = 0;
  for (let level = [code]; level.length; ) {
    total += level.length;
    if (total > MAX_REACHED) return null;
    levels.push(level);
    const after = new Set(level.flatMap((from) => board.jumpsFrom(from).map(({ mask }) => from ^ mask)));
    level = [...after].sort((a, b) => (a < b ? -1 : 1));
  }
  return levels;
}

function byPositions(question, make) {
  const { board, code, levels, finishes } = question;
  const all = levels.flat();
  const goal = finishes.reduce((sum, finish) => sum | finish, 0n);
  if (finishes.some((finish) => all.includes(finish))) return null;
  const isSingle = finishes.every((finish) => count(finish) === 1);
  const isOpen = isSingle && isAnywhere(question, finishes); // any hole will do
  const locked = all.reduce((kept, one) => kept & one) & ~goal;
  if (count(locked) > Number(isOpen)) return make("locked", [locked]);
  const isAtGoal = (one) => finishes.some((finish) => (one & finish) === finish);
  const atGoal = levels.map((level) => level.filter(isAtGoal));
  const isFilled = atGoal.some((level) => level.length);
  if (isSingle && !isFilled) return make("home", [goal]);
  const fewest = count(levels.at(-1)[0]);
  const found = [];
  const consider = (name, among, least, allowed) => {
    const region = regionOf(among, least, allowed, code);
    if (!region || count(region) > Math.floor((2 * board.size) / 5)) return;
    const isKept = among === atGoal && all.every((one) => one & region);
    found.push([isKept ? "keeps" : name, region]);
  };
  const others = board.full & ~goal;
  if (!isOpen) consider("keeps", levels, 1, others);
  if (isSingle && fewest > 1) consider("two", levels, 2, board.full);
  if (isFilled && !isOpen) consider(isSingle ? "either" : "never", atGoal, 1, others);
  if (found.length) {
    const least = Math.min(...found.map(([, region]) => count(region)));
    const [name, region] = found.find(([, one]) => count(one) === least);
    return make(name, [region]);
  }
  if (!isSingle) return null;
  const ends = fewest === 1 ? levels.at(-1).reduce((sum, end) => sum | end) : levels.at(-1)[0];
  return make(fewest === 1 ? "elsewhere" : "left", [ends], endingOf(board, levels));
}

// Few holes such that every code of the levels has at least some pegs in them, or null.
function regionOf(levels, least, allowed, pegs) {
  const lacks = (held) => (least === 1 ? held === 0n : (held & (held - 1n)) === 0n);
  const contradictions = [];
  for (let region = 0n; ; ) {
    let more = [];
    for (let i = levels.length - 1; i >= 0 && !more.length; i -= 1)
      more = levels[i].filter((code) => lacks(code & region));
    if (!more.length) return region;
    contradictions.push(...more.slice(0, AT_ONCE).map((code) => code & allowed));
    if (contradictions.some((code) => count(code) < least)) return null;
    region = covering(contradictions, lacks, pegs);
  }
}

// Holes chosen greedily such that no code lacks pegs in them. Holes with pegs are preferred.
function covering(codes, lacks, pegs) {
  const holes = pegsOf(codes.reduce((sum, code) => sum | code)).map(bit);
  let chosen = 0n;
  for (let left = codes; left.length; left = left.filter((code) => lacks(code & chosen))) {
    let [most, best] = [-1, 0n];
    for (const hole of holes) {
      if (hole & chosen) continue;
      const worth = 2 * left.filter((code) => code & hole).length + (hole & pegs ? 1 : 0);
      if (worth > most) [most, best] = [worth, hole];
    }
    chosen |= best;
  }
  for (const hole of [...holes.filter((one) => !(one & pegs)), ...holes.filter((one) => one & pegs)])
    if (!codes.some((code) => lacks(code & chosen & ~hole))) chosen &= ~hole;
  return chosen;
}

// The texts of the jumps of a game to the first code of the last level.
function endingOf(board, levels) {
  let code = levels.at(-1)[0];
  const jumps = [];
  for (const level of levels.slice(0, -1).reverse()) {
    const before = new Set(level);
    const leads = ({ end, pegs, mask }) => code & bit(end) && !(code & pegs) && before.has(code ^ mask);
    const jump = board.jumps.find(leads);
    jumps.unshift(jump.text);
    code ^= jump.mask;
  }
  return jumps;
}

// If only some holes have negative weights, a position in which they are empty and a peg is at the
// finish has a sum that is too large.
function byCount(counts, code, finishes, make) {
  if (finishes.some((finish) => count(finish) !== 1)) return null;
  const goal = finishes.reduce((sum, finish) => sum | finish, 0n);
  for (const weights of counts) {
    if (!proofBy(weights, code, finishes)) continue;
    const below = weights.reduce((sum, weight, i) => (weight < 0 ? sum | bit(i) : sum), 0n);
    if (!below) return make("home", [goal]);
    if (!(below & goal)) return make("never", [below]);
  }
  return null;
}
