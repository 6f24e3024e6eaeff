"""Choose where a game on a board begins, and find which vacancies can be won.

For the built-in boards, the results are read from a file. For larger triangles, they follow from
Bell's theorems. On other boards, the position class shows that some vacancies cannot be won, and a
search looks for one that can.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pegsolitaire.board import Board, BoardLike, Hole, as_board, read_board_and_start
from pegsolitaire.board.reading_boards import BoardRead
from pegsolitaire.construct import ALL_SOLVABLE, is_triangle
from pegsolitaire.data import Vacancies, knowledge_of
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position, Problem, start_in
from pegsolitaire.results import Result
from pegsolitaire.solving import class_reason, solve
from pegsolitaire.theory import (
    by_distance,
    check_board,
    check_level_sets,
    default_problem,
    finishes_by_vacancy,
    is_anywhere,
    is_null_class,
    read_problem,
)
from pegsolitaire.work import Work

#: How a game from a vacancy can end: with one peg back in its hole, with one peg anywhere, never
#: with one peg, or unknown.
VacancyStanding = Literal["back", "anywhere", "never", "unknown"]

_NODES = 20_000_000  # positions to search for each vacancy: a second or two


@dataclass(frozen=True)
class Opening(Result):
    """The problem that a player should begin with on a board.

    Attributes
    ----------
    problem : Problem
        The start and the goal.
    standing : str
        How the game can be won: ``back`` (with one peg back in the empty hole), ``anywhere``,
        ``never`` or ``unknown``.
    fewest : int or None
        If the game cannot be won, the fewest pegs that can be left, if known.
    """

    problem: Problem
    standing: VacancyStanding
    fewest: int | None = None

    json_fields = ("start", "finish", "standing", "fewest")

    @property
    def start(self) -> str:
        """The start in a few characters, such as ``d4``."""
        return self.problem.start

    @property
    def finish(self) -> str:
        """The goal in a few characters."""
        return "any" if is_anywhere(self.problem) else self.problem.finish


def vacancy_standings(board: BoardLike) -> tuple[VacancyStanding, ...]:
    """Return how a game from each vacancy can end, if that is known without a search.

    Examples
    --------
    >>> from pegsolitaire.board import french, triangle
    >>> vacancy_standings(triangle(5))[:5]
    ('back', 'back', 'back', 'back', 'anywhere')
    >>> vacancy_standings(french())[:3], vacancy_standings(french())[18]
    (('anywhere', 'never', 'anywhere'), 'never')
    """
    board = as_board(board)
    known = knowledge_of(board).vacancies
    listed = {} if known is None else _listed(known)
    by_theory = _by_theory(board)
    standings: dict[int, VacancyStanding] = {}
    for orbit in board.orbits:
        standing = listed.get(board.hole_text(board.holes[orbit[0]])) or by_theory[orbit[0]]
        standings |= dict.fromkeys(orbit, standing)
    return tuple(standings[i] for i in range(len(board)))


def _listed(known: Vacancies) -> dict[str, VacancyStanding]:
    """Return the stored result for each vacancy."""
    standings: dict[str, VacancyStanding] = dict.fromkeys(known.undecided, "unknown")
    standings |= dict.fromkeys(known.lost, "never")
    for puzzle in known.puzzles or ():
        standings[puzzle.start] = "anywhere" if puzzle.finish == "any" else "back"
    return standings


def _by_theory(board: Board) -> list[VacancyStanding]:
    """Decide whether vacancies can be won by their classes and Bell's theorems 2.1 and 2.2 (2008).

    Classes are computed once for the board, because a board may have thousands of vacancies.
    """
    is_solvable = is_triangle(board) and board.holes[-1][1] + 1 >= ALL_SOLVABLE
    best: VacancyStanding = "back" if is_null_class(board) else "anywhere"
    finishes, ends = finishes_by_vacancy(board), _ends(board)
    return [
        "never" if i not in finishes or i not in ends else best if is_solvable else "unknown"
        for i in range(len(board))
    ]


def _ends(board: Board) -> set[int]:
    """Return the vacancies with a legal jump, which are the holes where jumps end."""
    return {jump.end for jump in board.jumps}


def opening(board: BoardLike, *, work: Work | None = None) -> Opening:
    """Choose the problem that starts from the winnable vacancy nearest the middle.

    The goal is one peg in the initially empty hole, if that is possible. On triangles, the goal is
    one peg anywhere, as in the puzzles sold in shops. If no vacancy is known to be winnable, an
    undecided vacancy is chosen. If all vacancies are known to be lost, the chosen vacancy is one
    from which the fewest pegs can be left.

    Parameters
    ----------
    board : Board, or what makes one
        The board.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If no jump is possible on the board.

    Examples
    --------
    >>> from pegsolitaire.board import english, french, hexagon, triangle
    >>> for board in (english(), french(), triangle(5)):
    ...     print(opening(board).problem)
    english: d4 to d4
    french: d3 to any
    triangle5: a3 to any
    >>> opening(hexagon(3)).standing, opening(hexagon(3)).fewest
    ('never', 2)
    """
    work = Work.of(work)
    board = as_board(board)
    ends = _ends(board)
    holes = [hole for hole in by_distance(board) if board.bit(hole) in ends]
    if not holes:
        raise ProblemError(f"no jump is possible on {board.name}: choose a larger board")
    standings = dict(zip(board, vacancy_standings(board), strict=True))
    for wanted in ("back", "anywhere"):
        for hole in holes:
            if standings[hole] == wanted:
                return Opening(_goal(board.vacancy(hole), wanted), wanted)
    unknown = [hole for hole in holes if standings[hole] == "unknown"]
    if searched := _searched(board, unknown, work=work):
        return searched
    if unknown:
        return Opening(default_problem(board.vacancy(unknown[0])), "unknown")
    return _lost(board, holes)


def problem_on(
    board: BoardRead | Board | str,
    start: str | None = None,
    finish: str | None = None,
    letter: str | None = None,
    *,
    sets: str | None = None,
) -> Problem:
    """Parse a problem whose board and start may be written in any common notation.

    Parameters
    ----------
    board : Board, BoardRead or str
        The board, or any text that :func:`~pegsolitaire.board.read_board` accepts.
    start : str, optional
        As for :func:`~pegsolitaire.theory.read_problem`. The default is the position in the
        picture of the board, or else the start that :func:`opening` chooses.
    finish, letter : str, optional
        As for :func:`~pegsolitaire.theory.read_problem`.
    sets : str, optional
        If level sets are needed, their purpose; boards that are too large for level sets are
        refused.

    Raises
    ------
    PegSolitaireError
        If a word cannot be parsed, or the words do not form a problem.

    Examples
    --------
    >>> print(problem_on("english"), problem_on("●●●/●○●/●●●/●●●", finish="any"), sep="; ")
    english: d4 to d4; rectangle3x4: b2 to b2
    """
    board, shown, words, _ = read_board_and_start(board)
    start = start_in(words) if start is None else start
    if sets is not None:
        check_board(board, sets)
    if start is None and letter is not None:
        start = "any"
    elif start is None and shown is not None:
        start = f"code:{shown:#x}"
    elif start is None:
        usual = opening(board).problem
        start = usual.start
        finish = finish or usual.finish
    problem = read_problem(board, start, finish, letter)
    if sets is not None:
        check_level_sets(problem, sets)
    return problem


def _goal(start: Position, standing: VacancyStanding) -> Problem:
    """Return the problem with a winnable vacancy as its start."""
    if standing == "anywhere" or is_triangle(start.board):
        return Problem.to_any(start)
    return default_problem(start)


def _searched(board: Board, holes: list[Hole], *, work: Work) -> Opening | None:
    """Return an opening with the first vacancy that a search can solve."""
    for hole in holes if board.fits_word else ():
        if work.spent:
            break
        problem = default_problem(board.vacancy(hole))
        each = work.part(positions=_NODES)
        if not class_reason(problem) and solve(problem, work=each).solvable:
            is_back = problem.finishes == (board.full_code ^ problem.starts[0],)
            return Opening(problem, "back" if is_back else "anywhere")
    return None


def _lost(board: Board, holes: list[Hole]) -> Opening:
    """Choose the vacancy that can leave the fewest pegs, or the most central of several."""
    known = knowledge_of(board).vacancies
    listed = {} if known is None else known.fewest
    firsts = {i: orbit[0] for orbit in board.orbits for i in orbit} if listed else {}

    def fewest(hole: Hole) -> int | None:
        first = firsts.get(board.bit(hole))
        return None if first is None else listed.get(board.hole_text(board.holes[first]))

    best = min(holes, key=lambda hole: fewest(hole) or len(board))
    return Opening(Problem.to_any(board.vacancy(best)), "never", fewest(best))
