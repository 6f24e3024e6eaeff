"""`pegs solve --shortest` and `--short`: solutions with the fewest moves, or with few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from pegsolitaire.cli.answers import print_unsolved
from pegsolitaire.cli.options import DiskLimits, Limits
from pegsolitaire.cli.output import (
    EXIT,
    NO,
    SOLVED_ALREADY,
    UNDECIDED,
    counted,
    out,
    report,
)
from pegsolitaire.cli.pictures import draw_solution, written_to
from pegsolitaire.cli.working import going_on, working
from pegsolitaire.errors import StoreError
from pegsolitaire.files import check_writable
from pegsolitaire.game import Problem
from pegsolitaire.progress_bar import err
from pegsolitaire.sets import Checkpoint, stored_moves
from pegsolitaire.sets.plans import free_disk
from pegsolitaire.sets.store import path_of
from pegsolitaire.solving import MinimalGraph, MoveSet, Shortest, short_solution, shortest

_KINDS = 12  # classes of solutions that are shown


def solve_shortest(
    problem: Problem, most: int | None, svg: Path | None, limits: DiskLimits
) -> None:
    """Find it, draw it, print it, and end the command; at most so many are listed, by class."""
    checkpoint = _checkpoint(problem, limits.disk)
    try:
        with working(
            f"the shortest solution of {problem}", limits, kept="", is_in_memory=True
        ) as work:
            table = stored_moves(problem, work=work)
            found = shortest(problem, table=table, checkpoint=checkpoint, work=work)
            sets = found.sets
    except KeyboardInterrupt as stop:
        folders = () if checkpoint is None else (checkpoint.folder,)
        stop.add_note("; ".join((*stop.args, going_on(*folders)())))
        raise
    except Exception:
        _tell_kept(checkpoint, "the same command goes on from there")
        raise
    _tell_kept(checkpoint, "with more memory or time the same command goes on from there")
    if not out.as_json:
        _print_what_may_settle(found)
    is_open = found.solution is not None and not found.proven
    drawn = draw_solution(found.solution, svg)

    def show() -> None:
        _print(found)
        if svg is not None and found.solution is not None:
            out.print(f"drawn in {svg}")
        if most is not None and found.proven and found.solution is not None:
            _print_members(sets, most)

    report(lambda: {**found.to_json(), **drawn}, show, UNDECIDED if is_open else _code(found))


def _code(found: Shortest) -> int:
    return 0 if found.solution is not None else EXIT[found.solvable]


def _tell_kept(checkpoint: Checkpoint | None, how: str) -> None:
    """Print where what is finished is kept, and how to go on."""
    if checkpoint is not None and checkpoint.folder.is_dir():
        err.print(f"kept in {checkpoint.folder}: {how}", style="dim")


def _print_what_may_settle(found: Shortest) -> None:
    """Where a search did not prove the fewest moves: that winning sets may."""
    problem = found.problem
    if found.proven or found.solvable is False or not problem.board.fits_word:
        return
    if not path_of(problem, "npz").exists():
        err.print(
            "winning sets may settle it where a search does not: pegs winning with the same START "
            "and --finish makes them, and with --estimate says what that takes",
            style="dim",
        )


def _print_members(sets: tuple[MoveSet, ...] | None, most: int) -> None:
    """Print the first solutions, class by class."""
    if sets is None:
        out.print("too many to list regardless of order", style="dim")
        return
    print_classes(sets, most)
    if len(sets) > most:
        out.print(f"and there are more: --all {most} lists the first", style="dim")


def print_classes(sets: Sequence[MoveSet], most: int | None = None) -> None:
    """Print solutions regardless of order, those with the longest sweeps first."""
    counts = Counter(one.kind for one in sets)
    ordered = sorted(sets, key=lambda one: one.kind, reverse=True)[:most]
    for kind, members in groupby(ordered, key=lambda one: one.kind):
        out.print(f"class {kind}: {counted(counts[kind], 'solution')}")
        for one in members:
            out.print(f"  {one.solution}")


def _checkpoint(problem: Problem, disk: int | None) -> Checkpoint | None:
    """Where the search is kept; nowhere, if nothing can be written there."""
    try:
        checkpoint = Checkpoint.of_moves(problem)
        check_writable(checkpoint.folder)
        free = free_disk(checkpoint.folder) // 2
    except (StoreError, OSError) as error:
        err.print(f"a long search will not be kept: {error}", style="dim")
        return None
    return Checkpoint.of_moves(problem, disk=free if disk is None else disk)


def solve_short(problem: Problem, svg: Path | None, limits: Limits) -> None:
    """Find one with few moves, draw it, print it, and end the command."""
    with working(f"a short solution of {problem}", limits) as work:
        found = short_solution(problem, work=work)
    drawn = draw_solution(found.solution, svg)
    report(found.to_json, lambda: _print(found), _code(found), drawn=drawn)


def _print(found: Shortest) -> None:
    sets = found.sets
    if found.solution is None:
        print_unsolved(found.problem, found.solvable, found.reason)
        if found.solvable is None and found.lower_bound:
            out.print(f"at least {counted(found.lower_bound, 'move')} are needed", style="dim")
        return
    out.print(str(found.solution) or SOLVED_ALREADY)
    moves = counted(len(found.solution.moves), "move")
    if not found.proven:
        out.print(
            f"{moves}, the best found; at least {found.lower_bound} are needed: {found.problem}; "
            f"{found.reason}",
            style="dim",
        )
        return
    out.print(f"{moves}, the fewest there can be: {found.problem}", style="dim")
    if found.all is not None:
        order = "too many to list" if sets is None else f"{len(sets):,}"
        out.print(
            f"up to symmetry {found.all.up_to_symmetry:,} of them ({found.all.raw:,} in all); "
            f"regardless of order: {order}",
            style="dim",
        )
    if sets is not None and found.lower_bound:
        kinds = [f"{kind} {number:,}" for kind, number in reversed((found.kinds or {}).items())]
        more = " .." if len(kinds) > _KINDS else ""
        out.print(
            f"by (longest, second, last sweep): {', '.join(kinds[:_KINDS])}{more}", style="dim"
        )


_FEW = 20  # solutions regardless of order that `pegs graph --shortest` prints


def graph_shortest(problem: Problem, targets: Sequence[Path], limits: Limits) -> None:
    """Make the graph of the solutions with the fewest moves, print it, and end the command."""
    with working(f"the shortest solutions of {problem}", limits) as work:
        table = stored_moves(problem, work=work)
        found = shortest(problem, table=table, work=work)
        graph, sets = None if found.all is None else MinimalGraph(found.all), found.sets
    if graph is not None:
        for target in targets:
            graph.save(target)
    rows = [] if graph is None else [list(row) for row in graph.rows]
    arrows = () if graph is None else graph.arrows()
    links = [{"before": a, "move": words, "after": b} for a, words, b in arrows]
    path = str(targets[0]) if targets else None

    def show() -> None:
        if graph is None or found.all is None:
            print_unsolved(problem, found.solvable, found.reason)
            return
        out.print(
            f"{counted(len(graph), 'position')}, {counted(len(links), 'link')}, "
            f"{counted(found.all.up_to_symmetry, 'solution')} in "
            f"{counted(graph.minimal.moves, 'move')}"
            f" up to symmetry: {problem}{written_to(targets)}"
        )
        if sets is not None:
            out.print(f"{counted(len(sets), 'solution')} regardless of order:")
            for one in sets[:_FEW]:
                out.print(f"{one.kind} {one.solution}")
            if len(sets) > _FEW:
                out.print(f"and {len(sets) - _FEW} more: --json lists them", style="dim")

    document = {"levels": rows, "links": links, "path": path}
    report(lambda: found.to_json() | document, show, NO if found.solvable is False else 0)
