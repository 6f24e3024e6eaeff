"""The compiled loop of the depth-first search.

A node is a position with the next jump to try; the stack is four arrays, so that a search stops
after some nodes and goes on where it was. Failures are remembered in canonical form, whole, in a
table that forgets when it is full: that costs time, never the answer. Bound by the cache misses of
that table, and on boards of several words by their canonical forms.

A position is one word of a layout, or several (:mod:`pegsolitaire.engine.bits.wide`): the type of
what brings them to canonical form says which, and the loop is compiled for each.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Words
from pegsolitaire.engine.bits.bit_kernels import lowest_bit
from pegsolitaire.engine.bits.compiled import compiled, inlined
from pegsolitaire.engine.bits.hashing import ONE
from pegsolitaire.engine.bits.legal_kernels import legal_jumps
from pegsolitaire.engine.bits.wide import home, is_at, is_free, shift_of, words_in, write_least

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


class SearchPath(NamedTuple):
    """The nodes from the root to the one in hand."""

    columns: Words  # (words, depths): the positions
    leasts: Words  # (words, depths): their canonical forms
    made: Counts  # (depths,): the jump that was made of each; -1 where it was not opened yet
    left: Words  # (depths, groups): the legal jumps that are still to be tried, a bit each
    slacks: Counts  # (depths, counts): what may still be lost of each resource count


class SearchRules(NamedTuple):
    """What a search goes by.

    A jump is legal where ``word & test == shown`` for each word.
    """

    tests: Words  # (words, groups, 64)
    shown: Words  # (words, groups, 64)
    masks: Words  # (words, jumps)
    losses: Counts  # (jumps, counts): what each jump loses of each resource count
    finishes: Words  # (words, n), in canonical form
    last: int  # the depth of the finishes


@compiled
def to_least(canon: Any, columns: Words, leasts: Words) -> None:
    """Write the canonical forms of some positions."""
    for i in range(columns.shape[1]):
        write_least(canon, columns, i, leasts)


@inlined
def _is_finish(leasts: Words, depth: int, finishes: Words, size: int) -> bool:
    for k in range(finishes.shape[1]):
        same = True
        for w in range(size):
            same &= leasts[w, depth] == finishes[w, k]
        if same:
            return True
    return False


@inlined
def _next_jump(left: Words, depth: int) -> int:
    """The next jump to be tried of a node, which is then tried; -1 where there is none."""
    for group in range(left.shape[1]):
        jumps = left[depth, group]
        if jumps != 0:
            left[depth, group] = jumps & (jumps - ONE)
            return 64 * group + lowest_bit(jumps)
    return -1


@compiled
def descend(
    canon: Any, state: Counts, path: SearchPath, rules: SearchRules, failures: Words, nodes: int
) -> int:
    """Go on with a search for a number of nodes.

    ``state`` is the depth of the node in hand (-1: none is left) and the nodes opened so far;
    ``failures``, ``(slots, words)``, a power of two of slots.
    """
    columns, leasts, made, left, slacks = path
    tests, shown, masks, losses, finishes, last = rules
    size = words_in(canon, columns)
    shift = shift_of(failures)
    depth = state[0]
    limit = state[1] + nodes
    while depth >= 0:
        if made[depth] < 0:
            if state[1] >= limit:
                state[0] = depth
                return STOPPED
            state[1] += 1
            write_least(canon, columns, depth, leasts)
            if depth == last:
                if _is_finish(leasts, depth, finishes, size):
                    state[0] = depth
                    return FOUND
                depth -= 1
                continue
            if _failed_before(failures, leasts, depth, size, shift):
                depth -= 1
                continue
            for group in range(tests.shape[1]):
                legal = ~np.uint64(0)
                for w in range(size):
                    legal &= legal_jumps(columns[w, depth], tests[w], shown[w], group)
                left[depth, group] = legal
        j = _next_jump(left, depth)
        if j < 0:
            _remember(failures, leasts, depth, size, shift)
            depth -= 1
            continue
        made[depth] = j
        possible = True
        for k in range(losses.shape[1]):
            slacks[depth + 1, k] = slacks[depth, k] - losses[j, k]
            possible &= slacks[depth + 1, k] >= 0
        if possible:
            depth += 1
            for w in range(size):
                columns[w, depth] = columns[w, depth - 1] ^ masks[w, j]
            made[depth] = -1
    state[0] = depth
    return EXHAUSTED
