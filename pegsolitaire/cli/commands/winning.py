"""`pegs winning`: build and store winning sets, and export them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from pegsolitaire.amounts import size_text
from pegsolitaire.analysis import problem_on
from pegsolitaire.cli.arguments import (
    BoardName,
    Disk,
    Estimating,
    Finish,
    Json,
    Memory,
    Start,
    Type,
    for_positions,
    kept_sets,
)
from pegsolitaire.cli.cluster import Cluster, ClusterFolder, Shard, forget_stored, runner_of
from pegsolitaire.cli.grid import Column, Grid
from pegsolitaire.cli.output import counted, out, print_json, print_plan, titled
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import write_text
from pegsolitaire.game import Problem, is_any
from pegsolitaire.progress_bar import Bar
from pegsolitaire.results import to_json
from pegsolitaire.sets import IndexedSets, WinningSets
from pegsolitaire.sets.export import (
    export_name,
    text_of_index,
    text_of_sets,
    write_sets_parquet,
)
from pegsolitaire.sets.plans import plan
from pegsolitaire.sets.store import path_of
from pegsolitaire.tables import need
from pegsolitaire.theory import type_named
from pegsolitaire.work import Work

Format = Literal["text", "parquet"]


def winning(
    name: BoardName,
    start: Start = None,
    finish: Finish = None,
    letter: Type = None,
    by: Annotated[
        Literal["pegs", "index"],
        typer.Option(
            "--by", help="index: sort by the complement problems that a position occurs in."
        ),
    ] = "pegs",
    export: Annotated[
        Format | None,
        typer.Option("--export", help="Write them out, in the papers' text form or as Parquet."),
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option(
            "--to",
            metavar="DIR",
            help="The folder to export to; by default where you are.",
            show_default=False,
        ),
    ] = None,
    no_prune: Annotated[
        bool,
        typer.Option(
            "--no-prune",
            help="Keep what resource counts exclude until the end: slower, with the same result.",
        ),
    ] = False,
    cluster: Cluster = None,
    cluster_folder: ClusterFolder = None,
    shard: Shard = None,
    memory: Memory = None,
    disk: Disk = None,
    estimate: Estimating = False,
    as_json: Json = False,
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
    problem = problem_on(name, start, finish, letter, sets="winning sets")
    if by == "index" and not is_any(start):
        raise ProblemError("--by index goes with a START of any: it compares all vacancies")
    if by == "index" and cluster is not None:
        raise ProblemError("--cluster is for the sets of one problem, not for --by index")
    if to is not None and export is None:
        raise ProblemError("--to goes with --export text or --export parquet")
    if export == "parquet":
        need("pyarrow")  # before the work begins
    folder, place = to or Path(), path_of(problem, "npz")
    planned = partial(plan, problem, folder=place, prune=not no_prune)
    if estimate:
        print_plan(planned(), as_json)
        return
    stored = place.exists()
    table: dict[int, dict[int, int]] = {}
    title = f"the winning positions of {titled(problem, letter)}"
    with (
        Bar(title, kept=kept_sets(problem)) as progress,
        runner_of(cluster, cluster_folder, shard, progress, needed=not stored) as (
            runner,
            threads,
        ),
    ):
        if stored and cluster is not None:
            forget_stored(problem, cluster_folder)
        if not stored:
            progress.announce_plan(
                planned(refuse=True, threads=threads, work=Work(progress=progress))
            )
        sets: WinningSets | IndexedSets
        if by == "index":
            kind = type_named(problem.board, letter)
            sets = IndexedSets.make(kind, stored=True, work=Work(progress=progress))
            table = sets.table()
            exported = f"{export_name(kind.problem, kind.letter)}-by-index"
        else:
            budget = Work(
                memory=size_text(for_positions(memory)),
                scratch=place.parent,
                disk=size_text(disk),
            ).begin()
            sets = WinningSets.load(
                problem, prune=not no_prune, work=budget.part(progress=progress, cluster=runner)
            )
            exported = export_name(problem, letter)
        counts = sets.sizes()
        path = place if export is None else _export(sets, exported, export, folder)
    _report(problem, counts, path, table, as_json)


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


def _report(
    problem: Problem,
    counts: dict[int, int],
    path: Path,
    table: dict[int, dict[int, int]],
    as_json: bool,
) -> None:
    if as_json:
        print_json(
            {
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
        )
        return
    if table:
        _print_index(table)
    total = sum(counts.values())
    halved = ", the rest are complements" if problem.is_self_complementary and total else ""
    out.print(f"{problem}: {counted(total, 'winning position')}{halved}\n{path}")


def _print_index(table: dict[int, dict[int, int]]) -> None:
    """Print how many positions there are by pegs and index."""
    indices = sorted({index for row in table.values() for index in row})
    by_index = (Column(f"index {index}", rank) for rank, index in enumerate(indices, 1))
    grid = Grid([Column("pegs"), *by_index, Column("all")])
    for pegs, row in table.items():
        cells = [row.get(index, 0) for index in indices]
        grid.add_row(pegs, *cells, sum(cells))
    grid.add_section()
    sums = [sum(row.get(index, 0) for row in table.values()) for index in indices]
    grid.add_row("all", *sums, sum(sums), style="bold")
    grid.print()
