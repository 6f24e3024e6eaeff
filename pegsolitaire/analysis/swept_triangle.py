"""Triangles of even side in few moves: all but a few of their pegs are taken in the last one.

Every second hole of every second row is a node; between the nodes lie the holes over which a peg
on a node jumps, and one sweep can take nearly all of their pegs (Bell 2008, figure 10). What must
be cleared before is played backward, by the time-reversal trick of *Winning Ways*: from the
complement of the position before the sweep to one peg. The complement has the nodes, the whole
row at the bottom, and the three holes that the sweep leaves out.

Bell's paper shows that game on side 12 and says that it can be extended to all even sides. Ours
goes from the edges to the middle. One peg runs down each of the two edges. The pegs at the bottom
climb: those in the left half straight up their columns, those in the right half up the diagonals.
Each stops where its column or diagonal meets the middle line. A peg that goes down the middle
takes them there, from the left and from the right by turns. What is left inside the two outermost
columns and diagonals of either half is small, and is searched.
"""

from __future__ import annotations

from collections.abc import Iterator

from pegsolitaire.analysis.solve import solve
from pegsolitaire.analysis.sweeps import Sweep, turned_walks
from pegsolitaire.analysis.trails import longest_trail
from pegsolitaire.board import Board, Hole, triangle
from pegsolitaire.board.codes import code_of
from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Jump, Position, Solution
from pegsolitaire.theory import any_finish
from pegsolitaire.triangular import is_triangle

_SIDES = range(12, 21, 2)
_LEFT_OUT = ((1, 1), (2, 3), (1, 3))  # the three links from a1 to the next node, the long way
_MIDDLE = (4, 8)  # the corner of the triangle in which the middle is searched


def swept_triangle(side: int, budget: Budget = UNLIMITED) -> Solution:
    """A solution of a triangle whose last move takes nearly all pegs there are.

    Parameters
    ----------
    side : int
        Even, from 12 to 20.
    budget : Budget, optional
        For the search of the middle, which takes a second at side 20.

    Returns
    -------
    Solution
        Replayed. Its last move makes all jumps that there are between nodes, less three.

    Raises
    ------
    ProblemError
        If the side is another, or the budget is too small.

    Notes
    -----
    G. I. Bell, *Solving Triangular Peg Solitaire*, Journal of Integer Sequences 11 (2008), section
    4.1, figure 10 and formula (1).

    Examples
    --------
    >>> solution = swept_triangle(12)
    >>> len(solution.moves[-1]), len(solution.moves)
    (42, 29)
    """
    if side not in _SIDES:
        raise ProblemError(
            f"a triangle of side {side}: solutions that end with a sweep across the board are "
            f"worked out for even sides from {_SIDES[0]} to {_SIDES[-1]}"
        )
    board = triangle(side)
    sweep = _sweep(board)
    outside = Solution(sweep.start.complement, _outside(side))
    jumps = (*outside.jumps, *_middle(outside.finish, budget))
    return sweep.after(Solution(outside.start, jumps))


def is_worked_out(board: Board) -> bool:
    """Whether a board is a triangle of which :func:`swept_triangle` has a solution."""
    return len(board.rows) in _SIDES and is_triangle(board)


def _sweep(board: Board) -> Sweep:
    """From a1 along all links between nodes but three, to the next node."""
    quarter = board.quarters[0]  # with a1
    links = [
        link
        for link in board.links
        if link.start < link.end
        and link.start in quarter
        and board.holes[link.over] not in _LEFT_OUT
    ]
    walks = turned_walks(longest_trail(links))
    return Sweep.along(board, next(walk for walk in walks if walk[0].start == 0))


def _outside(side: int) -> Iterator[Jump]:
    """The jumps that leave nothing but the middle; the last peg of them stands at its corner."""
    end = side - 1
    runs = [
        # The right edge, and the pegs at the bottom beside it.
        ((1, 1), (end - 2, end - 2)),
        ((end - 2, end), (end - 4, end - 2)),
        ((end, end), (end - 2, end)),
        ((end - 2, end - 2), (end, end)),
        ((end - 3, end), (end - 1, end)),
        ((end, end), (end - 2, end)),
        ((end - 5, end), (end - 3, end)),
        ((end - 2, end), (end - 4, end)),
        # Two diagonals, and the left column.
        ((2, 3), (0, 3)),
        ((end - 4, end - 2), (1, 3)),
        ((end - 4, end), (3, 7)),
        ((0, 2), (2, 4)),
        ((2, end), (2, 5)),
        ((2, 4), (2, 6)),
        ((2, 6), (4, 8)),
        # The left edge, the pegs at the bottom beside it, and one more column.
        ((0, end), (2, end)),
        ((3, end), (1, end)),
        ((0, 3), (0, end)),
        ((0, end), (2, end)),
        ((5, end), (3, end)),
        ((2, end), (4, end)),
        ((4, end), (4, 9)),
        ((4, 8), (4, 10)),
    ]
    for start, finish in runs:
        yield from _run(start, finish)


def _run(start: Hole, finish: Hole) -> Iterator[Jump]:
    """The jumps of one peg in one direction."""
    steps = max(abs(a - b) for a, b in zip(start, finish, strict=True)) // 2
    x, y = ((b - a) // steps for a, b in zip(start, finish, strict=True))
    for i in range(steps):
        here = start[0] + i * x, start[1] + i * y
        yield Jump(here, (here[0] + x, here[1] + y))


def _middle(position: Position, budget: Budget) -> Iterator[Jump]:
    """A game to one peg on the triangle below the middle's corner, which has all pegs."""
    x, y = _MIDDLE
    part = triangle(len(position.board.rows) - y)
    pegs = Position(part, code_of(part.index((a - x, b - y)) for a, b in position))
    answer = solve(any_finish(pegs), budget=budget)
    if answer.solution is None:
        raise ProblemError(f"the middle of {position.board.name} was not solved: {answer.reason}")
    for jump in answer.solution.jumps:
        (a, b), (c, d) = jump.start, jump.end
        yield Jump((a + x, b + y), (c + x, d + y))
