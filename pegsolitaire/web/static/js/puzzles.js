// Puzzles: their tab (the puzzle of the day, ladders, and all puzzles by board, set and level), the
// calendar of past days, and lists of puzzles.

import { listOf, thumb, tile } from "./board-view.js";
import { addressFor, field, show } from "./dialogs.js";
import { button, copyOf, html, options, partsOf, roam, select } from "./elements.js";
import {
  boardOf,
  climbed,
  dailyName,
  dateOf,
  dayKey,
  helpedMovesOf,
  idOf,
  ladderWord,
  laddersOf,
  movesOf,
  placeOfList,
  progressOf,
  puzzleOfTheDay,
  recordKeyOf,
  puzzlesOf,
  startOf,
  streaks,
} from "./gallery.js";
import { grouped } from "./collections.js";
import { puzzlesIn } from "./lists.js";
import { descriptionOf, learnNames, puzzleTitle } from "./names.js";
import { fittingPuzzle } from "./rating.js";
import { writePlace } from "./router.js";
import { counted, dateText, languageNow, say, sayName } from "./say.js";
import {
  goalText,
  levelText,
  movesText,
  plainLevelText,
  setTitle,
  skillText,
  solvedText,
  streakText,
  titled,
} from "./words.js";

const UNRATED = "unrated";
const LEVELS = ["easy", "medium", "hard", "very hard", UNRATED];
const AT_ONCE = 24;

export class PuzzlesTab {
  // `board` is the current board, and `go` goes to a place.
  constructor(gallery, board, memory, go) {
    this.gallery = gallery;
    this.memory = memory;
    this.go = go;
    const isHere = ({ lattice, holes }) => lattice === board.lattice && String(holes) === String(board.holes);
    const here = gallery.sets.find((set) => isHere(boardOf({ set })));
    this.chosen = { board: here?.board.name ?? "", set: "", level: "" };
    this.shown = AT_ONCE;
    this.list = html("div.found");
  }

  draw() {
    this.#drawList();
    return [
      html("div.daily", this.#today(), this.#days(), this.#storm()),
      html("h3", say("puzzles.ladders")),
      html("p.rating.quiet", skillText(this.memory, "rating.range"), " ", this.#fitting()),
      listOf("ul.puzzles.tiles.ladders", laddersOf(this.gallery), (ladder) => this.#ladder(ladder)),
      html("h3", say("puzzles.all")),
      this.#filters(),
      this.list,
    ];
  }

  #today() {
    const today = puzzleOfTheDay(this.gallery);
    if (!today) return "";
    const begin = () => this.go({ kind: "daily" });
    const text = html(
      "span",
      html("strong", dailyName(new Date(), puzzleTitle(today))),
      html("small", titled(boardOf(today).name)),
      html("small", goalText(today.puzzle.finish)),
      this.#done(today),
    );
    return button([thumb(boardOf(today), startOf(today)), text], begin, { class: "today" });
  }

  #days() {
    if (!this.gallery.daily?.length) return "";
    const words = streakText(this.memory) || say("puzzles.calendar");
    return this.#entry("past-days", say("puzzles.pastDays"), words, "calendar");
  }

  #storm() {
    const best = this.memory.storm.get("storm");
    const words = best ? say("puzzles.stormBest", { best }) : say("puzzles.storm");
    return this.#entry("begin-storm", say("storm.title"), words, "storm");
  }

