"""Read and write holes as names (``d4``), as coordinates (``(3,3)``) or as numbers.

Names are as in Beasley and Bell: the letter is the column ``x`` (``a`` is 0, and ``aa`` follows
``z``), and the number is the row ``y + 1``. Holes are numbered row by row from 1, as in OEIS
A120422.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from pegsolitaire.board.lattice import Hole
from pegsolitaire.errors import NotationError, quoted

Notation = Literal["letters", "numbers"]

_LETTERS = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,5})")
_COORDINATES = re.compile(r"(\()?\s*(-?[0-9]{1,6})\s*,\s*(-?[0-9]{1,6})\s*(?(1)\))")


def column_letters(x: int) -> str:
    """The letters of column ``x``.

    Examples
    --------
    >>> column_letters(0), column_letters(25), column_letters(26)
    ('a', 'z', 'aa')
    """
    letters = ""
    x += 1
    while x:
        x, rest = divmod(x - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def either(words: Sequence[str]) -> str:
    """Join alternatives with commas and "or": ``a1, b2 or c3``.

    Examples
    --------
    >>> either(["a1", "b2", "c3"]), either(["a1"]), either([])
    ('a1, b2 or c3', 'a1', 'none')
    """
    *others, last = words or ["none"]
    return f"{', '.join(others)} or {last}" if others else last


def hole_name(hole: Hole) -> str:
    """The name of a hole (letter and number), or its coordinates if one of them is negative.

    Examples
    --------
    >>> hole_name((3, 3)), hole_name((-1, 2))
    ('d4', '(-1,2)')
    """
    x, y = hole
    if min(x, y) < 0:
        return f"({x},{y})"
    return f"{column_letters(x)}{y + 1}"


def hole_ranges(rows: Iterable[Sequence[Hole]]) -> str:
    """List hole names row by row. If there are many rows, list only the first two and the last.

    Examples
    --------
    >>> hole_ranges([[(0, 0)], [(0, 1), (1, 1)]])
    'a1, a2..b2'
    """
    names = [
        hole_name(row[0]) if len(row) == 1 else f"{hole_name(row[0])}..{hole_name(row[-1])}"
        for row in rows
    ]
    return ", ".join(names) if len(names) <= 12 else f"{names[0]}, {names[1]}, ... {names[-1]}"


def parse_hole(text: str, *, off_board: bool = False) -> Hole:
    """Read ``d4`` or ``(3,3)``.

    Parameters
    ----------
    text : str
        The text to read.
    off_board : bool, optional
        Whether coordinates may be negative, as :func:`hole_name` writes them.

    Raises
    ------
    NotationError
        If the text has neither form.

    Examples
    --------
    >>> parse_hole("d4"), parse_hole("(3, 3)")
    ((3, 3), (3, 3))
    >>> parse_hole("(-1,2)", off_board=True)
    (-1, 2)
    """
    cleaned = text.strip().lower()
    if match := _LETTERS.fullmatch(cleaned):
        x = 0
        for letter in match[1]:
            x = 26 * x + ord(letter) - ord("a") + 1
        return x - 1, int(match[2]) - 1
    if (match := _COORDINATES.fullmatch(cleaned)) and (off_board or "-" not in cleaned):
        return int(match[2]), int(match[3])
    raise NotationError(f"{quoted(text)} is not a hole: write it as d4 or as (3,3)")
