"""Levels of positions of several words: jumps as a rule of the level step, and their table.

Arguments:

columns
    ``(words, positions)``
table
    ``(slots, words)``, a power of two of slots, half of them free at least
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Flags, Words
from pegsolitaire.engine.bits.bit_kernels import lowest_bit
from pegsolitaire.engine.bits.compiled import compiled, way_of
from pegsolitaire.engine.bits.hashing import ONE
from pegsolitaire.engine.bits.legal_kernels import legal_jumps
from pegsolitaire.engine.bits.wide import (
    WideCanon,
    home,
    is_at,
    is_free,
    least_image,
    shift_of,
)
from pegsolitaire.engine.sparse.expand_kernels import fill, put, settle


class WideSteps(NamedTuple):
    """What is done to a position of several words, a jump each."""

    tests: Words  # (words, groups, 64)
    shown: Words  # (words, groups, 64): legal where ``word & test == shown`` for each word
    masks: Words  # (words, jumps)


class WideBlock(NamedTuple):
    """Candidates of several words, and their canonical forms, ``(words, size)``."""

    made: Words
    leasts: Words


class WideTable(NamedTuple):
    """A table, and how many positions are in it, ``(1,)``."""

    slots: Words
    filled: Counts


@compiled
def _slot(table: Words, columns: Words, i: int, shift: np.uint64) -> np.uint64:
    """The slot where position ``i`` is, or where it would go."""
    size = columns.shape[0]
    low = np.uint64(table.shape[0] - 1)
    slot = home(columns, i, size, shift)
    while not is_free(table, slot, size) and not is_at(table, slot, columns, i, size):
        slot = (slot + ONE) & low
    return slot


@compiled
def _put(table: Words, columns: Words, i: int, shift: np.uint64) -> bool:
    """Put a position into a table: whether it is new."""
    slot = _slot(table, columns, i, shift)
    fresh = bool(is_free(table, slot, columns.shape[0]))
    for w in range(columns.shape[0]):
        table[slot, w] = columns[w, i]
    return fresh


@compiled
def put_all(table: Words, columns: Words) -> None:
    """Put positions into a table that has room for them."""
    shift = shift_of(table)
    for i in range(columns.shape[1]):
        _put(table, columns, i, shift)


@compiled
def look_up(table: Words, columns: Words, found: Flags) -> None:
    """Which positions are in a table."""
    shift = shift_of(table)
    for i in range(columns.shape[1]):
        slot = _slot(table, columns, i, shift)
        found[i] = not is_free(table, slot, columns.shape[0])


@compiled
def collect(table: Words, columns: Words) -> None:
    """Write the positions of a table, by slots."""
    size = columns.shape[0]
    i = 0
    for k in range(table.shape[0]):
        slot = np.uint64(k)
        if not is_free(table, slot, size):
            for w in range(size):
                columns[w, i] = table[slot, w]
            i += 1


@way_of(fill, WideSteps)
def _fill(
    steps: WideSteps, columns: Words, rows: None, i: int, end: int, canon: WideCanon,
    block: WideBlock,
) -> tuple[int, int]:  # fmt: skip
    """Jumps of positions of several words."""
    count, made = 0, block.made
    size = columns.shape[0]
    while i < end and count + steps.masks.shape[1] < made.shape[1]:
        for group in range(steps.tests.shape[1]):
            legal = ~np.uint64(0)
            for w in range(size):
                legal &= legal_jumps(columns[w, i], steps.tests[w], steps.shown[w], group)
            while legal != 0:
                j = 64 * group + lowest_bit(legal)
                legal &= legal - ONE
                for w in range(size):
                    made[w, count] = columns[w, i] ^ steps.masks[w, j]
                count += 1
        i += 1
    return i, count


@way_of(settle, WideCanon)
def _settle(canon: WideCanon, block: WideBlock, count: int) -> None:
    for k in range(count):
        least_image(block.made, canon.images, canon.per_word, k, block.leasts)


@way_of(put, WideTable)
def _put_while_room(into: WideTable, block: WideBlock, k: int, count: int) -> int:
    shift = shift_of(into.slots)
    while k < count and 2 * (into.filled[0] + 1) <= into.slots.shape[0]:
        into.filled[0] += _put(into.slots, block.leasts, k, shift)
        k += 1
    return k
