// The panel beside the board: goal, status line, reason, buttons, chart and the list of moves.

import { button, closer, element, html, isOver, options, svg, write } from "./elements.js";
import { markWords } from "./glossary.js";
import { has, moveText } from "./rules.js";
import { SPEEDS } from "./table.js";
import {
  bestText,
  capital,
  counted,
  fewestText,
  goalText,
  ratingText,
  status,
  titled,
  withMinus,
  wonParts,
} from "./words.js";

const ACTIONS = {
  why: ["Why?", "W"],
  back: ["Undo that mistake", "B"],
  takeBack: ["Take it back", "B"],
  better: ["See the better jump", null],
  undo: ["Undo", "U"],
  new: ["Start again", "N"],
  next: ["Next puzzle", null],
  replay: ["Play again", null],
  build: ["Start the full analysis", null],
  show: ["Show winning jumps", "G"],
  hide: ["Hide winning jumps", "G"],
  stop: ["Cancel", null],
  longer: ["Search longer", null],
  review: ["Review", null],
  byBlocks: ["Solve it block by block", null],
  nextBlock: ["Next block", "P"],
  shortest: ["Watch", null],
  shorter: ["Watch a shorter solution", null],
  line: ["Show that line", null],
  bring: ["Bring a peg here", null],
  again: ["Try again", null],
  share: ["Share", null],
};

