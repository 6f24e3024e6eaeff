// Addresses: what stands after # says where one is, to be read by people too.
//
//   #home                                  the front page
//   #daily, #daily/2026-11-24              the puzzle of the day
//   #puzzle/k3x9q                          a puzzle, by its problem
//   #board/english/d4/any/d2-d4,f3-d3/1    a board, start, finish, moves, jumps made of them
//   #learn, #learn/5, #storm, #storm/streak
//   #set/k3x9q,p0d2m1                      puzzles that somebody chose, as for a class
//
// Moves stand behind a daily or a puzzle as they do behind a board. Links as they were once,
// #board=english&start=d4&moves=d2-d4, are read too.

import { movesOf, moveText } from "./rules.js";

const MOST = 12_000;
const GAMES = { daily: ["day"], puzzle: ["id"], board: ["board", "start", "finish"] };
const PLACES = { ...GAMES, home: [], learn: ["lesson"], storm: ["mode"], set: ["ids"] };

// The place of an address: {kind, ...}, null where nothing is asked for. Nothing is checked but the form.
export function readPlace(hash) {
  const text = hash.replace(/^#/, "");
  if (!text) return null;
  if (text.length > MOST) throw new Error("it is too long to be one of ours");
  if (/^(board|learn|start|finish|moves|at)=/.test(text)) return readOld(text);
  const [kind, ...parts] = text.split("/").map(decode);
  if (!Object.hasOwn(PLACES, kind)) throw new Error(`there is no place “${shorten(text)}” here`);
  const place = { kind };
  for (const key of PLACES[kind]) place[key] = parts.shift() || undefined;
  if (kind === "board") place.board ??= "english";
  if (kind in GAMES) Object.assign(place, played(...parts));
  return place;
}

export function writePlace(place) {
  const { kind, moves = [], at } = place;
  const parts = PLACES[kind].map((key) => place[key] ?? "");
  if (kind in GAMES && moves.length) parts.push(moves.join(","), at === undefined ? "" : String(at));
  while (parts.length && !parts.at(-1)) parts.pop();
  return `#${[kind, ...parts].map(quoted).join("/")}`;
}

// The moves of a game, as addresses have them: `at` is left out at the end of them.
export const movesIn = (game) => ({
  moves: movesOf(game.jumps).map((move) => moveText(game.board, move)),
  at: game.at === game.jumps.length ? undefined : game.at,
});

// What an address calls a puzzle: a number from its problem, which stays when a set or the puzzle is
// renamed.
export function puzzleId(board, startCode, finish) {
  let found = 0x811c9dc5; // FNV-1a, of 32 bits
  for (const letter of `${board}|${startCode}|${finish}`)
    found = Math.imul(found ^ letter.codePointAt(0), 0x01000193);
  return (found >>> 0).toString(36);
}

function readOld(text) {
  const asked = {};
  for (const part of text.split("&")) {
    const [key, ...rest] = part.split("=");
    if (rest.length) asked[key] = decode(rest.join("="));
  }
  const { board = "english", start, finish, moves, at, learn } = asked;
  if (learn !== undefined) return { kind: "learn", lesson: learn || undefined };
  return { kind: "board", board: board || "english", start: start || undefined, finish: finish || undefined, ...played(moves, at) };
}

function played(moves = "", at = "") {
  if (at && !/^\d{1,4}$/.test(at)) throw new Error(`it is damaged at “${shorten(at)}”`);
  const all = moves.split(",").filter(Boolean);
  return { moves: all, at: at && all.length ? Number(at) : undefined };
}

const quoted = (text) =>
  encodeURIComponent(text).replace(/%(2C|3A|2A|3B)/g, (mark) => decodeURIComponent(mark));

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(`it is damaged at “${shorten(text)}”`);
  }
}

const shorten = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
