"""Positions as remainders in partitions, and what may go with each."""

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
    """Positions as canonical words, partition by partition: opaque outside of the engine.

    What is stored are remainders (:mod:`pegsolitaire.engine.words`); where there is one
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
        """Remove the files, if there are any: the level is not needed any more.

        Windows keeps them until the last array that lies in them is gone.
        """
        maps = map(_mapping, (self.stored, self.rows))
        for file, mapping in zip(self.files, maps, strict=False):
            remove_file(file, mapping)


def split_of(holes: int, logp: int, first: int = 0) -> HashSplit:
    """How words of so many bits are split among ``2**logp`` partitions, from one of them on."""
    return HashSplit(np.uint64(logp), np.uint64(first), np.uint64(64 - holes))


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


# --
# Hash tables, a partition of the words each, and the plan of how many fit memory at a time.
#
# Where all tables of a level fit, one pass over the source level fills them. Where they do not,
# the partitions are taken in runs: each pass over the source keeps the candidates of its run
# alone, and what it makes is put away before the next pass begins. Going over the source again
# costs less than writing every candidate to disk and reading it back, and memory is the tables of
# one run.


BYTES = 16  # log2 of the bytes that a partition's remainders should take: 64 KiB
MOST_LOGP = 10  # log2 of the most partitions in one pass, unless more make remainders small
FEW = 16  # slots that a table has at least
MOST_PASSES = 1 << 10  # beyond, a level would be gone through for days
_SMALL_FROM = 11  # log2 of the words in a partition that are worth many of them


@dataclass(frozen=True, eq=False)
class Tables:
    """One open-addressed table a partition, for a run of partitions; 0 marks an empty slot."""

    plan: TablePlan
    first: int  # the first partition of the run
    slots: Remainders  # (partitions, slots)
    sizes: Counts  # (partitions,)
    totals: Rows | None = None  # (partitions, slots, width): what goes with the word in each slot

    @property
    def split(self) -> HashSplit:
        """How words are split into the partitions of the run."""
        return split_of(self.plan.holes, self.plan.logp, self.first)

    @property
    def nbytes(self) -> int:
        """The bytes of the tables."""
        return self.slots.nbytes + (0 if self.totals is None else self.totals.nbytes)

    def part(self, first: int, last: int) -> Tables:
        """Those of some of the partitions of the run."""
        totals = None if self.totals is None else self.totals[first:last]
        slots, sizes = self.slots[first:last], self.sizes[first:last]
        return Tables(self.plan, self.first + first, slots, sizes, totals)

    def level(self, stored: Remainders, offsets: Counts, rows: Rows | None = None) -> LevelSet:
        """The level set of what was collected from them, partition by partition."""
        plan = self.plan
        return LevelSet(stored, offsets, plan.holes, rows, first=self.first, parts=1 << plan.logp)

    def __len__(self) -> int:
        return len(self.sizes)


@dataclass(frozen=True)
class TablePlan:
    """How the tables of a level are filled: ``2**logp`` partitions, ``together`` a pass."""

    holes: int  # the bits of a word
    logp: int
    slots: int  # of a table
    together: int
    width: int = 0  # how many numbers go with a word

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
        """A plan for about that many words, with tables half full.

        Raises BoardTooLargeError where the words themselves, put together, outgrow the memory, and
        may not lie on disk; where it takes several passes, and all tables are wanted ``at_once``;
        or where it takes more than a thousand.
        """
        logp = _partitions_for(holes, expected)
        whole = cls(holes, logp, _slots_for(expected >> logp), 1 << logp, width)
        passes = whole._passes(memory, collected=not on_disk)
        # Runs are put together when all are there, so that their words are there twice.
        needed = 2 * whole.nbytes if at_once else (whole.bytes_of_word * expected * 3) >> 1
        if passes > MOST_PASSES or (passes > 1 and needed > memory and not on_disk):
            raise BoardTooLargeError(
                f"the next level needs {bytes_text(needed)} of memory and "
                f"{bytes_text(memory)} may be used: this problem is too large for level sets "
                "in memory on this machine"
            )
        logp += passes.bit_length() - 1
        return cls(holes, logp, _slots_for(expected >> logp), whole.together, width)

    @classmethod
    def for_span(
        cls, holes: int, logp: int, partitions: int, expected: int, memory: int, width: int = 0
    ) -> TablePlan:
        """A plan for about that many words in some of ``2**logp`` partitions, not on disk."""
        whole = cls(holes, logp, _slots_for(-(-expected // partitions)), partitions, width)
        passes = whole._passes(memory, collected=True)
        return cls(holes, logp, whole.slots, max(1, partitions // passes), width)

    @classmethod
    def for_partitions(
        cls, holes: int, sizes: Counts, memory: int, *,
        logp: int | None = None, beside: int = 0, collected: bool = True,
    ) -> TablePlan:  # fmt: skip
        """A plan for words that are in partitions already, with tables half full.

        These may be a range of the ``2**logp`` partitions of a level. ``beside`` are the bytes
        that go with each slot; what is ``collected`` is there a second time in the end.
        """
        slots = max(FEW, 2 * int(sizes.max()))
        logp = len(sizes).bit_length() - 1 if logp is None else logp
        whole = cls(holes, logp, slots, len(sizes))
        passes = whole._passes(memory * whole.size // (whole.size + beside), collected=collected)
        return cls(holes, whole.logp, slots, max(1, len(sizes) // passes))

    @property
    def size(self) -> int:
        """The bytes of a stored remainder."""
        return bytes_of_remainder(self.holes, self.logp)

    @property
    def bytes_of_word(self) -> int:
        """The bytes of a stored remainder and of what goes with it."""
        return self.size + 8 * self.width

    @property
    def nbytes(self) -> int:
        """The bytes of the tables of a pass."""
        return self.bytes_of_word * self.together * self.slots

    def _passes(self, memory: int, *, collected: bool) -> int:
        """Into how many passes this plan of a single one must be split.

        What is collected from the tables needs nearly as much again as the tables; what is not,
        or in pieces, leaves them three quarters of the memory.
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

    @property
    def wider(self) -> TablePlan:
        """The same with twice as many slots."""
        return TablePlan(self.holes, self.logp, 2 * self.slots, self.together, self.width)

    def tables(self, first: int, dtype: npt.DTypeLike = np.uint64) -> Tables:
        """Empty tables for the pass that begins with that partition."""
        slots = np.zeros((self.together, self.slots), np.dtype(f"u{self.size}"))
        totals: npt.NDArray[Any] | None = None
        if self.width:
            totals = np.zeros((*slots.shape, self.width), dtype)
        return Tables(self, first, slots, np.zeros(self.together, np.int64), totals)


