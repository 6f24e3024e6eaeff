"""The shortest ways to lose: after how few jumps a problem can no longer be solved.

From the start all games are followed, jump by jump, until one leaves the winning positions
(Bell's Notes, section 7.1, Table 6 and figure 10). The same jumps in another order lead to the
same position and count once, and so do their images under the symmetries of the problem.
"""

from __future__ import annotations

from dataclasses import dataclass

from pegsolitaire.arguments import public
from pegsolitaire.board import Board, Hole, apply_permutation
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Jump, Position, Problem
from pegsolitaire.results import Result
from pegsolitaire.sets.plans import class_bound
from pegsolitaire.sets.winning import WinningSets
from pegsolitaire.solving import solve
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.theory.inputs import ProblemLike, as_problem
from pegsolitaire.work import Work

_MOST = 1 << 32  # positions of sets that are built to find out where one position can end

_NARROW = 200_000  # positions of a beam, on boards where each of many finishes is a long search

# The indices of some jumps, sorted: a set of jumps regardless of their order.
_JumpSet = tuple[int, ...]


@dataclass(frozen=True)
class DeadEnd(Result):
    """A way to lose.

    Attributes
    ----------
    jumps : tuple of Jump
        In an order in which they can be made.
    position : Position
        Where they lead.
    can_finish_at : tuple of hole
        The holes at which a game from there can still end with one peg; for a dead position
        (where not even that is possible) none.
    unknown : tuple of hole
        The holes of which that was not found out.

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

    json_keys = "jumps code=position.code can_finish_at|hole unknown|hole"


@public
def dead_ends(
    problem: ProblemLike, *, wins: WinningSets | None = None, work: Work | None = None
) -> tuple[DeadEnd, ...]:
    """The shortest jump sequences after which a problem can no longer be solved.

    Parameters
    ----------
    problem : Problem
        The problem. With one peg anywhere as its finishes, these are the fastest dead positions.
    wins : WinningSets, optional
        Its winning sets; built where they are not at hand.

    Returns
    -------
    tuple of DeadEnd
        One for each set of jumps, up to symmetry of the problem; all of the same length. Without
        jumps where the start itself is lost, and none at all where no game can be lost.

    Raises
    ------
    BoardTooLargeError
        If the winning sets do not fit the machine.
    ProblemError
        If the winning sets are of another problem.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> ends = dead_ends(Problem.to_any(triangle(5).vacancy("a2")))
    >>> [(str(jump), end.can_finish_at) for end in ends for jump in end.jumps]
    [('c4-a2', ())]
    """
    work = Work.of(work)
    problem = as_problem(problem)
    if wins is None:
        wins = WinningSets.build(problem, work=work)
    elif wins.problem != problem:
        raise ProblemError(f"these winning sets are of {wins.problem}, not of {problem}")
    level: dict[int, set[_JumpSet]] = {code: {()} for code in problem.starts}
    while level:
        lost = {code: ways for code, ways in level.items() if code not in wins}
        if lost:
            return _described(problem, lost, work=work)
        if next(iter(level)).bit_count() == problem.finish_pegs:
            return ()
        level = _after(problem.board, level)
    return ()


def _after(board: Board, level: dict[int, set[_JumpSet]]) -> dict[int, set[_JumpSet]]:
    """The positions one jump on, with the sets of jumps that lead there."""
    number = {jump: i for i, jump in enumerate(board.jumps)}
    reached: dict[int, set[_JumpSet]] = {}
    for code, ways in level.items():
        for jump in board.jumps_from(code):
            more = {tuple(sorted((*way, number[jump]))) for way in ways}
            reached.setdefault(code ^ jump.mask, set()).update(more)
    return reached


def _described(
    problem: Problem, lost: dict[int, set[_JumpSet]], *, work: Work
) -> tuple[DeadEnd, ...]:
    """One dead end for each set of jumps up to symmetry."""
    least: dict[tuple[int, _JumpSet], tuple[int, _JumpSet]] = {}
    for code in sorted(lost):
        for way in sorted(lost[code]):
            least.setdefault(_least_image(problem, code, way), (code, way))
    work.progress.stage("looking for where they can still end", len(least))
    ends = []
    for code, way in least.values():
        position = Position(problem.board, code)
        jumps = _order(problem.board, _start(problem.board, code, way), way) or ()
        ends.append(DeadEnd(jumps, position, *_finishes(position, problem)))
        work.update(len(ends))
    return tuple(ends)


def _least_image(problem: Problem, code: int, way: _JumpSet) -> tuple[int, _JumpSet]:
    """The properties that the images of a dead end share."""
    return min(
        (
            apply_permutation(symmetry.image, code),
            tuple(sorted(problem.board.jump_images(symmetry)[i] for i in way)),
        )
        for symmetry in problem.group
    )


def _start(board: Board, code: int, way: _JumpSet) -> int:
    """Where jumps began that led to a code: each of them turned its three holes over."""
    for i in way:
        code ^= board.jumps[i].mask
    return code


def _order(board: Board, code: int, way: _JumpSet) -> tuple[Jump, ...] | None:
    """The jumps of a set in an order in which they can be made."""
    if not way:
        return ()
    for i, index in enumerate(way):
        jump = board.jumps[index]
        if code & jump.mask == jump.pegs:
            rest = _order(board, code ^ jump.mask, way[:i] + way[i + 1 :])
            if rest is not None:
                return (Jump.of(board, jump), *rest)
    return None


def _finishes(position: Position, problem: Problem) -> tuple[tuple[Hole, ...], tuple[Hole, ...]]:
    """The holes where the last peg can still be, and those where that is unknown.

    What the problem wanted is known to be out of reach.
    """
    holes = position.board.holes
    others = [i for i in feasible_finishes(position) if 1 << i not in problem.finishes]
    # All at once first: where there is no way to any, that is one search instead of several.
    if not others or _reaches(position, others) is False:
        return (), ()
    found = {i: _reaches(position, [i]) for i in others}
    for i in others:
        if found[i] is None:
            found[i] = _reaches_by_sets(position, problem, i)
    return (
        tuple(holes[i] for i in others if found[i]),
        tuple(holes[i] for i in others if found[i] is None),
    )


def _reaches(position: Position, holes: list[int]) -> bool | None:
    goal = Problem.of_codes(position.board, (position.code,), tuple(1 << i for i in holes))
    if class_bound(goal).positions > _MOST:
        return solve(goal, most=_NARROW).solvable
    return solve(goal).solvable


def _reaches_by_sets(position: Position, problem: Problem, hole: int) -> bool | None:
    """The same by winning sets: a position of the game is among them, or cannot end there.

    None where they are too large to be built for one position.
    """
    goal = Problem.of_codes(problem.board, problem.starts, (1 << hole,))
    try:
        if class_bound(goal).positions > _MOST:
            return None
        wins = WinningSets.build(goal)
    except BoardTooLargeError:
        return None
    return position in wins
