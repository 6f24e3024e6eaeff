"""What is known of a board, problem by problem: a table to be read.

The rows are the problems from one vacancy to one peg that the position class allows, up to
symmetry, as far as a built-in result or a construction settles them or a bound is known of them;
on boards past 64 holes, where these are too many, those with built-in results. A solution answers
for the problem backward too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from pegsolitaire.board import Board, hole_name
from pegsolitaire.data import Bound, Impossible, KnownSolution, Pair, knowledge_of
from pegsolitaire.game import Move, Problem, Solution
from pegsolitaire.results import Result, declare
from pegsolitaire.theory import svss_problems
from pegsolitaire.triangular import constructed

_ANY = "any"
_ELSEWHERE = "part of a solution on file, or one on file played backward"


declare(KnownSolution, "moves=solution.moves move_count=solution.moves|len source")


@dataclass(frozen=True)
class Known(Result):
    """What is known of a problem from one vacancy to one peg, and of its images.

    Attributes
    ----------
    pair : Pair
        The vacancy and the hole of the last peg, or ``any``.
    solutions : tuple of KnownSolution
        The solutions that are known, those with the fewest moves first; perhaps none.
    bound : Bound or None
        How many moves it takes at least, and why.
    impossible : Impossible or None
        Why it has no solution, where that is known.
    """

    pair: Pair
    solutions: tuple[KnownSolution, ...] = ()
    bound: Bound | None = None
    impossible: Impossible | None = None

    json_keys = (
        "start=pair.start finish=pair.finish solvable moves at_least=bound.moves "
        "proof=proof.source solutions"
    )

    @property
    def solvable(self) -> bool | None:
        """Whether it has a solution; None where that is not known."""
        return False if self.impossible else True if self.solutions else None

    @property
    def proof(self) -> Bound | Impossible | None:
        """Why it takes so many moves, or why there is no solution."""
        return self.impossible or self.bound

    @property
    def moves(self) -> int | None:
        """The fewest moves that are known."""
        return len(self.solutions[0].solution.moves) if self.solutions else None


@lru_cache(maxsize=16)
def known_problems(board: Board) -> tuple[Known, ...]:
    """What is known of the problems of a board, one of each set of images.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> rows = known_problems(triangle(4))
    >>> [(str(row.pair), row.moves, row.bound.moves) for row in rows if row.solutions]
    [('a2 to any', 5, 5), ('a2 to b2', 5, 5)]
    """
    named = _named(board)
    pairs = set(named)
    if board.fits_word:
        pairs |= {Pair(hole_name(a), hole_name(b)) for a, b in svss_problems(board)}
    ordered = sorted(pairs, key=lambda pair: _places(board, pair))
    rows = (_row(board, pair, named.get(pair, [])) for pair in ordered)
    return tuple(row for row in rows if row.solutions or row.bound or row.impossible)


def _named(board: Board) -> dict[Pair, list[KnownSolution]]:
    """The problems of a board with known solutions, and these."""
    knowledge = knowledge_of(board)
    found: dict[Pair, list[KnownSolution]] = {}
    for known in knowledge.solutions:
        found.setdefault(_least(board, _pair_of(known.solution)), []).append(known)
        found.setdefault(_least(board, _pair_of(known.solution.reversed())), [])
    pairs = [fact.pair for fact in knowledge.bounds] + [fact.pair for fact in knowledge.impossible]
    for pair in pairs:
        found.setdefault(_least(board, pair), [])
    return found


def _row(board: Board, pair: Pair, on_file: list[KnownSolution]) -> Known:
    knowledge = knowledge_of(board)
    if pair.start == _ANY:
        return Known(pair, bound=knowledge.stated_bound(pair))
    if pair.finish == _ANY:
        best = knowledge.solution(Problem.to_any(board.vacancy(pair.start)))
        return Known(pair, _with(best, []), knowledge.stated_bound(pair))
    problem = Problem(board, pair.start, pair.finish)
    best = knowledge.solution(problem)
    impossible = knowledge.impossibility(problem.starts[0], problem.finishes[0])
    if best is None and impossible is None:
        line = constructed(problem)
        made = () if line is None else (KnownSolution(line, "by construction"),)
        return Known(pair, made, knowledge.bound(problem))
    if impossible is not None:
        return Known(pair, impossible=replace(impossible, start=pair.start, finish=pair.finish))
    return Known(pair, _with(best, on_file), knowledge.bound(problem))


def _with(best: Solution | None, on_file: list[KnownSolution]) -> tuple[KnownSolution, ...]:
    """The solutions on file, after the one with the fewest moves where that is no one of them."""
    listed = sorted(on_file, key=lambda one: len(one.solution.moves))
    if best is not None and (not listed or len(best.moves) < len(listed[0].solution.moves)):
        listed.insert(0, KnownSolution(best, _ELSEWHERE))
    return tuple(listed)


def _pair_of(solution: Solution) -> Pair:
    [start] = solution.start.complement
    [finish] = solution.finish
    return Pair(hole_name(start), hole_name(finish))


def _places(board: Board, pair: Pair) -> tuple[int, int]:
    """By which pairs are sorted: the vacancy, then the finish, row by row; -1 is any."""
    start, finish = (
        -1 if name == _ANY else board.index(name) for name in (pair.start, pair.finish)
    )
    return start, finish


def _least(board: Board, pair: Pair) -> Pair:
    """The image of a pair that comes first."""
    start, finish = _places(board, pair)
    images = ((*symmetry.image, -1) for symmetry in board.symmetries)
    first = min((image[start], image[finish]) for image in images)
    return Pair(*(_ANY if i < 0 else hole_name(board.holes[i]) for i in first))


@dataclass(frozen=True)
class Fewest(Result):
    """The fewest moves of a problem.

    Attributes
    ----------
    best : int or None
        The fewest moves known to solve it.
    proven : bool
        Whether it cannot be solved in fewer.
    least : int or None
        Moves that are proven to be needed.
    shortest : tuple of Move, or None
        A solution in as many moves.
    """

    best: int | None
    proven: bool
    least: int | None
    shortest: tuple[Move, ...] | None


def fewest_known(problem: Problem, best: int | None, solution: Solution | None = None) -> Fewest:
    """The fewest moves that are known and that are needed; the best is certain, where given."""
    facts = knowledge_of(problem.board)
    found, bound = facts.fewest(problem), facts.bound(problem)
    least = best if bound is None else bound.moves
    if found is None or (best is not None and best < found.moves):
        return Fewest(best, best is not None, least, solution.moves if solution else None)
    is_proven = found.proven or best == found.moves
    return Fewest(found.moves, is_proven, least, found.solution.moves)
