"""Sheets of puzzles to print: what stands on them, and how they are written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pegsolitaire.cli.output import counted, out
from pegsolitaire.data import Puzzle, PuzzleSet
from pegsolitaire.draw import (
    SheetItem,
    check_pages,
    puzzle_pages,
    puzzle_sheet,
    write_pages,
)
from pegsolitaire.errors import NotationError
from pegsolitaire.files import check_target, write_text
from pegsolitaire.game import Problem
from pegsolitaire.progress_bar import err
from pegsolitaire.solving import fewest_known, reorder, solve
from pegsolitaire.theory import read_problem
from pegsolitaire.web.server import check_address, code_of
from pegsolitaire.work import Work

_SECONDS = 30.0  # to look for a solution of a puzzle; most take far less


def check_sheet(path: Path, address: str | None) -> None:
    """See that a sheet can be written there, before the work begins.

    Raises
    ------
    NotationError
        If its name does not end in .html or .pdf, or the address is none of the web, or too long.
    MissingExtraError
        If it is to be PDF, and what makes it is not installed.
    StoreError
        If no file can be written there.
    """
    if path.suffix.lower() not in (".html", ".htm", ".pdf"):
        name = path.stem or "sheet"
        raise NotationError(f"a sheet is HTML or PDF: name it {name}.html or {name}.pdf")
    check_target(path)
    if path.suffix.lower() == ".pdf":
        check_pages()
    if address is not None:
        check_address(address)


def write_sheet(
    puzzles: PuzzleSet,
    path: Path,
    address: str | None,
    *,
    work: Work,
) -> None:
    """Write a set as a sheet, HTML or PDF by the name of the file; holes as they are called.

    There are QR codes where the page has an address.
    """
    title = puzzles.name.replace("-", " ").capitalize()
    items = list(_items(puzzles, address, work=work))
    if path.suffix.lower() == ".pdf":
        write_pages(puzzle_pages(title, items, names=out.named), path)
    else:
        write_text([puzzle_sheet(title, items, names=out.named)], path)


def _items(puzzles: PuzzleSet, address: str | None, *, work: Work) -> Iterator[SheetItem]:
    """The puzzles of a set, each with a solution."""
    work.progress.stage("solving the puzzles", len(puzzles))
    for number, puzzle in enumerate(puzzles, 1):
        problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
        moves, words = _solution(puzzle, problem)
        yield SheetItem(
            puzzle.name,
            puzzle.position,
            out.called(_goal(puzzle)),
            out.called(words),
            () if address is None else code_of(address, problem),
            puzzle.rating_text,
            moves,
        )
        work.update(number, puzzle.name)


def _goal(puzzle: Puzzle) -> str:
    where = "anywhere" if puzzle.finish == "any" else f"in {puzzle.finish}"
    best = "" if puzzle.best is None else f"\nBest: {counted(puzzle.best, 'move')}"
    return f"One peg left, {where}{best}"


def _solution(puzzle: Puzzle, problem: Problem) -> tuple[int | None, str]:
    """How many moves a solution has, and their words: the fewest known, else what is found."""
    moves = fewest_known(problem, puzzle.best, puzzle.solution).shortest
    if moves is None:
        answer = solve(problem, work=Work(_SECONDS))
        if answer.solution is None:
            cannot = answer.solvable is False
            words = "cannot be solved" if cannot else "no solution was found quickly"
            err.print(f"{puzzle.name}: {words}", style="dim", markup=False)
            return None, words
        moves = reorder(answer.solution).moves
    return len(moves), f"{', '.join(map(str, moves))} ({counted(len(moves), 'move')})"
