"""The shortest ways to lose: after how few jumps a problem can no longer be solved.

From the start all games are followed, jump by jump, until one leaves the winning positions
(Bell's Notes, section 7.1, Table 6 and figure 10). The same jumps in another order lead to the
same position and count once, and so do their images under the symmetries of the problem.
"""

from __future__ import annotations

from dataclasses import dataclass

from pegsolitaire.analysis.solve import solve
from pegsolitaire.board import Board, Hole
from pegsolitaire.game import Jump, Position, Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets.winning import WinningSets
from pegsolitaire.theory import feasible_finishes

# The indices of some jumps, sorted: a set of jumps regardless of their order.
_JumpSet = tuple[int, ...]


@dataclass(frozen=True)
class DeadEnd:
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
    """

    jumps: tuple[Jump, ...]
    position: Position
    can_finish_at: tuple[Hole, ...]


def dead_ends(
    problem: Problem, wins: WinningSets | None = None, progress: Progress = SILENT
) -> tuple[DeadEnd, ...]:
    """The shortest jump sequences after which a problem can no longer be solved.

    Parameters
    ----------
    problem : Problem
        The problem. With one peg anywhere as its finishes, these are the fastest dead positions.
    wins : WinningSets, optional
        Its winning sets; built where they are not at hand.
    progress : Progress, optional
        Told of every level of the sets.

    Returns
    -------
    tuple of DeadEnd
        One for each set of jumps, up to symmetry of the problem; all of the same length. Without
        jumps where the start itself is lost, and none at all where no game can be lost.

    Raises
    ------
    BoardTooLargeError
        If the winning sets do not fit the machine.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import any_finish
    >>> ends = dead_ends(any_finish(triangle(5).vacancy("a2")))
    >>> [(str(jump), end.can_finish_at) for end in ends for jump in end.jumps]
    [('c4-a2', ())]
    """
    if wins is None:
        wins = WinningSets.build(problem, progress)
    level: dict[int, set[_JumpSet]] = {code: {()} for code in problem.starts}
    while level:
        lost = {code: ways for code, ways in level.items() if code not in wins}
        if lost:
            return _described(problem, lost, progress)
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
    problem: Problem, lost: dict[int, set[_JumpSet]], progress: Progress
) -> tuple[DeadEnd, ...]:
    """One dead end for each set of jumps up to symmetry."""
    images = [problem.board.jump_images(symmetry) for symmetry in problem.group]
    least: dict[_JumpSet, tuple[int, _JumpSet]] = {}
    for code in sorted(lost):
        for way in sorted(lost[code]):
            same = min(tuple(sorted(image[i] for i in way)) for image in images)
            least.setdefault(same, (code, way))
    progress.stage("looking for where they can still end", len(least))
    ends = []
    for code, way in least.values():
        position = Position(problem.board, code)
        start = next(start for start in problem.starts if _order(problem.board, start, way))
        jumps = _order(problem.board, start, way) or ()
        ends.append(DeadEnd(jumps, position, _finishes(position, problem)))
        progress.update(len(ends))
    return tuple(ends)


def _order(board: Board, code: int, way: _JumpSet) -> tuple[Jump, ...] | None:
    """The jumps of a set in an order in which they can be made."""
    if not way:
        return ()
    for i, index in enumerate(way):
        jump = board.jumps[index]
        if code & jump.mask == jump.pegs:
            rest = _order(board, code ^ jump.mask, way[:i] + way[i + 1 :])
            if rest is not None:
                return (Jump(board.holes[jump.start], board.holes[jump.end]), *rest)
    return None


def _finishes(position: Position, problem: Problem) -> tuple[Hole, ...]:
    """Where one peg can still be left; what the problem wanted is known to be out of reach."""
    board = position.board
    others = [i for i in feasible_finishes(position) if 1 << i not in problem.finishes]

    def reaches(holes: list[int]) -> bool:
        goal = Problem(board, (position.code,), tuple(1 << i for i in holes))
        return bool(solve(goal).solvable)

    # All at once first: where there is no way to any, that is one search instead of several.
    if not others or not reaches(others):
        return ()
    return tuple(board.holes[i] for i in others if reaches([i]))
