"""Traps: sets of holes that always contain a peg, because no jump could remove the last one.

A jump is *conceivable* if each of its three holes, considered separately, could become full or
empty as the jump requires. Some conceivable jumps can never be made, but a jump that is not
conceivable is certainly never made. Take a set of holes that contains a peg. If every conceivable
jump that removes a peg from the set also ends in the set, the set always contains a peg. This
proof needs no sums and no search, so it is the easiest to understand. It settles positions with
few pegs in which one peg is out of reach of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from pegsolitaire.board import Board, JumpMask
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import finish_name
from pegsolitaire.theory.classes import by_size

_MAX_JUMPS = 2_000  # the largest number of jumps; the trap of each peg examines all of them
_PAIRED_TRAPS = 12  # the number of smallest traps in which a disjoint pair is sought


@dataclass(frozen=True)
class Trap:
    """A proof that no game leads to some finishes, because some holes always contain a peg.

    Parameters
    ----------
    board : Board
    start : int
        A code.
    finishes : tuple of int
        Codes.
    regions : tuple of int
        Sets of holes, as codes; each set always contains a peg.

    Raises
    ------
    ProblemError
        If a region may become empty, or if a finish has a peg in every region.

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
                jump for jump in self.jumps if jump.pegs & region and not region >> jump.end & 1
            )
            if not self.start & region or next(leaving, None) is not None:
                raise ProblemError(f"the holes of code:{region} may lose all their pegs")
        for finish in self.finishes:
            if all(finish & region for region in self.regions):
                name = finish_name(self.board, finish)
                raise ProblemError(f"{name} has a peg in every trap: these prove nothing")

    @cached_property
    def jumps(self) -> tuple[JumpMask, ...]:
        """The jumps that could become possible. Each follows the jumps that make it possible."""
        return conceivable_jumps(self.board, self.start)


def conceivable_jumps(board: Board, start: int) -> tuple[JumpMask, ...]:
    """List the jumps whose holes, considered separately, could become as the jump requires.

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
    jumps: list[JumpMask] = []
    left, before = list(board.jumps), -1
    while len(jumps) != before:
        before, waiting = len(jumps), []
        for jump in left:
            if jump.pegs & ~full or not empty >> jump.end & 1:
                waiting.append(jump)
                continue
            jumps.append(jump)
            full |= 1 << jump.end
            empty |= jump.pegs
        left = waiting
    return tuple(jumps)


def find_traps(
    board: Board, start: int, finishes: Sequence[int], most_holes: int | None = None
) -> Iterator[Trap]:
    """Find one or two traps that rule out all finishes, or else the smallest trap for each finish.

    Parameters
    ----------
    board : Board
    start : int
        A code.
    finishes : sequence of int
        Codes.
    most_holes : int, optional
        The largest number of holes in a trap.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> goals = [1 << i for i in range(15)]
    >>> [trap] = find_traps(board, board.position("a1,c5,d5").code, goals)
    >>> [board.picture(region).split()[-1] for region in trap.regions]
    ['.....', '*****']
    """
    if not finishes or len(board.jumps) > _MAX_JUMPS:
        return
    size = most_holes or len(board)
    small = {region for region in _regions(board, start) if region.bit_count() <= size}
    regions = sorted(small, key=by_size)
    alone = ((region,) for region in regions)
    pairs = (pair for pair in combinations(regions[:_PAIRED_TRAPS], 2) if not pair[0] & pair[1])
    # Two traps exclude more finishes of several; for a single finish, the smallest trap is best.
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
    """Yield, for each peg, the smallest set that has its hole and always contains a peg."""
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
