"""Solving a position on a board without an edge, with as much room as it needs and no more.

Boards around the pegs are searched, each a step wider. Weights that shrink by the golden ratio
with every step from a hole are a resource count on the whole lattice (Conway's soldiers; *Winning
Ways*, chapter 23): a jump never raises their sum over the pegs. A hole where that sum is below 1,
the weight of a peg there, is out of reach. What is left is finite: the room of the position. A
search of the whole room is one without an edge. Where that is too large, all games are played out
without any board, if they are not too many (:mod:`pegsolitaire.solving.patterns`). So "no" holds
on every board; only with many pegs is it limited to a margin.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import count, islice
from math import sqrt

from pegsolitaire.board import Board, Hole, Lattice
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Jump, Outcome, Position, Problem, Solution
from pegsolitaire.solving.answers import class_reason
from pegsolitaire.solving.search import solve
from pegsolitaire.units import counted
from pegsolitaire.work import Work

GOLDEN = (sqrt(5) - 1) / 2
ROUNDING = 1e-9  # far more than the sums are off, and far less than they differ by
#: How many steps beyond the pegs are searched, unless somebody asks for more.
MARGIN = 3


@dataclass(frozen=True)
class OpenAnswer:
    """What became of a position on a board without an edge.

    Attributes
    ----------
    position : Position
        The position on the last board that was searched.
    shift : (int, int)
        What has to be added to a hole of the first board to have that of this one.
    margin : int
        How many steps beyond the pegs that board has holes; 0 if it is the first board itself.
    is_whole : bool
        Whether "no" is true on every board: all games were tried, or the position class says no.
    outcome : Outcome
    solution : Solution or None
        On that board, replayed.
    reason : str
        Why, in words.
    """

    position: Position
    shift: Hole
    margin: int
    is_whole: bool
    outcome: Outcome
    solution: Solution | None
    reason: str

    @property
    def solvable(self) -> bool | None:
        """Whether it can be solved; None if unknown."""
        return self.outcome.solvable

    @property
    def jumps(self) -> tuple[Jump, ...]:
        """The jumps of the solution, in coordinates of the first board; none without one.

        Off that board coordinates go on, below 0 too.
        """
        solution, (dx, dy) = self.solution, self.shift
        found = () if solution is None else solution.jumps
        return tuple(jump.moved(-dx, -dy) for jump in found)


def room_of(lattice: Lattice, pegs: Iterable[Hole]) -> frozenset[Hole]:
    """The holes that games from some pegs may reach on a board without an edge; no others.

    Examples
    --------
    >>> from pegsolitaire.board import SQUARE
    >>> sorted(room_of(SQUARE, [(0, 0), (1, 0)]))
    [(-1, 0), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0), (1, 1), (2, 0)]
    """
    held = frozenset(pegs)
    farthest = 0  # at this distance not even all the pegs together weigh 1
    while len(held) * GOLDEN**farthest >= 1 - ROUNDING:
        farthest += 1
    weights: defaultdict[Hole, float] = defaultdict(float)
    for peg in held:
        for distance, ring in enumerate(islice(rings(lattice, {peg}), 2 * farthest)):
            for hole in ring:
                weights[hole] += GOLDEN**distance
    # A hole that is reached is nearer than that to some peg; what lies as far as twice that from
    # another was left out of the sum, and counts as if it lay there.
    left_out = len(held) * GOLDEN ** (2 * farthest)
    return frozenset(hole for hole in weights if weights[hole] + left_out >= 1 - ROUNDING)


def solve_without_edge(
    position: Position,
    finish: Hole | None = None,
    *,
    margin: int = MARGIN,
    work: Work | None = None,
) -> OpenAnswer:
    """Find a solution of a position where the board has no edge.

    The board of the position is searched, then one a step wider than the pegs. Where they have no
    solution and some games reach further, all games are played out, if they come to no more than
    four million positions. Then boards are searched that are each one step wider.

    Parameters
    ----------
    position : Position
        The pegs.
    finish : (int, int), optional
        The hole of the last peg, by its coordinates on that board, which may lie outside of it;
        anywhere, if it is left out.
    margin : int, optional
        How many steps beyond the pegs are searched at most; more where the finish is farther.

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
    if position.board.lattice.layer:
        raise ProblemError(
            "a board in space cannot be solved without an edge: choose a board in the plane"
        )
    if margin < 1:
        raise ProblemError(f"a margin of {margin} is too small: give 1 or more")
    if not len(position):
        raise ProblemError("a position without pegs has no game: give at least one peg")
    room = room_of(position.board.lattice, position)
    if (reason := _excluded(position, room, finish)) is not None:
        return OpenAnswer(position, (0, 0), 0, True, Outcome.IMPOSSIBLE, None, reason)
    found: list[OpenAnswer] = []
    whole, played = None, False
    for one in _searched(position, room, finish, margin, work=work):
        if one.solvable or (one.is_whole and one.solvable is False):
            return one
        found.append(one)
        if one.margin and not played:  # few solutions need more: most of what is left has none
            whole, played = _played_out(position, room, finish, work=work), True
        if whole is not None and (not whole.solvable or whole.margin <= one.margin + 1):
            return whole
    undecided = (one for one in found if one.solvable is None)
    return whole or next(undecided, found[-1])


