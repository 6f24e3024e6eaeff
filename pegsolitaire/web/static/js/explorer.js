// The explorer: for the position on the board a row for each jump, with what it leads to. The numbers
// are the provider's; where they have to be found first, that is begun when the explorer is opened.

import { codeText } from "./rules.js";
import { html } from "./svg.js";
import { counted, countText, readable } from "./words.js";

const KEPT = 500; // positions whose answers are remembered

export class Explorer {
  #answers = new Map(); // code -> answer, of the problem under way
  #asked = null; // the code that is asked about
  #stop = new AbortController();

  // `point` is told which jump is looked at, null for none.
  constructor(table, point) {
    Object.assign(this, { table, point, problem: null, told: "", drawn: null });
    this.box = element("explorer");
    this.box.addEventListener("toggle", () => this.#toggled());
    this.box.querySelector(".close").addEventListener("click", () => (this.box.open = false));
    const body = element("explored-rows");
    body.addEventListener("keydown", (event) => this.#key(event));
    body.addEventListener("pointerover", ({ target }) => this.#look(target));
    body.addEventListener("pointerleave", () => this.point(null));
    body.addEventListener("focusin", ({ target }) => this.#look(target));
    body.addEventListener("focusout", () => this.point(null));
    body.addEventListener("click", ({ target }) => this.#play(target));
  }

  get #possible() {
    return this.table.advised && !this.table.editing;
  }

  // On small screens it lies over what is below the board, which comes into sight.
  #toggled() {
    const sheet = this.box.querySelector(".sheet");
    if (this.box.open && getComputedStyle(sheet).position === "fixed") scrollTo(0, 0);
    this.render();
  }

  // A new game: what was known is of another one.
  open() {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#answers.clear();
    Object.assign(this, { problem: this.table.problem, told: "", drawn: null });
    this.#asked = null;
    this.render();
  }

  render() {
    this.box.hidden = !this.#possible;
    if (this.box.hidden || !this.box.open || !this.problem) return;
    const { table } = this;
    const { code } = table.game;
    if (table.won) return this.#say("The game is won.");
    if (!table.jumps.length) return this.#say("No jump is left.");
    const found = this.#answers.get(code);
    if (found) this.#draw(found);
    else this.#ask(code);
  }

  // Ask about the position on the board; a newer one waits for the answer.
  async #ask(code) {
    if (this.#asked !== null || !this.table.advisor.ready && !this.table.advisor.searching) return;
    this.#asked = code;
    const { problem, table } = this;
    const { signal } = this.#stop;
    if (!this.drawn) this.#say("Looking …");
    let failed = "";
    try {
      const found = await table.provider.explore(table.advisor.words, codeText(code));
      if (signal.aborted) return;
      if (this.#answers.size > KEPT) this.#answers.clear();
      this.#answers.set(code, found);
      if (found.numbers === "absent" || found.numbers === "building") this.#number(signal);
    } catch (error) {
      failed = error.message;
    }
    if (problem !== this.problem) return;
    this.#asked = null;
    if (failed) this.#say(failed);
    else this.render();
  }

  // Have the numbers found, once; then everything is asked for again.
  async #number(signal) {
    if (this.numbering === signal) return;
    this.numbering = signal;
    const told = ({ done, total }) => {
      this.told = total ? `Counting the ways to win: step ${done} of ${total}` : COUNTING;
      this.#tell();
    };
    this.told = COUNTING;
    this.#tell();
    const { provider, advisor } = this.table;
    const end = await provider
      .prepareNumbers(advisor.words, told, signal)
      .catch((error) => ({ state: "failed", message: error.message }));
    if (signal.aborted || end === null) return;
    this.told = end.state === "done" ? "" : end.message;
    if (end.state === "done") this.#answers.clear();
    this.numbering = null;
    this.#tell();
    this.render();
  }

  // -- drawing --------------------------------------------------------------------------------------

  #say(text) {
    this.drawn = null;
    element("explored-rows").replaceChildren();
    this.told = "";
    this.#tell(text);
  }

  #tell(text = this.told || summary(this.drawn, this.table)) {
    const line = element("explored-said");
    if (line.textContent !== text) line.textContent = text;
  }

  #draw(found) {
    if (this.drawn !== found) {
      const body = element("explored-rows");
      const focused = body.contains(document.activeElement);
      this.drawn = found;
      this.point(null);
      element("explored").classList.toggle("counted", found.jumps.some((row) => row.solutions !== null));
      body.replaceChildren(...found.jumps.map(rowOf));
      body.scrollTop = 0;
      const first = body.querySelector("button");
      first?.setAttribute("tabindex", "0");
      if (focused) first?.focus({ preventScroll: true });
    }
    this.#tell();
  }

