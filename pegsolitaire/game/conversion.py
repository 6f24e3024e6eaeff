"""Convert the arguments of public functions to positions and problems.

Every public function takes a position or a problem in any usual form: an object, or words as on
the command line. The first line of the function converts the argument. Boards are converted by
:func:`~pegsolitaire.board.as_board`, and classes by :func:`~pegsolitaire.theory.as_class`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from pegsolitaire.board.board import Board, BoardLike, as_board
from pegsolitaire.board.catalogue import find_board
from pegsolitaire.board.lattice import HoleLike
from pegsolitaire.board.reading_boards import is_picture, read_board_and_start
from pegsolitaire.errors import PegSolitaireError, ProblemError, UsageError, quoted
from pegsolitaire.game.position import Position
from pegsolitaire.game.problem import Problem
from pegsolitaire.game.problem_words import is_any, read_finish, read_start, start_in
from pegsolitaire.game.solution import Game

if TYPE_CHECKING:
    from pegsolitaire.theory.problems import ProblemType

#: What makes a problem alone; a board stands for its usual game. A start may follow a board.
ProblemLike: TypeAlias = "Problem | Position | Game | Board | ProblemType | str"
#: What makes a position alone; a problem or a board stands for its start.
PositionLike: TypeAlias = "Position | Game | Problem | Board | str"

#: The start after a board: its empty hole, the holes with pegs, a picture, or a position.
StartLike: TypeAlias = "Position | HoleLike | Iterable[HoleLike] | Iterable[Sequence[int]] | None"
#: The finish after a start: the hole of the last peg, ``"any"``, a position, or several of these.
FinishLike: TypeAlias = "StartLike | Iterable[Position]"

_PROBLEMS = (
    "pass words such as 'english d4' or 'english d4 to any', a Problem, a Position, or a Board "
    "for its usual game"
)
_TO = re.compile(r"(?P<words>.*\S)\s+to\s+(?P<finish>\S+)\s*", re.DOTALL)


def as_problem(
    source: ProblemLike | BoardLike,
    start: StartLike | FinishLike = None,
    finish: FinishLike = None,
) -> Problem:
    """Convert the arguments of a function to a problem, as :class:`Problem` does.

    Examples
    --------
    >>> for words in ("english d4", "english d4 to any", "french d3", "english d4:d2-d4"):
    ...     print(as_problem(words))
    english: d4 to d4
    english: d4 to any
    french: d3 to any
    english: code:8589934063 to d4
    >>> as_problem("english", "d4", "any") == as_problem("english d4", "any")
    True
    >>> as_problem(3)
    Traceback (most recent call last):
    pegsolitaire.errors.UsageError: 3 is not a problem: pass words such as 'english d4' or \
