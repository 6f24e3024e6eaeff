"""Rounds: all threads expand the words of a level until a partition's buffer is full."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Remainders, Rows
from pegsolitaire.engine.bits.workers import Workers
from pegsolitaire.engine.sparse.expand_kernels import Into
from pegsolitaire.engine.sparse.expansion import Chunk, Expand, Expansion

_CHUNK = 8192  # words a thread takes at a time


@dataclass(frozen=True, eq=False)
class Candidates:
    """A round of candidates: buffers by thread and partition, and how full they are."""

    out: Remainders
    brought: Rows | None
    filled: Counts

    @property
    def weight(self) -> int:
        """How many there are."""
        return int(self.filled.sum())


def in_rounds(
    workers: Workers, source: Expansion, filled: Counts, expand: Expand, into: Sequence[Into]
) -> Iterator[None]:
    """Let the threads expand the words of a source, until a partition is full; and again.

    ``filled``, ``(threads, partitions)``, is emptied before each round.
    """
    threads, size, most = len(filled), len(source.level), source.most
    chunk = min(most or _CHUNK, _CHUNK)
    chunks = deque(range(0, size, chunk))
    states = np.zeros((threads, 4), np.int64)
    taken = [Chunk(np.empty(0, np.uint64), slice(0))] * threads
    busy = [False] * threads

    def work(thread: int) -> None:
        """Expand until there is nothing left, or a partition is full."""
        while True:
            if not busy[thread]:
                try:
                    begin = chunks.popleft()
                except IndexError:
                    return
                own = slice(begin, min(begin + chunk, size))
                taken[thread] = Chunk(source.level.words_between(own.start, own.stop), own)
                states[thread] = 0, own.stop - own.start, 0, 0
            busy[thread] = not expand(thread, taken[thread], states[thread], into[thread])
            if busy[thread] or most:
                return

    while True:
        filled[:] = 0
        workers.each(threads, work)
        if filled.any():
            yield
        if not any(busy) and not chunks:
            return
