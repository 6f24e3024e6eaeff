"""Compile the kernels before the tests: several processes at once, on a fresh checkout.

Numba compiles one function at a time in a process, and all that tests use takes a minute or more;
each process here calls another part of the engine, on a board so small that the work is nothing.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed

import pegsolitaire as ps
from pegsolitaire import analysis, sets, theory

BOARD = ps.triangle(5)
PROBLEM = ps.Problem.complement(BOARD, "a1")
OTHER = theory.any_finish(BOARD.vacancy("a2"))


def levels() -> None:
    """Level sets, and what is asked of stored ones."""
    for problem in (PROBLEM, OTHER):
        sets.level_table(problem, raw=True)
        wins = sets.WinningSets.build(problem)
        wins.contains_codes(wins.levels[6])
    analysis.solve(OTHER, facts=False)
    large = ps.square(9)
    analysis.solve(ps.Problem.complement(large, "e5"), budget=ps.Budget(positions=400_000))


def paths() -> None:
    """Numbers of paths."""
    analysis.count_solutions(PROBLEM)
    analysis.count_games(OTHER)


def moves() -> None:
    """Levels and beams by moves."""
    analysis.move_table(PROBLEM)
    analysis.shortest_solution(OTHER, facts=False)
    analysis.short_solution(OTHER, facts=False, widest=8)


def classes() -> None:
    """Whole classes as bitmaps."""
    table = sets.Tablebase.build(BOARD, ["a1"])
    table.levels()
    analysis.unique_jumps(theory.class_named(BOARD, "A"), table=table)


def play() -> None:
    """Exact random play and simulated games."""
    for player in ("any", "sax"):
        ps.exact_play(OTHER, player)
        ps.simulate(OTHER, 100, player, seed=1)


PARTS = (moves, play, classes, levels, paths)  # the longest first


def run(number: int) -> str:
    """One part; its name."""
    PARTS[number]()
    return PARTS[number].__name__


def main() -> None:
    """Compile what is not compiled yet, on as many cores as there are."""
    with ProcessPoolExecutor(min(len(PARTS), os.cpu_count() or 1)) as pool:
        for done in as_completed([pool.submit(run, number) for number in range(len(PARTS))]):
            print(f"compiled: {done.result()}", file=sys.stderr)


if __name__ == "__main__":
    main()
