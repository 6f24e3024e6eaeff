"""`pegs puzzles`: sets of positions worth playing, built in or of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from pegsolitaire.cli.notation import COORDINATES, Coordinates, spelled
from pegsolitaire.cli.options import Limits, argument, option, rules
from pegsolitaire.cli.output import complain, counted, out, picture, report
from pegsolitaire.cli.working import working
from pegsolitaire.data import Puzzle, PuzzleSet, puzzle_set, puzzle_sets, stored_puzzle_sets
from pegsolitaire.errors import PegSolitaireError
from pegsolitaire.results import POSITION, to_json
from pegsolitaire.surveys import rated_puzzles
from pegsolitaire.web.documents import PUZZLE


@rules(
    "--sheet needs SET: a sheet is of one set, in a file: pegs puzzles SET --sheet FILE",
    "--link needs --sheet: a sheet is of one set, in a file: pegs puzzles SET --sheet FILE",
)
def puzzles(
    which: str | None = argument(
        "SET", "Show the positions of a set: a name of the list, or a file, FILE.toml."
    ),
    sheet: Path | None = option(
        "Write a set to be printed, with the names of the holes, and the solutions on "
        "the last page. FILE ends in .html or .pdf.",
        metavar="FILE",
    ),
    link: str | None = option(
        "Where the page of the game is: the sheet has QR codes that lead to the puzzles.",
        metavar="ADDRESS",
    ),
    coordinates: Coordinates = COORDINATES,
    *,
    limits: Limits,
) -> None:
    """List the puzzle sets, or show or print the puzzles of one.

    A set is built in, or a file: what `pegs design --to DIR` and the page's editor write. Files in
    the folder puzzles among the stored sets are listed too. Puzzles of a file are rated here if
    they are not yet.

    Names of puzzles can be used as a START, and so can SET-3, the third of a set, and
    @FILE.toml:3: pegs solve english fireplace; pegs play french unique-jump-7.

    Examples: pegs puzzles; pegs puzzles english-classics; pegs puzzles english-classics --sheet
    classics.html; pegs puzzles triangle5-symmetric --sheet triangle.pdf
    """
    if sheet is not None:
        from pegsolitaire.cli.sheets import check_sheet  # which needs the links of the page

        check_sheet(sheet, link)
    sets = list(_every_set()) if which is None else [_one_set(which, limits)]
    with spelled(sets[0].board, coordinates) if which is not None else nullcontext():
        if sheet is not None:
            from pegsolitaire.cli.sheets import write_sheet

            with working(limits=limits) as work:
                write_sheet(sets[0], sheet, link, work=work)

        def show() -> None:
            if sheet is not None:
                out.print(f"{counted(len(sets[0]), 'puzzle')} written to {sheet}")
                return
            for one in sets:
                out.print(f"{one.name}, {counted(len(one), 'puzzle')}: {one.description}")
                for puzzle in one if which is not None else ():
                    _print(puzzle)

        more = {} if sheet is None else {"sheet": str(sheet)}
        report(lambda: {"sets": list(map(_document, sets)), **more}, show)


def _every_set() -> Iterator[PuzzleSet]:
    """The stored sets and those that are built in; a file that cannot be read is told."""
    for file in stored_puzzle_sets().values():
        try:
            yield puzzle_set(file)
        except PegSolitaireError as error:
            complain(str(error))
    yield from map(puzzle_set, puzzle_sets())


def _one_set(name: str, limits: Limits) -> PuzzleSet:
    """A set with its ratings; what a built-in one has not takes long."""
    found = puzzle_set(name)
    if name in puzzle_sets():
        return found
    with working(limits=limits) as work:
        return rated_puzzles(found, work=work)


def _document(one: PuzzleSet) -> dict[str, object]:
    return {
        "name": one.name,
        "board": one.board.name,
        "description": one.description,
        "puzzles": to_json(list(one), f"{PUZZLE} {POSITION} pegs=position|len"),
    }


def _print(puzzle: Puzzle) -> None:
    title = f"{puzzle.name}, {counted(len(puzzle.position), 'peg')}, to {puzzle.finish}"
    if puzzle.best:
        title += f", best {counted(puzzle.best, 'move')}"
    if puzzle.rating is not None:
        title += f", {puzzle.rating_text}"
    out.print(f"\n{title} ({puzzle.source})")
    out.print(picture(puzzle.position))
    if puzzle.note:
        out.print(puzzle.note.strip(), style="dim")
