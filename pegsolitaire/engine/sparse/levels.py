"""Level sets: all positions with the same number of pegs, one jump apart from level to level.

A step makes every jump from every position of a level, brings the results to canonical form,
sorts them by hash into partitions, and puts each partition into a table that fits the cache of
the core that fills it (see :mod:`pegsolitaire.engine.sparse.step`). Memory is that of the two
levels and of the buffers, whatever the number of candidates; a level that outgrows it is made in
several passes and lies in a file (see :mod:`pegsolitaire.engine.sparse.scratch`).

A level that is only needed where it meets another set is never built: the candidates are looked
up in tables of that set, and what is hit is the answer (:meth:`LevelEngine.select`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from pegsolitaire.engine.bits import canonical_kernels
from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.engine.bits.layout import Layout, make_layout
from pegsolitaire.engine.bits.words import least_codes, to_words
from pegsolitaire.engine.bits.workers import Workers
from pegsolitaire.engine.sparse.expansion import AfterSteps
from pegsolitaire.engine.sparse.level_set import LevelSet
from pegsolitaire.engine.sparse.pruning import make_pruning
from pegsolitaire.engine.sparse.step import LevelStep
from pegsolitaire.engine.sparse.steps import Steps, jumps_of, unjumps_of
from pegsolitaire.engine.sparse.unfinished import Unfinished
from pegsolitaire.game import Problem
from pegsolitaire.theory import ResourceCount, check_level_sets
from pegsolitaire.work import Work

_BATCH = 1 << 22


class LevelEngine:
    """Level sets of one board under one group of symmetries.

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

    def __init__(self, layout: Layout, *, work: Work | None = None) -> None:
        work = Work.of(work)
        self.layout = layout
        self._workers = Workers(work.threads)
        self._step = LevelStep(self._workers, len(layout.board), work=work)
        self.jumps, self.unjumps = jumps_of(layout), unjumps_of(layout)
        self.stay = Steps.stay(layout.canon)

    @classmethod
    def of(
        cls,
        problem: Problem,
        counts: Sequence[ResourceCount] = (),
        *,
        work: Work | None = None,
    ) -> LevelEngine:
        """The engine for a problem, reduced by the problem's own group.

        With some resource counts, the positions that they exclude from every solution of the
        problem, by what is left to lose and by parities, are left out of what the engine's jumps
        make.
        """
        work = Work.of(work)
        check_level_sets(problem)
        engine = cls(make_layout(problem.board, problem.group), work=work)
        forward = make_pruning(engine.layout, problem, counts, backward=False)
        backward = make_pruning(engine.layout, problem, counts, backward=True)
        engine.jumps = engine.jumps._replace(pruning=forward)
        engine.unjumps = engine.unjumps._replace(pruning=backward)
        return engine

    def __enter__(self) -> LevelEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the threads go."""
        self._workers.close()

    # -- steps ------------------------------------------------------------------------------------

    def step(
        self,
        source: LevelSet,
        steps: Steps,
        expected: int = 0,
        flip: bool = False,
        *,
        away: bool = False,
        unfinished: Unfinished | None = None,
    ) -> LevelSet:
        """All that the steps make of a level, each once; with ``flip``, their complements.

        A wrong guess of how many are expected costs time, not the answer. What is kept for later,
        ``away``, lies in a file if it is large and there is a scratch folder. A level that takes
        several passes is kept where ``unfinished`` says while it is made, and resumed.

        Raises BoardTooLargeError where the level outgrows the memory and there is no scratch
        folder, or the disk.
        """
        expected = max(expected, 2 * len(source), 64)
        sources = [self._after(source, steps, flip)]
        return self._step.make(sources, expected, away=away, unfinished=unfinished)

    def select(
        self, source: LevelSet, steps: Steps, target: LevelSet, flip: bool = False
    ) -> LevelSet:
        """The positions of the target that the steps make of the source."""
        return self._step.among([self._after(source, steps, flip)], target)

    def level(self, codes: Sequence[int] | Words) -> LevelSet:
        """The level set of these row-by-row codes."""
        words = to_words(self.layout, codes)
        return self.step(LevelSet.of(words), self.stay)

    def first(self, level: LevelSet) -> LevelSet:
        """A level of one position of a level, the same one whatever their order."""
        if not len(level):
            return level
        i = int(level.words.argmin())
        offsets = (level.offsets > i).astype(np.int64)
        return replace(level, stored=level.stored[i : i + 1], offsets=offsets, files=())

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
        return level.subset(mixed < np.uint64(min(limit, (1 << 64) - 1)))

    # -- what a level says ------------------------------------------------------------------------

    def raw_size(self, level: LevelSet) -> int:
        """How many positions a reduced level stands for."""
        totals: list[int] = []

        def add(first: int, last: int) -> None:
            words = level.words_between(first, last)
            total = canonical_kernels.total_orbits(words, 0, len(words), self.layout.canon)
            totals.append(int(total))

        self._workers.share(len(level), len(level), add)
        return sum(totals)

    def codes(self, level: LevelSet, flip: bool = False) -> Words:
        """The least row-by-row codes of a level, or of its complements, sorted."""
        codes = self.row_codes(level, flip)
        codes.sort()
        return codes

    def row_codes(self, level: LevelSet, flip: bool = False) -> Words:
        """The least row-by-row codes of a level, or of its complements, in the level's order."""
        return least_codes(self.layout, level.words, self._workers, self._flip(flip))

    def code_batches(self, level: LevelSet) -> Iterator[Words]:
        """The same, some millions at a time: a level may be larger than the memory."""
        for first in range(0, len(level), _BATCH):
            words = level.words_between(first, min(first + _BATCH, len(level)))
            yield least_codes(self.layout, words, self._workers, 0)

    def _after(self, level: LevelSet, steps: Steps, flip: bool) -> AfterSteps:
        if flip:
            steps = steps.flipped(self.layout.full)
        return AfterSteps(level, self.layout.canon, steps)

    def _flip(self, flip: bool) -> int:
        return self.layout.full if flip else 0
