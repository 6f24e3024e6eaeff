"""Read what people paste into the page: a board, a position or a game.

This module loads no server code, because pasted texts are read in other processes, whose time is
limited (:meth:`pegsolitaire.web.jobs.Back.run_apart`).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pegsolitaire.board import Board, board_spec, named_board
from pegsolitaire.board.links import words_of
from pegsolitaire.board.reading_boards import (
    BoardRead,
    board_of_text,
    is_hole,
    listening,
    read_board_and_start,
)
from pegsolitaire.data.puzzles import built_in_puzzles_alone
from pegsolitaire.errors import (
    BoardTooLargeError,
    IllegalJumpError,
    NotationError,
    PictureError,
    UnknownBoardError,
)
from pegsolitaire.game import Position, read_start
from pegsolitaire.game.problem_words import split_start, start_in
from pegsolitaire.game.reading_games import is_game, replay
from pegsolitaire.results import Result
from pegsolitaire.web.documents import Geometry

#: The largest number of holes in a board in the browser; a triangle of side 24 has 300.
MAX_HOLES = 400
#: The largest number of characters in a pasted text.
MAX_PASTED = 20_000

Kind = Literal["board", "position", "game"]

_log = logging.getLogger(__name__)

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_DRAW_BOARD = "draw a board with * for a peg and . for an empty hole"
_DRAW_POSITION = "draw the position with * for a peg and . for an empty hole, or write code:8455"


class _Found(NamedTuple):
    """What a text shows: a board, and perhaps a position on it, and jumps that led there."""

    board: Board
    position: Position | None = None
    start: Position | None = None
    jumps: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        return "game" if self.start else "position" if self.position else "board"


@dataclass(frozen=True)
class Pasted(Result):
    """What a pasted text shows.

    Attributes
    ----------
    kind : str
    board : str
        The board as in a link: its name, or its lattice and its picture.
    geometry : Geometry
    position : Position or None
        The position, after all jumps; None for a board.
    start : Position or None
        The start of a game.
    jumps : tuple of str
        The jumps of a game.
    read_as : str or None
        How the text was read, if that had to be found out.
    """

    kind: Kind
    board: str
    geometry: Geometry
    position: Position | None
    start: Position | None
    jumps: tuple[str, ...]
    read_as: str | None


def read_pasted(
    text: str, marks: str = "", board: Board | None = None, start: str | None = None
) -> Pasted:
    """Read a board; or, if a board is given, a position or a game on it.

    Parameters
    ----------
    text : str
        The text. Files are never read, so it must not contain ``@``.
    marks : str, optional
        What the marks of a picture mean, such as ``peg=x,hole=o``.
    board : Board, optional
        The board of the position or the game, unless the text itself names one.
    start : str, optional
        The start of a game whose text does not contain one.

    Raises
    ------
    PegSolitaireError
        If the text cannot be read, or can be read in several ways.

    Examples
    --------
    >>> found = read_pasted("#board/triangle5/a1/any/c3-a1")
    >>> found.kind, found.board, found.jumps
    ('game', 'triangle5', ('c3-a1',))
    >>> read_pasted("XXX/XOX/XXX", "peg=X").read_as
    'read as square3: X is a peg, O an empty hole'
    """
    _check(text)
    _check(marks)
    remedy = _DRAW_BOARD if board is None else _DRAW_POSITION
    if not text.strip():
        raise NotationError(f"there is nothing to read: {remedy}")
    messages: list[str] = []
    with for_the_page(remedy), listening(messages.append):
        # No file has a name that ends with a newline, so no file is looked for.
        reading = _find(f"{text}\n", marks, board, start)
    if len(reading.board) > MAX_HOLES:
        raise too_large(len(reading.board))
    word = board_word(reading.board)
    return Pasted(
        reading.kind,
        word,
        Geometry.of(reading.board, word),
        reading.position,
        reading.start,
        reading.jumps,
        "; ".join(dict.fromkeys(messages)) or None,
    )


def _check(text: str) -> None:
    """Raise an error for a text that may name a file, or that is no text."""
    if "@" in text:
        raise NotationError("files are not read here: paste the text itself, without any @")
    if match := _CONTROL.search(text):
        raise NotationError(f"the text has the control character {match[0]!a}: leave it out")


def _find(text: str, marks: str, board: Board | None, start: str | None) -> _Found:
    words = words_of(text)
    if any("@" in word for word in words.values() if isinstance(word, str)):
        raise NotationError("the link names a file: files are not read here")
    if "board" in words:
        board, start = board_of_text(str(words["board"])), None
        if (start_read := start_in(words)) is None:
            return _Found(board)
        text = start_read
    elif board is None:
        read = _read_board(text, marks)
        position = None if read.pegs is None else Position(read.board, read.pegs)
        return _Found(read.board, position)
    if marks:
        return _Found(board, board.position(text, marks=marks))
    begin, jumps = split_start(text)
    if jumps:
        return _game(read_start(board, begin), jumps)
    if not is_game(text):
        position = read_start(board, begin)
        if is_hole(begin):
            _log.info("read as the position in which only %s is empty", position.short_name)
        return _Found(board, position)
    try:
        position = read_start(board, begin)
    except PictureError:
        raise
    except NotationError:
        if start is None:
            raise NotationError(
                "these are the jumps of a game: write its start first, as in d4: d2-d4"
            ) from None
        return _game(read_start(board, start), text)
    if start is not None and replay(read_start(board, start), text).fault is None:
        raise NotationError(
            "this may be a list of pegs or the jumps of a game: write pegs with commas, as a "
            "picture or as a code, and jumps with dashes, as in d2-d4"
        )
    return _Found(board, position)


def _read_board(text: str, marks: str) -> BoardRead:
    try:
        return read_board_and_start(text, marks=marks or None)
    except UnknownBoardError:
        if is_game(text):
            raise NotationError(
                "this is a game without its board: open the board, and paste the game there"
            ) from None
        named_board(text.strip())  # the same error, with the name as it was written
        raise


def _game(start: Position, jumps: str) -> _Found:
    replayed = replay(start, jumps)
    if replayed.fault is not None:
        raise IllegalJumpError(replayed.fault)
    jump_names = tuple(map(str, replayed.game.jumps))
    return _Found(start.board, replayed.game.finish, start, jump_names)


def board_word(board: Board) -> str:
    """The word for a board in a link: its name in the catalogue, or its lattice and picture.

    Examples
    --------
    >>> board_word(Board("triangle5")), board_word(Board.from_rows("oo/ oo", "square"))
    ('triangle5', 'square:oo/-oo')
    """
    return board.name if board.is_named else board_spec(board)


def too_large(holes: int) -> BoardTooLargeError:
    """The error for a board with too many holes for the page."""
    return BoardTooLargeError(
        f"a board of {holes:,} holes: {MAX_HOLES} are the most that the page plays on"
    )


@contextmanager
def for_the_page(remedy: str) -> Iterator[None]:
    """Report an error without advice that is meant for a terminal, and read no puzzle files.

    Examples
    --------
    >>> with for_the_page("others are in Boards & puzzles"):
    ...     Board("park")
    Traceback (most recent call last):
    pegsolitaire.errors.UnknownBoardError: unknown board 'park'. Others are in Boards & puzzles
    """
    try:
        with built_in_puzzles_alone():
            yield
    except PictureError:
        raise
    except (UnknownBoardError, NotationError) as error:
        if len(error.args) < 2:
            raise
        raise type(error)(error.args[0], remedy) from None
