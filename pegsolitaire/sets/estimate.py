"""How large the level sets of a problem can be, before anything is computed.

The positions of a class are a coset of the span of the jumps over GF(2), and symmetries of the
problem identify most of them in groups as large as its group: so of C(N, n) positions with n pegs
about one in 2^d |G| can occur, where d is the number of parities that jumps keep. What is reached
from the start is a part of these, about a third of them on the English board. Nothing is tried;
the time is what two cores need for so many.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from pegsolitaire.game import Problem
from pegsolitaire.theory import rank

_RATE = 20_000_000  # positions of the class in a second: the 6x6 board, with some to spare


@dataclass(frozen=True)
class Estimate:
    """About how much there is to compute.

    Attributes
    ----------
    positions : int
        Positions of the class, up to symmetry, with no more pegs than the start: a bound on the
        level sets, but for the few positions that have symmetries of their own.
    """

    positions: int

    @property
    def bytes(self) -> int:
        """The memory that they may take: of half the levels, which are kept at a time."""
        return 4 * self.positions

    @property
    def seconds(self) -> float:
        """The time that it takes on two cores, at most, in order of magnitude."""
        return self.positions / _RATE


def estimate(problem: Problem) -> Estimate:
    """Say how large the level sets of a problem can be.

    Examples
    --------
    >>> from pegsolitaire.board import english, wiegleb
    >>> from pegsolitaire.game import Problem
    >>> estimate(Problem.complement(english(), "d4")).positions
    67108880
    >>> estimate(Problem.complement(wiegleb(), "e5")).bytes >> 30
    1024
    """
    board = problem.board
    share = (1 << len(board) - rank(board)) * len(problem.group)
    levels = [
        -(-comb(len(board), pegs) // share)
        for pegs in range(problem.finish_pegs, problem.start_pegs + 1)
    ]
    return Estimate(sum(levels))
