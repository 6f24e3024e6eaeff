// The panel beside the board: goal, status line, reason, buttons, chart and the list of moves.

import { thumb } from "./board-view.js";
import { button, closer, element, html, isOver, isVisible, options, svg, write } from "./elements.js";
import { keyOf } from "./hand.js";
import { has, moveText } from "./rules.js";
import { counted, say, sayWith } from "./say.js";
import { SPEEDS } from "./state.js";
import {
  boardTitle,
  capital,
  fewestText,
  flawText,
  furtherText,
  goalText,
  ratingText,
  SQUARES,
  status,
  untilMidnight,
  whyText,
  withMinus,
  wonParts,
} from "./words.js";

export class Panel {
  /** @type {import("./state.js").State} */
  state;
  drawn = {}; // part -> what it was drawn from
  read = null; // the hint, or the won game, whose sheet the player has closed
  more = false; // whether the sheet of the button *More* is open

  // `act` performs the action of a button: act("undo"). `explain` marks the words of the glossary in
  // an element.
  constructor(controller, act, explain) {
    this.controller = controller;
    this.act = act;
    this.explain = explain;
    for (const name of ["undo", "redo", "hint", "play"]) this.#on(name, "click", () => act(name));
    for (const name of ["solve", "new"])
      this.#on(name, "click", () => {
        this.#openMore(false);
        act(name);
      });
    this.#on("open-more", "click", () => this.#openMore(!this.more));
    for (const id of ["explorer", "players"]) this.#on(id, "toggle", () => this.#toggled(element(id)));
    this.#on("step", "click", () => act("redo"));
    this.#on("finish", "change", ({ target }) => act("finish", target.value));
    this.#on("speed", "change", ({ target }) => controller.send("sped", { speed: Number(target.value) }));
    this.#on("moves", "keydown", (event) => this.#movesKey(event));
    new ResizeObserver(showCurrent).observe(element("moves"));
    document.addEventListener("pointerdown", (event) => this.#pressed(event), { capture: true });
    for (const id of ["players", "explorer", "more"])
      element(id)
        .querySelector(".close")
        .addEventListener("click", () => this.close());
    element("speed").append(
      ...options(
        SPEEDS.map((speed) => [speed, `${speed}×`]),
        1,
      ),
    );
  }

  #renderGoals({ problem }) {
    if (!this.#differs("goals", problem)) return;
    const { start, finish, feasible } = problem;
    const known = new Set([...feasible.filter((name) => name === start), "any", ...feasible]);
    const goals = known.has(finish) ? [...known] : [finish, ...known];
    const text = (goal) => goalText(goal, feasible);
    element("finish").replaceChildren(
      ...options(
        goals.map((goal) => [goal, text(goal)]),
        finish,
      ),
    );
  }

  render(state) {
    const { board, title, game, hint, playing } = state;
    this.state = state;
    this.#renderList(state);
    this.#renderGoals(state);
    const about = say("game.about", { board: boardTitle(state), holes: counted(board.size, "hole") });
    // On small screens the board is left out after the long title of a puzzle of the day.
    const isDaily = Boolean(state.daily || state.day);
    const named = html("span", { class: isDaily && "about" }, title ? ` · ${about}` : about);
    if (this.#differs("name", title, about, isDaily)) element("board-name").replaceChildren(title, named);
    const editing = Boolean(state.editing);
    element("explorer").hidden = editing || !state.advised;
    element("players").hidden = editing || !state.advised || !("chance" in this.controller.provider);
    for (const id of ["status-box", "buttons", "moves-box", "goal"]) element(id).hidden = editing;
    this.#renderStatus(state);
    this.#renderCount(state);
    this.#renderNotice(state);
    this.#renderAdvice(state);
    this.#renderReason(state);
    element("undo").disabled = !game.at;
    element("redo").disabled = !game.next;
    element("hint").disabled = !state.canHelp || state.stuck; // stuck: there is no jump to show
    element("hint").classList.toggle("main", !state.stuck && !state.won);
    element("hint").textContent = say(hint ? "game.doIt" : "game.hint");
    element("solve").disabled = !state.canHelp && !playing;
    element("solve").textContent = say(playing ? "game.pause" : "game.solution");
    element("player").hidden = !game.next && !playing;
    element("play").textContent = say(playing ? "game.pause" : "game.play");
    element("step").disabled = !game.next;
    this.#renderWon(state);
    this.#renderMoves(state);
    this.#renderChart(state);
    this.#renderOver(state);
  }

  // Tell the style sheets what is open beside the game, or over it.
  #renderOver({ isReviewed, why }) {
    const isOpen = (id) => element(id).open && !element(id).hidden;
    const over = [
      this.more && isOver(element("more")) && "more", // it has closed the others
      isOpen("explorer") && "explorer",
      isReviewed && "review",
      (why || !element("advice").hidden) && "answer",
      isOpen("players") && "players",
    ].find(Boolean);
    if (over) document.body.dataset.over = over;
    else delete document.body.dataset.over;
    element("open-more").setAttribute("aria-expanded", String(this.more));
  }

  #openMore(open) {
    if (open) this.close();
    this.more = open;
    this.#renderOver(this.state);
    if (open) element("more").querySelector("button:not(:disabled)").focus({ preventScroll: true });
  }

  // What was opened from the sheet takes its place.
  #toggled({ open }) {
    if (open) this.more = false;
    this.controller.store.redraw();
  }

  // Where the puzzle stands in its list, with links to its neighbours and to the list.
  #renderList({ list, editing }) {
    element("list").hidden = !list || editing !== null;
    document.body.classList.toggle("in-list", !element("list").hidden);
    if (!list || !this.#differs("list", list)) return;
    element("list-here").replaceChildren(html("span", list.name), ` · ${say("list.at", list)}`);
    const link = (id, address) => {
      if (address) element(id).href = address;
      else element(id).removeAttribute("href");
    };
    link("list-before", list.before);
    link("list-here", list.address);
    link("list-next", list.next);
  }

  #renderStatus(state) {
    const { text, tone, actions } = status(state);
    write(element("status"), text);
    element("status").className = tone;
    const { progress, sets } = state.knowledge;
    document.documentElement.dataset.sets = sets.state;
    const bar = element("progress");
    // The rules, which new players read first, take the place of the status.
    const isWelcome = Boolean(state.notice?.arrows);
    for (const id of ["status", "actions"]) element(id).hidden = isWelcome;
    bar.hidden = sets.state !== "building" || isWelcome;
    if (progress?.total) [bar.max, bar.value] = [progress.total, progress.done];
    else bar.removeAttribute("value");
    const shown = state.won ? [] : actions; // the moment of winning has them
    const box = element("actions");
    if (box.dataset.actions === shown.join()) return;
    box.dataset.actions = shown.join();
    box.replaceChildren(...shown.map((name, i) => this.#action(name, state.stuck && !i)));
  }

  // Show the fewest moves possible or known, with a button to watch a solution, and the player's
  // rating if it has changed.
  #renderCount(state) {
    const { problem, won, rise } = state;
    const line = element("count");
    line.hidden = Boolean(state.editing);
    hideInPlace(line, problem.best === null && !rise);
    if (line.hidden || !this.#differs("count", problem, won, rise)) return;
    const gaps = { count: problem.best, fewest: fewestText(problem) };
    const fewest = problem.best === null ? "" : capital(say("moves.fewest", gaps));
    line.replaceChildren(
      [fewest, ratingText(state)].filter(Boolean).join(" · ") || "\u00a0",
      ...(problem.shortest && !won ? [" · ", this.#action("shortest")] : []),
    );
  }

  // A button for an action. What leads to another puzzle is highlighted, because most players want it.
  #action(name, isMain = ["next", "list", "today"].includes(name)) {
    return button(say(`action.${name}`), () => this.act(name), {
      class: isMain ? "main" : null,
      "data-action": name,
      "aria-keyshortcuts": keyOf(name === "hide" ? "show" : name),
    });
  }

  // Show a notice or a hint. A notice's button is left out while the status has the same one.
  #renderNotice(state) {
    const { hint, notice } = state;
    const shown = notice ?? (hint && !hint.rivals.length && { text: say("hint.notice", hint) });
    const box = element("notice");
    box.hidden = !shown;
    box.className = shown?.tone ?? "";
    const action = status(state).actions.includes(notice?.action) ? null : notice?.action;
    if (!this.#differs("notice", notice, hint, action) || !shown) return;
    box.replaceChildren(html("p", shown.text), action ? this.#action(action) : "");
  }

  // The moment of winning. The status line says the same in one sentence.
  #renderWon(state) {
    const { game, rise, record, won, daily, days, problem } = state;
    const box = element("won");
    box.hidden = !won || Boolean(state.editing) || this.read === game || state.review !== null;
    element("status-box").classList.toggle("over", !box.hidden);
    if (!won) box.replaceChildren();
    const minute = daily ? untilMidnight(new Date()) : "";
    if (!this.#differs("won", won, game, rise, record, daily, days, problem, state.title, minute) || !won) return;
    const { heading, best, facts, said } = wonParts(state);
    const fact = ({ name, value, more }) =>
      html("div", html("dt", name), html("dd", value, more && html("small", ` ${more}`)));
    box.replaceChildren(
      html("h2", heading),
      html("p.best", best),
      html("dl", facts.map(fact)),
      html(
        "p.squares",
        { role: "img", "aria-label": said },
        state.ways.map((way) => html(`span.${way}`, SQUARES[way])),
      ),
      html(
        "p.row",
        status(state).actions.map((name) => this.#action(name)),
      ),
      closer(() => this.close()),
    );
  }

  // Show a hint and, if known, what is wrong with other jumps. The board shows the hint too.
  #renderAdvice({ hint }) {
    const rivals = hint?.rivals ?? [];
    const box = element("advice");
    box.hidden = !rivals.length || this.read === hint;
    if (!this.#differs("advice", hint)) return;
    box.replaceChildren(
      html("p", sayWith("hint.strong", { jump: html("strong", hint?.jump ?? "") })),
      html(
        "ul",
        rivals.map(({ jump, claim }) =>
          html(
            "li",
            sayWith("hint.flaw", { loses: html("strong", say("hint.loses", { jump })), flaw: flawText(claim) }),
          ),
        ),
      ),
      closer(() => this.close()),
    );
  }

  #renderReason(state) {
    const { why } = state;
    const box = element("reason");
    box.hidden = !why;
    if (!why) return;
    this.#renderWhy(box, why);
    const [first, further] = [withMinus(whyText(why)), furtherText(state)];
    if (!this.#differs("best", why.claim, why.reasons, why.at, why.best, first, further)) return;
    write(box.querySelector(".sentence"), first);
    const more = [further && html("p", further), state.bestLine.length > 0 && this.#ending(state)];
    box.querySelector(".best").replaceChildren(...more.filter(Boolean));
  }

  // The last position of the best possible ending, and a button that plays to it.
  #ending({ board, code, bestLine }) {
    const end = bestLine.reduce((left, text) => left ^ board.jumpNamed.get(text).mask, code);
    return html("p.row", thumb(board, end), this.#action("line"));
  }

  #renderWhy(box, why) {
    if (!this.#differs("reason", why.claim, why.reasons, why.at)) return;
    this.drawn.best = null;
    const focused = box.contains(document.activeElement);
    const parts = whyParts(why, {
      draw: (weights, deep) => this.act("weights", { weights, deep }),
      next: () => this.act("reason"),
    });
    box.replaceChildren(
      ...parts,
      closer(() => this.close()),
    );
    this.explain(box);
    if (focused) box.querySelector("button")?.focus();
  }

  // Close the sheets over the panel, and return whether there were any. The arrow of a hint stays.
  close() {
    const open = sheets();
    const focused = open.some((sheet) => sheet.contains(document.activeElement));
    for (const sheet of open) {
      if (sheet.id === "reason") this.act("why");
      else if (sheet.id === "review") this.act("closeReview");
      else if (sheet.id === "advice") this.read = this.state.hint;
      else if (sheet.id === "won") this.read = this.state.game;
      else if (sheet.id === "more") this.more = false;
      else sheet.closest("details").open = false;
    }
    if (open.length) this.controller.store.redraw();
    if (focused) element("hint").focus();
    return open.length > 0;
  }

  // On screens where a sheet covers other things, a press beside it closes it.
  #pressed({ target }) {
    // The review and the explorer stay open while the player uses the board.
    const along = !element("review").hidden || element("explorer").open;
    const inside = target.closest(`.sheet, #buttons, dialog${along ? ", #stage, #actions" : ""}`);
    if (!inside && this.covers) this.close();
  }

  get covers() {
    return sheets().some(isOver);
  }

  #renderMoves({ game, board, settings, lostBy, mistakes }) {
    const lost = settings.help === "off" ? null : lostBy;
    if (!this.#differs("moves", board, game.nodes, game.node, lost, [...mistakes].join())) return;
    const idsMade = game.path.slice(0, game.at + 1);
    const fatal = lost ? game.path[lost] : null;
    const rows = game.rows.map(({ depth, moves }) => {
      const shown = moves.map((move) => this.#move(game, move, idsMade, fatal, mistakes));
      if (!depth) return html("li", shown);
      const open = moves.some(({ nodes }) => nodes.some(({ id }) => id === game.node));
      const or = html("span.or", `${say("moves.or")} `);
      return html("li", { class: ["variation", depth > 1 && "deeper", open && "open"] }, or, shown);
    });
    element("moves").replaceChildren(...rows);
    const number = game.movesMade;
    element("moves-title").textContent = number ? counted(number, "move") : say("game.noMoves");
    showCurrent();
  }

  // One button per jump, so that the player can go to the middle of a long move: a1-a3 -c3.
  #move({ board, node: here }, { number, nodes, from }, idsMade, fatal, mistakes) {
    const jumps = nodes.map(({ jump }) => jump);
    const buttons = nodes.slice(from).map(({ id, jump }, i) => {
      const whole = moveText(board, { jumps: jumps.slice(0, from + i + 1) });
      const mistake = mistakes.get(id);
      const classes = ["jump", !idsMade.includes(id) && "ahead", id === fatal && "fatal", mistake];
      return button(i ? `-${board.names[jump.end]}` : whole, () => this.act("visit", id), {
        class: classes,
        "aria-current": id === here ? "step" : null,
        "aria-label": whole,
        title: mistake && say(`moves.${mistake}`),
        tabindex: "-1",
      });
    });
    return html("span", html("span.number", `${number}.`), buttons);
  }

  #movesKey(event) {
    const { at } = this.state.game;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.act("go", to);
    element("moves").focus();
  }

  // A bar for the number of winning jumps at each step of the game, or a dash if there were none.
  #renderChart({ game, knowledge, settings, editing }) {
    const rows = game.codes.map((code) => winsOf(knowledge.known(code)));
    const box = element("chart-box");
    box.hidden = Boolean(editing) || settings.help === "off";
    const empty = rows.every((wins) => wins === null);
    hideInPlace(box, empty);
    if (box.hidden || empty) return;
    const most = Math.max(4, ...rows);
    const bars = rows.flatMap((wins, at) => {
      const classes = [at === game.at && "now", at > game.at && "ahead"];
      if (wins === null) return [];
      if (!wins) return [svg("path.dead", { class: classes, d: `M${at + 0.15} 19.2h0.7` })];
      const height = (18 * wins) / most;
      return [svg("rect.bar", { class: classes, x: at + 0.15, y: 20 - height, width: 0.7, height })];
    });
    const chart = element("chart");
    const width = Math.max(rows.length, 12);
    chart.setAttribute("viewBox", `0 0 ${width} 20`);
    const numbers = rows.map((wins) => wins ?? say("chart.unknown")).join(", ");
    chart.setAttribute("aria-label", say("chart.label", { numbers }));
    chart.replaceChildren(svg("path.base", { d: `M0 19.9h${width}` }), ...bars);
  }

  // Whether a part has to be redrawn. A button that is replaced between press and release would not
  // be clicked, and would lose the focus.
  #differs(part, ...things) {
    const before = this.drawn[part];
    this.drawn[part] = things;
    return !before || things.some((thing, i) => thing !== before[i]);
  }

  #on(id, what, listener) {
    element(id).addEventListener(what, listener);
  }
}

