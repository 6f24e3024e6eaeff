// Reads pasted texts on a page without a server: links, games in our own notation, names, codes, lists
// of holes, and pictures in our own marks. A picture shows a board of the catalogue in one of its usual
// layouts, or a board of one's own. It follows the rules of pegsolitaire/board/reading_boards.py: what it
// reads, the server reads the same way, and it refuses everything else. tests/browser/test_pasting.py
// compares the two.

import { grouped } from "./collections.js";
import { LATTICES } from "./lattices.js";
import { readPlace } from "./router.js";
import {
  Board,
  boardNamed,
  boardOfPicture,
  codeOf,
  codesOf,
  codeText,
  indexOf,
  isSlanted,
  readMoves,
  rowByRow,
  straighten,
} from "./rules.js";
import { say } from "./say.js";

const MARKS = ["*.", "o", "01"]; // pegs and empty holes, or the holes of a board; 1 and 0 are * and .
const MIN_HOLES = 5; // smaller boards are not looked for: a single empty hole is no triangle of side 1
const LISTED = 10; // boards with so many holes may be listed in one row, or have left-aligned rows

const refuse = (key, gaps) => {
  throw new Error(say("reading.how", { what: say(`reading.${key}`, gaps) }));
};

// What a text shows, as in the server's answer: a board or, if a board is given, a position or a game
// on it. `boards` are the boards of the catalogue, and `start` is the code of a game's start.
export function readPasted(pasted, boards, given = null, start = null) {
  const text = pasted.replace(/\ufeff|\u200b|\r/g, "").replaceAll("\u00a0", " ");
  const board = given && new Board(given);
  const [, link] = /#(board[=/]\S+)/.exec(text) ?? [];
  if (link) return readLink(readPlace(link), board, boards);
  if (!board) return readBoard(text, boards);
  return readGame(board, text, start) ?? readPosition(board, text);
}

// `code` is null if the text shows only a board.
function documentOf(board, code = null, { readAs = null, start = null, jumps = [] } = {}) {
  return {
    kind: jumps.length ? "game" : code === null ? "board" : "position",
    board: board.spec,
    geometry: board.plain,
    position: code === null ? null : codeText(code),
    start: jumps.length ? codeText(start) : null,
    jumps: jumps.map((jump) => jump.text),
    read_as: readAs,
  };
}

function gameDocument(board, start, moves) {
  const jumps = readMoves(board, start, moves);
  return documentOf(board, codesOf(start, jumps).at(-1), { start, jumps });
}

// A link may name another board than the one that is given.
function readLink(place, given, boards) {
  const board = place.board === given?.spec ? given : boardFromText(place.board ?? "", boards);
  if (!board) refuse("unknownLink");
  return place.start ? gameDocument(board, board.readStart(place.start), place.moves) : documentOf(board);
}

const STEP = /^(?:\d{1,3}[.:)])?([a-z]{1,3}\d{1,6}(?:-[a-z]{1,3}\d{1,6})+)?$/i;

// A game in moves such as "1. d2-d4 2. b3-d3" from a known start; null for other texts.
function readGame(board, text, start) {
  const steps = text
    .replace(/\s*(?:-+>|→|⇒)\s*/g, "-")
    .split(/[\s,;]+/)
    .map((step) => STEP.exec(step));
  if (start === null || steps.includes(null)) return null;
  const moves = steps.flatMap(([, move]) => move ?? []);
  return moves.length ? gameDocument(board, board.readPosition(start), moves) : null;
}

// Pictures are cells [x, y, mark], or [x, y] where only their places matter.
const key = (/** @type {number[]} */ [x, y]) => `${x},${y}`;
const keysOf = (cells) => new Set(cells.map(key));
const axis = (cells, i) => cells.map((cell) => cell[i]);
const boxOf = (cells) => [0, 1].map((i) => Math.max(...axis(cells, i)) + 1);
const isFull = (cells) => cells.length === boxOf(cells)[0] * boxOf(cells)[1];
const rowsOf = (cells) => [...grouped(rowByRow(cells), ([, y]) => y).values()];
const cellsAt = (cells) => [...keysOf(cells)].sort().join(" ");

