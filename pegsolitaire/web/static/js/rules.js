// The rules: boards, jumps and positions. A position is a code, a BigInt whose bit i is set if hole
// i holds a peg. Holes are numbered row by row, as everywhere in the project.
// tests/browser/test_rules.py compares this file with the Python rules.

import { grouped } from "./collections.js";
import { LATTICES } from "./lattices.js";
import { say } from "./say.js";

export const MAX_HOLES = 400;

export class Board {
  constructor({ name, lattice, holes, taken = [] }) {
    if (!(lattice in LATTICES)) throw new Error(say("rules.lattice", { lattice }));
    if (!holes.length) throw new Error(say("rules.noHole"));
    if (holes.length > MAX_HOLES) throw new Error(say("rules.holes", { count: MAX_HOLES }));
    this.name = name;
    this.lattice = lattice;
    this.holes = rowByRow(holes);
    this.size = holes.length;
    this.names = this.holes.map(holeName);
    this.points = this.holes.map((hole) => toPlane(lattice, hole));
    this.full = (1n << BigInt(this.size)) - 1n;
    this.taken = taken; // texts of forbidden jumps
    this.jumps = jumpsOf(lattice, this.holes, this.names).filter(({ text }) => !taken.includes(text));
    this.jumpsAt = this.holes.map((_, i) => this.jumps.filter((jump) => jump.start === i));
    this.jumpNamed = new Map(this.jumps.map((jump) => [jump.text, jump]));
  }

  // The board's name in links and for the server: a name of the catalogue, or its lattice and
  // picture.
  get spec() {
    return this.name === "own"
      ? `${this.lattice}:${this.picture().replaceAll(" ", "-")}${this.taken.length ? `;${this.taken.join()}` : ""}`
      : this.name;
  }

  vacancy(i) {
    return this.full ^ bit(i);
  }

  jumpsFrom(code) {
    return this.jumps.filter((jump) => (code & jump.mask) === jump.pegs);
  }

  // The plain data that `new Board` takes.
  get plain() {
    const { name, lattice, holes, taken } = this;
    return { name, lattice, holes, taken };
  }

  after(code, jump) {
    if ((code & jump.mask) !== jump.pegs) throw new Error(say("rules.impossible", { jump: jump.text }));
    return code ^ jump.mask;
  }

  // A start or a finish as text: a hole if only this one is empty, else a code.
  startText(code) {
    const missing = pegsOf(this.full ^ code);
    return missing.length === 1 ? this.names[missing[0]] : codeText(code);
  }

  readStart(text) {
    const i = this.names.indexOf(text.trim().toLowerCase());
    return i >= 0 ? this.vacancy(i) : this.readPosition(text);
  }

  // Read `code:123`, or a picture of * and . with rows on lines or joined by /.
  readPosition(text) {
    const trimmed = text.trim();
    const [, digits] = /^code:(0x[0-9a-f]+|\d+)$/i.exec(trimmed) ?? [];
    if (digits && BigInt(digits) > this.full)
      throw new Error(say("rules.otherPosition", { text: shorten(trimmed), board: this.name }));
    if (digits) return BigInt(digits);
    if (!trimmed || /[^*.\s/]/.test(trimmed))
      throw new Error(say("rules.noPosition", { text: shorten(trimmed) }));
    const rows = trimmed
      .split(/[/\n]/)
      .map((row) => row.replace(/\s/g, ""))
      .filter(Boolean);
    const [given, wanted] = [rows, this.rows].map((all) => all.map((row) => row.length).join());
    if (given !== wanted) throw new Error(say("rules.rows", { given, wanted, board: this.name }));
    return codeOf([...rows.join("")].flatMap((mark, i) => (mark === "*" ? [i] : [])));
  }

  get rows() {
    return [...grouped(this.holes.keys(), (i) => this.holes[i][1]).values()];
  }

  // The board, or a position on it, as text that can be read again.
  picture(code = null, between = "/") {
    const height = Math.max(...this.holes.map(([, y]) => y)) + 1;
    const rows = Array.from({ length: height }, () => []);
    this.holes.forEach(([x, y], i) => {
      rows[y][x] = code === null ? "o" : has(code, i) ? "*" : ".";
    });
    return rows.map((row) => Array.from(row, (mark) => mark ?? " ").join("")).join(between);
  }
}

// Holes, or other places, in the order of a board's holes.
export const rowByRow = (places) => [...places].sort(([x, y], [u, v]) => y - v || x - u);

// The index of each hole by its coordinates, as a text such as "3,1".
export const indexOf = (holes) => new Map(holes.map((hole, i) => [String(hole), i]));

// A board of one's own in a link, where / separates the parts: its rows are separated by _.
export const specInLink = (spec) => (spec.includes(":") ? spec.replaceAll("/", "_") : spec);
export const specOfLink = (text) => (text.includes(":") ? text.replaceAll("_", "/") : text);

