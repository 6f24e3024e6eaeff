// The front page: the game under way, today's puzzle, the storm, the next lesson, and boards.

import { boardNamed, middleOf } from "./boards.js";
import { streakText } from "./calendar.js";
import { dayKey, puzzleOfTheDay } from "./daily.js";
import { nextLesson } from "./lesson.js";
import { Board } from "./rules.js";
import { html } from "./svg.js";
import { thumb } from "./thumb.js";
import { counted, goalText, titled } from "./words.js";

const BOARDS = ["english", "triangle5", "french", "square6", "hexagon37", "wiegleb"];

export class Home {
  // `more` opens the picker.
  constructor(root, provider, memory, more) {
    Object.assign(this, { root, provider, memory, more });
  }

  // Drawn at once; what has to be asked for comes into its place.
  show() {
    const { game } = this.memory;
    const going = game && !game.over;
    this.today = card("daily", "#daily", { main: !going });
    this.learn = card("learn", "#learn");
    this.root.replaceChildren(
      html(
        "div",
        { class: going ? "cards" : "cards no-game" },
        going ? this.#game(game) : null,
        this.today,
        this.#storm(),
        this.learn,
      ),
      html(
        "section",
        { class: "boards", "aria-labelledby": "boards-title" },
        html("h2", { id: "boards-title" }, "Boards"),
        html("button", { type: "button", class: "quiet-button", onclick: this.more }, "All boards and puzzles"),
        html("ul", {}, ...BOARDS.map((name) => html("li", {}, boardTile(name)))),
      ),
    );
    this.#fillToday(null);
    this.#fillLearn(null);
    this.provider.puzzles().then((gallery) => this.#fillToday(puzzleOfTheDay(gallery)), () => {});
    this.provider.lessons().then((lessons) => this.#fillLearn(lessons), () => {});
  }

  #game({ address, board: document, code, title, said }) {
    const board = new Board(document);
    return filled(
      card("continue", address, { main: true }),
      thumb(board, BigInt(code)),
      "Continue",
      [title || titled(board.name), said],
    );
  }

  #fillToday(today) {
    const moves = this.memory.days.get(dayKey());
    const date = new Date().toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" });
    const board = today && new Board(today.set.board);
    const streak = streakText(this.memory);
    const about = today ? `${titled(board.name)}, ${today.puzzle.difficulty}` : "\u00a0";
    const done = moves ? `✓ Solved in ${counted(moves, "move")}` : today ? goalText(today.puzzle.finish, today.puzzle.start) : "\u00a0";
    filled(
      this.today,
      board ? thumb(board, board.readPosition(today.puzzle.start_code)) : blank(),
      "Today’s puzzle",
      [date, about, done],
      streak,
    );
  }

  #storm() {
    const { storm } = this.memory.storm;
    const about = storm ? `Your best: ${storm}` : "Three minutes: find the one jump that wins";
    return filled(card("storm", "#storm"), "", "Storm", [about]);
  }

  #fillLearn(lessons) {
    const next = lessons && nextLesson(lessons, this.memory);
    if (next) this.learn.href = `#learn/${next.number}`;
    const about = next ? `Lesson ${next.number} of ${lessons.length}: ${next.title}` : lessons ? "All lessons done" : "\u00a0";
    filled(this.learn, "", "Learn", [about]);
  }
}

const card = (name, href, { main = false } = {}) =>
  html("a", { class: `card ${name}${main ? " main" : ""}`, href });

const blank = () => html("span", { class: "thumb" });

function filled(element, picture, title, lines, badge = "") {
  element.replaceChildren(
    picture,
    html(
      "span",
      { class: "told" },
      html("strong", {}, title),
      ...lines.filter(Boolean).map((line) => html("small", {}, line)),
      badge ? html("em", {}, badge) : "",
    ),
  );
  return element;
}

function boardTile(name) {
  const board = new Board(boardNamed(name));
  return html(
    "a",
    { class: "board-tile", href: `#board/${name}` },
    thumb(board, middleOf(board)),
    html("strong", {}, titled(name)),
    html("small", {}, `${board.size} holes`),
  );
}
