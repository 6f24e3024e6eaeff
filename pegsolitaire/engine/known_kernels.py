"""The compiled loops over a table that keeps growing: all words that were found so far.

Like the tables of :mod:`pegsolitaire.engine.table_kernels`, one open-addressed table a partition,
with the same hash; but what is new is handed back, and tables are widened as they are, all at
once.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pegsolitaire.engine import kernels, table_kernels
from pegsolitaire.engine.kernels import MULTIPLIER, WORD, Counts, Flags
from pegsolitaire.engine.layout import Words
from pegsolitaire.engine.machine import drop_stale
from pegsolitaire.engine.table_kernels import find_slot

drop_stale(__file__, kernels.__file__, table_kernels.__file__)


@njit(nogil=True, cache=True)
def insert_new(
    out: Words,
    filled: Counts,
    done: Counts,
    fresh: Counts,
    tables: Words,
    logs: np.uint64,
    sizes: Counts,
    logp: np.uint64,
    first: int,
    last: int,
) -> bool:
    """:func:`table_kernels.insert` that leaves the new words at the front of their buffers.

    ``fresh`` counts them.
    """
    limit = tables.shape[1] * 11 // 16
    for p in range(first, last):
        table = tables[p]
        size = sizes[p]
        for t in range(out.shape[0]):
            new = fresh[t, p]
            for k in range(done[t, p], filled[t, p]):
                if size >= limit:
                    sizes[p] = size
                    done[t, p] = k
                    fresh[t, p] = new
                    return False
                word = out[t, p, k]
                slot = find_slot(table, word, logs, logp)
                if table[slot] == 0:
                    table[slot] = word
                    size += 1
                    out[t, p, new] = word
                    new += 1
            done[t, p] = filled[t, p]
            fresh[t, p] = new
        sizes[p] = size
    return True


@njit(nogil=True, cache=True)
def pick_known(
    out: Words,
    filled: Counts,
    fresh: Counts,
    tables: Words,
    logs: np.uint64,
    logp: np.uint64,
    first: int,
    last: int,
) -> None:
    """Leave the words that are in the tables at the front of their buffers; ``fresh`` counts."""
    for p in range(first, last):
        table = tables[p]
        for t in range(out.shape[0]):
            found = 0
            for k in range(filled[t, p]):
                word = out[t, p, k]
                slot = find_slot(table, word, logs, logp)
                if table[slot] == word:
                    out[t, p, found] = word
                    found += 1
            fresh[t, p] = found


@njit(nogil=True, cache=True)
def gather(out: Words, fresh: Counts, places: Counts, words: Words, first: int, last: int) -> None:
    """Copy the fronts of the buffers of partitions ``first .. last - 1`` to their places."""
    for p in range(first, last):
        for t in range(out.shape[0]):
            place = places[t, p]
            for k in range(fresh[t, p]):
                words[place + k] = out[t, p, k]


@njit(nogil=True, cache=True)
def rehash(
    tables: Words, wider: Words, logs: np.uint64, logp: np.uint64, first: int, last: int
) -> None:
    """Put the words of partitions ``first .. last - 1`` into wider tables."""
    for p in range(first, last):
        for k in range(tables.shape[1]):
            word = tables[p, k]
            if word != 0:
                wider[p, find_slot(wider[p], word, logs, logp)] = word


@njit(nogil=True, cache=True)
def look_up(
    words: Words,
    tables: Words,
    logs: np.uint64,
    logp: np.uint64,
    found: Flags,
    begin: int,
    end: int,
) -> None:
    """Which words are in the tables."""
    for i in range(begin, end):
        word = words[i]
        p = (word * MULTIPLIER) >> (WORD - logp)
        found[i] = tables[p, find_slot(tables[p], word, logs, logp)] == word