export class Panel {
  // `act` performs the action of a button: act("undo").
  constructor(table, act) {
    // `more` says whether the sheet of the button *More* is open, and `read` is the hint or the won
    // game whose sheet the player has closed.
    Object.assign(this, { table, act, drawn: {}, read: null, more: false });
    for (const name of ["undo", "redo", "hint", "play"]) this.#on(name, "click", () => act(name));
    for (const name of ["solve", "new"])
      this.#on(name, "click", () => {
        this.#openMore(false);
        act(name);
      });
    this.#on("step", "click", () => act("redo"));
    this.#on("finish", "change", ({ target }) => act("finish", target.value));
    this.#on("speed", "change", ({ target }) => table.setSpeed(Number(target.value)));
    this.#on("moves", "keydown", (event) => this.#movesKey(event));
    this.#on("open-more", "click", () => this.#openMore(!this.more));
    for (const id of ["explorer", "players"]) this.#on(id, "toggle", () => this.#opened(element(id)));
    new ResizeObserver(showCurrent).observe(element("moves"));
    document.addEventListener("pointerdown", (event) => this.#pressed(event), { capture: true });
    for (const id of ["players", "more"])
      element(id)
        .querySelector(":scope > .close, :scope > .sheet > .close")
        .addEventListener("click", () => this.close());
    element("speed").append(
      ...options(
        SPEEDS.map((speed) => [speed, `${speed}×`]),
        1,
      ),
    );
  }

  // Draw what stays the same during the whole game.
  open() {
    const { start, finish, feasible } = this.table.problem;
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

  render() {
    const { table } = this;
    const { board, title } = table;
    const about = `${titled(board.name)}, ${board.size} holes`;
    element("board-name").textContent = title ? `${title} · ${about}` : about;
    const editing = Boolean(table.editing);
    for (const id of ["status-box", "buttons", "moves-box", "goal"]) element(id).hidden = editing;
    this.#renderStatus();
    this.#renderCount();
    this.#renderNotice();
    this.#renderAdvice();
    this.#renderReason();
    element("undo").disabled = !table.game.at;
    element("redo").disabled = !table.game.next;
    const over = table.won || !table.advised || (table.stuck && !table.game.at);
    element("hint").disabled = over;
    element("hint").textContent = table.hint ? "Do it" : "Hint";
    element("solve").disabled = over && !table.playing;
    element("solve").textContent = table.playing ? "Pause" : "Solution";
    element("player").hidden = !table.game.next && !table.playing;
    element("play").textContent = table.playing ? "Pause" : "Play";
    element("step").disabled = !table.game.next;
    this.#renderWon(editing);
    this.#renderMoves();
    this.#renderChart(editing);
    this.#renderOver();
  }

  // The style sheet has to know what is open beside the game, or over it.
  #renderOver() {
    const shown = (...ids) => ids.some((id) => !element(id).hidden);
    const over =
      (element("explorer").open && shown("explorer") && "explorer") ||
      (shown("review") && "review") ||
      (shown("advice", "reason") && "answer") ||
      (element("players").open && shown("players") && "players") ||
      (this.more && "more");
    if (over) document.body.dataset.over = over;
    else delete document.body.dataset.over;
    element("open-more").setAttribute("aria-expanded", String(this.more));
  }

  #openMore(open) {
    if (open) this.close();
    this.more = open;
    this.#renderOver();
    if (open) element("more").querySelector("button:not(:disabled)").focus({ preventScroll: true });
  }

  // What was opened from the sheet takes its place.
  #opened(details) {
    if (details.open) this.more = false;
    this.#renderOver();
  }

  #renderStatus() {
    const { text, tone, actions } = status(this.table);
    write(element("status"), text);
    element("status").className = tone;
    const { progress, sets } = this.table.advisor;
    document.documentElement.dataset.sets = sets.state;
    const bar = element("progress");
    bar.hidden = sets.state !== "building";
    if (progress?.total) [bar.max, bar.value] = [progress.total, progress.done];
    else bar.removeAttribute("value");
    const wanted = this.table.won ? "" : actions.join();
    const box = element("actions");
    if (box.dataset.actions === wanted) return;
    box.dataset.actions = wanted;
    box.replaceChildren(...(wanted ? actions : []).map((name) => this.#action(name)));
  }

  // Show the fewest moves possible or known, with a button to watch a solution, and the player's
  // rating if it has changed.
  #renderCount() {
    const { problem, won, moved } = this.table;
    const line = element("count");
    line.hidden = Boolean(this.table.editing);
    hideInPlace(line, problem.best === null && !moved);
    if (line.hidden || !this.#differs("count", problem, problem.best, won, moved)) return;
    const moves = problem.best === 1 ? "move" : "moves";
    const fewest = problem.best === null ? "" : capital(`${fewestText(problem)} ${moves}`);
    line.replaceChildren(
      [fewest, ratingText(this.table)].filter(Boolean).join(" · ") || "\u00a0",
      ...(problem.shortest && !won ? [" · ", this.#action("shortest")] : []),
    );
  }

  // A button for an action. "Next puzzle" is highlighted, because most players want it.
  #action(name) {
    const [words, key] = ACTIONS[name];
    return button(words, () => this.act(name), {
      class: name === "next" ? "main" : null,
      "data-action": name,
      "aria-keyshortcuts": key,
    });
  }

  #renderNotice() {
    const { hint, notice } = this.table;
    const shown = notice ?? (hint && !rivalsOf(hint).length && { text: `${hint.jump} wins.` });
    const box = element("notice");
    box.hidden = !shown;
    box.className = shown?.tone ?? "";
    if (!this.#differs("notice", notice, hint) || !shown) return;
    box.replaceChildren(html("p", shown.text), shown.action ? this.#action(shown.action) : "");
  }

  // The moment of winning. The status line says the same in one sentence.
  #renderWon(editing) {
    const { table } = this;
    const { game, moved, record, won } = table;
    const box = element("won");
    if (!won) this.read = this.read === game.code ? null : this.read;
    box.hidden = !won || editing || this.read === game.code || !element("review").hidden;
    element("status-box").classList.toggle("over", !box.hidden);
    if (!this.#differs("won", won && game, game.at, moved, record, table.daily, table.problem, table.title))
      return;
    if (!won) return;
    const { heading, best, facts, ways, said } = wonParts(table);
    const { actions } = status(table);
    box.replaceChildren(
      html("h2", heading),
      html("p.best", best),
      html(
        "dl",
        facts.map(([name, value, more]) =>
          html("div", html("dt", name), html("dd", value, more && html("small", ` ${more}`))),
        ),
      ),
      html(
        "p.squares",
        { role: "img", "aria-label": said },
        ways.map((way) => html(`span.${way}`)),
      ),
      html(
        "p.row",
        actions.map((name) => this.#action(name)),
      ),
      closer(() => this.close()),
    );
  }

  // Show a hint and, if known, what is wrong with other jumps. The board shows the hint too.
  #renderAdvice() {
    const { hint } = this.table;
    const rivals = hint ? rivalsOf(hint) : [];
    const box = element("advice");
    box.hidden = !rivals.length || this.read === hint;
    if (!this.#differs("advice", hint)) return;
    box.replaceChildren(
      html("p", html("strong", hint?.jump ?? ""), " wins."),
      html(
        "ul",
        rivals.map(([jump, flaw]) => html("li", html("strong", `${jump} loses`), `: ${flaw}`)),
      ),
      closer(() => this.close()),
    );
  }

  #renderReason() {
    const { why } = this.table;
    const box = element("reason");
    box.hidden = !why;
    if (!this.#differs("reason", why, why?.at) || !why) return;
    const focused = box.contains(document.activeElement);
    const parts = whyParts(why, {
      draw: (weights) => this.act("weights", weights),
      next: () => this.act("reason"),
      line: why.best?.jumps.length ? this.#action("line") : "",
    });
    box.replaceChildren(
      ...parts,
      closer(() => this.close()),
    );
    markWords(box);
    if (focused) box.querySelector("button")?.focus();
  }

  // -- sheets: a hint, reasons, and players -------------------------------------------------------

  // Close the sheets over the panel, and return whether there were any. The arrow of a hint stays.
  close() {
    const open = sheets();
    const focused = open.some((sheet) => sheet.contains(document.activeElement));
    for (const sheet of open) {
      if (sheet.id === "reason") this.act("why");
      else if (sheet.id === "review") this.act("closeReview");
      else if (sheet.id === "advice") this.read = this.table.hint;
      else if (sheet.id === "won") this.read = this.table.game.code;
      else if (sheet.id === "more") this.more = false;
      else sheet.closest("details").open = false;
    }
    if (open.length) this.render();
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

  // Whether a sheet covers other things.
  get covers() {
    return sheets().some(isOver);
  }

  // -- the list of moves --------------------------------------------------------------------------

  #renderMoves() {
    const { game, board, memory } = this.table;
    const lost = memory.settings.help === "off" ? null : this.table.lostBy;
    if (!this.#differs("moves", board, game.jumps, game.at, lost)) return;
    const nodesMade = game.line.slice(0, game.at + 1);
    const fatal = lost ? game.line[lost] : null;
    const rows = game.rows.map(({ depth, moves }) => {
      const shown = moves.map((move) => this.#move(move, nodesMade, fatal));
      if (!depth) return html("li", shown);
      const open = moves.some(({ nodes }) => nodes.includes(game.here));
      return html("li", { class: ["variation", depth > 1 && "deeper", open && "open"] }, shown);
    });
    element("moves").replaceChildren(...rows);
    const number = game.movesMade;
    element("moves-title").textContent = number ? counted(number, "move") : "No moves yet";
    showCurrent();
  }

  // One button per jump, so that the player can go to the middle of a long move: a1-a3 -c3.
  #move({ number, nodes, from }, nodesMade, fatal) {
    const { game, board } = this.table;
    const jumps = nodes.map(({ jump }) => jump);
    const buttons = nodes.slice(from).map((node, i) => {
      const whole = moveText(board, { jumps: jumps.slice(0, from + i + 1) });
      const classes = ["jump", !nodesMade.includes(node) && "ahead", node === fatal && "fatal"];
      return button(i ? `-${board.names[node.jump.end]}` : whole, () => this.act("visit", node), {
        class: classes,
        "aria-current": node === game.here ? "step" : null,
        "aria-label": whole,
        tabindex: "-1",
      });
    });
    return html("span", html("span.number", `${number}.`), buttons);
  }

  #movesKey(event) {
    const { at } = this.table.game;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.act("go", to);
    element("moves").focus();
  }

  // -- the chart ----------------------------------------------------------------------------------

  // A bar for the number of winning jumps at each step of the game, or a dash if there were none.
  #renderChart(editing) {
    const { game, advisor, memory } = this.table;
    const rows = game.codes.map((code) => winsOf(advisor.known(code)));
    const box = element("chart-box");
    box.hidden = editing || memory.settings.help === "off";
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
    const numbers = rows.map((wins) => wins ?? "not known").join(", ");
    chart.setAttribute("aria-label", `Winning jumps at each step: ${numbers}`);
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
  const all = [...document.querySelectorAll("#panel .sheet")];
  return all.filter((sheet) => sheet.getClientRects().length && (sheet.id !== "" || isOver(sheet)));
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

const rivalsOf = (hint) => Object.entries(hint.rivals);

function winsOf(known) {
  if (!known?.jumps) return known?.winning === false ? 0 : null;
  const all = Object.values(known.jumps);
  if (known.winning && !all.length) return null;
  return all.includes(null) ? null : all.filter(Boolean).length;
}

// -- why a position is lost -----------------------------------------------------------------------
//
// In three levels of detail: a sentence with rings on the board, the numbers, and the proof. All
// texts come with the answer.

// The parts of the box. `draw` receives the weights to show in the holes, or null.
function whyParts({ reasons, at, best }, { draw, next, line }) {
  const { sentence, numbers, weights, proof, title } = reasons[at];
  const single = proof.length === 1 ? proof[0].weights : null;
  return [
    html("h2", "Why it is lost"),
    html("p.sentence", withMinus(sentence)),
    html("p", bestText(best)),
    line,
    numbers.length ? folded("Show me more", paragraphs(numbers), weights, draw) : "",
    proof.length ? folded(`Proof: ${small(title)}`, proofParts(proof, draw), single, draw) : "",
    reasons.length > 1 ? button(`Next reason (${at + 1} of ${reasons.length})`, next) : "",
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
      draw(weights);
      box.scrollIntoView({ block: "nearest" });
    } else if (isLast) draw(null);
  });
  return box;
}

const small = (text) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

const paragraphs = (texts) => texts.map((text) => html("p", withMinus(text)));

// How the board shows a reason: rings, dimmed pegs, the motion of the rings, and arrows unless they
// would hide numbers.
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
