"""Whole numbers of jumps: what lies between counting pegs and searching.

A game makes each jump some whole number of times, and what its jumps do to each hole, added up, is
what lies between its start and its finish. Fractions that add up exist where no balance sheet
forbids a game (they are the dual of that linear program); whether whole numbers do is an integer
program. Where none do there is no game, and that is known without looking at positions: on boards
too large to search.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pegsolitaire.board import Board
from pegsolitaire.theory.program import add_column, add_row, new_model

if TYPE_CHECKING:
    import highspy

_SECONDS = 60.0


def whole_jumps_exist(
    board: Board, start: int, finishes: Iterable[int], seconds: float = _SECONDS
) -> bool | None:
    """Whether some whole numbers of jumps, in any order, lead from a position to a finish.

    Parameters
    ----------
    board : Board
        The board, of any size.
    start : int
        A code.
    finishes : iterable of int
        Codes; each is tried.
    seconds : float, optional
        How long each may take.

    Returns
    -------
    bool or None
        False: there is no game. True: there may be one. None: not decided in the time.

    Notes
    -----
    The answer is that of HiGHS, which counts in floating point.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> start = board.vacancy("a2").code
    >>> [whole_jumps_exist(board, start, [board.single(end).code]) for end in ("b2", "a3")]
    [True, False]
    """
    answer: bool | None = False
    for finish in finishes:
        found = _exist(board, start, finish, seconds)
        if found:
            return True
        answer = None if found is None else answer
    return answer


def _exist(board: Board, start: int, finish: int, seconds: float) -> bool | None:
    import highspy

    model = new_model(time_limit=seconds)
    # No jump can be made more often than there are jumps.
    add_jumps(model, board, start, finish, most=start.bit_count())
    model.run()
    status = model.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return False
    return True if status == highspy.HighsModelStatus.kOptimal else None


def add_jumps(
    model: highspy.Highs, board: Board, start: int, finish: int, most: float, whole: bool = True
) -> None:
    """Add to an empty program how often each jump is made, and what that has to come to."""
    for _ in board.jumps:
        add_column(model, 0.0, most, whole)
    rows: list[dict[int, float]] = [{} for _ in board.holes]
    for column, jump in enumerate(board.jumps):
        rows[jump.start][column] = rows[jump.over][column] = -1.0
        rows[jump.end][column] = 1.0
    for hole, row in enumerate(rows):
        change = (finish >> hole & 1) - (start >> hole & 1)
        add_row(model, change, change, row)
