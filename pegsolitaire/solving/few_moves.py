"""Find solutions with few moves, not necessarily the fewest, on boards of up to 400 holes.

A beam search proceeds move by move. After each move, it keeps only positions with few full Merson
regions and few pegs that block a long sweep. The search is repeated with wider and wider beams
until the time limit is reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from pegsolitaire.construct import constructed
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError, ProblemError
from pegsolitaire.game import (
    FinishLike,
    Outcome,
    Position,
    Problem,
    ProblemLike,
    Solution,
    StartLike,
    as_problem,
)
from pegsolitaire.solving.answers import STORED, STORED_PROOF, Basis, class_reason
from pegsolitaire.solving.search import solve
from pegsolitaire.solving.shortest_solutions import (
    Shortest,
    begin_with,
    is_built_in,
    reorder,
    solution_through,
)
from pegsolitaire.theory import MoveBound
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import BeamCost


_SECONDS = 30.0
_SEED = 0  # of the random choice among equally good positions
_BUILT = "by construction"
_LAST = 5.0  # seconds, or half of fewer: for a search for any solution if no beam finds one
_MAX_HOLES = 400  # the largest number of holes of a board
_NARROWEST = 1_000
_WIDEST = 4_000_000


def short_solution(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    widest: int = _WIDEST,
    facts: bool = True,
    work: Work | None = None,
) -> Shortest:
    """Search for solutions with few moves, and return the best one found within the time limit.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        A problem with one start, on a board of up to 400 holes. On larger boards only a known or
        constructed solution can be returned. See :class:`~pegsolitaire.game.Problem`.
    widest : int, optional
        The largest number of positions that are kept after a move.
    facts : bool, optional
        Whether to begin with known results: a solution and a lower bound on the moves.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Returns
    -------
    Shortest
        The solution is proven shortest only if it reaches the lower bound, which is known or comes
        from Merson regions.

    Raises
    ------
    ProblemError
        If the width is not positive.
    BoardTooLargeError
        If the board has more than 400 holes, and no solution is known or can be constructed.

    Notes
    -----
    Unsolvable positions are not removed from the beam, so a narrow beam may find nothing where a
    wider beam, or a beam with other penalties for pegs, finds a solution.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> found = short_solution(Problem.complement(triangle(6), "a2"), widest=1_000)
    >>> len(found.solution.moves), found.lower_bound
    (9, 9)
    """
    work = Work.of(work, seconds=_SECONDS)
    problem = as_problem(problem, start, finish)
    if widest < 1:
        raise ProblemError(f"a beam of {widest} positions is too narrow: give 1 or more")
    if reason := class_reason(problem):
        return Shortest(problem, Outcome.IMPOSSIBLE, reason, 0)
    best, proven = begin_with(problem) if facts else (None, 0)
    known = best = best or _from_start(problem)
    if len(problem.board) > _MAX_HOLES:
        return _without_beams(problem, best, proven)
    from pegsolitaire.engine import BEAM_COSTS, MoveBeam

    left = work.seconds_left
    bound = MoveBound.of(problem, work=work.part(seconds=None if left is None else left / 4))
    beams = work.part(seconds=None if left is None else max(left / 2, left - _LAST))
    least = max(bound.least(problem), proven)
    beam = MoveBeam(problem.board, bound.forward, problem.finishes)
    whole: set[int] = set()  # starts whose beam has kept all positions
    for width, cost, start in _runs(problem, widest, BEAM_COSTS):
        if whole.issuperset(problem.starts):
            break
        if start in whole:
            continue
        most = problem.start_pegs if best is None else len(best.moves) - 1
        if most < least:
            break
        work.progress.stage(f"a beam of {width:,} positions", most)
        try:
            codes = beam.run(start, width, most, cost, _SEED, work=beams)
        except BudgetSpentError:
            break
        if not beam.dropped:
            whole.add(start)
        if codes is not None:
            best = reorder(solution_through(problem.board, codes))
    if best is None:
        return _solved(problem, least, facts, work=work.part(seconds=_LAST))
    reason = _origin(problem, best) if best is known else "by a beam"
    is_stored = is_built_in(problem, best)
    if len(best.moves) == least:
        is_stored = proven > bound.least(problem)
        reason += f", with {STORED_PROOF}" if is_stored else ", proven by Merson regions"
    basis: Basis = "stored" if is_stored else "computed"
    return Shortest(problem, Outcome.SOLVED, reason, least, best, basis=basis)


def _origin(problem: Problem, solution: Solution) -> str:
    """State where the solution that the search began with comes from."""
    if not solution.jumps:
        return "no jump is needed"
    return STORED if is_built_in(problem, solution) else _BUILT


def _without_beams(problem: Problem, best: Solution | None, least: int) -> Shortest:
    """Return a known or constructed solution on a board where a beam search would take hours."""
    solution = best or constructed(problem)
    if solution is None:
        board = problem.board
        raise BoardTooLargeError(
            f"{board.name} has {len(board):,} holes: short solutions need a board of up to "
            f"{_MAX_HOLES} holes"
        )
    basis: Basis = "stored" if is_built_in(problem, solution) else "computed"
    reason = STORED if basis == "stored" else _BUILT
    return Shortest(problem, Outcome.SOLVED, reason, least, solution, basis=basis)


def _solved(problem: Problem, least: int, facts: bool, *, work: Work) -> Shortest:
    """Search for a solution with any number of moves."""
    if problem.board.is_searched:  # searched solutions have fewer moves than constructed ones
        answer = solve(problem, facts=facts, work=work)
        if answer.outcome is Outcome.IMPOSSIBLE:
            return Shortest(problem, Outcome.IMPOSSIBLE, answer.reason, 0, basis=answer.basis)
        if answer.solution is not None:
            why = "by a search for any solution"
            return Shortest(problem, Outcome.SOLVED, why, least, reorder(answer.solution))
    if (solution := constructed(problem)) is not None:
        return Shortest(problem, Outcome.SOLVED, _BUILT, least, solution)
    reason = "no beam found a solution within the limits"
    return Shortest(problem, Outcome.UNDECIDED, reason, least)


def _runs(
    problem: Problem, widest: int, costs: Sequence[BeamCost]
) -> Iterator[tuple[int, BeamCost, int]]:
    """Yield the width, the penalties and the start of each beam search, narrow beams first."""
    width = min(_NARROWEST, widest)
    while True:
        yield from product((width,), costs, problem.starts)
        if width == widest:
            return
        width = min(4 * width, widest)


def _from_start(problem: Problem) -> Solution | None:
    """Return an empty solution if a start is already a finish, or else None."""
    done = set(problem.starts) & set(problem.finishes)
    return Solution(Position(problem.board, min(done)), []) if done else None
