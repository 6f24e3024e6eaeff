"""The compiled loops over a table that keeps growing: all words that were found so far.

Like the tables of :mod:`pegsolitaire.engine.kernels`, one open-addressed table a partition, with
the same hash; but what is new is handed back, and tables are widened as they are, all at once.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pegsolitaire.engine import kernels
from pegsolitaire.engine.kernels import MULTIPLIER, ONE, WORD, Counts, Flags
from pegsolitaire.engine.layout import Words
from pegsolitaire.engine.machine import drop_stale

drop_stale(__file__, kernels.__file__)


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
    """:func:`kernels.insert` that leaves the new words at the front of their buffers.

    ``fresh`` counts them.
    """
    low = (ONE << logs) - ONE
    shift = WORD - logs
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
                slot = ((word * MULTIPLIER) << logp) >> shift
                while table[slot] != word:
                    if table[slot] == 0:
                        table[slot] = word
                        size += 1
                        out[t, p, new] = word
                        new += 1
                        break
                    slot = (slot + ONE) & low
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
    low = (ONE << logs) - ONE
    shift = WORD - logs
    for p in range(first, last):
        table = tables[p]
        for t in range(out.shape[0]):
            found = 0
            for k in range(filled[t, p]):
                word = out[t, p, k]
                slot = ((word * MULTIPLIER) << logp) >> shift
                while table[slot] != 0 and table[slot] != word:
                    slot = (slot + ONE) & low
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
    low = (ONE << logs) - ONE
    shift = WORD - logs
    for p in range(first, last):
        for k in range(tables.shape[1]):
            word = tables[p, k]
            if word != 0:
                slot = ((word * MULTIPLIER) << logp) >> shift
                while wider[p, slot] != 0:
                    slot = (slot + ONE) & low
                wider[p, slot] = word


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
    low = (ONE << logs) - ONE
    shift = WORD - logs
    for i in range(begin, end):
        word = words[i]
        p = (word * MULTIPLIER) >> (WORD - logp)
        slot = ((word * MULTIPLIER) << logp) >> shift
        while tables[p, slot] != 0 and tables[p, slot] != word:
            slot = (slot + ONE) & low
        found[i] = tables[p, slot] == word
