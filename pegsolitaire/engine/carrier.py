"""Tables of words that each carry a row of numbers: where a word comes again, the rows add up.

What is carried is the number of paths to a position, in limbs of 64 bits
(:mod:`pegsolitaire.engine.paths`), or the chance that a game comes to it
(:mod:`pegsolitaire.engine.shares`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from pegsolitaire.engine import carrier_kernels as kernels
from pegsolitaire.engine.carrier_kernels import Rows
from pegsolitaire.engine.kernels import Counts
from pegsolitaire.engine.layout import Words
from pegsolitaire.engine.level_set import LevelSet, offsets_of
from pegsolitaire.engine.machine import free_memory
from pegsolitaire.engine.tables import Plan, Tables
from pegsolitaire.engine.workers import Workers
from pegsolitaire.errors import BoardTooLargeError


@dataclass(frozen=True, eq=False)
class Filling:
    """Tables that are being filled.

    Attributes
    ----------
    tables : Tables
    totals : (partitions, slots, width) array
        What the word in each slot carries.
    """

    tables: Tables
    totals: Rows

    @property
    def width(self) -> int:
        """How many numbers a word carries."""
        return int(self.totals.shape[2])


class Carrier:
    """Fills tables with words and what they carry, numbers of one type: float64 or uint64."""

    def __init__(self, workers: Workers, dtype: type[np.generic]) -> None:
        self._workers = workers
        self._dtype = dtype
        self._out: Words = np.empty(0, np.uint64)
        self._tallies: Rows = np.empty(0, dtype)

    def plan(self, expected: int, width: int, *, in_runs: bool = False) -> Plan:
        """The plan for about that many words: all tables at once, or run by run if need be.

        Raises
        ------
        BoardTooLargeError
            If they outgrow the memory.
        """
        available = _available(width)
        # Runs are put together when all are there, so that their words are there twice.
        if in_runs and 12 * expected > available:
            raise BoardTooLargeError(
                f"the next level needs {12 * expected * (1 + width) / 2**30:.1f} GiB of memory, "
                f"and {available * (1 + width) / 2**30:.1f} GiB may be used: this problem is too "
                "large for this machine"
            )
        return Plan.for_words(expected, available, may_spill=in_runs)

    def plan_like(self, offsets: Counts) -> Plan:
        """The plan for the words of a level, which has these offsets.

        Raises
        ------
        BoardTooLargeError
            If they outgrow the memory.
        """
        return Plan.for_partitions(offsets, _available(0), may_spill=False)

    def begin(self, plan: Plan, width: int, first: int = 0) -> Filling:
        """Empty tables, for the run of partitions that begins with ``first``."""
        tables = plan.tables(first)
        return Filling(tables, np.zeros((*tables.slots.shape, width), self._dtype))

    def buffers(self, shape: tuple[int, int, int], width: int) -> tuple[Words, Rows]:
        """Room for candidates and what they bring, kept: fresh memory is slow to touch."""
        size = shape[0] * shape[1] * shape[2]
        if len(self._out) < size:
            self._out = np.empty(size, np.uint64)
        if len(self._tallies) < size * width:
            self._tallies = np.empty(size * width, self._dtype)
        return self._out[:size].reshape(shape), self._tallies[: size * width].reshape(
            *shape, width
        )

    def insert(self, out: Words, tallies: Rows, filled: Counts, filling: Filling) -> Filling:
        """Add a round of candidates to the tables, which grow where they must.

        Raises
        ------
        BoardTooLargeError
            If they outgrow the memory.
        """
        done = np.zeros_like(filled)
        while True:
            insert = partial(self._insert, out, tallies, filled, done, filling)
            complete = self._workers.share(len(filling.tables), int(filled.sum()), insert)
            if all(complete):
                return filling
            filling = self._wider(filling)

    def index(self, level: LevelSet, tables: Tables) -> Counts:
        """Put the words of a level into empty tables; the place of each in the level, by slot."""
        places = np.zeros(tables.slots.shape, np.int64)
        self._workers.share(
            len(tables), len(level),
            lambda a, b: kernels.index(
                level.words, level.offsets, tables.slots, places,
                np.uint64(tables.logs), np.uint64(tables.logp), a, b,
            ),
        )  # fmt: skip
        return places

    def collect(self, filling: Filling) -> tuple[LevelSet, Rows]:
        """The words of the tables, and what each carries."""
        tables = filling.tables
        offsets = offsets_of(tables.sizes)
        words = np.empty(int(offsets[-1]), np.uint64)
        rows = np.empty((len(words), filling.width), self._dtype)
        self._workers.share(
            len(tables), len(words),
            lambda a, b: kernels.collect(tables.slots, filling.totals, offsets, words, rows, a, b),
        )  # fmt: skip
        return LevelSet(words, offsets), rows

    @staticmethod
    def _insert(
        out: Words,
        tallies: Rows,
        filled: Counts,
        done: Counts,
        filling: Filling,
        first: int,
        last: int,
    ) -> bool:
        tables = filling.tables
        return kernels.insert(
            out, tallies, filled, done, tables.slots, filling.totals, np.uint64(tables.logs),
            tables.sizes, np.uint64(tables.logp), first, last,
        )  # fmt: skip

    def _wider(self, old: Filling) -> Filling:
        """Tables of twice as many slots, with what was in the old ones."""
        plan = Plan(old.tables.logp, old.tables.logs + 1, len(old.tables))
        new = self.begin(plan.checked(_available(old.width)), old.width, old.tables.first)
        level, rows = self.collect(old)
        new.tables.sizes[:] = np.diff(level.offsets)
        places = self.index(level, new.tables)
        used = new.tables.slots != 0
        new.totals[used] = rows[places[used]]
        return new


def _available(width: int) -> int:
    """The memory that words may take, when so many numbers go with each."""
    return free_memory() * 4 // 5 // (1 + width)