// The cells of a picture, or of a matrix of -1 (outside), 0 and 1.
function cellsOf(text) {
  const rows = /[[\],]|-1/.test(text) ? matrixOf(text) : text.split(/[/\n]/).map((line) => [...line]);
  const cells = rows.flatMap((row, y) => row.map((mark, x) => [x, y, mark])).filter(([, , mark]) => mark !== " ");
  const isOurs = MARKS.some((marks) => cells.every(([, , mark]) => marks.includes(mark)));
  if (!cells.length || !isOurs) refuse("marks");
  return cells.map(([x, y, mark]) => [x, y, { 0: ".", 1: "*" }[mark] ?? mark]);
}

function matrixOf(text) {
  const lists = text.match(/\[[^[\]]*\]/g);
  const around = lists ? text.replace(/\[[^[\]]*\]/g, "") : "";
  const rows = (lists ?? text.split("\n")).map(entriesOf).filter((row) => row[0]);
  const isMatrix = rows.flat().every((entry) => ["-1", "0", "1"].includes(entry));
  if (!isMatrix || !/^[\s,]*(\[[\s,]*\])?\s*$/.test(around)) refuse("matrix");
  return rows.map((row) => row.map((entry) => (entry === "-1" ? " " : entry)));
}

function entriesOf(row) {
  const entries = row.replace(/[[\]]/g, "").trim().replace(/,$/, "");
  return entries.split(entries.includes(",") ? /\s*,\s*/ : /\s+/);
}

function cornered(cells) {
  const [left, top] = [0, 1].map((i) => Math.min(...axis(cells, i)));
  return cells.map(([x, y, ...more]) => [x - left, y - top, ...more]);
}

// Move cells to the corner, and close up evenly spaced columns and then rows.
function closedUp(cells) {
  const gcd = (a, b) => (b ? gcd(b, a % b) : a);
  const moved = cornered(cells);
  const across = axis(moved, 0).reduce(gcd) || 1;
  const down = (across > 1 && axis(moved, 1).reduce(gcd)) || 1;
  return moved.map(([x, y, ...more]) => [x / across, y / down, ...more]);
}

// The layouts in which people draw a board: as drawn, left-aligned, and centred. If the lattice is
// known: as drawn, and in the board's coordinates.
function layoutsOf({ lattice, holes }, isExact) {
  if (lattice === "cubic") return [cellsAt(holes)];
  const drawn = [holes.map(([x, y]) => (isSlanted(lattice) ? [2 * x - y, y] : [x, y]))];
  const rows = rowsOf(holes);
  const widest = Math.max(...rows.map((row) => row.length));
  const gap = (row, half) => (half ? Math.floor((widest - row.length + half - 1) / 2) : 0);
  const moved = (half) => rows.flatMap((row, y) => row.map((_, i) => [gap(row, half) + i, y]));
  if (isExact) drawn.push(holes);
  else if (holes.length >= LISTED || rows[0].length === 1) drawn.push(...[0, 1, 2].map(moved));
  return drawn.map((layout) => cellsAt(closedUp(layout)));
}

// The boards that have these cells in one of their layouts. If some are drawn exactly so, only
// those: rows of a rhombus from the left are a square.
function shaped(inside, lattice, boards) {
  const cells = closedUp(inside);
  const [width, height] = boxOf(cells);
  const known = ["triangle", "square", "rhombus"].map((kind) => boardNamed(`${kind}${height}`)).filter(Boolean);
  const all = [...new Map([...known, ...boards].map((board) => [placeOf(board), board])).values()];
  if (isFull(cells) && [null, "square"].includes(lattice)) {
    const holes = cells.map(([x, y]) => [x, y]);
    const rectangle = finder(all)(holes, "square") ?? { name: "own", lattice: "square", holes };
    return Math.max(width, height) > 2 ? [rectangle] : [];
  }
  const isLike = ({ holes, ...board }) =>
    holes.length >= MIN_HOLES && holes.length === cells.length && [null, board.lattice].includes(lattice);
  const like = all.filter(isLike);
  const drawn = like.filter((board) => layoutsOf(board, true)[0] === cellsAt(cells));
  if (drawn.length) return drawn;
  return like.filter((board) => layoutsOf(board, lattice !== null).includes(cellsAt(cells)));
}