// A board from the lattice and the picture in a link: o, * and . are holes. Forbidden jumps may
// follow after a semicolon. reading.js reads what people paste.
export function boardOfPicture(lattice, picture, name = "own") {
  const holes = [];
  const [rows, taken] = picture.split(";");
  rows
    .replace(/\s+$/, "")
    .split(/[/\n]/)
    .forEach((row, y) => {
      [...row].forEach((mark, x) => {
        if ("*.o".includes(mark)) holes.push([x, y]);
        else if (mark !== " " && mark !== "-") throw new Error(say("rules.mark", { mark, row: y + 1 }));
      });
    });
  return new Board({
    name,
    lattice,
    holes: isSlanted(lattice) ? straighten(holes) : holes,
    taken: taken ? taken.split(",") : [],
  });
}

// The skew coordinates of a triangular board that was drawn centred, with blanks between the holes
// of a row.
export function straighten(holes) {
  const key = (x, y) => `${x},${y}`;
  const there = new Set(holes.map(([x, y]) => key(x, y)));
  const oneParity = new Set(holes.map(([x, y]) => (x + y) % 2)).size === 1;
  if (!oneParity || !holes.some(([x, y]) => there.has(key(x + 2, y)))) return holes;
  const least = Math.min(...holes.map(([x, y]) => x + y));
  return holes.map(([x, y, ...more]) => [(x + y - least) / 2, y, ...more]);
}

function jumpsOf(lattice, holes, names) {
  const index = indexOf(holes);
  const jumps = [];
  holes.forEach(([x, y], start) => {
    for (const [dx, dy] of LATTICES[lattice].directions) {
      const over = index.get(`${x + dx},${y + dy}`);
      const end = index.get(`${x + 2 * dx},${y + 2 * dy}`);
      if (over === undefined || end === undefined) continue;
      const pegs = codeOf([start, over]);
      const text = `${names[start]}-${names[end]}`;
      jumps.push({ start, over, end, pegs, mask: pegs | bit(end), text });
    }
  });
  return jumps;
}

