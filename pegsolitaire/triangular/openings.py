"""Openings of rectangles: rows with the vacancy in them, cleared at once.

An opening clears three rows of a few columns, or six, beside rows that are full, and leaves one
hole of these vacant, three rows further on or six; all else is as it was. Upright 6-purges beside
it clear the other columns (:mod:`pegsolitaire.triangular.strips`). Four columns, or five where
their number is odd, are enough for most vacancies; others take six or seven columns, or six rows
where there are no more columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pegsolitaire.board import Hole
from pegsolitaire.data.store import Entry, Number, Text, load_list
from pegsolitaire.triangular.cores import CONSTRUCTIONS, jumps_in, pair_in
from pegsolitaire.triangular.frame import moved
from pegsolitaire.triangular.peeling import Opened
from pegsolitaire.triangular.purges import Purge
from pegsolitaire.triangular.strips import opening_columns

OPENINGS = CONSTRUCTIONS / "openings.toml"
BESIDE = 3  # full rows that an opening needs beside those that it clears


def opened(width: int, vacancy: Hole, room: int) -> Opened | None:
    """Clear the outermost rows of a rectangle that is full but for a vacancy in them.

    Parameters
    ----------
    width : int
        Holes in a row, 4 or more.
    vacancy : (int, int)
        How far along the rows it is, and in which row: 1 to 3, the last of them the outermost.
    room : int
        How many rows may be cleared.

    Returns
    -------
    Opened or None
        One that leaves the vacancy as far along the rows as it was, where that can be; None
        where no opening is known.

    Examples
    --------
    >>> found = opened(9, (4, 1), 3)
    >>> found.vacancy, [block.kind for block in found.strip.blocks]
    ((4, -2), ['upright opening', 'upright 6-purge', 'upright 6-purge'])
    """
    ways = sorted(_ways(width, vacancy, room), key=lambda way: way[0])
    if not ways:
        return None
    _, left, flip, one = ways[0]
    strip = opening_columns(one.purge, width, left)

    def place(hole: Hole) -> Hole:
        along = hole[0] + left
        return (width - 1 - along if flip else along), hole[1]

    return Opened(strip.moved(place), one.lines, place(one.target))


@dataclass(frozen=True)
class _Opening:
    """An opening of the file: a purge, and where its vacancy is before and after it."""

    width: int
    lines: int
    vacancy: Hole
    target: Hole
    purge: Purge


def _ways(
    width: int, vacancy: Hole, room: int
) -> Iterator[tuple[tuple[int, bool, int], int, bool, _Opening]]:
    """The openings that take a vacancy: how good, how many columns lie before, and if flipped."""
    for one in _openings():
        spare = width - one.width
        if spare < 0 or spare % 2 or one.lines > room or (one.lines > 3 and spare):
            continue
        row = vacancy[1] + one.lines - 3
        for flip in (False, True):
            along = width - 1 - vacancy[0] if flip else vacancy[0]
            left = along - one.vacancy[0]
            if 0 <= left <= spare and left % 2 == 0 and row == one.vacancy[1]:
                moves_on = one.target[0] != one.vacancy[0]
                yield (one.lines, moves_on, one.width), left, flip, one


@lru_cache(maxsize=1)
def _openings() -> tuple[_Opening, ...]:
    return load_list(OPENINGS, "opening", OpeningEntry, _opening)


class OpeningEntry(Entry):
    """An opening, as the file has it: rows are counted from the first of those beside it, a1."""

    width: Number
    rows: Number
    vacancy: Text
    leaves: Text
    moves: Text


def _opening(entry: OpeningEntry) -> _Opening:
    width, lines = entry.width, entry.rows

    def inside(hole: Hole) -> Hole:
        return hole[0], hole[1] - BESIDE + 1

    vacancy, target = map(inside, pair_in(entry.vacancy, entry.leaves))
    beside = {(x, y) for y in range(1 - BESIDE, 1) for x in range(width)}
    rows = {(x, y) for y in range(1, lines + 1) for x in range(width)}
    purge = Purge(
        "upright opening",
        "square",
        frozenset(beside | rows) - {vacancy},
        frozenset({vacancy}),
        frozenset(beside) - {target},
        tuple(moved(jump, inside) for jump in jumps_in(entry.moves)),
    )
    return _Opening(width, lines, vacancy, target, purge)
