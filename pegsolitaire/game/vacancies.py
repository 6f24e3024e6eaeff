"""Vacancies: the problems from one missing peg to one peg that are known to be solvable.

A file holds those of any number of boards, one of each set of holes that the symmetries of the
board map to one another::

    format = 1

    [english]
    d4 = { finish = "d4", best = 18, rating = 20.5, note = "All but the finish may be left out." }
    c1 = { finish = "c1" }

    [diamond]
    e1 = { finish = "undecided" }

    [square3]
    a1 = { finish = "none", fewest = 4 }

The finish is the hole of the vacancy where a game from it can end there, or ``any`` where it is
only known that one can end with one peg somewhere. The best is the least number of moves,
each one jump or more by the same peg; it stands only where it is certain. The rating says how hard
it is, in bits. ``undecided`` is what nobody knows, and ``none`` what cannot be won: the fewest is
how few pegs a game can end with, where that is known. Of a vacancy that is not listed nothing is
said: those are left out that the position class forbids.

The file that comes along, ``data/vacancies.toml``, goes through the boards of the catalogue. It
is read whole when it is first asked for, in some milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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
    rating_of,
    text_of,
    within,
)

_FILE = "vacancies.toml"
_LOST, _UNDECIDED = "none", "undecided"


@dataclass(frozen=True)
class Vacancies:
    """What is known of the vacancies of a board.

    Attributes
    ----------
    puzzles : PuzzleSet or None
        Those that can be won; None where none can.
    undecided : tuple of str
        The holes of those of which it is not known.
    lost : tuple of str
        The holes of those that cannot be won, as far as it is not only the class that forbids it.
    fewest : dict of str to int
        How few pegs a game from a vacancy can end with, where it cannot be won and that is known.

    All are one of each set of holes that the symmetries of the board map to one another.
    """

    puzzles: PuzzleSet | None
    undecided: tuple[str, ...]
    lost: tuple[str, ...]
    fewest: dict[str, int]


def known_vacancies(board: Board) -> Vacancies | None:
    """What is known of the vacancies of a board; None where the board was not looked at.

    Examples
    --------
    >>> from pegsolitaire.board import square, triangle
    >>> known_vacancies(square(3)).fewest
    {'a1': 4, 'b1': 7}
    >>> known_vacancies(triangle(12)) is None
    True
    """
    return _built_in().get(board)


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
    known = known_vacancies(board)
    return None if known is None else known.puzzles


def read_vacancies(path: str | Path) -> tuple[PuzzleSet, ...]:
    """The vacancies of a file that can be won, one puzzle set a board.

    Raises
    ------
    NotationError
        If it cannot be read, is no TOML, is of a later format, lacks a key or has a foreign one,
        names a board or a hole twice, or says a best that is not a number of moves.
    UnknownBoardError, NotOnBoardError
        If there is no such board, or a vacancy or a finish is not a hole of it.
    ProblemError
        If no jump is possible from a vacancy.
    """
    found = _read(str(path), read_text(path)).values()
    return tuple(known.puzzles for known in found if known.puzzles is not None)


@lru_cache(maxsize=1)
def _built_in() -> dict[Board, Vacancies]:
    return _read(_FILE, built_in_text(_FILE))


def _read(file: str, text: str) -> dict[Board, Vacancies]:
    found: dict[Board, Vacancies] = {}
    with within(file):
        for name, table in parse(text).items():
            if not isinstance(table, dict):
                raise NotationError(f"{name!r} is not a board: begin each with a line [BOARD]")
            board = Board.from_name(name)
            if board in found:
                other = next(one for one in found if one == board)
                raise NotationError(f"{name} and {other.name} are one board: join them")
            found[board] = _vacancies(board, table)
    return found


def _vacancies(board: Board, table: Table) -> Vacancies:
    with within(board.name):
        rows = list(_rows(board, table))
        check_names("vacancies", (f"Vacancy {hole}" for hole, _ in rows))
        puzzles = tuple(_puzzles(board, rows))
        fewest = {hole: row["fewest"] for hole, row in rows if "fewest" in row}
    found = PuzzleSet(f"{board.name}-vacancies", board, "One peg is missing.", puzzles)
    undecided, lost = (
        tuple(hole for hole, row in rows if row["finish"] == word) for word in (_UNDECIDED, _LOST)
    )
    return Vacancies(found if puzzles else None, undecided, lost, fewest)


def _rows(board: Board, table: Table) -> Iterator[tuple[str, Table]]:
    """What stands there of each vacancy, checked but for its puzzle."""
    for name, row in table.items():
        with within(f"vacancy {name!r}"):
            if not isinstance(row, dict):
                raise NotationError(f'it has no finish: write {name} = {{ finish = "any" }}')
            check_movable(board.vacancy(name))
            finish = text_of(row, "finish")
            if finish == _LOST:
                check_keys(row, {"finish", "fewest"})
                if "fewest" in row and (type(row["fewest"]) is not int or row["fewest"] < 2):
                    raise NotationError(
                        f"fewest = {row['fewest']!r} is not a number of pegs: write fewest = 2"
                    )
            yield board.hole_text(board.hole(name)), {**row, "finish": finish}


def _puzzles(board: Board, rows: list[tuple[str, Table]]) -> Iterator[Puzzle]:
    for hole, row in rows:
        if row["finish"] not in (_LOST, _UNDECIDED):
            with within(f"vacancy {hole!r}"):
                yield _puzzle(board, hole, row)


def _puzzle(board: Board, hole: str, row: Table) -> Puzzle:
    check_keys(row, {"finish", "best", "rating", "note"})
    return Puzzle(
        f"Vacancy {hole}",
        board.vacancy(hole),
        finish_of(board, row["finish"]),
        "the full board with one peg missing",
        text_of(row, "note", ""),
        best_of(row),
        rating_of(row),
    )
