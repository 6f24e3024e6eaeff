// What to play, in tabs: the boards, the empty hole to begin with, puzzles, solutions to step through,
// and a board of one's own.

import { frame, plate, STEP } from "./board-view.js";
import { show } from "./dialogs.js";
import { OwnTab } from "./board-editor.js";
import { PuzzlesTab } from "./puzzles.js";
import { roam } from "./roam.js";
import { Board } from "./rules.js";
import { SolutionsTab } from "./solutions.js";
import { button, html, row, svg } from "./svg.js";
import { sign, thumb } from "./thumb.js";
import { lostText, STANDINGS, titled } from "./words.js";

const LARGEST_TRIANGLE = 24; // 300 holes
const TABS = {
  boards: "Boards",
  hole: "Start",
  puzzles: "Puzzles",
  solutions: "Solutions",
  own: "Your own",
};

// The kinds of boards, as their names tell them; the last takes what is left.
const KINDS = [
  ["Crosses and diamonds", /^(english|french|wiegleb|semi-wiegleb|diamond)\d*$/],
  ["Triangles", /^triangle\d+$/],
  ["Squares", /^square\d+$/],
  ["Rectangles", /^rectangle/],
  ["Triangles without corners", /^truncated/],
  ["Hexagons and stars", /^(hexagon|star)/],
  ["Rhombi", /^rhombus/],
  ["Others", /(?:)/],
];

export class Picker {
  #tab = "boards";

  // `open` opens a game from its words; it may reject with a message. `others` opens what else there
  // is to play, each by its name.
  constructor(provider, memory, open, others) {
    Object.assign(this, { provider, memory });
    this.other = (name) => others[name]().catch((error) => this.#complain(error));
    this.open = async (words, more = {}) => {
      await open(words, more);
      document.getElementById("picker").close();
    };
    this.own = new OwnTab(provider, memory, this.open);
    this.begin = (words, more) => this.open(words, more).catch((error) => this.#complain(error));
  }

  #complain(error) {
    this.panel.querySelector(":scope > [role=alert]")?.remove();
    this.panel.prepend(html("p", { class: "bad", role: "alert" }, error.message));
    this.panel.scrollTop = 0;
  }

  // Show it for the board that is played on.
  async show(spec, tab = this.#tab) {
    const [documents, gallery] = await Promise.all([
      this.provider.boards(),
      this.provider.puzzles(),
    ]);
    this.documents = withOthers(documents, gallery.sets);
    this.gallery = gallery;
    this.document =
      this.documents.find(({ name, opening }) => name === spec && opening) ??
      (await this.provider.board(spec));
    this.board = new Board(this.document);
    this.puzzles = new PuzzlesTab(gallery, this.board, this.memory, this.begin, this.other);
    this.solutions = new SolutionsTab(this.provider, gallery, this.board, this.begin);
    this.#draw(tab);
  }

  #draw(tab) {
    const complaints = this.gallery.complaints.map((text) => html("p", { class: "bad" }, text));
    this.panel = html("div", { id: "picker-panel", role: "tabpanel", tabindex: "0" });
    this.tabs = html(
      "div",
      { class: "tabs", role: "tablist", "aria-label": "What to play" },
      ...Object.entries(TABS).map(([name, words]) =>
        button(words, () => this.#choose(name), { role: "tab", id: `picker-${name}`, "aria-controls": "picker-panel" }),
      ),
    );
    this.tabs.addEventListener("keydown", (event) => this.#tabKey(event));
    show("picker", "Boards and puzzles", this.tabs, ...complaints, this.panel);
    this.#choose(tab);
    this.tabs.querySelector("[aria-selected=true]").focus();
  }

  #choose(name) {
    this.#tab = name;
    for (const tab of this.tabs.children) {
      const chosen = tab.id === `picker-${name}`;
      tab.setAttribute("aria-selected", String(chosen));
      tab.setAttribute("tabindex", chosen ? "0" : "-1");
    }
    this.panel.setAttribute("aria-labelledby", `picker-${name}`);
    const draw = {
      boards: () => this.#boards(),
      hole: () => this.#holes(),
      puzzles: () => this.puzzles.draw(),
      solutions: () => this.solutions.draw(),
      own: () => this.own.draw(this.documents),
    };
    this.panel.replaceChildren(...draw[name]());
    this.panel.scrollTop = 0;
    const pressed = this.panel.querySelector("[aria-current]");
    if (name === "boards") roam(this.panel, ".tile", pressed);
    if (name === "hole") roam(this.panel, ".spot");
  }

  #tabKey(event) {
    const all = [...this.tabs.children];
    const at = all.indexOf(event.target);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const tab = all.at(to % all.length);
    this.#choose(tab.id.replace("picker-", ""));
    tab.focus();
  }