// Hide an empty element but keep its space, so that nothing below it moves later.
function hideInPlace(box, isEmpty) {
  box.style.visibility = isEmpty ? "hidden" : "";
}

// The open sheets. The players' part is a sheet only on small screens, otherwise a part of the
// panel.
function sheets() {
  const all = /** @type {any[]} */ ([...document.querySelectorAll("#panel .sheet")]);
  return all.filter((sheet) => isVisible(sheet) && (sheet.id !== "" || isOver(sheet)));
}

// Scroll the list to the last move made: a strip sideways, other lists with a whole row at the top.
// All rows have the same height.
function showCurrent() {
  const list = element("moves");
  const here = list.querySelector("[aria-current]");
  if (here && getComputedStyle(list).flexWrap === "nowrap") {
    const { left, width } = here.getBoundingClientRect();
    list.scrollLeft += left + width / 2 - list.getBoundingClientRect().left - list.clientWidth / 2;
  }
  const current = list.querySelector("[aria-current]")?.parentNode;
  const { offsetHeight: height } = list.firstChild ?? {};
  if (!current || !height) return;
  const fit = Math.floor(list.clientHeight / height);
  const number = Math.round((current.offsetTop - list.firstChild.firstChild.offsetTop) / height);
  list.scrollTop = Math.max(0, number - Math.floor(fit / 2)) * height;
}

