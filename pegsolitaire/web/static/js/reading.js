// Boards and positions as people paste them: pictures, matrices, lists of holes, ids of Pegs games.
// The same as pegsolitaire/board/picture.py and reading.py, step by step; tests/browser/test_pasting.py
// holds both against each other. What is guessed is said: each function gives what it read, and a
// sentence, or null where nothing was guessed.

import { LATTICES } from "./lattices.js";
import { Board, codeOf, isSlanted, straighten } from "./rules.js";

const OUTSIDE = "-1"; // the one mark of two characters: what a matrix has beside the board
const WALL = "#";
const PEGS = "*●◉⊗⚫@Xx1Pp#";
const EMPTY = ".·○◌◦⚪_-0HheE";
const EITHER = "oO2"; // a peg beside an empty hole, an empty hole beside a peg
const MARKS = PEGS + EMPTY + EITHER;
const OURS = "*.●·◉⊗@";
// Pairs of which usually the first is the peg, or the second where that leaves no jump.
const DOUBTFUL = ["xo", "xO", "Xo", "XO", "o·", "O·"].map((pair) => [...pair].sort().join(""));
const NEVER = "●○◉⊗⚫⚪◌◦PpHhEe"; // outside: all they can be is a peg or an empty hole
const FAR = 8; // cells that, left out, make a board of the catalogue: fewer may be chance

const UNDERSTOOD =
  "draw it with one mark a hole (o * . x # 1 0 ● ○), or give a matrix of -1, 0 and 1, a list of holes, or the id of a Pegs game";

// -- 1. cells -------------------------------------------------------------------------------------

