"""How holes and marks are written: the options that every command on a board has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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

_Option = Annotated[
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
        help="What the marks of your pictures mean, where that is not clear: "
        "hole=o,peg=x,outside=#, or some of it.",
        show_default=False,
    ),
]


def with_notation(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command with both options, where it has a board, by name or by its side; or as it is."""
    shape = signature(command, eval_str=True)
    if not {"name", "side"} & set(shape.parameters):
        return command

    @wraps(command)
    def named(
        coordinates: Coordinates = Coordinates.LETTERS, marks: str | None = None, **given: Any
    ) -> Any:
        with out.guessing(), reading_settings(marks, out.guess):
            if coordinates is Coordinates.LETTERS:
                return command(**given)
            board, notation = _board_of(given), _NOTATIONS[coordinates]
            names = partial(_named, board, notation)
            heard = partial(_heard, board) if coordinates is Coordinates.CENTRED else str
            given = {key: heard(one) if type(one) is str else one for key, one in given.items()}
            with out.spelling(lambda hole: names(hole) if hole in board else None, names, heard):
                return command(**given)

    options = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, default, annotation in (
            ("coordinates", Coordinates.LETTERS, _Option),
            ("marks", None, _Marks),
        )
    ]
    parameters = [*shape.parameters.values(), *options]
    named.__signature__ = shape.replace(parameters=parameters)  # type: ignore[attr-defined]
    named.__annotations__ = {one.name: one.annotation for one in parameters}
    return named


def _board_of(given: Mapping[str, Any]) -> Board:
    """The board of a command: that of its name, or the triangle of its side."""
    return read_board(given["name"]) if "name" in given else triangle(given["side"])


def _heard(board: Board, text: str) -> str:
    """A text where coordinates are counted from the middle, with the names of these holes."""
    return from_centre(text, board.middle)


def _named(board: Board, notation: Notation, hole: Hole) -> str:
    """A hole of the board, or one off it, which has no number."""
    if notation == "numbers" and hole not in board:
        return hole_name(hole)
    return board.hole_text(hole, notation)
