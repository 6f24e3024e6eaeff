"""`pegs design`: a search for hard puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pegsolitaire.analysis import Designed, Kind, write_designs
from pegsolitaire.analysis import design as find_designs
from pegsolitaire.board import read_board
from pegsolitaire.board.notation import either
from pegsolitaire.cli.arguments import BoardName, Class, Json, Store, kept_tables
from pegsolitaire.cli.output import NO, Bar, counted, end, out, picture, print_json
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import check_writable
from pegsolitaire.sets import Tablebase
from pegsolitaire.sets.estimate import foresee_tables
from pegsolitaire.theory import PositionClass, check_class_sets, class_named

_SETS: dict[Kind, tuple[str, str]] = {
    "unique": (
        "unique-jump",
        "Of all jumps exactly one wins: positions of every size with many jumps.",
    ),
    "symmetric": (
        "symmetric",
        "Symmetric positions that do not fall to symmetrical jumps: few of the first jumps win.",
    ),
}


def design(
    name: BoardName,
    kind: Annotated[
        Kind,
        typer.Option("--kind", help="unique: one winning jump; symmetric: hard and pretty."),
    ] = "unique",
    letter: Class = None,
    most: Annotated[
        int,
        typer.Option(
            "--most", metavar="N", min=1, help="How many puzzles: the hardest of every size."
        ),
    ] = 20,
    to: Annotated[
        Path | None,
        typer.Option(
            "--to",
            metavar="DIR",
            help="Write them there, if the board is of the catalogue: TOML for `pegs play "
            "--puzzles DIR`, JSON and Parquet.",
            show_default=False,
        ),
    ] = None,
    store: Store = False,
    as_json: Json = False,
) -> None:
    """Search a position class for hard puzzles: to be brought to one peg, anywhere.

    Hardness is measured in bits: how much one has to know to tell the winning jumps from all
    others, along a game in which a winning jump is chosen at random each time. A unique winning
    jump among sixteen is four bits. Also shown: how many of the first jumps win, the share of
    winning jumps along the way, the chance that random play wins, and the fewest moves of any
    solution (the one that is shown may have more). The easiest come first; the exit code is 1 if
    nothing was found.

    Examples: pegs design english; pegs design french --kind symmetric --most 5; pegs design
    hexagon37 --class B --to puzzles
    """
    board = read_board(name)
    check_class_sets(board, "tablebases")
    chosen = class_named(board, letter)
    if to is not None and not chosen.board.is_named:
        raise ProblemError("--to goes with a board of the catalogue: the files name their board")
    if to is not None:
        check_writable(to / "puzzles")
    kept = kept_tables(board, [chosen.finishes], store)
    with Bar(f"which positions of {board.name} can be solved", kept=kept) as progress:
        progress.foreseen(foresee_tables(board, [chosen.finishes], stored=store))
        table = Tablebase.of(chosen.board, chosen.finishes, progress, store=store)
        found = find_designs(chosen, kind, most, progress, table)
    paths = [] if to is None else _write(chosen, kind, found, to)
    if as_json:
        print_json(
            {
                "board": chosen.board.name,
                "class": chosen.letter,
                "kind": kind,
                "puzzles": [one.document for one in found],
                "paths": [str(path) for path in paths],
            }
        )
    else:
        what = f"{chosen.board.name}, class {chosen.letter}, {kind}"
        out.print(f"{what}: {counted(len(found), 'puzzle') if found else 'no puzzle found'}")
        for one in found:
            _print(one)
        for path in paths:
            out.print(f"written to {path}", style="dim")
        if paths:
            out.print(f"in the gallery with: pegs play --puzzles {to}", style="dim")
    end(0 if found else NO)


def _write(chosen: PositionClass, kind: Kind, found: list[Designed], folder: Path) -> list[Path]:
    """Write them as files that say what they hold."""
    word, says = _SETS[kind]
    letter = "" if chosen.letter == "A" else f"-{chosen.letter.lower()}"
    about = (
        f"{says} Found by computer, the easiest first. Their position class allows the last peg "
        f"only at {either(chosen.names)}."
    )
    name = f"{chosen.board.name}-{word}{letter}"
    return write_designs(name, chosen.board, about, found, folder)


def _print(one: Designed) -> None:
    out.print(f"\n{counted(len(one.position), 'peg')}, {one.feature}, code:{one.position.code}")
    out.print(picture(one.position))
    out.print(f"{one.rating.text}")
    out.print(f"{one.solution}", style="dim")
