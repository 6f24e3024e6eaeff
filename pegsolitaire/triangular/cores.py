"""Solutions of the triangles of sides 4 to 8, from ``data/cores.toml``: what all others grow from.

There is one for every feasible pair that can be solved, up to symmetry; they were found by search
(``tools/cores.py``), and each is replayed before it is used.
"""

from __future__ import annotations

from functools import lru_cache

from pegsolitaire.board import Hole, parse_hole
from pegsolitaire.errors import NotationError
from pegsolitaire.game import Jump
from pegsolitaire.game.toml_files import Table, text_of
from pegsolitaire.triangular.data_files import jumps_in, read_entries
from pegsolitaire.triangular.frame import moved, turns

FILE = "cores.toml"
SIDES = range(4, 9)

Pair = tuple[Hole, Hole]


def core(side: int, start: Hole, finish: Hole | None = None) -> tuple[Jump, ...] | None:
    """The jumps from a vacancy to a finish, or to any; None where there is no solution.

    Parameters
    ----------
    side : int
        4 to 8.
    start : (int, int)
        The vacancy.
    finish : (int, int), optional
        Where to end.

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


@lru_cache(maxsize=1)
def _cores() -> dict[int, dict[Pair, tuple[Jump, ...]]]:
    """The jumps by side and pair."""
    found: dict[int, dict[Pair, tuple[Jump, ...]]] = {side: {} for side in SIDES}
    for side, ends, jumps in read_entries(
        FILE, "core", {"side", "vacancy", "finish", "moves"}, _core
    ):
        found[side][ends] = jumps
    return found


def _core(table: Table) -> tuple[int, Pair, tuple[Jump, ...]]:
    side = table.get("side")
    if not isinstance(side, int) or side not in SIDES:
        raise NotationError(f"side = {side!r} is not one of {SIDES[0]} to {SIDES[-1]}")
    ends = parse_hole(text_of(table, "vacancy")), parse_hole(text_of(table, "finish"))
    return side, ends, jumps_in(table)
