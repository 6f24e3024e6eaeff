// The parts that open beside a game. The explorer has a row for each jump from the current
// position, with what it leads to. The review looks back at the game. Players play on from the
// position.

import { element, html, isOver, svg, write } from "./elements.js";
import { codeText } from "./rules.js";
import { capital, counted, countText, readable } from "./words.js";

export class Explorer {
  // `point` receives the jump that the player looks at, or null.
  constructor(table, point) {
    Object.assign(this, { table, point, drawn: null });
    this.box = element("explorer");
    this.box.addEventListener("toggle", () => this.render());
    this.box.querySelector(".close").addEventListener("click", () => (this.box.open = false));
    const body = element("explored-rows");
    body.addEventListener("keydown", (event) => this.#key(event));
    body.addEventListener("pointerover", ({ target }) => this.#look(target));
    body.addEventListener("pointerleave", () => this.point(null));
    body.addEventListener("focusin", ({ target }) => this.#look(target));
    body.addEventListener("focusout", () => this.point(null));
    body.addEventListener("click", ({ target }) => {
      const jump = this.#jumpOf(target);
      if (this.table.jumps.includes(jump)) this.table.take(jump);
    });
  }

  render() {
    const { table } = this;
    this.box.hidden = !table.advised || Boolean(table.editing);
    if (this.box.hidden || !this.box.open) return;
    const { advisor, game } = table;
    const { code } = game;
    if (table.won) return this.#say("The game is won.");
    if (!table.jumps.length) return this.#say("No jump is left.");
    const explored = advisor.explored(code);
    if (explored) return this.#draw(explored);
    if (advisor.failed?.code === code) return this.#say(advisor.failed.message);
    if (!this.drawn) this.#say("Looking …");
    return advisor.explore(code);
  }

  // -- drawing ------------------------------------------------------------------------------------

  #say(text) {
    this.drawn = null;
    element("explored-rows").replaceChildren();
    this.#tell(text);
  }

  #tell(text = countingText(this.table.advisor.counting) || summary(this.drawn)) {
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
    return row ? this.table.board.jumpNamed.get(row.dataset.jump) : null;
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

// The progress of counting, or why it failed.
function countingText(counting) {
  if (!counting) return "";
  const { done, total, message } = counting;
  return message || (total ? `Counting the ways to win: step ${done} of ${total}` : "Counting the ways to win …");
}

function rowOf(row) {
  const { jump, twins, winning } = row;
  const dead = winning === false;
  const name = html(
    "th",
    { scope: "row" },
    html("button", { type: "button", tabindex: "-1" }, jump),
    twins.length ? html("small", `also ${twins.join(", ")}`) : null,
  );
  const cells = dead
    ? [html("td.lost", { colspan: 4 }, "loses")]
    : row.solutions === null
      ? [html("td.verdict", { colspan: 4 }, winning ? "wins" : "not known")]
      : numbersOf(row).map((text) => html("td", text));
  return html("tr", { "data-jump": jump, class: [dead && "dead", twins.length > 0 && "twins"] }, name, cells);
}

const numbersOf = ({ solutions, share, moves, chance }) => [
  countText(solutions),
  percentText(share),
  String(moves),
  oddsText(chance),
];

// "34%", "0.4%", "under 0.1%"
function percentText(share) {
  if (share > 0 && share < 0.001) return "under 0.1%";
  return share.toLocaleString("en", { style: "percent", maximumSignificantDigits: 2 });
}

// "1 in 74 million"
function oddsText(chance) {
  if (!chance) return "never";
  return chance > 0.5 ? percentText(chance) : `1 in ${readable(1 / chance)}`;
}

function summary(explored) {
  if (!explored) return "";
  if (explored.winning === false) return "It cannot be won from here.";
  if (explored.solutions === null) return "Exact numbers appear once fewer pegs are left.";
  const ways = Number(explored.solutions) === 1 ? "One way" : `${countText(explored.solutions)} ways`;
  const least = counted(explored.moves, "move");
  return `${ways} to win, in ${least} or more. Random play wins ${oddsText(explored.chance)}.`;
}

// -- the review -----------------------------------------------------------------------------------
//
// The review of a game: a curve of the ways to win, the fewest pegs that could be left, and
// sentences about both. The player can go to any point and play on from there.

const HEIGHT = 60;

export class Review {
  constructor(table) {
    Object.assign(this, { table, reviewed: null, jumps: null, at: null });
    this.box = element("review");
    const hide = () => this.hide();
    element("review-at").addEventListener("input", ({ target }) => table.go(Number(target.value)));
    element("play-on").addEventListener("click", hide);
    element("before-mistake").addEventListener("click", () => table.go(this.reviewed.lost_by - 1));
    this.box.querySelector(".close").addEventListener("click", hide);
  }

  // Ask what was left after each jump of the game, including those ahead.
  async open() {
    const { table } = this;
    const { game } = table;
    const { jumps } = game;
    const isStill = () => table.game.jumps === jumps;
    table.notify("Looking back …", "busy");
    try {
      await this.#numbers(isStill);
      const texts = jumps.map((jump) => jump.text);
      const review = isStill() && (await table.provider.review(table.advisor.config, texts));
      if (!isStill()) return;
      review.steps.forEach((step, at) => (step.move = at && game.moveNumber(at - 1)));
      Object.assign(this, { reviewed: review, jumps, at: null });
      table.notice = null;
    } catch (error) {
      if (table.game === game) table.notice = { text: error.message, tone: "bad" };
    }
    table.changed();
  }

  // Find the numbers of the game, if possible. Without them the review says less.
  async #numbers(isStill) {
    const { provider, advisor } = this.table;
    const stop = new AbortController();
    const report = ({ done, total }) => {
      if (isStill()) this.table.notify(countingText({ done, total }), "quiet");
      else stop.abort();
    };
    if (advisor.ready) await provider.prepareNumbers(advisor.config, report, stop.signal);
  }

  // The review stays open while the player steps through the reviewed game.
  render() {
    const { game } = this.table;
    const here = this.reviewed && game.jumps === this.jumps;
    if (!here) this.reviewed = null;
    this.box.hidden = !here || Boolean(this.table.editing);
    if (this.box.hidden || this.at === game.at) return;
    if (this.at === null) this.#build();
    this.at = game.at;
    this.#show();
  }

  hide() {
    const focused = this.box.contains(document.activeElement);
    this.reviewed = null;
    this.table.changed();
    if (focused) element("board").querySelector('.spot[tabindex="0"]')?.focus();
  }

  #build() {
    const { steps, lost_by: lost } = this.reviewed;
    const drawn = curve(steps, (at) => this.table.go(at));
    element("review-curve").replaceChildren(...drawn);
    element("review-curve").hidden = !drawn.length;
    element("review-at").max = steps.length - 1;
    element("before-mistake").hidden = !lost;
    element("review-said").replaceChildren(...sentences(this.reviewed).map((text) => html("li", text)));
  }

  #show() {
    const text = stepText(this.reviewed.steps, this.at);
    const slider = element("review-at");
    slider.value = this.at;
    slider.setAttribute("aria-valuetext", text);
    element("review-here").textContent = text;
    const now = this.box.querySelector(".now");
    now?.setAttribute("d", `M${this.at + 0.5} 0v${HEIGHT}`);
  }
}

