"""Store shards of levels as files that all machines can access.

The layout of a folder is the same on every file system::

    F-25/0003.shard             the positions of shard 3 of the level F with 25 pegs
    F-25/0003.json              its manifest: number of positions, checksums, source
    F-25/0007-5c1d0e8a2b44.run  the results of shard 7 of the level before, for this level

A shard that has a manifest is finished. The name of a run contains the checksum of its source
level. The run itself contains a checksum for each shard of its target level. The runs are removed
when the target level is finished. When the shards of a level are no longer needed, their manifests
remain, so that an interrupted count can resume.

Positions are stored as in memory: the number of positions in each partition (uint32), the
remainders of the positions, and their rows. On a local file system every file is written under a
temporary name and then renamed. An object store never shows incomplete files.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from time import sleep
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4
from zlib import crc32

import numpy as np

from pegsolitaire.errors import ClusterError, StoreError, quoted
from pegsolitaire.game import Problem
from pegsolitaire.sets.npz_files import DamageError, Envelope, Format, check_sum

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelSet


# --
# Parts of levels: how a level is divided into shards, and the manifest and encoding of a shard.


class PartLostError(Exception):
    """A shard or a run is missing or damaged. ``args`` are level, number, is_run and reason."""

    @property
    def level(self) -> str:
        """The name of the level that the shard or run belongs to."""
        return str(self.args[0])

    @property
    def number(self) -> int:
        """The number of the shard, or of the source shard of a run."""
        return int(self.args[1])

    @property
    def is_run(self) -> bool:
        """True if a run is lost; False if a shard is lost."""
        return bool(self.args[2])

    def __str__(self) -> str:
        return f"{'run' if self.is_run else 'shard'} {self.number} of {self.level}: {self.args[3]}"


@contextmanager
def _reading(level: str, number: int, *, is_run: bool) -> Iterator[None]:
    """Convert the errors of a shard or a run that is missing or damaged to PartLostError."""
    try:
        yield
    except StoreError:
        raise
    except (ValueError, OSError) as error:
        raise PartLostError(level, number, is_run, str(error)) from None


@dataclass(frozen=True)
class Cut:
    """The division of a level into partitions and shards.

    Attributes
    ----------
    holes : int
        The number of bits in a word.
    logp : int
        Log2 of the number of partitions.
    shards : int
        The number of shards, a power of two and at most the number of partitions.
    width : int
        The length of the row that belongs to each word.
    """

    holes: int
    logp: int
    shards: int
    width: int = 0

    def span(self, shard: int) -> range:
        """Return the range of partitions of a shard."""
        together = (1 << self.logp) // self.shards
        return range(shard * together, (shard + 1) * together)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The data type of a remainder."""
        from pegsolitaire.engine import bytes_of_remainder

        return np.dtype(f"<u{bytes_of_remainder(self.holes, self.logp)}")


@dataclass(frozen=True)
class Made:
    """The manifest of a shard.

    Attributes
    ----------
    count : int
        The number of positions.
    total : int
        The total number of paths to the positions.
    content : str
        The SHA-256 of the file.
    """

    count: int
    total: int
    content: str


def checksum_of(parts: Iterable[Made]) -> str:
    """Return the checksum of a level, computed from the checksums of its shards in order."""
    return sha256(json.dumps([part.content for part in parts]).encode()).hexdigest()


def _encoded(level: LevelSet) -> bytes:
    """Encode some partitions of a level as bytes."""
    stored = level.stored.astype(level.stored.dtype.newbyteorder("<"), copy=False)
    rows = b"" if level.rows is None else level.rows.astype("<u8", copy=False).tobytes()
    return np.diff(level.offsets).astype("<u4").tobytes() + stored.tobytes() + rows


