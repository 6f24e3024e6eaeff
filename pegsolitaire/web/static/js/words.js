// The sentences of the page: the goal, the status line, reasons, and what screen readers hear.
// Plain functions of a table that draw nothing.

import { streaks } from "./gallery.js";
import { count, has } from "./rules.js";

export const counted = (number, thing) => `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`;

// Write negative numbers with a real minus sign: "−1", but "d2-d4" as it is.
export const withMinus = (text) => String(text).replace(/(^|[\s(:])-(?=\d)/g, "$1−");

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// The title of a board or of a built-in puzzle set.
export function titled(name) {
  if (name === "own" || name.includes(":")) return "A board of your own";
  if (name === "semi-wiegleb") return "Semi-Wiegleb";
  return capital(name.replaceAll("-", " ").replace(/([a-z])(\d)/, "$1 $2"));
}

// The player's own sets keep their names.
export const setTitle = ({ name, own }) => (own ? name : titled(name));

export function goalText(finish, feasible = []) {
  if (finish.startsWith("code:")) return "A given position";
  if (finish !== "any") return `One peg left, in ${finish}`;
  return `One peg left, anywhere${feasible.length === 1 ? ` (${feasible[0]})` : ""}`;
}

// How games from a vacancy can end.
export const STANDINGS = {
  back: "can end with one peg, back in this hole",
  anywhere: "can end with one peg, in some hole",
  unknown: "not known",
  never: "cannot be won",
};

// The result of bringing a peg to a hole.
export function broughtText({ jumps, solvable }, hole) {
  if (jumps)
    return `${counted(jumps.length, "jump")} ${jumps.length === 1 ? "brings" : "bring"} a peg to ${hole}.`;
  if (solvable === false) return `No game from here brings a peg to ${hole}.`;
  return `No way to bring a peg to ${hole} was found, but there may be one.`;
}

// A board on which no game can be won.
export const lostText = ({ fewest }) =>
  `No game on this board ends with one peg${fewest ? `: ${fewest} are the fewest that can be left` : ""}.`;

// The fewest moves of a problem or of a puzzle, proven or only known.
export const fewestText = ({ best, proven }) => `best ${proven ? "possible" : "known"}: ${best}`;

// -- puzzles --------------------------------------------------------------------------------------

// "3 days in a row"; empty if there are none.
export function streakText(memory, today) {
  const { now } = streaks(memory.days, today);
  return now ? `${counted(now, "day")} in a row` : "";
}

// "9 moves (best possible: 8)"
export const movesText = (moves, puzzle) =>
  `${counted(moves, "move")}${puzzle.best ? ` (${fewestText(puzzle)})` : ""}`;

// "3 of 12 solved, 1 of them in the fewest moves known"; empty if none was solved.
export function solvedText({ all, solved, best }) {
  if (!solved) return "";
  const which = best === solved ? (best === 1 ? "it" : "all") : best;
  const few = best ? `, ${which} in the fewest moves known` : "";
  return `${solved} of ${all} solved${few}`;
}

// -- the status line ------------------------------------------------------------------------------

const UNJUDGED = "Some jumps cannot be judged yet.";

// {text, tone, actions}: one message at a time.
export function status(table) {
  const line = gameStatus(table);
  const { part } = table;
  if (part) return { ...line, text: `${line.text} · ${partText(part)}`, actions: ["nextBlock"] };
  if (table.constructible) line.actions.push("byBlocks");
  if (table.isMarked && table.estimates.size) {
    const pegs = counted(count(table.game.code), "peg");
    return { ...line, text: `${pegs} · Estimates: about how many pegs are left, from sample games` };
  }
  return line;
}

// "Your rating: 1,514 (+14)", if the last jump changed it.
export function ratingText({ moved }) {
  if (!moved) return "";
  const { before, after } = moved;
  const by = after.rating - before.rating;
  return `Your rating: ${after.rating.toLocaleString("en")} (${by < 0 ? "−" : "+"}${Math.abs(by)})`;
}

// The next stage of a construction.
const partText = ({ kind, number, of }) =>
  `block ${number} of ${of}: ${kind === "core" ? "the core" : kind === "opening" ? "an opening" : `a ${kind}`}`;

function gameStatus(table) {
  const { game, advisor, memory, stuck } = table;
  const pegs = counted(count(game.code), "peg") + unwarnedText(table);
  const say = (text, tone = "quiet", actions = []) => ({ text: `${pegs} · ${text}`, tone, actions });
  const help = table.shown ? "full" : memory.settings.help;
  const isHelped = help !== "off";
  if (table.won) return wonStatus(table);
  if (stuck && table.lossHere) return lossStatus(table, pegs);
  if (isHelped && table.known?.winning === false) return deadStatus(table, pegs);
  const ended = ["undo", "new", "review"];
  if (stuck) return { text: `${pegs} left, no more jumps`, tone: "bad", actions: ended };
  const { state, message, estimate } = advisor.sets;
  if (state === "building")
    return say(progressText(advisor.progress), "quiet", advisor.progress?.id ? ["stop"] : []);
  if (state === "slow" && isHelped)
    return say(`${UNJUDGED} Full analysis: about ${timeText(estimate.seconds)}`, "quiet", ["build"]);
  if (state === "failed" && isHelped) return say(`${UNJUDGED} Full analysis ${message}`, "quiet", ["build"]);
  const known = help === "full" ? knownText(table) : "";
  if (state === "large" && isHelped) {
    // The sets cannot be built. Say what searches know, or the number of jumps.
    const text = message || known || counted(table.jumps.length, "jump");
    return say(text);
  }
  const offered = memory.settings.help !== "full" && table.known?.jumps;
  const actions = offered ? [table.shown ? "hide" : "show"] : [];
  return { text: known ? `${pegs} · ${known}` : pegs, tone: "", actions };
}

// Before the first jump: " · no warnings in daily puzzles". Empty if there are warnings, or if the
// player expects none.
function unwarnedText({ game, shown, memory, unwarned }) {
  const expected = memory.settings.help === "warn" && !shown && !game.at;
  return expected && unwarned ? ` · no warnings in ${unwarned} puzzles` : "";
}

// "Solved in 18 moves, the best possible"
export function wonText({ game, problem }) {
  const few = `, the best ${problem.proven ? "possible" : "known"}`;
  const best = hasFew({ game, problem }) ? few : ` (${fewestText(problem)})`;
  const done = `${game.helped ? "Solved with help" : "Solved"} in ${counted(game.movesMade, "move")}`;
  return problem.best === null ? done : done + best;
}

// The moment of winning: {heading, best, facts: [[name, value, more]], ways: how each move was found,
// said: the same in words}.
export function wonParts(table, now = new Date()) {
  const { game, problem, record, daily, memory, moved } = table;
  const { movesMade, helped, ways } = game;
  const heading = `${helped ? "Solved with help" : "Solved"} in ${counted(movesMade, "move")}`;
  const few = problem.proven ? "possible" : "known";
  const compared = hasFew(table) ? `The best ${few}` : capital(fewestText(problem));
  const best = [problem.best !== null && `${compared}.`, record && "Your best so far."].filter(Boolean).join(" ");
  const facts = [];
  if (moved) {
    const by = moved.after.rating - moved.before.rating;
    facts.push(["Rating", moved.after.rating.toLocaleString("en"), `${by < 0 ? "−" : "+"}${Math.abs(by)}`]);
  }
  if (daily)
    facts.push(
      ["In a row", counted(streaks(memory.days).now, "day"), ""],
      ["Next puzzle in", untilMidnight(now), ""],
    );
  const number = (way) => ways.filter((other) => other === way).length;
  const said = [
    [number("own"), "at once"],
    [number("again"), "after another try"],
    [number("help"), "with help"],
  ].flatMap(([moves, how]) => (moves ? [`${counted(moves, "move")} ${how}`] : []));
  return { heading, best, facts, ways, said: said.join(", ") };
}

const SQUARES = { own: "🟦", again: "🟨", help: "🟧" };

// A picture of a game in text, which gives nothing away: one square a move.
export const squaresText = ({ ways }) => ways.map((way) => SQUARES[way]).join("");

// The hours and minutes until the next day: "13:20".
export function untilMidnight(now) {
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const minutes = Math.ceil((next - now) / 60_000);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

const hasFew = ({ game, problem }) => problem.best === null || game.movesMade <= problem.best;

function wonStatus(table) {
  const { problem, record, daily, memory } = table;
  const shorter = !hasFew(table) && problem.shortest;
  return {
    text: `${wonText(table)}${record ? " · your best so far" : ""}${daily ? rowText(memory) : ""}`,
    tone: "good",
    actions: ["next", "replay", ...(shorter ? ["shorter"] : []), "share", "review"],
  };
}

const rowText = (memory) => (streaks(memory.days).now > 1 ? ` · ${streakText(memory)}` : "");

// A game that is over can be reviewed.
function deadStatus(table, pegs) {
  const { game, stuck, lostBy: lost } = table;
  const left = stuck ? `${pegs} left, no more jumps` : pegs;
  const actions = [table.advised && "why", lost && "back", stuck && "review"].filter(Boolean);
  if (!lost) return { text: `${left} · cannot be won from the start`, tone: "bad", actions };
  const move = `move ${game.moveNumber(lost - 1)} (${game.jumps[lost - 1].text})`;
  return { text: `Lost at ${move} · ${left}`, tone: "bad", actions };
}

// A stuck game: "Lost at move 4: from there the best was 2 pegs."
function lossStatus({ game, lossHere: { lost, best, exact, better } }, pegs) {
  const where = lost ? `Lost at move ${game.moveNumber(lost - 1)}` : "Could not be won from the start";
  const most = best === 1 ? "1 peg in another hole" : counted(best ?? 0, "peg");
  const rest =
    best === null ? "" : `: ${lost ? "from there " : ""}the best ${exact ? "was" : "that we found was"} ${most}`;
  const actions = lost ? ["takeBack", ...(better ? ["better"] : []), "review"] : ["new", "review"];
  return { text: `${pegs} left · ${where}${rest}.`, tone: "bad", actions };
}

const timeText = (seconds) =>
  seconds < 90 ? counted(Math.ceil(seconds), "second") : counted(Math.ceil(seconds / 60), "minute");

function progressText(progress) {
  if (!progress) return "working out which jumps win …";
  if (progress.state === "waiting") return "waiting for another analysis to finish …";
  const step = progress.total ? `: step ${progress.done} of ${progress.total}` : " …";
  return `working out which jumps win${step}`;
}

function knownText(table) {
  const jumps = table.known?.jumps;
  if (!jumps) return "";
  const all = Object.values(jumps);
  const wins = all.filter((winning) => winning === true).length;
  if (!all.includes(null))
    return whichWin(wins, all.length) + shareText(table.advisor.gamesKnown(table.game.code));
  if (!wins) return "not known which jumps win";
  return `at least ${wins} of ${all.length} jumps still ${wins === 1 ? "wins" : "win"}`;
}

// "all 4 jumps still win"
export function whichWin(wins, all) {
  if (all === 1) return wins ? "the only jump still wins" : "the only jump loses";
  if (!wins) return all === 2 ? "neither jump wins" : `none of the ${all} jumps wins`;
  if (wins === all) return all === 2 ? "both jumps still win" : `all ${all} jumps still win`;
  return wins === 1 ? `only 1 of ${all} jumps still wins` : `${wins} of ${all} jumps still win`;
}

// The share of games that win, counting each order of jumps: "1 in 3,000 games from here wins"
export function shareText(games) {
  if (!games?.won || games.won === games.total) return "";
  const ratio = Number((games.total * 10n) / games.won) / 10;
  if (ratio < 10) return ` · ${(100n * games.won) / games.total}% of games from here win`;
  return ` · 1 in ${readable(ratio)} games from here wins`;
}

const SHORT = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });
const NAMES = ["million", "billion", "trillion", "quadrillion", "quintillion", "sextillion"];

