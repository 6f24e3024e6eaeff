"""Boards as text pictures: one character a hole, rows as lines or joined by ``/``.

On the triangular lattice a row is written from its skew coordinate ``x = 0`` on, flush left, or
the board is drawn centred, with blanks between the holes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pegsolitaire.board.lattice import Hole
from pegsolitaire.errors import NotationError

_HOLES = "*.oO#"


def holes_of_picture(text: str) -> list[Hole]:
    """The holes of a picture, row by row.

    Raises
    ------
    NotationError
        If a character is not one of ``* . o O #`` or a blank.

    Examples
    --------
    >>> holes_of_picture("oo/ o")
    [(0, 0), (1, 0), (1, 1)]
    """
    holes: list[Hole] = []
    for y, row in enumerate(text.rstrip("\n").replace("/", "\n").split("\n")):
        for x, character in enumerate(row.rstrip()):
            if character in _HOLES:
                holes.append((x, y))
            elif character != " ":
                raise NotationError(
                    f"{character!r} in row {y + 1} of the picture: "
                    "write holes as o, * or . and everything else as blanks"
                )
    return holes


def straighten(holes: Sequence[Hole]) -> list[Hole]:
    """Skew coordinates of a triangular picture, whether it was drawn flush left or centred.

    A picture is centred when blanks stand between all holes of a row, and each row is shifted by
    one against the next, as people draw triangles.

    Examples
    --------
    >>> straighten(holes_of_picture("  o/ o o/o o o")) == holes_of_picture("o/oo/ooo")
    True
    """
    shifts = {(x + y) % 2 for x, y in holes}
    spaced = len(shifts) == 1 and any((x + 2, y) in holes for x, y in holes)
    if not spaced:
        return list(holes)
    least = min(x + y for x, y in holes)
    return [((x + y - least) // 2, y) for x, y in holes]


def picture_of(holes: Sequence[Hole], marks: Iterable[str]) -> str:
    """The picture of holes, given row by row with a character for each.

    Examples
    --------
    >>> print(picture_of([(0, 0), (1, 0), (1, 1)], "o*."))
    o*
     .
    """
    width = max(x for x, _ in holes) + 1
    grid = [[" "] * width for _ in range(holes[-1][1] + 1)]
    for (x, y), mark in zip(holes, marks, strict=True):
        grid[y][x] = mark
    return "\n".join("".join(row).rstrip() for row in grid)
