"""`pegs count` counts solutions and games; `pegs graph` builds the graph of all solutions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import click

from pegsolitaire import sets, solving
from pegsolitaire.cli.command import command
from pegsolitaire.cli.commands.solving import print_unsolved
from pegsolitaire.cli.long_work import Cluster, check_cluster_options, cluster_options, working
from pegsolitaire.cli.options import (
    FILE,
    Asked,
    Limits,
    excludes,
    level_limit_options,
    problem_options,
)
from pegsolitaire.cli.output import out, print_basis, report
from pegsolitaire.cli.pictures import picture_option, written_to
from pegsolitaire.data import SolutionCount, knowledge_of
from pegsolitaire.files import check_target, home
from pegsolitaire.game import Problem, finish_name
from pegsolitaire.progress_bar import NOTHING_KEPT
from pegsolitaire.results import Document
from pegsolitaire.sets.plans import Kind, plan
from pegsolitaire.solving.solution_graphs import check_ending
from pegsolitaire.units import counted

# Solutions, apart from the order of moves, that `pegs graph --shortest` prints.
_MAX_PRINTED_SOLUTIONS = 20
_WHAT_IS_KEPT = (
    "a count in memory cannot be resumed; with --cluster local finished levels are kept"
)


@command()
@problem_options
@click.option(
    "--unordered",
    is_flag=True,
    help="Also count the solutions apart from the order of jumps (up to about 21 holes).",
)
@click.option(
    "--games",
    is_flag=True,
    help="Also count all games, those that are lost, and those that leave each number of pegs.",
)
@click.option(
    "--by-finish",
    is_flag=True,
    help="With --finish any: also count the solutions for each finish.",
)
@click.option("--again", is_flag=True, help="Count again even if the number is built in.")
@level_limit_options
@cluster_options
def count(
    asked: Asked,
    unordered: bool,
    games: bool,
    by_finish: bool,
    again: bool,
    limits: Limits,
    cluster: Cluster,
) -> None:
    """Count the solutions of a problem exactly.

    Two solutions are different if they differ in their jumps or in the order of the jumps. START
    may be any position of a game. With --games the command prints what share of the games from
    START are won. The exit code is 1 if there is no solution.

    Large numbers that are built in are printed immediately with their source; --again counts
    the solutions again.

    Examples: pegs count english d4; pegs count triangle5 a1 --unordered; pegs count english d4
    --finish d1; pegs count triangle5 a3 --finish any --by-finish; pegs count triangle5 code:8455
    --finish any --games
    """
    check_cluster_options()
    excludes("--cluster", "--games", "--by-finish", why="it counts solutions")
    problem = asked.problem()
    kind: Kind = "games" if games or by_finish else "count"
    is_on_cluster = cluster.cluster is not None
    counts_more = games or by_finish or unordered or is_on_cluster
    known = None
    if not (again or counts_more or limits.estimate):
        known = knowledge_of(problem.board).count(problem)
    if known is not None:
        _report_known(problem, known)
        return
    document: Document = {"problem": problem}
    lines: list[str] = []
    wins = None if games or by_finish or limits.estimate else sets.WinningSets.find(problem)
    planned = partial(plan, problem, kind, folder=home(), by_class=not games)
    with working(
        f"the number of solutions of {asked.title_of(problem)}",
        limits,
        plan=planned if wins is None else None,
        kept=NOTHING_KEPT if is_on_cluster else _WHAT_IS_KEPT,
        cluster=cluster if wins is None else None,
    ) as work:
        if by_finish:
            ends = solving.count_by_finish(problem, work=work)
            named = {finish_name(problem.board, code): n for code, n in ends.items()}
            document["by_finish"] = named
            lines += _column({f"end at {finish}": number for finish, number in named.items()})
        if games:
            played = solving.count_games(problem, work=work)
            solutions = played.won
            document["games"] = played
            lost = f"{played.lost:,} of them lost: {played.share:.3%} won"
            lines += [f"{counted(played.total, 'game')}, {lost}"]
            lines += _column(
                {
                    f"{'leaves' if number == 1 else 'leave'} {counted(left, 'peg')} "
                    f"({number / played.total:.2%})": number
                    for left, number in played.by_pegs.items()
                }
            )
        else:
            solutions = (
                sum(ends.values()) if by_finish else solving.count(problem, wins=wins, work=work)
            )
        document["solutions"] = solutions
        if unordered:
            classes = solving.count_unordered(problem, work=work)
            document |= {
                "unordered": classes.directed,
                "without_direction": classes.undirected,
                "up_to_symmetry": classes.up_to_symmetry,
            }
            lines += [
                f"{classes.directed:,} apart from the order of jumps",
                f"{classes.undirected:,} if jumps along the same three holes count as one",
                f"{classes.up_to_symmetry:,} of those up to symmetry",
            ]
    reason = solving.class_reason(problem)
    if reason:
        document["reason"] = reason
    lines.insert(0, f"{counted(solutions, 'solution')}: {reason or problem}")

    def show() -> None:
        out.print("\n".join(lines))
        print_basis("computed")

    report(document | {"basis": "computed"}, show, solutions > 0)


def _column(numbers: Mapping[str, int]) -> list[str]:
    """Format numbers as aligned lines, each followed by its description."""
    width = max(len(f"{number:,}") for number in numbers.values())
    return [f"{number:>{width},} {words}" for words, number in numbers.items()]


def _report_known(problem: Problem, known: SolutionCount) -> None:
    """Print the stored number of solutions of a problem, with its source."""

    def show() -> None:
        out.print(f"{counted(known.solutions, 'solution')}: {problem}")
        print_basis("stored", f"{known.source}; --again counts the solutions again")

    numbers = {"solutions": known.solutions, "basis": "stored", "source": known.source}
    report({"problem": problem, **numbers}, show)


@command()
@problem_options
@level_limit_options
@click.option(
    "--to",
    type=FILE,
    metavar="FILE",
    help="Write the graph to a file: .graphml, .dot (Graphviz), or a drawing (.svg, .png, .pdf).",
)
@picture_option("Also draw the graph.")
@click.option(
    "--shortest",
    is_flag=True,
    help="Use only the solutions with the fewest moves, and the positions between moves.",
)
def graph(asked: Asked, limits: Limits, to: Path | None, svg: Path | None, shortest: bool) -> None:
    """Build the graph of all solutions of a small problem: positions, jumps and path counts.

    Every path from top to bottom is a solution. GraphML needs NetworkX (pip install
    'pegsolitaire[graphs]'). The exit code is 1 if there is no solution.

    With --shortest the graph contains only the solutions with the fewest moves. Its nodes are the
    positions between moves, up to symmetry, each with the number of ways to reach it. If there are
    few solutions apart from the order of moves, the command prints them.

    Examples: pegs graph triangle4 a2 --finish b2 --to t4.svg; pegs graph triangle5 a1 --to
    t5.graphml; pegs graph english d4 --shortest --to d4.svg
    """
    excludes("--estimate", "--shortest")
    problem = asked.problem("graphs")
    targets = [file for file in (to, svg) if file is not None]
    if to is not None:
        check_ending(to)
        check_target(to)
    if shortest:
        _graph_shortest(problem, targets, limits)
        return
    title = f"the solutions of {asked.title_of(problem)}"
    with working(title, limits, plan=partial(plan, problem)) as work:
        solution_graph = solving.SolutionGraph.of(problem, work=work)
        work.progress.stage("counting paths")
        jumps, solutions = solution_graph.jump_count, solution_graph.solutions
    for target in targets:
        solution_graph.save(target)
    path = {"path": str(targets[0]) if targets else None}
    text = (
        f"{counted(len(solution_graph), 'position')}, {counted(jumps, 'jump')}, "
        f"{counted(solutions, 'solution')}: {problem}{written_to(targets)}"
    )

    def document() -> dict[str, object]:
        return {
            "problem": problem,
            "solutions": solutions,
            "positions": len(solution_graph),
            "jumps": jumps,
            "levels": solution_graph.levels,
            **path,
        }

    report(document, text, bool(solution_graph.levels))


def _graph_shortest(problem: Problem, targets: Sequence[Path], limits: Limits) -> None:
    """Build the graph of the solutions with the fewest moves, print it, and end the command."""
    with working(f"the shortest solutions of {problem}", limits) as work:
        table = sets.stored_moves(problem, work=work)
        answer = solving.shortest(problem, table=table, work=work)
        graph = None if answer.all is None else solving.MinimalGraph(answer.all)
    if graph is not None:
        for target in targets:
            graph.save(target)
    listed = answer.sets
    rows = [] if graph is None else [list(row) for row in graph.levels]
    arrows = () if graph is None else graph.arrows()
    links = [{"before": a, "move": words, "after": b} for a, words, b in arrows]
    path = str(targets[0]) if targets else None

    def show() -> None:
        if graph is None or answer.all is None:
            print_unsolved(problem, answer)
            return
        out.print(
            f"{counted(len(graph), 'position')}, {counted(len(links), 'link')}, "
            f"{counted(answer.all.up_to_symmetry, 'solution')} in "
            f"{counted(graph.minimal.moves, 'move')}"
            f" up to symmetry: {problem}{written_to(targets)}"
        )
        if listed is not None:
            out.print(f"{counted(len(listed), 'solution')} apart from the order of moves:")
            for solution in listed[:_MAX_PRINTED_SOLUTIONS]:
                out.print(f"{solution.kind} {solution.solution}")
            if len(listed) > _MAX_PRINTED_SOLUTIONS:
                out.dim(f"and {len(listed) - _MAX_PRINTED_SOLUTIONS} more: --json lists them")
        print_basis(answer.basis, answer.reason)

    document = {"levels": rows, "links": links, "path": path}
    report(lambda: answer.to_json() | document, show, answer.solvable is not False)
