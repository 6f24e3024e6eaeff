"""Solve hexagons of any size by making them smaller (Bell 2008, section 5).

In a hexagon with six wide corners, each row along a side is one hole shorter than the next row
inside. An inverted trapezoid of 9 or 12 pegs and upright 6-removals beside it clear three outer
rows. If the vacancy is anywhere in these rows, an opening of the same block clears them. The rest
is again a hexagon with wide corners, but its sides have other lengths. A plan, made in advance,
determines which sides lose rows, so that the core is compact. The core has 34 holes, or 58 if the
side length leaves the remainder 1 when divided by 3. A search solves the core.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import ClassVar

from pegsolitaire.board import TRIANGULAR, BoardLike, Hole, Lattice, as_board
from pegsolitaire.construct.cores import Map, MissingPartError, Search
from pegsolitaire.construct.peeling import Opened, can_end, peeled
from pegsolitaire.construct.strips import BESIDE, Clear, clearing, opening_inverted
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Solution

#: Limits on the number of holes of a core, tried in this order. A larger core is used if no
#: solution is found for a smaller core.
SEARCHED = (40, 64, 100)
_MAX_CORE_SIDE = 8  # the longest side of a core, in holes, because thin cores are hard to search
_BLOCKS = "inverted 9", "inverted 12"  # for rows of even and of odd length
_MIN_SIDE = 4  # the side of the smallest hexagon that this module solves


def _reach(hole: Hole) -> tuple[int, ...]:
    """Return the coordinates of a hole in the direction of each side, beginning at the bottom.

    The sides are in their order around the board, so each coordinate is the sum of its two
    neighbours.
    """
    x, y = hole
    return y, x, x - y, -y, -x, y - x


def is_hexagon(board: BoardLike) -> bool:
    """Return whether a board is a regular hexagon with sides of 4 or more.

    Examples
    --------
    >>> from pegsolitaire.board import hexagon, rhombus
    >>> [is_hexagon(board) for board in (hexagon(4), hexagon(9), hexagon(3), rhombus(7))]
    [True, True, False, False]
    """
    board = as_board(board)
    side = len(board.rows[0])
    if board.lattice != TRIANGULAR or board.taken or side < _MIN_SIDE:
        return False
    if len(board) != 3 * side * (side - 1) + 1:
        return False
    return all(abs(x - y) < side and max(x, y) <= 2 * side - 2 for x, y in board)


def solve_hexagon(
    board: BoardLike, start: Hole, finish: Hole | None, search: Search
) -> Solution | None:
    """Solve a hexagon of any size from one vacancy to one peg.

    Parameters
    ----------
    board : Board, or what makes one
        The hexagon.
    start : (int, int)
        The vacancy.
    finish : (int, int) or None
        The hole of the last peg; None for any hole.
    search : callable
        The function that solves the core.

    Returns
    -------
    Solution or None
        The replayed solution. None if the position class excludes a solution, or if the search for
        a solution of the core fails, which proves nothing.

    Raises
    ------
    ProblemError
        If the board is not a hexagon, or has a side of less than 4.
    NotOnBoardError
        If one of the holes is not on the board.

    Examples
    --------
    >>> from pegsolitaire.solving import solve
    >>> from pegsolitaire.board import hexagon
    >>> board = hexagon(12)
    >>> found = solve_hexagon(board, (3, 2), (21, 18), lambda core: solve(core).solution)
    >>> len(found), found.finish == board.single((21, 18))
    (395, True)
    """
    board = as_board(board)
    if not is_hexagon(board):
        raise ProblemError(f"{board.name} is not a hexagon with sides of {_MIN_SIDE} or more")
    if not can_end(board, start, finish):
        return None
    whole = _Part(tuple(map(max, zip(*map(_reach, board), strict=True))))
    for enough in SEARCHED:
        route = _route(whole, finish, enough)
        if route is None:
            continue
        try:
            strip = peeled(replace(whole, route=route), start, finish, search)
        except MissingPartError:
            continue
        return Solution(board.vacancy(start), (jump for jump, _ in strip.steps))
    return None


@dataclass(frozen=True)
class _Part:
    """A hexagon with wide corners, defined by its extent in each direction.

    ``route`` lists the sides that are still to be removed.
    """

    ends: tuple[int, ...]
    route: tuple[int, ...] = ()
    lattice: ClassVar[Lattice] = TRIANGULAR

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """The number of holes along each side."""
        ends = self.ends
        return tuple(ends[i - 1] + ends[(i + 1) % 6] - ends[i] + 1 for i in range(6))

    @property
    def size(self) -> int:
        """The number of holes."""
        bottom, right, upper, top, left, lower = self.ends
        cut = right + top - upper, left + bottom - lower
        return (right + left + 1) * (bottom + top + 1) - sum(n * (n + 1) // 2 for n in cut)

    @property
    def holes(self) -> tuple[Hole, ...]:
        """All holes, row by row."""
        bottom, right, upper, top, left, lower = self.ends
        return tuple(
            (x, y)
            for y in range(-top, bottom + 1)
            for x in range(max(-left, y - lower), min(right, y + upper) + 1)
        )

    def sides(self) -> tuple[int, ...]:
        """Return the next side."""
        return self.route[:1]

    def depth(self, side: int, hole: Hole) -> int:
        """Return the distance of a hole from a side."""
        return self.ends[side] - _reach(hole)[side]

    def shorter(self, side: int, lines: int = 3) -> _Part:
        """Return the hexagon without the outermost rows of a side."""
        ends = (end - lines * (i == side) for i, end in enumerate(self.ends))
        return _Part(tuple(ends), self.route[1:])

    def next_sides(self, finish: Hole | None) -> list[int]:
        """List the removable sides. Sides whose removal keeps all other sides long come last."""
        sides = []
        for i in range(6):
            beside = self.lengths[i - 1], self.lengths[(i + 1) % 6]
            clear = finish is None or self.depth(i, finish) > 2
            if clear and self.lengths[i] > 1 and min(beside) > 4:
                lengths = self.shorter(i).lengths
                sides.append((min(lengths), -max(lengths), i))
        return [i for *_, i in sorted(sides)]

    def waiting(self, side: int) -> tuple[Sequence[Hole], Clear, Map]:
        """Return the catalyst of three rows, how to clear them, and the map to the board."""
        length = self.lengths[side]
        catalyst = tuple((x, BESIDE) for x in range(3 + length % 2))
        return catalyst, partial(clearing, names=_BLOCKS, length=length), self._place(side)

    def opening(self, side: int, start: Hole, finish: Hole | None, lines: int) -> Opened | None:
        """Find an opening of three rows along a side for a vacancy in the rows."""
        if lines > 3:
            return None
        length, place = self.lengths[side], self._place(side)
        rows = ((x, BESIDE + y) for y in (1, 2, 3) for x in range(y, length + 3))
        [at] = [hole for hole in rows if place(hole) == start]
        strip, vacancy = opening_inverted(at, length)
        return Opened(strip, place, vacancy)

    def _place(self, side: int) -> Map:
        """Return the map from holes of a strip to holes of the board."""
        ends = self.ends
        within = ends[side] - 3 - BESIDE
        first = within + BESIDE - ends[side - 1]

        def at(hole: Hole) -> Hole:
            out, along = within + hole[1], first + hole[0]
            return (
                (along, out), (out, out - along), (out - along, -along),
                (-along, -out), (-out, along - out), (along - out, along),
            )[side]  # fmt: skip

        return at

    def stored(self, start: Hole, finish: Hole | None) -> None:
        """Cores of hexagons are not stored."""


def _route(whole: _Part, finish: Hole | None, enough: int) -> tuple[int, ...] | None:
    """Plan which sides to remove, one after another, to leave a core without a long side.

    The plan does not depend on the vacancy, because openings move the vacancy inward.
    """
    seen = {whole.ends}
    stack: list[tuple[_Part, tuple[int, ...]]] = [(whole, ())]
    while stack:
        shape, route = stack.pop()
        if shape.size <= enough:
            if max(shape.lengths) <= _MAX_CORE_SIDE:
                return route
            continue
        for side in shape.next_sides(finish):
            after = shape.shorter(side)
            if after.ends not in seen:
                seen.add(after.ends)
                stack.append((after, (*route, side)))
    return None
