// Two players: they take turns on one board, at one device or one of them against the program. First
// the game itself, then the dialog, with a board of its own.

import { BoardView, DURATION, tone } from "./board-view.js";
import { show } from "./dialogs.js";
import { once } from "./collections.js";
import { Duotaire, MAX_HOLES } from "./duotaire.js";
import { button, html, row, select, svg, write } from "./elements.js";
import { Hand } from "./hand.js";
import { Judge } from "./provider.js";
import { Board, byMiddle, count, moveText, readMoves, shorten, sweepsFrom } from "./rules.js";
import { counted, say } from "./say.js";
import { holeWords, titled } from "./words.js";

// The rules by their names in addresses.
const RULES = ["jump", "move", "jump-misere", "move-misere"];
const rulesOf = (name) => ({ byMove: name.startsWith("move"), misere: name.endsWith("misere") });

// How often the program takes the best turn. The other times it takes any turn.
const STRENGTHS = { strong: 1, medium: 0.7, weak: 0.25 };
const OPPONENTS = ["people", ...Object.keys(STRENGTHS)];

// The best of some verdicts: true, false, or null if it is not known.
const best = (verdicts) => verdicts.includes(true) || (verdicts.includes(null) ? null : false);

// A game, which never changes. Its turns are lists of jumps; `part` has the jumps of the turn that is
// being made.
export class Match {
  constructor(board, start, { byMove, misere }, first = 1, turns = [], part = []) {
    this.board = board;
    this.start = start;
    this.rules = { byMove, misere };
    this.first = first;
    this.turns = turns;
    this.part = part;
    this.begun = turns.flat().reduce((code, jump) => board.after(code, jump), start); // where the turn began
    this.code = part.reduce((code, jump) => board.after(code, jump), this.begun);
    const jumps = board.jumpsFrom(this.code);
    this.jumps = part.length ? jumps.filter((jump) => jump.start === part.at(-1).end) : jumps;
  }

  static read(board, start, rules, first, texts) {
    let match = new Match(board, start, rules, first);
    for (const text of texts) {
      const jumps = readMoves(board, match.code, [text]);
      if (jumps.length > 1 && !rules.byMove) throw new Error(say("two.long", { turn: shorten(text) }));
      match = match.with([...match.turns, jumps]);
    }
    return match;
  }

  with(turns, part = []) {
    return new Match(this.board, this.start, this.rules, this.first, turns, part);
  }

  get texts() {
    return this.turns.map((jumps) => moveText(this.board, { jumps }));
  }

  // The player to move, 1 or 2.
  get mover() {
    return this.turns.length % 2 ? 3 - this.first : this.first;
  }

  get over() {
    return !this.jumps.length && !this.part.length;
  }

  // The winner of a game that is over.
  get winner() {
    return this.rules.misere ? this.mover : 3 - this.mover;
  }

  // Whether the turn can win if it goes on with the jumps of a way, or null if that is not known.
  // `values` says which turns win, by the positions that they lead to.
  verdict(values, way) {
    const next = this.with(this.turns, [...this.part, ...way]);
    const further = this.rules.byMove ? next.jumps.map((jump) => next.verdict(values, [jump])) : [];
    return best([values.get(next.code) ?? null, ...further]);
  }

  // The same for a peg: if it jumps or, in the middle of its turn, if the turn ends here.
  verdictOfPeg(values, i) {
    if (this.part.at(-1)?.end === i) return values.get(this.code) ?? null;
    const jumps = this.jumps.filter(({ start }) => start === i);
    return jumps.length ? best(jumps.map((jump) => this.verdict(values, [jump]))) : null;
  }

  // The game after a jump, which ends the turn if the peg cannot or must not go on.
  jump(jump) {
    const next = this.with(this.turns, [...this.part, jump]);
    return this.rules.byMove && next.jumps.length ? next : next.end();
  }

  end() {
    return this.with([...this.turns, this.part]);
  }

  // The game before the turn under way, or before the last `back` turns.
  undo(back = 1) {
    return this.part.length ? this.with(this.turns) : this.with(this.turns.slice(0, -back));
  }
}

