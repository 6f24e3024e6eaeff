"""The compiled loops over levels whose rows are numbers of paths.

A number of paths is a row of *limbs*, 64 bits each, least first, as many as the numbers of the
level may need (see :mod:`pegsolitaire.engine.sparse.paths`); most levels need one.
"""

from __future__ import annotations

import numpy as np

from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.engine.bits.canonical_kernels import orbit_size
from pegsolitaire.engine.bits.compiled import compiled, inlined
from pegsolitaire.engine.bits.layout import Canon
from pegsolitaire.engine.bits.legal_kernels import legal_jumps

_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@inlined
def _half(count: Words, i: int) -> np.uint64:
    """The i-th 32 bits of a count."""
    half: np.uint64 = (count[i >> 1] >> (_HALF * np.uint64(i & 1))) & _LOW
    return half


@compiled
def dot(
    words: Words,
    counts: Words,
    others: Words,
    first: int,
    last: int,
    canon: Canon,
    sums: Words,
) -> None:
    """Add up the products of counts and others, apart for each size of orbit.

    ``sums[size, i]`` collects what has the weight ``2**(32 * i)``: products of 32 bits are split
    in two, so that four thousand million of them cannot overflow.
    """
    for k in range(first, last):
        nothing = True
        for limb in range(others.shape[1]):
            nothing &= others[k, limb] == 0
        if nothing:
            continue
        row = sums[orbit_size(words[k], canon)]
        for i in range(2 * counts.shape[1]):
            for j in range(2 * others.shape[1]):
                product = _half(counts[k], i) * _half(others[k], j)
                row[i + j] += product & _LOW
                row[i + j + 1] += product >> _HALF


@compiled
def stuck(
    words: Words,
    counts: Words,
    tests: Words,
    shown: Words,
    first: int,
    last: int,
    sums: Words,
) -> None:
    """Add up the counts of the words that allow no jump, 32 bits apart."""
    for k in range(first, last):
        free = False
        for group in range(tests.shape[0]):
            free |= legal_jumps(words[k], tests, shown, group) != 0
        if not free:
            for i in range(2 * counts.shape[1]):
                sums[i] += _half(counts[k], i)
