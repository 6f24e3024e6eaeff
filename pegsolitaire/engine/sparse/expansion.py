"""What a level step begins with: words, and a way to make candidates of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Words
from pegsolitaire.engine.bits.layout import Canon
from pegsolitaire.engine.sparse.expand_kernels import BLOCK, Block, Into, expand
from pegsolitaire.engine.sparse.level_set import LevelSet
from pegsolitaire.engine.sparse.steps import Steps


class Chunk(NamedTuple):
    """Some words of a level that a thread has taken."""

    words: Words
    own: slice  # which of the level they are


#: Goes on with the words of a chunk, from a state (next word, end, and two of its own), as a
#: thread of some number; False when it had to stop at a full partition.
Expand = Callable[[int, Chunk, Counts, Into], bool]


@dataclass(frozen=True, eq=False)
class Expansion(ABC):
    """The level that a step begins with, and what the step makes of its words.

    A result brings as many numbers with it as go with each word of the level.
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
    """The words of a level after each of some steps, with the row of the word it comes from."""

    steps: Steps

    def begin(self, threads: int) -> Expand:
        """Make a block for each thread."""
        rows = self.level.rows
        blocks = [self._block() for _ in range(threads)]

        def work(thread: int, chunk: Chunk, state: Counts, into: Into) -> bool:
            own = None if rows is None else rows[chunk.own]
            return expand(self.steps, chunk.words, own, state, self.canon, blocks[thread], into)

        return work

    def _block(self) -> Block:
        rows = self.level.rows
        return Block(
            np.empty(BLOCK, np.uint64),
            np.empty((1 + len(self.canon.mirror), BLOCK), np.uint64),
            None if rows is None else np.empty((BLOCK, self.level.width), rows.dtype),
        )
