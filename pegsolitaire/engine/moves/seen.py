"""All positions that levels by moves have come to: looked up, and added to.

In memory they are one set of tables, which grows. Where it may not grow any more, the levels lie
in files, by partition, and the tables of a run of partitions at a time are made from them: every
pass over the newest level keeps the candidates of its run alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Flags, Remainders, Words
from pegsolitaire.engine.bits.hashing import split_up
from pegsolitaire.engine.sparse import table_kernels as kernels
from pegsolitaire.engine.sparse.expansion import Expansion
from pegsolitaire.engine.sparse.level_set import LevelSet, offsets_of
from pegsolitaire.engine.sparse.rounds import Candidates
from pegsolitaire.engine.sparse.step import LevelStep
from pegsolitaire.engine.sparse.tables import TablePlan, Tables
from pegsolitaire.errors import BoardTooLargeError

_LOGP = 10  # log2 of the partitions
_PARTITIONS = 1 << _LOGP
_SLOTS = 16  # of a partition's table at first

#: What is done with a round of candidates: the tables afterwards, and the words that are wanted.
Sieve = Callable[[Candidates, Tables], tuple[Tables, Words]]


class Seen:
    """The positions of some levels: in the memory of a level step, or in its scratch folder."""

    def __init__(self, step: LevelStep) -> None:
        self._step = step
        #: All tables, while they are in memory.
        self._tables: Tables | None = TablePlan(step.holes, _LOGP, _SLOTS, _PARTITIONS).tables(0)
        self.levels: list[LevelSet] = []

    def __len__(self) -> int:
        return sum(map(len, self.levels))

    @property
    def nbytes(self) -> int:
        """The bytes of memory that all positions take."""
        levels = sum(level.nbytes for level in self.levels if not level.files)
        return levels + (self._tables.nbytes if self._tables else 0)

    @property
    def growing(self) -> int:
        """The bytes of tables and levels once the tables have grown."""
        return 4 * self._tables.nbytes if self._tables else 0

    def add(self, source: Expansion) -> LevelSet:
        """Of what an expansion makes, the words that are new: the next level.

        Raises BoardTooLargeError where they outgrow the memory and there is no scratch folder, or
        the disk.
        """
        if self._tables is not None:
            try:
                [(_, words)] = self._sift(source, self._insert)
                self.levels.append(LevelSet.of(words))
                return self.levels[-1]
            except BoardTooLargeError:
                if self._step.work.scratch is None:
                    raise
                self._spill()
        self.levels.append(self._written(self._sift(source, self._insert)))
        return self.levels[-1]

    def common(self, source: Expansion) -> LevelSet:
        """Of what an expansion makes, the words that are here, sorted."""
        words = [words for _, words in self._sift(source, self._pick)]
        return LevelSet.of(np.unique(np.concatenate(words)))

    def holds(self, levels: Sequence[LevelSet]) -> list[Flags]:
        """Which words of some levels are here."""
        found = [np.zeros(len(level), np.bool_) for level in levels]
        if self._tables is not None:
            for level, flags in zip(levels, found, strict=True):
                self._look_up(level.words, self._tables, flags)
            return found
        for tables in self._runs():
            for level, flags in zip(levels, found, strict=True):
                if len(level.offsets) == _PARTITIONS + 1:
                    own = slice(*level.offsets[[tables.first, tables.first + len(tables)]])
                    self._look_up(level.words_between(own.start, own.stop), tables, flags[own])
                else:
                    words = level.words
                    parts, _ = _split_up(words, tables)
                    here = (parts >= 0) & (parts < len(tables))
                    some = np.zeros(np.count_nonzero(here), np.bool_)
                    self._look_up(words[here], tables, some)
                    flags[here] = some
        return found

    # -- inside -----------------------------------------------------------------------------------

    def _runs(self) -> Iterator[Tables]:
        """The tables of all partitions: as they are, or run by run, made from the levels."""
        if self._tables is not None:
            yield self._tables
            return
        sizes = np.sum([np.diff(level.offsets) for level in self.levels], axis=0)
        # Room for the next level too, which tables grow for where it is larger.
        plan = TablePlan.for_partitions(
            self._step.holes, sizes + np.diff(self.levels[-1].offsets), self._step.available
        )
        for first in plan.runs:
            tables = plan.tables(first)
            for level in self.levels:
                self._step.fill(level, tables)
            yield tables

    def _sift(self, source: Expansion, sieve: Sieve) -> Iterator[tuple[Tables, Words]]:
        """What a sieve lets through of an expansion, run by run of partitions."""
        for tables in self._runs():
            pieces = [np.empty(0, np.uint64)]
            for some in self._step.rounds(source, tables):
                tables, piece = sieve(some, tables)
                pieces.append(piece)
            if self._tables is not None:
                self._tables = tables
            yield tables, np.concatenate(pieces)

    def _insert(self, some: Candidates, tables: Tables) -> tuple[Tables, Words]:
        fresh = np.zeros_like(some.filled)
        tables = self._step.insert(some, tables, fresh)
        return tables, self._step.gather(some, tables, fresh)

    def _pick(self, some: Candidates, tables: Tables) -> tuple[Tables, Words]:
        known = np.zeros_like(some.filled)
        pick = partial(kernels.pick_known, some.out, some.filled, known, tables.slots)
        self._step.share(tables, some.weight, pick)
        return tables, self._step.gather(some, tables, known)

    def _look_up(self, words: Words, tables: Tables, found: Flags) -> None:
        look_up = partial(kernels.look_up, words, tables.slots, tables.split, found)
        self._step.workers.share(len(words), len(words), look_up)

    def _spill(self) -> None:
        """Put all levels into files, and the tables away."""
        all_partitions, self._tables = self._tables, None
        assert all_partitions is not None
        for i, level in enumerate(self.levels):
            self.levels[i] = self._written([(all_partitions, level.words)])

    def _written(self, runs: Iterable[tuple[Tables, Words]]) -> LevelSet:
        """The level of words that are given run by run, in a file."""
        return self._step.write(_by_partition(words, tables) for tables, words in runs)


def _by_partition(words: Words, tables: Tables) -> LevelSet:
    """Words of the partitions of tables, sorted into these."""
    parts, stored = _split_up(words, tables)
    sizes = np.bincount(parts, minlength=len(tables))
    in_order = stored[np.argsort(parts, kind="stable")]
    return LevelSet(
        in_order, offsets_of(sizes), tables.plan.holes,
        first=tables.first, parts=1 << tables.plan.logp,
    )  # fmt: skip


def _split_up(words: Words, tables: Tables) -> tuple[Counts, Remainders]:
    """The partition of each of some words, counted from the first of the tables, and the rest."""
    parts, stored = np.empty(len(words), np.int64), np.empty(len(words), tables.slots.dtype)
    split_up(words, tables.split, parts, stored)
    return parts, stored
