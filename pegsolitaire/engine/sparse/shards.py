"""The level step in shards: for levels that lie on several machines.

A *shard* is a range of the partitions of a level. What the steps make of the words of one shard
lies in all partitions of the next level: it is :meth:`spread <ShardSteps.spread>`, each word once,
partition after partition, so that the *run* of words for one shard of the next level is a slice of
it. The runs that all shards have for one are :meth:`merged <ShardSteps.merge>` into it, or looked
up in a shard that is there. Both are level steps (:mod:`pegsolitaire.engine.sparse.step`); merging
is the step that leaves words as they are, and as they are in canonical form already, no other is
looked for.

Within its partition everything is in order, so that the same shards come out to the last byte
whoever makes them, with whatever memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from pegsolitaire.engine.bits.layout import Canon, make_layout
from pegsolitaire.engine.bits.words import to_words
from pegsolitaire.engine.bits.workers import Workers
from pegsolitaire.engine.sparse.expansion import AfterSteps
from pegsolitaire.engine.sparse.level_set import LevelSet
from pegsolitaire.engine.sparse.paths import dot, opposite_of
from pegsolitaire.engine.sparse.pruning import make_pruning
from pegsolitaire.engine.sparse.step import LevelStep
from pegsolitaire.engine.sparse.steps import Steps, jumps_of, unjumps_of
from pegsolitaire.game import Problem
from pegsolitaire.theory import ResourceCount
from pegsolitaire.work import Work

_AS_IT_IS = Canon(np.uint64(1), np.uint64(0), np.empty((0, 0, 1), np.uint64), np.uint64(0))
_STAY = Steps.stay(_AS_IT_IS)
_GROWTH = 4  # words that one makes, as a first guess


class ShardSteps:
    """Level steps of a problem, shard by shard, on one thread.

    The steps have names, which can be sent from machine to machine: ``forward``, ``backward``
    (jumps undone), ``opposite`` (from the complements of the finishes to those of the starts) and
    ``stay``. Positions that resource counts exclude from every solution are left out.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> steps = ShardSteps(Problem.complement(triangle(5), "a1"))
    >>> level = steps.level([triangle(5).vacancy("a1").code], logp=2)
    >>> for _ in range(5):
    ...     level = steps.spread(level, "forward", logp=2)
    >>> shards = [steps.part(level, range(0, 2)), steps.part(level, range(2, 4))]
    >>> runs = [steps.spread(shard, "forward", logp=2) for shard in shards]
    >>> merged = [steps.merge(runs, range(i, i + 2), 2, 200) for i in (0, 2)]
    >>> len(level), [len(shard) for shard in merged]
    (149, [137, 131])
    """

    def __init__(
        self,
        problem: Problem,
        counts: Sequence[ResourceCount] = (),
        *,
        work: Work | None = None,
    ) -> None:
        work = Work.of(work)
        self._problem, self._counts = problem, counts
        self._layout = make_layout(problem.board, problem.group)
        self._workers = Workers(1)
        self._step = LevelStep(self._workers, len(problem.board), np.uint64, work=work)

    @property
    def candidates(self) -> int:
        """How many positions were made so far, each as often as it came."""
        return self._step.candidates

    # -- steps ------------------------------------------------------------------------------------

    def level(self, codes: Iterable[int], logp: int, *, paths: bool = False) -> LevelSet:
        """The level of some codes, all partitions of it, perhaps with one path to each."""
        words = to_words(self._layout, list(codes))
        rows = np.ones((len(words), 1), np.uint64) if paths else None
        after = AfterSteps(LevelSet.of(words, rows), self._layout.canon, self._steps["stay"])
        return self._step.within([after], range(1 << logp), logp, len(words), int(paths))

    def spread(
        self, shard: LevelSet, step: str, logp: int, width: int = 0, *, flip: bool = False
    ) -> LevelSet:
        """What a step makes of a shard, in all ``2**logp`` partitions of the level it belongs to.

        The paths have ``width`` limbs there; with ``flip`` the complements of the results are
        taken.
        """
        steps = self._steps[step]
        if flip:
            steps = steps.flipped(self._layout.full)
        after = AfterSteps(shard, self._layout.canon, steps)
        expected = max(_GROWTH * len(shard), 64)
        return self._step.within([after], range(1 << logp), logp, expected, width)

    def merge(
        self, runs: Iterable[LevelSet], span: range, logp: int, expected: int, width: int = 0
    ) -> LevelSet:
        """The shard, those partitions of ``2**logp`` of its level, that some runs make.

        The runs are gone through once, or several times where memory is short. ``expected`` is
        about how many words the shard will have; their paths have ``width`` limbs.
        """
        return self._step.within(_AsTheyAre(runs), span, logp, max(expected, 64), width)

    def among(self, runs: Iterable[LevelSet], target: LevelSet) -> LevelSet:
        """The positions of a shard that are in some runs, in order."""
        return self._step.in_order(self._step.among(_AsTheyAre(runs), target))

    def dot(self, runs: Iterable[LevelSet], target: LevelSet, width: int) -> int:
        """The paths of some runs to the positions of a shard, times those of the shard.

        See :meth:`PathCounter.meet <pegsolitaire.engine.sparse.paths.PathCounter.meet>`; the runs
        are of complements.
        """
        others = self._step.onto(_AsTheyAre(runs), target, width)
        return dot(self._layout, self._workers, target, others)

    @staticmethod
    def part(level: LevelSet, span: range) -> LevelSet:
        """Some of the partitions of a level."""
        offsets = level.offsets[span.start - level.first : span.stop - level.first + 1]
        own = slice(int(offsets[0]), int(offsets[-1]))
        rows = None if level.rows is None else level.rows[own]
        return replace(
            level, stored=level.stored[own], offsets=offsets - own.start, rows=rows,
            first=span.start, parts=1 << level.logp,
        )  # fmt: skip

    @cached_property
    def _steps(self) -> dict[str, Steps]:
        layout, problem = self._layout, self._problem
        jumps, unjumps = jumps_of(layout), unjumps_of(layout)

        def pruned(steps: Steps, one: Problem, *, backward: bool = False) -> Steps:
            pruning = make_pruning(layout, one, self._counts, backward=backward)
            return steps._replace(pruning=pruning)

        return {
            "forward": pruned(jumps, problem),
            "backward": pruned(unjumps, problem, backward=True),
            "opposite": pruned(jumps, opposite_of(problem)),
            "stay": Steps.stay(layout.canon),
        }


class _AsTheyAre:
    """Runs as sources of a step, one after the other, as often as they are gone through."""

    def __init__(self, runs: Iterable[LevelSet]) -> None:
        self._runs = runs

    def __iter__(self) -> Iterator[AfterSteps]:
        for run in self._runs:
            yield AfterSteps(run, _AS_IT_IS, _STAY)
