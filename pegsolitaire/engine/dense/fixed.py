"""The positions of a class that symmetries leave alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from pegsolitaire.board import Permutation
from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.engine.dense.coset import Coset
from pegsolitaire.engine.dense.split import unions

_CHUNK_BITS = 20  # positions that are looked at together


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
    near = unions(low)
    for far in unions(high):
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
