"""Positions of a class as a bitmap."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.engine.bits.workers import Workers
from pegsolitaire.engine.dense.closure_kernels import count_by_pegs
from pegsolitaire.engine.dense.coset import Coset
from pegsolitaire.engine.dense.jump_tables import BLOCK_BITS, WORD_BITS, block_words

_MOST_PARITIES = 10  # for which there are tables: 2**parities rows
_LISTED = 1 << 16  # words whose positions are listed at a time


class Bitmap:
    """Positions of a class, a bit each: index by index, from the lowest bit of the first word.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.engine import close
    >>> board = triangle(5)
    >>> reached = close(board, [board.vacancy("a1").code], "forward")
    >>> len(reached), board.single("a1").code in reached
    (3016, True)
    """

    def __init__(self, coset: Coset, words: Words) -> None:
        self.coset = coset
        self.words = words

    def __contains__(self, code: int) -> bool:
        if code not in self.coset:
            return False
        index = self.coset.index(code)
        return bool(int(self.words[index >> WORD_BITS]) >> (index & 63) & 1)

    def contains_codes(self, codes: Words) -> npt.NDArray[np.bool_]:
        """Whether positions are there, for codes that are all of the class."""
        indices = self.coset.indices(codes)
        bits = self.words[indices >> WORD_BITS] >> (indices & 63).astype(np.uint64)
        found: npt.NDArray[np.bool_] = (bits & np.uint64(1)).astype(np.bool_)
        return found

    def __len__(self) -> int:
        return sum(self.by_pegs().values())

    def by_pegs(self) -> dict[int, int]:
        """The number of positions, by their pegs."""
        several = len(self.coset.parities) > _MOST_PARITIES
        counts = self._listed_by_pegs() if several else self._counted_by_pegs()
        return {pegs: int(n) for pegs, n in enumerate(counts) if n}

    def _listed_by_pegs(self) -> npt.NDArray[np.int64]:
        """On boards of several parts, or with holes that no jump touches: one by one."""
        total = np.zeros(len(self.coset.board) + 1, np.int64)
        for first in range(0, len(self.words), _LISTED):
            indices = indices_of_bits(self.words[first : first + _LISTED]) + (first << WORD_BITS)
            pegs = np.bitwise_count(self.coset.codes(indices))
            total += np.bincount(pegs, minlength=len(total))
        return total

    def _counted_by_pegs(self) -> npt.NDArray[np.int64]:
        coset, size = self.coset, block_words(self.coset)
        blocks = len(self.words) // size
        parities = list(coset.parities.values())
        near = np.array([_key(parities, word << WORD_BITS) for word in range(size)], np.int64)
        far = np.array([bits >> BLOCK_BITS for bits, _ in parities], np.int64)
        places = _places_by_pegs(parities)

        def part(first: int, last: int) -> npt.NDArray[np.int64]:
            counts = np.zeros(len(coset.board) + 64, np.int64)
            count_by_pegs(self.words, size, first, last, near, far, places, counts)
            return counts

        with Workers() as workers:
            parts = workers.share(blocks, len(self.words), part)
        total: npt.NDArray[np.int64] = np.sum(parts, axis=0)
        return total


def _key(parities: list[tuple[int, int]], index: int) -> int:
    return sum(((index & bits).bit_count() & 1) << k for k, (bits, _) in enumerate(parities))


def _places_by_pegs(parities: list[tuple[int, int]]) -> Words:
    """For each key, the places of a word by their pegs there and in dropped holes."""
    table = np.zeros((1 << len(parities), WORD_BITS + len(parities) + 1), np.uint64)
    for key in range(1 << len(parities)):
        for place in range(64):
            dropped = sum(
                ((place & bits & 63).bit_count() & 1) ^ (key >> k & 1) ^ odd
                for k, (bits, odd) in enumerate(parities)
            )
            table[key, place.bit_count() + dropped] |= np.uint64(1 << place)
    return table


def indices_of_bits(words: Words) -> npt.NDArray[np.int64]:
    """The numbers of the bits that are set, in order.

    Examples
    --------
    >>> indices_of_bits(np.array([5, 0, 1 << 63], np.uint64)).tolist()
    [0, 2, 191]
    """
    where = np.flatnonzero(words)
    bits = np.unpackbits(words[where].view(np.uint8), bitorder="little").reshape(-1, 64)
    row, bit = np.nonzero(bits)
    found: npt.NDArray[np.int64] = where[row] * 64 + bit
    return found
