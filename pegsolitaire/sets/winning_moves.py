"""How few moves win from every winning position of a problem: one pass over its winning sets.

Levels by moves hold every position that can be reached in so many moves; winning sets hold far
fewer, and by pegs, so that a problem whose levels by moves outgrow every memory may be one of
minutes here. The pass goes up from the finish (:mod:`pegsolitaire.engine.sparse.outlook`), and
all that is kept of a position is a code and a byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.budget import UNLIMITED, Budget, bytes_text
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets.fewest_moves import graph_from
from pegsolitaire.sets.winning import WinningSets

if TYPE_CHECKING:
    from pegsolitaire.engine import Known, Probe, Words
    from pegsolitaire.sets.explored import Explored


_KEPT = 8 + 1  # bytes of a position: its code and its moves
_MEANWHILE = 8 + 1  # of one in the two levels at hand, and a byte for every hole


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
    >>> [len(level) for level in table.graph(problem)]
    [1, 1, 2, 9, 16, 22, 24, 21, 11, 4, 1]
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
            The memory for all positions, by default most of what is free, and the time.

        Raises
        ------
        BoardTooLargeError
            If the positions outgrow the memory; that is found out before the pass begins.
        BudgetSpentError
            If it takes longer than the budget allows.
        """
        _check_memory(wins, budget)
        problem = wins.problem
        jumps = problem.start_pegs - problem.finish_pegs
        progress.stage("fewest moves of winning positions", jumps)
        levels = known_levels(wins, progress, budget, counting=False)
        return cls(problem, {n: Needed(known.codes, known.moves) for n, known in levels})

    @classmethod
    def of(cls, explored: Explored) -> WinningMoves:
        """What the numbers of the explorer say, which are mapped and need no pass.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> from pegsolitaire.sets import Explored
        >>> problem = Problem.complement(triangle(5), "a1")
        >>> len(WinningMoves.of(Explored.build(WinningSets.build(problem))).graph(problem))
        11
        """
        levels = explored.levels.items()
        return cls(explored.problem, {n: Needed(level.codes, level.moves) for n, level in levels})

    # -- asking -----------------------------------------------------------------------------------

    def answers(self, problem: Problem) -> bool:
        """Whether it says how few moves a problem needs: the one that the sets are of."""
        return problem == self.problem

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
        if not self.answers(problem):
            raise ProblemError(f"{self!r} says nothing of {problem}")

        def needs(codes: Words, moves: int) -> npt.NDArray[np.bool_]:
            return np.equal(self.moves_of_codes(codes), moves)

        return graph_from(problem, self.moves_of_codes, needs)

    @cached_property
    def _probe(self) -> Probe:
        from pegsolitaire.engine import Probe, make_layout

        return Probe(make_layout(self.problem.board, self.problem.group))


def known_levels(
    wins: WinningSets, progress: Progress, budget: Budget, *, counting: bool = True
) -> Iterator[tuple[int, Known]]:
    """What is known of the levels of winning sets, from the finish up; two are at hand at a time.

    Parameters
    ----------
    wins : WinningSets
        The winning sets.
    progress : Progress
        Told of every level.
    budget : Budget
        The memory that two levels may take, and the time.
    counting : bool, optional
        Whether to count the ways to win.
    """
    from pegsolitaire.engine import Outlook

    problem = wins.problem
    first, last = problem.finish_pegs, problem.start_pegs
    with Outlook(problem, budget, counting=counting) as outlook:
        known = outlook.finish(wins.level(first))
        yield first, known
        for pegs in range(first + 1, last + 1):
            known = outlook.above(known, wins.level(pegs))
            yield pegs, known
            progress.update(pegs - first, f"{len(known.codes):,} positions with {pegs} pegs")


def _check_memory(wins: WinningSets, budget: Budget) -> None:
    """Refuse what does not fit: a byte and a code for every position, and more for two levels."""
    from pegsolitaire.engine import usable_memory

    problem, holes = wins.problem, len(wins.board)
    numbers = range(problem.finish_pegs, problem.start_pegs + 1)
    sizes = [len(wins.levels.get(n, wins.levels.get(holes - n, ()))) for n in numbers]
    two = max(map(sum, pairwise(sizes)), default=0)
    needed = _KEPT * sum(sizes) + (_MEANWHILE + holes) * two
    most = usable_memory(budget.memory)
    if needed > most:
        raise BoardTooLargeError(
            f"the fewest moves of {sum(sizes):,} positions take {bytes_text(needed)}, and "
            f"{bytes_text(most)} may be used"
        )
