"""Solve a triangle of any size without a search (Bell 2008, sections 3.2 and 3.3).

A triangle of side n consists of a triangle of side n - 3 and three rows beside it. If the vacancy
and the finish lie in the smaller triangle, a solution of the smaller triangle is extended: as soon
as the catalyst of the three rows is in place, the rows are cleared. If the vacancy lies in the
three rows and the finish does not, the rows are cleared first, which leaves the smaller triangle
full except for one hole with the same label. From side 9 on, one of the three sides always allows
one of these two methods. Three rows at a time are therefore removed until a triangle of side 6, 7
or 8 is left, for which solutions are known. The running time is linear in the number of holes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby
from typing import ClassVar, Literal

from pegsolitaire.board import (
    TRIANGULAR,
    BoardLike,
    Hole,
    Lattice,
    as_board,
    hole_name,
    triangle,
)
from pegsolitaire.construct.cores import (
    SIDES,
    Distances,
    Jumps,
    Map,
    MissingPartError,
    Search,
    distances,
    find_core,
    hole_at,
    holes_of,
    on_side,
)
from pegsolitaire.construct.peeling import Opened, peeled
from pegsolitaire.construct.solvable_triangles import (
    ALL_SOLVABLE,
    SMALLEST,
    check_hole,
    check_side,
    infeasible_reason,
    is_feasible,
    size_of,
)
from pegsolitaire.construct.strips import BESIDE, Block, Clear, Step, clearing, opening
from pegsolitaire.errors import IllegalJumpError, ProblemError
from pegsolitaire.game import (
    FinishLike,
    Jump,
    Move,
    Outcome,
    ProblemLike,
    Solution,
    StartLike,
    as_problem,
    moves_of,
)
from pegsolitaire.results import Result

# --
# Remove rows of a triangle, three at a time, down to a core with a known solution.


_CATALYST = ((0, BESIDE), (1, BESIDE), (2, BESIDE))


@dataclass(frozen=True)
class _Part:
    """The remaining triangle of a triangle of some side.

    First, all rows that can be cleared later are set aside. Then all openings are played. An
    opening leaves the next vacancy near the sides that are far from the finish. Once the vacancy
    is near all of these sides, it stays near them. Rows are therefore never set aside inside an
    opening. If rows are set aside, their catalyst lies along their edge, within three holes of a
    corner. It is either completely inside the smaller triangle, or completely outside it.

    Attributes
    ----------
    side : int
        The side of the whole triangle.
    low : tuple of int
        The distances of the remaining triangle from the left, the right and the bottom.
    """

    side: int
    low: Distances
    lattice: ClassVar[Lattice] = TRIANGULAR

    @property
    def size(self) -> int:
        """The side of the remaining triangle."""
        return self.side - sum(self.low)

    @property
    def holes(self) -> list[Hole]:
        """All holes, row by row."""
        left, right, _ = self.low
        return [(x + left, y + left + right) for x, y in holes_of(self.size)]

    def sides(self) -> tuple[int, ...]:
        """List the removable sides: 0 left, 1 right, 2 bottom."""
        return (2, 0, 1) if self.size > SIDES[-1] else ()

    def depth(self, side: int, hole: Hole) -> int:
        """Return the distance of a hole from a side."""
        return distances(self.side, hole)[side] - self.low[side]

    def shorter(self, side: int, lines: int = 3) -> _Part:
        """Return the triangle without the outermost rows of a side."""
        left, right, bottom = (low + lines * (i == side) for i, low in enumerate(self.low))
        return _Part(self.side, (left, right, bottom))

    def waiting(self, side: int) -> tuple[Sequence[Hole], Clear, Map]:
        """Return the catalyst of three rows, how to clear them, and the map to the board."""
        clear = partial(clearing, names=("trapezoid",), length=self.size)
        return _CATALYST, clear, self._place(side, (side + 1) % 3, 0)

    def opening(self, side: int, start: Hole, finish: Hole | None, lines: int) -> Opened | None:
        """Find an opening of three rows along a side for a vacancy in the rows.

        Holes are counted from the end that is nearer to the vacancy. In this way no single line of
        three holes is left on either side of the trapezoid.
        """
        if lines > 3:
            return None
        row = 2 - self.depth(side, start)
        ways = (side + 1) % 3, (side + 2) % 3
        along = min(ways, key=lambda way: self.depth(way, start))
        before = self.depth(along, start)
        left = max(0, before - 2 - row)
        left += left == 1
        strip, vacant = opening((before - left, row + 3), left, self.size - 5 - left)
        return Opened(strip, self._place(side, along, left), vacant)

    def _place(self, side: int, along: int, left: int) -> Map:
        """Return the map from holes of a strip to holes of the board.

        ``along`` is the side from which holes are counted along the rows, and ``left`` is the
        number of lines of holes before the trapezoid.
        """

        def at(hole: Hole) -> Hole:
            coordinates = [0, 0, 0]
            coordinates[side] = self.low[side] + 5 - hole[1]
            coordinates[along] = self.low[along] + hole[0] + left
            coordinates[3 - side - along] = self.side - 1 - sum(coordinates)
            return hole_at(coordinates[0], coordinates[1])

        return at

    def stored(self, start: Hole, finish: Hole | None) -> Jumps | None:
        """Return stored jumps on a small triangle, moved to (0, 0)."""
        return find_core(self.size, start, finish)


@dataclass(frozen=True)
class Construction(Result):
    """A solution built from removals around a core, or the reason why no solution exists.

    Parameters
    ----------
    side : int
        The number of holes on a side.
    start : (int, int)
        The vacancy.
    finish : (int, int) or None
        The hole of the last peg. If there is no solution, this is the requested finish, or None if
        any hole was allowed.
    outcome : Outcome
        Solved, impossible, or undecided if a part of the construction is missing.
    reason : str
        The reason for the outcome.
    blocks : tuple of Block
        The parts of the construction (the core and the removals around it), with the holes that
        each part clears.
    steps : tuple of (Jump, int)
        The jumps, each with the number of its block. Empty if there is no solution.

    Raises
    ------
    IllegalJumpError
        If the jumps cannot be played.
    ProblemError
        If the jumps do not end at the finish.
    """

    side: int
    start: Hole
    finish: Hole | None
    outcome: Outcome
    reason: str
    blocks: tuple[Block, ...] = ()
    steps: tuple[Step, ...] = ()

    json_fields = ("side", "start", "finish", "solvable", "reason", "jumps", "moves", "removals")

    def __post_init__(self) -> None:
        if self or self.steps:
            left = replay(self.side, self.start, self.jumps)
            if left != {self.finish}:
                raise ProblemError(f"{len(left)} pegs are left: the jumps are not a solution")

    def __repr__(self) -> str:
        return f"solve({self.side}, {self.start}, {self.finish})"

    @property
    def solvable(self) -> bool | None:
        """Whether there is a solution; None if unknown."""
        return self.outcome.solvable

    @property
    def is_feasible(self) -> bool:
        """Whether the labels of the holes allow a solution (theorem 2.2)."""
        return infeasible_reason(self.side, self.start, self.finish) is None

    @cached_property
    def jumps(self) -> tuple[Jump, ...]:
        """The jumps of the solution."""
        return tuple(jump for jump, _ in self.steps)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the solution. Consecutive jumps of the same peg form one move."""
        return moves_of(self.jumps)

    @property
    def ends(self) -> str:
        """The names of the vacancy and of the finish."""
        finish = "any" if self.finish is None else hole_name(self.finish)
        return f"{hole_name(self.start)} to {finish}"

    @property
    def removals(self) -> tuple[Block, ...]:
        """The blocks without the core."""
        return tuple(block for block in self.blocks if block.kind != "core")

    @cached_property
    def stages(self) -> tuple[tuple[int, tuple[Jump, ...]], ...]:
        """The stages of the construction, each as a block's number and its consecutive jumps."""
        stages = groupby(self.steps, key=lambda step: step[1])
        return tuple((number, tuple(jump for jump, _ in steps)) for number, steps in stages)

    @property
    def solution(self) -> Solution:
        """The solution as an object with a board, if the side is not too large."""
        return Solution(triangle(self.side).vacancy(hole_name(self.start)), self.jumps)

    def __bool__(self) -> bool:
        return self.outcome is Outcome.SOLVED

    def __str__(self) -> str:
        return ", ".join(map(str, self.moves)) if self else self.reason