  // -- boards -------------------------------------------------------------------------------------

  #boards() {
    const left = [...this.documents];
    const kinds = KINDS.flatMap(([title, pattern]) => {
      const mine = left.filter(({ name }) => pattern.test(name));
      mine.forEach((one) => left.splice(left.indexOf(one), 1));
      if (!mine.length) return [];
      return [
        html(
          "section",
          {},
          html("h3", {}, title),
          html("ul", { class: "tiles" }, ...mine.map((one) => html("li", {}, this.#tile(one)))),
          title === "Triangles" ? this.#triangleForm() : null,
        ),
      ];
    });
    return [html("div", { class: "kinds" }, ...kinds)];
  }

  #tile(document) {
    const board = new Board(document);
    const { opening } = document;
    const lost = opening?.standing === "never";
    return html(
      "button",
      {
        class: "tile",
        type: "button",
        "aria-current": board.name === this.board.name ? "true" : null,
        "data-board": board.name,
        title: lost ? lostText(opening) : null,
        onclick: () => this.begin({ board: board.spec }),
      },
      thumb(board, opening ? board.readStart(opening.start) : board.full),
      titled(board.name),
      html("small", {}, lost ? "cannot be won" : `${board.size} holes`),
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
    const begin = async () => {
      if (!side.reportValidity()) return;
      await this.open({ board: `triangle${side.value}` }).catch(
        (error) => (wrong.textContent = error.message),
      );
    };
    return row("A triangle of side ", side, button("Play it", begin), wrong);
  }

  // -- the empty hole -----------------------------------------------------------------------------

  #holes() {
    const { board, document } = this;
    const found = new Set(document.vacancies);
    const legend = Object.entries(STANDINGS)
      .filter(([standing]) => found.has(standing))
      .map(([standing, words]) => html("li", {}, standingMark(standing), words));
    return [
      html("h3", {}, `${titled(board.name)}: choose the empty hole`),
      html(
        "div",
        { class: "vacancies" },
        this.#holesOf(board),
        html(
          "div",
          {},
          html(
            "p",
            { class: "quiet" },
            "The game begins with this hole empty and all others full. Its goal can be changed beside the board.",
          ),
          html("ul", { class: "legend" }, ...legend),
        ),
      ),
    ];
  }

  #holesOf(board) {
    const places = board.points.map(([x, y]) => [x * STEP, y * STEP]);
    return svg(
      "svg",
      { viewBox: frame(places).join(" "), role: "group", "aria-label": `Holes of ${board.name}` },
      plate(board, places),
      ...places.map(([x, y], i) => this.#spot(board.names[i], x, y, this.document.vacancies[i])),
    );
  }

  #spot(name, x, y, standing) {
    const anywhere = standing === "anywhere" || this.document.opening.finish === "any";
    const words = { board: this.board.spec, start: name, finish: anywhere ? "any" : undefined };
    const begin = () => this.begin(words);
    return svg(
      "g",
      {
        class: "spot goes",
        role: "button",
        transform: `translate(${x} ${y})`,
        "aria-label": `${name} empty: ${STANDINGS[standing]}`,
        onclick: begin,
        onkeydown: (event) => {
          if (![" ", "Enter"].includes(event.key)) return;
          event.preventDefault(); // else the key would press what has the focus afterwards
          begin();
        },
      },
      svg("circle", { class: "press", r: 48 }),
      ...sign(standing),
    );
  }
}

function standingMark(standing) {
  const attributes = { viewBox: "-42 -42 84 84", class: "standing", "aria-hidden": "true" };
  return svg("svg", attributes, ...sign(standing));
}

// The boards of the catalogue, and those that puzzle sets of one's own bring along.
function withOthers(documents, sets) {
  const all = [...sets.map((set) => set.board), ...documents];
  return [...new Map(all.map((document) => [document.name, document])).values()].sort(
    (one, other) => documents.indexOf(one) - documents.indexOf(other),
  );
}
