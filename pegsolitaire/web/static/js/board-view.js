// Draws a board: plain state in, SVG out. It does not know the rules: the caller says what to show
// and where.
//
// Everything is in hundredths of the distance between two holes. The layers from the bottom: the
// plate, the drilled holes, the pegs, the marks (rings, bombs, numbers), and on top the grid with a
// cell for each hole, which takes presses and which screen readers read.

import { button, classesOf, html, isVisible, svg } from "./elements.js";
import { LATTICES } from "./lattices.js";
import { has, holesIn, indexOf, toPlane } from "./rules.js";
import { withMinus } from "./words.js";

export const STEP = 100;
const REACH = 84; // from the centre of the outermost hole to just beyond the rim and its shadow
export const DURATION = 160; // of a jump, in milliseconds

// The look of a target or a peg: whether it wins, loses, or neither is known.
export const tone = (verdict) => (verdict === true ? "win" : verdict === false ? "dead" : "open");

export class BoardView {
  // `motion` says whether to animate jumps. `page` learns the ratio of the board's width to its
  // height, and holds the live region for screen readers.
  constructor(root, motion, page = document.documentElement) {
    this.root = root;
    this.motion = motion;
    this.page = page;
    // A view in a dialog has a live region there: while a dialog is open, nothing outside it is
    // read out.
    root.classList.add("board");
    this.live = page.querySelector(".live") ?? page.appendChild(html("div.unseen.live", { role: "status" }));
    new ResizeObserver(() => this.#measure()).observe(root);
  }

  setBoard(board) {
    this.board = board;
    this.state = null;
    this.places = placesOf(board);
    const box = frame(this.places);
    this.root.setAttribute("viewBox", box.join(" "));
    this.root.setAttribute("role", "grid");
    this.root.setAttribute("aria-colcount", String(1 + Math.max(...board.holes.map(([x]) => x))));
    // The layout needs it too, to know how much of a small screen is left for the rest.
    this.page.style.setProperty("--ratio", String(box[2] / box[3]));
    this.holes = this.places.map(([x, y]) => svg("circle.hole", { cx: x, cy: y, r: 30 }));
    this.pegs = this.places.map(([x, y]) => peg(x, y));
    this.marks = this.places.map(([x, y]) => mark(x, y));
    this.spots = this.places.map(([x, y], i) => this.#spot(x, y, i));
    this.over = svg("g.over", { "aria-hidden": "true" });
    this.goal = svg("g.goal", { "aria-hidden": "true" });
    this.root.replaceChildren(
      plate(board, this.places, ["shadow"], ["grain"]),
      this.goal,
      layer("holes", this.holes),
      layer("pegs", this.pegs),
      layer(
        "marks",
        this.marks.map(({ group }) => group),
      ),
      this.over,
      svg(
        "g.spots",
        { role: "rowgroup" },
        board.rows.map((holes) =>
          svg(
            "g",
            { role: "row" },
            holes.map((i) => this.spots[i]),
          ),
        ),
      ),
    );
  }

  // state: {code, lifted, focus, targets: Map of hole to verdict, further: Set of the holes that
  // the lifted peg reaches by several jumps, can: hole -> whether its peg can be lifted, goes: hole
  // -> whether pressing it does anything, numbers: Map of hole to {text, best}, glow: Set, dim:
  // Set, weights, region: Set of the holes with rings, dashed and dotted: Sets of those with such rings,
  // shows: how the rings of a reason move, block: Set, goal: the hole of the last peg or -1, arrow:
  // {start, end} or several of them, words: hole -> text, editing}
  //
  // The holes that a visible sentence names have their names, so the sentences have to be drawn before.
  render(state, moves = []) {
    const before = this.state;
    this.state = state;
    this.root.dataset.shows = state.shows ?? "";
    const named = holesIn(sentencesBeside(this.root), this.board);
    if (!before) this.#measure();
    this.spots.forEach((_, i) => this.#renderHole({ ...state, spoken: named }, i));
    const goal = this.places[state.goal];
    this.goal.replaceChildren(...(goal ? [square(goal)] : []));
    this.over.replaceChildren(
      ...[state.arrow ?? []].flat().map(({ start, end }) => arrow(this.places[start], this.places[end])),
    );
    if (before && this.motion()) for (const move of moves) this.#animate(move);
  }

  #renderHole(state, i) {
    const peg = has(state.code, i);
    const classes = this.pegs[i].classList;
    classes.toggle("away", !peg);
    classes.toggle("lifted", state.lifted === i);
    classes.toggle("glow", state.glow?.has(i) ?? false);
    classes.toggle("dim", state.weights ? !state.weights[i] : (state.dim?.has(i) ?? false));
    classes.toggle("ringed", state.region?.has(i) ?? false);
    const { group, number } = this.marks[i];
    const target = state.targets?.get(i);
    const value = state.numbers?.get(i);
    const sets = ["further", "region", "dashed", "dotted", "block", "spoken"].filter((name) =>
      state[name]?.has(i),
    );
    const more = [target && `target ${target}`, peg && "on-peg", value && "value", value?.best && "best"];
    group.setAttribute("class", classesOf("mark", sets, more));
    const weight = state.weights?.[i] ?? null;
    const shown = weight === 0 ? "·" : withMinus(weight);
    number.textContent = value?.text ?? (weight === null ? this.board.names[i] : shown);
    number.classList.toggle("weight", weight !== null);
    const spot = this.spots[i];
    spot.classList.toggle("can", state.can(i));
    spot.classList.toggle("goes", state.goes(i));
    spot.setAttribute("aria-label", state.words(i));
    spot.setAttribute("aria-selected", String(state.lifted === i));
    spot.setAttribute("tabindex", state.focus === i ? "0" : "-1");
  }

  // Tell the style sheet how large a pixel of the screen is here, so that names are not too small.
  #measure() {
    const scale = this.root.getScreenCTM()?.a;
    if (scale) this.root.style.setProperty("--pixel", String(1 / scale));
  }

  say(text) {
    this.live.textContent = text;
  }

  focus(i) {
    this.spots[i]?.focus({ preventScroll: true });
  }

  // Move the dragged peg to the pointer; null puts it back.
  drag(i, point) {
    const [x, y] = this.places[i];
    const style = this.pegs[i].style;
    if (point) {
      if (!this.dragged) this.pegs[i].parentNode.append(this.pegs[i]);
      style.transform = `translate(${point[0] - x}px, ${point[1] - y}px)`;
    } else style.transform = "";
    this.pegs[i].classList.toggle("dragged", point !== null);
    this.dragged = point !== null;
  }

  // The position of a pointer in the units of the drawing.
  pointAt(event) {
    const matrix = this.root.getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  }

  // The nearest hole that passes the test, at most `within` steps away.
  nearest(point, passes = (/** @type {number} */ hole) => true, within = 0.62) {
    let best = null;
    let least = within * STEP;
    this.places.forEach(([x, y], i) => {
      const distance = Math.hypot(point[0] - x, point[1] - y);
      if (distance < least && passes(i)) [best, least] = [i, distance];
    });
    return best;
  }

  // {start, over, end, back, dragged}: the jumping peg moves, the other one shrinks.
  #animate({ start, over, end, back = false, dragged = false }) {
    const timing = { duration: DURATION, easing: "ease-out" };
    const [from, to] = back ? [end, start] : [start, end];
    const peg = this.pegs[to];
    const [dx, dy] = [0, 1].map((axis) => this.places[from][axis] - this.places[to][axis]);
    if (!dragged) {
      peg.parentNode.append(peg);
      peg.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], timing);
    }
    const shrunk = { transform: "scale(0.2)", opacity: 0 };
    const whole = { transform: "none", opacity: 1 };
    this.pegs[over].animate(back ? [shrunk, whole] : [whole, shrunk], timing);
  }

  #spot(x, y, i) {
    const place = { cx: x, cy: y, r: 49, "data-hole": i };
    const column = { "aria-colindex": this.board.holes[i][0] + 1 };
    return svg("circle.spot", { ...place, role: "gridcell", ...column, tabindex: "-1" });
  }
}

