// The tab of puzzles: the puzzle of the day, and all others by board, set and level, some at a time.

import { streakText } from "./calendar.js";
import { dailyName, puzzleOfTheDay } from "./daily.js";
import { climbed, laddersOf } from "./ladders.js";
import { puzzleId } from "./link.js";
import { movesOf, progressOf, progressText, solvedText } from "./progress.js";
import { Board } from "./rules.js";
import { skillOf } from "./skill.js";
import { html } from "./svg.js";
import { thumb } from "./thumb.js";
import { counted, goalText, titled } from "./words.js";

const UNRATED = "not rated";
const LEVELS = ["easy", "medium", "hard", "very hard", UNRATED];
const AT_ONCE = 24;
const SURE = 110; // a deviation of a rating, up to which it is more than a guess

export class PuzzlesTab {
  // `open` opens a game from its words; `board` is the one that is played on; `other` opens the
  // calendar or the storm.
  constructor(gallery, board, memory, open, other) {
    Object.assign(this, { gallery, memory, open, other });
    const { sets } = gallery;
    this.boards = new Map(sets.map((set) => [set.board.name, new Board(set.board)]));
    const found = [...this.boards.values()].find((one) => sameHoles(one, board));
    this.chosen = { board: found?.name ?? "", set: "", level: "" };
    this.shown = AT_ONCE;
    this.list = html("div", { class: "found" });
  }

  draw() {
    this.#drawList();
    return [
      html("div", { class: "daily" }, this.#today(), this.#days(), this.#storm()),
      html("h3", {}, "Ladders, from easy to hard"),
      html("p", { class: "rating quiet" }, skillText(this.memory)),
      html("ul", { class: "puzzles tiles ladders" }, ...laddersOf(this.gallery).map((one) => html("li", {}, this.#ladder(one)))),
      html("h3", {}, "All puzzles"),
      this.#filters(),
      this.list,
    ];
  }

  // -- the puzzle of the day ----------------------------------------------------------------------

  #today() {
    const today = puzzleOfTheDay(this.gallery);
    if (!today) return "";
    const board = new Board(today.set.board);
    const { puzzle } = today;
    return html(
      "button",
      { class: "today", type: "button", onclick: () => this.#begin(board, puzzle, { day: new Date() }) },
      thumb(board, board.readPosition(puzzle.start_code)),
      html(
        "span",
        {},
        html("strong", {}, dailyName(new Date(), puzzle)),
        html("small", {}, titled(board.name)),
        html("small", {}, goalText(puzzle.finish, puzzle.start)),
        this.#done(board, puzzle),
      ),
    );
  }

  #days() {
    const { daily } = this.gallery;
    if (!daily?.length) return "";
    const words = streakText(this.memory) || "a calendar of the puzzles of the day";
    return entry("past-days", "Past days", words, () => this.other("calendar"));
  }

  #storm() {
    const best = this.memory.storm.storm;
    const words = best ? `best score: ${best}` : "find the one jump that wins, in three minutes";
    return entry("begin-storm", "Storm", words, () => this.other("storm"));
  }

  // A ladder is climbed from where the player is; from the top the last rung can be played again.
  #ladder({ theme, rungs }) {
    const done = climbed({ rungs }, this.memory);
    const { set, puzzle } = rungs[Math.min(done, rungs.length - 1)];
    const board = this.boards.get(set.board.name);
    return html(
      "button",
      { class: "tile", type: "button", onclick: () => this.#play(set, puzzle) },
      thumb(board, board.readPosition(puzzle.start_code)),
      html("strong", {}, theme),
      done < rungs.length
        ? html("small", {}, `Step ${done + 1} of ${rungs.length} · ${puzzle.difficulty}`)
        : html("small", { class: "done" }, `✓ all ${rungs.length} steps`),
    );
  }

  // -- what is shown ------------------------------------------------------------------------------

  #filters() {
    const { sets } = this.gallery;
    const names = [...this.boards.keys()];
    this.boardBox = choice("Board", { "": "All boards", ...named(names) }, this.chosen.board);
    this.boardBox.addEventListener("input", () => {
      this.#choose({ board: this.boardBox.value, set: "" });
      this.#drawSets(sets);
    });
    this.setBox = choice("Set", {}, "");
    this.setBox.addEventListener("input", () => this.#choose({ set: this.setBox.value }));
    this.#drawSets(sets);
    this.levels = html("div", { class: "row levels", role: "group", "aria-label": "Level" });
    this.#drawLevels();
    return html("div", { class: "filters" }, this.boardBox, this.setBox, this.levels);
  }

  #drawSets(sets) {
    const mine = sets.filter((set) => set.board.name === this.chosen.board);
    this.setBox.hidden = mine.length < 2;
    this.setBox.replaceChildren(
      ...options({ "": "All sets", ...this.#setNames(mine) }, this.chosen.set),
    );
  }

  // Each with how many of it were solved.
  #setNames(sets) {
    return Object.fromEntries(
      sets.map((set) => {
        const { solved, all } = this.#progress(set.puzzles.map((puzzle) => ({ set, puzzle })));
        return [set.name, `${titled(set.name)}${solved ? ` (${solved} of ${all})` : ""}`];
      }),
    );
  }

  #progress(found) {
    const placed = found.map(({ set, puzzle }) => ({
      puzzle,
      board: this.boards.get(set.board.name),
    }));
    return progressOf(placed, this.memory);
  }

  #drawLevels() {
    const all = this.#puzzles({ level: "" });
    const count = (level) => all.filter(({ puzzle }) => !level || levelOf(puzzle) === level).length;
    const levels = LEVELS.filter((level) => level !== UNRATED || count(level) || this.chosen.level === level);
    const buttons = ["", ...levels].map((level) => {
      const number = count(level);
      return html(
        "button",
        {
          type: "button",
          "aria-pressed": String(this.chosen.level === level),
          disabled: !number && this.chosen.level !== level,
          onclick: () => {
            this.#choose({ level });
            this.levels.querySelector("[aria-pressed=true]").focus();
          },
        },
        `${level || "all"} `,
        html("small", {}, String(number)),
      );
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

  // The puzzles that are asked for: those of one set in its order, else each once, the easy ones first.
  #puzzles(more = {}) {
    const { board, set, level } = { ...this.chosen, ...more };
    const sets = this.gallery.sets.filter(
      (one) => (!board || one.board.name === board) && (!set || one.name === set),
    );
    const all = sets.flatMap((one) => one.puzzles.map((puzzle) => ({ set: one, puzzle })));
    const found = sets.length === 1 ? all : eachOnce(all.sort((a, b) => bits(a) - bits(b) || 0));
    return found.filter(({ puzzle }) => !level || levelOf(puzzle) === level);
  }

  #drawList() {
    const found = this.#puzzles();
    const set = this.gallery.sets.find(({ name }) => name === this.chosen.set);
    const more = found.length - this.shown;
    const tiles = found.slice(0, this.shown).map((one) => html("li", {}, this.#tile(one)));
    const next = () => {
      this.shown += AT_ONCE;
      this.#drawList();
      this.list.querySelectorAll(".tiles li button")[this.shown - AT_ONCE].focus();
    };
    const solved = progressText(this.#progress(found));
    this.list.replaceChildren(
      set ? html("p", { class: "quiet" }, set.description) : "",
      html("p", { class: "progress" }, solved && html("span", {}, solved), this.#printing(found)),
      html("ul", { class: "puzzles tiles" }, ...tiles),
      more > 0
        ? html("button", { type: "button", class: "more", onclick: next }, `Show more (${more})`)
        : "",
    );
  }

  // A page to print: of the set that is chosen, or the first of those that are shown.
  #printing(found) {
    if (!found.length) return "";
    const href = `sheet.html#set=${encodeURIComponent(found[0].set.name)}`;
    return html("a", { href, target: "_blank", rel: "noopener" }, "Print a sheet of puzzles");
  }

  // -- tiles --------------------------------------------------------------------------------------

  #tile({ set, puzzle }) {
    const board = this.boards.get(set.board.name);
    return html(
      "button",
      {
        class: "tile",
        type: "button",
        title: [puzzle.note, puzzle.source].filter(Boolean).join(" "),
        onclick: () => this.#play(set, puzzle),
      },
      thumb(board, board.readPosition(puzzle.start_code)),
      puzzle.name,
      this.chosen.board ? "" : html("small", {}, titled(board.name)),
      puzzle.finish === "any" ? "" : html("small", {}, goalText(puzzle.finish, puzzle.start)),
      this.#done(board, puzzle),
    );
  }

  // How hard it is, and in how many moves it was solved here, or how few there are.
  #done(board, puzzle) {
    const { difficulty, best } = puzzle;
    const moves = movesOf(puzzle, board, this.memory);
    if (moves) return html("small", { class: "done" }, solvedText(moves, puzzle));
    const words = [difficulty, best && counted(best, "move")].filter(Boolean);
    return html("small", {}, words.join(" · "));
  }

  #play(set, puzzle) {
    const id = puzzleId(set.board.name, puzzle.start_code, puzzle.problem_finish);
    return this.#begin(this.boards.get(set.board.name), puzzle, { id });
  }

  #begin(board, { start, finish }, place) {
    return this.open({ board: board.spec, start, finish, ...place });
  }
}

