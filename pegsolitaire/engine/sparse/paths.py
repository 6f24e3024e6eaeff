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

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pegsolitaire.engine.bits.arrays import Rows, Words
from pegsolitaire.engine.bits.layout import Layout, make_layout
from pegsolitaire.engine.bits.words import least_codes, to_words
from pegsolitaire.engine.bits.workers import Workers
from pegsolitaire.engine.sparse import path_kernels as kernels
from pegsolitaire.engine.sparse.expansion import AfterSteps
from pegsolitaire.engine.sparse.level_set import LevelSet
from pegsolitaire.engine.sparse.pruning import make_pruning
from pegsolitaire.engine.sparse.step import LevelStep
from pegsolitaire.engine.sparse.steps import Steps, jumps_of
from pegsolitaire.game import Problem
from pegsolitaire.theory import ResourceCount
from pegsolitaire.work import Work


@dataclass(frozen=True, eq=False)
class Paths:
    """A level with the paths to each of its positions.

    The rows are the paths to the orbit of each word, in limbs, the least first; the total is
    their sum.
    """

    level: LevelSet
    total: int

    @classmethod
    def of(cls, level: LevelSet) -> Paths:
        """A level whose rows are paths."""
        return cls(level, _total(level))

    @property
    def counts(self) -> Rows:
        """The paths to each position, ``(n, limbs)``."""
        assert self.level.rows is not None
        return self.level.rows

    def __len__(self) -> int:
        return len(self.level)

    def discard(self) -> None:
        """Remove the files of the level, if there are any: it is not needed any more."""
        self.level.discard()


