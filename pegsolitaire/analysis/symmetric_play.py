"""Symmetric positions on the way of a game, and solutions through many of them.

The central game of the English board begins and ends with square symmetry; in between it can only
come to positions with a single reflection (Bell 2017, theorem 2).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, SymmetryType, symmetry_types
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Jump, Position, Solution
from pegsolitaire.sets import WinningSets
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

Counts = npt.NDArray[np.int64]


def symmetric_winning(wins: WinningSets) -> dict[int, Words]:
    """The winning positions of a problem that are symmetric, by the number of their type.

    Start and finish are among them where they are symmetric. Positions are up to the problem's
    group, as in the sets.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.game import Problem
    >>> wins = WinningSets.build(Problem.complement(triangle(5), "a1"))
    >>> {number: len(codes) for number, codes in symmetric_winning(wins).items()}
    {3: 10}
    """
    board = wins.problem.board
    codes = np.concatenate([wins.level(pegs) for pegs in _pegs(wins)])
    types = types_of(board, codes)
    return {
        kind.number: codes[types == kind.number]
        for kind in symmetry_types(board)
        if (types == kind.number).any()
    }


def types_of(board: Board, codes: Words) -> Counts:
    """The number of each position's symmetry type, 0 where it has no symmetry.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> codes = [board.vacancy("d4").code, board.vacancy("d3").code, board.vacancy("c1").code]
    >>> types_of(board, np.array(codes, np.uint64)).tolist()
    [1, 7, 0]
    """
    from pegsolitaire.engine import images

    kept = {s.image: images(codes, s.image) == codes for s in board.symmetries}
    types = np.zeros(len(codes), np.int64)
    for kind in reversed(symmetry_types(board)):  # larger subgroups come later, and stay
        for subgroup in kind.subgroups:
            types[np.logical_and.reduce([kept[image] for image in subgroup])] = kind.number
    return types


def most_symmetric_solution(
    wins: WinningSets, kind: SymmetryType, *, work: Work | None = None
) -> Solution:
    """A solution that passes through as many positions of a symmetry type as any can.

    The most positions on the way from the start are found for each winning position, one number
    of pegs after another; then the solution is read off backward.

    Parameters
    ----------
    wins : WinningSets
        Of a problem with one start.
    kind : SymmetryType
        The type: no more symmetry than that, and no less.

    Raises
    ------
    ProblemError
        If the problem cannot be solved, or has several starts.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.game import Problem
    >>> board = triangle(5)
    >>> wins = WinningSets.build(Problem.complement(board, "a1"))
    >>> solution = most_symmetric_solution(wins, symmetry_types(board)[2])
    >>> len(passed(solution, symmetry_types(board)[2]))
    4
    """
    work = Work.of(work)
    problem = wins.problem
    if len(problem.starts) != 1 or Position(problem.board, problem.starts[0]) not in wins:
        raise ProblemError(f"{problem} has no solution from one start: nothing to pass through")
    levels = [_Level(wins, pegs, kind) for pegs in _pegs(wins)]
    work.progress.stage("counting symmetric positions on the way", len(levels))
    levels[0].most += levels[0].symmetric
    for done, (above, below) in enumerate(pairwise(levels), start=1):
        below.follow(above)
        work.update(done)
    return _read_off(wins, levels)


def passed(solution: Solution, kind: SymmetryType) -> list[Position]:
    """The positions of a solution, start and finish included, that have a symmetry type."""
    at = [solution.start]
    for jump in solution:
        at.append(at[-1].play(jump))
    codes = np.array([position.code for position in at], np.uint64)
    types = types_of(solution.start.board, codes)
    return [position for position, number in zip(at, types, strict=True) if number == kind.number]


def _pegs(wins: WinningSets) -> range:
    """The numbers of pegs of a game, from the start on."""
    return range(wins.problem.start_pegs, wins.problem.finish_pegs - 1, -1)


class _Level:
    """The winning positions with one number of pegs, and the most that was passed up to each."""

    def __init__(self, wins: WinningSets, pegs: int, kind: SymmetryType) -> None:
        self._board = wins.problem.board
        self._wins = wins
        self.codes = wins.level(pegs)
        self.symmetric = (types_of(self._board, self.codes) == kind.number).astype(np.int64)
        self.most: Counts = np.zeros(len(self.codes), np.int64)

    def follow(self, above: _Level) -> None:
        """Take over from the level with one peg more."""
        self.most[:] = -1
        for jump in self._board.jumps:
            mask = np.uint64(jump.mask)
            where = np.flatnonzero(above.codes & mask == np.uint64(jump.pegs))
            slot, there = self.find(above.codes[where] ^ mask)
            np.maximum.at(self.most, slot[there], above.most[where[there]])
        self.most += np.where(self.most >= 0, self.symmetric, 0)

    def find(self, codes: Words) -> tuple[Counts, npt.NDArray[np.bool_]]:
        """Where positions are in the level, and whether they are."""
        from pegsolitaire.engine import find_in_sorted

        least = self._wins.least(codes)
        return find_in_sorted(self.codes, least)


def _read_off(wins: WinningSets, levels: list[_Level]) -> Solution:
    """The solution, from its finish backward."""
    board = wins.problem.board
    slots, there = levels[-1].find(_array(list(wins.problem.finishes)))
    ends = zip(wins.problem.finishes, slots, there, strict=True)
    _, code = max((int(levels[-1].most[slot]), code) for code, slot, found in ends if found)
    jumps = []
    for below, above in pairwise(reversed(levels)):
        slot = below.find(_array([code]))[0][0]
        wanted = below.most[slot] - below.symmetric[slot]
        ways = [jump for jump in board.jumps if code & jump.mask == 1 << jump.end]
        slots, there = above.find(_array([code ^ jump.mask for jump in ways]))
        chosen = ways[int(np.flatnonzero(there & (above.most[slots] == wanted))[0])]
        jumps.append(Jump.of(board, chosen))
        code ^= chosen.mask
    return Solution(Position(board, code), reversed(jumps))


def _array(codes: list[int]) -> Words:
    return np.array(codes, np.uint64)
