"""The extremes of a position class: what is dead, and what is forced, with the most pegs.

The fullest dead positions, from which no game ends with one peg; the fullest positions that are
solved in exactly one way; and the longest forced lines, along which a single jump wins, time after
time.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from pegsolitaire.analysis.unique import UniqueJumps, with_unique_solution
from pegsolitaire.board import Board
from pegsolitaire.game import Jump, Position
from pegsolitaire.sets import Tablebase
from pegsolitaire.theory import invariants

if TYPE_CHECKING:
    from pegsolitaire.engine import Words


@dataclass(frozen=True)
class ForcedLines:
    """The longest sequences of jumps each of which is the only one that wins.

    Attributes
    ----------
    starts : tuple of Position
        Where they begin, up to the symmetries of the class.
    jumps : tuple of Jump
        The line from the first of them.
    """

    starts: tuple[Position, ...]
    jumps: tuple[Jump, ...]


def fullest_dead(table: Tablebase) -> tuple[Position, ...]:
    """The positions of a class with the most pegs that cannot be played to one peg.

    All of them, with their images. The full board is none of them, where it is of the class:
    there is no jump in it.

    Parameters
    ----------
    table : Tablebase
        Of the class, with all of its finishes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import class_named
    >>> board = triangle(5)
    >>> table = Tablebase.build(board, class_named(board).finishes)
    >>> found = fullest_dead(table)
    >>> len(found), len(found[0])
    (2, 13)
    """
    board = table.board
    for empty in range(1, len(board)):
        codes = _in_class(board, empty, table.finishes[0])
        dead = codes[~table.solvable.contains_codes(codes)]
        if len(dead):
            return tuple(Position(board, int(code)) for code in dead)
    return ()


def fullest_with_unique_solution(unique: UniqueJumps) -> tuple[Position, ...]:
    """The positions with the most pegs that are solved in exactly one way, up to symmetry.

    Examples
    --------
    >>> from pegsolitaire.analysis import unique_jumps
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import class_named
    >>> found = fullest_with_unique_solution(unique_jumps(class_named(triangle(5))))
    >>> len(found), len(found[0])
    (2, 9)
    """
    found = with_unique_solution(unique)
    most = found.pegs.max(initial=0)
    return tuple(Position(found.board, int(code)) for code in found.codes[found.pegs == most])


def longest_forced(unique: UniqueJumps, table: Tablebase) -> ForcedLines:
    """The longest lines of single winning jumps in a class.

    Parameters
    ----------
    unique : UniqueJumps
        The positions with a unique winning jump.
    table : Tablebase
        Of the same class.

    Examples
    --------
    >>> from pegsolitaire.analysis import unique_jumps
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import class_named
    >>> board = triangle(5)
    >>> table = Tablebase.build(board, class_named(board).finishes)
    >>> found = longest_forced(unique_jumps(class_named(board), table=table), table)
    >>> len(found.jumps), len(found.starts)
    (8, 2)
    """
    codes, length = _lengths(unique, table)
    most = length.max(initial=0)
    starts = tuple(Position(unique.board, int(code)) for code in codes[length == most])
    return ForcedLines(starts, _line(starts[0], most, table) if starts else ())


def _in_class(board: Board, empty: int, finish: int) -> Words:
    """The codes with so many holes empty that no jump keeps out of the class of a finish."""
    holes = (sum(1 << i for i in some) for some in combinations(range(len(board)), empty))
    codes = np.uint64(board.full) ^ np.fromiter(holes, np.uint64)
    for mask in invariants(board):
        odd = (finish & mask).bit_count() & 1
        codes = codes[np.bitwise_count(codes & np.uint64(mask)) & 1 == odd]
    return codes


def _lengths(unique: UniqueJumps, table: Tablebase) -> tuple[Words, Words]:
    """The codes, and how many jumps are forced from each, one after the other."""
    from pegsolitaire.engine import least_images

    group = [symmetry.image for symmetry in unique.found_in.group]
    codes, length = unique.codes, np.ones(len(unique), np.uint64)
    pegs = unique.pegs
    for level in np.unique(pegs):
        before = np.flatnonzero(pegs == level - 1)
        here = np.flatnonzero(pegs == level)
        if not len(before):
            continue
        for jump in unique.board.jumps:
            mask = np.uint64(jump.mask)
            made = here[codes[here] & mask == np.uint64(jump.pegs)]
            after = codes[made] ^ mask
            wins = table.solvable.contains_codes(after)
            made, after = made[wins], np.asarray(least_images(after[wins], group))
            at = np.minimum(np.searchsorted(codes[before], after), len(before) - 1)
            known = codes[before][at] == after
            length[made[known]] += length[before[at[known]]]
    return codes, length


def _line(start: Position, most: int, table: Tablebase) -> tuple[Jump, ...]:
    jumps: list[Jump] = []
    position = start
    for _ in range(int(most)):
        [jump] = [one for one in position.jumps if position.after(one) in table]
        jumps.append(jump)
        position = position.after(jump)
    return tuple(jumps)
