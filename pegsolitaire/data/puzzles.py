"""Puzzle sets: TOML files that contain positions to play.

A file contains one set, with all puzzles on one board::

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
    best = 2                    # the fewest moves; left out if unknown
    solution = "b4-d4, d5-d3"   # a solution with that many moves; may be left out
    rating = 0.5                # the difficulty in bits; left out if unknown
    theme = "One right jump"    # the group of the puzzle; left out if it is Pictures

The board is a name from the catalogue, or the contents of a board file
(:func:`pegsolitaire.board.board_text`), so that the set needs no other file. The position is a
picture of the whole board, as :meth:`Position.from_text` reads it, or a code (``code:8455``). The
finish is the hole of the last peg, or the word ``any``. Theory determines the holes for which
``any`` stands, so ``pegsolitaire.theory.read_problem(puzzle.board, puzzle.start, puzzle.finish)``
creates a problem from a puzzle. A move is one or more consecutive jumps by the same peg.

The built-in sets are files in the folder ``puzzles`` beside this module. Your own sets can be in
the folder ``puzzles`` of the store, where they are found by name, or in any other folder.
``storm.toml`` contains positions with exactly one winning jump, which the player has to find
against the clock. ``daily.toml`` defines the puzzle of each day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache, partial
from math import inf
from os.path import isfile
from pathlib import Path
from typing import ClassVar

from pegsolitaire.arguments import did_you_mean
from pegsolitaire.board.board import Board, BoardLike, as_board
from pegsolitaire.board.catalogue import named_board
from pegsolitaire.board.notation import either
from pegsolitaire.board.reading_boards import board_of_text, board_text
from pegsolitaire.data.toml_files import (
    FOLDER,
    Bits,
    Entry,
    Moves,
    SomeRows,
    Text,
    check_names,
    each,
    finish_of,
    load,
    load_list,
    toml_text,
)
from pegsolitaire.errors import (
    UNPRINTABLE,
    NotationError,
    PegSolitaireError,
    ProblemError,
    UsageError,
    quoted,
)
from pegsolitaire.files import home
from pegsolitaire.game.position import Jump, Position, code_text
from pegsolitaire.game.problem_words import PUZZLE_OF_FILE
from pegsolitaire.game.solution import Solution
from pegsolitaire.units import counted

_STORED_TOO: ContextVar[bool] = ContextVar("stored puzzle sets too", default=True)

_CHARACTERS = 100  # the maximum length of a position or a solution, for each hole of the board


class PuzzleSetEntry(Entry):
    """A file with a puzzle set."""

    name: Text
    board: Text
    description: Text
    puzzle: SomeRows


class _PuzzleEntry(Entry, kw_only=True):
    """A puzzle in a file."""

    name: Text
    position: Text
    finish: Text
    best: Moves | None = None
    rating: Bits | None = None
    solution: Text | None = None
    source: Text
    note: Text | None = None
    theme: Text | None = None


#: The names of the difficulties, each with its lowest rating in bits.
_DIFFICULTIES = (("very hard", 30.0), ("hard", 20.0), ("medium", 10.0), ("easy", 0.0))


#: The themes of puzzles that a rule has named. A file states them.
THEMES = ("Symmetrical", "One right jump", "Long sweep", "Triangle", "Big board")
VACANCIES = "One empty hole"  # the theme of puzzles that begin with one empty hole
PICTURES = "Pictures"  # the theme of all other puzzles, most of which were named as pictures


def difficulty_of(bits: float) -> str:
    """Return the word for a rating: easy, medium, hard or very hard.

    Examples
    --------
    >>> difficulty_of(12.5), difficulty_of(19.96)
    ('medium', 'hard')
    """
    return next(word for word, least in _DIFFICULTIES if round(bits, 1) >= least)


def bits_of_difficulty(word: str) -> tuple[float, float]:
    """Return the range of ratings, in bits, of easy, medium, hard or very hard puzzles.

    Ratings are rounded to a tenth of a bit.

    Raises
    ------
    ProblemError
        If the word is none of these.

    Examples
    --------
    >>> bits_of_difficulty("medium"), bits_of_difficulty("Very-hard")
    ((10.0, 19.9), (30.0, inf))
    """
    wanted = _folded(word)
    below = inf
    for known, least in _DIFFICULTIES:
        if known == wanted:
            return least, below
        below = least - 0.1
    words = [known for known, _ in _DIFFICULTIES]
    raise ProblemError(
        f"{quoted(word)} is not a difficulty: write {either(words[::-1])}, or a range of bits "
        "such as 5..8"
    )


@dataclass(frozen=True)
class Puzzle:
    """A position to be reduced to one peg.

    Attributes
    ----------
    name : str
        The name of the puzzle.
    position : Position
        The starting position.
    finish : str
        The hole of the last peg, such as ``d4``, or ``any``.
    source : str
        The origin of the puzzle.
    note : str
        Further remarks; may be empty.
    best : int or None
        The number of moves in a shortest solution; None if unknown.
    rating : float or None
        The difficulty in bits (:func:`pegsolitaire.surveys.rate`); None if unknown.
    solution : Solution or None
        A replayed solution with the fewest known moves; None if no such solution is known.
    theme : str
        The group of the puzzle, such as ``Symmetrical``.

    Examples
    --------
    >>> puzzle = puzzle_set("english-classics").puzzle("Latin cross")
    >>> puzzle.start, puzzle.finish
    ('code:8455952', 'd4')
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
    theme: str = PICTURES

    json_fields: ClassVar[tuple[str, ...]] = (
        "name",
        "theme",
        "start",
        "position",
        "finish",
        "source",
        "note",
        "best",
        "rating",
        "difficulty",
    )

    @property
    def start(self) -> str:
        """The start in a few characters: a vacancy, or the code of the position."""
        return self.position.short_name

    @property
    def board(self) -> Board:
        """The board of the puzzle."""
        return self.position.board

    @property
    def difficulty(self) -> str | None:
        """The difficulty as a word: easy, medium, hard or very hard."""
        return None if self.rating is None else difficulty_of(self.rating)

    @property
    def rating_text(self) -> str:
        """The rating as a word and in bits; empty if unknown.

        Examples
        --------
        >>> puzzle_set("english-classics").puzzle("Central game").rating_text
        'very hard, 36.6 bits'
        """
        return "" if self.rating is None else f"{self.difficulty}, {self.rating:.1f} bits"


