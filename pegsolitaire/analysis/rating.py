"""How hard a puzzle is: a rating that is computed, not guessed.

All winning positions that a puzzle can come to are gone through, jump by jump. The *rating* is
what a player has to know: somebody who knows which jumps win chooses one of them at random, each
time; what it takes to tell the winning jumps from all legal ones is ``log2(legal / winning)`` bits
at each step, and the rating is the sum of these along such a game, on average. Steps with no wrong
jump add nothing, a unique winning jump among sixteen adds four.

It is *not* the chance of random play, which is computed beside it: random play also profits from
the many ways in which a puzzle can be solved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position
from pegsolitaire.sets import Tablebase

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

Floats = npt.NDArray[np.float64]
Holes = npt.NDArray[np.int16]

_MOST = 1 << 21  # positions of a level, and of those with one number of moves


@dataclass(frozen=True)
class Rating:
    """What is hard about a puzzle.

    Attributes
    ----------
    bits : float
        The rating: what a player has to know, in bits.
    jumps, winning : int
        The starting jumps, and how many of them win.
    forced : int
        How many jumps from the start on are the only ones that win.
    share : float
        The winning share of the legal jumps along the way, the geometric mean over the steps of
        games in which a winning jump is chosen at random each time.
    chance : float
        The probability that random play, all legal jumps equally likely, wins; exact up to
        rounding.
    moves : int or None
        The least moves of a solution; None where finding it out was too much.
    """

    bits: float
    jumps: int
    winning: int
    forced: int
    share: float
    chance: float
    moves: int | None

    @property
    def text(self) -> str:
        """In words."""
        moves = (
            "" if self.moves is None else f"; shortest {self.moves} move{'s' * (self.moves != 1)}"
        )
        return (
            f"{self.bits:.1f} bits; {self.winning} of {self.jumps} jumps win, "
            f"{self.share:.0%} along the way; random play {self.chance:.1e}{moves}"
        )


def rate(position: Position, table: Tablebase, *, most: int = _MOST) -> Rating | None:
    """Rate a puzzle; None where more positions than ``most`` have one number of pegs.

    Parameters
    ----------
    position : Position
        Where it starts.
    table : Tablebase
        What can be solved to its finish.
    most : int, optional
        The positions of a level that may be looked at.

    Raises
    ------
    ProblemError
        If the puzzle cannot be solved, or is solved already.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> rating = rate(board.vacancy("a1"), Tablebase.build(board, ["a1"]))
    >>> rating.jumps, rating.winning, rating.forced, rating.moves
    (2, 2, 0, 10)
    >>> f"{rating.bits:.2f} bits, {rating.share:.0%}, chance {rating.chance:.5f}"
    '12.99 bits, 50%, chance 0.00025'
    """
    if position not in table:
        raise ProblemError(f"{position.text} cannot be solved: it has no rating")
    if position.code in table.finishes:
        raise ProblemError(f"{position.text} is solved already: it has no rating")
    walk = _Walk(table, position.code)
    while len(walk.codes) and len(walk.codes) <= most:
        walk.step()
    if len(walk.codes):
        return None
    return Rating(
        bits=walk.bits,
        jumps=walk.first[0],
        winning=walk.first[1],
        forced=walk.forced,
        share=2 ** (-walk.bits / walk.length),
        chance=walk.chance,
        moves=fewest_moves(position, table, most=most),
    )


class _Walk:
    """All winning positions with one number of pegs, and how likely two players are there."""

    def __init__(self, table: Tablebase, code: int) -> None:
        self._table = table
        self._group = [symmetry.image for symmetry in table.group]
        self._ends = np.array(table.finishes, np.uint64)
        self.codes: Words = np.array([code], np.uint64)
        self._blind: Floats = np.ones(1)  # somebody who plays any jump
        self._knowing: Floats = np.ones(1)  # somebody who plays any winning jump
        self.bits, self.chance, self.length, self.forced = 0.0, 0.0, 0.0, 0
        self.first = (0, 0)

    def step(self) -> None:
        """Play one jump from everywhere."""
        legal, winning = self._count_jumps()
        if self.first == (0, 0):
            self.first = int(legal[0]), int(winning[0])
        if len(self.codes) == 1 and winning[0] == 1 and self.forced == self.length:
            self.forced += 1
        going = winning > 0
        knowing = self._knowing[going]
        self.length += float(knowing.sum())
        self.bits += float((knowing * np.log2(legal[going] / winning[going])).sum())
        self._play(legal, winning)

    def _count_jumps(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        places, reached = [], []
        for jump in self._table.board.jumps:
            mask = np.uint64(jump.mask)
            places.append(np.flatnonzero(self.codes & mask == np.uint64(jump.pegs)))
            reached.append(self.codes[places[-1]] ^ mask)
        where, after = np.concatenate(places), np.concatenate(reached)
        wins = self._table.solvable.contains_codes(after)  # of all at once: most are few
        self._next = where[wins], after[wins]
        size = len(self.codes)
        return np.bincount(where, minlength=size), np.bincount(where[wins], minlength=size)

    def _play(self, legal: npt.NDArray[np.int64], winning: npt.NDArray[np.int64]) -> None:
        from pegsolitaire.engine import least_images

        where, after = self._next
        after = least_images(after, self._group)
        self.codes, slot = np.unique(after, return_inverse=True)
        size = len(self.codes)
        blind = _sums(slot, (self._blind / np.maximum(legal, 1))[where], size)
        knowing = _sums(slot, (self._knowing / np.maximum(winning, 1))[where], size)
        ended = np.isin(self.codes, self._ends)
        self.chance += float(blind[ended].sum())
        self.codes, self._blind, self._knowing = self.codes[~ended], blind[~ended], knowing[~ended]


def _sums(slot: npt.NDArray[np.int64], values: Floats, size: int) -> Floats:
    """For each slot the sum of its values."""
    return np.bincount(slot, values, size).astype(np.float64)


def fewest_moves(position: Position, table: Tablebase, *, most: int = _MOST) -> int | None:
    """The least moves of a solution; None where more positions than ``most`` are in the way.

    A move is one or more jumps of one peg: all winning positions after one move are found, after
    two, and so on; up to the symmetries of the finish, each but once.

    Raises
    ------
    ProblemError
        If the position cannot be solved.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(6)
    >>> fewest_moves(board.vacancy("a1"), Tablebase.build(board, ["a1"]))
    10
    """
    from pegsolitaire.engine import least_images

    if position not in table:
        raise ProblemError(f"{position.text} cannot be solved: no number of moves will do")
    group = [symmetry.image for symmetry in table.group]
    ends = np.array(table.finishes, np.uint64)
    codes = seen = np.array([position.code], np.uint64)
    moves = 0
    while not np.isin(codes, ends).any():
        if len(codes) > most:
            return None
        codes = np.unique(least_images(_after_a_move(table, codes), group))
        codes = codes[np.isin(codes, seen, invert=True)]
        seen = np.concatenate([seen, codes])
        moves += 1
    return moves


def _after_a_move(table: Tablebase, codes: Words) -> Words:
    """The winning positions after one move: a jump, and all that its peg can go on with."""
    after, holes = _jumps(table, codes, None)
    found = [after]
    while len(after):
        after, holes = _jumps(table, after, holes)
        found.append(after)
    return np.concatenate(found)


def _jumps(table: Tablebase, codes: Words, holes: Holes | None) -> tuple[Words, Holes]:
    """What winning jumps lead to, and where they end: those of any peg, or of the one in a hole.

    Each pair comes once.
    """
    found, landed = [codes[:0]], [np.zeros(0, np.int16)]
    for jump in table.board.jumps:
        mask = np.uint64(jump.mask)
        legal = codes & mask == np.uint64(jump.pegs)
        after = codes[legal if holes is None else legal & (holes == jump.start)] ^ mask
        found.append(after)
        landed.append(np.full(len(after), jump.end, np.int16))
    reached, ends = np.concatenate(found), np.concatenate(landed)
    wins = table.solvable.contains_codes(reached)  # of all at once: most are few
    return _distinct(reached[wins], ends[wins])


def _distinct(codes: Words, holes: Holes) -> tuple[Words, Holes]:
    """Each pair once."""
    order = np.lexsort((holes, codes))
    codes, holes = codes[order], holes[order]
    new = np.ones(len(codes), np.bool_)
    new[1:] = (codes[1:] != codes[:-1]) | (holes[1:] != holes[:-1])
    return codes[new], holes[new]
