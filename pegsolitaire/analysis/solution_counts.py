"""The number of solutions from every winning position at once.

Solutions are counted backward from the finish, inside the winning sets, level by level: one pass
over them. A game shown beside the numbers after each of its jumps tells how good each jump is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegsolitaire.board.symmetries import apply_permutation
from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.game import Jump, Position
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets import WinningSets

if TYPE_CHECKING:
    from pegsolitaire.engine.bits.arrays import Rows, Words


class SolutionCounts:
    """How many ways there are to win from each position of winning sets.

    Parameters
    ----------
    wins : WinningSets
        The winning sets.
    levels : dict of int to pairs of (n,) and (n, limbs) arrays of uint64
        By pegs, the sorted least codes, and for each the solutions from all of its images
        together: a number in limbs of 64 bits, the least first.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.game import Problem
    >>> board = triangle(5)
    >>> counts = SolutionCounts.of(WinningSets.build(Problem.complement(board, "a1")))
    >>> counts[board.vacancy("a1")]
    6816
    >>> {str(jump): number for jump, number in counts.after(board.vacancy("a1")).items()}
    {'a3-a1': 3408, 'c3-a1': 3408}
    """

    def __init__(self, wins: WinningSets, levels: dict[int, tuple[Words, Rows]]) -> None:
        self.wins = wins
        self.levels = levels

    @classmethod
    def of(
        cls, wins: WinningSets, progress: Progress = SILENT, budget: Budget = UNLIMITED
    ) -> SolutionCounts:
        """Count the solutions from all positions of winning sets.

        Parameters
        ----------
        wins : WinningSets
            The winning sets.
        progress : Progress, optional
            Told of every level.
        budget : Budget, optional
            The memory that a level may take, and the time.

        Raises
        ------
        BoardTooLargeError
            If a level outgrows the memory.
        BudgetSpentError
            If it takes longer than the budget allows.
        """
        from pegsolitaire.engine import PathCounter

        problem = wins.problem
        first, last = problem.finish_pegs, problem.start_pegs
        progress.stage("counting solutions", last - first)
        with PathCounter(problem, None, budget) as counter:
            paths = counter.start(problem.finishes)
            levels = {first: counter.by_code(paths)}
            for pegs in range(first + 1, last + 1):
                paths = counter.along(paths, counter.level(wins.level(pegs)), back=True)
                levels[pegs] = counter.by_code(paths)
                progress.update(pegs - first, f"{len(paths):,} positions with {pegs} pegs")
        return cls(wins, levels)

    def __getitem__(self, position: Position) -> int:
        """The solutions from a position; 0 where it does not win.

        Raises
        ------
        ProblemError
            If the position is of another board.
        """
        if not self.wins.probe(position):
            return 0
        images = {
            apply_permutation(symmetry.image, position.code)
            for symmetry in self.wins.problem.group
        }
        codes, rows = self.levels[len(position)]
        row = rows[codes.searchsorted(np.uint64(min(images)))]
        return sum(int(limb) << 64 * i for i, limb in enumerate(row)) // len(images)

    def after(self, position: Position) -> dict[Jump, int]:
        """For each legal jump, how many solutions begin with it.

        Raises
        ------
        ProblemError
            If the position is of another board.
        """
        return {jump: self[position.after(jump)] for jump in position.jumps}

    @property
    def total(self) -> int:
        """The solutions of the problem."""
        board = self.wins.problem.board
        return sum(self[Position(board, code)] for code in self.wins.problem.starts)

    def __repr__(self) -> str:
        return f"<SolutionCounts of {self.wins.problem}, {self.total:,} solutions>"
