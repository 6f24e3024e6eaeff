"""Solve rectangles and rhombi of any size by construction (Bell 2008, section 5).

If neither the vacancy nor the finish is in three outer rows of a rectangle, a block of four or
five columns and upright 6-purges beside it clear these rows at a suitable moment. (A block of four
columns with its catalyst is the paper's 15-hole board.) If the vacancy is in these rows, an
opening clears them immediately. In this way, any rectangle is reduced to a rectangle with sides
from 4 to 6. On these, every pair of a vacancy and a finish that the position class allows can be
solved. Therefore, the same is true on all rectangles. In skew coordinates, a rhombus or any other
parallelogram is a rectangle with additional jumps, so the result is also valid for parallelograms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from pegsolitaire.board import LATTICES, Board, Hole
from pegsolitaire.construct.cores import (
    CONSTRUCTIONS,
    RECTANGLE_SIDES,
    Map,
    MissingPartError,
    Search,
    has_cores,
    jumps_in,
    moved,
    pair_in,
    rectangle_core,
    searched,
)
from pegsolitaire.construct.peeling import Opened, can_end, peeled
from pegsolitaire.construct.strips import (
    Clear,
    Purge,
    Strip,
    clearing_columns,
    core_strip,
    opening_columns,
)
from pegsolitaire.data.store import Entry, Number, Text, load_list
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Solution

# --
# The openings of rectangles, which clear rows that contain the vacancy.
#
# An opening clears three or six rows of a few columns, next to full rows, and leaves one hole of
# the full rows vacant, three or six rows further in. All other holes stay unchanged. Upright
# 6-purges beside the opening clear the other columns (:mod:`pegsolitaire.construct.strips`). For
# most vacancies, an opening has four columns, or five if the number of columns is odd. Other
# vacancies need six or seven columns, or six rows if there are no more columns.


OPENINGS = CONSTRUCTIONS / "openings.toml"
BESIDE = 3  # how many full rows an opening needs beside the rows that it clears


def opened(width: int, vacancy: Hole, room: int) -> Opened | None:
    """Clear the outermost rows of a rectangle that is full except for a vacancy in these rows.

    Parameters
    ----------
    width : int
        The number of holes in a row, 4 or more.
    vacancy : (int, int)
        The place of the vacancy along the rows, and its row: 1 to 3, where 3 is the outermost.
    room : int
        The number of rows that may be cleared.

    Returns
    -------
    Opened or None
        An opening; if possible, the hole that it leaves vacant has the same place along the rows.
        None if no opening is known.

    Examples
    --------
    >>> found = opened(9, (4, 1), 3)
    >>> found.vacancy, [block.kind for block in found.strip.blocks]
    ((4, -2), ['upright opening', 'upright 6-purge', 'upright 6-purge'])
    """
    ways = sorted(_ways(width, vacancy, room), key=lambda way: way[0])
    if not ways:
        return None
    _, left, flip, one = ways[0]
    strip = opening_columns(one.purge, width, left)

    def place(hole: Hole) -> Hole:
        along = hole[0] + left
        return (width - 1 - along if flip else along), hole[1]

    return Opened(strip.moved(place), one.lines, place(one.target))


@dataclass(frozen=True)
class _Opening:
    """An opening from the data file: a purge, and the vacant holes before and after it."""

    width: int
    lines: int
    vacancy: Hole
    target: Hole
    purge: Purge


def _ways(
    width: int, vacancy: Hole, room: int
) -> Iterator[tuple[tuple[int, bool, int], int, bool, _Opening]]:
    """Yield the openings for a vacancy, each with its rank, offset and orientation."""
    for one in _openings():
        spare = width - one.width
        if spare < 0 or spare % 2 or one.lines > room or (one.lines > 3 and spare):
            continue
        row = vacancy[1] + one.lines - 3
        for flip in (False, True):
            along = width - 1 - vacancy[0] if flip else vacancy[0]
            left = along - one.vacancy[0]
            if 0 <= left <= spare and left % 2 == 0 and row == one.vacancy[1]:
                moves_on = one.target[0] != one.vacancy[0]
                yield (one.lines, moves_on, one.width), left, flip, one


@lru_cache(maxsize=1)
def _openings() -> tuple[_Opening, ...]:
    return load_list(OPENINGS, "opening", OpeningEntry, _opening)


class OpeningEntry(Entry):
    """An opening in the data file. Its hole a1 is in the first row beside the opening."""

    width: Number
    rows: Number
    vacancy: Text
    leaves: Text
    moves: Text


def _opening(entry: OpeningEntry) -> _Opening:
    width, lines = entry.width, entry.rows

    def inside(hole: Hole) -> Hole:
        return hole[0], hole[1] - BESIDE + 1

    vacancy, target = map(inside, pair_in(entry.vacancy, entry.leaves))
    beside = {(x, y) for y in range(1 - BESIDE, 1) for x in range(width)}
    rows = {(x, y) for y in range(1, lines + 1) for x in range(width)}
    purge = Purge(
        "upright opening",
        "square",
        frozenset(beside | rows) - {vacancy},
        frozenset({vacancy}),
        frozenset(beside) - {target},
        tuple(moved(jump, inside) for jump in jumps_in(entry.moves)),
    )
    return _Opening(width, lines, vacancy, target, purge)


_CATALYST = ((0, 0), (1, 0), (2, 0))


def is_rectangle(board: Board) -> bool:
    """Return whether a board is a rectangle, or a rhombus, with sides of 4 or more.

    Examples
    --------
    >>> from pegsolitaire.board import english, rectangle, rhombus
    >>> [is_rectangle(board) for board in (rectangle(4, 7), rhombus(5), english())]
    [True, True, False]
    """
    width, height = _sides(board)
    whole = len(board) == width * height and min(width, height) >= RECTANGLE_SIDES[0]
    return whole and not board.taken and has_cores(board.lattice.name)


def _sides(board: Board) -> tuple[int, int]:
    """Return the width and height of the bounding box of a board."""
    return max(x for x, _ in board) + 1, max(y for _, y in board) + 1


def solve_rectangle(
    board: Board, start: Hole, finish: Hole | None = None, search: Search | None = None
) -> Solution | None:
    """Solve a rectangle or a rhombus from one vacancy to one peg.

    Parameters
    ----------
    board : Board
        The board, of any size.
    start : (int, int)
        The vacancy.
    finish : (int, int), optional
        The hole of the last peg; by default the easiest finish.
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
    >>> solve_rectangle(rhombus(7), (0, 0)) is None
    True
    """
    try:
        strip = extended(board, start, finish, search)
    except MissingPartError:
        return None
    jumps = () if strip is None else (jump for jump, _ in strip.steps)
    return Solution(board.vacancy(start), jumps) if strip else None


def extended(
    board: Board, start: Hole, finish: Hole | None = None, search: Search | None = None
) -> Strip | None:
    """Build a solution of a rectangle from a core and purges, unless the class excludes one.

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
    return peeled(_Part(board.lattice.name, 0, 0, *_sides(board), search), start, finish)


