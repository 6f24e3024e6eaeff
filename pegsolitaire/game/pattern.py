"""Patterns: positions whose place on the board is forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import Hole, Lattice, apply_matrix
from pegsolitaire.board.picture import picture_of
from pegsolitaire.errors import ProblemError
from pegsolitaire.game.position import Position


@dataclass(frozen=True)
class Pattern:
    """Some pegs on a board without an edge, up to translation and the lattice's point group.

    Parameters
    ----------
    lattice : Lattice
        The lattice.
    holes : tuple of (int, int)
        The pegs in canonical form, as :meth:`of` gives them.

    Examples
    --------
    >>> from pegsolitaire.board import SQUARE
    >>> pattern = Pattern.of(SQUARE, [(5, 5), (4, 5), (5, 7), (5, 6)])
    >>> pattern.holes, pattern.jumps
    (((0, 0), (1, 0), (2, 0), (0, 1)), 4)
    >>> print(pattern)
    ***
    *..
    >>> from pegsolitaire.board import TRIANGULAR
    >>> print(Pattern.of(TRIANGULAR, [(0, 0), (0, 1), (1, 1), (2, 1)]))
    * * *
     * .
    """

    lattice: Lattice
    holes: tuple[Hole, ...]

    @classmethod
    def of(cls, lattice: Lattice, holes: Iterable[Hole]) -> Pattern:
        """The pattern of some pegs: of their images at the origin, row by row, the least.

        Raises
        ------
        ProblemError
            If there are no pegs, or the lattice is that of boards in space.
        """
        if lattice.layer:
            raise ProblemError("patterns are of boards in the plane, not of those in space")
        return cls(lattice, min(_images(lattice, holes), key=lambda pegs: [p[::-1] for p in pegs]))

    @property
    def jumps(self) -> int:
        """The number of jumps that it allows."""
        pegs = set(self.holes)
        return sum(
            (x + dx, y + dy) in pegs and (x + 2 * dx, y + 2 * dy) not in pegs
            for x, y in pegs
            for dx, dy in self.lattice.directions
        )

    def __len__(self) -> int:
        return len(self.holes)

    def __iter__(self) -> Iterator[Hole]:
        return iter(self.holes)

    def __str__(self) -> str:
        width, height = (max(along) + 1 for along in zip(*self.holes, strict=True))
        if not self.lattice.is_slanted:
            box = [(x, y) for y in range(height) for x in range(width)]
            return picture_of(box, ("*" if hole in self.holes else "." for hole in box))
        # In its true shape: a row is half a hole to the left of the one above it.
        pegs = {(2 * x - y, y) for x, y in self.holes}
        least, most = (end(column for column, _ in pegs) for end in (min, max))
        places = [
            (column, y)
            for y in range(height)
            for column in range(least, most + 1)
            if (column + y) % 2 == 0
        ]
        marks = ("*" if place in pegs else "." for place in places)
        return picture_of([(column - least, y) for column, y in places], marks)


def pattern_of(position: Position) -> Pattern:
    """The pattern of a position: what is left of it where its place on the board is forgotten.

    Raises
    ------
    ProblemError
        If the position has no pegs.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> one, other = (triangle(3).position(text) for text in ("*/*./*..", "./../***"))
    >>> pattern_of(one) == pattern_of(other), pattern_of(one).holes
    (True, ((0, 0), (1, 0), (2, 0)))
    """
    return Pattern.of(position.board.lattice, position)


def fits(pattern: Pattern, board: Board) -> tuple[Position, ...]:
    """Where the pegs of a pattern find room on a board.

    A game may need more room than its pegs: whether the positions can be solved is not looked at.

    Parameters
    ----------
    pattern : Pattern
        The pattern.
    board : Board
        A board on the same lattice.

    Returns
    -------
    tuple of Position
        One of each that the symmetries of the board turn into one another, that of the least
        code; none where the pattern is too large.

    Raises
    ------
    ProblemError
        If the board is on another lattice.

    Examples
    --------
    >>> from pegsolitaire.board import TRIANGULAR, triangle
    >>> [p.text() for p in fits(Pattern.of(TRIANGULAR, [(0, 0), (1, 0), (2, 0)]), triangle(4))]
    ['*/*./*../....', './../***/....']
    """
    if pattern.lattice != board.lattice:
        raise ProblemError(
            f"{board.name} is on the {board.lattice.name} lattice, the pattern on the "
            f"{pattern.lattice.name} one: choose a board on that"
        )
    codes = {
        board.mincode(board.code(moved))
        for image in _images(pattern.lattice, pattern.holes)
        for moved in _moved_onto(image, board)
    }
    return tuple(Position(board, code) for code in sorted(codes))


def _images(lattice: Lattice, holes: Iterable[Hole]) -> set[tuple[Hole, ...]]:
    """The images under the point group, each with its corner at the origin, row by row."""
    pegs = set(holes)
    if not pegs:
        raise ProblemError("a pattern without pegs: it needs one at least")
    return {
        _at_origin([apply_matrix(matrix, hole) for hole in pegs]) for matrix in lattice.point_group
    }


def _at_origin(holes: list[Hole]) -> tuple[Hole, ...]:
    """Moved so that the least coordinates are 0, and sorted row by row."""
    left, top = (min(along) for along in zip(*holes, strict=True))
    return tuple(sorted(((x - left, y - top) for x, y in holes), key=lambda hole: hole[::-1]))


def _moved_onto(pegs: tuple[Hole, ...], board: Board) -> Iterator[list[Hole]]:
    """The translations that take all pegs to holes of a board."""
    first_x, first_y = pegs[0]
    for x, y in board.holes:
        moved = [(a - first_x + x, b - first_y + y) for a, b in pegs]
        if all(hole in board for hole in moved):
            yield moved
