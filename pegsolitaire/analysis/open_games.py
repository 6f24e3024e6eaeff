"""All games from some pegs where there is no board at all.

A game from n pegs ends after n - 1 jumps at most, so that without an edge, too, games come to
finitely many positions. They are gone through level by level as rows of bytes
(:mod:`pegsolitaire.analysis.pattern_arrays`), each where it is: not moved, not turned. The jumps
of a game are found backward. Twelve pegs come to some ten thousand positions, the triangle of side
5 without a corner to 1,176,950, in a few seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from pegsolitaire.analysis.pattern_arrays import (
    BITS,
    ROW,
    Bytes,
    Pegs,
    chunks,
    found_in,
    in_place,
    jumps_back,
    jumps_of,
    unpack,
)
from pegsolitaire.board import Hole, Lattice
from pegsolitaire.budget import UNLIMITED, Budget
from pegsolitaire.game import Jump, Outcome
from pegsolitaire.progress import SILENT, Progress

_MOST = 1 << 22  # positions of all levels together: half a minute, and 100 MB
_MOST_PEGS = 20  # more of them, close to each other, come to more positions than that


@dataclass(frozen=True)
class PlayedOut:
    """What came of playing out all games from some pegs.

    Attributes
    ----------
    outcome : Outcome
        Undecided where the games are too many, or reach too far.
    jumps : tuple of Jump
        A game that ends with one peg, where there is one.
    positions : int
        How many positions were gone through.
    """

    outcome: Outcome
    jumps: tuple[Jump, ...] = ()
    positions: int = 0


def play_out(
    lattice: Lattice,
    pegs: Iterable[Hole],
    room: Iterable[Hole],
    finish: Hole | None = None,
    *,
    budget: Budget = UNLIMITED,
    progress: Progress = SILENT,
) -> PlayedOut:
    """Play out all games from some pegs on a board without an edge.

    Parameters
    ----------
    lattice : Lattice
        The lattice.
    pegs : iterable of (int, int)
        The pegs.
    room : iterable of (int, int)
        Holes that no game leaves (:func:`~pegsolitaire.analysis.room_of`). Where they span more
        than 32 rows or columns nothing is decided, nor is it with more than 20 pegs.
    finish : (int, int), optional
        The hole of the last peg; anywhere, if it is left out.
    budget : Budget, optional
        The time and the positions; four million positions at most.
    progress : Progress, optional
        Told of every level.

    Examples
    --------
    >>> from pegsolitaire.analysis import room_of
    >>> from pegsolitaire.board import SQUARE
    >>> pegs = [(0, 0), (1, 0), (1, 1)]
    >>> play_out(SQUARE, pegs, room_of(SQUARE, pegs)).outcome.solvable
    False
    >>> pegs = [(0, 0), (0, 1), (1, -1)]
    >>> play_out(SQUARE, pegs, room_of(SQUARE, pegs)).jumps
    (Jump((0, 1), (0, -1)), Jump((1, -1), (-1, -1)))
    """
    held, spanned = list(pegs), [*room, *pegs]
    left, top = (min(hole[axis] for hole in spanned) for axis in (0, 1))
    if len(held) > _MOST_PEGS or max(max(x - left, y - top) for x, y in spanned) >> BITS:
        return PlayedOut(Outcome.UNDECIDED)
    start = np.array([[x - left + ROW * (y - top)] for x, y in held], np.int16)
    levels, looked_at = [in_place(start)], 1
    own = budget.part(positions=_MOST)
    while len(levels) < len(held) and len(levels[-1]):
        number = len(held) - len(levels) + 1
        progress.stage(f"all games, {number} pegs", len(levels[-1]))
        found = _level_after(lattice, levels[-1], number, own, progress)
        if found is None:
            return PlayedOut(Outcome.UNDECIDED, (), looked_at)
        levels.append(found)
        looked_at += len(found)
    ends = levels[-1] if len(levels) == len(held) else levels[-1][:0]
    if finish is not None and len(ends):
        at = np.array([[finish[0] - left + ROW * (finish[1] - top)]], np.int16)
        ends = ends[ends == in_place(at)]
    if not len(ends):
        return PlayedOut(Outcome.IMPOSSIBLE, (), looked_at)
    jumps = _game_to(lattice, unpack(ends[:1], 1), levels[:-1])
    moved = tuple(jump.moved(left, top) for jump in jumps)
    return PlayedOut(Outcome.SOLVED, moved, looked_at)


def _level_after(
    lattice: Lattice, rows: Bytes, pegs: int, budget: Budget, progress: Progress
) -> Bytes | None:
    """What a jump makes of positions, sorted and each once; None where the budget is spent."""
    found = []
    for at, some in chunks(rows):
        if budget.spent:
            return None
        _, after = jumps_of(lattice, unpack(some, pegs))
        found.append(np.unique(in_place(after)))
        budget.spend(len(some))
        progress.update(at + len(some))
    return np.unique(np.concatenate(found))


def _game_to(lattice: Lattice, end: Pegs, levels: list[Bytes]) -> list[Jump]:
    """The jumps of a game that comes to a position, through levels of one peg more each."""
    jumps = []
    for rows in reversed(levels):
        before = jumps_back(lattice, end)
        inside = ((before % ROW) >> BITS | (before // ROW) >> BITS) == 0
        before = before[:, inside.all(axis=0)]
        last = before[:, np.flatnonzero(found_in(rows, in_place(before)))[:1]]
        jumps.append(_jump_between(last, end))
        end = last
    return jumps[::-1]


def _jump_between(before: Pegs, after: Pegs) -> Jump:
    """The jump that makes one position of another."""
    had, has = ({(n % ROW, n // ROW) for n in held.ravel().tolist()} for held in (before, after))
    [end] = has - had
    [jump] = [
        Jump(start, end)
        for start, over in permutations(had - has)
        if Jump(start, end).over == over
    ]
    return jump
