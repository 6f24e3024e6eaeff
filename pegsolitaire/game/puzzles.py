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
    finish = "d3"
    source = "this example"
    note = "May be left out."
    best = 2                    # the least number of moves; left out where it is not known
    solution = "b4-d4, d5-d3"   # one with as few; may be left out
    rating = 0.5                # how hard it is, in bits; left out where it is not known

The position is a picture of the whole board, as :meth:`Position.from_text` reads it, or its code
(``code:8455``). The finish
is the hole of the last peg, or ``any``: a word, because what holes ``any`` stands for is theory;
``pegsolitaire.theory.read_problem(puzzle.board, puzzle.start, puzzle.finish)`` makes a problem
of a puzzle. A move is one jump or more by the same peg. The sets that come with the library are
files of the folder ``data`` here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path

from pegsolitaire.board.board import Board
from pegsolitaire.board.catalogue import named_board
from pegsolitaire.board.reading import read_text
from pegsolitaire.errors import NotationError, ProblemError
from pegsolitaire.game.position import Position
from pegsolitaire.game.problem import code_text
from pegsolitaire.game.solution import Solution
from pegsolitaire.game.toml_files import (
    BUILT_IN,
    FORMAT,
    Table,
    best_of,
    built_in_text,
    check_keys,
    check_movable,
    check_names,
    finish_of,
    parse,
    rating_of,
    rows_of,
    text_of,
    within,
)

# Files of the folder of the puzzle sets that are none: see `vacancies`, `published` and `storm`.
_OTHERS = {"extremes", "facts", "glossary", "shortest", "solutions", "storm", "vacancies"}

_CHARACTERS = 100  # of a position or a solution, for each hole of the board

_KEYS = {"name", "position", "finish", "source", "note", "best", "rating", "solution"}

