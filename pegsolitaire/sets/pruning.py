"""Choose resource counts that exclude many positions from level sets at little cost.

The counts are learned from the levels themselves. Levels are sampled at random, from the start to
the middle of the game, and a linear program finds counts that prove sampled positions lost. The
chosen counts are those whose slack and parities exclude the most samples. Each count is checked in
exact integer arithmetic when it is created.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pegsolitaire.game import Problem
from pegsolitaire.sets.plans import class_bound
from pegsolitaire.theory import ResourceCount
from pegsolitaire.theory.linear_programs import resource_finder
from pegsolitaire.theory.resource_counts import LosslessParities
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelSet

_LARGE = 1 << 30  # the number of positions from which looking for counts pays off
_SAMPLE = 20_000  # the size of a sample of a level
_DEEP = 8  # the number of levels before the middle that are sampled; these are the largest
_TRIED = 60  # the number of positions in each level for which a count is sought
_LIKELY = 16  # the number of counts that are compared: those found most often
_REMEMBERED = 16  # the number of problems whose counts are cached
_WORTH = 0.01  # the fraction of samples that each image of a count must exclude to pay off

Images = tuple[tuple[int, ...], ...]


def pruning_counts(problem: Problem, *, work: Work | None = None) -> tuple[ResourceCount, ...]:
    """Find resource counts that, with their images, exclude many positions of the level sets.

    The result is empty if the level sets are so small that it is faster to build them than to find
    the counts.

    Parameters
    ----------
    problem : Problem
        The problem, on a board of up to 64 holes.

    Notes
    -----
    On Wiegleb's board one count is found. It has all the symmetries of the board and excludes
    three out of four positions in the middle levels.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> pruning_counts(Problem.complement(english(), "d4"))
    ()
    """
    return learned_from_levels(problem, work=work) if may_be_pruned(problem) else ()


def may_be_pruned(problem: Problem) -> bool:
    """Return whether the level sets are so large that it is worth looking for counts."""
    return class_bound(problem).positions > _LARGE


def learned_from_levels(
    problem: Problem, *, work: Work | None = None
) -> tuple[ResourceCount, ...]:
    """Find resource counts as :func:`pruning_counts` does, but for level sets of any size.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> len(learned_from_levels(Problem.complement(english(), "d1")))
    5
    """
    work = Work.of(work)
    if problem not in _learned:
        while len(_learned) >= _REMEMBERED:
            _learned.pop(next(iter(_learned)))
        _learned[problem] = _learn(problem, work=work)
    return _learned[problem]


#: The counts found by this process, because the estimate and the build need the same ones.
_learned: dict[Problem, tuple[ResourceCount, ...]] = {}


def _learn(problem: Problem, *, work: Work) -> tuple[ResourceCount, ...]:
    levels = _samples(problem, work=work)
    chance = random.Random(0)
    asked = [code for level in levels for code in chance.sample(level, min(_TRIED, len(level)))]
    work.progress.stage("looking for resource counts that exclude positions", len(asked))
    occurrences: Counter[Images] = Counter()
    for done, code in enumerate(asked, 1):
        finder = resource_finder(problem.board)
        if sheet := finder.find(code, problem.finishes, tidy=False, work=work):
            occurrences[_images(problem, sheet.count.weights)] += 1
        work.update(done)
    codes = np.array([code for level in levels for code in level], np.uint64)
    likely = [images for images, _ in occurrences.most_common(_LIKELY)]
    work.progress.stage("comparing what resource counts exclude", len(likely))
    lost = {}
    for done, images in enumerate(likely, 1):
        lost[images] = _excluded(problem, images, codes)
        work.update(done)
    chosen: list[Images] = []
    left = np.ones(len(codes), np.bool_)
    while lost:
        gains = {images: (lost[images] & left).mean() / len(images) for images in lost}
        best = max(gains, key=lambda images: (gains[images], images))
        if gains[best] < _WORTH:
            break
        chosen.append(best)
        left &= ~lost.pop(best)
    board = problem.board
    return tuple(ResourceCount(board, weights) for images in chosen for weights in images)


def _samples(problem: Problem, *, work: Work) -> list[list[int]]:
    """Return the codes of sampled positions in the levels before the middle of the game."""
    from pegsolitaire.engine import LevelEngine, play_levels

    last = max(problem.finish_pegs + 1, len(problem.board) // 2)
    if last >= problem.start_pegs:
        return []
    with LevelEngine.of(problem, work=work) as engine:

        def sample(pegs: int, level: LevelSet) -> LevelSet:
            return engine.sample(level, _SAMPLE, pegs)

        play = play_levels(engine, problem.starts, last, keep=sample, work=work.silent)
        levels = [engine.codes(level).tolist() for _, level in play]
    return levels[1:][-_DEEP:]


def _images(problem: Problem, weights: tuple[int, ...]) -> Images:
    """Return the images of a count under the symmetries of a problem."""
    turned = {tuple(weights[i] for i in symmetry.image) for symmetry in problem.group}
    return tuple(sorted(turned))


def _excluded(
    problem: Problem, images: Images, codes: npt.NDArray[np.uint64]
) -> npt.NDArray[np.bool_]:
    """Return, for each code, whether a count or one of its images excludes the position."""
    holes = np.arange(len(problem.board), dtype=np.uint64)
    pegs = (codes[:, np.newaxis] >> holes & np.uint64(1)).astype(np.int64)
    lost = np.zeros(len(codes), np.bool_)
    for weights in images:
        parities = LosslessParities(ResourceCount(problem.board, weights))
        left, own = pegs @ np.array(weights), np.zeros(len(codes), np.int64)
        for i, mask in enumerate(parities.masks):
            own |= (np.bitwise_count(codes & np.uint64(mask)) & 1).astype(np.int64) << i
        least = np.array(parities.least)
        lost |= np.all(
            [
                left - parities.count.of(finish) < least[own ^ parities.of(finish)]
                for finish in problem.finishes
            ],
            axis=0,
        )
    return lost
