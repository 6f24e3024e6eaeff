// What the page says, in words: the goal, the status line, reasons, and what screen readers hear.
// Plain functions of a table; nothing is drawn here.

import { count, has } from "./rules.js";

export const counted = (number, thing) =>
  `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`;

// The name of a board or of a puzzle set, as a title.
export function titled(name) {
  if (name === "own") return "A board of your own";
  const words = name.replaceAll("-", " ").replace(/([a-z])(\d)/, "$1 $2");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function goalText(finish, start, feasible = []) {
  if (finish === "any")
    return feasible.length === 1
      ? `One peg, wherever it may be (${feasible[0]})`
      : "One peg, anywhere";
  if (finish.startsWith("code:")) return "A given position";
  return finish === start ? `Back to one peg, in ${finish}` : `One peg, in ${finish}`;
}

// The fewest moves of a problem, or of a puzzle: all there can be, or all that are known.
export const fewestText = ({ best, proven }) =>
  proven ? `the fewest: ${best}` : `best known: ${best}`;

// {text, tone, actions}: one thing at a time.
export function status(table) {
  const found = gameStatus(table);
  const { part } = table;
  if (part) return { ...found, text: `${found.text} · ${partText(part)}`, actions: ["purge"] };
  if (table.constructible) found.actions.push("purges");
  return found;
}

// The stage of a construction that comes next.
const partText = ({ kind, number, of }) =>
  `${number} of ${of}: ${kind === "core" ? "the core" : kind === "opening" ? "an opening" : `a ${kind}`}`;

function gameStatus(table) {
  const { game, advisor, memory } = table;
  const pegs = counted(count(game.code), "peg");
  if (table.won) return wonStatus(table);
  const help = table.shown ? "full" : memory.settings.help;
  const stuck = !table.jumps.length;
  if (help !== "off" && table.known?.winning === false) return deadStatus(table, pegs, stuck);
  if (stuck) return stuckStatus(table, pegs);
  if (advisor.sets.state === "building")
    return {
      text: `${pegs} · ${progressText(advisor.progress)}`,
      tone: "quiet",
      actions: advisor.progress?.id ? ["stop"] : [],
    };
  if (advisor.sets.state === "slow" && help !== "off") return slowStatus(advisor, pegs);
  if (advisor.sets.state === "failed" && help !== "off")
    return {
      text: `${pegs} · judged by quick searches: ${advisor.sets.message}`,
      tone: "quiet",
      actions: ["build"],
    };
  if (advisor.sets.state === "large" && help !== "off") return largeStatus(table, pegs, help);
  if (advisor.sets.state === "damaged")
    return {
      text: `${pegs} · judged by quick searches: ${advisor.sets.message}`,
      tone: "bad",
      actions: [],
    };
  const actions = memory.settings.help === "full" || !table.known?.jumps ? [] : ["show"];
  return { text: `${pegs}${help === "full" ? knownText(table) : ""}`, tone: "", actions };
}

function wonStatus({ game, problem, record }) {
  const moves = game.movesMade;
  const by = game.helped ? "Solved with the page's help, in" : "Solved in";
  const few = problem.best === null || moves <= problem.best;
  const enough = problem.proven ? "the fewest there can be" : "as few as are known";
  const best =
    problem.best === null ? "" : few ? ` (${enough})` : ` (${fewestText(problem)})`;
  return {
    text: `${by} ${counted(moves, "move")}${best}${record ? " · your best" : ""}`,
    tone: "good",
    actions: few || !problem.shortest ? ["next"] : ["next", "shorter"],
  };
}

function deadStatus(table, pegs, stuck) {
  const lost = table.lostBy;
  const left = stuck ? `${pegs} left, no jump` : pegs;
  const why = table.advised ? ["why"] : [];
  if (!lost) return { text: `${left} · cannot be won from the start`, tone: "bad", actions: why };
  const move = `move ${table.game.moveNumber(lost - 1)} (${table.game.jumps[lost - 1].text})`;
  const text = stuck ? `${left} · lost at ${move}` : `Dead since ${move} · ${pegs}`;
  return { text, tone: "bad", actions: [...why, "back"] };
}

function stuckStatus(table, pegs) {
  return { text: `${pegs} left, no jump is possible`, tone: "bad", actions: ["undo", "new"] };
}

function slowStatus({ sets }, pegs) {
  const { seconds, bytes } = sets.estimate;
  const time =
    seconds < 90 ? counted(Math.ceil(seconds), "second") : `${Math.ceil(seconds / 60)} minutes`;
  const text = `${pegs} · judged by quick searches. To know every winning position takes up to ${time} and ${(bytes / 2 ** 30).toFixed(1)} GB.`;
  return { text, tone: "quiet", actions: ["build"] };
}

// Past what can be built: what is too much, and how jumps are judged then.
function largeStatus(table, pegs, help) {
  const { message, estimate } = table.advisor.sets;
  const size = estimate
    ? `too many positions to know them all (up to ${large(estimate.positions)})`
    : "";
  const known = help === "full" && !message ? knownText(table) : "";
  const how = message || `${size}: jumps are judged by quick searches`;
  return { text: `${pegs}${known} · ${how}`, tone: "quiet", actions: [] };
}

function large(number) {
  return number < 1e9 ? number.toLocaleString("en") : readable(number);
}

export function progressText(progress) {
  if (!progress) return "working out what still wins …";
  if (progress.state === "waiting") return "waiting until other games are worked out …";
  const level = progress.total
    ? `: ${progress.stage}, level ${progress.done} of ${progress.total}`
    : " …";
  return `working out what still wins${level}`;
}

function knownText(table) {
  const jumps = table.known?.jumps;
  if (!jumps) return "";
  const all = Object.values(jumps);
  const wins = all.filter((one) => one === true).length;
  if (all.includes(null))
    return wins
      ? ` · at least ${counted(wins, "jump")} of ${all.length} still win`
      : " · not known what wins";
  const which =
    all.length === 1
      ? "the only jump still wins"
      : wins === all.length
        ? `all ${wins} jumps still win`
        : `${wins} of ${all.length} jumps still win${wins === 1 ? "s" : ""}`;
  return ` · ${which}${shareText(table.advisor.gamesKnown(table.game.code))}`;
}

// "1 in 3,000 ways to go on wins"
export function shareText(games) {
  if (!games || !games.won || games.won === games.total) return "";
  const ratio = Number((games.total * 10n) / games.won) / 10;
  const one = ratio < 10 ? ratio.toFixed(1).replace(".0", "") : readable(ratio);
  return ` · 1 in ${one} ways to go on wins`;
}

function readable(number) {
  const digits = Math.max(0, Math.floor(Math.log10(number)) - 1);
  const rounded = Math.round(number / 10 ** digits) * 10 ** digits;
  if (rounded >= 1e12) return `${(rounded / 1e12).toLocaleString("en")} million million`;
  return rounded >= 1e9
    ? `${(rounded / 1e9).toLocaleString("en")} thousand million`
    : rounded.toLocaleString("en");
}

// -- reasons --------------------------------------------------------------------------------------

// What a player reads of a reason, with the board beside it.
export function reasonText(table, reason, fewest) {
  const where =
    reason.finishes.length === 1
      ? `one peg in ${reason.finishes[0]}`
      : `one peg in any of ${reason.finishes.join(", ")}`;
  if (reason.kind === "resource") {
    const least = reason.finishes.length > 1 ? "at least " : "";
    return `Add up the numbers under the pegs: ${signed(reason.value)}. No jump can make the sum larger, and ${where} needs ${least}${signed(reason.bound)}.`;
  }
  if (reason.kind === "class" && reason.region) {
    const pegs = reason.region.filter((i) => has(table.game.code, i)).length;
    const [now, then] = pegs % 2 ? ["an odd", "an even"] : ["an even", "an odd"];
    return `Count the pegs on the marked holes: ${pegs}, ${now} number. Every jump changes two of these holes or none, and ${where} needs ${then} number.`;
  }
  const text = reason.text.charAt(0).toUpperCase() + reason.text.slice(1);
  if (reason.kind !== "search") return `${text}.`;
  return `${text}.${fewest ? ` The best that can be reached from here is ${counted(fewest, "peg")}.` : ""}`;
}

const signed = (number) => String(number).replace("-", "−");

export const REASONS = {
  class: "By position class",
  resource: "By a resource count",
  sax: "By the SAX count",
  exits: "By a balance sheet",
  search: "By search",
};

// What is said beside the board where no jump was made: a notice, a hint, a reason, or the status.
export function asideWords(table) {
  const { notice, hint, why, advisor } = table;
  if (notice) return notice.text;
  if (hint) return `${hint.jump} wins`;
  if (why) return reasonText(table, why.reasons[why.at], why.fewest_pegs);
  return advisor.sets.state === "building" ? "" : status(table).text.replaceAll(" · ", ", ");
}

// -- for screen readers -----------------------------------------------------------------------------

export function holeWords(table, i) {
  const name = table.board.names[i];
  if (table.editing) return `${name}, ${has(table.code, i) ? "peg" : "empty"}`;
  if (table.isTarget(i))
    return `${name}, target${verdictWords(
      table,
      table.targetsOf(table.lifted).find((jump) => jump.end === i),
    )}`;
  if (!has(table.code, i)) return `${name}, empty`;
  const jumps = table.targetsOf(i).length;
  return `${name}, peg${table.lifted === i ? ", lifted" : ""}${jumps ? `, ${counted(jumps, "jump")}` : ""}`;
}

function verdictWords(table, jump) {
  const verdict =
    table.shown || table.memory.settings.help === "full"
      ? table.known?.jumps?.[jump.text]
      : undefined;
  return verdict === true ? ", wins" : verdict === false ? ", loses" : "";
}

export function jumpWords(table, { start, over, end, back }) {
  const { names } = table.board;
  const made = back
    ? `took back ${names[start]} to ${names[end]}`
    : `${names[start]} over ${names[over]} to ${names[end]}`;
  const { text } = status(table);
  const jumps = table.won || !table.jumps.length ? "" : `, ${counted(table.jumps.length, "jump")}`;
  return `${made}, ${text.replaceAll(" · ", ", ")}${text.includes("jump") ? "" : jumps}`;
}
