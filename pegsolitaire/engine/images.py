"""Many codes at once: their images under symmetries, and those that symmetries leave alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Permutation
from pegsolitaire.engine import kernels
from pegsolitaire.engine.coset import Coset
from pegsolitaire.engine.layout import Words, look_up_tables
from pegsolitaire.engine.workers import Workers

_CHUNK_BITS = 20  # positions that are looked at together


def images(codes: Words, image: Permutation) -> Words:
    """The codes after a map of the holes, of boards of up to 64 holes.

    Examples
    --------
    >>> images(np.array([0b001, 0b011], np.uint64), (1, 2, 0)).tolist()
    [2, 6]
    """
    tables = look_up_tables(image)
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


def fixed_codes(coset: Coset, group: Iterable[Permutation]) -> Iterator[Words]:
    """The codes of a class that every one of some symmetries leaves alone, some at a time.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> coset = Coset(board, board.vacancy("d4").code)
    >>> turns = [symmetry.image for symmetry in board.symmetries if symmetry.is_rotation]
    >>> sum(len(codes) for codes in fixed_codes(coset, turns))
    256
    """
    masks = _orbits(len(coset.board), group)
    low, high = masks[:_CHUNK_BITS], masks[_CHUNK_BITS:]
    near = _unions(low)
    for far in _unions(high):
        codes = near | far
        for hole, mask in coset.dropped.items():
            odd = np.bitwise_count(codes & np.uint64(mask)) & 1
            codes = codes[odd == coset.odd[hole]]
        yield codes


def _orbits(size: int, group: Iterable[Permutation]) -> list[int]:
    """The holes that symmetries move to one another, each set as a mask."""
    maps: Sequence[Permutation] = list(group)
    masks, left = [], set(range(size))
    while left:
        orbit = edge = {min(left)}
        while edge:
            edge = {image[i] for i in edge for image in maps} - orbit
            orbit = orbit | edge
        left -= orbit
        masks.append(sum(1 << i for i in orbit))
    return masks


def _unions(masks: Sequence[int]) -> Words:
    """The unions of all choices of some masks."""
    found: npt.NDArray[np.uint64] = np.zeros(1, np.uint64)
    for mask in masks:
        found = np.concatenate([found, found | np.uint64(mask)])
    return found