'english d4 to any', a Problem, a Position, or a Board for its usual game
    """
    if start is None and finish is None:
        return _alone(source)
    source, begin, finish = ordered(source, start, finish)
    if isinstance(begin, str) and (finish is None or isinstance(finish, str)):
        from pegsolitaire.theory.problems import read_problem

        return read_problem(source, begin, finish)
    position = as_position(source, begin)
    if finish is None:
        return _alone(position)
    return Problem.of_codes(position.board, (position.code,), finishes_from(position, finish))


def as_position(source: PositionLike | BoardLike, start: StartLike = None) -> Position:
    """Convert the arguments of a function to a position: words, a game, or a problem's start.

    Examples
    --------
    >>> print(as_position("triangle4 a2: a4-a2").text())
    */**/.**/.***
    >>> as_position("triangle4", "a2") == as_position("triangle4 a2")
    True
    """
    if start is not None:
        if _has_start(source):
            raise UsageError(f"{quoted(source)} has a start already: pass it alone")
        board = as_board(source)
        return _position(board, start, read_start, board.vacancy)
    if isinstance(source, Position):
        return source
    if isinstance(source, Game):
        return source.position
    if not isinstance(source, Problem | Board | str):
        raise UsageError(
            f"{quoted(source)} is not a position: pass words such as 'english d4', or "
            "Board('english').position(...) with holes, a picture or an array"
        )
    problem = _alone(source)
    if len(problem.starts) > 1:
        raise UsageError(f"{problem} has {len(problem.starts)} starts: pass one position")
    return Position(problem.board, problem.starts[0])


def position_and_finishes(
    source: PositionLike, start: StartLike = None, finish: FinishLike = None
) -> tuple[Position, tuple[int, ...]]:
    """Convert the arguments of a function to a position and the codes of one or more finishes.

    The finish may also be several positions, with any numbers of pegs.
    """
    source, start, finish = ordered(source, start, finish)
    position = as_position(source, start)
    if not len(position):
        raise ProblemError("the position has no pegs: give a position with at least one")
    if finish is None:
        return position, as_problem(source, start).finishes
    return position, finishes_from(position, finish)


def finishes_from(position: Position, finish: object) -> tuple[int, ...]:
    """Convert a finish, several finishes, or ``"any"`` to their codes.

    Examples
    --------
    >>> finishes_from(as_position("triangle5 a1"), "a1"), finishes_from(as_position("T5 a1"), 1)
    ((1,), (1,))
    """
    if isinstance(finish, str) and is_any(finish):
        return Problem.to_any(position).finishes
    several = isinstance(finish, Iterable) and not isinstance(finish, Position | str | tuple)
    listed = list(finish) if several else [finish]  # type: ignore[call-overload]
    return tuple(_finish(position.board, finish).code for finish in listed)


def _alone(source: object) -> Problem:
    """Convert words, a position, a game or a board to a problem, with its usual goal.

    The goal of a position is one peg. If the position has a single empty hole and its class allows
    it, the peg must end in this hole; otherwise, it may end in any hole. A game, or a start
    followed by jumps, has the goal of its start. A board alone stands for its usual game.
    """
    if isinstance(source, Problem):
        return source
    from pegsolitaire.theory.problems import ProblemType, default_problem

    if isinstance(source, ProblemType):
        return source.problem
    if isinstance(source, Game):
        goal = _alone(source.start).finishes
        return Problem.of_codes(source.start.board, (source.position.code,), goal)
    if isinstance(source, Position):
        if not len(source):
            raise ProblemError("an empty board is not a problem: pass a position with pegs")
        return default_problem(source)
    if isinstance(source, Board):
        from pegsolitaire.advice import opening

        return opening(source).problem
    if isinstance(source, str) and source.strip():
        from pegsolitaire.advice import problem_on

        return problem_on(*_words_in(source))
    raise UsageError(f"{quoted(source)} is not a problem: {_PROBLEMS}")


def ordered(source: Any, start: object, finish: object) -> tuple[Any, Any, Any]:
    """Return a source, a start and a finish. If the source has a start, the finish comes next."""
    if start is not None and _has_start(source):
        if finish is not None:
            raise UsageError(f"{quoted(source)} has a start already: pass only a finish with it")
        return source, None, start
    return source, start, finish


def _has_start(source: object) -> bool:
    """Return whether a source says which position it is, and not only the board."""
    if not isinstance(source, str):
        from pegsolitaire.theory.problems import ProblemType

        return isinstance(source, Position | Game | Problem | ProblemType)
    name, start, finish = _words_in(source)
    if start or finish or find_board(name):
        return bool(start or finish)
    try:
        _, shown, words, _ = read_board_and_start(name)
    except PegSolitaireError:
        return False  # it is refused as a board
    return shown is not None or start_in(words) is not None


def _words_in(text: str) -> tuple[str, str | None, str | None]:
    """Split words into a board, a start and, after ``to``, a finish."""
    finish = None
    words = text.strip()
    if match := _TO.fullmatch(words):
        words, finish = match["words"], match["finish"]
    name, blank, start = words.partition(" ")
    name = name.removesuffix(":")
    if blank and (find_board(name) or is_picture(name) or name.startswith("@")):
        return name, start.strip(), finish
    return words, None, finish


def _position(
    board: Board,
    source: object,
    read: Callable[[Board, str], Position],
    of_hole: Callable[[Any], Position],
) -> Position:
    """Convert words with a reader, a hole with a function, or anything else to a position."""
    if isinstance(source, str):
        return read(board, source)
    return of_hole(source) if _is_hole(source) else board.position(source)


def _finish(board: Board, finish: object) -> Position:
    """Convert a hole to the position with one peg in it, or anything else to a position."""
    if isinstance(finish, Position) and finish.board != board:
        hole = board.hole_text(board.holes[0])
        raise ProblemError(
            f"the finish is a position of {finish.board.name}: pass one of {board.name}, such as "
            f"{hole!r} or board.single({hole!r})"
        )
    return _position(board, finish, read_finish, board.single)


def _is_hole(source: object) -> bool:
    """Return whether an object is a hole, by its coordinates or its number."""
    is_pair = isinstance(source, tuple) and [type(number) for number in source] == [int, int]
    return is_pair or (isinstance(source, int) and not isinstance(source, bool))
