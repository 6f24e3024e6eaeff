"""Which problems have a solution by construction, whatever their board."""

from __future__ import annotations

from pegsolitaire.board import Hole
from pegsolitaire.construct.cores import Search
from pegsolitaire.construct.hexagons import is_hexagon, solve_hexagon
from pegsolitaire.construct.rectangles import is_rectangle, solve_rectangle
from pegsolitaire.construct.triangles import construction_of, is_triangle, one_peg_pair
from pegsolitaire.game import Problem, Solution


def constructed(problem: Problem, search: Search | None = None) -> Solution | None:
    """A solution by construction; None if there is none or none is known.

    Parameters
    ----------
    problem : Problem
        From one vacancy to one peg, on a triangle, a rectangle or a rhombus; or a hexagon.
    search : callable, optional
        What solves the core that is left of a hexagon, or that is not stored of another board;
        without it hexagons are left alone.

    Examples
    --------
    >>> from pegsolitaire.board import english, rhombus, triangle
    >>> len(constructed(Problem.complement(triangle(12), "a1")))
    76
    >>> len(constructed(Problem.complement(rhombus(12), "b1")))
    142
    >>> constructed(Problem.complement(english(), "d4")) is None
    True
    """
    board = problem.board
    pair = one_peg_pair(problem)
    if pair is None:
        return None
    if is_triangle(board):
        found = construction_of(problem, search)
        return found.solution if found else None
    if is_rectangle(board):
        return _of_rectangle(problem, *pair, search)
    return _of_hexagon(problem, *pair, search) if search and is_hexagon(board) else None


def _of_rectangle(
    problem: Problem, start: Hole, finishes: list[Hole], search: Search | None
) -> Solution | None:
    """To any finish first, and then to one after the other."""
    wanted = (finishes[0],) if len(finishes) == 1 else (None, *finishes)
    found = (solve_rectangle(problem.board, start, finish, search) for finish in wanted)
    solutions = (one.solution for one in found)
    return next((one for one in solutions if one is not None and one.solves(problem)), None)


def _of_hexagon(
    problem: Problem, start: Hole, finishes: list[Hole], search: Search
) -> Solution | None:
    """To any finish, or to one after the other."""
    wanted = (finishes[0],) if len(finishes) == 1 else (None, *finishes)
    solutions = (solve_hexagon(problem.board, start, finish, search) for finish in wanted)
    return next((one for one in solutions if one is not None and one.solves(problem)), None)
