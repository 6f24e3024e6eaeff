"""Symmetry types: the ways in which a position can be symmetric, up to turning the board.

A position's symmetry is the subgroup of the board's symmetries that leave it alone. Subgroups that
a symmetry of the board turns into one another are of one type. The English and French boards have
seven types, the hexagon nine (Bell 2017, tables 1 and 3), the trivial one not counted.

In the plane every group is cyclic or dihedral. In space, with up to 48 elements, there are more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.symmetries import Permutation, Symmetry

Subgroup = frozenset[Permutation]


@dataclass(frozen=True)
class SymmetryType:
    """A conjugacy class of subgroups of a board's symmetries.

    Attributes
    ----------
    number : int
        1 for the whole group, as in the papers.
    description : str
        In words.
    subgroups : tuple of frozenset of permutation
        All subgroups of the type.
    """

    number: int
    description: str
    subgroups: tuple[Subgroup, ...]

    @property
    def order(self) -> int:
        """The number of symmetries that leave a position of the type alone."""
        return len(self.subgroups[0])


def symmetry_types(board: Board) -> tuple[SymmetryType, ...]:
    """The symmetry types of a board, in the order of the papers; the trivial one is left out.

    Larger ones come first, rotations before reflections; on square lattices reflections in a
    diagonal come before those along the lattice's lines, on triangular ones after.

    Examples
    --------
    >>> from pegsolitaire.board import english, hexagon
    >>> for kind in symmetry_types(english()):
    ...     print(kind.number, kind.order, kind.description)
    1 8 square symmetry
    2 4 90 degree rotation
    3 4 both diagonal reflections
    4 4 both orthogonal reflections
    5 2 180 degree rotation
    6 2 one diagonal reflection
    7 2 one orthogonal reflection
    >>> len(symmetry_types(hexagon(4)))
    9
    """
    found = []
    for subgroups in _conjugate_subgroups(board):
        shape = _Shape(board, subgroups[0])
        found.append((shape.rank, shape.text, subgroups))
    return tuple(
        SymmetryType(number, text, subgroups)
        for number, (_, text, subgroups) in enumerate(sorted(found, key=lambda f: f[0]), start=1)
    )


@lru_cache(maxsize=64)
def _conjugate_subgroups(board: Board) -> tuple[tuple[Subgroup, ...], ...]:
    """The subgroups of more than one element, those conjugate to one another together."""
    images = [symmetry.image for symmetry in board.symmetries]
    subgroups = _subgroups(images) - {frozenset(images[:1])}
    classes = {frozenset(conjugate(g, subgroup) for g in images) for subgroup in subgroups}
    return tuple(tuple(sorted(found, key=sorted)) for found in sorted(classes, key=_first))


def _subgroups(images: list[Permutation]) -> set[Subgroup]:
    """All subgroups of a group: from the trivial one on, one more element at a time."""
    edge = {frozenset(images[:1]): images[:1]}
    found = set(edge)
    while edge:
        larger: dict[Subgroup, list[Permutation]] = {}
        for group, by in edge.items():
            for g in images:
                if g not in group:
                    larger.setdefault(generated((*by, g)), [*by, g])
        edge = {group: by for group, by in larger.items() if group not in found}
        found.update(edge)
    return found


def _first(subgroups: frozenset[Subgroup]) -> list[list[Permutation]]:
    return sorted(sorted(subgroup) for subgroup in subgroups)


def generated(generators: tuple[Permutation, ...]) -> Subgroup:
    """The group that some permutations generate.

    Examples
    --------
    >>> sorted(generated(((1, 2, 0),)))
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    group = {tuple(range(len(generators[0])))}
    edge = list(group)
    while edge:
        edge = [
            image
            for image in {tuple(g[i] for i in h) for h in edge for g in generators}
            if image not in group
        ]
        group.update(edge)
    return frozenset(group)


def conjugate(g: Permutation, subgroup: Subgroup) -> Subgroup:
    """The symmetries that do to the images under ``g`` what a subgroup's do to the holes.

    They leave alone what ``g`` makes of the positions that the subgroup leaves alone.
    """
    inverse = sorted(range(len(g)), key=g.__getitem__)
    return frozenset(tuple(g[h[i]] for i in inverse) for h in subgroup)


class _Shape:
    """How a subgroup is ranked and described."""

    def __init__(self, board: Board, subgroup: Subgroup) -> None:
        self.board = board
        self.order = len(subgroup)
        self.reflections = [
            s for s in board.symmetries if not s.is_rotation and s.image in subgroup
        ]
        self.turns = self.order - len(self.reflections)

    @property
    def rank(self) -> tuple[int, int, int]:
        """Smaller for what is listed first."""
        diagonal = sum(not self._is_orthogonal(s) for s in self.reflections)
        triangular = self.board.lattice.name == "triangular"
        return -self.order, len(self.reflections), diagonal if triangular else -diagonal

    @cached_property
    def text(self) -> str:
        if self.board.lattice.layer:
            return self._in_space
        rotation = f"{360 // self.turns} degree rotation"
        if not self.reflections:
            return rotation
        if self.turns == 4:
            return "square symmetry"
        if self.turns == 6:
            return "hexagonal symmetry"
        orthogonal = {self._is_orthogonal(s) for s in self.reflections}
        kind = {frozenset({True}): "orthogonal ", frozenset({False}): "diagonal "}.get(
            frozenset(orthogonal), ""
        )
        if self.turns == 1:
            return f"one {kind}reflection"
        return f"both {kind}reflections" if self.turns == 2 else f"{rotation}, {kind}reflections"

    @property
    def _in_space(self) -> str:
        turns = f"{self.turns} rotations" if self.turns > 1 else "the identity"
        others = len(self.reflections)
        return f"{turns} and {others} reflections" if others else turns

    def _is_orthogonal(self, reflection: Symmetry) -> bool:
        """Whether a reflection moves holes along the lines of the lattice."""
        holes = self.board.holes
        moved = ((holes[i], holes[j]) for i, j in enumerate(reflection.image) if i != j)
        return all(self._in_line(*pair) for pair in moved)

    def _in_line(self, one: Hole, other: Hole) -> bool:
        x, y = other[0] - one[0], other[1] - one[1]
        return x == 0 or y == 0 or (self.board.lattice.name == "triangular" and x == y)
