"""The first half of a level step: every jump from some words, sorted into partitions.

``expand`` is bound by arithmetic: its three passes over a small block let the compiler use vector
registers for the canonical forms. Beside each word may go a *row* of numbers, the paths to it
(:mod:`pegsolitaire.engine.sparse.paths`): then every result brings the row of the word that it
comes from. Where there are none, ``rows``, ``block_rows`` and ``brought`` are None, and the
compiler leaves out what deals with them.

Arguments that several kernels share, beside those of
:mod:`pegsolitaire.engine.bits.canonical_kernels`:

masks, wanted, pruning
    the jumps: legal where ``word & mask == wanted``, giving ``word ^ mask``; and what resource
    counts exclude of them, or None
rows, block_rows
    ``(n, width)``, what goes with each word, and with each candidate of a block
split
    how words are split into partition and remainder, and the first partition of this pass
out, brought, filled
    ``(partitions, capacity)`` remainders, what each brings, and how many a partition holds
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, MaybeRows, Remainders, Words
from pegsolitaire.engine.bits.canonical_kernels import canonicalise
from pegsolitaire.engine.bits.compiled import compiled
from pegsolitaire.engine.bits.hashing import Split, key_of, partition_of, remainder_of
from pegsolitaire.engine.sparse.pruning import find_allowed, is_allowed

MaybePruning = Any  # what is excluded, or None

# The three passes of `expand` are functions of their own: in one loop nest the compiler no longer
# finds vector instructions for the canonical forms, and the kernel takes twice as long.


@compiled
def _jump_all(
    words: Words,
    rows: MaybeRows,
    i: int,
    end: int,
    masks: Words,
    wanted: Words,
    pruning: MaybePruning,
    block: Words,
    block_rows: MaybeRows,
) -> tuple[int, int]:
    """Fill a block with what the jumps make of words ``i ..``: the next word, and how many."""
    count = 0
    allowed = np.empty(masks.size + 63 >> 6, np.uint64)
    while i < end and count + masks.size < block.size:
        word, begin = words[i], count
        if pruning is not None:
            find_allowed(word, pruning, allowed)
        # Written without a branch: each legal jump is a coin toss that no predictor learns.
        for j in range(masks.size):
            block[count] = word ^ masks[j]
            legal = (word & masks[j]) == wanted[j]
            if pruning is not None:
                legal &= is_allowed(allowed, j)
            count += legal
        if rows is not None:
            for number in range(rows.shape[1]):
                for k in range(begin, count):
                    block_rows[k, number] = rows[i, number]
        i += 1
    return i, count


@compiled
def scatter(
    block: Words,
    block_rows: MaybeRows,
    k: int,
    count: int,
    split: Split,
    out: Remainders,
    brought: MaybeRows,
    filled: Counts,
) -> int:
    """Sort a block into the partitions of a run, from its k-th word until one is full."""
    partitions = np.uint64(out.shape[0])
    while k < count:
        key = key_of(block[k], split)
        part = partition_of(key, split)
        if part < partitions:
            place = filled[part]
            if place == out.shape[1]:
                break
            out[part, place] = remainder_of(key, split, out.itemsize)
            if block_rows is not None:
                for number in range(block_rows.shape[1]):
                    brought[part, place, number] = block_rows[k, number]
            filled[part] = place + 1
        k += 1
    return k


@compiled
def expand(
    words: Words,
    rows: MaybeRows,
    state: Counts,
    masks: Words,
    wanted: Words,
    pruning: MaybePruning,
    flip: np.uint64,
    turns: np.uint64,
    width: np.uint64,
    mirror: Words,
    bits: np.uint64,
    split: Split,
    block: Words,
    block_rows: MaybeRows,
    out: Remainders,
    brought: MaybeRows,
    filled: Counts,
) -> bool:
    """Make every legal jump from some words, and sort the results into partitions.

    Results outside the run of partitions are dropped. Stops when the
    words are done (True) or a partition is full (False); ``state`` says where it is and lets the
    next call go on: next word, end of the words, candidates in ``block``, and those of them
    already sorted.
    """
    i, end, count, done = state[0], state[1], state[2], state[3]
    while True:
        done = scatter(block, block_rows, done, count, split, out, brought, filled)
        if done < count or i == end:
            state[0], state[2], state[3] = i, count, done
            return bool(done == count)
        i, count = _jump_all(words, rows, i, end, masks, wanted, pruning, block, block_rows)
        canonicalise(block, count, flip, turns, width, mirror, bits)
        done = 0
