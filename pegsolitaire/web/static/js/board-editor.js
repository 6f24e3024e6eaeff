// The player's own board, drawn by hand on a lattice or read from a text. The page says immediately
// whether it can be solved and from where. The board can be saved, played and shared.

import { frame, listOf, plate, sign, STEP, thumb, tile } from "./board-view.js";
import { attempt, button, copyOf, html, options, partsOf, refusal, roam, row, select, svg } from "./elements.js";
import { LATTICES } from "./lattices.js";
import { finder } from "./reading.js";
import { Board, boardOfPicture, byMiddle, codeText, indexOf, rowByRow, toPlane } from "./rules.js";
import { addressFor, linkField } from "./dialogs.js";
import { counted, say } from "./say.js";
import { lostText, titled } from "./words.js";

const DRAWN = ["square", "square-diagonal", "triangular"]; // the lattices to draw on
const [MIN_SIDE, MAX_SIDE] = [4, 12]; // places along a side
const MAX_TRIED_HOLES = 40; // largest board of which every hole is tried
const PAUSE = 500; // milliseconds between a change and the first question
const PAUSE_IN_TEXT = 200; // milliseconds between typing and reading the text
const AT_FIRST = "square:--ooo/--ooo/ooooooo/ooooooo/ooooooo/--ooo/--ooo";

const isTriangle = (lattice) => lattice === "triangular";

// Holes on a square or triangular lattice with a number of places per side, and the brushes that
// paint them. A brush also paints the mirror image of a place, or its images under rotations.
export class Drawing {
  constructor(lattice = "square", size = 7) {
    this.lattice = lattice;
    this.size = size;
    this.mirrored = false;
    this.turned = false;
    this.painted = new Map(); // "x,y" -> [x, y]
  }

  // The smallest drawing that holds a board, with the board in the middle; null if the board is too
  // large.
  static of({ lattice, holes }) {
    if (!DRAWN.includes(lattice)) return null;
    const low = (of, some = holes) => Math.min(...some.map(of));
    const left = holes.map(([x, y]) => [x - low(([u]) => u), y]);
    const top = isTriangle(lattice) ? low(([x, y]) => y - x, left) : low(([, y]) => y, left);
    const moved = left.map(([x, y]) => [x, y - top]);
    const sides = isTriangle(lattice) ? [1] : [0, 1];
    const width = (axis) => 1 + Math.max(...moved.map((hole) => hole[axis]));
    const size = Math.max(...sides.map(width));
    if (size > MAX_SIDE) return null;
    const drawing = new Drawing(lattice, Math.max(size, MIN_SIDE));
    const [right, down] = isTriangle(lattice)
      ? [0, 0]
      : [0, 1].map((axis) => Math.floor((drawing.size - width(axis)) / 2));
    for (const [x, y] of moved) drawing.paint([x + right, y + down], true);
    return drawing;
  }

  get places() {
    const rows = Array.from({ length: this.size }, (_, y) => y);
    return rows.flatMap((y) => rows.map((x) => [x, y])).filter((place) => this.#isHere(place));
  }

  #isHere(/** @type {number[]} */ [x, y]) {
    return x >= 0 && y >= 0 && y < this.size && x < (isTriangle(this.lattice) ? y + 1 : this.size);
  }

  // A place and those that the brushes paint with it.
  images(place) {
    const [last, triangle] = [this.size - 1, isTriangle(this.lattice)];
    const mirror = ([x, y]) => [triangle ? y - x : last - x, y];
    const turn = ([x, y]) => (triangle ? [last - y, last - y + x] : [last - y, x]);
    const ways = [this.mirrored && mirror, this.turned && turn].filter(Boolean);
    const images = new Map([[String(place), place]]);
    for (const placed of images.values()) {
      for (const way of ways) {
        const image = way(placed);
        if (!images.has(String(image))) images.set(String(image), image);
      }
    }
    return [...images.values()];
  }

  paint(place, on) {
    for (const image of this.images(place)) {
      if (on) this.painted.set(String(image), image);
      else this.painted.delete(String(image));
    }
  }

  has(place) {
    return this.painted.has(String(place));
  }

