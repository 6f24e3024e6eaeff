// What people paste, where no server reads it: links, names, codes, lists of holes, our own pictures and
// matrices, and boards of the catalogue in their usual layouts. The rule is that of
// pegsolitaire/board/reading.py: what is read here is read the same there, and all else is refused;
// tests/browser/test_pasting.py holds both against each other.

import { LATTICES } from "./lattices.js";
import { bit, Board, boardNamed, boardOfPicture, codeOf, codeText, isSlanted, pegsOf, readMoves, straighten } from "./rules.js";

const PEGS = "*●◉⚫⊗1PpXx";
const EMPTY = ".·○◌◦⚪_-0Hh";
const NEVER_OUTSIDE = "●○◉⊗⚫⚪◌◦PpHh";
const EITHER = ["o.", "O.", "o·", "O·", "xo", "xO", "Xo", "XO"].map((pair) => [...pair].sort().join(""));
const [OUTSIDE, BLANK] = ["-1", " "]; // beside the board in a matrix; a hole that is not marked
const FAR = 8; // marks around a board: fewer may be empty holes by chance
const [MAX_HOLES, MAX_MARKS] = [400, 2000];

const HOW =
  "Without a server, this page reads links, names, codes, lists of holes, and pictures with * for a peg, . for an empty hole or o for a hole, and blanks outside";

const refuse = (what) => {
  throw new Error(`${what}. ${HOW}.`);
};

const within = (some, all) => [...some].every((one) => all.includes(one));
const key = ([x, y]) => `${x},${y}`;
const keysOf = (cells) => new Set(cells.map(key));
const isSame = (some, others) => some.size === others.size && [...some].every((one) => others.has(one));
const axis = (cells, i) => cells.map((cell) => cell[i]);
const boxOf = (cells) => [0, 1].map((i) => Math.max(...axis(cells, i)) + 1);
const isFull = (cells) => cells.length === boxOf(cells)[0] * boxOf(cells)[1];
const marksOf = (cells) => [...new Set(cells.map(([, , mark]) => mark))].filter((mark) => mark !== OUTSIDE).sort();
const inOrder = (cells) => [...cells].sort(([x, y], [u, v]) => y - v || x - u);
const rowsOf = (cells) => [...Map.groupBy(inOrder(cells), ([, y]) => y).values()];

// What a text shows, as the server tells of it: a board; on a board that is given, a position. `boards` are those
// of the catalogue.
export function readPasted(text, boards, given = null) {
  if (given) {
    const board = new Board(given);
    const { code, told } = readPosition(board, text);
    return documentOf(board, code, told);
  }
  const { pegs, told, name, ...found } = readBoard(text, boards);
  const isKnown = name && (boards.some((board) => board.name === name) || boardNamed(name));
  const board = new Board({ ...found, name: isKnown ? name : "own" });
  const index = new Map(board.holes.map((hole, i) => [key(hole), i]));
  return documentOf(board, pegs && codeOf(pegs.map((hole) => index.get(key(hole)))), told);
}

function documentOf(board, code, told) {
  const position = code === null ? null : codeText(code);
  const kind = position ? "position" : "board";
  return { kind, board: board.spec, geometry: board.plain, position, start: null, jumps: [], read_as: told };
}

// -- 1. cells: [x, y, mark] -------------------------------------------------------------------------

function cellsOf(pasted) {
  const text = pasted.replace(/[\ufeff\ufe0e\ufe0f\u200b\u200d\r]/g, "").replaceAll("\u00a0", BLANK);
  const letters = new Set(text.toLowerCase().match(/\p{L}/gu));
  // What may be words, or names of holes beside the rows, is for the server.
  const isPlain = within(text, `${PEGS}${EMPTY}oO# /\n,[]`) && letters.size < 3 && !/\s[a-z]{1,3}1[01]* *$/m.test(text);
  if (!isPlain) refuse("This picture has other marks, or words");
  const lines = text.split(/[/\n]/).map((line) => line.trimEnd());
  const cells = (matrixOf(text, lines) ?? lines.map((line) => [...line]))
    .flatMap((row, y) => row.map((mark, x) => [x, y, mark]))
    .filter(([, , mark]) => mark.trim());
  if (!marksOf(cells).length) refuse("The picture is empty");
  if (cells.length > MAX_MARKS || marksOf(cells).length > 4) refuse("The picture has too many marks");
  return cells;
}

