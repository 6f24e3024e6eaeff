"""Weights over a board: the integer of every hole, and what the pegs add up to.

A weight stands in its hole, or on the peg there. Those below 0 have their minus sign and a
colour besides; a 0 is pale. Integers are enough: resource counts, SAX counts and inventories of
balances are all drawn alike, and what they mean is left to the caption of the page.
"""

from __future__ import annotations

from collections.abc import Sequence

from pegsolitaire.board.board import Board
from pegsolitaire.draw.diagram import Diagram
from pegsolitaire.draw.labels import check_weights, figures
from pegsolitaire.game.position import Position


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
    words = "" if code is None else f"sum of the pegs: {figures(sum_of_pegs(position, weights))}"
    said = title or f"{board.name}, weights of its holes{'; ' if words else ''}{words}"
    drawn = Diagram(board, code, numbers=weights, edges=labels, caption=words, title=said)
    return drawn.svg(size)


def sum_of_pegs(position: Position, weights: Sequence[int]) -> int:
    """What the weights under the pegs add up to."""
    return sum(weight for i, weight in enumerate(weights) if position.code >> i & 1)
