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

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pegsolitaire.analysis.moves_between import solution_through, sweep_between
from pegsolitaire.board import Board, Permutation, apply_permutation
from pegsolitaire.budget import Budget
from pegsolitaire.data import difficulty_of
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError, ProblemError
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.sets import Tablebase, WinningSets

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

Floats = npt.NDArray[np.float64]
Holes = npt.NDArray[np.int16]

#: What can be solved: all of a class, or what a game can come to.
Solvable = Tablebase | WinningSets

_MOST = 1 << 21  # positions of a level, and of those with one number of moves
_LEVEL = "16MiB"  # of a level of the games from a puzzle that is rated alone
_SECONDS = 5.0  # for that


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
    def difficulty(self) -> str:
        """How hard it is, in a word: easy, medium, hard or very hard."""
        return difficulty_of(self.bits)

    @property
    def text(self) -> str:
        """In words."""
        moves = (
            "" if self.moves is None else f"; shortest {self.moves} move{'s' * (self.moves != 1)}"
        )
        return (
            f"{self.difficulty}, {self.bits:.1f} bits; {self.winning} of {self.jumps} jumps win, "
            f"{self.share:.0%} along the way; random play {self.chance:.1e}{moves}"
        )


@dataclass(frozen=True)
class _Known:
    """What can be solved, whoever knows it."""

    board: Board
    finishes: Words
    group: tuple[Permutation, ...]
    wins: Callable[[Words], npt.NDArray[np.bool_]]

    @classmethod
    def of(cls, table: Solvable) -> _Known:
        if isinstance(table, WinningSets):
            group, finishes = table.problem.group, table.problem.finishes
            wins = table.contains_codes
        else:
            group, finishes = table.group, table.finishes
            wins = table.solvable.contains_codes
        images = tuple(symmetry.image for symmetry in group)
        return cls(table.board, np.array(finishes, np.uint64), images, wins)


