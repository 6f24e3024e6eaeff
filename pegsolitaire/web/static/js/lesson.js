// Lessons. First a lesson as it is played: its steps, jumps, answers and replies. Goals are only a
// few jumps away, so a search checks on the spot whether one can still be reached. Then the dialog.

import { BoardView, listOf, thumb } from "./board-view.js";
import { show } from "./dialogs.js";
import { button, copyOf, html, partsOf } from "./elements.js";
import { isDone, nextLesson, stepsDone } from "./gallery.js";
import { learnWords, markWords } from "./glossary.js";
import { Hand } from "./hand.js";
import { Board, count, holesIn, pegsOf } from "./rules.js";
import { say } from "./say.js";
import { holeWords, withMinus } from "./words.js";

const LETTERS = "ABC"; // of colours

export class Lesson {
  jumpsMade = [];
  holesFound = new Set();
  hints = 0;

  // `board` is the board of the document.
  constructor(document, board, at = 0) {
    this.name = document.name;
    this.steps = document.steps;
    this.board = board;
    this.go(at);
  }

  go(at) {
    this.at = at;
    this.step = this.steps[at];
    this.start = this.board.readPosition(this.step.start);
    this.goals = this.step.finishes.map((text) => this.board.readPosition(text));
    this.reaches = search(this.board, this.goals);
    this.restart();
  }

  restart() {
    Object.assign(this, { code: this.start, jumpsMade: [], holesFound: new Set(), hints: 0, arrow: null });
    this.brush = 0; // the chosen colour to paint with
    this.reply = null; // {text, tone}
    this.lost = false;
    this.done = this.step.kind === "read";
  }

  get last() {
    return this.at === this.steps.length - 1;
  }

  get jumps() {
    const isOpen = this.step.kind === "play" && !this.done && !this.lost;
    return isOpen ? this.board.jumpsFrom(this.code) : [];
  }

  // Whether the player has to find or paint holes, and which ones.
  get isAsking() {
    return ["pick", "paint"].includes(this.step.kind) && !this.done;
  }

  get wanted() {
    return this.step.kind === "paint" ? this.step.among : this.step.pick;
  }

  // Make a jump, which the player or the page has chosen.
  jump(jump) {
    const after = this.jumpsMade.map((past) => past.text).join();
    this.jumpsMade.push(jump);
    this.code = this.board.after(this.code, jump);
    this.arrow = null;
    this.reply = null;
    if (this.goals.includes(this.code)) return this.#finish();
    this.lost = !this.reaches(this.code);
    if (!this.lost) return undefined;
    const { wrong, astray } = this.step;
    const turn = wrong.find((step) => step.jump === jump.text && step.after.join() === after);
    return this.#say(turn?.reply ?? astray, "bad");
  }

  undo() {
    const jump = this.jumpsMade.pop();
    this.code ^= jump.mask;
    Object.assign(this, { lost: false, done: false, reply: null, arrow: null });
    return jump;
  }

  // Pick a hole: the player found it, or paints it with the chosen colour.
  pick(i) {
    const { kind, colours, astray } = this.step;
    if (!this.isAsking) return null;
    const name = this.board.names[i];
    const paints = kind === "paint";
    if (!this.wanted.includes(name))
      return this.#say(say(paints ? "lesson.painted" : "lesson.wrongHole", { hole: name, text: astray }), "bad");
    if (paints && colours[i] !== this.brush)
      return this.#say(say("lesson.needs", { hole: name, text: astray }), "bad");
    this.holesFound.add(name);
    const left = this.wanted.length - this.holesFound.size;
    const gaps = { hole: name, letter: LETTERS[this.brush], left };
    return left ? this.#say(say(paints ? "lesson.paintedRight" : "lesson.found", gaps), "good") : this.#finish();
  }

  answer(number) {
    const { reply, right } = this.step.answers[number];
    if (right) this.done = true;
    this.#say(reply, right ? "good" : "bad");
  }

