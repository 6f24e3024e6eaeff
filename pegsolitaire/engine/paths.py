"""Level sets that know how many paths lead to each of their positions.

A reduced position stands for its orbit ``o`` under the group, and carries ``T(o)``, the paths to
all positions of the orbit together. Each legal jump of the one position adds ``T(o)`` to the orbit
it leads to: that holds because jumps and symmetries commute, and so nothing is divided on the
way.

Two such levels, one played forward from the start and one played forward from the complement of
the finish, meet in the middle: a solution is a path to a position ``x``, a jump to ``y``, and a
path to the complement of ``y`` from the other side, so the solutions are the sum over the orbits
of ``T(o) T'(complement of o) / |o|``. The level of ``y`` is never built: the complements of
the candidates are looked up among the positions of the other side.

Counts are exact. Before a step the largest sum that can arise is known, and the counts get
as many limbs of 64 bits as it needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from pegsolitaire.engine import path_kernels as kernels
from pegsolitaire.engine.carrier import Carrier
from pegsolitaire.engine.filling import BLOCK, capacity_for, in_rounds
from pegsolitaire.engine.kernels import Counts, Flags
from pegsolitaire.engine.layout import Words, make_layout
from pegsolitaire.engine.level_set import LevelSet, Steps
from pegsolitaire.engine.tables import Tables
from pegsolitaire.engine.words import to_words
from pegsolitaire.engine.workers import Workers
from pegsolitaire.game import Problem

_ORDERS = 25  # one more than the most symmetries of a board


@dataclass(frozen=True, eq=False)
class Paths:
    """A level with the paths to each of its positions.

    Attributes
    ----------
    level : LevelSet
    counts : (n, limbs) array of uint64
        The paths to the orbit of each word, least limb first.
    total : int
        The sum of the counts.
    """

    level: LevelSet
    counts: Words
    total: int

    def __len__(self) -> int:
        return len(self.level)


class PathCounter:
    """Counts paths from level to level, on one board under one group of symmetries.

    Parameters
    ----------
    problem : Problem
        The board and the group.
    threads : int, optional
        How many threads to use; by default one a core.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> counter = PathCounter(Problem.complement(triangle(5), "a1"))
    >>> paths = counter.start([triangle(5).vacancy("a1").code])
    >>> for _ in range(6):
    ...     paths = counter.step(paths)
    >>> len(paths), paths.total, counter.meet(paths, paths, 1)
    (268, 5072, 6816)
    """

    def __init__(self, problem: Problem, threads: int | None = None) -> None:
        self._layout = make_layout(problem.board, problem.group)
        self._jumps = Steps(self._layout.masks, self._layout.jump_pegs)
        self._stay = Steps(np.zeros(1, np.uint64), np.zeros(1, np.uint64))
        self._workers = Workers(threads)
        self._carrier = Carrier(self._workers, np.uint64)

    def __enter__(self) -> PathCounter:
        return self

    def __exit__(self, *_: object) -> None:
        self._workers.close()

    def start(self, codes: Iterable[int]) -> Paths:
        """The level of some positions, with one path to each."""
        words = to_words(self._layout, list(codes))
        level = LevelSet(words, np.array([0, len(words)], np.int64))
        return self._made(
            Paths(level, np.ones((len(words), 1), np.uint64), len(words)), self._stay
        )

    def step(self, paths: Paths) -> Paths:
        """The level after one more jump.

        Raises
        ------
        BoardTooLargeError
            If it outgrows the memory.
        """
        return self._made(paths, self._jumps)

    def meet(self, forward: Paths, backward: Paths, jumps: int) -> int:
        """The ways from the starts of one side to the complements of the starts of the other.

        Parameters
        ----------
        forward, backward : Paths
            Levels of the two sides.
        jumps : int
            How many jumps lie between them: 0 or 1.
        """
        target = backward.level
        steps = self._jumps if jumps else self._stay
        others = np.zeros((len(target), self._limbs(forward, steps)), np.uint64)
        plan = self._carrier.plan_like(target.offsets)
        tables = plan.tables(0)
        places = self._carrier.index(target, tables)
        log = np.uint64(tables.logs), np.uint64(tables.logp)
        for out, tallies, filled in self._rounds(forward, steps, self._layout.full, tables):
            self._workers.share(
                len(tables), int(filled.sum()),
                lambda a, b, o=out, t=tallies, f=filled: kernels.add_known(  # type: ignore[misc]
                    o, t, f, tables.slots, places, others, *log, a, b
                ),
            )  # fmt: skip
        return self._dot(backward, others)

    def stuck(self, paths: Paths) -> int:
        """The paths to those positions of a level that allow no jump."""
        steps = self._jumps

        def add(first: int, last: int) -> int:
            sums = np.zeros(2 * paths.counts.shape[1], np.uint64)
            kernels.stuck(
                paths.level.words, paths.counts, steps.masks, steps.wanted, first, last, sums
            )
            return _number(sums)

        return sum(self._workers.share(len(paths), len(paths), add))

    def split(self, paths: Paths, codes: Iterable[int]) -> tuple[Paths, Paths]:
        """The positions of a level that are among some codes, a union of orbits; and the rest."""
        among = np.isin(paths.level.words, self.start(codes).level.words)
        return self._part(paths, among), self._part(paths, ~among)

    # -- inside -----------------------------------------------------------------------------------

    def _part(self, paths: Paths, chosen: Flags) -> Paths:
        counts = paths.counts[chosen]
        return Paths(paths.level.subset(chosen), counts, _total(counts))

    def _made(self, source: Paths, steps: Steps) -> Paths:
        """All that the steps make of a level, with the paths to it."""
        limbs = self._limbs(source, steps)
        plan = self._carrier.plan(max(3 * len(source), 64), limbs)
        filling = self._carrier.begin(plan, limbs)
        for out, tallies, filled in self._rounds(source, steps, 0, filling.tables):
            filling = self._carrier.insert(out, tallies, filled, filling)
        level, counts = self._carrier.collect(filling)
        return Paths(level, counts, _total(counts))

    def _limbs(self, source: Paths, steps: Steps) -> int:
        """How many limbs hold any sum of what the steps make of a level."""
        return (source.total * len(steps.masks)).bit_length() // 64 + 1

    def _rounds(
        self, source: Paths, steps: Steps, flip: int, tables: Tables
    ) -> Iterator[tuple[Words, Words, Counts]]:
        """The candidates in rounds: words and tallies by partition, and how many there are."""
        threads, limbs = self._workers.count_for(len(source)), source.counts.shape[1]
        shape = threads, len(tables), capacity_for(threads, len(tables))
        out, tallies = self._carrier.buffers(shape, limbs)
        filled = np.zeros(shape[:2], np.int64)
        blocks, origins = (
            np.empty((threads, BLOCK), np.uint64),
            np.zeros((threads, BLOCK), np.int64),
        )
        flipped, logp = np.uint64(flip), np.uint64(tables.logp)

        def expand(t: int, state: Counts) -> bool:
            return kernels.expand(
                source.level.words, source.counts, state, steps.masks, steps.wanted, flipped,
                *self._layout.canon, logp, blocks[t], origins[t], out[t], tallies[t], filled[t],
            )  # fmt: skip

        for _ in in_rounds(self._workers, len(source), filled, expand):
            yield out, tallies, filled

    def _dot(self, paths: Paths, others: Words) -> int:
        """The sum of the products of two counts of each orbit, over the size of the orbit."""
        width = 2 * (paths.counts.shape[1] + others.shape[1]) + 1

        def add(first: int, last: int) -> int:
            sums = np.zeros((_ORDERS, width), np.uint64)
            kernels.dot(
                paths.level.words, paths.counts, others, first, last, *self._layout.canon, sums
            )
            return sum(_number(row) // size for size, row in enumerate(sums) if size)

        return sum(self._workers.share(len(paths), len(paths), add))


def _number(halves: Words) -> int:
    """The number of which these are the 32-bit digits, or sums of such."""
    return sum(int(half) << 32 * i for i, half in enumerate(halves))


def _total(counts: Words) -> int:
    """The sum of counts."""
    low = np.uint64(0xFFFFFFFF)
    return sum(
        (int((limb & low).sum()) << 64 * i) + (int((limb >> np.uint64(32)).sum()) << 64 * i + 32)
        for i, limb in enumerate(counts.T)
    )
