"""What is known of a board, problem by problem: a table to be read.

The rows are the problems from one vacancy to one peg that the position class allows, up to
symmetry, as far as a built-in result or a construction settles them or a bound is known of them;
on boards past 64 holes, where these are too many, those with built-in results. A solution answers
for the problem backward too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from pegsolitaire.board import Board, apply_permutation, hole_name
from pegsolitaire.data import Bound, Impossible, KnownSolution, Pair, knowledge_of
from pegsolitaire.game import Problem, Solution
from pegsolitaire.theory import svss_problems
from pegsolitaire.triangular import constructed

_ANY = "any"
_ELSEWHERE = "part of a solution on file, or one on file played backward"


@dataclass(frozen=True)
class Known:
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

    @property
    def moves(self) -> int | None:
        """The fewest moves that are known."""
        return len(self.solutions[0].solution.moves) if self.solutions else None

    @property
    def is_proven(self) -> bool:
        """Whether no solution has fewer moves than the best one here."""
        return self.bound is not None and self.bound.moves == self.moves


@lru_cache(maxsize=16)
def known_problems(board: Board) -> tuple[Known, ...]:
    """What is known of the problems of a board, one of each set of images.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> rows = known_problems(triangle(4))
    >>> [(str(row.pair), row.moves, row.is_proven) for row in rows if row.solutions]
    [('a2 to any', 5, True), ('a2 to b2', 5, True)]
    """
    named = _named(board)
    pairs = set(named)
    if board.fits_word:
        pairs |= {Pair(hole_name(a), hole_name(b)) for a, b in svss_problems(board)}
    rows = (_row(board, pair, named.get(pair, [])) for pair in _sorted(board, pairs))
    return tuple(row for row in rows if row.solutions or row.bound or row.impossible)


def _named(board: Board) -> dict[Pair, list[KnownSolution]]:
    """The problems of a board with known solutions, and these."""
    facts = knowledge_of(board)
    found: dict[Pair, list[KnownSolution]] = {}
    for known in facts.solutions:
        found.setdefault(_least(board, _pair_of(known.solution)), []).append(known)
        found.setdefault(_least(board, _pair_of(known.solution.reversed())), [])
    pairs = [fact.pair for fact in facts.bounds] + [fact.pair for fact in facts.impossible]
    for pair in pairs:
        found.setdefault(_least(board, pair), [])
    return found


def _row(board: Board, pair: Pair, on_file: list[KnownSolution]) -> Known:
    if pair.start == _ANY:
        return Known(pair, bound=_listed(board, pair))
    if pair.finish == _ANY:
        problem = Problem.to_any(board.vacancy(pair.start))
        best = knowledge_of(board).solution(problem)
        return Known(pair, _with(best, []), _listed(board, pair))
    problem = Problem(board, pair.start, pair.finish)
    facts = knowledge_of(board)
    best = facts.solution(problem)
    impossible = facts.impossibility(problem.starts[0], problem.finishes[0])
    if best is None and impossible is None:
        line = constructed(problem)
        made = () if line is None else (KnownSolution(line, "by construction"),)
        return Known(pair, made, facts.bound(problem))
    if impossible is not None:
        return Known(pair, impossible=replace(impossible, start=pair.start, finish=pair.finish))
    return Known(pair, _with(best, on_file), facts.bound(problem))


def _with(best: Solution | None, on_file: list[KnownSolution]) -> tuple[KnownSolution, ...]:
    """The solutions on file, after the one with the fewest moves where that is no one of them."""
    listed = sorted(on_file, key=lambda one: len(one.solution.moves))
    if best is not None and (not listed or len(best.moves) < len(listed[0].solution.moves)):
        listed.insert(0, KnownSolution(best, _ELSEWHERE))
    return tuple(listed)


def _listed(board: Board, pair: Pair) -> Bound | None:
    """The best bound that is said of a pair with any in it, or of an image of the pair."""
    bounds = (one for one in knowledge_of(board).bounds if _least(board, one.pair) == pair)
    return max(bounds, key=lambda one: one.moves, default=None)


def _pair_of(solution: Solution) -> Pair:
    [start] = solution.start.complement
    [finish] = solution.finish
    return Pair(hole_name(start), hole_name(finish))


def _least(board: Board, pair: Pair) -> Pair:
    """The image of a pair that comes first."""
    return _sorted(board, {_image(board, pair, one.image) for one in board.symmetries})[0]


def _image(board: Board, pair: Pair, image: tuple[int, ...]) -> Pair:
    return Pair(*_moved(board, (pair.start, pair.finish), image))


def _moved(board: Board, names: tuple[str, ...], image: tuple[int, ...]) -> Iterator[str]:
    for name in names:
        if name == _ANY:
            yield name
        else:
            code = apply_permutation(image, board.single(name).code)
            yield hole_name(board.holes[code.bit_length() - 1])


def _sorted(board: Board, pairs: set[Pair]) -> list[Pair]:
    """By the vacancy, then by the finish, row by row; any before holes."""

    def place(name: str) -> int:
        return -1 if name == _ANY else board.index(name)

    return sorted(pairs, key=lambda pair: (place(pair.start), place(pair.finish)))
