"""Bounds on the fewest moves of a triangle, by formula (Bell 2008, section 4.1).

``S(n)`` is the least number of moves of any problem from one vacancy to one peg on the triangle of
side ``n`` (OEIS A127500). The lower bound counts Merson regions, of which each that is full needs
a move of its own; the upper one is a construction that ends with a sweep across the whole board,
worked out for sides that are multiples of 12.
"""

from __future__ import annotations

from dataclasses import dataclass

from pegsolitaire.errors import ProblemError

_SMALLEST = 4


@dataclass(frozen=True)
class MoveBounds:
    """What formulas say of the fewest moves of a triangle.

    Attributes
    ----------
    side : int
    least : int
        Formula (2): no solution of any problem has fewer moves.
    most : int or None
        Formula (1): some problem has a solution with so many. None where the side is no multiple
        of 12, for which the paper has no number.
    """

    side: int
    least: int
    most: int | None


def move_bounds(side: int) -> MoveBounds:
    """The bounds of formulas (1) and (2).

    Parameters
    ----------
    side : int
        From 4 on.

    Raises
    ------
    ProblemError
        If the side is smaller.

    Examples
    --------
    >>> [move_bounds(side).least for side in range(4, 13)]
    [5, 6, 8, 10, 12, 13, 17, 18, 20]
    >>> move_bounds(12).most, move_bounds(24).most
    (29, 97)
    """
    if side < _SMALLEST:
        raise ProblemError(f"a triangle of side {side}: the bounds are for sides from {_SMALLEST}")
    inside = (side - 4) // 3
    least = inside * (inside + 1) // 2 + (3 * side - 2) // 2
    most = None
    if side % 12 == 0:
        most = side * side // 8 + 7 * side // 6 - 3
    return MoveBounds(side, least, most)
