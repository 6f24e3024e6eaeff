"""Starts and finishes from words: holes, codes, pictures and files."""

from __future__ import annotations

from pegsolitaire.board.board import Board
from pegsolitaire.board.reading import read_text
from pegsolitaire.game.position import Position

_PICTURE = set("*./ \n\t\r")


def read_position(board: Board, text: str) -> Position | None:
    """A position from ``code:..``, a picture, or ``@FILE`` with one; None if it is none of these.

    Raises
    ------
    NotationError
        If it is one of these and cannot be read, or is not of this board.
    """
    cleaned = text.strip()
    if cleaned.startswith("@"):
        return Position.from_text(board, read_text(cleaned[1:]))
    if cleaned.lower().startswith("code:") or set(cleaned) <= _PICTURE or "*" in cleaned:
        return Position.from_text(board, cleaned)
    return None


def read_start(board: Board, text: str) -> Position:
    """A start: a position, or a hole whose vacancy it is.

    Raises
    ------
    NotationError, NotOnBoardError
        If it cannot be read, or is not of this board.

    Examples
    --------
    >>> board = Board.from_name("triangle5")
    >>> read_start(board, "a1") == read_start(board, "code:32766") == board.vacancy("(0,0)")
    True
    """
    position = read_position(board, text)
    return board.vacancy(board.hole(text)) if position is None else position


def read_finish(board: Board, text: str) -> Position:
    """A finish: a position, or a hole with the only peg.

    Raises
    ------
    NotationError, NotOnBoardError
        If it cannot be read, or is not of this board.
    """
    position = read_position(board, text)
    return board.single(board.hole(text)) if position is None else position