const moveText = ({ move, jump }) => `move ${move}, ${jump}`;

// "After move 12, d3-d5: 3.4 million ways to win."
function stepText(steps, at) {
  const { solutions, winning, fewest_pegs: pegs, exact } = steps[at];
  const when = at ? `After ${moveText(steps[at])}` : "At the start";
  const ways = waysText(solutions, winning);
  if (pegs === null || winning) return `${when}: ${ways}.`;
  return `${when}: ${ways}; ${exact ? "best possible" : "best found"}: ${counted(pegs, "peg")} left.`;
}

function waysText(solutions, winning) {
  if (winning === false) return "lost";
  if (solutions === null) return winning ? "still to be won" : "not known whether it can be won";
  return Number(solutions) === 1 ? "one way to win" : `${countText(solutions)} ways to win`;
}

// The sentences about a game.
function sentences({ steps, lost_by: lost, others, jumps_left: left, longer_by: longer }) {
  const texts = [];
  const end = steps.at(-1);
  if (lost === 0) texts.push("This game could not be won from the start.");
  else if (lost !== null) {
    const near = left <= 10 ? ` You were ${counted(left, "jump")} from a solution.` : "";
    texts.push(`${capital(moveText(steps[lost]))}, lost the game: ${insteadText(others)}.${near}`);
  } else if (end.winning) texts.push("No jump lost the game.");
  if (longer !== null) {
    const few = `${counted(steps[0].moves, "move")} could have been enough`;
    texts.push(`Until ${moveText(steps[longer])}, ${few}; after it, ${steps[longer].moves} were needed.`);
  } else if (lost === null && end.moves !== null && end.moves === steps[0].moves)
    texts.push(`No solution has fewer moves: ${end.moves}.`);
  if (lost !== null && end.fewest_pegs !== null) {
    const best = steps[lost].fewest_pegs;
    if (best !== null && best < end.pegs)
      texts.push(`Even then it could have ended with ${counted(best, "peg")}; there are ${end.pegs} now.`);
  }
  return texts;
}

