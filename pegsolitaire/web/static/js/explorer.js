// The parts that open beside a game. The explorer has a row for each jump from the current
// position, with what it leads to. The review looks back at the game. Players play on from the
// position.

import { element, html, isOver, svg, write } from "./elements.js";
import { codeText } from "./rules.js";
import { counted, numberText, say } from "./say.js";
import { countingText, countText, readable } from "./words.js";

export class Explorer {
  constructor(controller) {
    Object.assign(this, { controller, drawn: null });
    this.box = element("explorer");
    this.box.addEventListener("toggle", () => this.#toggled());
    this.box.querySelector(".close").addEventListener("click", () => (this.box.open = false));
    const body = element("explored-rows");
    body.addEventListener("keydown", (event) => this.#key(event));
    body.addEventListener("pointerover", ({ target }) => this.#look(target));
    body.addEventListener("pointerleave", () => this.point(null));
    body.addEventListener("focusin", ({ target }) => this.#look(target));
    body.addEventListener("focusout", () => this.point(null));
    body.addEventListener("click", ({ target }) => {
      const jump = this.#jumpOf(target);
      if (this.state.jumps.includes(jump)) this.controller.take(jump);
    });
  }

  // The jump that the player looks at, or null.
  point(jump) {
    this.controller.store.send({ type: "pointed", jump });
  }

  // On small screens the sheet covers what is below the board, so scroll to the board.
  #toggled() {
    if (this.box.open && isOver(this.box.querySelector(".sheet"))) scrollTo(0, 0);
    this.controller.store.redraw();
  }

  render(state) {
    this.state = state;
    this.box.hidden = !state.advised || Boolean(state.editing);
    if (this.box.hidden || !this.box.open) return;
    const { knowledge, game } = state;
    const { code } = game;
    if (state.won) return this.#say(say("explorer.won"));
    if (!state.jumps.length) return this.#say(say("explorer.noJump"));
    const explored = knowledge.explored(code);
    if (explored) return this.#draw(explored);
    if (knowledge.failed?.code === code) return this.#say(knowledge.failed.message);
    if (!this.drawn) this.#say(say("explorer.looking"));
    return this.controller.advisor.explore(code);
  }

  // -- drawing ------------------------------------------------------------------------------------

  #say(text) {
    this.drawn = null;
    element("explored-rows").replaceChildren();
    this.#tell(text);
  }

  #tell(text = countingText(this.state.knowledge.counting) || summary(this.drawn)) {
    write(element("explored-said"), text);
  }

  #draw(explored) {
    if (this.drawn === explored) return this.#tell();
    const body = element("explored-rows");
    const focused = body.contains(document.activeElement);
    this.drawn = explored;
    this.point(null);
    element("explored").classList.toggle(
      "counted",
      explored.jumps.some((row) => row.solutions !== null),
    );
    body.replaceChildren(...explored.jumps.map(rowOf));
    body.scrollTop = 0;
    const first = body.querySelector("button");
    first?.setAttribute("tabindex", "0");
    if (focused) first?.focus({ preventScroll: true });
    return this.#tell();
  }

  // -- the rows -----------------------------------------------------------------------------------

  #jumpOf(target) {
    const row = target.closest("tr");
    return row ? this.state.board.jumpNamed.get(row.dataset.jump) : null;
  }

  #look(target) {
    this.point(this.#jumpOf(target));
  }

  #key(event) {
    const all = [...element("explored-rows").querySelectorAll("button")];
    const at = all.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || !all[to]) return;
    event.preventDefault();
    all.forEach((button, i) => button.setAttribute("tabindex", i === to ? "0" : "-1"));
    all[to].focus();
  }
}

function rowOf(row) {
  const { jump, twins, winning } = row;
  const dead = winning === false;
  const name = html(
    "th",
    { scope: "row" },
    html("button", { type: "button", tabindex: "-1" }, jump),
    twins.length ? html("small", say("explorer.also", { jumps: twins.join(", ") })) : null,
  );
  const cells = dead
    ? [html("td.lost", { colspan: 4 }, say("explorer.loses"))]
    : row.solutions === null
      ? [html("td.verdict", { colspan: 4 }, say(winning ? "explorer.wins" : "explorer.unknown"))]
      : numbersOf(row).map((text) => html("td", text));
  return html("tr", { "data-jump": jump, class: dead ? "dead" : "" }, name, cells);
}

const numbersOf = ({ solutions, share, moves, chance }) => [
  countText(solutions),
  percentText(share),
  String(moves),
  oddsText(chance),
];

// "34%", "0.4%", "under 0.1%"
function percentText(share) {
  if (share > 0 && share < 0.001) return say("explorer.under");
  return numberText(share, { style: "percent", maximumSignificantDigits: 2 });
}

// "1 in 74 million"
function oddsText(chance) {
  if (!chance) return say("explorer.never");
  return chance > 0.5 ? percentText(chance) : say("explorer.oneIn", { number: readable(1 / chance) });
}

function summary(explored) {
  if (!explored) return "";
  if (explored.winning === false) return say("explorer.lost");
  if (explored.solutions === null) return say("explorer.later");
  const { solutions, moves, chance } = explored;
  const ways = say("explorer.ways", { count: solutions, number: countText(solutions) });
  return say("explorer.summary", { ways, moves: counted(moves, "move"), odds: oddsText(chance) });
}

// -- the review -----------------------------------------------------------------------------------
//
// The review of a game: a curve of the ways to win, the fewest pegs that could be left, and
// sentences about both. The player can go to any point and play on from there.

const HEIGHT = 60;

export class Review {
  #drawn = null; // the review that is drawn
  #at = null; // the position that is shown

