"""What a level step begins with: words, and a way to make candidates of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Remainders, Rows, Words
from pegsolitaire.engine.bits.hashing import Split
from pegsolitaire.engine.bits.layout import Canon
from pegsolitaire.engine.sparse import jump_kernels
from pegsolitaire.engine.sparse.level_set import LevelSet, Steps

BLOCK = 2048  # candidates in canonical form at a time: 16 KiB, in the first-level cache


class Into(NamedTuple):
    """Where a thread puts its candidates.

    Attributes
    ----------
    split : Split
        How words are split, and the first partition that is wanted.
    out : (partitions, capacity) array of uint32 or uint64
    brought : (partitions, capacity, width) array, or None
    filled : (partitions,) array of int64
    """

    split: Split
    out: Remainders
    brought: Rows | None
    filled: Counts


class Chunk(NamedTuple):
    """Some words of a level that a thread has taken.

    Attributes
    ----------
    words : (n,) array of uint64
    own : slice
        Which of the level they are.
    """

    words: Words
    own: slice


#: Goes on with the words of a chunk, from a state (next word, end, and two of its own), as a
#: thread of some number; False when it had to stop at a full partition.
Expand = Callable[[int, Chunk, Counts, Into], bool]


@dataclass(frozen=True, eq=False)
class Expansion(ABC):
    """The level that a step begins with, and what the step makes of its words.

    A result brings as many numbers with it as go with each word of the level.

    Attributes
    ----------
    level : LevelSet
    canon : Canon
        What brings results into canonical form.
    """

    level: LevelSet
    canon: Canon

    @property
    def most(self) -> int | None:
        """The words that a thread takes in a round, where each of them may take long."""
        return None

    @abstractmethod
    def begin(self, threads: int) -> Expand:
        """Be ready for some number of threads."""


@dataclass(frozen=True, eq=False)
class AfterSteps(Expansion):
    """The words of a level after each of some steps, with the row of the word it comes from.

    With ``flip``, the complements of what comes out.
    """

    steps: Steps
    flip: int = 0

    def begin(self, threads: int) -> Expand:
        """Make a block for each thread."""
        blocks: Words = np.empty((threads, BLOCK), np.uint64)
        rows, flip, block_rows = self.level.rows, np.uint64(self.flip), None
        if rows is not None:
            block_rows = np.empty((threads, BLOCK, self.level.width), rows.dtype)

        def expand(thread: int, chunk: Chunk, state: Counts, into: Into) -> bool:
            return jump_kernels.expand(
                chunk.words, None if rows is None else rows[chunk.own], state,
                self.steps.masks, self.steps.wanted, self.steps.pruning, flip,
                *self.canon, into.split, blocks[thread],
                None if block_rows is None else block_rows[thread],
                into.out, into.brought, into.filled,
            )  # fmt: skip

        return expand
