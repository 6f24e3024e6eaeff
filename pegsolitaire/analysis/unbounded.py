"""Patterns: puzzles on a board without an edge (Bell 2017, "Summary").

A pattern is a set of pegs up to translation and the lattice's point group. All those that can be
played to one peg are found backward, level by level: a peg is replaced by two next to it in line.

A pattern is one row of bytes that holds its pegs as numbers ``32 y + x``, the least first, ten
bits each and six to a word of 64: exact, and sorting finds the repeats. That is room enough: the
coordinates of two neighbours differ by 1 at most and a jump back adds 2 at most, so those of
``n`` pegs differ by ``2n - 3`` at most, by 21 for the 12 that fit two words. Of its images under
the point group the least row stands for the pattern.

A level takes 16 bytes a pattern (8 up to 6 pegs), up to six times that while it is built, and 100
MB beside. It is some 8 times the one before on the square lattice, and 12 on the triangular.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import permutations

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, Hole, Lattice
from pegsolitaire.board.lattice import apply_matrix
from pegsolitaire.board.picture import picture_of
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Position
from pegsolitaire.progress import SILENT, Progress

MOST_PEGS = 12

_PER_WORD = 6  # pegs
_BITS = 5  # of a coordinate
_CHUNK = 1 << 13  # patterns that are looked at together
_LEAST_RUN = 1 << 20  # patterns that are gathered before they are sorted
_ROW = 64  # in work a hole is x + 64 y, so that two steps off the side meet no other hole

# Patterns as rows of bytes, as columns of words and as columns of holes in work.
_Bytes = npt.NDArray[np.bytes_]
_Words = npt.NDArray[np.uint64]
_Pegs = npt.NDArray[np.int16]
_Coordinates = npt.NDArray[np.int8]
_Indices = npt.NDArray[np.intp]


# -- one pattern --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pattern:
    """Some pegs on a board without an edge, up to translation and the lattice's point group.

    Parameters
    ----------
    lattice : Lattice
        The lattice.
    holes : tuple of (int, int)
        The pegs in canonical form, as :meth:`of` gives them.

    Examples
    --------
    >>> from pegsolitaire.board import SQUARE
    >>> pattern = Pattern.of(SQUARE, [(5, 5), (4, 5), (5, 7), (5, 6)])
    >>> pattern.holes, pattern.jumps
    (((0, 0), (1, 0), (2, 0), (0, 1)), 4)
    >>> print(pattern)
    ***
    *..
    """

    lattice: Lattice
    holes: tuple[Hole, ...]

    @classmethod
    def of(cls, lattice: Lattice, holes: Iterable[Hole]) -> Pattern:
        """The pattern of some pegs: of their images at the origin, row by row, the least.

        Raises
        ------
        ProblemError
            If there are no pegs.
        """
        return cls(lattice, min(_images(lattice, holes), key=lambda pegs: [p[::-1] for p in pegs]))

    @property
    def jumps(self) -> int:
        """The number of jumps that it allows."""
        pegs = set(self.holes)
        return sum(
            (x + dx, y + dy) in pegs and (x + 2 * dx, y + 2 * dy) not in pegs
            for x, y in pegs
            for dx, dy in self.lattice.directions
        )

    def __len__(self) -> int:
        return len(self.holes)

    def __iter__(self) -> Iterator[Hole]:
        return iter(self.holes)

    def __str__(self) -> str:
        width, height = (max(along) + 1 for along in zip(*self.holes, strict=True))
        box = [(x, y) for y in range(height) for x in range(width)]
        return picture_of(box, ("*" if hole in self.holes else "." for hole in box))


def pattern_of(position: Position) -> Pattern:
    """The pattern of a position: what is left of it where its place on the board is forgotten.

    Raises
    ------
    ProblemError
        If the position has no pegs.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> one, other = (triangle(3).position(text) for text in ("*/*./*..", "./../***"))
    >>> pattern_of(one) == pattern_of(other), pattern_of(one).holes
    (True, ((0, 0), (1, 0), (2, 0)))
    """
    return Pattern.of(position.board.lattice, position)


def fits(pattern: Pattern, board: Board) -> tuple[Position, ...]:
    """Where the pegs of a pattern find room on a board.

    A game may need more room than its pegs: whether the positions can be solved is not looked at.

    Parameters
    ----------
    pattern : Pattern
        The pattern.
    board : Board
        A board on the same lattice.

    Returns
    -------
    tuple of Position
        One of each that the symmetries of the board turn into one another, that of the least
        code; none where the pattern is too large.

    Raises
    ------
    ProblemError
        If the board is on another lattice.

    Examples
    --------
    >>> from pegsolitaire.board import TRIANGULAR, triangle
    >>> [p.text for p in fits(Pattern.of(TRIANGULAR, [(0, 0), (1, 0), (2, 0)]), triangle(4))]
    ['*/*./*../....', './../***/....']
    """
    if pattern.lattice != board.lattice:
        raise ProblemError(
            f"{board.name} is on the {board.lattice.name} lattice, the pattern on the "
            f"{pattern.lattice.name} one: choose a board on that"
        )
    codes = {
        board.mincode(board.code(moved))
        for image in _images(pattern.lattice, pattern.holes)
        for moved in _moved_onto(image, board)
    }
    return tuple(Position(board, code) for code in sorted(codes))


def _images(lattice: Lattice, holes: Iterable[Hole]) -> set[tuple[Hole, ...]]:
    """The images under the point group, each with its corner at the origin, row by row."""
    pegs = set(holes)
    if not pegs:
        raise ProblemError("a pattern without pegs: it needs one at least")
    return {
        _at_origin([apply_matrix(matrix, hole) for hole in pegs]) for matrix in lattice.point_group
    }


def _at_origin(holes: list[Hole]) -> tuple[Hole, ...]:
    """Moved so that the least coordinates are 0, and sorted row by row."""
    left, top = (min(along) for along in zip(*holes, strict=True))
    return tuple(sorted(((x - left, y - top) for x, y in holes), key=lambda hole: hole[::-1]))


def _moved_onto(pegs: tuple[Hole, ...], board: Board) -> Iterator[list[Hole]]:
    """The translations that take all pegs to holes of a board."""
    first_x, first_y = pegs[0]
    for x, y in board.holes:
        moved = [(a - first_x + x, b - first_y + y) for a, b in pegs]
        if all(hole in board for hole in moved):
            yield moved


# -- all patterns with so many pegs -------------------------------------------------------------


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
        held = _unpack(self.rows, self.pegs).T
        return np.stack([held % _ROW, held // _ROW], axis=2)

    @cached_property
    def jumps(self) -> npt.NDArray[np.int64]:
        """The number of jumps that each pattern allows."""
        counts = [np.zeros(0, np.int64)]
        for _, rows in _chunks(self.rows):
            which, _ = _jumps(self.lattice, _unpack(rows, self.pegs))
            counts.append(np.bincount(which, minlength=len(rows)))
        return np.concatenate(counts)

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
        return bool(_found(self.rows, _as_bytes(_pack(held)))[0])


@dataclass(frozen=True)
class PatternRow:
    """What there is with one number of pegs.

    Attributes
    ----------
    pegs : int
    solvable : int
        Patterns that can be played to one peg.
    unique : int
        Those of them that have exactly one winning jump.
    max_jumps : int
        The most jumps that any of these allows; 0 where there are none.
    count : int
        How many of them allow so many.
    """

    pegs: int
    solvable: int
    unique: int
    max_jumps: int
    count: int


@dataclass(frozen=True, eq=False)
class UniquePatterns:
    """The patterns with so many pegs that have a unique winning jump.

    Attributes
    ----------
    patterns : Patterns
        They themselves.
    solvable : int
        The number of patterns that they are among: all that can be played to one peg.
    """

    patterns: Patterns
    solvable: int

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
        return PatternRow(self.patterns.pegs, self.solvable, len(self), most, len(self.hardest))


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
    *_, last = _levels(lattice, pegs, progress)
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
    PatternRow(pegs=6, solvable=694, unique=243, max_jumps=8, count=1)
    >>> print(*found.hardest)
    **.*
    **..
    ....
    .*..
    """
    *_, last = _unique_levels(lattice, pegs, progress)
    return last


