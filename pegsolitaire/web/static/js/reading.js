// Reads pasted texts on a page without a server: links, games in our own notation, names, codes, lists
// of holes, pictures in our own marks, and boards of the catalogue in their usual layouts. It follows the rules of
// pegsolitaire/board/reading.py: what it reads, the server reads the same way, and it refuses
// everything else. tests/browser/test_pasting.py compares the two.

import { grouped } from "./collections.js";
import { LATTICES } from "./lattices.js";
import {
  Board,
  boardNamed,
  boardOfPicture,
  codeOf,
  codesOf,
  codeText,
  isSlanted,
  MAX_HOLES,
  pegsOf,
  readMoves,
  specOfLink,
  straighten,
} from "./rules.js";
import { say } from "./say.js";

const PEGS = "*●◉⚫⊗1PpXx";
const EMPTY = ".·○◌◦⚪_-0Hh";
const NEVER_OUTSIDE = "●○◉⊗⚫⚪◌◦PpHh";
const EITHER = ["o.", "O.", "o·", "O·", "xo", "xO", "Xo", "XO"].map((pair) => [...pair].sort().join(""));
const FAR = 8; // marks around a board; fewer may be empty holes by chance
const MIN_HOLES = 5; // smaller boards are not looked for: a single empty hole is no triangle of side 1
const LISTED = 10; // boards with so many holes may be listed in one row, or have left-aligned rows

const refuse = (key, gaps) => {
  throw new Error(say("reading.how", { what: say(`reading.${key}`, gaps) }));
};

const within = (some, all) => [...some].every((mark) => all.includes(mark));
const key = (/** @type {number[]} */ [x, y]) => `${x},${y}`;
const keysOf = (cells) => new Set(cells.map(key));
const axis = (cells, i) => cells.map((cell) => cell[i]);
const boxOf = (cells) => [0, 1].map((i) => Math.max(...axis(cells, i)) + 1);
const isFull = (cells) => cells.length === boxOf(cells)[0] * boxOf(cells)[1];
const inOrder = (cells) => [...cells].sort(([x, y], [u, v]) => y - v || x - u);
const rowsOf = (cells) => [...grouped(inOrder(cells), ([, y]) => y).values()];
const marksOf = (cells) => [...new Set(cells.map(([, , mark]) => mark))].sort();
const cellsAt = (cells) => [...keysOf(cells)].sort().join(" ");

// What a text shows, as in the server's answer: a board or, if a board is given, a position or a game
// on it. `boards` are the boards of the catalogue, and `start` is the code of a game's start.
export function readPasted(text, boards, given = null, start = null) {
  const board = given && new Board(given);
  const linked = configOfLink(text)?.board ?? board?.spec; // a link may name another board
  if (board && linked === board.spec) {
    const game = gameIn(board, text, start);
    if (game) return documentOf(board, codesOf(game.start, game.jumps).at(-1), null, game);
    const { code, readAs } = readPosition(board, text);
    return documentOf(board, code, readAs);
  }
  const { pegs, readAs, name, game, ...shape } = readBoard(text, boards);
  const isKnown = name && (boards.some((known) => known.name === name) || boardNamed(name));
  const found = new Board({ ...shape, name: isKnown ? name : "own" });
  const index = new Map(found.holes.map((hole, i) => [key(hole), i]));
  return documentOf(found, pegs && codeOf(pegs.map((hole) => index.get(key(hole)))), readAs, game);
}

function documentOf(board, code, readAs, game = null) {
  const position = code === null ? null : codeText(code);
  const kind = game ? "game" : position ? "position" : "board";
  const start = game && codeText(game.start);
  const jumps = game?.jumps.map((jump) => jump.text) ?? [];
  return { kind, board: board.spec, geometry: board.plain, position, start, jumps, read_as: readAs };
}

const STEP = /^(?:\d{1,3}[.:)])?([a-z]{1,3}\d{1,6}(?:-[a-z]{1,3}\d{1,6})+)?$/i;

// A game in a link, or in moves such as "1. d2-d4 2. b3-d3" from a known start: {start, jumps}. Null for
// other texts.
function gameIn(board, text, start) {
  const config = configOfLink(text);
  if (config) return gameOfLink(board, config);
  const steps = text
    .replace(/\s*(?:-+>|→|⇒)\s*/g, "-")
    .split(/[\s,;]+/)
    .map((step) => STEP.exec(step));
  if (start === null || steps.includes(null)) return null;
  const moves = steps.flatMap(([, move]) => move ?? []);
  if (!moves.length) return null;
  const code = board.readPosition(start);
  return { start: code, jumps: readMoves(board, code, moves) };
}

