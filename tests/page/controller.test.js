// What the controller does with the answers of a made-up provider, and without any.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";

import { Controller } from "../js/controller.js";
import { problemHere } from "../js/rules.js";
import { State } from "../js/state.js";
import { Store } from "../js/store.js";
import { status } from "../js/words.js";

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
