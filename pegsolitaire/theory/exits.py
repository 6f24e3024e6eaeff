"""What every game has to do: leave regions, and change parities (Beasley 1992, chapter 7).

An *exit* from a region is a jump that takes a peg out of it and ends outside. A region with a
peg in it cannot become empty without an exit: the jump that leaves it empty. A full region cannot
lose its first peg without one, because nothing can land in it before. Where it begins full,
ends empty and has three holes or more, those are two exits, since one jump takes two pegs at
most. These are the exit theorems.

A second kind of demand is the parity of the pegs in a set of holes: where it differs between
start and finish, one of the jumps that change it has to be made. Sets that few jumps change say
something (Bell 2008, section 2.2, on the 10-hole triangle).

Both say how many of certain jumps are needed, which :mod:`pegsolitaire.theory.balance`
weighs against what the jumps cost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Literal

from pegsolitaire.board import Board, Hole, JumpMask
from pegsolitaire.theory.classes import invariants, null_space

_LARGEST_CLUSTER = 4  # holes: with five, little more is proven in twice the time
_LONGEST_SIDE = 4  # of the blocks among the regions that are tried
_MOST_HOLES = 64  # of boards whose regions are tried: their number grows as the square


@dataclass(frozen=True)
class Demand:
    """Of some jumps a number has to be made on the way from a start to a finish.

    Parameters
    ----------
    kind : "exits" or "parity"
        Whether the jumps are the exits from the region, or those that change the parity of the
        pegs in it.
    region : int
        The holes, as a code.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> edge = Demand("exits", board.position("*/.*/..*/...*").code)
    >>> edge.needed(board.vacancy("a2").code, board.single("c4").code), len(edge.jumps(board))
    (2, 4)
    """

    kind: Literal["exits", "parity"]
    region: int

    def jumps(self, board: Board) -> tuple[JumpMask, ...]:
        """The jumps of which some are needed."""
        return tuple(jump for jump in board.jumps if self.counts(jump))

    def counts(self, jump: JumpMask) -> bool:
        """Whether a jump is one of them."""
        if self.kind == "parity":
            return bool((jump.mask & self.region).bit_count() & 1)
        return bool(jump.pegs & self.region) and not self.region >> jump.end & 1

    def needed(self, start: int, finish: int) -> int:
        """How many of them every game from one code to the other makes, at the least."""
        before, after = start & self.region, finish & self.region
        if self.kind == "parity":
            return (before ^ after).bit_count() & 1
        first = before == self.region and after != before
        last = before != 0 and after == 0
        return first + last if self.region.bit_count() > 2 else int(first or last)

    def reason(self, start: int, finish: int) -> str:
        """Why they are needed, in words: what has to become of the region."""
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
    """The demands that are worth trying on a board.

    Exits from any two to four holes that hang together, from longer lines, and from blocks of up
    to 4 by 4; parities that the jumps along one line of three holes alone can change. None on
    boards of more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> len(demands(triangle(4))), len(demands(english()))
    (131, 571)
    """
    if len(board) > _MOST_HOLES:
        return ()
    regions = sorted(_clusters(board) | _lines(board) | _blocks(board))
    exits = tuple(Demand("exits", region) for region in regions)
    return exits + tuple(Demand("parity", region) for region in _parities(board))


def _clusters(board: Board) -> set[int]:
    """Two holes or more, up to a few, that hang together."""
    neighbours = [
        [board.index(end) for d in board.lattice.directions if (end := _at(hole, d)) in board]
        for hole in board.holes
    ]
    found: set[int] = set()
    grown = {1 << i for i in range(len(board))}
    for _ in range(_LARGEST_CLUSTER - 1):
        grown = {
            cluster | 1 << one
            for cluster in grown
            for i, near in enumerate(neighbours)
            if cluster >> i & 1
            for one in near
            if not cluster >> one & 1
        }
        found |= grown
    return found


def _lines(board: Board) -> set[int]:
    """Two holes or more in a line, without a gap."""
    found = set()
    for hole, direction in product(board.holes, _directions(board)):
        region, length = 1 << board.index(hole), 1
        while (end := _at(hole, direction, length)) in board:
            region |= 1 << board.index(end)
            found.add(region)
            length += 1
    return found


def _blocks(board: Board) -> set[int]:
    """Parallelograms of two holes or more each way."""
    found = set()
    sides = range(2, _LONGEST_SIDE + 1)
    for hole, (a, b) in product(board.holes, combinations(_directions(board), 2)):
        for m, n in product(sides, sides):
            block = [_at(_at(hole, a, i), b, j) for i, j in product(range(m), range(n))]
            if all(one in board for one in block):
                found.add(sum(1 << board.index(one) for one in block))
    return found


def _at(hole: Hole, direction: Hole, steps: int = 1) -> Hole:
    return hole[0] + steps * direction[0], hole[1] + steps * direction[1]


def _directions(board: Board) -> list[Hole]:
    """One of each two opposite directions."""
    return [direction for direction in board.lattice.directions if direction > (0, 0)]


def _parities(board: Board) -> list[int]:
    """Sets of holes, one for each line of three, whose parity only jumps along it change."""
    lines = sorted({jump.mask for jump in board.jumps})
    constant = _sums(invariants(board))
    found = []
    for line in lines:
        rest = null_space((other for other in lines if other != line), len(board))
        odd = [mask for mask in rest if (mask & line).bit_count() & 1]
        if odd:
            # What no jump changes may be added: the fewest holes say it best.
            found.append(min((odd[0] ^ mask for mask in constant), key=_by_size))
    return found


def _sums(masks: Iterable[int]) -> list[int]:
    """All sums modulo 2 of some masks."""
    sums = [0]
    for mask in masks:
        sums += [mask ^ other for other in sums]
    return sums


def _by_size(mask: int) -> tuple[int, int]:
    return mask.bit_count(), mask
