// The state of the page, the verbs that change it, and the store that tells others about it.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { bit, problemDocument, problemHere } from "../js/rules.js";
import { State } from "../js/state.js";
import { Store } from "../js/store.js";
import { gameOf, reduce } from "../js/verbs.js";

const problem = problemHere({ board: "triangle5", start: "a1", finish: "any" });

// The state after some intents in a game on the triangle: [type, more].
function after(...intents) {
  const opened = { type: "opened", problem, game: gameOf(problem, {}), request: {} };
  const all = [opened, ...intents.map(([type, more]) => ({ type, ...more }))];
  return all.reduce(reduce, new State({ settings: { help: "gentle" } }));
}

const jumpOf = (text) => after().board.jumpNamed.get(text);
const jumped = (text, more = {}) => ["jumped", { jump: jumpOf(text), ...more }];
const texts = ({ game }) => game.jumps.map(({ text }) => text).join(" ");

// [what happens, the intents, what is read from the state, the result]
const TOLD = [
  ["a jump", [jumped("a3-a1")], ({ game, lastMove }) => [game.at, lastMove.text], [1, "a3-a1"]],
  ["an undone jump", [jumped("a3-a1"), ["undone"]], ({ game, lastMove }) => [game.at, lastMove.back], [0, true]],
  ["nothing to undo", [["undone"]], ({ game, lastMove }) => [game.at, lastMove], [0, null]],
  ["a jump that is made again", [jumped("a3-a1"), ["undone"], ["redone"]], ({ game }) => game.at, 1],
  ["a step to the start", [jumped("a3-a1"), jumped("c3-a3"), ["went", { at: 0 }]], texts, "a3-a1 c3-a3"],
  ["a jump of the page", [jumped("a3-a1", { helped: true })], ({ game }) => game.helped, true],
  [
    "jumps laid ahead",
    [["laid", { jumps: ["a3-a1", "c3-a3"] }]],
    ({ game }) => [game.at, game.shown],
    [0, [0, 1]],
  ],
  [
    "a hint, which a jump ends",
    [["hinted", { hint: { jump: "a3-a1", rivals: [] } }], jumped("a3-a1")],
    ({ hint, notice }) => [hint, notice],
    [null, null],
  ],
  [
    "the jumps that lose, after a hint",
    [
      ["compared", { rivals: [1] }],
      ["hinted", { hint: { jump: "a3-a1", rivals: [] } }],
      ["compared", { rivals: [2] }],
    ],
    ({ hint }) => hint.rivals,
    [2],
  ],
  [
    "why a position is lost, piece by piece",
    [
      ["told", { more: { best: 1 } }],
      ["explained", { why: { claim: 2 } }],
      ["told", { more: { reasons: [3] } }],
      ["weighed", { weights: [4], deep: true }],
    ],
    ({ why }) => why,
    { claim: 2, reasons: [3], best: null, at: 0, weights: [4], deep: true },
  ],
  [
    "a peg that goes on",
    [jumped("a3-a1"), jumped("c3-a3"), jumped("b5-b3", { more: true })],
    ({ selection }) => [selection.lifted, selection.focus],
    [null, 4],
  ],
  ["the goal, if it may be any hole", [], ({ goal }) => goal, -1],
  ["the goal, if it is one hole", [["posed", { problem: { ...problem, finish: "c3" } }]], ({ goal }) => goal, 5],
  [
    "the line to the best possible ending",
    [
      ["explained", { why: {} }],
      ["told", { more: { best: { jumps: ["a3-a1"] } } }],
    ],
    ({ bestLine }) => bestLine,
    ["a3-a1"],
  ],
  [
    "the line of a claim",
    [["explained", { why: { claim: { jumps: ["c3-a1"] } } }]],
    ({ bestLine }) => bestLine,
    ["c3-a1"],
  ],
  ["a playback", [["laid", { jumps: ["a3-a1"] }], ["played"]], ({ playing }) => playing, true],
  [
    "a playback to its end",
    [["laid", { jumps: ["a3-a1"] }], ["played"], ["redone"]],
    ({ playing, game }) => [playing, game.at],
    [false, 1],
  ],
  [
    "a playback that a jump ends",
    [["laid", { jumps: ["a3-a1", "c3-a3"] }], ["played"], jumped("c3-a1")],
    ({ playing }) => playing,
    false,
  ],
  ["a speed that is not offered", [["sped", { speed: 7 }]], ({ speed }) => speed, 1],
  [
    "a press beside the pegs",
    [["pressed", { hole: 0 }]],
    ({ notice, wanted }) => [notice.action, wanted],
    ["bring", "a1"],
  ],
  ["a press on a peg", [["pressed", { hole: 1 }]], ({ notice }) => notice.text, "The peg in a2 cannot jump."],
  [
    "an edited position",
    [["edited"], ["drawn", { code: 7n }], ["pressed", { hole: 0 }]],
    ({ code, game }) => [code, game.code === 7n],
    [6n, false],
  ],
  [
    "an assessment of another position",
    [["edited"], ["drawn", { code: 7n }], ["checked", { code: 6n, checked: {} }]],
    ({ editing }) => editing.checked,
    null,
  ],
  [
    "verdicts",
    [["learned", { changes: { verdicts: new Map([[after().code, { winning: true, jumps: {} }]]) } }]],
    ({ known }) => known.winning,
    true,
  ],
  [
    "a title for another problem",
    [["named", { problem: {}, title: "Other", bits: 3, daily: null }]],
    ({ title }) => title,
    "",
  ],
];
for (const [what, intents, read, result] of TOLD)
  test(what, () => assert.deepEqual(read(after(...intents)), result));

