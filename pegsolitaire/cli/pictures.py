"""Draw the pictures of commands, with one option for three file formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import click

from pegsolitaire import draw
from pegsolitaire.board import Hole
from pegsolitaire.cli.options import FILE, Decorator
from pegsolitaire.game import Solution


def picture_option(what: str) -> Decorator:
    """Declare the picture option of a command. The argument ``what`` describes the picture."""
    about = f"{what} The file extension determines the format: SVG, PNG or PDF."
    return click.option("--svg", type=FILE, metavar="FILE", callback=_checked, help=about)


def _checked(_: click.Context, __: click.Parameter, file: Path | None) -> Path | None:
    """Check that a picture can be written if one is requested, before the work begins."""
    if file is not None:
        draw.check_picture(file)
    return file


def drawn_in(file: Path | None, picture: Callable[[], str]) -> dict[str, str | None]:
    """If there is a file, draw a picture in it. Return an entry for the JSON."""
    if file is not None:
        draw.write_picture(picture(), file)
    return {"svg": None if file is None else str(file)}


def draw_solution(
    solution: Solution | None, file: Path | None, names: Callable[[Hole], str] | None = None
) -> dict[str, str | None]:
    """If there are both a solution and a file, draw the solution. Return an entry for the JSON."""
    if file is None:
        return {}
    if solution is None:
        return {"svg": None}
    return drawn_in(file, lambda: draw.solution_svg(solution, names=names))


def written_to(files: Iterable[Path]) -> str:
    """Return the text that names the written files, or an empty text if there are none."""
    names = " and ".join(map(str, files))
    return f"; written to {names}" if names else ""
