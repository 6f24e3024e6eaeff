"""Positions as integers: bit ``i`` of a code is set if hole ``i`` has a peg.

A shift of a long integer copies the whole integer, so reading its bits one by one takes time
quadratic in its length. Its text in base 2 can be read in one pass.
"""

from __future__ import annotations

from collections.abc import Iterable

#: The largest number of holes whose codes fit in a machine word, as the compiled kernels require.
WORD = 64


def bits_of(code: int, size: int) -> str:
    """Return the bits of a code as a string of ``0`` and ``1`` that begins with the first hole.

    Examples
    --------
    >>> bits_of(0b000110, 6)
    '011000'
    """
    return f"{code:0{size}b}"[::-1]


def indices_of(code: int) -> list[int]:
    """List the bits of the holes that have pegs.

    Examples
    --------
    >>> indices_of(0b000110)
    [1, 2]
    """
    bits = f"{code:b}"[::-1]
    indices = []
    i = bits.find("1")
    while i >= 0:
        indices.append(i)
        i = bits.find("1", i + 1)
    return indices


def code_of(indices: Iterable[int]) -> int:
    """Return the code of the position with pegs in the holes with these bits.

    Examples
    --------
    >>> code_of([1, 2])
    6
    """
    chosen = set(indices)
    bits = bytearray(b"0" * (max(chosen, default=0) + 1))
    for i in chosen:
        bits[i] = ord("1")
    return int(bits[::-1], 2)
