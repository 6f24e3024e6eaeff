"""`pegs puzzles`: the positions worth playing that come along."""

from __future__ import annotations

from typing import Annotated

import typer

from pegsolitaire.cli.arguments import Json
from pegsolitaire.cli.output import counted, out, picture, print_json
from pegsolitaire.documents.positions import position_document
from pegsolitaire.documents.puzzles import puzzle_words
from pegsolitaire.game import Puzzle, PuzzleSet, puzzle_set, puzzle_sets


def puzzles(
    name: Annotated[
        str | None,
        typer.Argument(metavar="SET", help="Show the positions of a set.", show_default=False),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the built-in puzzle sets, or show the puzzles of one.

    Their names can be used as a START: pegs solve english fireplace; pegs play french
    unique-jump-7.

    Examples: pegs puzzles; pegs puzzles english-classics
    """
    sets = [puzzle_set(one) for one in (puzzle_sets() if name is None else [name])]
    if as_json:
        print_json({"sets": [_document(one) for one in sets]})
        return
    for one in sets:
        out.print(f"{one.name}, {counted(len(one), 'puzzle')}: {one.description}")
        for puzzle in one if name is not None else ():
            _print(puzzle)


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
