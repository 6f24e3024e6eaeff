"""Levels of a build in progress, kept so that one that was killed goes on where it was.

They lie beside the folder of the finished set, in ``<start>_<finish>.building``: a level is
``F-22.npz`` with its words, or, where it outgrew the memory, with the name and the CRC-32 of the
file that holds them. Levels are written once enough work was done since the last time that losing
it would hurt; quick builds write nothing. A file is written aside and renamed; one that cannot be
read, or is of another problem or version, is ignored and its level built again.
"""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from pegsolitaire.files import explained, renamed_when_whole, synced
from pegsolitaire.game import Problem
from pegsolitaire.sets.store import identity

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelSet, Words

VERSION = 1
_BLOCK = 1 << 21


class Checkpoint:
    """Keeps finished levels of a problem in a folder.

    Parameters
    ----------
    problem : Problem
        The problem.
    folder : Path
        The folder of the finished set; levels are kept beside it.
    seconds : float, optional
        Work that may be lost.
    most : int, optional
        Bytes that the folder may hold; levels beyond are not kept.
    """

    def __init__(
        self, problem: Problem, folder: Path, seconds: float = 10.0, most: int | None = None
    ) -> None:
        self.folder = folder.with_name(f"{folder.name}.building")
        self.seconds = seconds
        self._most = most
        self._identity = identity(problem)
        self._unsaved: dict[tuple[str, int], LevelSet] = {}
        self._saved_at = monotonic()

    def load(self, direction: str, pegs: int) -> LevelSet | None:
        """The level, if it was kept and is whole."""
        try:
            # Opened here, because numpy leaves a file open that is not a zip archive.
            with (
                open(self._path(direction, pegs), "rb") as opened,
                np.load(opened, allow_pickle=False) as file,
            ):
                if file["key"].tobytes() != self._key(direction, pegs):
                    return None
                level = self._level_of(file)
                return level if len(level) == level.offsets[-1] else None
        except Exception:  # there is no list of what a damaged file makes zipfile and numpy raise
            return None

    def _level_of(self, file: Any) -> LevelSet:
        from pegsolitaire.engine import LevelSet, map_words

        if "words" in file:
            return LevelSet(file["words"], file["offsets"])
        path = self.folder / Path(file["words_file"].tobytes().decode()).name
        words = map_words(path)
        if _checksum(words) != int(file["crc32"]):
            raise ValueError(f"{path} is damaged")
        return LevelSet(words, file["offsets"], files=(path,))

    def keep(self, direction: str, pegs: int, level: LevelSet) -> None:
        """A level is finished: write it, and those before it, if it is time."""
        self._unsaved[direction, pegs] = level
        if self.due:
            self.save()

    @property
    def due(self) -> bool:
        """Whether enough was done since the last time that losing it would hurt."""
        return monotonic() - self._saved_at >= self.seconds

    def save(self) -> None:
        """Write the finished levels that are not written yet."""
        if not self._unsaved:
            return
        # Where the folder vanishes, another process has just finished the same set.
        with explained(self.folder), suppress(FileNotFoundError):
            self.folder.mkdir(parents=True, exist_ok=True)
            for key, unsaved in self._unsaved.items():
                if self._most is None or self._size() + unsaved.words.nbytes <= self._most:
                    self._write(*key, unsaved)
        self._unsaved.clear()
        self._saved_at = monotonic()

    def _size(self) -> int:
        """The bytes that the folder holds."""
        return sum(path.stat().st_size for path in self.folder.iterdir())

    def drop_levels(self) -> None:
        """The levels are needed no more; what else is in the folder stays."""
        self._unsaved.clear()
        for path in self.folder.glob("*.npz"):
            path.unlink(missing_ok=True)

    def clear(self) -> None:
        """The build is done: nothing of it is needed any more."""
        self._unsaved.clear()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, direction: str, pegs: int) -> Path:
        return self.folder / f"{direction}-{pegs}.npz"

    def _key(self, direction: str, pegs: int) -> bytes:
        from pegsolitaire.engine import LAYOUT_VERSION

        document = {
            "version": [VERSION, LAYOUT_VERSION],
            "level": [direction, pegs],
            **self._identity,
        }
        return json.dumps(document, sort_keys=True).encode()

    def _write(self, direction: str, pegs: int, level: LevelSet) -> None:
        arrays = {"key": _text(self._key(direction, pegs)), "offsets": level.offsets}
        if not level.files:
            arrays["words"] = level.words
        else:
            arrays["words_file"] = _text(level.files[0].name.encode())
            arrays["crc32"] = np.array(_checksum(level.words))
        with renamed_when_whole(self._path(direction, pegs)) as aside, synced(aside) as file:
            np.savez(file, **arrays)


def _text(data: bytes) -> Any:
    return np.frombuffer(data, np.uint8)


def _checksum(words: Words) -> int:
    """The CRC-32 of words, read block by block."""
    total = 0
    for begin in range(0, len(words), _BLOCK):
        total = crc32(words[begin : begin + _BLOCK].tobytes(), total)
    return total
