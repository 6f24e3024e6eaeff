"""Solve a position on a board without an edge, using all holes that its games can reach.

Boards around the pegs are searched, each one step wider than the last. Weights that shrink by the
golden ratio with every step from a given hole form a resource count on the whole lattice (Conway's
soldiers; *Winning Ways*, chapter 23): a jump never raises their sum over the pegs. A peg in the
hole itself has weight 1, so if the sum is below 1, no game can reach the hole. Therefore games can
use only finitely many holes, which are called the room. A search of the whole room is equivalent
to a search without an edge. If the room is too large, all games are played out without a board,
unless there are too many games (:mod:`pegsolitaire.solving.patterns`). So the answer "no" is
usually valid on every board. It is limited to a margin around the pegs only if there are many
pegs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from itertools import count, islice
from math import sqrt

from pegsolitaire.board import Board, Hole, Lattice
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import (
    FinishLike,
    Jump,
    Outcome,
    Position,
    PositionLike,
    Problem,
    Solution,
    StartLike,
    as_position,
    ordered,
    read_open_finish,
)
from pegsolitaire.solving.answers import Basis, class_reason
from pegsolitaire.solving.search import solve
from pegsolitaire.theory import default_problem
from pegsolitaire.units import counted
from pegsolitaire.work import Work

GOLDEN = (sqrt(5) - 1) / 2
ROUNDING = 1e-9  # far above the rounding errors of the sums, far below their differences
#: The default number of steps beyond the pegs to search.
MARGIN = 3


@dataclass(frozen=True)
class OpenAnswer:
    """The answer for a position on a board without an edge.

    Attributes
    ----------
    position : Position
        The position on the last board that was searched.
    shift : (int, int)
        The vector to add to a hole of the first board to get the same hole on the last board.
    margin : int
        The number of steps by which the last board extends beyond the pegs; 0 for the first board.
    is_whole : bool
        Whether the answer "no" is valid on every board: all games were tried, or the position
        class excludes a solution.
    outcome : Outcome
    solution : Solution or None
        A solution on the last board.
    reason : str
        The reason, in words.
    basis : str
        ``"stored"`` if the answer was looked up in a built-in table, else ``"computed"``.
    """

    position: Position
    shift: Hole
    margin: int
    is_whole: bool
    outcome: Outcome
    solution: Solution | None
    reason: str
    basis: Basis = field(default="computed", kw_only=True)

    @property
    def solvable(self) -> bool | None:
        """Whether the position can be solved; None if unknown."""
        return self.outcome.solvable

    @property
    def jumps(self) -> tuple[Jump, ...]:
        """The jumps of the solution, if there is one, in coordinates of the first board.

        The coordinates may lie outside the first board, and may be negative.
        """
        solution, (dx, dy) = self.solution, self.shift
        found = () if solution is None else solution.jumps
        return tuple(jump.moved(-dx, -dy) for jump in found)


def room_of(lattice: Lattice, pegs: Iterable[Hole]) -> frozenset[Hole]:
    """Find all holes that games from the given pegs can use on a board without an edge.

    Examples
    --------
    >>> from pegsolitaire.board import SQUARE
    >>> sorted(room_of(SQUARE, [(0, 0), (1, 0)]))
    [(-1, 0), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0), (1, 1), (2, 0)]
    """
    held = frozenset(pegs)
    farthest = 0  # at this distance, all pegs together weigh less than 1
    while len(held) * GOLDEN**farthest >= 1 - ROUNDING:
        farthest += 1
    weights: defaultdict[Hole, float] = defaultdict(float)
    for peg in held:
        for distance, ring in enumerate(islice(rings(lattice, {peg}), 2 * farthest)):
            for hole in ring:
                weights[hole] += GOLDEN**distance
    # A reachable hole is nearer than that to some peg. Pegs at twice that distance or more were
    # left out of its sum; they are counted as if they were exactly at twice that distance.
    left_out = len(held) * GOLDEN ** (2 * farthest)
    return frozenset(hole for hole in weights if weights[hole] + left_out >= 1 - ROUNDING)


def solve_without_edge(
    position: PositionLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    margin: int = MARGIN,
    work: Work | None = None,
) -> OpenAnswer:
    """Find a solution of a position on a board without an edge.

    The board of the position is searched first, then a board one step wider than the pegs. If
    neither board has a solution and some games reach further, all games are played out, unless
    they reach more than four million positions. Then wider boards are searched, each one step
    wider than the last.

    Parameters
    ----------
    position, start : Position, or what makes one
        The pegs; a problem also says the finish. See :class:`~pegsolitaire.game.Position`.
    finish : (int, int) or str, optional
        The hole of the last peg, by its coordinates on that board; it may lie outside the board.
        ``"any"`` for any hole. The default is the hole that is vacant if there is only one and the
        position class allows it, and otherwise ``"any"``.
    margin : int, optional
        The largest number of steps beyond the pegs to search. The search goes further if the
        finish is farther away.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If there are no pegs, or the margin is below 1.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> start = triangle(5).vacancy("b3")
    >>> found = solve_without_edge(start, (0, 0))
    >>> found.solvable, found.margin, len(found.solution)
    (True, 1, 13)
    >>> solve_without_edge(triangle(3).position("*/../..*")).is_whole
    True
    """
    work = Work.of(work)
    position, start, finish = ordered(position, start, finish)
    if finish is None and isinstance(position, Problem):
        finish = position.finish
    position = as_position(position, start)
    if position.board.lattice.layer:
        raise ProblemError(
            "three-dimensional boards cannot be solved without an edge: "
            "choose a board in the plane"
        )
    if margin < 1:
        raise ProblemError(f"a margin of {margin} is too small: give 1 or more")
    if not len(position):
        raise ProblemError("a position without pegs has no game: give at least one peg")
    room = room_of(position.board.lattice, position)
    end = _end(position, finish)
    if (reason := _excluded(position, room, end)) is not None:
        return OpenAnswer(position, (0, 0), 0, True, Outcome.IMPOSSIBLE, None, reason)
    answers: list[OpenAnswer] = []
    whole, played = None, False
    for solution in _searched(position, room, end, margin, work=work):
        if solution.solvable or (solution.is_whole and solution.solvable is False):
            return solution
        answers.append(solution)
        if solution.margin and not played:  # most positions that are left have no solution
            whole, played = _played_out(position, room, end, work=work), True
        if whole is not None and (not whole.solvable or whole.margin <= solution.margin + 1):
            return whole
    undecided = (answer for answer in answers if answer.solvable is None)
    return whole or next(undecided, answers[-1])


def _excluded(position: Position, room: frozenset[Hole], finish: Hole | None) -> str | None:
    """Explain why no board has a solution, or return None if this requires a search."""
    if finish is not None and finish not in room:
        return "the finish is out of reach: golden weights about it add up to less than 1"
    start, shift = _placed(position.board.lattice, room | set(position), position)
    if class_reason(_problem(start, shift, finish)) is None:
        return None
    where = "" if finish is None else " in that hole"
    return f"position class: these pegs can never end as one peg{where}"


def _searched(
    position: Position,
    room: frozenset[Hole],
    finish: Hole | None,
    margin: int,
    *,
    work: Work,
) -> Iterator[OpenAnswer]:
    """Search the board of the position, then wider and wider boards. Yield an answer for each."""
    lattice, own = position.board.lattice, frozenset(position.board.holes)
    pegs = frozenset(position)
    least = 1 if finish is None else max(1, _steps_to(lattice, pegs, {finish}))
    tried = range(least, max(least, margin) + 1)
    for steps in (0, *tried) if finish is None or finish in own else tried:
        holes = _around(lattice, pegs, steps) & room | pegs if steps else own
        start, shift = _placed(lattice, holes, pegs) if steps else (position, (0, 0))
        work.progress.stage(f"a board of {counted(len(holes), 'hole')}, {steps} beyond the pegs")
        try:
            answer = solve(_problem(start, shift, finish), work=work)
        except BoardTooLargeError:
            if steps == least:
                reason = f"with room around it has {len(holes)} holes: too many to be searched"
                yield OpenAnswer(start, shift, steps, False, Outcome.UNDECIDED, None, reason)
            if steps:
                return
            continue
        # Reasons for "no" name positions on a board that users have not seen, so give only the
        # kind of reason.
        reason = answer.reason.partition(":")[0] if answer.solvable is False else answer.reason
        whole = room <= holes
        yield OpenAnswer(
            start, shift, steps, whole, answer.outcome, answer.solution, reason,
            basis=answer.basis,
        )  # fmt: skip
        if whole:
            return


def _end(position: Position, finish: object) -> Hole | None:
    """Return the hole of the last peg, which may lie outside the board, or None for any hole."""
    if finish is None:
        usual = default_problem(position).finishes
        return None if len(usual) > 1 else position.board.holes[usual[0].bit_length() - 1]
    if isinstance(finish, str):
        return read_open_finish(position.board, finish)
    if isinstance(finish, tuple):
        x, y = finish
        return x, y
    return position.board.hole(finish)  # type: ignore[arg-type]


def _played_out(
    position: Position,
    room: frozenset[Hole],
    finish: Hole | None,
    *,
    work: Work,
) -> OpenAnswer | None:
    """Play out all games without a board. Return None if there are too many."""
    lattice, pegs = position.board.lattice, frozenset(position)
    from pegsolitaire.solving.patterns import play_out

    played = play_out(lattice, pegs, room, finish, work=work)
    if played.outcome is Outcome.UNDECIDED:
        return None
    if played.outcome is Outcome.IMPOSSIBLE:
        some = counted(played.positions, "position")
        reason = f"exhausted: all games were played out, to {some}"
        return OpenAnswer(position, (0, 0), 0, True, played.outcome, None, reason)
    used = {hole for jump in played.jumps for hole in (jump.start, jump.over, jump.end)}
    steps = _steps_to(lattice, pegs, used)
    start, shift = _placed(lattice, _around(lattice, pegs, steps) & room | pegs, pegs)
    solution = Solution(start, (jump.moved(*shift) for jump in played.jumps))
    reason = "found by playing out all games"
    return OpenAnswer(start, shift, steps, True, played.outcome, solution, reason)


def _problem(start: Position, shift: Hole, finish: Hole | None) -> Problem:
    """Return the problem on a shifted board."""
    if finish is None:
        return Problem.to_any(start)
    end = finish[0] + shift[0], finish[1] + shift[1]
    return Problem(start, [start.board.single(end)])


def _around(lattice: Lattice, pegs: frozenset[Hole], steps: int) -> frozenset[Hole]:
    """Return the holes within the given number of steps of a peg."""
    return frozenset().union(*islice(rings(lattice, pegs), steps + 1))


def _steps_to(lattice: Lattice, pegs: frozenset[Hole], holes: Set[Hole]) -> int:
    """Return the largest number of steps from any given hole to the nearest peg."""
    return next(n for n in count() if holes <= _around(lattice, pegs, n))


def rings(
    lattice: Lattice, holes: Iterable[Hole], board: Board | None = None
) -> Iterator[frozenset[Hole]]:
    """Yield the given holes, then the holes one step away, and so on, within an optional board."""
    edge = seen = frozenset(holes)
    while edge:
        yield edge
        around = ((x + dx, y + dy) for x, y in edge for dx, dy in lattice.directions)
        edge = frozenset(hole for hole in around if board is None or hole in board) - seen
        seen |= edge


def _placed(
    lattice: Lattice, holes: frozenset[Hole] | set[Hole], pegs: Iterable[Hole]
) -> tuple[Position, Hole]:
    """Place pegs on a board of the given holes, shifted so that its smallest coordinates are 0."""
    left, top = (min(hole[axis] for hole in holes) for axis in (0, 1))
    board = Board([(x - left, y - top) for x, y in holes], lattice, "open")
    return Position(board, board.code((x - left, y - top) for x, y in pegs)), (-left, -top)
