"""A census of small boards: which of all that there are can be solved, from some vacancy or any.

A board here is a connected set of cells of a lattice, each with the next by a step of a jump, up
to moving, turning and reflecting it (the polyominoes, and those of triangular cells that touch six
others). Boards are left out of which some hole takes part in no jump: a peg there stays for ever,
so that the board with it cannot be solved, and without it is another board. Boards of one hole
more come of those of one hole less by a cell beside them (a connected board has a cell that can
be taken away), and each is solved in all vacancies at once, from the end of the game on.
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
    steps_between,
    unpack,
    with_one_more,
)
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import BoardMasks


MOST_HOLES = 18  # there are 13 million boards of 16 holes on the square lattice


@dataclass(frozen=True)
class CensusRow:
    """How many boards there are of some number of holes.

    Attributes
    ----------
    holes : int
        The holes.
    boards : int
        All connected ones.
    playable : int
        Those whose every hole takes part in a jump.
    some, every : int
        Those of them that can be solved from some vacancy, and from every one: to one peg,
        anywhere.
    """

    holes: int
    boards: int
    playable: int
    some: int
    every: int


@dataclass(frozen=True, eq=False)
class Census:
    """All boards of some number of holes.

    Attributes
    ----------
    lattice : Lattice
        The lattice.
    rows : array of bytes
        The boards, each in canonical form; sorted.
    holes : int
        How many holes each has.
    """

    lattice: Lattice
    rows: Bytes
    holes: int

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def _masks(self) -> BoardMasks:
        from pegsolitaire.engine import survey_of_boards

        return survey_of_boards(unpack(self.rows, self.holes), steps_between(self.lattice))

    @property
    def row(self) -> CensusRow:
        """How many there are."""
        full = (1 << self.holes) - 1
        counts = (self._masks.touched == full, self._masks.solved > 0, self._masks.solved == full)
        return CensusRow(self.holes, len(self), *(int(mask.sum()) for mask in counts))

    def solvable(self, *, everywhere: bool = False) -> Iterator[tuple[Board, tuple[int, ...]]]:
        """The boards that can be solved, with the vacancies from which they can.

        Parameters
        ----------
        everywhere : bool, optional
            Only those that can be solved from every vacancy.

        Yields
        ------
        (board, vacancies) : pair of Board and tuple of int
            The vacancies are indices of holes.
        """
        solved = self._masks.solved
        full = (1 << self.holes) - 1
        chosen = np.flatnonzero(solved == full if everywhere else solved)
        held = unpack(self.rows[chosen], self.holes)
        for mask, cells in zip(solved[chosen].tolist(), held.T.tolist(), strict=True):
            holes = [(cell % ROW, cell // ROW) for cell in cells]
            yield Board(holes, self.lattice), tuple(i for i in range(len(holes)) if mask >> i & 1)


def census(lattice: Lattice, holes: int, *, work: Work | None = None) -> Iterator[Census]:
    """All boards of one hole, of two, and so on.

    Parameters
    ----------
    lattice : Lattice
        One in the plane.
    holes : int
        The most holes, up to 18.

    Raises
    ------
    ProblemError
        If there is not a hole, or the lattice is that of boards in space.
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
    if holes > MOST_HOLES:
        raise BoardTooLargeError(
            f"boards of {holes} holes are too many to count: give at most {MOST_HOLES}"
        )
    found = Census(lattice, as_bytes(np.zeros((1, 1), np.uint64)), 1)
    yield found
    while found.holes < holes:
        work.progress.stage(f"boards of {found.holes + 1} holes", len(found))
        rows = made_of(lattice, found.rows, found.holes, with_one_more, work=work)
        found = Census(lattice, rows, found.holes + 1)
        yield found
