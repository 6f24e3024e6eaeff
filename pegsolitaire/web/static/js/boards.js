// Boards that the page knows by itself, so that a game is there before anybody has answered.

import { Board, boardOfPicture, codeText } from "./rules.js";

const PICTURES = {
  english: ["square", "--ooo/--ooo/ooooooo/ooooooo/ooooooo/--ooo/--ooo"],
  french: ["square", "--ooo/-ooooo/ooooooo/ooooooo/ooooooo/-ooooo/--ooo"],
  wiegleb: ["square", "---ooo/---ooo/---ooo/ooooooooo/ooooooooo/ooooooooo/---ooo/---ooo/---ooo"],
  hexagon37: ["triangular", "oooo/ooooo/oooooo/ooooooo/-oooooo/--ooooo/---oooo"],
};

// Boards of any size: their lattice, and the holes of a row.
const FAMILIES = {
  triangle: { lattice: "triangular", width: (side, y) => y + 1 },
  square: { lattice: "square", width: (side) => side },
  rhombus: { lattice: "triangular", width: (side) => side },
};

// The document of a board, null where its name is not known here.
export function boardNamed(name) {
  if (Object.hasOwn(PICTURES, name)) {
    const { lattice, holes } = boardOfPicture(...PICTURES[name], name);
    return { name, lattice, holes };
  }
  const [, kind, digits] = /^([a-z]+)([1-9]\d?)$/.exec(name) || [];
  if (!Object.hasOwn(FAMILIES, kind)) return null;
  const { lattice, width } = FAMILIES[kind];
  const side = Number(digits);
  const holes = [];
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < width(side, y); x += 1) holes.push([x, y]);
  }
  return { name, lattice, holes };
}

// What can be said of a problem before anybody is asked: enough to play. Null where that is not enough.
export function problemHere({ board: name, start: from, finish }) {
  const found = from && finish ? boardNamed(name) : null;
  if (!found || found.holes.length > 64) return null;
  const board = new Board(found);
  const [start, end] = [board.readStart(from), board.names.indexOf(finish)];
  const ends = finish === "any" ? [...board.holes.keys()] : end >= 0 ? [end] : null;
  if (!ends || !board.jumpsFrom(start).length) return null;
  return {
    board: name,
    geometry: found,
    start: board.startText(start),
    start_code: codeText(start),
    finish,
    finish_codes: ends.map((i) => codeText(1n << BigInt(i))),
    feasible: [],
    best: null,
    proven: false,
    shortest: null,
    sets: { state: "asked", message: "", estimate: null, job: null },
  };
}

// The empty hole that a board is drawn with, where nobody was asked: the one in the middle.
export const middleOf = (board) => board.vacancy(byMiddle(board)[0]);

// The holes of a board, the nearest to its middle first.
export function byMiddle(board) {
  const [x, y] = [0, 1].map((axis) => board.points.reduce((sum, point) => sum + point[axis], 0) / board.size);
  const far = (i) => Math.round(1e6 * Math.hypot(board.points[i][0] - x, board.points[i][1] - y));
  return [...board.holes.keys()].sort((i, j) => far(i) - far(j) || i - j);
}
