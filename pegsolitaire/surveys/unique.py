"""Find positions with a unique winning jump (Bell 2017, table 4), and extreme positions.

Among all legal jumps of a position with a unique winning jump, exactly one leads to a position
that can still be reduced to one peg. The more legal jumps there are, the harder it is to guess the
winning jump.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, least_image
from pegsolitaire.frames import Columns, html_table
from pegsolitaire.game import Jump, Position
from pegsolitaire.results import Result
from pegsolitaire.sets import Tablebase, WinningSets, tablebase
from pegsolitaire.surveys.symmetric import ClassPositions
from pegsolitaire.theory import ClassLike, as_class, invariants
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
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
class UniqueJumps(ClassPositions):
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
    >>> from pegsolitaire.theory import as_class
    >>> found = unique_jumps(as_class(triangle(6)))
    >>> [(row.pegs, row.max_jumps, row.count) for row in found.rows if 4 <= row.pegs <= 8]
    [(4, 6, 2), (5, 10, 1), (6, 10, 1), (7, 11, 1), (8, 11, 1)]
    >>> len(found), len(found.hardest(10))
    (4196, 9)
    """

    json_fields = ("board", "class_letter", "count", "rows")

    column_types: ClassVar[Mapping[str, str]] = {
        **ClassPositions.column_types,
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
        counted_rows = []
        for pegs in np.unique(self.pegs):
            jumps = self.jumps[self.pegs == pegs]
            most = int(jumps.max())
            counted_rows.append(UniqueRow(int(pegs), len(jumps), most, int((jumps == most).sum())))
        return counted_rows

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
    >>> from pegsolitaire.theory import as_class
    >>> found = unique_jumps(as_class(triangle(5)))
    >>> len(found), found.hardest(4)[0].text(), found.hardest(4)[0] in found
    (259, './../.*./***./.....', True)
    """
    work = Work.of(work)
    found_in = as_class(found_in)
    from pegsolitaire.engine import Probe, codes_with_one_jump

    table = table or tablebase(found_in, work=work)
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
    >>> from pegsolitaire.theory import as_class
    >>> unique = unique_jumps(as_class(triangle(5)))
    >>> len(unique), len(with_unique_solution(unique))
    (259, 122)
    """
    from pegsolitaire.engine import Probe

    probe = Probe(unique.found_in.group)
    level = np.array(unique.found_in.finishes, np.uint64)
    parts = [level[:0]]
    for pegs in range(2, len(unique.board) + 1):
        level = np.unique(probe.least(_before(unique.board, level)))
        level = level[np.isin(level, unique.codes[unique.pegs == pegs])]
        parts.append(level)
    return UniqueJumps(unique.found_in, np.concatenate(parts))


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
    parts = [codes[:0]]
    for jump in board.jumps:
        mask, pegs = np.uint64(jump.mask), np.uint64(jump.pegs)
        parts.append(codes[codes & mask == mask ^ pegs] ^ mask)
    return np.concatenate(parts)


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
    >>> from pegsolitaire.theory import as_class
    >>> board = triangle(5)
    >>> table = Tablebase.build(board, as_class(board).finishes)
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
    >>> from pegsolitaire.theory import as_class
    >>> found = fullest_with_unique_solution(unique_jumps(as_class(triangle(5))))
    >>> len(found), len(found[0])
    (2, 9)
    """
    forced = with_unique_solution(unique)
    most = forced.pegs.max(initial=0)
    return tuple(Position(forced.board, int(code)) for code in forced.codes[forced.pegs == most])


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
    >>> from pegsolitaire.theory import as_class
    >>> board = triangle(5)
    >>> table = Tablebase.build(board, as_class(board).finishes)
    >>> found = longest_forced(unique_jumps(as_class(board), table=table), table)
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
            played = here[codes[here] & mask == np.uint64(jump.pegs)]
            after = codes[played] ^ mask
            wins = table.solvable.contains_codes(after)
            played, after = played[wins], probe.least(after[wins])
            at, known = find_in_sorted(codes[before], after)
            length[played[known]] += length[before[at[known]]]
    return codes, length


def forced_jumps(position: Position, table: Tablebase | WinningSets) -> tuple[Jump, ...]:
    """Return the jumps from a position as long as only one jump wins."""
    jumps: list[Jump] = []
    while True:
        winning = [jump for jump in position.legal_jumps if position.play(jump) in table]
        if len(winning) != 1:
            return tuple(jumps)
        jumps += winning
        position = position.play(winning[0])
