"""Symmetric puzzles on a board without an edge: the challenge at the end of Bell 2017.

Of all patterns that can be played to one peg (:mod:`pegsolitaire.analysis.unbounded`) those that
some map of the lattice leaves alone, up to moving them; sorted by the symmetry types of the papers
(Bell 2017, tables 1 and 3). A pattern has its centre where it likes: in a hole or between holes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pegsolitaire.analysis.pattern_arrays import chunks, image_rows, unpack
from pegsolitaire.analysis.unbounded import Patterns, solvable_levels
from pegsolitaire.board import Board, Lattice, Permutation, SymmetryType, symmetry_types
from pegsolitaire.board.lattice import Matrix, apply_matrix
from pegsolitaire.progress import SILENT, Progress


@dataclass(frozen=True, eq=False)
class SymmetricPatterns:
    """The solvable patterns of one symmetry type with one number of pegs.

    Attributes
    ----------
    kind : SymmetryType
        The type; its subgroups are those of a board with all symmetries of the lattice.
    patterns : Patterns
        They themselves; ``len`` and iteration go over them.
    """

    kind: SymmetryType
    patterns: Patterns

    def __len__(self) -> int:
        return len(self.patterns)

    @property
    def most_jumps(self) -> int:
        """The most jumps that one of them allows; 0 where there are none."""
        return int(self.patterns.jumps.max(initial=0))

    @property
    def hardest(self) -> Patterns:
        """Those that allow the most jumps."""
        rows = self.patterns.rows[self.patterns.jumps == self.most_jumps]
        return Patterns(self.patterns.lattice, self.patterns.pegs, rows)


def symmetric_patterns(
    lattice: Lattice, pegs: int, progress: Progress = SILENT
) -> Iterator[tuple[int, tuple[SymmetricPatterns, ...]]]:
    """The symmetric patterns that can be played to one peg, by pegs and symmetry type.

    Parameters
    ----------
    lattice : Lattice
        The lattice.
    pegs : int
        Up to how many pegs, 12 at most.
    progress : Progress, optional
        Told of every level.

    Yields
    ------
    (pegs, found) : pair of int and tuple of SymmetricPatterns
        For each number of pegs, one for each symmetry type of the lattice, in their order.

    Raises
    ------
    ProblemError, BoardTooLargeError
        As :func:`~pegsolitaire.analysis.solvable_patterns`.

    Examples
    --------
    >>> from pegsolitaire.board import SQUARE
    >>> for pegs, found in symmetric_patterns(SQUARE, 5):
    ...     print(pegs, [len(one) for one in found])
    1 [1, 0, 0, 0, 0, 0, 0]
    2 [0, 0, 0, 1, 0, 0, 0]
    3 [0, 0, 0, 0, 0, 0, 1]
    4 [1, 0, 0, 1, 1, 1, 1]
    5 [0, 0, 0, 0, 0, 3, 5]
    """
    for level in solvable_levels(lattice, pegs, progress):
        yield level.pegs, _of_level(level)


def _of_level(level: Patterns) -> tuple[SymmetricPatterns, ...]:
    lattice = level.lattice
    board, permutations = _full_board(lattice)
    kinds = symmetry_types(board)
    number_of = np.full(1 << len(permutations), -1, np.int16)
    masks = np.concatenate(
        [np.zeros(0, np.int64), *(_kept(level, rows) for _, rows in chunks(level.rows))]
    )
    for mask in np.unique(masks).tolist():
        kept = frozenset(p for i, p in enumerate(permutations) if mask >> i & 1)
        for number, kind in enumerate(kinds):
            if kept in kind.subgroups:
                number_of[mask] = number
    numbers = number_of[masks]
    return tuple(
        SymmetricPatterns(kind, Patterns(lattice, level.pegs, level.rows[numbers == number]))
        for number, kind in enumerate(kinds)
    )


def _kept(level: Patterns, rows: npt.NDArray[np.bytes_]) -> npt.NDArray[np.int64]:
    """For each pattern the maps of the lattice that leave it alone, as bits."""
    held = unpack(rows, level.pegs)
    kept = np.zeros(len(rows), np.int64)
    for bit, image in enumerate(image_rows(level.lattice, held)):
        kept |= (image == rows).astype(np.int64) << bit
    return kept


@lru_cache(maxsize=4)
def _full_board(lattice: Lattice) -> tuple[Board, tuple[Permutation, ...]]:
    """A hole with what is around it, and what each map of the lattice makes of its holes."""
    around = {(0, 0)} | set(lattice.directions)
    if len(lattice.directions) == 4:
        around |= {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)}
    board = Board([(x + 1, y + 1) for x, y in around], lattice, "around")
    return board, tuple(_permutation(board, matrix) for matrix in lattice.point_group)


def _permutation(board: Board, matrix: Matrix) -> Permutation:
    """A map of the lattice about the middle of the board."""
    moved = (apply_matrix(matrix, (x - 1, y - 1)) for x, y in board.holes)
    return tuple(board.index((x + 1, y + 1)) for x, y in moved)
