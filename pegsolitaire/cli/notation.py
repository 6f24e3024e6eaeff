"""How holes and marks are written: the options that every command on a board has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from functools import partial, wraps
from inspect import Parameter, signature
from typing import Annotated, Any

import typer

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
from pegsolitaire.cli.output import out


class Coordinates(StrEnum):
    """The names of the notations on the command line."""

    LETTERS = "letters"
    XY = "xy"
    CENTRED = "centred"
    NUMBERS = "numbers"


_NOTATIONS: dict[Coordinates, Notation] = {
    Coordinates.XY: "coordinates",
    Coordinates.CENTRED: "centred",
    Coordinates.NUMBERS: "numbers",
}

CoordinatesOption = Annotated[
    Coordinates,
    typer.Option(
        "--coordinates",
        help="How holes are called in what is printed: d4; xy: (3,3), column and row from 0; "
        "centred: (0,0) in the middle, in what you write too; numbers, row by row from 1 (OEIS "
        "A120422).",
    ),
]


_Marks = Annotated[
    str | None,
    typer.Option(
        "--marks",
        metavar="MARKS",
        help="What the marks of your pictures mean, where that is not clear: peg=x,hole=o; "
        "outside=# is what marks no hole.",
        show_default=False,
    ),
]


def with_notation(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command with both options, where it has a board, by name or by its side; or as it is.

    What has a board without naming it, such as a lesson, uses :func:`spelled` itself.
    """
    shape = signature(command, eval_str=True)
    if not {"name", "side"} & set(shape.parameters):
        return command

    @wraps(command)
    def named(
        coordinates: Coordinates = Coordinates.LETTERS, marks: str | None = None, **given: Any
    ) -> Any:
        with out.guessing(), reading_settings(marks, out.guess):
            board = None if coordinates is Coordinates.LETTERS else _board_of(given)
            if board is None:
                return command(**given)
            with spelled(board, coordinates):
                heard = {key: _heard(one) for key, one in given.items()}
                return command(**heard)

    options = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, default, annotation in (
            ("coordinates", Coordinates.LETTERS, CoordinatesOption),
            ("marks", None, _Marks),
        )
    ]
    parameters = [*shape.parameters.values(), *options]
    named.__signature__ = shape.replace(parameters=parameters)  # type: ignore[attr-defined]
    named.__annotations__ = {one.name: one.annotation for one in parameters}
    return named


@contextmanager
def spelled(board: Board, coordinates: Coordinates) -> Iterator[None]:
    """Call the holes of a board as was asked for, in all that is printed for a while."""
    if coordinates is Coordinates.LETTERS:
        yield
        return
    names = partial(_named, board, _NOTATIONS[coordinates])
    is_centred = coordinates is Coordinates.CENTRED
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