// What can be read beside a board: the visible lines of the parts marked with data-tells.
function sentencesBeside(root) {
  const dialog = root.closest("dialog");
  const lines = (dialog ?? document).querySelectorAll("p[data-tells], [data-tells] :is(p, li, dd, button)");
  return [...lines]
    .filter((line) => line.closest("dialog") === dialog && isVisible(line))
    .map(({ textContent }) => textContent)
    .join(" ");
}

const layer = (name, elements) => svg("g", { class: name, "aria-hidden": "true" }, elements);

// A peg and its shadow are one group, which turns and grows around its middle.
function peg(x, y) {
  const group = svg(
    "g.peg.away",
    svg("circle.under", { cx: x + 2, cy: y + 5, r: 40 }),
    svg("circle.ball", { cx: x, cy: y, r: 40 }),
  );
  group.style.transformOrigin = `${x}px ${y}px`;
  return group;
}

function mark(x, y) {
  const number = svg("text.name", { x, y });
  const ring = svg("circle.ring", { cx: x, cy: y, r: 37 });
  const bomb = svg("path.bomb", {
    d: `M${x - 14} ${y + 4}a14 14 0 1 0 28 0a14 14 0 1 0 -28 0M${x + 8} ${y - 8}l8 -9q3 -4 8 -1`,
  });
  return { group: svg("g.mark", ring, bomb, number), number };
}

