"""Symmetric puzzles on a board without an edge: the challenge at the end of Bell 2017.

Of all patterns that can be played to one peg (:mod:`pegsolitaire.analysis.unbounded`) those that
some map of the lattice leaves alone, up to moving them; sorted by the symmetry types of the papers
(Bell 2017, tables 1 and 3). A pattern has its centre where it likes: in a hole or between holes.

With a jump that wins its mirror images win too, so that a unique winning jump is unique up to the
symmetry of the pattern: all winning jumps are images of one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pegsolitaire.analysis.pattern_arrays import (
    ROW,
    Bytes,
    Pegs,
    canonical,
    chunks,
    found_in,
    image_rows,
    in_place,
    jumps_of,
    unpack,
)
from pegsolitaire.analysis.unbounded import Patterns, UniquePatterns, solvable_levels
from pegsolitaire.board import Board, Lattice, Permutation, SymmetryType, symmetry_types
from pegsolitaire.board.lattice import Matrix, apply_matrix
from pegsolitaire.progress import SILENT, Progress

Masks = npt.NDArray[np.int64]

_NONE = np.zeros(0, np.int64)
_MIDDLE = np.int16(4 + 4 * ROW)  # what a jump leads to lies two holes off the pattern at most


@dataclass(frozen=True, eq=False)
class SymmetricPatterns:
    """The solvable patterns of one symmetry type with one number of pegs.

    Attributes
    ----------
    kind : SymmetryType
        The type; its subgroups are those of a board with all symmetries of the lattice.
    patterns : Patterns
        They themselves; ``len`` goes over them.
    wins : (n,) array of int64
        How many winning jumps each of them allows.
    distinct_wins : (n,) array of int64
        How many of these are not images of one another under the pattern's own symmetries.
    """

    kind: SymmetryType
    patterns: Patterns
    wins: npt.NDArray[np.int64]
    distinct_wins: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.patterns)

    @property
    def most_jumps(self) -> int:
        """The most jumps that one of them allows; 0 where there are none."""
        return int(self.patterns.jumps.max(initial=0))

    @property
    def unique(self) -> UniquePatterns:
        """Those with a unique winning jump, up to their symmetry; the best are its hardest."""
        return UniquePatterns(_chosen(self.patterns, self.distinct_wins == 1), self.patterns)

    @property
    def single(self) -> UniquePatterns:
        """Those with one winning jump, which is its own image: along an axis of reflection."""
        return UniquePatterns(_chosen(self.patterns, self.wins == 1), self.patterns)


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
    below = None
    for level in solvable_levels(lattice, pegs, progress):
        yield level.pegs, _of_level(level, below)
        below = level


def _of_level(level: Patterns, below: Patterns | None) -> tuple[SymmetricPatterns, ...]:
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
        _of_kind(kind, _chosen(level, numbers == number), masks[numbers == number], below)
        for number, kind in enumerate(kinds)
    )


def _of_kind(
    kind: SymmetryType, patterns: Patterns, kept: Masks, below: Patterns | None
) -> SymmetricPatterns:
    """The patterns of a type, and how many of their jumps lead to the level below."""
    lattice, wins, distinct = patterns.lattice, [_NONE], [_NONE]
    if below is None:
        nothing = np.zeros(len(patterns), np.int64)
        return SymmetricPatterns(kind, patterns, nothing, nothing)
    for at, rows in chunks(patterns.rows):
        before = unpack(rows, patterns.pegs)
        which, after = jumps_of(lattice, before)
        won = np.flatnonzero(found_in(below.rows, canonical(lattice, after)))
        which, after = which[won], after[:, won]
        images = _images_within(lattice, before[:, which], after, kept[at + which])
        pairs = np.rec.fromarrays([which, images])
        wins.append(np.bincount(which, minlength=len(rows)))
        distinct.append(np.bincount(np.unique(pairs)["f0"], minlength=len(rows)))
    return SymmetricPatterns(kind, patterns, np.concatenate(wins), np.concatenate(distinct))


def _images_within(lattice: Lattice, before: Pegs, after: Pegs, kept: Masks) -> Bytes:
    """What jumps lead to, the least of its images under the maps that leave the pattern alone.

    A map is moved so that it takes the pattern to itself, which has its corner at the origin.
    """
    least = in_place(after + _MIDDLE)
    for bit, matrix in enumerate(lattice.point_group):
        corner = [along.min(axis=0) for along in _turned(matrix, before)]
        x, y = (along - at for along, at in zip(_turned(matrix, after), corner, strict=True))
        image = in_place((x + ROW * y + _MIDDLE).astype(np.int16))
        least = np.where((kept >> bit & 1 == 1) & (image < least), image, least)
    return least


def _turned(matrix: Matrix, held: Pegs) -> tuple[Pegs, Pegs]:
    """The coordinates of patterns after a map."""
    a, b, c, d = matrix
    y = (held + ROW // 2) // ROW
    x = held - ROW * y
    return a * x + b * y, c * x + d * y


def _chosen(patterns: Patterns, which: npt.NDArray[np.bool_]) -> Patterns:
    return Patterns(patterns.lattice, patterns.pegs, patterns.rows[which])


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
