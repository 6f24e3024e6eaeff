"""Problem types: sets of holes that are both vacancies and finishes (Bell's Notes, section 3).

Jumps preserve the position class, but turning or reflecting the board may change it. Two holes
have the same type if, up to symmetries of the board, a game with a vacancy in one hole can end in
the other. Square-lattice boards with full symmetry have three types, A, B and C (figures 3 to 5);
triangular boards have one type (figure 6).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from pegsolitaire.board.board import Board, BoardLike, as_board
from pegsolitaire.board.catalogue import find_board, triangle
from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.notation import hole_name
from pegsolitaire.board.symmetry import apply_permutation
from pegsolitaire.data.puzzles import find_puzzle
from pegsolitaire.errors import ProblemError, UsageError, quoted
from pegsolitaire.game.conversion import (
    FinishLike,
    PositionLike,
    ProblemLike,
    StartLike,
    as_position,
    as_problem,
)
from pegsolitaire.game.position import Position
from pegsolitaire.game.problem import Problem
from pegsolitaire.game.problem_words import is_any, read_finish, read_start, split_start
from pegsolitaire.theory.classes import (
    PositionClass,
    axes_in_line,
    class_of,
    feasible_finishes,
    hole_classes,
    holes_by_class,
    is_null_class,
    letter_of,
    position_classes,
)

#: What makes a class or a type: words ("english A"), or a board, for class A or its only type.
ClassLike: TypeAlias = "PositionClass | ProblemType | BoardLike"


@dataclass(frozen=True)
class ProblemType:
    """A set of holes that contains the images and the feasible finishes of each of its holes.

    The vacancies and the finishes of a type are the same holes, because a solution that is played
    backward on the complements is also a solution.

    Attributes
    ----------
    board : Board
    letter : str
    bits : tuple of int
        The bits of the holes.
    """

    board: Board
    letter: str
    bits: tuple[int, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the holes."""
        return tuple(hole_name(self.board.holes[i]) for i in self.bits)

    @property
    def problem(self) -> Problem:
        """The problem from any vacancy to any single peg of the type (Notes, section 5)."""
        starts = tuple(self.board.full_code ^ 1 << i for i in self.bits)
        return Problem.of_codes(self.board, starts, tuple(1 << i for i in self.bits))


def problem_types(board: BoardLike) -> tuple[ProblemType, ...]:
    """List the problem types of a board, in the order of their letters.

    Vacancies without a feasible finish, such as the centre of the French board, have no type.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> [(t.letter, len(t.bits)) for t in problem_types(english())]
    [('A', 5), ('B', 12), ('C', 16)]
    >>> [(t.letter, t.names) for t in problem_types(triangle(4))]
    [('A', ('a2', 'b2', 'a3', 'c3', 'b4', 'c4'))]
    """
    board = as_board(board)
    # Boards of the same shape are equal even if their names differ, so results in the cache must
    # not contain a board.
    return tuple(
        ProblemType(board, letter_of(i), holes) for i, holes in enumerate(_holes_of_types(board))
    )