// A number to two digits, in English: 3,000, 270 billion, 2.3 quadrillion.
export function readable(number) {
  const rounded = Number(Number(number).toPrecision(2));
  const group = Math.min(Math.floor(Math.log10(rounded) / 3), NAMES.length + 1);
  if (!(group >= 2)) return SHORT.format(rounded);
  return `${SHORT.format(rounded / 1000 ** group)} ${NAMES[group - 2]}`;
}

// Counts below a million are given in full: 6,816.
export const countText = (number) =>
  Number(number) < 1e6 ? Number(number).toLocaleString("en") : readable(number);

// -- reasons --------------------------------------------------------------------------------------

// What was still possible in a lost game: "Best possible: 2 pegs left."
export const bestText = (best) => (best?.jumps.length ? `${capital(best.text)}.` : "");

// The text beside the board when no jump was made: a notice, a hint, a reason, or the status.
export function statusWords(table) {
  const { notice, hint, why, advisor } = table;
  if (notice) return notice.text;
  if (hint) return `${hint.jump} wins`;
  if (why) return `${why.reasons[why.at].sentence} ${bestText(why.best)}`.trim();
  return advisor.sets.state === "building" || table.estimates.size
    ? ""
    : status(table).text.replaceAll(" · ", ", ");
}

// -- for screen readers ---------------------------------------------------------------------------

