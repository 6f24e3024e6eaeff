// The panel beside the board: goal, status line, reason, buttons, chart and the list of moves.

import { moveText } from "./rules.js";
import { html, svg } from "./svg.js";
import {
  counted,
  fewestText,
  goalText,
  REASONS,
  reasonText,
  status,
  titled,
} from "./words.js";
import { SPEEDS } from "./playback.js";

const ACTIONS = {
  why: ["Why?", "W"],
  back: ["Back to before it", "B"],
  undo: ["Take it back", "U"],
  new: ["Start again", "N"],
  next: ["Next puzzle", null],
  build: ["Work it out", null],
  show: ["Show what wins", "G"],
  stop: ["Stop", null],
  longer: ["Search longer", null],
  purges: ["Solve it by purges", null],
  purge: ["Next purge", "P"],
  shortest: ["Replay one", null],
  shorter: ["Replay a shorter one", null],
};

export class Panel {
  // `act` does what a button says: act("undo").
  constructor(table, playback, act) {
    Object.assign(this, { table, playback, act, drawn: {} });
    for (const name of ["undo", "redo", "hint", "solve", "new"])
      this.#on(name, "click", () => act(name));
    this.#on("play", "click", () => act("play"));
    this.#on("step", "click", () => act("redo"));
    this.#on("finish", "change", ({ target }) => act("finish", target.value));
    this.#on("speed", "change", ({ target }) => playback.setSpeed(Number(target.value)));
    this.#on("moves", "keydown", (event) => this.#movesKey(event));
    element("speed").append(
      ...SPEEDS.map((speed) =>
        html("option", { value: speed, selected: speed === 1 }, `${speed}×`),
      ),
    );
  }

  // A new game: what does not change while it lasts.
  open() {
    const { problem } = this.table;
    const others = problem.feasible.filter((name) => name !== problem.start);
    const home = problem.feasible.includes(problem.start) ? [problem.start] : [];
    const goals = [...home, "any", ...others];
    if (!goals.includes(problem.finish)) goals.unshift(problem.finish);
    element("finish").replaceChildren(
      ...goals.map((goal) =>
        html(
          "option",
          { value: goal, selected: goal === problem.finish },
          goalText(goal, problem.start, problem.feasible),
        ),
      ),
    );
  }

  render() {
    const { table, playback } = this;
    const { board, title } = table;
    const about = `${titled(board.name)}, ${board.size} holes`;
    element("board-name").textContent = title ? `${title} · ${about}` : about;
    const editing = Boolean(table.editing);
    for (const id of ["status-box", "buttons", "moves", "goal"]) element(id).hidden = editing;
    this.#renderStatus();
    this.#renderCount();
    this.#renderNotice();
    this.#renderReason();
    element("undo").disabled = !table.game.at;
    element("redo").disabled = !table.game.next;
    element("hint").disabled = element("solve").disabled =
      table.won || !table.jumps.length || !table.advised;
    element("hint").textContent = table.hint ? "Do it" : "Hint";
    const ahead = Boolean(table.game.next) || playback.playing;
    element("player").hidden = editing;
    element("player").classList.toggle("idle", !ahead);
    element("play").disabled = !ahead;
    element("play").textContent = playback.playing ? "Pause" : "Play";
    element("step").disabled = !table.game.next;
    this.#renderMoves();
    this.#renderChart(editing);
  }

  #renderStatus() {
    const { text, tone, actions } = status(this.table);
    const line = element("status");
    if (line.textContent !== text) line.textContent = text;
    line.className = tone;
    const { progress, sets } = this.table.advisor;
    const bar = element("progress");
    bar.hidden = sets.state !== "building";
    if (progress?.total) [bar.max, bar.value] = [progress.total, progress.done];
    else bar.removeAttribute("value");
    const wanted = actions.join();
    const box = element("actions");
    if (box.dataset.actions === wanted) return;
    box.dataset.actions = wanted;
    box.replaceChildren(...actions.map((name) => this.#action(name)));
  }

  // The moves made, against the fewest; with a solution to see.
  #renderCount() {
    const { game, problem, won } = this.table;
    const line = element("count");
    line.hidden = problem.best === null || Boolean(this.table.editing);
    if (line.hidden || !this.#differs("count", problem, game.movesMade, won)) return;
    line.replaceChildren(
      `${counted(game.movesMade, "move")} made · ${fewestText(problem)}`,
      problem.shortest && !won ? this.#action("shortest") : "",
    );
  }

  #action(name) {
    const [words, key] = ACTIONS[name];
    return html(
      "button",
      {
        type: "button",
        "data-action": name,
        "aria-keyshortcuts": key,
        onclick: () => this.act(name),
      },
      words,
    );
  }

  #renderNotice() {
    const { hint, notice } = this.table;
    const box = element("notice");
    box.hidden = !hint && !notice;
    box.className = notice?.tone ?? "";
    if (!this.#differs("notice", notice, hint)) return;
    if (notice)
      box.replaceChildren(
        html("p", {}, notice.text),
        notice.action ? this.#action(notice.action) : "",
      );
    else if (hint) {
      const rivals = Object.entries(hint.rivals).map(([jump, flaw]) =>
        html("li", {}, `${jump} loses: ${flaw}`),
      );
      box.replaceChildren(
        html("p", {}, html("strong", {}, hint.jump), " wins."),
        rivals.length ? html("ul", {}, ...rivals) : "",
      );
    }
  }

