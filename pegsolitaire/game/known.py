"""What is known of a board, problem by problem: a table to be read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pegsolitaire.board.board import Board
from pegsolitaire.board.notation import hole_name
from pegsolitaire.board.symmetries import apply_permutation
from pegsolitaire.game.facts import Bound, Impossible, KnownSolution, Pair, facts_of


@dataclass(frozen=True)
class Known:
    """What is known of a problem from one vacancy to one peg, and of its images.

    Attributes
    ----------
    pair : Pair
        The vacancy and the hole of the last peg, or ``any``.
    solutions : tuple of KnownSolution
        The solutions that come along, those with the fewest moves first; perhaps none.
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
    [('a2 to b2', 5, True)]
    """
    facts = facts_of(board)
    found: dict[Pair, dict[str, list[object]]] = {}

    def about(pair: Pair) -> dict[str, list[object]]:
        empty: dict[str, list[object]] = {"solutions": [], "bounds": [], "impossible": []}
        return found.setdefault(_least(board, pair), empty)

    for known in facts.solutions:
        about(_pair_of(known))["solutions"].append(known)
    for bound in facts.bounds:
        about(bound.pair)["bounds"].append(bound)
    for one in facts.impossible:
        about(one.pair)["impossible"].append(one)
    return tuple(_row(pair, found[pair]) for pair in sorted(found, key=lambda p: _order(board, p)))


def _row(pair: Pair, about: dict[str, list[object]]) -> Known:
    solutions = [one for one in about["solutions"] if isinstance(one, KnownSolution)]
    bounds = [one for one in about["bounds"] if isinstance(one, Bound)]
    impossible = [one for one in about["impossible"] if isinstance(one, Impossible)]
    return Known(
        pair,
        tuple(sorted(solutions, key=lambda one: len(one.solution.moves))),
        max(bounds, key=lambda one: one.moves, default=None),
        impossible[0] if impossible else None,
    )


def _pair_of(known: KnownSolution) -> Pair:
    [start] = known.solution.start.complement
    [finish] = known.solution.finish
    return Pair(hole_name(start), hole_name(finish))


def _least(board: Board, pair: Pair) -> Pair:
    """The image of a pair that comes first."""
    images = (symmetry.image for symmetry in board.symmetries)
    return min((_image(board, pair, image) for image in images), key=lambda p: _order(board, p))


def _image(board: Board, pair: Pair, image: tuple[int, ...]) -> Pair:
    return Pair(*(name if name == "any" else _moved(board, name, image) for name in
                  (pair.start, pair.finish)))  # fmt: skip


def _moved(board: Board, name: str, image: tuple[int, ...]) -> str:
    code = apply_permutation(image, board.single(name).code)
    return hole_name(board.holes[code.bit_length() - 1])


def _order(board: Board, pair: Pair) -> tuple[int, int]:
    """By the vacancy, then by the finish, row by row; any before holes."""
    start, finish = (
        -1 if name == "any" else board.index(name) for name in (pair.start, pair.finish)
    )
    return start, finish
