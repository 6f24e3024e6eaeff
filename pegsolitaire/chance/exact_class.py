"""Exact random play over a whole position class, where games come to most of it.

The levels of a class are arrays without codes (:mod:`pegsolitaire.engine.dense.shares`), which
take a third of the time and of the memory that tables of the positions reached do. On the triangle
of side 8 that is the difference between 18 GB of memory and 91 GB of disk.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from pathlib import Path

import numpy as np

from pegsolitaire.board import Symmetry, apply_permutation
from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.chance.exact_run import Run
from pegsolitaire.chance.odds import Odds
from pegsolitaire.game import OwnPlayer, Player, Problem
from pegsolitaire.progress import SILENT
from pegsolitaire.sets.estimate import Estimate, estimate, forecast, foresee
from pegsolitaire.sets.forecast import forecast_levels
from pegsolitaire.theory import class_of, rank

_LEAST = 1 << 20  # entries, below which tables are as good
_WORTH = 4  # entries that take as long as a position in a table
_SECONDS = 6e-8  # that an entry takes
_BESIDE = 1 << 28  # bytes of the interpreter, the kernels and lists of places


@dataclass(frozen=True)
class ClassPlan:
    """A position class that is to be gone through.

    Attributes
    ----------
    starts : dict of int to float
        Codes of one class, and the chance that a game starts there, or at an image of it.
    group : tuple of Symmetry
        The symmetries of the run that keep the class.
    sizes : tuple of int
        About how many entries the levels have, the start's first.
    tables : int
        The bytes of what says where positions lie.
    """

    starts: dict[int, float]
    group: tuple[Symmetry, ...]
    sizes: tuple[int, ...]
    tables: int

    @property
    def entries(self) -> int:
        """Those of all levels."""
        return sum(self.sizes)

    @property
    def bytes(self) -> int:
        """The memory of the two largest levels that follow one another, 8 bytes an entry."""
        levels = 8 * max(map(sum, zip(self.sizes, (*self.sizes[1:], 0), strict=True)))
        return levels + self.tables + _BESIDE

    @property
    def estimate(self) -> Estimate:
        """What it takes."""
        return Estimate(self.entries, self.bytes, self.entries * _SECONDS)


def class_plan(
    run: Run, player: Player | OwnPlayer, budget: Budget = UNLIMITED
) -> ClassPlan | None:
    """The class to go through, where that is possible, within the memory, and worth it."""
    from pegsolitaire.engine import free_memory

    problem = run.problem
    plain = isinstance(player, Player) and player.is_plain
    if run.winning or not plain or problem.finish_pegs != 1:
        return None
    plan = whole_class(run)
    memory = free_memory() if budget.memory is None else budget.memory
    if plan is None or plan.entries < _LEAST or plan.bytes > memory:
        return None
    reached = forecast_levels(problem).positions * len(problem.group) // len(run.group)
    return plan if plan.entries <= _WORTH * reached else None


def whole_class(run: Run) -> ClassPlan | None:
    """The class of the starts, if symmetries map all of them to one."""
    from pegsolitaire.engine import bytes_of_tables

    board, starts = run.problem.board, run.problem.starts
    kind = class_of(board, starts[0])
    chances: dict[int, float] = {}
    for code in starts:
        images = [apply_permutation(s.image, code) for s in run.group]
        own = next((image for image in images if class_of(board, image) == kind), None)
        if own is None:
            return None
        chances[own] = chances.get(own, 0.0) + 1 / len(starts)
    keeps = [class_of(board, apply_permutation(s.image, starts[0])) == kind for s in run.group]
    group = tuple(s for s, kept in zip(run.group, keeps, strict=True) if kept)
    share = len(group) << len(board) - rank(board)
    sizes = [comb(len(board), pegs) // share for pegs in range(run.problem.start_pegs, 0, -1)]
    tables = bytes_of_tables(board, group)
    return None if tables is None else ClassPlan(chances, group, tuple(sizes), tables)


def play_by_class(
    run: Run, plan: ClassPlan, threads: int | None, budget: Budget = UNLIMITED
) -> Odds:
    """Go through a class from level to level.

    A chance is a sum of at most as many shares as there are jumps, and a share one division: as
    many operations a level, and one for each image where games end, bound the relative error.
    """
    from pegsolitaire.engine import ClassPlay, least_images

    board, top = run.problem.board, run.problem.start_pegs
    play = ClassPlay(board, plan.starts, plan.group, threads, budget)
    run.progress.stage("playing at random", top)
    for level in play.levels():
        run.count(level.reached)
        codes = least_images(level.ends, [symmetry.image for symmetry in run.group])
        codes, which = np.unique(codes, return_inverse=True)
        chances = np.bincount(which, level.chances, len(codes))
        run.finals += zip(codes.tolist(), chances.tolist(), strict=True)
        run.progress.update(top - level.pegs + 1, f"{level.reached:,} positions")
    return run.odds(len(board.jumps) + len(run.group) + 2)


def forecast_odds(problem: Problem, player: Player | OwnPlayer) -> Estimate:
    """Say how much work exact odds are, whether they fit the machine or not.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import any_finish
    >>> board = triangle(5)
    >>> forecast_odds(any_finish(board.vacancy("a1")), Player(board, "any")).positions
    1544
    """
    plan = _found_plan(problem, player, UNLIMITED, winning=False)
    return forecast(problem, "odds") if plan is None else plan.estimate


def foresee_odds(
    problem: Problem,
    player: Player | OwnPlayer,
    folder: Path | None = None,
    budget: Budget = UNLIMITED,
    *,
    winning: bool = False,
) -> Estimate | None:
    """Say how much work exact odds are, if that is long, or refuse it.

    Parameters
    ----------
    problem, player, budget, winning
        As :func:`pegsolitaire.chance.exact_play` has them.
    folder : Path, optional
        Where levels may lie that outgrow the memory.

    Raises
    ------
    BoardTooLargeError
        If they are far past the memory, and the disk, or the board has more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> from pegsolitaire.theory import any_finish
    >>> board = english()
    >>> foresee_odds(any_finish(board.vacancy("d4")), Player(board, "any")) is None
    True
    """
    if not estimate(problem).is_long:
        return None
    plan = _found_plan(problem, player, budget, winning=winning)
    if plan is None:
        return foresee(problem, "odds", folder=folder, by_class=False)
    return plan.estimate if plan.estimate.is_long else None


def _found_plan(
    problem: Problem, player: Player | OwnPlayer, budget: Budget, *, winning: bool
) -> ClassPlan | None:
    if winning:
        return None
    run = Run(problem, player, by_hole=None, winning=False, progress=SILENT)
    return class_plan(run, player, budget)