function gameOfLink(board, /** @type {Record<string, string>} */ { start, moves }) {
  if (!start || !moves) return null;
  const code = board.readStart(start);
  return { start: code, jumps: readMoves(board, code, moves.split(",")) };
}

// -- pictures ---------------------------------------------------------------------------------------

// The cells [x, y, mark] of a picture, or of a matrix of -1 (outside), 0 and 1.
function cellsOf(pasted) {
  const text = pasted.replace(/\ufeff|\ufe0e|\ufe0f|\u200b|\u200d|\r/g, "").replaceAll("\u00a0", " ");
  const letters = new Set(text.toLowerCase().match(/\p{L}/gu));
  // Words, or names of holes beside the rows, are left to the server.
  const isPlain =
    within(text, `${PEGS}${EMPTY}oO# /\n,[]`) && letters.size < 3 && !/\s[a-z]{1,3}1[01]* *$/m.test(text);
  if (!isPlain) refuse("marks");
  const rows = /[[\],]|(?<!\S)-1(?!\S)/.test(text)
    ? matrixOf(text)
    : text.split(/[/\n]/).map((line) => [...line]);
  const cells = rows.flatMap((row, y) => row.map((mark, x) => [x, y, mark])).filter(([, , mark]) => mark.trim());
  if (!cells.length || marksOf(cells).length > 3) refuse("empty");
  return cells;
}

