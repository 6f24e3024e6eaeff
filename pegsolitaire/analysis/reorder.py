"""Putting the jumps of a solution into an order with few moves.

The same jumps can be made in many orders, and a peg that jumps twice in a row makes one move of
it. Level by level, by moves, all sets of jumps that can have been made are gone through; where
there are too many, those are kept that made the most jumps. As long as none was dropped the
order found is the best there is.
"""

from __future__ import annotations

from collections.abc import Iterator

from pegsolitaire.board import JumpMask
from pegsolitaire.game import Jump, Solution
from pegsolitaire.game.position import find_jump

_WIDTH = 5_000


class _Orders:
    """The jumps of a solution, and which sets of them can have been made."""

    def __init__(self, solution: Solution) -> None:
        board = solution.start.board
        # The same jump made twice is two jumps in a row, the second after the first.
        self.jumps = sorted(find_jump(board, jump) for jump in solution.jumps)
        self.by_start: dict[int, list[tuple[int, JumpMask]]] = {}
        for i, jump in enumerate(self.jumps):
            self.by_start.setdefault(jump.start, []).append((1 << i, jump))

    def moves(self, done: int, code: int) -> Iterator[tuple[int, int, tuple[JumpMask, ...]]]:
        """Every move of jumps that are not made yet: what is made then, the code, the jumps."""
        for start in self.by_start:
            if not code >> start & 1:
                continue
            stack: list[tuple[int, int, int, tuple[JumpMask, ...]]] = [(start, done, code, ())]
            seen: set[tuple[int, int]] = set()
            while stack:
                hole, made, at, sweep = stack.pop()
                last = None
                for bit, jump in self.by_start.get(hole, ()):
                    if made & bit or jump == last or at & jump.mask != jump.pegs:
                        continue
                    last, after = jump, made | bit
                    if (after, jump.end) in seen:
                        continue  # the same sweep in another order
                    seen.add((after, jump.end))
                    longer = (*sweep, jump)
                    yield after, at ^ jump.mask, longer
                    stack.append((jump.end, after, at ^ jump.mask, longer))


def reorder(solution: Solution, width: int = _WIDTH) -> Solution:
    """The jumps of a solution in an order with as few moves as could be found.

    Parameters
    ----------
    solution : Solution
        Any solution.
    width : int, optional
        How many sets of jumps are looked at for each number of moves.

    Returns
    -------
    Solution
        From the same start to the same finish; never with more moves.

    Examples
    --------
    >>> from pegsolitaire.analysis import solve
    >>> from pegsolitaire.board import english
    >>> from pegsolitaire.game import Problem
    >>> solution = solve(Problem.complement(english(), "d4"), facts=False).solution
    >>> len(solution.moves), len(reorder(solution).moves)
    (27, 22)
    """
    orders = _Orders(solution)
    every = (1 << len(solution)) - 1
    # For each set of jumps made: the code, the set before the last move, and that move.
    level: dict[int, tuple[int, int, tuple[JumpMask, ...]]] = {0: (solution.start.code, 0, ())}
    levels = [level]
    seen = {0}
    while every not in level and len(levels) < len(solution.moves):
        following: dict[int, tuple[int, int, tuple[JumpMask, ...]]] = {}
        for done, (code, _, _) in level.items():
            for made, after, sweep in orders.moves(done, code):
                if made not in seen:
                    seen.add(made)
                    following[made] = (after, done, sweep)
        best = sorted(following, key=lambda made: (-made.bit_count(), made))[:width]
        level = {made: following[made] for made in best}
        levels.append(level)
    if every not in level:
        return solution
    return Solution(solution.start, _line(solution, levels, every))


def _line(
    solution: Solution,
    levels: list[dict[int, tuple[int, int, tuple[JumpMask, ...]]]],
    every: int,
) -> list[Jump]:
    """The jumps along the way to the set of all of them."""
    sweeps, made = [], every
    for level in reversed(levels[1:]):
        _, before, sweep = level[made]
        sweeps.append(sweep)
        made = before
    board = solution.start.board
    return [Jump.of(board, jump) for sweep in reversed(sweeps) for jump in sweep]
