"""Words to row-by-row codes, and codes to the least of their images; looking them up in levels.

Arguments that the kernels share:

images
    ``(symmetries, chunks, 2**bits)``, a group as look-up tables, the identity first
level
    least codes, sorted
"""

from __future__ import annotations

import numpy as np

from pegsolitaire.engine.bits.arrays import Flags, Words
from pegsolitaire.engine.bits.canonical_kernels import look_up
from pegsolitaire.engine.bits.compiled import compiled, inlined


@inlined
def _least_image(code: np.uint64, images: Words, bits: np.uint64) -> np.uint64:
    """The least image of a row-by-row code: ``images`` is the group as tables, identity first."""
    best = code
    for s in range(1, images.shape[0]):
        best = min(best, look_up(images[s], bits, code))
    return best


@compiled
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
        code = look_up(to_code, bits, words[i]) ^ flip
        codes[i] = _least_image(code, images, bits)


@compiled
def least_images(
    codes: Words, images: Words, bits: np.uint64, least: Words, first: int, last: int
) -> None:
    """The least images of row-by-row codes."""
    for i in range(first, last):
        least[i] = _least_image(codes[i], images, bits)


@compiled
def permute(
    source: Words, tables: Words, bits: np.uint64, target: Words, first: int, last: int
) -> None:
    """Row-by-row codes to words, or the reverse, by the tables given."""
    for i in range(first, last):
        target[i] = look_up(tables, bits, source[i])


@inlined
def place_of(code: np.uint64, level: Words) -> int:
    """The index of a code in a sorted level, or -1."""
    low = 0
    high = level.size
    while low < high:
        middle = (low + high) >> 1
        if level[middle] < code:
            low = middle + 1
        else:
            high = middle
    if low < level.size and level[low] == code:
        return low
    return -1


@compiled
def find_sorted(code: np.uint64, images: Words, bits: np.uint64, level: Words) -> int:
    """The index of a code's least image in a sorted level, or -1."""
    return place_of(_least_image(code, images, bits), level)


@compiled
def contains_sorted(
    codes: Words, images: Words, bits: np.uint64, level: Words, found: Flags, first: int, last: int
) -> None:
    """:func:`find_sorted` for an array of codes."""
    for i in range(first, last):
        found[i] = find_sorted(codes[i], images, bits, level) >= 0
