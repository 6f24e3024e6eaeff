// A game in progress: a tree of all jumps tried, and the line through it that is on the board, with
// the jumps made and those ahead. A line that the player leaves stays in the tree as a variation.

import { movesOf } from "./rules.js";

export class Game {
  constructor(board, start) {
    this.board = board;
    this.start = start;
    this.at = 0; // number of jumps made
    this.seen = false; // whether the page has shown a solution of this game
    this.#lay([{ jump: null, code: start, parent: null, children: [], tried: true }]);
  }

  get code() {
    return this.codes[this.at];
  }

  get last() {
    return this.at ? this.jumps[this.at - 1] : null;
  }

  get next() {
    return this.jumps[this.at] ?? null;
  }

  get here() {
    return this.line[this.at];
  }

  get movesMade() {
    return movesOf(this.jumps.slice(0, this.at)).length;
  }

  // The indices of the jumps of this line that the page laid out.
  get shown() {
    return this.jumps.flatMap((_, i) => (this.line[i + 1].shown ? [i] : []));
  }

  // Whether the page made or showed any of the jumps made so far.
  get helped() {
    return this.seen || this.shown.some((number) => number < this.at);
  }

  // How the player found each move made: "own", "again" (after trying another jump) or "help".
  get ways() {
    return movesOf(this.jumps.slice(0, this.at)).map(({ first, jumps }) => {
      const nodes = this.line.slice(first + 1, first + 1 + jumps.length);
      if (this.seen || nodes.some((node) => node.shown)) return "help";
      const others = nodes.flatMap((node) => node.parent.children.filter((child) => child !== node));
      return others.some((node) => node.tried && !node.shown) ? "again" : "own";
    });
  }

  // Make a jump: the next one ahead, or another one, whose line becomes the main line. A jump of
  // the player from the start begins a new attempt, which no longer counts as helped.
  push(jump, shown = false) {
    let node = childOf(this.here, jump);
    if (node && !this.at && !shown && isHelped(node)) node = remove(node);
    if (!node || node !== this.line[this.at + 1]) {
      this.#leave();
      node ??= grow(this.board, this.here, jump);
      this.#lay([...this.line.slice(0, this.at + 1), node, ...after(node)]);
    }
    if (shown) node.shown = true;
    this.go(this.at + 1);
    this.line.slice(0, this.at + 1).forEach(putFirst);
  }

  go(at) {
    this.at = Math.max(0, Math.min(this.jumps.length, at));
    this.here.tried = true;
  }

  // Go to any node of the tree. The jumps after it can then be replayed.
  visit(node) {
    if (!this.line.includes(node)) {
      this.#leave();
      this.#lay([...pathTo(node), ...after(node)]);
    }
    this.go(this.line.indexOf(node));
  }

  // Replace the jumps ahead. The page laid them all out unless `shown`, from a stored game, lists
  // which.
  plan(jumps, shown = null) {
    this.#leave();
    const line = this.line.slice(0, this.at + 1);
    for (const jump of jumps) line.push(childOf(line.at(-1), jump) ?? grow(this.board, line.at(-1), jump));
    line.slice(this.at + 1).forEach((node, i) => (node.shown = !shown || shown.includes(this.at + i)));
    line.forEach(putFirst);
    this.#lay(line);
  }

  // The number of the move that contains a jump, as in the list of moves.
  moveNumber(jump) {
    return movesOf(this.jumps).findLastIndex((move) => move.first <= jump) + 1;
  }

  // The tree as rows for reading: [{depth, moves: [{number, nodes, from}]}]. Each move of the main
  // line has a row (depth 0), followed by a row for each variation against it. `nodes` are the
  // nodes of a move; those before `from` also belong to another row.
  get rows() {
    const [main] = this.line[0].children;
    return main ? rowsFrom(main, 0) : [];
  }

  // A line that the page laid out, and to which nobody stepped, is no variation.
  #leave() {
    const node = this.line.find(({ shown, tried }) => shown && !tried);
    if (node) remove(node);
  }

  #lay(line) {
    this.line = line; // the start, then a node for each jump
    this.jumps = line.slice(1).map(({ jump }) => jump);
    this.codes = line.map(({ code }) => code);
  }
}

const childOf = ({ children }, jump) => children.find((node) => node.jump === jump);

const isHelped = ({ shown, children }) => shown || children.some(isHelped);

function grow(board, parent, jump) {
  const node = { jump, code: board.after(parent.code, jump), parent, children: [] };
  parent.children.unshift(node);
  return node;
}

function remove(node) {
  node.parent.children = node.parent.children.filter((other) => other !== node);
  return null;
}

function putFirst(node) {
  if (node.parent) node.parent.children = [node, ...node.parent.children.filter((other) => other !== node)];
}

const pathTo = (node) => (node ? [...pathTo(node.parent), node] : []);

// The main line after a node.
function after(node) {
  const [first] = node.children;
  return first ? [first, ...after(first)] : [];
}

// The rows of the line that begins at a node.
function rowsFrom(node, depth) {
  const path = [...pathTo(node).slice(1), ...after(node)];
  const begin = path.indexOf(node);
  const moves = movesOf(path.map(({ jump }) => jump))
    .map(({ first, jumps }, i) => ({
      number: i + 1,
      nodes: path.slice(first, first + jumps.length),
      from: Math.max(0, begin - first),
    }))
    .filter(({ nodes, from }) => from < nodes.length);
  const others = ({ nodes, from }) =>
    nodes.slice(from).flatMap((other) => (other === node && depth ? [] : other.parent.children.slice(1)));
  const variations = (some) => some.flatMap(others).flatMap((variation) => rowsFrom(variation, depth + 1));
  if (depth) return [{ depth, moves }, ...variations(moves)];
  return moves.flatMap((move) => [{ depth, moves: [move] }, ...variations([move])]);
}
