"""The key of a word: an invertible hash, of which partition and remainder are the two halves.

A word of n bits is shifted to the top of 64 bits and multiplied by an odd number, which can be
undone. The top bits of that key choose the partition; those after them are the *remainder*, all
that has to be stored of a word whose partition is known. Where it has 31 bits or fewer, 32 do:
boards of 45 holes from 2**14 partitions on. The least bit of a stored remainder is always 1, so
that 0 can mark an empty slot.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Remainders, Words
from pegsolitaire.engine.bits.compiled import compiled, inlined

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
INVERSE = np.uint64(pow(0x9E3779B97F4A7C15, -1, 1 << 64))
ONE = np.uint64(1)
WORD = np.uint64(64)
HALF = np.uint64(32)
NONE = np.uint64(0)


class Split(NamedTuple):
    """How words are split into partition and remainder."""

    logp: np.uint64  # log2 of the number of partitions, 1 or more
    first: np.uint64  # the partition that is number 0 of a run of them
    spare: np.uint64  # the bits of 64 that words do not have


@inlined
def key_of(word: np.uint64, split: Split) -> np.uint64:
    """The key of a word."""
    key: np.uint64 = (word << split.spare) * MULTIPLIER
    return key


@inlined
def partition_of(key: np.uint64, split: Split) -> np.uint64:
    """The partition, from the first of the run: those before it wrap round to large numbers."""
    part: np.uint64 = (key >> (WORD - split.logp)) - split.first
    return part


@inlined
def remainder_of(key: np.uint64, split: Split, size: int) -> np.uint64:
    """The remainder, as it is stored in some number of bytes."""
    rest: np.uint64 = ((key << split.logp) >> (WORD - np.uint64(8 * size))) | ONE
    return rest


@compiled
def word_of(remainder: np.uint64, part: int, split: Split, size: int) -> np.uint64:
    """The word that has a remainder of some number of bytes in a partition of the run."""
    top = (np.uint64(part) + split.first) << (WORD - split.logp)
    rest = (np.uint64(remainder) & ~ONE) << (WORD - np.uint64(8 * size))
    word: np.uint64 = ((top | (rest >> split.logp)) * INVERSE) >> split.spare
    return word


@compiled
def words_of(
    remainders: Remainders, offsets: Counts, split: Split, begin: int, end: int, words: Words
) -> None:
    """Write the words that some remainders stand for; partitions begin at the offsets."""
    part = int(np.searchsorted(offsets, begin, side="right")) - 1
    for i in range(begin, end):
        while offsets[part + 1] <= i:
            part += 1
        words[i - begin] = word_of(remainders[i], part, split, remainders.itemsize)


@compiled
def split_up(words: Words, split: Split, parts: Counts, remainders: Remainders) -> None:
    """Write the partition and the remainder of each of some words."""
    for i in range(words.size):
        key = key_of(words[i], split)
        parts[i] = partition_of(key, split)
        remainders[i] = remainder_of(key, split, remainders.itemsize)


def bytes_of_remainder(holes: int, logp: int) -> int:
    """How many bytes remainders of words of so many bits take."""
    return 4 if holes - logp < 32 else 8
