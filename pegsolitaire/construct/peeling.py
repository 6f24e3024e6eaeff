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

from pegsolitaire.board import Board, Hole, hole_name
from pegsolitaire.construct.cores import Map
from pegsolitaire.construct.strips import Clear, ClearingPlan, Strip
from pegsolitaire.errors import NotOnBoardError
from pegsolitaire.theory import feasible_finishes


@dataclass(frozen=True)
class Opened:
    """The result of an opening, whose jumps clear the rows that contain the vacancy.

    Attributes
    ----------
    strip : Strip
        The jumps. The first coordinate of a hole is its place along the row. The second is the
        number of the row, counted outward from the last row that is not cleared, which is row 0.
    lines : int
        The number of rows: 3 or 6.
    vacancy : (int, int)
        The hole that is empty afterwards.
    """

    strip: Strip
    lines: int
    vacancy: Hole


class _Peelable(Protocol):
    """The remaining part of a board, from which sides can be removed."""

    def free(self, *holes: Hole | None) -> Sequence[str]:
        """List the removable sides whose rows contain none of these holes, the best side first."""

    def shorter(self, side: str, lines: int = 3) -> Self:
        """Return the board without the outermost rows of a side."""

    def place(self, side: str, lines: int = 3) -> Map:
        """Return the map from holes of a strip to holes of the board.

        The coordinates of a hole of a strip are described in :class:`Opened`.
        """

    def waiting(self, side: str) -> tuple[Sequence[Hole], Clear]:
        """Return the catalyst of the rows along a side, and a function that clears the rows."""

    def opening(self, side: str, start: Hole, finish: Hole | None) -> Opened | None:
        """Find an opening for a vacancy in the rows along a side."""

    def core(self, start: Hole, finish: Hole | None) -> Strip:
        """Solve a board that cannot be made smaller."""


def can_end(board: Board, start: Hole, finish: Hole | None) -> bool:
    """Return whether the position class allows a game from a vacancy to a finish, or to any.

    Raises
    ------
    NotOnBoardError
        If one of the holes is not on the board.
    """
    for hole in (start, *([] if finish is None else [finish])):
        if hole not in board:
            raise NotOnBoardError(f"{hole_name(hole)} is not a hole of {board.name}")
    ends = feasible_finishes(board.vacancy(start))
    return bool(ends) if finish is None else board.index(finish) in ends


def peeled(shape: _Peelable, start: Hole, finish: Hole | None, turned: bool = False) -> Strip:
    """Find the jumps that solve a board from a vacancy to a finish, or to any finish.

    Rows that can wait are removed first, then rows that contain the vacancy. When a side no longer
    contains the vacancy, the procedure begins again on the smaller board. If there is no opening
    for the vacancy, the game is played backward, because there may be an opening for the finish.
    ``turned`` means that the game has just been reversed.
    """
    plan = ClearingPlan(start)
    while sides := shape.free(start, finish):
        side = sides[0]
        plan.wait(*shape.waiting(side), shape.place(side))
        shape = shape.shorter(side)
    while not shape.free(start, finish):
        found = _opening(shape, start, finish)
        if found is None:
            break
        side, opening = found
        place = shape.place(side, opening.lines)
        plan.play(opening.strip, place)
        start, shape = place(opening.vacancy), shape.shorter(side, opening.lines)
        turned = False
    plan.play(_within(shape, start, finish, turned), lambda hole: hole)
    steps = tuple(plan.steps())  # generating the steps also adds their blocks
    return Strip(tuple(plan.blocks), steps)


def _within(shape: _Peelable, start: Hole, finish: Hole | None, turned: bool) -> Strip:
    """Solve the rest, which is a core or a board from which more rows can be removed."""
    if shape.free(start, finish):
        return peeled(shape, start, finish)
    if finish is not None and not turned and (shape.free(finish) or shape.free(start)):
        return peeled(shape, finish, start, turned=True).backward()
    return shape.core(start, finish)


def _opening(shape: _Peelable, start: Hole, finish: Hole | None) -> tuple[str, Opened] | None:
    """Find the opening that clears the fewest rows around the vacancy. Return it with its side."""
    found = (
        (side, opening)
        for side in shape.free(finish)
        if (opening := shape.opening(side, start, finish)) is not None
    )
    return min(found, key=lambda one: one[1].lines, default=None)
