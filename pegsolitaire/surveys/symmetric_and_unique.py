"""Find positions with a unique winning jump (Bell 2017, table 4), and extreme positions.

Among all legal jumps of a position with a unique winning jump, exactly one leads to a position
that can still be reduced to one peg. The more legal jumps there are, the harder it is to guess the
winning jump.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, fields, replace
from functools import cached_property
from itertools import combinations, pairwise
from math import inf
from typing import TYPE_CHECKING, ClassVar

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
    least_image,
    symmetry_types,
)
from pegsolitaire.errors import ProblemError
from pegsolitaire.frames import Columns, html_table
from pegsolitaire.game import Jump, Position, Solution
from pegsolitaire.results import Result
from pegsolitaire.sets import Tablebase, WinningSets
from pegsolitaire.sets.winning import Levelled
from pegsolitaire.theory import ClassLike, PositionClass, as_class, invariants, position_classes
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.board import Permutation
    from pegsolitaire.engine import Words


@dataclass(frozen=True)
class UniqueRow(Result):
    """The numbers of positions with a given number of pegs.

    Attributes
    ----------
    pegs : int
    positions : int
        The number of positions with a unique winning jump, up to the symmetries of the class.
    max_jumps : int
        The largest number of legal jumps in any position with a unique winning jump.
    count : int
        The number of positions that have a unique winning jump and ``max_jumps`` legal jumps.
    """

    pegs: int
    positions: int
    max_jumps: int
    count: int


@dataclass(frozen=True, eq=False)
class UniqueJumps(Levelled, Result):
    """All positions of a class with a unique winning jump.

    Attributes
    ----------
    found_in : PositionClass
        The class. A jump wins if the game can still end with one peg at some finish of the class.
    codes : (n,) array of uint64
        The smallest code of each set of images under the symmetries of the class, sorted.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import class_named
    >>> found = unique_jumps(class_named(triangle(6)))
    >>> [(row.pegs, row.max_jumps, row.count) for row in found.rows if 4 <= row.pegs <= 8]
    [(4, 6, 2), (5, 10, 1), (6, 10, 1), (7, 11, 1), (8, 11, 1)]
    >>> len(found), len(found.hardest(10))
    (4196, 9)
    """

    found_in: PositionClass
    codes: Words

    json_fields = ("board", "class_letter", "count", "rows")

    column_types: ClassVar[Mapping[str, str]] = {
        **Levelled.column_types,
        "jumps": "int16",
    }

    def batches(self) -> Iterator[Columns]:
        """Yield all positions in batches, with the number of legal jumps of each position."""
        yield {"pegs": self.pegs, "code": self.codes, "jumps": self.jumps}

    def _repr_html_(self) -> str:
        headers = [field.name for field in fields(UniqueRow)]
        return html_table(headers, map(astuple, self.rows), self.table_title)

    @property
    def table_title(self) -> str:
        """The kind of positions."""
        name = f"{self.board.name}, class {self.found_in.letter}"
        return f"{name}: {counted(len(self), 'position')} with a unique winning jump"

    def __contains__(self, position: object) -> bool:
        """Return whether a position is included, up to the symmetries of the class."""
        if not isinstance(position, Position) or position.board != self.board:
            return False
        return least_image(self.found_in.group, position.code) in self._known

    @cached_property
    def _known(self) -> frozenset[int]:
        return frozenset(self.codes.tolist())

    @property
    def levels(self) -> dict[int, Words]:
        """The codes by number of pegs, fewest pegs first."""
        return {row.pegs: self.codes[self.pegs == row.pegs] for row in self.rows}

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

    @cached_property
    def pegs(self) -> npt.NDArray[np.int64]:
        """The number of pegs of each position."""
        return np.bitwise_count(self.codes).astype(np.int64)

    @cached_property
    def jumps(self) -> npt.NDArray[np.int64]:
        """The number of legal jumps in each position."""
        return count_jumps(self.board, self.codes)

    @cached_property
    def rows(self) -> list[UniqueRow]:
        """The rows of the table, by number of pegs."""
        found = []
        for pegs in np.unique(self.pegs):
            jumps = self.jumps[self.pegs == pegs]
            most = int(jumps.max())
            found.append(UniqueRow(int(pegs), len(jumps), most, int((jumps == most).sum())))
        return found

    def hardest(self, pegs: int) -> list[Position]:
        """List the positions with the most legal jumps for a given number of pegs."""
        mine = self.pegs == pegs
        most = self.jumps[mine].max(initial=0)
        return [
            Position(self.board, int(code)) for code in self.codes[mine & (self.jumps == most)]
        ]


def unique_jumps(
    found_in: ClassLike, table: Tablebase | None = None, *, work: Work | None = None
) -> UniqueJumps:
    """Find all positions of a class with exactly one winning jump.

    Parameters
    ----------
    found_in : PositionClass, or what makes one
        The class.
    table : Tablebase, optional
        The table of the class; by default it is built.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    BoardTooLargeError
        If the class does not fit in memory.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import class_named
    >>> found = unique_jumps(class_named(triangle(5)))
    >>> len(found), found.hardest(4)[0].text(), found.hardest(4)[0] in found
    (259, './../.*./***./.....', True)
    """
    work = Work.of(work)
    found_in = as_class(found_in)
    from pegsolitaire.engine import Probe, codes_with_one_jump

    table = table or Tablebase.of(found_in.board, found_in.finishes, work=work)
    codes = codes_with_one_jump(table.solvable, work=work)
    codes = np.unique(Probe(found_in.group).least(codes))
    order = np.argsort(np.bitwise_count(codes), kind="stable")
    return UniqueJumps(found_in, codes[order])


def with_unique_solution(unique: UniqueJumps) -> UniqueJumps:
    """Select the positions with a unique solution, in which every winning jump is unique.

    The search goes backward from the finishes: a position has a unique solution if its winning
    jump is unique and leads to a position with a unique solution.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import class_named
    >>> unique = unique_jumps(class_named(triangle(5)))
    >>> len(unique), len(with_unique_solution(unique))
    (259, 122)
    """
    from pegsolitaire.engine import Probe

    probe = Probe(unique.found_in.group)
    level = np.array(unique.found_in.finishes, np.uint64)
    found = [level[:0]]
    for pegs in range(2, len(unique.board) + 1):
        level = np.unique(probe.least(_before(unique.board, level)))
        level = level[np.isin(level, unique.codes[unique.pegs == pegs])]
        found.append(level)
    return UniqueJumps(unique.found_in, np.concatenate(found))


def count_jumps(board: Board, codes: Words) -> npt.NDArray[np.int64]:
    """Count the legal jumps in each position."""
    count = np.zeros(len(codes), np.int64)
    for jump in board.jumps:
        count += codes & np.uint64(jump.mask) == np.uint64(jump.pegs)
    return count


def without_jumps(board: Board, codes: Words) -> Words:
    """Return the positions in which no jump is legal."""
    for jump in board.jumps:  # soon few positions are left to test
        codes = codes[codes & np.uint64(jump.mask) != np.uint64(jump.pegs)]
    return codes


def _before(board: Board, codes: Words) -> Words:
    """Return all positions from which one jump leads to one of the given positions."""
    found = [codes[:0]]
    for jump in board.jumps:
        mask, pegs = np.uint64(jump.mask), np.uint64(jump.pegs)
        found.append(codes[codes & mask == mask ^ pegs] ^ mask)
    return np.concatenate(found)


# -- the extremes of a class ----------------------------------------------------------------------
#
# The dead positions with the most pegs, from which no game ends with one peg; the positions with
# the most pegs and a unique solution; and the longest forced lines, in which only one jump wins
# each time.


@dataclass(frozen=True)
class ForcedLines:
    """The longest sequences of jumps in which every jump is the only winning jump.

    Attributes
    ----------
    starts : tuple of Position
        The positions where the sequences begin, up to the symmetries of the class.
    jumps : tuple of Jump
        The sequence of jumps from the first of these positions.
    """

    starts: tuple[Position, ...]
    jumps: tuple[Jump, ...]


def fullest_dead(table: Tablebase) -> tuple[Position, ...]:
    """Find the fullest positions of a class from which no game can end with one peg.

    The result includes all images under symmetries. The full board is not included even if it is
    in the class, because it has no legal jump.

    Parameters
    ----------
    table : Tablebase
        The table of the class, with all of its finishes.

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
    """Find the positions with the most pegs that have a unique solution, up to symmetry.

    Examples
    --------
    >>> from pegsolitaire.surveys import unique_jumps
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
    """Find the longest sequences of unique winning jumps in a class.

    Parameters
    ----------
    unique : UniqueJumps
        The positions with a unique winning jump.
    table : Tablebase
        The table of the same class.

    Examples
    --------
    >>> from pegsolitaire.surveys import unique_jumps
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
    return ForcedLines(starts, forced_jumps(starts[0], table) if starts else ())