// It is no ring, because reasons speak of rings.
const square = ([x, y]) => svg("rect", { x: x - 47, y: y - 47, width: 94, height: 94, rx: 18 });

function arrow([x, y], [u, v]) {
  const length = Math.hypot(u - x, v - y);
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  const [tx, ty] = [u - 22 * dx, v - 22 * dy];
  const [bx, by] = [u - 50 * dx, v - 50 * dy];
  const [sx, sy] = [x + 26 * dx, y + 26 * dy]; // beside the name of the hole
  const head = `M${bx - 17 * dy} ${by + 17 * dx}L${tx} ${ty}L${bx + 17 * dy} ${by - 17 * dx}Z`;
  return svg(
    "g.arrow",
    svg("path.shaft.edge", { d: `M${sx} ${sy}L${bx} ${by}` }),
    svg("path.shaft", { d: `M${sx} ${sy}L${bx} ${by}` }),
    svg("path.head", { d: head }),
  );
}

export function frame(places) {
  const [xs, ys] = [0, 1].map((axis) => places.map((place) => place[axis]));
  const [left, top] = [Math.min(...xs) - REACH, Math.min(...ys) - REACH];
  return [left, top, Math.max(...xs) + REACH - left, Math.max(...ys) + REACH - top];
}

// The plate has the shape of the board: one thick round stroke along each row of neighbours, and
// curves that round its inner corners. `below` and `above` name further layers with the same shape.
export function plate(board, places, below = [], above = []) {
  const d = [...rowsOf(board, places), ...cornersOf(board, places)].join("");
  const layers = [...below, "rim", "ground", ...above];
  return svg(
    "g.plate",
    { "aria-hidden": "true" },
    layers.map((name) => svg("path", { class: name, d })),
  );
}

// A function that returns the hole at some coordinates, or undefined.
const finderOf = (board) => {
  const index = indexOf(board.holes);
  return (x, y) => index.get(`${x},${y}`);
};

const line = ([x, y], [u, v]) => `M${x} ${y}L${u} ${v}`;

const isStep = (board, step) => Math.hypot(...toPlane(board.lattice, step)) < 1.1;

function rowsOf(board, places) {
  const at = finderOf(board);
  const ahead = LATTICES[board.lattice].directions.filter(([dx, dy]) => dy > 0 || (dy === 0 && dx > 0));
  const steps = ahead.filter((step) => isStep(board, step)); // without diagonals and layers
  return steps.flatMap(([dx, dy]) =>
    board.holes
      .filter(([x, y]) => at(x - dx, y - dy) === undefined)
      .map(([x, y]) => {
        let [u, v] = [x, y];
        while (at(u + dx, v + dy) !== undefined) [u, v] = [u + dx, v + dy];
        return line(places[at(x, y)], places[at(u, v)]);
      }),
  );
}

const BEND = 99; // radius of the middle line of a curve in an inner corner: the corner itself has 30