// The turn of a program, from turns with their values. The best turn wins or, if none does, is not
// known to lose or sets the hardest task.
export function chosenTurn(turns, strength, chance = Math.random) {
  const worth = ({ wins, hope = 0 }) => (wins ? 0 : wins === null ? 1 : 3 - hope);
  const least = Math.min(...turns.map(worth));
  const all = chance() < STRENGTHS[strength] ? turns.filter((turn) => worth(turn) === least) : turns;
  return all[Math.floor(chance() * all.length)];
}

// -- the dialog -----------------------------------------------------------------------------------

const BEFORE = 600; // milliseconds before the program jumps
const BETWEEN = DURATION + 240; // and between two of its jumps
const FIRST_BOARD = "triangle5";
const SHAPES = { 1: "●", 2: "▲" };
const NO_JUMPS = [];
const NO_WORDS = { made: "", also: "", told: "", arrows: [] };

let shown = null;

// `went(place, again)` sets the address; `again` is true if it replaces the one before.
export async function showTwo({ provider, place, ...tools }) {
  const { board: spec = FIRST_BOARD, start, rules, against, first = "1", moves } = place;
  const known = (name, names) => {
    if (name && !names.includes(name)) throw new Error(say("link.damaged", { text: shorten(name) }));
  };
  known(rules, RULES);
  known(against, OPPONENTS);
  known(first, Object.keys(SHAPES));
  const documents = (await provider.boards()).filter(({ holes }) => holes.length <= MAX_HOLES);
  const document = documents.find(({ name }) => name === spec) ?? (await provider.board(spec));
  const board = new Board(document);
  const code = start ? board.readStart(start) : startOf(document, board);
  const match = rules ? Match.read(board, code, rulesOf(rules), Number(first), moves) : null;
  shown?.stop();
  shown = new Two({ documents, board, code, rules, against, tools });
  shown.show(match);
}

const startOf = ({ opening }, board) =>
  opening ? board.readStart(opening.start) : board.vacancy(byMiddle(board)[0]);

const sentences = (...all) => all.filter(Boolean).join(" ");

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

class Two {
  /** @type {Match | null} null while the players choose what to play */
  match = null;
  /** @type {Record<string, any>} */
  parts = {};
  // What is said about the last turn; also about a turn that gave the win away, or about marks that are
  // missing; or about the winner; and the jumps that are shown: the program's turn, or a turn that wins.
  #words = { ...NO_WORDS };
  #judge = new Judge();
  #values = new Map(); // position -> promise of its turns with their values
  #marked = null; // the position before a turn, and which of its turns win

