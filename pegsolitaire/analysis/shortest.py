"""A solution with the fewest moves, and the proof that there is none with fewer.

First levels from both ends, as long as they are small. Where they do not meet, the jumps of some
solution are put into an order with few moves, and Merson regions give a lower bound; then, for one
number of moves after the other, levels from both ends without what the bound excludes
(:mod:`pegsolitaire.analysis.two_ends`). On boards of more than 64 holes there are levels from the
start alone, and no count of the solutions. Where the memory does not suffice, what is proven so
far and the best solution so far are the answer. Winning sets, where they are stored, answer
without a search: they are far smaller than levels by moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pegsolitaire.analysis.answers import class_reason, known_solution
from pegsolitaire.analysis.minimal import MinimalSolutions
from pegsolitaire.analysis.moves_between import solution_through
from pegsolitaire.analysis.reorder import reorder
from pegsolitaire.analysis.solve import solve
from pegsolitaire.analysis.two_ends import TwoEnds
from pegsolitaire.board.codes import SEARCHED
from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError, ProblemError
from pegsolitaire.game import Outcome, Problem, Solution, facts_of
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets import Checkpoint, FewestMoves, PositionValues
from pegsolitaire.theory.merson import MoveBound

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

_FEW = 25_000_000  # positions without a bound: some seconds, half a gigabyte
_LEVEL = 1 << 20  # positions of each of the parts of a level, where they are of several words
_BYTES = 300  # of memory that such a position takes


@dataclass(frozen=True)
class Shortest:
    """What is known of the fewest moves.

    Attributes
    ----------
    problem : Problem
    outcome : Outcome
        Whether there is a solution at all.
    reason : str
        Why, in words.
    lower_bound : int
        No solution has fewer moves.
    solution : Solution or None
        The shortest known.
    all : MinimalSolutions or None
        All of the fewest moves, where the levels were made and met.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> found = shortest_solution(Problem.complement(triangle(5), "a1"))
    >>> found.lower_bound, found.proven, len(found.solution.moves)
    (10, True, 10)
    """

    problem: Problem
    outcome: Outcome
    reason: str
    lower_bound: int
    solution: Solution | None = None
    all: MinimalSolutions | None = field(default=None, compare=False, repr=False)

    @property
    def solvable(self) -> bool | None:
        """Whether there is a solution; None where that is not known."""
        return self.outcome.solvable

    @property
    def proven(self) -> bool:
        """Whether no solution has fewer moves than this one."""
        return self.solution is not None and len(self.solution.moves) == self.lower_bound

    def _repr_svg_(self) -> str | None:
        return None if self.solution is None else self.solution._repr_svg_()


def shortest_solution(
    problem: Problem,
    *,
    table: FewestMoves | PositionValues | None = None,
    budget: Budget = UNLIMITED,
    checkpoint: Checkpoint | None = None,
    known: Solution | None = None,
    facts: bool = True,
    progress: Progress = SILENT,
) -> Shortest:
    """A solution with the fewest moves.

    Parameters
    ----------
    problem : Problem
        The problem.
    table : FewestMoves or PositionValues, optional
        The fewest moves to the finishes of the problem, from every position or from every
        winning one: it answers at once.
    budget : Budget, optional
        The memory, and the time: what is proven when they end is told.
    checkpoint : Checkpoint, optional
        Where to keep what takes long, and to go on from what an earlier search has kept.
    known : Solution, optional
        One to fall back to, and no more moves than it has are looked for.
    facts : bool, optional
        Whether to begin with what is known: a solution, and how many moves are needed. If not,
        all of it is proven again.
    progress : Progress, optional
        Told of every level.

    Raises
    ------
    ProblemError
        If what is known does not solve the problem.
    BoardTooLargeError
        If the board has more than 128 holes.
    StoreError
        If the checkpoint cannot be written.
    KeyboardInterrupt
        If it is interrupted: with the bounds that are known so far, in words.

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
    check_known(problem, known)
    if reason := class_reason(problem):
        return Shortest(problem, Outcome.IMPOSSIBLE, reason, 0)
    problem.board.check_holes(
        "proofs of the fewest moves", SEARCHED, "; look for few with `pegs solve --short`"
    )
    if table is not None and table.answers(problem):
        graph = table.graph(problem)
        found = _found(problem, graph) if graph else _exhausted(problem)
    else:
        search = _Search(problem, budget, progress, checkpoint, known, facts)
        try:
            found = search.run()
        except KeyboardInterrupt:
            if checkpoint is not None:
                checkpoint.save()
            raise KeyboardInterrupt(search.bounds_so_far()) from None
    if checkpoint is not None and (found.proven or found.outcome is Outcome.IMPOSSIBLE):
        checkpoint.clear()
    return found