  // A button beside the puzzle of the day.
  #entry(name, title, words, what) {
    const text = html("span", html("strong", title), html("small", words));
    return button(text, () => this.go({ kind: what }), { class: `entry ${name}` });
  }

  // A ladder continues where the player stands. At the top, its last puzzle can be played again.
  #ladder({ theme, rungs }) {
    const done = climbed({ rungs }, this.memory);
    const all = rungs.length;
    const rung = rungs[Math.min(done, all - 1)];
    const state =
      done < all
        ? html("small", say("puzzles.rung", { number: done + 1, all, level: levelText(rung.puzzle.difficulty) }))
        : html("small.done", say("puzzles.allRungs", { all }));
    const list = { kind: "ladder", theme: ladderWord(theme) };
    return this.#tile(rung, list, [html("strong", sayName(`theme.${theme}`, theme)), state]);
  }

  // A button for a rated puzzle of the player's strength that was not tried yet.
  #fitting() {
    const { results } = this.memory;
    const rated = puzzlesOf(this.gallery.sets.filter(({ own }) => !own));
    const entry = fittingPuzzle(
      rated.filter((one) => one.puzzle.rating !== null && !results.has(recordKeyOf(one))),
      results.values(),
    );
    const begin = () => this.go({ kind: "puzzle", id: idOf(entry) });
    return entry ? button(say("rating.play"), begin, { class: "fitting" }) : "";
  }

  #filters() {
    const { sets } = this.gallery;
    const boards = [["", say("puzzles.allBoards")], ...boardsOf(sets)];
    const boardBox = select(say("puzzles.board"), boards, this.chosen.board, (board) => {
      this.#choose({ board, set: "" });
      this.#drawSets(sets);
    });
    this.setBox = select(say("puzzles.set"), [], "", (set) => this.#choose({ set }));
    this.#drawSets(sets);
    this.levels = html("div.row.levels", { role: "group", "aria-label": say("puzzles.level") });
    this.#drawLevels();
    return html("div.filters", boardBox, this.setBox, this.levels);
  }

  // The sets of the chosen board, each with the number of solved puzzles.
  #drawSets(sets) {
    const mine = sets.filter((set) => set.board.name === this.chosen.board);
    const names = mine.map((set) => {
      const { solved, all } = progressOf(puzzlesOf([set]), this.memory);
      return [set.name, solved ? say("puzzles.setProgress", { set: setTitle(set), solved, all }) : setTitle(set)];
    });
    this.setBox.hidden = mine.length < 2;
    this.setBox.replaceChildren(...options([["", say("puzzles.allSets")], ...names], this.chosen.set));
  }

  #drawLevels() {
    const all = this.#puzzles({ level: "" });
    const number = (level) => all.filter(({ puzzle }) => !level || levelOf(puzzle) === level).length;
    const isChosen = (level) => this.chosen.level === level;
    const levels = LEVELS.filter((level) => level !== UNRATED || number(level) || isChosen(level));
    const buttons = ["", ...levels].map((level) => {
      const choose = () => {
        this.#choose({ level });
        this.levels.querySelector("[aria-pressed=true]").focus();
      };
      return button([`${levelText(level || "all")} `, html("small", String(number(level)))], choose, {
        "aria-pressed": String(isChosen(level)),
        disabled: !number(level) && !isChosen(level),
      });
    });
    this.levels.hidden = !all.some(({ puzzle }) => puzzle.difficulty);
    this.levels.replaceChildren(...buttons);
  }

  #choose(what) {
    Object.assign(this.chosen, what);
    this.shown = AT_ONCE;
    this.#drawLevels();
    this.#drawList();
  }

  // The chosen puzzles: those of a single set in its order, otherwise each puzzle once, easy ones
  // first.
  #puzzles(more = {}) {
    const { board, set, level } = { ...this.chosen, ...more };
    const sets = this.gallery.sets.filter(
      ({ name, board: own }) => (!board || own.name === board) && (!set || name === set),
    );
    const all = puzzlesOf(sets);
    const entries = sets.length === 1 ? all : easyFirst(all);
    return entries.filter(({ puzzle }) => !level || levelOf(puzzle) === level);
  }

  #drawList() {
    const entries = this.#puzzles();
    const set = this.gallery.sets.find(({ name }) => name === this.chosen.set);
    const more = entries.length - this.shown;
    const next = () => {
      this.shown += AT_ONCE;
      this.#drawList();
      this.list.querySelectorAll(".tiles li button")[this.shown - AT_ONCE].focus();
    };
    const solved = solvedText(progressOf(entries, this.memory));
    this.list.replaceChildren(
      set ? html("p.quiet", descriptionOf(set)) : "",
      html("p.progress", solved && html("span", solved), this.#printing(entries)),
      listOf("ul.puzzles.tiles", entries.slice(0, this.shown), (entry) => this.#puzzleTile(entry)),
      more > 0 ? button(say("puzzles.more", { count: more }), next, { class: "more" }) : "",
    );
  }

  #printing(entries) {
    return entries.length ? html("a", sheetLink(entries), say("puzzles.print")) : "";
  }

  #puzzleTile(entry) {
    const { note, source, finish } = entry.puzzle;
    const words = [
      puzzleTitle(entry),
      !this.chosen.board && html("small", titled(boardOf(entry).name)),
      finish !== "any" && html("small", goalText(finish)),
      this.#done(entry),
    ];
    const list = { kind: "set", ids: entry.set.name };
    // The remarks of puzzles are in English.
    const remark = languageNow() === "en" ? note : "";
    return this.#tile(entry, list, words, { title: [remark, source].filter(Boolean).join(" ") });
  }

  #tile(entry, list, words, more) {
    const begin = () => this.go({ kind: "puzzle", id: idOf(entry), list });
    return tile(boardOf(entry), startOf(entry), words, begin, more);
  }

  // The difficulty and the fewest moves or, if the puzzle was solved here, the moves that it took.
  #done(entry) {
    const { difficulty, best } = entry.puzzle;
    const words = [difficulty && levelText(difficulty), best && counted(best, "move")]
      .filter(Boolean)
      .join(" · ");
    return doneText(entry, this.memory) ?? html("small", words);
  }
}

