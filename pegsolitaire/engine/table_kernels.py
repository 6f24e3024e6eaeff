"""The compiled loops over tables of words.

A table is open-addressed, 0 stands for an empty slot (no position of a game is empty), and there
is one for each partition, small enough to stay in a core's second-level cache. The top bits of a
hash, the word times an odd constant, choose the partition, and the next ones the slot. ``insert``
is bound by the branch that asks whether a word is new. It and ``mark``, the hottest, look for the
slot in loops of their own, which ask that once: ``find_slot`` and its caller ask twice.

Arguments that several kernels share, beside those of :mod:`pegsolitaire.engine.kernels`:

tables
    ``(partitions, slots)``, the tables
logs
    log2 of the slots of each
first, last
    the partitions that are meant: ``first .. last - 1``
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pegsolitaire.engine import kernels
from pegsolitaire.engine.kernels import MULTIPLIER, ONE, WORD, Bytes, Counts
from pegsolitaire.engine.layout import Words
from pegsolitaire.engine.machine import drop_stale

drop_stale(__file__, kernels.__file__)


@njit(nogil=True, cache=True, inline="always")
def find_slot(table: Words, word: np.uint64, logs: np.uint64, logp: np.uint64) -> np.uint64:
    """The slot of a word in its partition's table, or the empty one that it would take."""
    low = (ONE << logs) - ONE
    slot = ((word * MULTIPLIER) << logp) >> (WORD - logs)
    while table[slot] != word and table[slot] != 0:
        slot = (slot + ONE) & low
    return slot


@njit(nogil=True, cache=True)
def insert(
    out: Words,
    filled: Counts,
    done: Counts,
    tables: Words,
    logs: np.uint64,
    sizes: Counts,
    logp: np.uint64,
    first: int,
    last: int,
) -> bool:
    """Put the candidates of partitions ``first .. last - 1`` into their tables, once each.

    Returns False when a table is too full to go on; ``done`` then says how far it came.
    """
    low = (ONE << logs) - ONE
    shift = WORD - logs
    limit = tables.shape[1] * 11 // 16
    for p in range(first, last):
        table = tables[p]
        size = sizes[p]
        for t in range(out.shape[0]):
            for k in range(done[t, p], filled[t, p]):
                if size >= limit:
                    sizes[p] = size
                    done[t, p] = k
                    return False
                word = out[t, p, k]
                slot = ((word * MULTIPLIER) << logp) >> shift
                while table[slot] != word:
                    if table[slot] == 0:
                        table[slot] = word
                        size += 1
                        break
                    slot = (slot + ONE) & low
            done[t, p] = filled[t, p]
        sizes[p] = size
    return True


@njit(nogil=True, cache=True)
def mark(
    out: Words,
    filled: Counts,
    tables: Words,
    logs: np.uint64,
    hits: Bytes,
    logp: np.uint64,
    first: int,
    last: int,
) -> None:
    """Mark the table entries of partitions ``first .. last - 1`` that are among the candidates."""
    low = (ONE << logs) - ONE
    shift = WORD - logs
    for p in range(first, last):
        table = tables[p]
        for t in range(out.shape[0]):
            for k in range(filled[t, p]):
                word = out[t, p, k]
                slot = ((word * MULTIPLIER) << logp) >> shift
                while table[slot] != 0:
                    if table[slot] == word:
                        hits[p, slot] = 1
                        break
                    slot = (slot + ONE) & low


@njit(nogil=True, cache=True)
def fill(
    words: Words,
    offsets: Counts,
    tables: Words,
    logs: np.uint64,
    logp: np.uint64,
    first: int,
    last: int,
) -> None:
    """Put words that are all different, partition by partition, into empty tables."""
    for p in range(first, last):
        table = tables[p]
        for k in range(offsets[p], offsets[p + 1]):
            table[find_slot(table, words[k], logs, logp)] = words[k]


@njit(nogil=True, cache=True)
def collect(tables: Words, offsets: Counts, words: Words, first: int, last: int) -> None:
    """Write the entries of the tables to where each partition's words begin."""
    for p in range(first, last):
        place = offsets[p]
        for slot in range(tables.shape[1]):
            if tables[p, slot] != 0:
                words[place] = tables[p, slot]
                place += 1


@njit(nogil=True, cache=True)
def collect_hits(
    tables: Words,
    hits: Bytes,
    words: Words,
    offsets: Counts,
    counts: Counts,
    first: int,
    last: int,
) -> None:
    """Write the marked entries over the front of each partition's words, and count them."""
    for p in range(first, last):
        place = offsets[p]
        for slot in range(tables.shape[1]):
            if hits[p, slot]:
                words[place] = tables[p, slot]
                place += 1
        counts[p] = place - offsets[p]