  // The first hint is a question. Further hints show a jump and then make it, or pick a hole.
  hint() {
    if (this.done || this.lost || !this.step.hint) return null;
    this.hints += 1;
    if (this.hints === 1) return this.#say(this.step.hint, "hint");
    if (this.isAsking) {
      const i = this.board.names.indexOf(this.wanted.find((name) => !this.holesFound.has(name)));
      this.brush = this.step.colours?.[i];
      return this.pick(i);
    }
    if (this.arrow) {
      const jump = this.arrow;
      this.jump(jump);
      return jump;
    }
    this.arrow = this.next;
    return this.#say(say("lesson.isRight", { jump: this.arrow.text }), "hint");
  }

  // A jump that keeps the goal within reach: the next one of the solution, if the player followed it.
  get next() {
    const solution = this.step.solution?.jumps ?? [];
    const follows = this.jumpsMade.every((jump, i) => jump.text === solution[i]);
    if (follows) return this.board.jumpNamed.get(solution[this.jumpsMade.length]);
    return this.jumps.find((jump) => this.reaches(this.board.after(this.code, jump)));
  }

  // The jump that the text asks for, because it names both of its ends.
  get asked() {
    const next = this.step.kind === "play" && !this.done && !this.lost ? this.next : null;
    const named = next ? holesIn(this.step.text, this.board) : null;
    return named?.has(next.start) && named.has(next.end) ? next : null;
  }

  loses(jump) {
    return !this.reaches(this.board.after(this.code, jump));
  }

  // The sum beside the board: of the weights, or the pegs of each colour.
  get tally() {
    const { kind, weights, edges, colours } = this.step;
    if (kind === "answer" && weights && !this.done) return ""; // the player has to add them up
    const pegs = pegsOf(this.code);
    if (weights) {
      const sum = pegs.reduce((total, i) => total + weights[i], 0);
      if (!edges.length) return say("lesson.sum", { sum: withMinus(sum) });
      const there = pegs.map((i) => this.board.names[i]);
      const full = edges.filter((edge) => edge.filter((name) => there.includes(name)).length > 1).length;
      return say("lesson.edges", { full, sum: withMinus(sum), both: withMinus(full + sum) });
    }
    if (!colours || kind === "pick" || kind === "paint") return "";
    const number = (colour) => pegs.filter((i) => colours[i] === colour).length;
    const counts = /** @type {[string, number][]} */ ([...LETTERS].map((letter, i) => [letter, number(i)]));
    return counts
      .map(([letter, pegs]) => say(pegs % 2 ? "lesson.odd" : "lesson.even", { letter, count: pegs }))
      .join(" · ");
  }

  #finish() {
    this.done = true;
    return this.#say(this.step.done, "good");
  }

  #say(text, tone) {
    this.reply = { text, tone };
    return null;
  }
}

// A function that tells whether a position can reach one of the goals, which all have the same
// number of pegs. It remembers its results. A jump changes three holes, so a position that differs
// from every goal in more holes than the remaining jumps can change is given up.
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
        board.jumpsFrom(code).some((jump) => reaches(code ^ jump.mask)),
      );
    return known.get(code);
  };
  return reaches;
}

// -- the dialog -----------------------------------------------------------------------------------
//
// A dialog over everything, with the list of lessons or one lesson on its own board.

const PACE = 700; // milliseconds per jump of a solution

// `motion` says whether to animate jumps. `went` receives the number of the open lesson, undefined for
// the list. The place has the number or the name of a lesson, or none.
export async function showLessons({ provider, memory, sound, motion, went, place: { lesson: name } }) {
  const [documents, all] = await Promise.all([provider.lessons(), provider.boards(), learnWords(provider)]);
  const boards = new Map(all.map((board) => [board.name, new Board(board)]));
  const first = documents.find((lesson, i) => lesson.name === name || String(i + 1) === name);
  if (name && !first) throw new Error(say("lesson.unknown", { name: name.slice(0, 40) }));
  const teacher = new Teacher({ documents, boards, memory, sound, went });
  teacher.show(motion);
  if (first) teacher.begin(first);
  else teacher.list();
}

