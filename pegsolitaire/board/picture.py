"""Write and read pictures of boards in our own form: one character for each hole.

An asterisk is a peg, ``.`` an empty hole, and ``o`` a hole of a board without a position. Rows are
on separate lines, or joined by ``/``. Pictures in other forms are recognised in
:mod:`pegsolitaire.board.reading_boards`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from pegsolitaire.board.lattice import Hole
from pegsolitaire.errors import NotationError


def holes_of_picture(text: str) -> list[Hole]:
    """Return the holes of a picture in our own form, and keep its blanks and margins.

    Raises
    ------
    NotationError
        If a character is not one of ``* . o`` or a blank.

    Examples
    --------
    >>> holes_of_picture("oo/ o")
    [(0, 0), (1, 0), (1, 1)]
    """
    holes: list[Hole] = []
    for y, row in enumerate(text.rstrip("\n").replace("/", "\n").split("\n")):
        for x, character in enumerate(row.rstrip()):
            if character in "*.o":
                holes.append((x, y))
            elif character != " ":
                raise NotationError(
                    f"{character!r} in row {y + 1} of the picture: "
                    "write holes as o, * or . and everything else as blanks"
                )
    return holes


def straighten(holes: Sequence[Hole]) -> list[Hole]:
    """Convert a left-aligned or centred picture of a triangular board to skew coordinates.

    A picture counts as centred if there are blanks between all holes of a row and if each row is
    shifted by one character relative to the next.

    Examples
    --------
    >>> straighten(holes_of_picture("  o/ o o/o o o")) == holes_of_picture("o/oo/ooo")
    True
    """
    shifts = {(x + y) % 2 for x, y in holes}
    there = set(holes)
    spaced = len(shifts) == 1 and any((x + 2, y) in there for x, y in holes)
    if not spaced:
        return list(holes)
    least = min(x + y for x, y in holes)
    return [((x + y - least) // 2, y) for x, y in holes]


def centre(holes: Sequence[Hole]) -> list[Hole]:
    """Return the places that holes on the triangular lattice have in a centred picture.

    A shape that could be misread when centred, such as a single column, stays left-aligned.

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
    """Draw holes, listed row by row, as text with one character for each hole.

    Examples
    --------
    >>> print(picture_of([(0, 0), (1, 0), (1, 1)], "o*."))
    o*
     .
    """
    rows = [""] * (holes[-1][1] + 1)
    for y, row in groupby(zip(holes, marks, strict=True), key=lambda marked: marked[0][1]):
        by_column = {x: mark for (x, _), mark in row}
        rows[y] = "".join(by_column.get(x, " ") for x in range(max(by_column) + 1))
    return "\n".join(rows)
