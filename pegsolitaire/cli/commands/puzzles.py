"""`pegs puzzles`: puzzle sets, built-in ones and your own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click

from pegsolitaire import data, draw, solving, surveys, theory
from pegsolitaire.board import Notation
from pegsolitaire.cli.command import command
from pegsolitaire.cli.long_work import working
from pegsolitaire.cli.options import (
    FILE,
    Limits,
    limit_options,
    needs,
    notation_of,
    numbers_option,
)
from pegsolitaire.cli.output import complain, out, report
from pegsolitaire.errors import NotationError, PegSolitaireError
from pegsolitaire.files import check_target, write_text
from pegsolitaire.game import Problem
from pegsolitaire.progress_bar import err
from pegsolitaire.units import counted
from pegsolitaire.web.server import check_address, code_of
from pegsolitaire.work import Work


@command()
@click.argument(
    "which",
    metavar="[SET]",
    required=False,
    help="The set to show: a name from the list, or FILE.toml.",
)
@click.option(
    "--sheet",
    type=FILE,
    metavar="FILE",
    help="Write a sheet to print, with hole names and with solutions on the last page. The file "
    "extension determines the format: HTML or PDF.",
)
@click.option(
    "--link",
    metavar="ADDRESS",
    help="The web address of the game: the sheet then has QR codes that lead to the puzzles.",
)
@numbers_option
@limit_options
def puzzles(
    which: str | None, sheet: Path | None, link: str | None, numbers: bool, limits: Limits
) -> None:
    """List the puzzle sets, show one of them, or make a sheet to print.

    A set is either built in, or a file that `pegs design --to DIR` or the editor of the page has
    written. The list includes the files in the folder puzzles, among the stored sets. Puzzles
    without a rating are rated when they are shown.

    As START you can use the name of a puzzle, SET-3 for the third puzzle of a set, or @FILE.toml:3
    for the third puzzle in a file: `pegs solve english fireplace`, `pegs play french
    unique-jump-7`.

    Examples: pegs puzzles; pegs puzzles english-classics; pegs puzzles english-classics --sheet
    classics.html; pegs puzzles triangle5-symmetric --sheet triangle.pdf
    """
    needs("--sheet", "SET", why="`pegs puzzles SET --sheet FILE`")
    needs("--numbers", "--sheet")
    needs("--link", "--sheet", why="`pegs puzzles SET --sheet FILE --link ADDRESS`")
    if sheet is not None:
        _check_sheet(sheet, link)
    sets = list(_every_set()) if which is None else [_one_set(which, limits)]
    if sheet is not None:
        with working(limits=limits) as work:
            _write_sheet(sets[0], sheet, link, notation=notation_of(numbers), work=work)

    def show() -> None:
        if sheet is not None:
            out.print(f"{counted(len(sets[0]), 'puzzle')} written to {sheet}")
            return
        for puzzle_set in sets:
            size = counted(len(puzzle_set), "puzzle")
            out.print(f"{puzzle_set.name}, {size}: {puzzle_set.description}")
            for puzzle in puzzle_set if which is not None else ():
                _print(puzzle)

    more = {} if sheet is None else {"sheet": str(sheet)}
    report({"sets": sets, **more}, show)


def _every_set() -> Iterator[data.PuzzleSet]:
    """Yield the built-in sets and those in the store, and report unreadable files."""
    for file in data.stored_puzzle_sets().values():
        try:
            yield data.puzzle_set(file)
        except PegSolitaireError as error:
            complain(str(error))
    yield from map(data.puzzle_set, data.puzzle_sets())


def _one_set(name: str, limits: Limits) -> data.PuzzleSet:
    """Read a set, and rate its puzzles unless it is built in, which would take a long time."""
    puzzle_set = data.puzzle_set(name)
    if name in data.puzzle_sets():
        return puzzle_set
    with working(limits=limits) as work:
        return surveys.rated_puzzles(puzzle_set, work=work)


def _print(puzzle: data.Puzzle) -> None:
    title = f"{puzzle.name}, {counted(len(puzzle.position), 'peg')}, to {puzzle.finish}"
    if puzzle.best:
        title += f", best {counted(puzzle.best, 'move')}"
    if puzzle.rating is not None:
        title += f", {puzzle.rating_text}"
    out.print(f"\n{title} ({puzzle.source})")
    out.picture(puzzle.position)
    if puzzle.note:
        out.dim(puzzle.note.strip())


# --
# Sheets of puzzles to print.


_SECONDS = 30.0  # to search for a solution of a puzzle; most take far less


def _check_sheet(path: Path, address: str | None) -> None:
    """Check that a sheet can be written to a file, before the work begins."""
    if path.suffix.lower() not in (".html", ".htm", ".pdf"):
        name = path.stem or "sheet"
        raise NotationError(f"a sheet must be HTML or PDF: name it {name}.html or {name}.pdf")
    if path.suffix.lower() == ".pdf":
        draw.check_picture(path)
    else:
        check_target(path)
    if address is not None:
        check_address(address)


def _write_sheet(
    puzzles: data.PuzzleSet,
    path: Path,
    address: str | None,
    *,
    notation: Notation,
    work: Work,
) -> None:
    """Write a set as a sheet, in HTML or PDF; with the address of a page, it has QR codes."""
    title = puzzles.name
    if title in data.puzzle_sets():  # a name that is also the name of a file
        title = title.replace("-", " ").capitalize()
    items = list(_items(puzzles, address, notation, work=work))
    names = partial(puzzles.board.hole_text, notation=notation)
    if path.suffix.lower() == ".pdf":
        draw.write_pages(draw.puzzle_pages(title, items, names=names), path)
    else:
        write_text([draw.puzzle_sheet(title, items, names=names)], path)


def _items(
    puzzles: data.PuzzleSet, address: str | None, notation: Notation, *, work: Work
) -> Iterator[draw.SheetItem]:
    """Yield the puzzles of a set, each with a solution."""
    work.progress.stage("solving the puzzles", len(puzzles))
    for number, puzzle in enumerate(puzzles, 1):
        problem = theory.read_problem(puzzle.board, puzzle.start, puzzle.finish)
        moves, words = _solution(puzzle, problem, notation)
        yield draw.SheetItem(
            puzzle.name,
            puzzle.position,
            _goal(puzzle, notation),
            words,
            () if address is None else code_of(address, problem),
            (puzzle.difficulty or "").removeprefix("very "),  # three words, also for children
            moves,
        )
        work.update(number, puzzle.name)


def _goal(puzzle: data.Puzzle, notation: Notation) -> str:
    where = "anywhere"
    if puzzle.finish != "any":
        board = puzzle.board
        where = f"in {board.hole_text(board.hole(puzzle.finish), notation)}"
    best = "" if puzzle.best is None else f"\nBest: {counted(puzzle.best, 'move')}"
    return f"One peg left, {where}{best}"


def _solution(puzzle: data.Puzzle, problem: Problem, notation: Notation) -> tuple[int | None, str]:
    """Return the move count and text of the shortest known solution, or of one found quickly."""
    moves = solving.fewest_known(problem, puzzle.best, puzzle.solution).shortest
    if moves is None:
        answer = solving.solve(problem, work=Work(_SECONDS))
        if answer.solution is None:
            cannot = answer.solvable is False
            words = "cannot be solved" if cannot else "no solution was found quickly"
            err.print(f"{puzzle.name}: {words}", style="dim", markup=False)
            return None, words
        moves = solving.reorder(answer.solution).moves
    line = ", ".join(move.text(puzzle.board, notation) for move in moves)
    return len(moves), f"{line} ({counted(len(moves), 'move')})"