  // `tools` has the memory, the sound, and the functions of the page.
  constructor({ documents, board, code, rules = "jump", against = "people", tools }) {
    this.documents = documents;
    this.board = board;
    this.code = code;
    this.against = against;
    this.tools = tools;
    const [turns, end = "normal"] = rules.split("-");
    this.turns = turns;
    this.end = end;
    this.hand = new Hand({
      jumps: () => (this.#isPersons ? this.match.jumps : NO_JUMPS),
      jump: (jump, dragged) => this.#jump(jump, dragged),
      sweeps: (i, path) => this.#sweeps(i, path),
      verdict: (i) => ["", ...this.#spoken(i)].join(", "),
      pressed: (i) => (this.match ? this.#render() : this.#choose({ code: this.board.vacancy(i) })),
      changed: (what) => what === "hover" || this.#render(),
    });
  }

  show(match) {
    this.root = svg("svg#two-board", { "aria-label": say("game.board") });
    this.side = html("div.side");
    const page = html("div.duo", html("div.stage", this.root), this.side);
    this.dialog = show("two-run", say("two.title"), page);
    this.dialog.addEventListener("close", () => shown === this && this.stop());
    this.view = new BoardView(this.root, this.tools.motion, this.dialog);
    this.hand.follow(this.view);
    this.view.setBoard(this.board);
    if (match) this.#begin(match);
    else this.#setUp();
  }

  // Leave the dialog to another game.
  stop() {
    shown = null;
    this.match = null;
  }

  // The address of a game, or of the choice of a game.
  #goTo(match, again) {
    const { board, code, against } = this;
    const place = { board: board.spec, start: board.startText(code) };
    const game = match && { rules: this.#rules, against, first: match.first, moves: match.texts };
    this.tools.went({ ...place, ...game }, again);
  }

  get #rules() {
    return this.end === "misere" ? `${this.turns}-misere` : this.turns;
  }

  get #first() {
    return new Match(this.board, this.code, rulesOf(this.#rules));
  }

  // -- choosing what to play ----------------------------------------------------------------------

  #setUp() {
    this.match = null;
    const names = new Set([...this.documents.map(({ name }) => name), this.board.name]);
    const choice = (key, words, all, take = (value) => this.#choose({ [key]: value })) => {
      const labelled = all.map((value) => [value, say(`two.${value}`)]);
      return select(words, labelled, this[key], take);
    };
    const boards = [...names].map((name) => [name, titled(name)]);
    const said = html("p.said", { role: "status" });
    const begin = button(say("two.begin"), () => this.#begin(this.#first), { class: "main" });
    this.parts = { said, begin };
    this.side.replaceChildren(
      html(
        "div.choices",
        said,
        begin,
        html(
          "details",
          html("summary", say("two.change")),
          html("p", say("two.hole")),
          select(say("picker.boards"), boards, this.board.name, (name) => this.#chooseBoard(name)),
          choice("turns", say("two.turns"), ["jump", "move"]),
          choice("end", say("two.end"), ["normal", "misere"]),
          choice("against", say("two.against"), OPPONENTS),
        ),
      ),
    );
    this.#goTo(null);
    this.#renderChoice();
  }

  #chooseBoard(name) {
    const document = this.documents.find((one) => one.name === name);
    if (!document) return;
    this.board = new Board(document);
    this.view.setBoard(this.board);
    this.hand.focus = 0;
    this.#choose({ code: startOf(document, this.board) });
  }

  #choose(changes) {
    Object.assign(this, changes);
    this.#goTo(null, true);
    this.#renderChoice();
  }

  #renderChoice() {
    const isStuck = this.#first.over;
    const rules = [this.against, this.turns, this.end].map((name) => `${say(`two.${name}`)}.`);
    write(this.parts.said, isStuck ? say("two.stuck") : rules.join(" "));
    this.parts.begin.disabled = isStuck;
    this.hand.clear();
    this.#render();
  }

  // -- playing ------------------------------------------------------------------------------------

  #begin(match) {
    this.#values.clear();
    this.#marked = null;
    this.marks = false;
    this.helps = this.against !== "people" && this.tools.memory.settings.help !== "off";
    const option = (words, checked, take) => {
      const box = html("input", { type: "checkbox", checked, onchange: () => take(box.checked) });
      return html("label.helps", box, words);
    };
    // The focus goes to the board if the button can no longer be pressed.
    const tool = (words, action, more = {}) => {
      const made = button(
        words,
        () => {
          action();
          if (made.disabled || made.hidden) this.view.focus(this.hand.focus);
        },
        more,
      );
      return made;
    };
    const tools = {
      done: tool(say("two.done"), () => this.#turned(this.match.end()), { class: "main whole" }),
      rematch: tool(say("two.rematch"), () => this.#rematch(), {
        class: `main ${match.rules.byMove ? "whole" : ""}`,
      }),
      undo: tool(say("game.undo"), () => this.#undo()),
      who: tool(say("two.who"), () => this.#tellWho()),
      other: button(say("two.other"), () => this.#setUp()),
    };
    const sides = html(
      "ul.sides",
      Object.entries(SHAPES).map(([side, shape]) =>
        html(`li.side${side}`, html("span", { "aria-hidden": "true" }, shape), this.#name(Number(side))),
      ),
    );
    const lines = {
      said: html("p.said", { role: "status" }),
      note: html("p.note", { role: "status", "data-tells": true }),
      task: html("p.task"),
    };
    this.parts = { ...tools, sides, ...lines };
    const helps = [
      option(say("two.help"), this.helps, (helps) => (this.helps = helps)),
      option(say("two.marks"), false, (marks) => this.#setMarks(marks)),
    ];
    this.side.replaceChildren(sides, lines.said, lines.note, row(Object.values(tools)), ...helps, lines.task);
    this.#goTo(match);
    this.#show(match);
    this.view.focus(this.hand.focus);
  }

  #rematch() {
    const match = new Match(this.board, this.code, rulesOf(this.#rules), 3 - this.match.first);
    this.#goTo(match, true);
    this.#show(match);
  }

  // A turn of the program is taken back with the one before.
  #undo() {
    const { match } = this;
    const isBoth = this.against !== "people" && !match.part.length && match.mover === 1;
    const before = match.undo(isBoth ? 2 : 1);
    this.#goTo(before, true);
    this.#show(before);
  }

  get #canUndo() {
    const { part, turns, first } = this.match;
    return part.length > 0 || turns.length > (this.against !== "people" && first === 2 ? 1 : 0);
  }

  // Show a game without a word about its last turn.
  #show(match) {
    this.match = match;
    this.#say({});
    this.hand.clear();
    if (match.jumps.length) this.hand.focus = match.jumps[0].start;
    this.#render();
    this.#goOn();
  }

  // Let the program play if it is its turn. Otherwise mark the turns.
  #goOn() {
    if (this.#isPersons) this.#mark();
    else if (!this.match.over) this.#playProgram();
  }

  #say(words) {
    this.#words = { ...NO_WORDS, ...words };
  }

  // Whether a person is to move.
  get #isPersons() {
    const { match } = this;
    return match !== null && !match.over && (this.against === "people" || match.mover === 1);
  }

  #sweeps(i, path = []) {
    if (i === null || !this.#isPersons || !this.match.rules.byMove) return new Map();
    const code = path.reduce((now, jump) => now ^ jump.mask, this.match.code);
    return sweepsFrom(this.board, code, i);
  }

  // A peg that can go on stays in the hand.
  #jump(jump, dragged = false) {
    const next = this.match.jump(jump);
    const moves = [{ ...jump, dragged }];
    this.tools.sound.play("jump");
    this.hand.clear(jump);
    if (!next.part.length) return this.#turned(next, moves);
    this.match = next;
    if (this.#isPersons) {
      this.#say({});
      this.hand.keep(jump.end);
    }
    return this.#render(moves);
  }

