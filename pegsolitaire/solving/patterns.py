"""Find puzzles on a board without an edge (Bell 2017, "Summary"), and symmetric puzzles.

A pattern is a set of pegs up to translation and the lattice's point group. All patterns that can
be played to one peg are found backward, level by level. Each backward step replaces a peg by two
pegs in the next two holes of a line.

A pattern is stored as a row of bytes. The row contains each peg as a ten-bit number ``32 y + x``,
in ascending order, and each 64-bit word holds six pegs. A row determines its pattern exactly, so
sorting the rows reveals duplicates. Five bits per coordinate are enough. The coordinates of two
neighbours differ by at most 1, and each jump back adds at most 2, so the coordinates of ``n`` pegs
differ by at most ``2n - 3``. For the 12 pegs that fit in two words, this is 21. A pattern is
represented by the smallest row among its images under the point group.

A level takes 16 bytes per pattern, or 8 bytes if its patterns have up to 6 pegs. Building the
level takes up to six times as much memory, plus 100 MB. Each level has about 8 times as many
patterns as the one before on the square lattice, and about 12 times as many on the triangular
lattice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import permutations
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, Hole, Lattice, Permutation, SymmetryType, symmetry_types
from pegsolitaire.board.lattice import Matrix, apply_matrix
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Jump, Outcome, Pattern
from pegsolitaire.results import Result
from pegsolitaire.units import bytes_text, counted
from pegsolitaire.work import Work

MAX_PATTERN_PEGS = 12

_PER_WORD = 6  # pegs per word
_BITS = 5  # bits per coordinate
CHUNK = 1 << 13  # patterns that are processed together
MIN_SORTED_PATTERNS = 1 << 20  # patterns that are collected before they are sorted
ROW = 64  # computations use x + 64 y for a hole, so two steps off the side meet no other hole

# Patterns as rows of bytes, as columns of words and as columns of holes, numbered x + 64 y.
Bytes = npt.NDArray[np.bytes_]
Words = npt.NDArray[np.uint64]
Pegs = npt.NDArray[np.int16]
Coordinates = npt.NDArray[np.int8]
Indices = npt.NDArray[np.intp]


def _jumps_back(lattice: Lattice, held: Pegs) -> Pegs:
    """Return all patterns from which one jump leads to one of the given patterns."""
    parts = []
    for peg, end in enumerate(held):
        for step in _steps(lattice):
            over, start = end - step, end - 2 * step
            free = ~((held == over) | (held == start)).any(axis=0)
            before = held[:, free]
            before[peg] = over[free]
            parts.append(np.vstack([before, start[free]]))
    return np.hstack(parts)


def _jumps_of(lattice: Lattice, held: Pegs) -> tuple[Indices, Pegs]:
    """For each jump of each pattern, return the pattern's index and the resulting pattern."""
    indices, pegs_after = [np.zeros(0, np.intp)], [held[1:, :0]]
    for start, over in permutations(range(len(held)), 2):
        for step in _steps(lattice):
            which = np.flatnonzero(held[over] == held[start] + step)
            end = held[start, which] + 2 * step
            free = ~(held[:, which] == end).any(axis=0)
            after = held[:, which[free]]
            after[start] = end[free]
            indices.append(which[free])
            pegs_after.append(np.delete(after, over, axis=0))
    return np.concatenate(indices), np.hstack(pegs_after)


def with_one_more(lattice: Lattice, held: Pegs) -> Pegs:
    """Return the patterns with one more peg, in any empty hole next to a peg."""
    larger = []
    for one in held:
        for step in _steps(lattice):
            free = ~(held == one + step).any(axis=0)
            larger.append(np.vstack([held[:, free], one[free] + step]))
    return np.hstack(larger)


def _steps(lattice: Lattice) -> list[np.int16]:
    return [np.int16(dx + ROW * dy) for dx, dy in lattice.directions]


def _canonical(lattice: Lattice, held: Pegs) -> Bytes:
    """Return, for each pattern, the smallest row among its images under the point group."""
    return as_bytes(reduce(_least, _images(lattice, held)))


def _in_place(held: Pegs) -> Bytes:
    """Return the rows of positions without shifting them. Coordinates must be from 0 to 31."""
    rows, columns = np.divmod(held, np.int16(ROW))
    return as_bytes(_pack(_sorted((rows << _BITS | columns).astype(np.uint16))))


