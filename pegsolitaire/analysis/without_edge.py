"""Solving a position on a board without an edge, with as much room as it needs and no more.

Weights that shrink by the golden ratio with every step from a hole are a resource count on the
whole lattice (Conway's soldiers; *Winning Ways*, chapter 23): a jump never raises their sum over
the pegs. A hole where that sum is below 1, the weight of a peg there, is out of reach. What is
left is finite: the room of the position. A search on a board of the whole room is a search without
an edge, so what it finds impossible is impossible on every board; one on a smaller part proves
solutions, and says "no" only within its margin.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import sqrt

from pegsolitaire.analysis.answers import class_reason
from pegsolitaire.analysis.solve import solve
from pegsolitaire.board import Board, Hole, Lattice
from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Outcome, Position, Problem, Solution
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.theory import any_finish

_GOLDEN = (sqrt(5) - 1) / 2
_ROUNDING = 1e-9  # far more than the sums are off, and far less than they differ by
#: How many steps beyond the pegs are searched, unless somebody asks for more.
MARGIN = 3


@dataclass(frozen=True)
class OpenAnswer:
    """What became of a position on a board without an edge.

    Attributes
    ----------
    position : Position
        The position on the last board that was searched, whose upper left corner is ``a1``.
    shift : (int, int)
        What has to be added to a hole of the first board to have that of this one.
    margin : int
        How many steps beyond the pegs that board has holes.
    is_whole : bool
        Whether these are all holes that any game can reach, or the position class says no: "no"
        is then true on every board.
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
        """Whether it can be solved; None where that is not known."""
        return self.outcome.solvable


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
    while len(held) * _GOLDEN**farthest >= 1 - _ROUNDING:
        farthest += 1
    weights: defaultdict[Hole, float] = defaultdict(float)
    for peg in held:
        for distance, ring in enumerate(islice(_rings(lattice, {peg}), 2 * farthest)):
            for hole in ring:
                weights[hole] += _GOLDEN**distance
    # A hole that is reached is nearer than that to some peg; what lies as far as twice that from
    # another was left out of the sum, and counts as if it lay there.
    left_out = len(held) * _GOLDEN ** (2 * farthest)
    return frozenset(hole for hole in weights if weights[hole] + left_out >= 1 - _ROUNDING)


def solve_without_edge(
    position: Position,
    finish: Hole | None = None,
    *,
    margin: int = MARGIN,
    budget: Budget = UNLIMITED,
    progress: Progress = SILENT,
) -> OpenAnswer:
    """Find a solution of a position where the board has no edge.

    Boards around the pegs are searched, each one step wider than the one before.

    Parameters
    ----------
    position : Position
        The pegs; the edge of their board is forgotten.
    finish : (int, int), optional
        The hole of the last peg, by its coordinates on that board, which may lie outside of it;
        anywhere, if it is left out.
    margin : int, optional
        How many steps beyond the pegs are searched at most.
    budget : Budget, optional
        The time and positions of each search.
    progress : Progress, optional
        Told of every level.

    Raises
    ------
    ProblemError
        If there are no pegs, or the margin is below 1.
    BoardTooLargeError
        If the first of these boards is too large to be searched.

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
    if margin < 1:
        raise ProblemError(f"a margin of {margin}: the board has to be wider by a step at least")
    if not len(position):
        raise ProblemError("a position without pegs: a game needs two at least")
    lattice, pegs = position.board.lattice, frozenset(position)
    room = room_of(lattice, pegs)
    if finish is not None and finish not in room:
        start, shift = _placed(lattice, pegs, pegs)
        return OpenAnswer(start, shift, 0, True, Outcome.IMPOSSIBLE, None, _TOO_FAR)
    start, shift = _placed(lattice, room | pegs, pegs)
    if (forbidden := class_reason(_problem(start, shift, finish))) is not None:
        return OpenAnswer(start, shift, 0, True, Outcome.IMPOSSIBLE, None, forbidden)
    found: list[OpenAnswer] = []
    for steps in range(1, margin + 1):
        holes = (_around(lattice, pegs, steps) & room) | pegs | ({finish} if finish else set())
        start, shift = _placed(lattice, holes, pegs)
        if found and not start.board.fits_word:
            break
        progress.stage(f"a board of {len(holes)} holes, {steps} beyond the pegs")
        problem = _problem(start, shift, finish)
        answer = solve(problem, budget=budget, progress=progress)
        whole = room <= holes
        found.append(
            OpenAnswer(start, shift, steps, whole, answer.outcome, answer.solution, answer.reason)
        )
        if answer.solvable or whole:
            break
    if found[-1].solvable is False and not found[-1].is_whole:
        open_ones = (one for one in found if one.solvable is None)
        return next(open_ones, found[-1])
    return found[-1]


_TOO_FAR = "the finish is out of reach: golden weights about it sum to less than 1 over the pegs"


def _problem(start: Position, shift: Hole, finish: Hole | None) -> Problem:
    """The problem on a board that was moved."""
    if finish is None:
        return any_finish(start)
    end = finish[0] + shift[0], finish[1] + shift[1]
    return Problem.between(start, [start.board.single(end)])


def _around(lattice: Lattice, pegs: frozenset[Hole], steps: int) -> frozenset[Hole]:
    """The holes within some steps of a peg."""
    return frozenset().union(*islice(_rings(lattice, pegs), steps + 1))


def _rings(lattice: Lattice, holes: Iterable[Hole]) -> Iterator[frozenset[Hole]]:
    """Some holes, then those one step from them, then those two steps away, and so on."""
    edge = seen = frozenset(holes)
    while True:
        yield edge
        around = ((x + dx, y + dy) for x, y in edge for dx, dy in lattice.directions)
        edge = frozenset(around) - seen
        seen |= edge


def _placed(
    lattice: Lattice, holes: frozenset[Hole] | set[Hole], pegs: frozenset[Hole]
) -> tuple[Position, Hole]:
    """Pegs on a board of some holes, moved so that its least coordinates are 0."""
    left, top = (min(hole[axis] for hole in holes) for axis in (0, 1))
    board = Board([(x - left, y - top) for x, y in holes], lattice, "open")
    return Position(board, board.code((x - left, y - top) for x, y in pegs)), (-left, -top)
