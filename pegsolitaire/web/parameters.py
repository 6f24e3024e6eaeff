"""Read boards, problems and positions from the parameters of a request.

The command line accepts ``@FILE`` in many places. A request must not name a file, so an ``@`` is
refused before anything is read. This module also limits the size of boards and games for all
routes.
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from math import prod
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Depends, Query

from pegsolitaire.board import Board, board_of_spec, named_board
from pegsolitaire.errors import (
    BoardTooLargeError,
    NotationError,
    ProblemError,
)
from pegsolitaire.game import Position, Problem, read_position
from pegsolitaire.theory import read_problem
from pegsolitaire.web.languages import LANGUAGES
from pegsolitaire.web.pasted import MAX_HOLES, board_word, for_the_page, too_large

MAX_WORD = 2_000
#: The largest number of positions of one game that a request may ask about.
MAX_POSITIONS = 80

_STARTS = "a link names a hole (d4), a position (code:8455) or a puzzle"

#: The pattern of a word, which contains no ``@`` and no unprintable characters.
PLAIN = r"^[^@\x00-\x1f\x7f]*$"
_HOLES_IN_NAME = re.compile(r"\s*(hexagon|star|trunc|rectangle)", re.IGNORECASE)


def text_query(about: str, example: str, *, most: int = MAX_WORD) -> Any:
    """Declare a parameter whose texts are limited in length and contain only plain characters."""
    return Query(max_length=most, pattern=PLAIN, description=about, examples=[example])


BoardWord = Annotated[
    str,
    text_query(
        "A board by name, or its lattice and a picture: `square:-oo/ooo`, blanks as `-`.",
        "english",
    ),
]
StartWord = Annotated[
    str,
    text_query(
        "A hole (its vacancy), `code:8455`, a picture with rows joined by `/`, or a puzzle by "
        "name.",
        "d4",
    ),
]
FinishWord = Annotated[
    str | None,
    text_query(
        "A hole, `any`, or a position. By default, the empty hole of the start if its class "
        "allows it, otherwise `any`.",
        "any",
    ),
]
DayWord = Annotated[
    date, Query(description="A day, for its puzzle of the day.", examples=["2026-11-29"])
]
LanguageWord = Annotated[
    str,
    Query(
        pattern=f"^({'|'.join(LANGUAGES)})$",
        description="The language of the texts; those without a translation are in English.",
        examples=["de"],
    ),
]
PositionWord = Annotated[
    str,
    text_query("A position of the game, as `code:8455` or a picture.", "code:8589869055"),
]
_OnePosition = Annotated[str, Query(max_length=MAX_WORD, pattern=PLAIN)]
PositionWords = Annotated[
    list[_OnePosition],
    Query(
        min_length=1,
        max_length=MAX_POSITIONS,
        description="Positions of one game, each as `code:8455` or a picture.",
        examples=[["code:8589869055"]],
    ),
]


@lru_cache(maxsize=64)
def read_board_word(word: str) -> Board:
    """Read a board from its name, or from its lattice and its picture in one line.

    A list of jumps that are not allowed may follow the picture:
    ``square:ooo/ooo/ooo;a1-c1,c1-a1``.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 400 holes.
    NotationError, UnknownBoardError
        If the word cannot be read.

    Examples
    --------
    >>> len(read_board_word("triangle5")), len(read_board_word("square:-oo/ooo"))
    (15, 5)
    """
    if "@" in word:
        raise NotationError("a board is a name or a picture here, not a file")
    if ":" in word:
        board = board_of_spec(word)
    else:
        _check_name(word)
        with for_the_page("others are in Boards & puzzles"):
            board = named_board(word)
    if len(board) > MAX_HOLES:
        raise too_large(len(board))
    return board


def _check_name(name: str) -> None:
    """Raise an error for a board that is far too large, before it is built and cached."""
    numbers = [int(number[:9]) for number in re.findall(r"\d+", name)]
    # Of all boards with a given side, the cross has the fewest holes: 6 side - 9.
    holes = prod(numbers) if _HOLES_IN_NAME.match(name) else 6 * max(numbers, default=0) - 9
    if holes > MAX_HOLES:
        raise BoardTooLargeError(
            f"{name.strip()[:40]} has more than {MAX_HOLES} holes, the most that the page plays on"
        )


@lru_cache(maxsize=256)
def read_problem_words(board: str, start: str, finish: str | None) -> Problem:
    """Read a problem from the parameters of a request.

    Raises
    ------
    PegSolitaireError
        If the words cannot be read, or do not form a problem.

    Examples
    --------
    >>> str(read_problem_words("triangle5", "a1", None))
    'triangle5: a1 to a1'
    """
    if "@" in start or "@" in (finish or ""):
        raise NotationError("write out the start and the finish here; a file is not allowed")
    if start.strip().lower() == "any":
        raise NotationError("a game begins with one position: give a start instead of any")
    with for_the_page(_STARTS):
        problem = read_problem(read_board_word(board), start, finish or None)
    if not Position(problem.board, problem.starts[0]).legal_jumps:
        raise ProblemError(f"no jump is possible from {start.strip()} on {problem.board.name}")
    return problem


def read_position_word(board: Board, word: str) -> Position:
    """Read a position from a code, a picture, or a start and the jumps from it.

    Raises
    ------
    PegSolitaireError
        If the word cannot be read, or is not a position of this board.

    Examples
    --------
    >>> len(read_position_word(read_board_word("triangle5"), "code:7"))
    3
    """
    if "@" in word:
        raise NotationError("write out the position here; a file is not allowed")
    with for_the_page("write code:8455, or a picture such as */.*/..*"):
        return read_position(board, word)


async def _problem_asked(board: BoardWord, start: StartWord, finish: FinishWord = None) -> Problem:
    return read_problem_words(board, start, finish)


#: The problem of a request.
ProblemAsked = Annotated[Problem, Depends(_problem_asked)]


async def _position_asked(problem: ProblemAsked, position: PositionWord) -> Position:
    return read_position_word(problem.board, position)


#: The position of a request, in the game of its problem.
PositionAsked = Annotated[Position, Depends(_position_asked)]


def link_of(problem: Problem) -> str:
    """The part of a link after ``#`` that opens a problem on the page.

    Examples
    --------
    >>> link_of(read_problem_words("english", "d4", "any"))
    'board/english/d4/any'
    """
    board = board_word(problem.board).replace("/", "_")  # "/" separates the parts of a link
    words = ("board", board, problem.start, problem.finish)
    return "/".join(quote(word, safe=":,*;") for word in words)
