"""Puzzles on a board without an edge (Bell 2017, "Summary").

A pattern is a set of pegs up to translation and the lattice's point group. All those that can be
played to one peg are found backward, level by level: a peg is replaced by two next to it in line.

A level takes 16 bytes a pattern (8 up to 6 pegs), up to six times that while it is built, and 100
MB beside. It is some 8 times the one before on the square lattice, and 12 on the triangular.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pegsolitaire.analysis.pattern_arrays import (
    BITS,
    MOST_PEGS,
    ROW,
    as_bytes,
    canonical,
    chunks,
    found_in,
    image_rows,
    jumps_back,
    jumps_of,
    made_of,
    pack,
    unpack,
)
from pegsolitaire.board import Lattice
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Pattern
from pegsolitaire.progress import SILENT, Progress


@dataclass(frozen=True, eq=False)
class Patterns:
    """A set of patterns with the same number of pegs: ``in``, iteration and ``len``.

    Attributes
    ----------
    lattice : Lattice
        The lattice.
    pegs : int
        The number of pegs of each.
    rows : (n,) array of bytes
        The patterns as the module describes them, sorted.
    """

    lattice: Lattice
    pegs: int
    rows: npt.NDArray[np.bytes_]

    @property
    def coordinates(self) -> npt.NDArray[np.int16]:
        """The pegs of each pattern, of the shape (patterns, pegs, 2)."""
        held = unpack(self.rows, self.pegs).T
        return np.stack([held % ROW, held // ROW], axis=2)

    @cached_property
    def jumps(self) -> npt.NDArray[np.int64]:
        """The number of jumps that each pattern allows."""
        counts = [np.zeros(0, np.int64)]
        for _, rows in chunks(self.rows):
            which, _ = jumps_of(self.lattice, unpack(rows, self.pegs))
            counts.append(np.bincount(which, minlength=len(rows)))
        return np.concatenate(counts)

    @cached_property
    def up_to_shifts(self) -> int:
        """How many there are where only what is shifted counts as the same.

        Examples
        --------
        >>> from pegsolitaire.board import LINE
        >>> found = solvable_patterns(LINE, 6)
        >>> len(found), found.up_to_shifts
        (5, 9)
        """
        images, count = len(self.lattice.point_group), 0
        for _, rows in chunks(self.rows):
            same = [image == rows for image in image_rows(self.lattice, unpack(rows, self.pegs))]
            count += int((images // np.sum(same, axis=0)).sum())
        return count

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Pattern]:
        for _, rows in chunks(self.rows):
            for holes in Patterns(self.lattice, self.pegs, rows).coordinates.tolist():
                yield Pattern(self.lattice, tuple((x, y) for x, y in holes))

    def __contains__(self, pattern: object) -> bool:
        if not isinstance(pattern, Pattern) or pattern.lattice != self.lattice:
            return False
        if len(pattern) != self.pegs or max(map(max, pattern.holes)) >> BITS:
            return False
        held = np.array([[y << BITS | x] for x, y in pattern.holes], np.uint16)
        return bool(found_in(self.rows, as_bytes(pack(held)))[0])


@dataclass(frozen=True)
class PatternRow:
    """What there is with one number of pegs.

    Attributes
    ----------
    pegs : int
    solvable : int
        Patterns that can be played to one peg; shifted, turned or reflected they are the same.
    up_to_shifts : int
        The same, where those that are turned or reflected count apart.
    unique : int
        Those of the ``solvable`` that have exactly one winning jump.
    max_jumps : int
        The most jumps that any of these allows; 0 where there are none.
    count : int
        How many of them allow as many as that.
    """

    pegs: int
    solvable: int
    up_to_shifts: int
    unique: int
    max_jumps: int
    count: int


@dataclass(frozen=True, eq=False)
class UniquePatterns:
    """The patterns with some number of pegs that have a unique winning jump.

    Attributes
    ----------
    patterns : Patterns
        They themselves.
    solvable : Patterns
        All that can be played to one peg, which they are among.
    """

    patterns: Patterns
    solvable: Patterns

    def __len__(self) -> int:
        return len(self.patterns)

    def __iter__(self) -> Iterator[Pattern]:
        return iter(self.patterns)

    @property
    def hardest(self) -> Patterns:
        """Those that allow the most jumps."""
        jumps = self.patterns.jumps
        rows = self.patterns.rows[jumps == jumps.max(initial=0)]
        return Patterns(self.patterns.lattice, self.patterns.pegs, rows)

    @property
    def row(self) -> PatternRow:
        """Their number, and that of the hardest."""
        most = int(self.patterns.jumps.max(initial=0))
        solvable = len(self.solvable), self.solvable.up_to_shifts
        return PatternRow(self.patterns.pegs, *solvable, len(self), most, len(self.hardest))


def solvable_patterns(lattice: Lattice, pegs: int, progress: Progress = SILENT) -> Patterns:
    """All patterns from which a game on a board without an edge ends with one peg.

    Parameters
    ----------
    lattice : Lattice
        The lattice.
    pegs : int
        The number of pegs, up to 12.
    progress : Progress, optional
        Told of every level, and of how much of the one before has been played back.

    Raises
    ------
    ProblemError
        If there is not a peg.
    BoardTooLargeError
        If there are too many pegs for a row, or too many patterns for the memory.

    Examples
    --------
    >>> from pegsolitaire.board import SQUARE
    >>> for pattern in solvable_patterns(SQUARE, 3):
    ...     print(pattern.holes)
    ((0, 0), (1, 0), (3, 0))
    ((0, 0), (1, 0), (2, 1))
    """
    *_, last = solvable_levels(lattice, pegs, progress)
    return last


def unique_patterns(lattice: Lattice, pegs: int, progress: Progress = SILENT) -> UniquePatterns:
    """The patterns with exactly one winning jump.

    Of all jumps that such a pattern allows on a board without an edge, exactly one leads to a
    pattern that can still be played to one peg. The same jump turned around is another jump.

    Parameters
    ----------
    lattice : Lattice
        The lattice.
    pegs : int
        The number of pegs, up to 12.
    progress : Progress, optional
        As of :func:`solvable_patterns`.

    Raises
    ------
    ProblemError, BoardTooLargeError
        As :func:`solvable_patterns`.

    Examples
    --------
    >>> from pegsolitaire.board import SQUARE
    >>> found = unique_patterns(SQUARE, 6)
    >>> found.row
    PatternRow(pegs=6, solvable=694, up_to_shifts=5416, unique=243, max_jumps=8, count=1)
    >>> print(*found.hardest)
    **.*
    **..
    ....
    .*..
    """
    *_, last = _unique_levels(lattice, pegs, progress)
    return last


def pattern_rows(lattice: Lattice, pegs: int, progress: Progress = SILENT) -> list[PatternRow]:
    """The table of the patterns with a unique winning jump, with up to some number of pegs.

    Raises
    ------
    ProblemError, BoardTooLargeError
        As :func:`solvable_patterns`.

    Examples
    --------
    >>> from pegsolitaire.board import TRIANGULAR
    >>> [(row.solvable, row.unique, row.max_jumps) for row in pattern_rows(TRIANGULAR, 5)]
    [(1, 0, 0), (1, 0, 0), (3, 2, 2), (28, 16, 6), (258, 126, 10)]
    """
    return [found.row for found in _unique_levels(lattice, pegs, progress)]


def solvable_levels(
    lattice: Lattice, pegs: int, progress: Progress = SILENT
) -> Iterator[Patterns]:
    """The same as :func:`solvable_patterns`, level by level from one peg on."""
    if pegs < 1:
        raise ProblemError(f"{pegs} pegs: a pattern needs one at least")
    if pegs > MOST_PEGS:
        raise BoardTooLargeError(f"patterns of {pegs} pegs: {MOST_PEGS} is the most")
    level = Patterns(lattice, 1, as_bytes(np.zeros((1, 1), np.uint64)))
    yield level
    while level.pegs < pegs:
        progress.stage(f"patterns with {level.pegs + 1} pegs", len(level))
        rows = made_of(lattice, level.rows, level.pegs, jumps_back, progress)
        level = Patterns(lattice, level.pegs + 1, rows)
        yield level


def _unique_levels(lattice: Lattice, pegs: int, progress: Progress) -> Iterator[UniquePatterns]:
    """The same with what has a unique winning jump; no pattern of one peg has a jump."""
    below = None
    for level in solvable_levels(lattice, pegs, progress):
        found = (
            _with_one_win(level, below, progress)
            if below
            else Patterns(lattice, 1, level.rows[:0])
        )
        yield UniquePatterns(found, level)
        below = level


def _with_one_win(level: Patterns, below: Patterns, progress: Progress) -> Patterns:
    """Of a level what has exactly one jump into the level below."""
    progress.stage(f"counting the winning jumps of {level.pegs} pegs", len(level))
    unique = np.zeros(len(level), np.bool_)
    for at, rows in chunks(level.rows):
        which, after = jumps_of(level.lattice, unpack(rows, level.pegs))
        wins = which[found_in(below.rows, canonical(level.lattice, after))]
        unique[at : at + len(rows)] = np.bincount(wins, minlength=len(rows)) == 1
        progress.update(at + len(rows))
    return Patterns(level.lattice, level.pegs, level.rows[unique])
