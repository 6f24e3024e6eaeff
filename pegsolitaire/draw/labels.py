"""What is written in the holes of a picture, and on the pegs there: names, letters, integers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.draw import shapes
from pegsolitaire.draw.sheet import readable
from pegsolitaire.errors import ResourceCountError
from pegsolitaire.game.position import Position


def label_texts(
    position: Position, labels: Mapping[Hole, str], bold: bool, shaded: Collection[Hole]
) -> list[str]:
    """The labels of holes, all as large as the longest of them allows; in bold they are larger."""
    longest = max((len(words) for words in labels.values()), default=1) or 1
    height = min(36, 100 // longest) if bold else min(25, 120 // longest)
    drawn = []
    for hole, words in labels.items():
        kind = "on-peg" if hole in position else "name on-shade" if hole in shaded else "name"
        attributes = f'class="{"weight " if bold else ""}{kind}" font-size="{height}"'
        place = shapes.place(position.board, hole)
        drawn.append(shapes.text(readable(words), place, height, attributes))
    return drawn


def number_texts(position: Position, numbers: Sequence[int]) -> list[str]:
    """An integer for every hole; those below 0 have a colour of their own, and a 0 is pale."""
    height = min(36, 100 // max(len(figures(number)) for number in numbers))
    return [
        shapes.text(
            figures(number),
            shapes.place(position.board, hole),
            height,
            f'class="{_kind(position, hole, number)}" font-size="{height}"',
        )
        for hole, number in zip(position.board.holes, numbers, strict=True)
    ]


def _kind(position: Position, hole: Hole, number: int) -> str:
    """The classes of an integer, for the style sheet."""
    kind = "weight on-peg" if hole in position else "weight name"
    return kind + (" below" if number < 0 else "" if number else " nought")


def figures(number: int) -> str:
    """A number with a true minus sign.

    Examples
    --------
    >>> figures(-12)
    '−12'
    """
    return str(number).replace("-", "−")


def check_weights(board: Board, weights: Sequence[int]) -> None:
    """Refuse weights that are not one a hole.

    Raises
    ------
    ResourceCountError
        If they are too few or too many.
    """
    if len(weights) != len(board):
        raise ResourceCountError(
            f"{len(weights)} weights for the {len(board)} holes of {board.name}: "
            "give one for each hole, row by row"
        )
