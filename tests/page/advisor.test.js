// What the advisor asks, and when, with a made-up provider.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";

import { Advisor, Knowledge } from "../js/advisor.js";
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

// An adviser with the knowledge that a store would keep, and what it learned, in order.
function adviser(provider) {
  const problem = provider.problem();
  const kept = { knowledge: new Knowledge(problem.sets), learned: [], heard: () => {} };
  const learn = (changes) => {
    kept.knowledge = kept.knowledge.with(changes);
    kept.learned.push(kept.knowledge);
    kept.heard();
  };
  const advisor = new Advisor(provider, problem, {}, { know: () => kept.knowledge, learn });
  return { advisor, kept };
}

async function until(done) {
  for (let times = 0; !done(); times += 1) {
    assert.ok(times < 3000, `not in the end: ${done}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

test("searches run one at a time, next for the position on the board", async () => {
  const provider = slowly("large");
  const { advisor, kept } = adviser(provider);
  const codes = [];
  const look = () => advisor.ask(codes);
  kept.heard = look;
  for (let i = 1n; i <= 40n; i += 1n) {
    codes.push(i);
    look();
  }
  await until(() => codes.every((code) => kept.knowledge.known(code)));
  assert.equal(provider.most, 1);
  assert.deepEqual(provider.asked, [1n, ...codes.slice(1).reverse()]);
});

test("sets that the server has closed are reopened, and the answers of a search do not replace them", async () => {
  const provider = slowly("ready");
  const { advisor, kept } = adviser(provider);
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
  assert.equal(kept.knowledge.known(7n), undefined);
  await advisor.ask([7n]);
  assert.equal(kept.knowledge.known(7n).winning, true);
  assert.equal(provider.problems, 2);
});

test("lost sets are rebuilt, and earlier answers of searches are forgotten", async () => {
  const provider = slowly("ready");
  const { advisor, kept } = adviser(provider);
  let end = null;
  provider.prepare = () => new Promise((resolve) => (end = resolve));
  provider.sets = { ...provider.sets, state: "absent" };
  await advisor.ask([7n]);
  end({ state: "done", message: "" });
  await until(() => kept.knowledge.ready);
  const states = kept.learned.map(({ sets }) => sets.state);
  assert.deepEqual(
    states.filter((state, i) => state !== states[i - 1]),
    ["absent", "building", "ready"],
  );
  assert.equal(kept.knowledge.known(7n), undefined);
});

test("answers of searches are forgotten once the sets are ready", async () => {
  const provider = slowly("slow");
  const { advisor, kept } = adviser(provider);
  provider.prepare = async () => ({ state: "done", message: "" });
  await advisor.ask([7n]);
  assert.equal(kept.knowledge.known(7n).winning, null);
  await advisor.prepare(true);
  assert.equal(kept.knowledge.known(7n), undefined);
});

test("games that could not be counted are counted again", async () => {
  const provider = slowly("ready", "sets");
  const { advisor, kept } = adviser(provider);
  let times = 0;
  provider.games = async () => {
    times += 1;
    if (times === 1) throw new Error("busy");
    return { won: "1", total: "3" };
  };
  for (let times = 0; times < 3; times += 1) await advisor.askGames(7n);
  assert.deepEqual([times, kept.knowledge.games.get(7n).total], [2, 3n]);
});

test("a game that the position class rules out is lost without a question", async () => {
  const provider = slowly("none");
  const { advisor, kept } = adviser(provider);
  await advisor.ask([7n]);
  assert.deepEqual([kept.knowledge.known(7n).winning, provider.asked.length], [false, 0]);
});

test("the same question waits for its answer, and another one does not", async () => {
  const provider = slowly("ready");
  const { advisor } = adviser(provider);
  const asked = [];
  const answers = [];
  provider.hint = (config, code) => {
    asked.push(code);
    return new Promise((resolve) => answers.push(resolve));
  };
  const all = [7n, 7n, 9n].map((code) => advisor.answer(code, "hint"));
  answers.forEach((answer, i) => answer(i));
  assert.deepEqual(await Promise.all(all), [0, 0, 1]);
  assert.deepEqual(asked, ["code:7", "code:9"]);
});

test("a closed game learns nothing", async () => {
  const provider = slowly("ready", "sets");
  const { advisor, kept } = adviser(provider);
  const answered = advisor.ask([7n]);
  advisor.close();
  await answered;
  assert.equal(kept.learned.length, 0);
});

// [the end of a job, the state of the sets, whether they were cancelled]
const ENDS = [
  [{ state: "done", message: "" }, "ready", false],
  [{ state: "failed", message: "no room" }, "failed", false],
  [{ state: "cancelled", message: "" }, "failed", true],
];
for (const [end, state, cancelled] of ENDS)
  test(`a ${end.state} job`, async () => {
    const provider = Object.assign(slowly("absent"), { prepare: async () => end });
    const { advisor, kept } = adviser(provider);
    await advisor.prepare();
    const { sets } = kept.knowledge;
    assert.deepEqual([sets.state, sets.message, sets.cancelled], [state, end.message, cancelled]);
  });
