"""The compiled loop that hands the values of a level to the level above it.

``images`` is the group on row-by-row codes as look-up tables, the identity first; ``turned[s, i]``
is where symmetry ``s`` takes hole ``i``. All codes are the least of their images, sorted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pegsolitaire.engine.bits.arrays import Bytes, Counts, Floats, Rows, Words
from pegsolitaire.engine.bits.bit_kernels import lowest_bit, pegs_of
from pegsolitaire.engine.bits.canonical_kernels import look_up
from pegsolitaire.engine.bits.code_kernels import place_of
from pegsolitaire.engine.bits.compiled import compiled
from pegsolitaire.engine.bits.hashing import ONE
from pegsolitaire.engine.bits.legal_kernels import legal_jumps

#: More moves than any position needs.
NEVER = np.uint8(255)


class Rules(NamedTuple):
    """The jumps of a board on row-by-row codes, and the group that levels are reduced by."""

    tests: Words  # (groups, 64)
    shown: Words  # (groups, 64): a jump is legal where ``code & test == shown``
    masks: Words  # (symmetries, jumps): what each makes of what a jump changes, the identity first
    starts: Counts  # (jumps,)
    ends: Counts  # (jumps,)
    images: Words  # (symmetries, chunks, 2**bits)
    bits: np.uint64
    turned: Counts  # (symmetries, holes)


class LevelValues(NamedTuple):
    """A level, and the values of each of its positions.

    Solutions are counted in limbs of 64 bits, the least first; without limbs there are no chances
    either, for each costs a look at memory for each jump. The chance is that of a player who takes
    any legal jump.
    """

    codes: Words  # (n,)
    solutions: Rows  # (n, limbs)
    chances: Floats  # (n,)
    moves: Bytes  # (n,): the fewest moves to a finish
    orbits: Bytes  # (n,): how many positions each stands for
    jumps: Bytes  # (n,): the legal jumps
    winning: Bytes  # (n,): those of them that lead to the level below
    going: Bytes  # (n, holes): the fewest moves where that peg has just jumped, and may go on


@compiled
def look_ahead(
    below: LevelValues, level: LevelValues, rules: Rules, first: int, last: int
) -> None:
    """Fill in the values of some positions of a level from all of the level below."""
    limbs = level.solutions.shape[1]
    tests, shown, masks, images = rules.tests, rules.shown, rules.masks, rules.images
    own = np.empty(images.shape[0], np.uint64)
    for i in range(first, last):
        code = level.codes[i]
        many = winning = same = 0
        chance = 0.0
        level.going[i, :] = NEVER
        best = NEVER
        for s in range(own.size):
            own[s] = look_up(images[s], rules.bits, code)
            same += own[s] == code
        for group in range(tests.shape[0]):
            legal = legal_jumps(code, tests, shown, group)
            many += pegs_of(legal)
            while legal != 0:
                j = 64 * group + lowest_bit(legal)
                legal &= legal - ONE
                least, turn = own[0] ^ masks[0, j], 0
                for s in range(1, own.size):
                    image = own[s] ^ masks[s, j]
                    if image < least:
                        least, turn = image, s
                k = place_of(least, below.codes)
                if k < 0:
                    continue
                winning += 1
                carry = np.uint64(0)
                for limb in range(limbs):
                    one = level.solutions[i, limb]
                    two = one + below.solutions[k, limb]
                    sum = two + carry
                    carry = np.uint64(two < one) + np.uint64(sum < two)
                    level.solutions[i, limb] = sum
                if limbs:
                    chance += below.chances[k]
                rest = below.going[k, rules.turned[turn, rules.ends[j]]]
                start = rules.starts[j]
                level.going[i, start] = min(level.going[i, start], rest)
                best = min(best, np.uint8(rest + 1))
        level.moves[i] = best
        level.chances[i] = chance / many
        level.orbits[i] = own.size // same
        level.jumps[i] = many
        level.winning[i] = winning
        for hole in range(level.going.shape[1]):
            level.going[i, hole] = min(level.going[i, hole], best)
