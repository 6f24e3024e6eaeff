"""`pegs warm-up`: compile all kernels now, so that later commands do not wait for them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from time import monotonic

from pegsolitaire import theory
from pegsolitaire.board import square, triangle
from pegsolitaire.cli.command import command
from pegsolitaire.cli.long_work import working
from pegsolitaire.cli.output import out
from pegsolitaire.game import Problem
from pegsolitaire.signals import starting_processes
from pegsolitaire.work import Work

# A tiny board; each part uses other kernels of the engine.
BOARD = triangle(5)
PROBLEM = Problem.complement(BOARD, "a1")
OTHER = Problem.to_any(BOARD.vacancy("a2"))


def levels() -> None:
    """Build level sets, and query stored ones."""
    from pegsolitaire import sets

    for problem in (PROBLEM, OTHER):
        sets.level_table(problem, raw=True)
        wins = sets.WinningSets.build(problem)
        wins.contains_codes(wins.levels[6])


def searches() -> None:
    """Search depth-first on boards of one word and of two."""
    from pegsolitaire import solving

    solving.solve(OTHER, facts=False)
    large = square(9)
    solving.solve(Problem.complement(large, "e5"), work=Work(positions=400_000))


def paths() -> None:
    """Count paths and ways to win."""
    from pegsolitaire import sets, solving

    solving.count_solutions(PROBLEM)
    solving.count_games(OTHER)
    sets.PositionValues.build(sets.WinningSets.build(OTHER))


def moves() -> None:
    """Build levels by moves."""
    from pegsolitaire import surveys

    surveys.move_table(PROBLEM)


def shortest() -> None:
    """Search for a shortest solution."""
    from pegsolitaire import solving

    solving.shortest(OTHER, facts=False)


def beams() -> None:
    """Run a beam search by moves."""
    from pegsolitaire import solving

    solving.short_solution(OTHER, facts=False, widest=8)


def tables() -> None:
    """Compute a whole class as a bitmap, and the labels of its positions."""
    from pegsolitaire import sets, surveys

    table = sets.Tablebase.build(BOARD, ["a1"])
    table.sizes()
    sets.labels_of(BOARD, table.finishes)
    surveys.unique_jumps(theory.class_named(BOARD, "A"), table=table)


def boards() -> None:
    """Solve all positions of many small boards."""
    from pegsolitaire import surveys

    for few in surveys.census(BOARD.lattice, 4):
        list(few.solvable())


def odds() -> None:
    """Compute exact random play without rules."""
    from pegsolitaire import chance

    chance.random_play(OTHER)


def players() -> None:
    """Compute exact random play of a player with rules."""
    from pegsolitaire import chance

    chance.random_play(OTHER, player="sax")


def games() -> None:
    """Simulate games."""
    from pegsolitaire import chance

    for player in ("any", "sax"):
        chance.simulate(OTHER, games=100, player=player, seed=1)


_WHAT_IS_KEPT = "compiled kernels are kept; the same command compiles the rest"

# The longest first. The first parts have no kernels in common, which two processes would both
# compile.
PARTS = (games, moves, players, beams, odds, shortest, levels, tables, paths, searches, boards)


@contextmanager
def _ended_with_this() -> Iterator[None]:
    """End the processes that this process started, which an interruption would leave running."""
    try:
        yield
    except BaseException:
        for process in active_children():
            process.terminate()
        raise


def run(number: int) -> str:
    """Compile one part, and return its name."""
    PARTS[number]()
    return PARTS[number].__name__


@command(has_json=False)
def warm_up() -> None:
    """Compile all kernels in advance (this takes half a minute to a few minutes).

    Otherwise, the first command that needs a kernel compiles and stores it, which takes a few
    seconds. Compiled kernels are stored inside the package, or in NUMBA_CACHE_DIR.

    Examples: pegs warm-up
    """
    begin = monotonic()
    workers = min(len(PARTS), os.cpu_count() or 1)
    # Processes are spawned, because a process with threads must not be forked.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    with working("compiling the kernels", kept=_WHAT_IS_KEPT) as work, pool, _ended_with_this():
        work.progress.stage("compiling the kernels", len(PARTS))
        with starting_processes():
            futures = [pool.submit(run, number) for number in range(len(PARTS))]
        for number, done in enumerate(as_completed(futures), 1):
            work.progress.update(number, f"those of {done.result()}")
    out.print(f"compiled all kernels in {monotonic() - begin:.0f} seconds")