const placeOf = ({ lattice, holes }) => `${lattice} ${cellsAt(cornered(holes))}`;

// A function that finds the catalogue's board with the same cells, wherever they lie.
export function finder(boards) {
  const byPlace = new Map(boards.map((board) => [placeOf(board), board]));
  return (holes, lattice) => byPlace.get(placeOf({ lattice, holes })) ?? null;
}

// A picture without a board: one mark shows a board, two marks a position on it.
function readPicture(text, lattice, boards) {
  const drawn = cellsOf(text);
  const cells = lattice === "cubic" ? cornered(drawn) : closedUp(drawn);
  const marks = new Set(axis(cells, 2));
  const isPosition = marks.size > 1;
  const isRow = !lattice && boxOf(cells)[1] === 1;
  if (isPosition && isRow && cells.length >= LISTED) refuse("row");
  if (isPosition && [...marks].some((mark) => mayBeOutside(mark, cells, lattice, boards))) refuse("around");
  const shown = shaped(cells, lattice, boards);
  if (shown.length > 1) refuse("several", { ways: shown.map(({ name }) => name).join(say("reading.orAs")) });
  if (!shown.length && /[01]/.test(text) && !text.includes("-1")) refuse("noBoard");
  const board = new Board(shown[0] ?? ownBoard(cells, lattice, boards));
  const pegs = rowByRow(cells).flatMap(([, , mark], i) => (mark === "*" ? [i] : []));
  const own = board.lattice === "triangular" ? "reading.ownTriangular" : "reading.own";
  const what = board.name === "own" ? say(own, { count: board.size }) : board.name;
  return documentOf(board, isPosition ? codeOf(pegs) : null, { readAs: say("reading.as", { what }) });
}

// Whether a mark may lie around the board instead of on it. Dots at the edge of a rectangle always may.
function mayBeOutside(mark, cells, lattice, boards) {
  const inside = cells.filter(([, , other]) => other !== mark);
  if (shaped(inside, lattice, boards).length) return true;
  const [width, height] = boxOf(cells);
  const isAtEdge = ([x, y, other]) =>
    other === mark && ([0, width - 1].includes(x) || [0, height - 1].includes(y));
  return isFull(cells) && cells.some(isAtEdge) && (mark === "." || isWhole(inside, lattice ?? "square"));
}

// The board of one's own that a picture shows.
function ownBoard(cells, lattice, boards) {
  const straight = !lattice || isSlanted(lattice) ? straighten(cells) : cells;
  const isCentred = straight !== cells;
  const holes = straight.map(([x, y]) => [x, y]);
  if (lattice) return { name: "own", lattice, holes };
  const found = isCentred ? "triangular" : "square";
  if (!isWhole(holes, found)) refuse("noBoard");
  const filled = rowsOf(holes).flatMap((row) =>
    Array.from({ length: row.at(-1)[0] - row[0][0] + 1 }, (_, i) => [row[0][0] + i, row[0][1]]),
  );
  const isShort = filled.length > holes.length;
  if (isShort && shaped(filled, isCentred ? found : null, boards).length) refuse("blank");
  return { name: "own", lattice: found, holes };
}

// Whether holes are connected, and three of them are in a line.
function isWhole(holes, lattice) {
  const { directions } = LATTICES[lattice];
  const there = keysOf(holes);
  const reached = new Map([[key(holes[0]), holes[0]]]);
  for (const [x, y] of reached.values())
    for (const [dx, dy] of directions) {
      const near = [x + dx, y + dy];
      if (there.has(key(near)) && !reached.has(key(near))) reached.set(key(near), near);
    }
  const begins = ([x, y], [dx, dy]) => [1, 2].every((step) => there.has(key([x + step * dx, y + step * dy])));
  return reached.size === there.size && holes.some((hole) => directions.some((way) => begins(hole, way)));
}

const SPEC = /^\s*([a-z-]+):([-o/]+(?:;\S*)?)\s*$/;
const LATTICE = /^lattice: (\S+)\n/;

