"""Many codes at once: their images under symmetries, and the least of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from pegsolitaire.board import Permutation
from pegsolitaire.engine.bits import code_kernels as kernels
from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.engine.bits.layout import look_up_tables
from pegsolitaire.engine.bits.workers import Workers


def images(codes: Words, image: Permutation) -> Words:
    """The codes after a map of the holes, of boards of up to 64 holes.

    Examples
    --------
    >>> images(np.array([0b001, 0b011], np.uint64), (1, 2, 0)).tolist()
    [2, 6]
    """
    tables = look_up_tables(tuple(image))
    bits = int(tables.shape[1]).bit_length() - 1
    moved = np.zeros(len(codes), np.uint64)
    for number, table in enumerate(tables):
        moved |= table[codes >> np.uint64(bits * number) & np.uint64((1 << bits) - 1)]
    return moved


def least_images(codes: Words, group: Iterable[Permutation]) -> Words:
    """For each code the least of its images under a group.

    Examples
    --------
    >>> least_images(np.array([0b100, 0b110], np.uint64), [(0, 1, 2), (2, 1, 0)]).tolist()
    [1, 3]
    """
    tables = _tables_of(tuple(sorted(group)))
    bits = np.uint64(int(tables.shape[2]).bit_length() - 1)
    least = np.empty(len(codes), np.uint64)
    codes = np.ascontiguousarray(codes)
    with Workers() as workers:
        workers.share(
            len(codes),
            len(codes),
            lambda first, last: kernels.least_images(codes, tables, bits, least, first, last),
        )
    return least


@lru_cache(maxsize=16)
def _tables_of(group: tuple[Permutation, ...]) -> Words:
    """The look-up tables of a group, the identity first."""
    return np.stack([look_up_tables(image) for image in group])
