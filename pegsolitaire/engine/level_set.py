"""Positions with the same number of pegs, as words in partitions, and what is done to words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pegsolitaire.engine.kernels import Counts, Flags
from pegsolitaire.engine.layout import Words


@dataclass(frozen=True, eq=False)
class LevelSet:
    """Positions as canonical words, partition by partition.

    Attributes
    ----------
    words : (n,) array of uint64
    offsets : (2**logp + 1,) array of int64
        Where each partition begins.
    file : Path or None
        The file that the words are mapped from, where they outgrew the memory.
    """

    words: Words
    offsets: Counts
    file: Path | None = None

    def __len__(self) -> int:
        return len(self.words)

    def subset(self, chosen: Flags) -> LevelSet:
        """The chosen positions, in their partitions."""
        before = np.concatenate(([0], np.cumsum(chosen)))
        return LevelSet(self.words[chosen], before[self.offsets])

    def discard(self) -> None:
        """Remove the file of the words, if there is one: the level is not needed any more."""
        if self.file is not None:
            self.file.unlink(missing_ok=True)


@dataclass(frozen=True, eq=False)
class Steps:
    """What is done to a word: legal where ``word & mask == wanted``, giving ``word ^ mask``."""

    masks: Words
    wanted: Words


def offsets_of(sizes: Counts) -> Counts:
    """Where partitions of these sizes begin, and where the last one ends."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))


def join(runs: list[LevelSet]) -> LevelSet:
    """The level of consecutive runs of partitions."""
    if len(runs) == 1:
        return runs[0]
    sizes = np.concatenate([np.diff(run.offsets) for run in runs])
    return LevelSet(np.concatenate([run.words for run in runs]), offsets_of(sizes))
