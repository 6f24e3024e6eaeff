"""`pegs data`: data files for others: those of the papers, labels of positions, our tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from pegsolitaire.board import read_board
from pegsolitaire.cli.arguments import (
    Class,
    Disk,
    Estimating,
    Json,
    Memory,
    for_positions,
    spilling,
)
from pegsolitaire.cli.grid import Column, Grid
from pegsolitaire.cli.output import counted, out, print_json, print_plan
from pegsolitaire.errors import ProblemError
from pegsolitaire.papers.tables import write_result_tables
from pegsolitaire.progress import Progress
from pegsolitaire.progress_bar import Bar
from pegsolitaire.sets import LabelRow, PositionValues, labels_of, write_labels
from pegsolitaire.sets.export import write_notes_data
from pegsolitaire.sets.plans import plan_labels
from pegsolitaire.tables import need
from pegsolitaire.theory import PositionClass, class_named
from pegsolitaire.work import Work


def data(
    what: Annotated[
        Literal["notes", "labels", "tables"],
        typer.Argument(metavar="WHAT", help="notes, labels or tables.", show_default=False),
    ],
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="BOARD", help="The board, of labels: as elsewhere.", show_default=False
        ),
    ] = None,
    to: Annotated[
        Path,
        typer.Option(
            "--to",
            metavar="DIR",
            help="The folder to write them to, by default the one that you are in; files of the "
            "same names are replaced.",
            show_default=False,
        ),
    ] = Path(),
    letter: Class = None,
    raw: Annotated[
        bool,
        typer.Option("--raw", help="Labels of every position, not of one of its images alone."),
    ] = False,
    memory: Memory = None,
    disk: Disk = None,
    estimate: Estimating = False,
    as_json: Json = False,
) -> None:
    """Write data files that others can use.

    notes: the winning positions of the five boards of Table 8 of the Notes, for any finish
    (triangle5-any.txt) and by index (triangle5-any-by-index.txt), and W1 to W16 of the central
    game (english-d4.txt, 9 MB), in the text form of the paper.

    labels: every position of a class that can be played to one peg, with exact labels, as Parquet
    (english-A-labels.parquet): the number of its solutions, the fewest moves, the chance that a
    random player wins, its jumps and how many of them win. The English board has 23,475,689 in
    class A up to symmetry, which take some minutes and a few hundred MB; with --raw all
    187,636,303. What each number of pegs comes to is printed.

    tables: what this program has found, all tables of docs/results.md, each as CSV and as Parquet
    under a name that says what it is; index.csv lists them.

    Examples: pegs data notes --to notes; pegs data labels triangle5; pegs data labels english
    --class A --to labels; pegs data tables --to tables
    """
    if what != "labels":
        if name is not None or letter is not None or raw or estimate:
            raise ProblemError("BOARD, --class, --raw and --estimate are for labels")
        if what == "notes":
            _write("the data files of the Notes", partial(write_notes_data, to), "code", as_json)
        else:
            need("pyarrow")  # before the work begins
            _write("tables", lambda _: write_result_tables(to), "row", as_json)
        return
    if name is None:
        raise ProblemError(f"name a BOARD, as in pegs data {what} triangle5")
    board = read_board(name)
    board.check_holes("labels")
    kind = class_named(board, letter)
    if estimate:
        print_plan(plan_labels(board, kind.finishes), as_json)
        return
    need("pyarrow")  # before the work begins
    path = to / f"{board.name}-{kind.letter}-labels{'-raw' if raw else ''}.parquet"
    title = f"labels of {board.name}, class {kind.letter}"
    with Bar(title) as progress, spilling(memory, disk) as budget:
        found = plan_labels(board, kind.finishes, refuse=True, memory=for_positions(memory))
        progress.announce_plan(found)
        labels = labels_of(board, kind.finishes, work=budget.part(progress=progress))
        write_labels(labels, path, raw=raw, disk=disk, work=Work(progress=progress))
    _print_labels(labels, kind, path, as_json)


def _write(
    title: str,
    files: Callable[[Progress], Iterator[tuple[Path, int]]],
    unit: str,
    as_json: bool,
) -> None:
    """Write files, and say what is in each."""
    with Bar(title, kept="the files that are written are whole, and kept") as progress:
        written = []
        for path, number in files(progress):
            written.append({"path": str(path), f"{unit}s": number})
            if not as_json:
                progress.pause()
                out.print(f"{path}: {counted(number, unit)}")
    if as_json:
        print_json({"files": written})


def _print_labels(labels: PositionValues, kind: PositionClass, path: Path, as_json: bool) -> None:
    """Print what the labels of each level come to."""
    rows = [LabelRow.of(pegs, labels.levels[pegs]) for pegs in sorted(labels.levels, reverse=True)]
    if as_json:
        print_json(
            {
                "board": kind.board.name,
                "class": kind.letter,
                "finishes": list(kind.names),
                "reduced": len(labels),
                "positions": labels.positions,
                "levels": list(map(asdict, rows)),
                "path": str(path),
            }
        )
        return
    grid = Grid(
        [
            Column("pegs"), Column("positions", 1), Column("reduced", 5),
            Column("most solutions", 3), Column("moves", 4), Column("least chance", 2),
        ],
        title=f"{kind.board.name}, class {kind.letter}: positions that can come to one peg",
    )  # fmt: skip
    for row in rows:
        sizes = row.pegs, row.positions, row.reduced, row.solutions[0], row.moves[0]
        grid.add_row(*sizes, f"{row.chance[0]:.4g}")
    grid.add_section()
    grid.add_row("all", labels.positions, len(labels), style="bold")
    grid.print()
    hardest = min(rows, key=lambda row: row.chance)
    out.print(f"the least chance has code:{hardest.chance[1]}, of {hardest.pegs} pegs")
    out.print(f"written to {path}", style="dim")
