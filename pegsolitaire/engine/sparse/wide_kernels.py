"""The compiled loops of level sets of several words: a table that is filled, and looked into.

Arguments:

columns
    ``(words, positions)``, and ``(words, 1)`` where they are room to work in
table
    ``(slots, words)``, a power of two of slots, half of them free at least
"""

from __future__ import annotations

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Flags, Words
from pegsolitaire.engine.bits.compiled import compiled
from pegsolitaire.engine.bits.hashing import ONE
from pegsolitaire.engine.bits.wide import home, is_at, is_free, least_image, shift_of


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


@compiled
def expand(
    columns: Words,
    masks: Words,
    wanted: Words,
    images: Words,
    chunks_of_word: int,
    made: Words,
    least: Words,
    table: Words,
    state: Counts,
) -> bool:
    """Put what steps make of positions into a table, in canonical form, while there is room.

    ``state`` is the position that comes next, and how many are in the table. Gives whether all
    positions are done.
    """
    size, steps = masks.shape
    shift = shift_of(table)
    i, count = state[0], state[1]
    while i < columns.shape[1] and 2 * (count + steps) <= table.shape[0]:
        for j in range(steps):
            legal = True
            for w in range(size):
                legal &= (columns[w, i] & masks[w, j]) == wanted[w, j]
            if legal:
                for w in range(size):
                    made[w, 0] = columns[w, i] ^ masks[w, j]
                least_image(made, images, chunks_of_word, 0, least)
                count += _put(table, least, 0, shift)
        i += 1
    state[0], state[1] = i, count
    return bool(i == columns.shape[1])
