"""Counting the bits of a word, and finding the lowest."""

from __future__ import annotations

import numpy as np

from pegsolitaire.engine.bits.compiled import inlined
from pegsolitaire.engine.bits.hashing import ONE


@inlined
def pegs_of(word: np.uint64) -> int:
    """How many pegs a word has."""
    word -= (word >> ONE) & np.uint64(0x5555555555555555)
    pairs = np.uint64(0x3333333333333333)
    word = (word & pairs) + ((word >> np.uint64(2)) & pairs)
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))  # type: ignore[return-value]


@inlined
def lowest_bit(word: np.uint64) -> int:
    """The number of the lowest bit that is set: one instruction, once compiled."""
    return pegs_of(~word & (word - ONE))