def pattern_rows(lattice: Lattice, pegs: int, progress: Progress = SILENT) -> list[PatternRow]:
    """The table of the patterns with a unique winning jump, with up to so many pegs.

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


def _levels(lattice: Lattice, pegs: int, progress: Progress) -> Iterator[Patterns]:
    """The levels from one peg on."""
    if pegs < 1:
        raise ProblemError(f"{pegs} pegs: a pattern needs one at least")
    if pegs > MOST_PEGS:
        raise BoardTooLargeError(f"patterns of {pegs} pegs: {MOST_PEGS} is the most")
    level = Patterns(lattice, 1, _as_bytes(np.zeros((1, 1), np.uint64)))
    yield level
    while level.pegs < pegs:
        level = Patterns(lattice, level.pegs + 1, _rows_before(level, progress))
        yield level


def _unique_levels(lattice: Lattice, pegs: int, progress: Progress) -> Iterator[UniquePatterns]:
    """The same with what has a unique winning jump; no pattern of one peg has a jump."""
    below = None
    for level in _levels(lattice, pegs, progress):
        found = (
            _with_one_win(level, below, progress)
            if below
            else Patterns(lattice, 1, level.rows[:0])
        )
        yield UniquePatterns(found, len(level))
        below = level


def _with_one_win(level: Patterns, below: Patterns, progress: Progress) -> Patterns:
    """Of a level what has exactly one jump into the level below."""
    progress.stage(f"counting the winning jumps of {level.pegs} pegs", len(level))
    unique = np.zeros(len(level), np.bool_)
    for at, rows in _chunks(level.rows):
        which, after = _jumps(level.lattice, _unpack(rows, level.pegs))
        wins = which[_found(below.rows, _canonical(level.lattice, after))]
        unique[at : at + len(rows)] = np.bincount(wins, minlength=len(rows)) == 1
        progress.update(at + len(rows))
    return Patterns(level.lattice, level.pegs, level.rows[unique])


def _rows_before(level: Patterns, progress: Progress) -> _Bytes:
    """All patterns that a jump takes to one of a level, sorted."""
    progress.stage(f"patterns with {level.pegs + 1} pegs", len(level))
    found: list[_Bytes] = []
    fresh: list[_Bytes] = []
    for at, rows in _chunks(level.rows):
        before = _jumps_back(level.lattice, _unpack(rows, level.pegs))
        fresh.append(_joined([_canonical(level.lattice, before)]))
        # Runs as long as what they are joined with: each row is sorted a few times only.
        if sum(len(run) for run in fresh) > sum(len(run) for run in found) + _LEAST_RUN:
            found, fresh = [_joined([*found, *fresh])], []
        progress.update(at + len(rows))
    return _joined([*found, *fresh])


def _joined(runs: list[_Bytes]) -> _Bytes:
    """The rows of some runs, sorted and each once, if the memory allows."""
    from pegsolitaire.engine.machine import free_memory

    needed, free = 2 * sum(run.nbytes for run in runs), free_memory() * 4 // 5
    if needed > free:
        raise BoardTooLargeError(
            f"the patterns need {needed >> 20} MiB of memory, of which {free >> 20} are left: "
            "ask for fewer pegs"
        )
    rows = np.concatenate(runs)
    rows.sort(kind="stable")  # which finds the runs and merges them
    new = np.ones(len(rows), np.bool_)
    new[1:] = rows[1:] != rows[:-1]
    return rows[new]


# -- patterns as arrays -------------------------------------------------------------------------


def _jumps_back(lattice: Lattice, held: _Pegs) -> _Pegs:
    """What patterns were before each jump that can have led to them."""
    found = []
    for peg, end in enumerate(held):
        for step in _steps(lattice):
            over, start = end - step, end - 2 * step
            free = ~((held == over) | (held == start)).any(axis=0)
            before = held[:, free]
            before[peg] = over[free]
            found.append(np.vstack([before, start[free]]))
    return np.hstack(found)


def _jumps(lattice: Lattice, held: _Pegs) -> tuple[_Indices, _Pegs]:
    """For each jump of each pattern the index of the pattern, and what it is after the jump."""
    indices, found = [np.zeros(0, np.intp)], [held[1:, :0]]
    for start, over in permutations(range(len(held)), 2):
        for step in _steps(lattice):
            which = np.flatnonzero(held[over] == held[start] + step)
            end = held[start, which] + 2 * step
            free = ~(held[:, which] == end).any(axis=0)
            after = held[:, which[free]]
            after[start] = end[free]
            indices.append(which[free])
            found.append(np.delete(after, over, axis=0))
    return np.concatenate(indices), np.hstack(found)


def _steps(lattice: Lattice) -> list[np.int16]:
    return [np.int16(dx + _ROW * dy) for dx, dy in lattice.directions]


def _canonical(lattice: Lattice, held: _Pegs) -> _Bytes:
    """The least rows over the point group."""
    rows = (held + _ROW // 2) // _ROW
    x, y = (held - _ROW * rows).astype(np.int8), rows.astype(np.int8)
    images = (
        _pack(_sorted(_at_corner(a * x + b * y, c * x + d * y)))
        for a, b, c, d in lattice.point_group
    )
    return _as_bytes(reduce(_least, images))


def _at_corner(x: _Coordinates, y: _Coordinates) -> npt.NDArray[np.uint16]:
    """The pegs as numbers, after each pattern was moved so that its least coordinates are 0."""
    left, top = (along - along.min(axis=0) for along in (x, y))
    held: npt.NDArray[np.uint16] = top.astype(np.uint16) << np.uint16(_BITS)
    held |= left.astype(np.uint16)
    return held


def _sorted(held: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
    """Each pattern's pegs, sorted in place: neighbours change places, as many rounds as pegs.

    Many patterns at a time that is a lot faster than ``np.sort`` along so short an axis.
    """
    for turn in range(len(held)):
        for i in range(turn % 2, len(held) - 1, 2):
            least = np.minimum(held[i], held[i + 1])
            np.maximum(held[i], held[i + 1], out=held[i + 1])
            held[i] = least
    return held


def _least(one: _Words, other: _Words) -> _Words:
    """The lesser of two columns of words, pattern by pattern; the first word counts first."""
    less = one[-1] < other[-1]
    for a, b in zip(one[-2::-1], other[-2::-1], strict=True):
        less = (a < b) | (a == b) & less
    return np.where(less, one, other)


def _pack(held: npt.NDArray[np.uint16]) -> _Words:
    """The words of patterns."""
    words = np.zeros((-(-len(held) // _PER_WORD), held.shape[1]), np.uint64)
    for i, peg in enumerate(held):
        words[i // _PER_WORD] |= peg.astype(np.uint64) << _shift(i)
    return words


def _unpack(rows: _Bytes, pegs: int) -> _Pegs:
    """The holes of rows."""
    words = rows.view(">u8").reshape(len(rows), rows.itemsize // 8).T.astype(np.uint64)
    held = np.zeros((pegs, len(rows)), np.int16)
    for i in range(pegs):
        held[i] = words[i // _PER_WORD] >> _shift(i) & np.uint64((1 << 2 * _BITS) - 1)
    return (held >> _BITS) * _ROW + held % (1 << _BITS)


def _shift(peg: int) -> np.uint64:
    return np.uint64(2 * _BITS * (_PER_WORD - 1 - peg % _PER_WORD))


def _as_bytes(words: _Words) -> _Bytes:
    """Words as rows of bytes, of the same order."""
    rows: _Bytes = np.ascontiguousarray(words.T, ">u8").view(f"S{8 * len(words)}").ravel()
    return rows


def _chunks(rows: _Bytes) -> Iterator[tuple[int, _Bytes]]:
    """Some rows at a time, with how many were before them."""
    for at in range(0, len(rows), _CHUNK):
        yield at, rows[at : at + _CHUNK]


def _found(rows: _Bytes, wanted: _Bytes) -> npt.NDArray[np.bool_]:
    """Whether each of some rows is among others, which are sorted."""
    after: _Indices = np.searchsorted(rows, wanted, "right")
    return after > np.searchsorted(rows, wanted)
