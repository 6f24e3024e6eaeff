// Decides games for two players, who take turns on one board. A player who cannot jump loses or, in
// misère play, wins. A turn is one jump, or by another rule one or more jumps of one peg.
//
// A depth-first search that remembers positions. It does not identify symmetric positions, because
// finding the least image takes longer than it saves once the board has lost its symmetry.

// A position is two small integers here, which JavaScript handles faster than BigInt.
const LOW_BITS = 30;
export const MAX_HOLES = 60;

const [LOST, WON, UNKNOWN] = [0, 1, 2];
const SLOTS = 1 << 19; // each remembers four positions
const FREE = -1;

// The first of the four entries that may hold a position.
const slotOf = (low, high) => {
  let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) & (SLOTS - 1)) << 2;
};

const split = (code) => [
  Number(BigInt.asUintN(LOW_BITS, code)),
  Number(BigInt.asUintN(LOW_BITS, code >> BigInt(LOW_BITS))),
];

export class Duotaire {
  // The table of positions, 16 MB, is made when a winner is asked for.
  #low = null;
  #high = null; // twice the high integer, plus one if the position is won
  #next = 0; // the entry of a full slot to replace
  #left = 0; // positions that may still be looked at

  constructor(board, { misere = false, byMove = false }) {
    this.board = board;
    this.atEnd = misere ? WON : LOST;
    this.byMove = byMove;
    this.isLarge = board.size > MAX_HOLES;
    this.all = this.#parts(board.jumps);
    this.from = board.jumpsAt.map((jumps) => this.#parts(jumps));
  }

  #parts(jumps) {
    const parts = (key, half) => Int32Array.from(jumps, (jump) => split(jump[key])[half]);
    return {
      ends: jumps.map(({ end }) => end),
      pegsLow: parts("pegs", 0),
      pegsHigh: parts("pegs", 1),
      maskLow: parts("mask", 0),
      maskHigh: parts("mask", 1),
    };
  }

  // The turns from a position that lead to different positions: [{jumps, code}].
  turns(code) {
    const found = new Map();
    const add = (now, jumps) => {
      if (!found.has(now)) found.set(now, { jumps, code: now });
      if (!this.byMove) return;
      for (const jump of this.board.jumpsAt[jumps.at(-1).end])
        if ((now & jump.mask) === jump.pegs) add(now ^ jump.mask, [...jumps, jump]);
    };
    for (const jump of this.board.jumpsFrom(code)) add(code ^ jump.mask, [jump]);
    return [...found.values()];
  }

  // Whether the player to move wins; null if looking at `most` positions is not enough to tell.
  wins(code, most = Infinity) {
    if (this.isLarge) return null;
    this.#low ??= new Int32Array(4 * SLOTS).fill(FREE);
    this.#high ??= new Int32Array(4 * SLOTS);
    this.#left = most;
    const value = this.#value(...split(code));
    return value === UNKNOWN ? null : value === WON;
  }

  // The turns from a position, and whether each of them wins for the player who makes it.
  valued(code, most = Infinity) {
    let left = most;
    return this.turns(code).map((turn) => {
      const lost = this.wins(turn.code, left);
      left = this.#left;
      return { ...turn, wins: lost === null ? null : !lost };
    });
  }

  // The same for a player who has to choose a turn. If all turns lose, `hope` is the share of the
  // answers to a turn that would give the win back.
  advice(code, most = Infinity) {
    const turns = this.valued(code, most);
    if (turns.some(({ wins }) => wins !== false)) return turns;
    return turns.map((turn) => {
      const answers = this.valued(turn.code, most / turns.length);
      return { ...turn, hope: answers.filter(({ wins }) => wins === false).length / answers.length };
    });
  }

  #value(low, high) {
    const slot = slotOf(low, high);
    for (let i = slot; i < slot + 4; i += 1)
      if (this.#low[i] === low && this.#high[i] >> 1 === high) return this.#high[i] & 1;
    if (this.#left-- <= 0) return UNKNOWN;
    const value = this.#best(this.all, low, high) ?? this.atEnd;
    if (value !== UNKNOWN) this.#remember(slot, low, 2 * high + value);
    return value;
  }

  // The best value of all turns that go on with the given jumps; null if none of them is possible.
  #best({ ends, pegsLow, pegsHigh, maskLow, maskHigh }, low, high) {
    let best = null;
    for (let i = 0; i < ends.length; i += 1) {
      if ((low & maskLow[i]) !== pegsLow[i] || (high & maskHigh[i]) !== pegsHigh[i]) continue;
      const [toLow, toHigh] = [low ^ maskLow[i], high ^ maskHigh[i]];
      const value = this.#value(toLow, toHigh);
      if (value === LOST) return WON;
      const more = this.byMove ? this.#best(this.from[ends[i]], toLow, toHigh) : null;
      if (more === WON) return WON;
      if (value === UNKNOWN || more === UNKNOWN) best = UNKNOWN;
      best ??= LOST;
    }
    return best;
  }

  #remember(slot, low, high) {
    let at = slot;
    while (at < slot + 4 && this.#low[at] !== FREE) at += 1;
    if (at === slot + 4) at = slot + (this.#next++ & 3);
    this.#low[at] = low;
    this.#high[at] = high;
  }
}
