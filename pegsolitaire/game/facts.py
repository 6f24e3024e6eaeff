"""What is known of the problems of a board before anything is computed.

One table for everybody who answers questions: solutions, how many moves a problem takes at least,
and which problems have no solution. Whatever is known of a problem is known of its images under
the symmetries of the board. A solution also says that each of its positions can be won, and played
backward on complements (*Winning Ways*) it is a solution again; so a problem that has no solution
has none backward. The files that come along are read in :mod:`pegsolitaire.game.facts_files`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import TypeVar

from pegsolitaire.board.board import Board
from pegsolitaire.board.symmetries import apply_permutation
from pegsolitaire.game.lines import Lines
from pegsolitaire.game.position import Position
from pegsolitaire.game.problem import Problem
from pegsolitaire.game.solution import Solution

SEARCHED = "found by search"  # the source of solutions that nobody says to have few moves
_ANY = 0  # the code of a start or a finish that may be any


@dataclass(frozen=True)
class Pair:
    """A vacancy and the hole of the last peg; each may be ``any``.

    Attributes
    ----------
    start, finish : str
        A hole by letters, or ``any``.
    """

    start: str
    finish: str

    def __str__(self) -> str:
        return f"{self.start} to {self.finish}"


@dataclass(frozen=True)
class Bound:
    """A number of moves that a problem takes at least.

    Attributes
    ----------
    pair : Pair
        From where to where.
    moves : int
        No solution has fewer.
    source : str
        How that was proven.
    """

    pair: Pair
    moves: int
    source: str


@dataclass(frozen=True)
class Impossible:
    """A problem that has no solution, though its position class allows one.

    Attributes
    ----------
    pair : Pair
        From where to where.
    source : str
        How that was proven.
    """

    pair: Pair
    source: str


@dataclass(frozen=True)
class SolutionCount:
    """How many solutions a problem has, counted before.

    Attributes
    ----------
    pair : Pair
        From where to where.
    solutions : int
        Every order of the jumps counts.
    source : str
        Who counted them.
    """

    pair: Pair
    solutions: int
    source: str


@dataclass(frozen=True)
class KnownSolution:
    """A solution that comes along.

    Attributes
    ----------
    solution : Solution
        From one missing peg to one peg.
    source : str
        Where it is from.
    """

    solution: Solution
    source: str


_Fact = TypeVar("_Fact", Bound, Impossible, SolutionCount)


class Facts:
    """What is known of the problems of a board.

    Attributes
    ----------
    board : Board
    solutions : tuple of KnownSolution
    bounds : tuple of Bound
    impossible : tuple of Impossible
    counts : tuple of SolutionCount

    Examples
    --------
    >>> from pegsolitaire.board import wiegleb
    >>> from pegsolitaire.game import facts_of
    >>> facts = facts_of(wiegleb())
    >>> problem = Problem.complement(wiegleb(), "e5")
    >>> len(facts.solution(problem).moves), facts.bound(problem).moves
    (22, 22)
    """

    def __init__(
        self,
        board: Board,
        solutions: Iterable[KnownSolution] = (),
        bounds: Iterable[Bound] = (),
        impossible: Iterable[Impossible] = (),
        counts: Iterable[SolutionCount] = (),
    ) -> None:
        self.board = board
        self.solutions = tuple(solutions)
        self.bounds = tuple(bounds)
        self.impossible = tuple(impossible)
        self.counts = tuple(counts)
        self._counts = _by_codes(board, self.counts)
        self._bounds = _by_codes(board, self.bounds)
        self._impossible = _by_codes(board, self.impossible)

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.board, (known.solution for known in self.solutions))

    @cached_property
    def _few(self) -> Lines:
        few = (known.solution for known in self.solutions if known.source != SEARCHED)
        return Lines(self.board, few)

    def solution(self, problem: Problem) -> Solution | None:
        """The known solution with the fewest moves, from any position that a known one passes."""
        return _fewest(self._lines, problem)

    def fewest(self, problem: Problem) -> Solution | None:
        """The same, of the solutions that were looked for because they have few moves."""
        return _fewest(self._few, problem)

    def bound(self, problem: Problem) -> Bound | None:
        """The best bound that is known on the moves of a problem; None where none is."""
        bounds = [
            max(self._about(self._bounds, start, finish), key=attrgetter("moves"), default=None)
            for start in problem.starts
            for finish in problem.finishes
            if self.impossibility(start, finish) is None
        ]
        # What holds for all pairs of a start and a finish is the least of what holds for each.
        known = [bound for bound in bounds if bound is not None]
        return min(known, key=attrgetter("moves")) if known and len(known) == len(bounds) else None

    def count(self, problem: Problem) -> SolutionCount | None:
        """The number of solutions of a problem from one vacancy to one peg, if it is known.

        Backward and under symmetries of the board it is the same.
        """
        if len(problem.starts) > 1 or len(problem.finishes) > 1:
            return None
        full, [start], [finish] = self.board.full, problem.starts, problem.finishes
        forward = self._about(self._counts, start, finish)
        backward = self._about(self._counts, full ^ finish, full ^ start)
        return next(chain(forward, backward), None)

    def impossibility(self, start: int, finish: int) -> Impossible | None:
        """What proves that no game leads from a position to another, both given by their codes."""
        full = self.board.full
        forward = self._about(self._impossible, start, finish)
        backward = self._about(self._impossible, full ^ finish, full ^ start)
        return next(chain(forward, backward), None)

    def _about(
        self, table: Mapping[tuple[int, int], list[_Fact]], start: int, finish: int
    ) -> Iterator[_Fact]:
        """The facts about a start and a finish, if these are one vacancy and one peg."""
        if finish.bit_count() == 1 and (self.board.full ^ start).bit_count() == 1:
            for pair in ((start, finish), (start, _ANY), (_ANY, finish), (_ANY, _ANY)):
                yield from table.get(pair, ())


def _fewest(lines: Lines, problem: Problem) -> Solution | None:
    starts = (Position(problem.board, code) for code in problem.starts)
    found = [lines.find(start, problem.finishes) for start in starts]
    known = [line for line in found if line is not None]
    return min(known, key=lambda line: len(line.moves), default=None)


def _by_codes(board: Board, facts: Iterable[_Fact]) -> dict[tuple[int, int], list[_Fact]]:
    """Facts by the codes of their starts and finishes, and of all images of these."""
    found: dict[tuple[int, int], list[_Fact]] = {}
    for fact in facts:
        start = _ANY if fact.pair.start == "any" else board.vacancy(fact.pair.start).code
        finish = _ANY if fact.pair.finish == "any" else board.single(fact.pair.finish).code
        images = (symmetry.image for symmetry in board.symmetries)
        for pair in {(apply_permutation(g, start), apply_permutation(g, finish)) for g in images}:
            found.setdefault(pair, []).append(fact)
    return found
