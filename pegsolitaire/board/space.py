"""Boards in space: boxes of holes, drawn layer by layer beside one another."""

from __future__ import annotations

from pegsolitaire.board.board import Board
from pegsolitaire.board.holes import MAX_HOLES
from pegsolitaire.board.lattice import CUBIC
from pegsolitaire.errors import BoardTooLargeError, UnknownBoardError


def cuboid(width: int, height: int, depth: int) -> Board:
    """A board in space: layers of so many columns and rows, side by side, up to 5 x 5 each.

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
            f"a cuboid of {width} x {height} x {depth} holes: its layers have 1 to {most} columns "
            f"and rows, and there is one layer at least"
        )
    if width * height * depth > MAX_HOLES:
        raise BoardTooLargeError(f"{depth} layers have more than {MAX_HOLES:,} holes")
    holes = [
        (x + CUBIC.layer * z, y) for z in range(depth) for y in range(height) for x in range(width)
    ]
    is_cube = width == height == depth
    return Board(holes, CUBIC, f"cube{width}" if is_cube else f"cuboid{width}x{height}x{depth}")


def cube(side: int) -> Board:
    """The cube of so many holes a side.

    Examples
    --------
    >>> len(cube(3)), len(cube(4))
    (27, 64)
    """
    return cuboid(side, side, side)
