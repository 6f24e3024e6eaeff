// A printable sheet of puzzles, and the solutions on a separate page. The address names the puzzles,
// as in a link for a class: #set/k3x9q,p0d2m1. Older ones name a set and numbers:
// #set=english-classics&puzzles=1,2,5

import { listOf, thumb } from "./board-view.js";
import { element, html } from "./elements.js";
import { boardOf, MAX_LISTED, puzzlesOf, startOf } from "./gallery.js";
import { readPlace, writePlace } from "./router.js";
import { Memory } from "./memory.js";
import { once } from "./collections.js";
import { chooseProvider } from "./provider.js";
import { qrCode } from "./qr.js";
import { movesOf, moveText } from "./rules.js";
import { baseOf, isLocal } from "./dialogs.js";
import { puzzlesIn } from "./lists.js";
import { learnNames, puzzleTitle } from "./names.js";
import { counted, fillWords, languageHere, loadWords, say } from "./say.js";
import { capital, fewestText, goalText, plainLevelText, setTitle, titled } from "./words.js";

const AT_FIRST = 12; // puzzles of a set that is named without numbers

class Sheet {
  #drawing = 0;
  #finding = null; // the solution that is looked for: {number, all}
  #isWanted = false; // whether Print was pressed before all solutions were found
  #solutions = new Map(); // puzzle -> promise of the texts of its moves, or null

  // QR codes lead to `address`. One of this computer itself would not work on others.
  constructor(provider, sets, address) {
    this.provider = provider;
    this.sets = sets;
    if (!isLocal(address)) element("qr").value = new URL("./", address).href;
    for (const id of ["with-solutions", "qr"]) element(id).addEventListener("change", () => this.draw());
    element("print").addEventListener("click", () => this.#print());
  }

  // Show the puzzles that an address names or, if this page has none of them, the first ones.
  async show(hash) {
    const named = await entriesOf(hash, this.provider, this.sets);
    this.entries = named.length ? named : puzzlesOf(this.sets).slice(0, AT_FIRST);
    return this.draw();
  }

  // The name of the set of all puzzles or, if they were chosen for a class, "English: 12 puzzles".
  get #title() {
    const [first, ...others] = this.entries.map(({ set }) => set);
    if (others.every((set) => set === first)) return setTitle(first);
    if (this.#isMixed) return say("sheet.title");
    return say("sheet.chosen", {
      board: titled(first.board.name),
      puzzles: counted(this.entries.length, "puzzle"),
    });
  }

  get #isMixed() {
    return new Set(this.entries.map(({ set }) => set.board.name)).size > 1;
  }

