"""Positions with a unique winning jump (Bell 2017, table 4).

Of all jumps that such a position allows exactly one leads to a position that can still be played
to one peg. The more jumps there are, the harder it is to guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import least_image
from pegsolitaire.game import Position
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets import Tablebase
from pegsolitaire.sets.levelled import Levelled
from pegsolitaire.tables import Columns, html_table
from pegsolitaire.theory import PositionClass

if TYPE_CHECKING:
    from pegsolitaire.board import Board
    from pegsolitaire.engine import Words


@dataclass(frozen=True)
class UniqueRow:
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


@dataclass(frozen=True, eq=False)
class UniqueJumps(Levelled):
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


def unique_jumps(
    found_in: PositionClass, progress: Progress = SILENT, table: Tablebase | None = None
) -> UniqueJumps:
    """All positions of a class with exactly one winning jump.

    Parameters
    ----------
    found_in : PositionClass
        The class.
    progress : Progress, optional
        Told of the sweeps, and of how much of the class has been looked at.
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
    >>> len(found), found.hardest(4)[0].text, found.hardest(4)[0] in found
    (259, './../.*./***./.....', True)
    """
    from pegsolitaire.engine import codes_with_one_jump, least_images

    table = table or Tablebase.of(found_in.board, found_in.finishes, progress)
    codes = codes_with_one_jump(table.solvable, progress)
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