# -- from the outside in ------------------------------------------------------------------------

_UPRIGHT = ("left", "right")  # the sides that are parallel to columns


@dataclass(frozen=True)
class _Part:
    """The part of a rectangle that remains after the removal of rows and columns."""

    lattice: str
    left: int
    top: int
    width: int
    height: int
    search: Search | None = None

    def across(self, side: str) -> int:
        """Return the number of lines parallel to a side."""
        return self.width if side in _UPRIGHT else self.height

    def along(self, side: str) -> int:
        """Return the number of holes along a side."""
        return self.height if side in _UPRIGHT else self.width

    def depth(self, side: str, hole: Hole) -> int:
        """Return the distance of a hole from a side."""
        x, y = hole[0] - self.left, hole[1] - self.top
        far = {"right": self.width - 1 - x, "bottom": self.height - 1 - y}
        return {"left": x, "top": y, **far}[side]

    def free(self, *holes: Hole | None) -> list[str]:
        """List the removable sides whose lines contain none of these holes."""
        return [
            side
            for side in (*_UPRIGHT, "top", "bottom")
            if self.across(side) > RECTANGLE_SIDES[-1]
            and all(hole is None or self.depth(side, hole) > 2 for hole in holes)
        ]

    def shorter(self, side: str, lines: int = 3) -> _Part:
        """Return the rectangle without the outermost lines of a side."""
        left = self.left + lines * (side == "left")
        top = self.top + lines * (side == "top")
        width = self.width - lines * (side in _UPRIGHT)
        height = self.height - lines * (side not in _UPRIGHT)
        return _Part(self.lattice, left, top, width, height, self.search)

    def place(self, side: str, lines: int = 3) -> Map:
        """Return the map from holes of a strip to holes of the board."""
        step = -1 if side in ("left", "top") else 1
        first = self.left if side in _UPRIGHT else self.top
        within = first + (lines if step < 0 else self.across(side) - 1 - lines)
        if side in _UPRIGHT:
            return lambda hole: (within + step * hole[1], self.top + hole[0])
        return lambda hole: (self.left + hole[0], within + step * hole[1])

    def waiting(self, side: str) -> tuple[Sequence[Hole], Clear]:
        """Return the catalyst of the lines along a side, and a function that clears the lines."""
        return _CATALYST, partial(clearing_columns, width=self.along(side))

    def opening(self, side: str, start: Hole, finish: Hole | None) -> Opened | None:
        """Find an opening for a vacancy in the lines along a side."""
        along = start[1] - self.top if side in _UPRIGHT else start[0] - self.left
        free = finish is None or self.depth(side, finish) > 5
        room = 6 if free and self.across(side) >= RECTANGLE_SIDES[0] + 6 else 3
        return opened(self.along(side), (along, 3 - self.depth(side, start)), room)

    def core(self, start: Hole, finish: Hole | None) -> Strip:
        """Solve the core with stored jumps, or by search."""

        def inside(hole: Hole) -> Hole:
            return hole[0] - self.left, hole[1] - self.top

        last = None if finish is None else inside(finish)
        jumps = rectangle_core(self.lattice, self.width, self.height, inside(start), last)
        holes = [(x, y) for y in range(self.height) for x in range(self.width)]
        if jumps is None:
            board = Board(holes, LATTICES[self.lattice], f"{self.width} x {self.height}")
            jumps = searched(board, inside(start), last, self.search)
        strip = core_strip(jumps, holes)
        return strip.moved(lambda hole: (hole[0] + self.left, hole[1] + self.top))