const insteadText = (others) =>
  others.length === 1
    ? `only ${others[0]} would have won`
    : `${others.length} others would have won, ${others.slice(0, 3).join(", ")}${others.length > 3 ? " and more" : ""}`;

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
      "aria-label": `After each jump: ${words.join(", ")}`,
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
    html("span.ways", "ways to win (logarithmic)"),
    bars.length ? html("span.left", "fewest pegs left") : null,
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

  constructor(table, provider) {
    Object.assign(this, { table, provider });
    this.box = element("players");
    element("player-name").addEventListener("change", () => this.render());
    element("let-play").addEventListener("click", () => this.#play());
    this.box.addEventListener("toggle", () => this.#ask());
  }

  get #possible() {
    return "chance" in this.provider && this.table.advised && !this.table.editing;
  }

  // A new game: list the players that can play on its board.
  async open() {
    const { problem } = this.table;
    const select = element("player-name");
    const before = select.value;
    this.#shown = null;
    if (!this.#possible) return;
    const answer = this.provider.players(this.table.advisor.config);
    const { players } = await answer.catch(() => ({ players: [] }));
    if (this.table.problem !== problem) return;
    const option = ({ name, title, about }) => html("option", { value: name, "data-about": about }, title);
    select.replaceChildren(...players.map(option));
    if (players.some(({ name }) => name === before)) select.value = before;
    this.render();
  }

  render() {
    const { table } = this;
    this.box.hidden = !this.#possible || !element("player-name").options.length;
    const over = table.won || !table.jumps.length;
    element("let-play").disabled = over;
    element("player-about").textContent = element("player-name").selectedOptions[0]?.dataset.about;
    if (this.box.hidden || !this.box.open) return;
    if (over) {
      this.#shown = null;
      this.#say("The game is over.");
    } else if (this.#isShown) return;
    else if (table.playing) this.#say("Playing …");
    else this.#ask();
  }

  // The question about the current position.
  get #question() {
    const { advisor, game } = this.table;
    return { ...advisor.config, position: codeText(game.code), player: element("player-name").value };
  }

  get #isShown() {
    return this.#shown === JSON.stringify(this.#question);
  }

  // Ask how likely the player wins, after a short pause.
  #ask() {
    const { table } = this;
    if (!this.box.open || !table.game || table.won || !table.jumps.length) return;
    this.#shown = JSON.stringify(this.#question);
    this.#say("Working out its chances …");
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
    const { table } = this;
    const { game } = table;
    const { code } = game;
    const seed = Math.floor(Math.random() * 2 ** 32);
    try {
      const { jumps } = await this.provider.randomGame({ ...this.#question, seed });
      if (table.game !== game || game.code !== code) return;
      if (jumps.length) {
        table.layAhead(jumps);
        // On small screens the player's sheet covers the status line.
        if (isOver(this.box.querySelector(".sheet"))) this.box.open = false;
        table.play();
      } else this.#say("It gives up: no jump here follows its rules.");
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
  const left = `On average ${mean_pegs.toFixed(2)} pegs are left.`;
  if (exact && !win_probability) return `It never wins from here. ${left}`;
  if (exact) return `It wins ${oneIn(win_probability)} from here. ${left}`;
  const [low, high] = interval;
  const range = wins ? `from ${oneIn(low)} to ${oneIn(high)}` : `at most ${oneIn(high)}`;
  return `It won ${wins.toLocaleString("en")} of ${counted(games, "game")} tried from here: its chance is ${range} (95% confidence). ${left}`;
}

function oneIn(chance) {
  if (chance === 1) return "every game";
  const digits = { maximumSignificantDigits: 3 };
  if (chance > 0.999) return "more than 999 games in 1,000";
  if (chance > 0.5) return `${(100 * chance).toLocaleString("en", digits)}% of games`;
  return `1 game in ${(1 / chance).toLocaleString("en", digits)}`;
}
