"""The compiled loops that fill tables with words and what they carry.

They are those of :mod:`pegsolitaire.engine.table_kernels` with a row of numbers beside each word.
Where the same word comes again the rows add up: floats one by one, integers of 64 bits as the
limbs of one long number, least first. That costs the memory traffic of the rows on top:
candidates are at least twice as long, and a partition's table is two arrays.

Arguments that several kernels share, beside those of ``table_kernels``:

tallies
    ``(threads, partitions, capacity, width)``, what each candidate brings
totals
    ``(partitions, slots, width)``, what the word in each slot carries
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from pegsolitaire.engine import kernels, table_kernels
from pegsolitaire.engine.kernels import Counts
from pegsolitaire.engine.layout import Words
from pegsolitaire.engine.machine import drop_stale
from pegsolitaire.engine.table_kernels import find_slot

drop_stale(__file__, kernels.__file__, table_kernels.__file__)

Rows = npt.NDArray[Any]  # of float64 or uint64


@njit(nogil=True, cache=True, inline="always")
def add(total: Rows, more: Rows) -> None:
    """Add one count to another; the caller has seen to it that the limbs hold the sum."""
    total[0] += more[0]
    carry = total[0] < more[0]
    for limb in range(1, total.size):
        part = more[limb] if limb < more.size else np.uint64(0)
        term = part + np.uint64(carry)
        total[limb] += term
        carry = (term < part) | (total[limb] < term)


@njit(nogil=True, cache=True)
def insert(
    out: Words,
    tallies: Rows,
    filled: Counts,
    done: Counts,
    tables: Words,
    totals: Rows,
    logs: np.uint64,
    sizes: Counts,
    logp: np.uint64,
    first: int,
    last: int,
) -> bool:
    """Add the candidates of partitions ``first .. last - 1`` to their tables.

    Returns False when a table is too full to go on; ``done`` then says how far it came.
    """
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
                slot = find_slot(table, word, logs, logp)
                if table[slot] == 0:
                    table[slot] = word
                    size += 1
                add(totals[p, slot], tallies[t, p, k])
            done[t, p] = filled[t, p]
        sizes[p] = size
    return True


@njit(nogil=True, cache=True)
def collect(
    tables: Words,
    totals: Rows,
    offsets: Counts,
    words: Words,
    rows: Rows,
    first: int,
    last: int,
) -> None:
    """Write the entries of the tables to where each partition's words begin."""
    for p in range(first, last):
        place = offsets[p]
        for slot in range(tables.shape[1]):
            if tables[p, slot] != 0:
                words[place] = tables[p, slot]
                rows[place] = totals[p, slot]
                place += 1


@njit(nogil=True, cache=True)
def index(
    words: Words,
    offsets: Counts,
    tables: Words,
    places: Counts,
    logs: np.uint64,
    logp: np.uint64,
    first: int,
    last: int,
) -> None:
    """Put words that are all different into empty tables, and their places beside them."""
    for p in range(first, last):
        table = tables[p]
        for k in range(offsets[p], offsets[p + 1]):
            slot = find_slot(table, words[k], logs, logp)
            table[slot] = words[k]
            places[p, slot] = k
