"""Taking rows of a triangle away, three after another, down to a core that is known."""

from __future__ import annotations

from dataclasses import dataclass

from pegsolitaire.board import Hole
from pegsolitaire.triangular.cores import SIDES, Search, find_core
from pegsolitaire.triangular.frame import Distances, distances, hole_at, holes_of
from pegsolitaire.triangular.plan import ClearingPlan
from pegsolitaire.triangular.strips import Block, Step, clearing, core_strip, opening

_LARGEST_CORE = SIDES[-1]
_CATALYST = ((0, 2), (1, 2), (2, 2))


@dataclass(frozen=True)
class _Place:
    """Where three rows lie: how the holes of a strip are those of the triangle.

    Attributes
    ----------
    side, size : int
        Of the whole triangle, and of the one within it that the rows belong to.
    low : tuple of int
        How far that is from each side of the whole one.
    edge : int
        The side along which they lie: 0 left, 1 right, 2 bottom.
    along : int
        The side from which holes are counted along the rows.
    left : int
        How many lie before the trapezoid.
    """

    side: int
    size: int
    low: Distances
    edge: int
    along: int
    left: int = 0

    @property
    def right(self) -> int:
        """How many lines lie after the trapezoid."""
        return self.size - 5 - self.left

    def hole(self, hole: Hole) -> Hole:
        """The hole of the triangle for one of the strip."""
        at = [0, 0, 0]
        at[self.edge] = self.low[self.edge] + 5 - hole[1]
        at[self.along] = self.low[self.along] + hole[0] + self.left
        at[3 - self.edge - self.along] = self.side - 1 - sum(at)
        return hole_at(at[0], at[1])


class Assembly:
    """Takes three rows away after another, and plays what is left.

    First all rows that can wait, then all openings: once every side away from the finish is near
    the vacancy it stays so, as an opening passes the vacancy on within its reach. So no rows wait
    inside an opening. The catalyst of rows that wait lies along their edge, within three holes of
    a corner: wholly inside the triangle within, or wholly outside.
    """

    def __init__(
        self, side: int, start: Hole, finish: Hole | None, search: Search | None = None
    ) -> None:
        self.side = side
        self.search = search
        self.start = distances(side, start)
        self.finish = None if finish is None else distances(side, finish)
        self.low = [0, 0, 0]
        self.size = side
        self.plan = ClearingPlan(start)

    def run(self) -> tuple[list[Block], list[Step]]:
        """The blocks, and all jumps in their order."""
        while self.size > _LARGEST_CORE and (free := self._free(self.finish, self.start)):
            self._wait(free[0])
        while self.size > _LARGEST_CORE:
            self._open(self._free(self.finish)[0])
        self._play_core()
        return self.plan.blocks, list(self.plan.steps())

    # -- from the outside in --------------------------------------------------------------------

    def _free(self, *holes: Distances | None) -> list[int]:
        """The sides along which none of these holes is in the three rows."""
        near = {
            edge
            for at in holes
            if at is not None
            for edge in range(3)
            if at[edge] < self.low[edge] + 3
        }
        return [edge for edge in (2, 0, 1) if edge not in near]

    def _take(self, edge: int) -> None:
        """Three rows along a side belong to the triangle within no more."""
        self.low[edge] += 3
        self.size -= 3

    def _wait(self, edge: int) -> None:
        """Clear three rows later, as soon as their catalyst is in place."""
        place = self._place(edge, (edge + 1) % 3)
        self.plan.wait(_CATALYST, lambda full: clearing(full, 0, place.right), place.hole)
        self._take(edge)

    def _open(self, edge: int) -> None:
        """Clear three rows at once, with the vacancy in them.

        Counted from the nearer end there are no more holes before the vacancy than after it, so
        that neither side of the trapezoid is left with a single line of three.
        """
        row = 2 - (self.start[edge] - self.low[edge])
        ways = (edge + 1) % 3, (edge + 2) % 3
        along = min(ways, key=lambda way: self.start[way] - self.low[way])
        before = self.start[along] - self.low[along]
        left = max(0, before - 2 - row)
        left += left == 1
        place = self._place(edge, along, left)
        strip, vacant = opening((before - left, row + 3), left, place.right)
        self.plan.play(strip, place.hole)
        self.start = distances(self.side, place.hole(vacant))
        self._take(edge)

    def _play_core(self) -> None:
        """The solution of the triangle that is left."""
        low = self.low

        def inside(at: Distances) -> Hole:
            return hole_at(at[0] - low[0], at[1] - low[1])

        def outside(hole: Hole) -> Hole:
            return hole_at(hole[0] + low[0], hole[1] - hole[0] + low[1])

        finish = None if self.finish is None else inside(self.finish)
        jumps = find_core(self.size, inside(self.start), finish, self.search)
        assert jumps is not None, "what has no solution is not put together"
        self.plan.play(core_strip(jumps, holes_of(self.size)), outside)

    def _place(self, edge: int, along: int, left: int = 0) -> _Place:
        low = self.low[0], self.low[1], self.low[2]
        return _Place(self.side, self.size, low, edge, along, left)
