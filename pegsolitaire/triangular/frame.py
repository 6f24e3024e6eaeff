"""Triangles within triangles: how far a hole is from each side, and the maps that follow.

A hole (x, y) of the triangle of side n is x from the left side, y - x from the right one and
n - 1 - y from the bottom, and these three distances add up to n - 1. Exchanging them are the six
symmetries; a smaller triangle is what is far enough from each side.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from pegsolitaire.board import Hole
from pegsolitaire.game import Jump

Distances = tuple[int, int, int]
Map = Callable[[Hole], Hole]


def on_side(side: int, hole: Hole) -> bool:
    """Whether the triangle of a side has a hole.

    Examples
    --------
    >>> on_side(4, (3, 3)), on_side(4, (3, 2))
    (True, False)
    """
    return 0 <= hole[0] <= hole[1] < side


def distances(side: int, hole: Hole) -> Distances:
    """How far a hole is from the left, the right and the bottom side.

    Examples
    --------
    >>> distances(5, (0, 0)), distances(5, (1, 4))
    ((0, 0, 4), (1, 3, 0))
    """
    x, y = hole
    return x, y - x, side - 1 - y


def hole_at(left: int, right: int) -> Hole:
    """The hole at these distances from the left and the right side."""
    return left, left + right


def moved(jump: Jump, move: Map) -> Jump:
    """The image of a jump under a map of holes."""
    return Jump(move(jump.start), move(jump.end))


def holes_of(side: int) -> list[Hole]:
    """All holes of a triangle, row by row.

    Examples
    --------
    >>> holes_of(2)
    [(0, 0), (0, 1), (1, 1)]
    """
    return [(x, y) for y in range(side) for x in range(y + 1)]


def turns(side: int) -> list[Map]:
    """The six symmetries of a triangle, the identity first.

    Examples
    --------
    >>> [turn((0, 1)) for turn in turns(4)]
    [(0, 1), (0, 2), (1, 1), (1, 3), (2, 2), (2, 3)]
    """
    return [_exchange(side, order) for order in permutations(range(3))]


def _exchange(side: int, order: tuple[int, ...]) -> Map:
    def image(hole: Hole) -> Hole:
        at = distances(side, hole)
        return hole_at(at[order[0]], at[order[1]])

    return image
