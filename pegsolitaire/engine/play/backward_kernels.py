"""The compiled loop of random play from the end: what a position is worth is known level by level.

A position is worth the mean of what its jumps lead to, which is looked up among the sorted least
codes of the level below: some 100 ns a jump, bound by the search in it.
"""

from __future__ import annotations

import numpy as np

from pegsolitaire.engine.bits.arrays import Bytes, Floats, Words
from pegsolitaire.engine.bits.code_kernels import find_sorted
from pegsolitaire.engine.bits.compiled import compiled


@compiled
def mean_of_jumps(
    codes: Words,
    masks: Words,
    wanted: Words,
    images: Words,
    bits: np.uint64,
    level: Words,
    worth: Floats,
    means: Floats,
    jumps: Bytes,
    known: Bytes,
    first: int,
    last: int,
) -> None:
    """For some codes the mean of what their jumps lead to, 0 where that is not in the level.

    Also how many jumps there are, and how many of them lead into the level.
    """
    for i in range(first, last):
        code, total, legal, found = codes[i], 0.0, 0, 0
        for j in range(masks.size):
            if code & masks[j] == wanted[j]:
                legal += 1
                at = find_sorted(code ^ masks[j], images, bits, level)
                if at >= 0:
                    total += worth[at]
                    found += 1
        means[i] = total / max(legal, 1)
        jumps[i] = legal
        known[i] = found