def _images(lattice: Lattice, held: Pegs) -> Iterator[Words]:
    rows = (held + ROW // 2) // ROW
    x, y = (held - ROW * rows).astype(np.int8), rows.astype(np.int8)
    for a, b, c, d in lattice.point_group:
        yield _pack(_sorted(_at_corner(a * x + b * y, c * x + d * y)))


def _at_corner(x: Coordinates, y: Coordinates) -> npt.NDArray[np.uint16]:
    """Shift each pattern so that its least coordinates are 0, and return its pegs as numbers."""
    left, top = (along - along.min(axis=0) for along in (x, y))
    held: npt.NDArray[np.uint16] = top.astype(np.uint16) << np.uint16(_BITS)
    held |= left.astype(np.uint16)
    return held


def _sorted(held: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
    """Sort the pegs of each pattern in place, by swapping neighbours.

    There is one round of swaps for each peg. For many patterns at a time, this is much faster than
    ``np.sort`` along a short axis.
    """
    for turn in range(len(held)):
        for i in range(turn % 2, len(held) - 1, 2):
            least = np.minimum(held[i], held[i + 1])
            np.maximum(held[i], held[i + 1], out=held[i + 1])
            held[i] = least
    return held


def _least(one: Words, other: Words) -> Words:
    """Return the smaller of two rows of words for each pattern, in lexicographic order."""
    less = one[-1] < other[-1]
    for a, b in zip(one[-2::-1], other[-2::-1], strict=True):
        less = (a < b) | (a == b) & less
    return np.where(less, one, other)


def _pack(held: npt.NDArray[np.uint16]) -> Words:
    """Pack the pegs of patterns into words."""
    words = np.zeros((-(-len(held) // _PER_WORD), held.shape[1]), np.uint64)
    for i, peg in enumerate(held):
        words[i // _PER_WORD] |= peg.astype(np.uint64) << _shift(i)
    return words


def unpack(rows: Bytes, pegs: int) -> Pegs:
    """Convert rows to the holes of the pegs of each pattern."""
    words = rows.view(">u8").reshape(len(rows), rows.itemsize // 8).T.astype(np.uint64)
    held = np.zeros((pegs, len(rows)), np.int16)
    for i in range(pegs):
        held[i] = words[i // _PER_WORD] >> _shift(i) & np.uint64((1 << 2 * _BITS) - 1)
    return (held >> _BITS) * ROW + held % (1 << _BITS)


def _shift(peg: int) -> np.uint64:
    return np.uint64(2 * _BITS * (_PER_WORD - 1 - peg % _PER_WORD))


def as_bytes(words: Words) -> Bytes:
    """Convert words to rows of bytes that sort in the same order."""
    rows: Bytes = np.ascontiguousarray(words.T, ">u8").view(f"S{8 * len(words)}").ravel()
    return rows


def _chunks(rows: Bytes) -> Iterator[tuple[int, Bytes]]:
    """Yield the rows in chunks, each with the number of rows before it."""
    for at in range(0, len(rows), CHUNK):
        yield at, rows[at : at + CHUNK]


def _found_in(rows: Bytes, wanted: Bytes) -> npt.NDArray[np.bool_]:
    """Return whether each wanted row is among the given sorted rows."""
    after: Indices = np.searchsorted(rows, wanted, "right")
    return after > np.searchsorted(rows, wanted)


def made_of(
    lattice: Lattice,
    rows: Bytes,
    pegs: int,
    make: Callable[[Lattice, Pegs], Pegs],
    *,
    work: Work,
) -> Bytes:
    """Apply a function to all patterns, and return the sorted results without duplicates.

    Raises
    ------
    BoardTooLargeError
        If the results do not fit in memory.
    """
    found: list[Bytes] = []
    fresh: list[Bytes] = []
    for at, some in _chunks(rows):
        images = make(lattice, unpack(some, pegs))
        fresh.append(_joined([_canonical(lattice, images)]))
        # A run is as long as the rows that it is joined with, so each row is sorted only a few
        # times.
        if sum(len(run) for run in fresh) > sum(len(run) for run in found) + MIN_SORTED_PATTERNS:
            found, fresh = [_joined([*found, *fresh])], []
        work.spend(len(some))
        work.update(at + len(some))
    return _joined([*found, *fresh])


def _joined(runs: list[Bytes]) -> Bytes:
    """Merge runs of rows into one sorted run without duplicates, if memory allows."""
    from pegsolitaire.engine import free_memory

    needed, free = 2 * sum(run.nbytes for run in runs), free_memory() * 4 // 5
    if needed > free:
        raise BoardTooLargeError(
            f"the patterns need {bytes_text(needed)} of memory, and {bytes_text(free)} are free: "
            "ask for fewer pegs"
        )
    rows = np.concatenate(runs)
    rows.sort(kind="stable")  # a stable sort detects the runs and merges them
    new = np.ones(len(rows), np.bool_)
    new[1:] = rows[1:] != rows[:-1]
    return rows[new]


# -- patterns that can be played to one peg -------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Patterns:
    """A set of patterns with equally many pegs. It supports ``in``, iteration and ``len``.

    Attributes
    ----------
    lattice : Lattice
        The lattice.
    pegs : int
        The number of pegs of each pattern.
    rows : (n,) array of bytes
        The patterns as sorted rows, in the format that the module describes.
    """

    lattice: Lattice
    pegs: int
    rows: npt.NDArray[np.bytes_]

    json_fields: ClassVar[tuple[str, ...]] = ("pegs", "count", "most_jumps", "hardest_count")

    @property
    def count(self) -> int:
        """The number of patterns."""
        return len(self)

    @property
    def hardest_count(self) -> int:
        """The number of patterns that allow the most jumps."""
        return len(self.hardest)

    @property
    def coordinates(self) -> npt.NDArray[np.int16]:
        """The coordinates of the pegs of each pattern, with shape (patterns, pegs, 2)."""
        held = unpack(self.rows, self.pegs).T
        return np.stack([held % ROW, held // ROW], axis=2)

    @cached_property
    def jumps(self) -> npt.NDArray[np.int64]:
        """The number of jumps that each pattern allows."""
        counts = [np.zeros(0, np.int64)]
        for _, rows in _chunks(self.rows):
            which, _ = _jumps_of(self.lattice, unpack(rows, self.pegs))
            counts.append(np.bincount(which, minlength=len(rows)))
        return np.concatenate(counts)

    @property
    def most_jumps(self) -> int:
        """The largest number of jumps that any pattern allows, or 0 if there are no patterns."""
        return int(self.jumps.max(initial=0))

    @property
    def hardest(self) -> Patterns:
        """The patterns that allow the most jumps."""
        return self.where(self.jumps == self.most_jumps)

    def where(self, which: npt.NDArray[np.bool_]) -> Patterns:
        """Select the patterns for which a boolean array is true."""
        return Patterns(self.lattice, self.pegs, self.rows[which])

    @cached_property
    def up_to_shifts(self) -> int:
        """The number of patterns up to translation alone.

        Examples
        --------
        >>> from pegsolitaire.board import LINE
        >>> *_, found = solvable_levels(LINE, 6)
        >>> len(found), found.up_to_shifts
        (5, 9)
        """
        images, count = len(self.lattice.point_group), 0
        for _, rows in _chunks(self.rows):
            count += int((images // np.bitwise_count(_kept(self, rows))).sum())
        return count

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Pattern]:
        for _, rows in _chunks(self.rows):
            for holes in Patterns(self.lattice, self.pegs, rows).coordinates.tolist():
                yield Pattern(self.lattice, tuple((x, y) for x, y in holes))

    def __contains__(self, pattern: object) -> bool:
        if not isinstance(pattern, Pattern) or pattern.lattice != self.lattice:
            return False
        if len(pattern) != self.pegs or max(map(max, pattern.holes)) >> _BITS:
            return False
        held = np.array([[y << _BITS | x] for x, y in pattern.holes], np.uint16)
        return bool(_found_in(self.rows, as_bytes(_pack(held)))[0])


@dataclass(frozen=True)
class PatternRow(Result):
    """The numbers of patterns with a given number of pegs.

    Attributes
    ----------
    pegs : int
    solvable : int
        The number of patterns that can be played to one peg, up to translation, rotation and
        reflection.
    up_to_shifts : int
        The same number up to translation alone: rotated and reflected patterns count separately.
    unique : int
        The number of solvable patterns with exactly one winning jump.
    max_jumps : int
        The most jumps that any of these unique patterns allows; 0 if there are none.
    count : int
        The number of unique patterns that allow this many jumps.
    """

    pegs: int
    solvable: int
    up_to_shifts: int
    unique: int
    max_jumps: int
    count: int

    @classmethod
    def of(cls, solvable: Patterns, unique: Patterns) -> PatternRow:
        """Count the solvable patterns, and those with a unique winning jump."""
        return cls(
            solvable.pegs,
            len(solvable),
            solvable.up_to_shifts,
            len(unique),
            unique.most_jumps,
            len(unique.hardest),
        )


def unique_patterns(
    lattice: Lattice, pegs: int, *, work: Work | None = None
) -> tuple[Patterns, PatternRow]:
    """Find the patterns with exactly one winning jump, and count them in a row of a table.

    Of all jumps that such a pattern allows on a board without an edge, exactly one leads to a
    pattern that can still be played to one peg. Jumps in opposite directions count separately.

    Parameters
    ----------
    lattice : Lattice
        The lattice.
    pegs : int
        The number of pegs, up to 12.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If the number of pegs is less than 1.
    BoardTooLargeError
        If there are more than 12 pegs, or too many patterns to fit in memory.

    Examples
    --------
    >>> from pegsolitaire.board import SQUARE
    >>> found, row = unique_patterns(SQUARE, 6)
    >>> row
    PatternRow(pegs=6, solvable=694, up_to_shifts=5416, unique=243, max_jumps=8, count=1)
    >>> print(*found.hardest)
    **.*
    **..
    ....
    .*..
    """
    work = Work.of(work)
    *_, (solvable, unique) = _unique_levels(lattice, pegs, work=work)
    return unique, PatternRow.of(solvable, unique)


def pattern_rows(lattice: Lattice, pegs: int, *, work: Work | None = None) -> list[PatternRow]:
    """Count the patterns with a unique winning jump, for each number of pegs up to a limit.

    Parameters
    ----------
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError, BoardTooLargeError
        As for :func:`unique_patterns`.

    Examples
    --------
    >>> from pegsolitaire.board import TRIANGULAR
    >>> [(row.solvable, row.unique, row.max_jumps) for row in pattern_rows(TRIANGULAR, 5)]
    [(1, 0, 0), (1, 0, 0), (3, 2, 2), (28, 16, 6), (258, 126, 10)]
    """
    work = Work.of(work)
    return [PatternRow.of(*level) for level in _unique_levels(lattice, pegs, work=work)]


def solvable_levels(
    lattice: Lattice, pegs: int, *, work: Work | None = None
) -> Iterator[Patterns]:
    """Yield the patterns that can be played to one peg, level by level, beginning with one peg.

    Examples
    --------
    >>> from pegsolitaire.board import SQUARE
    >>> *_, level = solvable_levels(SQUARE, 3)
    >>> for pattern in level:
    ...     print(pattern.holes)
    ((0, 0), (1, 0), (3, 0))
    ((0, 0), (1, 0), (2, 1))
    """
    work = Work.of(work)
    if pegs < 1:
        raise ProblemError(f"a pattern cannot have {pegs} pegs: give at least 1")
    if pegs > MAX_PATTERN_PEGS:
        raise BoardTooLargeError(
            f"patterns of {pegs} pegs are too large: give at most {MAX_PATTERN_PEGS}"
        )
    level = Patterns(lattice, 1, as_bytes(np.zeros((1, 1), np.uint64)))
    yield level
    while level.pegs < pegs:
        work.progress.stage(f"patterns with {level.pegs + 1} pegs", len(level))
        rows = made_of(lattice, level.rows, level.pegs, _jumps_back, work=work)
        level = Patterns(lattice, level.pegs + 1, rows)
        yield level


def _unique_levels(
    lattice: Lattice, pegs: int, *, work: Work
) -> Iterator[tuple[Patterns, Patterns]]:
    """Yield each level of solvable patterns with its patterns that have a unique winning jump."""
    below = None
    for level in solvable_levels(lattice, pegs, work=work):
        none = level.where(np.zeros(len(level), np.bool_))
        yield level, none if below is None else _with_one_win(level, below, work=work)
        below = level


def _with_one_win(level: Patterns, below: Patterns, *, work: Work) -> Patterns:
    """Select the patterns of a level with exactly one jump into the level below."""
    work.progress.stage(f"counting the winning jumps of {counted(level.pegs, 'peg')}", len(level))
    unique = np.zeros(len(level), np.bool_)
    for at, rows in _chunks(level.rows):
        which, after = _jumps_of(level.lattice, unpack(rows, level.pegs))
        wins = which[_found_in(below.rows, _canonical(level.lattice, after))]
        unique[at : at + len(rows)] = np.bincount(wins, minlength=len(rows)) == 1
        work.update(at + len(rows))
    return level.where(unique)


# -- symmetric patterns: the challenge at the end of Bell 2017 ------------------------------------
#
# Symmetric patterns can be played to one peg and are mapped to themselves, up to translation, by a
# map of the lattice. They are grouped by the symmetry types of the papers (Bell 2017, tables 1 and
# 3). The centre of a pattern may be in a hole or between holes.
#
# If a jump wins, so do its images under the symmetry of the pattern. Therefore, a winning jump is
# called unique if all winning jumps are its images under that symmetry.

Masks = npt.NDArray[np.int64]

_NONE = np.zeros(0, np.int64)
_MIDDLE = np.int16(4 + 4 * ROW)  # a jump ends at most two holes outside the pattern


@dataclass(frozen=True, eq=False)
class SymmetricPatterns(Result):
    """The solvable patterns of one symmetry type with a given number of pegs.

    Attributes
    ----------
    kind : SymmetryType
        The symmetry type, as on a board with all symmetries of the lattice.
    patterns : Patterns
        The patterns; ``len`` counts them.
    wins : (n,) array of int64
        The number of winning jumps that each pattern allows.
    distinct_wins : (n,) array of int64
        The number of winning jumps of each pattern up to its own symmetries.
    """

    kind: SymmetryType
    patterns: Patterns
    wins: npt.NDArray[np.int64]
    distinct_wins: npt.NDArray[np.int64]

    json_fields = ("kind", "patterns", "unique", "single")

    def __len__(self) -> int:
        return len(self.patterns)

    @property
    def unique(self) -> Patterns:
        """The patterns whose winning jump is unique up to the symmetry of the pattern.

        The ``hardest`` of these patterns make the best puzzles.
        """
        return self.patterns.where(self.distinct_wins == 1)

    @property
    def single(self) -> Patterns:
        """The patterns whose only winning jump lies along an axis of reflection."""
        return self.patterns.where(self.wins == 1)


def symmetric_patterns(
    lattice: Lattice, pegs: int, *, work: Work | None = None
) -> Iterator[tuple[int, tuple[SymmetricPatterns, ...]]]:
    """Yield the solvable symmetric patterns, grouped by number of pegs and symmetry type.

    Parameters
    ----------
    lattice : Lattice
        The lattice.
    pegs : int
        The largest number of pegs, at most 12.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Yields
    ------
    (pegs, found) : pair of int and tuple of SymmetricPatterns
        A number of pegs, and the patterns with that number for each symmetry type of the lattice.

    Raises
    ------
    ProblemError, BoardTooLargeError
        As for :func:`unique_patterns`.

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
    work = Work.of(work)
    below = None
    for level in solvable_levels(lattice, pegs, work=work):
        yield level.pegs, _of_level(level, below)
        below = level


def _of_level(level: Patterns, below: Patterns | None) -> tuple[SymmetricPatterns, ...]:
    lattice = level.lattice
    board, permutations = _full_board(lattice)
    kinds = symmetry_types(board)
    number_of = np.full(1 << len(permutations), -1, np.int16)
    masks = np.concatenate(
        [np.zeros(0, np.int64), *(_kept(level, rows) for _, rows in _chunks(level.rows))]
    )
    for mask in np.unique(masks).tolist():
        subgroup = frozenset(p for i, p in enumerate(permutations) if mask >> i & 1)
        for number, kind in enumerate(kinds):
            if subgroup in kind.subgroups:
                number_of[mask] = number
    numbers = number_of[masks]
    return tuple(
        _of_kind(kind, level.where(numbers == number), masks[numbers == number], below)
        for number, kind in enumerate(kinds)
    )


def _of_kind(
    kind: SymmetryType, patterns: Patterns, kept: Masks, below: Patterns | None
) -> SymmetricPatterns:
    """Collect the patterns of a symmetry type, and count their jumps into the level below."""
    lattice, wins, distinct = patterns.lattice, [_NONE], [_NONE]
    if below is None:
        nothing = np.zeros(len(patterns), np.int64)
        return SymmetricPatterns(kind, patterns, nothing, nothing)
    for at, rows in _chunks(patterns.rows):
        before = unpack(rows, patterns.pegs)
        which, after = _jumps_of(lattice, before)
        won = np.flatnonzero(_found_in(below.rows, _canonical(lattice, after)))
        which, after = which[won], after[:, won]
        images = _images_within(lattice, before[:, which], after, kept[at + which])
        pairs = np.rec.fromarrays([which, images])
        wins.append(np.bincount(which, minlength=len(rows)))
        distinct.append(np.bincount(np.unique(pairs)["f0"], minlength=len(rows)))
    return SymmetricPatterns(kind, patterns, np.concatenate(wins), np.concatenate(distinct))


def _images_within(lattice: Lattice, before: Pegs, after: Pegs, kept: Masks) -> Bytes:
    """Return the smallest image of each row of ``after`` under the symmetries that fix ``before``.

    Each map is shifted so that it maps the pattern, whose corner is at the origin, to itself.
    """
    least = _in_place(after + _MIDDLE)
    for bit, matrix in enumerate(lattice.point_group):
        corner = [along.min(axis=0) for along in _turned(matrix, before)]
        x, y = (along - at for along, at in zip(_turned(matrix, after), corner, strict=True))
        image = _in_place((x + ROW * y + _MIDDLE).astype(np.int16))
        least = np.where((kept >> bit & 1 == 1) & (image < least), image, least)
    return least


def _turned(matrix: Matrix, held: Pegs) -> tuple[Pegs, Pegs]:
    """Apply a lattice map to patterns, and return their coordinates."""
    a, b, c, d = matrix
    y = (held + ROW // 2) // ROW
    x = held - ROW * y
    return a * x + b * y, c * x + d * y


def _kept(level: Patterns, rows: npt.NDArray[np.bytes_]) -> npt.NDArray[np.int64]:
    """Return, for each pattern, a mask of the lattice maps that map the pattern to itself."""
    held = unpack(rows, level.pegs)
    kept = np.zeros(len(rows), np.int64)
    for bit, image in enumerate(map(as_bytes, _images(level.lattice, held))):
        kept |= (image == rows).astype(np.int64) << bit
    return kept


@lru_cache(maxsize=4)
def _full_board(lattice: Lattice) -> tuple[Board, tuple[Permutation, ...]]:
    """Return a board of one hole and its neighbours with the permutation for each lattice map."""
    around = {(0, 0)} | set(lattice.directions)
    if len(lattice.directions) == 4:
        around |= {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)}
    board = Board([(x + 1, y + 1) for x, y in around], lattice, "around")
    return board, tuple(_permutation(board, matrix) for matrix in lattice.point_group)


def _permutation(board: Board, matrix: Matrix) -> Permutation:
    """Return how a lattice map about the middle of the board permutes the holes."""
    moved = (apply_matrix(matrix, (x - 1, y - 1)) for x, y in board.holes)
    return tuple(board.bit((x + 1, y + 1)) for x, y in moved)


# -- all games from given pegs without a board ----------------------------------------------------
#
# A game from n pegs ends after at most n - 1 jumps, so games reach finitely many positions even
# without an edge. The positions are visited level by level as rows of bytes, without translation
# or rotation. The jumps of a game are found backward. Games from twelve pegs reach about ten
# thousand positions; games from the triangle of side 5 without a corner reach 1,176,950 in a few
# seconds.

_MAX_TOTAL_POSITIONS = 1 << 22  # positions of all levels together: half a minute, and 100 MB
# With more pegs close to each other, games reach more positions than the limit.
_MAX_CLOSE_PEGS = 20


@dataclass(frozen=True)
class _PlayedOut:
    """The result of playing all possible games from a position.

    Attributes
    ----------
    outcome : Outcome
        The outcome is undecided if there are too many games, or if games use too many rows or
        columns.
    jumps : tuple of Jump
        The jumps of a game that ends with one peg, if there is one.
    positions : int
        The number of positions that were visited.
    """

    outcome: Outcome
    jumps: tuple[Jump, ...] = ()
    positions: int = 0


def play_out(
    lattice: Lattice,
    pegs: Iterable[Hole],
    room: Iterable[Hole],
    finish: Hole | None = None,
    *,
    work: Work | None = None,
) -> _PlayedOut:
    """Play out all games from the given pegs on a board without an edge.

    Parameters
    ----------
    lattice : Lattice
        The lattice.
    pegs : iterable of (int, int)
        The pegs.
    room : iterable of (int, int)
        The only holes that games can use (:func:`~pegsolitaire.solving.room_of`). The result is
        undecided if these holes span more than 32 rows or columns, or if there are more than 20
        pegs.
    finish : (int, int), optional
        The hole of the last peg; any hole by default.

    Examples
    --------
    >>> from pegsolitaire.solving import room_of
    >>> from pegsolitaire.board import SQUARE
    >>> pegs = [(0, 0), (1, 0), (1, 1)]
    >>> play_out(SQUARE, pegs, room_of(SQUARE, pegs)).outcome.solvable
    False
    >>> pegs = [(0, 0), (0, 1), (1, -1)]
    >>> play_out(SQUARE, pegs, room_of(SQUARE, pegs)).jumps
    (Jump((0, 1), (0, -1)), Jump((1, -1), (-1, -1)))
    """
    work = Work.of(work)
    held, spanned = list(pegs), [*room, *pegs]
    left, top = (min(hole[axis] for hole in spanned) for axis in (0, 1))
    if len(held) > _MAX_CLOSE_PEGS or max(max(x - left, y - top) for x, y in spanned) >> _BITS:
        return _PlayedOut(Outcome.UNDECIDED)
    start = np.array([[x - left + ROW * (y - top)] for x, y in held], np.int16)
    levels, looked_at = [_in_place(start)], 1
    own = work.part(positions=_MAX_TOTAL_POSITIONS)
    while len(levels) < len(held) and len(levels[-1]):
        number = len(held) - len(levels) + 1
        work.progress.stage(f"all games, {counted(number, 'peg')}", len(levels[-1]))
        level = _level_after(lattice, levels[-1], number, work=own)
        if level is None:
            return _PlayedOut(Outcome.UNDECIDED, (), looked_at)
        levels.append(level)
        looked_at += len(level)
    ends = levels[-1] if len(levels) == len(held) else levels[-1][:0]
    if finish is not None and len(ends):
        at = np.array([[finish[0] - left + ROW * (finish[1] - top)]], np.int16)
        ends = ends[ends == _in_place(at)]
    if not len(ends):
        return _PlayedOut(Outcome.IMPOSSIBLE, (), looked_at)
    jumps = _game_to(lattice, unpack(ends[:1], 1), levels[:-1])
    moved = tuple(jump.moved(left, top) for jump in jumps)
    return _PlayedOut(Outcome.SOLVED, moved, looked_at)


def _level_after(
    lattice: Lattice,
    rows: Bytes,
    pegs: int,
    *,
    work: Work,
) -> Bytes | None:
    """Return the distinct positions after one jump, sorted, or None if the limit is reached."""
    parts = []
    for at, some in _chunks(rows):
        if work.spent:
            return None
        _, after = _jumps_of(lattice, unpack(some, pegs))
        parts.append(np.unique(_in_place(after)))
        work.spend(len(some))
        work.progress.update(at + len(some))
    return np.unique(np.concatenate(parts))


def _game_to(lattice: Lattice, end: Pegs, levels: list[Bytes]) -> list[Jump]:
    """Find the jumps of a game that leads to a position, backward from level to level."""
    jumps = []
    for rows in reversed(levels):
        before = _jumps_back(lattice, end)
        inside = ((before % ROW) >> _BITS | (before // ROW) >> _BITS) == 0
        before = before[:, inside.all(axis=0)]
        last = before[:, np.flatnonzero(_found_in(rows, _in_place(before)))[:1]]
        jumps.append(_jump_between(last, end))
        end = last
    return jumps[::-1]


def _jump_between(before: Pegs, after: Pegs) -> Jump:
    """Return the jump that leads from one position to the other."""
    had, has = ({(n % ROW, n // ROW) for n in held.ravel().tolist()} for held in (before, after))
    [end] = has - had
    [jump] = [
        Jump(start, end)
        for start, over in permutations(had - has)
        if Jump(start, end).over == over
    ]
    return jump
