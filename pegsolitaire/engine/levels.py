"""Level sets: all positions with the same number of pegs, one jump apart from level to level.

A step makes every jump from every position of a level, brings the results to canonical form,
sorts them by hash into partitions, and puts each partition into a table that fits the cache of
the core that fills it. Threads take turns at the two halves: first all of them expand until a
partition's buffer is full, then all of them empty the buffers into the tables. Memory is that of
the two levels and of the buffers, whatever the number of candidates; a level that outgrows it is
made in several passes and lies in a file (see :mod:`pegsolitaire.engine.tables`).

A level that is only needed where it meets another set is never built: the candidates are looked
up in tables of that set, and what is hit is the answer (:meth:`LevelEngine.select`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from uuid import uuid4

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine import kernels
from pegsolitaire.engine.kernels import Bytes, Counts
from pegsolitaire.engine.layout import Layout, Words, make_layout
from pegsolitaire.engine.machine import core_count, free_memory
from pegsolitaire.engine.tables import Plan, Tables, write_words
from pegsolitaire.game import Problem

_CHUNK = 8192  # words a thread takes at a time
_BLOCK = 2048  # candidates in canonical form at a time: 16 KiB, in the first-level cache
_CAPACITY = 8192  # candidates of one partition between two rounds
_ROWS = 1 << 14  # more rows of buffers than this are made shorter
_SMALL = 4096  # words that are not worth waking the threads for


@dataclass(frozen=True, eq=False)
class LevelSet:
    """Positions as canonical words, partition by partition.

    Attributes
    ----------
    words : (n,) array of uint64
    offsets : (2**logp + 1,) array of int64
        Where each partition begins.
    file : Path or None
        The file that the words are mapped from, where they outgrew the memory.
    """

    words: Words
    offsets: Counts
    file: Path | None = None

    def __len__(self) -> int:
        return len(self.words)

    def discard(self) -> None:
        """Remove the file of the words, if there is one: the level is not needed any more."""
        if self.file is not None:
            self.file.unlink(missing_ok=True)


@dataclass(frozen=True, eq=False)
class Steps:
    """What is done to a word: legal where ``word & mask == wanted``, giving ``word ^ mask``."""

    masks: Words
    wanted: Words


class LevelEngine:
    """Level sets of one board under one group of symmetries.

    Parameters
    ----------
    layout : Layout
        The board and the group.
    threads : int, optional
        How many threads to use; by default one a core.
    memory : int, optional
        Bytes that a step may take; by default four fifths of what is free.
    scratch : Path, optional
        A folder for levels that outgrow the memory; without one they are refused.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> engine = LevelEngine.of(Problem.complement(triangle(5), "a1"))
    >>> level = engine.level([triangle(5).vacancy("a1").code])
    >>> for _ in range(5):
    ...     level = engine.step(level, engine.jumps)
    >>> len(level), engine.raw_size(level)
    (149, 293)
    """

    def __init__(
        self,
        layout: Layout,
        threads: int | None = None,
        memory: int | None = None,
        scratch: Path | None = None,
    ) -> None:
        self.layout = layout
        self.threads = threads or core_count()
        self.memory = memory
        self.scratch = scratch
        self._buffer: Words = np.empty(0, np.uint64)
        bits = layout.to_word.shape[1].bit_length() - 1
        self._bits = np.uint64(bits)
        mirror_bits = layout.mirror.shape[1].bit_length() - 1 if layout.mirror.size else 0
        self._canon = (
            np.uint64(layout.turns),
            np.uint64(layout.width),
            layout.mirror,
            np.uint64(mirror_bits),
        )
        self.jumps = Steps(layout.masks, layout.jump_pegs)
        self.unjumps = Steps(layout.masks, layout.unjump_pegs)
        nothing = np.zeros(1, np.uint64)
        self.stay = Steps(nothing, nothing)

    @classmethod
    def of(
        cls, problem: Problem, memory: int | None = None, scratch: Path | None = None
    ) -> LevelEngine:
        """The engine for a problem, reduced by the problem's own group."""
        return cls(make_layout(problem.board, problem.group), None, memory, scratch)

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads)

    def __enter__(self) -> LevelEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the threads and the buffers go."""
        self._buffer = np.empty(0, np.uint64)
        if "_pool" in self.__dict__:
            self._pool.shutdown(wait=False, cancel_futures=True)
            del self._pool

    # -- steps ------------------------------------------------------------------------------------

    def step(
        self, source: LevelSet, steps: Steps, expected: int = 0, flip: bool = False
    ) -> LevelSet:
        """All that the steps make of a level, each once.

        Parameters
        ----------
        source : LevelSet
            Where to begin.
        steps : Steps
            ``self.jumps``, ``self.unjumps`` or ``self.stay``.
        expected : int, optional
            About how many positions will come out; a wrong guess costs time, not the answer.
        flip : bool, optional
            Whether to take the complements of the results.

        Raises
        ------
        BoardTooLargeError
            If the level outgrows the memory and there is no scratch folder, or the disk.
        """
        plan = Plan.for_words(
            max(expected, 2 * len(source), 64), self._available(), self.scratch is not None
        )
        runs = (self._fill_run(source, steps, flip, plan, first) for first in plan.runs)
        if self.scratch is None or plan.together == 1 << plan.logp:
            return self._collect(next(runs))
        return self._spill(map(self._collect, runs), self.scratch)

    def select(
        self, source: LevelSet, steps: Steps, target: LevelSet, flip: bool = False
    ) -> LevelSet:
        """The positions of the target that the steps make of the source."""
        plan = Plan.for_partitions(target.offsets, self._available(), self.scratch is not None)
        hit = [self._select_run(source, steps, flip, target, plan, first) for first in plan.runs]
        return _join(hit)

    def level(self, codes: Sequence[int] | Words) -> LevelSet:
        """The level set of these row-by-row codes."""
        given = np.asarray(codes, np.uint64)
        words = np.empty_like(given)
        kernels.permute(given, self.layout.to_word, self._bits, words, 0, len(given))
        return self.step(LevelSet(words, np.array([0, len(words)], np.int64)), self.stay)

    def subset(self, level: LevelSet, chosen: npt.NDArray[np.bool_]) -> LevelSet:
        """The chosen positions of a level, in their partitions."""
        before = np.concatenate(([0], np.cumsum(chosen)))
        return LevelSet(level.words[chosen], before[level.offsets])

    def first(self, level: LevelSet) -> LevelSet:
        """A level of one position of a level, the same one whatever their order."""
        if not len(level):
            return level
        i = int(level.words.argmin())
        return LevelSet(level.words[i : i + 1], (level.offsets > i).astype(np.int64))

    def sample(self, level: LevelSet, size: int, seed: int) -> LevelSet:
        """A random part of a level, of about that size, the same one whatever their order.

        The order of a level depends on which thread was first, so the choice goes by a hash of
        the words (splitmix64), and not by their places.
        """
        mixed = level.words + np.random.default_rng(seed).integers(1 << 63, dtype=np.uint64)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
        mixed ^= mixed >> np.uint64(31)
        limit = (size << 64) // max(len(level), 1)
        return self.subset(level, mixed < np.uint64(min(limit, (1 << 64) - 1)))

    # -- what a level says ------------------------------------------------------------------------

    def raw_size(self, level: LevelSet) -> int:
        """How many positions a reduced level stands for."""
        totals: list[int] = []
        self._share(
            len(level),
            len(level),
            lambda a, b: totals.append(int(kernels.total_orbits(level.words, a, b, *self._canon))),
        )
        return sum(totals)

    def codes(self, level: LevelSet, flip: bool = False) -> Words:
        """The least row-by-row codes of a level, or of its complements, sorted."""
        codes = self.row_codes(level, flip)
        codes.sort()
        return codes

    def row_codes(self, level: LevelSet, flip: bool = False) -> Words:
        """The least row-by-row codes of a level, or of its complements, in the level's order."""
        codes = np.empty_like(level.words)
        mask = np.uint64(self.layout.full if flip else 0)
        layout = self.layout
        self._share(
            len(level),
            len(level),
            lambda a, b: kernels.least_codes(
                level.words, mask, layout.to_code, layout.images, self._bits, codes, a, b
            ),
        )
        return codes

    # -- inside -----------------------------------------------------------------------------------

    def _share(self, items: int, weight: int, work: Callable[[int, int], object]) -> list[object]:
        """Let the threads work on ranges of items; what weighs little stays on this one."""
        if self.threads == 1 or weight < _SMALL:
            return [work(0, items)]
        parts = min(items, 8 * self.threads)
        bounds = [items * i // parts for i in range(parts + 1)]
        return list(self._pool.map(work, bounds[:-1], bounds[1:]))

    def _fill_run(
        self, source: LevelSet, steps: Steps, flip: bool, plan: Plan, first: int
    ) -> Tables:
        """One pass: the tables of a run of partitions, filled from the source."""
        tables = plan.tables(first)
        for out, filled in self._rounds(source, steps, flip, tables):
            tables = self._insert(out, filled, tables)
        return tables

    def _select_run(
        self, source: LevelSet, steps: Steps, flip: bool, target: LevelSet, plan: Plan, first: int
    ) -> LevelSet:
        """One pass: what the steps make of the source in a run of the target's partitions."""
        tables = self._refill(target, plan.tables(first))
        hits = np.zeros(tables.slots.shape, np.uint8)
        for out, filled in self._rounds(source, steps, flip, tables):
            self._share(
                len(tables),
                int(filled.sum()),
                lambda a, b, o=out, f=filled: kernels.mark(  # type: ignore[misc]
                    o, f, tables.slots, np.uint64(tables.logs), hits, np.uint64(tables.logp), a, b
                ),
            )
        return self._collect_hits(tables, hits)

    def _rounds(
        self, source: LevelSet, steps: Steps, flip: bool, tables: Tables
    ) -> Iterator[tuple[Words, Counts]]:
        """The candidates in rounds: buffers by thread and partition, and how full they are."""
        threads = 1 if len(source) < _SMALL else self.threads
        out = self._buffers(threads, len(tables))
        filled = np.zeros(out.shape[:2], np.int64)
        flipped = np.uint64(self.layout.full if flip else 0)
        logp, run = np.uint64(tables.logp), np.uint64(tables.first)
        chunks = deque(range(0, len(source), _CHUNK))
        states = np.zeros((threads, 4), np.int64)
        blocks = np.empty((threads, _BLOCK), np.uint64)
        busy = [False] * threads

        def work(thread: int) -> None:
            """Expand until there is nothing left, or a partition is full."""
            while True:
                if not busy[thread]:
                    try:
                        begin = chunks.popleft()
                    except IndexError:
                        return
                    states[thread] = begin, min(begin + _CHUNK, len(source)), 0, 0
                busy[thread] = not kernels.expand(
                    source.words, states[thread], steps.masks, steps.wanted, flipped,
                    *self._canon, logp, run, blocks[thread], out[thread], filled[thread],
                )  # fmt: skip
                if busy[thread]:
                    return

        while True:
            filled[:] = 0
            if threads == 1:
                work(0)
            else:
                list(self._pool.map(work, range(threads)))
            if filled.any():
                yield out, filled
            if not any(busy) and not chunks:
                return

    def _buffers(self, threads: int, partitions: int) -> Words:
        """Room for candidates, kept from step to step: fresh memory is slow to touch."""
        rows = threads * partitions
        capacity = max(_CAPACITY, 8 * _BLOCK // partitions) if rows <= _ROWS else _CAPACITY // 8
        size = threads * partitions * capacity
        if len(self._buffer) < size:
            self._buffer = np.empty(size, np.uint64)
        return self._buffer[:size].reshape(threads, partitions, capacity)

    def _insert(self, out: Words, filled: Counts, tables: Tables) -> Tables:
        """Put a round of candidates into the tables, which grow where they must."""
        done = np.zeros_like(filled)
        weight = int(filled.sum())
        while True:
            complete = self._share(
                len(tables),
                weight,
                lambda a, b, now=tables: kernels.insert(  # type: ignore[misc]
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
            level, first = self._collect(tables), tables.first
            wider = Plan(tables.logp, tables.logs + 1, len(tables))
            tables = self._refill(level, wider.checked(self._available()).tables(first))

    def _refill(self, level: LevelSet, tables: Tables) -> Tables:
        """The tables, filled with those words of a level that are in their partitions."""
        # A level may be that of the run alone, or hold all partitions.
        at = 0 if len(level.offsets) == len(tables) + 1 else tables.first
        offsets = level.offsets[at : at + len(tables) + 1]
        tables.sizes[:] = np.diff(offsets)
        self._share(
            len(tables),
            int(tables.sizes.sum()),
            lambda a, b: kernels.fill(
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

    def _collect(self, tables: Tables) -> LevelSet:
        """The words of tables, as a level of their partitions."""
        offsets = _offsets(tables.sizes)
        words = np.empty(int(offsets[-1]), np.uint64)
        self._share(
            len(tables),
            len(words),
            lambda a, b: kernels.collect(tables.slots, offsets, words, a, b),
        )
        return LevelSet(words, offsets)

    def _collect_hits(self, tables: Tables, hits: Bytes) -> LevelSet:
        """The marked words of tables, as a level of their partitions."""
        places = _offsets(tables.sizes)
        words = np.empty(int(places[-1]), np.uint64)
        counts = np.zeros(len(tables), np.int64)
        self._share(
            len(tables),
            len(words),
            lambda a, b: kernels.collect_hits(tables.slots, hits, words, places, counts, a, b),
        )
        runs = [words[place : place + n] for place, n in zip(places, counts, strict=False)]
        return LevelSet(np.concatenate(runs), _offsets(counts))

    def _spill(self, runs: Iterator[LevelSet], scratch: Path) -> LevelSet:
        """The runs of a level that outgrows the memory, in a file."""
        path = scratch / f"{uuid4().hex}.words"
        sizes = []

        def words() -> Iterator[Words]:
            for run in runs:
                sizes.append(np.diff(run.offsets))
                yield run.words

        mapped = write_words(path, words())
        return LevelSet(mapped, _offsets(np.concatenate(sizes)), path)

    def _available(self) -> int:
        return self.memory if self.memory is not None else free_memory() * 4 // 5


def _offsets(sizes: Counts) -> Counts:
    """Where partitions of these sizes begin, and where the last one ends."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))


def _join(runs: list[LevelSet]) -> LevelSet:
    """The level of consecutive runs of partitions."""
    if len(runs) == 1:
        return runs[0]
    sizes = np.concatenate([np.diff(run.offsets) for run in runs])
    return LevelSet(np.concatenate([run.words for run in runs]), _offsets(sizes))