class PathCounter:
    """Counts paths from level to level, on one board under one group of symmetries.

    Positions that resource counts exclude from every solution are left out by :meth:`toward`.
    Steps raise BoardTooLargeError where a level outgrows the memory.

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

    def __init__(
        self,
        problem: Problem,
        counts: Sequence[ResourceCount] = (),
        *,
        work: Work | None = None,
    ) -> None:
        work = Work.of(work)
        self._layout = layout = make_layout(problem.board, problem.group)
        self._jumps = jumps_of(layout)
        self._stay = Steps.stay(layout.canon)
        self._forward = self._opposite = self._jumps
        if counts:
            self._forward, self._opposite = (
                self._jumps._replace(pruning=make_pruning(layout, one, counts, backward=False))
                for one in (problem, opposite_of(problem))
            )
        self._workers = Workers(work.threads)
        self._step = LevelStep(self._workers, len(problem.board), np.uint64, work=work)

    def __enter__(self) -> PathCounter:
        return self

    def __exit__(self, *_: object) -> None:
        self._workers.close()

    def start(self, codes: Iterable[int]) -> Paths:
        """The level of some positions, with one path to each."""
        words = to_words(self._layout, list(codes))
        level = LevelSet.of(words, np.ones((len(words), 1), np.uint64))
        return self._made(Paths(level, len(words)), self._stay)

    def step(self, paths: Paths) -> Paths:
        """The level after one more jump."""
        return self._made(paths, self._jumps)

    def toward(self, paths: Paths, *, opposite: bool = False) -> Paths:
        """The level after one more jump, without positions that resource counts exclude.

        With ``opposite`` the paths began at the complements of the finishes, and lead to those of
        the starts.
        """
        return self._made(paths, self._opposite if opposite else self._forward)

    def level(self, codes: Words) -> LevelSet:
        """The level set of some codes, without paths."""
        words = LevelSet.of(to_words(self._layout, codes))
        after = AfterSteps(words, self._layout.canon, self._stay)
        return self._step.make([after], max(len(codes), 64))

    def along(self, paths: Paths, level: LevelSet) -> Paths:
        """The positions of a level, with the paths to them that go through the level before it."""
        source = AfterSteps(paths.level, self._layout.canon, self._jumps)
        limbs = self._limbs(paths, self._jumps)
        rows = self._step.onto([source], level, limbs, paths.level.held)
        return Paths.of(replace(level, rows=rows))

    def by_code(self, paths: Paths) -> tuple[Words, Rows]:
        """The least codes of a level, sorted, and the paths to the orbit of each."""
        codes = least_codes(self._layout, paths.level.words, self._workers)
        order = np.argsort(codes)
        return codes[order], paths.counts[order]

    def meet(self, forward: Paths, backward: Paths, jumps: int) -> int:
        """The ways from the starts of one side to the complements of the starts of the other.

        Between the two levels lie no jumps, or one.
        """
        steps, target = self._forward if jumps else self._stay, backward.level
        opposite = steps.flipped(self._layout.full)
        source = AfterSteps(forward.level, self._layout.canon, opposite)
        limbs = self._limbs(forward, steps)
        sums = self._step.onto([source], target, limbs, forward.level.held)
        return dot(self._layout, self._workers, target, sums)

    def stuck(self, paths: Paths) -> int:
        """The paths to those positions of a level that allow no jump."""
        steps = self._jumps

        def add(first: int, last: int) -> int:
            sums = np.zeros(2 * paths.counts.shape[1], np.uint64)
            words, counts = paths.level.words_between(first, last), paths.counts[first:last]
            kernels.stuck(words, counts, steps.tests, steps.shown, 0, len(words), sums)
            return _number(sums)

        return sum(self._workers.share(len(paths), len(paths), add))

    def split(self, paths: Paths, codes: Iterable[int]) -> tuple[Paths, Paths]:
        """The positions of a level that are among some codes, a union of orbits; and the rest."""
        among = np.isin(paths.level.words, self.start(codes).level.words)
        return Paths.of(paths.level.subset(among)), Paths.of(paths.level.subset(~among))

    # -- inside -----------------------------------------------------------------------------------

    def _made(self, source: Paths, steps: Steps) -> Paths:
        """All that the steps make of a level, with the paths to it."""
        after = AfterSteps(source.level, self._layout.canon, steps)
        expected = max(3 * len(source), 64)
        return Paths.of(self._step.make([after], expected, self._limbs(source, steps)))

    def _limbs(self, source: Paths, steps: Steps) -> int:
        """How many limbs hold any sum of what the steps make of a level."""
        return limbs_of(source.total * steps.masks.shape[1])


def limbs_of(number: int) -> int:
    """How many limbs of 64 bits hold numbers up to one."""
    return number.bit_length() // 64 + 1


def opposite_of(problem: Problem) -> Problem:
    """The problem from the complements of the finishes of one to those of its starts."""
    full = problem.board.full_code
    starts = tuple(full ^ code for code in problem.finishes)
    finishes = tuple(full ^ code for code in problem.starts)
    return Problem.of_codes(problem.board, starts, finishes)


def dot(layout: Layout, workers: Workers, level: LevelSet, others: Rows) -> int:
    """The sum of the products of two counts of each orbit, over the size of the orbit.

    The rows of the level are the one, ``others``, ``(n, width)``, the other.
    """
    assert level.rows is not None
    rows, width = level.rows, 2 * (level.width + others.shape[1]) + 1

    def add(first: int, last: int) -> int:
        sums = np.zeros((len(layout.group) + 1, width), np.uint64)
        words, counts = level.words_between(first, last), rows[first:last]
        kernels.dot(words, counts, others[first:last], 0, len(words), layout.canon, sums)
        return sum(_number(row) // size for size, row in enumerate(sums) if size)

    return sum(workers.share(len(level), len(level), add))


def _number(halves: Words) -> int:
    """The number of which these are the 32-bit digits, or sums of such."""
    return sum(int(half) << 32 * i for i, half in enumerate(halves))


def _total(level: LevelSet) -> int:
    """The sum of the paths of a level."""
    assert level.rows is not None
    low = np.uint64(0xFFFFFFFF)
    return sum(
        (int((limb & low).sum()) << 64 * i) + (int((limb >> np.uint64(32)).sum()) << 64 * i + 32)
        for i, limb in enumerate(level.rows.T)
    )
