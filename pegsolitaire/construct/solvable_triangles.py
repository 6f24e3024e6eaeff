"""Decide which problems of a triangular board can be solved, by Bell's theorems 2.1 and 2.2.

A hole (x, y) has the label (x + y) mod 3, and the three holes of a jump have different labels. So
the labels determine the feasible finishes for a vacancy (Hentzel 1973). From side 6 on, all
feasible finishes can be reached (Bell 2008, section 3.3). On triangles of sides 2 and 3, where few
pegs or none can jump, further parities are preserved. Even so, this module uses the labels and the
numbers of the paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from pegsolitaire.board import Hole, hole_name
from pegsolitaire.construct.cores import holes_of, on_side, turns
from pegsolitaire.errors import NotOnBoardError, ProblemError

SMALLEST = 2
LARGEST = 1000  # the largest side: half a million holes, 15 seconds and 800 MB
ALL_SOLVABLE = 6  # on triangles of this side or larger, every feasible pair can be solved


def check_side(side: int) -> None:
    """Check that this module can handle a triangle of the given side.

    Raises
    ------
    ProblemError
        If the side is less than 2, or too large for memory.
    """
    if side < SMALLEST:
        raise ProblemError(f"a triangle cannot have side {side}: give {SMALLEST} or more")
    if side > LARGEST:
        raise ProblemError(
            f"a triangle of side {side} has {size_of(side):,} holes: give {LARGEST} or less"
        )


def check_hole(side: int, hole: Hole) -> None:
    """Check that a hole is on a triangle.

    Raises
    ------
    NotOnBoardError
        If the hole is not on the triangle.
    """
    if not on_side(side, hole):
        raise NotOnBoardError(
            f"{hole_name(hole)} is not a hole of the triangle of side {side}: its corners are a1, "
            f"a{side} and {hole_name((side - 1, side - 1))}"
        )


def size_of(side: int) -> int:
    """Return the number of holes of a triangle, a triangular number.

    Examples
    --------
    >>> [size_of(side) for side in (4, 5, 12)]
    [10, 15, 78]
    """
    return side * (side + 1) // 2


def label(hole: Hole) -> int:
    """Return the label of a hole (0, 1 or 2), which is the position class of one peg there.

    Parameters
    ----------
    hole : (int, int)
        The hole in skew coordinates.

    Examples
    --------
    >>> [label((x, 2)) for x in range(3)]
    [2, 0, 1]
    """
    return (hole[0] + hole[1]) % 3


def _end_label(side: int, begin: int) -> int | None:
    """Return the label where a game from a label can end, or None: theorem 2.2 of Bell 2008."""
    if side % 3 != 1:
        return begin
    return -begin % 3 or None


def is_feasible(side: int, start: Hole, finish: Hole | None = None) -> bool:
    """Return whether the labels allow a game from a vacancy to a finish, or to any finish.

    Examples
    --------
    >>> is_feasible(10, (0, 0)), is_feasible(10, (0, 1)), is_feasible(10, (0, 1), (1, 1))
    (False, True, True)
    """
    return infeasible_reason(side, start, finish) is None


def infeasible_reason(side: int, start: Hole, finish: Hole | None = None) -> str | None:
    """Explain by a theorem why the labels exclude a problem. Return None if they do not.

    Examples
    --------
    >>> print(infeasible_reason(7, (0, 0)))
    theorem 2.1: side 7 is 1 mod 3, and a1 has label 0: no game ends with one peg
    >>> print(infeasible_reason(5, (0, 0), (0, 1)))
    theorem 2.2: a1 has label 0, so that a game ends at label 0; a2 has label 1
    """
    check_side(side)
    check_hole(side, start)
    allowed = _end_label(side, label(start))
    if finish is not None:
        check_hole(side, finish)
    if allowed is None:
        return (
            f"theorem 2.1: side {side} is 1 mod 3, and {hole_name(start)} has label 0: no game "
            "ends with one peg"
        )
    if finish is not None and label(finish) != allowed:
        return (
            f"theorem 2.2: {hole_name(start)} has label {label(start)}, so that a game ends at "
            f"label {allowed}; {hole_name(finish)} has label {label(finish)}"
        )
    return None


def count_feasible_pairs(side: int) -> int:
    """Compute the number of feasible pairs, up to symmetry of the triangle, from a formula.

    Parameters
    ----------
    side : int
        The number of holes on a side, 2 or more.

    Raises
    ------
    ProblemError
        If the side is less than 2 or too large.

    Notes
    -----
    Table 3 of Bell 2008, OEIS A130515; the numbers of pairs that can be solved are A130516.

    Examples
    --------
    >>> [count_feasible_pairs(side) for side in range(2, 13)]
    [1, 4, 3, 17, 29, 27, 80, 125, 108, 260, 356]
    """
    check_side(side)
    holes = size_of(side)
    if side % 3 == 1:
        return (holes - 1) ** 2 // 27
    fixed = side if side % 2 == 0 else side + 1
    return (4 * holes**2 + 9 * fixed**2) // 72


def feasible_pairs(side: int) -> list[tuple[Hole, Hole]]:
    """List the feasible pairs (start, finish) up to symmetry, sorted by hole.

    Examples
    --------
    >>> feasible_pairs(4)
    [((0, 1), (1, 1)), ((0, 1), (0, 2)), ((0, 1), (2, 3))]
    """
    check_side(side)
    maps, pairs = turns(side), []
    for start, finish in product(holes_of(side), repeat=2):
        if label(finish) == _end_label(side, label(start)):
            images = ((image(start), image(finish)) for image in maps)
            if (_rows(start), _rows(finish)) == min((_rows(a), _rows(b)) for a, b in images):
                pairs.append((start, finish))
    return pairs


def _rows(hole: Hole) -> Hole:
    """Return a sort key that orders holes by row."""
    return hole[1], hole[0]


# --
# Formulas that bound the fewest moves on a triangle (Bell 2008, section 4.1).
#
# ``S(n)`` is the least number of moves of any problem from one vacancy to one peg on the triangle
# of side ``n`` (OEIS A127500). The lower bound counts Merson regions: each full region needs a
# separate move. The upper bound comes from a construction that ends with a sweep across the whole
# board; it is known for sides that are multiples of 12.


_SMALLEST = 4


@dataclass(frozen=True)
class MoveBounds:
    """Bounds on the fewest moves on a triangle, computed from formulas.

    Attributes
    ----------
    side : int
    least : int
        Formula (2): no solution of any problem has fewer moves.
    most : int or None
        Formula (1): some problem has a solution with this many moves. None if the side is not a
        multiple of 12, because the paper gives no bound for such sides.
    """

    side: int
    least: int
    most: int | None


def move_bounds(side: int) -> MoveBounds:
    """Compute the bounds from formulas (1) and (2) of Bell 2008.

    Parameters
    ----------
    side : int
        The side of the triangle, 4 or more.

    Raises
    ------
    ProblemError
        If the side is less than 4.

    Examples
    --------
    >>> [move_bounds(side).least for side in range(4, 13)]
    [5, 6, 8, 10, 12, 13, 17, 18, 20]
    >>> move_bounds(12).most, move_bounds(24).most
    (29, 97)
    """
    if side < _SMALLEST:
        raise ProblemError(
            f"there are no bounds for a triangle of side {side}: give {_SMALLEST} or more"
        )
    inside = (side - 4) // 3
    least = inside * (inside + 1) // 2 + (3 * side - 2) // 2
    most = None
    if side % 12 == 0:
        most = side * side // 8 + 7 * side // 6 - 3
    return MoveBounds(side, least, most)
