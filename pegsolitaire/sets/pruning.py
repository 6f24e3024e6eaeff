"""The resource counts that level sets are pruned by: the few that exclude most at the least cost.

They are learned from the levels themselves: samples of them are played from the start to the
middle, a linear program looks for counts that prove sampled positions lost, and of all that it
found those are taken that exclude most of the samples, by what is left to lose and by parities.
Each is checked in integers when made.
"""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import numpy.typing as npt

from pegsolitaire.game import Problem
from pegsolitaire.sets.plans import class_bound
from pegsolitaire.theory import ResourceCount
from pegsolitaire.theory.linear_programs import resource_finder
from pegsolitaire.theory.resource_counts import LosslessParities
from pegsolitaire.work import Work

_LARGE = 1 << 30  # positions that level sets may have, where looking for counts pays
_SAMPLE = 20_000  # positions of a level
_DEEP = 8  # levels before the middle, which are the largest
_TRIED = 60  # positions of a level that counts are looked for
_LIKELY = 16  # counts, those found most often, that are compared
_REMEMBERED = 16  # problems whose counts are remembered
_WORTH = 0.01  # of the samples that every image of a count must exclude: its cost is about that

Images = tuple[tuple[int, ...], ...]


def pruning_counts(problem: Problem, *, work: Work | None = None) -> tuple[ResourceCount, ...]:
    """Resource counts that exclude many positions of a problem's level sets, and their images.

    None where the level sets are so small that they are there before the counts are.

    Parameters
    ----------
    problem : Problem
        The problem, on a board of up to 64 holes.

    Notes
    -----
    On Wiegleb's board the one count that is learned, which has all its symmetries, excludes three
    of four positions of the middle levels.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> pruning_counts(Problem.complement(english(), "d4"))
    ()
    """
    work = Work.of(work)
    return learned_from_levels(problem, work=work) if may_be_pruned(problem) else ()


def may_be_pruned(problem: Problem) -> bool:
    """Whether the level sets are so large that looking for counts pays."""
    return class_bound(problem).positions > _LARGE


def learned_from_levels(
    problem: Problem, *, work: Work | None = None
) -> tuple[ResourceCount, ...]:
    """The same for level sets of any size.

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


#: What was learned in this process: the estimate and the build ask for the same.
_learned: dict[Problem, tuple[ResourceCount, ...]] = {}


def _learn(problem: Problem, *, work: Work) -> tuple[ResourceCount, ...]:
    levels = _samples(problem)
    asked = _some(levels)
    work.progress.stage("looking for resource counts that exclude positions", len(asked))
    found: Counter[Images] = Counter()
    for done, code in enumerate(asked, 1):
        if sheet := resource_finder(problem.board).find(code, problem.finishes, tidy=False):
            found[_images(problem, sheet.count.weights)] += 1
        work.update(done)
    codes = np.array([code for level in levels for code in level], np.uint64)
    likely = [images for images, _ in found.most_common(_LIKELY)]
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


def _samples(problem: Problem) -> list[list[int]]:
    """Positions of the levels before the middle, by code."""
    from pegsolitaire.engine import LevelEngine

    levels: list[list[int]] = []
    with LevelEngine.of(problem) as engine:
        level = engine.level(problem.starts)
        for pegs in range(problem.start_pegs - 1, problem.finish_pegs, -1):
            if pegs < len(problem.board) // 2:
                break
            level = engine.sample(engine.step(level, engine.jumps), _SAMPLE, pegs)
            levels.append(engine.codes(level).tolist())
    return levels[-_DEEP:]


def _some(levels: list[list[int]]) -> list[int]:
    chance = random.Random(0)
    return [code for level in levels for code in chance.sample(level, min(_TRIED, len(level)))]


def _images(problem: Problem, weights: tuple[int, ...]) -> Images:
    """The images of a count under the symmetries of a problem."""
    turned = {tuple(weights[i] for i in symmetry.image) for symmetry in problem.group}
    return tuple(sorted(turned))


def _excluded(
    problem: Problem, images: Images, codes: npt.NDArray[np.uint64]
) -> npt.NDArray[np.bool_]:
    """Which of some positions a count or one of its images excludes."""
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