function winsOf(known) {
  if (!known?.jumps) return known?.winning === false ? 0 : null;
  const all = Object.values(known.jumps);
  if (known.winning && !all.length) return null;
  return all.includes(null) ? null : all.filter(Boolean).length;
}

// -- why a position is lost -----------------------------------------------------------------------
//
// In three levels of detail: a short sentence, such as a claim with rings on the board; the sentence of a
// reason with its numbers; and the proof.

// The parts of the box. `draw` receives the weights to show in the holes, or null, and whether the
// board shows the reason.
function whyParts(why, { draw, next }) {
  const { reasons, at } = why;
  const first = [html("h2", say("why.title")), html("p.sentence", withMinus(whyText(why))), html("div.best")];
  if (!reasons.length) return first;
  const { sentence, numbers, weights, proof, title, isForeign } = reasons[at];
  const single = proof.length === 1 ? proof[0].weights : null;
  const lines = sentence === whyText(why) ? numbers : [sentence, ...numbers];
  return [
    ...first,
    reasons.length > 1 ? button(say("why.next", { number: at + 1, all: reasons.length }), next) : "",
    isForeign ? html("p.quiet", say("why.english")) : "",
    lines.length ? folded(say("why.more"), paragraphs(lines), weights, draw) : "",
    proof.length ? folded(say("why.proof", { title }), proofParts(proof, draw), single, draw) : "",
  ];
}

