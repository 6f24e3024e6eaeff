"""Which problems have a solution by construction, whatever their board."""

from __future__ import annotations

from pegsolitaire.game import Problem, Solution
from pegsolitaire.triangular.construction import (
    Construction,
    construction_of,
    is_triangle,
    one_peg_pair,
)
from pegsolitaire.triangular.rectangles import Extension, is_rectangle, solve_rectangle


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
    board = problem.board
    pair = one_peg_pair(problem)
    if pair is None:
        return None
    found: Construction | Extension
    if is_triangle(board):
        found = construction_of(problem)
    elif is_rectangle(board):
        found = solve_rectangle(board, pair[0])
    else:
        return None
    solution = found.solution if found else None
    return solution if solution is not None and solution.solves(problem) else None
