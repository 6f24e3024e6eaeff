"""Read starts and finishes from text, in any of several notations."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any

from pegsolitaire.arguments import did_you_mean
from pegsolitaire.board.board import Board, BoardLike, as_board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.links import read_text, words_of
from pegsolitaire.board.notation import parse_hole
from pegsolitaire.board.reading_boards import board_of_text, holes_in, is_hole, is_picture
from pegsolitaire.errors import (
    NotationError,
    NotOnBoardError,
    PegSolitaireError,
    ProblemError,
    quoted,
)
from pegsolitaire.game.position import Position
from pegsolitaire.game.reading_games import is_game, read_jumps, without_remarks
from pegsolitaire.game.solution import Solution

_log = logging.getLogger(__name__)

#: A puzzle set specified by its file, optionally with one of its puzzles.
PUZZLE_OF_FILE = re.compile(r"@(?P<file>.+\.toml)(?::(?P<puzzle>.+))?", re.IGNORECASE)
_BARE_PAIR = re.compile(r"\s*\d+\s*,\s*\d+\s*")
_NUMBERED = re.compile(r"\n\s*\d+\s*[:.)]")
_STEP = re.compile(r"\s*(?:step|move|jump|turn)\s*\d+\s*", re.IGNORECASE)
_SOLVED = re.compile(r"^\d+ jumps?, \d+ moves?: [^:\n]+: ((?:code:)?\S+) to \S+\s*$", re.MULTILINE)
_UNDERSTOOD = (
    "write code:8455, a picture such as */.*/..*, a matrix of 0 and 1, the holes with pegs "
    "(a1,a2,b4), the jumps so far, as in d4:d2-d4,d5-d3, or @FILE with one of these"
)


def read_position(board: BoardLike, text: str) -> Position:
    """Read a position in any of the supported notations.

    The text may be a code, a picture, a list of holes, a start with its jumps, or ``@FILE``.

    Raises
    ------
    NotationError, NotOnBoardError
        If the text has none of these forms, or is not a position of this board.
    IllegalJumpError
        If a jump is not legal. The message names the jump and the reason.

    Examples
    --------
    >>> read_position(Board("triangle5"), "a1: c3-a1, e5-c3").text()
    '*/*./***/***./****.'
    """
    board = as_board(board)
    position = _find_position(board, text)
    if position is None:
        raise NotationError(f"{quoted(text)} is not a position", _UNDERSTOOD)
    return position


def _find_position(board: Board, text: str) -> Position | None:
    """Read a position, or return None if the text is a hole or a name."""
    start, jumps = split_start(text, board)
    if jumps:
        return read_game(board, f"{start}: {jumps}").finish
    word = start.strip()
    if not word or is_hole(word) or is_any(word) or _names_puzzle_of_file(word):
        return None
    is_drawn = len(word) > 1 and ("*" in word or is_picture(word))
    if is_drawn or word.lower().startswith("code:") or holes_in(word):
        return Position.from_text(board, start)
    return None


def split_start(text: str, board: BoardLike | None = None) -> tuple[str, str]:
    """Split a text into a start and the jumps from it, which may be empty.

    If the text is ``@FILE``, the contents of the file are split. The text may also be a link, or a
    JSON document as printed by the commands of ``pegs``. If it names a board, this must be the
    given board. In a start with jumps, ``#`` begins a comment.

    Raises
    ------
    NotationError
        If a file cannot be read, or the start is on another board.

    Examples
    --------
    >>> split_start("d4: d2-d4, d5-d3"), split_start("code:8455")
    (('d4', 'd2-d4, d5-d3'), ('code:8455', ''))
    >>> split_start("1: 4 1, 6 4"), split_start("http://localhost/#start=d4&moves=d2-d4")
    (('1', '4 1, 6 4'), ('d4', 'd2-d4'))
    """
    if _names_puzzle_of_file(text):
        return text.strip(), ""
    if text.strip().startswith("@"):
        text = read_text(text.strip()[1:])
    words = words_of(text)
    if words.keys() & {"start", "position", "code"}:
        if board is not None:
            check_board_of(words, as_board(board))
        return _said(words)
    if match := _SOLVED.search(text):  # the output of `pegs solve`
        return match[1], text
    start, colon, jumps = without_remarks(text).partition(":")
    if start.strip().lower() == "code":
        start, colon, jumps = jumps.partition(":")
        start = f"code:{start}"
    is_list = text.lstrip()[:1] in ("[", "{") or "\n" in start.strip()
    is_numbering = start.strip().isdigit() and _NUMBERED.search(text)
    if not colon or is_list or is_numbering or _STEP.fullmatch(start) or not is_game(jumps):
        return text.strip("\r\n"), ""
    return start.strip(), jumps.strip()


def start_in(words: Mapping[str, Any]) -> str | None:
    """Return the start that a link or a document contains, or None if it contains no start.

    Examples
    --------
    >>> start_in({"board": "english", "start": "c3", "moves": "c1-c3"}), start_in({})
    ('c3: c1-c3', None)
    """
    start, jumps = _said(words)
    return f"{start}: {jumps}" if jumps else start or None


def check_board_of(words: Mapping[str, Any], board: Board) -> None:
    """Raise an error if the words of a link or a document name another board than the given one.

    A name that cannot be read, such as that of a board of your own, is not looked at.
    """
    named = words.get("board")
    try:
        other = board_of_text(named) if isinstance(named, str) else board
    except PegSolitaireError:
        return
    if other != board:
        raise NotationError(f"what is pasted is on the board {named}, not on {board.name}")


def _names_puzzle_of_file(text: str) -> bool:
    """Return whether a text names the file of a puzzle set, as in ``@FILE.toml:3``."""
    return PUZZLE_OF_FILE.fullmatch(text.strip()) is not None


def _said(words: Mapping[str, Any]) -> tuple[str, str]:
    """Return the start and the jumps from the fields of a link or of a JSON document."""
    key = next((key for key in ("start", "position", "code") if key in words), "start")
    start, moves = words.get(key, ""), words.get("moves", words.get("jumps"))
    if isinstance(moves, list) and all(isinstance(move, str) for move in moves):
        moves = ", ".join(moves)
    jumps = moves if key == "start" and isinstance(moves, str) else ""
    return f"code:{start}" if isinstance(start, int) else str(start), jumps


def read_game(board: BoardLike, text: str) -> Solution:
    """Read a start with its jumps, such as ``d4: d2-d4, d5-d3``, or a start alone.

    Raises
    ------
    NotationError, NotOnBoardError
        If the text cannot be read, or is not on this board.
    IllegalJumpError
        If a jump is not legal. The message names the jump and the reason.

    Examples
    --------
    >>> game = read_game(Board("triangle4"), "a2: a4-a2, a1-a3, c4-a4-a2")
    >>> len(game), str(game)
    (4, 'a4-a2, a1-a3, c4-a4-a2')
    """
    board = as_board(board)
    start, jumps = split_start(text, board)
    begin = read_start(board, start)
    return Solution(begin, read_jumps(begin, jumps) if jumps else ())


def is_any(text: str | None) -> bool:
    """Return whether a text is the word "any"."""
    return text is not None and text.strip().lower() == "any"


def read_start(board: BoardLike, text: str) -> Position:
    """Read a start, which is a position, the only empty hole, or the name of a puzzle.

    Raises
    ------
    NotationError, NotOnBoardError
        If the text cannot be read, or is not on this board.
    IllegalJumpError
        If the text includes a jump that is not legal.

    Examples
    --------
    >>> board = Board("triangle5")
    >>> read_start(board, "a1") == read_start(board, "code:32766") == board.vacancy("(0,0)")
    True
    """
    board = as_board(board)
    position = _find_position(board, text)
    if position is not None:
        return position
    word = split_start(text, board)[0]
    from pegsolitaire.data.puzzles import find_puzzle

    puzzle = find_puzzle(board, word)
    return board.vacancy(_hole(board, word, "start")) if puzzle is None else puzzle.position


def read_finish(board: BoardLike, text: str) -> Position:
    """Read a finish, which is a position or the hole of the only peg.

    Raises
    ------
    NotationError, NotOnBoardError
        If the text cannot be read, or is not on this board.
    ProblemError
        If the position has no pegs, because every game leaves at least one peg.
    """
    board = as_board(board)
    position = _find_position(board, text)
    if position is None:
        return board.single(_hole(board, split_start(text, board)[0], "finish"))
    if not len(position):
        raise ProblemError(f"the finish {text.strip()} has no pegs: a game leaves at least one")
    return position


def read_open_finish(board: BoardLike, text: str) -> Hole | None:
    """Read the hole of the last peg on an unbounded board, or return None for "any".

    Raises
    ------
    NotationError, NotOnBoardError
        If the text cannot be read.
    ProblemError
        If the text is a position that does not have exactly one peg.

    Examples
    --------
    >>> board = Board("triangle5")
    >>> [read_open_finish(board, text) for text in ("a2", "(-1,2)", "f9", "any")]
    [(0, 1), (-1, 2), (5, 8), None]
    """
    board = as_board(board)
    if is_any(text):
        return None
    try:
        return parse_hole(text, off_board=True)
    except NotationError:
        finish = read_finish(board, text)
    if len(finish) > 1:
        raise ProblemError(
            f"the finish {text.strip()} has {len(finish)} pegs: without an edge a game ends "
            "with one peg; give a hole, or any"
        )
    return next(iter(finish))


def _hole(board: Board, text: str, what: str) -> Hole:
    try:
        hole = board.hole(text)
        if _BARE_PAIR.fullmatch(text):  # not two holes by number
            _log.info("read as the hole %s, by column and row from 0", board.hole_text(hole))
        return hole
    except NotOnBoardError:
        raise
    except ValueError:
        if what == "start" and is_any(text):
            raise NotationError(
                "any stands for all starts, but one start is needed here: give a hole, such as "
                f"{board.hole_text(board.holes[0])}, or a position"
            ) from None
        from pegsolitaire.data.puzzles import puzzle_names

        near = did_you_mean(text, puzzle_names(board))
        raise NotationError(
            f"{quoted(text)} is not a {what}.{near}",
            "write a hole, such as d4, (3,3) or centre, the name of a puzzle (`pegs puzzles` "
            f"lists them), or a position: {_UNDERSTOOD.removeprefix('write ')}",
        ) from None
