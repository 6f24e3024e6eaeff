// The types of the page's data, for the checker and for readers. There is no code here.
//
// A position is a BigInt whose bit i is set if hole i holds a peg. A place is where the player is, as
// in the address: see router.js.

/** @typedef {bigint} Position */
/** @typedef {number} Hole the index of a hole, row by row */

/**
 * @typedef {object} Jump
 * @property {Hole} start
 * @property {Hole} over
 * @property {Hole} end
 * @property {Position} pegs the holes that must hold pegs
 * @property {Position} mask the holes that change
 * @property {string} text such as d2-d4
 */

/**
 * A jump that was just made: back if it was taken back, dragged if a pointer moved the peg.
 * @typedef {Jump & {back?: boolean, dragged?: boolean}} Move
 */

/** @typedef {{board: string, start: string, finish: string}} Config the board and problem of a game */

/**
 * A problem as a provider describes it, or the page itself before a provider answers.
 * @typedef {object} Problem
 * @property {string} board
 * @property {{name: string, lattice: string, holes: number[][], taken: string[]}} geometry
 * @property {string} start
 * @property {string} start_code
 * @property {string} finish
 * @property {string[]} finish_codes
 * @property {string[]} feasible the holes that the position class allows
 * @property {number | null} best the fewest moves known
 * @property {boolean} proven
 * @property {string[] | null} shortest the moves of a solution with the fewest moves
 * @property {Sets} sets
 */

/**
 * The winning sets of a problem.
 * @typedef {object} Sets
 * @property {string} state asked, absent, building, ready, none, large, slow, failed, unjudged or gone
 * @property {string} message
 * @property {any} estimate
 * @property {string | null} [job]
 * @property {boolean} [cancelled]
 */

/** @typedef {{winning: boolean | null, jumps: Record<string, boolean | null> | null}} Verdict */

/**
 * Why a position is lost.
 * @typedef {object} Reason
 * @property {string} sentence
 * @property {string} shows how the rings of its picture move
 * @property {string[][]} rings the names of holes
 * @property {string[]} arrows jumps
 * @property {string[]} numbers
 * @property {number[] | null} weights
 * @property {{title: string, lines: string[], weights: number[] | null}[]} proof
 * @property {string} title
 */

/** @typedef {{pegs: number, finish: string | null, exact: boolean, jumps: string[]}} BestEnd */
/**
 * A short statement about some holes that explains why a position is lost.
 * @typedef {object} Claim
 * @property {string} claim its kind: a key of the words
 * @property {number} count the number of holes in the first group
 * @property {string[]} goal the finishes
 * @property {string[][]} holes the names of the holes of each group
 * @property {string[]} jumps the best possible ending, if the claim is about it
 */

/**
 * @typedef {object} Why
 * @property {Claim | null} claim
 * @property {Reason[]} reasons
 * @property {BestEnd | null} best
 * @property {number} at the reason that is shown
 * @property {number[] | null} weights the numbers that are shown in the holes
 * @property {boolean} deep whether the board shows the reason instead of the claim
 */

/** @typedef {{jump: string, rivals: {jump: string, claim: Claim}[]}} Hint */

/**
 * A message about the last question or press. It is passing if lifting a peg ends it.
 * @typedef {object} Notice
 * @property {string} text
 * @property {string} [tone]
 * @property {string | null} [action] the name of a button
 * @property {boolean} [passing]
 * @property {Jump[]} [arrows]
 */

/**
 * The holes of the lifted peg, under the pointer, and with the keyboard focus, and whether the lifted
 * peg has jumped and was not pressed since.
 * @typedef {{lifted: Hole | null, hovered: Hole | null, focus: Hole, held: boolean}} Selection
 */

/** @typedef {{code: Position, checked: any, readAs: string | null}} Editing */
/** @typedef {{jumps: Jump[], at: number, lost: number | null, best?: number, exact?: boolean, better?: string}} Loss */
/** @typedef {{type: string} & Record<string, any>} Intent what the player did, or a provider's answer */
/** @typedef {{kind: string} & Record<string, any>} Place */
/**
 * Where a puzzle stands in a list, with the addresses of its neighbours and of the list.
 * @typedef {{name: string, number: number, all: number, before: string | null, next: string | null, address: string}} Standing
 */
/** @typedef {{rating: number | null, low: number, high: number, games: number, missing: number}} Skill */

export {};
