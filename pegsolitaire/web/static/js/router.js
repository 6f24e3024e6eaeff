// Addresses: the part after # says where the player is, in a form that people can read.
//
//   #home                                  the front page
//   #daily, #daily/2026-11-24              the puzzle of the day
//   #puzzle/k3x9q                          a puzzle, by a hash of its problem
//   #board/english/d4/any/d2-d4,f3-d3/1    a board, start, finish, moves, number of jumps made
//   #board/square:-oo_ooo                  a board of one's own, its rows separated by _
//   #board/square:-oo_ooo/a1?name=Hat      the same with a name
//   #learn, #learn/5, #storm, #storm/streak
//   #teach                                 for teachers: puzzles for a class
//   #set/k3x9q,p0d2m1                      a list of puzzles, for example for a class
//   #set/english-classics, #ladder/pictures, #calendar/2026-11, #missed/k3x9q
//   #puzzle/k3x9q?list=ladder/pictures     a puzzle that was opened from a list
//   #two, #two/triangle5/a1/move/strong/2  a game for two: board, start, rules, opponent, who begins
//
// Moves follow a daily, a puzzle or a game for two as they follow a board. Lists are places
// (gallery.js), and a game names the list it was opened from. Older links such as
// #board=english&start=d4&moves=d2-d4 still work.

import { movesOf, moveText, shorten, specInLink, specOfLink } from "./rules.js";
import { say } from "./say.js";

const MAX_CHARACTERS = 12_000;
const GAMES = {
  daily: ["day"],
  puzzle: ["id"],
  board: ["board", "start", "finish"],
  two: ["board", "start", "rules", "against", "first"],
};
const LISTS = { set: ["ids"], ladder: ["theme"], calendar: ["month"], missed: ["ids"] };
const PLACES = { ...GAMES, ...LISTS, home: [], learn: ["lesson"], storm: ["mode"], teach: [] };
const LIST = "?list=";
const NAME = "?name=";
const MAX_NAME = 40; // characters

// The place of an address: {kind, ...}, or null if it is empty. Only the form is checked.
export function readPlace(hash) {
  const text = hash.replace(/^#/, "");
  if (!text) return null;
  if (text.length > MAX_CHARACTERS) throw new Error(say("link.long"));
  if (/^(board|learn|start|finish|moves|at)=/.test(text)) return readOld(text);
  const [address, list] = text.split(LIST);
  const [path, name] = address.split(NAME);
  const [kind, ...parts] = path.split("/").map(decode);
  if (!Object.hasOwn(PLACES, kind)) throw new Error(say("link.place", { text: shorten(text) }));
  const place = { kind };
  for (const key of PLACES[kind]) place[key] = parts.shift() || undefined;
  if (kind === "board") place.board ??= "english";
  if (place.board) place.board = specOfLink(place.board);
  if (kind in GAMES) Object.assign(place, played(...parts));
  const called = kind === "board" && name && nameOf(place.board, decode(name));
  if (called) place.name = called;
  const from = list && readPlace(list);
  if (from?.kind in LISTS && ["daily", "puzzle"].includes(kind)) place.list = from;
  return place;
}

export function writePlace(place) {
  const { kind, moves = [], at } = place;
  const part = (key) => (key === "board" && place.board ? specInLink(place.board) : (place[key] ?? ""));
  const parts = PLACES[kind].map(part);
  if (kind in GAMES && moves.length) parts.push(moves.join(","), at === undefined ? "" : String(at));
  while (parts.length && !parts.at(-1)) parts.pop();
  const list = place.list ? `${LIST}${writePlace(place.list).slice(1)}` : "";
  const name = kind === "board" && nameOf(place.board, place.name);
  return `#${[kind, ...parts].map(encoded).join("/")}${name ? NAME + encodeURIComponent(name) : ""}${list}`;
}

// The name of somebody's own board, as one short line in one direction; other boards have their names.
export function nameOf(board, name = "") {
  const line = name.replace(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu, " ").trim();
  return board.includes(":") ? [...line].slice(0, MAX_NAME).join("").trim() : "";
}

// The address of a game without the list that it was opened from.
export const withoutList = (address) => address.split(LIST)[0];

// The moves of a game for its address. `at` is left out at the end of the game.
export const movesIn = (game) => ({
  moves: movesOf(game.jumps).map((move) => moveText(game.board, move)),
  at: game.at === game.jumps.length ? undefined : game.at,
});

function readOld(text) {
  const values = {};
  for (const part of text.split("&")) {
    const [key, ...rest] = part.split("=");
    if (rest.length) values[key] = decode(rest.join("="));
  }
  const { board = "english", start, finish, moves, at, learn } = values;
  if (learn !== undefined) return { kind: "learn", lesson: learn || undefined };
  return {
    kind: "board",
    board: board || "english",
    start: start || undefined,
    finish: finish || undefined,
    ...played(moves, at),
  };
}

function played(moves = "", at = "") {
  if (at && !/^\d{1,4}$/.test(at)) throw new Error(say("link.damaged", { text: shorten(at) }));
  const all = moves.split(",").filter(Boolean);
  return { moves: all, at: at && all.length ? Number(at) : undefined };
}

const encoded = (text) => encodeURIComponent(text).replace(/%(2C|3A|2A|3B)/g, (mark) => decodeURIComponent(mark));

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(say("link.damaged", { text: shorten(text) }));
  }
}