function matrixOf(text) {
  const rows = text.match(/\[[^[\]]*\]/g) ?? text.split("\n").filter((line) => line.trim());
  const isMatrix = rows.every((row) => /^\s*\[?\s*(-1|[01])(\s*[\s,]\s*(-1|[01]))*\s*,?\s*\]?\s*$/.test(row));
  if (!isMatrix || text.split("[").length !== text.split("]").length) refuse("matrix");
  return rows.map((row) => row.match(/-1|[01]/g).map((entry) => (entry === "-1" ? " " : entry)));
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
function layoutsOf({ lattice, holes }, isExact = false) {
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
// those.
function shaped(inside, lattice, boards) {
  const cells = closedUp(inside);
  const [width, height] = boxOf(cells);
  if (isFull(cells) && [null, "square"].includes(lattice)) {
    const name = width === height ? `square${width}` : `rectangle${width}x${height}`;
    const holes = cells.map(([x, y]) => [x, y]);
    return Math.max(width, height) > 2 ? [{ name, lattice: "square", holes: inOrder(holes) }] : [];
  }
  const known = ["triangle", "rhombus"].map((kind) => boardNamed(`${kind}${height}`)).filter(Boolean);
  const isLike = ({ holes, ...board }) =>
    holes.length >= MIN_HOLES && holes.length === cells.length && [null, board.lattice].includes(lattice);
  const like = [...new Map([...known, ...boards].map((board) => [placeOf(board), board])).values()].filter(
    isLike,
  );
  const drawn = like.filter((board) => layoutsOf(board, true)[0] === cellsAt(cells));
  return drawn.length
    ? drawn
    : like.filter((board) => layoutsOf(board, lattice !== null).includes(cellsAt(cells)));
}

const placeOf = ({ lattice, holes }) => `${lattice} ${cellsAt(cornered(holes))}`;

// A function that finds the catalogue's board with the same cells, wherever they lie.
export function finder(boards) {
  const byPlace = new Map(boards.map((board) => [placeOf(board), board]));
  return (holes, lattice) => byPlace.get(placeOf({ lattice, holes })) ?? null;
}

// The marks that may be outside the board, beginning with none, each with the remaining cells.
const choicesOf = (cells) =>
  [null, ...marksOf(cells).filter((mark) => !NEVER_OUTSIDE.includes(mark))]
    .map((outside) => [outside, cells.filter(([, , mark]) => mark !== outside)])
    .filter(([, inside]) => inside.length);
const ordered = (cells) => inOrder(cells).map(([, , mark]) => mark);

// Read a picture of a board: {board, pegs, text}. Refuse it if it has several readings. A way to
// read it is {board, marks, outside, around}.
function recognised(text, lattice, boards) {
  const drawn = cellsOf(text);
  const cells = lattice === "cubic" ? drawn : closedUp(drawn);
  let ways = choicesOf(cells).flatMap(([outside, inside]) => {
    const around = outside === null ? 0 : isAround(cells, inside, outside) ? cells.length - inside.length : 1;
    return shaped(inside, lattice, boards).map((board) => ({ board, marks: ordered(inside), outside, around }));
  });
  if (ways.some(({ around }) => around >= FAR)) ways = ways.filter(({ around }) => around);
  if (lattice || !ways.length) ways.push(...ownWay(cells, /-1/.test(text), lattice, boards));
  ways = ways.filter(({ marks }) => new Set(marks).size < 3);
  const isWhole = ways.some(
    ({ board, marks }) =>
      board.holes.length === cells.length && (isFull(cells) || (!board.name && marks.includes("o"))),
  );
  const mayBeOutside = (/** @type {any[]} */ [outside, inside]) =>
    atEdge(cells).includes(outside) && isConnected(inside, lattice ?? "square");
  if (isWhole && choicesOf(cells).slice(1).some(mayBeOutside)) refuse("around");
  const isRow = !lattice && new Set(axis(cells, 1)).size === 1 && marksOf(cells).length > 1;
  if (isRow && cells.length >= LISTED) refuse("row");
  if (ways.length && ways.every(({ around }) => around > 0 && around < FAR)) refuse("chance");
  return only(picturesOf(ways));
}

// Whether there are such marks on all four sides. None at all will do too, unless they may be empty
// holes.
function isAround(cells, inside, outside) {
  const reached = [0, 1].flatMap((i) => [
    Math.min(...axis(inside, i)) === 0,
    Math.max(...axis(inside, i)) === boxOf(cells)[i] - 1,
  ]);
  return reached.every(Boolean) || !(EMPTY.includes(outside) || reached.some(Boolean));
}

function atEdge(cells) {
  const there = keysOf(cells);
  return cells
    .filter(([x, y]) => !LATTICES.square.directions.every(([dx, dy]) => there.has(key([x + dx, y + dy]))))
    .map(([, , mark]) => mark);
}

// Read a board of the player's own, drawn in our own marks.
function ownWay(cells, isMatrix, lattice, boards) {
  const used = marksOf(cells);
  if (!within(used, "*.o") && !(isMatrix && within(used, "01"))) return [];
  const holes = cornered(cells);
  const filled = rowsOf(holes).flatMap((row) =>
    Array.from({ length: row.at(-1)[0] - row[0][0] + 1 }, (_, i) => [row[0][0] + i, row[0][1]]),
  );
  const straight = !lattice || isSlanted(lattice) ? straighten(holes) : holes;
  const latticeHere = lattice ?? (straight === holes ? "square" : "triangular");
  if (!lattice && !isConnected(straight, latticeHere)) return [];
  if (!lattice && latticeHere === "square" && filled.length > holes.length && shaped(filled, null, boards).length)
    refuse("blank");
  const board = finder(boards)(straight, latticeHere) ?? {
    name: null,
    lattice: latticeHere,
    holes: straight.map(([x, y]) => [x, y]),
  };
  return [{ board, marks: ordered(straight), outside: null, around: 0 }];
}

// Whether holes are connected and allow a jump.
function isConnected(holes, lattice) {
  const there = keysOf(holes);
  const reached = new Map([[key(holes[0]), holes[0]]]);
  for (const [x, y] of reached.values())
    for (const [dx, dy] of LATTICES[lattice].directions) {
      const near = [x + dx, y + dy];
      if (there.has(key(near)) && !reached.has(key(near))) reached.set(key(near), near);
    }
  return reached.size === there.size && hasJump(holes, lattice, there);
}

const hasJump = (pegs, lattice, ends, there = keysOf(pegs)) =>
  pegs.some(([x, y]) =>
    LATTICES[lattice].directions.some(
      ([dx, dy]) => there.has(key([x + dx, y + dy])) && ends.has(key([x + 2 * dx, y + 2 * dy])),
    ),
  );

// The pictures that the ways show. If all holes have one mark, it is a board, unless a position is
// wanted.
function picturesOf(ways, isPosition = false) {
  const pictures = ways.flatMap((way) => {
    const used = [...new Set(way.marks)].sort();
    return pegMarks(way, used, isPosition).map((marks) => {
      const isBoard = used.length === 1 && !isPosition;
      const pegs = isBoard ? null : way.marks.flatMap((mark, i) => (marks.includes(mark) ? [i] : []));
      return { board: way.board, pegs, text: described(way, used, isBoard ? null : marks) };
    });
  });
  const same = ({ board, pegs }) => `${placeOf(board)} ${pegs}`;
  return [...new Map(pictures.toReversed().map((picture) => [same(picture), picture])).values()].reverse();
}

// The choices of marks for pegs: none, one or two. For an o among dots or among x, see
// how-to/paste.
function pegMarks(way, used, isPosition) {
  const known = (some) => used.filter((mark) => some.includes(mark));
  if (used.length === 1) return [known(EMPTY).length ? [] : used];
  if (!EITHER.includes(used.join(""))) {
    const [pegs, holes] = [known(PEGS), known(EMPTY)];
    const others = used.filter((mark) => !holes.includes(mark));
    const isKnown = !used.includes("#") && pegs.length < 2 && holes.length < 2 && pegs.length + holes.length;
    return isKnown ? [pegs.length ? pegs : others] : [[used[0]], [used[1]]];
  }
  const usual = known("xX").length ? known("xX") : known("oO");
  const choices = [usual, used.filter((mark) => !usual.includes(mark))];
  const able = choices.filter((marks) => {
    const { lattice, holes } = way.board;
    const split = (isPeg) => inOrder(holes).filter((_, i) => marks.includes(way.marks[i]) === isPeg);
    return hasJump(split(true), lattice, keysOf(split(false)));
  });
  const isVacancy = able.length === 1 && way.marks.filter((mark) => !able[0].includes(mark)).length === 1;
  const isUsual = able[0] === usual || (known(".·").length && !isPosition);
  return isVacancy && isUsual ? able : choices;
}

// For example "english: # is outside, o a peg, . an empty hole".
function described({ board, marks, outside }, used, pegs) {
  const { name, lattice, holes } = board;
  const own = lattice === "triangular" ? "reading.ownTriangular" : "reading.own";
  const roles = [...(outside === null || marks.includes(outside) ? [] : [[outside, "outside"]])];
  if (pegs)
    for (const [isPeg, role] of [
      [true, "peg"],
      [false, "emptyHole"],
    ])
      roles.push(...used.filter((mark) => pegs.includes(mark) === isPeg).map((mark) => [mark, role]));
  else roles.push(...used.map((mark) => [mark, "hole"]));
  const texts = roles.map(([mark, role], i) => say(`reading.${i ? "" : "first."}${role}`, { mark }));
  return say("reading.roles", { board: name ?? say(own, { count: holes.length }), roles: texts.join(", ") });
}

function only(pictures) {
  if (!pictures.length) refuse("noBoard");
  if (pictures.length > 1)
    refuse("several", {
      ways: pictures
        .slice(0, 4)
        .map((picture) => picture.text)
        .join(say("reading.orAs")),
    });
  return pictures[0];
}

// The ways to read a picture as a position on a board, in one of its layouts or in one row.
function waysOn(board, cells) {
  const layouts = [...layoutsOf(board), ...layoutsOf(board, true)];
  return choicesOf(cells).flatMap(([outside, inside]) => {
    const fits = layouts.includes(cellsAt(closedUp(inside))) || new Set(axis(inside, 1)).size === 1;
    return fits && inside.length === board.size ? [{ board, marks: ordered(inside), outside }] : [];
  });
}

// -- boards -----------------------------------------------------------------------------------------

const LINK = /#(?:((?:board|start|finish|moves|at)=\S+)|board\/([^\s?]+))/;
const SPEC = /^\s*([a-z-]+):([-o/]+(?:;\S*)?)\s*$/;
const LATTICE = /^lattice: (\S+)\n/;

// The config in a link to a game; null for other texts.
function configOfLink(text) {
  const [, query, path] = LINK.exec(text) ?? [];
  if (query) return Object.fromEntries(new URLSearchParams(query));
  if (!path) return null;
  const parts = path.split("/").map(decodeURIComponent);
  const words = ["board", "start", "finish", "moves"].flatMap((word, i) => (parts[i] ? [[word, parts[i]]] : []));
  const config = Object.fromEntries(words);
  return config.board ? { ...config, board: specOfLink(config.board) } : config;
}

// The board with a name or in a link; null for other texts.
function boardFromText(text, boards) {
  const [, lattice, picture] = SPEC.exec(text) ?? [];
  if (lattice) return boardOfPicture(lattice, picture);
  const name = text.trim().toLowerCase();
  const document = boards.find((board) => board.name === name) ?? boardNamed(name);
  return document && new Board(document);
}

// The board that a text shows, with its pegs if it shows a position: {lattice, name, holes, pegs,
// readAs}. The text may begin with a line such as "lattice: triangular".
function readBoard(text, boards) {
  const config = configOfLink(text);
  const board = boardFromText(config ? (config.board ?? "") : text, boards);
  if (config && !board) refuse("unknownLink");
  if (board) {
    const game = config && gameOfLink(board, config);
    const code = game ? codesOf(game.start, game.jumps).at(-1) : config?.start && board.readStart(config.start);
    const pegs = config?.start ? pegsOf(code).map((i) => board.holes[i]) : null;
    return { ...board.plain, name: board.name === "own" ? null : board.name, pegs, readAs: null, game };
  }
  const lattice = LATTICE.exec(text)?.[1] ?? null;
  const drawn = text.replace(LATTICE, "");
  const places = holesIn(drawn)?.map(placeOfHole);
  if (places?.every(Boolean)) {
    const holes = inOrder([...new Map(places.map((place) => [key(place), place])).values()]);
    return { lattice: lattice ?? "square", name: null, holes, pegs: null, readAs: null };
  }
  const line = drawn.trim();
  if (line.length < 2 || (/^[\p{L}\d]+$/u.test(line) && !/^[oOxX01]+$/.test(line))) refuse("noName");
  const { board: shape, pegs, text: description } = recognised(drawn, lattice, boards);
  if (shape.holes.length > MAX_HOLES) throw new Error(say("reading.large", { count: MAX_HOLES }));
  const holes = inOrder(shape.holes);
  return {
    ...shape,
    holes,
    pegs: pegs?.map((i) => holes[i]) ?? null,
    readAs: say("reading.as", { what: description }),
  };
}

// -- positions --------------------------------------------------------------------------------------

// A position on a board: {code, readAs}.
function readPosition(board, text) {
  const config = configOfLink(text);
  if (config?.start) return { code: board.readStart(config.start), readAs: null };
  const lengths = (rows) => String(rows.map(({ length }) => length).filter(Boolean));
  const rows = text.split(/[/\n]/).map((row) => row.replace(/\s/g, ""));
  const isOurs = within(rows.join(""), "*.") && lengths(rows) === lengths(board.rows);
  if (isOurs || /^\s*code:/i.test(text)) return { code: board.readPosition(text), readAs: null };
  const hole = board.names.indexOf(text.trim().toLowerCase());
  if (hole >= 0)
    return {
      code: board.vacancy(hole),
      readAs: say("reading.vacancy", { hole: board.names[hole] }),
    };
  const listed = holesIn(text);
  if (listed && !(within(listed, ["0", "1"]) && listed.length > 2)) return pegsListed(board, listed);
  if (HOLE.test(text)) refuse("noHole");
  const picture = only(picturesOf(waysOn(board, closedUp(cellsOf(text))), true));
  return { code: codeOf(picture.pegs), readAs: say("reading.position", { what: picture.text }) };
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
  return [
    [...letters.toLowerCase()].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0) - 1,
    Number(row) - 1,
  ];
}

function pegsListed(board, tokens) {
  const first = tokens.includes("0") ? 0 : 1;
  const index = new Map(board.holes.map((hole, i) => [key(hole), i]));
  const pegs = tokens.map((token) => {
    const at = /^\d+$/.test(token) ? Number(token) - first : index.get(key(placeOfHole(token)));
    if (at === undefined || !board.names[at])
      throw new Error(say("reading.unknownHole", { board: board.name, hole: token }));
    return at;
  });
  if (new Set(pegs).size < pegs.length) refuse("twice");
  const names = pegs.toSorted((a, b) => a - b).map((i) => board.names[i]);
  const shown = names.length > 20 ? [...names.slice(0, 18), "..."] : names;
  const readAs = say(first ? "reading.pegs" : "reading.pegsFromZero", { holes: shown.join(" ") });
  return { code: codeOf(pegs), readAs };
}
