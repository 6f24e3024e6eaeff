"""The compiled loops that carry a number of paths with every word.

They are those of :mod:`pegsolitaire.engine.kernels` with a count beside each word: a row of
*limbs*, 64 bits each, least first, as many as the counts of the level may need (see
:mod:`pegsolitaire.engine.paths`); most levels need one. The tables are filled by
:mod:`pegsolitaire.engine.carrier_kernels`.

Arguments that several kernels share, beside those of ``kernels``:

counts
    ``(n, limbs)``, the paths to each word
tallies
    ``(partitions, capacity, limbs)``, the paths that each candidate brings
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pegsolitaire.engine import carrier_kernels, kernels, table_kernels
from pegsolitaire.engine.carrier_kernels import add
from pegsolitaire.engine.kernels import (
    MULTIPLIER,
    WORD,
    Counts,
    canonicalise,
    orbit_size,
)
from pegsolitaire.engine.layout import Words
from pegsolitaire.engine.machine import drop_stale
from pegsolitaire.engine.table_kernels import find_slot

drop_stale(__file__, kernels.__file__, table_kernels.__file__, carrier_kernels.__file__)

_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@njit(nogil=True, cache=True)
def _jump_all(
    words: Words, i: int, end: int, masks: Words, wanted: Words, block: Words, origin: Counts
) -> tuple[int, int]:
    """Fill a block with what the jumps make of words ``i ..``: the next word, and how many."""
    count = 0
    while i < end and count + masks.size < block.size:
        word = words[i]
        for j in range(masks.size):
            block[count] = word ^ masks[j]
            origin[count] = i
            count += (word & masks[j]) == wanted[j]
        i += 1
    return i, count


@njit(nogil=True, cache=True)
def _scatter(
    block: Words,
    origin: Counts,
    counts: Words,
    k: int,
    count: int,
    logp: np.uint64,
    out: Words,
    tallies: Words,
    filled: Counts,
) -> int:
    """Sort a block into the partitions, from its k-th word until one is full."""
    shift = WORD - logp
    while k < count:
        part = (block[k] * MULTIPLIER) >> shift
        place = filled[part]
        if place == out.shape[1]:
            break
        out[part, place] = block[k]
        for limb in range(counts.shape[1]):
            tallies[part, place, limb] = counts[origin[k], limb]
        filled[part] = place + 1
        k += 1
    return k


@njit(nogil=True, cache=True)
def expand(
    words: Words,
    counts: Words,
    state: Counts,
    masks: Words,
    wanted: Words,
    flip: np.uint64,
    turns: np.uint64,
    width: np.uint64,
    mirror: Words,
    bits: np.uint64,
    logp: np.uint64,
    block: Words,
    origin: Counts,
    out: Words,
    tallies: Words,
    filled: Counts,
) -> bool:
    """Make every legal jump from some words; each result brings the count of its word.

    Stops when the words are done (True) or a partition is full (False); ``state`` is that of
    ``kernels.expand``.
    """
    i, end, count, done = state[0], state[1], state[2], state[3]
    while True:
        done = _scatter(block, origin, counts, done, count, logp, out, tallies, filled)
        if done < count or i == end:
            state[0], state[2], state[3] = i, count, done
            return bool(done == count)
        i, count = _jump_all(words, i, end, masks, wanted, block, origin)
        canonicalise(block, count, flip, turns, width, mirror, bits)
        done = 0


@njit(nogil=True, cache=True)
def add_known(
    out: Words,
    tallies: Words,
    filled: Counts,
    tables: Words,
    places: Counts,
    totals: Words,
    logs: np.uint64,
    logp: np.uint64,
    first: int,
    last: int,
) -> None:
    """Add up, word by word of an index, what the candidates among its words bring."""
    for p in range(first, last):
        table = tables[p]
        for t in range(out.shape[0]):
            for k in range(filled[t, p]):
                slot = find_slot(table, out[t, p, k], logs, logp)
                if table[slot] != 0:
                    add(totals[places[p, slot]], tallies[t, p, k])


@njit(nogil=True, cache=True, inline="always")
def _half(count: Words, i: int) -> np.uint64:
    """The i-th 32 bits of a count."""
    half: np.uint64 = (count[i >> 1] >> (_HALF * np.uint64(i & 1))) & _LOW
    return half


@njit(nogil=True, cache=True)
def dot(
    words: Words,
    counts: Words,
    others: Words,
    first: int,
    last: int,
    turns: np.uint64,
    width: np.uint64,
    mirror: Words,
    bits: np.uint64,
    sums: Words,
) -> None:
    """Add up the products of counts and others, apart for each size of orbit.

    ``sums[size, i]`` collects what has the weight ``2**(32 * i)``: products of 32 bits are split
    in two, so that four thousand million of them cannot overflow.
    """
    for k in range(first, last):
        nothing = True
        for limb in range(others.shape[1]):
            nothing &= others[k, limb] == 0
        if nothing:
            continue
        row = sums[orbit_size(words[k], turns, width, mirror, bits)]
        for i in range(2 * counts.shape[1]):
            for j in range(2 * others.shape[1]):
                product = _half(counts[k], i) * _half(others[k], j)
                row[i + j] += product & _LOW
                row[i + j + 1] += product >> _HALF


@njit(nogil=True, cache=True)
def stuck(
    words: Words,
    counts: Words,
    masks: Words,
    wanted: Words,
    first: int,
    last: int,
    sums: Words,
) -> None:
    """Add up the counts of the words that allow no jump, 32 bits apart."""
    for k in range(first, last):
        free = False
        for j in range(masks.size):
            if (words[k] & masks[j]) == wanted[j]:
                free = True
                break
        if not free:
            for i in range(2 * counts.shape[1]):
                sums[i] += _half(counts[k], i)
