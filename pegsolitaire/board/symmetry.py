"""The symmetries of a board, as permutations of its holes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from pegsolitaire.board.bits import WORD, code_of, indices_of
from pegsolitaire.board.lattice import (
    Hole,
    Lattice,
    Motion,
    Place,
    handedness,
)

Permutation = tuple[int, ...]


class Symmetry(NamedTuple):
    """A symmetry of the board, which maps hole ``i`` to hole ``image[i]``."""

    image: Permutation
    is_rotation: bool


def symmetries_of(indices: Mapping[Hole, int], lattice: Lattice) -> tuple[Symmetry, ...]:
    """Find the symmetries of the lattice that preserve the holes, starting with the identity."""
    symmetries: dict[Permutation, Symmetry] = {}
    places = {lattice.place(hole): i for hole, i in indices.items()}
    for motion in lattice.motions:
        image = tuple(places.get(place, -1) for place in _moved(motion, places))
        # On a board with a single row, a reflection may be the same map as the identity.
        if -1 not in image:
            symmetries.setdefault(image, Symmetry(image, handedness(motion) == 1))
    return tuple(symmetries.values())


def _moved(motion: Motion, places: Iterable[Place]) -> Iterable[Place]:
    """Apply a motion to places, and shift the images so that each coordinate keeps its minimum."""
    columns = list(zip(*places, strict=True))
    moved = []
    for row, column in zip(motion, columns, strict=True):
        parts = [(by, one) for by, one in zip(row, columns, strict=True) if by]
        whole = _sums(parts)
        shift = min(column) - min(whole)
        moved.append([one + shift for one in whole])
    return zip(*moved, strict=True)


def _sums(parts: Sequence[tuple[int, Place]]) -> list[int]:
    """Add up columns, each multiplied by its factor."""
    (by, first), *others = parts
    whole = [by * one for one in first]
    for by, column in others:
        whole = [one + by * other for one, other in zip(whole, column, strict=True)]
    return whole


def apply_permutation(image: Sequence[int], code: int) -> int:
    """Move every peg of a code to the image of its hole."""
    if len(image) > WORD:
        return code_of(image[i] for i in indices_of(code))
    moved = 0
    while code:
        low = code & -code
        moved |= 1 << image[low.bit_length() - 1]
        code ^= low
    return moved


@cache
def inverse_of(image: Permutation) -> Permutation:
    """The inverse of a permutation.

    Examples
    --------
    >>> inverse_of((2, 0, 1))
    (1, 2, 0)
    """
    return tuple(sorted(range(len(image)), key=image.__getitem__))


def cycles_of(image: Permutation) -> list[list[int]]:
    """The cycles of a permutation. A hole that stays in place is a cycle of its own.

    Examples
    --------
    >>> cycles_of((2, 1, 0))
    [[0, 2], [1]]
    """
    seen: set[int] = set()
    cycles = []
    for first in range(len(image)):
        if first not in seen:
            cycle = [first]
            while (following := image[cycle[-1]]) != first:
                cycle.append(following)
            seen.update(cycle)
            cycles.append(cycle)
    return cycles


def hole_orbits(group: Iterable[Permutation]) -> tuple[tuple[int, ...], ...]:
    """The orbits of the holes under a group of permutations.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> group = [symmetry.image for symmetry in triangle(4).symmetries]
    >>> hole_orbits(group)
    ((0, 6, 9), (1, 2, 3, 5, 7, 8), (4,))
    >>> len(hole_orbits(group[:1]))
    10
    """
    seen: set[int] = set()
    orbits = []
    for images in zip(*group, strict=True):
        if images[0] not in seen:
            orbits.append(tuple(sorted(set(images))))
            seen.update(images)
    return tuple(orbits)


def least_image(group: Iterable[Symmetry], code: int) -> int:
    """The smallest image of a code under a group."""
    return min(apply_permutation(symmetry.image, code) for symmetry in group)
