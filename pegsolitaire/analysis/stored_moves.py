"""What the store says of the fewest moves of a problem, so that no search is needed."""

from __future__ import annotations

from contextlib import suppress

from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.errors import (
    BoardTooLargeError,
    BudgetSpentError,
    ProblemError,
    StoreMissingError,
)
from pegsolitaire.game import Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets import FewestMoves, WinningMoves, WinningSets


def stored_moves(
    problem: Problem, budget: Budget = UNLIMITED, progress: Progress = SILENT
) -> FewestMoves | WinningMoves | None:
    """The fewest moves of the positions of a problem, as far as the store has what tells them.

    Parameters
    ----------
    problem : Problem
        The problem.
    budget : Budget, optional
        The memory and the time of a pass over winning sets.
    progress : Progress, optional
        Told of every level of that.

    Returns
    -------
    FewestMoves or WinningMoves or None
        What ``pegs levels --by moves --store`` has kept, or else what the winning sets say that
        ``pegs winning`` has; None where there are neither, or these are past the budget.

    Raises
    ------
    StoreDamagedError
        If what is stored is damaged, foreign, of a later version or incomplete.

    Examples
    --------
    >>> from pegsolitaire.board import hexagon
    >>> stored_moves(Problem.single(hexagon(6), "a1", "a1")) is None
    True
    """
    if not problem.board.fits_word:
        return None
    with suppress(StoreMissingError, ProblemError):
        return FewestMoves.open(problem.board, problem.finishes)
    with suppress(BoardTooLargeError, BudgetSpentError):
        wins = WinningSets.find(problem)
        return None if wins is None else WinningMoves.build(wins, progress, budget)
    return None
