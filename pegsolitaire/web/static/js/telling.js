// Reasons for a page without a server, in the form and the words of the library: by position class,
// by a resource count, or by an exhaustive search. The sentences are chosen as in reasons/telling.py,
// and tests/browser/test_verdicts.py compares the two.

import { grouped } from "./collections.js";
import { bit, codeOf, codeText, count, pegsOf } from "./rules.js";
import { counted, say } from "./say.js";

const MAX_NAMED_HOLES = 4; // most holes that a sentence names
const LARGEST_WORD = 6; // numbers up to this one are written as words

// Split finishes into parts, each ruled out by a parity; null if the class allows one of them.
export function partsByClass({ invariants }, code, finishes) {
  const parts = keptParities(invariants, code, finishes);
  return parts.every(({ region }) => region) ? parts : null;
}

const why = (name, gaps = {}) => say(`why.${name}`, gaps);

// The first reason that rules out all finishes. A reason by class has one part per parity.
export function tell({ board, finishes, theory }, code) {
  const question = { board, finishes, theory, code };
  if (!board.jumpsFrom(code).length) {
    const more = { sentence: why("stuck"), shows: "stays", rings: [namesOf(board, pegsOf(code))] };
    return [telling(board, "search", finishes, more)];
  }
  const parts = theory && partsByClass(theory, code, finishes);
  if (parts) return parts.map((part) => byClass(question, part));
  const proof = theory?.counts?.map((weights) => proofBy(weights, code, finishes)).find(Boolean);
  if (proof) return [byCount(question, proof)];
  const sentence = why("tried", { end: atEnd("end", question, finishes) });
  return [telling(board, "search", finishes, { sentence })];
}

function telling(board, kind, finishes, more) {
  const plain = { shows: "nothing", rings: [], arrows: [], numbers: [], weights: null, proof: [] };
  return { ...plain, kind, title: why(`title.${kind}`), finishes: finishTexts(board, finishes), ...more };
}

function byClass(question, { region, others }) {
  const { board, code } = question;
  const pegs = region.filter((i) => code & bit(i)).length;
  const parity = pegs % 2 ? "odd" : "even";
  const end = atEnd("end", question, others);
  const holes = namesOf(board, region);
  return telling(board, "class", others, {
    sentence: why(`parity.${parity}`, { end }),
    shows: "parity",
    rings: [holes],
    numbers: [why(`numbers.${parity}`, { count: pegs, end }), ...which(board, others, end)],
    proof: [{ title: "", lines: [why("proof.parity", { holes: holes.join(", ") })], weights: null }],
  });
}

function byCount(question, { weights, value, bound }) {
  const { board, finishes } = question;
  const end = atEnd("end", question, finishes);
  const reason = ofSum(question, weights, value, end);
  const sum = finishes.length > 1 ? "numbers.sumOfSome" : "numbers.sum";
  const numbers = [why(sum, { value, end, bound })];
  if (reason.shows === "stays") numbers.push(why("numbers.below"));
  const lines = [why("proof.jumps", { jumps: counted(board.jumps.length, "jump") })];
  return telling(board, "resource", finishes, {
    ...reason,
    numbers: [...numbers, ...which(board, finishes, end)],
    weights,
    proof: [{ title: "", lines, weights }],
  });
}

// The sentence for a resource count, what its picture shows, and the rings.
function ofSum({ board, finishes, theory, code }, weights, value, end) {
  const lowest = Math.min(...weights);
  const below = weights.flatMap((weight, i) => (weight < 0 ? [i] : []));
  const least = value < 0 ? Math.ceil(value / lowest) : 0;
  const there = (finish) => below.filter((i) => finish & bit(i)).length;
  if (least && finishes.every((finish) => there(finish) < least)) {
    const stays =
      least > 1
        ? why("stays.more", { count: word(least) })
        : why(below.length === 1 ? "stays.one" : "stays.some");
    return {
      sentence: conclusion({ board, theory, code }, stays, finishes, least),
      shows: "stays",
      rings: [namesOf(board, below)],
    };
  }
  const counting = pegsOf(code).filter((i) => weights[i]);
  const many = { 0: "none", 1: "one" }[counting.length] ?? "more";
  const single = finishes.every((finish) => count(finish) === 1);
  const sentence =
    lowest >= 0 && single
      ? why(`far.${many}`, { holes: holesText(board, finishes) })
      : why("falls", { ringed: why(`ringed.${many}`), end });
  if (counting.length) return { sentence, shows: "falls", rings: [namesOf(board, counting)] };
  if (lowest < 0 || !single) return { sentence, shows: "falls", rings: [] };
  const empty = board.names.map((_, i) => i).filter((i) => finishes.includes(bit(i)));
  return { sentence, shows: "nothing", rings: [namesOf(board, empty)] };
}

