"""Boards solved from the outside in: three rows at a time are removed, down to a core.

Where neither the vacancy nor the finish is in the outermost rows of a side, they wait for their
moment (:mod:`pegsolitaire.construct.strips`); where the vacancy is, an opening clears them at once
and leaves another vacancy within. A shape says which sides can be taken away, and how.
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
    """Rows that are cleared with the vacancy in them.

    Attributes
    ----------
    strip : Strip
        The jumps, on holes counted along the rows, and from the row beside them, which is 0,
        outward.
    lines : int
        How many rows these are: 3 or 6.
    vacancy : (int, int)
        The hole that is empty then.
    """

    strip: Strip
    lines: int
    vacancy: Hole


class _Peelable(Protocol):
    """The remaining part of a board that can be made smaller."""

    def free(self, *holes: Hole | None) -> Sequence[str]:
        """The removable sides without these holes, the best first."""

    def shorter(self, side: str, lines: int = 3) -> Self:
        """The board without the outermost rows of a side."""

    def place(self, side: str, lines: int = 3) -> Map:
        """Where a hole of a strip is: how far along, and how far outward from the row within."""

    def waiting(self, side: str) -> tuple[Sequence[Hole], Clear]:
        """The catalyst of the rows of a side, and what clears them."""

    def opening(self, side: str, start: Hole, finish: Hole | None) -> Opened | None:
        """What clears the rows of a side with the vacancy in them, if that can be done."""

    def core(self, start: Hole, finish: Hole | None) -> Strip:
        """The jumps that solve what cannot be made smaller."""


def can_end(board: Board, start: Hole, finish: Hole | None) -> bool:
    """Whether the position class allows a game from a vacancy to one peg at a finish, or at any.

    Raises
    ------
    NotOnBoardError
        If the board does not have one of the holes.
    """
    for hole in (start, *([] if finish is None else [finish])):
        if hole not in board:
            raise NotOnBoardError(f"{hole_name(hole)} is not a hole of {board.name}")
    ends = feasible_finishes(board.vacancy(start))
    return bool(ends) if finish is None else board.index(finish) in ends


def peeled(shape: _Peelable, start: Hole, finish: Hole | None, turned: bool = False) -> Strip:
    """The jumps that solve a board from a vacancy to a finish, or to any.

    What can wait is taken away first, then what has the vacancy; and when a side has come free of
    it, this begins again within. Where there is no opening for the vacancy, but perhaps one for
    the finish, the game is played backward: ``turned``, if that was just tried.
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
    steps = tuple(plan.steps())  # with blocks that come up as they are asked for
    return Strip(tuple(plan.blocks), steps)


def _within(shape: _Peelable, start: Hole, finish: Hole | None, turned: bool) -> Strip:
    """The jumps that solve the rest: a core, or a board to continue with."""
    if shape.free(start, finish):
        return peeled(shape, start, finish)
    if finish is not None and not turned and (shape.free(finish) or shape.free(start)):
        return peeled(shape, finish, start, turned=True).backward()
    return shape.core(start, finish)


def _opening(shape: _Peelable, start: Hole, finish: Hole | None) -> tuple[str, Opened] | None:
    """A side whose rows can be cleared with the vacancy in them, and how: the fewest rows."""
    found = (
        (side, opening)
        for side in shape.free(finish)
        if (opening := shape.opening(side, start, finish)) is not None
    )
    return min(found, key=lambda one: one[1].lines, default=None)
