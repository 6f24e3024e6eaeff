"""Parts of levels: how a level is cut up, what is known of a shard, and its bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

from pegsolitaire.sets.envelope import DamageError

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelSet


class PartLostError(Exception):
    """A shard or a run that is missing or damaged; ``args``: level, number, whether a run, why."""

    @property
    def level(self) -> str:
        """The level it belongs to."""
        return str(self.args[0])

    @property
    def number(self) -> int:
        """Its number there: of a run, that of the shard that it was made from."""
        return int(self.args[1])

    @property
    def is_run(self) -> bool:
        """Whether it is a run."""
        return bool(self.args[2])

    def __str__(self) -> str:
        return f"{'run' if self.is_run else 'shard'} {self.number} of {self.level}: {self.args[3]}"


@dataclass(frozen=True)
class Cut:
    """How a level is cut up.

    Attributes
    ----------
    holes : int
        The bits of a word.
    logp : int
        Log2 of the partitions.
    shards : int
        A power of two, at most as many as there are partitions.
    width : int
        How many numbers go with each word.
    """

    holes: int
    logp: int
    shards: int
    width: int = 0

    def span(self, shard: int) -> range:
        """The partitions of a shard."""
        together = (1 << self.logp) // self.shards
        return range(shard * together, (shard + 1) * together)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of a remainder."""
        from pegsolitaire.engine import bytes_of_remainder

        return np.dtype(f"<u{bytes_of_remainder(self.holes, self.logp)}")


@dataclass(frozen=True)
class Made:
    """What a manifest says of a shard.

    Attributes
    ----------
    count : int
        Positions.
    total : int
        The sum of the paths that go with them.
    content : str
        The SHA-256 of the file.
    """

    count: int
    total: int
    content: str


def checksum_of(parts: Iterable[Made]) -> str:
    """The checksum of a level: of those of its shards, in order."""
    return sha256(json.dumps([made.content for made in parts]).encode()).hexdigest()


def encoded(level: LevelSet) -> bytes:
    """The bytes of some partitions."""
    stored = level.stored.astype(level.stored.dtype.newbyteorder("<"), copy=False)
    rows = b"" if level.rows is None else level.rows.astype("<u8", copy=False).tobytes()
    return np.diff(level.offsets).astype("<u4").tobytes() + stored.tobytes() + rows


def decoded(content: bytes, cut: Cut, span: range) -> LevelSet:
    """The partitions that some bytes are."""
    from pegsolitaire.engine import LevelSet

    data = np.frombuffer(bytearray(content), np.uint8)  # kernels take what can be written to
    sizes = data[: 4 * len(span)].view("<u4")
    count = int(sizes.sum())
    end = 4 * len(span) + count * cut.dtype.itemsize
    if len(data) != end + 8 * cut.width * count:
        raise DamageError("it has another size than it says")
    stored = data[4 * len(span) : end].view(cut.dtype)
    rows = np.array(data[end:]).view("<u8").reshape(count, cut.width) if cut.width else None
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)))
    return LevelSet(stored, offsets, cut.holes, rows, first=span.start, parts=1 << cut.logp)