  #turned(next, moves = []) {
    const isPersons = this.#isPersons;
    const before = next.undo();
    this.match = next;
    this.hand.clear();
    const made = say("two.made", { player: this.#name(before.mover), turn: next.texts.at(-1) });
    if (isPersons) this.#say({ made });
    else {
      const also = sentences(this.#words.also, this.isAtRandom && say("two.random"));
      this.#say({ made, also, arrows: next.turns.at(-1) });
    }
    this.#goTo(next, true);
    if (next.over) this.tools.sound.play("won");
    this.#render(moves);
    if (isPersons && this.helps) this.#lookBack(before, next);
    this.#goOn();
  }

  // -- values -------------------------------------------------------------------------------------

  // The turns from a position, and which of them win, as far as the worker can tell: a promise.
  #valued({ code, board, rules }) {
    const ask = () => this.#judge.ask("turns", { board: board.plain, ...rules }, { code: String(code) });
    return once(this.#values, code, ask);
  }

  // Say if a turn gave the win away.
  async #lookBack(before, { code, turns: made }) {
    const turns = await this.#valued(before).catch(() => []);
    const better = turns.find(({ wins }) => wins);
    if (!better || turns.find((turn) => turn.code === code)?.wins !== false) return;
    if (this.match?.turns[before.turns.length] !== made.at(-1)) return; // it was taken back
    this.#words.also = say("two.gave", { better: moveText(this.board, better) });
    this.#render();
  }

  // Say who can win, and show a turn that does it.
  async #tellWho() {
    const { match } = this;
    const tell = (words) => {
      if (this.match !== match) return;
      this.#say(words);
      this.#render();
    };
    tell({ told: say("two.thinking") });
    try {
      const turns = await this.#valued(match);
      const winning = turns.find(({ wins }) => wins);
      if (winning) {
        const turn = moveText(this.board, winning);
        tell({ told: this.#sayOf("wins", match.mover, { turn }), arrows: winning.jumps });
      } else {
        const isLost = turns.every(({ wins }) => wins === false);
        tell({ told: isLost ? this.#sayOf("loses", match.mover) : say("two.unclear") });
      }
    } catch (error) {
      tell({ told: error.message });
    }
  }

  #setMarks(marks) {
    this.marks = marks;
    this.isMissingTold = false;
    this.#mark();
    this.#render();
  }

  // Find out which turns to mark. Say once if nothing is known about them.
  async #mark() {
    const { match } = this;
    if (!this.marks || !this.#isPersons) return;
    let missing = say("two.later");
    const turns = await this.#valued({ ...match, code: match.begun }).catch(({ message }) => {
      missing = message;
      return [];
    });
    if (this.match?.begun !== match.begun) return;
    if (turns.some(({ wins }) => wins !== null))
      this.#marked = { begun: match.begun, values: new Map(turns.map(({ code, wins }) => [code, wins])) };
    else if (!this.isMissingTold) {
      this.isMissingTold = true;
      this.#words.also = sentences(this.#words.also, missing);
    }
    this.#render();
  }

  // What is marked at a hole: whether its peg, or going there, can win; null if nothing is.
  #verdict(i) {
    const { match, marks } = this;
    if (!marks || !this.#isPersons || this.#marked?.begun !== match.begun) return null;
    const { values } = this.#marked;
    const way = this.hand.wayTo(i);
    return way ? match.verdict(values, way) : match.verdictOfPeg(values, i);
  }

  #spoken(i) {
    const verdict = this.#verdict(i);
    return verdict === null ? [] : [say(verdict ? "spoken.wins" : "spoken.loses")];
  }

