"""Balance sheets: what a game has to spend against what it has to pay (Beasley 1992, chapter 7).

Give every hole a weight, and every demand (:mod:`pegsolitaire.theory.exits`) a price. If each
jump loses at least the prices of all demands that it counts for, a game from start to finish
loses at least the price of every demand as often as it is needed; and what it can lose is the
weight of the start less that of the finish. Where that is not enough, there is no such game.

Without demands this is a resource count. With the exits from six regions of the 15-hole triangle
it is Beasley's F - E count (Bell 2008, addendum). The sheet is checked when it is made, in
integers, jump by jump: however it was found, an object of this class is a proof.
"""

from __future__ import annotations

from dataclasses import dataclass

from pegsolitaire.board import Board
from pegsolitaire.errors import ResourceCountError
from pegsolitaire.game import Jump
from pegsolitaire.theory.exits import Demand
from pegsolitaire.theory.resource import ResourceCount


@dataclass(frozen=True)
class BalanceSheet:
    """A proof that no game leads from a start to any of some finishes.

    Parameters
    ----------
    start : int
        The code of the start.
    finishes : tuple of int
        The codes of the finishes.
    count : ResourceCount
        The weights. Prices being positive, they make a resource count on their own too.
    prices : tuple of (Demand, int), optional
        Demands, each with its price.

    Raises
    ------
    ResourceCountError
        If a jump loses less than the prices that it counts for, or the sheet proves nothing.

    Examples
    --------
    The 10-hole triangle from a2 to a3: three parities have to change, which takes three jumps
    over b3, where no peg ever comes back (Bell 2008, section 2.2).

    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> sets = [board.position(text).code
    ...         for text in ("./../.*./.**.", "./*./**./....", "./.*/.**/....")]
    >>> start, finish = board.vacancy("a2").code, board.single("a3").code
    >>> prices = tuple((Demand("parity", region), 1) for region in sets)
    >>> sheet = BalanceSheet(
    ...     start, (finish,), ResourceCount(board, (0, 0, 0, 0, 1, 0, 0, 0, 0, 0)), prices
    ... )
    >>> sheet.available(finish), sheet.owed(finish)
    (1, 3)
    """

    start: int
    finishes: tuple[int, ...]
    count: ResourceCount
    prices: tuple[tuple[Demand, int], ...] = ()

    def __post_init__(self) -> None:
        for demand, price in self.prices:
            if type(price) is not int or price <= 0:
                raise ResourceCountError(f"a price of {price} for {demand}: it must be positive")
        for mask in self.board.jumps:
            jump = Jump.of(self.board, mask)
            loss = self.count.loss(jump)
            owed = sum(price for demand, price in self.prices if demand.counts(mask))
            if loss < owed:
                raise ResourceCountError(
                    f"{jump} loses {loss} and owes {owed}: these weights prove nothing"
                )
        for finish in self.finishes:
            if self.available(finish) >= self.owed(finish):
                raise ResourceCountError(
                    f"{self.available(finish)} to spend and {self.owed(finish)} to pay on the way "
                    f"to code:{finish}: these weights prove nothing"
                )

    @property
    def board(self) -> Board:
        """The board."""
        return self.count.board

    @property
    def largest(self) -> int:
        """The largest weight, by its size, or price."""
        return max(*map(abs, self.count.weights), *(price for _, price in self.prices), 0)

    @property
    def value(self) -> int:
        """The weight of the start."""
        return self.count.of(self.start)

    def bound(self, finish: int) -> int:
        """The weight that a start needs at the least to reach a finish; the start has less."""
        return self.count.of(finish) + self.owed(finish)

    def available(self, finish: int) -> int:
        """What a game to a finish can lose."""
        return self.count.slack(self.start, finish)

    def owed(self, finish: int) -> int:
        """What a game to a finish has to lose."""
        return sum(price * demand.needed(self.start, finish) for demand, price in self.prices)
