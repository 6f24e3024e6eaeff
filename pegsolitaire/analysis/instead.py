"""What can be solved instead of a problem that cannot be."""

from __future__ import annotations

from pegsolitaire.analysis.answers import known_answer
from pegsolitaire.analysis.best_end import one_peg
from pegsolitaire.game import Position, Problem
from pegsolitaire.theory import any_finish, by_distance, default_problem


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
