// A game in progress: a tree of all jumps tried, and the path through it that is on the board, with
// the jumps made and those ahead. A path that the player leaves stays in the tree as a variation.
//
// A game never changes: each action returns another one. Games share the nodes that they have in
// common, and a node keeps its id.

import { movesOf } from "./rules.js";

export class Game {
  constructor(board, nodes, path, at, { jumps, codes } = lineOf(nodes, path)) {
    this.board = board;
    this.nodes = nodes;
    this.path = path;
    this.at = at;
    this.jumps = jumps;
    this.codes = codes;
  }

  static begin(board, start) {
    const root = { id: 0, jump: null, code: start, parent: null, children: [], shown: false, tried: true };
    return new Game(board, [root], [0], 0);
  }

  get start() {
    return this.codes[0];
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

  // The id of the node on the board.
  get node() {
    return this.path[this.at];
  }

  get movesMade() {
    return movesOf(this.jumps.slice(0, this.at)).length;
  }

  // The indices of the jumps of this path that the page laid out.
  get shown() {
    return this.jumps.flatMap((_, i) => (this.nodes[this.path[i + 1]].shown ? [i] : []));
  }

  // The player's game: without the line that the page laid out, until the player jumps on from it.
  get own() {
    const first = this.path.findIndex((id) => this.nodes[id].laid);
    return first < 0
      ? this
      : new Game(this.board, this.nodes, this.path.slice(0, first), Math.min(this.at, first - 1));
  }

  // Whether the page made or showed any of the jumps made so far.
  get helped() {
    return this.shown.some((number) => number < this.at);
  }

  // How the player found each move made: "own", "again" (after trying another jump) or "help".
  get ways() {
    const { nodes, path } = this;
    return movesOf(this.jumps.slice(0, this.at)).map(({ first, jumps }) => {
      const ids = path.slice(first + 1, first + 1 + jumps.length);
      if (ids.some((id) => nodes[id].shown)) return "help";
      const others = ids.flatMap((id) => nodes[nodes[id].parent].children.filter((other) => other !== id));
      return others.some((id) => nodes[id].tried && !nodes[id].shown) ? "again" : "own";
    });
  }

  // Make a jump: the next one ahead, or another one, whose path becomes the main line. A jump of
  // the player from the start begins a new attempt, which no longer counts as helped.
  push(jump, shown = false) {
    const tree = new Tree(this);
    let { path } = this;
    let id = tree.childOf(this.node, jump);
    if (id !== undefined && !this.at && !shown && tree.isHelped(id)) id = tree.remove(id);
    if (id === undefined || id !== path[this.at + 1]) {
      tree.leave(path);
      id ??= tree.grow(this.node, jump);
      path = [...path.slice(0, this.at + 1), id, ...tree.after(id)];
    }
    if (shown) tree.put(id, { shown });
    for (const node of path.slice(0, this.at + 2)) {
      tree.putFirst(node);
      if (tree.nodes[node].laid) tree.put(node, { laid: false });
    }
    return tree.game(path, this.at + 1);
  }

  go(to) {
    return new Tree(this).game(this.path, Math.max(0, Math.min(this.jumps.length, to)));
  }

  // Go to any node of the tree. The jumps after it can then be replayed.
  visit(id) {
    const tree = new Tree(this);
    if (this.path.includes(id)) return this.go(this.path.indexOf(id));
    tree.leave(this.path);
    const to = tree.pathTo(id);
    return tree.game([...to, ...tree.after(id)], to.length - 1);
  }

  // Replace the jumps ahead. The page laid them all out unless `shown`, from a stored game, lists
  // which.
  plan(jumps, shown = null) {
    const tree = new Tree(this);
    tree.leave(this.path);
    const path = this.path.slice(0, this.at + 1);
    for (const jump of jumps) path.push(tree.childOf(path.at(-1), jump) ?? tree.grow(path.at(-1), jump));
    path.slice(this.at + 1).forEach((id, i) => {
      tree.put(id, { shown: !shown || shown.includes(this.at + i), laid: !shown });
    });
    path.forEach((id) => tree.putFirst(id));
    return tree.game(path, this.at);
  }

  // The number of the move that contains a jump, as in the list of moves.
  moveNumber(jump) {
    return movesOf(this.jumps).findLastIndex((move) => move.first <= jump) + 1;
  }

  // The tree as rows for reading: [{depth, moves: [{number, nodes, from}]}]. Each move of the main
  // line has a row (depth 0), followed by a row for each variation against it. `nodes` are the
  // nodes of a move; those before `from` also belong to another row.
  get rows() {
    const [main] = this.nodes[0].children;
    return main === undefined ? [] : rowsFrom(new Tree(this), main, 0);
  }
}

function lineOf(nodes, path) {
  const line = path.map((id) => nodes[id]);
  return { jumps: line.slice(1).map(({ jump }) => jump), codes: line.map(({ code }) => code) };
}

// The nodes of a game while another game is made of them.
class Tree {
  constructor(game) {
    this.from = game;
    this.nodes = [...game.nodes];
  }

