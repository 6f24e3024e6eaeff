// The state of the page: the game, what is known about it, and what the player sees. A state never
// changes: the verbs (verbs.js) make another one of it. What follows from a state is computed here.

import { NOTHING_LIFTED } from "./hand.js";
import { recordKey } from "./memory.js";
import { count, sweepsFrom } from "./rules.js";
import { numberText, say } from "./say.js";

export const SPEEDS = [0.5, 1, 2, 4]; // jumps per second during playback

const legal = new WeakMap(); // game -> its jumps, because every hole asks for them

export class State {
  /** @type {import("./types.js").Problem} */
  problem = null;
  /** @type {import("./game.js").Game} */
  game = null;
  /** @type {Set<import("./types.js").Position>} */
  finishes = new Set(); // the positions that win
  /** @type {import("./advisor.js").Knowledge} */
  knowledge = null; // what is known about the positions of the game
  opened = 0; // how many games were opened before
  title = "";
  boardName = ""; // of somebody's own board
  /** @type {number} */
  bits = null; // the difficulty of this puzzle
  /** @type {Date} */
  day = undefined; // of a puzzle of the day
  /** @type {string} */
  daily = null; // the key of the date, if this is today's puzzle
  /** @type {import("./types.js").Standing} */
  list = null; // where this puzzle stands in the list that it was opened from
  rated = false; // whether it is played as a rated puzzle, assumed until the gallery is loaded
  counts = false; // whether its result can still change the player's rating
  seen = false; // whether the page has shown a solution of this problem
  isCostTold = false; // whether the player knows that help lowers the rating
  shown = false; // whether the player asked to see the verdicts of this game
  /** @type {import("./types.js").Move} */
  lastMove = null;
  /** @type {import("./types.js").Selection} */
  selection = NOTHING_LIFTED;
  /** @type {import("./types.js").Hint} */
  hint = null;
  /** @type {import("./types.js").Why} */
  why = null;
  /** @type {import("./types.js").Notice} */
  notice = null;
  /** @type {string} */
  wanted = null; // the name of the empty hole that was pressed
  /** @type {import("./types.js").Editing} */
  editing = null; // while a position is edited
  construction = null; // {jumps, parts}: the jumps ahead, block by block
  /** @type {import("./types.js").Jump} */
  pointed = null; // the jump that the player looks at in the explorer
  review = null; // {jumps, steps, ...} of the game that is reviewed
  /** @type {import("./types.js").Loss} */
  loss = null; // of a stuck game: see `lossHere`
  sampled = { code: null, left: new Map() }; // the mean pegs left in sample games from a position
  record = false; // whether this game was just solved in fewer moves than before
  /** @type {{before: import("./types.js").Skill, after: import("./types.js").Skill}} */
  rise = null; // the player's rating, if the last jump changed it
  playing = false;
  speed = 1; // one of SPEEDS
  settings = { help: "off", labels: "off" };
  /** @type {Map<string, number>} */
  days = new Map(); // the solved puzzles of the day
  constructs = false; // whether the provider knows solutions by block removals

  constructor(fields = {}) {
    Object.assign(this, fields);
  }

  /** @param {Partial<State>} changes */
  with(changes) {
    return new State({ ...this, ...changes });
  }

  get board() {
    return this.game.board;
  }

  /** @returns {import("./types.js").Config} */
  get config() {
    return { board: this.board.spec, start: this.problem.start, finish: this.problem.finish };
  }

  get code() {
    return this.editing ? this.editing.code : this.game.code;
  }

  get won() {
    return this.finishes.has(this.game.code);
  }

  get jumps() {
    if (this.won) return [];
    if (!legal.has(this.game)) legal.set(this.game, this.board.jumpsFrom(this.game.code));
    return legal.get(this.game);
  }

  get stuck() {
    return !this.won && !this.jumps.length;
  }

  get known() {
    return this.knowledge.known(this.game.code);
  }

  // Whether it is known that this position is lost.
  get isLost() {
    return this.stuck || this.known?.winning === false;
  }

  // The jumps to the best possible ending of a lost position, if they are known.
  get bestLine() {
    const { claim, best } = this.why;
    return claim?.jumps.length ? claim.jumps : (best?.jumps ?? []);
  }

  // The hole in which the last peg has to be, if the goal is one hole; else -1.
  get goal() {
    return this.board.names.indexOf(this.problem.finish);
  }

  // Whether the review is open. It stays open while the player steps through the reviewed game.
  get isReviewed() {
    return this.review !== null && this.game.jumps === this.review.jumps && !this.editing;
  }

  // Whether all jumps are marked before the player makes them.
  get isMarked() {
    return this.shown || this.settings.help === "full";
  }

