// Boards and puzzles: the catalogue, the vacancies of a board, puzzle sets, the puzzle of the day,
// printed solutions to replay, and a board of one's own from a picture.

import { show } from "./dialogs.js";
import { frame, plate, STEP } from "./board-view.js";
import { Board, LATTICES, readMoves } from "./rules.js";
import { html, svg } from "./svg.js";
import { ownBoard } from "./table.js";
import { thumb } from "./thumb.js";
import { fewestText, goalText, titled } from "./words.js";

const LARGEST_TRIANGLE = 24; // 300 holes
const LEVELS = ["easy", "medium", "hard", "very hard"];

export class Picker {
  // `open` opens a game from its words; it may reject with a message.
  constructor(provider, memory, open) {
    Object.assign(this, { provider, memory, open });
  }

  async show(spec) {
    const [documents, gallery] = await Promise.all([
      this.provider.boards(),
      this.provider.puzzles(),
    ]);
    this.boards = withOthers(documents, gallery.sets).map((document) => new Board(document));
    this.gallery = gallery;
    const known = this.boards.find((board) => board.name === spec);
    this.board = known ?? new Board(await this.provider.board(spec));
    this.#draw();
  }

  #draw() {
    const daily = puzzleOfTheDay(this.gallery.sets);
    const complaints = this.gallery.complaints.map((text) => html("p", { class: "bad" }, text));
    this.body = html("div", {});
    this.tiles = html(
      "ul",
      { class: "tiles boards" },
      ...this.boards.map((board) => html("li", {}, this.#boardTile(board))),
    );
    show(
      "picker",
      "Boards and puzzles",
      ...complaints,
      html(
        "h3",
        {},
        `Puzzle of the day, ${new Date().toLocaleDateString("en", { day: "numeric", month: "long" })}`,
      ),
      html(
        "ul",
        { class: "tiles" },
        ...(daily
          ? [html("li", {}, this.#puzzleTile(new Board(daily.set.board), daily.puzzle, daily.set))]
          : []),
      ),
      html("h3", {}, "Boards"),
      this.tiles,
      this.#triangleForm(),
      this.body,
      html("h3", {}, "A board of your own"),
      this.#ownForm(),
    );
    this.#drawBoard();
  }

  #boardTile(board) {
    const choose = () => {
      this.board = board;
      this.level = null;
      for (const tile of this.tiles.querySelectorAll(".tile"))
        tile.setAttribute("aria-pressed", String(tile.dataset.board === board.name));
      this.#drawBoard();
      this.body.scrollIntoView({ block: "nearest" });
    };
    const pressed = String(board.name === this.board.name);
    return html(
      "button",
      {
        class: "tile",
        type: "button",
        "aria-pressed": pressed,
        "data-board": board.name,
        onclick: choose,
      },
      thumb(board, 0n),
      titled(board.name),
      html("small", {}, `${board.size} holes`),
    );
  }

  // Triangles beyond those of the catalogue.
  #triangleForm() {
    const side = html("input", {
      type: "number",
      min: 4,
      max: LARGEST_TRIANGLE,
      value: 12,
      "aria-label": "Holes a side",
    });
    const wrong = html("p", { class: "bad", role: "alert" });
    const choose = async () => {
      try {
        if (!side.reportValidity()) return;
        this.board = new Board(await this.provider.board(`triangle${side.value}`));
        this.level = null;
        wrong.textContent = "";
        for (const tile of this.tiles.querySelectorAll(".tile"))
          tile.setAttribute("aria-pressed", String(tile.dataset.board === this.board.name));
        this.#drawBoard();
        this.body.scrollIntoView({ block: "nearest" });
      } catch (error) {
        wrong.textContent = error.message;
      }
    };
    const button = html("button", { type: "button", onclick: choose }, "Choose it");
    return html(
      "div",
      {},
      html("div", { class: "row triangles" }, "A triangle of side ", side, button),
      wrong,
    );
  }

  // What can be played on the board that was chosen.
  #drawBoard() {
    const { board } = this;
    const sets = this.gallery.sets.filter(
      (set) => set.board.name === board.name || sameHoles(set.board, board),
    );
    const printed = this.gallery.solutions.filter((one) => one.board === board.name);
    this.body.replaceChildren(
      html("h3", {}, `${titled(board.name)}: choose the empty hole`),
      html(
        "div",
        { class: "vacancies" },
        this.#holes(board),
        html(
          "p",
          { class: "quiet" },
          "Press a hole: the game begins with it empty and all others full. The goal is to end with one peg, back in that hole where that may be; it can be changed beside the board.",
        ),
      ),
      ...(sets.some((set) => set.puzzles.some((puzzle) => puzzle.difficulty))
        ? [this.#levels()]
        : []),
      ...sets.flatMap((set) => this.#set(board, set)),
      ...(printed.length
        ? [
            html("h3", {}, "Printed solutions to replay"),
            html(
              "ul",
              { class: "tiles" },
              ...printed.map((one) => html("li", {}, this.#printedTile(board, one))),
            ),
          ]
        : []),
    );
  }

  #holes(board) {
    const places = board.points.map(([x, y]) => [x * STEP, y * STEP]);
    const spots = places.map(([x, y], i) => {
      const begin = () => this.#open({ board: board.spec, start: board.names[i] });
      const onkeydown = (event) => [" ", "Enter"].includes(event.key) && begin();
      return svg("circle", {
        class: "spot goes",
        cx: x,
        cy: y,
        r: 48,
        role: "button",
        tabindex: "0",
        "aria-label": `${board.names[i]} empty`,
        onclick: begin,
        onkeydown,
      });
    });
    const drawn = places.map(([x, y]) =>
      svg("circle", { class: "peg-flat", cx: x, cy: y, r: 36 }),
    );
    return svg(
      "svg",
      { viewBox: frame(places).join(" "), role: "group", "aria-label": `Holes of ${board.name}` },
      plate(board, places),
      ...drawn,
      ...spots,
    );
  }

  // Which puzzles are shown: those of one level, or all.
  #levels() {
    const choose = (level) => () => {
      this.level = level;
      this.#drawBoard();
      this.body.querySelector(".levels [aria-pressed=true]").focus();
    };
    const buttons = [null, ...LEVELS].map((level) =>
      html(
        "button",
        {
          type: "button",
          "aria-pressed": String((this.level ?? null) === level),
          onclick: choose(level),
        },
        level ?? "all",
      ),
    );
    return html("div", { class: "row levels", role: "group", "aria-label": "Level" }, ...buttons);
  }

  #set(board, set) {
    const tiles = set.puzzles
      .filter((puzzle) => !this.level || puzzle.difficulty === this.level)
      .map((puzzle) => html("li", {}, this.#puzzleTile(board, puzzle, set)));
    if (!tiles.length) return [];
    return [
      html("h3", {}, titled(set.name)),
      html("p", { class: "quiet" }, set.description),
      html("ul", { class: "tiles" }, ...tiles),
    ];
  }

  #puzzleTile(board, puzzle, set) {
    const code = board.readPosition(puzzle.code);
    const moves = this.memory.records.get(
      [board.spec, board.startText(code), puzzle.problem_finish].join("|"),
    );
    const done = moves
      ? html(
          "small",
          { class: "done" },
          `✓ ${moves} moves${puzzle.best ? ` (${fewestText(puzzle)})` : ""}`,
        )
      : puzzle.best
        ? html("small", {}, `${fewestText(puzzle)} moves`)
        : "";
    const open = () =>
      this.#open(
        { board: board.spec, start: puzzle.start, finish: puzzle.finish },
        { set, puzzle },
      );
    const about = [puzzle.note, puzzle.source].filter(Boolean).join(" ");
    return html(
      "button",
      { class: "tile", type: "button", title: about, onclick: open },
      thumb(board, code),
      puzzle.name,
      html("small", {}, goalText(puzzle.finish, puzzle.start)),
      puzzle.difficulty ? html("small", {}, puzzle.difficulty) : "",
      done,
    );
  }

  #printedTile(board, printed) {
    const code = board.readStart(printed.start);
    const open = () =>
      this.#open(
        {
          board: board.spec,
          start: printed.start,
          finish: printed.finish,
          moves: printed.moves,
          at: 0,
        },
        { play: true },
      );
    readMoves(board, code, printed.moves); // a solution that does not replay has no tile
    return html(
      "button",
      { class: "tile", type: "button", title: printed.source, onclick: open },
      thumb(board, code),
      printed.name,
      html("small", {}, `${printed.moves.length} moves`),
    );
  }

  #ownForm() {
    const picture = html(
      "textarea",
      { class: "picture", "aria-label": "Picture of the board", spellcheck: "false" },
      "  ooo\n  ooo\nooooooo\nooo ooo\nooooooo\n  ooo\n  ooo\n",
    );
    const lattice = html(
      "select",
      { "aria-label": "Lattice" },
      ...LATTICES.map((name) => html("option", { value: name }, name)),
    );
    const wrong = html("p", { class: "bad", role: "alert" });
    const begin = async () => {
      try {
        await this.#open({ board: ownBoard(lattice.value, picture.value) });
      } catch (error) {
        wrong.textContent = error.message;
      }
    };
    return html(
      "div",
      {},
      html(
        "p",
        { class: "quiet" },
        "Write o for a hole and blanks for everything else. On the triangular lattice begin each row at the left, or draw it centred with blanks between the holes.",
      ),
      picture,
      html(
        "div",
        { class: "row" },
        lattice,
        html("button", { type: "button", onclick: begin }, "Play on it"),
      ),
      wrong,
    );
  }

  async #open(words, more = {}) {
    await this.open(words, more);
    document.getElementById("picker").close();
  }
}

