"""`pegs data`: data files for others: those of the papers, labels of positions, our tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Literal

from pegsolitaire.board import read_board
from pegsolitaire.cli.grid import print_table
from pegsolitaire.cli.options import CLASS, LevelLimits, Limits, argument, option, rules
from pegsolitaire.cli.output import counted, out, report
from pegsolitaire.cli.working import working
from pegsolitaire.errors import ProblemError
from pegsolitaire.papers.tables import write_result_tables
from pegsolitaire.results import need
from pegsolitaire.sets import LabelRow, PositionValues, labels_of, write_labels
from pegsolitaire.sets.export import write_notes_data
from pegsolitaire.sets.plans import Plan, plan_labels
from pegsolitaire.theory import PositionClass, class_named
from pegsolitaire.work import Work

_FOR_LABELS = "BOARD --class --raw --estimate: they are for labels"


@rules(f"WHAT=notes excludes {_FOR_LABELS}", f"WHAT=tables excludes {_FOR_LABELS}")
def data(
    what: Literal["notes", "labels", "tables"] = argument(
        "WHAT", "notes, labels or tables.", is_required=True
    ),
    name: str | None = argument("BOARD", "The board, of labels: as elsewhere."),
    to: Path = option(
        "The folder to write them to, by default the one that you are in; files of the "
        "same names are replaced.",
        default=Path(),
        metavar="DIR",
    ),
    letter: str | None = CLASS,
    raw: bool = option("Labels of every position, not of one of its images alone."),
    *,
    limits: LevelLimits,
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
    if what == "notes":
        _write(
            "the data files of the Notes",
            lambda work: write_notes_data(to, work=work),
            "code",
            limits,
        )
        return
    if what == "tables":
        need("pyarrow")  # before the work begins
        _write("tables", lambda _: write_result_tables(to), "row", limits)
        return
    if name is None:
        raise ProblemError(f"name a BOARD, as in pegs data {what} triangle5")
    board = read_board(name)
    board.check_holes("labels")
    kind = class_named(board, letter)
    if not limits.estimate:
        need("pyarrow")  # before the work begins
    path = to / f"{board.name}-{kind.letter}-labels{'-raw' if raw else ''}.parquet"

    def planned(*, refuse: bool = False, work: Work | None = None) -> Plan:
        memory = None if work is None else work.memory
        return plan_labels(board, kind.finishes, refuse=refuse, memory=memory)

    title = f"labels of {board.name}, class {kind.letter}"
    with working(title, limits, plan=planned) as work:
        labels = labels_of(board, kind.finishes, work=work)
        write_labels(labels, path, raw=raw, disk=limits.disk, work=work)
    _report_labels(labels, kind, path)


def _write(
    title: str,
    files: Callable[[Work], Iterator[tuple[Path, int]]],
    unit: str,
    limits: Limits,
) -> None:
    """Write files, and say what is in each."""
    kept = "the files that are written are whole, and kept"
    with working(title, limits, kept=kept) as work:
        written = []
        for path, number in files(work):
            written.append({"path": str(path), f"{unit}s": number})
            if not out.as_json:
                work.progress.pause()
                out.print(f"{path}: {counted(number, unit)}")
    report({"files": written}, lambda: None)


def _report_labels(labels: PositionValues, kind: PositionClass, path: Path) -> None:
    """Print what the labels of each level come to."""
    rows = [LabelRow.of(pegs, labels.levels[pegs]) for pegs in sorted(labels.levels, reverse=True)]

    def show() -> None:
        print_table(
            "pegs, positions/1, reduced/5, most solutions/3, moves/4, least chance/2",
            (
                (row.pegs, row.positions, row.reduced, row.solutions[0], row.moves[0],
                 f"{row.chance[0]:.4g}")
                for row in rows
            ),
            title=f"{kind.board.name}, class {kind.letter}: positions that can come to one peg",
            sums=[("all", labels.positions, len(labels))],
        )  # fmt: skip
        hardest = min(rows, key=lambda row: row.chance)
        out.print(f"the least chance has code:{hardest.chance[1]}, of {hardest.pegs} pegs")
        out.print(f"written to {path}", style="dim")

    document = {
        "board": kind.board.name,
        "class": kind.letter,
        "finishes": list(kind.names),
        "reduced": len(labels),
        "positions": labels.positions,
        "levels": list(map(asdict, rows)),
        "path": str(path),
    }
    report(document, show)