def _excluded(position: Position, room: frozenset[Hole], finish: Hole | None) -> str | None:
    """Why no board helps, if that can be told at once."""
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
    """What searches of wider and wider boards find, from the own board of the position on."""
    lattice, own = position.board.lattice, frozenset(position.board.holes)
    pegs = frozenset(position)
    least = 1 if finish is None else max(1, _steps_to(lattice, pegs, {finish}))
    tried = range(least, max(least, margin) + 1)
    for steps in (0, *tried) if finish is None or finish in own else tried:
        holes = _around(lattice, pegs, steps) & room | pegs if steps else own
        start, shift = _placed(lattice, holes, pegs) if steps else (position, (0, 0))
        work.progress.stage(f"a board of {len(holes)} holes, {steps} beyond the pegs")
        try:
            answer = solve(_problem(start, shift, finish), work=work)
        except BoardTooLargeError:
            if steps == least:
                reason = f"with room around it has {len(holes)} holes: too many to be searched"
                yield OpenAnswer(start, shift, steps, False, Outcome.UNDECIDED, None, reason)
            if steps:
                return
            continue
        # Reasons of "no" name positions of a board that nobody has seen: their kind is enough.
        reason = answer.reason.partition(":")[0] if answer.solvable is False else answer.reason
        whole = room <= holes
        yield OpenAnswer(start, shift, steps, whole, answer.outcome, answer.solution, reason)
        if whole:
            return


def problem_without_edge(problem: Problem) -> OpenAnswer:
    """:func:`solve_without_edge` for a problem from one position to one peg."""
    start = Position(problem.board, problem.starts[0])
    [finish] = Position(problem.board, problem.finishes[0])
    return solve_without_edge(start, finish)


def _played_out(
    position: Position,
    room: frozenset[Hole],
    finish: Hole | None,
    *,
    work: Work,
) -> OpenAnswer | None:
    """The result of playing all games without a board; None if there are too many."""
    lattice, pegs = position.board.lattice, frozenset(position)
    from pegsolitaire.solving.patterns import play_out

    found = play_out(lattice, pegs, room, finish, work=work)
    if found.outcome is Outcome.UNDECIDED:
        return None
    if found.outcome is Outcome.IMPOSSIBLE:
        some = counted(found.positions, "position")
        reason = f"exhausted: all games were played out, to {some}"
        return OpenAnswer(position, (0, 0), 0, True, found.outcome, None, reason)
    used = {hole for jump in found.jumps for hole in (jump.start, jump.over, jump.end)}
    steps = _steps_to(lattice, pegs, used)
    start, shift = _placed(lattice, _around(lattice, pegs, steps) & room | pegs, pegs)
    solution = Solution(start, (jump.moved(*shift) for jump in found.jumps))
    reason = "found by playing out all games"
    return OpenAnswer(start, shift, steps, True, found.outcome, solution, reason)


def _problem(start: Position, shift: Hole, finish: Hole | None) -> Problem:
    """The problem on a board that was moved."""
    if finish is None:
        return Problem.to_any(start)
    end = finish[0] + shift[0], finish[1] + shift[1]
    return Problem.between(start, [start.board.single(end)])


def _around(lattice: Lattice, pegs: frozenset[Hole], steps: int) -> frozenset[Hole]:
    """The holes within some steps of a peg."""
    return frozenset().union(*islice(rings(lattice, pegs), steps + 1))


def _steps_to(lattice: Lattice, pegs: frozenset[Hole], holes: Set[Hole]) -> int:
    """How many steps from the pegs some holes all are at most."""
    return next(n for n in count() if holes <= _around(lattice, pegs, n))


def rings(
    lattice: Lattice, holes: Iterable[Hole], board: Board | None = None
) -> Iterator[frozenset[Hole]]:
    """Some holes, then those one step from them, and so on; on a board, as far as it goes."""
    edge = seen = frozenset(holes)
    while edge:
        yield edge
        around = ((x + dx, y + dy) for x, y in edge for dx, dy in lattice.directions)
        edge = frozenset(hole for hole in around if board is None or hole in board) - seen
        seen |= edge


def _placed(
    lattice: Lattice, holes: frozenset[Hole] | set[Hole], pegs: Iterable[Hole]
) -> tuple[Position, Hole]:
    """Pegs on a board of some holes, moved so that its least coordinates are 0."""
    left, top = (min(hole[axis] for hole in holes) for axis in (0, 1))
    board = Board([(x - left, y - top) for x, y in holes], lattice, "open")
    return Position(board, board.code((x - left, y - top) for x, y in pegs)), (-left, -top)
