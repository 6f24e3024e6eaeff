"""Many patterns at once, as rows of bytes.

A pattern is one row of bytes that holds its pegs as numbers ``32 y + x``, the least first, ten
bits each and six to a word of 64: exact, and sorting finds the repeats. That is room enough: the
coordinates of two neighbours differ by 1 at most and a jump back adds 2 at most, so those of
``n`` pegs differ by ``2n - 3`` at most, by 21 for the 12 that fit two words. Of its images under
the point group the least row stands for the pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import permutations

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Lattice
from pegsolitaire.budget import bytes_text
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.progress import Progress

MOST_PEGS = 12

PER_WORD = 6  # pegs
BITS = 5  # of a coordinate
CHUNK = 1 << 13  # patterns that are looked at together
LEAST_RUN = 1 << 20  # patterns that are gathered before they are sorted
ROW = 64  # in work a hole is x + 64 y, so that two steps off the side meet no other hole

# Patterns as rows of bytes, as columns of words and as columns of holes in work.
Bytes = npt.NDArray[np.bytes_]
Words = npt.NDArray[np.uint64]
Pegs = npt.NDArray[np.int16]
Coordinates = npt.NDArray[np.int8]
Indices = npt.NDArray[np.intp]


def jumps_back(lattice: Lattice, held: Pegs) -> Pegs:
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


def jumps_of(lattice: Lattice, held: Pegs) -> tuple[Indices, Pegs]:
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


def with_one_more(lattice: Lattice, held: Pegs) -> Pegs:
    """What patterns are with one more, in any free place next to one of them."""
    found = []
    for one in held:
        for step in _steps(lattice):
            free = ~(held == one + step).any(axis=0)
            found.append(np.vstack([held[:, free], one[free] + step]))
    return np.hstack(found)


def steps_between(lattice: Lattice) -> list[int]:
    """How much further than a hole, in work, its neighbours are."""
    return list(map(int, _steps(lattice)))


def _steps(lattice: Lattice) -> list[np.int16]:
    return [np.int16(dx + ROW * dy) for dx, dy in lattice.directions]


def canonical(lattice: Lattice, held: Pegs) -> Bytes:
    """The least rows over the point group."""
    return as_bytes(reduce(_least, _images(lattice, held)))


def image_rows(lattice: Lattice, held: Pegs) -> Iterator[Bytes]:
    """The rows of the images under each map of the point group, in its order."""
    return map(as_bytes, _images(lattice, held))


def in_place(held: Pegs) -> Bytes:
    """The rows of positions that stay where they are: all coordinates are 0 to 31."""
    rows, columns = np.divmod(held, np.int16(ROW))
    return as_bytes(pack(_sorted((rows << BITS | columns).astype(np.uint16))))


def _images(lattice: Lattice, held: Pegs) -> Iterator[Words]:
    rows = (held + ROW // 2) // ROW
    x, y = (held - ROW * rows).astype(np.int8), rows.astype(np.int8)
    for a, b, c, d in lattice.point_group:
        yield pack(_sorted(_at_corner(a * x + b * y, c * x + d * y)))


def _at_corner(x: Coordinates, y: Coordinates) -> npt.NDArray[np.uint16]:
    """The pegs as numbers, after each pattern was moved so that its least coordinates are 0."""
    left, top = (along - along.min(axis=0) for along in (x, y))
    held: npt.NDArray[np.uint16] = top.astype(np.uint16) << np.uint16(BITS)
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


def _least(one: Words, other: Words) -> Words:
    """The lesser of two columns of words, pattern by pattern; the first word counts first."""
    less = one[-1] < other[-1]
    for a, b in zip(one[-2::-1], other[-2::-1], strict=True):
        less = (a < b) | (a == b) & less
    return np.where(less, one, other)


def pack(held: npt.NDArray[np.uint16]) -> Words:
    """The words of patterns."""
    words = np.zeros((-(-len(held) // PER_WORD), held.shape[1]), np.uint64)
    for i, peg in enumerate(held):
        words[i // PER_WORD] |= peg.astype(np.uint64) << _shift(i)
    return words


def unpack(rows: Bytes, pegs: int) -> Pegs:
    """The holes of rows."""
    words = rows.view(">u8").reshape(len(rows), rows.itemsize // 8).T.astype(np.uint64)
    held = np.zeros((pegs, len(rows)), np.int16)
    for i in range(pegs):
        held[i] = words[i // PER_WORD] >> _shift(i) & np.uint64((1 << 2 * BITS) - 1)
    return (held >> BITS) * ROW + held % (1 << BITS)


def _shift(peg: int) -> np.uint64:
    return np.uint64(2 * BITS * (PER_WORD - 1 - peg % PER_WORD))


def as_bytes(words: Words) -> Bytes:
    """Words as rows of bytes, of the same order."""
    rows: Bytes = np.ascontiguousarray(words.T, ">u8").view(f"S{8 * len(words)}").ravel()
    return rows


def chunks(rows: Bytes) -> Iterator[tuple[int, Bytes]]:
    """Some rows at a time, with how many were before them."""
    for at in range(0, len(rows), CHUNK):
        yield at, rows[at : at + CHUNK]


def found_in(rows: Bytes, wanted: Bytes) -> npt.NDArray[np.bool_]:
    """Whether each of some rows is among others, which are sorted."""
    after: Indices = np.searchsorted(rows, wanted, "right")
    return after > np.searchsorted(rows, wanted)


def made_of(
    lattice: Lattice,
    rows: Bytes,
    pegs: int,
    make: Callable[[Lattice, Pegs], Pegs],
    progress: Progress,
) -> Bytes:
    """All patterns that come of some, sorted, each once.

    Raises
    ------
    BoardTooLargeError
        If there are too many for the memory.
    """
    found: list[Bytes] = []
    fresh: list[Bytes] = []
    for at, some in chunks(rows):
        made = make(lattice, unpack(some, pegs))
        fresh.append(_joined([canonical(lattice, made)]))
        # Runs as long as what they are joined with: each row is sorted a few times only.
        if sum(len(run) for run in fresh) > sum(len(run) for run in found) + LEAST_RUN:
            found, fresh = [_joined([*found, *fresh])], []
        progress.update(at + len(some))
    return _joined([*found, *fresh])


def _joined(runs: list[Bytes]) -> Bytes:
    """The rows of some runs, sorted and each once, if the memory allows."""
    from pegsolitaire.engine import free_memory

    needed, free = 2 * sum(run.nbytes for run in runs), free_memory() * 4 // 5
    if needed > free:
        raise BoardTooLargeError(
            f"the patterns need {bytes_text(needed)} of memory, and {bytes_text(free)} are left: "
            "ask for fewer pegs"
        )
    rows = np.concatenate(runs)
    rows.sort(kind="stable")  # which finds the runs and merges them
    new = np.ones(len(rows), np.bool_)
    new[1:] = rows[1:] != rows[:-1]
    return rows[new]