  // -- the rows -------------------------------------------------------------------------------------

  #jumpOf(target) {
    const row = target.closest("tr");
    return row ? this.table.board.jumpNamed.get(row.dataset.jump) : null;
  }

  #look(target) {
    this.point(this.#jumpOf(target));
  }

  #play(target) {
    const jump = this.#jumpOf(target);
    if (jump && this.table.jumps.includes(jump)) this.table.take(jump);
  }

  #key(event) {
    const all = [...element("explored-rows").querySelectorAll("button")];
    const at = all.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || !all[to]) return;
    event.preventDefault();
    all.forEach((one, i) => one.setAttribute("tabindex", i === to ? "0" : "-1"));
    all[to].focus();
  }
}

const COUNTING = "Counting the ways to win …";

function rowOf(row) {
  const { jump, twins, winning } = row;
  const dead = winning === false;
  const name = html("th", { scope: "row" },
    html("button", { type: "button", tabindex: "-1" }, jump),
    twins.length ? html("small", {}, `also ${twins.join(", ")}`) : null,
  );
  const cells = dead
    ? [html("td", { colspan: 4, class: "lost" }, "loses")]
    : row.solutions === null
      ? [html("td", { colspan: 4, class: "verdict" }, winning ? "wins" : "not known")]
      : numbersOf(row).map((text) => html("td", {}, text));
  return html("tr", { "data-jump": jump, class: dead ? "dead" : "" }, name, ...cells);
}

function numbersOf({ solutions, share, moves, chance }) {
  return [countText(solutions), shareText(share), String(moves), oddsText(chance)];
}

// "34%", "0.4%", "under 0.1%"
export function shareText(share) {
  if (share > 0 && share < 0.001) return "under 0.1%";
  return share.toLocaleString("en", { style: "percent", maximumSignificantDigits: 2 });
}

// "1 in 74 million"
export function oddsText(chance) {
  if (!chance) return "never";
  return chance > 0.5 ? shareText(chance) : `1 in ${readable(1 / chance)}`;
}

const BUILT = 1e12; // positions up to which a machine of today works out what wins, in hours

// With a server, of boards that are too large to be worked out while one plays: what does it.
function commandText({ board, advisor: { words, sets } }) {
  const possible = sets.state === "large" && sets.estimate?.positions <= BUILT && /^[\w-]+$/.test(board.spec);
  if (!possible) return "";
  const problem = `${board.spec} ${words.start}${words.finish && words.finish !== words.start ? ` --finish ${words.finish}` : ""}`;
  return ` To have them all: pegs winning ${problem}, then pegs check ${problem} --explore.`;
}

function summary(found, table) {
  if (!found) return "";
  if (found.winning === false) return "It cannot be won from here.";
  if (found.solutions === null)
    return "There is too much to count from here. Numbers come nearer the end." + commandText(table);
  const ways = found.solutions === "1" ? "One way" : `${countText(found.solutions)} ways`;
  const least = counted(found.moves, "move");
  return `${ways} to win, in ${least} or more. Random play wins ${oddsText(found.chance)}.`;
}

const element = (id) => document.getElementById(id);
