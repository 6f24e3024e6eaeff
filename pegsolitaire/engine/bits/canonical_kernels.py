"""The canonical form of a word, and how many words share it.

Canonical is the least of all images of a word under the group of its layout: the turns of the word
and of its reflections (see :mod:`pegsolitaire.engine.bits.layout`). 4 ns a word, bound by
arithmetic.

Every kernel takes arrays and integers only, and whoever calls it has checked them. All counts that
meet words are uint64 and all others int64: numba turns a mix into floats.

Arguments that many kernels share:

turns, width, mirror, bits
    the canonical form: sectors of the word, and the tables of its reflections, perhaps none
flip
    XORed into every result: 0, or the full board where complements are wanted
"""

from __future__ import annotations

import numpy as np

from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.engine.bits.compiled import compiled, inlined
from pegsolitaire.engine.bits.hashing import ONE, WORD


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
def _ring(turns: np.uint64, width: np.uint64) -> np.uint64:
    """The bits that turning the board moves; a shift by all 64 bits would have no result."""
    return ~np.uint64(0) >> (WORD - turns * width) if width > 0 else np.uint64(0)


@inlined
def mirrored(mirror: Words, which: int, bits: np.uint64, word: np.uint64) -> np.uint64:
    """:func:`look_up` in the tables of one of the mirrors."""
    low = (ONE << bits) - ONE
    image = np.uint64(0)
    for row in range(mirror.shape[1]):
        image |= mirror[which, row, word & low]
        word >>= bits
    return image


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
def canonical(
    word: np.uint64, turns: np.uint64, width: np.uint64, mirror: Words, bits: np.uint64
) -> np.uint64:
    """The least image of a word: the turns of it and of its reflections."""
    ring = _ring(turns, width)
    best = _least_turn(word, ring, turns, width)
    for which in range(mirror.shape[0]):
        image = mirrored(mirror, which, bits, word)
        best = min(best, _least_turn(image, ring, turns, width))
    return best


@compiled
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
def orbit_size(
    word: np.uint64, turns: np.uint64, width: np.uint64, mirror: Words, bits: np.uint64
) -> np.int64:
    """The number of positions that a reduced word stands for."""
    ring = _ring(turns, width)
    same = _turns_onto(word, word, ring, turns, width)
    for which in range(mirror.shape[0]):
        image = mirrored(mirror, which, bits, word)
        same += _turns_onto(image, word, ring, turns, width)
    return np.int64(np.int64(turns) * (mirror.shape[0] + 1) // same)


@compiled
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
