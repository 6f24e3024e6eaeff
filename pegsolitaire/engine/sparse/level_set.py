"""Positions as remainders in partitions, and what may go with each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, Flags, Remainders, Rows, Words
from pegsolitaire.engine.bits.hashing import Split, words_of


@dataclass(frozen=True, eq=False)
class LevelSet:
    """Positions as canonical words, partition by partition: opaque outside of the engine.

    What is stored are remainders (:mod:`pegsolitaire.engine.bits.hashing`); where there is one
    partition alone, the words. With each word may go numbers: paths in limbs of 64 bits, or a
    chance. ``first`` and ``parts`` are for a range of the partitions of a level: the first of
    them, and how many the level has; 0 for a whole one.
    """

    stored: Remainders  # (n,)
    offsets: Counts  # (2**logp + 1,): where each partition begins
    holes: int = 64  # the bits of a word
    rows: Rows | None = None  # (n, width): the numbers
    files: tuple[Path, ...] = ()  # that words and rows are mapped from, past the memory
    first: int = 0
    parts: int = 0

    @classmethod
    def of(cls, words: Words, rows: Rows | None = None) -> LevelSet:
        """A level of words that are not sorted into partitions."""
        return cls(words, np.array([0, len(words)], np.int64), rows=rows)

    def __len__(self) -> int:
        return len(self.stored)

    @property
    def logp(self) -> int:
        """Log2 of the number of partitions of the level."""
        return (self.parts or len(self.offsets) - 1).bit_length() - 1

    @property
    def span(self) -> range:
        """The partitions that are here."""
        return range(self.first, self.first + len(self.offsets) - 1)

    @property
    def words(self) -> Words:
        """All words, in their order."""
        return self.words_between(0, len(self))

    def words_between(self, begin: int, end: int) -> Words:
        """Some of the words."""
        if self.logp == 0:
            return self.stored[begin:end]
        words = np.empty(end - begin, np.uint64)
        split = split_of(self.holes, self.logp, self.first)
        words_of(self.stored, self.offsets, split, begin, end, words)
        return words

    @property
    def width(self) -> int:
        """How many numbers go with each word."""
        return 0 if self.rows is None else int(self.rows.shape[1])

    @property
    def nbytes(self) -> int:
        """The bytes of words and rows."""
        return self.stored.nbytes + (0 if self.rows is None else self.rows.nbytes)

    @property
    def held(self) -> int:
        """The bytes of memory that it takes: none where it lies in files."""
        return 0 if self.files else self.nbytes

    @property
    def pegs(self) -> tuple[int, int]:
        """The fewest and the most pegs of any of the positions, of which there is one at least."""
        pegs = np.bitwise_count(self.words)
        return int(pegs.min()), int(pegs.max())

    def subset(self, chosen: Flags) -> LevelSet:
        """The chosen positions, in their partitions."""
        before = np.concatenate(([0], np.cumsum(chosen)))
        rows = None if self.rows is None else self.rows[chosen]
        offsets = before[self.offsets]
        return replace(self, stored=self.stored[chosen], offsets=offsets, rows=rows, files=())

    def discard(self) -> None:
        """Remove the files, if there are any: the level is not needed any more."""
        for file in self.files:
            file.unlink(missing_ok=True)


def split_of(holes: int, logp: int, first: int = 0) -> Split:
    """How words of so many bits are split among ``2**logp`` partitions, from one of them on."""
    return Split(np.uint64(logp), np.uint64(first), np.uint64(64 - holes))


def offsets_of(sizes: Counts) -> Counts:
    """Where partitions of these sizes begin, and where the last one ends."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))


def join(runs: list[LevelSet]) -> LevelSet:
    """The level of consecutive runs of partitions."""
    if len(runs) == 1:
        return runs[0]
    sizes = np.concatenate([np.diff(run.offsets) for run in runs])
    rows = None if runs[0].rows is None else np.concatenate([run.rows for run in runs])
    stored = np.concatenate([run.stored for run in runs])
    return replace(runs[0], stored=stored, offsets=offsets_of(sizes), rows=rows)
