// What the controller does with the answers of a made-up provider, and without any: hints, and why a game
// is lost.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";

import { Controller } from "../js/controller.js";
import { problemHere } from "../js/rules.js";
import { State } from "../js/state.js";
import { Store } from "../js/store.js";
import { status, whyText } from "../js/words.js";

const words = { board: "triangle5", start: "a1", finish: "any" };
const real = problemHere(words);
const soon = () => new Promise((resolve) => setTimeout(resolve, 1));

// A controller with a game. The provider counts how often it was asked for a hint and its rivals.
async function controllerOf(more = {}) {
  const provider = {
    asked: [],
    posing: async () => ({ sets: [] }),
    problem: async () => ({ ...real, sets: { state: "ready" } }),
    verdicts: async (config, codes) => ({ source: "sets", positions: codes.map(() => ({ winning: true })) }),
    async hint() {
      this.asked.push("hint");
      await soon();
      return { jump: "a3-a1" };
    },
    async rivals() {
      this.asked.push("rivals");
      await soon();
      return [{ jump: "c3-a1", claim: {} }];
    },
    ...more,
  };
  const controller = new Controller(provider, new Store(new State({ settings: { help: "gentle" } })));
  await controller.open(words);
  return { controller, provider };
}

test("a second press of Hint waits for the answer of the first one", async () => {
  const { controller, provider } = await controllerOf();
  await Promise.all([controller.askHint(), controller.askHint()]);
  assert.deepEqual(provider.asked, ["hint", "rivals"]);
  const { hint, game } = controller.state;
  assert.deepEqual([hint.jump, hint.rivals.length, game.at], ["a3-a1", 1, 0]);
  await controller.askHint(); // the hint is shown: another press makes the jump
  assert.deepEqual([controller.state.game.at, provider.asked.length], [1, 2]);
});

test("there is no hint as long as nobody answers", async () => {
  const gone = async () => {
    throw new Error("nobody");
  };
  const { controller, provider } = await controllerOf({ problem: gone });
  assert.equal(controller.state.canHelp, false);
  assert.equal(controller.state.notice.text, "nobody");
  assert.deepEqual(status(controller.state).actions, ["again"]);
  provider.problem = async () => ({ ...real, sets: { state: "ready" } });
  await controller.again();
  assert.equal(controller.state.canHelp, true);
  assert.ok(!status(controller.state).actions.includes("again"));
});

const config = { board: "triangle5", start: "a1", finish: "a1" };
const CLAIM = { claim: "home", count: 1, goal: ["a1"], holes: [["a1"]], jumps: [] };
const REASON = { sentence: "However often a3-a1 is made, a sum that can only fall is too low.", rings: [] };
const BEST = { jumps: ["a3-a1"], pegs: 2, finish: null, exact: true };

// A game that is lost from the start, or not known to be. `answers` are those of the provider: a question
// that has none waits for `answer(question, value)`. `asked` lists the questions.
async function opened(answers, winning = false) {
  const asked = [];
  const waiting = new Map();
  const ask = (name) => () => {
    asked.push(name);
    if (name in answers) return Promise.resolve(answers[name]);
    return new Promise((resolve, reject) => waiting.set(name, { resolve, reject }));
  };
  const provider = {
    problem: async () => ({ ...problemHere(config), sets: { state: "ready", message: "" } }),
    posing: async () => ({ sets: [], daily: [] }),
    verdicts: async (_, codes) => ({ source: "sets", positions: codes.map(() => ({ winning, jumps: {} })) }),
    why: ask("why"),
    proofs: ask("proofs"),
    bestEnding: ask("bestEnding"),
  };
  const store = new Store(new State({ settings: { help: "gentle" } }));
  const controller = new Controller(provider, store);
  await controller.open(config);
  await settled();
  const answer = async (name, value) => {
    waiting.get(name)[value instanceof Error ? "reject" : "resolve"](value);
    await settled();
  };
  const first = () => store.state.why && whyText(store.state.why);
  return { controller, store, asked, answer, first };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a sentence is there at once, and the claim replaces it", async () => {
  const { controller, answer, first, asked } = await opened({ proofs: [REASON], bestEnding: null });
  controller.explain();
  assert.equal(first(), "It cannot be won from here.");
  assert.deepEqual(asked, ["why"]);
  await answer("why", CLAIM);
  assert.equal(first(), "No peg can ever get to a1.");
});

test("after a claim, the best ending and the proofs are asked together", async () => {
  const { controller, asked } = await opened({ why: CLAIM });
  controller.explain();
  await settled();
  assert.deepEqual(asked, ["why", "bestEnding", "proofs"]);
});

test("without a claim, the best possible ending is said first, and the proof comes behind it", async () => {
  const { controller, store, answer, first, asked } = await opened({ why: null });
  controller.explain();
  await settled();
  assert.equal(first(), "It cannot be won from here.");
  assert.deepEqual(asked, ["why", "bestEnding"]);
  await answer("bestEnding", BEST);
  assert.equal(first(), "However you play, at least 2 pegs are left.");
  await answer("proofs", [REASON]);
  assert.equal(first(), "However you play, at least 2 pegs are left.");
  assert.deepEqual(store.state.why.reasons, [REASON]);
});

test("what nobody answers leaves the first sentence", async () => {
  const { controller, answer, first } = await opened({});
  controller.explain();
  for (const name of ["why", "bestEnding", "proofs"]) await answer(name, new Error("gone"));
  assert.equal(first(), "It cannot be won from here.");
});

test("a closed explanation stays closed, and asks no more", async () => {
  const { controller, answer, first, asked } = await opened({});
  controller.explain();
  controller.explain();
  await answer("why", CLAIM);
  assert.equal(first(), null);
  assert.deepEqual(asked, ["why"]);
});

test("an answer to an earlier position is dropped", async () => {
  const { controller, store, answer, first } = await opened({});
  controller.explain();
  controller.send("jumped", { jump: store.state.board.jumpNamed.get("a3-a1") });
  await answer("why", CLAIM);
  assert.equal(first(), null);
});

test("a position that is not known to be lost is explained only if it is", async () => {
  const won = await opened({ why: null, proofs: [] }, true);
  await won.controller.explain();
  assert.deepEqual([won.first(), won.store.state.notice.text], [null, "This position can still be won."]);
  const unknown = await opened({ why: null, proofs: [], bestEnding: null }, null);
  await unknown.controller.explain();
  assert.equal(unknown.store.state.notice.text, "It is not known why this position is lost.");
  const lost = await opened({ why: null, proofs: [REASON], bestEnding: BEST }, null);
  await lost.controller.explain();
  await settled();
  assert.equal(lost.first(), "However you play, at least 2 pegs are left.");
  assert.deepEqual(lost.asked, ["why", "proofs", "bestEnding"]);
});
