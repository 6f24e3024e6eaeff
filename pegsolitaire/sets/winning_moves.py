"""How few moves win from every winning position of a problem: one pass over its winning sets.

Levels by moves hold every position that can be reached in so many moves; winning sets hold far
fewer, and by pegs, so that a problem whose levels by moves outgrow every memory may be one of
minutes here. The pass goes up from the finish (:mod:`pegsolitaire.engine.sparse.outlook`), and
all that is kept of a position is a code and a byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets.fewest_moves import graph_from
from pegsolitaire.sets.winning import WinningSets

if TYPE_CHECKING:
    from pegsolitaire.engine import Probe, Words


class Needed(NamedTuple):
    """The winning positions with some number of pegs.

    Attributes
    ----------
    codes : (n,) array of uint64
        Sorted least codes.
    moves : (n,) array of uint8
        The fewest moves that win from each.
    """

    codes: Words
    moves: npt.NDArray[np.uint8]


class WinningMoves:
    """The fewest moves from every winning position of a problem to its finish.

    Parameters
    ----------
    problem : Problem
        The problem.
    levels : mapping of int to Needed
        By pegs, from the finish to the start.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> table = WinningMoves.build(WinningSets.build(problem))
    >>> table.fewest, [len(level) for level in table.graph(problem)]
    (10, [1, 1, 2, 9, 16, 22, 24, 21, 11, 4, 1])
    """

    def __init__(self, problem: Problem, levels: Mapping[int, Needed]) -> None:
        self.problem = problem
        self.levels = dict(levels)

    @classmethod
    def build(
        cls, wins: WinningSets, progress: Progress = SILENT, budget: Budget = UNLIMITED
    ) -> WinningMoves:
        """Go over winning sets once, from the finish up.

        Parameters
        ----------
        wins : WinningSets
            The winning sets.
        progress : Progress, optional
            Told of every level.
        budget : Budget, optional
            The memory that two levels may take, and the time.

        Raises
        ------
        BoardTooLargeError
            If two levels outgrow the memory.
        BudgetSpentError
            If it takes longer than the budget allows.
        """
        from pegsolitaire.engine import Outlook

        problem = wins.problem
        first, last = problem.finish_pegs, problem.start_pegs
        levels = {}
        progress.stage("fewest moves of winning positions", last - first)
        with Outlook(problem, budget, counting=False) as outlook:
            known = outlook.finish(wins.level(first))
            levels[first] = Needed(known.codes, known.moves)
            for pegs in range(first + 1, last + 1):
                known = outlook.above(known, wins.level(pegs))
                levels[pegs] = Needed(known.codes, known.moves)
                progress.update(pegs - first, f"{len(known.codes):,} positions with {pegs} pegs")
        return cls(problem, levels)

    # -- asking -----------------------------------------------------------------------------------

    @property
    def finishes(self) -> tuple[int, ...]:
        """The codes of the finishes."""
        return self.problem.finishes

    @property
    def fewest(self) -> int | None:
        """The fewest moves of a solution; None where there is none."""
        moves = self.levels[self.problem.start_pegs].moves
        return int(moves.min()) if len(moves) else None

    def __len__(self) -> int:
        """The winning positions, up to the symmetries of the problem."""
        return sum(len(level.codes) for level in self.levels.values())

    def __repr__(self) -> str:
        return f"<WinningMoves of {self.problem}: {len(self):,} positions>"

    def moves_of_codes(self, codes: Words) -> npt.NDArray[np.int16]:
        """The fewest moves for an array of codes; -1 where the finish cannot be reached.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> problem = Problem.complement(triangle(5), "a1")
        >>> table = WinningMoves.build(WinningSets.build(problem))
        >>> table.moves_of_codes(np.array([1, 0b1010, 0b11], np.uint64)).tolist()
        [0, 1, -1]
        """
        least = self._probe.least(codes)
        pegs = np.bitwise_count(codes)
        moves = np.full(len(codes), -1, np.int16)
        for number in np.unique(pegs).tolist():
            if number not in self.levels:
                continue
            level, chosen = self.levels[number], np.flatnonzero(pegs == number)
            place = np.searchsorted(level.codes, least[chosen])
            inside = place < len(level.codes)
            place, chosen = place[inside], chosen[inside]
            held = level.codes[place] == least[chosen]
            moves[chosen[held]] = level.moves[place[held]]
        return moves

    def graph(self, problem: Problem) -> list[Words]:
        """For each number of moves made the positions on the shortest solutions.

        Parameters
        ----------
        problem : Problem
            The problem that the winning sets are of.

        Returns
        -------
        list of arrays of uint64
            Sorted least codes up to the symmetries of the problem; none where it has no solution.

        Raises
        ------
        ProblemError
            If it is another problem.
        """
        if problem != self.problem:
            raise ProblemError(f"{self!r} says nothing of {problem}")
        return graph_from(problem, self.moves_of_codes)

    @cached_property
    def _probe(self) -> Probe:
        from pegsolitaire.engine import Probe, make_layout

        return Probe(make_layout(self.problem.board, self.problem.group))
