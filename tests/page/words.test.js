// The page's sentences about games, puzzles, counts and chances.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";

import { Knowledge } from "../js/advisor.js";
import { chanceText } from "../js/players.js";
import { Game } from "../js/game.js";
import { Board, boardNamed, codeOf, count } from "../js/rules.js";
import { counted } from "../js/say.js";
import { percent } from "../js/state.js";
import {
  bestText,
  boardTitle,
  broughtText,
  capital,
  countText,
  fewestText,
  furtherText,
  goalText,
  holeWords,
  lostText,
  movesText,
  ratingText,
  readable,
  shareText,
  solvedText,
  status,
  streakText,
  titled,
  untilMidnight,
  whichWin,
  whyText,
} from "../js/words.js";

const board = new Board(boardNamed("english"));
const game = Game.begin(board, codeOf(["c3", "d3", "b5"].map((name) => board.names.indexOf(name)))).push(
  board.jumpNamed.get("c3-e3"),
);
const settings = { help: "off" };

function textOf(loss) {
  const { text, actions } = status({ game, settings, advised: true, stuck: true, lossHere: loss });
  return [text.split(" · ")[1], actions.join(" ")];
}

test("the jump that lost the game, and the best result after it", () => {
  const loss = { lost: 1, best: 2, exact: true, better: "b5-d5" };
  const all = "back why review";
  assert.deepEqual(textOf(loss), ["Lost at move 1: from there the best was 2 pegs.", all]);
  assert.deepEqual(textOf({ ...loss, best: 1 }), [
    "Lost at move 1: from there the best was 1 peg in another hole.",
    all,
  ]);
  assert.deepEqual(textOf({ ...loss, best: 1, exact: false }), [
    "Lost at move 1: from there the best that we found was 1 peg in another hole.",
    all,
  ]);
});

test("what is not known is left out", () => {
  const found = { lost: 1, best: count(game.code), exact: false };
  assert.deepEqual(textOf(found), ["Lost at move 1.", "back why review"]);
  assert.deepEqual(textOf({ lost: 1, best: null, exact: false }), ["Lost at move 1.", "back why review"]);
});

test("in a game lost from the start there is no jump to take back", () => {
  const loss = { lost: 0, best: 2, exact: true };
  assert.deepEqual(textOf(loss), ["Could not be won from the start: the best was 2 pegs.", "new why review"]);
});

// -- sentences: [text, arguments] -------------------------------------------------------------------

function says(what, say, rows) {
  for (const [text, ...about] of rows)
    test(`${what}: ${text || "nothing"}`, () => assert.equal(say(...about), text));
}

says("jumps that win", whichWin, [
  ["the only jump still wins", 1, 1],
  ["the only jump loses", 0, 1],
  ["both jumps still win", 2, 2],
  ["neither jump wins", 0, 2],
  ["all 4 jumps still win", 4, 4],
  ["none of the 4 jumps wins", 0, 4],
  ["only 1 of 7 jumps still wins", 1, 7],
  ["2 of 7 jumps still win", 2, 7],
]);

says("a number", readable, [
  ["7", 7],
  ["3,000", 2999],
  ["36,000", 36400],
  ["1 million", 999999],
  ["270 billion", 27e10],
  ["2.3 quadrillion", 2.34e15],
  ["400 quintillion", 4e20],
]);

says("a count", countText, [
  ["6,816", 6816],
  ["999,999", "999999"],
  ["1.2 million", 1234567],
  ["0", "0"],
]);

says("a share", shareText, [
  ["1 in 3.5 million games from here wins", { won: 2n, total: 6900000n }],
  ["26% of games from here win", { won: 4n, total: 15n }],
  ["1 in 10 games from here wins", { won: 1n, total: 10n }],
  ["", { won: 3n, total: 3n }],
  ["", { won: 0n, total: 3n }],
  ["", null],
]);

says("a percentage", percent, [
  ["<1%", 0.009],
  ["1%", 0.01],
  ["50%", 0.499],
  ["100%", 1],
]);

says("a title", titled, [
  ["English", "english"],
  ["Triangle 5", "triangle5"],
  ["Semi-Wiegleb", "semi-wiegleb"],
  ["English classics", "english-classics"],
  ["Hexagon 37", "hexagon37"],
  ["A board of your own", "own"],
  ["A board of your own", "square:ooo/ooo"],
]);

