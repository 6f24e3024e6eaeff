"""Starts and finishes from words: holes, codes, pictures and files."""

from __future__ import annotations

from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.reading import read_text
from pegsolitaire.errors import NotationError, NotOnBoardError, ProblemError
from pegsolitaire.game.position import Position
from pegsolitaire.game.puzzles import find_puzzle

_PICTURE = set("*./ \n\t\r")


def read_position(board: Board, text: str) -> Position | None:
    """A position from ``code:..``, a picture, or ``@FILE`` with one; None if it is none of these.

    Raises
    ------
    NotationError
        If it is one of these and cannot be read, or is not of this board.
    """
    cleaned = text.strip()
    if not cleaned:
        return None
    if cleaned.startswith("@"):
        return Position.from_text(board, read_text(cleaned[1:]))
    if cleaned.lower().startswith("code:") or set(cleaned) <= _PICTURE or "*" in cleaned:
        return Position.from_text(board, cleaned)
    return None


def is_any(text: str) -> bool:
    """Whether a start or a finish is the word any."""
    return text.strip().lower() == "any"


def read_start(board: Board, text: str) -> Position:
    """A start: a position, a hole whose vacancy it is, or a built-in puzzle of the board by name.

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
    if position is not None:
        return position
    puzzle = find_puzzle(board, text)
    return board.vacancy(_hole(board, text, "start")) if puzzle is None else puzzle.position


def read_finish(board: Board, text: str) -> Position:
    """A finish: a position, or a hole with the only peg.

    Raises
    ------
    NotationError, NotOnBoardError
        If it cannot be read, or is not of this board.
    ProblemError
        If it has no pegs: no game ends so.
    """
    position = read_position(board, text)
    if position is None:
        return board.single(_hole(board, text, "finish"))
    if not len(position):
        raise ProblemError(f"the finish {text.strip()} has no pegs: a game leaves at least one")
    return position


def _hole(board: Board, text: str, what: str) -> Hole:
    try:
        return board.hole(text)
    except NotOnBoardError:
        raise
    except ValueError:
        raise NotationError(
            f"{text.strip()!r} is not a {what}: write a hole, d4 or (3,3), or code:8455, or a "
            "picture such as */.*/..*, or @FILE with one, or a puzzle (see pegs puzzles)"
        ) from None