#: How hard a puzzle is in a word, and the bits from which on it is that.
DIFFICULTIES = (("very hard", 30.0), ("hard", 20.0), ("medium", 10.0), ("easy", 0.0))


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
    best : int or None
        The least number of moves of a solution, consecutive jumps by one peg counted as one move;
        None where it is not known.
    rating : float or None
        How hard it is, in bits (:func:`pegsolitaire.analysis.rate`); None where it is not known.
    solution : Solution or None
        One with as few moves, replayed; None where none is known.

    Examples
    --------
    >>> puzzle = puzzle_set("english-classics").puzzle("Latin cross")
    >>> puzzle.start, puzzle.finish
    ('.../.*./..***../...*.../...*.../.../...', 'd4')
    >>> puzzle.best, len(puzzle.solution.moves)
    (5, 5)
    """

    name: str
    position: Position
    finish: str
    source: str
    note: str = ""
    best: int | None = None
    rating: float | None = None
    solution: Solution | None = None

    @property
    def board(self) -> Board:
        """The board that it is played on."""
        return self.position.board

    @property
    def start(self) -> str:
        """The position as text, in one line."""
        return self.position.text

    @property
    def difficulty(self) -> str | None:
        """The rating in a word: easy, medium, hard or very hard."""
        if self.rating is None:
            return None
        return next((word for word, least in DIFFICULTIES if self.rating >= least), None)


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
    names = (file.name for file in BUILT_IN.iterdir())
    found = {name.removesuffix(".toml") for name in names if name.endswith(".toml")}
    return tuple(sorted(found - _OTHERS))


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
            f"there is no puzzle set {name!r} (of files only `pegs play --puzzles` knows): there "
            f"are {', '.join(puzzle_sets())}"
        )
    file = f"{name}.toml"
    return _read(file, built_in_text(file))


def find_puzzle(board: Board, name: str) -> Puzzle | None:
    """The built-in puzzle of that name on a board, if there is one. A hole is not a puzzle.

    Examples
    --------
    >>> find_puzzle(Board.from_name("english"), "greek-cross").finish
    'd4'
    """
    if name in board:  # asked first, as reading the puzzle sets takes longer
        return None
    wanted = _folded(name)
    return next((puzzle for puzzle in _built_in(board) if _folded(puzzle.name) == wanted), None)


def puzzle_names(board: Board) -> list[str]:
    """The names of the built-in puzzles of a board, as they are typed.

    Examples
    --------
    >>> "greek-cross" in puzzle_names(Board.from_name("english"))
    True
    """
    return [_folded(puzzle.name).replace(" ", "-") for puzzle in _built_in(board)]


def _built_in(board: Board) -> Iterator[Puzzle]:
    # Files of sets begin with the name of their board, so that no others need be read.
    names = [one for one in puzzle_sets() if named_board(one.partition("-")[0]) == board]
    return chain.from_iterable(map(puzzle_set, names))


def _folded(name: str) -> str:
    return name.strip().replace("-", " ").casefold()


def read_puzzles(path: str | Path) -> PuzzleSet:
    """A puzzle set from a file.

    Raises
    ------
    NotationError
        If it cannot be read, is no TOML, is of a later format, lacks a key or has a foreign one,
        names a puzzle twice, holds a position that does not fit the board, or says a best that
        is not a number of moves.
    UnknownBoardError, NotOnBoardError
        If there is no such board, or a finish is not a hole of it.
    ProblemError
        If no jump is possible from a position.
    """
    return _read(str(path), read_text(path))


def _read(file: str, text: str) -> PuzzleSet:
    with within(file):
        table = parse(text)
        check_keys(table, {"name", "board", "description", "puzzle"})
        board = Board.from_name(text_of(table, "board"))
        puzzles = tuple(_puzzle(board, number, row) for number, row in rows_of(table, "puzzle"))
        check_names("puzzles", (puzzle.name for puzzle in puzzles))
        return PuzzleSet(text_of(table, "name"), board, text_of(table, "description"), puzzles)


def _puzzle(board: Board, number: int, row: Table) -> Puzzle:
    with within(f"puzzle {row.get('name', number)!r}"):
        check_keys(row, _KEYS)
        for key in ("position", "solution"):
            _check_length(board, row, key)
        position = Position.from_text(board, text_of(row, "position"))
        check_movable(position)
        finish, best = finish_of(board, text_of(row, "finish")), best_of(row)
        return Puzzle(
            text_of(row, "name"),
            position,
            finish,
            text_of(row, "source"),
            text_of(row, "note", ""),
            best,
            rating_of(row),
            _solution(row, position, finish, best),
        )


def _check_length(board: Board, row: Table, key: str) -> None:
    """Refuse a text that is far longer than the board can need, before it is read at length."""
    most = _CHARACTERS * (len(board) + 10)
    if len(str(row.get(key, ""))) > most:
        raise NotationError(
            f"its {key} has more than {most:,} characters, the most for a board of "
            f"{len(board)} holes"
        )


def _solution(row: Table, position: Position, finish: str, best: int | None) -> Solution | None:
    if "solution" not in row:
        return None
    solution = Solution.from_moves(position, text_of(row, "solution"))
    ends = position.board.holes if finish == "any" else [position.board.hole(finish)]
    if solution.finish not in map(position.board.single, ends):
        raise ProblemError(f"its solution ends at {solution.finish.text}, which is not the finish")
    if len(solution.moves) != best:
        raise ProblemError(f"its solution has {len(solution.moves)} moves, which is not its best")
    return solution


def puzzles_text(puzzles: PuzzleSet, *, pictures: bool = True) -> str:
    """A puzzle set as the text of a file that :func:`read_puzzles` reads.

    Parameters
    ----------
    puzzles : PuzzleSet
        The set.
    pictures : bool, optional
        Whether positions are drawn; if not they are codes, and the file is a third as long.

    Raises
    ------
    ProblemError
        If its board is none of the catalogue: a file names its board.

    Examples
    --------
    >>> text = puzzles_text(puzzle_set("english-classics"))
    >>> text.splitlines()[:3]
    ['format = 1', 'name = "english-classics"', 'board = "english"']
    """
    if not puzzles.board.is_named:
        raise ProblemError(
            f"{puzzles.board.name!r} is not a board of the catalogue: it has no name"
        )
    lines = [f"format = {FORMAT}", *_keys(puzzles, ("name",))]
    lines += [f"board = {json.dumps(puzzles.board.name)}", *_keys(puzzles, ("description",))]
    for puzzle in puzzles:
        lines += ["", "[[puzzle]]", *_keys(puzzle, ("name",))]
        if pictures:
            drawn = puzzles.board.picture(puzzle.position.code).split("\n")
            lines += ['position = """', *drawn, '"""']
        else:
            lines.append(f'position = "{code_text(puzzle.position.code)}"')
        lines += _keys(puzzle, ("finish", "best", "rating"))
        if puzzle.solution:
            lines.append(f'solution = "{puzzle.solution}"')
        lines += _keys(puzzle, ("source", "note"))
    return "\n".join(lines) + "\n"


def _keys(of: Puzzle | PuzzleSet, names: tuple[str, ...]) -> list[str]:
    """The lines of some attributes that are there."""
    values = ((name, getattr(of, name)) for name in names)
    return [
        f"{name} = {json.dumps(value, ensure_ascii=False)}"
        for name, value in values
        if value not in (None, "")
    ]
