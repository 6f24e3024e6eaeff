"""Which problems have a solution by construction, whatever their board."""

from __future__ import annotations

from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.triangular.construction import construction_of
from pegsolitaire.triangular.rectangles import is_rectangle, solve_rectangle


def constructed(problem: Problem) -> Solution | None:
    """A solution by construction; None where there is none, or none is known.

    Parameters
    ----------
    problem : Problem
        On a triangle from one vacancy to one peg; on a rectangle or a rhombus, to any.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> len(constructed(Problem.complement(triangle(12), "a1")))
    76
    >>> constructed(Problem.complement(english(), "d4")) is None
    True
    """
    if is_rectangle(problem.board):
        return _rectangle(problem)
    try:
        found = construction_of(problem)
    except ProblemError:
        return None
    return found.solution if found else None


def _rectangle(problem: Problem) -> Solution | None:
    empty = [list(Position(problem.board, code).complement) for code in problem.starts]
    for holes in empty:
        found = solve_rectangle(problem.board, holes[0]).solution if len(holes) == 1 else None
        if found is not None and found.solves(problem):
            return found
    return None
