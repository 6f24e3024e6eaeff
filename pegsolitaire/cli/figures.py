"""`pegs reproduce --figures`: the figures of the papers, drawn into a folder."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from time import perf_counter

from pegsolitaire.cli.output import Bar, counted, out, print_json
from pegsolitaire.draw import check_picture, write_picture
from pegsolitaire.figures import Figure, figures_page
from pegsolitaire.files import check_replaceable, check_writable, write_text
from pegsolitaire.reproduce import PAPERS

_PAGE = "index.html"


class Form(StrEnum):
    """The kinds of pictures."""

    SVG = "svg"
    PNG = "png"
    PDF = "pdf"


def list_figures(figures: Sequence[Figure], as_json: bool) -> None:
    """Print what there is, and draw nothing."""
    if as_json:
        print_json({"figures": list(map(_document, figures))})
        return
    width = max(len(one.name) for one in figures)
    for one in figures:
        out.print(f"{one.name:<{width}}  {one.source}: {one.caption}")


def draw_figures(figures: Sequence[Figure], folder: Path, form: Form, as_json: bool) -> None:
    """Draw figures into a folder, each printed when it is done, and a page with all of them."""
    check_writable(folder / _PAGE)
    files = {one.name: f"{one.name}.{form}" for one in figures}
    for file in files.values():
        check_picture(folder / file)
    check_replaceable(folder / _PAGE)
    width = max(len(one.name) for one in figures)
    for number, one in enumerate(figures, 1):
        started = perf_counter()
        with Bar(what=f"{one.name} ({number} of {len(figures)})") as progress:
            write_picture(one.draw(progress), folder / files[one.name])
        if not as_json:
            seconds = perf_counter() - started
            out.print(f"{one.name:<{width}}  {seconds:>6.1f} s  {one.source}")
    papers = {key: words for key, words in PAPERS.items() if key != "new"}
    page = folder / _PAGE
    if form is not Form.PDF:  # which pages of HTML cannot show
        write_text(figures_page(figures, files, papers).splitlines(), page)
    if as_json:
        print_json(
            {"figures": [{**_document(o), "file": str(folder / files[o.name])} for o in figures]}
        )
    else:
        out.print(f"{counted(len(figures), 'figure')}: {folder if form is Form.PDF else page}")


def _document(figure: Figure) -> dict[str, str]:
    return {
        "name": figure.name,
        "source": figure.source,
        "caption": figure.caption,
        "differs": figure.differs,
    }