def _decoded(content: bytes, cut: Cut, span: range) -> LevelSet:
    """Decode some partitions of a level."""
    from pegsolitaire.engine import LevelSet

    data = np.frombuffer(bytearray(content), np.uint8)  # kernels need writable arrays
    sizes = data[: 4 * len(span)].view("<u4")
    count = int(sizes.sum())
    end = 4 * len(span) + count * cut.dtype.itemsize
    if len(data) != end + 8 * cut.width * count:
        raise DamageError("its size differs from the declared size")
    stored = data[4 * len(span) : end].view(cut.dtype)
    rows = np.array(data[end:]).view("<u8").reshape(count, cut.width) if cut.width else None
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)))
    return LevelSet(stored, offsets, cut.holes, rows, first=span.start, parts=1 << cut.logp)


FORMAT = Format("shard", 1, "pegs sets winning BOARD START --cluster ADDRESS", "remove {place}")
_TRIES = 5  # attempts to remove a folder while other processes may be writing to it
_INDEX = 3  # numbers for each shard in the index of a run: begin, positions, CRC-32


def open_folder(url: str) -> tuple[Any, str]:
    """Return the file system that contains a folder, and the folder's path there.

    Raises
    ------
    ClusterError
        If fsspec does not support the URL, or needs a library that is not installed.
    """
    from fsspec.core import url_to_fs

    try:
        fs, path = url_to_fs(url)
    except (ImportError, ValueError) as error:
        raise ClusterError(
            f"{quoted(url)} cannot be opened: {error}; choose a folder that all machines can "
            "access"
        ) from error
    return fs, str(path)


R = TypeVar("R")
_WAITS = (0.1, 1.0, 5.0)  # seconds before each retry of an operation that failed temporarily
_PASSING = (None, errno.EIO, errno.EBUSY, errno.ESTALE)


def _asked(path: str, operation: Callable[[], R]) -> R:
    """Run an operation on a file system, and retry it a few times after temporary errors.

    Raises
    ------
    StoreError
        If all attempts fail. Other errors, such as a full disk, are raised unchanged.
    """
    waits = list(_WAITS)
    while True:
        try:
            return operation()
        except OSError as error:
            is_passing = isinstance(error, TimeoutError | ConnectionError | BlockingIOError)
            if not is_passing and (type(error) is not OSError or error.errno not in _PASSING):
                raise
            if not waits:
                raise StoreError(
                    f"{path} cannot be reached: {error.strerror or error}; once it can, run the "
                    "same command again (finished work is kept)"
                ) from error
            sleep(waits.pop(0))


