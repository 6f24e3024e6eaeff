// A lesson as it is played: its steps, the jumps and answers, and what is said to them. Nothing is
// drawn here. Goals are some jumps away, so whether one can still be reached is searched on the spot.

import { count } from "./rules.js";

export const LETTERS = "ABC"; // of colours

export class Lesson {
  // `board` is that of the document.
  constructor(document, board, at = 0) {
    Object.assign(this, { ...document, board });
    this.go(at);
  }

  // Begin a step.
  go(at) {
    this.at = at;
    this.step = this.steps[at];
    this.start = this.board.readPosition(this.step.start);
    this.goals = this.step.finishes.map((text) => this.board.readPosition(text));
    this.reaches = search(this.board, this.goals);
    this.restart();
  }

  restart() {
    Object.assign(this, { code: this.start, made: [], found: new Set(), hints: 0, arrow: null });
    this.brush = 0; // the colour that is painted with
    this.reply = null; // {text, tone}
    this.lost = false;
    this.done = this.step.kind === "read";
  }

  get last() {
    return this.at === this.steps.length - 1;
  }

  get jumps() {
    return this.step.kind === "play" && !this.done && !this.lost
      ? this.board.jumpsFrom(this.code)
      : [];
  }

  // A jump of the player, or of the page.
  jump(jump) {
    const after = this.made.map((one) => one.text).join();
    this.made.push(jump);
    this.code = this.board.after(this.code, jump);
    this.arrow = null;
    this.reply = null;
    if (this.goals.includes(this.code)) return this.#finish();
    this.lost = !this.reaches(this.code);
    if (!this.lost) return undefined;
    const { wrong, astray } = this.step;
    const turn = wrong.find((one) => one.jump === jump.text && one.after.join() === after);
    return this.#say(turn?.reply ?? astray, "bad");
  }

  undo() {
    const jump = this.made.pop();
    if (!jump) return null;
    this.code ^= jump.mask;
    Object.assign(this, { lost: false, done: false, reply: null, arrow: null });
    return jump;
  }

  // A hole that the player says is one of those to be found, or paints in the colour that was chosen.
  pick(i) {
    const { kind, pick, among, colours, astray } = this.step;
    if (!["pick", "paint"].includes(kind) || this.done) return null;
    const name = this.board.names[i];
    const paints = kind === "paint";
    const wanted = paints ? among : pick;
    if (!wanted.includes(name))
      return this.#say(paints ? `${name} has its paint.` : `${name}: ${astray}`, "bad");
    if (paints && colours[i] !== this.brush) return this.#say(`${name} needs ${astray}`, "bad");
    this.found.add(name);
    const left = wanted.length - this.found.size;
    const what = paints ? LETTERS[this.brush] : "one of them";
    return left ? this.#say(`${name} is ${what}. ${left} to go.`, "good") : this.#finish();
  }

  answer(number) {
    const { reply, right } = this.step.answers[number];
    this.chosen = number;
    if (right) this.done = true;
    this.#say(reply, right ? "good" : "bad");
  }

  // First a question, then one jump or hole, which is made the next time; and so on.
  hint() {
    if (this.done || this.lost || !this.step.hint) return null;
    this.hints += 1;
    if (this.hints === 1) return this.#say(this.step.hint, "hint");
    const { kind, pick, among, colours } = this.step;
    if (["pick", "paint"].includes(kind)) {
      const wanted = kind === "paint" ? among : pick;
      const i = this.board.names.indexOf(wanted.find((name) => !this.found.has(name)));
      if (kind === "paint") this.brush = colours[i];
      this.pick(i);
      return null;
    }
    if (this.arrow) {
      const jump = this.arrow;
      this.jump(jump);
      return jump;
    }
    this.arrow = this.next;
    this.#say(`${this.arrow.text} is right. Press Hint again to make it.`, "hint");
    return null;
  }

  // A jump after which the goal can still be reached: that of the solution, where it is followed.
  get next() {
    const { solution } = this.step;
    const follows = this.made.every((jump, i) => jump.text === solution[i]);
    if (follows) return this.board.jumpNamed.get(solution[this.made.length]);
    return this.board
      .jumpsFrom(this.code)
      .find((jump) => this.reaches(this.board.after(this.code, jump)));
  }

  // What is added up beside the board: of weights the sum, of colours the pegs of each.
  get tally() {
    const { kind, weights, edges, colours } = this.step;
    if (kind === "answer" && weights && !this.done) return null; // that is for the player to do
    const pegs = this.board.names.map((_, i) => (this.code >> BigInt(i)) & 1n);
    const there = new Set(this.board.names.filter((_, i) => pegs[i]));
    if (weights) {
      const sum = weights.reduce((total, weight, i) => (pegs[i] ? total + weight : total), 0);
      const full = edges.filter((edge) => edge.filter((name) => there.has(name)).length > 1).length;
      return { sum, edges: edges.length ? full : null };
    }
    if (!colours || kind === "pick" || kind === "paint") return null;
    const counts = [0, 0, 0];
    colours.forEach((colour, i) => {
      if (pegs[i]) counts[colour] += 1;
    });
    return { counts };
  }

  #finish() {
    this.done = true;
    this.#say(this.step.done, "good");
  }

  #say(text, tone) {
    this.reply = { text, tone };
    return null;
  }
}

// What says of a code whether one of the goals, all of as many pegs, can be reached; it remembers.
// A jump changes three holes: what differs in more than those left can change is not gone on with.
export function search(board, goals) {
  const fewest = goals.length ? count(goals[0]) : 0;
  const known = new Map();
  const reaches = (code) => {
    if (goals.includes(code)) return true;
    const left = 3 * (count(code) - fewest);
    if (left <= 0 || !goals.some((goal) => count(code ^ goal) <= left)) return false;
    if (!known.has(code))
      known.set(
        code,
        board.jumpsFrom(code).some((jump) => reaches(board.after(code, jump))),
      );
    return known.get(code);
  };
  return reaches;
}

// The first lesson that is not done: {number, title}; null where all are.
export function nextLesson(lessons, memory) {
  const at = lessons.findIndex(({ name, steps }) => (memory.lessons.get(name) ?? 0) < steps.length);
  return at < 0 ? null : { number: at + 1, title: lessons[at].title };
}
