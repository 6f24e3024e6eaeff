"""`pegs data`: the data files that the papers describe."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from pegsolitaire.cli.arguments import Json
from pegsolitaire.cli.output import Bar, counted, out, print_json
from pegsolitaire.sets.data_files import write_notes_data


def data(
    what: Annotated[
        Literal["notes"],
        typer.Argument(metavar="WHAT", help="Which files: notes.", show_default=False),
    ],
    to: Annotated[
        Path,
        typer.Option("--to", metavar="DIR", help="The folder to write them to."),
    ] = Path(),
    as_json: Json = False,
) -> None:
    """Write the data files that the papers describe, computed anew.

    notes: the winning positions of the five boards of Table 8 of the Notes, for any finish
    (triangle5-any.txt) and by index (triangle5-any-by-index.txt), and W1 to W16 of the central
    game (english-d4.txt, 9 MB), in the text form of the paper.

    Examples: pegs data notes --to notes
    """
    with Bar(what=f"the data files of the {what.capitalize()}") as progress:
        files = []
        for path, codes in write_notes_data(to, progress):
            files.append({"path": str(path), "codes": codes})
            if not as_json:
                out.print(f"{path}: {counted(codes, 'code')}")
    if as_json:
        print_json({"files": files})
