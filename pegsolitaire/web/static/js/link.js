// Links: the part of the address after # holds board, start, goal and jumps, to be read by people
// too: #board=english&start=d4&finish=any&moves=d2-d4,f3-d3

import { movesOf, moveText } from "./rules.js";

const KEYS = ["board", "start", "finish", "moves", "at"];
const MOST = 12_000;

export function writeLink({ board, start, finish, game }) {
  const parts = [
    ["board", board.spec],
    ["start", start],
    ["finish", finish],
    [
      "moves",
      movesOf(game.jumps)
        .map((move) => moveText(board, move))
        .join(","),
    ],
    ["at", game.at === game.jumps.length ? "" : String(game.at)],
  ];
  const quoted = (text) =>
    encodeURIComponent(text).replace(/%(2C|2F|3A|2A)/g, (mark) => decodeURIComponent(mark));
  return `#${parts
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${quoted(value)}`)
    .join("&")}`;
}

// What a link asks for, as texts; nothing of it is checked but its form.
export function readLink(hash) {
  const text = hash.replace(/^#/, "");
  if (!text) return null;
  if (text.length > MOST) throw new Error("this link is too long to be one of ours");
  const asked = {};
  for (const part of text.split("&")) {
    const [key, ...rest] = part.split("=");
    if (!KEYS.includes(key) || !rest.length)
      throw new Error(`this link is damaged at “${part.slice(0, 40)}”`);
    asked[key] = decode(rest.join("="));
  }
  const moves = asked.moves ? asked.moves.split(",").filter(Boolean) : [];
  if (asked.at !== undefined && !/^\d{1,4}$/.test(asked.at))
    throw new Error("this link is damaged at “at”");
  return {
    board: asked.board ?? "english",
    start: asked.start,
    finish: asked.finish,
    moves,
    at: asked.at && Number(asked.at),
  };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(`this link is damaged at “${text.slice(0, 40)}”`);
  }
}
