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

from pegsolitaire.analysis.moves_between import solution_through, sweep_between
from pegsolitaire.arguments import public
from pegsolitaire.board import apply_permutation
from pegsolitaire.data import difficulty_of
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError, ProblemError
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.sets import PositionValues, Tablebase, WinningSets
from pegsolitaire.sets.fewest_moves import graph_from
from pegsolitaire.theory.doors import PositionLike, as_position, as_problem
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

Floats = npt.NDArray[np.float64]

#: What can be solved: all of a class, or what a game can come to.
Solvable = Tablebase | WinningSets

_MOST = 1 << 21  # positions of a level
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


@public
def rate(
    position: PositionLike, table: Solvable | None = None, *, most: int = _MOST
) -> Rating | None:
    """Rate a puzzle; None where more positions than ``most`` have one number of pegs.

    Parameters
    ----------
    position : Position
        Where it starts.
    table : Tablebase or WinningSets, optional
        What can be solved to its finish; winning sets are those of a game from it. Left out, the
        games from it are gone through, as long as that takes seconds.
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
    if table is None:
        return rate_alone(as_problem(position))
    position = as_position(position)
    if position not in table:
        raise ProblemError(f"{position.text()} cannot be solved: it has no rating")
    if position.code in table.problem.finishes:
        raise ProblemError(f"{position.text()} is solved already: it has no rating")
    walk = _Walk.of(position, table, most)
    if walk is None:
        return None
    return Rating(
        bits=walk.bits,
        jumps=walk.first[0],
        winning=walk.first[1],
        forced=walk.forced,
        share=2 ** (-walk.bits / walk.length),
        chance=walk.chance,
        moves=walk.values().moves(position),
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
        wins = WinningSets.build(problem, prune=False, work=Work(_SECONDS, memory=_LEVEL))
    except (BoardTooLargeError, BudgetSpentError):
        return None
    start = Position(problem.board, problem.starts[0])
    return rate(start, wins) if start in wins and start.code not in problem.finishes else None


class _Walk:
    """All winning positions with one number of pegs, and how likely two players are there."""

    def __init__(self, code: int, table: Solvable) -> None:
        self.problem = table.problem
        within = table if isinstance(table, WinningSets) else table.solvable
        self._wins = within.contains_codes
        self._finishes = np.array(self.problem.finishes, np.uint64)
        start = self.least(np.array([code], np.uint64))
        self.codes: Words = start[~np.isin(start, self._finishes)]
        self._blind: Floats = np.ones(1)  # somebody who plays any jump
        self._knowing: Floats = np.ones(1)  # somebody who plays any winning jump
        self.bits, self.chance, self.length, self.forced = 0.0, 0.0, 0.0, 0
        self.first = (0, 0)
        self._levels: list[Words] = []

    @classmethod
    def of(cls, position: Position, table: Solvable, most: int) -> _Walk | None:
        """All games from a position, to their finishes; None where a level is too large."""
        if position not in table:
            raise ProblemError(f"{position.text()} cannot be solved: no number of moves will do")
        walk = cls(position.code, table)
        while len(walk.codes):
            if len(walk.codes) > most:
                return None
            walk.step()
        return walk

    def least(self, codes: Words) -> Words:
        """The least images of codes under the symmetries of the problem."""
        from pegsolitaire.engine import least_images

        return least_images(codes, [symmetry.image for symmetry in self.problem.group])

    def values(self) -> PositionValues:
        """The fewest moves from all positions that the games come through."""
        levels = [np.unique(self.least(self._finishes)), *reversed(self._levels)]
        return PositionValues.within(self.problem, levels, ["moves"])

    def step(self) -> None:
        """Play one jump from everywhere."""
        self._levels.append(self.codes)
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
        for jump in self.problem.board.jumps:
            mask = np.uint64(jump.mask)
            places.append(np.flatnonzero(self.codes & mask == np.uint64(jump.pegs)))
            reached.append(self.codes[places[-1]] ^ mask)
        where, after = np.concatenate(places), np.concatenate(reached)
        wins = self._wins(after)  # of all at once: most are few
        self._next = where[wins], after[wins]
        size = len(self.codes)
        return np.bincount(where, minlength=size), np.bincount(where[wins], minlength=size)

    def _play(self, legal: npt.NDArray[np.int64], winning: npt.NDArray[np.int64]) -> None:
        where, after = self._next
        self.codes, slot = np.unique(self.least(after), return_inverse=True)
        size = len(self.codes)
        blind = _sums(slot, (self._blind / np.maximum(legal, 1))[where], size)
        knowing = _sums(slot, (self._knowing / np.maximum(winning, 1))[where], size)
        ended = np.isin(self.codes, self._finishes)
        self.chance += float(blind[ended].sum())
        self.codes, self._blind, self._knowing = self.codes[~ended], blind[~ended], knowing[~ended]


def _sums(slot: npt.NDArray[np.int64], values: Floats, size: int) -> Floats:
    """For each slot the sum of its values."""
    return np.bincount(slot, values, size).astype(np.float64)


def fewest_solution(position: Position, table: Solvable, *, most: int = _MOST) -> Solution | None:
    """A solution with the least moves; None where more than ``most`` positions have as many pegs.

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
    from pegsolitaire.engine import MoveLevels, make_layout

    walk = _Walk.of(position, table, most)
    if walk is None:
        return None
    problem, board = walk.problem, position.board
    game = Problem.of_codes(board, (position.code,), problem.finishes)
    layout = make_layout(board, problem.group)
    passed: list[int] = []  # of each level, from the last one on, the least that leads on
    for codes in reversed(graph_from(game, walk.values())[1:]):
        least = walk.least(codes)
        if passed:
            with MoveLevels(layout, [passed[-1]], backward=True) as undone:
                before = undone.codes(undone.steps(undone.levels[0]))
            least = np.intersect1d(before, least)
        passed.append(int(least.min()))
    line = [position.code]
    for code in reversed(passed):
        images = (apply_permutation(symmetry.image, code) for symmetry in problem.group)
        line.append(next(one for one in images if sweep_between(board, line[-1], one)))
    return solution_through(board, line)
