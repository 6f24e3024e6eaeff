"""The canonical form of a word, the size of its orbit, and the legal jumps.

The canonical form is the smallest of all images of a word under the group of its layout. The
images are the rotations of the word and of its reflections (see :mod:`pegsolitaire.engine.words`).

The loop that computes the canonical forms of a block of words is compiled separately for three
numbers of rotations. With a constant number, the compiler unrolls the rotations and processes
several words at a time in a vector register, which takes a quarter of a nanosecond for each word.
With a number that is only known at run time, it does neither, and each word takes 3 ns. A single
word outside a block takes 4 ns, mostly for the table look-ups of its reflection.

Every kernel takes only arrays and integers, which its caller has already checked. All integers
that are combined with words are uint64 and all others are int64, because numba converts a mixture
of both to floats.
"""

from __future__ import annotations

import numpy as np

from pegsolitaire.engine.compiled import compiled, inlined
from pegsolitaire.engine.words import ONE, WORD, Canon, Words


@inlined
def look_up(tables: Words, bits: np.uint64, word: np.uint64) -> np.uint64:
    """Return the image of a word: the OR of one table entry for each chunk of its bits."""
    low = (ONE << bits) - ONE
    image = np.uint64(0)
    for row in range(tables.shape[0]):
        image |= tables[row, word & low]
        word >>= bits
    return image


@inlined
def reflected(mirror: Words, which: int, bits: np.uint64, word: np.uint64) -> np.uint64:
    """Return the image of a word under one of the reflections, like :func:`look_up`."""
    low = (ONE << bits) - ONE
    image = np.uint64(0)
    for row in range(mirror.shape[1]):
        image |= mirror[which, row, word & low]
        word >>= bits
    return image


@inlined
def _ring(turns: np.uint64, width: np.uint64) -> np.uint64:
    """Return a mask of the bits that rotations move. A shift by 64 bits would be undefined."""
    return ~np.uint64(0) >> (WORD - turns * width) if width > 0 else np.uint64(0)


@inlined
def _least_turn(word: np.uint64, ring: np.uint64, turns: np.uint64, width: np.uint64) -> np.uint64:
    """Return the smallest rotation of a word."""
    back = turns * width - width
    spin = word & ring
    best = spin
    for _ in range(turns - ONE):
        spin = ((spin << width) | (spin >> back)) & ring
        best = min(best, spin)
    return best | (word & ~ring)


@inlined
def canonical(word: np.uint64, canon: Canon) -> np.uint64:
    """Return the smallest image of a word, which is a rotation of the word or of a reflection."""
    turns, width, mirror, bits = canon
    ring = _ring(turns, width)
    best = _least_turn(word, ring, turns, width)
    for which in range(mirror.shape[0]):
        image = reflected(mirror, which, bits, word)
        best = min(best, _least_turn(image, ring, turns, width))
    return best


@inlined
def _least_of_images(
    images: Words, count: int, turns: np.uint64, width: np.uint64, spins: int, out: Words
) -> None:
    """Write the canonical forms of a block of words. The number of rotations is a constant."""
    ring = _ring(turns, width)
    back = turns * width - width
    for row in range(images.shape[0]):
        for k in range(count):
            spin = images[row, k] & ring
            best = spin
            for _ in range(spins - 1):
                spin = ((spin << width) | (spin >> back)) & ring
                best = min(best, spin)
            out[k] = min(out[k], best | (images[row, k] & ~ring))


@compiled
def to_canonical(
    images: Words, count: int, turns: np.uint64, width: np.uint64, out: Words
) -> None:
    """Write the canonical forms of words, given as a row of words and a row for each reflection.

    Each loop takes a second to compile, so there are only three loops. As a result, some rotations
    are tried twice, which costs at most a nanosecond for each word.
    """
    for k in range(count):
        out[k] = ~np.uint64(0)
    if turns <= 2:
        _least_of_images(images, count, turns, width, 2, out)
    elif turns == 4:
        _least_of_images(images, count, turns, width, 4, out)
    else:  # 3 or 6, because no lattice has rotations of any other order
        _least_of_images(images, count, turns, width, 6, out)


@compiled
def reflect(images: Words, count: int, mirror: Words, bits: np.uint64) -> None:
    """Write the reflections of the words in the first row into the other rows."""
    for which in range(mirror.shape[0]):
        for k in range(count):
            images[which + 1, k] = reflected(mirror, which, bits, images[0, k])


@inlined
def _turns_onto(
    image: np.uint64, word: np.uint64, ring: np.uint64, turns: np.uint64, width: np.uint64
) -> np.int64:
    """Count the rotations of an image that are equal to the word."""
    same = np.int64(0)
    if image & ~ring != word & ~ring:
        return same
    back = turns * width - width
    spin = image & ring
    for _ in range(turns):
        same += spin == (word & ring)
        spin = ((spin << width) | (spin >> back)) & ring
    return same


@inlined
def orbit_size(word: np.uint64, canon: Canon) -> np.int64:
    """Return the number of images of a canonical word."""
    turns, width, mirror, bits = canon
    ring = _ring(turns, width)
    same = np.int64(0)
    for which in range(-1, mirror.shape[0]):
        image = word if which < 0 else reflected(mirror, which, bits, word)
        same += _turns_onto(image, word, ring, turns, width)
    return np.int64(np.int64(turns) * (mirror.shape[0] + 1) // same)


@compiled
def total_orbits(words: Words, first: int, last: int, canon: Canon) -> np.int64:
    """Return the total number of images of the canonical words in a range."""
    total = np.int64(0)
    for i in range(first, last):
        total += orbit_size(words[i], canon)
    return total


# --
# Legal jumps, for all kernels.
#
# A jump is legal if ``word & mask == wanted``, and leads to ``word ^ mask``. For each group of 64
# jumps, the bits of a word show which of these jumps are legal. The compiler uses vector registers
# for this, but only in a loop with a constant number of 64 steps. Therefore the jumps are divided
# into groups of 64, and the last group is padded with jumps that are never legal. A kernel lists
# the legal jumps by the set bits of the word, which avoids a branch that processors cannot
# predict.


_GROUP = 64

_BITS = ONE << np.arange(_GROUP, dtype=np.uint64)


def in_groups(masks: Words, wanted: Words) -> tuple[Words, Words]:
    """Divide jumps into groups for :func:`legal_jumps`, as arrays ``(groups, 64)``."""
    shape = -(-len(masks) // _GROUP), _GROUP
    tests, shown = np.zeros(shape, np.uint64), np.ones(shape, np.uint64)
    tests.ravel()[: len(masks)], shown.ravel()[: len(masks)] = masks, wanted
    return tests, shown


@inlined
def legal_jumps(word: np.uint64, tests: Words, shown: Words, group: int) -> np.uint64:
    """Return a word in which each set bit stands for a legal jump of a group."""
    legal = np.uint64(0)
    for k in range(_GROUP):
        legal |= _BITS[k] if (word & tests[group, k]) == shown[group, k] else np.uint64(0)
    return legal
