// The front page: the game under way, today's puzzle, the puzzles of classes, the week, the ladder, the
// storm, the next lesson, and boards.

import { thumb } from "./board-view.js";
import { closer, element, html } from "./elements.js";
import {
  boardOf,
  dayKey,
  helpedMovesOf,
  idOf,
  ladderWord,
  lastDays,
  movesOf,
  nextLesson,
  nextRung,
  progressOf,
  puzzleOfTheDay,
  startOf,
} from "./gallery.js";
import { learnNames, puzzleTitle } from "./names.js";
import { writePlace } from "./router.js";
import { Board, boardNamed, byMiddle } from "./rules.js";
import { counted, dateText, say, sayName } from "./say.js";
import { goalText, levelText, movesText, skillText, streakText, titled, untilMidnight } from "./words.js";

const BOARDS = ["english", "triangle5", "french", "square6", "hexagon37", "wiegleb"];

export class Home {
  #today = null; // today's puzzle

  // `more` opens the picker.
  constructor(provider, memory, more) {
    this.provider = provider;
    this.memory = memory;
    element("home-more").addEventListener("click", more);
  }

  // Draw the page immediately, and fill in the answers when they arrive. What was asked for is asked
  // again if it is `fresh`.
  show(fresh = true) {
    const { game, records, results, lessons } = this.memory;
    element("home-game").hidden = !game;
    element("home-game").parentNode.classList.toggle("no-game", !game);
    element("home-daily").classList.toggle("main", !game);
    if (game) fillGame(game);
    if (fresh) this.#today = null;
    this.#fillToday();
    if (!fresh) return;
    element("home-boards").replaceChildren(...BOARDS.map(boardTile));
    this.#fillClasses([]);
    this.#fillWeek();
    this.#fillStorm();
    this.#fillLearn(null);
    this.#fillRung(null);
    const { provider } = this;
    const fill = (answer, take) =>
      Promise.all([answer, learnNames()]).then(
        ([found]) => take(found),
        () => {},
      );
    fill(provider.daily(dayKey()), (gallery) => this.#fillToday(puzzleOfTheDay(gallery)));
    if (this.memory.lastClasses.length) fill(this.#classes(), (found) => this.#fillClasses(found));
    // A first visit loads neither lessons nor the whole gallery: everybody begins at the first ones.
    if (lessons.size) fill(provider.lessons(), (found) => this.#fillLearn(found));
    if (records.size || results.size)
      fill(provider.puzzles(), (gallery) => this.#fillRung(nextRung(gallery, this.memory)));
  }

  // The puzzle of the day or, once it is solved, its result and when the next one comes.
  #fillToday(today = this.#today) {
    this.#today = today;
    const date = dateText(new Date(), { weekday: "long", day: "numeric", month: "long" });
    const label = say("action.today");
    if (!today)
      return fill("home-daily", {
        picture: html("span.thumb"),
        label,
        title: BLANK,
        lines: [date, BLANK, BLANK],
      });
    const { puzzle } = today;
    const picture = thumb(boardOf(today), startOf(today));
    const about = say("home.daily", { board: titled(boardOf(today).name), level: levelText(puzzle.difficulty) });
    const result = this.#resultOf(today);
    const next = result ? say("home.next", { time: untilMidnight(new Date()) }) : goalText(puzzle.finish);
    const lines = [date, about, result, next];
    return fill("home-daily", { picture, label, title: puzzleTitle(today), lines, go: !result });
  }

  #resultOf(today) {
    const moves = this.memory.days.get(dayKey());
    if (moves) return html("span.done", say("home.solved", { moves: movesText(moves, today.puzzle) }));
    const helped = helpedMovesOf(today, this.memory);
    return helped ? say("home.solvedHelped", { moves: counted(helped, "move") }) : null;
  }

  // The lists of puzzles of the classes' links.
  async #classes() {
    const { puzzlesIn } = await import("./lists.js");
    return Promise.all(this.memory.lastClasses.map((ids) => puzzlesIn({ kind: "set", ids }, this.provider)));
  }

  // A card for each class, with its next puzzle, how many were solved, and a button that takes it off.
  #fillClasses(lists) {
    const { memory } = this;
    const cardOf = (ids, { name, entries } = { name: say("list.chosen"), entries: [] }) => {
      const next = entries.find((entry) => !movesOf(entry, memory)) ?? entries.at(-1);
      const picture = next ? thumb(boardOf(next), startOf(next)) : html("span.thumb");
      const lines = [next ? say("class.done", progressOf(entries, memory)) : BLANK];
      const parts = partsOfCard({ picture, label: name, title: next ? puzzleTitle(next) : BLANK, lines });
      const forget = () => {
        memory.forget("classes", ids);
        this.show();
      };
      const close = closer(forget, say("home.forget"));
      return html("li", html("a.card", { href: writePlace({ kind: "set", ids }) }, parts), close);
    };
    element("home-classes").replaceChildren(...memory.lastClasses.map((ids, i) => cardOf(ids, lists[i])));
  }

