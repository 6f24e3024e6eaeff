"""Positions that a resource count excludes are never made.

No jump raises a resource count. Forward, a position that counts less than every finish is lost;
backward, one that counts more than every start is out of reach. So is one with something left to
lose, but less than its parities need to become those of the finish
(:mod:`pegsolitaire.theory.lossless`). What a jump lowers a count by, and which parities it
changes, does not depend on the position: what is left to lose before a jump, and the parities, say
which jumps are excluded. These cost neither a canonical form nor a slot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine.bits.arrays import Bytes, Words
from pegsolitaire.engine.bits.compiled import inlined
from pegsolitaire.engine.bits.layout import Layout
from pegsolitaire.engine.bits.words import to_words
from pegsolitaire.game import Problem
from pegsolitaire.theory import ResourceCount
from pegsolitaire.theory.lossless import LosslessParities

_BITS = 9  # of a word that are looked up at a time
_WORD = 64


class Pruning(NamedTuple):
    """What resource counts exclude, as the kernels take it.

    Pegs are looked up nine bits of a word at a time: what they add to what is left to lose, less
    what is always needed, and what they change of the parities. The jumps that may be made, a bit
    each, stand in rows: with -1 left to lose or less, with 0, 1, and so on.
    """

    parts: npt.NDArray[np.int32]  # (counts, chunks, 512): what is left to lose
    parities: Bytes  # (counts, chunks, 512)
    allowed: Words  # (counts, parities, most, words)


def make_pruning(
    layout: Layout, problem: Problem, counts: Sequence[ResourceCount], *, backward: bool
) -> Pruning | None:
    """What some resource counts exclude on the way from the starts to the finishes.

    It is for jumps or, ``backward``, for jumps that are undone.
    """
    if not counts:
        return None
    made = [_Prepared(layout, problem, count, backward) for count in counts]
    parities, rows = (max(one.allowed.shape[axis] for one in made) for axis in (0, 1))
    allowed = np.zeros((len(made), parities, rows, made[0].allowed.shape[2]), np.uint64)
    for c, one in enumerate(made):
        # More than enough is left in the rows beyond those of a count.
        own = np.pad(one.allowed, ((0, 0), (0, rows - one.allowed.shape[1]), (0, 0)), "edge")
        allowed[c, : len(own)] = own
    return Pruning(
        np.array([one.parts for one in made]), np.array([one.parities for one in made]), allowed
    )


class _Prepared:
    """The tables of one count."""

    def __init__(
        self, layout: Layout, problem: Problem, count: ResourceCount, backward: bool
    ) -> None:
        holes, jumps = range(len(layout.board)), layout.board.jumps
        lossless = LosslessParities(count)
        sign = -1 if backward else 1
        ends = problem.starts if backward else problem.finishes
        # What a position must count at least, by its parities.
        needed = [
            min(sign * count.of(end) + lossless.least[own ^ lossless.of(end)] for end in ends)
            for own in range(len(lossless.least))
        ]
        losses = [count.loss_of(jump) for jump in jumps]
        rows = max(needed) - min(needed) + max(losses) + 2
        self.allowed: Words = np.zeros((len(needed), rows, -(-len(jumps) // _WORD)), np.uint64)
        for own in range(len(needed)):
            for j, (jump, loss) in enumerate(zip(jumps, losses, strict=True)):
                least = needed[own ^ lossless.of(jump.mask)] - min(needed) + loss
                self.allowed[own, least + 1 :, j // _WORD] |= np.uint64(1 << j % _WORD)
        self.parts = np.zeros((-(-len(holes) // _BITS), 1 << _BITS), np.int32)
        self.parities: Bytes = np.zeros(self.parts.shape, np.uint8)
        pegs = np.arange(1 << _BITS)
        for i, word in enumerate(to_words(layout, [1 << i for i in holes])):
            chunk, bit = divmod(int(word).bit_length() - 1, _BITS)
            peg = pegs >> bit & 1
            self.parts[chunk] += (sign * count.weights[i] * peg).astype(np.int32)
            self.parities[chunk] ^= (lossless.of(1 << i) * peg).astype(np.uint8)
        self.parts[0] -= min(needed)


@inlined
def find_allowed(word: np.uint64, pruning: Pruning, allowed: Words) -> None:
    """Write down the jumps that no count excludes after a word."""
    most = pruning.allowed.shape[2] - 2
    allowed[:] = ~np.uint64(0)
    for c in range(pruning.parts.shape[0]):
        left, own, rest = 0, 0, word
        for chunk in range(pruning.parts.shape[1]):
            left += pruning.parts[c, chunk, rest & np.uint64(511)]
            own ^= pruning.parities[c, chunk, rest & np.uint64(511)]
            rest >>= np.uint64(9)
        row = min(max(left, -1), most) + 1
        for k in range(allowed.size):
            allowed[k] &= pruning.allowed[c, own, row, k]
