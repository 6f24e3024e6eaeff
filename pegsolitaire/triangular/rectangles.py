"""Rectangles and rhombi, solved by the same construction (Bell 2008, section 5).

Three rows of a rectangle are cleared by a block of four or five columns (the first is the
paper's 15-hole board, with its catalyst) and upright 6-purges beside it. So any vacancy of a
rectangle with sides of 4 or more is solved if that of a smaller one is, with sides from 4 to 6:
all of these that the position class allows are, in ``data/rectangles.toml``. In skew coordinates
a rhombus, or any parallelogram, is a rectangle with more jumps, so all this holds for it too.
Where the game ends follows from the core; there is no choice of a finish, as an opening would
have to pass the vacancy on three rows further.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from pegsolitaire.board import Board, Hole, hole_name, parse_hole
from pegsolitaire.errors import NotationError, NotOnBoardError, ProblemError
from pegsolitaire.game import Jump, Solution
from pegsolitaire.game.toml_files import Table, text_of
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.triangular.data_files import jumps_in, read_entries
from pegsolitaire.triangular.frame import Map, moved
from pegsolitaire.triangular.plan import Plan
from pegsolitaire.triangular.strips import Block, Step, clearing_columns, core_strip

FILE = "rectangles.toml"
SIDES = range(4, 7)

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
    return whole and board.lattice.name in ("square", "triangular")


def _sides(board: Board) -> tuple[int, int]:
    """Width and height of what encloses a board."""
    return max(x for x, _ in board) + 1, max(y for _, y in board) + 1


def solve_rectangle(board: Board, start: Hole) -> Extension:
    """Solve a rectangle or a rhombus from one vacancy to one peg, somewhere.

    Parameters
    ----------
    board : Board
        The board, of any size.
    start : (int, int)
        The vacancy.

    Raises
    ------
    ProblemError
        If the board is no rectangle, or a side is less than 4.
    NotOnBoardError
        If it does not have the hole.

    Examples
    --------
    >>> from pegsolitaire.board import rectangle, rhombus
    >>> found = solve_rectangle(rectangle(20, 30), (7, 3))
    >>> len(found.solution), len(found.blocks)
    (598, 83)
    >>> solve_rectangle(rhombus(7), (0, 0)).reason
    'position class: no game from a1 can end with one peg, in any hole'
    """
    if not is_rectangle(board):
        raise ProblemError(f"{board.name} is not a rectangle with sides of {SIDES[0]} or more")
    if start not in board:
        raise NotOnBoardError(f"{hole_name(start)} is not a hole of {board.name}")
    width, height = _sides(board)
    plan = Plan(start)
    (left, columns), (top, rows) = _core_span(width, start[0]), _core_span(height, start[1])
    jumps = _core(board.lattice.name, columns, rows, (start[0] - left, start[1] - top))
    if jumps is None:
        if feasible_finishes(board.vacancy(hole_name(start))):
            raise NotationError(f"the data lack a core of {columns} x {rows}: install it anew")
        reason = f"position class: no game from {hole_name(start)} can end with one peg"
        return Extension(board, start, f"{reason}, in any hole")

    holes = ((x, y) for y in range(rows) for x in range(columns))
    plan.play(core_strip(jumps, holes), lambda hole: (hole[0] + left, hole[1] + top))
    # Columns first, so that rows are as wide as the board.
    for x in range(left - 3, -1, -3):
        _wait(plan, rows, _columns(x + 3, -1, top))
    for x in range(left + columns, width, 3):
        _wait(plan, rows, _columns(x - 1, 1, top))
    for y in range(top - 3, -1, -3):
        _wait(plan, width, _rows(y + 3, -1))
    for y in range(top + rows, height, 3):
        _wait(plan, width, _rows(y - 1, 1))
    steps = tuple(plan.steps())
    return Extension(board, start, "by construction", tuple(plan.blocks), steps)


def _core_span(length: int, at: int) -> tuple[int, int]:
    """Where the core begins along a side, and how long it is."""
    core = SIDES[0] + (length - SIDES[0]) % 3
    return min(at // 3 * 3, length - core), core


def _wait(plan: Plan, width: int, move: Map) -> None:
    plan.wait(_CATALYST, lambda full: clearing_columns(full, width), move)


def _rows(catalyst: int, step: int) -> Map:
    """The rows below (step 1) or above (-1) that of a catalyst."""
    return lambda hole: (hole[0], catalyst + step * hole[1])


def _columns(catalyst: int, step: int, top: int) -> Map:
    """The columns to the right (step 1) or left (-1) of that of a catalyst, from a row on."""
    return lambda hole: (catalyst + step * hole[1], top + hole[0])


# -- cores --------------------------------------------------------------------------------------

_Key = tuple[str, int, int]


def _core(lattice: str, width: int, height: int, start: Hole) -> tuple[Jump, ...] | None:
    """The jumps of a small rectangle from a vacancy; None where its class forbids it."""
    for swap in (False, True):
        shape = (height, width) if swap else (width, height)
        for hole, jumps in _cores().get((lattice, *shape), {}).items():
            for turn in _turns(lattice, *shape, swap):
                if turn(hole) == start:
                    return tuple(moved(jump, turn) for jump in jumps)
    return None


def _turns(lattice: str, width: int, height: int, swap: bool) -> Iterator[Map]:
    """The symmetries of a rectangle of a lattice; with ``swap`` its sides change places."""
    flips = [(False, False), (True, True)]
    if lattice != "triangular":
        flips += [(False, True), (True, False)]
    for flip_x, flip_y in flips:

        def turn(hole: Hole, flip_x: bool = flip_x, flip_y: bool = flip_y) -> Hole:
            x = width - 1 - hole[0] if flip_x else hole[0]
            y = height - 1 - hole[1] if flip_y else hole[1]
            return (y, x) if swap else (x, y)

        yield turn


@lru_cache(maxsize=1)
def _cores() -> dict[_Key, dict[Hole, tuple[Jump, ...]]]:
    """The jumps by lattice, width and height, and vacancy."""
    found: dict[_Key, dict[Hole, tuple[Jump, ...]]] = {}
    keys = {"lattice", "width", "height", "vacancy", "moves"}
    for key, vacancy, jumps in read_entries(FILE, "core", keys, _read_core):
        found.setdefault(key, {})[vacancy] = jumps
    return found


def _read_core(table: Table) -> tuple[_Key, Hole, tuple[Jump, ...]]:
    width, height = table.get("width"), table.get("height")
    if not (isinstance(width, int) and isinstance(height, int)):
        raise NotationError("it has no width and height: write width = 4")
    jumps = jumps_in(table)
    return (text_of(table, "lattice"), width, height), parse_hole(text_of(table, "vacancy")), jumps
