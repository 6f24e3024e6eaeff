"""Boards as text pictures: one character a hole, rows as lines or joined by ``/``.

On the triangular lattice a row is written from its skew coordinate ``x = 0`` on, flush left, or
the board is drawn centred, with blanks between the holes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

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


def centre(holes: Sequence[Hole]) -> list[Hole]:
    """Where the holes of the triangular lattice stand in a centred picture.

    Holes that would be read as others, such as a column alone, are left flush left.

    Examples
    --------
    >>> print(picture_of(centre([(0, 0), (0, 1), (1, 1)]), "o*."))
     o
    * .
    """
    columns = [2 * x - y for x, y in holes]
    left = min(columns)
    centred = [(column - left, y) for column, (_, y) in zip(columns, holes, strict=True)]
    return centred if straighten(centred) == list(holes) else list(holes)


def picture_of(holes: Sequence[Hole], marks: Iterable[str]) -> str:
    """The picture of holes, given row by row with a character for each.

    Examples
    --------
    >>> print(picture_of([(0, 0), (1, 0), (1, 1)], "o*."))
    o*
     .
    """
    rows = [""] * (holes[-1][1] + 1)
    for y, row in groupby(zip(holes, marks, strict=True), key=lambda marked: marked[0][1]):
        found = {x: mark for (x, _), mark in row}
        rows[y] = "".join(found.get(x, " ") for x in range(max(found) + 1))
    return "\n".join(rows)
