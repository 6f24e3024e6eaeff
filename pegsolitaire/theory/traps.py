"""Traps: holes that will always hold a peg, shown by a look at what could ever jump at all.

Let a hole be as full or as empty as any jump may ever make it, whatever else that jump needs at
the same time. So more comes out than can be played, and what does not come out is never played. If
each of these jumps that takes a peg off some holes also lands on one of them, these holes keep a
peg for good. Nothing is added up or tried, so this is the reason that is seen most easily; it
settles games with few pegs, where a peg is out of reach of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from pegsolitaire.board import Board, JumpMask
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import finish_name

_MOST_JUMPS = 2_000  # of a board: each peg's trap takes a look at all of them
_PAIRED = 12  # of the smallest traps, two of which are looked for that do not touch


@dataclass(frozen=True)
class Trap:
    """A proof that no game leads from a start to some finishes: each lacks a peg that stays.

    Parameters
    ----------
    board : Board
    start : int
        A code.
    finishes : tuple of int
        Codes.
    regions : tuple of int
        Sets of holes, as codes: each always holds a peg.

    Raises
    ------
    ProblemError
        If one of the regions may become empty, or a finish has a peg in every one.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> start = board.position("a1,c5,d5")
    >>> proof = Trap(board, start.code, (board.single("e5").code,), (board.single("a1").code,))
    >>> len(proof.jumps)
    6
    """

    board: Board
    start: int
    finishes: tuple[int, ...]
    regions: tuple[int, ...]

    def __post_init__(self) -> None:
        for region in self.regions:
            leaving = (
                one for one in self.jumps if one.pegs & region and not region >> one.end & 1
            )
            if not self.start & region or next(leaving, None) is not None:
                raise ProblemError(f"the holes of code:{region} may lose all their pegs")
        for finish in self.finishes:
            if all(finish & region for region in self.regions):
                name = finish_name(self.board, finish)
                raise ProblemError(f"{name} has a peg in every trap: these prove nothing")

    @cached_property
    def jumps(self) -> tuple[JumpMask, ...]:
        """The only jumps that can ever be made, each after those that make way for it."""
        return conceivable_jumps(self.board, self.start)


def conceivable_jumps(board: Board, start: int) -> tuple[JumpMask, ...]:
    """The jumps left when every hole is as full or as empty as a jump may ever make it.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> len(conceivable_jumps(board, board.vacancy("a1").code)), len(board.jumps)
    (36, 36)
    >>> len(conceivable_jumps(board, board.position("a1,c5,d5").code))
    6
    """
    full, empty = start, board.full_code & ~start
    found: list[JumpMask] = []
    left, before = list(board.jumps), -1
    while len(found) != before:
        before, waiting = len(found), []
        for jump in left:
            if jump.pegs & ~full or not empty >> jump.end & 1:
                waiting.append(jump)
                continue
            found.append(jump)
            full |= 1 << jump.end
            empty |= jump.pegs
        left = waiting
    return tuple(found)


def find_traps(
    board: Board, start: int, finishes: Sequence[int], most_holes: int | None = None
) -> Iterator[Trap]:
    """One trap, or two, for all finishes; or else the smallest for each finish that has one.

    Parameters
    ----------
    board : Board
    start : int
        A code.
    finishes : sequence of int
        Codes.
    most_holes : int, optional
        How many holes a trap has at the most.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> goals = [1 << i for i in range(15)]
    >>> [trap] = find_traps(board, board.position("a1,c5,d5").code, goals)
    >>> [board.picture(region).split()[-1] for region in trap.regions]
    ['.....', '*****']
    """
    if not finishes or len(board.jumps) > _MOST_JUMPS:
        return
    size = most_holes or len(board)
    found = {region for region in _regions(board, start) if region.bit_count() <= size}
    regions = sorted(found, key=lambda region: (region.bit_count(), region))
    alone = ((region,) for region in regions)
    pairs = (pair for pair in combinations(regions[:_PAIRED], 2) if not pair[0] & pair[1])
    # Two pegs that stay say more of several finishes; of a single one, the fewest holes do.
    for some in (*pairs, *alone) if len(finishes) > 1 else (*alone, *pairs):
        if all(any(not finish & region for region in some) for finish in finishes):
            yield Trap(board, start, tuple(finishes), some)
            return
    by_region: dict[int, tuple[int, ...]] = {}
    for finish in finishes:
        fitting = next((region for region in regions if not finish & region), None)
        if fitting is not None:
            by_region[fitting] = (*by_region.get(fitting, ()), finish)
    for region, some_finishes in by_region.items():
        yield Trap(board, start, some_finishes, (region,))


def _regions(board: Board, start: int) -> Iterator[int]:
    """For each peg the fewest holes with it that keep a peg."""
    jumps = conceivable_jumps(board, start)
    for i in range(len(board)):
        if not start >> i & 1:
            continue
        region, before = 1 << i, 0
        while region != before:
            before = region
            for jump in jumps:
                if jump.pegs & region:
                    region |= 1 << jump.end
        yield region
