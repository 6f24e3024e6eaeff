"""Solvable symmetric positions, by symmetry type (Bell 2017, tables 2 and 3).

A position that a symmetry maps to itself is a union of this symmetry's orbits of holes. So all
symmetric positions of a type can be listed: at most 2^22 on the boards of the paper. The tablebase
of the class then shows which of these positions are solvable.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pegsolitaire.arguments import number_range
from pegsolitaire.board import (
    Board,
    BoardLike,
    SymmetryType,
    as_board,
    conjugate,
    hole_name,
    symmetry_types,
)
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Jump, Position, Solution
from pegsolitaire.results import Result
from pegsolitaire.sets import Tablebase, WinningSets, tablebase
from pegsolitaire.sets.winning import Levelled
from pegsolitaire.theory import PositionClass, position_classes
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.board import Permutation
    from pegsolitaire.engine import Words

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ClassPositions(Levelled, Result):
    """Positions of one class, up to the symmetries of the class.

    Attributes
    ----------
    found_in : PositionClass
        The class.
    codes : (n,) array of uint64
        The smallest code of each set of images under the symmetries of the class, sorted.
    """

    found_in: PositionClass
    codes: npt.NDArray[np.uint64]

    @property
    def class_letter(self) -> str:
        """The letter of the class."""
        return self.found_in.letter

    @property
    def count(self) -> int:
        """The number of positions."""
        return len(self)

    @property
    def board(self) -> Board:
        """The board."""
        return self.found_in.board

    @property
    def levels(self) -> dict[int, Words]:
        """The codes by number of pegs, fewest pegs first."""
        pegs = np.bitwise_count(self.codes)
        return {int(number): self.codes[pegs == number] for number in np.unique(pegs)}


@dataclass(frozen=True, eq=False)
class SymmetricPositions(ClassPositions):
    """The solvable positions of one symmetry type in one position class.

    Attributes
    ----------
    found_in : PositionClass
        The class.
    codes : (n,) array of uint64
        The smallest code of each set of images under the symmetries of the class, sorted.
    kind : SymmetryType
        The exact symmetry of the positions.
    solvable_to : dict of str to int
        For one finish of each orbit of finishes, the number of positions from which a game can end
        with one peg in a hole of this orbit; empty if not requested.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> [found] = symmetric_positions(triangle(5))
    >>> found.kind.description, len(found), found.sizes()[2]
    ('one orthogonal reflection', 121, 1)
    """

    kind: SymmetryType
    solvable_to: dict[str, int]

    json_fields = ("kind", "class_letter", "count", "solvable_to")

    @property
    def table_title(self) -> str:
        """The kind of positions."""
        name = f"{self.board.name}, class {self.found_in.letter}"
        return f"{name}: {len(self):,} solvable positions with {self.kind.description}"


def symmetric_positions(
    board: BoardLike,
    *,
    letters: str | None = None,
    pegs: tuple[float, float] | float = (0, inf),
    by_finish: bool = False,
    store: bool = False,
    work: Work | None = None,
) -> list[SymmetricPositions]:
    """Find all solvable symmetric positions of a board, by symmetry type and position class.

    A position is solvable if it can be reduced to one peg anywhere. By theorems 1 and 3 of the
    paper, most types occur only in class A, because the set of finishes of a solvable position has
    the symmetry of the position.

    Parameters
    ----------
    board : Board, or what makes one
        The board, of up to 64 holes.
    letters : str, optional
        The classes to search, such as ``"AB"``; by default all classes.
    pegs : (int, int) or int, optional
        The least and the most pegs.
    by_finish : bool, optional
        Whether to determine in which holes the last peg can be. This needs a tablebase for each
        orbit of finishes.
    store : bool, optional
        Whether to load tablebases from the store, and to save new tablebases there.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    BoardTooLargeError
        If a class does not fit in memory.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> for found in symmetric_positions(triangle(5)):
    ...     print(found.found_in.letter, found.kind.description, len(found))
    A one orthogonal reflection 121
    """
    work = Work.of(work)
    board = as_board(board)
    within = number_range(pegs, "pegs")
    positions: list[SymmetricPositions] = []
    for chosen in position_classes(board):
        if letters is None or chosen.letter in letters.upper():
            table = tablebase(chosen, store=store, work=work)
            for row in symmetric_in_class(chosen, table):
                count = np.bitwise_count(row.codes)
                codes = row.codes[(count >= within[0]) & (count <= within[1])]
                if len(codes):
                    positions.append(replace(row, codes=codes))
            del table  # free its memory before the next table is made
    if by_finish:
        positions = _with_finishes(positions, store=store, work=work)
    return sorted(positions, key=lambda f: (f.kind.number, f.found_in.letter))


def symmetric_in_class(chosen: PositionClass, table: Tablebase) -> list[SymmetricPositions]:
    """Find the solvable symmetric positions of one class, by symmetry type."""
    codes_by_type = (
        (kind, _codes_of_type(table, chosen, kind)) for kind in symmetry_types(table.board)
    )
    return [
        SymmetricPositions(chosen, codes, kind, {}) for kind, codes in codes_by_type if len(codes)
    ]


def _with_finishes(
    rows: list[SymmetricPositions], *, store: bool, work: Work
) -> list[SymmetricPositions]:
    """Add to each row how many positions can be solved with the last peg in each orbit."""
    counts: dict[tuple[str, int], dict[str, int]] = {}
    for chosen in dict.fromkeys(row.found_in for row in rows):
        mine = [row for row in rows if row.found_in == chosen]
        for orbit in chosen.finish_orbits:
            name = hole_name(chosen.board.holes[orbit[0]])
            table = None
            if len(orbit) < len(chosen.bits):
                ends = [1 << i for i in orbit]
                table = (
                    Tablebase.load(chosen.board, ends, work=work)
                    if store
                    else Tablebase.build(chosen.board, ends, work=work)
                )
            for row in mine:
                count = len(row)
                if table is not None:
                    count = int(table.solvable.contains_codes(row.codes).sum())
                counts.setdefault((chosen.letter, row.kind.number), {})[name] = count
    return [replace(row, solvable_to=counts[row.found_in.letter, row.kind.number]) for row in rows]


def _codes_of_type(table: Tablebase, chosen: PositionClass, kind: SymmetryType) -> Words:
    """Return the canonical codes of the positions of a class with exactly the given symmetry."""
    from pegsolitaire.engine import Probe, fixed_codes, images

    group = chosen.group
    inside = frozenset(symmetry.image for symmetry in group)
    parts = [np.zeros(0, np.uint64)]
    seen: set[frozenset[Permutation]] = set()
    for subgroup in kind.subgroups:
        if subgroup in seen:  # conjugate to an earlier one
            continue
        seen.update(conjugate(symmetry.image, subgroup) for symmetry in group)
        if subgroup <= inside:
            for codes in fixed_codes(table.solvable.coset, subgroup):
                solvable = codes[table.solvable.contains_codes(codes)]
                for image in inside - subgroup:  # each other symmetry must change the position
                    solvable = solvable[images(solvable, image) != solvable]
                parts.append(solvable)
    return np.unique(Probe(group).least(np.concatenate(parts)))


# --
# Symmetric positions within games, and solutions that pass through many of them.
#
# The central game of the English board begins and ends with square symmetry. All other symmetric
# positions in its solutions have only a single reflection (Bell 2017, theorem 2).


def symmetric_winning(wins: WinningSets) -> dict[int, Words]:
    """Find the symmetric winning positions of a problem, by the number of their symmetry type.

    The start and the finish are included if they are symmetric. Positions are listed up to the
    symmetries of the problem, as in the winning sets.

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
    """Return the number of each position's symmetry type, or 0 if it has no symmetry.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> codes = [board.vacancy("d4").code, board.vacancy("d3").code, board.vacancy("c1").code]
    >>> types_of(board, np.array(codes, np.uint64)).tolist()
    [1, 7, 0]
    """
    from pegsolitaire.engine import images

    unchanged = {s.image: images(codes, s.image) == codes for s in board.symmetries}
    types = np.zeros(len(codes), np.int64)
    for kind in reversed(symmetry_types(board)):  # larger groups come later and overwrite smaller
        for subgroup in kind.subgroups:
            types[np.logical_and.reduce([unchanged[image] for image in subgroup])] = kind.number
    return types


