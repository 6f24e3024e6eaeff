"""Find the shortest sequences of jumps after which a problem can no longer be solved.

All games are followed from the start, jump by jump, until one of them reaches a position that is
not winning (Bell's Notes, section 7.1, Table 6 and figure 10). Sequences that consist of the same
jumps in different orders count once, and so do images under the symmetries of the problem.
"""

from __future__ import annotations

from dataclasses import dataclass

from pegsolitaire.board import Board, Hole, apply_permutation
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import (
    FinishLike,
    Jump,
    Position,
    Problem,
    ProblemLike,
    StartLike,
    as_problem,
)
from pegsolitaire.results import Result
from pegsolitaire.sets.plans import class_bound
from pegsolitaire.sets.winning import WinningSets
from pegsolitaire.solving import solve
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.work import Work

# The most positions of winning sets that are built for one position.
_MAX_BUILT_POSITIONS = 1 << 32
_NARROW = 200_000  # positions of a beam, on boards where each of many finishes needs a long search

# The indices of jumps, sorted or in an order in which they can be made.
_Jumps = tuple[int, ...]
# For sets of jumps, sorted, the first order in which they can be made.
_Ways = dict[_Jumps, _Jumps]


@dataclass(frozen=True)
class DeadEnd(Result):
    """A shortest sequence of jumps after which a problem can no longer be solved.

    Attributes
    ----------
    jumps : tuple of Jump
        The jumps, in an order in which they can be made.
    position : Position
        The position after the jumps.
    can_finish_at : tuple of hole
        The holes in which a game from the position can still end with one peg; empty for a dead
        position, from which no game ends with one peg.
    unknown : tuple of hole
        The holes where it is not known whether a game can end.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> first, *others = dead_ends(Problem.complement(triangle(5), "a1"))
    >>> [str(jump) for jump in first.jumps], len(first.position), first.can_finish_at
    (['c3-a1', 'e5-c3'], 12, ((2, 4),))
    """

    jumps: tuple[Jump, ...]
    position: Position
    can_finish_at: tuple[Hole, ...]
    unknown: tuple[Hole, ...] = ()


def dead_ends(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    wins: WinningSets | None = None,
    work: Work | None = None,
) -> tuple[DeadEnd, ...]:
    """Find the shortest jump sequences after which a problem can no longer be solved.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        The problem. If its finish is one peg anywhere, the results are the fastest dead positions.
        See :class:`~pegsolitaire.game.Problem`.
    wins : WinningSets, optional
        The winning sets of the problem; by default they are built.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Returns
    -------
    tuple of DeadEnd
        One dead end for each set of jumps, up to symmetry of the problem; all have the same number
        of jumps. If the start itself is lost, the only dead end has no jumps. If no game can be
        lost, the result is empty.

    Raises
    ------
    BoardTooLargeError
        If the winning sets do not fit on this machine.
    ProblemError
        If the winning sets belong to another problem.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> ends = dead_ends(Problem.to_any(triangle(5).vacancy("a2")))
    >>> [(str(jump), end.can_finish_at) for end in ends for jump in end.jumps]
    [('c4-a2', ())]
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    if wins is None:
        wins = WinningSets.build(problem, work=work)
    elif wins.problem != problem:
        raise ProblemError(f"these winning sets belong to {wins.problem}, not to {problem}")
    level: dict[int, _Ways] = {code: {(): ()} for code in problem.starts}
    while level:
        lost = {code: ways for code, ways in level.items() if code not in wins}
        if lost:
            return _described(problem, lost, work=work)
        if next(iter(level)).bit_count() == problem.finish_pegs:
            return ()
        level = _after(problem.board, level)
    return ()


def _after(board: Board, level: dict[int, _Ways]) -> dict[int, _Ways]:
    """Return the positions after one more jump, with the sets of jumps that lead to them."""
    number = {jump: i for i, jump in enumerate(board.jumps)}
    reached: dict[int, _Ways] = {}
    for code, ways in level.items():
        for jump in board.masks_from(code):
            longer = reached.setdefault(code ^ jump.mask, {})
            for way, order in ways.items():
                more, line = tuple(sorted((*way, number[jump]))), (*order, number[jump])
                longer[more] = min(line, longer.get(more, line))
    return reached


def _described(problem: Problem, lost: dict[int, _Ways], *, work: Work) -> tuple[DeadEnd, ...]:
    """Create one dead end for each set of jumps, up to symmetry."""
    board = problem.board
    least: dict[tuple[int, _Jumps], tuple[int, _Jumps]] = {}
    for code in sorted(lost):
        for way, order in sorted(lost[code].items()):
            least.setdefault(_least_image(problem, code, way), (code, order))
    work.progress.stage("finding the holes where games can still end", len(least))
    ends = []
    for code, order in least.values():
        position = Position(board, code)
        jumps = tuple(Jump.of(board, board.jumps[i]) for i in order)
        ends.append(DeadEnd(jumps, position, *_finishes(position, problem, work=work)))
        work.update(len(ends))
    return tuple(ends)


def _least_image(problem: Problem, code: int, way: _Jumps) -> tuple[int, _Jumps]:
    """Return the smallest image of a dead end under the symmetries of the problem."""
    return min(
        (
            apply_permutation(symmetry.image, code),
            tuple(sorted(problem.board.jump_images(symmetry)[i] for i in way)),
        )
        for symmetry in problem.group
    )


def _finishes(
    position: Position, problem: Problem, *, work: Work
) -> tuple[tuple[Hole, ...], tuple[Hole, ...]]:
    """Find the holes where the last peg can still end and the holes for which this is unknown.

    The finishes of the problem are left out, because they can no longer be reached.
    """
    holes = position.board.holes
    others = [i for i in feasible_finishes(position) if 1 << i not in problem.finishes]
    # Search for all finishes at once first: if none can be reached, one search is enough.
    if not others or _reaches(position, others, work=work) is False:
        return (), ()
    reachable = {i: _reaches(position, [i], work=work) for i in others}
    for i in others:
        if reachable[i] is None:
            reachable[i] = _reaches_by_sets(position, problem, i, work=work)
    return (
        tuple(holes[i] for i in others if reachable[i]),
        tuple(holes[i] for i in others if reachable[i] is None),
    )


def _reaches(position: Position, holes: list[int], *, work: Work) -> bool | None:
    goal = Problem.of_codes(position.board, (position.code,), tuple(1 << i for i in holes))
    if class_bound(goal).positions > _MAX_BUILT_POSITIONS:
        return solve(goal, most=_NARROW, work=work).solvable
    return solve(goal, work=work).solvable


def _reaches_by_sets(
    position: Position, problem: Problem, hole: int, *, work: Work
) -> bool | None:
    """Use winning sets to decide whether the last peg can end in a given hole.

    If a position of the game is not in the winning sets, no game from it can end in the hole.

    The result is None if the winning sets are too large to be built for a single position.
    """
    goal = Problem.of_codes(problem.board, problem.starts, (1 << hole,))
    try:
        if class_bound(goal).positions > _MAX_BUILT_POSITIONS:
            return None
        wins = WinningSets.build(goal, work=work)
    except BoardTooLargeError:
        return None
    return position in wins
