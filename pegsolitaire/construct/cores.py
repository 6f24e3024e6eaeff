"""Load stored solutions of small triangles and rectangles, the cores of all larger solutions.

For triangles of sides 4 to 8, every pair of a vacancy and a finish that can be solved has a stored
solution, up to symmetry. A missing solution proves nothing. Up to side 5, all games are then
played out; on larger triangles, a search must find a solution. For rectangles with sides from 4 to
6, every pair of a vacancy and a finish that the position class allows can be solved and has a
stored solution, up to symmetry and reversal. Some longer rectangles of 4 or 5 columns also have
stored solutions, namely for the pairs for which no opening makes the rectangle shorter. A search
found the solutions (``tools/make_data.py cores``). Each solution is replayed before it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import permutations
from typing import Annotated

from msgspec import Meta

from pegsolitaire.board import LATTICES, Board, Hole, hole_name, parse_hole, triangle
from pegsolitaire.data.toml_files import FOLDER, Entry, Number, Text, load_list
from pegsolitaire.game import Jump, Move, Problem, jumps_of, split_moves
from pegsolitaire.theory import feasible_finishes

# --
# Triangles within triangles: the distances of a hole from the sides, and maps based on these.
#
# A hole (x, y) of the triangle of side n has the distance x from the left side, y - x from the
# right side and n - 1 - y from the bottom, and these three distances add up to n - 1. Permuting
# the distances gives the six symmetries. The holes that are far enough from each side form a
# smaller triangle.


Distances = tuple[int, int, int]
Map = Callable[[Hole], Hole]


def on_side(side: int, hole: Hole) -> bool:
    """Return whether a hole is on the triangle of the given side.

    Examples
    --------
    >>> on_side(4, (3, 3)), on_side(4, (3, 2))
    (True, False)
    """
    return 0 <= hole[0] <= hole[1] < side


def distances(side: int, hole: Hole) -> Distances:
    """Return the distances of a hole from the left, the right and the bottom side.

    Examples
    --------
    >>> distances(5, (0, 0)), distances(5, (1, 4))
    ((0, 0, 4), (1, 3, 0))
    """
    x, y = hole
    return x, y - x, side - 1 - y


def hole_at(left: int, right: int) -> Hole:
    """Return the hole at the given distances from the left and the right side."""
    return left, left + right


def moved(jump: Jump, move: Map) -> Jump:
    """Return the image of a jump under a map of holes."""
    return Jump(move(jump.start), move(jump.end))


def holes_of(side: int) -> list[Hole]:
    """List all holes of a triangle, row by row.

    Examples
    --------
    >>> holes_of(2)
    [(0, 0), (0, 1), (1, 1)]
    """
    return [(x, y) for y in range(side) for x in range(y + 1)]


def turns(side: int) -> list[Map]:
    """Return the six symmetries of a triangle, starting with the identity.

    Examples
    --------
    >>> [turn((0, 1)) for turn in turns(4)]
    [(0, 1), (0, 2), (1, 1), (1, 3), (2, 2), (2, 3)]
    """
    return [_exchange(side, order) for order in permutations(range(3))]


def _exchange(side: int, order: tuple[int, ...]) -> Map:
    def image(hole: Hole) -> Hole:
        at = distances(side, hole)
        return hole_at(at[order[0]], at[order[1]])

    return image


CONSTRUCTIONS = FOLDER / "constructions"
TRIANGLES = CONSTRUCTIONS / "triangles.toml"
RECTANGLES = CONSTRUCTIONS / "rectangles.toml"
SIDES = range(4, 9)  # of triangles
RECTANGLE_SIDES = range(4, 7)
_PLAYED_OUT = 5  # up to this side (15 holes), all games are played out in a few milliseconds
_FLIP = (-1, 0, 0, 1)  # swaps left and right; not a symmetry of the triangular lattice

Jumps = tuple[Jump, ...]
Pair = tuple[Hole, Hole]
Shape = tuple[str, int, int]  # lattice, width and height

#: A function that searches for a solution of a core, and returns None if it finds none.
Search = Callable[[Problem], Iterable[Jump] | None]


class MissingPartError(Exception):
    """A part of a construction is missing, so the problem remains undecided."""


def searched(board: Board, start: Hole, finish: Hole | None, search: Search | None) -> Jumps:
    """Search for jumps from a vacancy to a finish, or to any finish that the class allows.

    Raises
    ------
    MissingPartError
        If there is no search function, if the search finds no solution, or if the core has more
        than 128 holes.
    """
    jumps = None
    if search is not None and board.is_searched:
        vacancy = board.vacancy(start)
        finishes = feasible_finishes(vacancy)
        ends = [board.holes[i] for i in finishes] if finish is None else [finish]
        jumps = search(Problem(vacancy, list(map(board.single, ends))))
    if jumps is None:
        to = "" if finish is None else f" to {hole_name(finish)}"
        raise MissingPartError(
            f"no solution from {hole_name(start)}{to} on a core of {len(board)} holes is stored"
            + ", and a search found none" * (search is not None)
        )
    return tuple(jumps)


def jumps_in(moves: str) -> Jumps:
    """Parse the moves of an entry into jumps."""
    return jumps_of(map(Move.from_text, split_moves(moves)))


def _pair_in(vacancy: str, finish: str) -> Pair:
    """Parse the vacancy and the finish of an entry."""
    return parse_hole(vacancy), parse_hole(finish)


# -- triangles ------------------------------------------------------------------------------------


class CoreEntry(Entry):
    """A solution of a triangle in the data file."""

    side: Annotated[int, Meta(ge=4, le=8, description="one of 4 to 8", examples=[6])]
    vacancy: Text
    finish: Text
    moves: Text


def core(side: int, start: Hole, finish: Hole | None = None) -> Jumps | None:
    """Return stored jumps from a vacancy to a finish, or to any finish; None if not stored.

    Parameters
    ----------
    side : int
        The side of the triangle, 4 to 8.
    start : (int, int)
        The vacancy.
    finish : (int, int), optional
        The hole of the last peg.

    Examples
    --------
    >>> [str(jump) for jump in core(4, (0, 1))]
    ['a4-a2', 'a1-a3', 'c3-a1', 'a3-c3', 'd4-b2', 'a1-c3', 'b4-d4', 'd4-b2']
    """
    for turn in turns(side):
        for (begin, end), jumps in _cores()[side].items():
            if turn(begin) == start and finish in (None, turn(end)):
                return tuple(moved(jump, turn) for jump in jumps)
    return None


def find_core(side: int, start: Hole, finish: Hole | None = None) -> Jumps | None:
    """Find jumps from a vacancy to a finish, or to any finish. Return None if none are found.

    Up to side 5, None means that there are no such jumps.

    Examples
    --------
    >>> find_core(5, (0, 0), (1, 2)) is None, len(find_core(5, (0, 0), (0, 3)))
    (True, 13)
    """
    jumps = core(side, start, finish) if side in SIDES else None
    if jumps is None and side <= _PLAYED_OUT:
        return _played_out(side, start, finish)
    return jumps


@lru_cache(maxsize=256)
def _played_out(side: int, start: Hole, finish: Hole | None) -> Jumps | None:
    """Return the first solution of a small triangle, or None if all games fail."""
    board = triangle(side)
    ends = {board.single(hole).code for hole in (board.holes if finish is None else [finish])}
    dead: set[int] = set()

    def line(code: int) -> Jumps | None:
        if code in ends:
            return ()
        if code not in dead:
            for jump in board.masks_from(code):
                rest = line(code ^ jump.mask)
                if rest is not None:
                    return Jump.of(board, jump), *rest
            dead.add(code)
        return None

    return line(board.vacancy(start).code)


@lru_cache(maxsize=1)
def _cores() -> dict[int, dict[Pair, Jumps]]:
    """Load the stored jumps by side, and then by vacancy and finish."""
    cores: dict[int, dict[Pair, Jumps]] = {side: {} for side in SIDES}

    def add(entry: CoreEntry) -> None:
        cores[entry.side][_pair_in(entry.vacancy, entry.finish)] = jumps_in(entry.moves)

    load_list(TRIANGLES, "core", CoreEntry, add)
    return cores


# -- rectangles -----------------------------------------------------------------------------------


class RectangleEntry(Entry):
    """A solution of a rectangle in the data file."""

    lattice: Text
    width: Number
    height: Number
    vacancy: Text
    finish: Text
    moves: Text


def rectangle_core(
    lattice: str, width: int, height: int, start: Hole, finish: Hole | None
) -> Jumps | None:
    """Return stored jumps on a small rectangle, or None. A finish of None stands for any hole.

    Examples
    --------
    >>> print(*rectangle_core("square", 4, 4, (1, 0), (2, 0))[-2:])
    a2-c2 c3-c1
    """
    for swap in (False, True):
        shape = (height, width) if swap else (width, height)
        for pair, jumps in rectangle_cores().get((lattice, *shape), {}).items():
            for turn in _turns(lattice, *shape, swap):
                begin, end = map(turn, pair)
                if begin == start and finish in (None, end):
                    return tuple(moved(jump, turn) for jump in jumps)
                if end == start and finish in (None, begin):
                    return tuple(moved(jump, turn) for jump in reversed(jumps))
    return None


def _turns(lattice: str, width: int, height: int, swap: bool) -> Iterator[Map]:
    """Yield the symmetries of a rectangle that keep its sides or, with ``swap``, exchange them."""
    flips = [(False, False), (True, True)]
    if _FLIP in LATTICES[lattice].point_group:
        flips += [(False, True), (True, False)]
    for flip_x, flip_y in flips:

        def turn(hole: Hole, flip_x: bool = flip_x, flip_y: bool = flip_y) -> Hole:
            x = width - 1 - hole[0] if flip_x else hole[0]
            y = height - 1 - hole[1] if flip_y else hole[1]
            return (y, x) if swap else (x, y)

        yield turn


@lru_cache(maxsize=1)
def rectangle_cores() -> dict[Shape, dict[Pair, Jumps]]:
    """Load the stored jumps by lattice, width and height, then by vacancy and finish."""
    cores: dict[Shape, dict[Pair, Jumps]] = {}

    def add(entry: RectangleEntry) -> None:
        shape = entry.lattice, entry.width, entry.height
        pair = _pair_in(entry.vacancy, entry.finish)
        cores.setdefault(shape, {})[pair] = jumps_in(entry.moves)

    load_list(RECTANGLES, "core", RectangleEntry, add)
    return cores
