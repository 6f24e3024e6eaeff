"""Solve rectangles and rhombi of any size by construction (Bell 2008, section 5).

If neither the vacancy nor the finish is in three outer rows of a rectangle, a block of four or
five columns and upright 6-removals beside it clear these rows at a suitable moment. (A block of
four columns with its catalyst is the paper's 15-hole board.) If the vacancy is in these rows, an
opening clears them immediately. In this way, any rectangle is reduced to a rectangle with sides
from 4 to 6. On these, every pair of a vacancy and a finish that the position class allows can be
solved. Therefore, the same is true on all rectangles. In skew coordinates, a rhombus or any other
parallelogram is a rectangle with additional jumps, so the result is also valid for parallelograms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pegsolitaire.board import Board, BoardLike, Hole, Lattice, as_board
from pegsolitaire.construct.cores import (
    RECTANGLE_SIDES,
    Jumps,
    Map,
    MissingPartError,
    Search,
    rectangle_core,
)
from pegsolitaire.construct.peeling import Opened, can_end, peeled
from pegsolitaire.construct.strips import BESIDE, Clear, Strip, clearing, opening_columns
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Solution

_BLOCKS = "four columns", "five columns"  # for rows of even and of odd length
_CATALYST = ((0, BESIDE), (1, BESIDE), (2, BESIDE))


def is_rectangle(board: BoardLike) -> bool:
    """Return whether a board is a rectangle, or a rhombus, with sides of 4 or more.

    Examples
    --------
    >>> from pegsolitaire.board import english, rectangle, rhombus
    >>> [is_rectangle(board) for board in (rectangle(4, 7), rhombus(5), english())]
    [True, True, False]
    """
    board = as_board(board)
    width, height = (max(along) + 1 for along in zip(*board.holes, strict=True))
    whole = len(board) == width * height and min(width, height) >= RECTANGLE_SIDES[0]
    return whole and not board.taken and board.lattice.name in ("square", "triangular")


def solve_rectangle(
    board: BoardLike, start: Hole, finish: Hole | None, search: Search | None = None
) -> Solution | None:
    """Solve a rectangle or a rhombus from one vacancy to one peg.

    Parameters
    ----------
    board : Board, or what makes one
        The board, of any size.
    start : (int, int)
        The vacancy.
    finish : (int, int) or None
        The hole of the last peg; None for the finish that is easiest to reach.
    search : callable, optional
        The function that solves a core that is not stored.

    Returns
    -------
    Solution or None
        The solution. None if the position class excludes a solution, or if a part is missing,
        which proves nothing.

    Raises
    ------
    ProblemError
        If the board is not a rectangle, or a side is less than 4.
    NotOnBoardError
        If one of the holes is not on the board.

    Examples
    --------
    >>> from pegsolitaire.board import rectangle, rhombus
    >>> len(solve_rectangle(rectangle(20, 30), (7, 3), (19, 27)))
    598
    >>> solve_rectangle(rhombus(7), (0, 0), None) is None
    True
    """
    board = as_board(board)
    try:
        strip = extended(board, start, finish, search)
    except MissingPartError:
        return None
    jumps = () if strip is None else (jump for jump, _ in strip.steps)
    return Solution(board.vacancy(start), jumps) if strip else None


def extended(
    board: Board, start: Hole, finish: Hole | None, search: Search | None = None
) -> Strip | None:
    """Build a solution of a rectangle from a core and removals, unless the class excludes one.

    Raises
    ------
    MissingPartError
        If a part is not stored.
    """
    if not is_rectangle(board):
        raise ProblemError(
            f"{board.name} is not a rectangle with sides of {RECTANGLE_SIDES[0]} or more"
        )
    if not can_end(board, start, finish):
        return None
    ends = tuple(map(max, zip(*map(_reach, board), strict=True)))
    return peeled(_Part(board.lattice, ends), start, finish, search)


# -- from the outside in ------------------------------------------------------------------------


def _reach(hole: Hole) -> tuple[int, ...]:
    """Return the coordinates of a hole in the direction of the left, right, top and bottom."""
    x, y = hole
    return -x, x, -y, y


@dataclass(frozen=True)
class _Part:
    """The remaining rectangle, defined by its extent in each direction."""

    lattice: Lattice
    ends: tuple[int, ...]

    @property
    def lengths(self) -> tuple[int, int]:
        """The width and the height."""
        left, right, top, bottom = self.ends
        return left + right + 1, top + bottom + 1

    @property
    def holes(self) -> list[Hole]:
        """All holes, row by row."""
        left, right, top, bottom = self.ends
        return [(x, y) for y in range(-top, bottom + 1) for x in range(-left, right + 1)]

    def sides(self) -> list[int]:
        """List the removable sides."""
        return [side for side in range(4) if self.lengths[side // 2] > RECTANGLE_SIDES[-1]]

    def depth(self, side: int, hole: Hole) -> int:
        """Return the distance of a hole from a side."""
        return self.ends[side] - _reach(hole)[side]

    def shorter(self, side: int, lines: int = 3) -> _Part:
        """Return the rectangle without the outermost lines of a side."""
        ends = (end - lines * (i == side) for i, end in enumerate(self.ends))
        return _Part(self.lattice, tuple(ends))

    def waiting(self, side: int) -> tuple[Sequence[Hole], Clear, Map]:
        """Return the catalyst of three lines, how to clear them, and the map to the board."""
        clear = partial(clearing, names=_BLOCKS, length=self.lengths[1 - side // 2])
        return _CATALYST, clear, self._place(side, 3)

    def opening(self, side: int, start: Hole, finish: Hole | None, lines: int) -> Opened | None:
        """Find an opening for a vacancy in the lines along a side."""
        axis = side // 2
        free = finish is None or self.depth(side, finish) > 5
        if lines > 3 and not (free and self.lengths[axis] >= RECTANGLE_SIDES[0] + 6):
            return None
        at = start[1 - axis] + self.ends[2 - 2 * axis], BESIDE + lines - self.depth(side, start)
        opened = opening_columns(at, self.lengths[1 - axis], lines)
        return opened and Opened(opened[0], self._place(side, lines), opened[1])

    def _place(self, side: int, lines: int) -> Map:
        """Return the map from holes of a strip to holes of the board."""
        sign = side % 2 * 2 - 1
        within, first = self.ends[side] - lines - BESIDE, -self.ends[2 - side // 2 * 2]

        def at(hole: Hole) -> Hole:
            out, along = sign * (within + hole[1]), first + hole[0]
            return (out, along) if side < 2 else (along, out)

        return at

    def stored(self, start: Hole, finish: Hole | None) -> Jumps | None:
        """Return stored jumps on a small rectangle, moved to (0, 0)."""
        return rectangle_core(self.lattice.name, *self.lengths, start, finish)
