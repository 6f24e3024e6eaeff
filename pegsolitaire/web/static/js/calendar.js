// The puzzles of past days, month by month, and how many days in a row were solved.

import { dayKey, puzzleOfTheDay, streaks } from "./daily.js";
import { show } from "./dialogs.js";
import { movesOf } from "./progress.js";
import { roam } from "./roam.js";
import { Board } from "./rules.js";
import { button, html } from "./svg.js";
import { counted, fewestText, titled } from "./words.js";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS_BACK = 12;
const ROWS = 6; // weeks that a month touches at most: all months are as high

// `open` opens a game from its words.
export function showCalendar(gallery, memory, open) {
  new Calendar(gallery, memory, open).show();
}

// "3 days in a row"; nothing where there are none.
export function streakText(memory) {
  const { now } = streaks(memory.days);
  return now ? `${counted(now, "day")} in a row` : "";
}

class Calendar {
  constructor(gallery, memory, open) {
    Object.assign(this, { gallery, memory, open, today: new Date(), back: 0 });
    this.boards = new Map(gallery.sets.map(({ board }) => [board.name, new Board(board)]));
    this.title = html("h3", { "aria-live": "polite" });
    this.earlier = this.#turner("‹", "The month before", 1);
    this.later = this.#turner("›", "The month after", -1);
    this.body = html("tbody");
    this.wrong = html("p", { class: "bad", role: "alert" });
  }

  show() {
    const head = WEEKDAYS.map((name) =>
      html("th", { scope: "col" }, html("abbr", { title: name }, name.slice(0, 2))),
    );
    show(
      "calendar",
      "Puzzles of the day",
      html("div", { class: "month" }, this.earlier, this.title, this.later),
      html("table", { class: "days" }, html("thead", {}, html("tr", {}, ...head)), this.body),
      html("p", { class: "marks" }, "✓ solved on its day · ○ solved later"),
      html("p", { class: "streak" }, this.#streak()),
      this.wrong,
    ).classList.add("narrow");
    this.#draw();
    (this.body.querySelector("[aria-current]") ?? this.earlier).focus();
  }

  #turner(sign, label, months) {
    const onclick = () => {
      this.back += months;
      this.#draw();
    };
    return button(sign, onclick, { "aria-label": label });
  }

  #streak() {
    const { now, most } = streaks(this.memory.days, this.today);
    if (!most) return "Solve today's puzzle to start a streak.";
    const longest = most > now ? ` · longest: ${most}` : "";
    return `${now ? `${counted(now, "day")} in a row` : "No streak at the moment"}${longest}`;
  }

  // -- a month ----------------------------------------------------------------------------------------

  #draw() {
    const { today, back } = this;
    const first = new Date(today.getFullYear(), today.getMonth() - back, 1);
    this.title.textContent = first.toLocaleDateString("en", { month: "long", year: "numeric" });
    this.earlier.disabled = back >= MONTHS_BACK;
    this.later.disabled = back <= 0;
    const before = (first.getDay() + 6) % 7; // days of the first week that are of the month before
    const rows = Array.from({ length: ROWS }, (_, week) =>
      html("tr", {}, ...WEEKDAYS.map((_, day) => this.#cell(first, 7 * week + day - before + 1))),
    );
    const body = html("tbody", {}, ...rows);
    this.body.replaceWith(body);
    this.body = body;
    roam(body, "button", body.querySelector("[aria-current]"));
  }

  #cell(first, number) {
    const date = new Date(first.getFullYear(), first.getMonth(), number);
    if (date.getMonth() !== first.getMonth()) return html("td");
    const found = date <= this.today ? puzzleOfTheDay(this.gallery, date) : null;
    if (!found) return html("td", {}, html("span", { class: "later" }, String(number)));
    return html("td", {}, this.#day(date, found));
  }

  #day(date, { set, puzzle }) {
    const board = this.boards.get(set.board.name);
    const onTheDay = this.memory.days.get(dayKey(date));
    const moves = onTheDay ?? movesOf(puzzle, board, this.memory);
    const mark = onTheDay ? "✓" : moves ? "○" : "";
    return html(
      "button",
      {
        type: "button",
        "aria-current": dayKey(date) === dayKey(this.today) ? "date" : null,
        "aria-label": dayWords(date, board, puzzle, moves, Boolean(onTheDay)),
        onclick: () => this.#begin(board, puzzle, date),
      },
      String(date.getDate()),
      html("small", { "aria-hidden": "true" }, mark),
    );
  }

  async #begin(board, { start, finish }, day) {
    try {
      await this.open({ board: board.spec, start, finish, day });
      document.getElementById("calendar").close();
    } catch (error) {
      this.wrong.textContent = error.message;
    }
  }
}

// "10 November: English, easy, solved in 9 moves (best possible: 8)"
function dayWords(date, board, puzzle, moves, onTheDay) {
  const day = `${date.getDate()} ${date.toLocaleDateString("en", { month: "long" })}`;
  const when = onTheDay ? "" : "later ";
  const fewest = puzzle.best ? ` (${fewestText(puzzle)})` : "";
  const done = moves ? `, solved ${when}in ${counted(moves, "move")}${fewest}` : "";
  return `${day}: ${titled(board.name)}, ${puzzle.difficulty}${done}`;
}