class ShardFiles:
    """The shards and runs of one problem.

    Parameters
    ----------
    url : str
        A folder, as an fsspec URL.
    problem : Problem
    pruned : sequence of sequence of int
        The weights of the resource counts that exclude positions.

    Raises
    ------
    ClusterError
        If the URL cannot be opened.
    """

    def __init__(self, url: str, problem: Problem, pruned: Iterable[Iterable[int]] = ()) -> None:
        from fsspec.implementations.local import LocalFileSystem

        from pegsolitaire.engine import LAYOUT_VERSION

        self._fs, self._root = open_folder(url)
        self._renames = isinstance(self._fs, LocalFileSystem)
        details = {"layout": LAYOUT_VERSION, "pruned": [list(row) for row in pruned]}
        self._envelope = Envelope(FORMAT, problem.board, problem.finishes, problem.starts, details)

    def write_shard(
        self, name: str, number: int, level: LevelSet, total: int, source: str
    ) -> Made:
        """Write a shard, then its manifest.

        Parameters
        ----------
        name, number : str and int
            The name of the level, and the number of the shard.
        level : LevelSet
            The positions of the shard.
        total : int
            The total number of paths to the positions.
        source : str
            The checksum of the source level.
        """
        content = _encoded(level)
        part = Made(len(level), total, sha256(content).hexdigest())
        self._write(self._shard(name, number), [content])
        says = self._envelope.having(
            level=name, shard=number, made_from=source, count=part.count, total=str(total),
            content=part.content,
        )  # fmt: skip
        self._write(self._manifest(name, number), [says.sealed().encode()])
        return part

    def read_shard(self, name: str, number: int, cut: Cut) -> LevelSet:
        """Read a shard and check it.

        Raises
        ------
        PartLostError
            If the shard is missing or damaged.
        """
        with _reading(name, number, is_run=False):
            part = self.manifest(name, number)
            content = self._content(self._shard(name, number))
            if part is None:
                raise DamageError("its manifest is damaged")
            check_sum(part.content, sha256(content).hexdigest())
            return _decoded(content, cut, cut.span(number))

    def manifest(self, name: str, number: int, source: str | None = None) -> Made | None:
        """Return the manifest of a shard if it exists, is valid and names the given source."""
        try:
            envelope = Envelope.decode(FORMAT, self._content(self._manifest(name, number)))
            envelope.check(self._envelope.having(level=name, shard=number))
            envelope.check_seal()
            details = envelope.details
            if source is not None and details["made_from"] != source:
                return None
            return Made(int(details["count"]), int(details["total"]), str(details["content"]))
        except (FileNotFoundError, ValueError, LookupError):
            return None

    def finished(self, name: str, source: str) -> dict[int, Made]:
        """Return the manifests of a level's finished shards that come from the given source."""
        numbers = [int(stem) for stem in self._stems(name, ".json") if stem.isdigit()]
        manifests = {number: self.manifest(name, number, source) for number in numbers}
        return {number: part for number, part in manifests.items() if part is not None}

    def has_content(self, name: str, number: int) -> bool:
        """Return whether the file of a shard exists."""
        return self._exists(self._shard(name, number))

    def discard(self, name: str) -> None:
        """Remove the shards of a level, but not their manifests."""
        self._remove(f"{self._root}/{name}/{stem}.shard" for stem in self._stems(name, ".shard"))

    def write_run(self, name: str, number: int, level: LevelSet, cut: Cut, source: str) -> int:
        """Write the run from one source shard to all shards of a level. Return its size in bytes.

        Parameters
        ----------
        name, number : str and int
            The name of the target level of the run, and the number of the source shard.
        level : LevelSet
            The positions in all partitions.
        cut : Cut
            The division of the target level.
        source : str
            The checksum of the source level.
        """
        index = np.zeros((cut.shards, _INDEX), "<i8")
        pieces, begin = [], index.nbytes
        for shard in range(cut.shards):
            part = level.part(cut.span(shard))
            pieces.append(_encoded(part))
            index[shard] = begin, len(part), crc32(pieces[-1])
            begin += len(pieces[-1])
        self._write(self._run(name, number, source), [index.tobytes(), *pieces])
        return begin

    def read_run(self, name: str, number: int, shard: int, cut: Cut, source: str) -> LevelSet:
        """Read and check the part of a run that belongs to one shard.

        Raises
        ------
        PartLostError
            If the run is missing or damaged.
        """
        path = self._run(name, number, source)

        def read() -> tuple[int, bytes]:
            at = 8 * _INDEX * shard
            entry = np.frombuffer(self._fs.cat_file(path, start=at, end=at + 8 * _INDEX), "<i8")
            begin, count, checksum = (int(i) for i in entry)
            end = begin + 4 * len(cut.span(shard)) + count * (cut.dtype.itemsize + 8 * cut.width)
            # An object store sends at most the whole file, and asking for the size would cost a
            # request.
            if not count >= 0 or not begin >= 0 or (self._renames and end > self._fs.size(path)):
                raise DamageError("its index is damaged")
            return checksum, self._fs.cat_file(path, start=begin, end=end)

        with _reading(name, number, is_run=True):
            checksum, content = _asked(path, read)
            check_sum(checksum, crc32(content))
            return _decoded(content, cut, cut.span(shard))

    def runs(self, name: str, source: str) -> set[int]:
        """Return the numbers of the source shards that already have a run for a level."""
        mark = f"-{source[:12]}"
        stems = self._stems(name, ".run")
        return {int(stem.removesuffix(mark)) for stem in stems if stem.endswith(mark)}

    def remove_runs(self, name: str) -> None:
        """Remove all runs for a level."""
        self._remove(f"{self._root}/{name}/{stem}.run" for stem in self._stems(name, ".run"))

    # -- the folder -------------------------------------------------------------------------------

    def forget(self, lost: PartLostError) -> None:
        """Remove a damaged shard or run, so that it is recomputed."""
        if not lost.is_run:
            self._remove([self._manifest(lost.level, lost.number)])
            return
        stems = self._stems(lost.level, ".run")
        own = (stem for stem in stems if stem.startswith(f"{lost.number:04d}-"))
        self._remove(f"{self._root}/{lost.level}/{stem}.run" for stem in own)

    def make_folder(self, name: str) -> None:
        """Create the folder of a level."""
        path = f"{self._root}/{name}"
        _asked(path, lambda: self._fs.makedirs(path, exist_ok=True))

    def begin(self) -> None:
        """Create the folder, with a file that marks it as in use."""
        _asked(self._root, lambda: self._fs.makedirs(self._root, exist_ok=True))
        self._write(f"{self._root}/job.json", [self._envelope.sealed().encode()])

    @property
    def is_begun(self) -> bool:
        """Whether the folder is in use. Another driver may have removed it after finishing."""
        self._fs.invalidate_cache()
        return self._exists(f"{self._root}/job.json")

    def clear(self) -> None:
        """Remove the whole folder, even if another driver is still writing to it."""
        with suppress(OSError):
            self._fs.rm_file(f"{self._root}/job.json")
        for _ in range(_TRIES):
            self._fs.invalidate_cache()
            with suppress(OSError):
                if not self._fs.exists(self._root):
                    break
                self._fs.rm(self._root, recursive=True)
        if self._renames:  # only a local file system keeps empty folders
            with suppress(OSError):
                self._fs.rmdir(self._root.rpartition("/")[0])

    def _stems(self, name: str, suffix: str) -> list[str]:
        path = f"{self._root}/{name}"

        def listed() -> list[str]:
            self._fs.invalidate_cache()
            return list(self._fs.ls(path, detail=False))

        try:
            found = _asked(path, listed)
        except FileNotFoundError:
            return []
        names = (path.rpartition("/")[2] for path in found)
        return [name.removesuffix(suffix) for name in names if name.endswith(suffix)]

    def _remove(self, paths: Iterable[str]) -> None:
        for path in paths:
            try:
                _asked(path, partial(self._fs.rm_file, path))
            except FileNotFoundError:
                continue  # another driver was first

    def _exists(self, path: str) -> bool:
        try:
            _asked(path, lambda: self._fs.info(path))  # `exists` is False after temporary errors
        except FileNotFoundError:
            return False
        return True

    def _content(self, path: str) -> bytes:
        return bytes(_asked(path, lambda: self._fs.cat_file(path)))

    def _write(self, path: str, pieces: Sequence[bytes]) -> None:
        aside = f"{path}.new-{uuid4().hex[:12]}" if self._renames else path

        def write() -> None:
            with self._fs.open(aside, "wb") as file:
                for piece in pieces:
                    file.write(piece)
            if self._renames:
                self._fs.mv(aside, path)

        try:
            _asked(path, write)
        except StoreError:
            raise
        except OSError as error:
            self._remove([aside])
            raise StoreError(
                f"cannot write {path}: {error.strerror or error}; free some space or choose "
                "another folder for the cluster"
            ) from error

    def _shard(self, name: str, number: int) -> str:
        return f"{self._root}/{name}/{number:04d}.shard"

    def _manifest(self, name: str, number: int) -> str:
        return f"{self._root}/{name}/{number:04d}.json"

    def _run(self, name: str, number: int, source: str) -> str:
        return f"{self._root}/{name}/{number:04d}-{source[:12]}.run"