// The inner corners of a board on a square lattice: diagonal neighbours with one common neighbour. A
// single corner becomes a curve, and a slope of several becomes straight. Holes that touch only
// diagonally are joined.
function cornersOf(board, places) {
  if (isStep(board, [1, 1])) return [];
  const at = finderOf(board);
  const place = (x, y) => places[at(x, y)];
  // The two holes of a corner, and their common neighbour; null if it is no corner.
  const corner = (x, y, side) => {
    const [beside, below] = [at(x + side, y), at(x, y + 1)];
    const isCorner = [at(x, y), at(x + side, y + 1)].every((i) => i !== undefined);
    return isCorner && (beside === undefined) !== (below === undefined)
      ? { inner: beside ?? below, below }
      : null;
  };
  const goesOn = (x, y, side, below) => {
    const next = corner(x, y, side);
    return next !== null && (next.below === undefined) === (below === undefined);
  };
  const paths = [];
  for (const [x, y] of board.holes)
    for (const side of [1, -1]) {
      const there = at(x + side, y + 1);
      const here = corner(x, y, side);
      const touches = there !== undefined && at(x + side, y) === undefined && at(x, y + 1) === undefined;
      if (touches) paths.push(line(place(x, y), places[there]));
      if (!here) continue;
      const { inner, below } = here;
      const isSlope = goesOn(x - side, y - 1, side, below) || goesOn(x + side, y + 1, side, below);
      paths.push(isSlope ? line(place(x, y), places[there]) : bend(place(x, y), places[inner], places[there]));
    }
  return paths;
}

// A curve from one side of a corner to the other.
function bend(from, [x, y], to) {
  const [[ax, ay], [bx, by]] = [from, to].map(([u, v]) => [BEND * Math.sign(u - x), BEND * Math.sign(v - y)]);
  const turn = Number(ax * by < ay * bx);
  return `M${x + ax} ${y + ay}A${BEND} ${BEND} 0 0 ${turn} ${x + bx} ${y + by}`;
}

// The gradient stops of a peg, from its middle to its edge, as in index.html.
export const PEG = [
  ["peg-0", 0],
  ["peg-1", 0.3],
  ["peg-2", 0.75],
  ["peg-3", 1],
];

// The light comes from the top left.
export const LIGHT = { cx: 0.4, cy: 0.36, r: 0.64 };

// -- small drawings -------------------------------------------------------------------------------

// The middle of each hole, in hundredths of a step.
export const placesOf = (board) => board.points.map((point) => point.map((part) => Math.round(part * STEP)));

// A small drawing of a position. With `named`, holes are larger and show their names.
export function thumb(board, code, title = null, named = false) {
  const places = placesOf(board);
  const [empty, full] = named ? [30, 45] : [20, 40];
  const circles = places.map(([cx, cy], i) =>
    has(code, i) ? svg("circle.peg-flat", { cx, cy, r: full }) : svg("circle.hole-flat", { cx, cy, r: empty }),
  );
  const name = ([x, y], i) =>
    svg(has(code, i) ? "text.on-peg" : "text.in-hole", { x, y: y + 13 }, board.names[i]);
  const label = title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" };
  const look = { viewBox: frame(places).join(" "), ...label };
  return svg("svg.thumb", look, plate(board, places, ["shadow"]), circles, named && places.map(name));
}

// A tile to choose: a position and a text. `go` is a function or an address.
export function tile(board, code, words, go, more = {}) {
  const parts = [thumb(board, code), words];
  if (typeof go === "string") return html("a.tile", { href: go, ...more }, parts);
  return button(parts, go, { class: "tile", ...more });
}

// A list with an element, or what is made of it, for each item.
export function listOf(name, items, make = (item, /** @type {number} */ i) => item) {
  const all = items.map((item, i) => html("li", make(item, i)));
  return html(name, all);
}

// The sign of a vacancy's standing, around the middle of its hole. Signs differ in shape as well as
// in colour.
export function sign(standing) {
  const disc = svg(`circle.disc.${standing}`, { r: 36 });
  const d =
    {
      unknown: "M-11 -8a11 11 0 1 1 11 11v6M0 19v2",
      never: "M-13 -13L13 13M13 -13L-13 13",
    }[standing] ?? "M-16 1L-5 13L17 -12";
  return [disc, svg(`path.sign.${standing}`, { d })];
}
