"""`pegs verify`: check stored winning sets by playing."""

from __future__ import annotations

from typing import Annotated

import typer

from pegsolitaire.analysis import problem_on
from pegsolitaire.analysis import verify as verify_sets
from pegsolitaire.cli.arguments import BoardName, Finish, Json, Start, Type
from pegsolitaire.cli.output import counted, out, print_json, titled
from pegsolitaire.progress_bar import Bar
from pegsolitaire.results import to_json
from pegsolitaire.sets import WinningSets
from pegsolitaire.work import Work


def verify(
    name: BoardName,
    start: Start = None,
    finish: Finish = None,
    letter: Type = None,
    sample: Annotated[
        int,
        typer.Option("--sample", metavar="N", min=0, help="Positions to be drawn of each level."),
    ] = 20,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of the draw.")] = 0,
    as_json: Json = False,
) -> None:
    """Check the stored winning sets of a problem.

    Every file is read and compared with its checksum. Then positions are drawn at random: those
    that win are played to the finish, and back to the start; those that one jump takes out of the
    sets are searched, without them, for a solution that must not be there.

    Examples: pegs verify triangle5 a1; pegs verify english d4 --sample 100 --seed 7
    """
    problem = problem_on(name, start, finish, letter, sets="winning sets")
    with Bar(what=f"checking the winning positions of {titled(problem, letter)}") as progress:
        found = verify_sets(WinningSets.open(problem), sample, seed, work=Work(progress=progress))
    if as_json:
        print_json({**to_json(problem), **found.to_json()})
        return
    out.print(f"{problem}: {counted(found.positions, 'winning position')}, whole and sorted")
    out.print(f"{found.played:,} of them were played to the finish and back to the start")
    out.print(
        f"{counted(found.rejected, 'losing position')} shown to have no solution, "
        f"{found.undecided:,} not decided in time"
    )