def _in_class(board: Board, empty: int, finish: int) -> Words:
    """Return the codes in the class of a finish that leave the given number of holes empty."""
    holes = (sum(1 << i for i in some) for some in combinations(range(len(board)), empty))
    codes = np.uint64(board.full_code) ^ np.fromiter(holes, np.uint64)
    for mask in invariants(board):
        odd = (finish & mask).bit_count() & 1
        codes = codes[np.bitwise_count(codes & np.uint64(mask)) & 1 == odd]
    return codes


def _lengths(unique: UniqueJumps, table: Tablebase) -> tuple[Words, Words]:
    """Return the codes and, for each of them, the number of consecutive forced jumps."""
    from pegsolitaire.engine import Probe, find_in_sorted

    probe = Probe(unique.found_in.group)
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
            made, after = made[wins], probe.least(after[wins])
            at, known = find_in_sorted(codes[before], after)
            length[made[known]] += length[before[at[known]]]
    return codes, length


def forced_jumps(position: Position, table: Tablebase | WinningSets) -> tuple[Jump, ...]:
    """Return the jumps from a position as long as only one jump wins."""
    jumps: list[Jump] = []
    while True:
        winning = [one for one in position.legal_jumps if position.play(one) in table]
        if len(winning) != 1:
            return tuple(jumps)
        jumps += winning
        position = position.play(winning[0])


