// What the advisor asks, and when, with a made-up provider.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Advisor } from "../js/advisor.js";
import { problemHere } from "../js/rules.js";

const real = problemHere({ board: "triangle5", start: "a1", finish: "any" });

// A provider whose searches take a moment, and which records the questions.
const slowly = (state, source = "search") => ({
  asked: [],
  problems: 0,
  now: 0,
  most: 0,
  sets: { state, message: "", estimate: null, job: null },
  problem() {
    this.problems += 1;
    return { ...real, sets: this.sets };
  },
  async verdicts(config, codes) {
    this.asked.push(...codes.map((text) => BigInt(text.slice(5))));
    this.now += 1;
    this.most = Math.max(this.most, this.now);
    await new Promise((resolve) => setTimeout(resolve, 1));
    this.now -= 1;
    return { source, positions: codes.map(() => ({ winning: null, jumps: {} })) };
  },
});

const adviser = (provider) => new Advisor(provider, provider.problem(), {});

async function until(done) {
  for (let times = 0; !done(); times += 1) {
    assert.ok(times < 3000, `not in the end: ${done}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

test("searches run one at a time, next for the position on the board", async () => {
  const provider = slowly("large");
  const advisor = adviser(provider);
  const codes = [];
  const look = () => advisor.ask(codes);
  advisor.addEventListener("known", look);
  for (let i = 1n; i <= 40n; i += 1n) {
    codes.push(i);
    look();
  }
  await until(() => codes.every((code) => advisor.known(code)));
  assert.equal(provider.most, 1);
  assert.deepEqual(provider.asked, [1n, ...codes.slice(1).reverse()]);
});

test("sets that the server has closed are reopened, and the answers of a search do not replace them", async () => {
  const provider = slowly("ready");
  const advisor = adviser(provider);
  const { problem, verdicts } = provider;
  let open = false;
  provider.problem = async function () {
    open = true;
    return problem.call(this);
  };
  provider.verdicts = async function (config, codes) {
    const source = open ? "sets" : "search";
    const { positions } = await verdicts.call(this, config, codes);
    return { source, positions: positions.map((position) => ({ ...position, winning: open || null })) };
  };
  await advisor.ask([7n]);
  assert.equal(advisor.known(7n), undefined);
  await advisor.ask([7n]);
  assert.equal(advisor.known(7n).winning, true);
  assert.equal(provider.problems, 2);
});

test("lost sets are rebuilt, and earlier answers of searches are forgotten", async () => {
  const provider = slowly("ready");
  const advisor = adviser(provider);
  let end = null;
  provider.prepare = () => new Promise((resolve) => (end = resolve));
  provider.sets = { ...provider.sets, state: "absent" };
  const states = [];
  advisor.addEventListener("known", () => states.push(advisor.sets.state));
  await advisor.ask([7n]);
  end({ state: "done", message: "" });
  await until(() => advisor.ready);
  assert.deepEqual(states, ["building", "ready"]);
  assert.equal(advisor.known(7n), undefined);
});

test("answers of searches are forgotten once the sets are ready", async () => {
  const provider = slowly("slow");
  const advisor = adviser(provider);
  provider.prepare = async () => ({ state: "done", message: "" });
  await advisor.ask([7n]);
  assert.equal(advisor.known(7n).winning, null);
  await advisor.prepare(true);
  assert.equal(advisor.known(7n), undefined);
});

test("games that could not be counted are counted again", async () => {
  const provider = slowly("ready", "sets");
  const advisor = adviser(provider);
  let times = 0;
  provider.games = async () => {
    times += 1;
    if (times === 1) throw new Error("busy");
    return { won: "1", total: "3" };
  };
  for (let times = 0; times < 3; times += 1) await advisor.askGames(7n);
  assert.deepEqual([times, advisor.gamesKnown(7n).total], [2, 3n]);
});

test("a game that the position class rules out is lost without a question", async () => {
  const provider = slowly("none");
  const advisor = adviser(provider);
  await advisor.ask([7n]);
  assert.deepEqual([advisor.known(7n).winning, provider.asked.length], [false, 0]);
});

test("a closed game sends no events", async () => {
  const provider = slowly("ready", "sets");
  const advisor = adviser(provider);
  let events = 0;
  advisor.addEventListener("known", () => (events += 1));
  const answered = advisor.ask([7n]);
  advisor.close();
  await answered;
  assert.equal(events, 0);
});

// [the end of a job, the state of the sets, the message]
const ENDS = [
  [{ state: "done", message: "" }, "ready", "failed: "],
  [{ state: "failed", message: "no room" }, "failed", "failed: no room"],
  [{ state: "cancelled", message: "" }, "failed", "cancelled"],
];
for (const [end, state, message] of ENDS)
  test(`a ${end.state} job`, async () => {
    const provider = Object.assign(slowly("absent"), { prepare: async () => end });
    const advisor = adviser(provider);
    await advisor.prepare();
    assert.deepEqual([advisor.sets.state, advisor.sets.message], [state, message]);
  });