def most_symmetric_solution(
    wins: WinningSets, kind: SymmetryType, *, work: Work | None = None
) -> Solution:
    """Find a solution that passes through as many positions of a symmetry type as possible.

    For each winning position, the search computes the largest number of such positions on a path
    from the start, level by level. Then it traces the solution backward.

    Parameters
    ----------
    wins : WinningSets
        The winning sets of a problem with one start.
    kind : SymmetryType
        The exact symmetry type of the positions.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

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
        raise ProblemError(
            f"{problem} has no solution from one start: give a solvable problem with one start"
        )
    levels = [_Level(wins, pegs, kind) for pegs in _pegs(wins)]
    work.progress.stage("counting symmetric positions on the way", len(levels))
    levels[0].most += levels[0].symmetric
    for done, (above, below) in enumerate(pairwise(levels), start=1):
        below.follow(above)
        work.spend(len(below.codes))
        work.update(done)
    return _read_off(wins, levels)


def passed(solution: Solution, kind: SymmetryType) -> list[Position]:
    """List the positions in a solution that have a symmetry type, including start and finish."""
    at = solution.positions
    types = types_of(solution.start.board, np.array([position.code for position in at], np.uint64))
    return [position for position, number in zip(at, types, strict=True) if number == kind.number]


def _pegs(wins: WinningSets) -> range:
    """Return the numbers of pegs in a game as a range that begins with the start."""
    return range(wins.problem.start_pegs, wins.problem.finish_pegs - 1, -1)


class _Level:
    """The winning positions of a level.

    For each position, ``most`` is the largest number of symmetric positions that a game can visit
    on the way to it.
    """

    def __init__(self, wins: WinningSets, pegs: int, kind: SymmetryType) -> None:
        self._board = wins.problem.board
        self._wins = wins
        self.codes = wins.level(pegs)
        self.symmetric = (types_of(self._board, self.codes) == kind.number).astype(np.int64)
        self.most: Counts = np.zeros(len(self.codes), np.int64)

    def follow(self, above: _Level) -> None:
        """Update the counts from the level with one more peg."""
        self.most[:] = -1
        for jump in self._board.jumps:
            mask = np.uint64(jump.mask)
            where = np.flatnonzero(above.codes & mask == np.uint64(jump.pegs))
            slot, there = self.find(above.codes[where] ^ mask)
            np.maximum.at(self.most, slot[there], above.most[where[there]])
        self.most += np.where(self.most >= 0, self.symmetric, 0)

    def find(self, codes: Words) -> tuple[Counts, npt.NDArray[np.bool_]]:
        """Look up positions in the level. Return their indices, and flags for those found."""
        from pegsolitaire.engine import find_in_sorted

        least = self._wins.least(codes)
        return find_in_sorted(self.codes, least)


def _read_off(wins: WinningSets, levels: list[_Level]) -> Solution:
    """Trace the solution backward from its finish."""
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
