"""Level sets: positions stored in partitions, in memory or on disk, and their hash tables."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import isqrt
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4
from zlib import crc32

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine.words import (
    Counts,
    Flags,
    HashSplit,
    Remainders,
    Rows,
    Words,
    bytes_of_remainder,
    words_of,
)
from pegsolitaire.errors import BoardTooLargeError, StoreError
from pegsolitaire.files import check_disk, locked, remove_file, renamed_when_whole, synced
from pegsolitaire.units import bytes_text


@dataclass(frozen=True, eq=False)
class LevelSet:
    """A set of canonical words, sorted into partitions. Only the engine uses its fields.

    Words are stored as remainders (:mod:`pegsolitaire.engine.words`), or whole if there is only
    one partition. Each word may have a row of numbers: a number of paths as a big integer of
    64-bit limbs, or a probability. An object may contain only a range of the partitions of a
    level. In this case, ``first`` is the first partition in the range, and ``parts`` is the number
    of partitions of the whole level. Otherwise both are 0.
    """

    stored: Remainders  # (n,)
    offsets: Counts  # (2**logp + 1,): where each partition begins
    holes: int = 64  # the bits of a word
    rows: Rows | None = None  # (n, width): the numbers
    files: tuple[Path, ...] = ()  # the files from which words and rows are mapped, if any
    first: int = 0
    parts: int = 0

    @classmethod
    def of(cls, words: Words, rows: Rows | None = None) -> LevelSet:
        """Make a level of a single partition from words."""
        return cls(words, np.array([0, len(words)], np.int64), rows=rows)

    def __len__(self) -> int:
        return len(self.stored)

    @property
    def logp(self) -> int:
        """Log2 of the number of partitions of the level."""
        return (self.parts or len(self.offsets) - 1).bit_length() - 1

    @property
    def span(self) -> range:
        """The range of partitions that this object contains."""
        return range(self.first, self.first + len(self.offsets) - 1)

    @property
    def words(self) -> Words:
        """All words, in their order."""
        return self.words_between(0, len(self))

    def words_between(self, begin: int, end: int) -> Words:
        """Return a range of the words, which excludes the word with index ``end``."""
        if self.logp == 0:
            return self.stored[begin:end]
        words = np.empty(end - begin, np.uint64)
        split = split_of(self.holes, self.logp, self.first)
        part = int(np.searchsorted(self.offsets, begin, side="right")) - 1
        words_of(self.stored, self.offsets, split, part, begin, end, words)
        return words

    @property
    def width(self) -> int:
        """The length of each row."""
        return 0 if self.rows is None else int(self.rows.shape[1])

    @property
    def nbytes(self) -> int:
        """The number of bytes that words and rows take."""
        return self.stored.nbytes + (0 if self.rows is None else self.rows.nbytes)

    @property
    def held(self) -> int:
        """The number of bytes of memory that the level takes: 0 if it is stored in files."""
        return 0 if self.files else self.nbytes

    @property
    def pegs(self) -> tuple[int, int]:
        """The fewest and the most pegs of any position in a nonempty level."""
        pegs = np.bitwise_count(self.words)
        return int(pegs.min()), int(pegs.max())

    def subset(self, chosen: Flags) -> LevelSet:
        """Return a level that contains only the chosen positions, in the same partitions."""
        before = np.concatenate(([0], np.cumsum(chosen)))
        rows = None if self.rows is None else self.rows[chosen]
        offsets = before[self.offsets]
        return replace(self, stored=self.stored[chosen], offsets=offsets, rows=rows, files=())

    def part(self, span: range) -> LevelSet:
        """Return a range of the partitions, without copying their words."""
        offsets = self.offsets[span.start - self.first : span.stop - self.first + 1]
        own = slice(int(offsets[0]), int(offsets[-1]))
        rows = None if self.rows is None else self.rows[own]
        return replace(
            self, stored=self.stored[own], offsets=offsets - own.start, rows=rows,
            first=span.start, parts=1 << self.logp, files=(),
        )  # fmt: skip

    def discard(self) -> None:
        """Remove the files of the level, if any, when it is no longer needed.

        Windows keeps each file until the last array that is mapped from it is gone.
        """
        maps = map(_mapping, (self.stored, self.rows))
        for file, mapping in zip(self.files, maps, strict=False):
            remove_file(file, mapping)


def split_of(holes: int, logp: int, first: int = 0) -> HashSplit:
    """Return how words are split into partitions. ``first`` is the first partition in the run."""
    return HashSplit(np.uint64(logp), np.uint64(first), np.uint64(64 - holes))


def offsets_of(sizes: Counts) -> Counts:
    """Return where partitions of given sizes begin, followed by the end of the last partition."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))


