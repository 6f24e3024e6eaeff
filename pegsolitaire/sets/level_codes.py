"""The positions behind the table of levels: F, B, W and L themselves, level by level.

F are reached from the start, B can reach the finish, W are both, and L are those that one jump
takes out of W (Notes, equations 5, 6 and 10). Levels of F are kept until those of B meet them,
so this takes the memory of both directions, or the disk's where the budget says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets.build import Forgetful, LevelRun

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelEngine, LevelSet, Words

#: The names of the sets, as in the Notes.
NAMES = "FBWL"


@dataclass(frozen=True, eq=False)
class LevelCodes:
    """The positions of one set with one number of pegs.

    Attributes
    ----------
    name : str
        ``"F"``, ``"B"``, ``"W"`` or ``"L"``.
    pegs : int
    codes : (n,) array of uint64
        Sorted, the least under the problem's group.
    """

    name: str
    pegs: int
    codes: Words


def level_codes(
    problem: Problem,
    names: str = NAMES,
    progress: Progress = SILENT,
    budget: Budget = UNLIMITED,
) -> Iterator[LevelCodes]:
    """The positions of the sets that are asked for, from the start to the finish and back.

    Parameters
    ----------
    problem : Problem
        The problem.
    names : str, optional
        Which sets: letters of ``FBWL``.
    progress : Progress, optional
        Told of every level.
    budget : Budget, optional
        The memory that a level may take, a scratch folder for those that outgrow it, the time.

    Raises
    ------
    ProblemError
        If a letter is none of a set, or there is none.
    BoardTooLargeError
        If the board has more than 64 holes, or a level outgrows the memory, or the disk.
    BudgetSpentError
        If it takes longer than the budget allows.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> for level in level_codes(problem, "W"):
    ...     if level.pegs < 4:
    ...         print(level.name, level.pegs, level.codes.tolist())
    W 1 [1]
    W 2 [10]
    W 3 [28, 4226]
    """
    if not names or set(names) - set(NAMES):
        raise ProblemError(f"{names!r} names no sets: give letters of {NAMES}, as in FW")
    from pegsolitaire.engine import LevelEngine

    with LevelEngine.of(problem, budget) as engine:
        yield from _levels(engine, problem, names, progress)


def _levels(
    engine: LevelEngine, problem: Problem, names: str, progress: Progress
) -> Iterator[LevelCodes]:
    top, bottom = problem.start_pegs, problem.finish_pegs
    forward: dict[int, LevelSet] = {}
    for pegs, level in LevelRun(engine, problem, "F", Forgetful()).until(bottom, progress):
        forward[pegs] = level
        if "F" in names:
            yield LevelCodes("F", pegs, engine.codes(level))
    if names == "F":
        return
    below: Words = np.empty(0, np.uint64)
    for pegs, level in LevelRun(engine, problem, "B", Forgetful()).until(top, progress):
        if "B" in names:
            yield LevelCodes("B", pegs, engine.codes(level))
        wins = engine.select(forward.pop(pegs), engine.stay, level)
        codes = engine.codes(wins)
        if "W" in names:
            yield LevelCodes("W", pegs, codes)
        if "L" in names:
            if pegs > bottom:
                after = engine.codes(engine.step(wins, engine.jumps))
                yield LevelCodes("L", pegs - 1, np.setdiff1d(after, below, assume_unique=True))
            below = codes
    if "L" in names:
        yield LevelCodes("L", top, np.empty(0, np.uint64))
