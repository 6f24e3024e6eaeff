"""`pegs reproduce`: the tables and results of the papers, computed and compared."""

from __future__ import annotations

from pathlib import Path

from pegsolitaire import __version__
from pegsolitaire.cli.figures import Form, draw_figures, list_figures
from pegsolitaire.cli.grid import Column, Grid
from pegsolitaire.cli.options import option, rules
from pegsolitaire.cli.output import NO, counted, draws_unicode, out, report
from pegsolitaire.cli.working import working
from pegsolitaire.files import write_text
from pegsolitaire.papers import (
    Cost,
    Kept,
    Result,
    Row,
    all_figures,
    all_rows,
    choose,
    new_rows,
    paper_rows,
    plain,
    rows_page,
    run_row,
)
from pegsolitaire.papers.pages import (
    STATUSES,
    Table,
    details_of,
    left_out_lines,
    source_word,
    summary,
)
from pegsolitaire.progress_bar import NOTHING_KEPT
from pegsolitaire.results import Document, to_json

_GLYPHS = dict(zip(STATUSES, "✓≈≠○✗-", strict=True))
_STYLES = dict(
    zip(STATUSES, ("green", "green", "yellow", "yellow", "bold red", "red"), strict=True)
)


@rules(
    "--quick excludes --large",
    "--figures excludes --large --new --resume --html",
)
def reproduce(
    only: list[str] | None = option(
        "Run these rows: a name, however long that row takes; the beginning of names; a "
        "pattern, as in `'*table-6*'`; or a place, as in `'Notes, Table 4'`. May be given "
        "several times.",
        metavar="NAME",
    ),
    quick: bool = option("Run only rows that take seconds each."),
    large: bool = option("Also run what takes hours, much memory or much disk."),
    new: bool = option("Run the results that are in no paper instead."),
    resume: bool = option("Continue an interrupted run."),
    listing: bool = option("List the rows without computing them.", "--list"),
    html: Path | None = option("Also write one page of HTML.", metavar="FILE"),
    figures: Path | None = option(
        "Draw the figures of the papers into a folder instead, and a page with all of "
        "them; --quick leaves out what takes long, --only names some, --list lists them.",
        metavar="DIR",
    ),
    form: Form = option("With --figures: what kind of pictures.", "--format", default="svg"),
) -> None:
    """Compute every table and numbered result of the papers, and compare.

    Each row has one of four statuses. It is equal to what is printed; it agrees: the exact
    value lies within four standard deviations of a printed one that was simulated; it differs,
    and the row says who is right and why; or it is not reproduced: we have no value. A mismatch
    that no row explains, or a row that cannot be computed, is an error with exit code 1.

    Where values are not equal, and with --only always, the command prints both, and a command
    that shows ours. A row is marked replayed if it rests on stored moves or stored knowledge;
    all others are computed from the rules. What a run leaves out because it takes longer is named
    at the end. Ctrl-C keeps the rows that are finished; winning sets are built in the store.

    Examples: pegs reproduce --list; pegs reproduce --only notes-table-1; pegs reproduce --only
    'triangular-theorem*' --html theorems.html; pegs reproduce --figures drawn --only notes
    """
    if figures is not None:
        chosen, others = choose(all_figures(), only or (), "quick" if quick else "whole")
        if listing:
            list_figures(chosen)
        else:
            draw_figures(chosen, others, figures, form)
        return
    most: Cost = "quick" if quick else "large" if large else "whole"
    at_most: Cost = "large" if listing else most
    rows, left_out = choose(_rows_of(only, new), only or (), at_most)
    if listing:
        _list(rows)
        return
    results = _run(rows, resume, None if out.as_json else _Printed(rows, every=bool(only)))
    if html is not None:
        write_text(rows_page(results, left_out).splitlines(), html)

    def show() -> None:
        out.print()
        for line in left_out_lines(left_out):
            out.print(line, style="dim")
        if html is not None:
            out.print(str(html))
        out.print(summary(results, left_out))

    names = [row.name for row in left_out]
    document = {"rows": list(map(_document, results)), "left_out": names}
    report(document, show, 0 if all(result.is_right for result in results) else NO)


