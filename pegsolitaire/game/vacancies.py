"""Vacancies: the problems from one missing peg to one peg that are known to be solvable.

A file holds those of any number of boards, one of each set of holes that the symmetries of the
board map to one another::

    format = 1

    [english]
    d4 = { finish = "d4", best = 18, note = "May be left out, and so may best." }
    c1 = { finish = "c1" }

The finish is the hole of the vacancy where a game from it can end there, or ``any`` where it is
only known that one can end with one peg somewhere. The best is the least number of moves,
each one jump or more by the same peg; it stands only where it is certain. What is not listed has
no solution, or none is known.

The file that comes along, ``data/vacancies.toml``, goes through the boards of the catalogue. It
is read whole when it is first asked for, in some milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from pegsolitaire.board.board import Board
from pegsolitaire.board.reading import read_text
from pegsolitaire.errors import NotationError
from pegsolitaire.game.puzzles import Puzzle, PuzzleSet
from pegsolitaire.game.toml_files import (
    Table,
    best_of,
    built_in_text,
    check_keys,
    check_movable,
    check_names,
    finish_of,
    parse,
    text_of,
    within,
)

_FILE = "vacancies.toml"


def vacancy_puzzles(board: Board) -> PuzzleSet | None:
    """The vacancies of a board that are known to be solvable, as puzzles; None where none is.

    Their order is that of the papers where they have one, else row by row.

    Examples
    --------
    >>> from pegsolitaire.board import english, square
    >>> puzzles = vacancy_puzzles(english())
    >>> [(puzzle.name, puzzle.finish, puzzle.best) for puzzle in puzzles][0]
    ('Vacancy d4', 'd4', 18)
    >>> vacancy_puzzles(square(3)) is None
    True
    """
    return _built_in().get(board)


def read_vacancies(path: str | Path) -> tuple[PuzzleSet, ...]:
    """The vacancies of a file, one puzzle set a board.

    Raises
    ------
    NotationError
        If it cannot be read, is no TOML, is of a later format, lacks a key or has a foreign one,
        names a board or a hole twice, or says a best that is no number of moves.
    UnknownBoardError, NotOnBoardError
        If there is no such board, or a vacancy or a finish is no hole of it.
    ProblemError
        If no jump is possible from a vacancy.
    """
    return tuple(_read(str(path), read_text(path)).values())


@lru_cache(maxsize=1)
def _built_in() -> dict[Board, PuzzleSet]:
    return _read(_FILE, built_in_text(_FILE))


def _read(file: str, text: str) -> dict[Board, PuzzleSet]:
    found: dict[Board, PuzzleSet] = {}
    with within(file):
        for name, table in parse(text).items():
            if not isinstance(table, dict):
                raise NotationError(f"{name!r} is no board: begin each with a line [BOARD]")
            board = Board.from_name(name)
            if board in found:
                raise NotationError(
                    f"{name} and {found[board].board.name} are one board: join them"
                )
            found[board] = _vacancies(board, table)
    return found


def _vacancies(board: Board, table: Table) -> PuzzleSet:
    with within(board.name):
        puzzles = tuple(_puzzles(board, table))
        check_names("vacancies", (puzzle.name for puzzle in puzzles))
    return PuzzleSet(f"{board.name}-vacancies", board, "One peg is missing.", puzzles)


def _puzzles(board: Board, table: Table) -> Iterator[Puzzle]:
    for hole, row in table.items():
        with within(f"vacancy {hole!r}"):
            if not isinstance(row, dict):
                raise NotationError(f'it has no finish: write {hole} = {{ finish = "any" }}')
            yield _puzzle(board, hole, row)


def _puzzle(board: Board, hole: str, row: Table) -> Puzzle:
    check_keys(row, {"finish", "best", "note"})
    position = board.vacancy(hole)
    check_movable(position)
    return Puzzle(
        f"Vacancy {board.hole_text(board.hole(hole))}",
        position,
        finish_of(board, text_of(row, "finish")),
        "the full board with one peg missing",
        text_of(row, "note", ""),
        best_of(row),
    )