function sameHoles(document, board) {
  return document.lattice === board.lattice && String(document.holes) === String(board.holes);
}

// The boards of the catalogue, and those that puzzle sets of one's own bring along.
function withOthers(documents, sets) {
  const all = [...documents, ...sets.map((set) => set.board)];
  return [...new Map(all.map((document) => [document.name, document])).values()];
}

// One puzzle for all who play on this day, from the sets that come with the game.
export function puzzleOfTheDay(sets, date = new Date()) {
  const all = sets
    .filter((set) => !set.own)
    .flatMap((set) =>
      set.puzzles.filter((puzzle) => puzzle.name).map((puzzle) => ({ set, puzzle })),
    );
  const day = Math.floor(
    Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000,
  );
  // Days are scattered over the puzzles, so that neighbours are not alike.
  return all.length ? all[Math.floor(((day * 0.618033988749895) % 1) * all.length)] : null;
}

// The puzzle after a game's in its set.
export function nextPuzzle(sets, board, start, finish) {
  for (const set of sets.filter((one) => one.board.name === board.name)) {
    const at = set.puzzles.findIndex(
      (puzzle) => puzzle.start === start && puzzle.problem_finish === finish,
    );
    if (at >= 0 && at + 1 < set.puzzles.length) return set.puzzles[at + 1];
  }
  return null;
}