test("help that costs points says so once, before it does", () => {
  const puzzle = ["opened", { problem, game: gameOf(problem, {}), request: { id: "p1" } }];
  const named = (bits) => ["named", { problem, title: "", bits, daily: null }];
  const says = (...intents) => after(puzzle, ...intents).mustTellCost;
  assert.equal(says(), true); // the gallery is still loading
  assert.equal(says(named(9)), true);
  assert.equal(says(named(9), ["costTold"]), false);
  assert.equal(says(named(9), jumped("a3-a1", { helped: true })), false); // nothing is left to lose
  assert.equal(says(named(null)), false);
  assert.equal(after(named(9)).mustTellCost, false); // not opened as a puzzle
  assert.equal(after(puzzle, named(9), ["shown"]).result, 0);
});

// [what, the start, the moves made, the state of the winning sets, whether there is help]
const HELPED = [
  ["at the start", "a1", [], "ready", true],
  ["in a won game", "code:3", ["a1-a3"], "ready", false],
  ["at a start without jumps", "code:16385", [], "ready", false],
  ["in a game that is stuck", "code:16387", ["a1-a3"], "ready", true],
  ["on a board that nobody judges", "a1", [], "unjudged", false],
];
for (const [what, start, moves, sets, isHelped] of HELPED)
  test(`${what} there is ${isHelped ? "help" : "no help"}`, () => {
    const { board } = after();
    const goal = { start: board.readStart(start), finish: "any", finishes: board.names.map((_, i) => bit(i)) };
    const other = problemDocument(board, goal, { state: sets });
    const game = gameOf(other, { moves });
    const opened = reduce(new State(), { type: "opened", problem: other, game, request: {} });
    assert.deepEqual([opened.game.at, opened.canHelp], [moves.length, isHelped]);
  });

// The board after two jumps of which the page knows that the second one lost the game, or what share
// of the ways to win each jump from there has.
const [first, second] = [after(jumped("a3-a1")), after(jumped("a3-a1"), jumped("a5-a3"))];
const lostThere = { verdicts: new Map([[first.code, { winning: true, jumps: { "a5-a3": false } }]]) };
const shared = (share) => {
  const row = { jump: "c3-a3", twins: ["c5-a3"], winning: true, share: 1 - share };
  const jumps = [row, { jump: "a5-a3", twins: [], winning: true, share }];
  return { positions: new Map([[first.code, { jumps }]]) };
};
const [on, puzzle] = [{ help: "gentle" }, { request: { id: "p1" } }];
// [what, what is known, the settings, what belongs to the game, the mistakes]
const MISTAKES = [
  ["a jump that lost the game", lostThere, on, {}, ["blunder"]],
  ["a jump that leaves few ways", shared(0.04), on, {}, ["slip"]],
  ["a jump that leaves enough ways", shared(0.06), on, {}, []],
  ["a jump whose ways are not counted", shared(null), on, {}, []],
  ["a jump of which nothing is known", {}, on, {}, []],
  ["a player without help", lostThere, { help: "off" }, {}, []],
  ["a puzzle that is not over", lostThere, on, puzzle, []],
  ["a puzzle with all jumps marked", lostThere, { help: "full" }, puzzle, ["blunder"]],
];
for (const [what, changes, settings, more, mistakes] of MISTAKES)
  test(`${what}: ${mistakes[0] ?? "no"} mistake is marked`, () => {
    const opened = { type: "opened", problem, game: second.game, request: {}, ...more };
    const all = [opened, { type: "learned", changes }, { type: "set", settings, days: new Map() }];
    assert.deepEqual([...all.reduce(reduce, new State()).mistakes.values()], mistakes);
  });

test("the mistakes of a puzzle are marked once it is over", () => {
  const { board } = first;
  const jumps = [];
  for (let code = second.code; board.jumpsFrom(code).length; code ^= jumps.at(-1).mask)
    jumps.push(board.jumpsFrom(code)[0]);
  const moves = jumps.map((jump) => ["jumped", { jump }]);
  const opened = ["opened", { problem, game: second.game, request: { id: "p1" } }];
  const ended = after(opened, ["learned", { changes: lostThere }], ...moves);
  assert.deepEqual([...ended.mistakes.values()], ["blunder"]);
  assert.deepEqual([...reduce(ended, { type: "went", at: 1 }).mistakes.values()], ["blunder"]);
});

test("a state stays as it is", () => {
  const state = after(jumped("a3-a1"));
  const before = { ...state };
  for (const intent of [{ type: "undone" }, { type: "edited" }, { type: "shown" }, { type: "went", at: 0 }])
    assert.notEqual(reduce(state, intent), state);
  assert.deepEqual({ ...state }, before);
});

test("views are told once about several intents, with the moves in order", async () => {
  const store = new Store(after());
  const told = [];
  store.show((state, moves) => told.push([state.game.at, moves.map(({ text }) => text)]));
  store.send({ type: "jumped", jump: jumpOf("a3-a1") });
  store.send({ type: "jumped", jump: jumpOf("c3-a3") });
  assert.deepEqual(told, []);
  await Promise.resolve();
  assert.deepEqual(told, [[2, ["a3-a1", "c3-a3"]]]);
});

test("effects follow each intent at once, and may send others", () => {
  const store = new Store(after());
  const told = [];
  store.after((state, before, { type }) => {
    told.push([type, before.game.at, state.game.at]);
    if (type === "jumped") store.send({ type: "noticed", notice: { text: "one" } });
  });
  store.send({ type: "jumped", jump: jumpOf("a3-a1") });
  assert.deepEqual(told, [
    ["jumped", 0, 1],
    ["noticed", 1, 1],
  ]);
});
