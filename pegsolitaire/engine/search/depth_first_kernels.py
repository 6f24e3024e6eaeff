"""The compiled loop of the depth-first search.

A node is a position with the next jump to try; the stack is four arrays, so that a search stops
after some nodes and goes on where it was. Failures are remembered in canonical form, whole, in a
table that forgets when it is full: that costs time, never the answer. Bound by the cache misses of
that table, and on boards of several words by their canonical forms.

A position is one word of a layout, or several (:mod:`pegsolitaire.engine.bits.wide`), for which
numba compiles the loop once more: where ``images`` is None it knows that there is one.
"""

from __future__ import annotations

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Words
from pegsolitaire.engine.bits.canonical_kernels import canonical
from pegsolitaire.engine.bits.compiled import compiled, inlined
from pegsolitaire.engine.bits.hashing import ONE
from pegsolitaire.engine.bits.layout import Canon
from pegsolitaire.engine.bits.wide import home, is_at, is_free, least_image, shift_of

#: What :func:`descend` comes back with.
FOUND, EXHAUSTED, STOPPED = 1, 0, -1

_PROBES = 8


@inlined
def _failed_before(failures: Words, leasts: Words, i: int, size: int, shift: np.uint64) -> bool:
    low = np.uint64(failures.shape[0] - 1)
    slot = home(leasts, i, size, shift)
    for _ in range(_PROBES):
        if is_at(failures, slot, leasts, i, size):
            return True
        if is_free(failures, slot, size):
            return False
        slot = (slot + ONE) & low
    return False


@inlined
def _remember(failures: Words, leasts: Words, i: int, size: int, shift: np.uint64) -> None:
    low = np.uint64(failures.shape[0] - 1)
    slot = goal = home(leasts, i, size, shift)
    for _ in range(_PROBES):
        if is_free(failures, slot, size):
            goal = slot
            break
        slot = (slot + ONE) & low
    for w in range(size):
        failures[goal, w] = leasts[w, i]


@compiled
def to_least(
    columns: Words,
    leasts: Words,
    images: Words | None,
    per_word: int,
    canon: Canon,
) -> None:
    """Write the canonical forms of some positions."""
    for i in range(columns.shape[1]):
        if images is None:
            leasts[0, i] = canonical(columns[0, i], canon)
        else:
            least_image(columns, images, per_word, i, leasts)


@compiled
def descend(
    state: Counts,
    columns: Words,
    leasts: Words,
    nexts: Counts,
    slacks: Counts,
    nodes: int,
    masks: Words,
    wanted: Words,
    losses: Counts,
    finishes: Words,
    last: int,
    failures: Words,
    images: Words | None,
    per_word: int,
    canon: Canon,
) -> int:
    """Go on with a search for a number of nodes.

    Parameters
    ----------
    state : (2,) array of int64
        The depth of the node in hand (-1: none is left) and the nodes opened so far.
    columns, leasts : (words, depths) arrays of uint64
        The path: positions, and their canonical forms.
    nexts : (depths,) array of int64
        The jump of each to try next; -1 marks a node that was not opened yet.
    slacks : (depths, counts) array of int64
        What may still be lost of each resource count.
    masks, wanted : (words, jumps) arrays of uint64
        A jump is legal when ``position & mask == wanted``.
    losses : (jumps, counts) array of int64
        What each jump loses of it.
    finishes : (words, n) array of uint64
        In canonical form.
    last : int
        The depth of the finishes.
    failures : (slots, words) array of uint64, a power of two long
    images, per_word
        The symmetries of positions of several words (:mod:`pegsolitaire.engine.bits.wide`).
    canon
        The canonical form of one word, where ``images`` is None.
    """
    size = 1
    if images is not None:
        size = columns.shape[0]
    shift = shift_of(failures)
    first_masks, first_wanted = masks[0], wanted[0]
    depth = state[0]
    limit = state[1] + nodes
    while depth >= 0:
        if nexts[depth] < 0:
            if state[1] >= limit:
                state[0] = depth
                return STOPPED
            state[1] += 1
            if images is None:
                leasts[0, depth] = canonical(columns[0, depth], canon)
            else:
                least_image(columns, images, per_word, depth, leasts)
            if depth == last:
                for k in range(finishes.shape[1]):
                    same = True
                    for w in range(size):
                        same &= leasts[w, depth] == finishes[w, k]
                    if same:
                        state[0] = depth
                        return FOUND
                depth -= 1
                continue
            if _failed_before(failures, leasts, depth, size, shift):
                depth -= 1
                continue
            nexts[depth] = 0
        first = columns[0, depth]
        j = nexts[depth]
        found = False
        while j < first_masks.size and not found:
            if (first & first_masks[j]) == first_wanted[j]:
                found = True
                for w in range(1, size):
                    found &= (columns[w, depth] & masks[w, j]) == wanted[w, j]
                if found:
                    for k in range(losses.shape[1]):
                        slacks[depth + 1, k] = slacks[depth, k] - losses[j, k]
                        found &= slacks[depth + 1, k] >= 0
            j += 1
        nexts[depth] = j
        if found:
            depth += 1
            for w in range(size):
                columns[w, depth] = columns[w, depth - 1] ^ masks[w, j - 1]
            nexts[depth] = -1
        else:
            _remember(failures, leasts, depth, size, shift)
            depth -= 1
    state[0] = depth
    return EXHAUSTED