// The rows of a matrix of -1, 0 and 1; null for a picture.
function matrixOf(text, lines) {
  if (/[[\]]/.test(text)) {
    if (!/^\s*\[(\s*\[[-01,\s]*\]\s*,?)+\s*\]\s*$/.test(text)) refuse("This is no matrix of -1, 0 and 1");
    const rows = JSON.parse(text.replace(/\s+/g, BLANK));
    if (!rows.flat().every((one) => [-1, 0, 1].includes(one))) refuse("This is no matrix of -1, 0 and 1");
    return rows.map((row) => row.map((one) => String(one + 0)));
  }
  if (!lines.some((line) => /,|(?<!\S)-1(?!\S)/.test(line))) return null;
  return lines.filter(Boolean).map((line) => {
    const entries = line.includes(",") ? line.replace(/,$/, "").split(",").map((one) => one.trim()) : line.trim().split(/ +/);
    return entries.every((one) => ["-1", "0", "1"].includes(one)) ? entries : refuse("This is no matrix of -1, 0 and 1");
  });
}

function cornered(cells) {
  const [left, top] = [0, 1].map((i) => Math.min(...axis(cells, i)));
  return cells.map(([x, y, ...more]) => [x - left, y - top, ...more]);
}

// Cells from the corner on; columns, and then rows, that are evenly spaced are closed up.
function closedUp(cells) {
  const gcd = (a, b) => (b ? gcd(b, a % b) : a);
  const moved = cornered(cells);
  const across = axis(moved, 0).reduce(gcd) || 1;
  const down = (across > 1 && axis(moved, 1).reduce(gcd)) || 1;
  return moved.map(([x, y, ...more]) => [x / across, y / down, ...more]);
}

// -- 2. layouts -------------------------------------------------------------------------------------

// Boards in the layouts in which people draw them: as drawn, rows from the left, rows centred. Where the
// lattice is known, as drawn and in the coordinates of the board.
function layoutsOf({ lattice, holes }, isExact = false) {
  if (lattice === "cubic") return [holes];
  const drawn = [holes.map(([x, y]) => (isSlanted(lattice) ? [2 * x - y, y] : [x, y]))];
  const rows = rowsOf(holes);
  const widest = Math.max(...rows.map((row) => row.length));
  const gap = (row, half) => (half ? Math.floor((widest - row.length + half - 1) / 2) : 0);
  const moved = (half) => rows.flatMap((row, y) => row.map((_, i) => [gap(row, half) + i, y]));
  if (isExact) drawn.push(holes);
  else if (holes.length >= 10 || rows[0].length === 1) drawn.push(...[0, 1, 2].map(moved));
  return drawn.map(closedUp);
}

const block = (width, height) =>
  Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => [x, y])).flat();

// The boards of the catalogue, and others of its kinds, with so many rows.
function boardsWithRows(side, boards) {
  const middle = Math.floor(side / 2);
  const kept = (does) =>
    side % 2 ? block(side, side).filter(([x, y]) => does(Math.abs(x - middle), Math.abs(y - middle), x - y)) : [];
  const made = (kind, lattice, holes) => ({ name: `${kind}${kind === "hexagon" ? holes.length : side}`, lattice, holes });
  const families = [
    made("english", "square", kept((x, y) => x < 2 || y < 2)),
    made("french", "square", kept((x, y) => x + y < middle + 2)),
    made("diamond", "square", kept((x, y) => x + y <= middle)),
    made("hexagon", "triangular", kept((x, y, across) => Math.abs(across) <= middle)),
    ...["triangle", "square", "rhombus"].map((kind) => boardNamed(`${kind}${side}`)).filter(Boolean),
  ];
  const found = [...families, ...boards].filter(({ lattice, holes }) =>
    new Set(axis(holes, 1)).size === side && hasJump(holes, lattice));
  return [...new Map(found.map((board) => [placeOf(board), board])).values()];
}

const placeOf = ({ lattice, holes }) => [lattice, ...[...keysOf(cornered(holes))].sort()].join(" ");

const hasJump = (holes, lattice, there = keysOf(holes), ends = there) =>
  holes.some(([x, y]) => LATTICES[lattice].directions.some(([dx, dy]) =>
    there.has(key([x + dx, y + dy])) && ends.has(key([x + 2 * dx, y + 2 * dy]))));

