"""Sheets of puzzles to print: what stands on them."""

from __future__ import annotations

from collections.abc import Iterator

from pegsolitaire.analysis import reorder, solve
from pegsolitaire.budget import Budget
from pegsolitaire.cli.output import counted
from pegsolitaire.documents.document import texts
from pegsolitaire.documents.problems import fewest_document
from pegsolitaire.draw import SheetItem
from pegsolitaire.game import Problem, Puzzle, PuzzleSet
from pegsolitaire.progress import Progress
from pegsolitaire.theory import read_problem
from pegsolitaire.web.codes import check_address, code_of

_SECONDS = 30.0  # to look for a solution of a puzzle; most take far less


def sheet_items(
    puzzles: PuzzleSet, address: str | None, progress: Progress
) -> Iterator[SheetItem]:
    """The puzzles of a set, each with a solution; with QR codes where the page has an address.

    Raises
    ------
    NotationError
        If the address is none of the web, or too long.
    """
    if address is not None:
        check_address(address)
    progress.stage("solving the puzzles", len(puzzles))
    for number, puzzle in enumerate(puzzles, 1):
        problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
        code = () if address is None else code_of(address, problem)
        yield SheetItem(
            puzzle.name, puzzle.position, _goal(puzzle), _solution(puzzle, problem), code
        )
        progress.update(number, puzzle.name)


def _goal(puzzle: Puzzle) -> str:
    where = "anywhere" if puzzle.finish == "any" else f"in {puzzle.finish}"
    best = "" if puzzle.best is None else f"; best {counted(puzzle.best, 'move')}"
    return f"One peg left, {where}{best}"


def _solution(puzzle: Puzzle, problem: Problem) -> str:
    """One in the fewest moves known, else one that is found quickly."""
    moves = fewest_document(problem, puzzle.best, puzzle.solution)["shortest"]
    if moves is None:
        found = solve(problem, budget=Budget(_SECONDS)).solution
        if found is None:
            return "none was found quickly"
        moves = texts(reorder(found).moves)
    return f"{', '.join(moves)} ({counted(len(moves), 'move')})"