// A single part is shown as it is. Several parts are folded, each with its own weights.
function proofParts(parts, draw) {
  if (parts.length === 1) return paragraphs(parts[0].lines);
  return parts.map(({ title, lines, weights }) => folded(title, paragraphs(lines), weights, draw, "part"));
}

// Only one of a group is open at a time.
function folded(title, inside, weights, draw, name = "depth") {
  const box = html("details", { name }, html("summary", withMinus(title)), inside);
  box.addEventListener("toggle", () => {
    const isLast = !box.closest("#reason")?.querySelector("details[open]");
    if (box.open) {
      draw(weights, true);
      box.scrollIntoView({ block: "nearest" });
    } else if (isLast) draw(null, false);
  });
  return box;
}

const paragraphs = (texts) => texts.map((text) => html("p", withMinus(text)));

// How the rings of claims move: those of holes that keep their pegs shake.
const SHAKING = new Set(["stuck", "locked", "keeps", "two", "either", "never"]);

// The rings, arrows and motion of a claim, or of a reason. A claim about the best possible ending has no
// rings, because its pegs are not on the board yet.
function picture({ claim, reasons, at, deep }) {
  if (deep) return reasons[at];
  if (!claim || claim.jumps.length) return { rings: [], arrows: [], shows: "nothing" };
  return { rings: claim.holes, arrows: [], shows: SHAKING.has(claim.claim) ? "stays" : "nothing" };
}

// How the board shows a claim or a reason: rings, dimmed pegs, the motion of the rings, and arrows
// unless they would hide numbers.
export function whyBoard(why, board, code) {
  const { rings, arrows, shows } = picture(why);
  const parts = rings.map((names) => new Set(names.map((name) => board.names.indexOf(name))));
  const region = new Set(parts.flatMap((part) => [...part]));
  const pegs = board.names.map((_, i) => i).filter((i) => has(code, i));
  return {
    weights: why.weights ?? null,
    region,
    dashed: parts[1] ?? null,
    dotted: parts[2] ?? null,
    dim: new Set(region.size ? pegs.filter((i) => !region.has(i)) : []),
    arrow: why.weights ? [] : arrows.map((text) => board.jumpNamed.get(text)),
    shows,
  };
}