const called = (boardName, title, name) => boardTitle({ boardName, title, board: { name } });
says("the board of a game", called, [
  ["Hat", "Hat", "", "own"],
  ["A board of your own", "", "", "own"],
  ["A board of your own", "", "Up the tree", "own"],
  ["English", "", "Greek cross", "english"],
]);

// A hole, if the goal is d4 and the lifted peg can jump to d3 and d4.
const hand = {
  lifted: board.names.indexOf("b4"),
  wayTo: (i) => (["d3", "d4"].includes(board.names[i]) ? [{}] : null),
  targetsOf: (i) => (board.names[i] === "e4" ? [1, 2] : []),
  verdict: () => ", wins",
};
const spoken = (name, lifted = true, code = game.code) => {
  const here = lifted ? hand : { ...hand, wayTo: () => null };
  return holeWords({ board, code, hand: here, goal: board.names.indexOf("d4") }, board.names.indexOf(name));
};
says("a hole for screen readers", spoken, [
  ["d4, target, goal, wins", "d4"],
  ["d3, target, wins", "d3"],
  ["d4, empty, goal", "d4", false],
  ["e4, peg, 2 jumps", "e4", false, board.full],
  ["d4, peg, goal", "d4", false, board.full],
]);

says("a goal", goalText, [
  ["One peg left, in d4", "d4"],
  ["One peg left, anywhere", "any"],
  ["One peg left, anywhere (c3)", "any", ["c3"]],
  ["One peg left, anywhere", "any", ["c3", "c6"]],
  ["A given position", "code:7"],
]);

says("a peg that is brought to a hole", broughtText, [
  ["1 jump brings a peg to d4.", { jumps: ["d2-d4"] }, "d4"],
  ["2 jumps bring a peg to d4.", { jumps: ["d2-d4", "d1-d2"] }, "d4"],
  ["No game from here brings a peg to d4.", { jumps: null, solvable: false }, "d4"],
  ["No way to bring a peg to d4 was found, but there may be one.", { jumps: null, solvable: null }, "d4"],
]);

says("a board that cannot be won", lostText, [
  ["No game on this board ends with one peg: 2 are the fewest that can be left.", { fewest: 2 }],
  ["No game on this board ends with one peg.", { fewest: null }],
]);

says("the fewest moves", fewestText, [
  ["best possible: 18", { best: 18, proven: true }],
  ["best known: 20", { best: 20, proven: false }],
]);

says("the moves of a solved puzzle", movesText, [
  ["9 moves (best possible: 8)", 9, { best: 8, proven: true }],
  ["1 move", 1, { best: null }],
]);

says("solved puzzles", solvedText, [
  ["", { all: 12, solved: 0, best: 0 }],
  ["3 of 12 solved", { all: 12, solved: 3, best: 0 }],
  ["3 of 12 solved, 1 in the fewest moves known", { all: 12, solved: 3, best: 1 }],
  ["3 of 12 solved, all in the fewest moves known", { all: 12, solved: 3, best: 3 }],
  ["1 of 12 solved, it in the fewest moves known", { all: 12, solved: 1, best: 1 }],
]);

const today = new Date(2026, 10, 24);
says("days in a row", (...days) => streakText({ days: new Map(days.map((day) => [day, 5])) }, today), [
  [""],
  ["1 day in a row", "2026-11-24"],
  ["2 days in a row", "2026-11-22", "2026-11-23"],
  ["", "2026-11-20", "2026-11-21"],
]);

says("a rating", ratingText, [
  ["", { rise: null }],
  ["Your rating: 1,514 (+14)", { rise: { before: { rating: 1500 }, after: { rating: 1514 } } }],
  ["Your rating: 990 (−10)", { rise: { before: { rating: 1000 }, after: { rating: 990 } } }],
]);

says("things", counted, [
  ["1 peg", 1, "peg"],
  ["0 pegs", 0, "peg"],
  ["1,200 pegs", 1200, "peg"],
]);
says("a sentence", capital, [
  ["It wins", "it wins"],
  ["", ""],
]);
says("what can still be had", bestText, [
  ["", null],
  ["", { jumps: [], pegs: 2, finish: null, exact: true }],
  ["You can still get down to 2 pegs.", { jumps: ["a1-a3"], pegs: 2, finish: null, exact: true }],
]);

