// What can happen to the page: pure functions of a state and an intent that return the next state.
// An intent is {type, ...}: something that the player did, or a provider's answer.

import { Knowledge } from "./advisor.js";
import { Game } from "./game.js";
import { bit, Board, has, readMoves } from "./rules.js";
import { say } from "./say.js";
import { SPEEDS, selectionAfter } from "./state.js";

export function reduce(state, intent) {
  const next = VERBS[intent.type](state, intent);
  // Whatever the player does to a game ends the playback.
  return next.playing && STOPS.has(intent.type) ? next.with({ playing: false }) : next;
}

const STOPS = new Set(["jumped", "lifted", "undone", "went", "visited", "opened", "edited", "stopped"]);

// The state after a move or a step through the game. `held` is a peg that stays in the hand if it
// can go on.
function moved(
  state,
  game,
  lastMove,
  /** @type {Partial<import("./state.js").State> & {held?: number}} */ { held = null, ...more } = {},
) {
  const rest = { hint: null, why: null, notice: null, pointed: null, record: false, rise: null };
  const next = state.with({ ...rest, game, lastMove, ...more });
  return next.with({ selection: selectionAfter(next, lastMove, held) });
}

function posed({ board }, problem) {
  const finishes = new Set(problem.finish_codes.map((text) => board.readPosition(text)));
  return { problem, finishes, daily: null, knowledge: new Knowledge(problem.sets) };
}

