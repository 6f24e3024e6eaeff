"""Which jumps are legal: the one place where kernels ask.

A jump is legal where ``word & mask == wanted``, and gives ``word ^ mask``. Asked about 64 jumps at
a time the answer is a set of bits, which the compiler works out in vector registers whole: but
only in a loop of exactly 64, as a constant. So jumps stand in groups of 64, the last of them
filled up with jumps that are never legal; whoever wants the legal ones walks through the bits that
are set, and so never meets the branch that no predictor learns.
"""

from __future__ import annotations

import numpy as np

from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.engine.bits.compiled import inlined
from pegsolitaire.engine.bits.hashing import ONE

GROUP = 64

_BITS = ONE << np.arange(GROUP, dtype=np.uint64)


def in_groups(masks: Words, wanted: Words) -> tuple[Words, Words]:
    """Jumps as :func:`legal_jumps` takes them: masks and what they must show, ``(groups, 64)``."""
    shape = -(-len(masks) // GROUP), GROUP
    tests, shown = np.zeros(shape, np.uint64), np.ones(shape, np.uint64)
    tests.ravel()[: len(masks)], shown.ravel()[: len(masks)] = masks, wanted
    return tests, shown


@inlined
def legal_jumps(word: np.uint64, tests: Words, shown: Words, group: int) -> np.uint64:
    """Which jumps of a group are legal, a bit each."""
    legal = np.uint64(0)
    for k in range(GROUP):
        legal |= _BITS[k] if (word & tests[group, k]) == shown[group, k] else np.uint64(0)
    return legal
