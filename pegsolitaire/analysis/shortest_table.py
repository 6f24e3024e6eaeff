"""The fewest moves of every problem of a board, as Bell's catalogues list them."""

from __future__ import annotations

from dataclasses import dataclass

from pegsolitaire.analysis.minimal import MoveSet
from pegsolitaire.analysis.shortest import Shortest, shortest_solution
from pegsolitaire.board import Board, Hole
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.theory import svss_problems


@dataclass(frozen=True)
class ShortestRow:
    """A problem of a board, and its shortest solutions.

    Attributes
    ----------
    start, finish : (int, int)
        The vacancy, and the hole of the last peg.
    found : Shortest
    sets : tuple of MoveSet, or None
        The shortest solutions regardless of the order of their moves, up to symmetry; None where
        they are too many to list.
    """

    start: Hole
    finish: Hole
    found: Shortest
    sets: tuple[MoveSet, ...] | None

    @property
    def unordered(self) -> int | None:
        """How many there are regardless of order."""
        return None if self.sets is None else len(self.sets)


def shortest_table(board: Board, progress: Progress = SILENT) -> tuple[ShortestRow, ...]:
    """The shortest solutions of all problems from one vacancy to one peg, up to symmetry.

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
    >>> from pegsolitaire.board import triangle
    >>> rows = shortest_table(triangle(4))
    >>> [row.found.lower_bound for row in rows if row.found.solvable]
    [5]
    """
    pairs = list(svss_problems(board))
    progress.stage("looking for the shortest solutions", len(pairs))
    rows = []
    for start, finish in pairs:
        found = shortest_solution(Problem.single(board, start, finish))
        rows.append(ShortestRow(start, finish, found, _unordered(found)))
        progress.update(len(rows))
    return tuple(rows)


def _unordered(found: Shortest) -> tuple[MoveSet, ...] | None:
    if found.all is None:
        return None
    try:
        return found.all.unordered
    except BoardTooLargeError:
        return None