  put(id, changes) {
    this.nodes[id] = { ...this.nodes[id], ...changes };
  }

  game(path, at) {
    if (!this.nodes[path[at]].tried) this.put(path[at], { tried: true });
    return new Game(this.from.board, this.nodes, path, at, path === this.from.path ? this.from : undefined);
  }

  childOf(id, jump) {
    return this.nodes[id].children.find((child) => this.nodes[child].jump === jump);
  }

  isHelped(id) {
    const { shown, children } = this.nodes[id];
    return shown || children.some((child) => this.isHelped(child));
  }

  grow(parent, jump) {
    const { code, children } = this.nodes[parent];
    const id = this.nodes.length;
    const after = this.from.board.after(code, jump);
    this.nodes.push({ id, jump, code: after, parent, children: [], shown: false, tried: false });
    this.put(parent, { children: [id, ...children] });
    return id;
  }

  // The id is not used again.
  remove(id) {
    const { parent } = this.nodes[id];
    this.put(parent, { children: this.nodes[parent].children.filter((other) => other !== id) });
  }

  putFirst(id) {
    const { parent } = this.nodes[id];
    if (parent === null || this.nodes[parent].children[0] === id) return;
    this.put(parent, { children: [id, ...this.nodes[parent].children.filter((other) => other !== id)] });
  }

  // A path that the page laid out, and to which nobody stepped, is no variation.
  leave(path) {
    const id = path.find((node) => this.nodes[node].shown && !this.nodes[node].tried);
    if (id !== undefined) this.remove(id);
  }

  pathTo(id) {
    const { parent } = this.nodes[id];
    return parent === null ? [id] : [...this.pathTo(parent), id];
  }

  after(id) {
    const [first] = this.nodes[id].children;
    return first === undefined ? [] : [first, ...this.after(first)];
  }
}

// The rows of the line that begins at a node.
function rowsFrom(tree, id, depth) {
  const path = [...tree.pathTo(id).slice(1), ...tree.after(id)].map((other) => tree.nodes[other]);
  const begin = path.findIndex((node) => node.id === id);
  const moves = movesOf(path.map(({ jump }) => jump))
    .map(({ first, jumps }, i) => ({
      number: i + 1,
      nodes: path.slice(first, first + jumps.length),
      from: Math.max(0, begin - first),
    }))
    .filter(({ nodes, from }) => from < nodes.length);
  const others = ({ nodes, from }) =>
    nodes
      .slice(from)
      .flatMap((node) => (node.id === id && depth ? [] : tree.nodes[node.parent].children.slice(1)));
  const variations = (some) => some.flatMap(others).flatMap((variation) => rowsFrom(tree, variation, depth + 1));
  if (depth) return [{ depth, moves }, ...variations(moves)];
  return moves.flatMap((move) => [{ depth, moves: [move] }, ...variations([move])]);
}