// What is said first of a lost position, and what is said next. The player made the jump, after which the
// game was lost.
const lost = { game, knowledge: { known: () => ({ jumps: { "c3-e3": false, "b5-d5": true } }) }, lostBy: 1 };
const end = { jumps: ["b5-d5"], pegs: 2, finish: null, exact: true };
const stuck = { claim: "stuck", count: 1, goal: ["d4"], holes: [["e3"]], jumps: [] };
const proof = "However often c1-e1 is made, a sum that can only fall is too low.";
const saysWhy = (why) => {
  const all = { claim: null, best: null, reasons: [{ sentence: proof }], at: 0, ...why };
  return [whyText(all), furtherText({ ...lost, why: all })].join(" | ");
};
says("why a game is lost", saysWhy, [
  ["It cannot be won from here. | b5-d5 would still have won.", {}],
  ["However you play, at least 2 pegs are left. | b5-d5 would still have won.", { best: end }],
  [
    "It can still end with one peg in d5. | b5-d5 would still have won.",
    { best: { ...end, pegs: 1, finish: "d5" } },
  ],
  [
    "It cannot be won from here. | b5-d5 would still have won. We found a way down to 2 pegs.",
    { best: { ...end, exact: false } },
  ],
  ["No peg can jump any more. | b5-d5 would still have won.", { claim: stuck, best: { ...end, jumps: [] } }],
  [
    "No peg can ever get to d4. | b5-d5 would still have won. You can still get down to 2 pegs.",
    { claim: { ...stuck, claim: "home" }, best: end },
  ],
  [
    "However you play, at least 2 pegs are left. | b5-d5 would still have won.",
    { claim: { ...stuck, claim: "left", count: 2, jumps: end.jumps }, best: end },
  ],
]);

says(
  "a chance",
  (chance) => chanceText({ mean_pegs: 3.916, ...chance }).replace(" On average 3.92 pegs are left.", ""),
  [
    ["It never wins from here.", { exact: true, win_probability: 0 }],
    ["It wins every game from here.", { exact: true, win_probability: 1 }],
    ["It wins more than 999 games in 1,000 from here.", { exact: true, win_probability: 0.9999 }],
    ["It wins 90.5% of games from here.", { exact: true, win_probability: 0.905 }],
    ["It wins 1 game in 5.03 from here.", { exact: true, win_probability: 1 / 5.034 }],
    [
      "It won 10 of 1,000 games tried from here: its chance is from 1 game in 200 to 1 game in 50 (95% confidence).",
      { exact: false, games: 1000, wins: 10, interval: [0.005, 0.02] },
    ],
    [
      "It won 0 of 1,000 games tried from here: its chance is at most 1 game in 250 (95% confidence).",
      { exact: false, games: 1000, wins: 0, interval: [0, 0.004] },
    ],
  ],
);

says("the time until the next puzzle", untilMidnight, [
  ["20 hr 51 min", new Date(2026, 10, 29, 3, 9)],
  ["3 hr 10 min", new Date(2026, 10, 29, 20, 50, 30)],
  ["2 hr", new Date(2026, 10, 29, 22)],
  ["9 min", new Date(2026, 10, 29, 23, 51)],
]);

// A game with two pegs and no verdicts.
const unjudged = (sets, help = "gentle") =>
  status({
    game: { code: 3n },
    won: false,
    jumps: [1],
    settings: { help },
    knowledge: new Knowledge(sets),
  }).text;

says("the status", unjudged, [
  [
    "2 pegs · Some jumps cannot be judged yet. Full analysis: about 4 minutes",
    { state: "slow", estimate: { seconds: 230 } },
  ],
  [
    "2 pegs · Some jumps cannot be judged yet. Full analysis: about 40 seconds",
    { state: "slow", estimate: { seconds: 40 } },
  ],
  ["2 pegs · working out which jumps win …", { state: "building" }],
  [
    "2 pegs · Some jumps cannot be judged yet. Full analysis cancelled",
    { state: "failed", message: "", cancelled: true },
  ],
  ["2 pegs · 1 jump", { state: "large", message: "" }],
  ["2 pegs · 1 jump", { state: "gone" }],
  ["2 pegs", { state: "large", message: "" }, "off"],
  ["2 pegs", { state: "ready", message: "" }],
]);
