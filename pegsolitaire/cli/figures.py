"""`pegs reproduce --figures`: the figures of the papers, drawn into a folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Literal

from pegsolitaire.cli.output import NO, complain, counted, out, report
from pegsolitaire.cli.working import working
from pegsolitaire.draw import check_picture, write_picture
from pegsolitaire.files import check_replaceable, check_writable, folder_made, write_text
from pegsolitaire.papers import Figure, figures_page
from pegsolitaire.work import Work

_PAGE = "index.html"


#: The kinds of pictures.
Form = Literal["svg", "png", "pdf"]


def list_figures(figures: Sequence[Figure]) -> None:
    """Print what there is, and draw nothing."""
    width = max(len(one.name) for one in figures)
    lines = (f"{one.name:<{width}}  {one.source}: {one.caption}" for one in figures)
    report(lambda: {"figures": list(map(_document, figures))}, lambda: out.print("\n".join(lines)))


def draw_figures(
    figures: Sequence[Figure],
    left_out: Sequence[Figure],
    folder: Path,
    form: Form,
) -> None:
    """Draw figures into a folder, each printed when it is done, and a page with all of them.

    Those that are left out because they take long are named.
    One that cannot be drawn is reported, the others are drawn, and the exit code is 1.
    """
    check_writable(folder / _PAGE)
    with folder_made(folder):
        _draw_into(folder, figures, left_out, form)


def _draw_into(
    folder: Path, figures: Sequence[Figure], left_out: Sequence[Figure], form: Form
) -> None:
    files = {one.name: f"{one.name}.{form}" for one in figures}
    for file in files.values():
        check_picture(folder / file)
    check_replaceable(folder / _PAGE)
    width = max((len(one.name) for one in figures), default=0)
    failed: dict[str, str] = {}
    for number, one in enumerate(figures, 1):
        started = perf_counter()
        kept = f"{counted(number - 1, 'figure')} of {len(figures)} drawn in {folder}"
        with working(f"{one.name} ({number} of {len(figures)})", kept=kept) as work:
            error = _draw(one, folder / files[one.name], work=work)
        if error:
            failed[one.name] = error
            complain(f"{one.name} cannot be drawn: {error}")
        elif not out.as_json:
            seconds = perf_counter() - started
            out.print(f"{one.name:<{width}}  {seconds:>6.1f} s  {one.source}")
    drawn = [one for one in figures if one.name not in failed]
    page = folder / _PAGE
    if form != "pdf":  # which pages of HTML cannot show
        write_text(figures_page(drawn, files).splitlines(), page)

    def show() -> None:
        if left_out:
            names = ", ".join(one.name for one in left_out)
            out.print(f"left out, as they take long: {names}", style="dim")
        lost = f", {len(failed)} not drawn" if failed else ""
        lost += f", left out: {len(left_out)}" if left_out else ""
        where = folder if form == "pdf" else page
        out.print(f"{counted(len(drawn), 'figure')}{lost}: {where}")

    paths = {one.name: str(folder / files[one.name]) for one in drawn}
    documents = [_drawn_document(one, paths, failed) for one in figures]
    document = {"figures": documents, "left_out": [one.name for one in left_out]}
    report(document, show, NO if failed else 0)


def _draw(figure: Figure, path: Path, *, work: Work) -> str:
    """Draw it; what went wrong, whatever that is: what others took long to draw is kept."""
    try:
        write_picture(figure.draw(work), path)
    except Exception as error:
        return str(error) or type(error).__name__
    return ""


def _drawn_document(
    figure: Figure, paths: Mapping[str, str], failed: Mapping[str, str]
) -> dict[str, str]:
    if figure.name in failed:
        return {**_document(figure), "error": failed[figure.name]}
    return {**_document(figure), "file": paths[figure.name]}


def _document(figure: Figure) -> dict[str, str]:
    return {
        "name": figure.name,
        "source": figure.source,
        "caption": figure.caption,
        "differs": figure.differs,
    }
