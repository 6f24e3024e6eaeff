"""The compiled loop of exact random play: every position hands its chance on to those after it.

``expand_chances`` is :func:`pegsolitaire.engine.sparse.jump_kernels.expand` with the chance of
each result beside it. It is bound by arithmetic, as that is, and the tables by memory traffic.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Flags, MaybeRows, Remainders, Rows, Words
from pegsolitaire.engine.bits.bit_kernels import pegs_of
from pegsolitaire.engine.bits.canonical_kernels import canonicalise
from pegsolitaire.engine.bits.compiled import compiled
from pegsolitaire.engine.bits.hashing import Split
from pegsolitaire.engine.play.policy import Policy, Scratch
from pegsolitaire.engine.play.policy_kernels import after_option, list_options
from pegsolitaire.engine.sparse.jump_kernels import scatter


class Candidates(NamedTuple):
    """What is brought to canonical form together, and the chance of each."""

    words: Words
    chances: Rows
    scratch: Scratch


@compiled
def _play_any(
    words: Words, chances: Rows, i: int, end: int, policy: Policy, block: Candidates, ended: Flags
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
            block.chances[begin:count, 0] = chances[i, 0] / (count - begin)
        i += 1
    return i, count


@compiled
def _play(
    words: Words,
    chances: Rows,
    i: int,
    end: int,
    drop: int,
    policy: Policy,
    block: Candidates,
    ended: Flags,
) -> tuple[int, int]:
    """Fill a block with what a player makes of words ``i ..``, by steps of ``drop`` pegs."""
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
                block.chances[count, 0] = chances[i, 0] * scratch.chances[k]
                count += 1
        i += 1
    return i, count


@compiled
def expand_chances(
    words: Words,
    chances: Rows,
    state: Counts,
    drop: int,
    policy: Policy,
    turns: np.uint64,
    width: np.uint64,
    mirror: Words,
    bits: np.uint64,
    split: Split,
    block: Candidates,
    out: Remainders,
    brought: MaybeRows,
    filled: Counts,
    ended: Flags,
) -> bool:
    """Hand the chances of some words on; mark those where the game ends.

    Stops when the words are done (True) or a partition is full (False); ``state`` is that of
    ``jump_kernels.expand``.
    """
    i, end, count, done = state[0], state[1], state[2], state[3]
    while True:
        done = scatter(block.words, block.chances, done, count, split, out, brought, filled)
        if done < count or i == end:
            state[0], state[2], state[3] = i, count, done
            return bool(done == count)
        if policy.plain:
            i, count = _play_any(words, chances, i, end, policy, block, ended)
        else:
            i, count = _play(words, chances, i, end, drop, policy, block, ended)
        canonicalise(block.words, count, np.uint64(0), turns, width, mirror, bits)
        done = 0
