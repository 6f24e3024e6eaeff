"""Convert the arguments of public functions to boards, positions, problems and classes.

Every public function accepts a board, a position, a problem or a class in any usual form: an
object, words as on the command line, holes or an array. The first line of the function converts
the argument. If an argument cannot be understood, the error message explains what to pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from pegsolitaire.arguments import shown
from pegsolitaire.board.board import Board, BoardLike
from pegsolitaire.board.catalogue import find_board
from pegsolitaire.board.reading import is_picture, read_board
from pegsolitaire.errors import ProblemError, UsageError
from pegsolitaire.game.position import Position
from pegsolitaire.game.problem import Problem
from pegsolitaire.game.solution import Game
from pegsolitaire.game.words import is_any, read_finish, read_start
from pegsolitaire.theory.classes import PositionClass, class_named, position_classes
from pegsolitaire.theory.problems import ProblemType, default_problem, read_problem

#: Sources of a problem: words ("english d4"), or a position or a board with its usual goal.
ProblemLike: TypeAlias = "Problem | Position | Game | Board | ProblemType | str"
#: Sources of a position.
PositionLike: TypeAlias = "Position | Game | Problem | Board | str"
#: Sources of a position class: words ("english A"), or a board, for its class A.
ClassLike: TypeAlias = "PositionClass | ProblemType | Board | str"

_PROBLEMS = (
    "pass words such as 'english d4' or 'english d4 to any', a Problem, a Position, or a Board "
    "for its usual game"
)
_TO = re.compile(r"(?P<words>.*\S)\s+to\s+(?P<finish>\S+)\s*", re.DOTALL)


def as_board(source: BoardLike | Position | Problem) -> Board:
    """Convert anything that names or contains a board to a board.

    Examples
    --------
    >>> as_board("triangle5"), as_board(as_position("triangle5 a1")), as_board("ooo/ooo/ooo")
    (Board('triangle5'), Board('triangle5'), Board('square3'))
    """
    if isinstance(source, Position | Problem):
        return source.board
    return source if isinstance(source, Board) else read_board(source)


def as_problem(source: ProblemLike) -> Problem:
    """Convert words, a position, a game or a board to a problem.

    The goal of a position is one peg. If the position has a single empty hole and its class allows
    it, the peg must end in this hole; otherwise, it may end in any hole. A game, or a start
    followed by jumps, has the goal of its start. A board alone stands for its usual game.

    Examples
    --------
    >>> for words in ("english d4", "english d4 to any", "french d3", "english d4:d2-d4"):
    ...     print(as_problem(words))
    english: d4 to d4
    english: d4 to any
    french: d3 to any
    english: code:8589934063 to d4
    >>> as_problem(3)
    Traceback (most recent call last):
    pegsolitaire.errors.UsageError: 3 is not a problem: pass words such as 'english d4' or \
