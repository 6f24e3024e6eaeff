"""Benchmarks of levels by moves and of shortest solutions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter

from pegsolitaire import Board, Problem
from pegsolitaire.board import english, triangle
from pegsolitaire.solving import shortest
from pegsolitaire.solving.shortest_solutions import TwoEnds
from pegsolitaire.surveys import move_table, survey
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.theory.merson import MoveBound


def cases() -> dict[str, tuple[str, Callable[[], float]]]:
    """Return the cases in the form of `benchmarks.cases`."""
    return {
        "levels by moves of the central game": ("90 s", levels),
        "shortest central game, all 936 solutions": ("15 s", central),
        "shortest of all 21 english problems": ("5 min", partial(table, "english")),
        "fewest moves on triangle7, proven": ("20 s", partial(fewest, 7, 12)),
        "fewest moves on triangle8, proven": ("2 min", partial(fewest, 8, 13)),
    }


def levels() -> float:
    """Compute both columns of Table 1 of the 33-hole page."""
    problem = _warm()
    begin = perf_counter()
    table = move_table(problem)
    for levels_played in (table.forward, table.backward):
        assert sum(level.positions for level in levels_played) == 23_475_688
    return perf_counter() - begin


def central() -> float:
    """Solve the central game in 18 moves, with a proof and all solutions."""
    problem = _warm()
    begin = perf_counter()
    found = shortest(problem)
    assert found.proven
    assert found.all is not None
    assert (found.all.up_to_symmetry, len(found.all.unordered)) == (936, 2)
    return perf_counter() - begin


def table(name: str) -> float:
    """Solve every problem of a board from one vacancy to one peg."""
    _warm()
    begin = perf_counter()
    assert all(row.answer.proven for row in survey(Board(name), shortest))
    return perf_counter() - begin


def fewest(side: int, moves: int) -> float:
    """Prove the fewest moves of any problem of a triangle and find a solution with that many."""
    _warm()
    board = triangle(side)
    begin = perf_counter()
    starts = [board.vacancy(board.holes[orbit[0]]) for orbit in board.orbits]
    problems = [Problem.to_any(start) for start in starts if feasible_finishes(start)]
    bounds = [MoveBound.of(problem) for problem in problems]
    for problem, bound in zip(problems, bounds, strict=True):
        with TwoEnds(problem, moves - 1, bound) as ends:
            assert ends.meet() is False
    for problem, bound in zip(problems, bounds, strict=True):
        with TwoEnds(problem, moves, bound) as ends:
            if ends.meet():
                return perf_counter() - begin
    raise AssertionError(f"no solution of {moves} moves")


def _warm() -> Problem:
    """Load the kernels and return the central game."""
    shortest(Problem.complement(triangle(5), "a1"))
    return Problem.complement(english(), "d4")