function holeName([x, y]) {
  let letters = "";
  for (let rest = x + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(97 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${y + 1}`;
}

export function toPlane(lattice, /** @type {number[]} */ [x, y]) {
  const [right, down] = LATTICES[lattice].down;
  return [x + right * y, down * y];
}

// Whether each row is drawn shifted against the next, as in triangles.
export const isSlanted = (lattice) => Boolean(LATTICES[lattice]?.down[0]);

export const has = (code, i) => ((code >> BigInt(i)) & 1n) === 1n;

export function count(code) {
  let pegs = 0;
  for (let rest = BigInt.asUintN(512, code); rest; rest >>= 32n) {
    let word = Number(rest & 0xffffffffn);
    for (; word; word = (word & (word - 1)) >>> 0) pegs += 1;
  }
  return pegs;
}

export function pegsOf(code) {
  const pegs = [];
  for (let i = 0, rest = code; rest; i += 1, rest >>= 1n) if (rest & 1n) pegs.push(i);
  return pegs;
}

export const bit = (i) => 1n << BigInt(i);

export const codeOf = (pegs) => pegs.reduce((code, i) => code | bit(i), 0n);

// A position after a symmetry: hole i goes to image[i].
export const permuted = (image, code) => codeOf(pegsOf(code).map((i) => image[i]));

export const afterAll = (code, jumps) => jumps.map((jump) => code ^ jump.mask);

export function codesOf(start, jumps) {
  const codes = [start];
  for (const jump of jumps) codes.push(codes.at(-1) ^ jump.mask);
  return codes;
}

export const codeText = (code) => `code:${code}`;

// The beginning of a long text, for error messages.
export const shorten = (text) => (text.length > 60 ? `${text.slice(0, 57)}...` : text);

// Group jumps into moves: consecutive jumps by the same peg, with the index of the first jump.
export function movesOf(jumps) {
  const moves = [];
  jumps.forEach((jump, i) => {
    const last = moves.at(-1);
    if (last && last.jumps.at(-1).end === jump.start) last.jumps.push(jump);
    else moves.push({ first: i, jumps: [jump] });
  });
  return moves;
}

export function moveText(board, { jumps }) {
  return [jumps[0].start, ...jumps.map((jump) => jump.end)].map((i) => board.names[i]).join("-");
}

const MAX_SWEEP_WAYS = 2000; // searched for the sweeps of a peg

// Where a peg can get by several jumps: a map from empty holes to jumps. It takes the shortest way,
// and leaves out a hole if several shortest ways remove different pegs.
export function sweepsFrom(board, code, start) {
  const sweeps = new Map();
  let level = [{ hole: start, code, jumps: [] }];
  for (let ways = 0; level.length && ways < MAX_SWEEP_WAYS; ways += level.length) {
    const next = new Map(); // keyed by the position, which determines where the peg is
    for (const way of level) {
      for (const jump of board.jumpsAt[way.hole]) {
        if ((way.code & jump.mask) !== jump.pegs) continue;
        const after = way.code ^ jump.mask;
        next.set(after, { hole: jump.end, code: after, jumps: [...way.jumps, jump] });
      }
    }
    level = [...next.values()];
    for (const [hole, [way, other]] of grouped(level, ({ hole }) => hole)) {
      if (!sweeps.has(hole) && !has(code, hole)) sweeps.set(hole, other ? null : way.jumps);
    }
  }
  return new Map([...sweeps].filter(([, jumps]) => jumps));
}

// Read the jumps of moves such as `d2-d4` or `a1-a3-c3`, and check each of them.
export function readMoves(board, start, texts) {
  const jumps = [];
  let code = start;
  for (const text of texts) {
    const holes = text.trim().toLowerCase().split("-");
    if (holes.length < 2) throw new Error(say("rules.noMove", { text: shorten(text) }));
    for (let i = 1; i < holes.length; i += 1) {
      const jump = board.jumpNamed.get(`${holes[i - 1]}-${holes[i]}`);
      const name = `${shorten(holes[i - 1])}-${shorten(holes[i])}`;
      if (!jump) throw new Error(say("rules.noJump", { jump: name, board: board.name }));
      code = board.after(code, jump);
      jumps.push(jump);
    }
  }
  return jumps;
}

// Boards that the page knows without asking, so that a game can start immediately.

const PICTURES = {
  english: ["square", "--ooo/--ooo/ooooooo/ooooooo/ooooooo/--ooo/--ooo"],
  french: ["square", "--ooo/-ooooo/ooooooo/ooooooo/ooooooo/-ooooo/--ooo"],
  wiegleb: ["square", "---ooo/---ooo/---ooo/ooooooooo/ooooooooo/ooooooooo/---ooo/---ooo/---ooo"],
  hexagon37: ["triangular", "oooo/ooooo/oooooo/ooooooo/-oooooo/--ooooo/---oooo"],
};

// Boards of any size: their lattice and the width of each row.
const FAMILIES = {
  triangle: { lattice: "triangular", width: (side, y) => y + 1 },
  square: { lattice: "square", width: (side) => side },
  rhombus: { lattice: "triangular", width: (side) => side },
};

// The document of a board; null if the name is not known here.
export function boardNamed(name) {
  if (Object.hasOwn(PICTURES, name)) return boardOfPicture(...PICTURES[name], name).plain;
  const [, kind, digits] = /^([a-z]+)([1-9]\d?)$/.exec(name) || [];
  if (!Object.hasOwn(FAMILIES, kind)) return null;
  const { lattice, width } = FAMILIES[kind];
  const side = Number(digits);
  const row = (_, y) => Array.from({ length: width(side, y) }, (_, x) => [x, y]);
  return { name, lattice, holes: Array.from({ length: side }, row).flat() };
}

// A problem document that is enough to start playing before the provider answers; null if the page
// does not know enough.
export function problemHere({ board: name, start: from, finish }) {
  const document = from && finish ? boardNamed(name) : null;
  if (!document || document.holes.length > 64) return null;
  const board = new Board(document);
  const [start, end] = [board.readStart(from), board.names.indexOf(finish)];
  const ends = finish === "any" ? [...board.holes.keys()] : end >= 0 ? [end] : null;
  if (!ends || !board.jumpsFrom(start).length) return null;
  return problemDocument(board, { start, finish, finishes: ends.map(bit) }, { state: "asked" });
}

// A problem as in the server's answer. `feasible` lists the holes allowed by the position class,
// `fewest` has the fewest known moves and a solution, and `sets` says whether verdicts are
// available.
export function problemDocument(board, { start, finish, finishes, feasible = [] }, sets, fewest = {}) {
  const { best = null, proven = false, least = null, shortest = null } = fewest;
  return {
    board: board.name,
    geometry: board.plain,
    start: board.startText(start),
    start_code: codeText(start),
    finish,
    finish_codes: finishes.map(codeText),
    feasible: feasible.map((i) => board.names[i]),
    ...{ best, proven, least, shortest },
    sets: { message: "", estimate: null, job: null, ...sets },
  };
}

// The holes of a board, nearest to the middle first.
export function byMiddle(board) {
  const [x, y] = [0, 1].map((axis) => board.points.reduce((sum, point) => sum + point[axis], 0) / board.size);
  const far = (i) => Math.round(1e6 * Math.hypot(board.points[i][0] - x, board.points[i][1] - y));
  return [...board.holes.keys()].sort((i, j) => far(i) - far(j) || i - j);
}

// The holes of a board that a text names.
export function holesIn(text, board) {
  const names = new Set(text.match(/\b[a-z]{1,2}\d{1,2}\b/g) ?? []);
  return new Set(names.size ? board.names.flatMap((name, i) => (names.has(name) ? [i] : [])) : []);
}