def join(runs: list[LevelSet]) -> LevelSet:
    """Concatenate consecutive runs of partitions."""
    if len(runs) == 1:
        return runs[0]
    sizes = np.concatenate([np.diff(run.offsets) for run in runs])
    rows = None if runs[0].rows is None else np.concatenate([run.rows for run in runs])
    stored = np.concatenate([run.stored for run in runs])
    return replace(runs[0], stored=stored, offsets=offsets_of(sizes), rows=rows)


# --
# Hash tables, one for each partition, and a plan for how many of them are in memory at a time.
#
# If all tables of a level fit, one pass over the source level fills them. Otherwise the partitions
# are divided into runs: each pass over the source keeps only the candidates of its run, and its
# result is stored before the next pass begins. Reading the source again takes less time than
# writing every candidate to disk and reading it back. The memory only has to hold the tables of
# one run.


_BYTES = 16  # log2 of the intended size of a partition's table in bytes: 64 KiB
# Log2 of the maximum number of partitions, unless smaller remainders need more.
_MAX_LOG2_PARTITIONS = 10
_MIN_TABLE_SLOTS = 16  # the minimum number of slots in a table
# The maximum number of passes over a level. More passes would take days.
_MAX_LEVEL_PASSES = 1 << 10
_SMALL_FROM = 11  # log2 of the number of words in a partition from which more partitions save time


@dataclass(frozen=True, eq=False)
class Tables:
    """An open-addressed table for each partition of a run, in which 0 marks an empty slot."""

    plan: TablePlan
    first: int  # the first partition of the run
    slots: Remainders  # (partitions, slots)
    sizes: Counts  # (partitions,)
    totals: Rows | None = None  # (partitions, slots, width): the row of the word in each slot

    @property
    def split(self) -> HashSplit:
        """The hash split of words into the partitions of the run."""
        return split_of(self.plan.holes, self.plan.logp, self.first)

    @property
    def nbytes(self) -> int:
        """The number of bytes that the tables take."""
        return self.slots.nbytes + (0 if self.totals is None else self.totals.nbytes)

    def part(self, first: int, last: int) -> Tables:
        """Return the tables of a range of the partitions of the run."""
        totals = None if self.totals is None else self.totals[first:last]
        slots, sizes = self.slots[first:last], self.sizes[first:last]
        return Tables(self.plan, self.first + first, slots, sizes, totals)

    def level(self, stored: Remainders, offsets: Counts, rows: Rows | None = None) -> LevelSet:
        """Make a level set of the remainders collected from the tables."""
        plan = self.plan
        return LevelSet(stored, offsets, plan.holes, rows, first=self.first, parts=1 << plan.logp)

    def __len__(self) -> int:
        return len(self.sizes)