// The boards that have these cells in one of their layouts, those that are drawn so before others.
function shaped(inside, lattice, boards) {
  const cells = closedUp(inside);
  const [width, height] = boxOf(cells);
  if (isFull(cells) && [null, "square"].includes(lattice)) {
    const name = width === height ? `square${width}` : `rectangle${width}x${height}`;
    return hasJump(cells, "square") ? [{ name, lattice: "square", holes: block(width, height) }] : [];
  }
  const there = keysOf(cells);
  const found = boardsWithRows(height, boards)
    .filter((board) => board.holes.length === cells.length && [null, board.lattice].includes(lattice));
  const fits = (layout) => isSame(keysOf(layout), there);
  const drawn = found.filter((board) => fits(layoutsOf(board, true)[0]));
  return drawn.length ? drawn : found.filter((board) => layoutsOf(board, lattice !== null).some(fits));
}

// -- 3. ways to read a picture: {board, marks, outside, around} --------------------------------------

const choicesOf = (cells) => [null, ...marksOf(cells).filter((mark) => !NEVER_OUTSIDE.includes(mark))];
const without = (cells, outside) => cells.filter(([, , mark]) => mark !== OUTSIDE && mark !== outside);
const ordered = (cells) => inOrder(cells).map(([, , mark]) => mark);

function waysOf(cells, lattice, boards) {
  return choicesOf(cells).flatMap((outside) => {
    const inside = without(cells, outside);
    if (!inside.length) return [];
    const beside = cells.length - inside.length;
    const around = outside === null ? 0 : isAround(cells, inside) ? beside : 1;
    const marks = ordered(inside);
    const listed = shaped(inside, lattice, boards).map((board) => ({ board, marks, outside, around }));
    return lattice ? listed : [...listed, ...sharedWays(cells, inside, outside, boards)];
  });
}

// Whether marks are on all four sides, or on none.
function isAround(cells, inside) {
  const reached = [0, 1].flatMap((i) =>
    [Math.min(...axis(inside, i)) === 0, Math.max(...axis(inside, i)) === boxOf(cells)[i] - 1]);
  return reached.every(Boolean) || !reached.some(Boolean);
}

// Boards around which a mark, or a blank, is outside, and on which it is an empty hole too.
function sharedWays(cells, inside, outside, boards) {
  const there = cornered(inside);
  const [[left, top], [width, height]] = [[0, 1].map((i) => Math.min(...axis(inside, i))), boxOf(there)];
  if (there.length * 2 < Math.floor((width * height) / 2)) return [];
  const holes = keysOf(there);
  const at = new Map(cells.map(([x, y, mark]) => [key([x - left, y - top]), mark]));
  const markAt = (hole) => at.get(key(hole)) ?? BLANK;
  const isEnclosed = ([x, y]) => [[0, 1, x, y], [1, 0, y, x]].every(([along, other, from, line]) => {
    const places = there.filter((cell) => cell[other] === line).map((cell) => cell[along]);
    return Math.min(...places) < from && from < Math.max(...places);
  });
  return boardsWithRows(height, boards).flatMap((board) =>
    layoutsOf(board, true).flatMap((layout) => {
      const added = layout.filter((hole) => !holes.has(key(hole)));
      const isLarger = added.length && layout.length - added.length === holes.size;
      if (!isLarger || String(boxOf(layout)) !== String([width, height])) return [];
      if (isFull(layout) && board.lattice !== "square") return []; // it looks like a square
      const marks = inOrder(layout).map(markAt);
      const around = cells.length - inside.length - marks.filter((mark) => mark === outside).length;
      const isFar = outside !== null && added.every((hole) => markAt(hole) === outside) && around >= FAR;
      return isFar || (outside === null && added.every(isEnclosed)) ? [{ board, marks, outside, around }] : [];
    }));
}

// A board of one's own, drawn in our own marks.
function ownWay(cells, lattice, boards) {
  const inside = without(cells, null);
  const used = marksOf(inside);
  const isMatrix = within(used, "01") && cells.length > inside.length;
  if (!within(used, "*.o") && !isMatrix) return [];
  const holes = cornered(inside);
  const straight = !lattice || isSlanted(lattice) ? straighten(holes) : holes;
  const found = lattice ?? (straight === holes ? "square" : "triangular");
  return lattice || isWhole(straight, found) ? [own(straight, found, boards, null)] : [];
}

