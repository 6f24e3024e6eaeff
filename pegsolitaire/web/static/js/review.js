// The review of a game: a curve of the ways to win, the fewest pegs that could be left, and
// sentences about both. The player can go to any point and play on from there.

import { element, html, svg } from "./elements.js";
import { counted, say } from "./say.js";
import { countText } from "./words.js";

const HEIGHT = 60;

export class Review {
  #drawn = null; // the review that is drawn
  #at = null; // the position that is shown

  constructor(controller) {
    this.controller = controller;
    this.box = element("review");
    const hide = () => this.#hide();
    const go = (at) => controller.send("went", { at });
    element("review-at").addEventListener("input", ({ target }) => go(Number(target.value)));
    element("play-on").addEventListener("click", hide);
    element("before-mistake").addEventListener("click", () => go(this.#drawn.lost_by - 1));
    this.box.querySelector(".close").addEventListener("click", hide);
  }

  render({ game, review, isReviewed }) {
    this.box.hidden = !isReviewed;
    if (!isReviewed) return;
    if (this.#drawn === review && this.#at === game.at) return;
    if (this.#drawn !== review) this.#build(review);
    this.#drawn = review;
    this.#at = game.at;
    this.#show(review.steps, game.at);
  }

  #hide() {
    const focused = this.box.contains(document.activeElement);
    this.controller.send("reviewed", { review: null });
    if (focused) element("board").querySelector('.spot[tabindex="0"]')?.focus();
  }

  #build(review) {
    const { steps, lost_by: lost } = review;
    const drawn = curve(steps, (at) => this.controller.send("went", { at }));
    element("review-curve").replaceChildren(...drawn);
    element("review-curve").hidden = !drawn.length;
    element("review-at").max = steps.length - 1;
    element("before-mistake").hidden = !lost;
    element("review-said").replaceChildren(...sentences(review).map((text) => html("li", text)));
  }

  #show(steps, at) {
    const text = stepText(steps, at);
    const slider = element("review-at");
    slider.value = at;
    slider.setAttribute("aria-valuetext", text);
    element("review-here").textContent = text;
    const now = this.box.querySelector(".now");
    now?.setAttribute("d", `M${at + 0.5} 0v${HEIGHT}`);
  }
}

// "After move 12, d3-d5: 3.4 million ways to win."
function stepText(steps, at) {
  const { solutions, winning, fewest_pegs: pegs, exact } = steps[at];
  const when = at ? say("review.after", steps[at]) : say("review.atStart");
  const ways = waysText(solutions, winning);
  if (pegs === null || winning) return say("review.here", { when, ways });
  return say(exact ? "review.hereBest" : "review.hereFound", { when, ways, pegs: counted(pegs, "pegLeft") });
}

function waysText(solutions, winning) {
  if (winning === false) return say("review.lost");
  if (solutions === null) return say(winning ? "review.open" : "review.unknown");
  return say("review.ways", { count: solutions, number: countText(solutions) });
}

// The sentences about a game.
function sentences({ steps, lost_by: lost, others, jumps_left: left, longer_by: longer }) {
  const texts = [];
  const end = steps.at(-1);
  if (lost === 0) texts.push(say("review.lostFromStart"));
  else if (lost !== null) {
    const near = left <= 10 ? say("review.near", { count: left }) : "";
    texts.push(`${say("review.lostBy", { ...steps[lost], instead: insteadText(others) })} ${near}`.trim());
  } else if (end.winning) texts.push(say("review.noneLost"));
  if (longer !== null) {
    const moves = counted(steps[0].moves, "move");
    texts.push(say("review.longer", { ...steps[longer], moves, needed: steps[longer].moves }));
  } else if (lost === null && end.moves !== null && end.moves === steps[0].moves)
    texts.push(say("review.fewest", end));
  if (lost !== null && end.fewest_pegs !== null) {
    const best = steps[lost].fewest_pegs;
    if (best !== null && best < end.pegs)
      texts.push(say("review.evenThen", { pegs: counted(best, "peg"), now: end.pegs }));
  }
  return texts;
}

function insteadText(others) {
  if (others.length === 1) return say("review.only", { jump: others[0] });
  const gaps = { count: others.length, jumps: others.slice(0, 3).join(", ") };
  return say(others.length > 3 ? "review.othersMore" : "review.others", gaps);
}

// A line for the ways to win, on a logarithmic scale, and bars for the fewest pegs once the game is
// lost.
function curve(steps, go) {
  const logs = steps.map(({ solutions }) => (Number(solutions) === 0 ? null : Math.log10(Number(solutions))));
  const most = Math.max(1, ...logs);
  const pegs = steps.map(({ fewest_pegs: fewest, winning }) => (winning === false ? fewest : null));
  if (![...logs, ...pegs].some((value) => value !== null)) return []; // there is nothing to draw
  const y = (log) => HEIGHT - 4 - (HEIGHT - 10) * (log / most);
  const line = logs
    .map((log, at) => (log === null ? "" : `${at && logs[at - 1] !== null ? "L" : "M"}${at + 0.5} ${y(log)}`))
    .join("");
  const tallest = Math.max(4, ...pegs);
  const bars = pegs.flatMap((fewest, at) => {
    const height = fewest === null ? 0 : ((HEIGHT - 10) * fewest) / tallest;
    return fewest === null ? [] : [svg("rect.left", { x: at + 0.2, y: HEIGHT - height, width: 0.6, height })];
  });
  const width = steps.length;
  const words = steps.map(({ solutions, winning }, at) => `${at}: ${waysText(solutions, winning)}`);
  const drawn = svg(
    "svg",
    {
      role: "img",
      viewBox: `0 0 ${width} ${HEIGHT}`,
      preserveAspectRatio: "none",
      "aria-label": say("review.curve", { ways: words.join(", ") }),
      onclick: ({ currentTarget, clientX }) => {
        const box = currentTarget.getBoundingClientRect();
        go(Math.min(width - 1, Math.floor(((clientX - box.left) / box.width) * width)));
      },
    },
    bars,
    svg("path.base", { d: `M0 ${HEIGHT - 0.5}h${width}` }),
    svg("path.ways", { d: line }),
    svg("path.now"),
  );
  const legend = html(
    "p.legend",
    html("span.ways", say("review.legendWays")),
    bars.length ? html("span.left", say("review.legendPegs")) : null,
  );
  return [drawn, legend];
}