class Teacher {
  lesson = null;

  constructor({ documents, boards, memory, sound, went }) {
    this.documents = documents;
    this.boards = boards;
    this.memory = memory;
    this.sound = sound;
    this.went = went;
    this.hand = new Hand({
      jumps: () => this.lesson?.jumps ?? [],
      jump: (jump, dragged) => this.#jump(jump, dragged),
      pressed: (i) => (this.lesson.isAsking ? this.#pick(i) : this.#render()),
      changed: (what) => what === "hover" || this.#render(),
      verdict: (i) => (this.#loses(this.hand.jumpTo(i)) ? `, ${say("spoken.loses")}` : ""),
    });
    this.page = copyOf("lesson-page");
    this.parts = partsOf(this.page, "told", "at", "text", "tally", "answers", "reply");
    this.buttons = {};
    for (const button of this.page.querySelectorAll("button")) {
      this.buttons[button.name] = button;
      button.addEventListener("click", () => {
        this.#stop();
        this[button.name]();
      });
    }
    this.contents = html("div.contents");
  }

  show(motion) {
    this.dialog = show("lessons", say("learn.title"), this.contents, this.page);
    this.dialog.addEventListener("close", () => this.#leave(), { once: true });
    this.view = new BoardView(this.page.querySelector("svg"), motion, this.dialog);
    this.hand.follow(this.view, (event) => this.#brushKey(event));
  }

  #leave() {
    this.#stop();
    this.lesson = null;
  }

  list() {
    this.#leave();
    this.page.hidden = true;
    this.contents.hidden = false;
    this.#title(say("learn.title"));
    this.went({});
    const done = this.documents.filter((lesson) => isDone(lesson, this.memory)).length;
    const next = nextLesson(this.documents, this.memory);
    const words = done ? say("learn.done", { done, all: this.documents.length }) : say("learn.about");
    const tiles = this.documents.map((lesson, i) => this.#tile(lesson, i + 1, lesson === next));
    this.contents.replaceChildren(html("p.quiet", words), listOf("ol.lessons", tiles));
    (this.contents.querySelector("button.next") ?? this.contents.querySelector("button")).focus();
  }

  #tile(lesson, number, isNext) {
    const board = this.boards.get(lesson.board);
    const steps = stepsDone(lesson, this.memory);
    const done = isDone(lesson, this.memory);
    const state = done
      ? say("lesson.done")
      : steps
        ? say("lesson.stepsDone", { done: steps, all: lesson.steps.length })
        : "";
    const words = [
      thumb(board, board.readPosition(lesson.steps.find((step) => step.kind === "play").start)),
      html("strong", say("lesson.tile", { number, title: lesson.title })),
      html("span", lesson.about),
      html("small", { class: done && "done" }, state),
    ];
    return button(words, () => this.begin(lesson), { class: isNext ? "next" : "", "data-lesson": lesson.name });
  }

  // -- a lesson -----------------------------------------------------------------------------------

  // Begin where the player left off, or at the start if the lesson is completed.
  begin(lesson) {
    this.lesson = new Lesson(
      lesson,
      this.boards.get(lesson.board),
      isDone(lesson, this.memory) ? 0 : stepsDone(lesson, this.memory),
    );
    this.memory.openLesson(lesson.name);
    this.contents.hidden = true;
    this.page.hidden = false;
    this.#title(lesson.title);
    this.went({ lesson: this.documents.indexOf(lesson) + 1 });
    this.view.setBoard(this.lesson.board);
    this.#showStep();
  }

  #title(text) {
    document.getElementById("lessons-title").textContent = text;
  }

  #showStep() {
    const { lesson } = this;
    const { pick, among } = lesson.step;
    const starts = lesson.jumps.map(({ start }) => lesson.board.names[start]);
    const [first] = [...among, ...pick, ...starts];
    this.hand.focus = Math.max(0, lesson.board.names.indexOf(first));
    this.parts.text.textContent = lesson.step.text;
    markWords(this.parts.text);
    this.#drawAnswers();
    this.#update();
    this.parts.told.scrollTop = 0;
    this.parts.text.focus();
  }

  next() {
    const { lesson } = this;
    if (!lesson.last) {
      lesson.go(lesson.at + 1);
      return this.#showStep();
    }
    const following = this.documents[1 + this.documents.findIndex(({ name }) => name === lesson.name)];
    return following ? this.begin(following) : this.list();
  }

  back() {
    const { lesson } = this;
    if (!lesson.at) return this.list();
    lesson.go(lesson.at - 1);
    return this.#showStep();
  }

  undo() {
    const jump = this.lesson.undo();
    this.sound.play("back");
    this.#update({ ...jump, back: true });
    this.view.focus(jump.start);
  }

  restart() {
    this.lesson.restart();
    this.#drawAnswers();
    this.#update();
  }

  hint() {
    this.#update(this.lesson.hint());
  }

  // Play the remaining jumps one after the other.
  solve() {
    const { lesson } = this;
    if (lesson.done || lesson.lost) return;
    const jump = lesson.next;
    lesson.jump(jump);
    this.#update(jump);
    if (!lesson.done) this.playing = setTimeout(() => this.solve(), PACE);
  }

  #stop() {
    clearTimeout(this.playing);
    this.playing = null;
  }