def rate(position: Position, table: Solvable, *, most: int = _MOST) -> Rating | None:
    """Rate a puzzle; None where more positions than ``most`` have one number of pegs.

    Parameters
    ----------
    position : Position
        Where it starts.
    table : Tablebase or WinningSets
        What can be solved to its finish; winning sets are those of a game from it.
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
    known = _Known.of(table)
    if position.code in known.finishes:
        raise ProblemError(f"{position.text} is solved already: it has no rating")
    walk = _Walk(known, position.code)
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


def rate_alone(problem: Problem) -> Rating | None:
    """Rate a puzzle by the games from it, without a table of its class; None if that is too much.

    It is also None if it cannot be solved.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> round(rate_alone(Problem.complement(triangle(5), "a1")).bits, 2)
    12.99
    """
    if not problem.board.fits_word or len(problem.starts) > 1:
        return None
    try:
        wins = WinningSets.build(problem, budget=Budget(_SECONDS, memory=_LEVEL), prune=False)
    except (BoardTooLargeError, BudgetSpentError):
        return None
    start = Position(problem.board, problem.starts[0])
    return rate(start, wins) if start in wins and start.code not in problem.finishes else None


class _Walk:
    """All winning positions with one number of pegs, and how likely two players are there."""

    def __init__(self, known: _Known, code: int) -> None:
        self._known = known
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
        for jump in self._known.board.jumps:
            mask = np.uint64(jump.mask)
            places.append(np.flatnonzero(self.codes & mask == np.uint64(jump.pegs)))
            reached.append(self.codes[places[-1]] ^ mask)
        where, after = np.concatenate(places), np.concatenate(reached)
        wins = self._known.wins(after)  # of all at once: most are few
        self._next = where[wins], after[wins]
        size = len(self.codes)
        return np.bincount(where, minlength=size), np.bincount(where[wins], minlength=size)

    def _play(self, legal: npt.NDArray[np.int64], winning: npt.NDArray[np.int64]) -> None:
        from pegsolitaire.engine import least_images

        where, after = self._next
        after = least_images(after, self._known.group)
        self.codes, slot = np.unique(after, return_inverse=True)
        size = len(self.codes)
        blind = _sums(slot, (self._blind / np.maximum(legal, 1))[where], size)
        knowing = _sums(slot, (self._knowing / np.maximum(winning, 1))[where], size)
        ended = np.isin(self.codes, self._known.finishes)
        self.chance += float(blind[ended].sum())
        self.codes, self._blind, self._knowing = self.codes[~ended], blind[~ended], knowing[~ended]


def _sums(slot: npt.NDArray[np.int64], values: Floats, size: int) -> Floats:
    """For each slot the sum of its values."""
    return np.bincount(slot, values, size).astype(np.float64)


def fewest_moves(position: Position, table: Solvable, *, most: int = _MOST) -> int | None:
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
    levels = _levels_by_moves(position, table, most)
    return None if levels is None else len(levels) - 1


def fewest_solution(position: Position, table: Solvable, *, most: int = _MOST) -> Solution | None:
    """A solution with the least moves; None where more than ``most`` positions are in the way.

    Raises
    ------
    ProblemError
        If the position cannot be solved.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(6)
    >>> table = Tablebase.build(board, ["a1"])
    >>> len(fewest_solution(board.vacancy("a1"), table).moves)
    10
    """
    levels = _levels_by_moves(position, table, most)
    if levels is None:
        return None
    known = _Known.of(table)
    (*before, last) = levels
    passed = [int(last[np.isin(last, known.finishes)][0])]  # of each a representative
    for level in reversed(before):
        passed.append(_one_before(known, level, passed[-1]))
    codes = [position.code]
    for least in reversed(passed[:-1]):
        images = (apply_permutation(image, least) for image in known.group)
        codes.append(next(one for one in images if sweep_between(known.board, codes[-1], one)))
    return solution_through(known.board, codes)


def _levels_by_moves(position: Position, table: Solvable, most: int) -> list[Words] | None:
    """The winning positions after no move, after one ..., to where the first is solved."""
    from pegsolitaire.engine import least_images

    if position not in table:
        raise ProblemError(f"{position.text} cannot be solved: no number of moves will do")
    known = _Known.of(table)
    codes = seen = np.array([position.code], np.uint64)
    levels = [codes]
    while not np.isin(codes, known.finishes).any():
        if len(codes) > most:
            return None
        codes = np.unique(least_images(_after_a_move(known, codes), known.group))
        codes = codes[np.isin(codes, seen, invert=True)]
        seen = np.concatenate([seen, codes])
        levels.append(codes)
    return levels


def _one_before(known: _Known, codes: Words, after: int) -> int:
    """One of some positions from which a move leads to another; half are left each time."""
    from pegsolitaire.engine import least_images

    while len(codes) > 1:
        half = codes[: len(codes) // 2]
        reached = least_images(_after_a_move(known, half), known.group)
        codes = half if (reached == np.uint64(after)).any() else codes[len(half) :]
    return int(codes[0])


def _after_a_move(known: _Known, codes: Words) -> Words:
    """The winning positions after one move: a jump, and all that its peg can go on with."""
    after, holes = _jumps(known, codes, None)
    found = [after]
    while len(after):
        after, holes = _jumps(known, after, holes)
        found.append(after)
    return np.concatenate(found)


def _jumps(known: _Known, codes: Words, holes: Holes | None) -> tuple[Words, Holes]:
    """What winning jumps lead to, and where they end: those of any peg, or of the one in a hole.

    Each pair comes once.
    """
    found, landed = [codes[:0]], [np.zeros(0, np.int16)]
    for jump in known.board.jumps:
        mask = np.uint64(jump.mask)
        legal = codes & mask == np.uint64(jump.pegs)
        after = codes[legal if holes is None else legal & (holes == jump.start)] ^ mask
        found.append(after)
        landed.append(np.full(len(after), jump.end, np.int16))
    reached, ends = np.concatenate(found), np.concatenate(landed)
    wins = known.wins(reached)  # of all at once: most are few
    return _distinct(reached[wins], ends[wins])


def _distinct(codes: Words, holes: Holes) -> tuple[Words, Holes]:
    """Each pair once."""
    order = np.lexsort((holes, codes))
    codes, holes = codes[order], holes[order]
    new = np.ones(len(codes), np.bool_)
    new[1:] = (codes[1:] != codes[:-1]) | (holes[1:] != holes[:-1])
    return codes[new], holes[new]