  // The same drawing with more or fewer places. The holes stay in the middle, as far as they fit.
  resized(size) {
    const drawing = new Drawing(this.lattice, size);
    const more = size - this.size;
    const [third, half] = [3, 2].map((part) => Math.trunc(more / part));
    const [right, down] = isTriangle(this.lattice) ? [third, 2 * third] : [half, half];
    const moved = [...this.painted.values()].map(([x, y]) => [x + right, y + down]);
    for (const place of moved.filter((image) => drawing.#isHere(image))) drawing.paint(place, true);
    return drawing;
  }

  // The painted places, row by row, in the order of the holes of a board.
  get shown() {
    return rowByRow(this.painted.values());
  }

  // The board, moved to the first column and row; null if there is no hole.
  get board() {
    const [left, top] = [0, 1].map((axis) => Math.min(...this.shown.map((place) => place[axis])));
    const holes = this.shown.map(([x, y]) => [x - left, y - top]);
    return holes.length ? new Board({ name: "own", lattice: this.lattice, holes }) : null;
  }
}

// Whether a link can hold a board. A picture of a triangular board with a blank between all holes
// of a row would be read as a centred board.
const hasLink = (board) => String(boardOfSpec(board.spec).holes) === String(board.holes);

// For each hole, the first hole that a mirror or a rotation of the board takes it to.
export function alike(board) {
  const drawing = Drawing.of(board);
  for (const [mirrored, turned] of drawing
    ? [
        [true, true],
        [false, true],
        [true, false],
      ]
    : []) {
    const { shown } = Object.assign(drawing, { mirrored, turned });
    const index = indexOf(shown);
    const images = shown.map((place) => drawing.images(place).map((image) => index.get(String(image)) ?? -1));
    const firsts = images.map((all) => Math.min(...all));
    if (!firsts.includes(-1)) return firsts;
  }
  return [...board.holes.keys()];
}

// The hole that is empty at the start while nothing is known: near the middle, with a jump into it.
export const firstStart = (board) =>
  board.names[byMiddle(board).find((i) => board.jumpsFrom(board.vacancy(i)).length)];

// What is known about a board, in a sentence or two. `standings` has one entry per hole (null if
// nothing is known), and `busy` says that the search goes on.
export function ownText(board, { standings = null, busy = false, lost = null, same = null } = {}) {
  if (!board) return say("own.start");
  const number = counted(board.size, "hole");
  const holes = same
    ? say("own.holesOf", { holes: number, board: titled(same) })
    : say("own.holes", { holes: number });
  if (!same && !hasLink(board)) return say("own.apart", { holes });
  if (!board.jumps.length) return say("own.noJump", { holes });
  if (!standings) return busy ? say("own.checking", { holes }) : holes;
  if (lost) return `${holes} ${lost}`;
  const among = (...kinds) => standings.filter((standing) => kinds.includes(standing)).length;
  const [can, open] = [among("back", "anywhere"), among("unknown")];
  const some = say(can === 1 ? "own.oneHole" : "own.someHoles", { count: can });
  const verdict = can ? (can === board.size ? say("own.anyHole") : some) : open ? "" : say("own.lost");
  const unknown = can ? say("own.openMore", { count: open }) : say("own.open");
  const rest = !open ? "" : busy ? say("own.trying", { count: open }) : unknown;
  return [holes, verdict, rest].filter(Boolean).join(" ");
}

export class OwnTab {
  #questions = 0; // counts questions, so that late answers are dropped
  #reading = Promise.resolve(); // resolves once the text has been read

  // `open` opens a game from its config.
  constructor(provider, memory, open) {
    this.provider = provider;
    this.memory = memory;
    this.open = open;
    this.name = "";
    this.drawing = Drawing.of(boardOfSpec(AT_FIRST));
  }

  draw(documents) {
    this.documents = documents;
    const page = copyOf("own-page");
    this.parts = partsOf(page, "tools", "surface", "told", "said", "wrong", "kept");
    const on = (name, action) =>
      page.querySelector(name).addEventListener("click", () => attempt(this.parts.wrong, action));
    on("button.main", async () => this.open({ ...(await this.#config()), name: this.name }));
    on("button.share", () => this.#share());
    this.text = page.querySelector("textarea");
    this.textSaid = page.querySelector(".drawn");
    this.lattice = page.querySelector("select");
    this.lattice.append(...options(Object.keys(LATTICES).map((name) => [name, say(`lattice.${name}`)])));
    for (const box of [this.text, this.lattice])
      box.addEventListener("input", () => (this.#reading = this.#read()));
    this.#show(this.drawing);
    this.#takeDrawing();
    return [page];
  }

  // -- drawing ------------------------------------------------------------------------------------

  // Show another drawing, lattice or brush. The brushes stay on.
  #show(drawing) {
    const { mirrored, turned } = this.drawing;
    this.drawing = Object.assign(drawing, { mirrored, turned });
    const brush = (key, words) => {
      const onclick = () => anew(Object.assign(drawing, { [key]: !drawing[key] }));
      return button(words, onclick, { "aria-pressed": String(drawing[key]) });
    };
    const anew = (next) => {
      this.#show(next);
      this.#takeDrawing();
    };
    const sizes = Array.from({ length: MAX_SIDE - MIN_SIDE + 1 }, (_, i) => [
      MIN_SIDE + i,
      say("own.side", { count: MIN_SIDE + i }),
    ]);
    const lattices = DRAWN.map((name) => [name, say(`own.${name}`)]);
    this.parts.tools.replaceChildren(
      select(say("own.lattice"), lattices, drawing.lattice, (lattice) => {
        const isAlike = isTriangle(lattice) === isTriangle(drawing.lattice);
        anew(isAlike ? Object.assign(drawing, { lattice }) : new Drawing(lattice, drawing.size));
      }),
      select(say("own.size"), sizes, drawing.size, (size) => anew(drawing.resized(Number(size)))),
      button(say("own.clear"), () => anew(new Drawing(drawing.lattice, drawing.size))),
      brush("mirrored", say("own.mirror")),
      brush("turned", say(isTriangle(drawing.lattice) ? "own.three" : "own.four")),
    );
    this.places = drawing.places;
    const inPlane = (place) => toPlane(drawing.lattice, place).map((part) => Math.round(part * STEP));
    this.points = new Map(this.places.map((place) => [String(place), inPlane(place)]));
    const points = [...this.points.values()];
    this.spots = this.places.map(([x, y], i) => {
      const label = { role: "button", "aria-label": say("own.place", { row: y + 1, place: x + 1 }) };
      return svg("g.place", { "data-at": i, transform: `translate(${points[i].join(" ")})`, ...label });
    });
    const label = { role: "group", "aria-label": say("own.label") };
    this.sheet = svg("svg", { viewBox: frame(points).join(" "), ...label }, svg("g"), this.spots);
    this.#listen();
    this.parts.surface.replaceChildren(this.sheet);
    roam(this.sheet, ".place");
  }

  // The first press paints or erases, and dragging from there does the same.
  #listen() {
    let on = null;
    const at = (target) => this.places[target?.closest?.(".place")?.dataset.at];
    const paint = (place) => {
      if (!place || this.drawing.has(place) === on) return;
      this.drawing.paint(place, on);
      this.standings = null;
      this.#render();
    };
    const begin = (place) => {
      on = place ? !this.drawing.has(place) : null;
      paint(place);
    };
    const end = () => {
      if (on !== null) this.#takeDrawing();
      on = null;
    };
    const hear = (name, action) => this.sheet.addEventListener(name, action);
    hear("pointerdown", (event) => {
      if (event.button) return;
      begin(at(event.target));
      this.sheet.setPointerCapture(event.pointerId);
    });
    hear(
      "pointermove",
      ({ clientX, clientY }) => on === null || paint(at(document.elementFromPoint(clientX, clientY))),
    );
    hear("pointerup", end);
    hear("pointercancel", end);
    hear("keydown", (event) => {
      if (![" ", "Enter"].includes(event.key)) return;
      event.preventDefault();
      begin(at(event.target));
      end();
    });
  }

  // After a change by hand, write the board into the text.
  #takeDrawing() {
    const { board } = this.drawing;
    this.text.value = board?.picture(null, "\n") ?? "";
    this.textSaid.replaceChildren();
    this.#setBoard(board, () => {
      if (!board || !hasLink(board)) throw new Error(board ? ownText(board) : say("own.drawFirst"));
      return { board: finder(this.documents)(board.holes, board.lattice)?.name ?? board.spec };
    });
  }

  // After a change of the text, draw its board if there is room. `marks` says what the marks of a
  // picture mean.
  async #read(marks = undefined) {
    const question = (this.#questions += 1);
    const lattice = this.lattice.value;
    const text = lattice ? `lattice: ${lattice}\n${this.text.value}` : this.text.value;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_IN_TEXT));
    if (question !== this.#questions) return;
    this.textSaid.replaceChildren(say("own.reading"));
    try {
      const found = await this.provider.read(text, { marks });
      if (question !== this.#questions) return;
      const { board: spec, position } = found;
      const board = new Board({ ...found.geometry, name: spec.includes(":") ? "own" : spec });
      const code = position && board.readPosition(position);
      const drawing = Drawing.of(board);
      this.#show(drawing ?? new Drawing());
      this.textSaid.replaceChildren(
        found.read_as ?? "",
        drawing && !position ? "" : thumb(board, code ?? board.full, say("own.board")),
      );
      if (!drawing) this.parts.surface.replaceChildren(say("own.large"));
      this.#setBoard(board, () => {
        if (!position) return { board: spec };
        const start = board.startText(board.readPosition(found.start ?? position));
        return { board: spec, start, finish: "any", moves: found.jumps };
      });
    } catch (error) {
      if (question !== this.#questions) return;
      this.textSaid.replaceChildren(...refusal(error, (mark) => (this.#reading = this.#read(mark))));
      this.#setBoard(null, () => {
        throw error;
      });
    }
  }

  // Take a board, or null if there is none. `configOf` returns the config of a game on it, or
  // throws an error that says what is wrong.
  #setBoard(board, configOf) {
    this.board = board;
    this.configOf = configOf;
    this.start = null;
    this.isChecked = false; // whether the best start is known
    this.parts.wrong.textContent = "";
    this.parts.said.textContent = "";
    this.#showSaved();
    this.#ask();
  }

  #render() {
    const { drawing, standings } = this;
    const { shown } = drawing;
    const order = indexOf(shown);
    this.spots.forEach((spot, i) => {
      const place = this.places[i];
      const hole = order.get(String(place));
      const standing = standings?.[hole];
      spot.setAttribute("aria-pressed", String(hole !== undefined));
      spot.replaceChildren(
        svg("circle.press", { r: 50 }),
        svg("circle", { class: hole === undefined ? "dot" : "hole-flat", r: hole === undefined ? 9 : 36 }),
        ...(hole !== undefined && standing && standing !== "unknown" ? sign(standing) : []),
      );
    });
    const points = shown.map((place) => this.points.get(String(place)));
    const wood = shown.length ? plate({ lattice: drawing.lattice, holes: shown }, points) : svg("g");
    this.sheet.firstChild.replaceWith(wood);
  }

  // -- verdicts -----------------------------------------------------------------------------------

  // Ask what is known about the board, then try hole by hole until everything is known or the
  // drawing changes.
  async #ask() {
    const question = (this.#questions += 1);
    const same = this.board && finder(this.documents)(this.board.holes, this.board.lattice);
    const board = same ? new Board(same) : this.board;
    const isOld = () => question !== this.#questions || !this.parts.surface.isConnected;
    let lost = null;
    const tell = (standings, busy) => {
      this.standings = standings;
      this.parts.told.textContent = ownText(board, { standings, busy, lost, same: same?.name });
      this.#render();
    };
    const isPlayable = Boolean(board?.jumps.length && (same || hasLink(board)));
    tell(null, isPlayable);
    if (!isPlayable) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (isOld()) return;
    try {
      const { opening, vacancies } = await this.provider.board(board.spec);
      if (isOld()) return;
      this.isChecked = true;
      const standings = [...vacancies];
      const firsts = alike(board);
      const settle = (first, standing) =>
        firsts.forEach((like, i) => {
          if (like === first && standings[i] === "unknown") standings[i] = standing;
        });
      if (opening.standing === "never") lost = lostText(opening);
      else settle(firsts[board.names.indexOf(opening.start)], opening.standing);
      const open = new Set(
        firsts.filter((_, i) => standings[i] === "unknown" && !lost && board.size <= MAX_TRIED_HOLES),
      );
      for (const first of open) {
        tell(standings, true);
        settle(first, await this.#tryStart(board, board.vacancy(first)));
        if (isOld()) return;
      }
      if (opening.standing === "unknown")
        this.start = board.names[byMiddle(board).find((i) => ["back", "anywhere"].includes(standings[i]))];
      tell(standings, false);
    } catch (error) {
      if (!isOld()) this.parts.told.textContent = `${ownText(board)} ${error.message}`;
    }
  }

  // Whether a game from a vacancy can be won.
  async #tryStart(board, code) {
    if (!board.jumpsFrom(code).length) return "never";
    const { provider } = this;
    const [spec, text] = [board.spec, codeText(code)];
    const searched = async () => {
      const { positions } = await provider.verdicts({ board: spec, start: text, finish: "any" }, [text]);
      return positions[0].winning;
    };
    const assessed = async () => (await provider.assess(spec, text)).solvable;
    // A server searches longer if the first search leaves it open.
    const can = (await searched().catch(() => null)) ?? (await assessed().catch(() => null));
    return { true: "anywhere", false: "never" }[can] ?? "unknown";
  }

  // -- playing, sharing and saving ----------------------------------------------------------------

  // The config of a game on this board. If no winnable start was known, use one that was found
  // here. Nobody has to wait for the check: a game on a new board can begin before it.
  async #config() {
    await this.#reading;
    const config = this.configOf();
    if (!this.board.jumps.length) throw new Error(say("own.neverJump"));
    const isNew = config.board.includes(":");
    const start = config.start ?? this.start ?? (isNew && !this.isChecked ? firstStart(this.board) : undefined);
    return start === config.start ? config : { ...config, start, finish: "any" };
  }

  async #share() {
    const { moves: _, ...config } = await this.#config();
    const place = { kind: "board", ...config, name: this.name };
    const title = this.name || say("own.shareName");
    this.parts.said.replaceChildren(linkField(say("own.link"), await addressFor(this.provider, place), title));
    this.parts.said.querySelector("input").select();
    this.parts.said.scrollIntoView({ block: "nearest" });
  }

