"""Solve problems without a search, on all boards for which a construction is known."""

from __future__ import annotations

from functools import partial

from pegsolitaire.construct.cores import Search
from pegsolitaire.construct.hexagons import is_hexagon, solve_hexagon
from pegsolitaire.construct.rectangles import is_rectangle, solve_rectangle
from pegsolitaire.construct.triangles import construction_of, is_triangle, one_peg_pair
from pegsolitaire.game import FinishLike, ProblemLike, Solution, StartLike, as_problem


def constructed(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    search: Search | None = None,
) -> Solution | None:
    """Construct a solution of a problem. Return None if no solution or construction is known.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        A problem from one vacancy to one peg, on a triangle, a rectangle, a rhombus or a hexagon.
        See :class:`~pegsolitaire.game.Problem`.
    search : callable, optional
        A function that solves the core of a hexagon, or the core of another board if no solution
        of this core is stored. Without this function, hexagons are not solved.

    Examples
    --------
    >>> from pegsolitaire.board import english, rhombus, triangle
    >>> from pegsolitaire.game import Problem
    >>> len(constructed(Problem.complement(triangle(12), "a1")))
    76
    >>> len(constructed(Problem.complement(rhombus(12), "b1")))
    142
    >>> constructed(Problem.complement(english(), "d4")) is None
    True
    """
    problem = as_problem(problem, start, finish)
    board = problem.board
    pair = one_peg_pair(problem)
    if pair is None:
        return None
    if is_triangle(board):
        construction = construction_of(problem, search=search)
        return construction.solution if construction else None
    start, finishes = pair
    if is_rectangle(board):
        solve = partial(solve_rectangle, board, start, search=search)
    elif search is not None and is_hexagon(board):
        solve = partial(solve_hexagon, board, start, search=search)
    else:
        return None
    # First let the construction choose a finish, then try one finish after another.
    lines = map(solve, finishes if len(finishes) == 1 else (None, *finishes))
    return next((line for line in lines if line is not None and line.solves(problem)), None)
