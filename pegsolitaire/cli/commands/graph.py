"""`pegs graph`: all solutions of a small problem as a graph."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pegsolitaire.analysis import SolutionGraph, problem_on
from pegsolitaire.analysis.graph import check_ending
from pegsolitaire.cli.arguments import BoardName, Finish, Json, Start, Type
from pegsolitaire.cli.output import NO, counted, end, out, print_json, titled
from pegsolitaire.cli.pictures import check_pictures, picture_option, written_to
from pegsolitaire.cli.shortest import graph_shortest
from pegsolitaire.files import check_target
from pegsolitaire.progress_bar import Bar
from pegsolitaire.results import to_json
from pegsolitaire.sets.plans import plan
from pegsolitaire.work import Work


def graph(
    name: BoardName,
    start: Start = None,
    finish: Finish = None,
    letter: Type = None,
    to: Annotated[
        Path | None,
        typer.Option(
            "--to",
            metavar="FILE",
            help="Write it to a file: .graphml, .dot (Graphviz), or a drawing: .svg, .png, .pdf.",
            show_default=False,
        ),
    ] = None,
    svg: Annotated[Path | None, picture_option("Draw it, beside --to.")] = None,
    shortest: Annotated[
        bool,
        typer.Option(
            "--shortest", help="Of the solutions with the fewest moves: positions between moves."
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Make the graph of all solutions of a small problem: positions, jumps and path counts.

    Every path through it, from top to bottom, is a solution. GraphML needs NetworkX
    (pip install 'pegsolitaire[graphs]'). The exit code is 1 when there is no solution.

    With --shortest it is the graph of the solutions with the fewest moves: the positions between
    moves, up to symmetry, with the number of ways to each; and the solutions are printed
    regardless of the order of their moves, where they are few.

    Examples: pegs graph triangle4 a2 --finish b2 --to t4.svg; pegs graph triangle5 a1 --to
    t5.graphml; pegs graph english d4 --shortest --to d4.svg
    """
    problem = problem_on(name, start, finish, letter, sets="graphs")
    targets = [file for file in (to, svg) if file is not None]
    check_pictures([svg])
    if to is not None:
        check_ending(to)
        check_target(to)
    if shortest:
        graph_shortest(problem, targets, as_json)
        return
    with Bar(f"the solutions of {titled(problem, letter)}") as progress:
        progress.announce_plan(plan(problem, refuse=True, work=Work(progress=progress)))
        made = SolutionGraph.of(problem, work=Work(progress=progress))
    for target in targets:
        made.save(target)
    if as_json:
        size = to_json(made, "solutions positions=__len__() jumps=jump_count levels")
        print_json({**to_json(problem), **size, "path": str(targets[0]) if targets else None})
    else:
        edges = list(made.edges())
        out.print(
            f"{counted(len(made), 'position')}, {counted(len(edges), 'jump')}, "
            f"{counted(made.solutions, 'solution')}: "
            f"{problem}{written_to(targets)}"
        )
    end(0 if made.levels else NO)
