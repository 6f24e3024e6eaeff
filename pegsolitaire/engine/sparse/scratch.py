"""Levels that outgrow the memory: their remainders and rows in files, mapped."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

import numpy as np
import numpy.typing as npt

from pegsolitaire.amounts import bytes_text
from pegsolitaire.engine.bits.arrays import Counts, Remainders
from pegsolitaire.engine.sparse.level_set import LevelSet, offsets_of
from pegsolitaire.engine.sparse.unfinished import Begun
from pegsolitaire.errors import BoardTooLargeError, StoreError
from pegsolitaire.files import check_disk

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
            path.unlink(missing_ok=True)
        raise


def _write_to(
    paths: tuple[Path, Path], folder: Path, runs: Iterable[LevelSet], most: int | None
) -> LevelSet:
    folder.mkdir(parents=True, exist_ok=True)
    with open(paths[0], "w+b") as words, open(paths[1], "w+b") as rows:
        sizes, like = _write(folder, runs, words, rows, most)
        made = _map(words, like.stored.dtype)
        if like.rows is None:
            paths[1].unlink(missing_ok=True)
            return LevelSet(made, offsets_of(sizes), like.holes, None, paths[:1])
        numbers = _map(rows, like.rows.dtype).reshape(-1, like.width)
        return LevelSet(made, offsets_of(sizes), like.holes, numbers, paths)


def go_on_with(begun: Begun, pieces: Iterable[LevelSet], most: int | None = None) -> LevelSet:
    """Write the passes that are left of a level; the level of all of them.

    What fails leaves the passes that are whole, for whoever makes the level again. Raises the same
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
    """Whether a file is one of those that :func:`write_level` makes, by its name.

    Examples
    --------
    >>> is_scratch(Path("F-21.words")), is_scratch(Path(f"{uuid4().hex}.words"))
    (False, True)
    """
    return _STEM.fullmatch(path.stem) is not None


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Say in one line what the file system refuses."""
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
