"""A solution with the fewest moves, and the proof that there is none with fewer.

First levels from both ends, as long as they are small. Where they do not meet, the jumps of some
solution are put into an order with few moves, and Merson regions give a lower bound; then, for one
number of moves after the other, levels from both ends without what the bound excludes
(:mod:`pegsolitaire.analysis.two_ends`). Where the memory does not suffice, what is proven so far
and the best solution so far are the answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pegsolitaire.analysis.minimal import MinimalSolutions
from pegsolitaire.analysis.reorder import reorder
from pegsolitaire.analysis.solve import class_reason, solve
from pegsolitaire.analysis.two_ends import TwoEnds
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem, Solution
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.theory.merson import MoveBound

_FEW = 25_000_000  # positions without a bound: some seconds, half a gigabyte


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
    if reason := class_reason(problem):
        return Shortest(problem, False, reason, 0)
    with TwoEnds(problem, most=_FEW, memory=memory, progress=progress) as ends:
        met, _ = _meet(ends)
        if met:
            return _found(ends)
    if met is False:
        return Shortest(problem, False, f"exhausted: {problem} has no solution", 0)
    return _deepen(problem, ends.moves, memory, progress)


def _deepen(problem: Problem, covered: int, memory: int | None, progress: Progress) -> Shortest:
    """One number of moves after the other, after those that are covered."""
    answer = solve(problem, progress=progress)
    if answer.solvable is False:
        return Shortest(problem, False, answer.reason, 0)
    known = None if answer.solution is None else reorder(answer.solution)
    most = problem.start_pegs - problem.finish_pegs if known is None else len(known.moves)
    bound = MoveBound.of(problem)
    for limit in range(max(bound.least(problem), covered + 1), most + 1):
        with TwoEnds(problem, limit, bound, memory=memory, progress=progress) as ends:
            met, trouble = _meet(ends)
            if met:
                return _found(ends)
            if met is None:
                return Shortest(problem, answer.solvable, trouble, limit, known)
    return Shortest(problem, False, f"exhausted: {problem} has no solution", 0)


def _meet(ends: TwoEnds) -> tuple[bool | None, str]:
    """Whether the ends meet; None if they outgrow what they may, and what was too much."""
    try:
        return ends.meet(), ""
    except BoardTooLargeError as error:
        return None, str(error)


def _found(ends: TwoEnds) -> Shortest:
    every = MinimalSolutions.of(ends.problem, ends)
    return Shortest(ends.problem, True, "by search", ends.moves, next(iter(every)), every)
