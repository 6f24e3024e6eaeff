"""Check whether a position can still be won, and whether a game could have led to it.

These are two questions. A position that was set up by hand can often be won even if no game leads
to it. Winning sets, however, contain only positions that games from the start can reach. Winning
sets are therefore used if they contain the position, or if a game is known to lead to it.
Otherwise, the game is analysed from the position alone. If quick searches decide every jump, no
winning sets are needed.
"""

from __future__ import annotations

from dataclasses import dataclass

from pegsolitaire.advice.guide import Guide
from pegsolitaire.board import Hole, hole_name
from pegsolitaire.board.notation import either
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError
from pegsolitaire.game import (
    Jump,
    Position,
    PositionLike,
    Problem,
    ProblemLike,
    Solution,
    as_position,
    as_problem,
)
from pegsolitaire.results import Result
from pegsolitaire.sets import PositionValues
from pegsolitaire.solving import Basis, finishes, known_answer, solve
from pegsolitaire.solving.shortest_solutions import begin_with
from pegsolitaire.theory import shares_class
from pegsolitaire.units import counted
from pegsolitaire.work import Work

_MAX_REACH_SEARCH = 10_000_000  # positions in a search for a game that leads to the position
_MAX_NAMED_PEGS = 4  # finishes with more pegs are given by code, others by their holes
_MAX_LISTED_WINS = 300_000  # winning positions visited to find all finishing holes


@dataclass(frozen=True)
class Check(Result):
    """The outcomes that are possible from a position.

    Attributes
    ----------
    problem : Problem
        The problem of the game; its finishes are the goal.
    position : Position
    guide : Guide
        The guide that knows the winning jumps: the guide of the whole game if it leads to the
        position, otherwise a guide of the rest of the game.
    winning : bool or None
        Whether the position can be won; None if unknown.
    jumps : dict of Jump to bool or None
        For each legal jump, whether the position after it can be won; None if unknown.
    reachable : bool or None
        Whether a game from the start, or from any single vacancy if no start was given, leads to
        the position; None if a search did not decide.
    holes : tuple of (int, int), or None
        The holes in which the last peg can end; empty if the position is lost. None if the goal is
        not one peg, or if not all these holes are known.
    moves : int or None
        The fewest moves needed to win, if known.
    solution : Solution or None
        A solution from the position, if known.
    """

    problem: Problem
    position: Position
    guide: Guide
    winning: bool | None
    jumps: dict[Jump, bool | None]
    reachable: bool | None
    holes: tuple[Hole, ...] | None = None
    moves: int | None = None
    solution: Solution | None = None

    json_fields = (
        "problem",
        "position",
        "winning",
        "basis",
        "jumps",
        "reachable",
        "holes",
        "moves",
        "solution",
    )

    @property
    def goal(self) -> Problem:
        """The rest of the game, from the position to the finishes."""
        return _rest(self.problem, self.position)

    @property
    def basis(self) -> Basis:
        """``"stored"`` if the verdict on the position was looked up, else ``"computed"``."""
        answer = None if self.guide.wins is not None else known_answer(self.goal)
        return "computed" if answer is None else answer.basis

    def text(self) -> str:
        """State whether the position can be won, where the game can end, and the fewest moves."""
        goal, pegs = self.goal, Position(self.goal.board, self.goal.finishes[0])
        if len(goal.finishes) > 1:
            ends = "with one peg"
        elif len(pegs) <= _MAX_NAMED_PEGS:
            many = "one peg" if len(pegs) == 1 else f"{len(pegs)} pegs"
            ends = f"with {many} at {' and '.join(map(hole_name, pegs))}"
        else:
            ends = f"at {goal.finish}"
        if self.winning is None:
            return f"not known: whether a game from here can end {ends}"
        if not self.winning:
            return f"lost: no game from here can end {ends}"
        if self.position.code in goal.finishes:
            return f"won: the game is at its end, {ends}"
        few = "as few as " if self.moves != 1 else ""
        moves = "" if self.moves is None else f", in {few}{counted(self.moves, 'move')}"
        if self.holes is not None:
            ends = f"with one peg at {either(list(map(hole_name, self.holes)))}"
        elif self.solution is not None and len(self.solution.finish) == 1:
            [hole] = self.solution.finish
            ends = f"with one peg (at {hole_name(hole)}, for instance)"
        return f"can be won: a game from here can end {ends}{moves}"

    def origin_text(self, start: str = "any") -> str:
        """State whether a game from a start, or from any vacancy, can lead to the position."""
        missing = self.position.complement
        if len(missing) == 1:
            return f"a game begins here, with {hole_name(next(iter(missing)))} empty"
        if start == "any":
            begins = "a board with one empty hole"
        else:
            begins = start if start.startswith("code:") else f"{start} empty"
        return {
            True: f"this position can be reached from {begins}",
            False: f"this position cannot be reached from {begins}",
            None: f"not known: whether this position can be reached from {begins}",
        }[self.reachable]

    def __str__(self) -> str:
        return self.text()


