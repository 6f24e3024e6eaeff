// A printable sheet with chosen puzzles of a set, and the solutions on a separate page. The address
// says which puzzles: #set=english-classics&puzzles=1,2,5

import { listOf, thumb } from "./board-view.js";
import { element, html, options, svg } from "./elements.js";
import { boardOf, idOf } from "./gallery.js";
import { languageHere } from "./language.js";
import { writePlace } from "./router.js";
import { Memory } from "./memory.js";
import { once } from "./collections.js";
import { chooseProvider } from "./provider.js";
import { movesOf, moveText } from "./rules.js";
import { isLocal, linkField } from "./dialogs.js";
import { learnNames, puzzleTitle } from "./names.js";
import { counted, fillWords, loadWords, numberText, say } from "./say.js";
import { capital, fewestText, goalText, levelText, setTitle } from "./words.js";

const AT_FIRST = 12; // puzzles of a set that are chosen at first
const MAX_PUZZLES = 60; // on a sheet
const MARGIN = 4; // squares around a QR code

class Sheet {
  #drawing = 0;
  #solutions = new Map(); // puzzle -> promise of the texts of its moves, or null

  // `address` is the published address of an exported page, null if it was not given, and undefined
  // if there is a server.
  constructor(provider, sets, address) {
    this.provider = provider;
    this.sets = sets;
    this.address = address;
    element("set").append(...options(sets.map((set) => [set.name, setTitle(set)])));
    element("set").addEventListener("change", ({ target }) => this.choose(target.value));
    element("with-solutions").addEventListener("change", () => this.draw());
    element("print").addEventListener("click", () => window.print());
    element("all").addEventListener("click", () => this.#check((_, i) => i < MAX_PUZZLES));
    element("none").addEventListener("click", () => this.#check(() => false));
    element("choose").addEventListener("click", () => this.#chooseLevel());
    element("puzzles").addEventListener("change", () => this.#checked());
    this.#offerCodes();
  }

  // A QR code with this computer's own address would not work on other computers. An exported page has codes
  // for its published address, or none.
  #offerCodes() {
    const { address } = this;
    element("qr-field").hidden = address !== undefined;
    element("codes-field").hidden = !address;
    element("codes").addEventListener("change", () => this.draw());
    const here = new URL("./", location.href);
    if (!isLocal(here.href)) element("qr").value = here.href;
    element("qr").addEventListener("change", () => {
      this.draw();
      this.#drawLink();
    });
  }

  // -- choosing puzzles ---------------------------------------------------------------------------

  // Choose a set and puzzles by their numbers. If it has none of these, choose its first puzzles.
  choose(name, numbers = []) {
    this.set = this.sets.find((set) => set.name === name) ?? this.sets[0];
    this.board = boardOf(this);
    element("set").value = this.set.name;
    const levels = new Set(this.set.puzzles.map(({ difficulty }) => difficulty).filter(Boolean));
    const words = [
      ["", say("sheet.allLevels")],
      ...[...levels].map((level) => [level, capital(levelText(level))]),
    ];
    element("level").replaceChildren(...options(words));
    const there = numbers.some((number) => this.set.puzzles[number - 1]);
    const wanted = (number) => (there ? numbers.includes(number) : number <= AT_FIRST);
    const box = ({ name: title, difficulty }, i) => {
      const input = html("input", { type: "checkbox", value: i + 1, checked: wanted(i + 1) });
      return html("li", html("label.check", input, title, difficulty && html("small", levelText(difficulty))));
    };
    element("puzzles").replaceChildren(...this.set.puzzles.map(box));
    this.#checked();
  }

  #check(is) {
    this.#boxes.forEach((box, i) => (box.checked = is(this.set.puzzles[i], i)));
    this.#checked();
  }

  // Choose the first puzzles of a level, in the order of the set.
  #chooseLevel() {
    const [level, most] = [element("level").value, Math.min(MAX_PUZZLES, Number(element("most").value) || 0)];
    const is = ({ difficulty }) => !level || difficulty === level;
    const chosen = this.set.puzzles.filter(is).slice(0, most);
    this.#check((puzzle) => chosen.includes(puzzle));
  }

  get #boxes() {
    return [...element("puzzles").querySelectorAll("input")];
  }

