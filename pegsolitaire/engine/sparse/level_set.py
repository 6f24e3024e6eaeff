"""Positions as words in partitions, what may go with each of them, and what is done to words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Flags, Rows, Words


@dataclass(frozen=True, eq=False)
class LevelSet:
    """Positions as canonical words, partition by partition: opaque outside of the engine.

    Attributes
    ----------
    words : (n,) array of uint64
    offsets : (2**logp + 1,) array of int64
        Where each partition begins.
    rows : (n, width) array, or None
        The numbers that go with each word: paths in limbs of 64 bits, or a chance.
    files : tuple of Path
        The files that words and rows are mapped from, where they outgrew the memory.
    """

    words: Words
    offsets: Counts
    rows: Rows | None = None
    files: tuple[Path, ...] = ()

    @classmethod
    def of(cls, words: Words, rows: Rows | None = None) -> LevelSet:
        """A level of words that are not sorted into partitions."""
        return cls(words, np.array([0, len(words)], np.int64), rows)

    def __len__(self) -> int:
        return len(self.words)

    @property
    def width(self) -> int:
        """How many numbers go with each word."""
        return 0 if self.rows is None else int(self.rows.shape[1])

    @property
    def nbytes(self) -> int:
        """The bytes of words and rows."""
        return self.words.nbytes + (0 if self.rows is None else self.rows.nbytes)

    @property
    def pegs(self) -> tuple[int, int]:
        """The fewest and the most pegs of any of the positions, of which there is one at least."""
        pegs = np.bitwise_count(self.words)
        return int(pegs.min()), int(pegs.max())

    def subset(self, chosen: Flags) -> LevelSet:
        """The chosen positions, in their partitions."""
        before = np.concatenate(([0], np.cumsum(chosen)))
        rows = None if self.rows is None else self.rows[chosen]
        return LevelSet(self.words[chosen], before[self.offsets], rows)

    def discard(self) -> None:
        """Remove the files, if there are any: the level is not needed any more."""
        for file in self.files:
            file.unlink(missing_ok=True)


@dataclass(frozen=True, eq=False)
class Steps:
    """What is done to a word: legal where ``word & mask == wanted``, giving ``word ^ mask``."""

    masks: Words
    wanted: Words


#: Leaves words as they are.
STAY = Steps(np.zeros(1, np.uint64), np.zeros(1, np.uint64))


def offsets_of(sizes: Counts) -> Counts:
    """Where partitions of these sizes begin, and where the last one ends."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))


def join(runs: list[LevelSet]) -> LevelSet:
    """The level of consecutive runs of partitions."""
    if len(runs) == 1:
        return runs[0]
    sizes = np.concatenate([np.diff(run.offsets) for run in runs])
    rows = None if runs[0].rows is None else np.concatenate([run.rows for run in runs])
    words = np.concatenate([run.words for run in runs])
    return LevelSet(words, offsets_of(sizes), rows)
