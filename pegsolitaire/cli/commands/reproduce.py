"""`pegs reproduce`: the tables and results of the papers, computed and compared."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pegsolitaire import __version__
from pegsolitaire.cli.arguments import Json
from pegsolitaire.cli.figures import Form, draw_figures, list_figures
from pegsolitaire.cli.output import NO, Bar, counted, draws_unicode, end, err, out, print_json
from pegsolitaire.documents.reproduce import listed_rows, reproduced_document
from pegsolitaire.errors import ProblemError
from pegsolitaire.figures import choose_figures
from pegsolitaire.files import write_text
from pegsolitaire.reproduce import (
    Cost,
    Kept,
    Result,
    Row,
    all_rows,
    choose,
    new_rows,
    page,
    paper_rows,
    run_row,
)
from pegsolitaire.reproduce.words import VERDICTS, details_of, summary, verdict

_GLYPHS = dict(zip(VERDICTS, "✓≈✗-", strict=True))
_STYLES = dict(zip(VERDICTS, ("green", "yellow", "bold red", "red"), strict=True))


def reproduce(
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="NAME",
            help="A row by its name, whatever it costs; the beginning of names; or a pattern, as "
            "in `'*table-6*'`. May be given several times.",
            show_default=False,
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Only what takes some seconds: two minutes in all.")
    ] = False,
    large: Annotated[
        bool,
        typer.Option("--large", help="Also what takes hours, much memory or much disk."),
    ] = False,
    new: Annotated[
        bool, typer.Option("--new", help="What no paper has, instead of the papers.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Take what an interrupted run had finished.")
    ] = False,
    listing: Annotated[
        bool, typer.Option("--list", help="List the rows, and compute nothing.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="FILE", help="Also write one page of HTML.", show_default=False
        ),
    ] = None,
    figures: Annotated[
        Path | None,
        typer.Option(
            "--figures",
            metavar="DIR",
            help="Draw the figures of the papers into a folder instead, and a page with all of "
            "them; --quick leaves out what takes long, --only names some, --list lists them.",
            show_default=False,
        ),
    ] = None,
    form: Annotated[
        Form, typer.Option("--format", help="With --figures: what kind of pictures.")
    ] = Form.SVG,
    as_json: Json = False,
) -> None:
    """Compute every table and numbered result of the papers, and compare.

    A row is equal to what is printed; or it is explained: we get another value, the row says which
    and how that was decided. Anything else is a mismatch, and the exit code is 1. Both values and
    a command that shows ours are printed where they differ, and with --only always. What the
    papers print as moves is replayed; everything else is computed anew.

    Without an option it takes less than an hour, without what is large. Ctrl-C keeps the rows
    that are finished, and --resume goes on from there; winning sets are built in the store.

    Examples: pegs reproduce --list; pegs reproduce --only notes-table-1; pegs reproduce --only
    'triangular-theorem*' --html theorems.html; pegs reproduce --figures drawn --only notes
    """
    if quick and large:
        raise ProblemError("--quick and --large do not go together")
    if figures is not None:
        if large or new or resume or html is not None:
            raise ProblemError("--figures goes with --quick, --only, --list and --format alone")
        chosen = choose_figures(only or (), "quick" if quick else "whole")
        if listing:
            list_figures(chosen, as_json)
        else:
            draw_figures(chosen, figures, form, as_json)
        return
    most: Cost = "quick" if quick else "large" if large else "whole"
    rows = choose(_rows_of(only, new), only or (), "large" if listing else most)
    if listing:
        _list(rows, as_json)
        return
    results = _run(rows, resume, None if as_json else _Printed(rows, every=bool(only)))
    if html is not None:
        write_text(page(results).splitlines(), html)
    if as_json:
        print_json(reproduced_document(results))
    else:
        out.print(f"\n{summary(results)}")
        if html is not None:
            out.print(str(html))
    end(0 if all(result.is_right for result in results) else NO)


def _rows_of(only: list[str] | None, new: bool) -> tuple[Row, ...]:
    """Names choose among all rows, without --new too."""
    if new:
        return new_rows()
    return all_rows() if only else paper_rows()


def _list(rows: list[Row], as_json: bool) -> None:
    if as_json:
        print_json({"rows": listed_rows(rows)})
        return
    width = max(len(row.name) for row in rows)
    for row in rows:
        out.print(f"{row.name:<{width}}  {row.cost:<5}  {row.source}: {row.title}")


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
                with Bar(what=f"{row.name} ({number} of {len(rows)})") as progress:
                    result = run_row(row, progress)
                kept.add(result)
            results.append(result)
            if printed is not None:
                printed.add(result)
    except KeyboardInterrupt:
        done = f"{counted(len(results), 'row')} of {len(rows)} finished"
        then = "`--resume` goes on from there" if kept.lasts else "the store could not keep them"
        err.print(f"{done}: {then}", style="dim", markup=False)
        raise
    kept.forget(rows)
    return results


class _Printed:
    """Results as lines: with values and command where they are not equal, or where all have."""

    def __init__(self, rows: list[Row], *, every: bool) -> None:
        self._width = max(len(row.name) for row in rows)
        self._every = every

    def add(self, result: Result) -> None:
        word = verdict(result)
        mark = _GLYPHS[word] if draws_unicode() else " "
        name = result.row.name.ljust(self._width)
        seconds = "earlier" if result.kept else f"{result.seconds:.1f} s"
        line = f"{mark} {word:<12} {name}  {seconds:>9}  {result.row.source}"
        out.print(line, style=_STYLES[word])
        if self._every or not result.equal:
            for detail in details_of(result):
                out.print(f"    {detail}", style="dim")
