// A game looked back on: a curve of the ways to win that were left, the fewest pegs that could be
// left, and what is to be said of it. Any point of it can be gone to, and played on from.

import { button, closer, element, html, row, svg } from "./elements.js";
import { capital, counted, countText } from "./words.js";

const HEIGHT = 60;

export class Review {
  // `close` is told when it is closed, so that the page is drawn anew.
  constructor(table, close) {
    Object.assign(this, { table, close, found: null, jumps: null, game: null, at: null });
    this.box = element("review");
  }

  get isOpen() {
    return !this.box.hidden;
  }

  // Ask what was left after each jump of the game, those ahead too.
  async open() {
    const { table } = this;
    const { game } = table;
    const { jumps } = game;
    const isStill = () => table.game === game && game.jumps === jumps;
    table.notice = { text: "Looking back …", tone: "busy" };
    table.changed();
    try {
      await this.#numbers(isStill);
      const texts = jumps.map((jump) => jump.text);
      const found = isStill() && (await table.provider.review(table.advisor.words, texts));
      if (!isStill()) return;
      Object.assign(this, { found, jumps, game, at: null });
      table.notice = null;
    } catch (error) {
      if (table.game === game) table.notice = { text: error.message, tone: "bad" };
    }
    table.changed();
  }

  // The numbers of the game, where they can be found; without them there is less to say.
  async #numbers(isStill) {
    const { provider, advisor } = this.table;
    const stop = new AbortController();
    const told = ({ done, total }) => {
      if (!isStill()) {
        stop.abort();
        return;
      }
      const step = total ? `: step ${done} of ${total}` : " …";
      this.table.notice = { text: `Counting the ways to win${step}`, tone: "quiet" };
      this.table.changed();
    };
    if (advisor.ready) await provider.prepareNumbers(advisor.words, told, stop.signal);
  }

  // It stays while the game is the one that was looked at, wherever in it the board is.
  render() {
    const { game } = this.table;
    const here = this.found && game === this.game && game.jumps === this.jumps;
    if (!here) this.found = null;
    this.box.hidden = !here || Boolean(this.table.editing);
    if (this.box.hidden || this.at === game.at) return;
    if (this.at === null) this.#build();
    this.at = game.at;
    this.#show();
  }

  hide() {
    const focused = this.box.contains(document.activeElement);
    this.found = null;
    this.close();
    if (focused) element("board").querySelector('.spot[tabindex="0"]')?.focus();
  }

  #build() {
    const { steps } = this.found;
    const slider = html("input#review-at", {
      type: "range",
      min: 0,
      max: steps.length - 1,
      "aria-label": "Position in the game",
      oninput: ({ target }) => this.table.go(Number(target.value)),
    });
    this.box.replaceChildren(
      html("h2", "Review of this game"),
      curve(steps, (at) => this.table.go(at)) ?? "",
      slider,
      html("p#review-here"),
      row(
        button("Play from here", () => this.hide(), { id: "play-on" }),
        this.found.lost_by
          ? button("Before the mistake", () => this.table.go(this.found.lost_by - 1))
          : null,
      ),
      html("ul", sentences(this.found).map((text) => html("li", text))),
      closer(() => this.hide()),
    );
  }

  #show() {
    const text = stepText(this.found.steps, this.at);
    const slider = element("review-at");
    slider.value = this.at;
    slider.setAttribute("aria-valuetext", text);
    element("review-here").textContent = text;
    const now = this.box.querySelector(".now");
    now?.setAttribute("d", `M${this.at + 0.5} 0v${HEIGHT}`);
  }
}

// The number of the move that a jump belongs to: jumps by one peg in a row are a move.
function moveNumber(steps, at) {
  const ends = (step) => step.jump.split("-");
  return steps.slice(1, at + 1).filter((step, i) => !i || ends(steps[i])[1] !== ends(step)[0]).length;
}

const moveText = (steps, at) => `move ${moveNumber(steps, at)}, ${steps[at].jump}`;

