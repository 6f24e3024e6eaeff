"""Balance sheets: what a game has to spend against what it has to pay (Beasley 1992, chapter 7).

Give every hole a weight, and every demand (:mod:`pegsolitaire.theory.exits`) a price. If each
jump loses at least the prices of all demands that it counts for, a game from start to finish
loses at least the price of every demand as often as it is needed; and what it can lose is the
weight of the start less that of the finish. Where that is not enough, there is no such game.

Without demands this is a resource count. With the exits from six regions of the 15-hole triangle
it is Beasley's F - E count (Bell 2008, addendum). The sheet is checked when it is made, in
integers, jump by jump: however it was found, an object of this class is a proof.

A sheet may suppose how often some jumps are made (:class:`Limit`): a jump that is never made may
raise the weight, and one that is made twice loses twice what it does. It then is a proof of that
case alone; :mod:`pegsolitaire.theory.cases` puts cases together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pegsolitaire.board import Board, JumpMask
from pegsolitaire.errors import ResourceCountError
from pegsolitaire.game import Jump
from pegsolitaire.theory.exits import Demand
from pegsolitaire.theory.resource import ResourceCount


@dataclass(frozen=True)
class Limit:
    """How often a jump is made, in a case that is supposed.

    Parameters
    ----------
    jump : JumpMask
        The jump.
    least : int, optional
        It is made so many times or more.
    most : int or None, optional
        It is made so many times at most; None: as often as one likes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> jump = triangle(4).jumps[0]
    >>> Limit(jump, most=0).words, Limit(jump, least=1).words, Limit(jump, 1, 2).words
    ('never made', 'made at least once', 'made at least once and at most twice')
    """

    jump: JumpMask
    least: int = 0
    most: int | None = None

    @property
    def words(self) -> str:
        """How often the jump is made, in words."""
        if self.most == 0:
            return "never made"
        bounds = [f"at least {_times(self.least)}"] if self.least else []
        bounds += [f"at most {_times(self.most)}"] if self.most is not None else []
        return f"made {' and '.join(bounds)}"


def without(board: Board, jumps: Iterable[JumpMask]) -> Board:
    """A board without some jumps; itself, where there are none.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> len(without(board, board.jumps[:2]).jumps), without(board, ()) is board
    (16, True)
    """
    taken = [str(Jump.of(board, jump)) for jump in jumps]
    return board.without(taken) if taken else board


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


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
        The weights. Prices being positive, they make a resource count on their own too: with
        limits, on the board without the jumps that have a most.
    prices : tuple of (Demand, int), optional
        Demands, each with its price.
    limits : tuple of Limit, optional
        How often some jumps are made: the sheet is a proof for games where that is so.

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
    limits: tuple[Limit, ...] = ()

    def __post_init__(self) -> None:
        for demand, price in self.prices:
            if type(price) is not int or price <= 0:
                raise ResourceCountError(f"a price of {price} for {demand}: it must be positive")
        if len({limit.jump for limit in self.limits}) < len(self.limits):
            raise ResourceCountError("two limits for one jump: put them into one")
        for mask in self.board.jumps:
            if self.spare(mask) < 0:
                loss = self.count.loss_of(mask)
                raise ResourceCountError(
                    f"{Jump.of(self.board, mask)} loses {loss} and owes "
                    f"{loss - self.spare(mask)}: these weights prove nothing"
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
        due = sum(price * demand.needed(self.start, finish) for demand, price in self.prices)
        return due + sum(map(self.due, self.limits))

    def spare(self, jump: JumpMask) -> int:
        """What a jump loses beyond the prices that it counts for."""
        owed = sum(price for demand, price in self.prices if demand.counts(jump))
        return self.count.loss_of(jump) - owed

    def due(self, limit: Limit) -> int:
        """What a jump loses at least beyond its prices, made as often as is supposed."""
        spare = self.spare(limit.jump)
        return spare * (limit.least if spare >= 0 else _most(limit))


def _most(limit: Limit) -> int:
    if limit.most is None:
        raise ResourceCountError("a jump that gains may not be made as often as one likes")
    return limit.most
