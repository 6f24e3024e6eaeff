"""Weights over a board: the integer of every hole, and what the pegs add up to.

A weight stands in its hole, or on the peg there. Those below 0 have their minus sign and a
colour besides; a 0 is pale. Integers are enough: resource counts, SAX counts and inventories of
balances are all drawn alike, and what they mean is left to the caption of the page.
"""

from __future__ import annotations

from collections.abc import Sequence

from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.draw import shapes
from pegsolitaire.draw.sheet import sheet
from pegsolitaire.errors import ResourceCountError
from pegsolitaire.game.position import Position

_CAPTION_HEIGHT = 34
_CAPTION_DEPTH = 64  # from the lowest part of the board to the foot of the caption


def weights_svg(
    board: Board,
    code: int | None,
    weights: Sequence[int],
    *,
    labels: bool = True,
    size: int = 40,
    title: str | None = None,
) -> str:
    """A board with a weight in every hole, or on the peg there, as an SVG document.

    Parameters
    ----------
    board : Board
        The board.
    code : int or None
        The position; None draws the weights alone, without their sum.
    weights : sequence of int
        The weights, in the order of ``board.holes``.
    labels : bool, optional
        Whether to write letters and numbers along the edges.
    size : int, optional
        Pixels from a hole to the next.
    title : str, optional
        What a screen reader says; made from the sum when left out.

    Raises
    ------
    NotationError
        If the code does not fit the board.
    ResourceCountError
        If there is not one weight a hole.
    ValueError
        If the size is not positive.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> picture = weights_svg(triangle(3), 0b000011, (-1, 1, 1, -1, 1, -1))
    >>> picture.count('-peg" cx='), picture.count("sum of the pegs: 0")
    (2, 2)
    """
    position = Position(board, code or 0)
    check_weights(board, weights)
    words = "" if code is None else f"sum of the pegs: {_figures(sum_of_pegs(position, weights))}"
    margin = shapes.margin_labels(board) if labels else []
    left, top, width, height = shapes.frame(board, margin)
    parts = [shapes.ground(board), shapes.holes(board), shapes.pegs(position)]
    parts += _numbers(position, weights)
    parts += [shapes.text(*label, 30, 'class="margin"') for label in margin]
    if words:
        middle = (left + width / 2, top + height + _CAPTION_HEIGHT / 2)
        attributes = f'class="margin sum" style="font-size:{_CAPTION_HEIGHT}px"'
        parts.append(shapes.text(words, middle, _CAPTION_HEIGHT, attributes))
        height += _CAPTION_DEPTH
    said = title or f"{board.name}, weights of its holes{'; ' if words else ''}{words}"
    return sheet(said, size, (left, top, width, height), "\n".join(filter(None, parts)))


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


def sum_of_pegs(position: Position, weights: Sequence[int]) -> int:
    """What the weights under the pegs add up to."""
    return sum(weight for i, weight in enumerate(weights) if position.code >> i & 1)


def _numbers(position: Position, weights: Sequence[int]) -> list[str]:
    """The weights, as large as the longest allows."""
    height = min(36, 100 // max(len(_figures(weight)) for weight in weights))
    return [
        shapes.text(
            _figures(weight),
            shapes.place(position.board, hole),
            height,
            f'class="{_kind(position, hole, weight)}" font-size="{height}"',
        )
        for hole, weight in zip(position.board.holes, weights, strict=True)
    ]


def _kind(position: Position, hole: Hole, weight: int) -> str:
    """The classes of a weight, for the style sheet."""
    kind = "weight on-peg" if hole in position else "weight name"
    return kind + (" below" if weight < 0 else "" if weight else " nought")


def _figures(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "−")
