"""Solve boards from the outside in, by removing three rows at a time until a core is left.

If neither the vacancy nor the finish is in the outermost rows along a side, these rows wait until
they can be cleared (:mod:`pegsolitaire.construct.strips`). If the vacancy is in these rows, an
opening clears them immediately and leaves another hole further inside vacant. Each shape of a
board defines which sides can be removed, and how.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from pegsolitaire.board import Board, Hole, Lattice
from pegsolitaire.construct.cores import Jumps, Map, Search, moved, searched
from pegsolitaire.construct.strips import Block, Clear, ClearingPlan, Strip
from pegsolitaire.theory import feasible_finishes


@dataclass(frozen=True)
class Opened:
    """The result of an opening, whose jumps clear the rows that contain the vacancy.

    Attributes
    ----------
    strip : Strip
        The jumps.
    place : callable
        The map from the holes of the strip to the holes of the board.
    vacancy : (int, int)
        The hole of the strip that is empty afterwards.
    """

    strip: Strip
    place: Map
    vacancy: Hole


class _Peelable(Protocol):
    """The remaining part of a board, from which sides can be removed. Each side has a number."""

    @property
    def lattice(self) -> Lattice:
        """The lattice of the board."""

    @property
    def holes(self) -> Sequence[Hole]:
        """The holes of this part of the board, row by row."""

    def sides(self) -> Sequence[int]:
        """List the sides whose rows may be removed, the best side first."""

    def depth(self, side: int, hole: Hole) -> int:
        """Return the distance of a hole from a side."""

    def shorter(self, side: int, lines: int = 3) -> Self:
        """Return the board without the outermost rows of a side."""

    def waiting(self, side: int) -> tuple[Sequence[Hole], Clear, Map]:
        """Return the catalyst of three rows, how to clear them, and the map to the board."""

    def opening(self, side: int, start: Hole, finish: Hole | None, lines: int) -> Opened | None:
        """Find an opening of this many rows along a side for a vacancy in the rows."""

    def stored(self, start: Hole, finish: Hole | None) -> Jumps | None:
        """Return stored jumps on a board that cannot be made smaller, moved to (0, 0)."""


def can_end(board: Board, start: Hole, finish: Hole | None) -> bool:
    """Return whether the position class allows a game from a vacancy to a finish, or to any.

    Raises
    ------
    NotOnBoardError
        If one of the holes is not on the board.
    """
    ends = feasible_finishes(board.vacancy(start))
    return bool(ends) if finish is None else board.bit(finish) in ends


def _free(shape: _Peelable, *holes: Hole | None) -> list[int]:
    """List the sides whose three outermost rows may be removed and contain none of these holes."""
    return [
        side
        for side in shape.sides()
        if all(hole is None or shape.depth(side, hole) > 2 for hole in holes)
    ]


def peeled(
    shape: _Peelable,
    start: Hole,
    finish: Hole | None,
    search: Search | None,
    turned: bool = False,
) -> Strip:
    """Find the jumps that solve a board from a vacancy to a finish, or to any finish.

    Rows that can wait are removed first, then rows that contain the vacancy. When a side no longer
    contains the vacancy, the procedure begins again on the smaller board. If there is no opening
    for the vacancy, the game is played backward, because there may be an opening for the finish.
    ``turned`` means that the game has just been reversed.

    Raises
    ------
    MissingPartError
        If a part is not stored, and ``search`` does not find it.
    """
    plan = ClearingPlan(start)
    while sides := _free(shape, start, finish):
        side = sides[0]
        plan.wait(*shape.waiting(side))
        shape = shape.shorter(side)
    while not _free(shape, start, finish):
        strip = _opening(shape, start, finish)
        if strip is None:
            break
        side, lines, opening = strip
        plan.play(opening.strip, opening.place)
        start, shape = opening.place(opening.vacancy), shape.shorter(side, lines)
        turned = False
    if _free(shape, start, finish):
        rest = peeled(shape, start, finish, search)
    elif finish is not None and not turned and (_free(shape, finish) or _free(shape, start)):
        rest = peeled(shape, finish, start, search, turned=True).backward()
    else:
        rest = _core(shape, start, finish, search)
    plan.play(rest, lambda hole: hole)
    steps = tuple(plan.steps())  # generating the steps also adds their blocks
    return Strip(tuple(plan.blocks), steps)


def _opening(shape: _Peelable, start: Hole, finish: Hole | None) -> tuple[int, int, Opened] | None:
    """Find the opening that clears the fewest rows. Return it with its side and its rows."""
    for lines in (3, 6):
        for side in _free(shape, finish):
            if (opened := shape.opening(side, start, finish, lines)) is not None:
                return side, lines, opened
    return None


def _core(shape: _Peelable, start: Hole, finish: Hole | None, search: Search | None) -> Strip:
    """Solve a board that cannot be made smaller, with stored jumps or by search."""
    left, top = (min(along) for along in zip(*shape.holes, strict=True))

    def inside(hole: Hole) -> Hole:
        return hole[0] - left, hole[1] - top

    ends = inside(start), None if finish is None else inside(finish)
    jumps = shape.stored(*ends)
    if jumps is None:
        board = Board(map(inside, shape.holes), shape.lattice, "core")
        jumps = searched(board, *ends, search)
    block = Block("core", frozenset(shape.holes))
    placed = (moved(jump, lambda hole: (hole[0] + left, hole[1] + top)) for jump in jumps)
    return Strip((block,), tuple((jump, 0) for jump in placed))
