// The storm: one position after the other in which exactly one jump wins, getting harder. A run
// lasts three minutes, and right jumps in a row add seconds. A streak has no clock and ends with the
// first wrong jump. Afterwards the player can go through the missed positions. The positions come with
// their winning jumps.

import { BoardView, listOf, tile } from "./board-view.js";
import { show } from "./dialogs.js";
import { button, copyOf, html, partsOf, svg, write } from "./elements.js";
import { dayKey, idOf } from "./gallery.js";
import { Hand } from "./hand.js";
import { stormPuzzle } from "./lists.js";
import { writePlace } from "./router.js";
import { Board, count } from "./rules.js";
import { counted, dateText, say } from "./say.js";
import { fromBands } from "./searches.js";
import { holeWords, titled } from "./words.js";

const MODES = {
  storm: { seconds: 180 },
  streak: { seconds: Infinity },
};
const AGAIN = "again"; // the missed positions once more, each until it is solved
const [COMBO, MORE] = [5, 5]; // so many right jumps in a row add so many seconds
const ROUNDS = 100; // positions per run, more than anyone can solve in three minutes

export class Run {
  // `positions` are all positions, easy ones first. The seed selects those of this run.
  constructor(mode, positions, seed, now = Date.now) {
    this.mode = mode;
    this.now = now;
    this.right = 0;
    this.combo = 0; // right jumps in a row
    this.missed = [];
    this.at = 0;
    this.order = mode === AGAIN ? [...positions] : fromBands(positions, ROUNDS, seed);
    // By the wall clock, which goes on while the page is hidden.
    this.end = now() + 1000 * (MODES[mode]?.seconds ?? Infinity);
  }

  get current() {
    return this.order[this.at] ?? null;
  }

  // The remaining time in whole seconds.
  get left() {
    return Math.max(0, Math.ceil((this.end - this.now()) / 1000));
  }

  get over() {
    const lost = this.mode === "streak" && this.missed.length > 0;
    return lost || !this.current || this.now() >= this.end;
  }

  // A wrong jump costs a point of a run. It ends a streak.
  get score() {
    return this.mode !== "storm" ? this.right : Math.max(0, this.right - this.missed.length);
  }

  // The seconds that the last jump has added.
  get added() {
    return this.mode === "storm" && this.combo && this.combo % COMBO === 0 ? MORE : 0;
  }

  // Return whether a jump wins. The position stays until `next`.
  answer(jump) {
    if (this.over) return false;
    const right = jump === this.current.jump;
    this.combo = right ? this.combo + 1 : 0;
    if (right) this.right += 1;
    else (this.mode === AGAIN ? this.order : this.missed).push(this.current);
    this.end += 1000 * this.added;
    return right;
  }

  next() {
    this.at += 1;
  }
}

const timeText = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

// -- the dialog, with a board of its own ----------------------------------------------------------

const SHOWN = { right: 400, wrong: 1500 }; // milliseconds for which the right jump is shown
const TICK = 200;
const SHOWN_RUNS = 8;

// With a mode, a run begins immediately.
export async function showStorm({ provider, memory, sound, place: { mode } }) {
  if (mode && !Object.hasOwn(MODES, mode)) throw new Error(say("storm.unknown", { mode: mode.slice(0, 20) }));
  const [positions, documents] = await Promise.all([provider.storm(), provider.boards()]);
  const boards = new Map(documents.map((document) => [document.name, new Board(document)]));
  new Storm({ positions, boards, memory, sound }).show(mode);
}

class Storm {
  run = null;
  right = null; // the right jump, while it is shown

  constructor({ positions, boards, memory, sound }) {
    this.positions = positions;
    this.boards = boards;
    this.memory = memory;
    this.sound = sound;
    this.hand = new Hand({
      jumps: () => (this.right ? [] : this.jumps),
      jump: (jump) => this.#answer(jump),
      changed: (what) => what === "hover" || this.#render(),
    });
    this.root = svg("svg#storm-board", { "aria-label": say("storm.board") });
    this.page = copyOf("storm-page");
    this.parts = partsOf(this.page, "stage", "said", "task", "stop");
    this.parts.stop.addEventListener("click", () => this.#finish());
  }

  show(mode) {
    this.dialog = show("storm-run", say("storm.title"), this.page);
    this.dialog.addEventListener("close", () => this.#stopClocks(), { once: true });
    this.view = new BoardView(this.root, () => false, this.dialog); // the next position appears without animation
    this.hand.follow(this.view);
    if (mode) this.#start(mode);
    else this.#intro();
  }

  // -- before, during and after a run -------------------------------------------------------------

  #intro(title = say("storm.find")) {
    this.#head("storm");
    this.#between(title, html("p", say("storm.intro")), this.#modes(), this.#runs());
    this.#say("", "");
  }

  #modes() {
    const buttons = Object.keys(MODES).map((mode) => {
      const best = this.memory.storm.get(mode);
      const words = [
        html("strong", say(`${mode}.title`)),
        html("span", say(`${mode}.about`)),
        html("small", best ? this.#bestText(mode, best) : say("storm.noBest")),
      ];
      return button(words, () => this.#start(mode), { "data-mode": mode });
    });
    return html("div.modes", buttons);
  }

  // "Best: 18 · today: 12"
  #bestText(mode, best) {
    const now = dayKey();
    const runs = this.memory.lastRuns.filter((run) => run.mode === mode && dayKey(run.time) === now);
    const today = Math.max(...runs.map(({ score }) => score));
    return runs.length ? say("storm.bestToday", { best, today }) : say("storm.best", { best });
  }

  #runs() {
    const runs = this.memory.lastRuns.slice(0, SHOWN_RUNS);
    if (!runs.length) return "";
    const when = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
    const line = ({ time, mode, score }) => [
      html("strong", String(score)),
      html("small", `${say(`${mode}.title`)} · ${dateText(time, when)}`),
    ];
    return html("div", html("h3", say("storm.runs")), listOf("ul.runs", runs, line));
  }

