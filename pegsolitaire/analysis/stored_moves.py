"""What the store says of the fewest moves of a problem, so that no search is needed."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.errors import (
    BoardTooLargeError,
    BudgetSpentError,
    ProblemError,
    StoreMissingError,
)
from pegsolitaire.game import Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets import Explored, FewestMoves, WinningMoves, WinningSets


def stored_moves(
    problem: Problem,
    budget: Budget = UNLIMITED,
    progress: Progress = SILENT,
    root: Path | None = None,
) -> FewestMoves | WinningMoves | None:
    """The fewest moves of the positions of a problem, as far as the store has what tells them.

    Parameters
    ----------
    problem : Problem
        The problem.
    budget : Budget, optional
        The memory, and the time: half of it is for a pass over winning sets.
    progress : Progress, optional
        Told of every level of that.
    root : Path, optional
        The store, by default the user's.

    Returns
    -------
    FewestMoves or WinningMoves or None
        What ``pegs levels --by moves --store``, ``pegs check --explore`` or ``pegs winning`` has
        kept; None where there is nothing, or it is past the budget.

    Raises
    ------
    StoreDamagedError
        If what is stored is damaged, foreign, of a later version or incomplete.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> with TemporaryDirectory() as folder:
    ...     path = WinningSets.build(problem).save(Path(folder))
    ...     stored_moves(problem, root=Path(folder))
    <WinningMoves of triangle5: a1 to a1: 190 positions>
    """
    if not problem.board.fits_word:
        return None
    with suppress(StoreMissingError, ProblemError):
        return FewestMoves.open(problem.board, problem.finishes, root)
    if (explored := Explored.find(problem, root)) is not None:
        return WinningMoves.of(explored)
    left = budget.seconds_left
    half = budget.part(seconds=None if left is None else left / 2)
    with suppress(BoardTooLargeError, BudgetSpentError):
        wins = WinningSets.find(problem, root)
        return None if wins is None else WinningMoves.build(wins, progress, half)
    return None
