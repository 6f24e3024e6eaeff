"""A solution with the fewest moves, and the proof that there is none with fewer.

First some solution, its jumps put into an order with few moves; then a lower bound from Merson
regions; and then, for one number of moves after the other, levels from both ends without what
the bound excludes (:mod:`pegsolitaire.analysis.two_ends`). Where the memory does not suffice, what
is proven so far and the best solution so far are the answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pegsolitaire.analysis.minimal import MinimalSolutions
from pegsolitaire.analysis.solve import solve
from pegsolitaire.analysis.two_ends import TwoEnds
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem, Solution
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.theory.merson import MoveBound


@dataclass(frozen=True)
class Shortest:
    """What is known of the fewest moves.

    Attributes
    ----------
    problem : Problem
    solvable : bool or None
        None when that is not known either.
    reason : str
        Why, in words.
    lower_bound : int
        No solution has fewer moves.
    solution : Solution or None
        The shortest known.
    all : MinimalSolutions or None
        All of the fewest moves, where the levels were made and met.
    """

    problem: Problem
    solvable: bool | None
    reason: str
    lower_bound: int
    solution: Solution | None = None
    all: MinimalSolutions | None = field(default=None, compare=False, repr=False)

    @property
    def proven(self) -> bool:
        """Whether no solution has fewer moves than this one."""
        return self.solution is not None and len(self.solution.moves) == self.lower_bound


def shortest_solution(
    problem: Problem, *, memory: int | None = None, progress: Progress = SILENT
) -> Shortest:
    """A solution with the fewest moves.

    Parameters
    ----------
    problem : Problem
        The problem.
    memory : int, optional
        Bytes that may be used; by default most of what is free.
    progress : Progress, optional
        Told of every level.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes.

    Notes
    -----
    Breadth-first heuristic search (Zhou and Hansen, 2006) from both ends (Barker and Korf, 2012),
    with bounds from Merson regions (Bell, *Solving Triangular Peg Solitaire*, section 4).

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> found = shortest_solution(Problem.complement(triangle(6), "a1"))
    >>> len(found.solution.moves), found.proven, found.all.up_to_symmetry
    (10, True, 1014)
    """
    answer = solve(problem, progress=progress)
    if answer.solvable is False:
        return Shortest(problem, False, answer.reason, 0)
    known = answer.solution
    bound = MoveBound.of(problem)
    most = len(known.moves) if known else problem.start_pegs - problem.finish_pegs
    for limit in range(bound.least(problem), most + 1):
        ends = TwoEnds(problem, limit, bound, memory=memory, progress=progress)
        try:
            if ends.meet():
                found = MinimalSolutions.of(problem, ends)
                return Shortest(problem, True, "by search", limit, next(iter(found)), found)
        except BoardTooLargeError as error:
            return Shortest(problem, answer.solvable, str(error), limit, known)
        finally:
            ends.close()
    return Shortest(problem, False, "exhausted", 0)