@lru_cache(maxsize=64)
def _holes_of_types(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the holes of each type, in the order of the types' letters."""
    if len(board) < 2:
        return ()
    group: list[set[int]] = []
    seen: set[int] = set()
    for start, finishes in finishes_by_vacancy(board).items():
        if start in seen:
            continue
        joined = {symmetry.image[i] for symmetry in board.symmetries for i in (start, *finishes)}
        seen |= joined
        touching = [other for other in group if other & joined]
        group = [other for other in group if not other & joined]
        group.append(joined.union(*touching))
    return tuple(sorted((tuple(sorted(holes)) for holes in group), key=lambda h: _order(board, h)))


def shares_class(problem: ProblemLike, start: StartLike = None, finish: FinishLike = None) -> bool:
    """Return whether a start and a finish of a problem are in the same position class.

    If they are in different classes, the problem has no solution.

    Examples
    --------
    >>> from pegsolitaire.board import french, triangle
    >>> [shares_class(Problem.complement(board, "a4")) for board in (french(), triangle(5))]
    [False, True]
    """
    problem = as_problem(problem, start, finish)
    starts = {class_of(problem.board, code) for code in problem.starts}
    return not starts.isdisjoint(class_of(problem.board, code) for code in problem.finishes)


def finishes_by_vacancy(board: BoardLike) -> dict[int, tuple[int, ...]]:
    """Return, for each vacancy with feasible finishes, the finishes that its class allows."""
    board = as_board(board)
    # Classes are linear: the class of a vacancy is the sum of the classes of the full board and of
    # a peg in the hole.
    full = class_of(board, board.full_code)
    by_class = holes_by_class(board)
    by_vacancy = {i: by_class.get(full ^ label, ()) for i, label in enumerate(hole_classes(board))}
    return {start: finishes for start, finishes in by_vacancy.items() if finishes}


def _order(board: Board, holes: tuple[int, ...]) -> tuple[int, int]:
    """Return a sort key that puts the problem types in the order of the papers.

    Type A comes first: its holes are in line with the middle of the board in all directions.
    """
    if board.lattice.is_slanted:
        return 0, holes[0]
    in_line = axes_in_line(board, holes[:1])
    return 0 if all(in_line) else 2 if any(in_line) else 1, holes[0]


def as_class(source: ClassLike, letter: str | None = None) -> PositionClass:
    """Convert words, a board with an optional letter (A by default) or a type to a position class.

    Raises
    ------
    ProblemError
        If the board has no class with this letter.

    Examples
    --------
    >>> as_class("english B").names, as_class("english", "C").letter
    (('c1', 'c4', 'f4', 'c7'), 'C')
    """
    if isinstance(source, PositionClass):
        return source
    if isinstance(source, ProblemType):
        hole, board = source.bits[0], source.board
        for position_class in position_classes(board):
            if any(s.image[i] == hole for s in board.symmetries for i in position_class.bits):
                return position_class
    board, letter = _lettered(source, letter)
    classes = position_classes(board)
    for candidate in classes:
        if letter is None or candidate.letter == letter.strip().upper():
            return candidate
    known = ", ".join(f"{c.letter} ({' '.join(c.names[:3])} ...)" for c in classes)
    raise ProblemError(f"{board.name} has no position class {letter}: it has {known}")


def as_type(source: ClassLike, letter: str | None = None) -> ProblemType:
    """Convert words, or a board with a letter, to a problem type.

    The letter may be omitted if the board has only one type.

    Raises
    ------
    ProblemError
        If the board has no type with this letter, or has several types and no letter was given.

    Examples
    --------
    >>> as_type("english B").names[:3], as_type("triangle5").letter
    (('c2', 'e2', 'b3'), 'A')
    """
    if isinstance(source, ProblemType):
        return source
    board, letter = _lettered(source, letter)
    types = problem_types(board)
    if not types:
        raise ProblemError(f"no vacancy of {board.name} can finish with one peg")
    if letter is None:
        if len(types) > 1:
            listed = "; ".join(f"{t.letter}: {_shorten(t.names)}" for t in types)
            raise ProblemError(f"{board.name} has several problem types; choose one: {listed}")
        return types[0]
    for candidate in types:
        if candidate.letter == letter.upper():
            return candidate
    raise ProblemError(
        f"{board.name} has no problem type {letter}: it has {', '.join(t.letter for t in types)}"
    )


def _lettered(source: ClassLike, letter: object) -> tuple[Board, str | None]:
    """Split words such as "english B" into the board and the letter."""
    if isinstance(source, str) and letter is None:
        name, _, last = source.strip().rpartition(" ")
        if name and last.isalnum() and find_board(source) is None:
            source, letter = name, last
    if letter is not None and not isinstance(letter, str):
        raise UsageError(f"{quoted(letter)} is not a class: pass a letter such as 'A'")
    return as_board(source), letter


def _shorten(names: tuple[str, ...]) -> str:
    return ", ".join(names) if len(names) <= 6 else f"{', '.join(names[:5])}, ..."


def is_anywhere(problem: ProblemLike, start: StartLike = None, finish: FinishLike = None) -> bool:
    """Return whether the finishes include every single peg that the position class allows.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> start = triangle(5).vacancy("a1")
    >>> is_anywhere(Problem.to_any(start)), is_anywhere(Problem.complement(start.board, "a1"))
    (True, False)
    >>> is_anywhere(Problem.of_codes(start.board, (start.code,), tuple(1 << i for i in range(15))))
    True
    """
    problem = as_problem(problem, start, finish)
    board = problem.board
    of_classes = {class_of(board, code): code for code in problem.starts}
    return all(
        set(Problem.to_any(Position(board, code)).finishes) <= set(problem.finishes)
        for code in of_classes.values()
    )


def default_problem(position: PositionLike, start: StartLike = None) -> Problem:
    """Return the complement problem if its class allows it, else the problem to any hole."""
    position = as_position(position, start)
    missing = position.complement
    if len(missing) == 1 and missing.code.bit_length() - 1 in feasible_finishes(position):
        return Problem.of_codes(position.board, (position.code,), (missing.code,))
    return Problem.to_any(position)


def goal_option(position: PositionLike, problem: ProblemLike) -> str:
    """Return the command-line option that sets the goal of a problem, or "" for the default."""
    position = as_position(position)
    problem = as_problem(problem)
    usual = default_problem(position).finish
    return "" if problem.finish == usual else f" --finish {problem.finish}"


def read_problem(
    board: BoardLike, start: str, finish: str | None = None, letter: str | None = None
) -> Problem:
    """Parse a problem from words, as on the command line.

    Parameters
    ----------
    board : Board, or what makes one
        The board, or its name in the catalogue.
    start : str
        A hole (for its vacancy), ``code:..``, a picture, ``@FILE`` or the name of a built-in
        puzzle; any of these followed by jumps (``d4:d2-d4``); or ``any`` for all vacancies of a
        problem type.
    finish : str, optional
        A hole (for one peg in this hole), ``any``, or a position. The default is the finish of the
        puzzle, or the finish of :func:`default_problem`. If jumps follow the start, the default is
        the finish of the problem before the jumps.
    letter : str, optional
        The problem type, if the start is ``any``.

    Raises
    ------
    UnknownBoardError, NotationError, NotOnBoardError
        If the board is unknown, a word cannot be parsed, or a hole is not on the board.
    ProblemError
        If start and finish do not fit together.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> str(read_problem(triangle(5), "(0,3)")), str(read_problem("french", "c1"))
    ('triangle5: a4 to a4', 'french: c1 to any')
    """
    board = as_board(board)
    if is_any(start):
        if finish is not None and not is_any(finish):
            raise ProblemError("START any allows no finish except any: leave out the finish")
        return as_type(board, letter).problem
    if letter is not None:
        raise ProblemError("a problem type needs any as START: leave out the type, or give any")
    position = read_start(board, start)
    begin, jumps = split_start(start)
    if finish is None and (puzzle := find_puzzle(board, begin)):
        finish = puzzle.finish
    if finish is None:
        whole = default_problem(read_start(board, begin)) if jumps else default_problem(position)
        return Problem.of_codes(board, (position.code,), whole.finishes)
    if is_any(finish):
        return Problem.to_any(position)
    return Problem(position, [read_finish(board, finish)])


def svss_problems(board: BoardLike) -> tuple[tuple[Hole, Hole], ...]:
    """List the problems from one vacancy to one peg that the class allows, up to symmetry.

    Each problem is a pair of a start and a finish; pairs that symmetries map to each other are
    listed once.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle, wiegleb
    >>> [len(svss_problems(b)) for b in (english(), wiegleb(), triangle(5), triangle(6))]
    [21, 36, 17, 29]
    """
    board = as_board(board)
    return tuple(
        (board.holes[start], board.holes[finish])
        for start, finishes in finishes_by_vacancy(board).items()
        for finish in finishes
        if (start, finish) == min((s.image[start], s.image[finish]) for s in board.symmetries)
    )


def standard_vacancies(problem_type: ClassLike) -> tuple[Hole, ...]:
    """List one vacancy from each orbit of a type, all in one class, degenerate vacancies first.

    The list is empty on a board that is not null-class, where no complement problem is solvable.

    A vacancy is *degenerate* if another hole of its orbit is in the same class; then turning the
    board may change the finish (Notes, sections 4.1 and 6). The place of a vacancy in the list is
    the number of its bit in the index of a winning position. The class is the class of the first
    hole of the type, except on the triangle of side 6, where figure 6c of the Notes uses (0,1).
    The vacancies that are not degenerate are sorted from the outside of the board to its middle.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> standard_vacancies(as_type(triangle(5)))
    ((0, 3), (0, 0), (2, 4), (1, 2))
    """
    problem_type = as_type(problem_type)
    board = problem_type.board
    if not is_null_class(board):
        return ()
    labels = hole_classes(board)
    first = board.bit("a2") if board == triangle(6) else problem_type.bits[0]
    chosen = []
    for orbit in board.orbits:
        if orbit[0] in problem_type.bits:
            in_class = [i for i in orbit if labels[i] == labels[first]]
            if in_class:
                distance = board.squared_distances[in_class[0]]
                chosen.append((len(in_class) == 1, -distance, in_class[0]))
    return tuple(board.holes[i] for _, _, i in sorted(chosen))


def is_degenerate(board: BoardLike, hole: Hole) -> bool:
    """Return whether a hole shares its position class with another hole of its orbit."""
    board = as_board(board)
    labels = hole_classes(board)
    i = board.bit(hole)
    orbit = next(orbit for orbit in board.orbits if i in orbit)
    return sum(labels[j] == labels[i] for j in orbit) > 1


def by_distance(board: BoardLike) -> list[Hole]:
    """List the holes from the middle outwards. Holes at equal distances are in row order.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> by_distance(english())[:3]
    [(3, 3), (3, 2), (2, 3)]
    """
    board = as_board(board)
    bits = sorted(range(len(board)), key=lambda i: board.squared_distances[i])
    return [board.holes[i] for i in bits]


def turn_to_standard(problem_type: ClassLike, position: PositionLike) -> Position | None:
    """Rotate or reflect a position into the class of the standard vacancies.

    The result is None if no symmetry does this, or if there are no standard vacancies.
    """
    problem_type = as_type(problem_type)
    position = as_position(position)
    board = position.board
    vacancies = standard_vacancies(problem_type)
    if not vacancies:
        return None
    standard = class_of(board, board.vacancy(vacancies[0]).code)
    for symmetry in sorted(board.symmetries, key=lambda s: not s.is_rotation):
        code = apply_permutation(symmetry.image, position.code)
        if class_of(board, code) == standard:
            return Position(board, code)
    return None
