"""The position classes in which a game can end with one peg, with the puzzles paper's letters.

Turning the board may turn one class into another; such classes share a letter. On square
lattices (Bell 2017, figures 3 and 6) class A has its finishes in line with the middle both ways,
B one way and C neither way: Bell's Notes call the *types* of B and C the other way about. On
the hexagon A is the class of the centre and B that of the rest (figure 4).
"""

from __future__ import annotations

from dataclasses import dataclass

from pegsolitaire.board import Board, Symmetry, apply_permutation, hole_name
from pegsolitaire.errors import ProblemError
from pegsolitaire.theory.classes import class_of, hole_classes


@dataclass(frozen=True)
class PositionClass:
    """A position class with one-peg finishes; one of those that are the same up to symmetry.

    Attributes
    ----------
    board : Board
        The board.
    letter : str
        ``A``, ``B``, ...
    holes : tuple of int
        The indices of the holes of the finishes.
    turned : int
        How many classes there are that symmetries turn this one into, itself included.
    """

    board: Board
    letter: str
    holes: tuple[int, ...]
    turned: int

    @property
    def finishes(self) -> tuple[int, ...]:
        """The codes of the finishes."""
        return tuple(1 << hole for hole in self.holes)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the holes of the finishes."""
        return tuple(hole_name(self.board.holes[i]) for i in self.holes)

    @property
    def group(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board that map the class to itself."""
        return tuple(s for s in self.board.symmetries if s.image[self.holes[0]] in self.holes)

    @property
    def finish_orbits(self) -> tuple[tuple[int, ...], ...]:
        """The finishes' holes, those together that symmetries of the class turn into another."""
        orbits = {tuple(sorted({s.image[i] for s in self.group})) for i in self.holes}
        return tuple(sorted(orbits))

    def __contains__(self, code: int) -> bool:
        return class_of(self.board, code) == class_of(self.board, self.finishes[0])

    def turn(self, code: int) -> int | None:
        """A code turned into this class by a symmetry, the least; none where none does it."""
        images = (apply_permutation(s.image, code) for s in self.board.symmetries)
        return min((image for image in images if image in self), default=None)


def position_classes(board: Board) -> tuple[PositionClass, ...]:
    """The classes with one-peg finishes, one of each that are the same up to symmetry.

    Examples
    --------
    >>> from pegsolitaire.board import english, hexagon
    >>> for found in position_classes(english()):
    ...     print(found.letter, len(found.holes), found.turned)
    A 5 1
    B 4 4
    C 3 4
    >>> [(found.letter, len(found.holes), found.turned) for found in position_classes(hexagon(4))]
    [('A', 13, 1), ('B', 12, 2)]
    """
    labels = hole_classes(board)
    holes_of: dict[int, list[int]] = {}
    for i, label in enumerate(labels):
        holes_of.setdefault(label, []).append(i)
    patterns = {label: tuple(holes) for label, holes in holes_of.items()}
    orbits = {
        frozenset(patterns[labels[s.image[holes[0]]]] for s in board.symmetries)
        for holes in patterns.values()
    }
    ordered = sorted(orbits, key=lambda orbit: _order(board, orbit))
    return tuple(
        PositionClass(board, _letter(number), min(orbit), len(orbit))
        for number, orbit in enumerate(ordered)
    )


def _letter(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else f"T{number + 1}"


def class_named(board: Board, letter: str | None = None) -> PositionClass:
    """The position class of a letter; without one, class A.

    Raises
    ------
    ProblemError
        If the board has no such class.
    """
    found = position_classes(board)
    for candidate in found:
        if letter is None or candidate.letter == letter.strip().upper():
            return candidate
    known = ", ".join(f"{c.letter} ({' '.join(c.names[:3])} ...)" for c in found)
    raise ProblemError(f"{board.name} has no position class {letter}: it has {known}")


def _order(board: Board, orbit: frozenset[tuple[int, ...]]) -> tuple[int, int, tuple[int, ...]]:
    """Class A first: in line with the middle, and turned into the fewest others."""
    holes = min(orbit)
    in_line = 0
    if not board.lattice.is_slanted:
        places = [board.lattice.place(hole) for hole in board.holes]
        for axis in zip(*places, strict=True):
            middle = min(axis) + max(axis)
            in_line += any((2 * axis[i] - middle) % 3 == 0 for i in holes)
    return -in_line, len(orbit), holes