// The player's rating, and how sure it is.
function skillText({ results }) {
  const { rating, rd, games } = skillOf(results.values());
  if (!games) return "Solve rated puzzles without help and you get a rating.";
  const sure = rd > SURE ? ", still uncertain" : "";
  return `Your rating: ${rating.toLocaleString("en")}${sure}. Your first try at each rated puzzle counts.`;
}

// Something to begin, beside the puzzle of the day.
function entry(name, title, words, onclick) {
  const attributes = { class: `entry ${name}`, type: "button", onclick };
  return html("button", attributes, html("span", {}, html("strong", {}, title), html("small", {}, words)));
}

const bits = ({ puzzle }) => puzzle.rating ?? Infinity;

// Of puzzles that several sets have, the first of each.
function eachOnce(found) {
  const seen = new Map();
  for (const one of found) {
    const { set, puzzle } = one;
    const key = [set.own, set.board.name, puzzle.name].join("|"); // mirror images have one name
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()];
}

// How hard a puzzle is; past some holes that is not worked out.
const levelOf = (puzzle) => puzzle.difficulty ?? UNRATED;

function sameHoles(one, other) {
  return one.lattice === other.lattice && String(one.holes) === String(other.holes);
}

const named = (names) => Object.fromEntries(names.map((name) => [name, titled(name)]));

function choice(label, all, chosen) {
  return html("select", { "aria-label": label }, ...options(all, chosen));
}

function options(all, chosen) {
  return Object.entries(all).map(([value, words]) =>
    html("option", { value, selected: value === chosen }, words),
  );
}
