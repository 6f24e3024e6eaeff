"""Positions that a resource count excludes are never made.

No jump raises a resource count. Forward, a position that counts less than every finish is lost;
backward, one that counts more than every start is out of reach. What a jump lowers a count by does
not depend on the position, so what is left to lose before a jump says which jumps are excluded:
they cost neither a canonical form nor a slot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.engine.bits.compiled import inlined
from pegsolitaire.engine.bits.hashing import ONE
from pegsolitaire.engine.bits.layout import Layout
from pegsolitaire.engine.bits.words import to_words
from pegsolitaire.game import Problem

_BITS = 9  # of a word that are looked up at a time
_WORD = 64


class Pruning(NamedTuple):
    """What resource counts exclude, as the kernels take it.

    Attributes
    ----------
    parts : (counts, chunks, 512) array of int32
        What the pegs in nine bits of a word add to what is left to lose, less the bound.
    allowed : (counts, most, words) array of uint64
        The jumps that may be made, a bit each, with -1 left or less, with 0, 1, and so on.
    """

    parts: npt.NDArray[np.int32]
    allowed: Words


def make_pruning(
    layout: Layout, problem: Problem, weights: Sequence[Sequence[int]], *, backward: bool
) -> Pruning | None:
    """What some resource counts exclude on the way from the starts to the finishes.

    Parameters
    ----------
    weights : sequence of sequences of int
        For each count the weights of the holes, row by row; their sum is never raised by a jump.
    backward : bool
        Whether jumps are undone.
    """
    if not weights:
        return None
    holes, jumps = range(len(layout.board)), layout.board.jumps
    bits = [int(w).bit_length() - 1 for w in to_words(layout, [1 << i for i in holes])]
    sign = -1 if backward else 1
    ends = problem.starts if backward else problem.finishes
    losses = [[w[j.start] + w[j.over] - w[j.end] for j in jumps] for w in weights]
    most = max(map(max, losses))
    parts = np.zeros((len(weights), -(-len(holes) // _BITS), 1 << _BITS), np.int32)
    allowed = np.zeros((len(weights), most + 2, -(-len(jumps) // _WORD)), np.uint64)
    pegs = np.arange(1 << _BITS)
    for c, weight in enumerate(weights):
        for i in holes:
            chunk, bit = divmod(bits[i], _BITS)
            parts[c, chunk] += (sign * weight[i] * (pegs >> bit & 1)).astype(np.int32)
        # The least that a finish counts, or the most that a start does.
        parts[c, 0] -= min(sign * sum(weight[i] for i in holes if code >> i & 1) for code in ends)
        for j, loss in enumerate(losses[c]):
            allowed[c, loss + 1 :, j // _WORD] |= np.uint64(1 << j % _WORD)
    return Pruning(parts, allowed)


@inlined
def find_allowed(word: np.uint64, pruning: Pruning, allowed: Words) -> None:
    """Write down the jumps that no count excludes after a word."""
    most = pruning.allowed.shape[1] - 2
    allowed[:] = ~np.uint64(0)
    for c in range(pruning.parts.shape[0]):
        left, rest = 0, word
        for chunk in range(pruning.parts.shape[1]):
            left += pruning.parts[c, chunk, rest & np.uint64(511)]
            rest >>= np.uint64(9)
        row = min(max(left, -1), most) + 1
        for k in range(allowed.size):
            allowed[k] &= pruning.allowed[c, row, k]


@inlined
def is_allowed(allowed: Words, jump: int) -> bool:
    """Whether a jump is among those written down."""
    return bool((allowed[jump >> 6] >> np.uint64(jump & 63)) & ONE)
