"""Solutions of the triangles of sides 4 to 8, from ``data/cores.toml``: what all others grow from.

There is one for every feasible pair that can be solved, up to symmetry; they were found by search
(``tools/cores.py``), and each is replayed before it is used. That none is stored proves nothing:
on sides up to 5 all games are played out then, and on larger ones a search has to find one.
"""

from __future__ import annotations

from functools import lru_cache

from pegsolitaire.board import Hole, parse_hole, triangle
from pegsolitaire.errors import NotationError
from pegsolitaire.game import Jump
from pegsolitaire.game.toml_files import Table, text_of
from pegsolitaire.triangular.data_files import Search, jumps_in, read_entries, searched
from pegsolitaire.triangular.frame import moved, turns

FILE = "cores.toml"
SIDES = range(4, 9)
PLAYED_OUT = 5  # the side up to which all games are played out: 15 holes, some milliseconds

Pair = tuple[Hole, Hole]


def core(side: int, start: Hole, finish: Hole | None = None) -> tuple[Jump, ...] | None:
    """The jumps that are stored from a vacancy to a finish, or to any; None where none are.

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


def find_core(
    side: int, start: Hole, finish: Hole | None = None, search: Search | None = None
) -> tuple[Jump, ...] | None:
    """The jumps from a vacancy to a finish, or to any: stored, or found; None where none exist.

    Raises
    ------
    MissingPartError
        If none are stored of a side past 5, and no search finds any.

    Examples
    --------
    >>> find_core(5, (0, 0), (1, 2)) is None, len(find_core(5, (0, 0), (0, 3)))
    (True, 13)
    """
    jumps = core(side, start, finish) if side in SIDES else None
    if jumps is not None:
        return jumps
    if side <= PLAYED_OUT:
        return _played_out(side, start, finish)
    return searched(triangle(side), start, finish, search)


@lru_cache(maxsize=256)
def _played_out(side: int, start: Hole, finish: Hole | None) -> tuple[Jump, ...] | None:
    """The first solution of a small triangle; None once every game has been played."""
    board = triangle(side)
    ends = {board.single(hole).code for hole in (board.holes if finish is None else [finish])}
    dead: set[int] = set()

    def line(code: int) -> tuple[Jump, ...] | None:
        if code in ends:
            return ()
        if code not in dead:
            for jump in board.jumps_from(code):
                rest = line(code ^ jump.mask)
                if rest is not None:
                    return Jump.of(board, jump), *rest
            dead.add(code)
        return None

    return line(board.vacancy(start).code)


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