  // Whether losing targets of a lifted peg are marked.
  get warns() {
    return this.settings.help === "warn" && !this.unwarned;
  }

  // "daily" or "rated" for puzzles without warnings, which would give away the solution; null for
  // other games.
  get unwarned() {
    if (this.daily || this.day) return "daily";
    return this.rated ? "rated" : null;
  }

  // Whether the list of moves marks mistakes. In puzzles without warnings that waits for the end.
  get marksMistakes() {
    const { board, finishes, game, settings, unwarned } = this;
    const end = game.codes.at(-1);
    const isOver = finishes.has(end) || !board.jumpsFrom(end).length;
    return this.isMarked || (settings.help !== "off" && (!unwarned || isOver));
  }

  // The jumps of the game that are known to be mistakes: a map from the id of a node to "blunder" for a
  // jump that lost the game, or "slip" for one that left less than a tenth of the ways to win.
  get mistakes() {
    const known = ({ id, jump, parent }) => {
      const { code } = this.game.nodes[parent];
      const before = this.knowledge.known(code);
      if (before?.winning && before.jumps?.[jump.text] === false) return [[id, "blunder"]];
      const shares = sharesOf(this.knowledge.positions.get(code));
      const most = Math.max(...[...shares.values()].map(({ share }) => share));
      return shares.get(jump.text)?.share < SLIP * most ? [[id, "slip"]] : [];
    };
    return new Map(this.marksMistakes ? this.game.nodes.slice(1).flatMap(known) : []);
  }

  // Whether a provider can judge this game. Boards of more than 64 holes are not searched.
  get advised() {
    return this.board.size <= 64 && !["unjudged", "gone"].includes(this.knowledge.sets.state);
  }

  // Whether *Hint* and *Solution* have something to offer. In a lost game they lead back.
  get canHelp() {
    return this.advised && !this.won && !(this.stuck && !this.game.at);
  }

  // Whether the game can be won after several jumps in a row: true or false, or null or undefined
  // if that is not known or must not be shown yet.
  verdictOf(way) {
    const { winning, jumps } = this.known ?? {};
    if (!jumps || !(this.isMarked || this.warns)) return undefined;
    const first = jumps[way[0].text];
    const verdict = way.length > 1 && first !== false ? this.knowledge.known(this.after(way))?.winning : first;
    return this.isMarked || (verdict === false && winning !== false) ? verdict : undefined;
  }

  after(way) {
    return way.reduce((code, jump) => this.board.after(code, jump), this.game.code);
  }

  // The sweeps of the peg in a hole after the jumps of a path.
  sweeps(i, path = []) {
    return this.editing || this.won || i === null ? new Map() : sweepsFrom(this.board, this.after(path), i);
  }

  jumpsOf(i) {
    return i === null || this.editing ? [] : this.jumps.filter((jump) => jump.start === i);
  }

  // The values of jumps: a map from jump to {text, spoken, best}. The value of a winning jump is
  // its share of all ways to win, or an estimate if the share is not known.
  get values() {
    const shares = sharesOf(this.knowledge.positions.get(this.game.code));
    if (!shares.size) return this.estimates;
    const shown = ({ share, best }) => {
      const text = percent(share);
      return { text, spoken: say("spoken.share", { text }), best };
    };
    return new Map([...shares].map(([name, found]) => [name, shown(found)]));
  }

