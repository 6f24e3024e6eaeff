// Chooses what to play, in tabs: the boards, the empty hole to begin with, puzzles, solutions to
// step through, and the player's own board.

import { frame, listOf, plate, sign, STEP, tile } from "./board-view.js";
import { OwnTab } from "./board-editor.js";
import { show } from "./dialogs.js";
import { button, html, roam, row, svg } from "./elements.js";
import { learnNames } from "./names.js";
import { PuzzlesTab } from "./puzzles.js";
import { grouped } from "./collections.js";
import { Board } from "./rules.js";
import { counted, say } from "./say.js";
import { lostText, STANDINGS, standingText, titled } from "./words.js";

const LARGEST_TRIANGLE = 24; // 300 holes

// The kinds of boards by their names. The last one takes the rest.
/** @type {[string, RegExp][]} */
const KINDS = [
  ["crosses", /^(english|french|wiegleb|semi-wiegleb|diamond)\d*$/],
  ["triangles", /^triangle\d+$/],
  ["squares", /^square\d+$/],
  ["rectangles", /^rectangle/],
  ["truncated", /^truncated/],
  ["hexagons", /^(hexagon|star)/],
  ["rhombi", /^rhombus/],
  ["others", /(?:)/],
];

export class Picker {
  #tab = "boards";
  // The function that draws each tab.
  #tabs = {
    boards: () => this.#boards(),
    hole: () => this.#holes(),
    puzzles: () => this.puzzles.draw(),
    solutions: () => this.solutions.draw(),
    own: () => this.own.draw(this.documents),
  };

  // `open` opens a game from its config, or rejects with a message. `begin` does the same and shows the
  // message, and so does `go`, which goes to a place.
  constructor(provider, memory, { open, begin, go }) {
    this.provider = provider;
    this.memory = memory;
    this.begin = begin;
    this.go = go;
    this.own = new OwnTab(provider, memory, open);
  }

  async show(spec, tab = this.#tab) {
    const [documents, gallery] = await Promise.all([
      this.provider.boards(),
      this.provider.puzzles(),
      learnNames(),
    ]);
    this.documents = withOthers(documents, gallery.sets);
    this.gallery = gallery;
    this.document =
      this.documents.find(({ name, opening }) => name === spec && opening) ?? (await this.provider.board(spec));
    this.board = new Board(this.document);
    this.puzzles = new PuzzlesTab(gallery, this.board, this.memory, this.go);
    this.solutions = new SolutionsTab(this.provider, gallery, this.board, this.begin);
    this.#draw(tab);
  }

  #draw(tab) {
    const complaints = this.gallery.complaints.map((text) => html("p.bad", text));
    this.panel = html("div#picker-panel", { role: "tabpanel", tabindex: "0" });
    this.tabs = html(
      "div.tabs",
      { role: "tablist", "aria-label": say("picker.what") },
      Object.keys(this.#tabs).map((name) =>
        button(say(`picker.${name}`), () => this.#choose(name), {
          role: "tab",
          id: `picker-${name}`,
          "aria-controls": "picker-panel",
        }),
      ),
    );
    this.tabs.addEventListener("keydown", (event) => this.#tabKey(event));
    show("picker", say("picker.title"), this.tabs, ...complaints, this.panel);
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
    this.panel.replaceChildren(...this.#tabs[name]());
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

  #boards() {
    const kindOf = ({ name }) => KINDS.find(([, pattern]) => pattern.test(name));
    const kinds = grouped(this.documents, kindOf);
    return [
      row(
        button(say("two.title"), () => this.go({ kind: "two" })),
        html("span.quiet", say("two.about")),
      ),
      html(
        "div.kinds",
        KINDS.filter((kind) => kinds.has(kind)).map((kind) =>
          html(
            "section",
            html("h3", say(`kind.${kind[0]}`)),
            listOf("ul.tiles", kinds.get(kind), (document) => this.#tile(document)),
            kind[0] === "triangles" && this.#triangleForm(),
          ),
        ),
      ),
    ];
  }

  #tile(document) {
    const board = new Board(document);
    const { opening } = document;
    const lost = opening?.standing === "never";
    const code = opening ? board.readStart(opening.start) : board.full;
    const words = [titled(board.name), html("small", lost ? say("picker.lost") : counted(board.size, "hole"))];
    return tile(board, code, words, () => this.begin({ board: board.spec }), {
      "aria-current": board.name === this.board.name ? "true" : null,
      "data-board": board.name,
      title: lost ? lostText(opening) : null,
    });
  }

  // A form for triangles beyond those in the catalogue.
  #triangleForm() {
    const limits = { type: "number", min: 4, max: LARGEST_TRIANGLE, value: 12 };
    const side = html("input", { ...limits, "aria-label": say("picker.side") });
    const begin = () => side.reportValidity() && this.begin({ board: `triangle${side.value}` });
    return row(say("picker.triangle"), side, button(say("picker.play"), begin));
  }

  #holes() {
    const { board, document } = this;
    const standings = STANDINGS.filter((standing) => document.vacancies.includes(standing));
    return [
      html("h3", say("picker.choose", { board: titled(board.name) })),
      html(
        "div.vacancies",
        this.#holesOf(board),
        html(
          "div",
          html("p.quiet", say("picker.holeAbout")),
          listOf("ul.legend", standings, (standing) => [standingMark(standing), standingText(standing)]),
        ),
      ),
    ];
  }

  #holesOf(board) {
    const places = board.points.map(([x, y]) => [x * STEP, y * STEP]);
    const label = { role: "group", "aria-label": say("picker.holes", { board: board.name }) };
    const look = { viewBox: frame(places).join(" "), ...label };
    const spots = places.map(([x, y], i) => this.#spot(board.names[i], x, y, this.document.vacancies[i]));
    return svg("svg", look, plate(board, places), spots);
  }

  #spot(name, x, y, standing) {
    const anywhere = standing === "anywhere" || this.document.opening.finish === "any";
    const config = { board: this.board.spec, start: name, finish: anywhere ? "any" : undefined };
    const begin = () => this.begin(config);
    const label = say("picker.vacancy", { hole: name, standing: standingText(standing) });
    const look = { role: "button", transform: `translate(${x} ${y})`, "aria-label": label };
    const onkeydown = (event) => {
      if (![" ", "Enter"].includes(event.key)) return;
      event.preventDefault(); // so that the key does not also press what has the focus afterwards
      begin();
    };
    const press = svg("circle.press", { r: 48 });
    return svg("g.spot.goes", { ...look, onclick: begin, onkeydown }, press, sign(standing));
  }
}