'english d4 to any', a Problem, a Position, or a Board for its usual game
    """
    if isinstance(source, Problem):
        return source
    if isinstance(source, ProblemType):
        return source.problem
    if isinstance(source, Game):
        goal = as_problem(source.start).finishes
        return Problem.of_codes(source.start.board, (source.position.code,), goal)
    if isinstance(source, Position):
        if not len(source):
            raise ProblemError("an empty board is not a problem: pass a position with pegs")
        return default_problem(source)
    if isinstance(source, Board):
        from pegsolitaire.reasons import opening

        return opening(source).problem
    if isinstance(source, str) and source.strip():
        return _problem_in(source)
    raise UsageError(f"{shown(source)} is not a problem: {_PROBLEMS}")


def as_position(source: PositionLike) -> Position:
    """Convert words, a game, a problem with one start, or a board to its start position.

    Examples
    --------
    >>> print(as_position("triangle4 a2: a4-a2").text())
    */**/.**/.***
    """
    if isinstance(source, Position):
        return source
    if isinstance(source, Game):
        return source.position
    if not isinstance(source, Problem | Board | str):
        raise UsageError(
            f"{shown(source)} is not a position: pass words such as 'english d4', or "
            "Board('english').position(...) with holes, a picture or an array"
        )
    problem = as_problem(source)
    if len(problem.starts) > 1:
        raise UsageError(f"{problem} has {len(problem.starts)} starts: pass one position")
    return Position(problem.board, problem.starts[0])


def as_finishes(source: object, board: Board) -> list[Position]:
    """Convert one or several positions, or holes with one peg each, to a list of finishes."""
    several = isinstance(source, Iterable) and not isinstance(
        source, Position | str | tuple | Board
    )
    listed = list(source) if several else [source]  # type: ignore[call-overload]
    return [_as_finish(board, one) for one in listed]


def _as_position(
    board: Board,
    source: object,
    read: Callable[[Board, str], Position],
    of_hole: Callable[[Any], Position],
) -> Position:
    """Convert words with a reader, a hole with a function, or anything else to a position."""
    if isinstance(source, str):
        return read(board, source)
    return of_hole(source) if _is_hole(source) else board.position(source)


def _as_finish(board: Board, finish: object) -> Position:
    """Convert a hole to the position with one peg in it, or anything else to a position."""
    if isinstance(finish, Position) and finish.board != board:
        raise ProblemError(
            f"the finish is a position of {finish.board.name}: pass one of {board.name}"
        )
    return _as_position(board, finish, read_finish, board.single)


def make_problem(board: object, start: object = None, finish: object = None) -> Problem:
    """Build a problem from the arguments of :class:`~pegsolitaire.game.Problem`."""
    if isinstance(board, Position | Game):
        if start is not None and finish is not None:
            raise UsageError(
                "a position already has its board: pass only the position and a finish"
            )
        position, finish = as_position(board), finish if start is None else start
        board = position.board
    elif start is None:
        problem = as_problem(board)  # type: ignore[arg-type]
        if finish is None:
            return problem
        board, position = problem.board, as_position(problem)
    else:
        board = as_board(board)  # type: ignore[arg-type]
        if isinstance(start, str) and (finish is None or isinstance(finish, str)):
            return read_problem(board, start, finish)
        position = _as_position(board, start, read_start, board.vacancy)
    if finish is None:
        return as_problem(position)
    if isinstance(finish, str) and is_any(finish):
        return Problem.to_any(position)
    return Problem.between(position, [_as_finish(position.board, finish)])


def as_class(source: ClassLike, letter: str | None = None) -> PositionClass:
    """Convert words, a board with an optional letter (A by default) or a type to a position class.

    Examples
    --------
    >>> as_class("english B").names, as_class("english", "C").letter
    (('c1', 'c4', 'f4', 'c7'), 'C')
    """
    if isinstance(source, PositionClass):
        return source
    if isinstance(source, ProblemType):
        hole, board = source.bits[0], source.board
        for found in position_classes(board):
            if any(s.image[i] == hole for s in board.symmetries for i in found.bits):
                return found
    if isinstance(source, str) and letter is None:
        name, _, last = source.strip().rpartition(" ")
        if name and last.isalnum() and find_board(source) is None:
            source, letter = name, last
    if letter is not None and not isinstance(letter, str):
        raise UsageError(f"{shown(letter)} is not a class: pass a letter such as 'A'")
    return class_named(as_board(source), letter)  # type: ignore[arg-type]


def _is_hole(source: object) -> bool:
    """Return whether an object is a hole, by its coordinates or its number."""
    is_pair = isinstance(source, tuple) and [type(one) for one in source] == [int, int]
    return is_pair or (isinstance(source, int) and not isinstance(source, bool))


def _problem_in(text: str) -> Problem:
    """Parse a problem: a board, optionally followed by a start, and by ``to`` with a finish."""
    from pegsolitaire.reasons import problem_on

    finish = None
    words = text.strip()
    if match := _TO.fullmatch(words):
        words, finish = match["words"], match["finish"]
    name, blank, start = words.partition(" ")
    name = name.removesuffix(":")
    if blank and (find_board(name) or is_picture(name) or name.startswith("@")):
        return problem_on(name, start.strip(), finish)
    return problem_on(words, finish=finish)
