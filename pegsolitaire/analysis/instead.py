"""What can be done instead of a problem that cannot be solved."""

from __future__ import annotations

from pegsolitaire.analysis.answers import known_answer
from pegsolitaire.analysis.best_end import best_end, one_peg
from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.errors import BudgetSpentError
from pegsolitaire.game import Position, Problem
from pegsolitaire.theory import any_finish, by_distance, default_problem, is_anywhere

FEWEST_SECONDS = 2.0  # of the search for the fewest pegs that can be left


def instead(problem: Problem) -> Problem | None:
    """A problem near to one that has no solution, which has one; None where none is soon found.

    The same start with one peg anywhere; else, for one missing peg, the vacancy nearest the middle
    of the board that is known to be solvable.

    Examples
    --------
    >>> from pegsolitaire.board import french, triangle
    >>> str(instead(Problem.complement(triangle(5), "b3")))
    'triangle5: b3 to any'
    >>> str(instead(any_finish(french().vacancy("d4"))))
    'french: d3 to any'
    """
    board = problem.board
    if len(problem.starts) > 1 or problem.finish_pegs > 1 or not board.fits_word:
        return None
    start = Position(board, problem.starts[0])
    if one_peg(start, problem.finishes)[0] is not None:
        return any_finish(start)
    if len(start.complement) > 1:
        return None
    others = (default_problem(board.vacancy(hole)) for hole in by_distance(board))
    return next((other for other in others if known_answer(other)), None)


def fewest_left(problem: Problem, budget: Budget = UNLIMITED) -> int | None:
    """The fewest pegs that can be left where one peg anywhere is the goal, and impossible.

    None where another goal was set, or where that is not found in two seconds, or in the budget.

    Examples
    --------
    >>> from pegsolitaire.board import french
    >>> fewest_left(any_finish(french().vacancy("d4")))
    2
    """
    if len(problem.starts) > 1 or not problem.board.fits_word or not is_anywhere(problem):
        return None
    start = Position(problem.board, problem.starts[0])
    try:
        found = best_end(start, problem.finishes, budget=budget.part(seconds=FEWEST_SECONDS))
    except BudgetSpentError:
        return None
    return found.pegs if found.exact else None