const standingMark = (standing) =>
  svg("svg.standing", { viewBox: "-42 -42 84 84", "aria-hidden": "true" }, sign(standing));

// The boards of the catalogue, and the boards of the player's own puzzle sets.
function withOthers(documents, sets) {
  const all = [...sets.map((set) => set.board), ...documents];
  const each = [...new Map(all.map((document) => [document.name, document])).values()];
  return each.sort((first, second) => documents.indexOf(first) - documents.indexOf(second));
}

// The tab of solutions. For each problem of the board it has the solutions with the fewest moves,
// counted by class, with one of each class to step through. It also has printed solutions to
// replay.
class SolutionsTab {
  // `open` opens a game from its config.
  constructor(provider, gallery, board, open) {
    this.provider = provider;
    this.gallery = gallery;
    this.board = board;
    this.open = open;
    this.list = html("div.listed", { "aria-live": "polite" });
  }

  draw() {
    this.list.replaceChildren(html("p.quiet", say("solutions.loading")));
    this.provider.shortest(this.board.spec).then(
      ({ problems, others }) => {
        const rows = problems.map(({ problem, shortest }) => ({ ...problem, shortest }));
        this.list.replaceChildren(...this.#listed(rows, others));
      },
      (error) => this.list.replaceChildren(html("p.bad", error.message)),
    );
    const title = say("solutions.title", { board: titled(this.board.name) });
    return [html("h3", title), this.list, ...this.#printed()];
  }

  #listed(problems, others) {
    if (!problems.length) return [html("p.quiet", say("solutions.none"))];
    const lost = problems.filter(({ moves }) => moves === null).map(titleOf);
    return [
      html("p.quiet", say("solutions.about")),
      ...problems.filter(({ moves }) => moves !== null).map((problem) => this.#problem(problem)),
      lost.length ? html("p.quiet", say("solutions.without", { problems: lost.join(", ") })) : "",
      others ? html("p.quiet", say("solutions.others", { count: others })) : "",
    ];
  }

  #problem(problem) {
    const { moves, up_to_symmetry: all, unordered } = problem;
    const words = [
      counted(moves, "move"),
      all && counted(BigInt(all), "solution"),
      unordered && say("solutions.unordered", { number: BigInt(unordered) }),
    ];
    const about = html("span", words.filter(Boolean).join(" · "));
    const box = html("details", html("summary", html("strong", titleOf(problem)), about));
    box.addEventListener("toggle", () => box.append(...this.#members(problem)), { once: true });
    return box;
  }

  #members({ start, finish, classes, shortest }) {
    const step = (moves) => () => this.open({ board: this.board.spec, start, finish, moves, at: 0 });
    const stepper = (moves, ...words) => button(words, step(moves), { title: moves.join(", ") });
    if (shortest) return [html("p", stepper(shortest, say("solutions.step")))];
    if (!classes.length) return [html("p.quiet", say("solutions.unsorted"))];
    const items = classes.map(({ kind, solutions, moves }) =>
      stepper(moves.split(", "), `(${kind.join(", ")}) `, html("small", counted(solutions, "solution"))),
    );
    return [html("p.quiet", say("solutions.class")), listOf("ul.classes", items)];
  }

  #printed() {
    const all = this.gallery.solutions.filter((solution) => solution.board === this.board.name);
    if (!all.length) return [];
    return [html("h3", say("solutions.printed")), listOf("ul.tiles", all, (solution) => this.#tile(solution))];
  }

  #tile({ name, source, start, finish, moves }) {
    const { board } = this;
    const code = board.readStart(start);
    const config = { board: board.spec, start, finish, moves, at: 0 };
    const play = () => this.open(config, { play: true });
    return tile(board, code, [name, html("small", counted(moves.length, "move"))], play, { title: source });
  }
}

const titleOf = (problem) => say("solutions.problem", problem);
