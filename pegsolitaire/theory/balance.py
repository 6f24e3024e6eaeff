"""Balance sheets: proofs that a game would lose more weight than it can (Beasley 1992, chapter 7).

Give every hole a weight, and every demand (:class:`Demand`) a price. Suppose that each jump lowers
the total weight of the pegs by at least the sum of the prices of all demands for which it counts.
Then, for every demand, a game from start to finish loses the price at least as many times as the
demand needs jumps. But the game can lose only the difference between the weights of the start and
the finish. If the difference is too small, there is no such game.

A sheet without demands is a resource count. With the exits from six regions of the 15-hole
triangle as demands, it is Beasley's F - E count (Bell 2008, addendum). A sheet is checked when it
is created, jump by jump in integer arithmetic. So every :class:`BalanceSheet` is a proof, however
it was found.

A sheet may assume how often some jumps are made (:class:`Limit`): a jump that is never made may
raise the weight, and the loss of a jump that is made twice counts twice. Then the sheet is a proof
for this case only. :mod:`pegsolitaire.theory.cases` combines proofs of several cases.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Literal

from pegsolitaire.board import Board, Hole, JumpMask, hole_name
from pegsolitaire.errors import ResourceCountError
from pegsolitaire.game import Jump, Position, finish_name
from pegsolitaire.theory.classes import by_size, invariants, null_space, sums
from pegsolitaire.theory.resource_counts import ResourceCount

# --
# Demands that every game must meet: exits from regions, and changes of parity (Beasley 1992,
# chapter 7).
#
# An *exit* from a region is a jump that removes a peg of the region and ends outside. A region
# with a peg in it cannot become empty without an exit: the jump that leaves it empty. A full
# region cannot lose its first peg without an exit, because no peg can land in a full region. If
# the region is full at first, empty at the end and has three holes or more, these are two
# different exits, because one jump removes at most two pegs from it. These are the exit theorems.
#
# A second kind of demand is the parity of the pegs in a set of holes. If this parity differs
# between start and finish, at least one of the jumps that change the parity must be made. Sets
# whose parity few jumps change are useful (Bell 2008, section 2.2, on the 10-hole triangle).
#
# Both kinds determine how many jumps of certain kinds are needed. A balance sheet compares this
# number with the cost of the jumps.


_LARGEST_CLUSTER = 4  # holes; five holes take twice the time, and hardly prove more
_MAX_BLOCK_SIDE = 4  # side of the blocks that are tried as regions
# On larger boards no regions are tried, as their number grows quadratically.
_MAX_HOLES_WITH_REGIONS = 64


@dataclass(frozen=True)
class Demand:
    """A demand: every game from a start to a finish makes certain jumps a minimum number of times.

    Parameters
    ----------
    kind : "exits" or "parity"
        ``exits`` counts the exits from the region; ``parity`` counts the jumps that change the
        parity of the number of pegs in the region.
    region : int
        The holes, as a code.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> edge = Demand("exits", board.position("*/.*/..*/...*").code)
    >>> edge.needed(board.vacancy("a2").code, board.single("c4").code)
    2
    >>> sum(map(edge.counts, board.jumps))
    4
    """

    kind: Literal["exits", "parity"]
    region: int

    def counts(self, jump: JumpMask) -> bool:
        """Return whether a jump counts for the demand."""
        if self.kind == "parity":
            return bool((jump.mask & self.region).bit_count() & 1)
        return bool(jump.pegs & self.region) and not self.region >> jump.end & 1

    def needed(self, start: int, finish: int) -> int:
        """Return the least number of such jumps in any game between two positions."""
        before, after = start & self.region, finish & self.region
        if self.kind == "parity":
            return (before ^ after).bit_count() & 1
        first = before == self.region and after != before
        last = before != 0 and after == 0
        return first + last if self.region.bit_count() > 2 else int(first or last)

    def reason(self, start: int, finish: int) -> str:
        """Explain how the region has to change, and why this needs the jumps."""
        if self.kind == "parity":
            odd = (start & self.region).bit_count() & 1
            here, there = ("odd", "even") if odd else ("even", "odd")
            return f"its pegs are {here} in number here and {there} there"
        full, empty = start & self.region == self.region, not finish & self.region
        if full and empty:
            return "it is full here and empty there"
        return "it is full here and not there" if full else "it has a peg here and none there"


@lru_cache(maxsize=64)
def demands(board: Board) -> tuple[Demand, ...]:
    """List the demands that are worth trying on a board.

    The list contains the exits from every region of two to four connected holes, from longer lines
    and from blocks of up to 4 by 4. It also contains the parities that only jumps along one line
    of three holes can change. The list is empty on boards of more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> len(demands(triangle(4))), len(demands(english()))
    (131, 571)
    """
    if len(board) > _MAX_HOLES_WITH_REGIONS:
        return ()
    regions = sorted(_clusters(board) | _lines(board) | _blocks(board))
    exits = tuple(Demand("exits", region) for region in regions)
    return exits + tuple(Demand("parity", region) for region in _parities(board))


def _clusters(board: Board) -> set[int]:
    """Return the connected sets of two to four holes."""
    neighbours = [
        [board.bit(end) for d in board.lattice.directions if (end := _at(hole, d)) in board]
        for hole in board.holes
    ]
    clusters: set[int] = set()
    grown = {1 << i for i in range(len(board))}
    for _ in range(_LARGEST_CLUSTER - 1):
        grown = {
            cluster | 1 << place
            for cluster in grown
            for i, near in enumerate(neighbours)
            if cluster >> i & 1
            for place in near
            if not cluster >> place & 1
        }
        clusters |= grown
    return clusters


def _lines(board: Board) -> set[int]:
    """Return the sets of two or more holes in a line without a gap."""
    lines = set()
    for hole, direction in product(board.holes, _directions(board)):
        region, length = 1 << board.bit(hole), 1
        while (end := _at(hole, direction, length)) in board:
            region |= 1 << board.bit(end)
            lines.add(region)
            length += 1
    return lines


def _blocks(board: Board) -> set[int]:
    """Return the parallelograms whose sides are all at least two holes long."""
    blocks = set()
    sides = range(2, _MAX_BLOCK_SIDE + 1)
    for hole, (a, b) in product(board.holes, combinations(_directions(board), 2)):
        for m, n in product(sides, sides):
            block = [_at(_at(hole, a, i), b, j) for i, j in product(range(m), range(n))]
            if all(place in board for place in block):
                blocks.add(sum(1 << board.bit(place) for place in block))
    return blocks


def _at(hole: Hole, direction: Hole, steps: int = 1) -> Hole:
    return hole[0] + steps * direction[0], hole[1] + steps * direction[1]


def _directions(board: Board) -> list[Hole]:
    """Return one direction of each pair of opposite directions."""
    return [direction for direction in board.lattice.directions if direction > (0, 0)]


def _parities(board: Board) -> list[int]:
    """For each line of three holes, return a set whose parity only jumps along the line change."""
    lines = sorted({jump.mask for jump in board.jumps})
    constant = sums(invariants(board))
    parities = []
    for line in lines:
        rest = null_space((other for other in lines if other != line), len(board))
        odd = [mask for mask in rest if (mask & line).bit_count() & 1]
        if odd:
            # Adding an invariant keeps this property; the set with the fewest holes is the
            # clearest.
            parities.append(min((odd[0] ^ mask for mask in constant), key=by_size))
    return parities


@dataclass(frozen=True)
class Limit:
    """An assumption about how often a jump is made, as part of a case.

    Parameters
    ----------
    jump : JumpMask
        The jump.
    least : int, optional
        The smallest number of times that the jump is made.
    most : int or None, optional
        The largest number of times that the jump is made; None if there is no limit.

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


