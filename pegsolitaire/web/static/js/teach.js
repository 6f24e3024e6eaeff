// For teachers: puzzles chosen by board, difficulty and number, as a link for a class, a QR code and a
// sheet to print.

import { listOf, tile } from "./board-view.js";
import { baseOf, isLocal, linkField, show } from "./dialogs.js";
import { button, html, row, select } from "./elements.js";
import { boardOf, placeOfList, puzzlesOf, startOf } from "./gallery.js";
import { learnNames, puzzleTitle } from "./names.js";
import { boardsOf, easyFirst, sheetLink } from "./puzzles.js";
import { qrCode } from "./qr.js";
import { writePlace } from "./router.js";
import { counted, say } from "./say.js";
import { fromBands } from "./searches.js";
import { capital, goalText, levelText, plainLevel, plainLevelText } from "./words.js";

const NUMBERS = ["6", "12", "24", "60"];
const LEVELS = ["easy", "medium", "hard"];
const FIRST = { board: "english", level: "easy", number: "12", seed: 1 };

let teach = null; // kept, so that a teacher who comes back finds the same puzzles

export async function showTeach({ provider }) {
  const [{ sets }, base] = await Promise.all([provider.puzzles(), baseOf(provider), learnNames()]);
  teach ??= new Teach(sets, base);
  show("teaching", say("teach.title"), teach.page);
}

class Teach {
  // `address` is the base of the link.
  constructor(sets, address) {
    this.sets = sets;
    this.address = address;
    this.chosen = FIRST;
    this.page = html("div.teach");
    this.#choose({});
  }

  #choose(what) {
    const { chosen, sets } = this;
    const { board, level, number, seed } = { ...chosen, ...what };
    const all = easyFirst(puzzlesOf(sets.filter(({ board: { name } }) => name === board)));
    this.levels = LEVELS.filter((name) => all.some((entry) => levelOf(entry) === name));
    const there = this.levels.includes(level) ? level : "";
    const fitting = all.filter((entry) => !there || levelOf(entry) === there);
    this.chosen = { board, level: there, number, seed };
    this.entries = fromBands(fitting, Number(number), seed);
    this.left = new Set(); // the entries that are left out
    this.#draw();
  }

  #draw() {
    const { board, level, number, seed } = this.chosen;
    const levels = [["", say("level.all")], ...this.levels.map((name) => [name, levelText(name)])];
    const numbers = NUMBERS.map((count) => [count, count]);
    // What was used to choose keeps the focus.
    const choose = (key, value, used) => {
      this.#choose({ [key]: value });
      this.page.querySelector(`.${key} ${used}`).focus();
    };
    const pick = (key, label, all, value) => {
      const names = all.map(([one, words]) => [one, capital(words)]);
      const take = (taken) => choose(key, taken, "select");
      return html(`label.${key}`, say(label), select(say(label), names, value, take));
    };
    this.result = html("div.result");
    this.said = html("p", { role: "status" });
    this.page.replaceChildren(
      html(
        "div.choices",
        pick("board", "puzzles.board", boardsOf(this.sets), board),
        pick("level", "puzzles.level", levels, level),
        pick("number", "teach.howMany", numbers, number),
        html(
          "div.seed",
          button(say("teach.others"), () => choose("seed", seed + 1, "button")),
        ),
      ),
      this.result,
      html(
        "div",
        this.said,
        listOf("ul.puzzles.tiles", this.entries, (entry) => this.#tile(entry)),
      ),
    );
    this.#drawResult();
  }

  #tile(entry) {
    const { finish, difficulty } = entry.puzzle;
    const words = [
      html("strong", puzzleTitle(entry)),
      html("small", goalText(finish)),
      html("small", plainLevelText(difficulty)),
    ];
    const turn = () => {
      if (!this.left.delete(entry)) this.left.add(entry);
      box.setAttribute("aria-pressed", String(!this.left.has(entry)));
      this.#drawResult();
    };
    const box = tile(boardOf(entry), startOf(entry), words, turn, { "aria-pressed": "true" });
    return box;
  }

  // The link, its code, and the sheet, of the puzzles that are not left out.
  #drawResult() {
    const entries = this.entries.filter((entry) => !this.left.has(entry));
    this.said.textContent = say("teach.chosen", { puzzles: counted(entries.length, "puzzle") });
    if (!entries.length) return this.result.replaceChildren(say("teach.noneChosen"));
    const place = writePlace(placeOfList(entries));
    const link = new URL(place, this.address).href;
    return this.result.replaceChildren(
      linkField(say("teach.link"), link, say("teach.title")),
      row(
        html("a.button.main", sheetLink(entries), say("teach.print")),
        html("a.button", { href: place }, say("teach.see")),
      ),
      html("p.quiet", say("teach.about")),
      ...(isLocal(link) ? [] : [qrCode(link, say("teach.code"))]),
    );
  }
}

const levelOf = ({ puzzle }) => plainLevel(puzzle.difficulty);
