"""Puzzles of the day: easy on Mondays, harder through the week, hard on Sundays.

They are puzzles that come along, rated, of which few positions win: those are found on the spot,
wherever the page is served from, so that nobody waits and no machine is too small.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from zlib import crc32

from pegsolitaire.game.puzzles import Puzzle, puzzle_set, puzzle_sets

#: The bits from which on a puzzle is one of Monday's, Tuesday's and so on; those past the last are
#: too hard for a day.
_BITS = (4.0, 8.0, 10.0, 13.0, 16.5, 20.0, 24.0, 30.0)
_LEAST_PEGS = 5
_SMALL_BOARD = 21  # holes of a board on which few positions win, whatever the start
_MOST_PEGS = 16  # of a start on larger boards: some thousand positions win


@lru_cache(maxsize=1)
def daily_puzzles() -> tuple[tuple[tuple[str, Puzzle], ...], ...]:
    """The puzzles of each day of the week, Monday first, each with the name of its set.

    The week says which of them it is. Their order has nothing to do with how hard they are.

    Examples
    --------
    >>> days = daily_puzzles()
    >>> len(days), {puzzle.difficulty for _, puzzle in days[0]}
    (7, {'easy'})
    """
    found = [(name, puzzle) for name in puzzle_sets() for puzzle in puzzle_set(name)]
    found = sorted((one for one in found if _is_small(one[1])), key=_scattered)
    return tuple(
        tuple((name, one) for name, one in found if least <= (one.rating or 0) < most)
        for least, most in pairwise(_BITS)
    )


def _is_small(puzzle: Puzzle) -> bool:
    """Whether few positions win, but it is a puzzle all the same."""
    if len(puzzle.position) < _LEAST_PEGS:
        return False
    return len(puzzle.board) <= _SMALL_BOARD or len(puzzle.position) <= _MOST_PEGS


def _scattered(one: tuple[str, Puzzle]) -> int:
    """A number without meaning, the same on every machine."""
    return crc32(f"{one[1].board.name} {one[1].position.code}".encode())
