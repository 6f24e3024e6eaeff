"""Hash tables, a partition of the words each, and the plan of how many fit memory at a time.

Where all tables of a level fit, one pass over the source level fills them. Where they do not, the
partitions are taken in runs: each pass over the source keeps the candidates of its run alone, and
what it makes is written to a file in the scratch folder before the next pass begins. Going over
the source again costs less than writing every candidate to disk and reading it back, and memory is
the tables of one run.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np

from pegsolitaire.engine.kernels import Counts
from pegsolitaire.engine.layout import Words
from pegsolitaire.errors import BoardTooLargeError, StoreError

SLOTS = 14  # log2 of the slots that a partition's table should have: 128 KiB
MOST_LOGP = 10  # log2 of the most partitions in one pass


@dataclass(frozen=True, eq=False)
class Tables:
    """One open-addressed table a partition, for a run of partitions; 0 marks an empty slot.

    Attributes
    ----------
    logp : int
        Log2 of the number of partitions in all.
    first : int
        The first partition of the run.
    slots : (partitions, 2**logs) array of uint64
    sizes : (partitions,) array of int64
    """

    logp: int
    first: int
    slots: Words
    sizes: Counts

    @property
    def logs(self) -> int:
        """Log2 of the slots of a table."""
        return int(self.slots.shape[1]).bit_length() - 1

    def __len__(self) -> int:
        return len(self.sizes)


@dataclass(frozen=True)
class Plan:
    """How the tables of a level are filled: ``2**logp`` partitions, so many of them a pass."""

    logp: int
    logs: int
    together: int

    @classmethod
    def for_words(cls, expected: int, memory: int, may_spill: bool) -> Plan:
        """A plan for about that many words, with tables five eighths full.

        Raises
        ------
        BoardTooLargeError
            If they need more than the memory and there is no scratch folder.
        """
        log_total = max(6, (8 * expected // 5).bit_length())
        logp = min(MOST_LOGP, max(1, log_total - SLOTS))
        return cls(logp, log_total - logp, 1 << logp)._within(memory, may_spill)

    @classmethod
    def for_partitions(cls, offsets: Counts, memory: int, may_spill: bool) -> Plan:
        """A plan for words that are in partitions already, with tables at most half full.

        Raises
        ------
        BoardTooLargeError
            If they need more than the memory and there is no scratch folder.
        """
        count = len(offsets) - 1
        logs = max(4, (2 * int(np.diff(offsets).max())).bit_length())
        plan = cls(count.bit_length() - 1, logs, count)
        return plan._within(memory, may_spill, may_split=False)

    def _within(self, memory: int, may_spill: bool, may_split: bool = True) -> Plan:
        # What is collected from the tables needs nearly as much again as the tables.
        needed = 16 << (self.logp + self.logs)
        if needed <= memory:
            return self
        if not may_spill:
            raise BoardTooLargeError(
                f"the next level needs {needed / 2**30:.1f} GiB of memory and "
                f"{memory / 2**30:.1f} GiB may be used: this problem is too large for level sets "
                "in memory on this machine"
            )
        passes = 1
        while needed // passes > memory // 2 and passes < 1 << 16:
            passes *= 2
        if may_split:
            extra = passes.bit_length() - 1
            return Plan(self.logp + extra, max(4, self.logs - extra), 1 << self.logp)
        return Plan(self.logp, self.logs, max(1, self.together // passes))

    def checked(self, memory: int) -> Plan:
        """The plan itself, if its tables fit the memory.

        Raises
        ------
        BoardTooLargeError
            If they do not.
        """
        needed = 8 * self.together << self.logs
        if needed > memory:
            raise BoardTooLargeError(
                f"a level grew past what was expected, to {needed / 2**30:.1f} GiB of tables, and "
                f"{memory / 2**30:.1f} GiB may be used"
            )
        return self

    @property
    def runs(self) -> Iterator[int]:
        """The first partitions of the passes."""
        return iter(range(0, 1 << self.logp, self.together))

    def tables(self, first: int) -> Tables:
        """Empty tables for the pass that begins with that partition."""
        slots = np.zeros((self.together, 1 << self.logs), np.uint64)
        return Tables(self.logp, first, slots, np.zeros(self.together, np.int64))


def write_words(path: Path, runs: Iterable[Words]) -> Words:
    """Write runs of words to a file one after the other, and map the whole of it.

    The file stays open meanwhile: if someone removes it, nothing is lost but its name.

    Raises
    ------
    BoardTooLargeError
        If the disk has no room for the next run.
    StoreError
        If the file cannot be written.
    """
    try:
        return _write_words(path, runs)
    except OSError as error:
        raise StoreError(
            f"cannot write {path}: {error.strerror or error}; free some space, or set "
            "PEGSOLITAIRE_HOME to a folder on a larger disk"
        ) from error


def _write_words(path: Path, runs: Iterable[Words]) -> Words:
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w+b") as file:
        for words in runs:
            if shutil.disk_usage(path.parent).free < words.nbytes + (1 << 20):
                raise BoardTooLargeError(
                    f"no room for {words.nbytes / 2**30:.1f} GiB more in {path.parent}: free some "
                    "space, or set PEGSOLITAIRE_HOME to a folder on a larger disk"
                )
            words.tofile(file)
        file.flush()
        os.fsync(file.fileno())
        return _map(file)


def map_words(path: Path) -> Words:
    """The words of a file, mapped copy-on-write, so that kernels take them as any array."""
    with open(path, "rb") as file:
        return _map(file)


def _map(file: BinaryIO) -> Words:
    if os.fstat(file.fileno()).st_size == 0:
        return np.empty(0, np.uint64)
    return np.asarray(np.memmap(file, np.uint64, "c"))
