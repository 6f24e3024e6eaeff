"""Hash tables, a partition of the words each, and the plan of how many fit memory at a time.

Where all tables of a level fit, one pass over the source level fills them. Where they do not, the
partitions are taken in runs: each pass over the source keeps the candidates of its run alone, and
what it makes is put away before the next pass begins. Going over the source again costs less than
writing every candidate to disk and reading it back, and memory is the tables of one run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from pegsolitaire.amounts import bytes_text
from pegsolitaire.engine.bits.arrays import Counts, Remainders, Rows
from pegsolitaire.engine.bits.hashing import Split, bytes_of_remainder
from pegsolitaire.engine.sparse.level_set import LevelSet, split_of
from pegsolitaire.errors import BoardTooLargeError

BYTES = 16  # log2 of the bytes that a partition's remainders should take: 64 KiB
MOST_LOGP = 10  # log2 of the most partitions in one pass, unless more make remainders small
FEW = 16  # slots that a table has at least
MOST_PASSES = 1 << 10  # beyond, a level would be gone through for days
_SMALL_FROM = 11  # log2 of the words in a partition that are worth many of them


@dataclass(frozen=True, eq=False)
class Tables:
    """One open-addressed table a partition, for a run of partitions; 0 marks an empty slot."""

    plan: TablePlan
    first: int  # the first partition of the run
    slots: Remainders  # (partitions, slots)
    sizes: Counts  # (partitions,)
    totals: Rows | None = None  # (partitions, slots, width): what goes with the word in each slot

    @property
    def split(self) -> Split:
        """How words are split into the partitions of the run."""
        return split_of(self.plan.holes, self.plan.logp, self.first)

    @property
    def nbytes(self) -> int:
        """The bytes of the tables."""
        return self.slots.nbytes + (0 if self.totals is None else self.totals.nbytes)

    def part(self, first: int, last: int) -> Tables:
        """Those of some of the partitions of the run."""
        totals = None if self.totals is None else self.totals[first:last]
        slots, sizes = self.slots[first:last], self.sizes[first:last]
        return Tables(self.plan, self.first + first, slots, sizes, totals)

    def level(self, stored: Remainders, offsets: Counts, rows: Rows | None = None) -> LevelSet:
        """The level set of what was collected from them, partition by partition."""
        plan = self.plan
        return LevelSet(stored, offsets, plan.holes, rows, first=self.first, parts=1 << plan.logp)

    def __len__(self) -> int:
        return len(self.sizes)


@dataclass(frozen=True)
class TablePlan:
    """How the tables of a level are filled: ``2**logp`` partitions, ``together`` a pass."""

    holes: int  # the bits of a word
    logp: int
    slots: int  # of a table
    together: int
    width: int = 0  # how many numbers go with a word

    @classmethod
    def for_words(
        cls,
        holes: int,
        expected: int,
        memory: int,
        width: int = 0,
        *,
        on_disk: bool = False,
        at_once: bool = False,
    ) -> TablePlan:
        """A plan for about that many words, with tables half full.

        Raises BoardTooLargeError where the words themselves, put together, outgrow the memory, and
        may not lie on disk; where it takes several passes, and all tables are wanted ``at_once``;
        or where it takes more than a thousand.
        """
        logp = _partitions_for(holes, expected)
        whole = cls(holes, logp, _slots_for(expected >> logp), 1 << logp, width)
        passes = whole._passes(memory, collected=not on_disk)
        # Runs are put together when all are there, so that their words are there twice.
        needed = 2 * whole.nbytes if at_once else (whole.bytes_of_word * expected * 3) >> 1
        if passes > MOST_PASSES or (passes > 1 and needed > memory and not on_disk):
            raise BoardTooLargeError(
                f"the next level needs {bytes_text(needed)} of memory and "
                f"{bytes_text(memory)} may be used: this problem is too large for level sets "
                "in memory on this machine"
            )
        logp += passes.bit_length() - 1
        return cls(holes, logp, _slots_for(expected >> logp), whole.together, width)

    @classmethod
    def for_span(
        cls, holes: int, logp: int, partitions: int, expected: int, memory: int, width: int = 0
    ) -> TablePlan:
        """A plan for about that many words in some of ``2**logp`` partitions, not on disk."""
        whole = cls(holes, logp, _slots_for(-(-expected // partitions)), partitions, width)
        passes = whole._passes(memory, collected=True)
        return cls(holes, logp, whole.slots, max(1, partitions // passes), width)

    @classmethod
    def for_partitions(
        cls, holes: int, sizes: Counts, memory: int, *,
        logp: int | None = None, beside: int = 0, collected: bool = True,
    ) -> TablePlan:  # fmt: skip
        """A plan for words that are in partitions already, with tables half full.

        These may be a range of the ``2**logp`` partitions of a level. ``beside`` are the bytes
        that go with each slot; what is ``collected`` is there a second time in the end.
        """
        slots = max(FEW, 2 * int(sizes.max()))
        logp = len(sizes).bit_length() - 1 if logp is None else logp
        whole = cls(holes, logp, slots, len(sizes))
        passes = whole._passes(memory * whole.size // (whole.size + beside), collected=collected)
        return cls(holes, whole.logp, slots, max(1, len(sizes) // passes))

    @property
    def size(self) -> int:
        """The bytes of a stored remainder."""
        return bytes_of_remainder(self.holes, self.logp)

    @property
    def bytes_of_word(self) -> int:
        """The bytes of a stored remainder and of what goes with it."""
        return self.size + 8 * self.width

    @property
    def nbytes(self) -> int:
        """The bytes of the tables of a pass."""
        return self.bytes_of_word * self.together * self.slots

    def _passes(self, memory: int, *, collected: bool) -> int:
        """Into how many passes this plan of a single one must be split.

        What is collected from the tables needs nearly as much again as the tables; what is not,
        or in pieces, leaves them three quarters of the memory.
        """
        if 2 * self.nbytes <= memory:
            return 1
        most, passes = memory // 2 if collected else memory * 3 // 4, 1
        while self.nbytes // passes > most and passes < 1 << 16:
            passes *= 2
        return passes

    @property
    def is_whole(self) -> bool:
        """Whether one pass fills all tables."""
        return self.together == 1 << self.logp

    @property
    def runs(self) -> Iterator[int]:
        """The first partitions of the passes."""
        return iter(range(0, 1 << self.logp, self.together))

    @property
    def wider(self) -> TablePlan:
        """The same with twice as many slots."""
        return TablePlan(self.holes, self.logp, 2 * self.slots, self.together, self.width)

    def tables(self, first: int, dtype: npt.DTypeLike = np.uint64) -> Tables:
        """Empty tables for the pass that begins with that partition."""
        slots = np.zeros((self.together, self.slots), np.dtype(f"u{self.size}"))
        totals: npt.NDArray[Any] | None = None
        if self.width:
            totals = np.zeros((*slots.shape, self.width), dtype)
        return Tables(self, first, slots, np.zeros(self.together, np.int64), totals)


def _partitions_for(holes: int, expected: int) -> int:
    """Log2 of the partitions for about that many words, in few bytes where that pays."""
    least = holes - 31  # for small remainders
    small = least <= max(MOST_LOGP, expected.bit_length() - _SMALL_FROM)
    size = 4 if small else 8
    logp = min(MOST_LOGP, max(1, (2 * expected * size).bit_length() - BYTES))
    return max(logp, least) if small else logp


def _slots_for(words: int) -> int:
    """The slots of a table for about that many words, which come in by chance."""
    return max(FEW, 2 * (words + 4 * isqrt(words)))
