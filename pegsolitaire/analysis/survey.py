"""Every single vacancy to single survivor problem of a board, and whether it can be solved."""

from __future__ import annotations

from dataclasses import dataclass

from pegsolitaire.analysis.answers import Answer
from pegsolitaire.analysis.solve import solve
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
