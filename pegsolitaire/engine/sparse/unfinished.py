"""A level that takes several passes, in a file that outlives the process that makes it.

What a pass makes is on the disk before the next one begins, and a record beside it says so: the
plan of the passes, the sizes of the partitions, a checksum. Who makes the same level again goes on
with the next pass. A record of something else, or of a file that is damaged, is ignored.

Two processes may make the same level: one of them holds the lock beside the file, and the other
one writes to a file of its own, which nobody goes on with.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts
from pegsolitaire.engine.sparse.level_set import LevelSet
from pegsolitaire.engine.sparse.tables import TablePlan
from pegsolitaire.files import locked, renamed_when_whole, synced

_BLOCK = 1 << 24


@dataclass(frozen=True)
class Unfinished:
    """Where a level is kept while it is made.

    The key says what the level is: what was begun of another one is not resumed.
    """

    folder: Path
    name: str
    key: bytes

    @property
    def path(self) -> Path:
        """The file of the words."""
        return self.folder / f"{self.name}.words"

    @property
    def record(self) -> Path:
        """The file that says what of them is whole."""
        return self.folder / f"{self.name}.passes"

    @contextmanager
    def begin(self, plan: TablePlan, memory: int) -> Iterator[Begun | None]:
        """Go on with what is there, if its passes fit the memory, or begin with a plan.

        Nothing where another process makes the same level.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with locked(self.folder / f"{self.name}.lock") as held:
            if not held:
                yield None
                return
            words = open(self.path, "a+b")  # noqa: SIM115 - closed with what was begun
            begun = self._found(words, plan, memory)
            if begun is None:
                # Another process may have mapped the file: its bytes are left as they are.
                words.close()
                self.forget()
                begun = Begun(self, plan, open(self.path, "a+b"))  # noqa: SIM115
            with begun.words:
                yield begun

    def forget(self) -> None:
        """Nobody is to go on with this."""
        self.record.unlink(missing_ok=True)
        self.path.unlink(missing_ok=True)

    def _found(self, words: BinaryIO, wanted: TablePlan, memory: int) -> Begun | None:
        """What an earlier process began of the same level, if it is whole."""
        try:
            # Opened here, because numpy leaves a file open that is not a zip archive.
            with open(self.record, "rb") as opened, np.load(opened, allow_pickle=False) as file:
                if file["key"].tobytes() != self.key:
                    return None
                plan = TablePlan(wanted.holes, *(int(number) for number in file["plan"]))
                begun = Begun(self, plan, words, file["sizes"], int(file["crc32"]))
        except Exception:  # there is no list of what a damaged file makes zipfile and numpy raise
            return None
        fits = plan == wanted or plan.nbytes <= memory * 3 // 4
        return begun if begun.is_sound and fits else None


@dataclass
class Begun:
    """A level that this process makes, pass by pass: how far it is.

    The sizes, ``(n,)``, are the words of each partition that is whole, the checksum is the CRC-32
    of those words.
    """

    level: Unfinished
    plan: TablePlan
    words: BinaryIO
    sizes: Counts = field(default_factory=lambda: np.zeros(0, np.int64))
    checksum: int = 0

    @property
    def runs(self) -> range:
        """The first partitions of the passes that are left."""
        return range(len(self.sizes), 1 << self.plan.logp, self.plan.together)

    @property
    def nbytes(self) -> int:
        """The bytes of the words that are whole."""
        return int(self.sizes.sum()) * self.plan.size

    @property
    def is_sound(self) -> bool:
        """Whether the file has what it should have; what lies behind that is cut off."""
        if len(self.sizes) % self.plan.together or (self.sizes < 0).any():
            return False
        if self._read_checksum() != self.checksum:
            return False
        self.words.truncate(self.nbytes)
        self.words.seek(self.nbytes)
        return True

    def write(self, piece: LevelSet) -> None:
        """Write the next partitions; with the last ones of a pass, that it is whole."""
        piece.stored.tofile(self.words)
        self.checksum = crc32(piece.stored.tobytes(), self.checksum)
        self.sizes = np.concatenate((self.sizes, np.diff(piece.offsets)))
        if len(self.sizes) % self.plan.together == 0:
            self._keep()

    def _keep(self) -> None:
        self.words.flush()
        os.fsync(self.words.fileno())
        plan = [self.plan.logp, self.plan.slots, self.plan.together]
        with renamed_when_whole(self.level.record) as aside, synced(aside) as file:
            np.savez(
                file, key=np.frombuffer(self.level.key, np.uint8), plan=np.array(plan),
                sizes=self.sizes, crc32=np.array(self.checksum),
            )  # fmt: skip

    def _read_checksum(self) -> int:
        """The CRC-32 of as many bytes as should be there."""
        total, left = 0, self.nbytes
        self.words.seek(0)
        while left and (block := self.words.read(min(_BLOCK, left))):
            total = crc32(block, total)
            left -= len(block)
        return total if not left else -1