// A hole of a board; `more` lists additional properties.
export function holeWords({ board, code, hand }, i, more = []) {
  const name = board.names[i];
  const way = hand.wayTo(i);
  if (way) return `${name}, target${way.length > 1 ? ` of ${way.length} jumps in a row` : ""}${hand.verdict(i)}`;
  const parts = [name, has(code, i) ? "peg" : "empty"];
  if (hand.lifted === i) parts.push("lifted");
  const jumps = hand.targetsOf(i).length;
  return [...parts, ...more, ...(jumps ? [counted(jumps, "jump")] : [])].join(", ");
}

// Where the lifted peg can go.
export function liftedWords(board, hand) {
  const name = (i) => board.names[i];
  const { targets, further } = hand.shown;
  const targetText = (i) =>
    name(i) + (targets.has(i) ? "" : ` by ${hand.wayTo(i).length} jumps`) + hand.verdict(i);
  const all = [...new Set([...targets.keys(), ...further])].map(targetText);
  return `${name(hand.lifted)} lifted, to ${all.join("; ")}`;
}

// What the player may know about the jump, or jumps in a row, to a hole.
export function verdictWords(table, i) {
  const way = table.hand.wayTo(i);
  if (!way) return "";
  const value = table.isMarked && way.length === 1 ? table.values.get(way[0].text) : null;
  if (value) return `, ${value.spoken}${value.best ? ", the best" : ""}`;
  const verdict = table.verdictOf(way);
  return verdict === true ? ", wins" : verdict === false ? ", loses" : "";
}

// A share, short enough for the board.
export const percent = (share) => (share < 0.01 ? "<1%" : `${Math.round(100 * share)}%`);

export function jumpWords(table, { start, over, end, back }) {
  const { names } = table.board;
  const did = back
    ? `took back ${names[start]} to ${names[end]}`
    : `${names[start]} over ${names[over]} to ${names[end]}`;
  const { text } = status(table);
  const jumps = table.won || !table.jumps.length ? "" : `, ${counted(table.jumps.length, "jump")}`;
  const rating = table.moved ? `. ${ratingText(table)}` : "";
  return `${did}, ${text.replaceAll(" · ", ", ")}${text.includes("jump") ? "" : jumps}${rating}`;
}
