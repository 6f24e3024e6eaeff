"""Lattices: the directions in which pegs jump, and what leaves those directions alone.

A hole is a pair ``(x, y)`` of integers, ``y`` growing downwards. The triangular lattice uses
the skew coordinates of Bell 2008: a hole touches its neighbours at ``(1, 0)``, ``(0, 1)``
and ``(1, 1)`` and their opposites, so row ``y`` of a triangle holds ``x = 0 .. y``.

The point group is computed: the integer matrices that permute the directions. There are 8 on
the square lattice and 12 on the triangular one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import sqrt

from pegsolitaire.errors import NotationError

Hole = tuple[int, int]
Point = tuple[float, float]
Matrix = tuple[int, int, int, int]


@dataclass(frozen=True)
class Lattice:
    """A lattice with its jump directions.

    Parameters
    ----------
    name : str
        ``"square"``, ``"square-diagonal"``, ``"triangular"`` or another.
    directions : tuple of (int, int)
        The steps from a hole to its neighbours.
    down : (float, float), optional
        Where the step to the next row, ``(0, 1)``, leads in a drawing; that to the next column is
        ``(1, 0)``. By default straight down.

    Examples
    --------
    >>> len(SQUARE.point_group), len(TRIANGULAR.point_group)
    (8, 12)
    """

    name: str
    directions: tuple[Hole, ...] = field(repr=False)
    down: Point = field(default=(0.0, 1.0), repr=False)

    @property
    def is_slanted(self) -> bool:
        """Whether rows are drawn each shifted against the next, as those of triangles are.

        Examples
        --------
        >>> SQUARE.is_slanted, TRIANGULAR.is_slanted
        (False, True)
        """
        return self.down[0] != 0

    @cached_property
    def point_group(self) -> tuple[Matrix, ...]:
        """The linear maps ``(a, b, c, d)``: ``(x, y) -> (ax + by, cx + dy)``, identity first."""
        steps = set(self.directions)
        maps = []
        for (a, c), (b, d) in product(self.directions, repeat=2):
            matrix = (a, b, c, d)
            if {apply_matrix(matrix, step) for step in steps} == steps:
                maps.append(matrix)
        identity = (1, 0, 0, 1)
        return tuple(sorted(maps, key=lambda m: (m != identity, -determinant(m), m)))

    def to_plane(self, hole: Hole) -> Point:
        """Where a hole is drawn: ``y`` downwards, holes of a row at distance 1."""
        x, y = hole
        return x + self.down[0] * y, self.down[1] * y


def apply_matrix(matrix: Matrix, hole: Hole) -> Hole:
    """Apply a linear map to a hole."""
    a, b, c, d = matrix
    x, y = hole
    return a * x + b * y, c * x + d * y


def determinant(matrix: Matrix) -> int:
    """1 for a rotation, -1 for a reflection."""
    a, b, c, d = matrix
    return a * d - b * c


SQUARE = Lattice("square", ((1, 0), (0, 1), (-1, 0), (0, -1)))
SQUARE_DIAGONAL = Lattice(
    "square-diagonal", (*SQUARE.directions, (1, 1), (-1, 1), (-1, -1), (1, -1))
)
TRIANGULAR = Lattice(
    "triangular", ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)), (-1 / 2, sqrt(3) / 2)
)

LATTICES = {lattice.name: lattice for lattice in (SQUARE, SQUARE_DIAGONAL, TRIANGULAR)}


def lattice_named(name: str) -> Lattice:
    """The lattice of a name.

    Raises
    ------
    NotationError
        If there is none; the message lists their names.
    """
    try:
        return LATTICES[name]
    except KeyError:
        raise NotationError(
            f"{name!r} is not a lattice: choose one of {', '.join(LATTICES)}"
        ) from None
