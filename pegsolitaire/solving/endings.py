"""Find the holes where a game can still end, and the vacancies where it may have begun.

Games are played forward level by level, without reduction by symmetry, because the exact hole
matters. Playing backward is the same as playing forward on the complement. So the vacancies from
which a position can be reached are the holes where a game from its complement can end.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pegsolitaire.board import Hole
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError
from pegsolitaire.game import (
    FinishLike,
    Position,
    PositionLike,
    Problem,
    ProblemLike,
    Solution,
    StartLike,
    as_position,
    as_problem,
)
from pegsolitaire.results import Result
from pegsolitaire.solving.answers import known_answer, known_solution
from pegsolitaire.solving.search import quick_search, replayed, walk
from pegsolitaire.theory import (
    by_distance,
    default_problem,
    feasible_finishes,
    is_anywhere,
)
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelEngine, LevelSet
    from pegsolitaire.sets.winning import WinningSets


def finishes(
    position: PositionLike,
    start: StartLike = None,
    *,
    wins: WinningSets | None = None,
    work: Work | None = None,
) -> tuple[Hole, ...]:
    """Find the holes where a game from a position can end with one peg.

    Parameters
    ----------
    position, start : Position, or what makes one
        The position: see :class:`~pegsolitaire.game.Position`.
    wins : WinningSets, optional
        The winning sets of the position's problem type (all vacancies to all finishes). The search
        skips positions outside these sets, which saves most of the work. Use sets only for
        positions that can be reached from a single vacancy of the type.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes, or a level does not fit in memory.
    BudgetSpentError
        If it takes more time or more positions than the budget allows.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> finishes(triangle(5).position("code:1480"))
    ((0, 0), (0, 3))
    """
    work = Work.of(work)
    position = as_position(position, start)
    from pegsolitaire.engine import LevelEngine, last_level, make_layout, play_levels

    board = position.board
    with LevelEngine(make_layout(board, board.symmetries[:1]), work=work) as engine:

        def keep_wins(pegs: int, level: LevelSet) -> LevelSet:
            if wins is None or pegs == len(position):
                return level
            return level.subset(wins.contains_codes(engine.row_codes(level)))

        stage = "finding the holes where the game can end"
        play = play_levels(engine, [position.code], keep=keep_wins, stage=stage, work=work)
        codes = engine.codes(last_level(play)).tolist() if len(position) else []
    return tuple(board.holes[code.bit_length() - 1] for code in codes)


def starts(
    position: PositionLike,
    start: StartLike = None,
    *,
    wins: WinningSets | None = None,
    work: Work | None = None,
) -> tuple[Hole, ...]:
    """Find the vacancies from which a game can lead to a position.

    The arguments are those of :func:`finishes`.

    Parameters
    ----------
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> starts(triangle(5).position("code:1480"))
    ((2, 4),)
    """
    position = as_position(position, start)
    return finishes(position.complement, wins=wins, work=work)


def fewest_pegs(
    position: PositionLike, start: StartLike = None, *, work: Work | None = None
) -> int:
    """Compute the fewest pegs that a game from a position can leave.

    Parameters
    ----------
    position, start : Position, or what makes one
        The position: see :class:`~pegsolitaire.game.Position`.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes, or a level does not fit in memory.
    BudgetSpentError
        If it takes longer than the budget allows.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> fewest_pegs(triangle(5).position("code:30314"))
    4
    """
    work = Work.of(work)
    position = as_position(position, start)
    from pegsolitaire.engine import LevelEngine, make_layout, play_levels

    board = position.board
    with LevelEngine(make_layout(board, board.symmetries), work=work) as engine:
        play = play_levels(engine, [position.code], work=work)
        return min(pegs for pegs, level in play if len(level))


# --
# The game that leaves the fewest pegs is the best possible continuation of a lost position.
#
# First, a short depth-first search looks for a game to one peg. Then a beam search goes level by
# level, up to the symmetry of the board. Its games nearly always leave few pegs, and its result is
# exact if it left out no position. If neither search settles the question, all reachable positions
# are visited as far as memory allows, which takes a few seconds on the English board. If memory
# does not suffice, the best game found may not be the best possible. On boards of more than 64
# holes, levels are not supported, so only a game to one peg is searched for.


_NODES = 1_000_000  # nodes of the depth-first search, which take a tenth of a second
_WIDTH = 20_000  # positions in each level of the beam
_LEVEL = "96MiB"  # memory for a level without omissions: enough for the English board
_SEED = 0


@dataclass(frozen=True)
class BestEnd(Result):
    """A game that leaves few pegs.

    Attributes
    ----------
    solution : Solution
        The game. It has no jumps if the position allows none.
    exact : bool
        Whether it is known that no game leaves fewer pegs. If not, this is the best game found.
    """

    solution: Solution
    exact: bool

    json_fields = ("pegs", "finish", "exact", "text", "solution")

    @property
    def finish(self) -> Hole | None:
        """The hole of the last peg; None if several pegs are left."""
        holes = tuple(self.solution.finish)
        return holes[0] if len(holes) == 1 else None

    @property
    def pegs(self) -> int:
        """The number of pegs that are left at the end."""
        return len(self.solution.finish)

    @property
    def text(self) -> str:
        """A description of how the game ends.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> best_end(triangle(5).vacancy("b3"), ruled_out=[triangle(5).single("b3").code]).text
        'it can still end with one peg in c5'
        """
        if not self.solution.jumps:
            return "no jump is left"
        if self.pegs == 1:
            (hole,) = self.solution.finish
            return f"it can still end with one peg in {self.solution.start.board.hole_text(hole)}"
        if self.exact:
            return f"best possible: {counted(self.pegs, 'peg')} left"
        return f"best found: {counted(self.pegs, 'peg')} left"


def best_end(
    position: PositionLike,
    start: StartLike = None,
    *,
    ruled_out: Collection[int] = (),
    work: Work | None = None,
) -> BestEnd:
    """Find a game from a position that leaves as few pegs as possible.

    Parameters
    ----------
    position, start : Position, or what makes one
        The position: see :class:`~pegsolitaire.game.Position`.
    ruled_out : collection of int, optional
        The codes of single pegs that are known to be unreachable, so that they are not searched
        for.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes, and no game to one peg was found in the short search.
    BudgetSpentError
        If no game was found within the limits.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> found = best_end(triangle(5).position("code:30314"))
    >>> found.pegs, found.exact
    (4, True)
    >>> print(found.solution)
    a3-a1, d4-b2, a1-c3, d5-b5, a5-c5
    """
    work = Work.of(work)
    position = as_position(position, start)
    if not position.legal_jumps:
        return BestEnd(Solution(position, []), exact=True)
    solution, impossible = _one_peg(position, ruled_out, work=work)
    if solution is not None:
        return BestEnd(solution, exact=True)
    least = 2 if impossible else 1
    best, complete = _by_levels(position, _WIDTH, work=work)
    if not complete and len(best.finish) > least:
        with suppress(BoardTooLargeError, BudgetSpentError):
            whole = work.part(memory=_LEVEL)
            best, complete = _by_levels(position, None, work=whole)
    return BestEnd(best, complete or len(best.finish) == least)


def _one_peg(
    position: Position, ruled_out: Collection[int], *, work: Work
) -> tuple[Solution | None, bool]:
    """Search briefly for a game that ends with one peg. Also return True if none can exist."""
    goals = tuple(1 << i for i in feasible_finishes(position) if 1 << i not in ruled_out)
    if not goals:
        return None, True
    problem = Problem.of_codes(position.board, (position.code,), goals)
    if (known := known_solution(problem)) is not None:
        return known, False
    answer = quick_search(problem, _NODES, work=work)
    return answer.solution, answer.solvable is False


def _by_levels(position: Position, width: int | None, *, work: Work) -> tuple[Solution, bool]:
    """Find a game level by level. Also return True if no position was left out."""
    from pegsolitaire.engine import LevelEngine, make_layout, play_levels

    board, complete = position.board, True
    with LevelEngine(make_layout(board, board.symmetries), work=work) as engine:

        def narrow(pegs: int, level: LevelSet) -> LevelSet:
            nonlocal complete
            if width is None or len(level) <= width:
                return level
            complete = False
            return engine.sample(level, width, _SEED)

        stage = "looking for the best possible ending"
        play = play_levels(engine, [position.code], keep=narrow, away=True, stage=stage, work=work)
        levels = [level for _, level in play if len(level)]
        return _line(position, engine, levels), complete


def _line(position: Position, engine: LevelEngine, levels: list[LevelSet]) -> Solution:
    """Trace one game back from the last level, then replay it from the position."""
    last = engine.first(levels[-1])
    chain = [last, *walk(engine, last, engine.unjumps, reversed(levels[:-1]))]
    codes = [int(engine.codes(level)[0]) for level in reversed(chain)]
    return replayed(position, codes[1:], position.board.mincode)


# -- solvable alternatives to an unsolvable problem -----------------------------------------------

FEWEST_PEGS_SECONDS = 2.0  # time limit of the search for the fewest pegs that can be left


def instead(
    problem: ProblemLike, start: StartLike = None, finish: FinishLike = None
) -> Problem | None:
    """Suggest a similar problem that can be solved, or return None if none is found quickly.

    The suggestion has the same start and ends with one peg anywhere, if that problem can be
    solved. Otherwise, if the start has a single empty hole, the suggestion has a different
    vacancy: the one nearest the middle of the board from which the problem can be solved.

    Examples
    --------
    >>> from pegsolitaire.board import french, triangle
    >>> str(instead(Problem.complement(triangle(5), "b3")))
    'triangle5: b3 to any'
    >>> str(instead(Problem.to_any(french().vacancy("d4"))))
    'french: d3 to any'
    """
    problem = as_problem(problem, start, finish)
    board = problem.board
    if len(problem.starts) > 1 or problem.finish_pegs > 1 or not board.fits_word:
        return None
    start = Position(board, problem.starts[0])
    if _one_peg(start, problem.finishes, work=Work.of(None))[0] is not None:
        return Problem.to_any(start)
    if len(start.complement) > 1:
        return None
    others = (default_problem(board.vacancy(hole)) for hole in by_distance(board))
    return next((other for other in others if known_answer(other)), None)


def fewest_left(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    work: Work | None = None,
) -> int | None:
    """Compute the fewest pegs that a game can leave if no game can end with a single peg.

    The result is None if the goal is not one peg in any hole, or if the number is not found within
    the budget or in two seconds.

    Parameters
    ----------
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Examples
    --------
    >>> from pegsolitaire.board import french
    >>> fewest_left(Problem.to_any(french().vacancy("d4")))
    2
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    if len(problem.starts) > 1 or not problem.board.fits_word or not is_anywhere(problem):
        return None
    start = Position(problem.board, problem.starts[0])
    try:
        ending = best_end(
            start, ruled_out=problem.finishes, work=work.part(seconds=FEWEST_PEGS_SECONDS)
        )
    except BudgetSpentError:
        return None
    return ending.pegs if ending.exact else None
