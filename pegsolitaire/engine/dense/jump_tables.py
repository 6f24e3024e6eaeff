"""What each jump is to the bits of a position class: the tables of the dense kernels.

A jump links two positions whose indices differ in the bits of its kept holes. It concerns the
positions whose index has certain bits there, and whose dropped holes, which are parities of other
bits, are as the jump wants them. All of that is split into what holds for a block, for a word of
a block and for the places of a word, so that the kernels do no more than masks and shifts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Literal

import numpy as np

from pegsolitaire.board.jumps import JumpMask
from pegsolitaire.engine.dense.closure_kernels import Pulls
from pegsolitaire.engine.dense.coset import Coset

Direction = Literal["forward", "backward"]

WORD_BITS = 6
BLOCK_BITS = 17
_RUN = 8
_FULL = (1 << 64) - 1

#: The places of a word whose number has bit 0, 1, .. 5 set.
PLACES = tuple(
    sum(1 << place for place in range(64) if place >> bit & 1) for bit in range(WORD_BITS)
)


def block_words(coset: Coset) -> int:
    """The words of a block: fewer where the whole class has fewer."""
    return 1 << max(0, min(coset.bits, BLOCK_BITS) - WORD_BITS)


def make_pulls(coset: Coset, direction: Direction) -> Pulls:
    """The tables that the kernels pull with.

    Forward a position is added when a jump leads to it from one that is there, backward when a
    jump leads from it to one that is there.
    """
    rows = [_Pull(coset, jump, direction) for jump in coset.board.jumps]
    runs: list[int] = []
    ones: list[int] = []
    runs_from, ones_from = (np.zeros((len(rows), 9), np.int64) for _ in range(2))
    for number, row in enumerate(rows):
        for key in range(row.keys):
            runs_from[number, key], ones_from[number, key] = len(runs), len(ones)
            some_runs, some_ones = row.words(key)
            runs += some_runs
            ones += some_ones
            runs_from[number, key + 1], ones_from[number, key + 1] = len(runs), len(ones)
    return Pulls(
        across=np.array([row.turn >> BLOCK_BITS for row in rows], np.int64),
        turn=np.array([row.word_turn for row in rows], np.int64),
        must=np.array([row.must >> BLOCK_BITS for row in rows], np.int64),
        equal=np.array([row.equal >> BLOCK_BITS for row in rows], np.int64),
        up=np.array([max(row.shift, 0) for row in rows], np.uint64),
        down=np.array([max(-row.shift, 0) for row in rows], np.uint64),
        keys=np.array([row.keys for row in rows], np.int64),
        far=np.array([row.far for row in rows], np.int64).reshape(-1, 3),
        pattern=np.array([row.patterns for row in rows], np.uint64).reshape(-1, 8),
        runs_from=runs_from,
        ones_from=ones_from,
        runs=np.array(runs, np.int64),
        ones=np.array(ones, np.int64),
    )


class _Pull:
    """One jump: which positions it adds, as conditions on the bits of their indices."""

    def __init__(self, coset: Coset, jump: JumpMask, direction: Direction) -> None:
        before = {jump.start: 1, jump.over: 1, jump.end: 0}
        wanted = before if direction == "backward" else {i: 1 - peg for i, peg in before.items()}
        bits = {coset.bit[hole]: peg for hole, peg in wanted.items() if hole in coset.bit}
        #: The bits that the jump changes, those that a position must have, and how.
        self.must = self.turn = sum(1 << bit for bit in bits)
        self.equal = sum(peg << bit for bit, peg in bits.items())
        low = {bit: peg for bit, peg in bits.items() if bit < WORD_BITS}
        self.shift = sum((1 if peg else -1) << bit for bit, peg in low.items())
        #: Of dropped holes: the bits that their pegs depend on, and the parity that is wanted.
        self.parities = [
            (coset.parities[hole][0], peg ^ coset.parities[hole][1])
            for hole, peg in wanted.items()
            if hole in coset.parities
        ]
        self.size = block_words(coset)
        self.near = _pattern(low.items())

    @property
    def keys(self) -> int:
        return 1 << len(self.parities)

    @property
    def word_turn(self) -> int:
        return self.turn >> WORD_BITS & self.size - 1

    @property
    def far(self) -> list[int]:
        """Of each parity the bits of the block."""
        far = [bits >> BLOCK_BITS for bits, _ in self.parities]
        return far + [0] * (3 - len(far))

    @property
    def patterns(self) -> list[int]:
        """For each key, the parities of the bits above the word, the places of a word."""
        found = []
        for key in product((0, 1), repeat=len(self.parities)):
            pattern = self.near
            for (bits, wanted), above in zip(self.parities, reversed(key), strict=True):
                odd = _sum_of_places(bits)
                pattern &= odd if wanted ^ above else ~odd & _FULL
            found.append(pattern)
        return found + [0] * (8 - len(found))

    def words(self, key: int) -> tuple[list[int], list[int]]:
        """The words of a block that fit and have that key: the first of each run, and others."""
        fits = {word for word in self._fitting() if self._key(word) == key}
        whole = self.word_turn % _RUN == 0
        runs = [
            word
            for word in fits
            if whole and word % _RUN == 0 and fits.issuperset(range(word, word + _RUN))
        ]
        rest = fits.difference(*(range(word, word + _RUN) for word in runs))
        return sorted(runs), sorted(rest)

    def _fitting(self) -> Iterator[int]:
        must, equal = (bits >> WORD_BITS & self.size - 1 for bits in (self.must, self.equal))
        return (word for word in range(self.size) if word & must == equal)

    def _key(self, word: int) -> int:
        return sum(
            ((word << WORD_BITS & bits).bit_count() & 1) << number
            for number, (bits, _) in enumerate(self.parities)
        )


def _pattern(bits: Iterable[tuple[int, int]]) -> int:
    """The places of a word whose numbers have these bits."""
    pattern = _FULL
    for bit, peg in bits:
        pattern &= PLACES[bit] if peg else ~PLACES[bit]
    return pattern


def _sum_of_places(bits: int) -> int:
    """The places of a word whose numbers have an odd number of these bits."""
    odd = 0
    for bit, places in enumerate(PLACES):
        if bits >> bit & 1:
            odd ^= places
    return odd
