// What is stored of a game while it is played.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { addEffects } from "../js/effects.js";
import { Memory } from "../js/memory.js";
import { movesIn, writePlace } from "../js/router.js";
import { problemHere } from "../js/rules.js";
import { State } from "../js/state.js";
import { Store } from "../js/store.js";
import { gameOf } from "../js/verbs.js";

const config = { board: "triangle5", start: "a1", finish: "any" };
const problem = problemHere(config);

// A player who has opened a game: `send` sends intents, and `kept()` says what is stored of the game.
function opened(request = {}) {
  const items = new Map();
  const storage = { getItem: (key) => items.get(key) ?? null, setItem: (key, text) => items.set(key, text) };
  const memory = new Memory(() => {}, storage);
  const store = new Store(new State({ settings: { help: "off" } }));
  const shown = []; // the addresses of what was on the board
  const address = (game) => writePlace({ kind: "board", ...config, ...movesIn(game) });
  addEffects(store, {
    memory,
    sound: { play() {} },
    router: () => ({ moved: (address) => shown.push(address) }),
    speak() {},
    places: {
      reached() {},
      address: (game = store.state.game) => address(game),
      beginning: () => "#board/triangle5/a1/any",
      isHere: () => true,
    },
  });
  const send = (...intents) => intents.forEach(([type, more]) => store.send({ type, ...more }));
  send(["opened", { problem, game: gameOf(problem, request), request }]);
  const jumped = (text, more) => ["jumped", { jump: store.state.board.jumpNamed.get(text), ...more }];
  const kept = () => memory.game && [memory.game.address.split("/").slice(4).join("/"), memory.game.said];
  return { send, jumped, kept, shown, memory };
}

const LINE = ["laid", { jumps: ["c3-a3", "a1-c3"] }];

test("a line that the page plays is not the player's game", () => {
  const { send, jumped, kept, shown } = opened();
  send(jumped("a3-a1"), LINE, ["played"], ["redone"], ["redone"]);
  assert.match(shown.at(-1), /a3-a1,c3-a3,a1-c3$/); // the address names what is on the board
  assert.deepEqual(kept(), ["a3-a1", "13 pegs left"]);
  send(["undone"], ["visited", { node: 0 }], ["went", { at: 3 }]);
  assert.deepEqual(kept(), ["a3-a1", "13 pegs left"]);
  send(["went", { at: 0 }]);
  assert.deepEqual(kept(), ["a3-a1/0", "14 pegs left"]);
});

test("a line from the start stores nothing, and a game of somebody else neither", () => {
  const page = opened();
  page.send(LINE.with(1, { jumps: ["a3-a1", "c3-a3"] }), ["played"], ["redone"], ["redone"]);
  assert.equal(page.kept(), null);
  const other = opened({ moves: ["a3-a1", "c3-a3"] });
  other.send(["undone"], ["redone"]);
  assert.equal(other.kept(), null);
  other.send(other.jumped("a1-c3"));
  assert.deepEqual(other.kept(), ["a3-a1,c3-a3,a1-c3", "11 pegs left"]);
});

test("a player who jumps on from a line takes it over", () => {
  const { send, jumped, kept } = opened();
  send(jumped("a3-a1"), LINE, ["played"], ["redone"], jumped("a4-a2"));
  assert.deepEqual(kept(), ["a3-a1,c3-a3,a4-a2", "11 pegs left"]);
  send(["undone"], ["undone"]);
  assert.deepEqual(kept(), ["a3-a1,c3-a3,a4-a2/1", "13 pegs left"]);
});

test("after a solution was shown, the stored game is solved with help", () => {
  const { send, jumped, memory } = opened();
  send(jumped("a3-a1"));
  assert.equal(memory.game.seen, false);
  send(["laid", { ...LINE[1], solves: true }]);
  assert.equal(memory.game.seen, true);
});

test("a game that was stored goes on being stored", () => {
  const { send, kept } = opened({ moves: ["a3-a1", "c3-a3"], shown: [1] });
  send(["undone"]);
  assert.deepEqual(kept(), ["a3-a1,c3-a3/1", "13 pegs left"]);
});
