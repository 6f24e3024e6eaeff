"""Rectangles and rhombi, solved by the same construction (Bell 2008, section 5).

Three rows of a rectangle are cleared by a block of four or five columns (the first is the
paper's 15-hole board, with its catalyst) and upright 6-purges beside it, at a moment when it
suits, where neither the vacancy nor the finish is in them. Where the vacancy is, an opening clears
them at once. So any rectangle comes down to one with sides from 4 to 6. There every pair of a
vacancy and a finish that the position class allows can be solved, and so can every such pair on
all rectangles. In skew coordinates a rhombus, or any parallelogram, is a rectangle with more
jumps, and this holds for it too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from pegsolitaire.board import Board, Hole, hole_name
from pegsolitaire.errors import NotationError, NotOnBoardError, ProblemError
from pegsolitaire.game import Solution
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.triangular.frame import Map
from pegsolitaire.triangular.openings import Opened, opened
from pegsolitaire.triangular.plan import Plan
from pegsolitaire.triangular.rectangle_cores import SIDES, has_cores, rectangle_core
from pegsolitaire.triangular.strips import Block, Step, Strip, clearing_columns, core_strip

_CATALYST = ((0, 0), (1, 0), (2, 0))


@dataclass(frozen=True)
class Extension:
    """A solution put together from a core and purges, or the reason that there is none.

    Parameters
    ----------
    board : Board
        A rectangle, or a parallelogram of the triangular lattice.
    start : (int, int)
        The vacancy.
    reason : str
        Why there is a solution or none.
    blocks : tuple of Block
        What each part clears.
    steps : tuple of (Jump, int)
        Each jump, and the number of its block; none without a solution.
    solution : Solution or None
        The jumps, replayed.

    Raises
    ------
    IllegalJumpError
        If the jumps cannot be played.
    ProblemError
        If they leave more than one peg.
    """

    board: Board
    start: Hole
    reason: str
    blocks: tuple[Block, ...] = field(default=(), repr=False)
    steps: tuple[Step, ...] = field(default=(), repr=False)
    solution: Solution | None = field(init=False, default=None, repr=False)

    def __post_init__(self) -> None:
        if self.steps:
            vacancy = self.board.vacancy(hole_name(self.start))
            solution = Solution(vacancy, (jump for jump, _ in self.steps))
            if len(solution.finish) != 1:
                raise ProblemError(f"{len(solution.finish)} pegs are left: it is not a solution")
            object.__setattr__(self, "solution", solution)

    def __bool__(self) -> bool:
        return self.solution is not None


def is_rectangle(board: Board) -> bool:
    """Whether a board is a rectangle with sides of 4 or more, in skew coordinates a rhombus.

    Examples
    --------
    >>> from pegsolitaire.board import english, rectangle, rhombus
    >>> [is_rectangle(board) for board in (rectangle(4, 7), rhombus(5), english())]
    [True, True, False]
    """
    width, height = _sides(board)
    whole = len(board) == width * height and min(width, height) >= SIDES[0]
    return whole and not board.taken and has_cores(board.lattice.name)


def _sides(board: Board) -> tuple[int, int]:
    """Width and height of what encloses a board."""
    return max(x for x, _ in board) + 1, max(y for _, y in board) + 1


def solve_rectangle(board: Board, start: Hole, finish: Hole | None = None) -> Extension:
    """Solve a rectangle or a rhombus from one vacancy to one peg.

    Parameters
    ----------
    board : Board
        The board, of any size.
    start : (int, int)
        The vacancy.
    finish : (int, int), optional
        Where the last peg is to be; by default where it is easiest.

    Raises
    ------
    ProblemError
        If the board is no rectangle, or a side is less than 4.
    NotOnBoardError
        If it does not have one of the holes.

    Examples
    --------
    >>> from pegsolitaire.board import rectangle, rhombus
    >>> found = solve_rectangle(rectangle(20, 30), (7, 3), (19, 27))
    >>> len(found.solution), len(found.blocks)
    (598, 83)
    >>> solve_rectangle(rhombus(7), (0, 0)).reason
    'position class: no game from a1 can end with one peg'
    """
    if not is_rectangle(board):
        raise ProblemError(f"{board.name} is not a rectangle with sides of {SIDES[0]} or more")
    for hole in (start, *([] if finish is None else [finish])):
        if hole not in board:
            raise NotOnBoardError(f"{hole_name(hole)} is not a hole of {board.name}")
    ends = feasible_finishes(board.vacancy(hole_name(start)))
    if not ends or (finish is not None and board.index(finish) not in ends):
        where = "" if finish is None else f" in {hole_name(finish)}"
        reason = f"position class: no game from {hole_name(start)} can end with one peg{where}"
        return Extension(board, start, reason)
    whole = _Part(board.lattice.name, 0, 0, *_sides(board))
    strip = _assembled(whole, start, finish)
    return Extension(board, start, "by construction", strip.blocks, strip.steps)


# -- from the outside in ------------------------------------------------------------------------

_SIDES = ("left", "right", "top", "bottom")


@dataclass(frozen=True)
class _Part:
    """A rectangle within another: what is left once rows and columns are taken away."""

    lattice: str
    left: int
    top: int
    width: int
    height: int

    def across(self, side: str) -> int:
        """How many lines are parallel to a side."""
        return self.width if side in ("left", "right") else self.height

    def along(self, side: str) -> int:
        """How many holes are along a side."""
        return self.height if side in ("left", "right") else self.width

    def depth(self, side: str, hole: Hole) -> int:
        """How far a hole is from a side."""
        x, y = hole[0] - self.left, hole[1] - self.top
        return {"left": x, "top": y, "right": self.width - 1 - x, "bottom": self.height - 1 - y}[
            side
        ]

    def shorter(self, side: str, lines: int = 3) -> _Part:
        """What is left without the outermost lines of a side."""
        left = self.left + lines * (side == "left")
        top = self.top + lines * (side == "top")
        width = self.width - lines * (side in ("left", "right"))
        height = self.height - lines * (side in ("top", "bottom"))
        return _Part(self.lattice, left, top, width, height)

    def place(self, side: str, lines: int = 3) -> Map:
        """Where a hole of a strip is: how far along, and how far outward from the line within."""
        if side in ("left", "right"):
            step = -1 if side == "left" else 1
            within = self.left + (lines if step < 0 else self.width - 1 - lines)
            return lambda hole: (within + step * hole[1], self.top + hole[0])
        step = -1 if side == "top" else 1
        within = self.top + (lines if step < 0 else self.height - 1 - lines)
        return lambda hole: (self.left + hole[0], within + step * hole[1])

    def sides_without(self, *holes: Hole | None) -> list[str]:
        """The sides whose three lines have none of these holes, and can be taken away."""
        return [
            side
            for side in _SIDES
            if self.across(side) > SIDES[-1]
            and all(hole is None or self.depth(side, hole) > 2 for hole in holes)
        ]


def _assembled(part: _Part, start: Hole, finish: Hole | None, turned: bool = False) -> Strip:
    """The jumps that solve a rectangle.

    Lines that can wait are taken away first, then those with the vacancy in them; and when a side
    has come free of it, this begins again within. Where no opening is known for the vacancy, but
    one for the finish, the game is played backward: ``turned``, if that was just tried.
    """
    plan = Plan(start)
    while sides := part.sides_without(start, finish):
        [side, *_] = sides
        clear = partial(clearing_columns, width=part.along(side))
        plan.wait(_CATALYST, clear, part.place(side))
        part = part.shorter(side)
    while not part.sides_without(start, finish):
        found = _opening(part, start, finish)
        if found is None:
            break
        side, opening = found
        place = part.place(side, opening.lines)
        plan.play(opening.strip, place)
        start, part = place(opening.vacancy), part.shorter(side, opening.lines)
        turned = False
    plan.play(_inside(part, start, finish, turned), lambda hole: hole)
    steps = tuple(plan.steps())  # with blocks that come up as they are asked for
    return Strip(tuple(plan.blocks), steps)


def _inside(part: _Part, start: Hole, finish: Hole | None, turned: bool) -> Strip:
    """The jumps that solve what is left: a core, or a rectangle to begin again with."""
    if part.sides_without(start, finish):
        return _assembled(part, start, finish)
    if max(part.width, part.height) > SIDES[-1] and finish is not None and not turned:
        return _assembled(part, finish, start, turned=True).backward()

    def inside(hole: Hole) -> Hole:
        return hole[0] - part.left, hole[1] - part.top

    jumps = rectangle_core(
        part.lattice,
        part.width,
        part.height,
        inside(start),
        None if finish is None else inside(finish),
    )
    if jumps is None:
        raise NotationError(
            f"the data lack a core of {part.width} x {part.height}: install it anew"
        )
    holes = ((x, y) for y in range(part.height) for x in range(part.width))
    return core_strip(jumps, holes).moved(lambda hole: (hole[0] + part.left, hole[1] + part.top))


def _opening(part: _Part, start: Hole, finish: Hole | None) -> tuple[str, Opened] | None:
    """A side whose lines can be cleared with the vacancy in them, and how."""
    found = []
    for side in part.sides_without(finish):
        depth = part.depth(side, start)
        along = start[1] - part.top if side in ("left", "right") else start[0] - part.left
        room = 3
        if part.across(side) >= SIDES[0] + 6 and (finish is None or part.depth(side, finish) > 5):
            room = 6
        opening = opened(part.along(side), (along, 3 - depth), room)
        if opening is not None:
            found.append((side, opening))
    return min(found, key=lambda one: one[1].lines, default=None)
