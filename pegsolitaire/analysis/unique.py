"""Positions with a unique winning jump (Bell 2017, table 4), and the extremes of a position class.

Of all jumps that such a position allows exactly one leads to a position that can still be played
to one peg. The more jumps there are, the harder it is to guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from pegsolitaire.arguments import public
from pegsolitaire.board import Board, least_image
from pegsolitaire.game import Jump, Position
from pegsolitaire.results import Result
from pegsolitaire.sets import Tablebase
from pegsolitaire.sets.levelled import Levelled
from pegsolitaire.tables import Columns, html_table
from pegsolitaire.theory import PositionClass, invariants
from pegsolitaire.theory.doors import ClassLike, as_class
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Words


@dataclass(frozen=True)
class UniqueRow(Result):
    """What there is with one number of pegs.

    Attributes
    ----------
    pegs : int
    positions : int
        Positions with a unique winning jump, up to the symmetries of the class.
    max_jumps : int
        The most jumps that any of them allows.
    count : int
        How many of them allow as many as that.
    """

    pegs: int
    positions: int
    max_jumps: int
    count: int

    json_keys = "pegs max_jumps count positions"


@dataclass(frozen=True, eq=False)
class UniqueJumps(Levelled, Result):
    """All positions of a class with a unique winning jump.

    Attributes
    ----------
    found_in : PositionClass
        The class; a winning jump leads to where one peg, at any of its finishes, can be reached.
    codes : (n,) array of uint64
        One of each that the symmetries of the class turn into one another, the least; sorted.

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

    json_keys = "board=board.name class=found_in.letter positions=__len__() rows"

    column_types: ClassVar[Mapping[str, str]] = {
        **Levelled.column_types,
        "jumps": "int16",
    }

    def batches(self) -> Iterator[Columns]:
        """All positions, with the number of jumps that each allows."""
        yield {"pegs": self.pegs, "code": self.codes, "jumps": self.jumps}

    def _repr_html_(self) -> str:
        headers = [field.name for field in fields(UniqueRow)]
        return html_table(headers, map(astuple, self.rows), self.table_title)

    @property
    def table_title(self) -> str:
        """What the positions are."""
        name = f"{self.board.name}, class {self.found_in.letter}"
        return f"{name}: {len(self):,} positions with a unique winning jump"

    def __contains__(self, position: object) -> bool:
        """Whether a position is one of them, up to the symmetries of the class."""
        if not isinstance(position, Position) or position.board != self.board:
            return False
        return least_image(self.found_in.group, position.code) in self._known

    @cached_property
    def _known(self) -> frozenset[int]:
        return frozenset(self.codes.tolist())

    @property
    def levels(self) -> dict[int, Words]:
        """The codes by pegs, the fewest first."""
        return {row.pegs: self.codes[self.pegs == row.pegs] for row in self.rows}

    def codes_by_pegs(self) -> dict[int, Words]:
        """The levels."""
        return self.levels

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
        """The number of jumps that each position allows."""
        return count_jumps(self.board, self.codes)

    @cached_property
    def rows(self) -> list[UniqueRow]:
        """The table, by pegs."""
        found = []
        for pegs in np.unique(self.pegs):
            jumps = self.jumps[self.pegs == pegs]
            most = int(jumps.max())
            found.append(UniqueRow(int(pegs), len(jumps), most, int((jumps == most).sum())))
        return found

    def hardest(self, pegs: int) -> list[Position]:
        """Of the positions with ``pegs`` pegs those that allow the most jumps."""
        mine = self.pegs == pegs
        most = self.jumps[mine].max(initial=0)
        return [
            Position(self.board, int(code)) for code in self.codes[mine & (self.jumps == most)]
        ]


@public
def unique_jumps(
    found_in: ClassLike, table: Tablebase | None = None, *, work: Work | None = None
) -> UniqueJumps:
    """All positions of a class with exactly one winning jump.

    Parameters
    ----------
    found_in : PositionClass
        The class.
    table : Tablebase, optional
        That of the class; without it, it is built.

    Raises
    ------
    BoardTooLargeError
        If the class does not fit the memory.

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
    from pegsolitaire.engine import codes_with_one_jump, least_images

    table = table or Tablebase.of(found_in.board, found_in.finishes, work=work)
    codes = codes_with_one_jump(table.solvable, work=work)
    codes = np.unique(least_images(codes, (symmetry.image for symmetry in found_in.group)))
    order = np.argsort(np.bitwise_count(codes), kind="stable")
    return UniqueJumps(found_in, codes[order])


def with_unique_solution(unique: UniqueJumps) -> UniqueJumps:
    """Those positions all of whose winning jumps, to the very end, are unique.

    There is one sequence of jumps that solves them. Played backward from the finishes: what leads
    to a position with a unique solution, and has a unique winning jump, has a unique solution.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import class_named
    >>> unique = unique_jumps(class_named(triangle(5)))
    >>> len(unique), len(with_unique_solution(unique))
    (259, 122)
    """
    from pegsolitaire.engine import least_images

    group = [symmetry.image for symmetry in unique.found_in.group]
    level = np.array(unique.found_in.finishes, np.uint64)
    found = [level[:0]]
    for pegs in range(2, len(unique.board) + 1):
        level = np.unique(least_images(_before(unique.board, level), group))
        level = level[np.isin(level, unique.codes[unique.pegs == pegs])]
        found.append(level)
    return UniqueJumps(unique.found_in, np.concatenate(found))


def count_jumps(board: Board, codes: Words) -> npt.NDArray[np.int64]:
    """The number of jumps that each of many positions allows."""
    count = np.zeros(len(codes), np.int64)
    for jump in board.jumps:
        count += codes & np.uint64(jump.mask) == np.uint64(jump.pegs)
    return count


def _before(board: Board, codes: Words) -> Words:
    """All positions from which a jump leads to one of some."""
    found = [codes[:0]]
    for jump in board.jumps:
        mask, pegs = np.uint64(jump.mask), np.uint64(jump.pegs)
        found.append(codes[codes & mask == mask ^ pegs] ^ mask)
    return np.concatenate(found)


# -- the extremes of a class ----------------------------------------------------------------------
#
# The fullest dead positions, from which no game ends with one peg; the fullest positions that are
# solved in exactly one way; and the longest forced lines, along which a single jump wins, time
# after time.


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
    codes = np.uint64(board.full_code) ^ np.fromiter(holes, np.uint64)
    for mask in invariants(board):
        odd = (finish & mask).bit_count() & 1
        codes = codes[np.bitwise_count(codes & np.uint64(mask)) & 1 == odd]
    return codes


def _lengths(unique: UniqueJumps, table: Tablebase) -> tuple[Words, Words]:
    """The codes, and how many jumps are forced from each, one after the other."""
    from pegsolitaire.engine import find_in_sorted, least_images

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
            at, known = find_in_sorted(codes[before], after)
            length[made[known]] += length[before[at[known]]]
    return codes, length


def _line(start: Position, most: int, table: Tablebase) -> tuple[Jump, ...]:
    jumps: list[Jump] = []
    position = start
    for _ in range(int(most)):
        [jump] = [one for one in position.legal_jumps if position.play(one) in table]
        jumps.append(jump)
        position = position.play(jump)
    return tuple(jumps)
