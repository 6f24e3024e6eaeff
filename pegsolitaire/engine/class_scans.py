"""Scans of a class: positions with exactly one winning jump, and positions fixed by symmetries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import Lock

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Permutation, hole_orbits
from pegsolitaire.board.bits import code_of
from pegsolitaire.board.symmetry_type import generated
from pegsolitaire.engine.class_bitmaps import (
    Bitmap,
    Coset,
    Pulls,
    block_key,
    block_words,
    indices_of_bits,
    make_pulls,
)
from pegsolitaire.engine.class_play import unions
from pegsolitaire.engine.compiled import compiled, inlined
from pegsolitaire.engine.machine import Workers
from pegsolitaire.engine.words import Counts, Words
from pegsolitaire.work import Work

# --
# The compiled scan of a class for positions with exactly one winning jump.
#
# A word of the bitmap stands for 64 positions, which are examined together. For each jump, the
# tables for pulling show at which positions the jump is legal, and the bitmap word that it leads
# to shows at which of these positions it wins. Two bits for each position count its winning jumps,
# up to two. The loops are over runs of words, as for pulling.


@inlined
def _count_jump(
    words: Words, size: int, pulls: Pulls, jump: int, block: int, once: Words, twice: Words
) -> None:
    """Increase the count of each position in a block from which a given jump wins."""
    there = (block ^ pulls.across[jump]) * size
    turn, up, down = pulls.turn[jump], pulls.up[jump], pulls.down[jump]
    far_key = block_key(pulls, jump, block)
    for key in range(pulls.keys[jump]):
        bits = pulls.pattern[jump, key ^ far_key]
        if bits == 0:
            continue
        for i in range(pulls.runs_from[jump, key], pulls.runs_from[jump, key + 1]):
            first, length = pulls.runs[i, 0], pulls.runs[i, 1]
            q = there + (first ^ turn)
            source = words[q : q + length]
            ones, twos = once[first : first + length], twice[first : first + length]
            for k in range(length):
                won = source[k] << up >> down & bits
                twos[k] |= ones[k] & won
                ones[k] |= won


@compiled
def _mark_one_jump(
    words: Words,
    size: int,
    pulls: Pulls,
    first: int,
    last: int,
    once: Words,
    twice: Words,
    stop: Counts,
) -> None:
    """Mark the solvable positions in a range of blocks that have exactly one winning jump.

    ``words`` is the bitmap of the solvable positions of the class, and ``size`` is the number of
    words per block. The tables for pulling backward are in ``pulls``. ``once``, ``(blocks *
    size,)``, receives the result; ``twice``, ``(size,)``, is scratch space. A nonzero ``stop[0]``
    stops the work.
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


_CHUNK = 1 << 17  # words that are marked before the marks are read: 1 MiB for each thread


def codes_with_one_jump(solvable: Bitmap, *, work: Work | None = None) -> Words:
    """Return the codes of the solvable positions that have exactly one winning jump, unsorted.

    ``solvable`` must contain all solvable positions of the class, as :func:`close` returns them
    for the direction ``"backward"``.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.engine import close
    >>> board = triangle(5)
    >>> solvable = close(board, [board.single("a1").code], "backward")
    >>> len(solvable), len(codes_with_one_jump(solvable))
    (3016, 332)
    """
    work = Work.of(work)
    size = block_words(solvable.coset)
    blocks = len(solvable.words) // size
    pulls, step = make_pulls(solvable.coset, "backward"), max(1, _CHUNK // size)
    stop, done = np.zeros(1, np.int64), np.zeros(1, np.int64)
    telling = Lock()  # only one thread at a time may report the progress
    work.progress.stage("looking for unique winning jumps", blocks)

    def part(first: int, last: int) -> npt.NDArray[np.int64]:
        once, twice = np.empty(step * size, np.uint64), np.empty(size, np.uint64)
        indices = []
        for begin in range(first, last, step):
            end = min(begin + step, last)
            _mark_one_jump(solvable.words, size, pulls, begin, end, once, twice, stop)
            marked = once[: (end - begin) * size]
            indices.append(indices_of_bits(marked) + begin * size * 64)
            with telling:
                done[0] += end - begin
                work.spend((end - begin) * size * 64)
                work.update(int(done[0]))
        return np.concatenate(indices)

    with Workers(work.threads) as workers:
        try:
            indices = np.concatenate(workers.share(blocks, len(solvable.words), part))
        finally:
            stop[0] = 1
    return solvable.coset.codes(indices)


# --
# The positions of a class that are fixed by given symmetries.


_CHUNK_BITS = 20  # log2 of the number of positions that are examined at a time


def fixed_codes(coset: Coset, group: Iterable[Permutation]) -> Iterator[Words]:
    """Yield the codes of a class that all given symmetries fix, in batches.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> coset = Coset(board, board.vacancy("d4").code)
    >>> turns = [symmetry.image for symmetry in board.symmetries if symmetry.is_rotation]
    >>> sum(len(codes) for codes in fixed_codes(coset, turns))
    256
    """
    masks = [code_of(orbit) for orbit in hole_orbits(generated(tuple(group)))]
    low, high = masks[:_CHUNK_BITS], masks[_CHUNK_BITS:]
    near = unions(low)
    for far in unions(high):
        codes = near | far
        for hole, mask in coset.dropped.items():
            odd = np.bitwise_count(codes & np.uint64(mask)) & 1
            codes = codes[odd == coset.odd[hole]]
        yield codes
