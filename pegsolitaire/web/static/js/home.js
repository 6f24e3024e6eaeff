// The front page: the game under way, today's puzzle, the storm, the next lesson, and boards.

import { listOf, thumb } from "./board-view.js";
import { button, html } from "./elements.js";
import { boardOf, dayKey, puzzleOfTheDay, startOf } from "./gallery.js";
import { nextLesson } from "./lesson.js";
import { Board, boardNamed, byMiddle } from "./rules.js";
import { counted, goalText, streakText, titled } from "./words.js";

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
      html(going ? "div.cards" : "div.cards.no-game",
        going && this.#game(game), this.today, this.#storm(), this.learn),
      html("section.boards", { "aria-labelledby": "boards-title" },
        html("h2#boards-title", "Boards"),
        button("All boards and puzzles", this.more, { class: "quiet-button" }),
        listOf("ul", BOARDS.map(boardTile)),
      ),
    );
    this.#fillToday(null);
    this.#fillLearn(null);
    this.provider.puzzles().then((gallery) => this.#fillToday(puzzleOfTheDay(gallery)), () => {});
    this.provider.lessons().then((lessons) => this.#fillLearn(lessons), () => {});
  }

  #game({ address, board: document, code, title, said }) {
    const board = new Board(document);
    const lines = [title || titled(board.name), said];
    const going = card("continue", address, { main: true });
    return filled(going, thumb(board, BigInt(code)), "Continue", lines);
  }

  #fillToday(today) {
    const moves = this.memory.days.get(dayKey());
    const date = new Date().toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" });
    const picture = today ? thumb(boardOf(today), startOf(today)) : html("span.thumb");
    const about = today ? `${titled(boardOf(today).name)}, ${today.puzzle.difficulty}` : BLANK;
    const goal = today ? goalText(today.puzzle.finish, today.puzzle.start) : BLANK;
    const done = moves ? `✓ Solved in ${counted(moves, "move")}` : goal;
    filled(this.today, picture, "Today’s puzzle", [date, about, done], streakText(this.memory));
  }

  #storm() {
    const storm = this.memory.storm.get("storm");
    const about = storm ? `Your best: ${storm}` : "Three minutes: find the one jump that wins";
    return filled(card("storm", "#storm"), "", "Storm", [about]);
  }

  #fillLearn(lessons) {
    const next = lessons && nextLesson(lessons, this.memory);
    const number = next && 1 + lessons.indexOf(next);
    if (next) this.learn.href = `#learn/${number}`;
    const about = next && `Lesson ${number} of ${lessons.length}: ${next.title}`;
    filled(this.learn, "", "Learn", [about || (lessons ? "All lessons done" : BLANK)]);
  }
}

const BLANK = "\u00a0"; // a line that is filled later

const card = (name, href, { main = false } = {}) =>
  html("a", { class: `card ${name}${main ? " main" : ""}`, href });

function filled(element, picture, title, lines, badge = "") {
  const small = lines.map((line) => line && html("small", line));
  const told = html("span.told", html("strong", title), small, badge && html("em", badge));
  element.replaceChildren(picture, told);
  return element;
}

function boardTile(name) {
  const board = new Board(boardNamed(name));
  const words = [html("strong", titled(name)), html("small", `${board.size} holes`)];
  const start = board.vacancy(byMiddle(board)[0]); // where nobody was asked
  return html("a.board-tile", { href: `#board/${name}` }, thumb(board, start), words);
}
