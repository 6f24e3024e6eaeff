"""How holes and marks are written: the options that every command on a board has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Literal

from pegsolitaire.board import (
    Board,
    Hole,
    Notation,
    from_centre,
    hole_name,
    read_board,
    reading_settings,
    triangle,
)
from pegsolitaire.cli.options import option
from pegsolitaire.cli.output import out

Coordinates = Literal["letters", "xy", "centred", "numbers"]

_NOTATIONS: dict[Coordinates, Notation] = {
    "xy": "coordinates",
    "centred": "centred",
    "numbers": "numbers",
}

COORDINATES = option(
    "How holes are called in what is printed: d4; xy: (3,3), column and row from 0; centred: "
    "(0,0) in the middle, in what you write too; numbers, row by row from 1 (OEIS A120422).",
    default="letters",
)


@dataclass(frozen=True)
class Notations:
    """How holes and marks are written: of every command on a board."""

    title: ClassVar[str] = "Notation"

    coordinates: Coordinates = COORDINATES
    marks: str | None = option(
        "What the marks of your pictures mean, where that is not clear: peg=x,hole=o; outside=# "
        "is what marks no hole.",
        metavar="MARKS",
    )


def with_notation(command: Callable[..., None], given: dict[str, Any]) -> None:
    """Do a command with what was typed, in the notation that was asked for.

    What has a board without naming it, such as a lesson, uses :func:`spelled` itself.
    """
    coordinates, marks = given.pop("coordinates"), given.pop("marks")
    with out.guessing(), reading_settings(marks, out.guess):
        board = None if coordinates == "letters" else _board_of(given)
        if board is None:
            command(**given)
            return
        with spelled(board, coordinates):
            command(**{key: _heard(one) for key, one in given.items()})


@contextmanager
def spelled(board: Board, coordinates: Coordinates) -> Iterator[None]:
    """Call the holes of a board as was asked for, in all that is printed for a while."""
    if coordinates == "letters":
        yield
        return
    names = partial(_named, board, _NOTATIONS[coordinates])
    is_centred = coordinates == "centred"
    heard = partial(from_centre, middle=board.middle) if is_centred else str
    with out.spelling(lambda hole: names(hole) if hole in board else None, names, heard):
        yield


def _board_of(given: Mapping[str, Any]) -> Board | None:
    """The board of a command: that of its name, if it was given one, or the triangle of a side."""
    if "name" not in given:
        return triangle(given["side"])
    return None if given["name"] is None else read_board(given["name"])


def _heard(value: Any) -> Any:
    """What was typed, with the names of holes where coordinates are counted from the middle."""
    return out.heard(value) if type(value) is str else value


def _named(board: Board, notation: Notation, hole: Hole) -> str:
    """A hole of the board, or one off it, which has no number."""
    if notation == "numbers" and hole not in board:
        return hole_name(hole)
    return board.hole_text(hole, notation)