  #checked() {
    this.numbers = this.#boxes.filter((box) => box.checked).map((box) => Number(box.value));
    this.numbers.splice(MAX_PUZZLES);
    const gaps = { number: this.numbers.length, puzzles: counted(this.set.puzzles.length, "puzzle") };
    element("chosen").textContent = say("sheet.chosen", gaps);
    const { name } = this.set;
    history.replaceState(null, "", `#set=${encodeURIComponent(name)}&puzzles=${this.numbers}`);
    this.draw();
    this.#drawLink();
  }

  // A link to the list of chosen puzzles, with the same base address as the QR codes.
  #drawLink() {
    const { set, address = element("qr").value.trim() } = this;
    const ids = this.numbers.map((i) => idOf({ set, puzzle: set.puzzles[i - 1] })).join(",");
    const base = isAddress(address) ? address : new URL("./", location.href);
    const link = new URL(writePlace({ kind: "set", ids }), base).href;
    element("link").replaceChildren(linkField(say("sheet.link"), link, this.#title));
  }

  // -- the paper ----------------------------------------------------------------------------------

  // Draw the sheet. Solutions and QR codes follow when they arrive.
  async draw() {
    const number = (this.#drawing += 1);
    const isOld = () => number !== this.#drawing;
    const puzzles = this.numbers.map((i) => this.set.puzzles[i - 1]);
    const items = puzzles.map((puzzle, i) => this.#item(puzzle, i + 1));
    const solutions = html("ol");
    const names = html("p.names", html("span", say("sheet.name")), html("span", say("sheet.date")));
    const pages = [html("section.page", html("h2", this.#title), names, listOf("ol.puzzles", items))];
    if (element("with-solutions").checked && puzzles.length)
      pages.push(
        html("section.page.solutions", html("h2", say("sheet.solutions", { set: this.#title })), solutions),
      );
    element("paper").replaceChildren(...pages);
    element("print").disabled = true;
    tell(puzzles.length ? "" : say("sheet.noneChosen"));
    try {
      await this.#addCodes(puzzles, items, isOld);
      if (pages.length > 1) await this.#solve(puzzles, solutions, isOld);
    } catch (error) {
      if (!isOld()) tell(error.message, "bad");
    }
    if (!isOld()) element("print").disabled = !puzzles.length;
  }

  get #title() {
    return setTitle(this.set);
  }

  #item(puzzle, number) {
    const { board, set } = this;
    const code = board.readPosition(puzzle.start_code);
    const name = puzzleTitle({ set, puzzle });
    const words = [
      goalText(puzzle.finish),
      puzzle.best && capital(fewestText(puzzle)),
      puzzle.difficulty &&
        say("sheet.rating", { level: levelText(puzzle.difficulty), bits: bitsText(puzzle.rating) }),
    ];
    return [
      html("strong", say("sheet.puzzle", { number, name })),
      thumb(board, code, say("sheet.picture", { number, name }), true),
      html(
        "div.goal",
        words.filter(Boolean).map((text) => html("div", text)),
      ),
      html("div.moves", say("sheet.moves"), html("span")),
    ];
  }

  async #addCodes(puzzles, items, isOld) {
    const { address = element("qr").value.trim() } = this;
    if (!address || !element("codes").checked) return;
    if (!isAddress(address)) throw new Error(say("sheet.noAddress"));
    for (const [i, puzzle] of puzzles.entries()) {
      const place = writePlace({ kind: "board", ...this.#config(puzzle) });
      const link = new URL(place, address).href;
      const rows = await this.provider.qr(link, this.sets.indexOf(this.set), this.numbers[i] - 1);
      if (isOld()) return;
      items[i][2].after(drawn(rows, say("sheet.code", { number: i + 1 })));
    }
  }

  // The config of a game that plays a puzzle.
  #config({ start_code: code, finish }) {
    const { board } = this;
    return { board: board.spec, start: board.startText(board.readPosition(code)), finish };
  }

  // -- solutions ----------------------------------------------------------------------------------

  async #solve(puzzles, list, isOld) {
    for (const [i, puzzle] of puzzles.entries()) {
      tell(say("sheet.finding", { number: i + 1, all: puzzles.length }));
      const moves = await once(this.#solutions, puzzle, () => this.#solution(puzzle));
      if (isOld()) return;
      const long = puzzle.best && moves?.length > puzzle.best;
      const gaps = {
        moves: moves?.join(", "),
        count: counted(moves?.length ?? 0, "move"),
        best: long ? fewestText(puzzle) : "",
      };
      const words = say(moves ? (long ? "sheet.solutionLonger" : "sheet.solution") : "sheet.noSolution", gaps);
      const name = say("sheet.answer", { number: i + 1, name: puzzleTitle({ set: this.set, puzzle }) });
      list.append(html("li", html("strong", name), words));
    }
    tell("");
  }

  async #solution(puzzle) {
    const { start_code: code, shortest } = puzzle;
    if (shortest) return shortest;
    const { board, provider } = this;
    const jumps = await provider.solution(this.#config(puzzle), code, true).catch(() => null);
    const solution = jumps?.map((text) => board.jumpNamed.get(text));
    return solution ? movesOf(solution).map((move) => moveText(board, move)) : null;
  }
}

// A QR code, row by row.
function drawn(rows, label) {
  const size = rows.length + 2 * MARGIN;
  const d = rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(
        ({ index, 0: { length } }) => `M${index + MARGIN} ${y + MARGIN}h${length}v1h-${length}z`,
      ),
    )
    .join("");
  return svg(
    "svg.qr",
    { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label },
    svg("path", { d, "shape-rendering": "crispEdges" }),
  );
}

function isAddress(text) {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}

const bitsText = (bits) => numberText(bits, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function tell(text, tone = "") {
  element("state").textContent = text;
  element("state").className = tone;
}

// The set and puzzles in the address. `choose` replaces what is missing or wrong.
function choiceOf(hash) {
  const query = new URLSearchParams(hash.replace(/^#/, ""));
  return [query.get("set"), query.get("puzzles")?.split(",").map(Number)];
}

await loadWords(languageHere());
fillWords(document);
document.documentElement.dataset.theme = new Memory(() => {}).settings.theme;
try {
  const provider = chooseProvider();
  const [{ sets }] = await Promise.all([provider.puzzles(), learnNames()]);
  const sheet = new Sheet(provider, sets, await provider.published());
  sheet.choose(...choiceOf(location.hash));
  addEventListener("hashchange", () => sheet.choose(...choiceOf(location.hash)));
  document.documentElement.dataset.ready = "yes";
} catch (error) {
  console.error(error);
  tell(say("sheet.failed", error), "bad");
}
