"""The level step: compute the set of all words that one step from given levels leads to.

All threads expand the words of a level into buffers, one for each partition, until a buffer is
full. Then each thread empties the buffers of a range of partitions into hash tables, and the next
round begins. The caller provides the words and their expansion
(:mod:`pegsolitaire.engine.expansion`). Each word may have a row of numbers. If the same word is
generated several times, its rows are added.

The step manages the buffers, the rounds, the plan of partitions and passes, the growth of tables,
the memory and the scratch folder. All its callers can therefore handle levels that are larger than
the memory.
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
# Rounds: all threads expand the words of a level until the buffer of a partition is full.


_CHUNK = 8192  # the number of words that a thread takes at a time


@dataclass(frozen=True, eq=False)
class Candidates:
    """The candidates of a round. Each thread has a buffer and a fill count for each partition."""

    out: Remainders
    brought: Rows | None
    filled: Counts
    is_given: bool  # see `Expansion.is_given`

    @property
    def weight(self) -> int:
        """The number of candidates."""
        return int(self.filled.sum())


def _in_rounds(
    workers: Workers, source: Expansion, filled: Counts, expand: Expand, into: Sequence[Into]
) -> Iterator[None]:
    """Expand the words of a source with all threads, and yield None after each round.

    A round ends when a partition is full. ``filled``, ``(threads, partitions)``, is set to 0
    before each round.
    """
    threads, size, most = len(filled), len(source.level), source.most
    chunk = min(most or _CHUNK, _CHUNK)
    chunks = deque(range(0, size, chunk))
    states = np.zeros((threads, 4), np.int64)
    taken = [Chunk(np.empty(0, np.uint64), slice(0))] * threads
    busy = [False] * threads

    def work(thread: int) -> None:
        """Expand words until no words are left or a partition is full."""
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


# The number of candidates for one partition in a round. With more candidates, there are fewer
# rounds, and the tables are loaded less often. If the size of a buffer were a power of two, all
# buffers would compete for the same cache lines.
_CAPACITY = 8192 + 16
_NO_PLACES = np.zeros((0, 0), np.int64)
_KEPT_SHARE_OF_MEMORY = 64  # a level that is needed later may take 1/64 of the memory
_PIECE = 1 << 28  # the number of bytes of tables that are collected at a time for a level on disk


class TablesFullError(BoardTooLargeError):
    """The tables may not grow any further: plan again, with more passes."""


#: What a step reads: words that it expands or, as they are, words that are already in the
#: partitions of the result.
Source = Expansion | LevelSet


class LevelStep:
    """Computes levels from other levels. All rows have the same type, float64 or uint64."""

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
        #: The number of candidates generated so far.
        self.candidates = 0
        self._dtype = np.dtype(dtype)
        self._out: Bytes = np.empty(0, np.uint8)
        self._brought: Rows = np.empty(0, self._dtype)

    @property
    def available(self) -> int:
        """The memory that a step may use, in bytes."""
        return usable_memory(self.memory)

    def _room(self, held: int) -> int:
        """Return the memory that a step may use if some of it is already in use."""
        return self.available if self.memory is None else max(self.memory - held, self.memory // 4)

    @property
    def buffered(self) -> int:
        """The number of bytes that the buffers take."""
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
        """Return the level that the expansions lead to, with the sums of the rows of equal words.

        See :meth:`LevelEngine.step <pegsolitaire.engine.levels.LevelEngine.step>`. Each row has
        ``width`` numbers. The computation of a level with rows cannot be resumed after an
        interruption.

        Raises BoardTooLargeError if the level does not fit in memory and there is no scratch
        folder, or if it does not fit on disk. Raises BudgetSpentError if a limit of the work is
        reached.
        """
        on_disk = self.work.scratch is not None
        # If there is a memory limit but no scratch folder, larger levels raise an error.
        at_once = self.memory is not None and not on_disk
        failed: TablePlan | None = None
        while True:
            room = self._room(sum(source.level.held for source in sources))
            plan = TablePlan.for_words(
                self.holes, expected, room, width, on_disk=on_disk, at_once=at_once
            )
            most, spent = room // (_KEPT_SHARE_OF_MEMORY if away else 2), self.work.looked_at
            try:
                if not on_disk or (plan.is_whole and plan.nbytes <= most):
                    runs = (self._run(sources, plan, first) for first in plan.runs)
                    return join([self.collect(tables) for tables in runs])
                return self._spill(sources, plan, unfinished)
            except TablesFullError as error:
                if plan == failed:  # no plan is finer
                    raise BoardTooLargeError(str(error)) from None
                failed = plan
                self.take_back(spent)
                expected *= 2

    def _spill(
        self,
        sources: Sequence[Expansion],
        plan: TablePlan,
        unfinished: Unfinished | None,
    ) -> LevelSet:
        """Compute a level larger than the memory in several passes, and store it in files."""
        if unfinished is not None and not plan.is_whole:
            with unfinished.begin(plan, self.available) as begun:
                if begun is not None:
                    pieces = self._passes(sources, begun.plan, begun.runs)
                    try:
                        return go_on_with(begun, pieces, self.work.disk)
                    except TablesFullError:
                        unfinished.forget()
                        raise
        return self.write(self._passes(sources, plan, plan.runs))

    def take_back(self, spent: int) -> None:
        """Set the positions spent back to an earlier number, because they are made again."""
        self.work.spend(spent - self.work.looked_at)

    def _passes(
        self, sources: Iterable[Expansion], plan: TablePlan, firsts: Iterable[int]
    ) -> Iterator[LevelSet]:
        """Yield the results of the passes that begin with the given partitions, piece by piece."""
        for first in firsts:
            yield from self._pieces(self._run(sources, plan, first))

    def within(
        self, sources: Iterable[Source], span: range, logp: int, expected: int, width: int = 0
    ) -> LevelSet:
        """Compute only a range of the partitions of a level, and sort each of these partitions.

        As the words are sorted, the result does not depend on threads or passes. The sources are
        read once, or several times if memory is short. In all other respects, this method works
        like :meth:`make`.
        """
        while True:
            plan = TablePlan.for_span(self.holes, logp, len(span), expected, self.available, width)
            runs, spent = range(span.start, span.stop, plan.together), self.work.looked_at
            try:
                runs_made = [self.collect(self._run(sources, plan, first)) for first in runs]
            except TablesFullError as error:
                if plan.together == 1:
                    raise BoardTooLargeError(str(error)) from None
                self.take_back(spent)
                expected *= 2
            else:
                return join([self.in_order(run) for run in runs_made])

    def write(self, runs: Iterable[LevelSet]) -> LevelSet:
        """Write consecutive runs of partitions to a file in the scratch folder as one level."""
        return write_level(self.work.scratch_folder, runs, self.work.disk)

    def among(self, sources: Iterable[Source], target: LevelSet) -> LevelSet:
        """Return those words of the target that are results of expansions, without rows."""
        plan = TablePlan.for_partitions(
            target.holes, np.diff(target.offsets), self.available,
            logp=target.logp, beside=1, collected=False,
        )  # fmt: skip
        hits = (self._hit(sources, target, tables) for tables in _runs(plan, target))
        if (
            self.work.scratch is not None
            and target.nbytes > self.available // _KEPT_SHARE_OF_MEMORY
        ):
            return self.write(hits)
        return join(list(hits))

    def onto(self, sources: Iterable[Source], target: LevelSet, width: int, held: int = 0) -> Rows:
        """Return the sum of the rows of all results that are equal to each word of the target.

        ``held`` is the memory of the expanded levels, in bytes.
        """
        sums = np.zeros((len(target), width), self._dtype)
        plan = TablePlan.for_partitions(
            target.holes, np.diff(target.offsets), self._room(held + target.held + sums.nbytes),
            logp=target.logp, beside=np.dtype(np.int64).itemsize,
        )  # fmt: skip
        for tables in _runs(plan, target):
            self._add_onto(sources, target, tables, sums)
        return sums

    def _hit(self, sources: Iterable[Source], target: LevelSet, tables: Tables) -> LevelSet:
        """Do one pass over a run of partitions: find the words of a target that are results."""
        self.fill(target, tables)
        hits = np.zeros(tables.slots.shape, np.uint8)
        for source in sources:
            for some in self.rounds(source, tables):
                mark = partial(hash_tables.mark, some.out, some.filled, tables.slots, hits)
                self.share(tables, some.weight, mark)
        np.multiply(tables.slots, hits, out=tables.slots)  # drops the other words
        tables.sizes[:] = hits.sum(axis=1, dtype=np.int64)
        return self.collect(tables)

    def _add_onto(
        self, sources: Iterable[Source], target: LevelSet, tables: Tables, sums: Rows
    ) -> None:
        """Do one pass over a run of partitions: add the row of each result to its word."""
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

    def _run(self, sources: Iterable[Source], plan: TablePlan, first: int) -> Tables:
        """Do one pass over a run of partitions: fill its tables from the sources."""
        tables = plan.tables(first, self._dtype)
        for source in sources:
            for some in self.rounds(source, tables):
                tables = self.insert(some, tables)
        return tables

    # -- rounds -----------------------------------------------------------------------------------

    def rounds(self, source: Source, tables: Tables) -> Iterator[Candidates]:
        """Yield the candidates for tables, round by round. Each round reuses the buffers.

        The words of a level are all in one round.
        """
        if isinstance(source, LevelSet):
            self.work.check()
            yield _as_they_are(source, tables)
            return
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
            some = Candidates(out, brought, filled, source.is_given)
            self.candidates += some.weight
            yield some

    def _buffers(self, threads: int, tables: Tables, width: int) -> tuple[Remainders, Rows | None]:
        """Return buffers for candidates. Later steps reuse them, because new memory is slow."""
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
        """Return how many candidates fit into each buffer. ``rows`` is the number of buffers."""
        most = min(_CAPACITY, max(64, self.available // (8 * rows * size)))
        return most if rows * most >= 8 * BLOCK else 8 * BLOCK // rows

    # -- tables -----------------------------------------------------------------------------------

    def insert(self, some: Candidates, tables: Tables, fresh: Counts | None = None) -> Tables:
        """Insert the candidates of a round. Return the tables, which may have grown.

        New words are moved to the front of their buffers. ``fresh``, which has the same shape as
        ``some.filled``, counts them. They are spent here, so that a limit on positions holds in
        every level, whatever loop asks for it.

        Raises BoardTooLargeError if the tables do not fit in memory, and BudgetSpentError if a
        limit of the work is reached.
        """
        done = np.zeros_like(some.filled)
        fresh = np.zeros_like(some.filled) if fresh is None else fresh
        while True:
            insert = partial(
                hash_tables.insert, some.out, some.brought, some.filled, done, fresh,
                tables.slots, tables.totals, tables.sizes,
            )  # fmt: skip
            complete = self.share(tables, some.weight, insert)
            if all(complete):
                if not some.is_given:
                    self.work.spend(int(fresh.sum()))
                    self.work.check()
                return tables
            tables = self._wider(tables)

    def _wider(self, old: Tables) -> Tables:
        """Return tables with twice as many slots and the same content."""
        plan = old.plan.wider
        if plan.nbytes > self.available:
            raise TablesFullError(
                f"a level is larger than expected: its tables need {bytes_text(plan.nbytes)}, and "
                f"only {bytes_text(self.available)} may be used"
            )
        new = plan.tables(old.first, self._dtype)
        new.sizes[:] = old.sizes
        widen = partial(hash_tables.widen, old.slots, old.totals, new.slots, new.totals)
        self.share(old, int(old.sizes.sum()), widen)
        return new

    def fill(self, level: LevelSet, tables: Tables, places: Counts = _NO_PLACES) -> None:
        """Fill tables with the words in a level that belong to their partitions.

        ``places``, if given, has an element for each slot, and receives the index of each word in
        the level.
        """
        at = tables.first - level.first  # the level may consist of this run only
        offsets = level.offsets[at : at + len(tables) + 1]
        tables.sizes[:] += np.diff(offsets)
        fill = partial(hash_tables.fill, level.stored, offsets, tables.slots, places)
        self.share(tables, int(offsets[-1] - offsets[0]), fill)

    def _pieces(self, tables: Tables) -> Iterator[LevelSet]:
        """Yield the content of tables in pieces, so that only one piece is in memory twice."""
        most = min(_PIECE, self.available // 16)
        together = max(1, most * len(tables) // tables.nbytes)
        for first in range(0, len(tables), together):
            yield self.collect(tables.part(first, first + together))

    def collect(self, tables: Tables) -> LevelSet:
        """Collect the words of tables, with their rows, as a level with the same partitions."""
        offsets = offsets_of(tables.sizes)
        stored = np.empty(int(offsets[-1]), tables.slots.dtype)
        width = tables.plan.width
        rows = np.empty((len(stored), width), self._dtype) if width else None
        collect = partial(hash_tables.collect, tables.slots, tables.totals, offsets, stored, rows)
        self.share(tables, tables.slots.size, collect)
        return tables.level(stored, offsets, rows)

    def gather(self, some: Candidates, tables: Tables, fresh: Counts) -> Words:
        """Collect the words at the front of each buffer. ``fresh`` contains their numbers."""
        ends = np.cumsum(fresh)
        words = np.empty(int(ends[-1]), np.uint64)
        places = (ends - fresh.ravel()).reshape(fresh.shape)
        gather = partial(hash_tables.gather, some.out, fresh, places, words, tables.split)
        self.workers.share(fresh.shape[1], some.weight, gather)
        return words

    def in_order(self, level: LevelSet) -> LevelSet:
        """Sort each partition of a level in place, and return the level."""
        sort = partial(hash_tables.sort, level.stored, level.rows, level.offsets)
        self.workers.share(len(level.span), len(level), sort)
        return level

    def share(
        self, tables: Tables, weight: int, work: Callable[[int, int], Result]
    ) -> list[Result]:
        """Call a function on ranges of partitions, using the pool for large tasks."""
        return self.workers.share(len(tables), weight, work)


def _as_they_are(level: LevelSet, tables: Tables) -> Candidates:
    """Copy the words of a level into buffers: they are in the partitions of the tables already."""
    part = level.part(range(tables.first, tables.first + len(tables)))
    filled = np.diff(part.offsets)
    places = np.arange(filled.max()) < filled[:, None]
    out = np.empty((1, *places.shape), part.stored.dtype)
    out[0, places] = part.stored
    brought = None
    if part.rows is not None:
        brought = np.empty((*out.shape, part.width), part.rows.dtype)
        brought[0, places] = part.rows
    return Candidates(out, brought, filled[None, :], is_given=True)


def _runs(plan: TablePlan, target: LevelSet) -> Iterator[Tables]:
    """Yield empty tables for the partitions of a level, one run at a time."""
    for first in target.span[:: plan.together]:
        yield plan.tables(first)
