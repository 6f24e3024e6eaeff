// The front page: the game under way, today's puzzle, the storm, the next lesson, and boards.

import { thumb } from "./board-view.js";
import { element, html } from "./elements.js";
import { boardOf, dayKey, isHelped, nextLesson, puzzleOfTheDay, startOf } from "./gallery.js";
import { Board, boardNamed, byMiddle } from "./rules.js";
import { counted, dateText, say } from "./say.js";
import { goalText, levelText, streakText, titled } from "./words.js";

const BOARDS = ["english", "triangle5", "french", "square6", "hexagon37", "wiegleb"];

export class Home {
  // `more` opens the picker.
  constructor(provider, memory, more) {
    this.provider = provider;
    this.memory = memory;
    element("home-more").addEventListener("click", more);
  }

  // Draw the page immediately, and fill in the answers when they arrive.
  show() {
    const { game } = this.memory;
    const going = Boolean(game && !game.over);
    element("home-game").hidden = !going;
    element("home-game").parentNode.classList.toggle("no-game", !going);
    element("home-daily").classList.toggle("main", !going);
    element("home-boards").replaceChildren(...BOARDS.map(boardTile));
    if (going) fillGame(game);
    this.#fillToday(null);
    this.#fillStorm();
    this.#fillLearn(null);
    this.provider.daily(dayKey()).then(
      (gallery) => this.#fillToday(puzzleOfTheDay(gallery)),
      () => {},
    );
    this.provider.lessons().then(
      (lessons) => this.#fillLearn(lessons),
      () => {},
    );
  }

  #fillToday(today) {
    const moves = this.memory.days.get(dayKey());
    const date = dateText(new Date(), { weekday: "long", day: "numeric", month: "long" });
    const picture = today ? thumb(boardOf(today), startOf(today)) : html("span.thumb");
    const about = today
      ? say("home.daily", { board: titled(boardOf(today).name), level: levelText(today.puzzle.difficulty) })
      : BLANK;
    const goal = today ? goalText(today.puzzle.finish) : BLANK;
    const open = today && isHelped(today, this.memory) ? say("home.solvedHelped") : goal;
    const done = moves ? say("home.solved", { moves: counted(moves, "move") }) : open;
    fill("home-daily", picture, say("home.today"), [date, about, done], streakText(this.memory));
  }

  #fillStorm() {
    const storm = this.memory.storm.get("storm");
    const about = storm ? say("home.best", { best: storm }) : say("home.stormAbout");
    fill("home-storm", "", say("storm.title"), [about]);
  }

  #fillLearn(lessons) {
    const next = lessons && nextLesson(lessons, this.memory);
    const number = next && 1 + lessons.indexOf(next);
    element("home-learn").href = next ? `#learn/${number}` : "#learn";
    const about = next && say("home.lesson", { number, all: lessons.length, title: next.title });
    fill("home-learn", "", say("learn.title"), [about || (lessons ? say("home.lessonsDone") : BLANK)]);
  }
}

const BLANK = "\u00a0"; // keeps the line's height until it is filled

function fillGame({ address, board: document, code, title, said }) {
  const board = new Board(document);
  element("home-game").href = address;
  fill("home-game", thumb(board, BigInt(code)), say("home.continue"), [title || titled(board.name), said]);
}

function fill(id, picture, title, lines, badge = "") {
  const small = lines.map((line) => line && html("small", line));
  const go = id === "home-game" && html("span.go", say("home.play"));
  const text = html("span.told", html("strong", title), small, badge && html("em", badge), go);
  element(id).replaceChildren(picture, text);
}

function boardTile(name) {
  const board = new Board(boardNamed(name));
  const words = [html("strong", titled(name)), html("small", counted(board.size, "hole"))];
  const start = board.vacancy(byMiddle(board)[0]); // the default start, without a question to the provider
  return html("li", html("a.board-tile", { href: `#board/${name}` }, thumb(board, start), words));
}
