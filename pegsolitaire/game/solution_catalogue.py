"""All solutions with the fewest moves, counted class by class: a catalogue to browse.

Bell's catalogues have, for each problem from one missing peg to one peg, the fewest moves, the
number of solutions with as few, and these solutions by class: the jumps of the longest sweep, of
the second longest, and of the longest that can be the last ("Finding and Counting Minimal Length
Solutions", on his page on the 33-hole board). What takes a search is in files that come along, one
for each board, written by ``tools/catalogue.py``; of each class they hold one solution::

    format = 1
    board = "english"

    [[problem]]
    vacancy = "d4"
    finish = "d4"
    moves = 18
    solutions = 7488
    up_to_symmetry = 936
    unordered = 2

    [[problem.class]]
    kind = [5, 4, 1]
    solutions = 1
    moves = "d2-d4, b3-d3, .."

A problem that has no solution says ``solutions = 0``, and nothing else; one without ``unordered``
has too many to list.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pegsolitaire.board.board import Board
from pegsolitaire.board.reading import read_text
from pegsolitaire.errors import NotationError, ProblemError
from pegsolitaire.game.solution import Solution
from pegsolitaire.game.toml_files import (
    BUILT_IN,
    Table,
    check_keys,
    move_texts,
    number_of,
    parse,
    rows_of,
    text_of,
    within,
)

Kind = tuple[int, int, int]

_FOLDER = BUILT_IN / "catalogue"
_COUNTS = ("solutions", "up_to_symmetry", "unordered")


@dataclass(frozen=True)
class SolutionClass:
    """The solutions of a class, regardless of the order of their moves and up to symmetry.

    Attributes
    ----------
    kind : (int, int, int)
        The jumps of the longest move, of the next, and of the longest that can be the last.
    solutions : int
        How many there are.
    member : Solution
        One of them.
    """

    kind: Kind
    solutions: int
    member: Solution


@dataclass(frozen=True)
class CatalogueRow:
    """A problem of a board, and its solutions with the fewest moves.

    Attributes
    ----------
    start, finish : str
        The vacancy, and the hole of the last peg.
    moves : int or None
        The fewest, which are proven; None where there is no solution.
    solutions : int or None
        How many solutions have as few; None where that is not known.
    up_to_symmetry : int or None
        Their number up to the symmetries of start and finish.
    unordered : int or None
        Their number up to these, and regardless of the order of the moves; None where they are
        too many to list.
    classes : tuple of SolutionClass
        These, those with the longest sweeps first; none where they were not listed.
    """

    start: str
    finish: str
    moves: int | None
    solutions: int | None = None
    up_to_symmetry: int | None = None
    unordered: int | None = None
    classes: tuple[SolutionClass, ...] = ()


@lru_cache(maxsize=16)
def solution_catalogue(board: Board) -> tuple[CatalogueRow, ...]:
    """The problems of a board whose solutions with the fewest moves come along; perhaps none.

    One of each set of images under the symmetries of the board, as
    :func:`pegsolitaire.theory.svss_problems` lists them.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> [(row.moves, row.up_to_symmetry, row.unordered, [one.kind for one in row.classes])
    ...  for row in solution_catalogue(english()) if row.start == row.finish == "d4"]
    [(18, 936, 2, [(5, 5, 1), (5, 4, 1)])]
    """
    for file in _FOLDER.iterdir():
        name, _, ending = file.name.rpartition(".")
        if ending == "toml" and Board.from_name(name) == board:
            return _read(file.name, file.read_text(encoding="utf-8"))[1]
    return ()


def read_catalogue(path: str | Path) -> tuple[Board, tuple[CatalogueRow, ...]]:
    """The board of a file, and its problems.

    Raises
    ------
    NotationError
        If it cannot be read, is no TOML, is of a later format, lacks a key or has a foreign one,
        says neither a number of moves nor that there is no solution, or has what is no number of
        solutions or no move.
    UnknownBoardError, NotOnBoardError
        If there is no such board, or a hole or a jump is none of it.
    IllegalJumpError
        If a jump is not legal where it is made.
    ProblemError
        If a solution does not end at its finish, does not have the moves or the class that are
        said, or the numbers of the classes are not the whole.
    """
    return _read(str(path), read_text(path))


def _read(file: str, text: str) -> tuple[Board, tuple[CatalogueRow, ...]]:
    with within(file):
        table = parse(text)
        check_keys(table, {"board", "problem"})
        board = Board.from_name(text_of(table, "board"))
        return board, tuple(_row(board, number, row) for number, row in rows_of(table, "problem"))


def _row(board: Board, number: int, row: Table) -> CatalogueRow:
    with within(f"problem {number}"):
        check_keys(row, {"vacancy", "finish", "moves", *_COUNTS, "class"})
        start, finish = (
            board.hole_text(board.hole(text_of(row, key))) for key in ("vacancy", "finish")
        )
        if row.get("solutions") == 0:
            check_keys(row, {"vacancy", "finish", "solutions"})
            return CatalogueRow(start, finish, None)
        moves = number_of(row, "moves", 18)
        counts = [number_of(row, key, 18) if key in row else None for key in _COUNTS]
        known = [count for count in counts if count is not None]
        if known != sorted(known, reverse=True):
            raise ProblemError(f"{known} solutions cannot be: no way to count them gives more")
        listed = rows_of(row, "class") if "class" in row else ()
        classes = tuple(_class(board, (start, finish, moves), *one) for one in listed)
        if classes and sum(one.solutions for one in classes) != counts[-1]:
            raise ProblemError("the solutions of its classes are not as many as it has")
        raw, reduced, unordered = counts
        return CatalogueRow(start, finish, moves, raw, reduced, unordered, classes)


def _class(board: Board, problem: tuple[str, str, int], number: int, row: Table) -> SolutionClass:
    start, finish, moves = problem
    with within(f"class {number}"):
        check_keys(row, {"kind", "solutions", "moves"})
        member = Solution.from_moves(board.vacancy(start), move_texts(row))
        if member.finish != board.single(finish):
            raise ProblemError(f"its solution does not end at {finish}")
        if len(member.moves) != moves:
            raise ProblemError(f"its solution has {len(member.moves)} moves, and not {moves}")
        return SolutionClass(_kind(row, member), number_of(row, "solutions", 2), member)


def _kind(row: Table, member: Solution) -> Kind:
    """The class, which is that of the solution as far as its order does not matter."""
    found = row.get("kind")
    if not isinstance(found, list) or len(found) != 3 or any(type(n) is not int for n in found):
        raise NotationError(f"kind = {found!r} is not a class: write kind = [5, 4, 1]")
    longest, second, final = found
    sweeps = sorted((len(move) for move in member.moves), reverse=True)
    if [longest, second] != [*sweeps, 0][:2] or not len(member.moves[-1]) <= final <= longest:
        raise ProblemError(f"its solution is not of class {(longest, second, final)}")
    return longest, second, final


def catalogue_text(board: Board, rows: Iterable[CatalogueRow]) -> str:
    """Rows as the text of a file that :func:`read_catalogue` reads."""
    lines = ["format = 1", f'board = "{board.name}"']
    for row in rows:
        lines += ["", "[[problem]]", f'vacancy = "{row.start}"', f'finish = "{row.finish}"']
        if row.moves is None:
            lines.append("solutions = 0")
        numbers = (row.moves, row.solutions, row.up_to_symmetry, row.unordered)
        for key, number in zip(("moves", *_COUNTS), numbers, strict=True):
            if number is not None:
                lines.append(f"{key} = {number}")
        for one in row.classes:
            lines += ["", "[[problem.class]]", f"kind = {list(one.kind)}"]
            lines += [f"solutions = {one.solutions}", f'moves = "{one.member}"']
    return "\n".join(lines) + "\n"
