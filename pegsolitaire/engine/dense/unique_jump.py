"""The positions of a class with exactly one winning jump."""

from __future__ import annotations

from threading import Lock

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.engine.bits.workers import Workers
from pegsolitaire.engine.dense.bitmap import Bitmap, indices_of_bits
from pegsolitaire.engine.dense.jump_tables import block_words, make_pulls
from pegsolitaire.engine.dense.unique_jump_kernels import mark_one_jump
from pegsolitaire.work import Work

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
            mark_one_jump(solvable.words, size, pulls, begin, end, once, twice, stop)
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
