"""The two halves of a step: candidates into buffers, and buffers into tables.

First all threads expand until a partition's buffer is full, then all of them empty the buffers
into the tables, a range of partitions each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

import numpy as np

from pegsolitaire.engine import kernels, table_kernels
from pegsolitaire.engine.kernels import Bytes, Counts
from pegsolitaire.engine.layout import Layout, Words
from pegsolitaire.engine.level_set import LevelSet, Steps, offsets_of
from pegsolitaire.engine.tables import Plan, Tables
from pegsolitaire.engine.workers import Workers

_CHUNK = 8192  # words a thread takes at a time
BLOCK = 2048  # candidates in canonical form at a time: 16 KiB, in the first-level cache
_CAPACITY = 8192  # candidates of one partition between two rounds
_ROWS = 1 << 14  # more rows of buffers than this are made shorter


def in_rounds(
    workers: Workers,
    size: int,
    filled: Counts,
    expand: Callable[[int, Counts], bool],
    most: int | None = None,
) -> Iterator[None]:
    """Let the threads expand the words of a level, until a partition is full; and again.

    Parameters
    ----------
    workers : Workers
    size : int
        The number of words.
    filled : (threads, partitions) array of int64
        How full the buffers are: emptied before each round.
    expand : callable
        Goes on with the words of a state (next word, end, and two of its own), as a thread;
        False when it had to stop at a full partition.
    most : int, optional
        The words that a thread takes in a round, where each of them may take long.
    """
    threads = len(filled)
    chunk = min(most or _CHUNK, _CHUNK)
    chunks = deque(range(0, size, chunk))
    states = np.zeros((threads, 4), np.int64)
    busy = [False] * threads

    def work(thread: int) -> None:
        """Expand until there is nothing left, or a partition is full."""
        while True:
            if not busy[thread]:
                try:
                    begin = chunks.popleft()
                except IndexError:
                    return
                states[thread] = begin, min(begin + chunk, size), 0, 0
            busy[thread] = not expand(thread, states[thread])
            if busy[thread] or most:
                return

    while True:
        filled[:] = 0
        workers.each(threads, work)
        if filled.any():
            yield
        if not any(busy) and not chunks:
            return


def capacity_for(threads: int, partitions: int) -> int:
    """How many candidates a row of the buffers holds."""
    if threads * partitions > _ROWS:
        return _CAPACITY // 8
    return max(_CAPACITY, 8 * BLOCK // partitions)


class Filler:
    """Fills tables from levels, and levels from tables."""

    def __init__(self, layout: Layout, workers: Workers) -> None:
        self._canon = layout.canon
        self._workers = workers
        self._buffer: Words = np.empty(0, np.uint64)

    def rounds(
        self, source: LevelSet, steps: Steps, flip: int, tables: Tables
    ) -> Iterator[tuple[Words, Counts]]:
        """The candidates in rounds: buffers by thread and partition, and how full they are."""
        threads = self._workers.count_for(len(source))
        out = self._buffers(threads, len(tables))
        filled = np.zeros(out.shape[:2], np.int64)
        flipped = np.uint64(flip)
        logp, run = np.uint64(tables.logp), np.uint64(tables.first)
        blocks = np.empty((threads, BLOCK), np.uint64)

        def expand(thread: int, state: Counts) -> bool:
            return kernels.expand(
                source.words, state, steps.masks, steps.wanted, flipped,
                *self._canon, logp, run, blocks[thread], out[thread], filled[thread],
            )  # fmt: skip

        for _ in in_rounds(self._workers, len(source), filled, expand):
            yield out, filled

    def _buffers(self, threads: int, partitions: int) -> Words:
        """Room for candidates, kept from step to step: fresh memory is slow to touch."""
        capacity = capacity_for(threads, partitions)
        size = threads * partitions * capacity
        if len(self._buffer) < size:
            self._buffer = np.empty(size, np.uint64)
        return self._buffer[:size].reshape(threads, partitions, capacity)

    def insert(
        self, out: Words, filled: Counts, tables: Tables, available: Callable[[], int]
    ) -> Tables:
        """Put a round of candidates into the tables, which grow where they must and may."""
        done = np.zeros_like(filled)
        weight = int(filled.sum())
        while True:
            complete = self._workers.share(
                len(tables),
                weight,
                lambda a, b, now=tables: table_kernels.insert(  # type: ignore[misc]
                    out,
                    filled,
                    done,
                    now.slots,
                    np.uint64(now.logs),
                    now.sizes,
                    np.uint64(now.logp),
                    a,
                    b,
                ),
            )
            if all(complete):
                return tables
            level, first = self.collect(tables), tables.first
            wider = Plan(tables.logp, tables.logs + 1, len(tables))
            tables = self.refill(level, wider.checked(available()).tables(first))

    def refill(self, level: LevelSet, tables: Tables) -> Tables:
        """The tables, filled with those words of a level that are in their partitions."""
        # A level may be that of the run alone, or hold all partitions.
        at = 0 if len(level.offsets) == len(tables) + 1 else tables.first
        offsets = level.offsets[at : at + len(tables) + 1]
        tables.sizes[:] = np.diff(offsets)
        self._workers.share(
            len(tables),
            int(tables.sizes.sum()),
            lambda a, b: table_kernels.fill(
                level.words,
                offsets,
                tables.slots,
                np.uint64(tables.logs),
                np.uint64(tables.logp),
                a,
                b,
            ),
        )
        return tables

    def collect(self, tables: Tables) -> LevelSet:
        """The words of tables, as a level of their partitions."""
        offsets = offsets_of(tables.sizes)
        words = np.empty(int(offsets[-1]), np.uint64)
        self._workers.share(
            len(tables),
            len(words),
            lambda a, b: table_kernels.collect(tables.slots, offsets, words, a, b),
        )
        return LevelSet(words, offsets)

    def collect_hits(self, tables: Tables, hits: Bytes) -> LevelSet:
        """The marked words of tables, as a level of their partitions."""
        places = offsets_of(tables.sizes)
        words = np.empty(int(places[-1]), np.uint64)
        counts = np.zeros(len(tables), np.int64)
        self._workers.share(
            len(tables),
            len(words),
            lambda a, b: table_kernels.collect_hits(
                tables.slots, hits, words, places, counts, a, b
            ),
        )
        runs = [words[place : place + n] for place, n in zip(places, counts, strict=False)]
        return LevelSet(np.concatenate(runs), offsets_of(counts))
