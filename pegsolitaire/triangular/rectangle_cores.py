"""Solutions of small rectangles, from ``data/rectangles.toml``: what all others grow from.

There is one for every pair of a vacancy and a finish that the position class allows, on the
rectangles with sides from 4 to 6, up to symmetry and up to playing it backward: all of them can be
solved. So can those on longer ones of 4 or 5 columns that no opening makes shorter. They were
found by search (``tools/cores.py``), and each is replayed before it is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pegsolitaire.board import LATTICES, Hole, parse_hole
from pegsolitaire.game import Jump
from pegsolitaire.game.toml_files import Table, number_of, text_of
from pegsolitaire.triangular.data_files import jumps_in, read_entries
from pegsolitaire.triangular.frame import Map, moved

FILE = "rectangles.toml"
SIDES = range(4, 7)
_LATTICES = ("square", "triangular")
_FLIP = (-1, 0, 0, 1)  # left becomes right, and rows stay rows: not on the triangular lattice

_Key = tuple[str, int, int]
_Pair = tuple[Hole, Hole]
Jumps = tuple[Jump, ...]


def has_cores(lattice: str) -> bool:
    """Whether rectangles of a lattice are solved here.

    Examples
    --------
    >>> [has_cores(name) for name in ("square", "square-diagonal", "triangular")]
    [True, False, True]
    """
    return lattice in _LATTICES


def rectangle_core(
    lattice: str, width: int, height: int, start: Hole, finish: Hole | None
) -> Jumps | None:
    """The jumps of a small rectangle from a vacancy to a finish, or to any; None without.

    Examples
    --------
    >>> print(*rectangle_core("square", 4, 4, (1, 0), (2, 0))[-2:])
    a2-c2 c3-c1
    """
    for swap in (False, True):
        shape = (height, width) if swap else (width, height)
        for pair, jumps in load_cores().get((lattice, *shape), {}).items():
            for turn in _turns(lattice, *shape, swap):
                begin, end = map(turn, pair)
                if begin == start and finish in (None, end):
                    return tuple(moved(jump, turn) for jump in jumps)
                if end == start and finish in (None, begin):
                    return tuple(moved(jump, turn) for jump in reversed(jumps))
    return None


def _turns(lattice: str, width: int, height: int, swap: bool) -> Iterator[Map]:
    """The symmetries of a rectangle of a lattice; with ``swap`` its sides change places."""
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
def load_cores() -> dict[_Key, dict[_Pair, Jumps]]:
    """The jumps by lattice, width and height, and by vacancy and finish."""
    found: dict[_Key, dict[_Pair, Jumps]] = {}
    keys = {"lattice", "width", "height", "vacancy", "finish", "moves"}
    for key, pair, jumps in read_entries(FILE, "core", keys, _read):
        found.setdefault(key, {})[pair] = jumps
    return found


def _read(table: Table) -> tuple[_Key, _Pair, Jumps]:
    width, height = (number_of(table, key, 4) for key in ("width", "height"))
    ends = parse_hole(text_of(table, "vacancy")), parse_hole(text_of(table, "finish"))
    return (text_of(table, "lattice"), width, height), ends, jumps_in(table)