def replay(side: int, start: Hole, jumps: tuple[Jump, ...]) -> set[Hole]:
    """Play jumps on a triangle with one vacancy, and return the remaining pegs.

    Parameters
    ----------
    side : int
        The number of holes on a side. It can be any number, because no board is built.
    start : (int, int)
        The vacancy.
    jumps : tuple of Jump
        The jumps.

    Raises
    ------
    IllegalJumpError
        If a jump is not possible.

    Examples
    --------
    >>> sorted(replay(3, (0, 0), (Jump((0, 2), (0, 0)),)))
    [(0, 0), (1, 1), (1, 2), (2, 2)]
    """
    check_side(side)
    check_hole(side, start)
    rows = [bytearray(b"\1" * (y + 1)) for y in range(side)]
    rows[start[1]][start[0]] = 0
    for number, jump in enumerate(jumps, 1):
        (ax, ay), (bx, by) = jump.start, jump.end
        step = bx - ax, by - ay
        along = step in ((2, 0), (-2, 0), (0, 2), (0, -2), (2, 2), (-2, -2))
        mx, my = (ax + bx) // 2, (ay + by) // 2
        inside = along and on_side(side, jump.start) and on_side(side, jump.end)
        if not inside or not rows[ay][ax] or not rows[my][mx] or rows[by][bx]:
            raise IllegalJumpError(f"jump {number}, {jump}, is not possible")
        rows[ay][ax] = rows[my][mx] = 0
        rows[by][bx] = 1
    return {(x, y) for y, row in enumerate(rows) for x, peg in enumerate(row) if peg}