@dataclass(frozen=True)
class TablePlan:
    """The plan for filling the tables of a level that is divided into partitions."""

    holes: int  # the bits of a word
    logp: int
    slots: int  # the number of slots in a table
    together: int  # the number of partitions that are filled in one pass
    width: int = 0  # the length of the row of a word

    @classmethod
    def for_words(
        cls,
        holes: int,
        expected: int,
        memory: int,
        width: int = 0,
        *,
        on_disk: bool = False,
        at_once: bool = False,
    ) -> TablePlan:
        """Plan tables for an expected number of words, which fill about half of the slots.

        Raises BoardTooLargeError if all words together do not fit in memory and may not be stored
        on disk, if all tables are needed ``at_once`` but several passes would be necessary, or if
        more than a thousand passes would be necessary.
        """
        logp = _partitions_for(holes, expected)
        whole = cls(holes, logp, _slots_for(expected >> logp), 1 << logp, width)
        passes = whole._passes(memory, collected=not on_disk)
        # Runs are concatenated at the end. At that time, memory holds their words twice.
        needed = 2 * whole.nbytes if at_once else (whole.bytes_of_word * expected * 3) >> 1
        if passes > _MAX_LEVEL_PASSES or (passes > 1 and needed > memory and not on_disk):
            raise BoardTooLargeError(
                f"the next level needs {bytes_text(needed)} of memory and only "
                f"{bytes_text(memory)} may be used: this problem is too large for level sets "
                "in memory on this machine"
            )
        logp += passes.bit_length() - 1
        return cls(holes, logp, _slots_for(expected >> logp), whole.together, width)

    @classmethod
    def for_span(
        cls, holes: int, logp: int, partitions: int, expected: int, memory: int, width: int = 0
    ) -> TablePlan:
        """Plan tables in memory for an expected number of words in some of the partitions."""
        whole = cls(holes, logp, _slots_for(-(-expected // partitions)), partitions, width)
        passes = whole._passes(memory, collected=True)
        return cls(holes, logp, whole.slots, max(1, partitions // passes), width)

    @classmethod
    def for_partitions(
        cls, holes: int, sizes: Counts, memory: int, *,
        logp: int | None = None, beside: int = 0, collected: bool = True,
    ) -> TablePlan:  # fmt: skip
        """Plan half-full tables for words that are already sorted into partitions.

        The partitions may be a range of the ``2**logp`` partitions of a level. Each slot needs
        additional bytes; ``beside`` is their number. If the words of the tables are ``collected``,
        memory must also hold these words.
        """
        slots = max(_MIN_TABLE_SLOTS, 2 * int(sizes.max()))
        logp = len(sizes).bit_length() - 1 if logp is None else logp
        whole = cls(holes, logp, slots, len(sizes))
        passes = whole._passes(memory * whole.size // (whole.size + beside), collected=collected)
        return cls(holes, whole.logp, slots, max(1, len(sizes) // passes))

    @property
    def size(self) -> int:
        """The number of bytes that a stored remainder takes."""
        return bytes_of_remainder(self.holes, self.logp)

    @property
    def bytes_of_word(self) -> int:
        """The number of bytes that a stored remainder and its row take."""
        return self.size + 8 * self.width

    @property
    def nbytes(self) -> int:
        """The number of bytes that the tables for one pass take."""
        return self.bytes_of_word * self.together * self.slots

    def _passes(self, memory: int, *, collected: bool) -> int:
        """Return the number of passes into which this plan for a single pass must be divided.

        Words collected from the tables need nearly as much memory as the tables. If they are not
        collected, or only piece by piece, the tables may take three quarters of the memory.
        """
        if 2 * self.nbytes <= memory:
            return 1
        most, passes = memory // 2 if collected else memory * 3 // 4, 1
        while self.nbytes // passes > most and passes < 1 << 16:
            passes *= 2
        return passes

    @property
    def is_whole(self) -> bool:
        """Whether one pass fills all tables."""
        return self.together == 1 << self.logp

    @property
    def runs(self) -> Iterator[int]:
        """The first partitions of the passes."""
        return iter(range(0, 1 << self.logp, self.together))

    def is_like(self, other: TablePlan) -> bool:
        """Whether this can be a plan for the same level as another plan, in another memory."""
        return (
            abs(self.logp - other.logp) < _MAX_LEVEL_PASSES.bit_length()
            and self.slots >= _MIN_TABLE_SLOTS
            and 0 < self.together <= 1 << self.logp
            and (1 << self.logp) % self.together == 0
        )

    @property
    def wider(self) -> TablePlan:
        """The same plan with twice as many slots."""
        return TablePlan(self.holes, self.logp, 2 * self.slots, self.together, self.width)

    def tables(self, first: int, dtype: npt.DTypeLike = np.uint64) -> Tables:
        """Create empty tables for the pass that begins with the given partition."""
        slots = np.zeros((self.together, self.slots), np.dtype(f"u{self.size}"))
        totals: npt.NDArray[Any] | None = None
        if self.width:
            totals = np.zeros((*slots.shape, self.width), dtype)
        return Tables(self, first, slots, np.zeros(self.together, np.int64), totals)


def _partitions_for(holes: int, expected: int) -> int:
    """Return log2 of the number of partitions. Small remainders may need more partitions."""
    least = holes - 31  # fewer partitions would need larger remainders
    small = least <= max(_MAX_LOG2_PARTITIONS, expected.bit_length() - _SMALL_FROM)
    size = 4 if small else 8
    logp = min(_MAX_LOG2_PARTITIONS, max(1, (2 * expected * size).bit_length() - _BYTES))
    return max(logp, least) if small else logp


def _slots_for(words: int) -> int:
    """Return the number of slots for an expected number of words, with room for variation."""
    return max(_MIN_TABLE_SLOTS, 2 * (words + 4 * isqrt(words)))


# --
# A level that needs several passes is stored in a file that survives an interruption.
#
# The result of each pass is written to disk before the next pass begins. A record beside the file
# contains the plan of the passes, the sizes of the partitions and a checksum. A process that
# computes the same level again continues with the next pass. It ignores the record of a different
# level or of a damaged file.
#
# If two processes compute the same level, one of them holds the lock beside the file. The other
# process writes to a temporary file of its own, from which no process continues.


_BLOCK = 1 << 24


@dataclass(frozen=True)
class Unfinished:
    """The location of an unfinished level on disk.

    The key identifies the level. Work is never continued from files with another key.
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
        """The file that records the finished passes."""
        return self.folder / f"{self.name}.passes"

    @contextmanager
    def begin(self, plan: TablePlan, memory: int) -> Iterator[Begun | None]:
        """Continue existing passes if they fit in memory; otherwise begin with the given plan.

        Yields None if another process is computing the same level or, on Windows, has it mapped.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with locked(self.folder / f"{self.name}.lock") as held:
            if not held:
                yield None
                return
            words = open(self.path, "a+b")  # noqa: SIM115 - closed with `begun.words`
            begun = self._found(words, plan, memory)
            if begun is None:
                # Do not truncate the file, because another process may have mapped it.
                words.close()
                self.forget()
                if self.path.exists():
                    yield None
                    return
                begun = Begun(self, plan, open(self.path, "a+b"))  # noqa: SIM115
            with begun.words:
                yield begun

    def forget(self) -> None:
        """Remove the files, so that no process continues them."""
        remove_file(self.record)
        remove_file(self.path)

    def _found(self, words: BinaryIO, wanted: TablePlan, memory: int) -> Begun | None:
        """Return the passes that an earlier process finished for the same level, if valid."""
        try:
            # The file is opened here, because numpy does not close a file that is not a zip
            # archive.
            with open(self.record, "rb") as opened, np.load(opened, allow_pickle=False) as file:
                sizes = [member.file_size for member in file.zip.infolist()]
                if sum(sizes) > os.fstat(opened.fileno()).st_size:  # ours are not compressed
                    return None
                if file["key"].tobytes() != self.key:
                    return None
                plan = TablePlan(wanted.holes, *(int(number) for number in file["plan"]))
                begun = Begun(self, plan, words, file["sizes"], int(file["crc32"]))
            fits = plan == wanted or plan.nbytes <= memory * 3 // 4
            return begun if fits and plan.is_like(wanted) and begun.check() else None
        except Exception:  # for a damaged file, zipfile and numpy may raise almost any exception
            return None


@dataclass
class Begun:
    """The state of a level while this process computes it pass by pass.

    The sizes, ``(n,)``, are the numbers of words in the finished partitions. The checksum is the
    CRC-32 of these words.
    """

    level: Unfinished
    plan: TablePlan
    words: BinaryIO
    sizes: Counts = field(default_factory=lambda: np.zeros(0, np.int64))
    checksum: int = 0

    @property
    def runs(self) -> range:
        """The first partition of each remaining pass."""
        return range(len(self.sizes), 1 << self.plan.logp, self.plan.together)

    @property
    def nbytes(self) -> int:
        """The number of bytes that the words in all finished partitions take."""
        return int(self.sizes.sum()) * self.plan.size

    def check(self) -> bool:
        """Return whether the file is valid. Remove everything after the finished partitions."""
        if self.sizes.ndim != 1 or self.sizes.dtype != np.int64 or (self.sizes < 0).any():
            return False
        if len(self.sizes) % self.plan.together or len(self.sizes) > 1 << self.plan.logp:
            return False
        if self._read_checksum() != self.checksum:
            return False
        self.words.truncate(self.nbytes)
        self.words.seek(self.nbytes)
        return True

    def write(self, piece: LevelSet) -> None:
        """Write the next partitions, and update the record at the end of a pass."""
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
        """Return the CRC-32 of the finished partitions in the file, or -1 if it is too short."""
        total, left = 0, self.nbytes
        self.words.seek(0)
        while left and (block := self.words.read(min(_BLOCK, left))):
            total = crc32(block, total)
            left -= len(block)
        return total if not left else -1


# --
# Levels that are larger than the memory. Their remainders and rows are in memory-mapped files.


_STEM = re.compile("[0-9a-f]{32}")
_SPARE = 1 << 20  # the number of bytes of disk space that are left free

Array = npt.NDArray[Any]


def write_level(folder: Path, runs: Iterable[LevelSet], most: int | None = None) -> LevelSet:
    """Write consecutive runs of partitions to files, and return the whole level.

    The argument ``most`` limits the total size of all files in the folder, in bytes. The files of
    the level stay open while they are written, so that a file keeps its content even if another
    process removes it. After a failure, the files are removed.

    Raises BoardTooLargeError if the next run does not fit on the disk, and StoreError if a file
    cannot be written.
    """
    stem = uuid4().hex
    paths = folder / f"{stem}.words", folder / f"{stem}.rows"
    try:
        with _explained(paths[0]):
            return _write(paths, runs, most)
    except BaseException:
        for path in paths:
            remove_file(path)
        raise


def _write(paths: tuple[Path, Path], runs: Iterable[LevelSet], most: int | None) -> LevelSet:
    """Write one or more runs to a file of words and a file of rows."""
    folder, sizes = paths[0].parent, []
    folder.mkdir(parents=True, exist_ok=True)
    with open(paths[0], "w+b") as words, open(paths[1], "w+b") as rows:
        for run in runs:
            _check_room(folder, run.nbytes, most)
            sizes.append(np.diff(run.offsets))
            run.stored.tofile(words)
            if run.rows is not None:
                run.rows.tofile(rows)
        for file in (words, rows):
            file.flush()
            os.fsync(file.fileno())
        stored, offsets = _map(words, run.stored.dtype), offsets_of(np.concatenate(sizes))
        if run.rows is not None:
            numbers = _map(rows, run.rows.dtype).reshape(-1, run.width)
            return LevelSet(stored, offsets, run.holes, numbers, paths)
    remove_file(paths[1])  # it is empty, because there are no rows
    return LevelSet(stored, offsets, run.holes, None, paths[:1])


def go_on_with(begun: Begun, pieces: Iterable[LevelSet], most: int | None = None) -> LevelSet:
    """Write the remaining passes of a level, and return the whole level.

    After a failure, another process can continue from the finished passes. Raises the same errors
    as :func:`write_level`.
    """
    level = begun.level
    with _explained(level.path):
        for piece in pieces:
            _check_room(level.folder, piece.nbytes, most)
            begun.write(piece)
        made = _map(begun.words, np.dtype(f"u{begun.plan.size}"))
    files = level.path, level.record
    return LevelSet(made, offsets_of(begun.sizes), begun.plan.holes, None, files)


def is_scratch(path: Path) -> bool:
    """Return whether a path has the name of a file made by :func:`write_level`.

    Examples
    --------
    >>> is_scratch(Path("F-21.words")), is_scratch(Path(f"{uuid4().hex}.words"))
    (False, True)
    """
    return _STEM.fullmatch(path.stem) is not None


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn a file system error into a one-line `StoreError` that suggests a remedy."""
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"cannot write {path}: {error.strerror or error}; free some space, or set "
            "PEGSOLITAIRE_HOME to a folder on a larger disk"
        ) from error


def _check_room(folder: Path, size: int, most: int | None) -> None:
    """Raise BoardTooLargeError if a size exceeds the free disk space or the disk limit."""
    if shutil.disk_usage(folder).free < size + _SPARE:
        raise BoardTooLargeError(
            f"no room for {bytes_text(size)} more in {folder}: free some space, or set "
            "PEGSOLITAIRE_HOME to a folder on a larger disk"
        )
    check_disk(folder, most, size)


def map_file(path: Path, size: int) -> Remainders:
    """Map a file of remainders as a writable array. Writing to it never changes the file."""
    with open(path, "rb") as file:
        return _map(file, np.dtype(f"u{size}"))


def _map(file: BinaryIO, dtype: np.dtype[Any]) -> Array:
    if os.fstat(file.fileno()).st_size == 0:
        return np.empty(0, dtype)
    return np.asarray(np.memmap(file, dtype, "c"))


def _mapping(array: object) -> object:
    """Return the memory map that contains an array. The map lives as long as its last array."""
    while isinstance(array, np.ndarray):
        array = array.base
    return array
