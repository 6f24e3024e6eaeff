// The explorer, which opens beside a game. It has a row for each jump from the current position, with
// what the jump leads to.

import { element, html, write } from "./elements.js";
import { counted, numberText, say } from "./say.js";
import { countingText, countText, readable } from "./words.js";

export class Explorer {
  constructor(controller) {
    this.controller = controller;
    this.drawn = null;
    this.box = element("explorer");
    const body = element("explored-rows");
    body.addEventListener("keydown", (event) => this.#key(event));
    body.addEventListener("pointerover", ({ target }) => this.#look(target));
    body.addEventListener("pointerleave", () => this.point(null));
    body.addEventListener("focusin", ({ target }) => this.#look(target));
    body.addEventListener("focusout", () => this.point(null));
    body.addEventListener("click", ({ target }) => {
      const jump = this.#jumpOf(target);
      if (this.state.jumps.includes(jump)) this.controller.send("jumped", { jump, helped: true });
    });
  }

  // The jump that the player looks at, or null.
  point(jump) {
    this.controller.send("pointed", { jump });
  }

  render(state) {
    this.state = state;
    if (this.box.hidden || !this.box.open) return;
    const { knowledge, game } = state;
    const { code } = game;
    if (state.won) return this.#say(say("explorer.won"));
    if (!state.jumps.length) return this.#say(say("explorer.noJump"));
    const explored = knowledge.positions.get(code);
    if (explored) return this.#draw(explored);
    if (knowledge.failed?.code === code) return this.#say(knowledge.failed.message);
    if (!this.drawn) this.#say(say("explorer.looking"));
    return this.controller.advisor.explore(code);
  }

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