// The conclusion if `least` of the holes will always keep pegs.
function conclusion(question, stays, finishes, least) {
  const single = finishes.every((finish) => count(finish) === 1);
  if (single && least > 1) return why("so.left", { stays, count: word(least) });
  return atEnd("so", question, finishes, { stays });
}

// The text for a goal of several pegs, for any hole, or for certain holes.
function atEnd(key, question, finishes, words = {}) {
  if (finishes.some((finish) => count(finish) !== 1)) return why(`${key}.goal`, words);
  if (isAnywhere(question, finishes)) return why(`${key}.single`, words);
  const kind = finishes.length > MAX_NAMED_HOLES ? "many" : "holes";
  const holes = holesText(question.board, finishes);
  return why(`${key}.${kind}`, { ...words, count: finishes.length, holes });
}

// The names of the finishes, if the sentence only gives their number.
function which(board, finishes, end) {
  if (end !== why("end.many", { count: finishes.length })) return [];
  return [why("numbers.which", { holes: finishTexts(board, finishes).join(", ") })];
}

const namesOf = (board, holes) => holes.map((i) => board.names[i]);
const word = (number) => (number <= LARGEST_WORD ? why(`word.${number}`) : String(number));

function holesText(board, finishes) {
  if (finishes.length > MAX_NAMED_HOLES) return why("anyOf", { count: finishes.length });
  const names = finishTexts(board, finishes);
  return names.length > 1
    ? why("listOr", { holes: names.slice(0, -1).join(", "), last: names.at(-1) })
    : names[0];
}

const finishTexts = (board, finishes) => finishes.map((finish) => finishText(board, finish));

export function finishText(board, code) {
  const pegs = pegsOf(code);
  return pegs.length === 1 ? board.names[pegs[0]] : codeText(code);
}

// Whether the finishes are all single pegs that the position class allows.
export function isAnywhere({ board, theory, code }, finishes) {
  if (finishes.length <= 1) return false;
  const all = board.names.map((_, i) => bit(i));
  const allowed = all.filter((finish) => !theory || !partsByClass(theory, code, [finish]));
  return (allowed.length ? allowed : all).every((finish) => finishes.includes(finish));
}

// Whether a resource count rules out all finishes. It was checked before that no jump raises it.
export function proofBy(weights, code, finishes) {
  const sum = (position) => pegsOf(position).reduce((total, i) => total + weights[i], 0);
  const [value, bound] = [sum(code), Math.min(...finishes.map(sum))];
  return value < bound ? { weights, value, bound } : null;
}

// -- position classes -----------------------------------------------------------------------------
//
// Sets of holes whose parity no jump changes, as in `kept_parity` and `kept_parities` of the
// library. tests/browser/test_modules.py compares the two.

const MAX_INVARIANTS = 10; // invariants that are combined

// The smallest set of holes whose parity differs between a code and each of the others; null if
// there is none.
export function keptParity(invariants, code, others) {
  let best = null;
  for (const region of sums(invariants)) {
    const tells = others.every((other) => count((code ^ other) & region) % 2);
    if (tells && (best === null || isLess(region, best))) best = region;
  }
  return best && pegsOf(best);
}

// Split codes into parts, each with the holes that distinguish it from one code: [{region,
// others}]. A single part if possible. The region is null for codes of the same class.
export function keptParities(invariants, code, others) {
  const region = keptParity(invariants, code, others);
  if (region) return [{ region, others }];
  const regions = new Map(others.map((other) => [other, keptParity(invariants, code, [other])]));
  const parts = grouped(others, (other) => String(regions.get(other)));
  return [...parts.values()].map((part) => ({ region: regions.get(part[0]), others: part }));
}

// All sums of some sets of holes, as codes.
export function sums(invariants) {
  const masks = invariants.slice(0, MAX_INVARIANTS).map(codeOf);
  const regions = [];
  for (const mask of masks) regions.push(mask, ...regions.map((region) => region ^ mask));
  return regions;
}

function isLess(first, second) {
  const [few, many] = [count(first), count(second)];
  return few < many || (few === many && first < second);
}
