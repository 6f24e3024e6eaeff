"""The fewest moves of every problem of a board, as Bell's catalogues list them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pegsolitaire.analysis.minimal import MoveSet
from pegsolitaire.analysis.shortest import Shortest, shortest_solution
from pegsolitaire.board import Board, Hole, hole_name
from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import CatalogueRow, Problem, SolutionClass, solution_catalogue
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets import FewestMoves, PositionValues
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
        rows.append(shortest_row_of(board, start, finish))
        progress.update(len(rows))
    return tuple(rows)


def shortest_row_of(
    board: Board,
    start: Hole,
    finish: Hole,
    budget: Budget = UNLIMITED,
    table: FewestMoves | PositionValues | None = None,
) -> ShortestRow:
    """The shortest solutions of a problem from one vacancy to one peg.

    Parameters
    ----------
    board : Board
        The board.
    start, finish : (int, int)
        The vacancy, and the hole of the last peg.
    budget : Budget, optional
        The memory, and the time.
    table : FewestMoves or PositionValues, optional
        As for :func:`shortest_solution`.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes.
    """
    problem = Problem.single(board, start, finish)
    found = shortest_solution(problem, table=table, budget=budget)
    return ShortestRow(start, finish, found, _unordered(found))


def known_table(board: Board) -> tuple[CatalogueRow, ...] | None:
    """The shortest solutions of all problems of a board, where all of them come along.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> len(known_table(english()) or ())
    21
    """
    rows = solution_catalogue(board)
    pairs = [(hole_name(start), hole_name(finish)) for start, finish in svss_problems(board)]
    return rows if rows and [(row.start, row.finish) for row in rows] == pairs else None


def catalogue_row(row: ShortestRow) -> CatalogueRow | None:
    """A row as catalogues have it, with one solution of each class; None where not proven.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> rows = [catalogue_row(row) for row in shortest_table(triangle(4))]
    >>> [(row.moves, [(one.kind, one.solutions) for one in row.classes])
    ...  for row in rows if row and row.moves]
    [(5, [((3, 2, 1), 1)])]
    """
    start, finish = hole_name(row.start), hole_name(row.finish)
    if row.found.solvable is False:
        return CatalogueRow(start, finish, None)
    if not row.found.proven:
        return None
    members = {one.kind: one.solution for one in reversed(row.sets or ())}
    counts = Counter(one.kind for one in row.sets or ())
    every = row.found.all
    return CatalogueRow(
        start,
        finish,
        row.found.lower_bound,
        None if every is None else every.raw,
        None if every is None else every.up_to_symmetry,
        row.unordered,
        tuple(
            SolutionClass(kind, counts[kind], members[kind])
            for kind in sorted(counts, reverse=True)
        ),
    )


def _unordered(found: Shortest) -> tuple[MoveSet, ...] | None:
    if found.all is None:
        return None
    try:
        return found.all.unordered
    except BoardTooLargeError:
        return None