// "✓ 9 moves (best possible: 8)", "solved with help", or null if it was not solved.
function doneText(entry, memory) {
  const moves = movesOf(entry, memory);
  if (moves) return html("small.done", say("puzzles.done", { moves: movesText(moves, entry.puzzle) }));
  return helpedMovesOf(entry, memory) === undefined ? null : html("small", say("puzzles.doneHelped"));
}

// The attributes of a link to a printable sheet.
export const sheetLink = (entries) => ({
  href: `sheet.html${location.search}${writePlace(placeOfList(entries))}`,
  target: "_blank",
  rel: "noopener",
});

// The boards of sets, for a select.
export const boardsOf = (sets) =>
  [...new Set(sets.map(({ board }) => board.name))].map((name) => [name, titled(name)]);

// Each puzzle once, even if several sets have it, easy ones first. Mirror images share a name.
export function easyFirst(entries) {
  const bits = ({ puzzle }) => puzzle.rating ?? Infinity;
  const key = ({ set, puzzle }) => [set.own, set.board.name, puzzle.name].join("|");
  const sorted = entries.sort((a, b) => bits(a) - bits(b) || 0); // Infinity - Infinity is no number
  return [...grouped(sorted, key).values()].map(([first]) => first);
}

// Large boards have no rating.
const levelOf = (puzzle) => puzzle.difficulty ?? UNRATED;

const MONTHS_BACK = 12;
const WEEK = 7; // days
const ROWS = 6; // weeks in the longest month, so that all months have the same height
const DAY_MARKS = { "calendar.solved": "✓", "calendar.solvedLater": "○", "calendar.solvedHelped": "◐" };