def check(
    position: PositionLike,
    problem: ProblemLike,
    *,
    game: Solution | None = None,
    guide: Guide | None = None,
    sets: bool = False,
    work: Work | None = None,
) -> Check:
    """Check whether a position can be won, and whether a game could have led to it.

    Parameters
    ----------
    position : Position, or what makes one
        The position.
    problem : Problem, or what makes one
        The problem of the game; its finishes are the goal. If the position is the start itself, a
        game that leads to it may begin with any single vacancy.
    game : Solution, optional
        A game that leads to the position, if known. Without it, such a game is searched for.
    guide : Guide, optional
        The guide of the problem, with its winning sets.
    sets : bool, optional
        Whether to build winning sets even if a quick search decides every jump.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Examples
    --------
    No game on the 15-hole triangle leads to two pegs in a corner, but this position can be won:

    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> found = check(triangle(5).position("code:176"), problem)
    >>> found.winning, found.reachable, found.moves
    (True, False, 2)
    """
    work = Work.of(work)
    position = as_position(position)
    problem = as_problem(problem)
    goal = _rest(problem, position)
    is_start = position.code in problem.starts
    led = game is not None and game.finish == position and game.start.code in problem.starts
    may_lead = is_start or led or _may_lead(problem, position)
    origin = None if is_start else problem
    reachable: bool | None = led or (None if may_lead else False)
    jumps: dict[Jump, bool | None] | None = None
    if guide is None and not sets:
        rest = Guide(goal)
        quick = rest.verdicts(position, work=work)
        if None not in quick.values():
            if reachable is None:
                reachable = _is_reachable(position, origin, work=work)
            if reachable is not None:
                guide, jumps = rest, quick
    if jumps is None:
        guide, reachable = _with_sets(position, problem, goal, guide, reachable, work=work)
        jumps = guide.verdicts(position, work=work)
    assert guide is not None
    winning = guide.winning_by(position, jumps)
    if winning is None:
        winning = guide.winning(position, work=work)
    if not winning:
        none = () if winning is False else None
        return Check(problem, position, guide, winning, jumps, reachable, none)
    solution = guide.solution(position, work=work)
    return Check(
        problem, position, guide, winning, jumps, reachable,
        _holes(position, guide, work=work), _fewest_moves(goal, work=work), solution,
    )  # fmt: skip


def _rest(problem: Problem, position: Position) -> Problem:
    """Return the rest of a game; the problem itself if the position has too few pegs."""
    if len(position) < problem.finish_pegs:
        return problem
    return Problem.of_codes(problem.board, (position.code,), problem.finishes)


def _with_sets(
    position: Position,
    problem: Problem,
    goal: Problem,
    guide: Guide | None,
    reachable: bool | None,
    *,
    work: Work,
) -> tuple[Guide, bool | None]:
    """Return a guide, if possible with winning sets, and True if a game leads to the position."""
    is_start = position.code in problem.starts
    if reachable is not False:
        is_vacancy = problem.start_pegs == len(problem.board) - 1
        guide = guide or Guide.make(problem, store=is_vacancy, work=work)
        if not is_start and guide.wins is not None and position in guide.wins:
            reachable = True
        if reachable is None:
            reachable = _is_reachable(position, None if is_start else problem, work=work)
        if reachable or is_start:
            return guide, reachable
    return Guide.make(goal, store=False, work=work), reachable


def _may_lead(problem: Problem, position: Position) -> bool:
    """Return whether a position has a number of pegs and a class that games can reach."""
    if not 0 < len(position) < problem.start_pegs:
        return False
    return shares_class(Problem.of_codes(position.board, problem.starts, (position.code,)))


def _is_reachable(position: Position, problem: Problem | None, *, work: Work) -> bool | None:
    """Return whether a game leads to a position; if a problem is given, only its games count.

    If a game from a vacancy to a position is played backward, it becomes a game from the
    position's complement to one peg.
    """
    board, missing = position.board, position.complement
    if problem is not None and len(problem.starts) == 1:
        return _is_solvable(Problem.of_codes(board, problem.starts, (position.code,)), work=work)
    if len(missing) <= 1 or not len(position):
        return len(missing) == 1
    return _is_solvable(Problem.to_any(missing), work=work)


def _is_solvable(problem: Problem, *, work: Work) -> bool | None:
    """Search for a few seconds. Return None if undecided, or if the board is too large."""
    try:
        return solve(problem, work=work.part(positions=_MAX_REACH_SEARCH)).solvable
    except BoardTooLargeError:
        return None


def _holes(position: Position, guide: Guide, *, work: Work) -> tuple[Hole, ...] | None:
    """Find all holes where the last peg can end, or return None if this would take too long."""
    ends, wins = guide.problem.finishes, guide.wins
    if ends[0].bit_count() > 1:
        return None
    if len(ends) == 1:
        return tuple(Position(position.board, ends[0]))
    if wins is not None and len(wins) > _MAX_LISTED_WINS:
        return None
    if wins is None:
        work = work.part(positions=_MAX_LISTED_WINS)
    try:
        return finishes(position, wins=wins, work=work)
    except (BoardTooLargeError, BudgetSpentError):
        return None


def _fewest_moves(goal: Problem, *, work: Work) -> int | None:
    """Return the fewest moves needed to win the game if this number is known or quickly found."""
    known, least = begin_with(goal)
    if known is not None and len(known.moves) == least:
        return least
    start = Position(goal.board, goal.starts[0])
    rest = PositionValues.of_rest(goal, start, work=work)
    return None if rest is None else rest.moves(start)
