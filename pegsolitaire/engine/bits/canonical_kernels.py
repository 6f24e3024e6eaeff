"""The canonical form of a word, and how many words share it.

Canonical is the least of all images of a word under the group of its layout: the turns of the word
and of its reflection (see :mod:`pegsolitaire.engine.bits.layout`). 4 ns a word, bound by
arithmetic.

Every kernel takes arrays and integers only, and whoever calls it has checked them. All counts that
meet words are uint64 and all others int64: numba turns a mix into floats.

Arguments that many kernels share:

turns, width, mirror, bits
    the canonical form: sectors of the word, and the tables of its reflection
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
        image = look_up(mirror, bits, word)
        rest = image & ~ring
        spin = image & ring
        best = min(best, spin)
        for _ in range(turns - ONE):
            spin = ((spin << width) | (spin >> back)) & ring
            best = min(best, spin)
    return best | rest


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
    image = look_up(mirror, bits, word) if mirrored else word
    fixed_rest = mirrored and (image & ~ring) == (word & ~ring)
    other = image & ring
    for _ in range(turns):
        same += spin == (word & ring)
        same += fixed_rest and other == (word & ring)
        spin = ((spin << width) | (spin >> back)) & ring
        other = ((other << width) | (other >> back)) & ring
    return order // same


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
