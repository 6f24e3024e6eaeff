// Why a position is lost, in three depths: a sentence with rings on the board, the numbers, the proof.
// Every text comes with the answer; here is only what opens, and what is drawn with it.

import { button, html } from "./svg.js";
import { has } from "./rules.js";
import { bestText } from "./words.js";

// The parts of the box. `draw` is told the numbers to show beside the holes, or null.
export function whyParts({ reasons, at, best }, { draw, next, line }) {
  const reason = reasons[at];
  const { sentence, numbers, weights, proof, title } = reason;
  return [
    html("h2", {}, "Why it is lost"),
    html("p", { class: "sentence" }, readable(sentence)),
    html("p", {}, bestText(best)),
    line,
    numbers.length ? folded("Show me more", paragraphs(numbers), weights, draw) : "",
    proof.length ? folded(`Proof: ${small(title)}`, proofParts(proof, draw), proof.length > 1 ? null : proof[0].weights, draw) : "",
    reasons.length > 1
      ? button(`Next reason (${at + 1} of ${reasons.length})`, next)
      : "",
  ];
}

// One part stands by itself; of several each is folded, with numbers of its own.
function proofParts(parts, draw) {
  if (parts.length === 1) return paragraphs(parts[0].lines);
  return parts.map(({ title, lines, weights }) => folded(title, paragraphs(lines), weights, draw));
}

function folded(title, inside, weights, draw) {
  const box = html("details", {}, html("summary", {}, readable(title)), ...inside);
  box.addEventListener("toggle", () => {
    const isLast = !box.closest("#reason")?.querySelector("details[open]");
    if (box.open) {
      for (const other of box.parentNode.children) if (other !== box && other.open) other.open = false;
      draw(weights);
      box.scrollIntoView({ block: "nearest" });
    } else if (isLast) draw(null);
  });
  return box;
}

const small = (text) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

const paragraphs = (texts) => texts.map((text) => html("p", {}, readable(text)));

// Numbers below 0 with the sign of their own: "−1", and "d2-d4" as it is.
const readable = (text) => text.replace(/(^|[\s(:])-(?=\d)/g, "$1−");

// What the board shows of it: rings, pegs that are darkened, how the rings move, and arrows where they
// hide no numbers.
export function whyBoard(why, board, code) {
  const { rings, arrows, shows } = why.reasons[why.at];
  const parts = rings.map((names) => new Set(names.map((name) => board.names.indexOf(name))));
  const region = new Set(parts.flatMap((part) => [...part]));
  const pegs = board.names.map((_, i) => i).filter((i) => has(code, i));
  return {
    weights: why.weights ?? null,
    region,
    parted: parts[1] ?? null,
    dim: new Set(region.size ? pegs.filter((i) => !region.has(i)) : []),
    arrow: why.weights ? [] : arrows.map((text) => board.jumpNamed.get(text)),
    shows,
  };
}
