"""The compiled scan of a class for positions with exactly one winning jump.

Sixty-four positions are looked at together, a word of the class. For each jump the tables of
pulling say which of them allow it, and the word that it leads to says for which of those it wins;
the winning jumps are counted in slices, up to two. Like pulling, bound by arithmetic and the
first-level cache: some ten vector instructions for each jump and eight words.
"""

from __future__ import annotations

from pegsolitaire.engine.bits.arrays import Counts, Words
from pegsolitaire.engine.bits.compiled import compiled, inlined
from pegsolitaire.engine.dense.closure_kernels import Pulls, block_key


@inlined
def _count_jump(
    words: Words, size: int, pulls: Pulls, jump: int, block: int, once: Words, twice: Words
) -> None:
    """Count one jump for the positions of a block for which it wins."""
    there = (block ^ pulls.across[jump]) * size
    turn, up, down = pulls.turn[jump], pulls.up[jump], pulls.down[jump]
    far_key = block_key(pulls, jump, block)
    for key in range(pulls.keys[jump]):
        bits = pulls.pattern[jump, key ^ far_key]
        if bits == 0:
            continue
        for i in range(pulls.runs_from[jump, key], pulls.runs_from[jump, key + 1]):
            run = pulls.runs[i]
            source = there + (run ^ turn)
            for k in range(8):
                won = words[source + k] << up >> down & bits
                twice[run + k] |= once[run + k] & won
                once[run + k] |= won
        for i in range(pulls.ones_from[jump, key], pulls.ones_from[jump, key + 1]):
            word = pulls.ones[i]
            won = words[there + (word ^ turn)] << up >> down & bits
            twice[word] |= once[word] & won
            once[word] |= won


@compiled
def mark_one_jump(
    words: Words,
    size: int,
    pulls: Pulls,
    first: int,
    last: int,
    once: Words,
    twice: Words,
    stop: Counts,
) -> None:
    """Mark the solvable positions of some blocks with exactly one winning jump.

    ``words`` are the solvable positions of the class, ``size`` of them a block, and ``pulls`` the
    jumps for pulling backward. ``once``, ``(blocks * size,)``, is filled with the positions that
    are looked for; ``twice``, ``(size,)``, is scratch. Where ``stop[0]`` is not 0 the work is
    given up.
    """
    for block in range(first, last):
        if stop[0] != 0:
            return
        mine = once[(block - first) * size : (block - first + 1) * size]
        mine[:] = 0
        twice[:] = 0
        for jump in range(pulls.across.size):
            if (block & pulls.must[jump]) == pulls.equal[jump]:
                _count_jump(words, size, pulls, jump, block, mine, twice)
        for word in range(size):
            mine[word] &= words[block * size + word] & ~twice[word]