  // Show the saved boards, and the name of this one.
  #showSaved() {
    const { boards } = this.memory;
    const { spec } = this.board ?? {};
    const oninput = () => (this.name = name.value.trim());
    const label = { "aria-label": say("own.name"), placeholder: say("own.giveName") };
    const name = html("input", { ...label, value: this.name, maxlength: 40, oninput });
    const tell = (text) => (this.parts.said.textContent = text);
    const keep = () => {
      if (!spec) return tell(say("own.drawBoard"));
      if (!this.name) return tell(say("own.nameFirst"));
      this.memory.keep("boards", this.name, spec);
      this.#showSaved();
      return tell(say("own.saved", { name: this.name }));
    };
    const forget = () => {
      this.memory.forget("boards", this.name);
      this.name = "";
      this.#showSaved();
      tell("");
    };
    const isKept = this.name && boards.get(this.name) === spec;
    this.parts.kept.replaceChildren(
      row(name, isKept ? button(say("own.delete"), forget) : button(say("own.save"), keep)),
      listOf("ul.tiles", [...boards], (entry) => this.#tile(...entry)),
    );
  }

  #tile(title, spec) {
    const board = boardOfSpec(spec);
    const take = () => {
      const drawing = Drawing.of(board);
      this.name = title;
      if (drawing) this.drawing = drawing;
      this.#show(this.drawing);
      this.parts.tools.scrollIntoView({ block: "nearest" });
      if (drawing) return this.#takeDrawing();
      this.text.value = board.picture(null, "\n");
      this.lattice.value = board.lattice;
      this.#reading = this.#read();
    };
    return tile(board, board.full, [title, html("small", counted(board.size, "hole"))], take);
  }
}

const boardOfSpec = (spec) => boardOfPicture(...spec.split(":"));