const GAME_ID = /^\s*(\d{1,3})x(\d{1,3})[a-z]*:([PHO]+)\s*$/;
const GAME_MARKS = { P: "*", H: ".", O: OUTSIDE };
const SEED = /^\s*\d{1,3}x\d{1,3}[a-z]*#\S+\s*$/;
const FRAME = /^[\s+=|\-─━═│┃║┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬]*$/;
const CORNER = /[+=─━═┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬]/;
const BOXED = /^\s*(?:(?:\[.\]|\(.\))\s*)+$/;
const DECLARED = /^(?:[\w*][\w .:*]*(?:\[\d*\]\s*)*=\s*)?(?:[\w.]+\()?\s*([[({].*)/s;
const PLAN = /(?:\s+(?:[a-z]{1,3}[1-9][0-9]*|\(-?\d+,-?\d+\)))+\s*$/;
const NUMBERS = /(?:\s{2,}\d+)+\s*$/;
const LABELLED = /^(\s*(\d{1,3}|[A-Za-z])[:.|)]?)(\s.*|)$/;
const WEIGHED_PEG = /\[\s*-?\d+\]/;
const WIDEST = 1000; // characters of a line that may have a plan behind it
const MAX_MARKS = 4000;
const LITERALS = { true: "1", false: "0", none: OUTSIDE, null: OUTSIDE, nan: OUTSIDE };

const key = (x, y) => `${x},${y}`;
const subset = (some, all) => [...some].every((one) => all.includes(one));
const marksOf = (cells) => [...new Set(cells.map(([, , mark]) => mark))].sort();
const byKind = (marks) => [...marks].sort((a, b) => MARKS.indexOf(a) - MARKS.indexOf(b));

// The marks of a picture, each with its column and row: [x, y, mark].
function cellsOf(text) {
  const cells = [];
  rowsOf(text).forEach((row, y) =>
    [...row].forEach((mark, x) => {
      if (!mark.trim()) return;
      if (mark !== OUTSIDE && !(mark.length === 1 && MARKS.includes(mark))) {
        throw new Error(
          `“${mark.slice(0, 20)}” in row ${y + 1}, column ${x + 1} of the picture: ${UNDERSTOOD}`,
        );
      }
      cells.push([x, y, mark]);
    }),
  );
  if (!cells.length) throw new Error(`the picture is empty: ${UNDERSTOOD}`);
  if (cells.length > MAX_MARKS) throw new Error(`the picture has more than ${MAX_MARKS} marks`);
  return cells;
}

function rowsOf(pasted) {
  const text = pasted.replace(/[\ufeff\ufe0e\ufe0f\u200b\u200d\r]/g, "").replaceAll("\u00a0", " ");
  const game = GAME_ID.exec(text);
  if (game) {
    const width = Number(game[1]);
    const marks = [...game[3]].map((mark) => GAME_MARKS[mark]);
    if (marks.length !== width * Number(game[2]))
      throw new Error(`this id has ${marks.length} marks for ${game[1]} x ${game[2]} holes`);
    return Array.from({ length: marks.length / width }, (_, y) =>
      marks.slice(y * width, (y + 1) * width),
    );
  }
  if (SEED.test(text))
    throw new Error("this is the seed of a Pegs game: copy its id that lists the holes");
  const filled = text.split("\n").filter((line) => line.trim());
  if (filled.length && filled.every((row) => BOXED.test(row)) && !text.includes("](")) {
    // a box a hole, which is empty or has a peg
    return filled.map((row) =>
      row.replace(/[[(](.)[\])]/g, (_, mark) => ` ${mark === " " ? "·" : mark} `),
    );
  }
  const bracketed = bracketedRows(text);
  if (bracketed) return bracketed;
  let lines = withoutPlan(linesOf(text).map((line) => line.trimEnd()));
  const isWeighed = lines.some((line) => WEIGHED_PEG.test(line));
  if (!isWeighed && lines.some((line) => /[,;\t]|(?<!\S)-1(?!\S)/.test(line))) {
    if (lines.length === 1) lines = lines[0].split(";");
    return lines.filter((line) => line.trim()).map(entriesOf);
  }
  return unlabelled(framed(lines));
}

// How many brackets of each kind are open in the end.
const unclosed = (text) =>
  ["()", "[]", "{}"].map(([one, other]) => text.split(one).length - text.split(other).length);

function bracketedRows(text) {
  const match = DECLARED.exec(text.trimStart());
  if (!match) return null;
  if (unclosed(match[1]).some((number) => number > 0))
    throw new Error(`the picture has a bracket that is not closed: ${UNDERSTOOD}`);
  if (/["']\s*:/.test(match[1]))
    throw new Error(`an object without a board is not a picture: ${UNDERSTOOD}`);
  let groups = [...match[1].matchAll(/[[({]([^[\](){}]*)[\])}]/g)].map((one) => one[1]);
  if (groups.length === 1) {
    const rows = [...groups[0].matchAll(/'([^']*)'|"([^"]*)"/g)].map((one) => one[1] ?? one[2]);
    if (rows.some((row) => row.length > 1)) return rows;
    groups = groups[0].split(";");
  }
  return groups.length ? groups.map(entriesOf) : null;
}

function entriesOf(row) {
  const literal = (text) => {
    const entry = text.replace(/(?<=\d)\.0*$/, "");
    return LITERALS[entry.toLowerCase()] ?? entry;
  };
  if (/[,;\t|]/.test(row) && !/['"]/.test(row)) {
    const bare = row.replace(/^ +| +$/g, "").replace(/[,;]+$/, "");
    return bare.split(/[,;\t|]/).map((one) => literal(one.trim()));
  }
  return [...row.matchAll(/'([^']*)'|"([^"]*)"|([^\s,;'"]+)/g)].map((one) =>
    literal(one[1] ?? one[2] ?? one[3]),
  );
}

// The rows of a picture, without what is written under it.
function linesOf(text) {
  const lines = text.split(/[/\n]/).filter((line) => !line.trim().startsWith("```"));
  let started = false;
  for (const [number, line] of lines.entries()) {
    const isBelow = !(lines[number - 1] ?? "").trim() || line.startsWith("sum of the pegs");
    const words = (line.match(/\p{L}{3,}/gu) ?? []).filter((one) => !(one.toLowerCase() in LITERALS));
    if (started && isBelow && words.some((word) => !subset(word, MARKS))) return lines.slice(0, number);
    started ||= Boolean(line.trim());
  }
  return lines;
}

function framed(lines) {
  return lines
    .filter((line) => !(line.trim() && FRAME.test(line) && CORNER.test(line)))
    .map((line) => line.replace(/[|│┃║]/g, " ").trimEnd());
}

// The lines without the names of columns and rows that programs print around them.
function unlabelled(given) {
  let lines = given;
  const filled = lines.flatMap((line, i) => (line.trim() ? [i] : []));
  if (!filled.length) return [];
  const isHeaded = filled.length > 1 && isHeading(lines[filled[0]]);
  if (isHeaded) lines = lines.slice(filled[0] + 1);
  if (filled.length > 1 && isHeading(lines.at(-1))) lines = lines.slice(0, -1);
  const found = lines.filter((line) => line.trim()).map((line) => LABELLED.exec(line));
  if (found.length > (isHeaded ? 0 : 1) && found.every(Boolean)) {
    const rest = found.map((match) => match[3]).join("");
    const names = found.map((match) => match[2].toLowerCase());
    const areNames = /^\d/.test(names[0]) || !subset(names.join(""), MARKS);
    if (areInOrder(names) && areNames && (isHeaded || /[^\s\d]/.test(rest))) {
      lines = lines.map((line) => {
        const match = LABELLED.exec(line);
        return match ? " ".repeat(match[1].length) + match[3] : "";
      });
      const ends = lines.filter((line) => line.trim()).map((line) => /\s(\w+)$/.exec(line)?.[1]);
      if (ends.length === names.length && ends.every((end, i) => end?.toLowerCase() === names[i]))
        lines = lines.map((line) => line.replace(/\s\w+$/, "").trimEnd()); // on both sides
    }
  }
  if (lines.some((line) => WEIGHED_PEG.test(line))) {
    lines = lines.map((line) =>
      line.replace(/\[\s*(-?\d+)\s*\]|(?<![\w[-])-?\d+/g, (all, peg) =>
        peg === undefined ? ".".padStart(all.length) : `${"*".padStart(all.length - 1)} `,
      ),
    );
  }
  return lines;
}

function isHeading(line) {
  let names = line.toLowerCase().split(/\s+/).filter(Boolean);
  if (names.length === 1) names = [...names[0]]; // written close together
  if (!names.length || !areInOrder(names)) return false;
  if (names.every((name) => /^\d+$/.test(name))) return names.length > 3;
  return !subset(names.join(""), MARKS);
}

function areInOrder(names) {
  if (names.every((name) => /^\d+$/.test(name))) {
    const steps = new Set(names.slice(1).map((name, i) => Number(name) - Number(names[i])));
    return names.length === 1 || (steps.size === 1 && (steps.has(1) || steps.has(-1)));
  }
  if (!names.every((name) => /^[a-z]{1,2}$/i.test(name))) return false;
  const keys = names.map((name) => `${name.length}${name}`);
  const sorted = [...keys].sort();
  const same = (other) => keys.every((one, i) => one === other[i]);
  return new Set(keys).size === keys.length && (same(sorted) || same([...sorted].reverse()));
}

function withoutPlan(lines) {
  const filled = lines.filter((line) => line.trim());
  if (filled.some((line) => line.length > WIDEST)) return lines;
  if (filled.length && isHeading(filled[0])) filled.shift();
  const plans = filled.map((line) => PLAN.exec(line)?.[0].trim());
  if (plans.length && plans.every(Boolean) && !subset(plans.join("").replace(/\s/g, ""), MARKS))
    return lines.map((line) => line.replace(PLAN, ""));
  const numbers = lines.flatMap((line) => NUMBERS.exec(line)?.[0].trim().split(/\s+/).map(Number) ?? []);
  if (numbers.length > 2 && numbers.every((number, i) => number === i + 1))
    return lines.map((line) => line.replace(NUMBERS, ""));
  return lines;
}

// -- 2. shape -------------------------------------------------------------------------------------

const isLayered = (lattice) => lattice === "cubic";
const least = (cells, axis) => cells.reduce((low, cell) => Math.min(low, cell[axis]), Infinity);
const most = (cells, axis) => cells.reduce((high, cell) => Math.max(high, cell[axis]), -Infinity);

const edgesOf = (cells) => [least(cells, 0), most(cells, 0), least(cells, 1), most(cells, 1)];

// Cells from the first column and row on.
function cornered(cells) {
  const [left, top] = [least(cells, 0), least(cells, 1)];
  return cells.map(([x, y, ...more]) => [x - left, y - top, ...more]);
}

// The same without the blanks between them.
function settled(cells, lattice, [across, down]) {
  if (isLayered(lattice)) return cells;
  const near = ([x, y, mark]) => [Math.floor(x / across), Math.floor(y / down), mark];
  const moved = cornered(cells).map(near);
  return isSlanted(lattice) ? straighten(moved) : moved;
}

function stepOf(cells) {
  const gcd = (a, b) => (b ? gcd(b, a % b) : a);
  const [across, down] = [0, 1].map(
    (axis) => cells.reduce((step, cell) => gcd(step, Math.abs(cell[axis] - cells[0][axis])), 0) || 1,
  );
  return [across, across > 1 ? down : 1]; // rows are apart only where columns are
}

const boxOf = (cells) => [most(cells, 0) + 1, most(cells, 1) + 1];
const isFilled = (cells) => cells.length === boxOf(cells)[0] * boxOf(cells)[1];

// Whether three places in a row are as `fits` says, each in its turn.
const hasJump = (cells, lattice, fits) =>
  cells.some(([x, y]) =>
    LATTICES[lattice].directions.some(([dx, dy]) =>
      fits.every((is, i) => is(key(x + i * dx, y + i * dy))),
    ),
  );

// The cells that are reached from some of them, step by step; `there` is a map of [x, y].
function spread(there, begin, steps) {
  const reached = new Set();
  const edge = [];
  const visit = ([x, y]) => {
    if (!there.has(key(x, y)) || reached.has(key(x, y))) return;
    reached.add(key(x, y));
    edge.push([x, y]);
  };
  begin.forEach(visit);
  while (edge.length) {
    const [x, y] = edge.pop();
    steps.forEach(([dx, dy]) => visit([x + dx, y + dy]));
  }
  return reached;
}

const mapOf = (cells) => new Map(cells.map((cell) => [key(cell[0], cell[1]), cell]));
const indexOf = (board) => new Map(board.holes.map(([x, y], i) => [key(x, y), i]));

// -- 3. what marks mean ---------------------------------------------------------------------------

// Which marks are pegs: a map; null where that is not to be told.
function rolesOf(marks) {
  const used = [...new Set(marks)].sort();
  const isUnknown = (mark) => EITHER.includes(mark) || (mark === "1" && used.includes("2"));
  const unknown = used.filter(isUnknown);
  const known = used.filter((mark) => !isUnknown(mark));
  const roles = new Map(known.map((mark) => [mark, PEGS.includes(mark)]));
  const kinds = () => new Set(roles.values()).size;
  if (unknown.length === 1 && kinds() < 2)
    roles.set(unknown[0], ![...roles.values()].some(Boolean)); // alone it is a peg
  const isOneKind = used.length > 1 && kinds() < 2 && !subset(used, `${OURS}x`);
  return roles.size < used.length || isOneKind ? null : roles;
}

// Which marks of a position are pegs: what is doubtful is decided by which can jump.
function rolesIn(cells, lattice) {
  const used = marksOf(cells);
  const roles = rolesOf(used);
  if (used.length !== 2 || (roles && !DOUBTFUL.includes(used.join("")))) return roles;
  const choices = [true, false].map((is) => new Map([[used[0], is], [used[1], !is]]));
  const playable = choices.filter((choice) => canJump(cells, lattice, choice));
  if (!roles) return playable.length === 1 ? playable[0] : null;
  const isPlayable = playable.some((choice) => choice.get(used[0]) === roles.get(used[0]));
  return isPlayable || !playable.length ? roles : null;
}

function canJump(cells, lattice, roles) {
  const pegs = new Map(cells.map(([x, y, mark]) => [key(x, y), roles.get(mark)]));
  const isPeg = (place) => pegs.get(place) === true;
  return hasJump(cells, lattice, [isPeg, isPeg, (place) => pegs.get(place) === false]);
}

function isPlausible(marks) {
  const roles = rolesOf(marks);
  if (!roles) return false;
  const pegs = [...roles.keys()].filter((mark) => roles.get(mark));
  return roles.size - pegs.length < 2 && (pegs.length < 2 || subset(pegs, `${OURS}x`));
}

// A reading of a picture as a board. `listed` finds a board of the catalogue.
class Shape {
  constructor(picture, kept, chosen, lattice, listed) {
    const hasOutside = picture.some(([, , mark]) => mark === OUTSIDE);
    const step = isLayered(lattice) ? [1, 1] : stepOf(picture);
    const cells = settled(kept, lattice, step);
    Object.assign(this, { cells, lattice, chosen });
    this.listed = listed(cells, lattice);
    this.marks = marksOf(cells);
    this.isOurs = chosen === null && (subset(this.marks, "*.o") || (subset(this.marks, "01") && hasOutside));
    this.isFilled = isFilled(settled(kept, "square", step));
    this.isAround = isAround(picture, kept, step);
    this.leftOut = picture.length - kept.length;
    this.isWalled = cornerMarks(picture).includes(WALL);
    this.isSpanning = String(edgesOf(kept)) === String(edgesOf(picture));
    const there = mapOf(cells);
    this.hasJump = hasJump(cells, lattice, Array(3).fill((place) => there.has(place)));
    const reached = () => spread(there, [cells[0]], LATTICES[lattice].directions);
    this.isWhole = this.hasJump && reached().size === there.size;
    this.roles = rolesIn(cells, lattice);
    this.rank = this.#rank();
  }

  #rank() {
    const several = this.marks.length > 1;
    const hasBlanks = this.marks.includes(" ");
    const { chosen } = this;
    if (hasBlanks && chosen !== WALL) return this.listed ? 3 : 9;
    if (chosen !== null) {
      const isWall = this.isWalled && chosen === WALL;
      const isNatural = EMPTY.includes(chosen) || !subset(this.marks, EMPTY);
      if (this.listed && (isWall || (this.leftOut >= FAR && isNatural && this.isSpanning))) return 2;
      const isWallAHole = this.isWalled && this.marks.includes(WALL) && !this.isAround;
      return this.listed || (this.isWhole && !isWallAHole) ? 4 : 9;
    }
    const hasWall = this.isWalled && !subset(this.marks, WALL + EMPTY); // and something else
    if (this.isFilled && several)
      return this.isWhole && !hasWall && isPlausible(this.marks) ? 4 : 9;
    if (this.isOurs && (this.listed || this.hasJump)) return 0;
    if (this.listed) return 1;
    if (this.isWhole) return hasWall ? 9 : 3;
    return !several || this.isOurs ? 5 : 9;
  }

  // The cells where the catalogue has the board.
  get placed() {
    const [left, top] = this.listed ? [least(this.listed.holes, 0), least(this.listed.holes, 1)] : [0, 0];
    return this.cells.map(([x, y, mark]) => [x + left, y + top, mark]);
  }

  // The holes with pegs, where the picture shows both pegs and empty holes; else null.
  get pegs() {
    if (!this.roles || new Set(this.roles.values()).size < 2) return null;
    return this.placed.filter(([, , mark]) => this.roles.get(mark)).map(([x, y]) => key(x, y));
  }

  get same() {
    const holes = this.placed.map(([x, y]) => key(x, y)).sort();
    return JSON.stringify([holes, this.lattice, this.pegs?.sort() ?? null]);
  }

  get text() {
    let what = this.listed?.name ?? `a board of ${this.cells.length} holes`;
    if (!this.listed && this.isFilled)
      what = `a rectangle of ${boxOf(this.cells).join(" x ")} holes`;
    if (!this.listed && this.lattice === "triangular") what += " on the triangular lattice";
    const marks = byKind(this.marks);
    const kind = (mark) => (this.roles.get(mark) ? "a peg" : "an empty hole");
    const plain = marks.length < 2 || !this.roles;
    const outside = this.chosen === null ? [] : [[this.chosen, "outside"]];
    const doubt = marks.length > 1 && !this.roles ? "; it does not tell which are pegs" : "";
    const kinds = marks.map((mark) => [mark, plain ? "a hole" : kind(mark)]);
    return `${what}: ${meaning([...outside, ...kinds])}${doubt}`;
  }
}

function meaning(kinds) {
  const called = kinds.map(([mark, kind]) => [mark === " " ? "a blank" : mark, kind]);
  return called.map(([mark, kind], i) => (i ? `${mark} ${kind}` : `${mark} is ${kind}`)).join(", ");
}

// The board of a picture or a list of holes: {lattice, name, holes, pegs, told}. `boards` are those of
// the catalogue; without a lattice it is the square one, or the triangular one where that fits better.
export function readBoard(text, boards, lattice = null) {
  const holes = listedHoles(text);
  if (holes) return { lattice: lattice ?? "square", name: null, holes, pegs: null, told: null };
  const shapes = shapesOf(cellsOf(text), lattice, finder(boards));
  if (!shapes.length) throw new Error("the picture has no hole: all of it is outside");
  const first = Math.min(...shapes.map(({ rank }) => rank));
  // In our own form a board of the catalogue may be meant, on dots or with blanks in it.
  const isRival = ({ rank, marks }) => rank === 2 || (rank === 3 && marks.includes(" "));
  const best = new Map();
  shapes.reverse();
  if (first === 0) for (const shape of shapes.filter(isRival)) best.set(shape.same, shape);
  for (const shape of shapes) if (shape.rank === first) best.set(shape.same, shape);
  if (first === 9 || best.size > 1 || !(first < 4 || [...best.values()][0].isAround)) {
    const listed = (first < 9 ? [...best.values()] : shapes).slice(0, 4);
    throw new Error(
      `the picture can be read in several ways: ${listed.map((shape) => shape.text).join("; or as ")}. Mark the outside with #, or leave it blank.`,
    );
  }
  const [found] = best.values();
  const doubt = () => {
    if (first === 5) return "; no peg can jump on it";
    if (!found.isOurs || first > 1 || (!lattice && found.lattice === "triangular")) return "";
    if (found.listed) return null;
    if (!found.isWhole) return "; it is in several pieces";
    const larger = largerThan(found, boards);
    if (larger || lattice) return larger && `; ${larger}`;
    const lengths = rowLengths(found.cells).join();
    const twin = boards.find((board) => rowLengths(board.holes).join() === lengths);
    return twin ? `, on the square lattice; ${twin.name} has the same rows` : null;
  };
  const more = doubt() ?? (["o", "*"].every((mark) => found.marks.includes(mark)) ? "" : null);
  return {
    lattice: found.lattice,
    name: found.listed?.name ?? null,
    holes: found.placed.map(([x, y]) => [x, y]),
    pegs: found.pegs,
    told: more === null ? null : `read as ${found.text}${more}`,
  };
}

// That a board of the catalogue has a hole or two more, if one does.
function largerThan({ cells, lattice }, boards) {
  const corner = (some) => new Set(mapOf(cornered(some)).keys());
  const there = corner(cells);
  for (const board of boards) {
    const more = board.holes.length - there.size;
    if (board.lattice !== lattice || more < 1 || more > 2) continue;
    const others = corner(board.holes);
    if ([...there].every((hole) => others.has(hole)))
      return `${board.name} has ${more} hole${more > 1 ? "s" : ""} more`;
  }
  return null;
}

// What a game on a board that was read is opened with; by its name where the catalogue has it.
export function wordsOf({ lattice, name, holes, pegs }) {
  const board = new Board({ name: name ?? "own", lattice, holes });
  if (!board.jumps.length) throw new Error("no jump is possible on this board");
  if (!pegs) return { board: board.spec };
  const index = indexOf(board);
  const start = board.startText(codeOf(pegs.map((hole) => index.get(hole))));
  return { board: board.spec, start, finish: "any" };
}

// What finds the board of the catalogue that some cells are, wherever they lie.
export function finder(boards) {
  const signature = (cells, lattice) =>
    [lattice, ...[...mapOf(cornered(cells)).keys()].sort()].join(" ");
  const found = new Map(boards.map((board) => [signature(board.holes, board.lattice), board]));
  return (cells, lattice) => found.get(signature(cells, lattice)) ?? null;
}

// Every way to read cells as a board.
function shapesOf(cells, lattice, listed) {
  const inside = cells.filter(([, , mark]) => mark !== OUTSIDE);
  const marks = marksOf(inside);
  const shapes = [];
  for (const chosen of [null, ...marks.filter((mark) => !NEVER.includes(mark))]) {
    const kept = inside.filter(([, , mark]) => mark !== chosen);
    if (!kept.length) continue;
    for (const variant of [kept, ...variantsOf(cells, inside, kept, chosen)]) {
      for (const one of lattice ? [lattice] : ["square", "triangular"]) {
        const shape = new Shape(cells, variant, chosen, one, listed);
        if (one === "square" || lattice || shape.isWhole) shapes.push(shape);
        if (shape.isWhole) break;
      }
    }
  }
  return shapes;
}

// All places of a picture, marked or not; none where it is nearly all blank.
function gridOf(cells, [across, down]) {
  const [left, right, top, bottom] = edgesOf(cells);
  const grid = [];
  if (((right - left) / across + 1) * ((bottom - top) / down + 1) > 4 * MAX_MARKS) return grid;
  for (let x = left; x <= right; x += across)
    for (let y = top; y <= bottom; y += down) grid.push([x, y]);
  return grid;
}

// Other holes for the same outside: what it or blanks enclose may be empty holes.
function variantsOf(cells, inside, kept, outside) {
  const step = stepOf(cells);
  const there = mapOf(cells);
  const markAt = ([x, y]) => there.get(key(x, y))?.[2];
  const grid = gridOf(cells, step);
  const found = [];
  if (outside !== null && EMPTY.includes(outside)) {
    const loose = grid.filter((hole) => [outside, OUTSIDE, undefined].includes(markAt(hole)));
    const reached = fromEdge(loose, cells, step);
    const isInside = mapOf(inside);
    const enclosed = loose.filter(([x, y]) => !reached.has(key(x, y)) && isInside.has(key(x, y)));
    if (enclosed.length) found.push([...kept, ...enclosed.map(([x, y]) => [x, y, outside])]);
  }
  const holes = mapOf(kept);
  const beside = grid.filter(([x, y]) => !holes.has(key(x, y)));
  const reached = fromEdge(beside, cells, step);
  const enclosed = beside.filter((hole) => !reached.has(key(...hole)) && markAt(hole) === undefined);
  if (enclosed.length) found.push([...kept, ...enclosed.map(([x, y]) => [x, y, " "])]);
  return found;
}

function fromEdge(loose, cells, [across, down]) {
  const [left, right, top, bottom] = edgesOf(cells);
  const edge = loose.filter(([x, y]) => x === left || x === right || y === top || y === bottom);
  return spread(mapOf(loose), edge, [[across, 0], [-across, 0], [0, down], [0, -down]]);
}

function cornerMarks(cells) {
  const there = mapOf(cells);
  const [left, right, top, bottom] = edgesOf(cells);
  return [left, right].flatMap((x) => [top, bottom].map((y) => there.get(key(x, y))?.[2]));
}

function isAround(cells, kept, step) {
  const holes = mapOf(kept);
  const leftOut = cells.filter(([x, y]) => !holes.has(key(x, y)));
  if (!leftOut.length) return true;
  const loose = gridOf(cells, step).filter(([x, y]) => !holes.has(key(x, y)));
  const reached = fromEdge(loose, cells, step);
  return leftOut.every(([x, y]) => reached.has(key(x, y)));
}

// -- 4. a position on a board ---------------------------------------------------------------------

// A position on a board, as a code: {code, told}.
export function readPosition(board, text) {
  if (/^\s*code:/i.test(text)) return { code: board.readPosition(text), told: null };
  const { pegs, told } = readPegs(board, text);
  return { code: codeOf(pegs), told };
}

// The indices of the holes with pegs on a board: {pegs, told}.
export function readPegs(board, text) {
  const listed = holesIn(text);
  const twice = listed?.find((one, i) => listed.indexOf(one) < i);
  const isBinary = listed && subset(listed.join(""), "01");
  const isRows = text.trim().includes("\n") && (twice || isBinary);
  const isVector = isBinary && listed.length === board.size;
  if (listed?.length > 1 && !isRows && !isVector) {
    if (twice) throw new Error(`${twice} comes twice`);
    return pegsListed(board, listed);
  }
  const [marks, outside] = fitted(board, cellsOf(text));
  const used = [...new Set(marks)].filter((mark) => mark !== " ").sort();
  const shown = board.holes.map(([x, y], i) => [x, y, marks[i]]).filter((one) => one[2] !== " ");
  const roles = rolesIn(shown, board.lattice);
  if (!roles)
    throw new Error(
      `the marks ${used.join(" ")} do not tell which are pegs: write * for a peg and . for an empty hole`,
    );
  const clash = outside.toSorted().find((mark) => roles.get(mark));
  if (clash) throw new Error(`“${clash}” stands both on the board and beside it: write # beside it`);
  const beside = outside.filter((mark) => mark !== OUTSIDE).sort();
  const plain = subset(used, OURS) || subset(used, "01");
  const all = byKind(new Set(marks));
  const kinds = [
    ...beside.filter((mark) => !used.includes(mark)).map((mark) => [mark, "outside"]),
    ...all.map((mark) => [mark, roles.get(mark) ? "a peg" : "an empty hole"]),
  ];
  const guessed = beside.length || all.includes(" ") || !plain;
  return {
    pegs: marks.flatMap((mark, i) => (roles.get(mark) ? [i] : [])),
    told: guessed ? `read as a position on ${board.name}: ${meaning(kinds)}` : null,
  };
}

// The mark of each hole of a board in a picture, and the marks beside it.
function fitted(board, cells) {
  const beside = marksOf(cells).filter((mark) => mark === OUTSIDE);
  const inside = cells.filter(([, , mark]) => mark !== OUTSIDE);
  const marks = marksOf(inside);
  for (const chosen of inside.length ? [null, ...marks] : []) {
    const kept = inside.filter(([, , mark]) => mark !== chosen);
    const found = matched(board, cells, kept) ?? (chosen === null ? inRows(board, kept) : null);
    if (found) return [found, chosen === null ? beside : [...beside, chosen]];
  }
  const framedMarks = inBox(board, cells);
  if (framedMarks) return framedMarks;
  const onlyPegs = inside.length ? onBlanks(board, inside) : null;
  if (onlyPegs) return [onlyPegs, beside];
  throw new Error(
    `the picture has rows of ${rowLengths(cells)} holes, and the board has rows of ${rowLengths(board.holes)}: draw all of them, * for a peg and . for an empty hole`,
  );
}

function rowLengths(cells) {
  const rows = [...Map.groupBy(cells, ([, y]) => y)];
  return rows.sort(([y], [z]) => y - z).map(([, row]) => row.length);
}

function plainBoard(board) {
  const own = board.holes.map(([x, y], i) => [x, y, i]);
  return settled(own, board.lattice, stepOf(own));
}

function matched(board, cells, kept) {
  if (kept.length !== board.size) return null;
  const there = mapOf(cornered(settled(kept, board.lattice, stepOf(cells))));
  const found = cornered(plainBoard(board)).map(([x, y]) => there.get(key(x, y))?.[2]);
  return found.includes(undefined) ? null : found;
}

function inRows(board, cells) {
  const lengths = rowLengths(cells).join();
  if (lengths !== rowLengths(board.holes).join() && lengths !== String(board.size)) return null;
  return [...cells].sort(([x, y], [u, v]) => y - v || x - u).map(([, , mark]) => mark);
}

function inBox(board, cells) {
  const step = isLayered(board.lattice) ? [1, 1] : stepOf(cells);
  const there = mapOf(settled(cells, "square", step));
  const places = cornered(board.holes);
  const box = boxOf([...there.values()]);
  if (there.size !== box[0] * box[1] || box.join() !== boxOf(places).join()) return null;
  if (places.some(([x, y]) => there.get(key(x, y))[2] === OUTSIDE)) return null;
  const on = new Set(places.map(([x, y]) => key(x, y)));
  const beside = [...there].filter(([place]) => !on.has(place)).map(([, cell]) => cell[2]);
  return [places.map(([x, y]) => there.get(key(x, y))[2]), [...new Set(beside)]];
}

function onBlanks(board, cells) {
  const own = plainBoard(board);
  const pegs = settled(cells, board.lattice, stepOf(cells));
  const roles = rolesOf(pegs.map(([, , mark]) => mark));
  if (!roles || ![...roles.values()].every(Boolean)) return null;
  const [there, holes] = [mapOf(pegs), mapOf(own)];
  if ([...there.keys()].some((place) => !holes.has(place))) return null;
  if (boxOf(pegs).join() !== boxOf(own).join()) return null;
  return own.map(([x, y]) => there.get(key(x, y))?.[2] ?? " ");
}

// -- lists of holes -------------------------------------------------------------------------------

const TOKEN = /\(\s*-?\d+\s*,\s*-?\d+\s*\)|[^\s,;[\]{}'"]+/g;
// Pairs in brackets, not a matrix of 0 and 1.
const PAIRS = /^(?=.*[2-9])\s*\[\s*(?:\[\s*\d{1,6}\s*,\s*\d{1,6}\s*\]\s*,?\s*)+\]\s*$/s;
const HOLE = /^\s*(?:[a-z]{1,3}[1-9]\d{0,5}|\(\s*\d{1,6}\s*,\s*\d{1,6}\s*\)|\d{1,6}\s*,\s*\d{1,6}|\d{1,9})\s*$/i;

// The texts of a list of holes; null where it is no list.
function holesIn(given) {
  const text = PAIRS.test(given) ? given.replace(/\[\s*(\d+\s*,\s*\d+)\s*\]/g, "($1)") : given;
  const tokens = text.match(TOKEN) ?? [];
  const isClosed = unclosed(text).every((number) => number === 0);
  const isList = tokens.length && tokens.every((one) => HOLE.test(one)) && !HOLE.test(text);
  return isClosed && isList ? tokens : null;
}

function placeOf(token) {
  const numbers = /^\D*(\d+)\D+(\d+)\D*$/.exec(token);
  if (numbers && !/[a-z]/i.test(token)) return [Number(numbers[1]), Number(numbers[2])];
  const named = /^\s*([a-z]+)(\d+)\s*$/i.exec(token);
  if (!named) return null;
  const column = [...named[1].toLowerCase()].reduce((sum, one) => 26 * sum + one.charCodeAt(0) - 96, 0);
  return [column - 1, Number(named[2]) - 1];
}

function listedHoles(text) {
  const places = holesIn(text)?.map(placeOf);
  return places?.length > 1 && places.every(Boolean) ? [...mapOf(places).values()] : null;
}

function pegsListed(board, tokens) {
  const first = tokens.some((one) => Number(one) === 0) ? 0 : 1;
  const index = indexOf(board);
  const pegs = tokens.map((token) => {
    const at = /^\d+$/.test(token) ? Number(token) - first : index.get(key(...placeOf(token)));
    if (at === undefined || at >= board.size) throw new Error(`${board.name} has no hole ${token}`);
    return at;
  });
  const names = [...new Set(pegs)].sort((a, b) => a - b).map((i) => board.names[i]);
  const shown = names.length > 20 ? [...names.slice(0, 18), "..."] : names;
  const told = `read as pegs in ${shown.join(" ")}${first ? "" : ", holes numbered from 0"}`;
  return { pegs: [...new Set(pegs)], told };
}