  #fillWeek() {
    const days = lastDays(this.memory.days);
    const { length: number } = days.filter(({ solved }) => solved);
    const week = days.map(({ date, solved }) =>
      html("span", { class: solved && "solved" }, dateText(date, { weekday: "narrow" })),
    );
    const text = number ? say("home.week", { number }) : say("streak.none");
    const strip = html("span.week", { "aria-hidden": "true" }, week);
    const title = streakText(this.memory) || say("puzzles.pastDays");
    fill("home-week", { label: say("calendar.title"), title, lines: [strip, text] });
  }

  #fillRung(next) {
    const { theme = "Pictures", rung } = next ?? {};
    const name = sayName(`theme.${theme}`, theme);
    const lines = [next && say("home.rung", { ...next, ladder: name }), skillText(this.memory, "rating.found")];
    const list = { kind: "ladder", theme: ladderWord(theme) };
    element("home-rung").href = writePlace(rung ? { kind: "puzzle", id: idOf(rung), list } : list);
    const picture = rung && thumb(boardOf(rung), startOf(rung));
    fill("home-rung", { picture, label: say("puzzles.ladders"), title: rung ? puzzleTitle(rung) : name, lines });
  }

  #fillStorm() {
    const storm = this.memory.storm.get("storm");
    const about = storm ? say("home.best", { best: storm }) : say("home.stormAbout");
    fill("home-storm", { title: say("storm.title"), lines: [about] });
  }

  #fillLearn(lessons) {
    const next = lessons && nextLesson(lessons, this.memory);
    const number = next && 1 + lessons.indexOf(next);
    element("home-learn").href = next ? `#learn/${number}` : "#learn";
    const about = next && say("home.lesson", { number, all: lessons.length, title: next.title });
    const others = lessons ? say("home.lessonsDone") : say("home.learn");
    const lines = [about || (this.memory.lessons.size && !lessons ? BLANK : others)];
    fill("home-learn", { title: say("learn.title"), lines });
  }
}

const BLANK = "\u00a0"; // keeps the line's height until it is filled

function fillGame({ address, board: document, code, title, said }) {
  const board = new Board(document);
  element("home-game").href = address;
  const picture = thumb(board, BigInt(code));
  const label = say("home.continue");
  fill("home-game", { picture, label, title: title || titled(board.name), lines: [said], go: true });
}

const fill = (id, what) => element(id).replaceChildren(...partsOfCard(what));

// `go` adds a sign that looks like a button to the card of what to play next.
function partsOfCard({ picture = null, label = "", title, lines, go = false }) {
  const small = lines.map((line) => line && html("small", line));
  const text = [label && html("small.label", label), html("strong", title), small];
  const sign = go && html("span.go", say("home.play"));
  return [picture ?? "", html("span.told", text, sign)];
}

function boardTile(name) {
  const board = new Board(boardNamed(name));
  const words = [html("strong", titled(name)), html("small", counted(board.size, "hole"))];
  const start = board.vacancy(byMiddle(board)[0]); // the default start, without a question to the provider
  return html("li", html("a.board-tile", { href: `#board/${name}` }, thumb(board, start), words));
}
