"""Pictures that commands draw: one option, and files of three formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pegsolitaire import draw
from pegsolitaire.board import Hole
from pegsolitaire.cli.options import option
from pegsolitaire.cli.output import out
from pegsolitaire.game import Solution


def picture_option(what: str) -> Any:
    """The option of a command that draws, with what it draws."""
    return option(f"{what} FILE ends in .svg, .png or .pdf.", metavar="FILE")


def check_pictures(files: Iterable[Path | None]) -> None:
    """See that the pictures that are wanted can be written, before the work begins."""
    for file in files:
        if file is not None:
            draw.check_picture(file)


def names_asked_for() -> Callable[[Hole], str] | None:
    """What holes are called in pictures, where `--coordinates` asks for other names."""
    return None if out.spell is None else out.named


def draw_solution(
    solution: Solution | None, file: Path | None, names: Callable[[Hole], str] | None = None
) -> dict[str, str | None]:
    """Draw a solution, if there is one and it is wanted; what a document says of that.

    Holes have the names that were asked for, or others.
    """
    if file is None:
        return {}
    if solution is None:
        return {"svg": None}
    draw.write_picture(draw.solution_svg(solution, names=names or names_asked_for()), file)
    return {"svg": str(file)}


def written_to(files: Iterable[Path]) -> str:
    """Where something is, at the end of a line; nothing where it is nowhere."""
    names = " and ".join(map(str, files))
    return f"; written to {names}" if names else ""
