"""Census of small boards: count the boards that can be solved from some or from every vacancy.

Here a board is a connected set of cells of a lattice, up to translation, rotation and reflection.
Neighbouring cells are one step of a jump apart. On the square lattice, these sets are the
polyominoes. On the triangular lattice, they are the corresponding sets of cells with six
neighbours. A board is omitted if one of its holes takes part in no jump: a peg in this hole would
stay forever, and the board without this hole is counted as a smaller board. Larger boards are made
by adding a neighbouring cell to boards with one hole fewer. This finds every board, because every
connected board has a cell whose removal leaves it connected. Each board is solved for all
vacancies at once, backward from the end of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pegsolitaire.board import Board, Lattice
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.solving.patterns import (
    ROW,
    Bytes,
    as_bytes,
    made_of,
    unpack,
    with_one_more,
)
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import BoardMasks


_MAX_CENSUS_HOLES = 18  # there are 13 million boards of 16 holes on the square lattice


@dataclass(frozen=True)
class CensusRow:
    """The numbers of boards with a given number of holes.

    Attributes
    ----------
    holes : int
        The number of holes.
    boards : int
        The number of all connected boards.
    playable : int
        The number of boards in which every hole takes part in a jump.
    some, every : int
        The number of playable boards that can be solved to one peg anywhere from some vacancy, and
        the number that can be solved from every vacancy.
    """

    holes: int
    boards: int
    playable: int
    some: int
    every: int


@dataclass(frozen=True, eq=False)
class Census:
    """All boards with a given number of holes.

    Attributes
    ----------
    lattice : Lattice
        The lattice.
    rows : array of bytes
        The boards, each in canonical form, sorted.
    holes : int
        The number of holes of each board.
    """

    lattice: Lattice
    rows: Bytes
    holes: int

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def _masks(self) -> BoardMasks:
        from pegsolitaire.engine import survey_of_boards

        steps = [dx + ROW * dy for dx, dy in self.lattice.directions]
        return survey_of_boards(unpack(self.rows, self.holes), steps)

    @property
    def row(self) -> CensusRow:
        """The numbers of boards, playable boards and solvable boards."""
        full = (1 << self.holes) - 1
        counts = (self._masks.touched == full, self._masks.solved > 0, self._masks.solved == full)
        return CensusRow(self.holes, len(self), *(int(mask.sum()) for mask in counts))

    def solvable(self, *, everywhere: bool = False) -> Iterator[tuple[Board, tuple[int, ...]]]:
        """Yield the boards that can be solved, with the vacancies from which they can be solved.

        Parameters
        ----------
        everywhere : bool, optional
            Whether to yield only boards that can be solved from every vacancy.

        Yields
        ------
        (board, vacancies) : pair of Board and tuple of int
            A board, and the indices of the vacancies from which it can be solved.
        """
        solved = self._masks.solved
        full = (1 << self.holes) - 1
        chosen = np.flatnonzero(solved == full if everywhere else solved)
        held = unpack(self.rows[chosen], self.holes)
        for mask, cells in zip(solved[chosen].tolist(), held.T.tolist(), strict=True):
            holes = [(cell % ROW, cell // ROW) for cell in cells]
            yield Board(holes, self.lattice), tuple(i for i in range(len(holes)) if mask >> i & 1)


def census(lattice: Lattice, holes: int, *, work: Work | None = None) -> Iterator[Census]:
    """Yield the census of all boards with one hole, with two holes, and so on.

    Parameters
    ----------
    lattice : Lattice
        A lattice in the plane.
    holes : int
        The largest number of holes, at most 18.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If the number of holes is less than 1, or the lattice is not in the plane.
    BoardTooLargeError
        If there are too many holes.

    Examples
    --------
    >>> from pegsolitaire.board import SQUARE, TRIANGULAR
    >>> [one.row.some for one in census(SQUARE, 8)]
    [0, 0, 1, 1, 1, 3, 4, 18]
    >>> *_, six = census(TRIANGULAR, 6)
    >>> six.row
    CensusRow(holes=6, boards=82, playable=14, some=6, every=1)
    >>> [(board, vacancies)] = six.solvable(everywhere=True)
    >>> board.picture().split(), len(vacancies)
    (['o', 'ooo', 'o', 'o'], 6)
    """
    work = Work.of(work)
    if holes < 1:
        raise ProblemError(f"boards cannot have {holes} holes: give 1 or more")
    if lattice.layer:
        raise ProblemError(
            "only boards in the plane can be counted: choose a lattice in the plane"
        )
    if holes > _MAX_CENSUS_HOLES:
        raise BoardTooLargeError(
            f"boards of {holes} holes are too many to count: give at most {_MAX_CENSUS_HOLES}"
        )
    level = Census(lattice, as_bytes(np.zeros((1, 1), np.uint64)), 1)
    yield level
    while level.holes < holes:
        work.progress.stage(f"boards of {level.holes + 1} holes", len(level))
        rows = made_of(lattice, level.rows, level.holes, with_one_more, work=work)
        level = Census(lattice, rows, level.holes + 1)
        yield level
