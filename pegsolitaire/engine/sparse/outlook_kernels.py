"""The compiled loop that hands what is known of a level to the level above it.

``images`` is the group on row-by-row codes as look-up tables, the identity first; ``turned[s, i]``
is where symmetry ``s`` takes hole ``i``. All codes are the least of their images, sorted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pegsolitaire.engine.bits.arrays import Bytes, Counts, Floats, Rows, Words
from pegsolitaire.engine.bits.canonical_kernels import look_up
from pegsolitaire.engine.bits.code_kernels import place_of
from pegsolitaire.engine.bits.compiled import compiled

#: More moves than any position needs.
NEVER = np.uint8(255)


class Rules(NamedTuple):
    """The jumps of a board on row-by-row codes, and the group that levels are reduced by."""

    masks: Words
    wanted: Words
    starts: Counts
    ends: Counts
    images: Words
    bits: np.uint64
    turned: Counts


class Known(NamedTuple):
    """A level, and what is known of each of its positions.

    Attributes
    ----------
    codes : (n,) array of uint64
    solutions : (n, limbs) array of uint64
        The number of ways to win, in limbs of 64 bits, the least first.
    chances : (n,) array of float64
        Of a player who takes any legal jump.
    moves : (n,) array of uint8
        The fewest moves to a finish.
    going : (n, holes) array of uint8
        The same where the peg in a hole has just jumped, and may go on in the same move.
    """

    codes: Words
    solutions: Rows
    chances: Floats
    moves: Bytes
    going: Bytes


@compiled
def look_ahead(below: Known, level: Known, rules: Rules, first: int, last: int) -> None:
    """Fill in what is known of some positions of a level from all of the level below.

    Where solutions have no limbs, the fewest moves alone: the rest would cost a look at memory
    for each jump.
    """
    limbs = level.solutions.shape[1]
    for i in range(first, last):
        code = level.codes[i]
        legal = 0
        chance = 0.0
        level.going[i, :] = NEVER
        best = NEVER
        for j in range(rules.masks.size):
            if code & rules.masks[j] != rules.wanted[j]:
                continue
            legal += 1
            after = code ^ rules.masks[j]
            least, turn = after, 0
            for s in range(1, rules.images.shape[0]):
                image = look_up(rules.images[s], rules.bits, after)
                if image < least:
                    least, turn = image, s
            k = place_of(least, below.codes)
            if k < 0:
                continue
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
        level.chances[i] = chance / legal
        for hole in range(level.going.shape[1]):
            level.going[i, hole] = min(level.going[i, hole], best)
