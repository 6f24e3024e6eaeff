"""`pegs verify`: check stored winning sets by playing."""

from __future__ import annotations

from pegsolitaire.cli.options import Asked, Limits, option
from pegsolitaire.cli.output import counted, out, report
from pegsolitaire.cli.working import working
from pegsolitaire.reasons import verify as verify_sets
from pegsolitaire.results import to_json
from pegsolitaire.sets import WinningSets


def verify(
    asked: Asked,
    limits: Limits,
    sample: int = option("Positions to be drawn of each level.", default=20, metavar="N", min=0),
    seed: int = option("Of the draw.", default=0, metavar="N"),
) -> None:
    """Check the stored winning sets of a problem.

    Every file is read and compared with its checksum. Then positions are drawn at random: those
    that win are played to the finish, and back to the start; those that one jump takes out of the
    sets are searched, without them, for a solution that must not be there.

    Examples: pegs verify triangle5 a1; pegs verify english d4 --sample 100 --seed 7
    """
    problem = asked.problem("winning sets")
    with working(f"checking the winning positions of {asked.title_of(problem)}", limits) as work:
        found = verify_sets(WinningSets.open(problem), sample, seed, work=work)

    def show() -> None:
        out.print(f"{problem}: {counted(found.positions, 'winning position')}, whole and sorted")
        out.print(f"{found.played:,} of them were played to the finish and back to the start")
        out.print(
            f"{counted(found.rejected, 'losing position')} shown to have no solution, "
            f"{found.undecided:,} not decided in time"
        )

    report(lambda: {**to_json(problem), **found.to_json()}, show)