  // Draw the sheet. Solutions follow when they arrive.
  async draw() {
    const number = (this.#drawing += 1);
    const isOld = () => number !== this.#drawing;
    const { entries } = this;
    const address = element("qr").value.trim();
    const isWrong = address && !isAddress(address);
    const items = entries.map((entry, i) => this.#item(entry, i + 1, isWrong ? "" : address));
    const solutions = html("ol");
    const names = html("p.names", html("span", say("sheet.name")), html("span", say("sheet.date")));
    const pages = [html("section.page", html("h2", this.#title), names, listOf("ol.puzzles", items))];
    if (element("with-solutions").checked)
      pages.push(
        html("section.page.solutions", html("h2", say("sheet.solutions", { set: this.#title })), solutions),
      );
    element("paper").replaceChildren(...pages);
    element("paper").setAttribute("aria-busy", "true");
    tell("");
    if (pages.length > 1) await this.#solve(entries, solutions, isOld);
    if (isOld()) return;
    this.#finding = null;
    element("paper").setAttribute("aria-busy", "false");
    tell(isWrong ? say("sheet.noAddress") : "", "bad");
    if (this.#isWanted) this.#print();
  }

  // Print the sheet, or say what it waits for.
  #print() {
    this.#isWanted = this.#finding !== null;
    if (this.#isWanted) this.#tellFinding();
    else window.print();
  }

  #tellFinding() {
    tell(say(this.#isWanted ? "sheet.findingFirst" : "sheet.finding", this.#finding));
  }

  #item(entry, number, address) {
    const { finish, best, difficulty } = entry.puzzle;
    const name = puzzleTitle(entry);
    const board = boardOf(entry);
    const words = [
      this.#isMixed && titled(board.name),
      goalText(finish),
      best && capital(fewestText(entry.puzzle)),
      plainLevelText(difficulty),
    ];
    const link = () => new URL(writePlace({ kind: "board", ...configByCode(entry) }), address).href;
    return [
      html("strong", say("sheet.puzzle", { number, name })),
      thumb(board, startOf(entry), say("sheet.picture", { number, name }), true),
      html(
        "div.goal",
        words.filter(Boolean).map((text) => html("div", text)),
      ),
      address ? qrCode(link(), say("sheet.code", { number })) : "",
      html("div.moves", say("sheet.moves"), html("span")),
    ];
  }

  async #solve(entries, list, isOld) {
    for (const [i, entry] of entries.entries()) {
      this.#finding = { number: i + 1, all: entries.length };
      this.#tellFinding();
      const { puzzle } = entry;
      const moves = await once(this.#solutions, puzzle, () => this.#solution(entry));
      if (isOld()) return;
      const long = puzzle.best && moves?.length > puzzle.best;
      const gaps = {
        moves: moves?.join(", "),
        count: counted(moves?.length ?? 0, "move"),
        best: long ? fewestText(puzzle) : "",
      };
      const words = say(moves ? (long ? "sheet.solutionLonger" : "sheet.solution") : "sheet.noSolution", gaps);
      const name = say("sheet.answer", { number: i + 1, name: puzzleTitle(entry) });
      list.append(html("li", html("strong", name), words));
    }
  }

  async #solution(entry) {
    const { start_code: code, shortest } = entry.puzzle;
    if (shortest) return shortest;
    const board = boardOf(entry);
    const jumps = await this.provider.solution(configByCode(entry), code, true).catch(() => null);
    const solution = jumps?.map((text) => board.jumpNamed.get(text));
    return solution ? movesOf(solution).map((move) => moveText(board, move)) : null;
  }
}

// The board, start and finish of a puzzle. The start is a code, which other pages can read as well.
function configByCode(entry) {
  const board = boardOf(entry);
  return { board: board.spec, start: board.startText(startOf(entry)), finish: entry.puzzle.finish };
}

function isAddress(text) {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}

function tell(text, tone = "") {
  element("state").textContent = text;
  element("state").className = tone;
}

async function entriesOf(hash, provider, sets) {
  const query = new URLSearchParams(hash.replace(/^#/, ""));
  if (!query.has("set")) {
    const place = readPlace(hash);
    return place?.kind === "set" ? (await puzzlesIn(place, provider)).entries.slice(0, MAX_LISTED) : [];
  }
  const all = puzzlesOf(sets.filter(({ name }) => name === query.get("set")));
  const numbers = query.get("puzzles")?.split(",").map(Number) ?? [];
  const chosen = numbers.flatMap((number) => all[number - 1] ?? []);
  return chosen.length ? chosen : all.slice(0, AT_FIRST);
}

await loadWords(languageHere());
fillWords(document);
document.documentElement.dataset.theme = new Memory(() => {}).settings.theme;
element("other").href = `./${location.search}#teach`;
try {
  const provider = chooseProvider();
  const [{ sets }] = await Promise.all([provider.puzzles(), learnNames()]);
  const sheet = new Sheet(provider, sets, await baseOf(provider));
  const show = () => sheet.show(location.hash).catch((error) => tell(say("sheet.failed", error), "bad"));
  show();
  addEventListener("hashchange", show);
  document.documentElement.dataset.ready = "yes";
} catch (error) {
  console.error(error);
  tell(say("sheet.failed", error), "bad");
}
