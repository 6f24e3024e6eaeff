"""The moves between positions that are a move apart, as searches by moves give them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pegsolitaire.board import Board, JumpMask
from pegsolitaire.game import Jump, Position, Solution


def solution_through(board: Board, codes: Sequence[int]) -> Solution:
    """The solution that leads through the positions of some codes, a move between each.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> last = board.vacancy("a2").play("a4-a2").play("a1-a3")
    >>> print(solution_through(board, [board.vacancy("a2").play("a4-a2").code, last.code]))
    a1-a3
    """
    sweeps = (sweep_between(board, before, after) for before, after in pairwise(codes))
    jumps = (Jump.of(board, jump) for sweep in sweeps for jump in sweep)
    return Solution(Position(board, codes[0]), jumps)


def sweep_between(board: Board, before: int, after: int) -> tuple[JumpMask, ...]:
    """The jumps of one peg that lead from a position to another; none where no move does.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> before = board.vacancy("a2").play("a4-a2").play("a1-a3")
    >>> after = before.play("c4-a4").play("a4-a2")
    >>> len(sweep_between(board, before.code, after.code))
    2
    """
    for start in range(len(board)):
        stack: list[tuple[int, int, tuple[JumpMask, ...]]] = [(before, start, ())]
        seen: set[tuple[int, int]] = set()
        while stack:
            code, hole, sweep = stack.pop()
            if code == after and sweep:
                return sweep
            for jump in board.jumps_at(hole):
                # What is jumped has to be gone in the end, as no other peg can come there.
                if code & jump.mask == jump.pegs and not after >> jump.over & 1:
                    made = code ^ jump.mask, jump.end
                    if made not in seen:
                        seen.add(made)
                        stack.append((*made, (*sweep, jump)))
    return ()
