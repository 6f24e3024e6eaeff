"""The arrays that kernels take, by what is in them."""

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