@dataclass(frozen=True)
class PuzzleSet:
    """The puzzles of a file, in order. Supports iteration and ``len``.

    Attributes
    ----------
    name : str
        The name of the set.
    board : Board
        The board of all its puzzles.
    description : str
        A description of the puzzles.
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

    json_fields: ClassVar[tuple[str, ...]] = ("name", "board", "description", "puzzles")

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self.puzzles)

    def __len__(self) -> int:
        return len(self.puzzles)

    def puzzle(self, name: str) -> Puzzle:
        """Find a puzzle by its number or its name, which may have dashes for spaces, in any case.

        Raises
        ------
        ProblemError
            If there is no such puzzle.

        Examples
        --------
        >>> classics = puzzle_set("english-classics")
        >>> len(classics.puzzle("fireplace").position), classics.puzzle("2").name
        (11, 'Greek cross')
        """
        for puzzle in self.puzzles:
            if _folded(puzzle.name) == _folded(name):
                return puzzle
        word = name.strip()
        if word.isascii() and word.isdigit() and 0 < int(word) <= len(self):
            return self.puzzles[int(word) - 1]
        names = ", ".join(puzzle.name for puzzle in self.puzzles)
        raise ProblemError(f"{self.name} has no puzzle {quoted(name)}: it has {names}")


_MAX_NAME_CHARACTERS = 100  # characters of the name of a set
_NOT_IN_FILES = re.compile(r"[^\w+.-]+")


def check_set_name(name: str) -> str:
    """Return the name that somebody gives to a set as it is, if it can be shown.

    Raises
    ------
    ProblemError
        If the name is blank, is longer than 100 characters, contains control characters, or is the
        name of a built-in set.

    Examples
    --------
    >>> check_set_name("Hearts for Anna")
    'Hearts for Anna'
    """
    if not name.strip():
        raise ProblemError(f"{quoted(name)} is blank: choose a name with letters")
    if len(name) > _MAX_NAME_CHARACTERS:
        raise ProblemError(
            f"{quoted(name)} has {len(name):,} characters: choose a name "
            f"of at most {_MAX_NAME_CHARACTERS}"
        )
    if UNPRINTABLE.search(name):
        raise ProblemError(f"{quoted(name)} contains control characters: leave them out")
    if file_stem(name) in puzzle_sets():
        raise ProblemError(f"{quoted(name)} is the name of a built-in set: choose another")
    return name


def file_stem(name: str) -> str:
    """Return the name of the files of a set: its name, with dashes for blanks and other marks.

    Examples
    --------
    >>> file_stem("Émile's hearts"), file_stem("?")
    ('Émile-s-hearts', 'puzzles')
    """
    return _NOT_IN_FILES.sub("-", name).strip("-.") or "puzzles"


@cache
def puzzle_sets() -> tuple[str, ...]:
    """Return the names of the built-in puzzle sets.

    Examples
    --------
    >>> "english-classics" in puzzle_sets()
    True
    """
    return tuple(sorted(file.stem for file in (FOLDER / "puzzles").glob("*.toml")))


@contextmanager
def built_in_puzzles_alone() -> Iterator[None]:
    """Ignore stored puzzle sets within the block, so that requests to a server cannot use them."""
    token = _STORED_TOO.set(False)
    try:
        yield
    finally:
        _STORED_TOO.reset(token)


def stored_puzzle_sets() -> dict[str, Path]:
    """Return the puzzle files in the folder ``puzzles`` of the store, by name."""
    if not _STORED_TOO.get():
        return {}
    return {file.stem: file for file in sorted((home() / "puzzles").glob("*.toml"))}


def puzzle_set(name: str | Path) -> PuzzleSet:
    """Load a built-in or stored puzzle set by its name, or any puzzle set by the path of its file.

    Raises
    ------
    ProblemError
        If no set has that name.
    NotationError
        If a file cannot be read; see :func:`read_puzzles`.

    Examples
    --------
    >>> puzzle_set("english-classics").board.name
    'english'
    """
    if not isinstance(name, str | Path):
        raise UsageError(
            f"{quoted(name)} is not a puzzle set: pass a name such as 'english-classics', or the "
            "path of a file"
        )
    if (named_set := _set_named(str(name))) is not None:
        return named_set
    path = Path(name).expanduser()
    if path.suffix == ".toml" or isfile(path):  # also for a name that is too long for a file
        return read_puzzles(path)
    if path.name and isfile(path.with_name(f"{path.name}.toml")):
        return read_puzzles(path.with_name(f"{path.name}.toml"))
    names = [*stored_puzzle_sets(), *puzzle_sets()]
    raise ProblemError(
        f"unknown puzzle set {quoted(str(name))}.{did_you_mean(str(name), names)} Write one of "
        f"{', '.join(names)}, or the path of your own file"
    )


def _set_named(name: str) -> PuzzleSet | None:
    """Return the built-in or stored set with a name, or with the name of its file, if any."""
    if name in puzzle_sets():
        return _built_in_set(name)
    files = stored_puzzle_sets()
    if name in files:
        return read_puzzles(files[name])
    for file in files.values():
        with suppress(PegSolitaireError):
            if (puzzles := read_puzzles(file)).name == name:
                return puzzles
    return None


@lru_cache(maxsize=64)
def _built_in_set(name: str) -> PuzzleSet:
    return read_puzzles(FOLDER / "puzzles" / f"{name}.toml")


def find_puzzle(board: BoardLike, name: str) -> Puzzle | None:
    """Find the puzzle that a text names on a board. Return None if the text names no puzzle.

    The text can be the name of a built-in or stored puzzle. ``SET-3`` means the third puzzle of a
    set, and ``@FILE.toml:3`` or ``@FILE.toml:NAME`` means a puzzle in a file. The name of a hole
    never names a puzzle.

    Raises
    ------
    ProblemError
        If the text refers to a file that does not contain the puzzle or is for another board.

    Examples
    --------
    >>> board = Board("english")
    >>> find_puzzle(board, "greek-cross").finish, find_puzzle(board, "english-classics-2").name
    ('d4', 'Greek cross')
    """
    board = as_board(board)
    if name in board:  # checked first, because reading the puzzle sets takes longer
        return None
    if (words := PUZZLE_OF_FILE.fullmatch(name.strip())) is not None:
        return _of_file(board, words["file"], words["puzzle"])
    wanted = _folded(name)
    for puzzle in _puzzles_of(board):
        if _folded(puzzle.name) == wanted:
            return puzzle
    set_name, _, number = name.strip().rpartition("-")
    if number.isascii() and number.isdigit() and (puzzles := _set_named(set_name)) is not None:
        _check_board(puzzles, set_name, board)
        return puzzles.puzzle(number)
    return None


def _of_file(board: Board, file: str, name: str | None) -> Puzzle:
    puzzles = read_puzzles(file)
    _check_board(puzzles, file, board)
    if name is None and len(puzzles) > 1:
        raise ProblemError(
            f"{file} has {len(puzzles)} puzzles: choose one, as in @{file}:1 for the first"
        )
    return puzzles.puzzle(name or "1")


def _check_board(puzzles: PuzzleSet, called: str, board: Board) -> None:
    if puzzles.board != board:
        raise ProblemError(
            f"the puzzles of {called} are on the board {puzzles.board.name}, not on {board.name}"
        )


def puzzle_names(board: Board) -> list[str]:
    """Return the names of the built-in and stored puzzles of a board, in lower case with dashes.

    Examples
    --------
    >>> "greek-cross" in puzzle_names(Board("english"))
    True
    """
    return [_folded(puzzle.name).replace(" ", "-") for puzzle in _puzzles_of(board)]


def _puzzles_of(board: Board) -> Iterator[Puzzle]:
    """Yield the puzzles of a board, and skip stored files that contain errors."""
    # The name of a built-in file begins with the name of its board, so other files need not be
    # read.
    for name in puzzle_sets():
        if named_board(name.partition("-")[0]) == board:
            yield from _built_in_set(name)
    for file in stored_puzzle_sets().values():
        with suppress(PegSolitaireError):
            puzzles = read_puzzles(file)
            if puzzles.board == board:
                yield from puzzles


def _folded(name: str) -> str:
    return name.strip().replace("-", " ").casefold()


def read_puzzles(path: str | Path) -> PuzzleSet:
    """Read a puzzle set from a file.

    Raises
    ------
    NotationError
        If the file cannot be read, is not TOML, has a later format, lacks a key or has an unknown
        one, names a puzzle twice, has a position that does not fit the board, or has a value of
        ``best`` that is not a number of moves.
    UnknownBoardError, NotOnBoardError
        If the board does not exist, or a finish is not one of its holes.
    ProblemError
        If a position has no legal jump.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "mine.toml")
    ...     _ = path.write_text(puzzles_text(puzzle_set("english-classics")))
    ...     read_puzzles(path) == puzzle_set("english-classics")
    True
    """
    return load(path, PuzzleSetEntry, _puzzle_set)


def _puzzle_set(entry: PuzzleSetEntry) -> PuzzleSet:
    board = board_of_text(entry.board)
    puzzles = each(entry.puzzle, "puzzle", _PuzzleEntry, partial(_puzzle, board))
    check_names("puzzles", (puzzle.name for puzzle in puzzles))
    return PuzzleSet(entry.name, board, entry.description, puzzles)


def _puzzle(board: Board, entry: _PuzzleEntry) -> Puzzle:
    _check_length(board, "position", entry.position)
    _check_length(board, "solution", entry.solution)
    position = Position.from_text(board, entry.position)
    check_movable(position)
    finish = finish_of(board, entry.finish)
    return Puzzle(
        entry.name,
        position,
        finish,
        entry.source,
        entry.note or "",
        entry.best,
        entry.rating,
        _solution(entry.solution, position, finish, entry.best) if entry.solution else None,
        entry.theme or PICTURES,
    )


def _check_length(board: Board, key: str, text: str | None) -> None:
    """Raise an error if a text is far longer than any valid text for the board."""
    most = _CHARACTERS * (len(board) + 10)
    if text and len(text) > most:
        raise NotationError(
            f"its {key} has more than {most:,} characters, the limit for a board of {len(board)} "
            "holes"
        )


def check_movable(position: Position) -> None:
    """Raise an error if a position has no legal jump."""
    if not position.legal_jumps:
        raise ProblemError(f"no jump is possible from {position.text()}: move a peg")


def _solution(text: str, position: Position, finish: str, best: int | None) -> Solution:
    solution = Solution.from_moves(position, text)
    ends = position.board.holes if finish == "any" else [position.board.hole(finish)]
    if solution.finish not in map(position.board.single, ends):
        raise ProblemError(
            f"its solution ends at {solution.finish.text()}, which is not the finish"
        )
    if len(solution.moves) != best:
        raise ProblemError(
            f"its solution has {counted(len(solution.moves), 'move')}, which is not its best"
        )
    return solution


def puzzles_text(puzzles: PuzzleSet, *, pictures: bool = True) -> str:
    """Return a puzzle set as the text of a file, which :func:`read_puzzles` can read.

    Parameters
    ----------
    puzzles : PuzzleSet
        The set to write.
    pictures : bool, optional
        Whether to write positions as pictures. Otherwise positions are written as codes, and the
        file is a third as long.

    Examples
    --------
    >>> text = puzzles_text(puzzle_set("english-classics"))
    >>> text.splitlines()[:3]
    ['format = 1', 'name = "english-classics"', 'board = "english"']
    """
    rows = [
        _PuzzleEntry(
            name=puzzle.name,
            position=f"{puzzle.board.picture(puzzle.position.code)}\n"
            if pictures
            else code_text(puzzle.position.code),
            finish=puzzle.finish,
            best=puzzle.best,
            rating=puzzle.rating,
            solution=str(puzzle.solution) if puzzle.solution else None,
            source=puzzle.source,
            note=puzzle.note or None,
            theme=puzzle.theme if puzzle.theme != PICTURES else None,
        )
        for puzzle in puzzles
    ]
    return toml_text(
        {
            "name": puzzles.name,
            "board": board_text(puzzles.board),
            "description": puzzles.description,
            "puzzle": rows,
        }
    )


# -- puzzles of the day ---------------------------------------------------------------------------

Days = tuple[tuple[tuple[str, Puzzle], ...], ...]


class DailyEntry(Entry):
    """A list of puzzles of the day, as an entry in a file."""

    since: date
    days: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class DailyList:
    """The puzzles of the day from a given Monday until a later list begins.

    Attributes
    ----------
    since : date
        The first day.
    days : tuple
        The puzzles of each day of the week, Monday first, with the name of each puzzle's set. The
        number of the week determines which puzzle of a day is used.
    """

    since: date
    days: Days


@lru_cache(maxsize=1)
def daily_lists() -> tuple[DailyList, ...]:
    """Return all lists of puzzles of the day, each with the day from which it is used.

    A list identifies each puzzle by its board, the code of its start, and its finish, so each day
    keeps its puzzle even if puzzles are added or renamed. New puzzles are only used in a later
    list.
    """
    rated = [
        (name, puzzle) for name in puzzle_sets() for puzzle in puzzle_set(name) if puzzle.rating
    ]
    named = {daily_name(puzzle): (name, puzzle) for name, puzzle in reversed(rated)}

    def made(entry: DailyEntry) -> DailyList:
        if missing := [name for day in entry.days for name in day if name not in named]:
            raise NotationError(
                f"no puzzle set has {quoted(missing[0])}: begin a later list without it"
            )
        return DailyList(
            entry.since, tuple(tuple(named[name] for name in day) for day in entry.days)
        )

    return load_list(FOLDER / "daily.toml", "list", DailyEntry, made)


def daily_name(puzzle: Puzzle) -> str:
    """Return the name of a puzzle in lists of puzzles of the day: board, start and finish.

    Examples
    --------
    >>> daily_name(puzzle_set("english-classics").puzzles[0])
    'english code:8455952 d4'
    """
    return f"{puzzle.board.name} {code_text(puzzle.position.code)} {puzzle.finish}"


# -- the storm ------------------------------------------------------------------------------------


class StormEntry(Entry):
    """A storm position in a file."""

    board: Text
    position: Text
    jump: Text
    rating: Bits


@dataclass(frozen=True)
class StormPosition:
    """A position with exactly one winning jump.

    Attributes
    ----------
    position : Position
        The position.
    jump : Jump
        The only jump after which the game can still end in one peg, in any hole.
    rating : float
        The difficulty in bits (:func:`pegsolitaire.surveys.rate`).
    """

    position: Position
    jump: Jump
    rating: float

    json_fields: ClassVar[tuple[str, ...]] = ("board", "position", "jump", "rating")

    @property
    def board(self) -> Board:
        """The board."""
        return self.position.board


@lru_cache(maxsize=1)
def storm_positions() -> tuple[StormPosition, ...]:
    """Return the built-in storm positions, easy positions first.

    Examples
    --------
    >>> found = storm_positions()
    >>> len(found) > 500, found[0].rating < 3 < 20 < found[-1].rating
    (True, True)
    """
    return read_storm(FOLDER / "storm.toml")


def read_storm(path: str | Path) -> tuple[StormPosition, ...]:
    """Read the storm positions from a file, easy positions first.

    Raises
    ------
    NotationError
        If the file cannot be read, is not TOML, has a later format, or lacks a key or has an
        unknown one.
    UnknownBoardError, NotOnBoardError
        If the board does not exist, or a jump uses a hole that is not on it.
    IllegalJumpError
        If the jump is not legal in the position.
    """
    positions = load_list(path, "position", StormEntry, _storm)
    return tuple(sorted(positions, key=lambda puzzle: puzzle.rating))


def _storm(entry: StormEntry) -> StormPosition:
    position = Position.from_text(named_board(entry.board), entry.position)
    jump = Jump.from_text(entry.jump)
    position.play(jump)  # to check that it is legal
    return StormPosition(position, jump, entry.rating)