const VERBS = {
  // `day` and `id` belong to a puzzle of the day or a puzzle of the gallery, and `standing` to the list
  // that it was opened from. `name` is that of somebody's own board.
  opened(state, { problem, game, request: { day, id, name = "", standing = null, seen = false } }) {
    const fresh = {
      opened: state.opened + 1,
      title: "",
      boardName: name,
      bits: null,
      day,
      rated: Boolean(id),
      list: standing,
      shown: false,
      seen,
      counts: !seen && !game.helped,
      isCostTold: false,
      editing: null,
      ...posed(game, problem),
    };
    const next = moved(state, game, null, fresh);
    const focus = game.board.jumpsFrom(game.code)[0]?.start ?? 0;
    return next.with({ selection: { ...next.selection, focus } });
  },

  // More is known about the problem of this game.
  posed: (state, { problem }) => state.with(posed(state, problem)),

  // The gallery has been searched for the problem.
  named(state, { problem, title, bits, daily }) {
    if (state.problem !== problem) return state;
    const hasBits = bits !== null; // a puzzle without a difficulty does not count
    return state.with({ title, bits, daily, rated: state.rated && hasBits, counts: state.counts && hasBits });
  },

  learned(state, { changes, error }) {
    const knowledge = state.knowledge.with(changes);
    return state.with(error ? { knowledge, notice: { text: error.message, tone: "bad" } } : { knowledge });
  },

  // `more` keeps the peg in the hand while it can go on. A jump is `helped` if the page chose it.
  jumped(state, { jump, dragged = false, more = false, helped = false }) {
    const held = more ? jump.end : null;
    return moved(state, state.game.push(jump, helped), { ...jump, dragged }, { held });
  },

  undone(state) {
    const { at, last } = state.game;
    return at ? moved(state, state.game.go(at - 1), { ...last, back: true }) : state;
  },

  redone(state) {
    const { at, next } = state.game;
    if (!next) return state;
    const game = state.game.go(at + 1);
    return moved(state, game, { ...next }, { playing: state.playing && Boolean(game.next) });
  },

  went(state, { at }) {
    if (at === state.game.at - 1) return VERBS.undone(state);
    if (at === state.game.at + 1) return VERBS.redone(state);
    return moved(state, state.game.go(at), null);
  },

  // Go to a node of the game's tree.
  visited(state, { node }) {
    const at = state.game.path.indexOf(node);
    return at >= 0 ? VERBS.went(state, { at }) : moved(state, state.game.visit(node), null);
  },

  // The player's own record, and the rating, after a result was stored.
  kept: (state, { record, days }) => state.with({ record, days }),
  judged: (state, { rise }) => state.with({ counts: false, rise }),

  // `focused` is a step of the keyboard focus.
  lifted: (state, { selection }) =>
    state.with({ selection, notice: state.notice?.passing ? null : state.notice }),
  focused: (state, { selection }) => state.with({ selection }),
  selected: (state, { selection }) => state.with({ selection }),

  // A press that lifts no peg. While editing it adds or removes a peg. Otherwise the page offers to
  // bring a peg to an empty hole, or says that a peg cannot jump.
  pressed(state, { hole: i }) {
    if (state.editing) return VERBS.drawn(state, { code: state.code ^ bit(i) });
    if (state.won) return state;
    const hole = state.board.names[i];
    const passing = { tone: "quiet", passing: true };
    if (has(state.code, i))
      return state.with({ wanted: null, notice: { text: say("notice.cannotJump", { hole }), ...passing } });
    const notice = { text: say("notice.empty", { hole }), action: "bring", ...passing };
    return state.with({ wanted: hole, notice });
  },

  pointed: (state, { jump }) => (state.pointed === jump ? state : state.with({ pointed: jump })),

  shown: (state) => state.with({ shown: !state.shown }),
  // Say that help would lower the rating, before it does.
  costTold: (state) => state.with({ isCostTold: true, notice: { text: say("notice.costs"), tone: "quiet" } }),
  noticed: (state, { notice }) => state.with({ notice }),
  hinted: (state, { hint }) => state.with({ hint, notice: null }),

  // The claims about other jumps than the hint.
  compared: (state, { rivals }) => (state.hint ? state.with({ hint: { ...state.hint, rivals } }) : state),

  explained(state, { why }) {
    const plain = { claim: null, reasons: [], best: null, at: 0, weights: null, deep: false };
    return state.with({ why: why && { ...plain, ...why }, notice: null });
  },

  // More about why the position is lost: its reasons, or the best possible ending.
  told: (state, { more }) => (state.why ? state.with({ why: { ...state.why, ...more } }) : state),

  // The next reason, or the reason in depth with the weights in the holes.
  nextReason: (state) =>
    state.with({ why: { ...state.why, at: (state.why.at + 1) % state.why.reasons.length, weights: null } }),
  weighed: (state, { weights, deep }) =>
    state.why ? state.with({ why: { ...state.why, weights, deep } }) : state,

  // Jumps are laid ahead of the current position, given by their texts. Once a solution was laid, the
  // problem is solved with help.
  laid(state, { jumps, notice = null, solves = false }) {
    const game = state.game.plan(jumps.map((text) => state.board.jumpNamed.get(text)));
    return state.with({ game, notice, seen: state.seen || solves });
  },

  // A solution is laid out from the start that clears the board block by block.
  constructed(state, { construction }) {
    const { stages } = construction;
    const laid = { jumps: stages.flatMap(({ jumps }) => jumps), solves: true };
    const { game, seen } = VERBS.laid(state.with({ game: state.game.go(0) }), laid);
    const next = moved(state, game, null, { seen });
    return next.with({ construction: { jumps: game.jumps, parts: stagesOf(construction) } });
  },

  lookedBack: (state, { loss }) => state.with({ loss }),
  reviewed: (state, { review }) => state.with({ review, notice: null }),
  sampled: (state, { sampled }) => state.with({ sampled }),

  played(state) {
    const next = state.game.next ? state : moved(state, state.game.go(0), null);
    return next.with({ playing: Boolean(next.game.next) });
  },
  stopped: (state) => state,
  sped: (state, { speed }) => state.with({ speed: SPEEDS.includes(speed) ? speed : 1 }),

  edited(state) {
    const selection = { ...state.selection, lifted: null, hovered: null };
    const editing = { code: state.game.code, checked: null, readAs: null };
    return state.with({ editing, selection, hint: null, why: null, notice: null });
  },

  // `readAs` says how a text was read.
  drawn: (state, { code, readAs = null }) => state.with({ editing: { code, checked: null, readAs } }),

  // The assessment of an edited position has arrived.
  checked(state, { code, checked }) {
    if (state.editing?.code !== code) return state;
    return state.with({ editing: { ...state.editing, checked } });
  },

  finished: (state) => state.with({ editing: null }),

  // The player has changed a setting, here or in another tab.
  set: (state, { settings, days }) => state.with({ settings: { ...settings }, days }),
};

// The game of a problem, with the moves that were asked for. The moves given with it make no
// record, because somebody else or the page may have made them; `shown` lists the jumps among them
// that the page laid out, if known.
export function gameOf(problem, { moves = [], at, shown }) {
  const board = new Board(problem.geometry);
  const start = board.readPosition(problem.start_code);
  const game = Game.begin(board, start).plan(readMoves(board, start, moves), shown);
  return game.go(at ?? game.jumps.length);
}

// The stages of a construction, each with the number of jumps up to its end.
function stagesOf({ blocks, stages }) {
  let end = 0;
  return stages.map(({ block, jumps }, number) => {
    end += jumps.length;
    const { kind, holes } = blocks[block];
    return { kind, holes: new Set(holes), number: number + 1, of: stages.length, end };
  });
}
