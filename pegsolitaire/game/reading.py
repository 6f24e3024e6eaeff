"""Starts and finishes from words: holes, codes, pictures and files."""

from __future__ import annotations

from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.reading import read_text
from pegsolitaire.errors import NotationError, NotOnBoardError, ProblemError
from pegsolitaire.game.position import Position

_PICTURE = set("*./ \n\t\r")


def read_position(board: Board, text: str) -> Position | None:
    """A position from ``code:..``, a picture, ``@FILE`` with one, or the name of a puzzle.

    None if it is none of these. Puzzles are those of the built-in sets of the board.

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
    return _classic(board, cleaned)


def _classic(board: Board, name: str) -> Position | None:
    """The position of a built-in puzzle of the board, by its name."""
    from pegsolitaire.game.puzzles import puzzle_set, puzzle_sets

    wanted = name.replace("-", " ").casefold()
    for puzzles in map(puzzle_set, puzzle_sets()):
        for puzzle in puzzles if puzzles.board == board else ():
            if puzzle.name.casefold() == wanted:
                return puzzle.position
    return None


def is_any(text: str) -> bool:
    """Whether a start or a finish is the word any."""
    return text.strip().lower() == "any"


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
    return board.vacancy(_hole(board, text, "start")) if position is None else position


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