// The puzzles of past days by month, such as 2026-11, and the streak of solved days. `go` goes to a
// place.
export async function showCalendar({ provider, memory, go, place: { month = "" } }) {
  const gallery = await provider.puzzles();
  const today = new Date();
  const wanted = dateOf(`${month}-01`) ?? today;
  const ago = 12 * (today.getFullYear() - wanted.getFullYear()) + today.getMonth() - wanted.getMonth();
  let back = Math.max(0, Math.min(MONTHS_BACK, ago));
  const page = copyOf("calendar-page");
  const { title, earlier, later, streak } = partsOf(page, "title", "earlier", "later", "streak");
  let body = page.querySelector("tbody");

  const begin = (day) => go({ kind: "daily", day, list: { kind: "calendar", month: day.slice(0, 7) } });

  const cell = (first, number) => {
    const date = new Date(first.getFullYear(), first.getMonth(), number);
    if (date.getMonth() !== first.getMonth()) return html("td");
    const entry = date <= today ? puzzleOfTheDay(gallery, date) : null;
    if (!entry) return html("td", html("span.later", String(number)));
    const onTheDay = memory.days.get(dayKey(date));
    const own = onTheDay ?? movesOf(entry, memory);
    const moves = own ?? helpedMovesOf(entry, memory);
    const late = own ? "calendar.solvedLater" : moves ? "calendar.solvedHelped" : "calendar.open";
    const how = onTheDay ? "calendar.solved" : late;
    const words = [String(number), html("small", { "aria-hidden": "true" }, DAY_MARKS[how] ?? "")];
    return html(
      "td",
      button(words, () => begin(dayKey(date)), {
        "aria-current": dayKey(date) === dayKey(today) ? "date" : null,
        "aria-label": dayWords(date, entry, moves, how),
      }),
    );
  };

  const draw = () => {
    const first = new Date(today.getFullYear(), today.getMonth() - back, 1);
    title.textContent = dateText(first, { month: "long", year: "numeric" });
    earlier.disabled = back >= MONTHS_BACK;
    later.disabled = back <= 0;
    const before = (first.getDay() + WEEK - 1) % WEEK; // days of the first week that belong to the month before
    const rows = Array.from({ length: ROWS }, (_, week) =>
      html(
        "tr",
        Array.from({ length: WEEK }, (_, day) => cell(first, WEEK * week + day - before + 1)),
      ),
    );
    const weeks = html("tbody", rows);
    body.replaceWith(weeks);
    body = weeks;
    roam(body, "button", body.querySelector("[aria-current]"));
  };

  const turn = (months) => () => {
    back += months;
    draw();
  };
  earlier.addEventListener("click", turn(1));
  later.addEventListener("click", turn(-1));
  streak.textContent = longStreakText(memory, today);
  show("calendar", say("calendar.title"), page);
  draw();
  (body.querySelector("[aria-current]") ?? earlier).focus();
}

function longStreakText(memory, today) {
  const { now, most } = streaks(memory.days, today);
  if (!most) return say("streak.none");
  const longest = most > now ? ` · ${say("streak.longest", { count: most })}` : "";
  return `${streakText(memory, today) || say("streak.broken")}${longest}`;
}

// "10 November: English, easy, solved in 9 moves (best possible: 8)"
function dayWords(date, entry, moves, how) {
  const { puzzle } = entry;
  const gaps = {
    day: dateText(date, { day: "numeric", month: "long" }),
    board: titled(boardOf(entry).name),
    level: levelText(puzzle.difficulty),
  };
  return say(how, moves ? { ...gaps, moves: movesText(moves, puzzle) } : gaps);
}

// Show a list of puzzles in its order, and how many of them were solved here.
export async function showList({ provider, memory, place }) {
  const [{ name, entries, isChosen }] = await Promise.all([puzzlesIn(place, provider), learnNames()]);
  if (!entries.length) throw new Error(say("class.none"));
  if (isChosen) memory.keep("classes", placeOfList(entries).ids, new Date().toISOString());
  const all = entries.map((entry) => movesOf(entry, memory));
  const gaps = { result: resultText(all), link: await addressFor(provider, place) };
  const dialog = show(
    "class-set",
    name,
    html("p", { role: "status" }, say("class.done", { solved: all.filter(Boolean).length, all: all.length })),
    listOf("ol.puzzles.tiles.class-set", entries, (entry, i) => listTile(entry, i + 1, memory)),
    isChosen && field(say("class.result"), say("class.handIn", gaps), { share: true }),
  );
  // Begin at the first puzzle that is not solved.
  const next = all.indexOf(undefined);
  if (next >= 0) dialog.querySelectorAll(".class-set .tile")[next].focus();
}

// "2 of 3 solved: 1 in 9 moves, 3 in 15 moves"
function resultText(all) {
  const solved = all.flatMap((moves, i) =>
    moves ? [say("class.puzzle", { number: i + 1, moves: counted(moves, "move") })] : [],
  );
  const gaps = { solved: solved.length, all: all.length, puzzles: solved.join(", ") };
  return say(solved.length ? "class.solvedList" : "class.solved", gaps);
}

function listTile(entry, number, memory) {
  const { finish, difficulty } = entry.puzzle;
  const [name, board] = [puzzleTitle(entry), titled(boardOf(entry).name)];
  const words = [
    html("strong", say("class.tile", { number, name: name || board })),
    name && html("small", board),
    html("small", goalText(finish)),
    doneText(entry, memory) ?? html("small", plainLevelText(difficulty)),
  ];
  return tile(boardOf(entry), startOf(entry), words, writePlace(entry.place));
}
