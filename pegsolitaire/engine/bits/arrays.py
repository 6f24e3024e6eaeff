"""The arrays that kernels take, by what is in them; and where something is in a sorted one."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
#: Of 32 or 64 bits: see :mod:`pegsolitaire.engine.bits.hashing`.
Remainders = npt.NDArray[Any]
Counts = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[Any]  # of float64 or uint64
MaybeRows = Any  # rows, or None: the compiler then leaves out what deals with them


def find_in_sorted(level: Words, wanted: Words) -> tuple[Counts, Flags]:
    """Where some words are in a sorted level, and whether they are.

    Examples
    --------
    >>> place, held = find_in_sorted(np.array([2, 3, 7], np.uint64), np.array([7, 4], np.uint64))
    >>> int(place[0]), held.tolist()
    (2, [True, False])
    """
    if not len(level):
        return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), np.bool_)
    place = np.minimum(np.searchsorted(level, wanted), len(level) - 1)
    return place, np.asarray(level[place] == wanted)