def _partitions_for(holes: int, expected: int) -> int:
    """Log2 of the partitions for about that many words, in few bytes where that pays."""
    least = holes - 31  # for small remainders
    small = least <= max(MOST_LOGP, expected.bit_length() - _SMALL_FROM)
    size = 4 if small else 8
    logp = min(MOST_LOGP, max(1, (2 * expected * size).bit_length() - BYTES))
    return max(logp, least) if small else logp


def _slots_for(words: int) -> int:
    """The slots of a table for about that many words, which come in by chance."""
    return max(FEW, 2 * (words + 4 * isqrt(words)))


# --
# A level that takes several passes, in a file that outlives the process that makes it.
#
# What a pass makes is on the disk before the next one begins, and a record beside it says so: the
# plan of the passes, the sizes of the partitions, a checksum. Who makes the same level again goes
# on with the next pass. A record of something else, or of a file that is damaged, is ignored.
#
# Two processes may make the same level: one of them holds the lock beside the file, and the other
# one writes to a file of its own, which nobody goes on with.


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
        """The file that lists the finished ones."""
        return self.folder / f"{self.name}.passes"

    @contextmanager
    def begin(self, plan: TablePlan, memory: int) -> Iterator[Begun | None]:
        """Continue existing passes if they fit the memory, or begin with a plan.

        Nothing where another process makes the same level, or, on Windows, has it mapped.
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
                if self.path.exists():
                    yield None
                    return
                begun = Begun(self, plan, open(self.path, "a+b"))  # noqa: SIM115
            with begun.words:
                yield begun

    def forget(self) -> None:
        """Discard it, so that no run continues it."""
        remove_file(self.record)
        remove_file(self.path)

    def _found(self, words: BinaryIO, wanted: TablePlan, memory: int) -> Begun | None:
        """The passes of an earlier process for the same level, if valid."""
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


# --
# Levels that outgrow the memory: their remainders and rows in files, mapped.


_STEM = re.compile("[0-9a-f]{32}")
_SPARE = 1 << 20  # bytes that are left free

Array = npt.NDArray[Any]


def write_level(folder: Path, runs: Iterable[LevelSet], most: int | None = None) -> LevelSet:
    """Write consecutive runs of partitions to files as they come; the level of all of them.

    All files of the folder together may take as many bytes as ``most`` says. Those of the level
    stay open meanwhile: if someone removes one, nothing is lost but its name. What fails leaves no
    files behind.

    Raises BoardTooLargeError where the disk has no room for the next run, and StoreError where a
    file cannot be written.
    """
    stem = uuid4().hex
    paths = folder / f"{stem}.words", folder / f"{stem}.rows"
    try:
        with _explained(paths[0]):
            return _write_to(paths, folder, runs, most)
    except BaseException:
        for path in paths:
            remove_file(path)
        raise


def _write_to(
    paths: tuple[Path, Path], folder: Path, runs: Iterable[LevelSet], most: int | None
) -> LevelSet:
    folder.mkdir(parents=True, exist_ok=True)
    with open(paths[0], "w+b") as words, open(paths[1], "w+b") as rows:
        sizes, like = _write(folder, runs, words, rows, most)
        made = _map(words, like.stored.dtype)
        if like.rows is not None:
            numbers = _map(rows, like.rows.dtype).reshape(-1, like.width)
            return LevelSet(made, offsets_of(sizes), like.holes, numbers, paths)
    remove_file(paths[1])  # there are no rows in it
    return LevelSet(made, offsets_of(sizes), like.holes, None, paths[:1])


def go_on_with(begun: Begun, pieces: Iterable[LevelSet], most: int | None = None) -> LevelSet:
    """Write the passes that are left of a level; the level of all of them.

    A failure leaves the finished passes for the next run. Raises the same as :func:`write_level`.
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
    """Whether a file is one of those that :func:`write_level` makes, by its name.

    Examples
    --------
    >>> is_scratch(Path("F-21.words")), is_scratch(Path(f"{uuid4().hex}.words"))
    (False, True)
    """
    return _STEM.fullmatch(path.stem) is not None


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Report in one line what the file system refuses."""
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"cannot write {path}: {error.strerror or error}; free some space, or set "
            "PEGSOLITAIRE_HOME to a folder on a larger disk"
        ) from error


def _write(
    folder: Path, runs: Iterable[LevelSet], words: BinaryIO, rows: BinaryIO, most: int | None
) -> tuple[Counts, LevelSet]:
    """Write runs, at least one; the sizes of all partitions, and the last run."""
    sizes = []
    for run in runs:
        _check_room(folder, run.nbytes, most)
        sizes.append(np.diff(run.offsets))
        run.stored.tofile(words)
        if run.rows is not None:
            run.rows.tofile(rows)
    for file in (words, rows):
        file.flush()
        os.fsync(file.fileno())
    return np.concatenate(sizes), run


def _check_room(folder: Path, size: int, most: int | None) -> None:
    """Refuse to write what the disk, or the part of it that may be used, has no room for."""
    if shutil.disk_usage(folder).free < size + _SPARE:
        raise BoardTooLargeError(
            f"no room for {bytes_text(size)} more in {folder}: free some space, or set "
            "PEGSOLITAIRE_HOME to a folder on a larger disk"
        )
    check_disk(folder, most, size)


def map_file(path: Path, size: int) -> Remainders:
    """Remainders of some bytes in a file, mapped copy-on-write: kernels take them as any array."""
    with open(path, "rb") as file:
        return _map(file, np.dtype(f"u{size}"))


def _map(file: BinaryIO, dtype: np.dtype[Any]) -> Array:
    if os.fstat(file.fileno()).st_size == 0:
        return np.empty(0, dtype)
    return np.asarray(np.memmap(file, dtype, "c"))


def _mapping(array: object) -> object:
    """What maps the file that an array lies in; it ends with the last array in that file."""
    while isinstance(array, np.ndarray):
        array = array.base
    return array
