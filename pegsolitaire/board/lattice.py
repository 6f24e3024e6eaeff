"""Lattices: the directions in which pegs jump, and the symmetries that preserve them.

A hole is a pair ``(x, y)`` of integers, where ``y`` increases downwards. The triangular lattice
uses the skew coordinates of Bell 2008: a hole has neighbours at the offsets ``(1, 0)``, ``(0, 1)``
and ``(1, 1)`` and at their opposites. Row ``y`` of a triangle has the columns ``x = 0 .. y``.

The point group consists of the integer matrices that permute the directions. It has 8 elements on
the square lattice and 12 on the triangular lattice.

Three-dimensional boards are laid out in the plane, with their layers side by side and at least one
empty column between two layers. A step to the next layer is a step of a fixed number of columns,
so holes, jumps, names and drawings work as in the plane. Only the symmetries are computed in
space.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations, product
from math import sqrt
from typing import TypeAlias

from pegsolitaire.errors import NotationError, quoted

Hole = tuple[int, int]
#: What identifies a hole: its name, its coordinates, or its number (from 1).
HoleLike: TypeAlias = "str | int | Hole | Sequence[int]"
Point = tuple[float, float]
Matrix = tuple[int, int, int, int]
Place = tuple[int, ...]
Motion = tuple[Place, ...]


@dataclass(frozen=True)
class Lattice:
    """A lattice and the directions of its jumps.

    Parameters
    ----------
    name : str
        ``"square"``, ``"square-diagonal"``, ``"triangular"`` or another.
    directions : tuple of (int, int)
        The steps from a hole to its neighbours.
    down : (float, float), optional
        The vector in a drawing for the step ``(0, 1)`` to the next row, by default straight down.
        The step ``(1, 0)`` to the next column is drawn as ``(1, 0)``.
    layer : int, optional
        The number of columns between the layers of a three-dimensional board; 0 for flat boards.

    Examples
    --------
    >>> [len(one.point_group) for one in (LINE, SQUARE, TRIANGULAR)], len(CUBIC.motions)
    ([2, 8, 12], 48)
    """

    name: str
    directions: tuple[Hole, ...] = field(repr=False)
    down: Point = field(default=(0.0, 1.0), repr=False)
    layer: int = field(default=0, repr=False)

    @property
    def is_slanted(self) -> bool:
        """Whether each row is drawn shifted relative to the next row, as in a triangle.

        Examples
        --------
        >>> SQUARE.is_slanted, TRIANGULAR.is_slanted
        (False, True)
        """
        return self.down[0] != 0

    @cached_property
    def point_group(self) -> tuple[Matrix, ...]:
        """The linear maps ``(x, y) -> (ax + by, cx + dy)`` as ``(a, b, c, d)``, identity first."""
        steps = set(self.directions)
        is_line = not any(y for _, y in steps)
        maps = []
        for (a, c), (b, d) in product(steps, [(0, 1)] if is_line else steps):
            matrix = (a, b, c, d)
            if {apply_matrix(matrix, step) for step in steps} == steps:
                maps.append(matrix)
        identity = (1, 0, 0, 1)
        return tuple(sorted(maps, key=lambda m: (m != identity, -handedness((m[:2], m[2:])), m)))

    def place(self, hole: Hole) -> Place:
        """Return the column, the row and, on a three-dimensional lattice, the layer of a hole.

        Examples
        --------
        >>> SQUARE.place((7, 2)), CUBIC.place((7, 2))
        ((7, 2), (1, 2, 1))
        """
        if not self.layer:
            return hole
        z, x = divmod(hole[0], self.layer)
        return x, hole[1], z

    @cached_property
    def motions(self) -> tuple[Motion, ...]:
        """The matrices that preserve the directions, starting with the identity."""
        if not self.layer:
            return tuple(((a, b), (c, d)) for a, b, c, d in self.point_group)
        axes = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
        maps = [
            tuple(
                tuple(sign * axi for axi in axis) for sign, axis in zip(signs, order, strict=True)
            )
            for order in permutations(axes)
            for signs in product((1, -1), repeat=3)
        ]
        return tuple(sorted(maps, key=lambda m: (m != axes, -handedness(m), m)))

    def to_plane(self, hole: Hole) -> Point:
        """Return the point where a hole is drawn. Neighbours in a row have the distance 1."""
        x, y = hole
        return x + self.down[0] * y, self.down[1] * y


def apply_matrix(matrix: Matrix, hole: Hole) -> Hole:
    """Apply a linear map to a hole."""
    a, b, c, d = matrix
    x, y = hole
    return a * x + b * y, c * x + d * y


def at_corner(holes: Iterable[Hole]) -> list[Hole]:
    """Translate holes so that their smallest coordinates are 0.

    Examples
    --------
    >>> at_corner([(3, 2), (4, 1)])
    [(0, 1), (1, 0)]
    """
    there = list(holes)
    left, top = (min(along) for along in zip(*there, strict=True))
    return [(x - left, y - top) for x, y in there]


def handedness(motion: Motion) -> int:
    """Return the determinant of a motion: 1 for a rotation, -1 if it swaps left and right."""
    if len(motion) == 1:
        return motion[0][0]
    minors = (tuple(row[:i] + row[i + 1 :] for row in motion[1:]) for i in range(len(motion)))
    signed = zip(motion[0], minors, strict=True)
    return sum((-1) ** i * one * handedness(minor) for i, (one, minor) in enumerate(signed))


SQUARE = Lattice("square", ((1, 0), (0, 1), (-1, 0), (0, -1)))
SQUARE_DIAGONAL = Lattice(
    "square-diagonal", (*SQUARE.directions, (1, 1), (-1, 1), (-1, -1), (1, -1))
)
TRIANGULAR = Lattice(
    "triangular", ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)), (-1 / 2, sqrt(3) / 2)
)

#: A single line of holes, for patterns without an edge. Boards with one row use the square
#: lattice.
LINE = Lattice("line", ((1, 0), (-1, 0)))

_LAYER = 6  # columns from layer to layer, for layers of up to 5 x 5 holes
CUBIC = Lattice("cubic", (*SQUARE.directions, (_LAYER, 0), (-_LAYER, 0)), layer=_LAYER)

LATTICES = {lattice.name: lattice for lattice in (SQUARE, SQUARE_DIAGONAL, TRIANGULAR, CUBIC)}

#: The lattices of boards in the plane.
FLAT = {name: lattice for name, lattice in LATTICES.items() if not lattice.layer}

#: The lattices of patterns without an edge.
UNBOUNDED = {LINE.name: LINE, **FLAT}


def lattice_named(name: str | Lattice) -> Lattice:
    """Return the lattice with the given name, in any case. A lattice is returned unchanged.

    Raises
    ------
    NotationError
        If the name is unknown; the message lists the known names.
    """
    if isinstance(name, Lattice):
        return name
    try:
        return LATTICES[name.strip().lower()]
    except KeyError:
        raise NotationError(
            f"{quoted(name)} is not a lattice: choose one of {', '.join(LATTICES)}"
        ) from None
