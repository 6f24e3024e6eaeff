"""Answer a question about all problems of a board from one vacancy to one peg.

One loop over the problems, up to symmetry, can answer several questions: which problems can be
solved on the board, which can be solved with additional holes around it, and how few moves they
need, as in Bell's catalogues.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pegsolitaire.board import BoardLike, Hole, as_board, hole_name
from pegsolitaire.data import CatalogueRow, knowledge_of
from pegsolitaire.game import Problem
from pegsolitaire.theory import svss_problems
from pegsolitaire.work import Work

_Answered = TypeVar("_Answered")


@dataclass(frozen=True)
class Surveyed(Generic[_Answered]):
    """A problem of a board, and the answer to the question of the survey.

    Attributes
    ----------
    start, finish : (int, int)
        The vacancy, and the hole of the last peg.
    answer
        The answer for this problem.
    """

    start: Hole
    finish: Hole
    answer: _Answered


def survey(
    board: BoardLike,
    answer: Callable[[Problem], _Answered],
    *,
    what: str = "solving",
    work: Work | None = None,
) -> tuple[Surveyed[_Answered], ...]:
    """Call a function for each problem from one vacancy to one peg that the class allows.

    Parameters
    ----------
    board : Board, or what makes one
        The board.
    answer : callable
        The function to call for each problem, such as :func:`solve` or :func:`shortest`.
    what : str, optional
        A description of the work for the progress messages.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`. The
        limits hold for all problems together.

    Examples
    --------
    >>> from pegsolitaire.solving import shortest, solve, solve_without_edge
    >>> from pegsolitaire.board import triangle, truncated_triangle
    >>> [one.answer.solvable for one in survey(triangle(4), solve)].count(True)
    1
    >>> all(one.answer.solvable for one in survey(truncated_triangle(5), solve))
    True
    >>> [one.answer.lower_bound for one in survey(triangle(4), shortest)
    ...  if one.answer.solvable]
    [5]

    Footnote 7 of Bell's *Solving triangular peg solitaire*: 12 problems can be solved on the board
    itself, and all problems if the board is extended by one hole on every side.

    >>> found = survey(triangle(5), solve_without_edge)
    >>> [sum(one.answer.margin == margin for one in found) for margin in (0, 1)]
    [12, 5]
    >>> all(one.answer.solvable for one in found)
    True
    """
    work = Work.of(work)
    board = as_board(board)
    pairs = svss_problems(board)
    work.progress.stage(what, len(pairs))
    surveyed = []
    for start, finish in pairs:
        with work:  # the function may pass no work on
            surveyed.append(Surveyed(start, finish, answer(Problem(board, start, finish))))
        work.update(len(surveyed))
    return tuple(surveyed)


# -- the fewest moves, as in catalogues ---------------------------------------------------------


def known_table(board: BoardLike) -> tuple[CatalogueRow, ...] | None:
    """Return the shortest solutions of all problems of a board, if all of them are built in.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> len(known_table(english()) or ())
    21
    """
    board = as_board(board)
    rows = knowledge_of(board).catalogue
    pairs = [(hole_name(start), hole_name(finish)) for start, finish in svss_problems(board)]
    return rows if rows and [(row.start, row.finish) for row in rows] == pairs else None
