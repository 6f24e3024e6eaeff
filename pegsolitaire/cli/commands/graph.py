"""`pegs graph`: all solutions of a small problem as a graph."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from pegsolitaire.cli.options import Asked, LevelLimits, option, rules
from pegsolitaire.cli.output import NO, counted, out, report
from pegsolitaire.cli.pictures import check_pictures, picture_option, written_to
from pegsolitaire.cli.shortest import graph_shortest
from pegsolitaire.cli.working import working
from pegsolitaire.files import check_target
from pegsolitaire.results import to_json
from pegsolitaire.sets.plans import plan
from pegsolitaire.solving import SolutionGraph
from pegsolitaire.solving.solution_graphs import check_ending


@rules("--estimate excludes --shortest")
def graph(
    asked: Asked,
    limits: LevelLimits,
    to: Path | None = option(
        "Write it to a file: .graphml, .dot (Graphviz), or a drawing: .svg, .png, .pdf.",
        metavar="FILE",
    ),
    svg: Path | None = picture_option("Draw it, beside --to."),
    shortest: bool = option("Of the solutions with the fewest moves: positions between moves."),
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
    problem = asked.problem("graphs")
    targets = [file for file in (to, svg) if file is not None]
    check_pictures([svg])
    if to is not None:
        check_ending(to)
        check_target(to)
    if shortest:
        graph_shortest(problem, targets, limits)
        return
    title = f"the solutions of {asked.title_of(problem)}"
    with working(title, limits, plan=partial(plan, problem)) as work:
        made = SolutionGraph.of(problem, work=work)
    for target in targets:
        made.save(target)

    def show() -> None:
        edges = list(made.edges())
        out.print(
            f"{counted(len(made), 'position')}, {counted(len(edges), 'jump')}, "
            f"{counted(made.solutions, 'solution')}: "
            f"{problem}{written_to(targets)}"
        )

    size = to_json(made, "solutions positions=__len__() jumps=jump_count levels")
    path = {"path": str(targets[0]) if targets else None}
    report({**to_json(problem), **size, **path}, show, 0 if made.levels else NO)
