"""The positions of a class with exactly one winning jump."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from threading import Lock

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Permutation
from pegsolitaire.engine.class_play import unions
from pegsolitaire.engine.classes import (
    Bitmap,
    Coset,
    Pulls,
    block_key,
    block_words,
    indices_of_bits,
    make_pulls,
)
from pegsolitaire.engine.compiled import compiled, inlined
from pegsolitaire.engine.machine import Workers
from pegsolitaire.engine.words import Counts, Words
from pegsolitaire.work import Work

# --
# The compiled scan of a class for positions with exactly one winning jump.
#
# Sixty-four positions are looked at together, a word of the class. For each jump the tables of
# pulling say which of them allow it, and the word that it leads to says for which of those it
# wins; the winning jumps are counted in slices, up to two. Like pulling, bound by arithmetic and
# the first-level cache: some ten vector instructions for each jump and eight words.


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


_CHUNK = 1 << 17  # words that are marked before the marks are read: 1 MiB a thread


def codes_with_one_jump(solvable: Bitmap, *, work: Work | None = None) -> Words:
    """The codes of the solvable positions from which exactly one jump leads to a solvable one.

    They are in no particular order. All solvable positions of the class must be given, as
    :func:`close` makes them backward.

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
    telling = Lock()  # one thread at a time says how far all are
    work.progress.stage("looking for unique winning jumps", blocks)

    def part(first: int, last: int) -> npt.NDArray[np.int64]:
        once, twice = np.empty(step * size, np.uint64), np.empty(size, np.uint64)
        found = []
        for begin in range(first, last, step):
            end = min(begin + step, last)
            _mark_one_jump(solvable.words, size, pulls, begin, end, once, twice, stop)
            marked = once[: (end - begin) * size]
            found.append(indices_of_bits(marked) + begin * size * 64)
            with telling:
                done[0] += end - begin
                work.update(int(done[0]))
        return np.concatenate(found)

    with Workers(work.threads) as workers:
        try:
            indices = np.concatenate(workers.share(blocks, len(solvable.words), part))
        finally:
            stop[0] = 1
    return solvable.coset.codes(indices)


# --
# The positions of a class that symmetries leave alone.


_CHUNK_BITS = 20  # positions that are looked at together


def fixed_codes(coset: Coset, group: Iterable[Permutation]) -> Iterator[Words]:
    """The codes of a class that every one of some symmetries leaves alone, some at a time.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> coset = Coset(board, board.vacancy("d4").code)
    >>> turns = [symmetry.image for symmetry in board.symmetries if symmetry.is_rotation]
    >>> sum(len(codes) for codes in fixed_codes(coset, turns))
    256
    """
    masks = _orbits(len(coset.board), group)
    low, high = masks[:_CHUNK_BITS], masks[_CHUNK_BITS:]
    near = unions(low)
    for far in unions(high):
        codes = near | far
        for hole, mask in coset.dropped.items():
            odd = np.bitwise_count(codes & np.uint64(mask)) & 1
            codes = codes[odd == coset.odd[hole]]
        yield codes


def _orbits(size: int, group: Iterable[Permutation]) -> list[int]:
    """The holes that symmetries move to one another, each set as a mask."""
    maps: Sequence[Permutation] = list(group)
    masks, left = [], set(range(size))
    while left:
        orbit = edge = {min(left)}
        while edge:
            edge = {image[i] for i in edge for image in maps} - orbit
            orbit = orbit | edge
        left -= orbit
        masks.append(sum(1 << i for i in orbit))
    return masks
