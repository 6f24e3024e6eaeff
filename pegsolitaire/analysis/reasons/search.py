"""A search through every way to go on, where theory says nothing."""

from __future__ import annotations

from collections.abc import Sequence

from pegsolitaire.analysis.reasons.reason import Reason, names_of
from pegsolitaire.board import Board
from pegsolitaire.board.notation import either
from pegsolitaire.game import Position, finish_name


def reason_by_search(
    position: Position, finishes: Sequence[int], searched: int | None = None
) -> Reason:
    """That everything was tried, or that there is nothing to try.

    Parameters
    ----------
    position : Position
    finishes : sequence of int
        The codes of the finishes that are out of reach.
    searched : int, optional
        How many positions were tried; left out, where winning sets knew.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> goals = [board.single("a1").code, board.single("a4").code]
    >>> reason_by_search(board.position("code:30314"), goals).text
    'every way to go on was tried: none ends with one peg in a1 or a4'
    >>> reason_by_search(board.position("code:1025"), goals).text
    'no jump is left'
    """
    if not position.jumps:
        return Reason("search", tuple(finishes), "no jump is left", searched=searched)
    count = "" if searched is None else f", {searched:,} position{'s' * (searched != 1)}"
    text = f"every way to go on was tried{count}: none ends {_end_text(position.board, finishes)}"
    return Reason("search", tuple(finishes), text, searched=searched)


def _end_text(board: Board, finishes: Sequence[int]) -> str:
    """How a game to some finishes ends, in words."""
    if any(code.bit_count() > 1 for code in finishes):
        return f"at {names_of(board, finishes)}"
    if len(finishes) == len(board):
        return "with one peg, in any hole"
    return f"with one peg in {either([finish_name(board, code) for code in finishes])}"