  // After anything the player did: play its sound, save the progress and redraw.
  #update(jump = null) {
    const { lesson, memory } = this;
    this.hand.clear(jump);
    if (jump && !jump.back) this.sound.play(lesson.lost ? "wrong" : lesson.done ? "right" : "jump");
    // Steps after a skipped one do not count.
    if (lesson.done && lesson.at <= stepsDone(lesson, memory)) memory.keep("lessons", lesson.name, lesson.at + 1);
    this.#render(jump);
    const { next, undo } = this.buttons;
    const button = lesson.lost ? undo : lesson.done && lesson.step.kind !== "read" ? next : null;
    if (button) queueMicrotask(() => button.focus()); // after the key press that led here
  }

  #jump(jump, dragged = false) {
    this.#stop();
    this.lesson.jump(jump);
    this.#update({ ...jump, dragged });
  }

  // -- drawing ------------------------------------------------------------------------------------

  // Show the answers, or the colours to paint with, each with its ring on the board. The letter of
  // a colour is also its key.
  #drawAnswers() {
    const { step } = this.lesson;
    const answers = step.answers.map(({ text }, i) => button(text, () => this.#answer(i)));
    const brushes = [...(step.kind === "paint" ? LETTERS : "")].map((letter, i) =>
      button(letter, () => this.#chooseBrush(letter), { class: `brush brush-${i}`, "aria-keyshortcuts": letter }),
    );
    this.parts.answers.replaceChildren(...answers, ...brushes);
  }

  #chooseBrush(letter) {
    this.lesson.brush = LETTERS.indexOf(letter);
    this.#renderBrushes();
  }

  #renderBrushes() {
    const { step, brush, done } = this.lesson;
    if (step.kind !== "paint") return;
    [...this.parts.answers.children].forEach((button, i) => {
      button.setAttribute("aria-pressed", String(i === brush));
      button.disabled = done;
    });
  }

  // The solution is offered after the hints.
  #renderButtons() {
    const { lesson, playing } = this;
    const { undo, restart, hint, solve, back, next } = this.buttons;
    const open = !lesson.done && !lesson.lost && !playing;
    undo.disabled = !lesson.jumpsMade.length;
    undo.classList.toggle("main", lesson.lost);
    restart.disabled = !lesson.jumpsMade.length && !lesson.holesFound.size;
    hint.disabled = !open || !lesson.step.hint;
    solve.disabled = !open || lesson.step.kind !== "play" || lesson.hints < 2;
    back.textContent = say(lesson.at ? "lesson.back" : "lesson.all");
    const ahead = lesson.last ? "lesson.nextLesson" : "lesson.next";
    next.textContent = say(lesson.done ? ahead : "lesson.skip"); // without solving it
    next.classList.toggle("main", lesson.done);
  }

  #brushKey({ key, ctrlKey, metaKey, altKey }) {
    const letter = key.toUpperCase();
    if (this.lesson?.step.kind !== "paint" || !LETTERS.includes(letter) || ctrlKey || metaKey || altKey)
      return false;
    this.#chooseBrush(letter);
    return true;
  }

  #answer(i) {
    if (this.lesson.done) return;
    this.lesson.answer(i);
    this.sound.play(this.lesson.done ? "right" : "wrong");
    this.parts.answers.children[i].className = this.lesson.done ? "right" : "wrong";
    this.#update();
  }

  #render(jump = null) {
    const { lesson } = this;
    const { step, reply } = lesson;
    this.parts.at.textContent = say("lesson.step", { number: lesson.at + 1, all: lesson.steps.length });
    this.parts.tally.textContent = lesson.tally;
    this.parts.reply.textContent = reply?.text ?? "";
    this.parts.reply.className = `reply ${reply?.tone ?? ""}`;
    if (reply) markWords(this.parts.reply);
    if (reply) this.parts.reply.scrollIntoView({ block: "nearest" });
    this.#renderButtons();
    this.#renderBrushes();
    const shown = lesson.arrow ?? lesson.asked;
    this.view.render(
      {
        ...this.hand.shown,
        targets: this.#targets(),
        glow: new Set(shown ? [shown.start] : []),
        can: (i) => this.hand.canLift(i) || lesson.isAsking,
        code: lesson.code,
        arrow: shown,
        weights: step.weights,
        block: new Set(
          [...step.marks, ...(step.kind === "paint" ? [] : lesson.holesFound)].map((name) =>
            lesson.board.names.indexOf(name),
          ),
        ),
        words: (i) => this.#holeText(i),
      },
      jump ? [jump] : [],
    );
    this.#paint();
  }

  // The targets of the lifted peg, with those that lose marked.
  #targets() {
    const jumps = this.hand.targetsOf(this.hand.lifted);
    return new Map(jumps.map((jump) => [jump.end, this.#loses(jump) ? "dead" : "open"]));
  }

  #loses(jump) {
    return ["warn", "full"].includes(this.memory.settings.help) && this.lesson.loses(jump);
  }

  // Add what the view does not draw: colours as letters and rings, and the names of holes without a
  // weight.
  #paint() {
    const { step, holesFound, board, done } = this.lesson;
    this.view.marks.forEach(({ group, number }, i) => {
      if (step.weights && !step.weights[i]) {
        number.classList.remove("weight");
        number.textContent = board.names[i];
      }
      if (!step.colours) return;
      const hidden = !done && step.among.includes(board.names[i]) && !holesFound.has(board.names[i]);
      const colour = step.colours[i];
      number.classList.add("weight");
      number.textContent = hidden ? "?" : LETTERS[colour];
      if (!hidden) group.classList.add("paint", `paint-${colour}`);
    });
  }

  #holeText(i) {
    const { board, code, step, holesFound } = this.lesson;
    const name = board.names[i];
    const hidden = step.among.includes(name) && !holesFound.has(name);
    const more = [
      step.colours && !hidden && LETTERS[step.colours[i]],
      step.weights?.[i] && say("lesson.weight", { weight: step.weights[i] }),
      step.marks.includes(name) && say("lesson.marked"),
      holesFound.has(name) && say("lesson.holeFound"),
    ];
    return holeWords({ board, code, hand: this.hand }, i, more.filter(Boolean));
  }

  #pick(i) {
    const { holesFound } = this.lesson;
    const before = holesFound.size;
    this.lesson.pick(i);
    this.sound.play(holesFound.size > before ? "right" : "wrong");
    this.#update();
  }
}
