// The storm as it is seen: a dialog over everything, with a board of its own.

import { BoardView } from "./board-view.js";
import { show } from "./dialogs.js";
import { Hand } from "./hand.js";
import { Board, count } from "./rules.js";
import { MODES, Run, timeText } from "./storm.js";
import { html, svg } from "./svg.js";
import { thumb } from "./thumb.js";
import { counted, holeWords, titled } from "./words.js";

const SHOWN = { right: 400, wrong: 1500 }; // milliseconds that the right jump is shown after one
const TICK = 200;
const ABOUT = {
  storm: "Three minutes. Each right jump scores a point, each wrong one costs a point.",
  streak: "No clock. The first wrong jump ends it.",
};

// `open` opens a game from its words; `sound` plays what it is asked for; `leave` is called when the
// storm was closed. With a mode a run begins at once.
export async function showStorm({ provider, memory, open, sound, mode, leave }) {
  if (mode && !Object.hasOwn(MODES, mode)) throw new Error(`there is no storm “${mode.slice(0, 20)}”`);
  const [positions, documents] = await Promise.all([provider.storm(), provider.boards()]);
  const boards = new Map(documents.map((one) => [one.name, new Board(one)]));
  new Storm({ positions, boards, memory, open, sound, leave }).show(mode);
}

class Storm {
  constructor(things) {
    Object.assign(this, things, { run: null, right: null });
    this.hand = new Hand({
      jumps: () => (this.right ? [] : this.jumps),
      jump: (jump) => this.#answer(jump),
      changed: (what) => what === "hover" || this.#render(),
    });
    this.root = svg("svg", { id: "storm-board", "aria-label": "Board" });
    this.score = html("dl", { class: "score" });
    this.stage = html("div", { class: "stage" });
    this.said = html("p", { class: "said", role: "status" });
    this.task = html("p", { class: "task", role: "status" });
    const stop = () => this.#finish();
    this.stop = html("button", { type: "button", onclick: stop }, "End this run");
  }

  show(mode) {
    const side = html("div", { class: "side" }, this.score, this.said, this.task, this.stop);
    this.dialog = show("storm", "Storm", html("div", { class: "storm" }, this.stage, side));
    this.dialog.addEventListener("close", () => this.#leave(), { once: true });
    this.view = new BoardView(this.root, { page: this.dialog });
    this.view.motion = () => false; // the next position is there at once
    this.hand.follow(this.view);
    if (mode) this.#start(mode);
    else this.#intro();
  }

  // -- before, during and after a run -----------------------------------------------------------------

  #intro() {
    this.#between(
      html("h3", { tabindex: "-1" }, "Find the one jump that wins"),
      html(
        "p",
        {},
        "In each position exactly one jump can still lead to a single peg, in any hole. They start easy and get harder.",
      ),
      this.#modes(),
    );
    this.#say("", "");
  }

  #modes() {
    const buttons = Object.entries(MODES).map(([mode, { title }]) =>
      html(
        "button",
        { type: "button", "data-mode": mode, onclick: () => this.#start(mode) },
        html("strong", {}, title),
        html("span", {}, ABOUT[mode]),
        html("small", {}, `Best: ${this.memory.storm[mode] ?? "none yet"}`),
      ),
    );
    return html("div", { class: "modes" }, ...buttons);
  }

  // What is there instead of the board while nothing is played.
  #between(...parts) {
    this.stage.replaceChildren(html("div", { class: "between" }, ...parts));
    // Not a button: whoever still jumps when the time is up would begin another run.
    this.stage.querySelector("h3").focus();
    this.stop.hidden = true;
    this.#renderScore();
  }

  #start(mode) {
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    this.run = new Run(mode, this.positions, seed);
    this.stage.replaceChildren(this.root);
    this.stop.hidden = false;
    this.timer = setInterval(() => this.#tick(), TICK);
    this.#say("", "");
    this.#next();
    this.view.focus(this.hand.focus);
  }

  #tick() {
    if (this.run.over && this.right === null) this.#finish();
    else this.#renderScore();
  }

  // The position that is to be solved now.
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
    this.root.classList.toggle("named", this.memory.settings.labels === "on");
    const pegs = counted(count(this.code), "peg");
    this.task.textContent = `${titled(name)} · ${pegs} · one of ${this.jumps.length} jumps wins`;
    this.#render();
    if (focused) this.view.focus(this.hand.focus);
    return undefined;
  }

  // A jump was made: the one that was right is shown, and then comes the next position.
  #answer(jump) {
    const { run } = this;
    if (run.over) return;
    this.hand.clear();
    const right = run.answer(jump.text);
    const tone = right ? "right" : "wrong";
    this.sound.play(tone);
    this.right = this.board.jumpNamed.get(run.current.jump);
    if (right) this.code = this.board.after(this.code, jump);
    if (right) this.#say("Right.", "good");
    else this.#say(`${jump.text} loses. ${this.right.text} was the one.`, "bad");
    this.#render();
    this.showing = setTimeout(() => this.#goOn(), SHOWN[tone]);
  }

  #goOn() {
    this.run.next();
    this.#next();
  }

  #finish() {
    this.#stopClocks();
    const { mode, score, right, missed } = this.run;
    this.run = null;
    const best = this.memory.stormed(mode, score);
    const words = mode === "streak" ? `${right} in a row` : `Score ${score}`;
    const marks = mode === "streak" ? "" : `${right} right, ${missed.length} wrong`;
    this.#say(best ? "Your best run so far!" : "The run is over.", best ? "good" : "");
    this.task.textContent = "";
    this.#between(
      html("h3", { tabindex: "-1" }, words),
      marks ? html("p", {}, marks) : "",
      this.#modes(),
      missed.length ? this.#misses(missed) : "",
    );
  }

  // The positions that were missed, to be played on the table.
  #misses(missed) {
    const tiles = missed.map((one) => {
      const board = this.boards.get(one.board);
      const begin = () => this.#look(one);
      return html(
        "li",
        {},
        html(
          "button",
          { type: "button", class: "tile", onclick: begin },
          thumb(board, board.readPosition(one.position)),
          html("small", {}, `${titled(one.board)}: ${one.jump} wins`),
        ),
      );
    });
    return html("div", {}, html("h3", {}, "Missed"), html("ul", { class: "puzzles tiles" }, ...tiles));
  }

  async #look({ board, position }) {
    await this.open({ board, start: position, finish: "any" });
    this.dialog.close();
  }

  #leave() {
    this.#stopClocks();
    this.run = null;
    this.leave();
  }

  #stopClocks() {
    clearInterval(this.timer);
    clearTimeout(this.showing);
    this.right = null;
  }

  // -- drawing ----------------------------------------------------------------------------------------

  #say(text, tone) {
    this.said.textContent = text;
    this.said.className = `said ${tone}`;
  }

  #renderScore() {
    const { run, memory } = this;
    const mode = run?.mode ?? "storm";
    const time = run && mode === "storm" ? timeText(run.left) : "–";
    const rows = { Time: time, Score: run?.score ?? "–", Best: memory.storm[mode] ?? "–" };
    const text = JSON.stringify(rows);
    if (text === this.drawn) return;
    this.drawn = text;
    this.score.replaceChildren(
      ...Object.entries(rows).map(([name, value]) =>
        html("div", {}, html("dt", {}, name), html("dd", {}, String(value))),
      ),
    );
  }

  #render() {
    this.view.render({
      ...this.hand.shown,
      code: this.code,
      arrow: this.right,
      words: (i) => holeWords(this, i),
    });
    this.#renderScore();
  }
}