def solve(
    side: int,
    start: Hole,
    finish: Hole | Literal["any"] | None = None,
    search: Search | None = None,
) -> Construction:
    """Solve a triangle of any size from one vacancy to one peg, in a given hole or in any hole.

    Parameters
    ----------
    side : int
        The number of holes on a side, 2 or more.
    start : (int, int)
        The vacancy, in skew coordinates.
    finish : (int, int) or str, optional
        The hole of the last peg, or ``"any"`` for the finish that is easiest to reach. The default
        is the vacancy if the labels allow it, and otherwise ``"any"``.
    search : callable, optional
        The function that solves a core of side 6 to 8 that is not stored. Without this function, a
        problem with such a core is undecided.

    Raises
    ------
    ProblemError
        If the side is less than 2 or too large.
    NotOnBoardError
        If a hole is not on the triangle.

    Notes
    -----
    From side 6 on, every feasible pair is solved (theorem 2.2). On smaller sides, all games are
    played out to find the pairs that can be solved. G. I. Bell, *Solving Triangular Peg Solitaire*
    (2008), section 3.

    Examples
    --------
    >>> found = solve(20, (6, 9), "any")
    >>> len(found.jumps), len(found.removals), found.finish, solve(20, (6, 9)).finish
    (208, 24, (3, 9), (6, 9))
    >>> solve(7, (3, 3)).solvable, solve(5, (0, 0), (1, 2)).reason
    (False, 'exhausted: side 5 has no solution from a1 to b3, though their labels allow it')
    """
    if finish is None and is_feasible(side, start, start):
        finish = start
    end = None if finish == "any" else finish
    reason = infeasible_reason(side, start, end) or _small_reason(side, start, end)
    if reason:
        return Construction(side, start, end, Outcome.IMPOSSIBLE, reason)
    try:
        strip = peeled(_Part(side, (0, 0, 0)), start, end, search)
    except MissingPartError as missing:
        return Construction(side, start, end, Outcome.UNDECIDED, f"not known: {missing}")
    last, why = strip.steps[-1][0].end, "by construction"
    return Construction(side, start, last, Outcome.SOLVED, why, strip.blocks, strip.steps)


def construction_of(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    search: Search | None = None,
) -> Construction:
    """Construct a solution of a problem on a triangular board.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        A problem from one vacancy to one peg. See :class:`~pegsolitaire.game.Problem`.
    search : callable, optional
        The function that solves cores that are not stored, as for :func:`solve`.

    Raises
    ------
    ProblemError
        If the board is not a triangle, or the problem does not lead from one vacancy to one peg.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.game import Problem
    >>> len(construction_of(Problem.complement(triangle(9), "a1")).removals)
    3
    """
    problem = as_problem(problem, start, finish)
    if not is_triangle(problem.board):
        raise ProblemError(f"{problem.board.name} is not a triangle: removals need a triangle")
    pair = one_peg_pair(problem)
    if pair is None:
        raise ProblemError(f"{problem}: removals need a problem from one vacancy to one peg")
    start, finishes = pair
    side = problem.board.holes[-1][1] + 1
    if (
        len(finishes) > 1
        and (construction := solve(side, start, "any", search)).finish in finishes
    ):
        return construction
    all_found = []
    for finish in finishes:
        all_found.append(solve(side, start, finish, search))
        if all_found[-1]:
            return all_found[-1]
    # If no finish has a solution, the problem is impossible only if every finish is impossible.
    return next(
        (construction for construction in all_found if construction.solvable is None),
        all_found[-1],
    )


def is_triangle(board: BoardLike) -> bool:
    """Return whether a board is a triangle of side 2 or more.

    Examples
    --------
    >>> from pegsolitaire.board import rhombus
    >>> is_triangle(triangle(7)), is_triangle(rhombus(4))
    (True, False)
    """
    board = as_board(board)
    side = board.holes[-1][1] + 1
    return side >= SMALLEST and len(board) == size_of(side) and board == triangle(side)


def one_peg_pair(
    problem: ProblemLike, start: StartLike = None, finish: FinishLike = None
) -> tuple[Hole, list[Hole]] | None:
    """Return the vacancy and the finishes of a problem from one vacancy to one peg, or None."""
    problem = as_problem(problem, start, finish)
    board = problem.board
    vacancies = [board.full_code ^ code for code in problem.starts]
    codes = [*vacancies, *problem.finishes]
    if len(vacancies) != 1 or any(code.bit_count() != 1 for code in codes):
        return None
    start, *finishes = (board.holes[code.bit_length() - 1] for code in codes)
    return start, finishes


def _small_reason(side: int, start: Hole, finish: Hole | None) -> str | None:
    """Explain why a feasible problem on a small triangle is unsolvable; None if it is solvable."""
    if side >= ALL_SOLVABLE or find_core(side, start, finish) is not None:
        return None
    to = "" if finish is None else f" to {hole_name(finish)}"
    return (
        f"exhausted: side {side} has no solution from {hole_name(start)}{to}, "
        "though their labels allow it"
    )