def _rows_of(only: list[str] | None, new: bool) -> tuple[Row, ...]:
    """Names choose among all rows, without --new too."""
    if new:
        return new_rows()
    return all_rows() if only else paper_rows()


def _document(one: Result) -> Document:
    row, published = one.row, plain(one.row.published)
    is_printed = source_word(row) == "printed"
    is_explained = one.status in ("differs", "not reproduced")
    deviations = {
        cell.place: round(cell.deviations, 2)
        for cell in one.differences
        if cell.deviations is not None
    }
    return {
        **to_json(row, "name source title"),
        "published": published if is_printed else None,
        "recorded": None if is_printed else published,
        "computed": one.computed,
        "status": one.status,
        "deviations": deviations or None,
        "right": row.right if is_explained else None,
        "why": one.error or (row.why if is_explained else None),
        "replayed": row.replayed or None,
        "seconds": one.seconds,
        "command": row.command,
    }


def _listed(row: Row) -> Document:
    words = to_json(row, "name source title cost replayed command")
    return {**words, "replayed": row.replayed or None}


def _list(rows: list[Row]) -> None:
    width = max(len(row.name) for row in rows)

    def show() -> None:
        for row in rows:
            replayed = f"{'replayed' if row.replayed else '':<8}"
            out.print(f"{row.name:<{width}}  {row.cost:<5}  {replayed}  {row.source}: {row.title}")

    report(lambda: {"rows": list(map(_listed, rows))}, show)


def _run(rows: list[Row], resume: bool, printed: _Printed | None) -> list[Result]:
    """One row after the other, each printed when it is done and kept until all are."""
    kept = Kept(__version__)
    if not resume:
        kept.forget(rows)
    results: list[Result] = []
    try:
        for number, row in enumerate(rows, 1):
            result = kept.result(row)
            if result is None:
                with working(f"{row.name} ({number} of {len(rows)})", kept="") as work:
                    result = run_row(row, work=work)
                kept.add(result)
            results.append(result)
            if printed is not None:
                printed.add(result)
    except KeyboardInterrupt as stop:
        done = f"{counted(len(results), 'row')} of {len(rows)} finished"
        then = "--resume goes on from there" if kept.lasts else "the store could not keep them"
        stop.add_note(f"{done}; {then}" if results else NOTHING_KEPT)
        raise
    kept.forget(rows)
    return results


class _Printed:
    """Results as lines: with values and command where they are not equal, or where all have."""

    def __init__(self, rows: list[Row], *, every: bool) -> None:
        self._width = max(len(row.name) for row in rows)
        self._every = every

    def add(self, result: Result) -> None:
        status, row = result.status, result.row
        mark = _GLYPHS[status] if draws_unicode() else " "
        seconds = "earlier" if result.day else f"{result.seconds:.1f} s"
        replayed = ", replayed" if row.replayed else ""
        line = f"{mark} {status:<14} {row.name:<{self._width}}  {seconds:>9}  {row.source}"
        out.print(f"{line}{replayed}", style=_STYLES[status])
        if self._every or status != "equal":
            for detail in details_of(result):
                if isinstance(detail, Table):
                    _print_table(detail)
                else:
                    out.print(f"    {detail}", style="dim")


def _print_table(table: Table) -> None:
    """One of texts: the first column has the keys, and what is too wide is wrapped."""
    if table.title:
        out.print(f"      {table.title}", style="dim")
    columns = []
    for number in range(max(map(len, table.rows))):
        cells = [row[number] for row in table.rows if number < len(row)]
        are_numbers = all(cell[-1:].isdigit() and " " not in cell for cell in cells)
        columns.append(Column("", number, is_left=not are_numbers, wraps=not are_numbers))
    grid = Grid(columns, has_header=False, indent=5)
    for row in table.rows:
        grid.add_row(*row, style="dim")
    grid.print()
