"""Codes taken apart and put together, in time that grows with their length and no faster.

A shift of a long integer copies all of it, so that asking for its bits one by one takes the square
of its length. What is written in base 2 is read in one pass.
"""

from __future__ import annotations

from collections.abc import Iterable

#: Holes of a board whose codes fit a machine word: what the compiled kernels take.
WORD = 64

#: Holes of a board that can be searched: positions of two words.
SEARCHED = 2 * WORD


def bits_of(code: int, size: int) -> str:
    """The bits of a code as ``0`` and ``1``, the first hole first.

    Examples
    --------
    >>> bits_of(0b000110, 6)
    '011000'
    """
    return f"{code:0{size}b}"[::-1]


def indices_of(code: int) -> list[int]:
    """The holes that have pegs.

    Examples
    --------
    >>> indices_of(0b000110)
    [1, 2]
    """
    bits = f"{code:b}"[::-1]
    found = []
    i = bits.find("1")
    while i >= 0:
        found.append(i)
        i = bits.find("1", i + 1)
    return found


def code_of(indices: Iterable[int]) -> int:
    """The code with pegs in these holes.

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
