"""Levels that outgrow the memory: their words and rows in files, mapped."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine.bits.arrays import Counts, Rows, Words
from pegsolitaire.engine.sparse.level_set import LevelSet, offsets_of
from pegsolitaire.errors import BoardTooLargeError, StoreError

Array = npt.NDArray[Any]


def write_level(folder: Path, runs: Iterable[LevelSet]) -> LevelSet:
    """Write consecutive runs of partitions to files as they come; the level of all of them.

    The files stay open meanwhile: if someone removes one, nothing is lost but its name.

    Raises
    ------
    BoardTooLargeError
        If the disk has no room for the next run.
    StoreError
        If a file cannot be written.
    """
    stem = uuid4().hex
    paths = folder / f"{stem}.words", folder / f"{stem}.rows"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with open(paths[0], "w+b") as words, open(paths[1], "w+b") as rows:
            sizes, like = _write(folder, runs, words, rows)
            made = _map(words, np.dtype(np.uint64))
            if like is None:
                paths[1].unlink(missing_ok=True)
                return LevelSet(made, offsets_of(sizes), None, paths[:1])
            numbers = _map(rows, like.dtype).reshape(-1, like.shape[1])
            return LevelSet(made, offsets_of(sizes), numbers, paths)
    except OSError as error:
        raise StoreError(
            f"cannot write {paths[0]}: {error.strerror or error}; free some space, or set "
            "PEGSOLITAIRE_HOME to a folder on a larger disk"
        ) from error


def _write(
    folder: Path, runs: Iterable[LevelSet], words: BinaryIO, rows: BinaryIO
) -> tuple[Counts, Rows | None]:
    """Write runs; the sizes of all partitions, and rows like those that were written."""
    sizes, like = [], None
    for run in runs:
        if shutil.disk_usage(folder).free < run.nbytes + (1 << 20):
            raise BoardTooLargeError(
                f"no room for {run.nbytes / 2**30:.1f} GiB more in {folder}: free some "
                "space, or set PEGSOLITAIRE_HOME to a folder on a larger disk"
            )
        sizes.append(np.diff(run.offsets))
        run.words.tofile(words)
        if run.rows is not None:
            run.rows.tofile(rows)
            like = run.rows[:0]
    for file in (words, rows):
        file.flush()
        os.fsync(file.fileno())
    return np.concatenate(sizes), like


def map_words(path: Path) -> Words:
    """The words of a file, mapped copy-on-write, so that kernels take them as any array."""
    with open(path, "rb") as file:
        return _map(file, np.dtype(np.uint64))


def _map(file: BinaryIO, dtype: np.dtype[Any]) -> Array:
    if os.fstat(file.fileno()).st_size == 0:
        return np.empty(0, dtype)
    return np.asarray(np.memmap(file, dtype, "c"))
