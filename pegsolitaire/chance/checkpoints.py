"""The finished part of an exact calculation of random play, kept when it is stopped.

A calculation needs only its last finished levels to continue, so each save replaces the one
before. The folder ``<start>_<finish>.<digest>.odds.building`` in the store belongs to one problem,
one player and one way to calculate. Its file ``play-<pegs>.npz`` contains the levels and the final
positions found so far. Levels that do not fit in memory are already in files. These are linked
into the folder, which takes neither time nor space, and the ``.npz`` file has their checksums.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Symmetry
from pegsolitaire.errors import StoreError
from pegsolitaire.files import explained, folder_made, remove_file, renamed_when_whole
from pegsolitaire.game import Player, Problem
from pegsolitaire.sets.npz_files import (
    Envelope,
    Format,
    check_sum,
    map_columns,
    write_columns,
)
from pegsolitaire.sets.store import path_of

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelSet

FORMAT = Format("random play", 1, "pegs random", "remove {place}")
_SECONDS = 60.0  # of work that may be lost if the process is killed


@dataclass(frozen=True)
class PlayedSoFar:
    """The state of a calculation between two levels.

    Attributes
    ----------
    pegs : int
        The number of pegs of the last finished level.
    finals, chances : arrays of uint64 and float64
        The canonical codes of the final positions so far, and their probabilities.
    still : array of float64
        The probabilities that the game can still be won, so far.
    positions : int
        The number of positions so far.
    levels : mapping of int to LevelSet, optional
        The levels from which the next one is made, by number of pegs.
    shares : array of float64, optional
        The last level of a whole position class.
    """

    pegs: int
    finals: npt.NDArray[np.uint64]
    chances: npt.NDArray[np.float64]
    still: npt.NDArray[np.float64]
    positions: int
    levels: Mapping[int, LevelSet] = field(default_factory=dict)
    shares: npt.NDArray[np.float64] | None = None


class PlayCheckpoint:
    """Saves the finished part of a calculation in a folder, and finds it again.

    Parameters
    ----------
    problem : Problem
        The problem.
    player : Player
        The player.
    group : tuple of Symmetry
        The symmetries up to which positions are counted.
    how : str
        Anything else that determines the calculation.
    root : Path, optional
        The folder of the store; by default the user's store.
    seconds : float, optional
        How many seconds of finished work may be lost.
    """

    def __init__(
        self,
        problem: Problem,
        player: Player,
        group: tuple[Symmetry, ...],
        how: str,
        root: Path | None = None,
        seconds: float = _SECONDS,
    ) -> None:
        rules = [getattr(player, field.name) for field in fields(player)]
        content = repr((rules, [symmetry.image for symmetry in group], how))
        digest = sha256(content.encode()).hexdigest()[:12]
        self.folder = path_of(problem, f"{digest}.odds.building", root)
        self._holes = len(problem.board)
        self._envelope = Envelope(
            FORMAT, problem.board, problem.finishes, problem.starts, {"rules": digest}
        )
        self._seconds, self._saved_at = seconds, monotonic()
        self._last: Callable[[], PlayedSoFar] | None = None

    def keep(self, state: Callable[[], PlayedSoFar]) -> None:
        """Remember how to get the state after a level, and save it if enough time has passed."""
        self._last = state
        if monotonic() - self._saved_at >= self._seconds:
            self.save()

    def save(self) -> None:
        """Write the last state, and then remove the one before."""
        if self._last is None:
            return
        state, self._last = self._last(), None
        with explained(self.folder), folder_made(self.folder):
            before = list(self.folder.iterdir())
            path = self.folder / f"play-{state.pegs}.npz"
            columns: dict[str, npt.NDArray[Any]] = {
                "finals": state.finals, "chances": state.chances, "still": state.still
            }  # fmt: skip
            if state.shares is not None:
                columns["shares"] = state.shares
            files: dict[str, dict[str, Any]] = {}
            for pegs, level in state.levels.items():
                assert level.rows is not None
                columns[f"{pegs}.offsets"] = level.offsets
                if len(level.files) == 2 and self._link(level.files):
                    files[str(pegs)] = {
                        "names": [file.name for file in level.files],
                        "bytes": level.stored.itemsize,
                        "crc32": [crc32(level.stored.data), crc32(level.rows.data)],
                    }
                else:
                    columns[f"{pegs}.stored"] = level.stored
                    columns[f"{pegs}.rows"] = level.rows.reshape(-1)
            envelope = self._envelope_of(
                pegs=state.pegs, positions=state.positions, levels=list(state.levels), files=files
            )
            with renamed_when_whole(path) as aside:
                write_columns(aside, envelope, columns.items(), mapped=True)
            names = {path.name, *(name for file in files.values() for name in file["names"])}
            for file in before:
                if file.name not in names and file.suffix in (".npz", ".words", ".rows"):
                    remove_file(file)
        self._saved_at = monotonic()

    def _link(self, files: tuple[Path, ...]) -> bool:
        """Link files into the folder. Return False if the file system cannot do that."""
        with suppress(OSError):
            for file in files:
                if not (self.folder / file.name).exists():
                    os.link(file, self.folder / file.name)
            return True
        return False

    def load(self) -> PlayedSoFar | None:
        """Return the saved state, or None if there is none, or it is damaged."""
        for path in sorted(self.folder.glob("play-*.npz")):
            with suppress(StoreError), FORMAT.reading(path):
                return self._read(path)
        return None

    def _read(self, path: Path) -> PlayedSoFar:
        envelope, columns = map_columns(path, FORMAT)
        details = envelope.details
        envelope.check(
            self._envelope_of(**{key: details[key] for key in ("pegs", "positions", "levels")})
        )
        kinds = {"finals": "uint64", "offsets": "int64"}
        types = {name: kinds.get(name.rpartition(".")[2], "float64") for name in columns}
        words = {name: columns[name].dtype for name in columns if name.endswith(".stored")}
        types |= {name: dtype.name for name, dtype in words.items() if dtype.kind == "u"}
        envelope.check_columns(columns, types)
        return PlayedSoFar(
            int(details["pegs"]),
            columns["finals"],
            columns["chances"],
            columns["still"],
            int(details["positions"]),
            {int(n): self._level(columns, str(n), details["files"]) for n in details["levels"]},
            columns["shares"].copy() if "shares" in columns else None,
        )

    def _level(
        self, columns: Mapping[str, npt.NDArray[Any]], pegs: str, files: Mapping[str, Any]
    ) -> LevelSet:
        from pegsolitaire.engine import LevelSet, map_file

        offsets = columns[f"{pegs}.offsets"].copy()
        if pegs not in files:
            stored, rows = columns[f"{pegs}.stored"], columns[f"{pegs}.rows"]
            return LevelSet(stored.copy(), offsets, self._holes, rows.copy().reshape(-1, 1))
        paths = [self.folder / Path(name).name for name in files[pegs]["names"]]
        words = map_file(paths[0], int(files[pegs]["bytes"]))
        rows = map_file(paths[1], 8).view(np.float64).reshape(-1, 1)
        check_sum(files[pegs]["crc32"], [crc32(words.data), crc32(rows.data)])
        return LevelSet(words, offsets, self._holes, rows)

    def clear(self) -> None:
        """Remove the folder after the work is done."""
        self._last = None
        shutil.rmtree(self.folder, ignore_errors=True)
        with suppress(OSError):  # the board's folder may not be empty
            self.folder.parent.rmdir()

    def _envelope_of(self, **details: Any) -> Envelope:
        from pegsolitaire.engine import LAYOUT_VERSION

        return self._envelope.having(layout=LAYOUT_VERSION, **details)


def checkpoints_of(problem: Problem, root: Path | None = None) -> list[Path]:
    """Return the folders with unfinished calculations of random play for a problem."""
    place = path_of(problem, "odds.building", root)
    return sorted(place.parent.glob(f"{problem.slug}.*.odds.building"))
