"""Levels of positions as Parquet, one folder for all of a kind.

Layout of a folder::

    <folder>/pegs=16/part-000.parquet       winning sets, by pegs
    <folder>/moves=7/part-000.parquet       positions by the moves that they need

Each file holds one column, ``code`` (uint64): the sorted, least row-by-row codes of the positions
of that level, reduced by a group of symmetries. Its envelope has the level and the number of its
codes, and ``levels``: those of every file that belongs to the set. Codes are
DELTA_BINARY_PACKED and compressed with zstd, so DuckDB, Polars, pandas, Spark and Dask read the
files as they are.

A set is written beside its place and moved there when it is whole: what has the right name is
finished. Where two processes write the same set, that of the first one stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pegsolitaire.errors import StoreDamagedError
from pegsolitaire.files import check_disk, explained, work_folder
from pegsolitaire.sets.columns import read_parquet, write_parquet
from pegsolitaire.sets.envelope import DamageError, Envelope, Format

if TYPE_CHECKING:
    from pegsolitaire.engine import Words

_PART = "part-000.parquet"
_ENCODING = "DELTA_BINARY_PACKED"
_REMEDY = "remove the folder {{place}} and build it again with `{}`"


def format_of_levels(name: str, command: str) -> Format:
    """The format of levels that a command builds."""
    return Format(name, 1, command, _REMEDY.format(command))


@dataclass(frozen=True)
class LevelFiles:
    """The place of a set of levels.

    Parameters
    ----------
    envelope : Envelope
        What every file says of itself, but for its own level.
    by : str
        What a level is numbered by.
    folder : Path
        Where they are, or will be.
    """

    envelope: Envelope
    by: str
    folder: Path

    # -- writing ----------------------------------------------------------------------------------

    def write(self, levels: Mapping[int, Words], disk: int | None = None) -> Path:
        """Store levels, all or nothing, and say where; a whole set that is there already stays.

        Raises
        ------
        BoardTooLargeError
            If the files take more bytes than ``disk`` allows.
        StoreDamagedError
            If something else has the name of the folder.
        StoreError
            If the folder cannot be written; nothing is left behind.
        """

        def write(folder: Path) -> None:
            for number in levels:
                self._write(folder, list(levels), number, levels[number])
                check_disk(folder, disk)

        write_folder(self.folder, write, self.read)
        return self.folder

    def _write(self, folder: Path, numbers: list[int], number: int, codes: Words) -> None:
        details = {"levels": numbers, self.by: number, "count": len(codes)}
        path = folder / f"{self.by}={number}" / _PART
        path.parent.mkdir()
        write_parquet(path, self.envelope.having(**details), {"code": codes}, _ENCODING)

    # -- reading ----------------------------------------------------------------------------------

    def level(self, number: int) -> Words:
        """Read and check one level.

        Raises
        ------
        StoreDamagedError, StoreError
            As for :meth:`read`; of a level that is missing, too.
        """
        path = self.folder / f"{self.by}={number}" / _PART
        with self.reading(path):
            return self._read_level(path, number)[0]

    def read(self) -> dict[int, Words]:
        """Read and check the levels.

        Raises
        ------
        StoreMissingError
            If nothing is stored.
        StoreDamagedError
            If a file is damaged, foreign, of a later version, or missing.
        StoreError
            If the system cannot read a file.
        """
        levels: dict[int, Words] = {}
        expected: list[int] = []
        with self.reading(self.folder):
            if not self.folder.is_dir():
                raise FileNotFoundError
            for number, path in sorted(self._paths()):
                with self.reading(path):
                    levels[number], expected = self._read_level(path, number)
            if not levels:
                raise DamageError("it holds no levels")
            if missing := sorted(set(expected) - set(levels)):
                raise DamageError(f"it lacks the level with {missing[0]} {self.by}")
        return levels

    def reading(self, path: Path) -> AbstractContextManager[None]:
        """Tell what is wrong with a file, or the folder, in one line."""
        return self.envelope.format.reading(path, self.folder)

    def _paths(self) -> Iterator[tuple[int, Path]]:
        for folder in self.folder.glob(f"{self.by}=*"):
            if number := re.fullmatch("0|[1-9][0-9]*", folder.name.removeprefix(f"{self.by}=")):
                yield int(number[0]), folder / _PART

    def _read_level(self, path: Path, number: int) -> tuple[Words, list[int]]:
        """One level, checked, and the numbers of all levels of the set."""
        try:
            found, columns = read_parquet(path, self.envelope.format)
        except FileNotFoundError:
            raise DamageError("it is missing") from None
        found.check(self.envelope.having(**{self.by: number}))
        found.check_columns(columns, {"code": "uint64"})
        return columns["code"], found.details["levels"]


def write_folder(folder: Path, write: Callable[[Path], None], check: Callable[[], object]) -> None:
    """Write a folder, all or nothing; one that is there already stays.

    Parameters
    ----------
    folder : Path
        The folder.
    write : callable
        Writes what is in it to a folder of another name, which is then renamed.
    check : callable
        Reads what is there, if another process was first: is it whole?

    Raises
    ------
    StoreDamagedError
        If something else has the name of the folder.
    StoreError
        If the folder cannot be written; nothing is left behind.
    """
    with explained(folder), work_folder(folder) as work:
        aside = work / folder.name
        aside.mkdir()
        write(aside)
        try:
            aside.rename(folder)
        except OSError:
            if not folder.is_dir():
                raise
            check()


class StoredLevels(Mapping[int, "Words"]):
    """Levels that are read, and checked, when they are asked for; one at a time is kept.

    Parameters
    ----------
    files : LevelFiles
        Where they are.
    numbers : sequence of int
        Which levels there are.
    """

    def __init__(self, files: LevelFiles, numbers: Sequence[int]) -> None:
        self._files, self._numbers = files, tuple(numbers)
        self._last: tuple[int, Words] | None = None

    def __getitem__(self, number: int) -> Words:
        if number not in self._numbers:
            raise KeyError(number)
        if self._last is None or self._last[0] != number:
            self._last = None  # before the next one is read
            self._last = number, self._files.level(number)
        return self._last[1]

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


def samples(
    levels: Mapping[int, Words], size: int | None, seed: int
) -> Iterator[tuple[int, Words]]:
    """Codes of each level to be verified: a number of them drawn at random, or all.

    Raises
    ------
    StoreDamagedError
        If a level is not sorted.
    """
    for number, level in levels.items():
        if bool((level[1:] <= level[:-1]).any()):
            raise StoreDamagedError(f"level {number} is not sorted: build it again")
    rng = np.random.default_rng(seed)
    for number, level in levels.items():
        yield number, level if size is None or size >= len(level) else rng.choice(level, size)
