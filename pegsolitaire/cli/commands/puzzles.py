"""`pegs puzzles`: the positions worth playing that come along."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from pegsolitaire.cli.arguments import Json
from pegsolitaire.cli.notation import Coordinates, CoordinatesOption, spelled
from pegsolitaire.cli.output import Bar, counted, out, picture, print_json
from pegsolitaire.documents.positions import position_document
from pegsolitaire.documents.puzzles import puzzle_words
from pegsolitaire.draw import puzzle_sheet
from pegsolitaire.errors import NotationError
from pegsolitaire.files import check_target, write_text
from pegsolitaire.game import Puzzle, PuzzleSet, puzzle_set, puzzle_sets


def puzzles(
    which: Annotated[
        str | None,
        typer.Argument(metavar="SET", help="Show the positions of a set.", show_default=False),
    ] = None,
    sheet: Annotated[
        Path | None,
        typer.Option(
            "--sheet",
            metavar="FILE",
            help="Write a set as a page to print, an .html, with the solutions on the last page; "
            "browsers save it as PDF.",
        ),
    ] = None,
    link: Annotated[
        str | None,
        typer.Option(
            "--link",
            metavar="ADDRESS",
            help="Where the page of the game is: the sheet has QR codes that lead to the puzzles.",
        ),
    ] = None,
    as_json: Json = False,
    coordinates: CoordinatesOption = Coordinates.LETTERS,
) -> None:
    """List the built-in puzzle sets, or show the puzzles of one.

    Their names can be used as a START: pegs solve english fireplace; pegs play french
    unique-jump-7. The page of the game prints some puzzles of a set, --sheet all of them.

    Examples: pegs puzzles; pegs puzzles english-classics; pegs puzzles english-classics --sheet
    classics.html
    """
    if sheet is not None or link is not None:
        _write_sheet(which, sheet, link)
    sets = [puzzle_set(one) for one in (puzzle_sets() if which is None else [which])]
    with spelled(sets[0].board, coordinates) if which is not None else nullcontext():
        if as_json:
            print_json({"sets": [_document(one) for one in sets]})
        elif sheet is not None:
            out.print(f"{counted(len(sets[0]), 'puzzle')} written to {sheet}")
        else:
            for one in sets:
                out.print(f"{one.name}, {counted(len(one), 'puzzle')}: {one.description}")
                for puzzle in one if which is not None else ():
                    _print(puzzle)


def _write_sheet(name: str | None, sheet: Path | None, link: str | None) -> None:
    from pegsolitaire.cli.sheets import sheet_items  # which needs the links of the page

    if name is None or sheet is None:
        raise NotationError("a sheet is of one set, in a file: pegs puzzles SET --sheet FILE")
    if sheet.suffix.lower() not in (".html", ".htm"):
        raise NotationError(f"a sheet is a page of HTML, which {sheet} is not: name it FILE.html")
    check_target(sheet)
    found = puzzle_set(name)
    with Bar() as progress:
        items = list(sheet_items(found, link, progress))
    write_text([puzzle_sheet(name.replace("-", " ").capitalize(), items)], sheet)


def _document(one: PuzzleSet) -> dict[str, object]:
    return {
        "name": one.name,
        "board": one.board.name,
        "description": one.description,
        "puzzles": [
            {
                **puzzle_words(puzzle),
                **position_document(puzzle.position),
                "pegs": len(puzzle.position),
            }
            for puzzle in one
        ],
    }


def _print(puzzle: Puzzle) -> None:
    title = f"{puzzle.name}, {counted(len(puzzle.position), 'peg')}, to {puzzle.finish}"
    if puzzle.best:
        title += f", best {counted(puzzle.best, 'move')}"
    if puzzle.difficulty:
        title += f", {puzzle.difficulty}"
    out.print(f"\n{title} ({puzzle.source})")
    out.print(picture(puzzle.position))
    if puzzle.note:
        out.print(puzzle.note.strip(), style="dim")