// Boards of one's own around which a mark in a full rectangle may be outside.
function doubts(cells, lattice, boards) {
  const there = new Set(cells.map(([x, y]) => `${x},${y}`));
  const isAtEdge = ([x, y]) => LATTICES.square.directions.some(([dx, dy]) => !there.has(`${x + dx},${y + dy}`));
  return choicesOf(cells).slice(1).flatMap((outside) => {
    const inside = without(cells, outside);
    const beside = cells.filter(([, , mark]) => mark === outside);
    const found = lattice ?? "square";
    return beside.some(isAtEdge) && isWhole(inside, found) ? [own(cornered(inside), found, boards, outside)] : [];
  });
}

function own(cells, lattice, boards, outside) {
  const holes = cells.map(([x, y]) => [x, y]);
  const board = finder(boards)(holes, lattice) ?? { name: null, lattice, holes };
  return { board, marks: ordered(cells), outside, around: 0 };
}

const isWhole = (holes, lattice) =>
  hasJump(holes, lattice) && spread(holes, holes.slice(0, 1), lattice).size === holes.length;

// The cells that are reached from some of them, step by step.
function spread(cells, begin, lattice) {
  const [there, reached] = [keysOf(cells), new Map(begin.map((cell) => [key(cell), cell]))];
  for (const [x, y] of reached.values()) {
    const near = LATTICES[lattice].directions.map(([dx, dy]) => [x + dx, y + dy]);
    for (const one of near) if (there.has(key(one)) && !reached.has(key(one))) reached.set(key(one), one);
  }
  return reached;
}

// The ways to read a picture as a position on a board in one of its layouts, or in one row.
function waysOn(board, cells) {
  const layouts = [...layoutsOf(board), ...layoutsOf(board, true)].map(keysOf);
  return choicesOf(cells).flatMap((outside) => {
    const inside = without(cells, outside);
    if (inside.length !== board.size) return [];
    const there = keysOf(closedUp(inside));
    const fits = layouts.some((layout) => isSame(layout, there)) || new Set(axis(inside, 1)).size === 1;
    return fits ? [{ board, marks: ordered(inside), outside }] : [];
  });
}

// -- 4. what the ways show --------------------------------------------------------------------------

// Which marks may be the pegs: one choice, two, or none.
function pegMarks(used) {
  const known = (some) => used.filter((mark) => some.includes(mark));
  const other = (some) => used.filter((mark) => !some.includes(mark));
  if (used.length === 1) return [other(EMPTY)];
  if (used.length > 2) return [];
  if (used.includes(BLANK)) return known(EMPTY).length ? [] : [other(BLANK)];
  const [pegs, holes] = [known(PEGS), known(EMPTY)];
  const isEither = EITHER.includes(used.join(""));
  const isUnknown = used.includes("#") || pegs.length === 2 || holes.length === 2 || !(pegs.length + holes.length);
  const surely = pegs.length ? pegs : other(holes);
  const usual = !isEither && (isUnknown || surely.length > 1) ? [used[0]] : surely;
  return isEither || isUnknown || surely.length > 1 ? [usual, other(usual)] : [usual];
}

function picturesOf(ways, isPosition = false) {
  const found = ways.flatMap((way) => {
    const used = [...new Set(way.marks)].sort();
    let choices = pegMarks(used);
    if (choices.length === 2 && EITHER.includes(used.join(""))) {
      // One o among dots, or among x, is the empty hole of a start; more may be the pegs.
      const able = choices.filter((pegs) => canJump(way, pegs));
      const isVacancy = able.length === 1 && way.marks.filter((mark) => !able[0].includes(mark)).length === 1;
      const isUsual = able[0] === choices[0];
      const hasDots = used.some((mark) => ".·".includes(mark));
      if (isVacancy && (isUsual || (hasDots && !isPosition))) choices = able;
    }
    return choices.map((marks) => {
      const isBoard = used.length === 1 && !isPosition;
      const pegs = isBoard ? null : way.marks.flatMap((mark, i) => (marks.includes(mark) ? [i] : []));
      return { board: way.board, pegs, text: described(way, used, isBoard ? null : marks) };
    });
  });
  const same = ({ board, pegs }) => `${placeOf(board)} ${pegs}`;
  return [...new Map(found.toReversed().map((one) => [same(one), one])).values()].reverse();
}

function canJump({ board: { lattice, holes }, marks }, pegs) {
  const some = (does) => inOrder(holes).filter((_, i) => does(pegs.includes(marks[i])));
  const there = some((isPeg) => isPeg);
  return hasJump(there, lattice, keysOf(there), keysOf(some((isPeg) => !isPeg)));
}