  #renderReason() {
    const { why } = this.table;
    const box = element("reason");
    const fresh = box.hidden;
    box.hidden = !why;
    if (!this.#differs("reason", why, why?.at) || !why) return;
    const focused = box.contains(document.activeElement);
    const reason = why.reasons[why.at];
    const more =
      why.reasons.length > 1
        ? html(
            "button",
            { type: "button", onclick: () => this.act("reason") },
            `Next reason (${why.at + 1} of ${why.reasons.length})`,
          )
        : "";
    box.replaceChildren(
      html("h2", {}, REASONS[reason.kind]),
      html("p", {}, reasonText(this.table, reason, why.fewest_pegs)),
      more,
    );
    if (focused) box.querySelector("button")?.focus();
    if (fresh) box.scrollIntoView({ block: "nearest" });
  }

  // -- the list of moves ----------------------------------------------------------------------------

  #renderMoves() {
    const { game, board, memory } = this.table;
    const lost = memory.settings.help === "off" ? null : this.table.lostBy;
    if (!this.#differs("moves", board, game.jumps, game.at, lost)) return;
    const list = element("moves");
    list.replaceChildren(
      ...game.moves.map((move, number) => {
        const jumps = move.jumps.map((jump, i) => this.#jumpButton(board, move, i, lost));
        return html("li", {}, html("span", { class: "number" }, `${number + 1}.`), ...jumps);
      }),
    );
    const current = list.querySelector("[aria-current]");
    if (current)
      list.scrollTop = Math.max(0, current.offsetTop - list.offsetTop - list.clientHeight / 2);
  }

  // One button a jump, so that the middle of a long move can be gone to: a1-a3 -c3.
  #jumpButton(board, move, i, lost) {
    const { game } = this.table;
    const at = move.first + i + 1;
    const whole = moveText(board, { jumps: move.jumps.slice(0, i + 1) });
    const text = i ? `-${board.names[move.jumps[i].end]}` : whole;
    const classes = ["jump", at > game.at && "ahead", at === lost && "fatal"]
      .filter(Boolean)
      .join(" ");
    const current = at === game.at ? "step" : null;
    return html(
      "button",
      {
        type: "button",
        class: classes,
        "aria-current": current,
        "aria-label": whole,
        tabindex: "-1",
        onclick: () => this.act("go", at),
      },
      text,
    );
  }

  #movesKey(event) {
    const to = {
      ArrowLeft: this.table.game.at - 1,
      ArrowRight: this.table.game.at + 1,
      Home: 0,
      End: Infinity,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.act("go", to);
    element("moves").focus();
  }

  // -- the chart ------------------------------------------------------------------------------------

  // How many jumps won at each step of the game, a bar each; a dash where none did.
  #renderChart(editing) {
    const { game, advisor, memory } = this.table;
    const chart = element("chart");
    const rows = game.codes.map((code) => winsOf(advisor.known(code)));
    const empty = rows.length < 2 || rows.every((one) => one === null);
    if (chart.toggleAttribute("hidden", editing || memory.settings.help === "off" || empty))
      return;
    const most = Math.max(4, ...rows);
    const bars = rows.flatMap((wins, at) => {
      const classes = [at === game.at && "now", at > game.at && "ahead"].filter(Boolean).join(" ");
      if (wins === null) return [];
      if (!wins) return [svg("path", { class: `dead ${classes}`, d: `M${at + 0.15} 19.2h0.7` })];
      return [
        svg("rect", {
          class: `bar ${classes}`,
          x: at + 0.15,
          y: 20 - (18 * wins) / most,
          width: 0.7,
          height: (18 * wins) / most,
        }),
      ];
    });
    const width = Math.max(rows.length, 12);
    chart.setAttribute("viewBox", `0 0 ${width} 20`);
    chart.setAttribute("preserveAspectRatio", "none");
    chart.setAttribute(
      "aria-label",
      `Winning jumps at each step: ${rows.filter((one) => one !== null).join(", ")}`,
    );
    chart.replaceChildren(svg("path", { class: "base", d: `M0 19.9h${width}` }), ...bars);
  }

  // Whether a part is to be drawn from other things than it was: a button that is replaced between
  // press and release is not clicked, and loses the focus.
  #differs(part, ...things) {
    const before = this.drawn[part];
    this.drawn[part] = things;
    return !before || things.some((thing, i) => thing !== before[i]);
  }

  #on(id, what, listener) {
    element(id).addEventListener(what, listener);
  }
}

function winsOf(known) {
  if (!known?.jumps) return known?.winning === false ? 0 : null;
  const all = Object.values(known.jumps);
  if (known.winning && !all.length) return null;
  return all.includes(null) ? null : all.filter(Boolean).length;
}

const element = (id) => document.getElementById(id);
