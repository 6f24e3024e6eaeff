"""`pegs winning`: build and store winning sets, and export them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Literal

from pegsolitaire.cli.grid import print_table
from pegsolitaire.cli.options import Asked, LevelLimits, option, rules
from pegsolitaire.cli.output import counted, out, report
from pegsolitaire.cli.working import CLUSTER_RULES, Cluster, kept_sets, working
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import write_text
from pegsolitaire.game import is_any
from pegsolitaire.results import need, to_json
from pegsolitaire.sets import IndexedSets, WinningSets
from pegsolitaire.sets.export import (
    export_name,
    text_of_index,
    text_of_sets,
    write_sets_parquet,
)
from pegsolitaire.sets.plans import plan
from pegsolitaire.sets.store import path_of
from pegsolitaire.theory import type_named

Format = Literal["text", "parquet"]


@rules(
    *CLUSTER_RULES,
    "--cluster excludes --by=index: it is for the sets of one problem",
    "--to needs --export",
)
def winning(
    asked: Asked,
    by: Literal["pegs", "index"] = option(
        "index: sort by the complement problems that a position occurs in.", default="pegs"
    ),
    export: Format | None = option("Write them out, in the papers' text form or as Parquet."),
    to: Path | None = option("The folder to export to; by default where you are.", metavar="DIR"),
    no_prune: bool = option(
        "Keep what resource counts exclude until the end: slower, with the same result."
    ),
    *,
    limits: LevelLimits,
    cluster: Cluster,
) -> None:
    """Compute and store every position from which a problem can still be won.

    They are stored in the user's data folder, or in PEGSOLITAIRE_HOME; `check`, `solve`, `count`
    and `play` use them. Levels that outgrow the memory lie on disk meanwhile; a run that is
    stopped goes on from its last level, or the last pass over a level.

    With --cluster, the level steps are done by the workers of a Dask cluster, through files that
    all machines see; the result is the same, and a run that was stopped goes on where it was.
    `--cluster local` tries it on this machine.

    With any --by index the table says how many positions there are by pegs and index (Table 5 of
    the Notes): bit i of an index is set where the position occurs in the complement problem of
    the i-th standard vacancy.

    --export writes one file: in the text form of the papers, W[3] = {28, 112}, or as Parquet,
    which needs pip install 'pegsolitaire[frames]'.

    Examples: pegs winning english d4; pegs winning wiegleb e5 --estimate; pegs winning triangle5
    any --by index --export text --to out
    """
    problem = asked.problem("winning sets")
    if by == "index" and not is_any(asked.start):
        raise ProblemError("--by index goes with a START of any: it compares all vacancies")
    if export == "parquet":
        need("pyarrow")  # before the work begins
    folder, place = to or Path(), path_of(problem, "npz")
    is_stored = place.exists() and not limits.estimate
    if is_stored and cluster.cluster is not None:
        cluster.forget_stored(problem)
    table: dict[int, dict[int, int]] = {}
    with working(
        f"the winning positions of {asked.title_of(problem)}",
        limits,
        plan=partial(plan, problem, folder=place, prune=not no_prune),
        is_planned=not is_stored,
        kept=kept_sets(problem),
        cluster=None if is_stored else cluster,
        scratch=place.parent,
    ) as work:
        sets: WinningSets | IndexedSets
        if by == "index":
            kind = type_named(problem.board, asked.letter)
            sets = IndexedSets.make(kind, stored=True, work=work)
            table = sets.table()
            exported = f"{export_name(kind.problem, kind.letter)}-by-index"
        else:
            sets = WinningSets.load(problem, prune=not no_prune, work=work)
            exported = export_name(problem, asked.letter)
        counts = sets.sizes()
        path = place if export is None else _export(sets, exported, export, folder)
    document = {
        **to_json(problem),
        "positions": sum(counts.values()),
        "path": str(path),
        "levels": [{"pegs": pegs, "positions": number} for pegs, number in counts.items()],
        "by_index": [
            {"pegs": pegs, "index": index, "positions": number}
            for pegs, row in table.items()
            for index, number in row.items()
        ],
    }

    def show() -> None:
        if table:
            _print_index(table)
        total = sum(counts.values())
        halved = ", the rest are complements" if problem.is_self_complementary and total else ""
        out.print(f"{problem}: {counted(total, 'winning position')}{halved}\n{path}")

    report(document, show)


def _export(sets: WinningSets | IndexedSets, name: str, form: Format, to: Path) -> Path:
    """Write sets to a file whose name a person can read."""
    if form == "parquet":
        path = to / f"{name}.parquet"
        write_sets_parquet(sets, path)
    else:
        path = to / f"{name}.txt"
        lines = text_of_index(sets) if isinstance(sets, IndexedSets) else text_of_sets(sets)
        write_text(lines, path)
    return path


def _print_index(table: dict[int, dict[int, int]]) -> None:
    """Print how many positions there are by pegs and index."""
    indices = sorted({index for row in table.values() for index in row})
    names = (f"index {index}/{rank}" for rank, index in enumerate(indices, 1))
    sums = [sum(row.get(index, 0) for row in table.values()) for index in indices]
    rows = {pegs: [row.get(index, 0) for index in indices] for pegs, row in table.items()}
    print_table(
        ", ".join(["pegs", *names, "all"]),
        ((pegs, *cells, sum(cells)) for pegs, cells in rows.items()),
        sums=[("all", *sums, sum(sums))],
    )
