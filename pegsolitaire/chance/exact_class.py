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
from pegsolitaire.sets.plans import Plan, bound, forecast_levels, plan
from pegsolitaire.theory import class_of, rank

_LEAST = 1 << 20  # entries, below which tables are as good
_WORTH = 4  # entries that take as long as a position in a table
_SECONDS = 6e-8  # that an entry takes
_BESIDE = 1 << 28  # bytes of the interpreter, the kernels and lists of places


@dataclass(frozen=True)
class WholeClass:
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
    def plan(self) -> Plan:
        """What it takes."""
        return Plan(self.entries, self.bytes, self.entries * _SECONDS)


def worthwhile_class(
    run: Run, player: Player | OwnPlayer, budget: Budget = UNLIMITED
) -> WholeClass | None:
    """The class to go through, where that is possible, within the memory, and worth it."""
    from pegsolitaire.engine import free_memory

    problem = run.problem
    plain = isinstance(player, Player) and player.is_plain
    if run.winning or not plain or problem.finish_pegs != 1:
        return None
    whole = whole_class(run)
    memory = free_memory() if budget.memory is None else budget.memory
    if whole is None or whole.entries < _LEAST or whole.bytes > memory:
        return None
    reached = forecast_levels(problem).positions * len(problem.group) // len(run.group)
    return whole if whole.entries <= _WORTH * reached else None


def whole_class(run: Run) -> WholeClass | None:
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
    return None if tables is None else WholeClass(chances, group, tuple(sizes), tables)


def play_by_class(
    run: Run, whole: WholeClass, threads: int | None, budget: Budget = UNLIMITED
) -> Odds:
    """Go through a class from level to level.

    A chance is a sum of at most as many shares as there are jumps, and a share one division: as
    many operations a level, and one for each image where games end, bound the relative error.
    """
    from pegsolitaire.engine import ClassPlay, least_images

    board, top = run.problem.board, run.problem.start_pegs
    play = ClassPlay(board, whole.starts, whole.group, threads, budget)
    run.progress.stage("playing at random", top)
    for level in play.levels():
        run.count(level.reached)
        codes = least_images(level.ends, [symmetry.image for symmetry in run.group])
        codes, which = np.unique(codes, return_inverse=True)
        chances = np.bincount(which, level.chances, len(codes))
        run.finals += zip(codes.tolist(), chances.tolist(), strict=True)
        run.progress.update(top - level.pegs + 1, f"{level.reached:,} positions")
    return run.odds(len(board.jumps) + len(run.group) + 2)


def plan_odds(
    problem: Problem,
    player: Player | OwnPlayer,
    budget: Budget = UNLIMITED,
    *,
    refuse: bool = False,
    winning: bool = False,
    folder: Path | None = None,
) -> Plan:
    """Say how much work exact odds are.

    Parameters
    ----------
    problem, player, budget, winning
        As :func:`pegsolitaire.chance.exact_play` has them.
    refuse, folder
        As :func:`pegsolitaire.sets.plans.plan` has them.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes, or it is refused.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> from pegsolitaire.theory import any_finish
    >>> board = triangle(5)
    >>> plan_odds(any_finish(board.vacancy("a1")), Player(board, "any")).positions
    1544
    >>> board = english()
    >>> plan_odds(any_finish(board.vacancy("d4")), Player(board, "any"), refuse=True).is_long
    False
    """
    if refuse and not (most := bound(problem)).is_long:
        return most
    if not winning:
        run = Run(problem, player, by_hole=None, winning=False, progress=SILENT)
        if (whole := worthwhile_class(run, player, budget)) is not None:
            return whole.plan
    return plan(problem, "odds", refuse=refuse, folder=folder, by_class=False)
