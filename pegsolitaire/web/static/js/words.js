// Puts the sentences of the page together: the goal, the status line, reasons, and what screen
// readers hear. Plain functions of a state that draw nothing.

import { dayKey, streaks } from "./gallery.js";
import { skillOf } from "./rating.js";
import { count, has } from "./rules.js";
import { counted, numberText, say, sayName } from "./say.js";

// Write negative numbers with a real minus sign: "−1", but "d2-d4" as it is.
export const withMinus = (text) => String(text).replace(/(^|[\s(:])-(?=\d)/g, "$1−");

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// The title of a board or of a built-in puzzle set: "Triangle 5", "English classics".
export function titled(name) {
  if (name === "own" || name.includes(":")) return say("board.own");
  const [, board, size, set, number] =
    /^(semi-wiegleb|[a-z]+)(\d[\dx]*)?(?:-([a-z-]+?)(?:-(\d+))?)?$/.exec(name) ?? [];
  const sized = (text, size) => (size ? say("board.sized", { board: text, size }) : text);
  const title = sized(sayName(`board.${board}`, capital(board ?? name)), size);
  return set ? say("set.title", { board: title, set: sized(sayName(`set.${set}`, set), number) }) : title;
}

// The board of a game. A board that somebody drew has the name that its link gives.
export const boardTitle = ({ boardName, board }) => boardName || titled(board.name);

export const setTitle = ({ name, own }) => (own ? name : titled(name));

export function goalText(finish, feasible = []) {
  if (finish.startsWith("code:")) return say("goal.position");
  if (finish !== "any") return say("goal.hole", { hole: finish });
  return feasible.length === 1 ? say("goal.onlyHole", { hole: feasible[0] }) : say("goal.any");
}

// How games from a vacancy can end.
export const STANDINGS = ["back", "anywhere", "unknown", "never"];
export const standingText = (standing) => say(`standing.${standing}`);

// The result of bringing a peg to a hole.
export function broughtText({ jumps, solvable }, hole) {
  if (jumps) return say("notice.brought", { count: jumps.length, hole });
  return say(solvable === false ? "notice.notBrought" : "notice.noneBrought", { hole });
}

// A board on which no game can be won.
export const lostText = ({ fewest }) => (fewest ? say("board.lostTo", { fewest }) : say("board.lost"));

// The fewest moves of a problem or of a puzzle, proven or only known.
export const fewestText = ({ best, proven }) => say(proven ? "moves.bestPossible" : "moves.bestKnown", { best });

// -- puzzles --------------------------------------------------------------------------------------

// "3 days in a row"; empty if there are none.
export function streakText({ days }, today) {
  const { now } = streaks(days, today);
  return now ? say("puzzles.streak", { count: now }) : "";
}

// The player's rating as the key says it, or how many puzzles it still needs.
export function skillText({ results }, key) {
  const skill = skillOf(results.values());
  if (!skill.games) return say("rating.none");
  return skill.rating === null ? say("rating.placing", { count: skill.missing }) : say(key, skill);
}

// The level of a puzzle, as the gallery calls it.
export const levelText = (level) => say(`level.${level === "very hard" ? "veryHard" : (level ?? "unrated")}`);

// The same in three words, for children; empty if the puzzle is not rated.
export const plainLevel = (level) => (level === "very hard" ? "hard" : level);
export const plainLevelText = (level) => (level ? levelText(plainLevel(level)) : "");

// "9 moves (best possible: 8)"
export function movesText(moves, puzzle) {
  const made = counted(moves, "move");
  return puzzle.best ? say("moves.andBest", { made, best: fewestText(puzzle) }) : made;
}

// "3 of 12 solved, 1 of them in the fewest moves known"; empty if none was solved.
export function solvedText({ all, solved, best }) {
  if (!solved) return "";
  const gaps = { solved, all, best };
  if (!best) return say("puzzles.solved", gaps);
  if (best < solved) return say("puzzles.solvedSomeBest", gaps);
  return say(best === 1 ? "puzzles.solvedOneBest" : "puzzles.solvedAllBest", gaps);
}

// -- the status line ------------------------------------------------------------------------------

// {text, tone, actions}: one message at a time.
export function status(state) {
  const line = gameStatus(state);
  const { part } = state;
  if (part) return { ...line, text: joined(line.text, partText(part)), actions: ["nextBlock"] };
  if (state.constructible) line.actions.push("byBlocks");
  if (state.isMarked && state.estimates.size)
    return { ...line, text: joined(counted(count(state.game.code), "peg"), say("status.estimates")) };
  return line;
}

const joined = (...texts) => texts.filter(Boolean).join(" · ");

// "Your rating: 1,514 (+14)", if the last jump changed it.
export function ratingText({ rise }) {
  if (!rise) return "";
  const { before, after } = rise;
  if (after.rating === null) return say("rating.placing", { count: after.missing });
  if (before.rating === null) return say("rating.found", after);
  return say("rating.now", { rating: after.rating, change: changeText(rise) });
}

// "+14", or nothing if there was no rating before.
function changeText({ before, after }) {
  if (before.rating === null) return "";
  const by = after.rating - before.rating;
  return `${by < 0 ? "−" : "+"}${numberText(Math.abs(by))}`;
}

// The next stage of a construction.
function partText({ kind, number, of }) {
  const key = { core: "status.core", opening: "status.opening" }[kind] ?? "status.block";
  return say(key, { number, of, kind: sayName(`block.${kind}`, kind) });
}

function gameStatus(state) {
  const { game, knowledge, settings, stuck } = state;
  const pegs = joined(counted(count(game.code), "peg"), unwarnedText(state));
  const line = (text, tone = "quiet", actions = [], ofJumps = false) => ({
    text: joined(pegs, text),
    tone,
    actions,
    ofJumps, // whether it speaks of the jumps from here
  });
  const help = state.shown ? "full" : settings.help;
  const isHelped = help !== "off";
  if (state.won) return wonStatus(state);
  if (stuck && state.lossHere) return lossStatus(state);
  if (isHelped && state.known?.winning === false) return deadStatus(state, pegs);
  if (stuck) return { text: stuckText(state), tone: "bad", actions: lostActions(state, null) };
  const { sets, progress } = knowledge;
  if (sets.state === "gone") return line(counted(state.jumps.length, "jump"), "quiet", ["again"]);
  if (sets.state === "building") return line(progressText(progress), "quiet", progress?.id ? ["stop"] : [], true);
  if (isHelped && ["slow", "failed"].includes(sets.state))
    return line(unjudgedText(sets), "quiet", ["build"], true);
  const known = help === "full" ? knownText(state) : "";
  // If the sets cannot be built, say what searches know, or the number of jumps.
  if (["large", "unjudged"].includes(sets.state) && isHelped)
    return line(sets.message || known || counted(state.jumps.length, "jump"), "quiet", [], !sets.message);
  const offered = settings.help !== "full" && state.known?.jumps;
  return line(known, "", offered ? [state.shown ? "hide" : "show"] : [], Boolean(known));
}

const stuckText = ({ game }) => say("status.stuck", { count: count(game.code) });

function unjudgedText({ state, estimate, cancelled, message }) {
  if (state === "slow") return say("status.slow", { time: timeText(estimate.seconds) });
  return cancelled ? say("status.cancelled") : say("status.failed", { message });
}

// Before the first jump: "losing jumps are not marked". Empty if there are warnings, or if the
// player expects none.
function unwarnedText({ game, shown, settings, unwarned }) {
  const expected = settings.help === "warn" && !shown && !game.at;
  return expected && unwarned ? say("status.unwarned") : "";
}

// "Solved in 18 moves, the best possible"
export function wonText({ game, problem, helped }) {
  const gaps = { count: game.movesMade };
  const done = say(helped ? "status.solvedHelped" : "status.solved", gaps);
  if (problem.best === null) return done;
  if (hasFew({ game, problem })) return say(problem.proven ? "status.asBest" : "status.asBestKnown", { done });
  return say("moves.andBest", { made: done, best: fewestText(problem) });
}

// The moment of winning: {heading, best, facts: [{name, value, more}], said: how each move was found}.
export function wonParts(state, now = new Date()) {
  const { game, problem, record, daily, days, rise, ways } = state;
  const heading = say(state.helped ? "status.solvedHelped" : "status.solved", { count: game.movesMade });
  const asBest = say(problem.proven ? "won.bestPossible" : "won.bestKnown");
  const compared = hasFew(state) ? asBest : say("won.best", { best: capital(fewestText(problem)) });
  const best = [problem.best !== null && compared, record && say("won.record")].filter(Boolean).join(" ");
  const facts = [];
  const put = (name, value, more = "") => facts.push({ name: say(name), value, more });
  if (rise?.after.rating) put("won.rating", numberText(rise.after.rating), changeText(rise));
  else if (rise) put("won.rating", say("rating.placing", { count: rise.after.missing }));
  if (daily) put("won.streak", counted(streaks(days).now, "day"));
  if (daily === dayKey(now)) put("won.next", untilMidnight(now));
  const said = ["own", "again", "help"].flatMap((way) => {
    const number = ways.filter((other) => other === way).length;
    return number ? [say(`won.${way}`, { count: number })] : [];
  });
  return { heading, best, facts, said: said.join(", ") };
}

// A picture of a game in text has a square for each move, and gives nothing away.
export const SQUARES = { own: "🟦", again: "🟨", help: "🟧", lost: "⬛" };

// The hours and minutes until the next day: "13 hr 20 min".
export function untilMidnight(now) {
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const minutes = Math.ceil((next.getTime() - now.getTime()) / 60_000);
  const parts = Object.entries({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
  const shown = parts.filter(([, number]) => number);
  return shown.map(([unit, number]) => numberText(number, { style: "unit", unit })).join(" ");
}

const hasFew = ({ game, problem }) => problem.best === null || game.movesMade <= problem.best;

function wonStatus(state) {
  const { problem, record, daily, days, list } = state;
  const streak = daily && streaks(days).now > 1 ? streakText(state) : "";
  const shorter = !hasFew(state) && problem.shortest;
  const isOld = daily && daily !== dayKey(); // the new day has come meanwhile
  const onward = isOld ? "today" : list && !list.next ? "list" : "next";
  return {
    text: joined(wonText(state), record ? say("status.record") : "", streak),
    tone: "good",
    actions: [onward, "replay", ...(shorter ? ["shorter"] : []), "share", "review"],
  };
}

// What the player can do in a lost game, given the number of the jump that lost it: 0 if the start was
// lost, null if that is not known. A game that is over can be reviewed.
function lostActions({ advised, stuck }, lost) {
  const over = stuck && (lost === null ? "undo" : "new");
  return [lost ? "back" : over, advised && "why", stuck && "review"].filter(Boolean);
}

function deadStatus(state, pegs) {
  const { game, stuck, lostBy: lost } = state;
  const left = stuck ? stuckText(state) : pegs;
  const actions = lostActions(state, lost);
  if (!lost) return { text: joined(left, say("status.lostFromStart")), tone: "bad", actions };
  const gaps = { move: game.moveNumber(lost - 1), jump: game.jumps[lost - 1].text };
  return { text: joined(say("status.lostAt", gaps), left), tone: "bad", actions };
}

// A stuck game: "Lost at move 4: from there the best was 2 pegs."
function lossStatus(state) {
  const { game } = state;
  const { lost, best, exact } = state.lossHere;
  const gaps = {
    move: lost ? game.moveNumber(lost - 1) : 0,
    pegs: best === 1 ? say("loss.otherHole") : counted(best ?? 0, "peg"),
  };
  // What is not exact is worth saying only if it is better than this end.
  const isKnown = best !== null && (exact || best < count(game.code));
  const known = isKnown ? (exact ? ".best" : ".bestFound") : "";
  const text = say(`loss.${lost ? "move" : "start"}${known}`, gaps);
  const actions = lostActions(state, lost);
  return { text: joined(counted(count(game.code), "pegLeft"), text), tone: "bad", actions };
}

const timeText = (seconds) =>
  seconds < 90 ? counted(Math.ceil(seconds), "second") : counted(Math.ceil(seconds / 60), "minute");

function progressText(progress) {
  if (progress?.state === "waiting") return say("status.waiting");
  return progress?.total ? say("status.step", progress) : say("status.working");
}

// The progress of counting the ways to win, or why it failed.
export function countingText(counting) {
  if (!counting) return "";
  return counting.message || (counting.total ? say("explorer.step", counting) : say("explorer.counting"));
}

function knownText(state) {
  const jumps = state.known?.jumps;
  if (!jumps) return "";
  const all = Object.values(jumps);
  const wins = all.filter((winning) => winning === true).length;
  if (!all.includes(null))
    return joined(whichWin(wins, all.length), shareText(state.knowledge.games.get(state.game.code)));
  return wins ? say("wins.atLeast", { count: wins, all: all.length }) : say("wins.unknown");
}

// "all 4 jumps still win"
export function whichWin(wins, all) {
  const gaps = { count: wins, all };
  if (all === 1) return say(wins ? "wins.onlyWins" : "wins.onlyLoses");
  if (!wins) return say(all === 2 ? "wins.neither" : "wins.none", gaps);
  if (wins === all) return say(all === 2 ? "wins.both" : "wins.all", gaps);
  return say("wins.some", gaps);
}

// The share of games that win, counting each order of jumps: "1 in 3,000 games from here wins"
export function shareText(games) {
  if (!games?.won || games.won === games.total) return "";
  const ratio = Number((games.total * 10n) / games.won) / 10;
  if (ratio < 10) return say("share.percent", { percent: (100n * games.won) / games.total });
  return say("share.oneIn", { number: readable(ratio) });
}

const NAMES = ["million", "billion", "trillion", "quadrillion", "quintillion", "sextillion"];
const SHORT = { maximumSignificantDigits: 2 };

// A number to two digits: 3,000, 270 billion, 2.3 quadrillion.
export function readable(number) {
  const rounded = Number(Number(number).toPrecision(2));
  const group = Math.min(Math.floor(Math.log10(rounded) / 3), NAMES.length + 1);
  if (!(group >= 2)) return numberText(rounded, SHORT);
  return say(`number.${NAMES[group - 2]}`, { count: rounded / 1000 ** group });
}

// Counts below a million are given in full: 6,816.
export const countText = (number) => (Number(number) < 1e6 ? numberText(Number(number)) : readable(number));

// -- reasons --------------------------------------------------------------------------------------

// What was still possible in a lost game: "You can still get down to 2 pegs."
export function bestText(best) {
  if (!best?.jumps.length) return "";
  const { pegs, finish, exact } = best;
  if (finish) return say("best.one", { hole: finish });
  return say(exact ? "best.possible" : "best.found", { count: pegs });
}

// A claim: "A peg in d4 is never alone: some ringed hole has one."
export function claimText({ claim, count: number, goal }) {
  const isPosition = goal.some((name) => name.startsWith("code:"));
  const holes = goal.length > 1 ? say("why.goal.holes") : goal[0];
  return say(`why.${claim}`, { count: number, goal: isPosition ? say("why.goal.position") : holes });
}

const MAX_NAMED = 6; // holes that are named

// A claim about a position that is not on the board, with the names of its holes if they are few.
export function flawText(claim) {
  const text = claimText(claim);
  const [holes] = claim.holes;
  const isAbout = !["stuck", "home", "elsewhere", "left"].includes(claim.claim) && holes.length <= MAX_NAMED;
  return isAbout ? say("hint.about", { text, holes: holes.join(", ") }) : text;
}

// What is said first of a lost position: the claim, the best possible ending, or only that it is lost.
export function whyText({ claim, best }) {
  return claim ? claimText(claim) : endText(best) || say("notice.cannotBeWon");
}

// The best possible ending as a reason. Empty if a better one may exist.
function endText(best) {
  if (!best?.exact || !best.jumps.length) return "";
  return best.finish ? bestText(best) : say("why.left", { count: best.pegs });
}

// What is said next: a jump that would have won, and what was still possible, unless that was said.
export function furtherText(state) {
  const { claim, best } = state.why;
  const isSaid = claim ? claim.jumps.length : endText(best);
  return [betterText(state), isSaid ? "" : bestText(best)].filter(Boolean).join(" ");
}

// "b4-d4 would still have won.", if it is known which jump lost the game.
function betterText({ game, knowledge, lostBy, lossHere }) {
  const before = lostBy ? knowledge.known(game.codes[lostBy - 1])?.jumps : null;
  const [jump] = Object.entries(before ?? {}).find(([, wins]) => wins) ?? [lossHere?.better];
  return jump ? say("why.better", { jump }) : "";
}

// The text beside the board when no jump was made: a notice, a hint, a reason, or the status.
export function statusWords(state) {
  const { notice, hint, why, knowledge } = state;
  if (notice) return notice.text;
  if (hint) return say("hint.wins", hint);
  if (why) return `${whyText(why)} ${furtherText(state)}`.trim();
  return knowledge.sets.state === "building" || state.estimates.size
    ? ""
    : status(state).text.replaceAll(" · ", ", ");
}

// -- for screen readers ---------------------------------------------------------------------------

// A hole of a board; `more` lists additional properties. `goal` is the hole of the last peg, if it has to
// be in one hole.
export function holeWords({ board, code, hand, goal = -1 }, i, more = []) {
  const hole = board.names[i];
  const way = hand.wayTo(i);
  const ending = i === goal ? [say("spoken.goal")] : [];
  if (way) {
    const target = say(way.length > 1 ? "spoken.far" : "spoken.target", { hole, count: way.length });
    return [target, ...ending].join(", ") + hand.verdict(i);
  }
  const parts = [hole, say(has(code, i) ? "spoken.peg" : "spoken.empty"), ...ending];
  if (hand.lifted === i) parts.push(say("spoken.lifted"));
  const jumps = hand.targetsOf(i).length;
  return [...parts, ...more, ...(jumps ? [counted(jumps, "jump")] : [])].join(", ");
}

// Where the lifted peg can go.
export function liftedWords(board, hand) {
  const { targets, further } = hand.shown;
  const targetText = (i) => {
    const gaps = { hole: board.names[i], count: hand.wayTo(i).length };
    return (targets.has(i) ? gaps.hole : say("spoken.byJumps", gaps)) + hand.verdict(i);
  };
  const all = [...new Set([...targets.keys(), ...further])].map(targetText);
  return say("spoken.liftedTo", { hole: board.names[hand.lifted], holes: all.join("; ") });
}

// What the player may know about a jump, or jumps in a row.
export function verdictWords(state, way) {
  if (!way) return "";
  const value = state.isMarked && way.length === 1 ? state.values.get(way[0].text) : null;
  if (value) return `, ${value.spoken}${value.best ? `, ${say("spoken.best")}` : ""}`;
  const verdict = state.verdictOf(way);
  return typeof verdict === "boolean" ? `, ${say(verdict ? "spoken.wins" : "spoken.loses")}` : "";
}

export function jumpWords(state, { start, over, end, back }) {
  const [from, middle, to] = [start, over, end].map((i) => state.board.names[i]);
  const did = say(back ? "spoken.tookBack" : "spoken.jumped", { from, over: middle, to });
  const { text, ofJumps } = status(state);
  const all = state.jumps.length;
  const jumps = !all || ofJumps ? "" : counted(all, "jump");
  const words = [did, text.replaceAll(" · ", ", "), jumps].filter(Boolean).join(", ");
  return state.rise ? `${words}. ${ratingText(state)}` : words;
}