// -- history --------------------------------------------------------------------------------------
//
// The current place, and the browser's Back and Forward buttons.
//
// Each place (the front page, a game, a lesson, the storm) is an entry of the history, with its
// address. Moves change this address after they are drawn, at most twice a second because browsers
// refuse more. While something lies over a place (a dialog, a sheet), the history has another entry
// on top. Back removes this entry, and the page closes what is open. If it is closed in another
// way, the page removes the entry. Both kinds of entries are marked.

const PLACE = "game";
const OVER = "open";
const PAUSE = 500; // milliseconds between two changes of the address
// The addresses before and after the last move, stored in the tab. After a change of the address, a
// reload may for a moment still load the old one.
const MOVED = "pegs.moved";

export class Router {
  #timer = null;
  #last = 0; // time of the last change of the address

  // `visit` goes to the place in the address, `isOpen` says whether anything lies over it, and
  // `close` closes the topmost of these.
  constructor({ visit, isOpen, close }) {
    this.visit = visit;
    this.isOpen = isOpen;
    this.close = close;
    this.over = history.state === OVER; // the page was reloaded with something open
    const [before, after] = storedMove() ?? [];
    if (before === location.hash && isLoadedAgain()) history.replaceState(history.state, "", after);
    storeMove(null);
    this.leaving = false; // whether an entry is being removed
    this.waiting = false; // whether to go to the address once the entry is removed
    this.below = null; // the address of the entry below the top one
    this.address = location.hash;
    addEventListener("popstate", ({ state }) => this.#went(state));
    // The browser has already chosen the address of a reload, so the stored move must stay.
    addEventListener("pagehide", () => this.#timer !== null && this.#write());
    new MutationObserver(() => this.settle()).observe(document.body, {
      subtree: true,
      attributeFilter: ["open", "hidden", "aria-expanded"],
    });
  }

  // Go to another place, as a new entry with nothing over it.
  go(address) {
    this.flush();
    storeMove(null);
    this.address = address;
    this.waiting = this.leaving;
    if (this.waiting) return;
    if (this.over) history.replaceState(PLACE, "", address);
    else if (address !== location.hash) history.pushState(PLACE, "", address);
    this.over = false;
  }

  // Set the address of this place immediately.
  stay(address) {
    this.address = address;
    this.flush(true);
    storeMove(null);
  }

  // Set the address after a move, at most twice a second.
  moved(address) {
    this.address = address;
    storeMove([location.hash, address]);
    const wait = Math.max(0, this.#last + PAUSE - Date.now());
    this.#timer ??= setTimeout(() => this.flush(), wait);
  }

  flush(now = this.#timer !== null) {
    clearTimeout(this.#timer);
    this.#timer = null;
    if (now) this.#write();
  }

  #write() {
    this.#last = Date.now();
    history.replaceState(this.over ? OVER : PLACE, "", this.address);
  }

  // Add an entry if anything is open, or remove it if nothing is.
  settle() {
    if (this.leaving || this.isOpen() === this.over) return;
    this.flush();
    if (this.over) {
      this.leaving = true;
      history.back();
    } else {
      history.replaceState(PLACE, "");
      history.pushState(OVER, "");
      this.below = location.hash;
      this.over = true;
    }
  }

  #went(state) {
    const { leaving, over } = this;
    this.leaving = false;
    this.over = state === OVER;
    if (this.waiting) {
      this.go(this.address);
      this.settle();
      return;
    }
    const same = this.below === null || location.hash === this.below;
    if (this.over || (over && state === PLACE && same)) {
      history.replaceState(state, "", this.address);
      if (!this.over && !leaving) this.close();
    } else if (location.hash !== this.address) {
      this.flush(false); // it belonged to the place before
      this.address = location.hash;
      this.visit();
    }
    this.settle();
  }
}

// If the browser forbids storage, a reload within half a second of a jump loses that jump.
function storeMove(addresses) {
  try {
    sessionStorage.setItem(MOVED, JSON.stringify(addresses));
  } catch {
    // see above
  }
}

/** @returns {any[]} */
const loadings = () => performance.getEntriesByType("navigation");
const isLoadedAgain = () => loadings()[0]?.type === "reload";

function storedMove() {
  try {
    return JSON.parse(sessionStorage.getItem(MOVED));
  } catch {
    return null;
  }
}
