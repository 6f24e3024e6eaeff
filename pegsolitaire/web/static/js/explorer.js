// The explorer: for the position on the board a row for each jump, with what it leads to.

import { element, html } from "./elements.js";
import { counted, countText, readable } from "./words.js";

export class Explorer {
  // `point` is told which jump is looked at, null for none.
  constructor(table, point) {
    Object.assign(this, { table, point, drawn: null });
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

  render() {
    const { table } = this;
    this.box.hidden = !this.#possible;
    if (this.box.hidden || !this.box.open) return;
    const { advisor, game } = table;
    const { code } = game;
    if (table.won) return this.#say("The game is won.");
    if (!table.jumps.length) return this.#say("No jump is left.");
    const found = advisor.explored(code);
    if (found) return this.#draw(found);
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

  // -- the rows -----------------------------------------------------------------------------------

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

// How far the numbers are that are being found, or why they are not.
function countingText(counting) {
  if (!counting) return "";
  const { done, total, message } = counting;
  return message || (total ? `Counting the ways to win: step ${done} of ${total}` : "Counting the ways to win …");
}

function rowOf(row) {
  const { jump, twins, winning } = row;
  const dead = winning === false;
  const name = html("th", { scope: "row" },
    html("button", { type: "button", tabindex: "-1" }, jump),
    twins.length ? html("small", `also ${twins.join(", ")}`) : null,
  );
  const cells = dead
    ? [html("td.lost", { colspan: 4 }, "loses")]
    : row.solutions === null
      ? [html("td.verdict", { colspan: 4 }, winning ? "wins" : "not known")]
      : numbersOf(row).map((text) => html("td", text));
  return html("tr", { "data-jump": jump, class: dead ? "dead" : "" }, name, cells);
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
function oddsText(chance) {
  if (!chance) return "never";
  return chance > 0.5 ? shareText(chance) : `1 in ${readable(1 / chance)}`;
}

function summary(found) {
  if (!found) return "";
  if (found.winning === false) return "It cannot be won from here.";
  if (found.solutions === null) return "Exact numbers appear once fewer pegs are left.";
  const ways = found.solutions === "1" ? "One way" : `${countText(found.solutions)} ways`;
  const least = counted(found.moves, "move");
  return `${ways} to win, in ${least} or more. Random play wins ${oddsText(found.chance)}.`;
}
