"""Hash tables, a partition of the words each, and the plan of how many fit memory at a time.

Where all tables of a level fit, one pass over the source level fills them. Where they do not, the
partitions are taken in runs: each pass over the source keeps the candidates of its run alone, and
what it makes is put away before the next pass begins. Going over the source again costs less than
writing every candidate to disk and reading it back, and memory is the tables of one run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine.bits.arrays import Counts, Rows, Words
from pegsolitaire.errors import BoardTooLargeError

SLOTS = 14  # log2 of the slots that a partition's table should have: 128 KiB
MOST_LOGP = 10  # log2 of the most partitions in one pass
MOST_PASSES = 1 << 10  # beyond, a level would be gone through for days


@dataclass(frozen=True, eq=False)
class Tables:
    """One open-addressed table a partition, for a run of partitions; 0 marks an empty slot.

    Attributes
    ----------
    logp : int
        Log2 of the number of partitions in all.
    first : int
        The first partition of the run.
    slots : (partitions, 2**logs) array of uint64
    sizes : (partitions,) array of int64
    totals : (partitions, 2**logs, width) array, or None
        What goes with the word in each slot.
    """

    logp: int
    first: int
    slots: Words
    sizes: Counts
    totals: Rows | None = None

    @property
    def logs(self) -> int:
        """Log2 of the slots of a table."""
        return int(self.slots.shape[1]).bit_length() - 1

    @property
    def logarithms(self) -> tuple[np.uint64, np.uint64]:
        """What kernels take: log2 of the slots of a table, and of the partitions in all."""
        return np.uint64(self.logs), np.uint64(self.logp)

    @property
    def width(self) -> int:
        """How many numbers go with a word."""
        return 0 if self.totals is None else int(self.totals.shape[2])

    @property
    def nbytes(self) -> int:
        """The bytes of the tables."""
        return self.slots.nbytes * (1 + self.width)

    def __len__(self) -> int:
        return len(self.sizes)


@dataclass(frozen=True)
class Plan:
    """How the tables of a level are filled: ``2**logp`` partitions, ``together`` of them a pass.

    Attributes
    ----------
    logp, logs : int
        Log2 of the number of partitions, and of the slots of a table.
    together : int
        The partitions of a pass.
    width : int
        How many numbers go with a word.
    """

    logp: int
    logs: int
    together: int
    width: int = 0

    @classmethod
    def for_words(
        cls,
        expected: int,
        memory: int,
        width: int = 0,
        *,
        on_disk: bool = False,
        at_once: bool = False,
    ) -> Plan:
        """A plan for about that many words, with tables five eighths full.

        Raises
        ------
        BoardTooLargeError
            If the words themselves, put together, outgrow the memory, and may not lie on disk; if
            it takes several passes, and all tables are wanted ``at_once``; or if it takes more
            than a thousand.
        """
        log_total = max(6, (8 * expected // 5).bit_length())
        logp = min(MOST_LOGP, max(1, log_total - SLOTS))
        whole = cls(logp, log_total - logp, 1 << logp, width)
        passes = whole._passes(memory)
        # Runs are put together when all are there, so that their words are there twice.
        needed = 2 * whole.nbytes if at_once else 12 * expected * (1 + width)
        if passes > MOST_PASSES or (passes > 1 and needed > memory and not on_disk):
            raise BoardTooLargeError(
                f"the next level needs {needed / 2**30:.1f} GiB of memory and "
                f"{memory / 2**30:.1f} GiB may be used: this problem is too large for level sets "
                "in memory on this machine"
            )
        extra = passes.bit_length() - 1
        return cls(logp + extra, max(4, whole.logs - extra), 1 << logp, width)

    @classmethod
    def for_partitions(cls, sizes: Counts, memory: int) -> Plan:
        """A plan for words that are in partitions already, with tables at most half full."""
        logs = max(4, (2 * int(sizes.max())).bit_length())
        whole = cls(len(sizes).bit_length() - 1, logs, len(sizes))
        return cls(whole.logp, logs, max(1, len(sizes) // whole._passes(memory)))

    @property
    def nbytes(self) -> int:
        """The bytes of the tables of a pass."""
        return (8 * (1 + self.width) * self.together) << self.logs

    def _passes(self, memory: int) -> int:
        """Into how many passes this plan of a single one must be split."""
        # What is collected from the tables needs nearly as much again as the tables.
        needed, passes = 2 * self.nbytes, 1
        while needed > memory and needed // passes > memory // 2 and passes < 1 << 16:
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

    def tables(self, first: int, dtype: npt.DTypeLike = np.uint64) -> Tables:
        """Empty tables for the pass that begins with that partition."""
        slots = np.zeros((self.together, 1 << self.logs), np.uint64)
        totals: npt.NDArray[Any] | None = None
        if self.width:
            totals = np.zeros((*slots.shape, self.width), dtype)
        return Tables(self.logp, first, slots, np.zeros(self.together, np.int64), totals)