  // Show a text instead of the board while no run is on.
  #between(title, ...parts) {
    // Focus the heading, not a button: a player who still presses keys when the time is up would
    // start another run.
    const heading = html("h3", { tabindex: "-1" }, title);
    this.parts.stage.replaceChildren(html("div.between", heading, parts));
    heading.focus();
    this.page.classList.remove("running");
    this.#renderScore();
  }

  #start(mode, positions = this.positions) {
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    this.run = new Run(mode, positions, seed);
    this.parts.stage.replaceChildren(this.root);
    this.page.classList.add("running");
    this.timer = setInterval(() => this.#tick(), TICK);
    if (mode !== AGAIN) this.#head(mode);
    this.#say(mode === AGAIN ? say("storm.againAbout") : "", "");
    this.#next();
    this.view.focus(this.hand.focus);
  }

  #tick() {
    if (this.run.over && this.right === null) this.#finish();
    else this.#renderScore();
  }

  #next() {
    if (this.run.over) return this.#finish();
    const { board: name, position } = this.run.current;
    const focused = this.root.contains(document.activeElement);
    this.board = this.boards.get(name);
    this.code = this.board.readPosition(position);
    this.jumps = this.board.jumpsFrom(this.code);
    this.right = null;
    this.hand.clear();
    this.hand.focus = this.jumps[0].start;
    if (this.view.board !== this.board) this.view.setBoard(this.board);
    const gaps = { board: titled(name), pegs: counted(count(this.code), "peg"), all: this.jumps.length };
    this.parts.task.textContent = say("storm.task", gaps);
    this.#render();
    if (focused) this.view.focus(this.hand.focus);
    return undefined;
  }

  // After a jump, show the winning one, then the next position.
  #answer(jump) {
    const { run } = this;
    if (run.over) return;
    this.hand.clear();
    const right = run.answer(jump.text);
    const tone = right ? "right" : "wrong";
    this.sound.play(tone);
    this.right = this.board.jumpNamed.get(run.current.jump);
    if (right) this.code = this.board.after(this.code, jump);
    const gaps = { combo: run.combo, seconds: run.added };
    if (right) this.#say(say(run.added ? "storm.more" : "storm.right", gaps), "good");
    else this.#say(say("storm.wrong", { jump: jump.text, right: this.right.text }), "bad");
    this.#render();
    this.showing = setTimeout(() => {
      run.next();
      this.#next();
    }, SHOWN[tone]);
  }

  #finish() {
    const { mode, score, right, missed, current } = this.run;
    this.#stopClocks();
    this.parts.task.textContent = "";
    if (mode === AGAIN) return this.#intro(current ? undefined : say("storm.againDone"));
    if (right || missed.length) this.memory.keepRun(mode, score);
    const best = this.memory.keep("storm", mode, score);
    const isStreak = mode === "streak";
    this.#say("", "");
    return this.#between(
      say(isStreak ? "streak.result" : "storm.result", { right, score }),
      html("p", { class: best && "good" }, say(best ? "storm.record" : "storm.over")),
      !isStreak && html("p", say("storm.tally", { right, wrong: missed.length })),
      missed.length > 0 && button(say("storm.again"), () => this.#start(AGAIN, missed), { class: "main" }),
      this.#modes(),
      missed.length > 0 && this.#misses(missed),
      this.#runs(),
    );
  }

  // The missed positions, to play as games.
  #misses(missed) {
    const idHere = ({ board, position }) => idOf(stormPuzzle(this.boards.get(board).plain, position));
    const list = { kind: "missed", ids: missed.map(idHere).join(",") };
    const tiles = missed.map((one) => {
      const board = this.boards.get(one.board);
      const words = html("small", say("storm.missed", { board: titled(one.board), jump: one.jump }));
      const address = writePlace({ kind: "puzzle", id: idHere(one), list });
      return tile(board, board.readPosition(one.position), words, address);
    });
    return html("div", html("h3", say("storm.missedTitle")), listOf("ul.puzzles.tiles", tiles));
  }

  #stopClocks() {
    clearInterval(this.timer);
    clearTimeout(this.showing);
    Object.assign(this, { run: null, right: null });
  }

  // -- drawing ------------------------------------------------------------------------------------

  // The heading and the best score are those of the last mode.
  #head(mode) {
    this.mode = mode;
    this.dialog.querySelector("h2").textContent = say(`${mode}.title`);
  }

  #say(text, tone) {
    this.parts.said.textContent = text;
    this.parts.said.className = `said ${tone}`;
  }

  #renderScore() {
    const { run, memory } = this;
    const time = run?.mode === "storm" ? timeText(run.left) : "–";
    const shown = [time, run?.score ?? "–", run?.combo ?? "–", memory.storm.get(this.mode) ?? "–"];
    this.page.querySelectorAll("dd").forEach((line, i) => write(line, String(shown[i])));
  }

  #render() {
    const words = (i) => holeWords(this, i);
    this.view.render({ ...this.hand.shown, code: this.code, arrow: this.right, words });
    this.#renderScore();
  }
}