# --
# Solvable symmetric positions, by symmetry type (Bell 2017, tables 2 and 3).
#
# A position that a symmetry maps to itself is a union of this symmetry's orbits of holes. So all
# symmetric positions of a type can be listed: at most 2^22 on the boards of the paper. The
# tablebase of the class then shows which of these positions are solvable.


@dataclass(frozen=True, eq=False)
class SymmetricPositions(Levelled, Result):
    """The solvable positions of one symmetry type in one position class.

    Attributes
    ----------
    found_in : PositionClass
        The class.
    kind : SymmetryType
        The exact symmetry of the positions.
    codes : (n,) array of uint64
        The smallest code of each set of images under the symmetries of the class, sorted.
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

    found_in: PositionClass
    kind: SymmetryType
    codes: npt.NDArray[np.uint64]
    solvable_to: dict[str, int]

    json_fields = ("kind", "class_letter", "count", "solvable_to")

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
    found: list[SymmetricPositions] = []
    for chosen in position_classes(board):
        if letters is None or chosen.letter in letters.upper():
            table = Tablebase.of(board, chosen.finishes, store=store, work=work)
            for row in symmetric_in_class(chosen, table):
                count = np.bitwise_count(row.codes)
                codes = row.codes[(count >= within[0]) & (count <= within[1])]
                if len(codes):
                    found.append(replace(row, codes=codes))
            del table  # free its memory before the next table is made
    if by_finish:
        found = _with_finishes(found, store=store, work=work)
    return sorted(found, key=lambda f: (f.kind.number, f.found_in.letter))


def symmetric_in_class(chosen: PositionClass, table: Tablebase) -> list[SymmetricPositions]:
    """Find the solvable symmetric positions of one class, by symmetry type."""
    found = ((kind, _codes_of_type(table, chosen, kind)) for kind in symmetry_types(table.board))
    return [SymmetricPositions(chosen, kind, codes, {}) for kind, codes in found if len(codes)]


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
                table = Tablebase.of(chosen.board, ends, store=store, work=work)
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
    found = [np.zeros(0, np.uint64)]
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
                found.append(solvable)
    return np.unique(Probe(group).least(np.concatenate(found)))


# --
# Symmetric positions within games, and solutions that pass through many of them.
#
# The central game of the English board begins and ends with square symmetry. All other symmetric
# positions in its solutions have only a single reflection (Bell 2017, theorem 2).


Counts = npt.NDArray[np.int64]


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

    kept = {s.image: images(codes, s.image) == codes for s in board.symmetries}
    types = np.zeros(len(codes), np.int64)
    for kind in reversed(symmetry_types(board)):  # larger groups come later and overwrite smaller
        for subgroup in kind.subgroups:
            types[np.logical_and.reduce([kept[image] for image in subgroup])] = kind.number
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
    types = types_of(solution.start.board, np.array([one.code for one in at], np.uint64))
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
