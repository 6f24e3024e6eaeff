"""Puzzle sets: positions worth playing, from TOML files.

A file holds one set, all on one board of the catalogue::

    format = 1
    name = "my-puzzles"
    board = "english"
    description = "A sentence or two."

    [[puzzle]]
    name = "Two jumps"
    position = '''
      ...
      ...
    .......
    .**....
    ...*...
      ...
      ...
    '''
    finish = "d4"
    source = "this example"
    note = "May be left out."

The position is a picture of the whole board, as :meth:`Position.from_text` reads it. The finish
is the hole of the last peg, or ``any``: a word, because what holes ``any`` stands for is theory;
``pegsolitaire.theory.read_problem(puzzle.board, puzzle.start, puzzle.finish)`` makes a problem
of a puzzle. The sets that come with the library are the files of the folder ``data`` here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pegsolitaire.board.board import Board
from pegsolitaire.board.reading import read_text
from pegsolitaire.errors import NotationError, PegSolitaireError, ProblemError
from pegsolitaire.game.position import Position

_FORMAT = 1
_BUILT_IN = files("pegsolitaire.game") / "data"


@dataclass(frozen=True)
class Puzzle:
    """A position to be brought to one peg.

    Attributes
    ----------
    name : str
        What to call it.
    position : Position
        Where it starts.
    finish : str
        The hole of the last peg, as ``d4``, or ``any``.
    source : str
        Where it is from.
    note : str
        What else there is to say; may be empty.

    Examples
    --------
    >>> puzzle = puzzle_set("english-classics").puzzle("Latin cross")
    >>> puzzle.start, puzzle.finish
    ('.../.*./..***../...*.../...*.../.../...', 'd4')
    """

    name: str
    position: Position
    finish: str
    source: str
    note: str = ""

    @property
    def board(self) -> Board:
        """The board that it is played on."""
        return self.position.board

    @property
    def start(self) -> str:
        """The position as text, in one line."""
        return self.position.text


@dataclass(frozen=True)
class PuzzleSet:
    """The puzzles of a file, in its order; it takes iteration and ``len``.

    Attributes
    ----------
    name : str
        What to call it.
    board : Board
        The board of all its puzzles.
    description : str
        What it holds.
    puzzles : tuple of Puzzle

    Examples
    --------
    >>> classics = puzzle_set("english-classics")
    >>> [puzzle.name for puzzle in classics][:3]
    ['Latin cross', 'Greek cross', 'Triangle']
    """

    name: str
    board: Board
    description: str
    puzzles: tuple[Puzzle, ...]

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self.puzzles)

    def __len__(self) -> int:
        return len(self.puzzles)

    def puzzle(self, name: str) -> Puzzle:
        """The puzzle of that name, in capitals or small letters, with blanks or dashes.

        Raises
        ------
        ProblemError
            If there is none.

        Examples
        --------
        >>> len(puzzle_set("english-classics").puzzle("fireplace").position)
        11
        """
        for puzzle in self.puzzles:
            if _folded(puzzle.name) == _folded(name):
                return puzzle
        names = ", ".join(puzzle.name for puzzle in self.puzzles)
        raise ProblemError(f"{self.name} has no puzzle {name!r}: it has {names}")


def puzzle_sets() -> tuple[str, ...]:
    """The names of the puzzle sets that come with the library.

    Examples
    --------
    >>> "english-classics" in puzzle_sets()
    True
    """
    names = (file.name for file in _BUILT_IN.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@lru_cache(maxsize=64)
def puzzle_set(name: str) -> PuzzleSet:
    """A puzzle set that comes with the library.

    Raises
    ------
    ProblemError
        If there is none of that name.

    Examples
    --------
    >>> puzzle_set("english-classics").board.name
    'english'
    """
    if name not in puzzle_sets():
        raise ProblemError(
            f"there is no puzzle set {name!r}: there are {', '.join(puzzle_sets())}; "
            "a file is read by read_puzzles"
        )
    file = f"{name}.toml"
    return _read(file, (_BUILT_IN / file).read_text(encoding="utf-8"))


def find_puzzle(board: Board, name: str) -> Puzzle | None:
    """The built-in puzzle of that name on a board, if there is one.

    Examples
    --------
    >>> find_puzzle(Board.from_name("english"), "greek-cross").finish
    'd4'
    """
    for puzzles in map(puzzle_set, puzzle_sets()):
        for puzzle in puzzles if puzzles.board == board else ():
            if _folded(puzzle.name) == _folded(name):
                return puzzle
    return None


def _folded(name: str) -> str:
    return name.strip().replace("-", " ").casefold()


def read_puzzles(path: str | Path) -> PuzzleSet:
    """A puzzle set from a file.

    Raises
    ------
    NotationError
        If it cannot be read, is no TOML, is of a later format, lacks a key or has a foreign one,
        names a puzzle twice, or holds a position that does not fit the board.
    UnknownBoardError, NotOnBoardError
        If there is no such board, or a finish is no hole of it.
    ProblemError
        If no jump is possible from a position.
    """
    return _read(str(path), read_text(path))


@contextmanager
def _within(where: str) -> Iterator[None]:
    """Say of an error where it was found."""
    try:
        yield
    except PegSolitaireError as error:
        raise type(error)(f"{where}: {error}") from None


def _read(file: str, text: str) -> PuzzleSet:
    with _within(file):
        table = _parse(text)
        _check_format(table)
        _check_keys(table, {"format", "name", "board", "description", "puzzle"})
        board = Board.from_name(_text(table, "board"))
        puzzles = tuple(_puzzle(board, number, row) for number, row in _rows(table))
        _check_names(puzzles)
        return PuzzleSet(_text(table, "name"), board, _text(table, "description"), puzzles)


def _parse(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise NotationError(f"not a TOML file: {error}") from None


def _check_format(table: Mapping[str, Any]) -> None:
    found = table.get("format")
    if type(found) is not int or found < 1:
        raise NotationError(f"it says no format: write format = {_FORMAT} at its top")
    if found > _FORMAT:
        raise NotationError(
            f"format {found} is later than {_FORMAT}, which is read here: update pegsolitaire"
        )


def _check_keys(table: Mapping[str, Any], known: set[str]) -> None:
    for key in table:
        if key not in known:
            raise NotationError(f"unknown key {key!r}: the keys are {', '.join(sorted(known))}")


def _text(table: Mapping[str, Any], key: str) -> str:
    found = table.get(key)
    if not isinstance(found, str) or not found.strip():
        raise NotationError(f'it has no {key}: write {key} = "..."')
    return found.strip("\n")


def _rows(table: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The puzzles of a file as they stand there, counted from 1."""
    rows = table.get("puzzle")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise NotationError("it has no puzzles: begin each of them with a line [[puzzle]]")
    return enumerate(rows, 1)


def _puzzle(board: Board, number: int, row: Mapping[str, Any]) -> Puzzle:
    with _within(f"puzzle {row.get('name', number)!r}"):
        _check_keys(row, {"name", "position", "finish", "source", "note"})
        position = Position.from_text(board, _text(row, "position"))
        if not position.jumps:
            raise ProblemError(f"no jump is possible from {position.text}: move a peg")
        note = _text(row, "note") if "note" in row else ""
        finish = _finish(board, _text(row, "finish"))
        return Puzzle(_text(row, "name"), position, finish, _text(row, "source"), note)


def _finish(board: Board, text: str) -> str:
    return "any" if text.strip().lower() == "any" else board.hole_text(board.hole(text))


def _check_names(puzzles: tuple[Puzzle, ...]) -> None:
    seen: set[str] = set()
    for puzzle in puzzles:
        name = puzzle.name.casefold()
        if name in seen:
            raise NotationError(f"two puzzles are named {puzzle.name!r}: rename one")
        seen.add(name)