// "After move 12, d3-d5: 3.4 million ways to win."
function stepText(steps, at) {
  const { solutions, winning, fewest_pegs: pegs, exact } = steps[at];
  const when = at ? `After ${moveText(steps, at)}` : "At the start";
  const ways = waysText(solutions, winning);
  if (pegs === null || winning) return `${when}: ${ways}.`;
  return `${when}: ${ways}; ${exact ? "best possible" : "best found"}: ${counted(pegs, "peg")} left.`;
}

function waysText(solutions, winning) {
  if (winning === false) return "lost";
  if (solutions === null) return winning ? "still to be won" : "not known whether it can be won";
  return solutions === "1" ? "one way to win" : `${countText(solutions)} ways to win`;
}

// What is to be said of a game.
function sentences({ steps, lost_by: lost, others, jumps_left: left, longer_by: longer }) {
  const said = [];
  const end = steps.at(-1);
  if (lost === 0) said.push("This game could not be won from the start.");
  else if (lost !== null) {
    const near = left <= 10 ? ` You were ${counted(left, "jump")} from a solution.` : "";
    said.push(`${capital(moveText(steps, lost))}, lost the game: ${insteadText(others)}.${near}`);
  } else if (end.winning) said.push("No jump lost the game.");
  if (longer !== null) {
    said.push(
      `Until ${moveText(steps, longer)}, ${counted(steps[0].moves, "move")} could have been enough; after it, ${steps[longer].moves} were needed.`,
    );
  } else if (lost === null && end.moves !== null && end.moves === steps[0].moves)
    said.push(`No solution has fewer moves: ${end.moves}.`);
  if (lost !== null && end.fewest_pegs !== null) {
    const best = steps[lost].fewest_pegs;
    if (best !== null && best < end.pegs)
      said.push(`Even then it could have ended with ${counted(best, "peg")}; there are ${end.pegs} now.`);
  }
  return said;
}

const insteadText = (others) =>
  others.length === 1 ? `only ${others[0]} would have won` : `${others.length} others would have won, ${others.slice(0, 3).join(", ")}${others.length > 3 ? " and more" : ""}`;

// Ways to win on a logarithmic scale, as a line; below it the fewest pegs, where the game is lost.
function curve(steps, go) {
  const logs = steps.map(({ solutions }) => (solutions === null || solutions === "0" ? null : digitsOf(solutions)));
  const most = Math.max(1, ...logs);
  const pegs = steps.map(({ fewest_pegs: one, winning }) => (winning === false ? one : null));
  if (![...logs, ...pegs].some((one) => one !== null)) return null; // nothing is known to be drawn
  const y = (log) => HEIGHT - 4 - (HEIGHT - 10) * (log / most);
  const line = logs
    .map((log, at) => (log === null ? "" : `${at && logs[at - 1] !== null ? "L" : "M"}${at + 0.5} ${y(log)}`))
    .join("");
  const tallest = Math.max(4, ...pegs);
  const bars = pegs.flatMap((one, at) => {
    const height = one === null ? 0 : ((HEIGHT - 10) * one) / tallest;
    return one === null
      ? []
      : [svg("rect.left", { x: at + 0.2, y: HEIGHT - height, width: 0.6, height })];
  });
  const width = steps.length;
  const drawn = svg("svg",
    {
      role: "img",
      viewBox: `0 0 ${width} ${HEIGHT}`,
      preserveAspectRatio: "none",
      "aria-label": curveWords(steps),
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
  const legend = html("p.legend", html("span.ways", "ways to win (logarithmic)"), bars.length ? html("span.left", "fewest pegs left") : null);
  return html("figure", drawn, legend);
}

function curveWords(steps) {
  const words = steps.map((step, at) => `${at}: ${waysText(step.solutions, step.winning)}`);
  return `After each jump: ${words.join(", ")}`;
}

// The logarithm of a number that is a text.
const digitsOf = (text) => text.length - 1 + Math.log10(Number(`${text[0]}.${text.slice(1, 15)}`));
