"""The compiled loops over position classes as bits: pulling along jumps, pass by pass.

A position is added when a jump links it to one that is there: the word that holds it takes, from
the word that holds the other, the bits that the jump concerns, shifted. Which words of a block a
jump concerns depends on the jump alone, so they are listed beforehand: in runs of eight, which
the compiler puts into one vector register (the loads come before the stores, or it could not
know that they do not overlap), and the rest one by one.

A block is written by one thread only, and bits are only ever set, so a thread that reads a
block while another writes it sees some of the new bits or all, and is told to look again.
Two thirds of the time are arithmetic (a nanosecond a word in the first-level cache), the rest is
memory traffic between blocks.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Words
from pegsolitaire.engine.bits.bit_kernels import pegs_of
from pegsolitaire.engine.bits.compiled import compiled, inlined


class Pulls(NamedTuple):
    """What pulling along each jump is; the first axis, but of the last two, is the jumps."""

    across: Counts  # what leads from a block to where the bits come from, by XOR
    turn: Counts  # and from a word of a block
    must: Counts  # blocks concerned: ``block & must == equal``
    equal: Counts
    up: Words  # how far bits are shifted within a word
    down: Words
    keys: Counts  # the number of keys, doubled by each dropped hole that the jump touches
    far: Counts  # (jumps, 3): for each such hole the bits of a block that its peg depends on
    pattern: Words  # (jumps, 8): for each key the bits of a word that the jump concerns
    runs_from: Counts  # (jumps, 9): where each key's words begin in ``runs``; the next is the end
    ones_from: Counts  # (jumps, 9): the same in ``ones``
    runs: Counts  # the first words of runs of eight, of a block
    ones: Counts  # its other words


@inlined
def odd(bits: int) -> int:
    """Whether a number has an odd number of bits."""
    odd = 0
    while bits:
        bits &= bits - 1
        odd ^= 1
    return odd


@inlined
def block_key(pulls: Pulls, jump: int, block: int) -> int:
    """The part of the key that is the same for all words of a block."""
    key, hole = 0, 0
    while 1 << hole < pulls.keys[jump]:
        key |= odd(block & pulls.far[jump, hole]) << hole
        hole += 1
    return key


@compiled
def pull(words: Words, size: int, pulls: Pulls, jump: int, block: int) -> bool:
    """Add to a block of ``size`` words what one jump links to what is there; whether anything."""
    there, here = (block ^ pulls.across[jump]) * size, block * size
    turn, up, down = pulls.turn[jump], pulls.up[jump], pulls.down[jump]
    far_key = block_key(pulls, jump, block)
    new = np.uint64(0)
    for key in range(pulls.keys[jump]):
        bits = pulls.pattern[jump, key ^ far_key]
        if bits == 0:
            continue
        for i in range(pulls.runs_from[jump, key], pulls.runs_from[jump, key + 1]):
            p, q = here + pulls.runs[i], there + (pulls.runs[i] ^ turn)
            a0, a1, a2, a3 = words[p], words[p + 1], words[p + 2], words[p + 3]
            a4, a5, a6, a7 = words[p + 4], words[p + 5], words[p + 6], words[p + 7]
            b0 = a0 | (words[q] << up >> down & bits)
            b1 = a1 | (words[q + 1] << up >> down & bits)
            b2 = a2 | (words[q + 2] << up >> down & bits)
            b3 = a3 | (words[q + 3] << up >> down & bits)
            b4 = a4 | (words[q + 4] << up >> down & bits)
            b5 = a5 | (words[q + 5] << up >> down & bits)
            b6 = a6 | (words[q + 6] << up >> down & bits)
            b7 = a7 | (words[q + 7] << up >> down & bits)
            words[p], words[p + 1], words[p + 2], words[p + 3] = b0, b1, b2, b3
            words[p + 4], words[p + 5], words[p + 6], words[p + 7] = b4, b5, b6, b7
            new |= (a0 ^ b0) | (a1 ^ b1) | (a2 ^ b2) | (a3 ^ b3)
            new |= (a4 ^ b4) | (a5 ^ b5) | (a6 ^ b6) | (a7 ^ b7)
        for i in range(pulls.ones_from[jump, key], pulls.ones_from[jump, key + 1]):
            p, q = here + pulls.ones[i], there + (pulls.ones[i] ^ turn)
            old = words[p]
            words[p] = old | (words[q] << up >> down & bits)
            new |= words[p] ^ old
    return bool(new != 0)


@compiled
def pull_all(
    words: Words,
    size: int,
    pulls: Pulls,
    ends: tuple[int, int, int],
    changed: Counts,
    looked: Counts,
    now: int,
    rounds: int,
    stop: Counts,
) -> int:
    """Go through blocks once; how many of them changed.

    ``ends`` says the first block, where to stop, and the step from one block to the next;
    ``changed`` and ``looked``, ``(blocks,)``, the pass in which a block last changed, and that in
    which it last looked at others; ``rounds`` how often at most jumps within a block are gone
    through. Where ``stop[0]`` is not 0 the work is given up.
    """
    count = 0
    block, last, step = ends
    while block != last and stop[0] == 0:
        fresh, since = False, looked[block]
        looked[block] = now
        for jump in range(pulls.across.size):
            source = block ^ pulls.across[jump]
            if (
                source != block
                and (block & pulls.must[jump]) == pulls.equal[jump]
                and changed[source] >= since
                and pull(words, size, pulls, jump, block)
            ):
                fresh = True
        left = rounds if fresh or changed[block] >= since else 0
        while left > 0:
            left -= 1
            again = False
            for jump in range(pulls.across.size):
                if pulls.across[jump] == 0 and pull(words, size, pulls, jump, block):
                    again = True
            fresh |= again
            left = left if again else 0
        if fresh:
            changed[block] = now
            count += 1
        block += step
    return count


@compiled
def count_by_pegs(
    words: Words,
    size: int,
    first: int,
    last: int,
    near_keys: Counts,
    far: Counts,
    places: Words,
    counts: Counts,
) -> None:
    """Add the positions of some blocks to ``counts``, by their pegs.

    The pegs of dropped holes depend on ``near_keys``, ``(size,)``, the parities of each word of a
    block, as far as it goes, and on the bits of a block in ``far``, ``(dropped,)``. ``places``,
    ``(keys, pegs)``, says for each parity of the dropped holes the places of a word with each
    number of pegs among the holes of the places and the dropped ones.
    """
    for block in range(first, last):
        far_key = 0
        for hole in range(far.size):
            far_key |= odd(block & far[hole]) << hole
        above = pegs_of(np.uint64(block))
        for near in range(size):
            word = words[block * size + near]
            if word == 0:
                continue
            key = near_keys[near] ^ far_key
            base = above + pegs_of(np.uint64(near))
            for pegs in range(places.shape[1]):
                counts[base + pegs] += pegs_of(word & places[key, pegs])
