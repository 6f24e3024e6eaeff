"""The storm: positions of which exactly one jump still wins, to be found against the clock.

A file holds those of any number of boards; every position with its one winning jump, and how
hard it is, in bits::

    format = 1

    [english]
    "code:33686018" = { jump = "d2-d4", rating = 4.2 }

Won is a game that ends with one peg, in whatever hole. The file that comes along,
``data/storm.toml``, is written by ``tools/storm.py`` from tables of all positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pegsolitaire.board.board import Board
from pegsolitaire.board.reading import read_text
from pegsolitaire.errors import NotationError
from pegsolitaire.game.jump import Jump
from pegsolitaire.game.position import Position
from pegsolitaire.game.problem import code_text
from pegsolitaire.game.toml_files import (
    FORMAT,
    Table,
    built_in_text,
    check_keys,
    parse,
    rating_of,
    text_of,
    within,
)

_FILE = "storm.toml"


@dataclass(frozen=True)
class StormPosition:
    """A position, and the one jump of it that wins.

    Attributes
    ----------
    position : Position
        Where it is.
    jump : Jump
        The only jump after which one peg can still be reached, in whatever hole.
    rating : float
        How hard it is, in bits (:func:`pegsolitaire.analysis.rate`).
    """

    position: Position
    jump: Jump
    rating: float

    @classmethod
    def of(cls, position: Position, jump: str, rating: float) -> StormPosition:
        """One from the text of its jump.

        Raises
        ------
        IllegalJumpError
            If the jump is not possible there.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> str(StormPosition.of(triangle(5).vacancy("a1"), "a3-a1", 13.0).jump)
        'a3-a1'
        """
        found = Jump.from_text(jump)
        position.after(found)
        return cls(position, found, rating)


def storm_positions() -> tuple[StormPosition, ...]:
    """The positions that come along, the easy ones first.

    Examples
    --------
    >>> found = storm_positions()
    >>> len(found) > 500, found[0].rating < 3 < 20 < found[-1].rating
    (True, True)
    """
    return _built_in()


@lru_cache(maxsize=1)
def _built_in() -> tuple[StormPosition, ...]:
    return _read(_FILE, built_in_text(_FILE))


def read_storm(path: str | Path) -> tuple[StormPosition, ...]:
    """The positions of a file, the easy ones first.

    Raises
    ------
    NotationError
        If it cannot be read, is no TOML, is of a later format, lacks a key or has a foreign one.
    UnknownBoardError, NotOnBoardError
        If there is no such board, or a jump is not one of it.
    IllegalJumpError
        If the jump is not possible there.
    """
    return _read(str(path), read_text(path))


def _read(file: str, text: str) -> tuple[StormPosition, ...]:
    with within(file):
        found = [one for name, table in parse(text).items() for one in _of_board(name, table)]
    return tuple(sorted(found, key=lambda one: one.rating))


def _of_board(name: str, table: object) -> Iterator[StormPosition]:
    if not isinstance(table, dict):
        raise NotationError(f"{name!r} is not a board: begin each with a line [BOARD]")
    board = Board.from_name(name)
    for text, row in table.items():
        with within(f"{name}: {text}"):
            yield _position(Position.from_text(board, text), row)


def _position(position: Position, row: Table) -> StormPosition:
    if not isinstance(row, dict):
        raise NotationError('it has no jump: write { jump = "d2-d4", rating = 4.2 }')
    check_keys(row, {"jump", "rating"})
    rating = rating_of(row)
    if rating is None:
        raise NotationError("it has no rating: write rating = 4.2")
    return StormPosition.of(position, text_of(row, "jump"), rating)


def storm_text(boards: Mapping[str, Iterable[StormPosition]]) -> str:
    """The positions of some boards as the text of a file that :func:`read_storm` reads.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> one = StormPosition.of(triangle(5).vacancy("a1"), "a3-a1", 13.0)
    >>> print(storm_text({"triangle5": [one]}))
    format = 1
    <BLANKLINE>
    [triangle5]
    "code:32766" = { jump = "a3-a1", rating = 13.0 }
    <BLANKLINE>
    """
    lines = [f"format = {FORMAT}"]
    for name, found in boards.items():
        lines += ["", f"[{name}]"]
        lines += [
            f'"{code_text(one.position.code)}" = {{ jump = "{one.jump}", rating = {one.rating} }}'
            for one in found
        ]
    return "\n".join(lines) + "\n"