  // Estimates of the pegs left after the jumps of the lifted peg, without jumps that are known to
  // lose.
  get estimates() {
    const { code, left } = this.sampled;
    const verdicts = this.known?.jumps ?? {};
    const jumps = code === this.code ? this.jumpsOf(this.selection.lifted) : [];
    const open = jumps.map(({ text }) => text).filter((text) => left.has(text) && verdicts[text] !== false);
    const least = Math.min(...open.map((text) => left.get(text)));
    return new Map(
      open.map((text) => {
        const pegs = numberText(left.get(text), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
        const spoken = say(verdicts[text] ? "spoken.estimateWins" : "spoken.estimate", { pegs });
        return [text, { text: `~${pegs}`, spoken, best: open.length > 1 && left.get(text) === least }];
      }),
    );
  }

  // The number of the jump that lost the game: 0 if the start was lost, null if none did.
  get lostBy() {
    const codes = this.game.codes.slice(0, this.game.at + 1);
    const at = codes.findIndex((code) => this.knowledge.known(code)?.winning === false);
    return at < 0 ? null : at;
  }

  // What lost a stuck game: {lost: the number of the jump, best: the fewest pegs that were possible
  // after it, exact, better: a jump that would have won}; null if not known.
  get lossHere() {
    return this.isLookedBackOn && this.loss.lost !== null ? this.loss : null;
  }

  get isLookedBackOn() {
    const { loss, game } = this;
    return loss?.jumps === game.jumps && loss.at === game.at;
  }

  // The number of the jump that lost the game, by a look back at a stuck game or else by the
  // verdicts that are known; 0 and null as in `lostBy`.
  get mistake() {
    return this.lossHere?.lost ?? this.lostBy;
  }

  // Whether a look back can tell what lost a stuck game.
  get wantsLookBack() {
    const judged = this.knowledge.ready || this.knowledge.searching;
    return this.stuck && this.game.at > 0 && this.advised && judged && !this.isLookedBackOn;
  }

  // Whether the page can offer a solution by block removals from the start, as for large triangles.
  get constructible() {
    const isOpen = this.constructs && !this.won && !this.part;
    if (!isOpen || !isTriangle(this.board) || !this.hasVacancy) return false;
    return this.problem.feasible.length > 0 && this.knowledge.sets.state !== "none";
  }

  get hasVacancy() {
    return this.board.size - count(this.game.start) === 1;
  }

  // The stage of the construction that contains the next jump: {kind, holes, number, of, end}.
  get part() {
    const { construction, game } = this;
    if (construction?.jumps !== game.jumps || !game.next) return null;
    return construction.parts.find(({ end }) => game.at < end);
  }

  // Whether the page helped with the jumps made so far.
  get helped() {
    return this.seen || this.game.helped;
  }

  // How the player found each move made: "own", "again" (after trying another jump) or "help", and
  // "lost" from the move on that lost the game.
  get ways() {
    const { game, seen, won } = this;
    const lost = won ? null : this.mistake;
    const until = lost === null ? Infinity : lost && game.moveNumber(lost - 1) - 1;
    return game.ways.map((way, i) => (i >= until ? "lost" : seen ? "help" : way));
  }

  get recordKey() {
    return recordKey(this.board, this.game.start, this.problem.finish);
  }

  // Whether the result of this game can still change the player's rating: it was opened as a puzzle,
  // and it has a difficulty or the gallery is still loading.
  get isRated() {
    const { game, counts, editing, settings, unwarned } = this;
    return Boolean(game && unwarned) && counts && !editing && settings.help !== "full";
  }

  // Whether help would lower the rating, and the player does not know it yet.
  get mustTellCost() {
    return this.isRated && !this.isCostTold && !this.isOver;
  }

  // Whether the game is decided for the rating: it was won, lost, stuck or helped.
  get isOver() {
    const lost = this.stuck || (this.settings.help !== "off" && this.lostBy);
    return Boolean(this.won || this.isHelped || lost);
  }

  get isHelped() {
    return Boolean(this.helped || this.hint || this.shown);
  }

  // The result of a rated puzzle, once it is certain: 1 if it was solved without help, 0 if it was
  // lost, stuck or helped; null before, or if it does not count.
  get result() {
    if (!this.isRated || this.bits === null || !this.isOver) return null;
    return Number(this.won && !this.isHelped);
  }

  // The positions whose verdicts the page shows: those of the path, then the current one. If
  // verdicts need searches and playback is on, only the current one.
  get questions() {
    const { game, settings, knowledge } = this;
    if (settings.help === "off" && !this.shown) return [];
    if (this.playing && knowledge.searching) return [game.code];
    const { lifted } = this.selection;
    const seen = lifted !== null && knowledge.ready && (this.isMarked || this.warns);
    const further = seen ? [...this.sweeps(lifted).values()].map((way) => this.after(way)) : [];
    return [...game.codes.slice(game.at + 1), ...game.codes.slice(0, game.at), ...further, game.code];
  }
}

const SLIP = 0.1; // of the best jump's share: a jump with less is a slip

// The winning jumps of an explored position, each with its share of all ways to win and whether no jump
// keeps more of them, if known.
function sharesOf({ jumps = [] } = {}) {
  const shares = new Map();
  for (const { jump, twins, winning, share, solutions } of jumps)
    if (winning && share !== null)
      for (const name of [jump, ...twins])
        shares.set(name, { share: share / (1 + twins.length), best: solutions === jumps[0].solutions });
  return shares;
}

// A share, short enough for the board.
export const percent = (share) => (share < 0.01 ? "<1%" : `${Math.round(100 * share)}%`);

const LARGEST_CORE = 36; // holes of the largest triangle that needs no block removals

const isTriangle = ({ lattice, spec, size }) =>
  lattice === "triangular" && /^triangle\d+$/.test(spec) && size > LARGEST_CORE;

// The selection after a move. The focus moves with the peg, which stays in the hand if it is `held`
// and can go on.
export function selectionAfter(state, move, held) {
  const focus = move ? (move.back ? move.start : move.end) : state.selection.focus;
  const stays = held !== null && state.jumpsOf(held).length > 0;
  return { lifted: stays ? held : null, hovered: null, focus, held: stays };
}