// As in "english: # is outside, o a peg, . an empty hole".
function described({ board, marks, outside }, used, pegs) {
  const { name, lattice, holes } = board;
  const own = `a board of ${holes.length} holes of your own${lattice === "triangular" ? ", on the triangular lattice" : ""}`;
  const beside = [outside].filter((mark) => mark !== null && !marks.includes(mark));
  const some = (is, role) => used.filter(is).map((mark) => [mark, role]);
  const isPeg = (mark) => pegs?.includes(mark);
  const roles = pegs ? [...some(isPeg, "a peg"), ...some((mark) => !isPeg(mark), "an empty hole")] : some(() => true, "a hole");
  const said = [...beside.map((mark) => [mark, "outside"]), ...roles];
  const called = said.map(([mark, role], i) => `${mark === BLANK ? "a blank" : mark} ${i ? "" : "is "}${role}`);
  return `${name ?? own}: ${called.join(", ")}`;
}

// The only picture that the ways show.
function recognised(text, lattice, boards) {
  const cells = lattice === "cubic" ? cellsOf(text) : closedUp(cellsOf(text));
  let ways = waysOf(cells, lattice, boards);
  const isShared = ({ marks, outside }) => marks.some((mark) => mark === BLANK || mark === outside);
  if (ways.some((way) => way.around >= FAR && !isShared(way)))
    ways = ways.filter((way) => way.around && !isShared(way));
  if (lattice || ways.every(({ marks }) => marks.includes(BLANK))) ways.push(...ownWay(cells, lattice, boards));
  const mayBeOwn = ({ board, marks }) =>
    board.holes.length === cells.length && (isFull(cells) || (!board.name && marks.includes("o")));
  if (ways.some(mayBeOwn)) ways.push(...doubts(cells, lattice, boards));
  return only(picturesOf(ways), ways.every(({ around }) => around > 0 && around < FAR));
}

// The only one of some pictures.
function only(found, isChance = false) {
  if (!found.length) refuse("The picture shows no board of the catalogue");
  if (found.length > 1 || isChance)
    refuse(`The picture may be read as ${found.slice(0, 4).map((one) => one.text).join("; or as ")}`);
  return found[0];
}

// -- boards -----------------------------------------------------------------------------------------

const LINK = /#(?:((?:board|start|finish|moves|at)=\S+)|board\/(\S+))/;
const SPEC = /^\s*([a-z-]+):([-o/]+(?:;\S*)?)\s*$/;
const LATTICE = /^lattice: (\S+)\n/;

// The words of a link to a game; null for other texts.
function wordsOfLink(text) {
  const [, query, path] = LINK.exec(text) ?? [];
  if (query) return Object.fromEntries(new URLSearchParams(query));
  if (!path) return null;
  const parts = path.split("/").map(decodeURIComponent);
  return Object.fromEntries(["board", "start", "finish", "moves"].flatMap((word, i) => (parts[i] ? [[word, parts[i]]] : [])));
}

// The board with a name, or of a link; null for other texts.
function boardOf(text, boards) {
  const [, lattice, picture] = SPEC.exec(text) ?? [];
  if (lattice) return boardOfPicture(lattice, picture);
  const name = text.trim().toLowerCase();
  const found = boards.find((board) => board.name === name) ?? boardNamed(name);
  return found && new Board(found);
}

// A position of a link: that after its moves.
function codeOfLink(board, { start, moves }) {
  const code = board.readStart(start);
  return moves ? readMoves(board, code, moves.split(",")).reduce((now, jump) => now ^ jump.mask, code) : code;
}

// The board that a text shows, and its pegs if it shows a position: {lattice, name, holes, pegs, told}. A line such as "lattice: triangular" may come first.
function readBoard(text, boards) {
  const lattice = LATTICE.exec(text)?.[1] ?? null;
  const words = wordsOfLink(text);
  const board = boardOf(words ? (words.board ?? "") : text, boards);
  if (words && !board) refuse("This link names no board that is known here");
  if (board) {
    const pegs = words?.start ? pegsOf(codeOfLink(board, words)).map((i) => board.holes[i]) : null;
    return { ...board.plain, name: board.name === "own" ? null : board.name, pegs, told: null };
  }
  const drawn = text.replace(LATTICE, "");
  const places = holesIn(drawn)?.map(placeOfHole);
  if (places?.length > 1 && places.every(Boolean))
    return { lattice: lattice ?? "square", name: null, holes: inOrder([...new Map(places.map((one) => [key(one), one])).values()]), pegs: null, told: null };
  const line = drawn.trim();
  if (line.length < 2 || (/^[\p{L}\d]+$/u.test(line) && !/^[oOxX01]+$/.test(line))) refuse("This is no name of a board");
  const { board: found, pegs, text: said } = recognised(drawn, lattice, boards);
  if (found.holes.length > MAX_HOLES) throw new Error(`A board has at most ${MAX_HOLES} holes here.`);
  const holes = inOrder(found.holes);
  return { ...found, holes, pegs: pegs?.map((i) => holes[i]) ?? null, told: `read as ${said}` };
}

