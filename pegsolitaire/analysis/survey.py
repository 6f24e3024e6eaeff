"""Every single vacancy to single survivor problem of a board, and whether it can be solved."""

from __future__ import annotations

from dataclasses import dataclass

from pegsolitaire.analysis.answers import Answer
from pegsolitaire.analysis.solve import solve
from pegsolitaire.analysis.without_edge import OpenAnswer, solve_without_edge
from pegsolitaire.board import Board, Hole
from pegsolitaire.game import Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.theory import svss_problems


@dataclass(frozen=True)
class Surveyed:
    """A problem of a board, and what became of it."""

    start: Hole
    finish: Hole
    answer: Answer


@dataclass(frozen=True)
class OpenSurveyed:
    """A problem of a board, and what becomes of it where the board has no edge."""

    start: Hole
    finish: Hole
    answer: OpenAnswer


def survey_without_edge(board: Board, progress: Progress = SILENT) -> tuple[OpenSurveyed, ...]:
    """The problems of :func:`survey`, with as much room as they need.

    Parameters
    ----------
    board : Board
        The board.
    progress : Progress, optional
        Told of every problem.

    Examples
    --------
    Footnote 7 of Bell's *Solving triangular peg solitaire*: 12 can be solved on the board itself,
    and all with one step of room.

    >>> from pegsolitaire.board import triangle
    >>> found = survey_without_edge(triangle(5))
    >>> [sum(one.answer.margin == margin for one in found) for margin in (0, 1)]
    [12, 5]
    >>> all(one.answer.solvable for one in found)
    True
    """
    pairs = list(svss_problems(board))
    progress.stage("solving without an edge", len(pairs))
    found = []
    for start, finish in pairs:
        answer = solve_without_edge(board.vacancy(start), finish)
        found.append(OpenSurveyed(start, finish, answer))
        progress.update(len(found))
    return tuple(found)


def survey(board: Board, progress: Progress = SILENT) -> tuple[Surveyed, ...]:
    """Solve each problem from one vacancy to one peg that the class allows, up to symmetry.

    Parameters
    ----------
    board : Board
        The board.
    progress : Progress, optional
        Told of every problem.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle, truncated_triangle
    >>> [one.answer.solvable for one in survey(triangle(4))].count(True)
    1
    >>> all(one.answer.solvable for one in survey(truncated_triangle(5)))
    True
    """
    pairs = list(svss_problems(board))
    progress.stage("solving", len(pairs))
    found = []
    for start, finish in pairs:
        found.append(Surveyed(start, finish, solve(Problem.single(board, start, finish))))
        progress.update(len(found))
    return tuple(found)
