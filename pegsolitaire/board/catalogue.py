"""Boards from the literature: look them up by name, or call a function to make them.

The boards with 33, 37, 39, 41 and 45 holes are from Beasley 1992. The English and French shapes of
any odd side, E_N and F_N, are from Gramigna. Truncated triangles are from Bell's Notes (figure
6d). Hexagons and rhombuses are named as in Bell 2008, section 5.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import count, product

from pegsolitaire.arguments import did_you_mean
from pegsolitaire.board.board import MAX_HOLES, Board, BoardLike, as_board
from pegsolitaire.board.lattice import (
    CUBIC,
    SQUARE,
    SQUARE_DIAGONAL,
    TRIANGULAR,
    Hole,
    Lattice,
    at_corner,
)
from pegsolitaire.board.notation import hole_name
from pegsolitaire.errors import BoardTooLargeError, UnknownBoardError, quoted

# --
# Boards in space: boxes of holes, drawn as layers side by side.


def cuboid(width: int, height: int, depth: int) -> Board:
    """Create a three-dimensional box, drawn as layers of up to 5 x 5 holes side by side.

    Examples
    --------
    >>> board = cuboid(3, 3, 3)
    >>> board.name, len(board), len(board.jumps), len(board.symmetries)
    ('cube3', 27, 54, 48)
    >>> cuboid(4, 3, 2).name, len(cuboid(4, 3, 2).symmetries)
    ('cuboid4x3x2', 8)
    """
    most = CUBIC.layer - 1
    if min(width, height, depth) < 1 or max(width, height) > most:
        raise UnknownBoardError(
            f"a cuboid cannot have {width} x {height} x {depth} holes: choose 1 to {most} columns "
            f"and rows in each layer, and at least one layer"
        )
    if width * height * depth > MAX_HOLES:
        raise BoardTooLargeError(f"{depth} layers have more than {MAX_HOLES:,} holes")
    holes = [
        (x + CUBIC.layer * z, y) for z in range(depth) for y in range(height) for x in range(width)
    ]
    is_cube = width == height == depth
    return Board(holes, CUBIC, f"cube{width}" if is_cube else f"cuboid{width}x{height}x{depth}")


def _rows(widths: Iterable[int], width: int) -> list[Hole]:
    """List the holes of centred rows of the given widths."""
    return [((width - w) // 2 + i, y) for y, w in enumerate(widths) for i in range(w)]


def _check_side(what: str, side: int, least: int) -> None:
    if side < least:
        raise UnknownBoardError(f"{what} cannot have side {side}: give {least} or more")
    if side * side > MAX_HOLES:
        raise BoardTooLargeError(f"{what} of side {side} has more than {MAX_HOLES:,} holes")


def english(side: int = 7) -> Board:
    """The English board: a cross with arms three holes wide. With side 7 it has 33 holes.

    Other odd sides are Gramigna's boards E_N: side 5 has 21 holes, and side 9 is Wiegleb's board.

    Examples
    --------
    >>> len(english()), len(english(5)), english(9) == wiegleb()
    (33, 21, True)
    """
    _check_odd("an English board", side)
    arm = (side - 3) // 2
    widths = [3] * arm + [side] * 3 + [3] * arm
    return Board(_rows(widths, side), SQUARE, "english" if side == 7 else f"english{side}")


def cross(width: int, length: int) -> Board:
    """A cross with arms of the given width and length, which may be even.

    Examples
    --------
    >>> len(cross(2, 2)), len(cross(4, 2)), cross(3, 2) == english()
    (20, 48, True)
    """
    if min(width, length) < 1:
        raise UnknownBoardError(
            f"a cross cannot have arms {width} wide and {length} long: give 1 or more"
        )
    _check_side("a cross", width + 2 * length, 3)
    side = width + 2 * length
    if width == 3:
        return english(side)
    arm = [width] * length
    return Board(_rows([*arm, *[side] * width, *arm], side), SQUARE, f"cross{width}x{length}")


def french(side: int = 7) -> Board:
    """The French board: an octagon with edges of three holes. With side 7 it has 37 holes.

    Examples
    --------
    >>> len(french()), len(french(9))
    (37, 57)
    """
    _check_odd("a French board", side)
    growing = list(range(3, side, 2))
    widths = [*growing, *[side] * 3, *reversed(growing)]
    return Board(_rows(widths, side), SQUARE, "french" if side == 7 else f"french{side}")


def _check_odd(what: str, side: int) -> None:
    _check_side(what, side, 3)
    if side % 2 == 0:
        raise UnknownBoardError(f"{what} cannot have side {side}: give an odd number")


def wiegleb() -> Board:
    """Wiegleb's board, with 45 holes: the English board with arms one hole longer.

    Examples
    --------
    >>> len(wiegleb()), len(wiegleb().symmetries)
    (45, 8)
    """
    return Board(english(9).holes, SQUARE, "wiegleb")


def semi_wiegleb() -> Board:
    """The semi-Wiegleb board, with 39 holes: two arms of the English board are one hole longer.

    Examples
    --------
    >>> len(semi_wiegleb()), len(semi_wiegleb().symmetries)
    (39, 4)
    """
    return Board(_rows([3, 3, 3, 7, 7, 7, 3, 3, 3], 7), SQUARE, "semi-wiegleb")


def diamond(side: int = 9) -> Board:
    """Create a square that stands on a corner. With 9 rows it has 41 holes.

    ``side`` is the number of rows, which must be odd.

    Examples
    --------
    >>> len(diamond()), len(diamond(7))
    (41, 25)
    """
    _check_odd("a diamond", side)
    growing = list(range(1, side, 2))
    widths = [*growing, side, *reversed(growing)]
    return Board(_rows(widths, side), SQUARE, "diamond" if side == 9 else f"diamond{side}")


def square(side: int) -> Board:
    """Create a square board with the given number of holes on each side.

    Examples
    --------
    >>> len(square(6)), square(6).name
    (36, 'square6')
    """
    _check_side("a square", side, 1)
    return Board(_rectangle_holes(side, side), SQUARE, f"square{side}")


def rectangle(width: int, height: int) -> Board:
    """Create a rectangular board with the given numbers of columns and rows.

    Examples
    --------
    >>> len(rectangle(3, 5)), rectangle(3, 5).name
    (15, 'rectangle3x5')
    """
    for length in (width, height):
        if length < 1:
            raise UnknownBoardError(f"a rectangle cannot be {width} by {height}: give 1 or more")
    if width * height > MAX_HOLES:
        raise BoardTooLargeError(
            f"a rectangle {width} by {height} has more than {MAX_HOLES:,} holes"
        )
    return Board(_rectangle_holes(width, height), SQUARE, f"rectangle{width}x{height}")


def _rectangle_holes(width: int, height: int) -> list[Hole]:
    return [(x, y) for y in range(height) for x in range(width)]


def triangle(side: int) -> Board:
    """Create the triangular board T_n, with n holes on each side, in skew coordinates.

    Examples
    --------
    >>> len(triangle(5)), len(triangle(200))
    (15, 20100)
    """
    _check_side("a triangle", side, 1)
    return Board(_triangle_holes(side), TRIANGULAR, f"triangle{side}")


def _triangle_holes(side: int) -> list[Hole]:
    return [(x, y) for y in range(side) for x in range(y + 1)]


def truncated_triangle(side: int) -> Board:
    """The triangular board without its corners: 12 holes for side 5, 18 for side 6.

    The name contains the number of holes, as in Bell's Notes. The holes keep their coordinates on
    the triangle.

    Examples
    --------
    >>> truncated_triangle(5).name, truncated_triangle(6).name
    ('truncated12', 'truncated18')
    >>> (0, 1) in truncated_triangle(5), (0, 0) in truncated_triangle(5)
    (True, False)
    """
    _check_side("a truncated triangle", side, 3)
    corners = {(0, 0), (0, side - 1), (side - 1, side - 1)}
    holes = [hole for hole in _triangle_holes(side) if hole not in corners]
    return Board(holes, TRIANGULAR, f"truncated{len(holes)}")


def hexagon(side: int) -> Board:
    """The hexagonal board: 19 holes for side 3, 37 for side 4, 61 for side 5.

    The board is named after its number of holes.

    Examples
    --------
    >>> hexagon(4).name, len(hexagon(4).symmetries)
    ('hexagon37', 12)
    """
    _check_side("a hexagon", side, 1)
    reach = range(2 * side - 1)
    holes = [(x, y) for x in reach for y in reach if abs(x - y) < side]
    return Board(holes, TRIANGULAR, f"hexagon{len(holes)}")


def rhombus(side: int) -> Board:
    """Create a rhombus on the triangular lattice with the given number of holes on each side.

    Examples
    --------
    >>> len(rhombus(6)), len(rhombus(6).symmetries)
    (36, 4)
    """
    _check_side("a rhombus", side, 1)
    return Board(_rectangle_holes(side, side), TRIANGULAR, f"rhombus{side}")


def star(point: int = 1) -> Board:
    """Create the six-pointed star of 13, 37, 73 ... holes.

    ``point`` is the side of the triangles that are the points of the star.

    The board is named after its number of holes.

    Examples
    --------
    >>> len(star(1)), len(star(2)), len(star(2).symmetries)
    (13, 37, 12)
    """
    _check_side("a star", point, 1)
    side = 3 * point + 1
    upright = set(_triangle_holes(side))
    # The second triangle is the first, turned by 180 degrees about its centre at (point, 2 *
    # point). Both are then shifted right, so that no coordinate is negative.
    turned = {(2 * point - x, 4 * point - y) for x, y in upright}
    holes = {(x + point, y) for x, y in upright | turned}
    return Board(holes, TRIANGULAR, f"star{len(holes)}")


#: The functions that make boards, by the first part of a name and the number of sizes after it.
_MAKERS: dict[tuple[str, int], Callable[..., Board]] = {
    ("english", 0): english,
    ("cross", 0): english,
    ("english", 1): english,
    ("e", 1): english,
    ("french", 0): french,
    ("european", 0): french,
    ("french", 1): french,
    ("f", 1): french,
    ("wiegleb", 0): wiegleb,
    ("semiwiegleb", 0): semi_wiegleb,
    ("diamond", 0): diamond,
    ("diamond", 1): diamond,
    ("cube", 1): lambda side: cuboid(side, side, side),
    ("cuboid", 3): cuboid,
    ("square", 1): square,
    ("rectangle", 2): rectangle,
    ("cross", 2): cross,
    ("triangle", 1): triangle,
    ("t", 1): triangle,
    ("rhombus", 1): rhombus,
}

#: The boards named after their number of holes: the function, its smallest argument, the number of
#: holes for an argument, and the first numbers.
_BY_HOLES: dict[str, tuple[Callable[[int], Board], int, Callable[[int], int], str]] = {
    "truncated": (truncated_triangle, 3, lambda n: n * (n + 1) // 2 - 3, "7, 12, 18, 25, 33"),
    "hexagon": (hexagon, 1, lambda n: 3 * n * (n - 1) + 1, "7, 19, 37, 61"),
    "star": (star, 1, lambda n: 6 * n * (n + 1) + 1, "13, 37, 73"),
}

#: The boards that `pegs boards` lists and that searches over the catalogue visit.
CATALOGUE: tuple[str, ...] = (
    "english", "french", "wiegleb", "semi-wiegleb", "diamond",
    "english5", "diamond5", "diamond7",
    "square3", "square4", "square5", "square6", "square7", "square8",
    "rectangle3x4", "rectangle3x5", "rectangle4x5", "rectangle4x6", "rectangle5x6", "rectangle6x7",
    "triangle4", "triangle5", "triangle6", "triangle7", "triangle8", "triangle9", "triangle10",
    "truncated7", "truncated12", "truncated18", "truncated25", "truncated33",
    "hexagon7", "hexagon19", "hexagon37", "hexagon61",
    "rhombus3", "rhombus4", "rhombus5", "rhombus6", "rhombus7", "rhombus8",
    "star13", "star37",
)  # fmt: skip


@lru_cache(maxsize=256)
def named_board(name: str) -> Board:
    """Create the board with the given name.

    Case, blanks, ``-`` and ``_`` in a name are ignored. A name contains the length of a side
    (``triangle5``, ``square6``, ``rhombus4``, ``english9``, ``french9``), the lengths of two sides
    (``rectangle4x6``), the width and length of the arms (``cross4x2``) or the number of holes
    (``truncated12``, ``hexagon37``, ``star13``). The names of three-dimensional boards are
    ``cube3``, ``cuboid4x3x2`` and so on. If ``+diagonal`` follows the name of a board on the
    square lattice, the board also has diagonal jumps.

    Raises
    ------
    UnknownBoardError
        If no board has that name; the message lists the known names.

    Examples
    --------
    >>> len(named_board("English")), len(named_board("T5")), len(named_board("hexagon37"))
    (33, 15, 37)
    >>> len(named_board("square4").jumps), len(named_board("square4+diagonal").jumps)
    (32, 48)
    """
    base, plus, suffix = name.strip().lower().partition("+")
    if plus and suffix in ("diagonal", "diagonals"):
        plain = named_board(base)
        if plain.lattice is not SQUARE:
            raise UnknownBoardError(
                f"{base} is not on the square lattice, so it has no diagonal jumps: leave out "
                "+diagonal"
            )
        return Board(plain.holes, SQUARE_DIAGONAL, f"{plain.name}+diagonal")
    board = None if plus else _plain_board(re.sub(r"[\s_-]", "", base))
    if board is None:
        raise UnknownBoardError(
            f"unknown board {quoted(name)}.{did_you_mean(base, CATALOGUE)}",
            "write english, french, wiegleb, semi-wiegleb, diamond, triangle5, truncated12, "
            "square6, rectangle4x6, cross4x2, rhombus6, hexagon37, star13, cube3, cuboid4x3x2 or "
            "another size (`pegs boards` lists them all), or @FILE for a picture of your own",
        )
    return board


def _plain_board(name: str) -> Board | None:
    match = re.fullmatch(r"([a-z]+)((?:\d{1,6}x){0,2}\d{1,6})?", name)
    if not match:
        return None
    kind = match[1].replace("truncatedtriangle", "truncated")
    sizes = [int(size) for size in match[2].split("x")] if match[2] else []
    if make := _MAKERS.get((kind, len(sizes))):
        return make(*sizes)
    if kind not in _BY_HOLES or len(sizes) != 1:
        return None
    make, least, size_of, examples = _BY_HOLES[kind]
    side = next(side for side in count(least) if size_of(side) >= sizes[0])
    if size_of(side) != sizes[0]:
        raise UnknownBoardError(
            f"no {kind} board has {sizes[0]} holes: the smallest have {examples}"
        )
    return make(side)


def boards() -> tuple[str, ...]:
    """Return the names of the built-in boards. Boards of other sizes have names too.

    Examples
    --------
    >>> len(boards()), boards()[:3]
    (44, ('english', 'french', 'wiegleb'))
    """
    return CATALOGUE


def find_board(name: str) -> Board | None:
    """Return the board with the given name, or None if there is none.

    Examples
    --------
    >>> find_board("no such board") is None
    True
    """
    try:
        return named_board(name)
    except (UnknownBoardError, BoardTooLargeError):
        return None


def board_in_catalogue(holes: Iterable[Hole], lattice: Lattice) -> Board | None:
    """Return the board of :data:`CATALOGUE` with these holes, up to translation, or None.

    Examples
    --------
    >>> board_in_catalogue([(x, y + 7) for x, y in triangle(5).holes], TRIANGULAR).name
    'triangle5'
    """
    return _boards_by_shape().get((frozenset(at_corner(holes)), lattice.name))


@lru_cache(maxsize=1)
def _boards_by_shape() -> dict[tuple[frozenset[Hole], str], Board]:
    boards = map(named_board, CATALOGUE)
    return {(frozenset(at_corner(board.holes)), board.lattice.name): board for board in boards}


_LEAST_COPIED = 15  # holes; smaller boards are often near a built-in board by chance
_SLIPS = 2  # holes in which a copied board may differ: one too many or too few, or one moved
_SHIFTS = list(product(range(-_SLIPS, _SLIPS + 1), repeat=2))


def slip_in(board: BoardLike) -> str:
    """Ask whether your own board is a built-in board that was copied with a mistake.

    The boards are compared where they overlap most. Their holes may differ in one hole, or in two,
    as when a row is shifted by one place.

    Returns
    -------
    str
        The question, or an empty string if no built-in board is so similar.

    Examples
    --------
    >>> holes = [hole for hole in named_board("english") if hole != (4, 6)]
    >>> slip_in(Board(holes, SQUARE, "mine"))
    'is it copied right? mine differs from english in one hole: it has no e7'
    """
    board = as_board(board)
    if len(board) < _LEAST_COPIED or board.taken:
        return ""
    nearest: tuple[int, str, set[Hole], set[Hole]] | None = None
    for name in CATALOGUE:
        other = named_board(name)
        if other.lattice is not board.lattice or abs(len(other) - len(board)) > _SLIPS:
            continue
        for across, down in _SHIFTS:
            there = {(x + across, y + down) for x, y in other.holes}
            missing, extra = there - set(board.holes), set(board.holes) - there
            number = len(missing) + len(extra)
            if not number:
                return ""  # the same holes
            if number <= _SLIPS and (nearest is None or number < nearest[0]):
                nearest = number, name, missing, extra
    if nearest is None:
        return ""
    number, name, missing, extra = nearest
    parts = [f"it has no {' and no '.join(map(hole_name, sorted(missing)))}"] if missing else []
    parts += [f"it has {' and '.join(map(hole_name, sorted(extra)))}"] if extra else []
    holes = "one hole" if number == 1 else "two holes"
    return (
        f"is it copied right? {board.name} differs from {name} in {holes}: {', and '.join(parts)}"
    )