  constructor(controller) {
    this.controller = controller;
    this.box = element("review");
    const hide = () => this.#hide();
    element("review-at").addEventListener("input", ({ target }) => controller.go(Number(target.value)));
    element("play-on").addEventListener("click", hide);
    element("before-mistake").addEventListener("click", () => controller.go(this.#drawn.lost_by - 1));
    this.box.querySelector(".close").addEventListener("click", hide);
  }

  // The review stays open while the player steps through the reviewed game.
  render({ game, review, editing }) {
    const here = review !== null && game.jumps === review.jumps && !editing;
    this.box.hidden = !here;
    if (!here) return;
    if (this.#drawn === review && this.#at === game.at) return;
    if (this.#drawn !== review) this.#build(review);
    this.#drawn = review;
    this.#at = game.at;
    this.#show(review.steps, game.at);
  }

  #hide() {
    const focused = this.box.contains(document.activeElement);
    this.controller.closeReview();
    if (focused) element("board").querySelector('.spot[tabindex="0"]')?.focus();
  }

  #build(review) {
    const { steps, lost_by: lost } = review;
    const drawn = curve(steps, (at) => this.controller.go(at));
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

// -- players --------------------------------------------------------------------------------------
//
// Automatic players that know no strategy. One plays on from here, and the page says how likely it
// wins.

const PAUSE = 250; // milliseconds that a position must last before its chance is asked for

export class Players {
  #timer = null;
  #waiting = false; // for an answer
  #shown = null; // the question (as JSON) that the text answers

  constructor(controller) {
    Object.assign(this, { controller, provider: controller.provider, problem: null });
    this.box = element("players");
    element("player-name").addEventListener("change", () => controller.store.redraw());
    element("let-play").addEventListener("click", () => this.#play());
    this.box.addEventListener("toggle", () => this.#ask());
  }

  get #possible() {
    return "chance" in this.provider && this.state.advised && !this.state.editing;
  }

  // A new game: list the players that can play on its board.
  async #open({ problem, config }) {
    const select = element("player-name");
    const before = select.value;
    this.#shown = null;
    if (!this.#possible) return;
    const answer = this.provider.players(config);
    const { players } = await answer.catch(() => ({ players: [] }));
    if (this.state.problem !== problem) return;
    const option = ({ name, title, about }) => html("option", { value: name, "data-about": about }, title);
    select.replaceChildren(...players.map(option));
    if (players.some(({ name }) => name === before)) select.value = before;
    this.controller.store.redraw();
  }

  render(state) {
    this.state = state;
    if (this.problem !== state.problem) this.#open(state);
    this.problem = state.problem;
    this.box.hidden = !this.#possible || !element("player-name").options.length;
    const over = state.won || !state.jumps.length;
    element("let-play").disabled = over;
    element("player-about").textContent = element("player-name").selectedOptions[0]?.dataset.about;
    if (this.box.hidden || !this.box.open) return;
    if (over) {
      this.#shown = null;
      this.#say(say("players.over"));
    } else if (this.#isShown) return;
    else if (state.playing) this.#say(say("players.playing"));
    else this.#ask();
  }

  // The question about the current position.
  get #question() {
    const { config, game } = this.state;
    return { ...config, position: codeText(game.code), player: element("player-name").value };
  }

  get #isShown() {
    return this.#shown === JSON.stringify(this.#question);
  }

  // Ask how likely the player wins, after a short pause.
  #ask() {
    const { state } = this;
    if (!this.box.open || !state || state.won || !state.jumps.length) return;
    this.#shown = JSON.stringify(this.#question);
    this.#say(say("players.busy"));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#send(), PAUSE);
  }

  // Send one question at a time. A newer one waits for the previous answer.
  async #send() {
    if (this.#waiting) return;
    this.#waiting = true;
    const about = this.#shown;
    let words;
    try {
      words = chanceText(await this.provider.chance(this.#question));
    } catch (error) {
      words = error.message;
    }
    this.#waiting = false;
    if (!this.box.open || !this.#isShown) return;
    if (this.#shown === about) this.#say(words);
    else this.#send();
  }

  async #play() {
    const { controller } = this;
    const { game } = controller.state;
    const seed = Math.floor(Math.random() * 2 ** 32);
    try {
      const { jumps } = await this.provider.randomGame({ ...this.#question, seed });
      if (controller.state.game !== game) return;
      if (jumps.length) {
        controller.layAhead(jumps);
        // On small screens the player's sheet covers the status line, and the board may be scrolled
        // away.
        if (isOver(this.box.querySelector(".sheet"))) this.box.open = false;
        scrollTo(0, 0);
        controller.play();
      } else this.#say(say("players.givesUp"));
    } catch (error) {
      this.#say(error.message);
    }
  }

  #say(words) {
    write(element("chance"), words);
  }
}

// How likely a player wins, in words.
export function chanceText({ exact, win_probability, mean_pegs, games, wins, interval }) {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const left = say("players.left", { pegs: numberText(mean_pegs, digits) });
  if (exact && !win_probability) return say("players.never", { left });
  if (exact) return say("players.wins", { chance: oneIn(win_probability), left });
  const [low, high] = interval.map(oneIn);
  const range = say(wins ? "players.between" : "players.atMost", { low, high });
  return say("players.tried", { wins, count: games, range, left });
}

function oneIn(chance) {
  if (chance === 1) return say("players.every");
  const digits = { maximumSignificantDigits: 3 };
  if (chance > 0.999) return say("players.nearlyEvery");
  if (chance > 0.5) return say("players.percent", { percent: numberText(100 * chance, digits) });
  return say("players.oneIn", { number: numberText(1 / chance, digits) });
}
