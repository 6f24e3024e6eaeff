"""`pegs count`: how many solutions there are, and how many games."""

from __future__ import annotations

from typing import Annotated

import typer

from pegsolitaire.analysis import (
    class_reason,
    count_by_finish,
    count_games,
    count_solutions,
    count_unordered,
    known_count,
    problem_on,
)
from pegsolitaire.cli.arguments import (
    BoardName,
    Disk,
    Estimating,
    Finish,
    Json,
    Memory,
    Start,
    Type,
    spilling,
)
from pegsolitaire.cli.cluster import Cluster, ClusterFolder, Shard, runner_of
from pegsolitaire.cli.output import NO, counted, end, out, print_json, print_plan, titled
from pegsolitaire.data import SolutionCount
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import home
from pegsolitaire.game import Problem, finish_name
from pegsolitaire.progress_bar import NOTHING_KEPT, Bar
from pegsolitaire.results import to_json
from pegsolitaire.sets import WinningSets
from pegsolitaire.sets.plans import Kind, plan
from pegsolitaire.work import Work

_KEPT = "a count in memory keeps nothing; with --cluster local it keeps what is finished"


def count(
    name: BoardName,
    start: Start = None,
    finish: Finish = None,
    letter: Type = None,
    unordered: Annotated[
        bool,
        typer.Option(
            "--unordered",
            help="Also regardless of the order of the jumps: for boards of up to 21 holes or so.",
        ),
    ] = False,
    games: Annotated[
        bool,
        typer.Option(
            "--games",
            help="Also all games that can be played, those lost, and how many "
            "leave how many pegs.",
        ),
    ] = False,
    by_finish: Annotated[
        bool,
        typer.Option("--by-finish", help="Also how many end at each finish, where it is any."),
    ] = False,
    again: Annotated[
        bool,
        typer.Option("--again", help="Count, even where the number is known and stored."),
    ] = False,
    cluster: Cluster = None,
    cluster_folder: ClusterFolder = None,
    shard: Shard = None,
    memory: Memory = None,
    disk: Disk = None,
    estimate: Estimating = False,
    as_json: Json = False,
) -> None:
    """Count the solutions of a problem, exactly.

    Two solutions are different when their jumps, in order, differ. START may be any position in
    the course of a game: --games then says what share of its continuations win. The exit code is 1
    when there is no solution.

    Numbers that took long to count are stored with the program and printed at once: the answer
    says so, and --again counts them again.

    Examples: pegs count english d4; pegs count triangle5 a1 --unordered; pegs count english d4
    --finish d1; pegs count triangle5 a3 --finish any --by-finish; pegs count triangle5 code:8455
    --finish any --games
    """
    problem = problem_on(name, start, finish, letter)
    document: dict[str, object] = {**to_json(problem)}
    kind: Kind = "games" if games or by_finish else "count"
    if estimate:
        print_plan(plan(problem, kind, folder=home()), as_json)
        return
    counts_more = games or by_finish or unordered or cluster is not None
    known = None if again or counts_more else known_count(problem)
    if known is not None:
        _print_known(problem, known, as_json)
        return
    if cluster is not None and (games or by_finish):
        raise ProblemError("--cluster counts solutions: leave out --games and --by-finish")
    title = f"the number of solutions of {titled(problem, letter)}"
    kept = _KEPT if cluster is None else NOTHING_KEPT
    with Bar(title, kept=kept) as progress, spilling(memory, disk) as budget:
        wins = None if games or by_finish else WinningSets.find(problem)
        connected = runner_of(cluster, cluster_folder, shard, progress, needed=wins is None)
        with connected as (runner, threads):
            if wins is None:
                found = plan(
                    problem,
                    kind,
                    refuse=True,
                    folder=home(),
                    by_class=not games,
                    threads=threads,
                    work=Work(progress=progress),
                )
                progress.announce_plan(found)
            if by_finish:
                ends = count_by_finish(problem, work=budget.part(progress=progress))
                named = {finish_name(problem.board, code): n for code, n in ends.items()}
                document["by_finish"] = named
            if games:
                played = count_games(problem, work=budget.part(progress=progress))
                solutions = played.won
                document |= played.to_json()
            elif by_finish:
                solutions = sum(ends.values())
                document["solutions"] = solutions
            else:
                solutions = count_solutions(
                    problem, wins=wins, work=budget.part(progress=progress, cluster=runner)
                )
                document["solutions"] = solutions
            if unordered:
                sets = count_unordered(problem, work=Work(progress=progress))
                document |= {
                    "solutions_unordered": sets.directed,
                    "without_direction": sets.undirected,
                    "up_to_symmetry": sets.up_to_symmetry,
                }
    reason = class_reason(problem)
    if reason:
        document["reason"] = reason
    if as_json:
        print_json(document)
    else:
        out.print(f"{solutions:,} solution{'s' * (solutions != 1)}: {reason or problem}")
        if by_finish:
            width = max(len(f"{number:,}") for number in named.values())
            for finish, number in named.items():
                out.print(f"{number:>{width},} end at {finish}")
        if games:
            out.print(
                f"{played.total:,} games, {played.lost:,} of them lost: {played.share:.3%} won"
            )
            width = max(len(f"{number:,}") for number in played.by_pegs.values())
            for left, number in played.by_pegs.items():
                leave = f"{'leaves' if number == 1 else 'leave'} {counted(left, 'peg')}"
                out.print(f"{number:>{width},} {leave} ({number / played.total:.2%})")
        if unordered:
            out.print(f"{sets.directed:,} regardless of order")
            out.print(f"{sets.undirected:,} when jumps along the same three holes count as one")
            out.print(f"{sets.up_to_symmetry:,} of those up to symmetry")
    end(0 if solutions else NO)


def _print_known(problem: Problem, known: SolutionCount, as_json: bool) -> None:
    """Print a number that is stored, and say that it is."""
    number, source = known.solutions, known.source
    if as_json:
        print_json({**to_json(problem), "solutions": number, "stored": source})
        return
    out.print(f"{number:,} solutions: {problem}")
    out.print(f"from the stored table ({source}): --again counts them again", style="dim")