@dataclass
class _Search:
    """One number of moves after the other, each from both ends."""

    problem: Problem
    budget: Budget
    progress: Progress
    checkpoint: Checkpoint | None
    known: Solution | None
    facts: bool
    least: int = 0  # proven so far

    def bounds_so_far(self) -> str:
        """The moves that are needed, and those of the best solution, in words."""
        known, least = begin_with(self.problem, self.known) if self.facts else (self.known, 0)
        least = max(least, self.least)
        words = f"{self.problem}: at least {least} moves are needed"
        return words if known is None else f"{words}, and {len(known.moves)} are enough"

    def run(self) -> Shortest:
        """The fewest moves, or what is known of them when the budget ends."""
        covered = 0 if self.checkpoint is None else self.checkpoint.proven
        if not covered and self.problem.board.fits_word:
            graph, covered, trouble = self._meet(most=_FEW)
            if graph:
                return _found(self.problem, graph)
            if not trouble:
                return _exhausted(self.problem)
        return self._deepen(covered)

    def _deepen(self, covered: int) -> Shortest:
        """One number of moves after the other, after those that are covered."""
        problem = self.problem
        known, least = begin_with(problem, self.known) if self.facts else (self.known, 0)
        outcome = Outcome.SOLVED
        if known is None:
            left = self.budget.seconds_left
            some = self.budget.part(seconds=None if left is None else left / 4)
            answer = solve(problem, budget=some, facts=self.facts, progress=self.progress)
            if answer.outcome is Outcome.IMPOSSIBLE:
                return Shortest(problem, Outcome.IMPOSSIBLE, answer.reason, 0)
            known = None if answer.solution is None else reorder(answer.solution)
            outcome = answer.outcome
        most = problem.start_pegs - problem.finish_pegs if known is None else len(known.moves)
        if covered >= most:
            covered = 0  # what was kept is wrong
        bound = MoveBound.of(problem)
        for limit in range(max(bound.least(problem), covered + 1, least), most + 1):
            self.known, self.least = known, limit
            found, trouble = self._within(limit, bound, known)
            if found is not None:
                return found
            if trouble:
                return Shortest(problem, outcome, trouble, limit, known)
            if self.checkpoint is not None:
                self.checkpoint.prove(limit)
        return _exhausted(problem)

    def _within(
        self, limit: int, bound: MoveBound, known: Solution | None
    ) -> tuple[Shortest | None, str]:
        """The solutions of so many moves, where none has fewer; and what was too much."""
        if self.problem.board.fits_word:
            graph, _, trouble = self._meet(limit, bound)
            return (_found(self.problem, graph) if graph else None), trouble
        if known is not None and len(known.moves) == limit:
            return Shortest(self.problem, Outcome.SOLVED, "by search", limit, known), ""
        try:
            solution = self._from_starts(limit, bound)
        except (BoardTooLargeError, BudgetSpentError) as error:
            return None, str(error)
        if solution is None:
            return None, ""
        return Shortest(self.problem, Outcome.SOLVED, "by search", limit, solution), ""

    def _from_starts(self, limit: int, bound: MoveBound) -> Solution | None:
        """A solution of at most so many moves on a board of several words, by levels forward."""
        from pegsolitaire.engine import MoveBeam

        board = self.problem.board
        beam = MoveBeam(board, bound.forward, self.problem.finishes)
        memory = self.budget.memory
        most = _LEVEL if memory is None else max(1, memory // _BYTES)
        self.progress.stage("looking for short solutions", limit)
        for start in self.problem.starts:
            codes = beam.exhaust(start, limit, most, self.progress, self.budget)
            if codes is not None:
                return solution_through(board, codes)
        return None

    def _meet(
        self, limit: int | None = None, bound: MoveBound | None = None, most: int | None = None
    ) -> tuple[list[Words], int, str]:
        """The solution graph where the ends meet, the moves covered, and what was too much."""
        try:
            ends = TwoEnds(
                self.problem, limit, bound, most=most, budget=self.budget, progress=self.progress,
                checkpoint=self.checkpoint,
            )  # fmt: skip
        except (BoardTooLargeError, BudgetSpentError) as error:
            return self._stopped(error, 0)
        with ends:
            try:
                met = ends.meet()
            except (BoardTooLargeError, BudgetSpentError) as error:
                return self._stopped(error, ends.moves)
            trouble = f"more than {most:,} positions" if met is None else ""
            return ends.middle() if met else [], ends.moves, trouble

    def _stopped(self, error: Exception, covered: int) -> tuple[list[Words], int, str]:
        """What there is where the budget ends: what is finished is kept."""
        if self.checkpoint is not None and isinstance(error, BudgetSpentError):
            self.checkpoint.save()
        return [], covered, str(error)


def begin_with(problem: Problem, known: Solution | None) -> tuple[Solution | None, int]:
    """The better of a solution and the one that is known, and the moves known to be needed.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import any_finish
    >>> best, least = begin_with(any_finish(triangle(10).vacancy("a3")), None)
    >>> len(best.moves), least
    (18, 18)
    """
    both = [line for line in (known, known_solution(problem)) if line is not None]
    bound = facts_of(problem.board).bound(problem)
    best = min(both, key=lambda line: len(line.moves), default=None)
    return best, 0 if bound is None else bound.moves


def check_known(problem: Problem, known: Solution | None) -> None:
    """Refuse what is said to be a solution of a problem and is none."""
    if known is not None and not known.solves(problem):
        raise ProblemError(f"what is known does not solve {problem}")


def _exhausted(problem: Problem) -> Shortest:
    return Shortest(problem, Outcome.IMPOSSIBLE, f"exhausted: {problem} has no solution", 0)


def _found(problem: Problem, graph: Iterable[Words]) -> Shortest:
    every = MinimalSolutions.of(problem, graph)
    return Shortest(problem, Outcome.SOLVED, "by search", every.moves, next(iter(every)), every)
