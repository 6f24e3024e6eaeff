"""Solutions that papers print, from a TOML file; each is replayed when it is read.

A file holds any number of them, on boards of the catalogue::

    format = 1

    [[solution]]
    name = "a2 to b2 in 5 moves"
    board = "triangle4"
    vacancy = "a2"
    moves = "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2"
    source = "G. I. Bell, Solving triangular peg solitaire (2008), appendix B.2"
    note = "May be left out."

The moves are those of the paper, by letters, with commas or blanks between them; where it prints
jumps one by one, so does the file. Those that come along are ``data/solutions.toml``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pegsolitaire.board.board import Board
from pegsolitaire.board.reading import read_text
from pegsolitaire.errors import ProblemError
from pegsolitaire.game.solution import Solution
from pegsolitaire.game.toml_files import (
    Table,
    built_in_text,
    check_keys,
    check_names,
    move_texts,
    parse,
    rows_of,
    text_of,
    within,
)

_FILE = "solutions.toml"


@dataclass(frozen=True)
class Published:
    """A solution that is printed somewhere.

    Attributes
    ----------
    name : str
        What to call it; no other one on its board is called so.
    solution : Solution
        Its jumps, from one missing peg to one peg.
    source : str
        Where it is printed.
    note : str
        What else there is to say; may be empty.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> [found] = published_solutions(triangle(4))
    >>> found.name, found.source
    ('a2 to b2 in 5 moves', 'G. I. Bell, Solving triangular peg solitaire (2008), appendix B.2')
    >>> print(found.solution)
    a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2
    """

    name: str
    solution: Solution
    source: str
    note: str = ""

    @property
    def board(self) -> Board:
        """The board that it is played on."""
        return self.solution.start.board


def published_solutions(board: Board | None = None) -> tuple[Published, ...]:
    """The printed solutions that come with the library: of a board, or all of them.

    Examples
    --------
    >>> from pegsolitaire.board import french
    >>> [(found.name, len(found.solution)) for found in published_solutions(french())][0]
    ('c1 to e4 in 32 moves', 35)
    """
    return tuple(found for found in _built_in() if board is None or found.board == board)


def read_published(path: str | Path) -> tuple[Published, ...]:
    """The solutions of a file.

    Raises
    ------
    NotationError
        If it cannot be read, is no TOML, is of a later format, lacks a key or has a foreign one,
        names two solutions of a board alike, or holds what is no move.
    UnknownBoardError, NotOnBoardError
        If there is no such board, or a hole or a jump is none of it.
    IllegalJumpError
        If a jump is not legal where it is made.
    ProblemError
        If a solution does not end with one peg.
    """
    return _read(str(path), read_text(path))


@lru_cache(maxsize=1)
def _built_in() -> tuple[Published, ...]:
    return _read(_FILE, built_in_text(_FILE))


def _read(file: str, text: str) -> tuple[Published, ...]:
    with within(file):
        table = parse(text)
        check_keys(table, {"solution"})
        found = tuple(_published(number, row) for number, row in rows_of(table, "solution"))
        check_names("solutions", (f"{one.board.name}: {one.name}" for one in found))
        return found


def _published(number: int, row: Table) -> Published:
    with within(f"solution {row.get('name', number)!r}"):
        check_keys(row, {"name", "board", "vacancy", "moves", "source", "note"})
        start = Board.from_name(text_of(row, "board")).vacancy(text_of(row, "vacancy"))
        solution = Solution.from_moves(start, move_texts(row))
        if len(solution.finish) != 1:
            raise ProblemError(
                f"it ends with {len(solution.finish)} pegs: go on, or look for a misprint"
            )
        name, source = text_of(row, "name"), text_of(row, "source")
        return Published(name, solution, source, text_of(row, "note", ""))
