"""`pegs reproduce` recomputes the tables and results of the papers; `pegs export` writes data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Literal, get_args

import click

from pegsolitaire import __version__, draw, papers, sets, theory
from pegsolitaire.board import read_board
from pegsolitaire.cli.command import command
from pegsolitaire.cli.long_work import working
from pegsolitaire.cli.options import (
    FILE,
    Limits,
    class_option,
    excludes,
    level_limit_options,
)
from pegsolitaire.cli.output import Column, Grid, complain, out, report
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import check_replaceable, check_writable, folder_made, write_text
from pegsolitaire.frames import need
from pegsolitaire.papers.pages import (
    STATUSES,
    Table,
    details_of,
    left_out_lines,
    source_word,
    summary,
)
from pegsolitaire.papers.tables import write_result_tables
from pegsolitaire.progress_bar import NOTHING_KEPT
from pegsolitaire.results import Document
from pegsolitaire.sets.export import write_notes_data
from pegsolitaire.sets.plans import plan_labels
from pegsolitaire.units import counted
from pegsolitaire.work import Work

# --
# `pegs reproduce --figures`: the figures of the papers, drawn into a folder.


_PAGE = "index.html"
_FIGURE = "name", "source", "caption", "differs"


# The file formats of figures.
_Form = Literal["svg", "png", "pdf"]


def _list_figures(figures: Sequence[papers.Figure]) -> None:
    """List the figures without drawing them."""
    width = max(len(figure.name) for figure in figures)
    lines = (f"{figure.name:<{width}}  {figure.source}: {figure.caption}" for figure in figures)
    report(
        {"figures": list(map(_figure_document, figures))},
        lambda: out.print("\n".join(lines)),
    )


def _figure_document(figure: papers.Figure) -> Document:
    return {name: getattr(figure, name) for name in _FIGURE}


def _draw_figures(
    figures: Sequence[papers.Figure], left_out: Sequence[papers.Figure], folder: Path, form: _Form
) -> None:
    """Draw figures into a folder, report each, and write a page with all of them.

    The function also names the figures that were omitted because they take a long time. If a
    figure cannot be drawn, the function reports it, draws the others, and exits with code 1.
    """
    check_writable(folder / _PAGE)
    with folder_made(folder):
        _draw_into(folder, figures, left_out, form)


def _draw_into(
    folder: Path, figures: Sequence[papers.Figure], left_out: Sequence[papers.Figure], form: _Form
) -> None:
    files = {figure.name: f"{figure.name}.{form}" for figure in figures}
    for file in files.values():
        draw.check_picture(folder / file)
    check_replaceable(folder / _PAGE)
    width = max((len(figure.name) for figure in figures), default=0)
    failed: dict[str, str] = {}
    for number, figure in enumerate(figures, 1):
        started = perf_counter()
        kept = f"{counted(number - 1, 'figure')} of {len(figures)} drawn in {folder}"
        with working(f"{figure.name} ({number} of {len(figures)})", kept=kept) as work:
            error = _draw(figure, folder / files[figure.name], work=work)
        if error:
            failed[figure.name] = error
            complain(f"{figure.name} cannot be drawn: {error}")
        elif not out.as_json:
            seconds = perf_counter() - started
            out.print(f"{figure.name:<{width}}  {seconds:>6.1f} s  {figure.source}")
    drawn = [figure for figure in figures if figure.name not in failed]
    page = folder / _PAGE
    if form != "pdf":  # because HTML pages cannot show PDF as images
        write_text(papers.figures_page(drawn, files).splitlines(), page)

    def show() -> None:
        if left_out:
            names = ", ".join(figure.name for figure in left_out)
            out.dim(f"omitted because they take long: {names}")
        lost = f", {len(failed)} not drawn" if failed else ""
        lost += f", {len(left_out)} omitted" if left_out else ""
        where = folder if form == "pdf" else page
        out.print(f"{counted(len(drawn), 'figure')}{lost}: {where}")

    documents = list(map(_figure_document, figures))
    for record in documents:
        name = record["name"]
        record |= (
            {"error": failed[name]} if name in failed else {"file": str(folder / files[name])}
        )
    document = {"figures": documents, "left_out": [figure.name for figure in left_out]}
    report(document, show, not failed)


def _draw(figure: papers.Figure, path: Path, *, work: Work) -> str:
    """Draw a figure, and return any error as text, so that the other figures are still drawn."""
    try:
        draw.write_picture(figure.draw(work), path)
    except Exception as error:
        return str(error) or type(error).__name__
    return ""


_GLYPHS = dict(zip(STATUSES, "✓≈≠○✗-", strict=True))
_STYLES = dict(
    zip(STATUSES, ("green", "green", "yellow", "yellow", "bold red", "red"), strict=True)
)


@command()
@click.option(
    "--only",
    multiple=True,
    metavar="NAME",
    help="Select rows by a name (however long that row takes), by the beginning of names, by a "
    "pattern such as `'*table-6*'`, or by a place such as `'Notes, Table 4'`. Can be "
    "repeated.",
)
@click.option(
    "--quick", is_flag=True, help="Run only the rows that take no more than some seconds each."
)
@click.option(
    "--large",
    is_flag=True,
    help="Also run the rows that take hours, or a lot of memory or disk space.",
)
@click.option(
    "--new", is_flag=True, help="Instead, recompute the results that are not in any paper."
)
@click.option("--resume", is_flag=True, help="Continue an interrupted run.")
@click.option("--list", "listing", is_flag=True, help="List the rows without computing them.")
@click.option("--html", type=FILE, metavar="FILE", help="Also write the results as one HTML page.")
@click.option(
    "--figures",
    type=FILE,
    metavar="DIR",
    help="Draw the figures of the papers into this folder instead, with a page that shows them "
    "all. --quick omits the slow figures, --only selects some, and --list lists them.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(get_args(_Form)),
    default="svg",
    show_default=True,
    help="With --figures: the picture format.",
)
def reproduce(
    only: tuple[str, ...],
    quick: bool,
    large: bool,
    new: bool,
    resume: bool,
    listing: bool,
    html: Path | None,
    figures: Path | None,
    form: _Form,
) -> None:
    """Recompute every table and numbered result of the papers, and compare the values.

    Each row has one of four statuses. Equal: our value is the printed value. Agrees: the exact
    value lies within four standard deviations of a printed value that was simulated. Differs: the
    row explains which value is right, and why. Not reproduced: there is no value. A difference
    without an explanation, or a row that cannot be computed, is an error with exit code 1.

    If the values are not equal, the command prints both of them, and a command that shows our
    value. With --only it always does so. A row is marked "replayed" if it relies on stored moves
    or stored results; all other rows are computed from the rules. At the end, the command names
    the rows that it omitted because they take longer. If you press Ctrl-C, it keeps the finished
    rows. Winning sets are stored for later.

    Examples: pegs reproduce --list; pegs reproduce --only notes-table-1; pegs reproduce --only
    'triangular-theorem*' --html theorems.html; pegs reproduce --figures drawn --only notes
    """
    excludes("--quick", "--large")
    excludes("--figures", "--large", "--new", "--resume", "--html")
    if figures is not None:
        chosen, others = papers.choose(
            papers.all_figures(), only or (), "quick" if quick else "whole"
        )
        if listing:
            _list_figures(chosen)
        else:
            _draw_figures(chosen, others, figures, form)
        return
    most: papers.Cost = "quick" if quick else "large" if large else "whole"
    at_most: papers.Cost = "large" if listing else most
    every = papers.all_rows() if only else papers.paper_rows()
    rows, left_out = papers.choose(papers.new_rows() if new else every, only or (), at_most)
    if listing:
        _list(rows)
        return
    results = _run(rows, resume, is_detailed=bool(only))
    if html is not None:
        write_text(papers.rows_page(results, left_out).splitlines(), html)

    def show() -> None:
        out.print()
        for line in left_out_lines(left_out):
            out.dim(line)
        if html is not None:
            out.print(str(html))
        out.print(summary(results, left_out))

    names = [row.name for row in left_out]
    document = {"rows": list(map(_document, results)), "left_out": names}
    report(document, show, all(result.is_right for result in results))


def _document(result: papers.RowResult) -> Document:
    row, published = result.row, papers.plain(result.row.published)
    is_printed = source_word(row) == "printed"
    is_explained = result.status in ("differs", "not reproduced")
    deviations = {
        cell.place: round(cell.deviations, 2)
        for cell in result.differences
        if cell.deviations is not None
    }
    return {
        "name": row.name,
        "source": row.source,
        "title": row.title,
        "published": published if is_printed else None,
        "recorded": None if is_printed else published,
        "computed": result.computed,
        "status": result.status,
        "deviations": deviations or None,
        "right": row.right if is_explained else None,
        "why": result.error or (row.why if is_explained else None),
        "replayed": row.replayed or None,
        "seconds": result.seconds,
        "command": row.command,
    }


def _list(rows: list[papers.Row]) -> None:
    width = max(len(row.name) for row in rows)

    def show() -> None:
        for row in rows:
            replayed = f"{'replayed' if row.replayed else '':<8}"
            out.print(f"{row.name:<{width}}  {row.cost:<5}  {replayed}  {row.source}: {row.title}")

    listed = [
        {
            "name": row.name,
            "source": row.source,
            "title": row.title,
            "cost": row.cost,
            "replayed": row.replayed or None,
            "command": row.command,
        }
        for row in rows
    ]
    report({"rows": listed}, show)


def _run(rows: list[papers.Row], resume: bool, *, is_detailed: bool) -> list[papers.RowResult]:
    """Run the rows one by one, and print each result; keep the results until all are done."""
    earlier, width = (
        papers.KeptResults(__version__),
        max((len(row.name) for row in rows), default=0),
    )
    if not resume:
        earlier.forget(rows)
    results: list[papers.RowResult] = []
    try:
        for number, row in enumerate(rows, 1):
            result = earlier.result(row)
            if result is None:
                with working(f"{row.name} ({number} of {len(rows)})", kept="") as work:
                    result = papers.run_row(row, work=work)
                earlier.add(result)
            results.append(result)
            if not out.as_json:
                _print_result(result, width, is_detailed=is_detailed)
    except KeyboardInterrupt as stop:
        done = f"{counted(len(results), 'row')} of {len(rows)} finished"
        then = (
            "--resume continues from there" if earlier.lasts else "the store could not keep them"
        )
        stop.add_note(f"{done}; {then}" if results else NOTHING_KEPT)
        raise
    earlier.forget(rows)
    return results


def _print_result(result: papers.RowResult, width: int, *, is_detailed: bool) -> None:
    """Print a line for a result, and the values and a command where needed."""
    status, row = result.status, result.row
    mark = _GLYPHS[status] if out.draws_unicode else " "
    seconds = "earlier" if result.day else f"{result.seconds:.1f} s"
    replayed = ", replayed" if row.replayed else ""
    line = f"{mark} {status:<14} {row.name:<{width}}  {seconds:>9}  {row.source}"
    out.print(f"{line}{replayed}", style=_STYLES[status])
    for detail in details_of(result) if is_detailed or status != "equal" else ():
        if isinstance(detail, Table):
            _print_table(detail)
        else:
            out.dim(f"    {detail}")


def _print_table(table: Table) -> None:
    """Print a table of strings. The first column contains keys, and long texts are wrapped."""
    if table.title:
        out.dim(f"      {table.title}")
    columns = []
    for number in range(max(map(len, table.rows))):
        cells = [row[number] for row in table.rows if number < len(row)]
        are_numbers = all(cell[-1:].isdigit() and " " not in cell for cell in cells)
        columns.append(Column("", number, is_left=not are_numbers, wraps=not are_numbers))
    grid = Grid(columns, has_header=False, indent=5)
    for row in table.rows:
        grid.add_row(*row, style="dim")
    grid.print()


# --
# `pegs export`: the data files of the papers, labelled positions, and tables of our results.


@command()
@click.argument(
    "what",
    metavar="WHAT",
    type=click.Choice(["notes", "labels", "tables"]),
    help="What to export: notes, labels or tables.",
)
@click.argument(
    "name", metavar="[BOARD]", required=False, help="For labels: a board, as in other commands."
)
@click.option(
    "--to",
    type=FILE,
    default=Path(),
    show_default=True,
    metavar="DIR",
    help="The folder to write to, by default the current folder. Files with the same names are "
    "replaced.",
)
@class_option
@click.option(
    "--raw",
    is_flag=True,
    help="For labels: write every position, and not only one from each symmetry orbit.",
)
@level_limit_options
def data(
    what: Literal["notes", "labels", "tables"],
    name: str | None,
    to: Path,
    letter: str | None,
    raw: bool,
    limits: Limits,
) -> None:
    """Export data files: winning positions, labelled positions or tables of results.

    notes: the winning positions of the five boards in Table 8 of the Notes, for any finish
    (triangle5-any.txt) and by index (triangle5-any-by-index.txt), and W1 to W16 of the central
    game (english-d4.txt, 9 MB), in the text format of the paper.

    labels: every position of a class that can be played to one peg, with exact labels, as Parquet
    (english-A-labels.parquet): the number of solutions, the fewest moves, the chance that a random
    player wins, the number of jumps and of winning jumps. Class A of the English board has
    23,475,689 positions up to symmetry, which take a few minutes and a few hundred MB. With --raw
    there are 187,636,303 positions. The command prints a summary for each number of pegs.

    tables: all tables of docs/results.md, as CSV and as Parquet; index.csv lists them.

    Examples: pegs export notes --to notes; pegs export labels triangle5; pegs export labels
    triangle6 --class A --to labels; pegs export tables --to tables
    """
    excludes(
        ("WHAT", "notes"), "BOARD", "--class", "--raw", "--estimate", why="only labels need them"
    )
    excludes(
        ("WHAT", "tables"), "BOARD", "--class", "--raw", "--estimate", why="only labels need them"
    )
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
        raise ProblemError(f"{what} need a BOARD, as in `pegs export {what} triangle5`")
    board = read_board(name)
    board.check_holes("labels")
    kind = theory.as_class(board, letter)
    if not limits.estimate:
        need("pyarrow")  # before the work begins
    path = to / f"{board.name}-{kind.letter}-labels{'-raw' if raw else ''}.parquet"
    title = f"labels of {board.name}, class {kind.letter}"
    with working(title, limits, plan=partial(plan_labels, board, kind.finishes)) as work:
        labels = sets.labels_of(board, kind.finishes, work=work)
        sets.write_labels(labels, path, raw=raw, work=work)
    _report_labels(labels, kind, path)


def _write(
    title: str, files: Callable[[Work], Iterator[tuple[Path, int]]], unit: str, limits: Limits
) -> None:
    """Write the files, and print what each contains."""
    kept = "the files written so far are complete and are kept"
    with working(title, limits, kept=kept) as work:
        written = []
        for path, number in files(work):
            written.append({"path": str(path), f"{unit}s": number})
            if not out.as_json:
                work.progress.pause()
                out.print(f"{path}: {counted(number, unit)}")
    report({"files": written}, lambda: None)


def _report_labels(labels: sets.PositionValues, kind: theory.PositionClass, path: Path) -> None:
    """Print a summary of the labels of each level."""
    rows = [
        sets.LabelRow.of(pegs, labels.levels[pegs]) for pegs in sorted(labels.levels, reverse=True)
    ]

    def show() -> None:
        out.table(
            [
                Column.number("pegs"),
                Column.number("positions", 1),
                Column.number("reduced", 5),
                Column.number("most solutions", 3),
                Column.number("moves", 4),
                Column.number("least chance", 2),
            ],
            (
                (row.pegs, row.positions, row.reduced, row.solutions[0], row.moves[0],
                 f"{row.chance[0]:.4g}")
                for row in rows
            ),
            title=f"{kind.board.name}, class {kind.letter}: positions that can end with one peg",
            sums=[("all", labels.positions, len(labels))],
        )  # fmt: skip
        hardest = min(rows, key=lambda row: row.chance)
        out.print(
            f"the lowest chance: code:{hardest.chance[1]}, with {counted(hardest.pegs, 'peg')}"
        )
        out.dim(f"written to {path}")

    document = {
        "board": kind.board.name,
        "class_letter": kind.letter,
        "finishes": list(kind.names),
        "reduced": len(labels),
        "positions": labels.positions,
        "levels": list(map(asdict, rows)),
        "path": str(path),
    }
    report(document, show)
