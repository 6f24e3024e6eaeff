"""The compiled loop of the depth-first search.

A node is a word with the next jump to try; the stack is four arrays, so that a search stops
after some nodes and goes on where it was. Failures are remembered in canonical form, in a table
that forgets when it is full: that costs time, never the answer. Bound by the cache misses of
that table.
"""

from __future__ import annotations

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Words
from pegsolitaire.engine.bits.canonical_kernels import canonical
from pegsolitaire.engine.bits.compiled import compiled
from pegsolitaire.engine.bits.hashing import MULTIPLIER, ONE, WORD

#: What :func:`descend` comes back with.
FOUND, EXHAUSTED, STOPPED = 1, 0, -1

_PROBES = 8


@compiled
def _failed_before(failures: Words, least: np.uint64, shift: np.uint64) -> bool:
    low = np.uint64(failures.size - 1)
    slot = (least * MULTIPLIER) >> shift
    for _ in range(_PROBES):
        if failures[slot] == least:
            return True
        if failures[slot] == 0:
            return False
        slot = (slot + ONE) & low
    return False


@compiled
def _remember(failures: Words, least: np.uint64, shift: np.uint64) -> None:
    low = np.uint64(failures.size - 1)
    home = (least * MULTIPLIER) >> shift
    slot = home
    for _ in range(_PROBES):
        if failures[slot] == 0:
            failures[slot] = least
            return
        slot = (slot + ONE) & low
    failures[home] = least


@compiled
def descend(
    state: Counts,
    words: Words,
    canonicals: Words,
    nexts: Counts,
    slacks: Counts,
    nodes: int,
    masks: Words,
    wanted: Words,
    losses: Counts,
    finishes: Words,
    last: int,
    failures: Words,
    turns: np.uint64,
    width: np.uint64,
    mirror: Words,
    bits: np.uint64,
) -> int:
    """Go on with a search for a number of nodes.

    Parameters
    ----------
    state : (2,) array of int64
        The depth of the node in hand (-1: none is left) and the nodes opened so far.
    words, canonicals, nexts : arrays, one entry a depth
        The path: words, their canonical forms, and the jump of each to try next; -1 marks a node
        that was not opened yet.
    slacks : (depths, counts) array of int64
        What may still be lost of each resource count.
    losses : (jumps, counts) array of int64
        What each jump loses of it.
    finishes : (n,) array of uint64
        Canonical words.
    last : int
        The depth of the finishes.
    failures : array of uint64, a power of two long
    """
    shift = WORD
    size = failures.size
    while size > 1:
        size >>= 1
        shift -= ONE
    depth = state[0]
    limit = state[1] + nodes
    while depth >= 0:
        if nexts[depth] < 0:
            if state[1] >= limit:
                state[0] = depth
                return STOPPED
            state[1] += 1
            least = canonical(words[depth], turns, width, mirror, bits)
            if depth == last:
                for k in range(finishes.size):
                    if least == finishes[k]:
                        state[0] = depth
                        return FOUND
                depth -= 1
                continue
            if _failed_before(failures, least, shift):
                depth -= 1
                continue
            canonicals[depth] = least
            nexts[depth] = 0
        word = words[depth]
        j = nexts[depth]
        found = False
        while j < masks.size and not found:
            if (word & masks[j]) == wanted[j]:
                found = True
                for k in range(losses.shape[1]):
                    slacks[depth + 1, k] = slacks[depth, k] - losses[j, k]
                    found &= slacks[depth + 1, k] >= 0
            j += 1
        nexts[depth] = j
        if found:
            depth += 1
            words[depth] = word ^ masks[j - 1]
            nexts[depth] = -1
        else:
            _remember(failures, canonicals[depth], shift)
            depth -= 1
    state[0] = depth
    return EXHAUSTED
