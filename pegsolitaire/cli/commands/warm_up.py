"""`pegs warm-up`: compile all kernels now, so that later commands do not wait for them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from time import monotonic

from pegsolitaire import chance, sets, solving, surveys, theory
from pegsolitaire.board import square, triangle
from pegsolitaire.cli.command import command
from pegsolitaire.cli.long_work import working
from pegsolitaire.cli.output import out
from pegsolitaire.game import Problem
from pegsolitaire.signals import starting_processes
from pegsolitaire.work import Work

# A tiny board; each part uses other kernels of the engine.
_BOARD = triangle(5)
_PROBLEM = Problem.complement(_BOARD, "a1")
_OTHER = Problem.to_any(_BOARD.vacancy("a2"))


def levels() -> None:
    """Build level sets, and query stored ones."""
    for problem in (_PROBLEM, _OTHER):
        sets.level_table(problem, raw=True)
        wins = sets.WinningSets.build(problem)
        wins.contains_codes(wins.levels[6])


def searches() -> None:
    """Search depth-first on boards of one word and of two."""
    solving.solve(_OTHER, facts=False)
    large = square(9)
    solving.solve(Problem.complement(large, "e5"), work=Work(positions=400_000))


def paths() -> None:
    """Count paths and ways to win."""
    solving.count(_PROBLEM)
    solving.count_games(_OTHER)
    sets.PositionValues.build(sets.WinningSets.build(_OTHER))


def moves() -> None:
    """Build levels by moves."""
    surveys.move_table(_PROBLEM)


def shortest() -> None:
    """Search for a shortest solution."""
    solving.shortest(_OTHER, facts=False)


def beams() -> None:
    """Run a beam search by moves."""
    solving.short_solution(_OTHER, facts=False, widest=8)


def tables() -> None:
    """Compute a whole class as a bitmap, and the labels of its positions."""
    table = sets.Tablebase.build(_BOARD, ["a1"])
    table.sizes()
    sets.labels_of(_BOARD, table.finishes)
    surveys.unique_jumps(theory.as_class(_BOARD, "A"), table=table)


def boards() -> None:
    """Solve all positions of many small boards."""
    for few in surveys.census(_BOARD.lattice, 4):
        list(few.solvable())


def odds() -> None:
    """Compute exact random play without rules."""
    chance.random_play(_OTHER)


def players() -> None:
    """Compute exact random play of a player with rules."""
    chance.random_play(_OTHER, player="sax")


def games() -> None:
    """Simulate games."""
    for player in ("any", "sax"):
        chance.simulate(_OTHER, games=100, player=player, seed=1)


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
