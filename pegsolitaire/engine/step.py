"""The level step: from levels to all that one step makes of them, each word once.

All threads expand the words of a level into buffers, one for each partition, until one of them is
full; then all of them empty the buffers into tables, a range of partitions each; and again. What
is expanded, and how, the caller brings (:mod:`pegsolitaire.engine.expansion`). Beside the
words may go rows of numbers, which add up where a word comes again.

The step owns the buffers, the rounds, the plan of partitions and passes, the growth of tables, the
memory and the scratch folder: whatever one of its callers can do past memory, all can.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine import hash_tables
from pegsolitaire.engine.expansion import BLOCK, Chunk, Expand, Expansion, Into
from pegsolitaire.engine.level_set import (
    LevelSet,
    TablePlan,
    Tables,
    Unfinished,
    go_on_with,
    join,
    offsets_of,
    write_level,
)
from pegsolitaire.engine.machine import Result, Workers, usable_memory
from pegsolitaire.engine.words import Bytes, Counts, Remainders, Rows, Words
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.units import bytes_text
from pegsolitaire.work import Work

# --
# Rounds: all threads expand the words of a level until a partition's buffer is full.


_CHUNK = 8192  # words a thread takes at a time


@dataclass(frozen=True, eq=False)
class Candidates:
    """A round of candidates: buffers by thread and partition, and how full they are."""

    out: Remainders
    brought: Rows | None
    filled: Counts

    @property
    def weight(self) -> int:
        """How many there are."""
        return int(self.filled.sum())


def _in_rounds(
    workers: Workers, source: Expansion, filled: Counts, expand: Expand, into: Sequence[Into]
) -> Iterator[None]:
    """Let the threads expand the words of a source, until a partition is full; and again.

    ``filled``, ``(threads, partitions)``, is emptied before each round.
    """
    threads, size, most = len(filled), len(source.level), source.most
    chunk = min(most or _CHUNK, _CHUNK)
    chunks = deque(range(0, size, chunk))
    states = np.zeros((threads, 4), np.int64)
    taken = [Chunk(np.empty(0, np.uint64), slice(0))] * threads
    busy = [False] * threads

    def work(thread: int) -> None:
        """Expand until there is nothing left, or a partition is full."""
        while True:
            if not busy[thread]:
                try:
                    begin = chunks.popleft()
                except IndexError:
                    return
                own = slice(begin, min(begin + chunk, size))
                taken[thread] = Chunk(source.level.words_between(own.start, own.stop), own)
                states[thread] = 0, own.stop - own.start, 0, 0
            busy[thread] = not expand(thread, taken[thread], states[thread], into[thread])
            if busy[thread] or most:
                return

    while True:
        filled[:] = 0
        workers.each(threads, work)
        if filled.any():
            yield
        if not any(busy) and not chunks:
            return


# Candidates of one partition between two rounds: fewer rounds load the tables less often. Rows of
# a power of two would meet in the same lines of the caches.
_CAPACITY = 8192 + 16
_KEPT = 64  # that part of the memory a level may take which is kept for later
_PIECE = 1 << 28  # bytes of tables that are collected at a time where they go to disk


class _TablesFullError(BoardTooLargeError):
    """Tables may not grow: more passes are needed than was thought."""


class LevelStep:
    """Makes levels of levels; numbers that go with words are of one type, float64 or uint64."""

    def __init__(
        self,
        workers: Workers,
        holes: int,
        dtype: npt.DTypeLike = np.uint64,
        *,
        work: Work | None = None,
    ) -> None:
        work = Work.of(work)
        self.workers = workers
        self.holes = holes
        self.work = work
        self.memory = work.memory
        #: Candidates made so far.
        self.candidates = 0
        self._dtype = np.dtype(dtype)
        self._out: Bytes = np.empty(0, np.uint8)
        self._brought: Rows = np.empty(0, self._dtype)

    @property
    def available(self) -> int:
        """The bytes that a step may take."""
        return usable_memory(self.memory)

    def _room(self, held: int) -> int:
        """The bytes that a step may take in addition to those in use."""
        return self.available if self.memory is None else max(self.memory - held, self.memory // 4)

    @property
    def buffered(self) -> int:
        """The bytes of the buffers."""
        return self._out.nbytes + self._brought.nbytes

    # -- steps ------------------------------------------------------------------------------------

    def make(
        self,
        sources: Sequence[Expansion],
        expected: int,
        width: int = 0,
        *,
        away: bool = False,
        unfinished: Unfinished | None = None,
    ) -> LevelSet:
        """All that expansions make, each word once, with the sums of what is brought to it.

        See :meth:`LevelEngine.step <pegsolitaire.engine.levels.LevelEngine.step>`; a level
        with numbers, ``width`` of them a word, is not kept while it is made.

        Raises BoardTooLargeError where the level outgrows the memory and there is no scratch
        folder, or the disk; BudgetSpentError where it takes longer than the budget allows.
        """
        on_disk = self.work.scratch is not None
        # A limit without a scratch folder is there to refuse what is large.
        at_once = self.memory is not None and not on_disk
        while True:
            room = self._room(sum(source.level.held for source in sources))
            plan = TablePlan.for_words(
                self.holes, expected, room, width, on_disk=on_disk, at_once=at_once
            )
            most = room // (_KEPT if away else 2)
            if not on_disk or (plan.is_whole and plan.nbytes <= most):
                runs = (self._run(sources, plan, first) for first in plan.runs)
                return join([self.collect(tables) for tables in runs])
            try:
                return self._spill(sources, plan, unfinished)
            except _TablesFullError:
                expected *= 2

    def _spill(
        self,
        sources: Sequence[Expansion],
        plan: TablePlan,
        unfinished: Unfinished | None,
    ) -> LevelSet:
        """:meth:`make` where the level outgrows the memory: in files, pass by pass."""
        if unfinished is not None and not plan.is_whole:
            with unfinished.begin(plan, self.available) as begun:
                if begun is not None:
                    pieces = self._passes(sources, begun.plan, begun.runs)
                    try:
                        return go_on_with(begun, pieces, self.work.disk)
                    except _TablesFullError:
                        unfinished.forget()
                        raise
        return self.write(self._passes(sources, plan, plan.runs))

    def _passes(
        self, sources: Iterable[Expansion], plan: TablePlan, firsts: Iterable[int]
    ) -> Iterator[LevelSet]:
        """The results of passes, piece by piece, from some partitions on."""
        for first in firsts:
            yield from self._pieces(self._run(sources, plan, first))

    def within(
        self, sources: Iterable[Expansion], span: range, logp: int, expected: int, width: int = 0
    ) -> LevelSet:
        """:meth:`make` in a range of the partitions of a level alone, each of them in order.

        The same words come out in the same order, however they were made. The sources are gone
        through once, or several times where memory is short; the level has ``2**logp`` partitions.
        """
        while True:
            plan = TablePlan.for_span(self.holes, logp, len(span), expected, self.available, width)
            runs = range(span.start, span.stop, plan.together)
            try:
                made = [self.collect(self._run(sources, plan, first)) for first in runs]
            except _TablesFullError:
                if plan.together == 1:
                    raise
                expected *= 2
            else:
                return join([self.in_order(run) for run in made])

    def write(self, runs: Iterable[LevelSet]) -> LevelSet:
        """Consecutive runs of partitions as one level, in a file of the scratch folder."""
        return write_level(self.work.scratch_folder, runs, self.work.disk)

    def among(self, sources: Iterable[Expansion], target: LevelSet) -> LevelSet:
        """The words of a level that expansions make; what goes with them is left."""
        plan = TablePlan.for_partitions(
            target.holes, np.diff(target.offsets), self.available,
            logp=target.logp, beside=1, collected=False,
        )  # fmt: skip
        hits = (self._hit(sources, target, tables) for tables in _runs(plan, target))
        if self.work.scratch is not None and target.nbytes > self.available // _KEPT:
            return self.write(hits)
        return join(list(hits))

    def onto(
        self, sources: Iterable[Expansion], target: LevelSet, width: int, held: int = 0
    ) -> Rows:
        """For each word of a level, in its order, the sum of what expansions bring to it.

        The levels that are expanded hold some bytes of the memory.
        """
        sums = np.zeros((len(target), width), self._dtype)
        plan = TablePlan.for_partitions(
            target.holes, np.diff(target.offsets), self._room(held + target.held + sums.nbytes),
            logp=target.logp, beside=np.dtype(np.int64).itemsize,
        )  # fmt: skip
        for tables in _runs(plan, target):
            self._add_onto(sources, target, tables, sums)
        return sums

    def _hit(self, sources: Iterable[Expansion], target: LevelSet, tables: Tables) -> LevelSet:
        """One pass: the words of a target, in some tables, that expansions make."""
        self.fill(target, tables)
        hits = np.zeros(tables.slots.shape, np.uint8)
        for source in sources:
            for some in self.rounds(source, tables):
                mark = partial(hash_tables.mark, some.out, some.filled, tables.slots, hits)
                self.share(tables, some.weight, mark)
        return self._collect_hits(tables, hits)

    def _add_onto(
        self, sources: Iterable[Expansion], target: LevelSet, tables: Tables, sums: Rows
    ) -> None:
        """One pass: add what expansions bring to the words of a target, in some tables."""
        places = np.zeros(tables.slots.shape, np.int64)
        self.fill(target, tables, places)
        for source in sources:
            for some in self.rounds(source, tables):
                assert some.brought is not None
                add = partial(
                    hash_tables.add_known,
                    some.out,
                    some.brought,
                    some.filled,
                    tables.slots,
                    places,
                    sums,
                )
                self.share(tables, some.weight, add)

    def _run(self, sources: Iterable[Expansion], plan: TablePlan, first: int) -> Tables:
        """One pass: the tables of a run of partitions, filled from the sources."""
        tables = plan.tables(first, self._dtype)
        for source in sources:
            for some in self.rounds(source, tables):
                tables = self.insert(some, tables)
        return tables

    # -- rounds -----------------------------------------------------------------------------------

    def rounds(self, source: Expansion, tables: Tables) -> Iterator[Candidates]:
        """The candidates for tables, round by round; the buffers are used again."""
        threads = self.workers.count_for(len(source.level))
        out, brought = self._buffers(threads, tables, source.level.width)
        filled = np.zeros(out.shape[:2], np.int64)
        into = [
            Into(tables.split, out[t], brought if brought is None else brought[t], filled[t])
            for t in range(threads)
        ]
        expand = source.begin(threads)
        for _ in _in_rounds(self.workers, source, filled, expand, into):
            self.work.check()
            some = Candidates(out, brought, filled)
            self.candidates += some.weight
            yield some

    def _buffers(self, threads: int, tables: Tables, width: int) -> tuple[Remainders, Rows | None]:
        """Room for candidates, kept from step to step: fresh memory is slow to touch."""
        rows = threads * len(tables)
        shape = threads, len(tables), self._capacity(rows, tables.plan.bytes_of_word)
        size, dtype = rows * shape[2], tables.slots.dtype
        if len(self._out) < size * dtype.itemsize:
            self._out = np.empty(size * dtype.itemsize, np.uint8)
        out = self._out[: size * dtype.itemsize].view(dtype).reshape(shape)
        if not width:
            return out, None
        if len(self._brought) < size * width:
            self._brought = np.empty(size * width, self._dtype)
        return out, self._brought[: size * width].reshape(*shape, width)

    def _capacity(self, rows: int, size: int) -> int:
        """How many candidates of so many bytes a row of the buffers holds."""
        most = min(_CAPACITY, max(64, self.available // (8 * rows * size)))
        return most if rows * most >= 8 * BLOCK else 8 * BLOCK // rows

    # -- tables -----------------------------------------------------------------------------------

    def insert(self, some: Candidates, tables: Tables, fresh: Counts | None = None) -> Tables:
        """Put a round of candidates into the tables, which grow where they must and may.

        With ``fresh``, of the shape of ``some.filled``, the words that were not there are left at
        the front of their buffers, and counted in it.

        Raises BoardTooLargeError where they outgrow the memory.
        """
        done = np.zeros_like(some.filled)
        while True:
            insert = partial(
                hash_tables.insert, some.out, some.brought, some.filled, done, fresh,
                tables.slots, tables.totals, tables.sizes,
            )  # fmt: skip
            complete = self.share(tables, some.weight, insert)
            if all(complete):
                return tables
            tables = self._wider(tables)

    def _wider(self, old: Tables) -> Tables:
        """Tables of twice as many slots, with the content of the old ones."""
        plan = old.plan.wider
        if plan.nbytes > self.available:
            raise _TablesFullError(
                f"a level grew past what was expected, to {bytes_text(plan.nbytes)} of "
                f"tables, and {bytes_text(self.available)} may be used"
            )
        new = plan.tables(old.first, self._dtype)
        new.sizes[:] = old.sizes
        widen = partial(hash_tables.widen, old.slots, old.totals, new.slots, new.totals)
        self.share(old, int(old.sizes.sum()), widen)
        return new

    def fill(self, level: LevelSet, tables: Tables, places: Counts | None = None) -> Tables:
        """The tables, with those words of a level in them that are in their partitions.

        With ``places``, of the shape of the slots, the place of each word in the level too.
        """
        at = tables.first - level.first  # a level may be that of the run alone
        offsets = level.offsets[at : at + len(tables) + 1]
        tables.sizes[:] += np.diff(offsets)
        fill = partial(hash_tables.fill, level.stored, offsets, tables.slots, places)
        self.share(tables, int(offsets[-1] - offsets[0]), fill)
        return tables

    def _pieces(self, tables: Tables) -> Iterator[LevelSet]:
        """The content of tables, some partitions at a time, so that little exists twice."""
        most = min(_PIECE, self.available // 16)
        together = max(1, most * len(tables) // tables.nbytes)
        for first in range(0, len(tables), together):
            yield self.collect(tables.part(first, first + together))

    def collect(self, tables: Tables) -> LevelSet:
        """The words of tables and what goes with them, as a level of their partitions."""
        offsets = offsets_of(tables.sizes)
        stored = np.empty(int(offsets[-1]), tables.slots.dtype)
        width = tables.plan.width
        rows = np.empty((len(stored), width), self._dtype) if width else None
        collect = partial(hash_tables.collect, tables.slots, tables.totals, offsets, stored, rows)
        self.share(tables, len(stored), collect)
        return tables.level(stored, offsets, rows)

    def gather(self, some: Candidates, tables: Tables, fresh: Counts) -> Words:
        """The words at the front of buffers."""
        ends = np.cumsum(fresh)
        words = np.empty(int(ends[-1]), np.uint64)
        places = (ends - fresh.ravel()).reshape(fresh.shape)
        gather = partial(hash_tables.gather, some.out, fresh, places, words, tables.split)
        self.workers.share(fresh.shape[1], some.weight, gather)
        return words

    def _collect_hits(self, tables: Tables, hits: Bytes) -> LevelSet:
        """The marked words of tables, as a level of their partitions."""
        offsets = offsets_of(hits.sum(axis=1, dtype=np.int64))
        stored = np.empty(int(offsets[-1]), tables.slots.dtype)
        collect = partial(hash_tables.collect_hits, tables.slots, hits, offsets, stored)
        self.share(tables, int(tables.sizes.sum()), collect)
        return tables.level(stored, offsets)

    def in_order(self, level: LevelSet) -> LevelSet:
        """The level with each partition in order, in place."""
        sort = partial(hash_tables.sort, level.stored, level.rows, level.offsets)
        self.workers.share(len(level.span), len(level), sort)
        return level

    def share(
        self, tables: Tables, weight: int, work: Callable[[int, int], Result]
    ) -> list[Result]:
        """Let the threads work on ranges of the partitions of tables."""
        return self.workers.share(len(tables), weight, work)


def _runs(plan: TablePlan, target: LevelSet) -> Iterator[Tables]:
    """Empty tables for the partitions of a level, run by run."""
    for first in target.span[:: plan.together]:
        yield plan.tables(first)