  async #playProgram() {
    let { match } = this;
    // Without a worker, nothing is known about the turns.
    const unknown = () =>
      new Duotaire(match.board, match.rules).turns(match.code).map((turn) => ({ ...turn, wins: null }));
    const [turns] = await Promise.all([this.#valued(match).catch(unknown), pause(BEFORE)]);
    this.isAtRandom = turns.every(({ wins }) => wins === null);
    for (const jump of chosenTurn(turns, this.against).jumps) {
      if (this.match !== match) return;
      this.#jump(jump);
      match = this.match;
      if (match.part.length) await pause(BETWEEN);
    }
    if (this.match === match && match.part.length) this.#turned(match.end());
  }

  // -- drawing ------------------------------------------------------------------------------------

  #name(side) {
    if (this.against === "people") return say("two.player", { number: side });
    return say(side === 1 ? "two.you" : "two.program");
  }

  // A sentence about a player, about you, or about the program.
  #sayOf(key, side, gaps = {}) {
    const who = this.against === "people" ? "player" : side === 1 ? "you" : "program";
    return say(`two.${key}.${who}`, { player: this.#name(side), ...gaps });
  }

  #render(moves = []) {
    const { match, board, hand } = this;
    const code = match?.code ?? this.code;
    const words = (i) => holeWords({ board, code, hand }, i, this.#spoken(i));
    const targets = new Map(hand.shown.targets);
    for (const i of board.names.keys()) {
      const verdict = this.#verdict(i);
      if (verdict !== null) targets.set(i, tone(verdict));
    }
    const arrow = hand.lifted === null ? this.#words.arrows : [];
    if (match) this.#renderSide(match);
    const shown = { ...hand.shown, code, targets, words, arrow };
    this.view.render(match ? shown : { ...shown, goes: () => true }, moves);
  }

  #renderSide(match) {
    const { parts } = this;
    const { over, mover, part, rules } = match;
    const isPersons = this.#isPersons;
    const ahead = over ? match.winner : mover;
    [...parts.sides.children].forEach((line, i) => line.setAttribute("aria-current", String(i + 1 === ahead)));
    parts.said.className = `said side${ahead}`;
    const turn = isPersons && part.length ? say("two.goOn") : this.#sayOf("turn", mover);
    write(parts.said, over ? this.#sayOf("won", ahead) : turn);
    const { made, also, told } = this.#words;
    write(parts.note, told || sentences(over && say("two.noJump"), made && also ? `${made}.` : made, also));
    const about = [titled(this.board.name), counted(count(match.code), "peg")];
    write(parts.task, [...about, say(`two.${this.turns}`), say(`two.${this.end}`)].join(" · "));
    parts.done.hidden = over || !rules.byMove;
    parts.done.disabled = !isPersons || !part.length;
    parts.rematch.hidden = !over;
    parts.undo.disabled = !this.#canUndo || !(over || isPersons);
    parts.who.hidden = over;
    parts.who.disabled = !isPersons || part.length > 0;
  }
}