// What finds the board of the catalogue that some cells are, wherever they lie.
export function finder(boards) {
  const found = new Map(boards.map((board) => [placeOf(board), board]));
  return (holes, lattice) => found.get(placeOf({ lattice, holes })) ?? null;
}

// -- positions --------------------------------------------------------------------------------------

// A position on a board: {code, told}.
function readPosition(board, text) {
  const words = wordsOfLink(text);
  if (words && (words.board ?? board.spec) !== board.spec) throw new Error("This is a link to another board.");
  if (words?.start) return { code: codeOfLink(board, words), told: null };
  const lengths = (rows) => String(rows.map(({ length }) => length).filter(Boolean));
  const rows = text.split(/[/\n]/).map((row) => row.replace(/\s/g, ""));
  const isOurs = within(rows.join(""), "*.") && lengths(rows) === lengths(board.rows);
  if (isOurs || /^\s*code:/i.test(text)) return { code: board.readPosition(text), told: null };
  const hole = board.names.indexOf(text.trim().toLowerCase());
  if (hole >= 0) return { code: board.vacancy(hole), told: `read as the position in which only ${board.names[hole]} is empty` };
  const listed = holesIn(text);
  const areMarks = listed && within(listed, ["0", "1"]) && listed.length > 2;
  if (listed?.length > 1 && !areMarks) return pegsListed(board, listed);
  if (HOLE.test(text)) refuse("This is no hole of the board");
  const found = only(picturesOf(waysOn(board, closedUp(cellsOf(text))), true));
  return { code: codeOf(found.pegs), told: `read as a position on ${found.text}` };
}

const TOKEN = /\(\s*-?\d+\s*,\s*-?\d+\s*\)|[^\s,;[\]{}'"]+/g;
const HOLE = /^\s*(?:[a-z]{1,3}[1-9]\d{0,5}|\(\s*\d{1,6}\s*,\s*\d{1,6}\s*\)|\d{1,6}\s*,\s*\d{1,6}|\d{1,9})\s*$/i;

// The holes in a list; null for other texts.
function holesIn(text) {
  const tokens = text.match(TOKEN) ?? [];
  const isList = tokens.length && tokens.every((one) => HOLE.test(one)) && !HOLE.test(text) && !/[[\]{}'"]/.test(text);
  return isList ? tokens : null;
}

// The place of a hole by name or as a pair; null for a number.
function placeOfHole(token) {
  const [, x, y] = /^\(\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(token) ?? [];
  if (x) return [Number(x), Number(y)];
  const [, letters, row] = /^([a-z]+)(\d+)$/i.exec(token) ?? [];
  if (!letters) return null;
  return [[...letters.toLowerCase()].reduce((sum, one) => 26 * sum + one.charCodeAt(0) - 96, 0) - 1, Number(row) - 1];
}

function pegsListed(board, tokens) {
  const first = tokens.some((one) => Number(one) === 0) ? 0 : 1;
  const index = new Map(board.holes.map((hole, i) => [key(hole), i]));
  const pegs = tokens.map((token) => {
    const at = /^\d+$/.test(token) ? Number(token) - first : index.get(key(placeOfHole(token)));
    if (at === undefined || !board.names[at]) throw new Error(`${board.name} has no hole ${token}`);
    return at;
  });
  const twice = pegs.findIndex((one, i) => pegs.indexOf(one) < i);
  if (twice >= 0) refuse(`${tokens[twice]} comes twice`);
  const names = pegs.toSorted((a, b) => a - b).map((i) => board.names[i]);
  const shown = names.length > 20 ? [...names.slice(0, 18), "..."] : names;
  const told = `read as pegs in ${shown.join(" ")}${first ? "" : ", holes numbered from 0"}`;
  return { code: pegs.reduce((code, i) => code | bit(i), 0n), told };
}