// The board with a name, or as a link writes it; null for other texts.
function boardFromText(text, boards) {
  const [, lattice, picture] = SPEC.exec(text) ?? [];
  if (lattice) return boardOfPicture(lattice, picture);
  const name = text.trim().toLowerCase();
  const document = boards.find((board) => board.name === name) ?? boardNamed(name);
  return document && new Board(document);
}

// The board that a text shows, and the position if it shows one. The text may begin with a line such
// as "lattice: triangular".
function readBoard(text, boards) {
  const board = boardFromText(text, boards);
  if (board) return documentOf(board);
  const lattice = LATTICE.exec(text)?.[1] ?? null;
  if (lattice && !Object.hasOwn(LATTICES, lattice)) throw new Error(say("rules.lattice", { lattice }));
  const drawn = text.replace(LATTICE, "");
  const places = holesIn(drawn)?.map(placeOfHole);
  if (places?.every(Boolean)) {
    const holes = [...new Map(places.map((place) => [key(place), place])).values()];
    return documentOf(new Board({ name: "own", lattice: lattice ?? "square", holes }));
  }
  const line = drawn.trim();
  if (line.length < 2 || (/^[\p{L}\d]+$/u.test(line) && !/^[o01]+$/.test(line))) refuse("noName");
  return readPicture(drawn, lattice, boards);
}

// A position on a board. Its picture has the board's rows, wherever they begin, or is one row.
function readPosition(board, text) {
  if (/^\s*code:/i.test(text)) return documentOf(board, board.readPosition(text));
  const i = board.names.indexOf(text.trim().toLowerCase());
  if (i >= 0)
    return documentOf(board, board.vacancy(i), { readAs: say("reading.vacancy", { hole: board.names[i] }) });
  const listed = holesIn(text);
  const isMatrix = listed?.length > 2 && listed.every((token) => ["0", "1"].includes(token));
  if (listed && !isMatrix) return readList(board, listed);
  if (HOLE.test(text)) refuse("noHole");
  const rows = rowsOf(cellsOf(text)).map((row) => axis(row, 2));
  const isRow = rows.length === 1 && rows[0].length === board.size;
  const drawn = isRow ? board.rows.map((holes) => holes.map((hole) => rows[0][hole])) : rows;
  return documentOf(board, board.readPosition(drawn.map((row) => row.join("")).join("/")));
}

const TOKEN = /\(\s*\d+\s*,\s*\d+\s*\)|[^\s,;]+/g;
const HOLE = /^\s*(?:[a-z]{1,3}[1-9]\d{0,5}|\(?\s*\d{1,6}\s*,\s*\d{1,6}\s*\)?|\d{1,9})\s*$/i;

// The holes in a list of two or more; null for other texts.
function holesIn(text) {
  const tokens = text.match(TOKEN) ?? [];
  return tokens.length > 1 && tokens.every((token) => HOLE.test(token)) && !HOLE.test(text) ? tokens : null;
}

// The coordinates of a hole given by its name or as a pair; null for a number.
function placeOfHole(token) {
  const [, x, y] = /^\(\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(token) ?? [];
  if (x) return [Number(x), Number(y)];
  const [, letters, row] = /^([a-z]+)(\d+)$/i.exec(token) ?? [];
  if (!letters) return null;
  const column = [...letters.toLowerCase()].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0);
  return [column - 1, Number(row) - 1];
}

// The position with pegs in the listed holes, which may be numbered from 0.
function readList(board, tokens) {
  const first = tokens.includes("0") ? 0 : 1;
  const index = indexOf(board.holes);
  const pegs = tokens.map((token) => {
    const at = /^\d+$/.test(token) ? Number(token) - first : index.get(key(placeOfHole(token)));
    if (!board.names[at]) throw new Error(say("reading.unknownHole", { board: board.name, hole: token }));
    return at;
  });
  if (new Set(pegs).size < pegs.length) refuse("twice");
  const names = pegs.toSorted((a, b) => a - b).map((i) => board.names[i]);
  const holes = (names.length > 20 ? [...names.slice(0, 18), "..."] : names).join(" ");
  return documentOf(board, codeOf(pegs), {
    readAs: say(first ? "reading.pegs" : "reading.pegsFromZero", { holes }),
  });
}
