"""A position class as an array of bits: every position of it has an index, and every index one.

A class is a coset of the span of the jumps over GF(2). If jumps keep d parities, d holes can be
dropped: their pegs follow from those of the others. What is left, read as a binary number, is the
index.

Bits of an index, low to high::

    0 .. 5     the bit within a word
    6 .. 16    the word within a block of 16 KiB, which stays in the first-level cache
    17 ..      the block

Holes that few jumps touch (those at the corners) are dropped, or get the low bits: a jump over
holes of high bits concerns one word in eight, one over holes of the lowest six all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board
from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.theory import invariants

_CHEAP = 9  # low bits, which the holes with the fewest jumps get


class Coset:
    """A position class, that of any member, with an index for every position.

    The board may be of any size: whether an array of that size fits is another matter.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> coset = Coset(board, board.vacancy("d4").code)
    >>> coset.bits, len(coset.dropped), board.single("d1").code in coset
    (29, 4, True)
    >>> coset.code(coset.index(board.single("d4").code)) == board.single("d4").code
    True
    """

    def __init__(self, board: Board, member: int) -> None:
        self.board = board
        touching = [sum(jump.mask >> i & 1 for jump in board.jumps) for i in range(len(board))]
        order = sorted(range(len(board)), key=lambda i: (touching[i], i))
        #: For each dropped hole a parity that jumps keep: a mask of it and of kept holes.
        self.dropped = _dropped(board, order)
        kept = [i for i in order if i not in self.dropped]
        #: The hole of each bit of an index.
        self.kept = (*kept[:_CHEAP], *sorted(kept[_CHEAP:]))
        self.odd = {hole: (member & mask).bit_count() & 1 for hole, mask in self.dropped.items()}

    @property
    def bits(self) -> int:
        """The bits of an index: the rank of the jumps."""
        return len(self.kept)

    def __len__(self) -> int:
        return 1 << self.bits

    def __contains__(self, code: int) -> bool:
        return 0 <= code <= self.board.full_code and all(
            (code & mask).bit_count() & 1 == self.odd[hole] for hole, mask in self.dropped.items()
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Coset):
            return NotImplemented
        return (self.board, self.odd) == (other.board, other.odd)

    def __hash__(self) -> int:
        return hash((self.board, tuple(self.odd.items())))

    def __repr__(self) -> str:
        return f"Coset({self.board!r}, {self.code(0)})"

    @cached_property
    def bit(self) -> dict[int, int]:
        """The bit of an index that each kept hole has."""
        return {hole: bit for bit, hole in enumerate(self.kept)}

    @cached_property
    def parities(self) -> dict[int, tuple[int, int]]:
        """For each dropped hole, the bits of an index and what is added to their sum.

        Together they say, modulo 2, whether the hole has a peg.
        """
        return {
            hole: (sum(1 << bit for i, bit in self.bit.items() if mask >> i & 1), self.odd[hole])
            for hole, mask in self.dropped.items()
        }

    def index(self, code: int) -> int:
        """The index of a position of the class."""
        return sum((code >> hole & 1) << bit for bit, hole in enumerate(self.kept))

    def code(self, index: int) -> int:
        """The code of the position of an index."""
        code = sum((index >> bit & 1) << hole for bit, hole in enumerate(self.kept))
        for hole, (bits, odd) in self.parities.items():
            code |= ((index & bits).bit_count() & 1 ^ odd) << hole
        return code

    def indices(self, codes: Words) -> npt.NDArray[np.int64]:
        """The indices of many positions, of boards of up to 64 holes."""
        found = np.zeros(len(codes), np.int64)
        for bit, hole in enumerate(self.kept):
            found |= (codes >> np.uint64(hole) & np.uint64(1)).astype(np.int64) << bit
        return found

    def codes(self, indices: npt.NDArray[np.int64]) -> Words:
        """The codes of many indices, on boards of up to 64 holes."""
        found = np.zeros(len(indices), np.uint64)
        for bit, hole in enumerate(self.kept):
            found |= (indices >> bit & 1).astype(np.uint64) << np.uint64(hole)
        for hole, (bits, odd) in self.parities.items():
            peg = (
                np.bitwise_count(indices & bits).astype(np.uint64) ^ np.uint64(odd)
            ) & np.uint64(1)
            found |= peg << np.uint64(hole)
        return found


def _dropped(board: Board, order: Sequence[int]) -> dict[int, int]:
    """The first holes in order that can be dropped, each with its own parity."""
    rows, chosen = list(invariants(board)), dict[int, int]()
    for hole in order:
        pivot = next((row for row in rows if row >> hole & 1), None)
        if pivot is not None:
            rows = [row ^ pivot if row >> hole & 1 else row for row in rows if row != pivot]
            chosen = {
                other: row ^ pivot if row >> hole & 1 else row for other, row in chosen.items()
            }
            chosen[hole] = pivot
    return chosen
