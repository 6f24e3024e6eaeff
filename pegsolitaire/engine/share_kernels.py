"""The compiled loop of exact random play: every position hands its chance on to those after it.

``expand_shares`` is that of :mod:`pegsolitaire.engine.path_kernels` with a chance instead of a
count beside each word. It is bound by arithmetic, as that is, and the tables by memory traffic.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from pegsolitaire.engine import kernels, policy_kernels
from pegsolitaire.engine.carrier_kernels import Rows
from pegsolitaire.engine.kernels import MULTIPLIER, WORD, Counts, Flags, canonicalise
from pegsolitaire.engine.layout import Words
from pegsolitaire.engine.machine import drop_stale
from pegsolitaire.engine.policy import Floats, Policy, Scratch
from pegsolitaire.engine.policy_kernels import after_option, list_options, pegs_of

drop_stale(__file__, kernels.__file__, policy_kernels.__file__)


class Candidates(NamedTuple):
    """What is brought to canonical form together, and the chance of each."""

    words: Words
    chances: Floats
    scratch: Scratch


@njit(nogil=True, cache=True)
def _play_any(
    words: Words, shares: Rows, i: int, end: int, policy: Policy, block: Candidates, ended: Flags
) -> tuple[int, int]:
    """Fill a block with what comes of words ``i ..`` where all legal jumps are as likely."""
    masks, wanted, out = policy.masks, policy.wanted, block.words
    count = 0
    while i < end and count + masks.size < out.size:
        word, begin = words[i], count
        for j in range(masks.size):
            out[count] = word ^ masks[j]
            count += (word & masks[j]) == wanted[j]
        if count == begin:
            ended[i] = True
        else:
            block.chances[begin:count] = shares[i, 0] / (count - begin)
        i += 1
    return i, count


@njit(nogil=True, cache=True)
def _play(
    words: Words,
    shares: Rows,
    i: int,
    end: int,
    drop: int,
    policy: Policy,
    block: Candidates,
    ended: Flags,
) -> tuple[int, int]:
    """Fill a block with what a player makes of words ``i ..``, by steps of so many pegs."""
    scratch = block.scratch
    count = 0
    while i < end and count + scratch.chosen.size < block.words.size:
        pegs = pegs_of(words[i])
        found = list_options(words[i], pegs, policy, scratch)
        ended[i] = found == 0
        for k in range(found):
            after = after_option(words[i], scratch.chosen[k], policy)
            if pegs - pegs_of(after) == drop:
                block.words[count] = after
                block.chances[count] = shares[i, 0] * scratch.chances[k]
                count += 1
        i += 1
    return i, count


@njit(nogil=True, cache=True)
def _scatter(
    block: Candidates,
    k: int,
    count: int,
    logp: np.uint64,
    run: np.uint64,
    out: Words,
    tallies: Rows,
    filled: Counts,
) -> int:
    """Sort a block into the partitions of a run, from its k-th word until one is full."""
    shift = WORD - logp
    partitions = np.uint64(out.shape[0])
    while k < count:
        # Partitions before the run wrap round to large numbers, and are left out like those after.
        part = ((block.words[k] * MULTIPLIER) >> shift) - run
        if part < partitions:
            place = filled[part]
            if place == out.shape[1]:
                break
            out[part, place] = block.words[k]
            tallies[part, place, 0] = block.chances[k]
            filled[part] = place + 1
        k += 1
    return k


@njit(nogil=True, cache=True)
def expand_shares(
    words: Words,
    shares: Rows,
    state: Counts,
    drop: int,
    policy: Policy,
    turns: np.uint64,
    width: np.uint64,
    mirror: Words,
    bits: np.uint64,
    logp: np.uint64,
    run: np.uint64,
    block: Candidates,
    out: Words,
    tallies: Rows,
    filled: Counts,
    ended: Flags,
) -> bool:
    """Hand the chances of some words on; mark those where the game ends.

    Stops when the words are done (True) or a partition is full (False); ``state`` is that of
    ``kernels.expand``.
    """
    i, end, count, done = state[0], state[1], state[2], state[3]
    while True:
        done = _scatter(block, done, count, logp, run, out, tallies, filled)
        if done < count or i == end:
            state[0], state[2], state[3] = i, count, done
            return bool(done == count)
        if policy.plain:
            i, count = _play_any(words, shares, i, end, policy, block, ended)
        else:
            i, count = _play(words, shares, i, end, drop, policy, block, ended)
        canonicalise(block.words, count, np.uint64(0), turns, width, mirror, bits)
        done = 0
