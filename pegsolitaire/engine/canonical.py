"""The canonical form of a word, and how many words share it.

Canonical is the least of all images of a word under the group of its layout: the turns of the word
and of its reflections (see :mod:`pegsolitaire.engine.words`).

A block of words and of their reflections is brought to canonical form in a loop that is compiled
for three numbers of turns: with the number known the compiler unrolls the turns and takes
several words at a time in a vector register, at a quarter of a nanosecond a word. With the number
read at run time it does neither, and a word costs 3 ns. A single word, here and there, is looked
at as it comes: 4 ns, most of which are the look-ups of its reflection.

Every kernel takes arrays and integers only, which its caller has checked. All counts that meet
words are uint64 and all others int64: numba turns a mix into floats.
"""

from __future__ import annotations

import numpy as np

from pegsolitaire.engine.compiled import compiled, inlined
from pegsolitaire.engine.words import ONE, WORD, Canon, Words


@inlined
def look_up(tables: Words, bits: np.uint64, word: np.uint64) -> np.uint64:
    """The image of a word: the OR of one table entry for each run of its bits."""
    low = (ONE << bits) - ONE
    image = np.uint64(0)
    for row in range(tables.shape[0]):
        image |= tables[row, word & low]
        word >>= bits
    return image


@inlined
def reflected(mirror: Words, which: int, bits: np.uint64, word: np.uint64) -> np.uint64:
    """:func:`look_up` in the tables of one of the reflections."""
    low = (ONE << bits) - ONE
    image = np.uint64(0)
    for row in range(mirror.shape[1]):
        image |= mirror[which, row, word & low]
        word >>= bits
    return image


@inlined
def _ring(turns: np.uint64, width: np.uint64) -> np.uint64:
    """The bits that turning the board moves; a shift by all 64 bits would have no result."""
    return ~np.uint64(0) >> (WORD - turns * width) if width > 0 else np.uint64(0)


@inlined
def _least_turn(word: np.uint64, ring: np.uint64, turns: np.uint64, width: np.uint64) -> np.uint64:
    """The least of the turns of a word."""
    back = turns * width - width
    spin = word & ring
    best = spin
    for _ in range(turns - ONE):
        spin = ((spin << width) | (spin >> back)) & ring
        best = min(best, spin)
    return best | (word & ~ring)


@inlined
def canonical(word: np.uint64, canon: Canon) -> np.uint64:
    """The least image of a word: the turns of it and of its reflections."""
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
    """The canonical forms of a block, by a number of turns to try that the compiler knows."""
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
    """Write the canonical forms of words, given each with its reflections, a row each.

    Each loop takes a second to compile; going round twice costs a nanosecond a word at most.
    """
    for k in range(count):
        out[k] = ~np.uint64(0)
    if turns <= 2:
        _least_of_images(images, count, turns, width, 2, out)
    elif turns == 4:
        _least_of_images(images, count, turns, width, 4, out)
    else:  # 3 or 6: no lattice has others
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
    """How many turns of an image are the word."""
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
    """The number of positions that a reduced word stands for."""
    turns, width, mirror, bits = canon
    ring = _ring(turns, width)
    same = _turns_onto(word, word, ring, turns, width)
    for which in range(mirror.shape[0]):
        image = reflected(mirror, which, bits, word)
        same += _turns_onto(image, word, ring, turns, width)
    return np.int64(np.int64(turns) * (mirror.shape[0] + 1) // same)


@compiled
def total_orbits(words: Words, first: int, last: int, canon: Canon) -> np.int64:
    """The number of positions that reduced words stand for, summed."""
    total = np.int64(0)
    for i in range(first, last):
        total += orbit_size(words[i], canon)
    return total


# --
# Which jumps are legal: the one place where kernels ask.
#
# A jump is legal where ``word & mask == wanted``, and gives ``word ^ mask``. Asked about 64 jumps
# at a time the answer is a set of bits, which the compiler works out in vector registers whole:
# but only in a loop of exactly 64, as a constant. So jumps stand in groups of 64, the last of them
# filled up with jumps that are never legal; to list the legal ones, walk through the bits that are
# set, and so never meets the branch that no predictor learns.


GROUP = 64

_BITS = ONE << np.arange(GROUP, dtype=np.uint64)


def in_groups(masks: Words, wanted: Words) -> tuple[Words, Words]:
    """Jumps as :func:`legal_jumps` takes them: masks and what they must show, ``(groups, 64)``."""
    shape = -(-len(masks) // GROUP), GROUP
    tests, shown = np.zeros(shape, np.uint64), np.ones(shape, np.uint64)
    tests.ravel()[: len(masks)], shown.ravel()[: len(masks)] = masks, wanted
    return tests, shown


@inlined
def legal_jumps(word: np.uint64, tests: Words, shown: Words, group: int) -> np.uint64:
    """Which jumps of a group are legal, a bit each."""
    legal = np.uint64(0)
    for k in range(GROUP):
        legal |= _BITS[k] if (word & tests[group, k]) == shown[group, k] else np.uint64(0)
    return legal
