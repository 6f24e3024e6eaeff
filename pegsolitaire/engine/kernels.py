"""The compiled loops. Arrays and integers only; whoever calls them has checked the arguments.

Every kernel releases the interpreter lock, so that plain threads run them side by side, and is
cached on disk. None allocates in proportion to its input.

A hash is the word times an odd constant: its top bits choose the partition, the next ones a slot
in the partition's table (:mod:`pegsolitaire.engine.table_kernels`). ``expand`` is bound by
arithmetic: its three passes over a small block let the compiler use vector registers for the
canonical forms.

Arguments that several kernels share:

masks, wanted
    the jumps: legal where ``word & mask == wanted``, giving ``word ^ mask``
flip
    XORed into every result: 0, or the full board where complements are wanted
turns, width, mirror, bits
    the canonical form: sectors of the word, and the tables of its reflection
logp
    log2 of the number of partitions, at least 1
out, filled
    ``(threads, partitions, capacity)`` candidates, and how many each row holds

All counts that meet words are uint64 and all others int64: numba turns a mix into floats.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from pegsolitaire.engine.layout import Words

Counts = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
ONE = np.uint64(1)
WORD = np.uint64(64)


@njit(nogil=True, cache=True, inline="always")
def _look_up(tables: Words, bits: np.uint64, word: np.uint64) -> np.uint64:
    """The image of a word: the OR of one table entry for each run of its bits."""
    low = (ONE << bits) - ONE
    image = np.uint64(0)
    for row in range(tables.shape[0]):
        image |= tables[row, word & low]
        word >>= bits
    return image


@njit(nogil=True, cache=True, inline="always")
def _ring(turns: np.uint64, width: np.uint64) -> np.uint64:
    """The bits that turning the board moves; a shift by all 64 bits would have no result."""
    return ~np.uint64(0) >> (WORD - turns * width) if width > 0 else np.uint64(0)


@njit(nogil=True, cache=True, inline="always")
def canonical(
    word: np.uint64, turns: np.uint64, width: np.uint64, mirror: Words, bits: np.uint64
) -> np.uint64:
    """The least image of a word: the turns of it and of its reflection."""
    ring = _ring(turns, width)
    back = turns * width - width
    rest = word & ~ring
    spin = word & ring
    best = spin
    for _ in range(turns - ONE):
        spin = ((spin << width) | (spin >> back)) & ring
        best = min(best, spin)
    if mirror.shape[0] > 0:
        image = _look_up(mirror, bits, word)
        rest = image & ~ring
        spin = image & ring
        best = min(best, spin)
        for _ in range(turns - ONE):
            spin = ((spin << width) | (spin >> back)) & ring
            best = min(best, spin)
    return best | rest


# The three passes of `expand` are functions of their own: in one loop nest the compiler no longer
# finds vector instructions for the canonical forms, and the kernel takes twice as long.


@njit(nogil=True, cache=True)
def _jump_all(
    words: Words, i: int, end: int, masks: Words, wanted: Words, block: Words
) -> tuple[int, int]:
    """Fill a block with what the jumps make of words ``i ..``: the next word, and how many."""
    count = 0
    while i < end and count + masks.size < block.size:
        word = words[i]
        # Written without a branch: each legal jump is a coin toss that no predictor learns.
        for j in range(masks.size):
            block[count] = word ^ masks[j]
            count += (word & masks[j]) == wanted[j]
        i += 1
    return i, count


@njit(nogil=True, cache=True)
def canonicalise(
    block: Words,
    count: int,
    flip: np.uint64,
    turns: np.uint64,
    width: np.uint64,
    mirror: Words,
    bits: np.uint64,
) -> None:
    """Bring the words of a block, or their complements, to canonical form."""
    for k in range(count):
        block[k] = canonical(block[k] ^ flip, turns, width, mirror, bits)


@njit(nogil=True, cache=True)
def scatter(
    block: Words, k: int, count: int, logp: np.uint64, run: np.uint64, out: Words, filled: Counts
) -> int:
    """Sort a block into the partitions of a run, from its k-th word until one is full."""
    shift = WORD - logp
    partitions = np.uint64(out.shape[0])
    while k < count:
        # Partitions before the run wrap round to large numbers, and are left out like those after.
        part = ((block[k] * MULTIPLIER) >> shift) - run
        if part < partitions:
            place = filled[part]
            if place == out.shape[1]:
                break
            out[part, place] = block[k]
            filled[part] = place + 1
        k += 1
    return k


@njit(nogil=True, cache=True)
def expand(
    words: Words,
    state: Counts,
    masks: Words,
    wanted: Words,
    flip: np.uint64,
    turns: np.uint64,
    width: np.uint64,
    mirror: Words,
    bits: np.uint64,
    logp: np.uint64,
    run: np.uint64,
    block: Words,
    out: Words,
    filled: Counts,
) -> bool:
    """Make every legal jump from some words, and sort the results into partitions.

    Results outside the run of partitions that begins with ``run`` are dropped. Stops when the
    words are done (True) or a partition is full (False); ``state`` says where it is and lets the
    next call go on: next word, end of the words, candidates in ``block``, and those of them
    already sorted.
    """
    i, end, count, done = state[0], state[1], state[2], state[3]
    while True:
        done = scatter(block, done, count, logp, run, out, filled)
        if done < count or i == end:
            state[0], state[2], state[3] = i, count, done
            return bool(done == count)
        i, count = _jump_all(words, i, end, masks, wanted, block)
        canonicalise(block, count, flip, turns, width, mirror, bits)
        done = 0


@njit(nogil=True, cache=True, inline="always")
def orbit_size(
    word: np.uint64, turns: np.uint64, width: np.uint64, mirror: Words, bits: np.uint64
) -> np.int64:
    """The number of positions that a reduced word stands for."""
    ring = _ring(turns, width)
    back = turns * width - width
    mirrored = mirror.shape[0] > 0
    order = np.int64(turns) * (2 if mirrored else 1)
    same = 0
    spin = word & ring
    image = _look_up(mirror, bits, word) if mirrored else word
    fixed_rest = mirrored and (image & ~ring) == (word & ~ring)
    other = image & ring
    for _ in range(turns):
        same += spin == (word & ring)
        same += fixed_rest and other == (word & ring)
        spin = ((spin << width) | (spin >> back)) & ring
        other = ((other << width) | (other >> back)) & ring
    return order // same


@njit(nogil=True, cache=True)
def total_orbits(
    words: Words,
    first: int,
    last: int,
    turns: np.uint64,
    width: np.uint64,
    mirror: Words,
    bits: np.uint64,
) -> np.int64:
    """The number of positions that reduced words stand for, summed."""
    total = np.int64(0)
    for i in range(first, last):
        total += orbit_size(words[i], turns, width, mirror, bits)
    return total


@njit(nogil=True, cache=True, inline="always")
def _least_image(code: np.uint64, images: Words, bits: np.uint64) -> np.uint64:
    """The least image of a row-by-row code: ``images`` is the group as tables, identity first."""
    best = code
    for s in range(1, images.shape[0]):
        best = min(best, _look_up(images[s], bits, code))
    return best


@njit(nogil=True, cache=True)
def least_codes(
    words: Words,
    flip: np.uint64,
    to_code: Words,
    images: Words,
    bits: np.uint64,
    codes: Words,
    first: int,
    last: int,
) -> None:
    """The least row-by-row codes of words."""
    for i in range(first, last):
        code = _look_up(to_code, bits, words[i]) ^ flip
        codes[i] = _least_image(code, images, bits)


@njit(nogil=True, cache=True)
def least_images(
    codes: Words, images: Words, bits: np.uint64, least: Words, first: int, last: int
) -> None:
    """The least images of row-by-row codes."""
    for i in range(first, last):
        least[i] = _least_image(codes[i], images, bits)


@njit(nogil=True, cache=True)
def permute(
    source: Words, tables: Words, bits: np.uint64, target: Words, first: int, last: int
) -> None:
    """Row-by-row codes to words, or the reverse, by the tables given."""
    for i in range(first, last):
        target[i] = _look_up(tables, bits, source[i])


@njit(nogil=True, cache=True)
def find_sorted(code: np.uint64, images: Words, bits: np.uint64, level: Words) -> int:
    """The index of a code's least image in a sorted level, or -1."""
    best = _least_image(code, images, bits)
    low = 0
    high = level.size
    while low < high:
        middle = (low + high) >> 1
        if level[middle] < best:
            low = middle + 1
        else:
            high = middle
    if low < level.size and level[low] == best:
        return low
    return -1


@njit(nogil=True, cache=True)
def contains_sorted(
    codes: Words, images: Words, bits: np.uint64, level: Words, found: Flags, first: int, last: int
) -> None:
    """:func:`find_sorted` for an array of codes."""
    for i in range(first, last):
        found[i] = find_sorted(codes[i], images, bits, level) >= 0
