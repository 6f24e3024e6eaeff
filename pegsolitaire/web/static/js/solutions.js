// The tab of solutions: for each problem of the board those with the fewest moves, counted by class,
// and one of each class to step through; and printed solutions to replay.

import { readMoves } from "./rules.js";
import { button, html } from "./svg.js";
import { thumb } from "./thumb.js";
import { counted, titled } from "./words.js";

const ABOUT =
  "A move is one or more jumps by the same peg. Problems are counted up to symmetry, and so are solutions regardless of the order of their moves. A class such as (5, 4, 1) gives the jumps of the longest move, of the next longest, and of the longest that can come last.";

export class SolutionsTab {
  // `open` opens a game from its words.
  constructor(provider, gallery, board, open) {
    Object.assign(this, { provider, gallery, board, open });
    this.list = html("div", { class: "listed", "aria-live": "polite" });
  }

  draw() {
    this.list.replaceChildren(html("p", { class: "quiet" }, "Loading ..."));
    this.provider.shortest(this.board.spec).then(
      ({ problems, others }) => this.list.replaceChildren(...this.#listed(problems, others)),
      (error) => this.list.replaceChildren(html("p", { class: "bad" }, error.message)),
    );
    return [
      html("h3", {}, `${titled(this.board.name)}: solutions with the fewest moves`),
      this.list,
      ...this.#printed(),
    ];
  }

  // -- by problem ---------------------------------------------------------------------------------

  #listed(problems, others) {
    if (!problems.length)
      return [html("p", { class: "quiet" }, "None are listed for this board.")];
    const lost = problems.filter(({ moves }) => moves === null).map(titleOf);
    return [
      html("p", { class: "quiet" }, ABOUT),
      ...problems.filter(({ moves }) => moves !== null).map((one) => this.#problem(one)),
      lost.length
        ? html("p", { class: "quiet" }, `Without a solution: ${lost.join(", ")}.`)
        : "",
      others
        ? html("p", { class: "quiet" }, `The fewest moves of ${counted(others, "more problem")} are not known.`)
        : "",
    ];
  }

  #problem(problem) {
    const { moves, solutions_up_to_symmetry: all, solutions_unordered: unordered } = problem;
    const words = [
      counted(moves, "move"),
      all && `${BigInt(all).toLocaleString("en")} solution${all === "1" ? "" : "s"}`,
      unordered && `${unordered.toLocaleString("en")} regardless of order`,
    ];
    const summary = html(
      "summary",
      {},
      html("strong", {}, titleOf(problem)),
      html("span", {}, words.filter(Boolean).join(" · ")),
    );
    const box = html("details", {}, summary);
    box.addEventListener("toggle", () => box.append(...this.#members(problem)), { once: true });
    return box;
  }

  #members({ start, finish, classes, shortest }) {
    const step = (moves) => () =>
      this.open({ board: this.board.spec, start, finish, moves, at: 0 });
    const stepper = (moves, ...words) => button(words, step(moves), { title: moves.join(", ") });
    if (shortest) return [html("p", {}, stepper(shortest, "Step through one of them"))];
    if (!classes.length) return [html("p", { class: "quiet" }, "They are not sorted into classes.")];
    const items = classes.map(({ class: kind, solutions, moves }) =>
      html(
        "li",
        {},
        stepper(moves, `(${kind.join(", ")}) `, html("small", {}, counted(solutions, "solution"))),
      ),
    );
    return [
      html("p", { class: "quiet" }, "Choose a class to step through one of its solutions."),
      html("ul", { class: "classes" }, ...items),
    ];
  }

  // -- printed ------------------------------------------------------------------------------------

  #printed() {
    const all = this.gallery.solutions.filter((one) => one.board === this.board.name);
    if (!all.length) return [];
    const tiles = all.map((one) => html("li", {}, this.#tile(one)));
    return [
      html("h3", {}, "Printed solutions to replay"),
      html("ul", { class: "tiles" }, ...tiles),
    ];
  }

  #tile(printed) {
    const { board } = this;
    const { start, finish, moves } = printed;
    const code = board.readStart(start);
    readMoves(board, code, moves); // a solution that does not replay has no tile
    const words = { board: board.spec, start, finish, moves, at: 0 };
    return html(
      "button",
      {
        class: "tile",
        type: "button",
        title: printed.source,
        onclick: () => this.open(words, { play: true }),
      },
      thumb(board, code),
      printed.name,
      html("small", {}, `${moves.length} moves`),
    );
  }
}

const titleOf = ({ start, finish }) => `${start} to ${finish}`;