def without(board: Board, limits: Iterable[Limit]) -> Board:
    """Return a board without the jumps that have an upper limit, or the board if none has one.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> first, second = board.jumps[:2]
    >>> len(without(board, [Limit(first, most=2), Limit(second, least=1)]).jumps)
    17
    >>> without(board, ()) is board
    True
    """
    taken = [str(Jump.of(board, limit.jump)) for limit in limits if limit.most is not None]
    return board.without(taken) if taken else board


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


@dataclass(frozen=True)
class BalanceSheet:
    """A proof that no game leads from a start to any of the given finishes.

    Parameters
    ----------
    start : int
        The code of the start.
    finishes : tuple of int
        The codes of the finishes.
    count : ResourceCount
        The weights. Because prices are positive, the weights alone are a resource count too; if
        there are limits, they are a resource count on the board without the jumps that have an
        upper limit.
    prices : tuple of (Demand, int), optional
        Demands, each with its price.
    limits : tuple of Limit, optional
        Assumptions about how often some jumps are made. The sheet is a proof for games that meet
        these assumptions.

    Raises
    ------
    ResourceCountError
        If a jump loses less than the prices of its demands, or the sheet proves nothing.

    Examples
    --------
    On the 10-hole triangle from a2 to a3, three parities have to change. This needs three jumps
    over b3, but no peg can return to b3 (Bell 2008, section 2.2).

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
                raise ResourceCountError(
                    f"a price of {price} for {demand} is not positive: give a positive one"
                )
        if len({limit.jump for limit in self.limits}) < len(self.limits):
            raise ResourceCountError("one jump has two limits: combine them into one")
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
        """The largest absolute value of a weight or price."""
        return max(*map(abs, self.count.weights), *(price for _, price in self.prices), 0)

    @property
    def value(self) -> int:
        """The weight of the start."""
        return self.count.of(self.start)

    def bound(self, finish: int) -> int:
        """Return the least weight from which a finish can be reached. The start has less."""
        return self.count.of(finish) + self.owed(finish)

    def available(self, finish: int) -> int:
        """Return the most weight that a game to a finish can lose."""
        return self.count.slack(self.start, finish)

    def owed(self, finish: int) -> int:
        """Return the least weight that a game to a finish must lose."""
        due = sum(price * demand.needed(self.start, finish) for demand, price in self.prices)
        return due + sum(map(self.due, self.limits))

    def spare(self, jump: JumpMask) -> int:
        """Return the loss of a jump minus the prices of its demands."""
        owed = sum(price for demand, price in self.prices if demand.counts(jump))
        return self.count.loss_of(jump) - owed

    def due(self, limit: Limit) -> int:
        """Return the least loss of a jump, minus its prices, if it is made as often as assumed."""
        spare = self.spare(limit.jump)
        return spare * (limit.least if spare >= 0 else _most(limit))

    def text(self) -> str:
        """The cost of each demand and each limit, one per line."""
        lines = [self._demand_text(demand, price) for demand, price in self.prices]
        return "\n".join([*lines, *map(self._limit_text, self.limits)])

    def _limit_text(self, limit: Limit) -> str:
        jump, due = Jump.of(self.board, limit.jump), self.due(limit)
        if limit.most == 0:
            return f"  {jump} would gain {-self.spare(limit.jump)}, but is {limit.words}"
        change = f"loses {due} more" if due >= 0 else f"gains {-due} at most"
        return f"  {jump}, {limit.words}, {change}"

    def _demand_text(self, demand: Demand, price: int) -> str:
        holes = " ".join(map(hole_name, Position(self.board, demand.region)))
        if demand.kind == "exits":
            what = f"takes a peg from {{{holes}}} and ends outside"
        else:
            what = f"changes the parity of {{{holes}}}"
        needed = {code: demand.needed(self.start, code) for code in self.finishes}
        times = [
            f"{_times(count)} on the way to {finish_name(self.board, code)} "
            f"({demand.reason(self.start, code)})"
            for code, count in needed.items()
            if count
        ]
        return f"  a jump that {what} loses {price} or more, and is needed {', '.join(times)}"


def _most(limit: Limit) -> int:
    if limit.most is None:
        raise ResourceCountError("a jump that raises the weight needs an upper limit")
    return limit.most
