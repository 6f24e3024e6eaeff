"""The hash of a word: its top bits choose the partition, the next ones a slot of its table."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.engine.bits.compiled import inlined

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
ONE = np.uint64(1)
WORD = np.uint64(64)


@inlined
def partition_of(word: np.uint64, logp: np.uint64) -> np.uint64:
    """The partition of a word, of ``2**logp``, at least 2."""
    part: np.uint64 = (word * MULTIPLIER) >> (WORD - logp)
    return part


@inlined
def slot_of(word: np.uint64, logs: np.uint64, logp: np.uint64) -> np.uint64:
    """Where a word is looked for first in its partition's table of ``2**logs`` slots."""
    slot: np.uint64 = ((word * MULTIPLIER) << logp) >> (WORD - logs)
    return slot


def partitions_of(words: Words, logp: int) -> npt.NDArray[np.uint16]:
    """The partition of each of some words, of ``2**logp``, at most 65,536."""
    return ((words * MULTIPLIER) >> (WORD - np.uint64(logp))).astype(np.uint16)
