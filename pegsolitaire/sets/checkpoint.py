"""Work in progress, kept so that a build or a search that was killed goes on where it was.

It lies beside what is being made, in ``<start>_<finish>.building`` (winning sets) or
``<start>_<finish>.moves.building`` (a search for few moves). A level is ``F-22.npz`` with its
envelope and its words, or, where it outgrew the memory, with the name and the CRC-32 of the file
that holds them; of one that takes several passes, ``F-21.words`` and ``F-21.passes`` have those
that are finished. ``proven.json`` says how many moves are proven to be too few. Levels are
written once enough work was done since the last time that losing it would hurt; quick work writes
nothing. A file is written aside and renamed; one that cannot be read, or is of another problem or
version, is ignored and its level built again.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING
from zlib import crc32

from pegsolitaire.errors import BudgetSpentError, StoreError
from pegsolitaire.files import explained, folder_made, renamed_when_whole, synced
from pegsolitaire.game import Problem
from pegsolitaire.sets.columns import map_columns, read_document, write_columns
from pegsolitaire.sets.envelope import Arrays, Envelope, Format, check_sum
from pegsolitaire.sets.store import path_of

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelSet, Unfinished, Words

FORMAT = Format("checkpoint", 5, "pegs winning", "remove {place}")
_BLOCK = 1 << 21


class Checkpoint:
    """Keeps what is finished of a build, or of a search for few moves, in a folder.

    Parameters
    ----------
    problem : Problem
        The problem.
    root : Path, optional
        Where to, by default the store.
    seconds : float, optional
        Work that may be lost, beside the level under way.
    disk : int, optional
        Bytes that the levels may take; those beyond are not kept.
    ending : str, optional
        Of the name of the folder: see :meth:`of_moves`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> with TemporaryDirectory() as home:
    ...     Checkpoint.of_moves(problem, Path(home), seconds=0).prove(8)
    ...     Checkpoint.of_moves(problem, Path(home)).proven
    8
    """

    def __init__(
        self,
        problem: Problem,
        root: Path | None = None,
        seconds: float = 10.0,
        disk: int | None = None,
        *,
        ending: str = "building",
    ) -> None:
        self.folder = path_of(problem, ending, root)
        self.seconds = seconds
        self._disk = disk
        self._holes = len(problem.board)
        self._pruned: list[list[int]] = []
        self._envelope = Envelope(FORMAT, problem.board, problem.finishes, problem.starts)
        self._unsaved: dict[tuple[str, int], LevelSet] = {}
        self._saved_at = monotonic()

    @classmethod
    def of_moves(
        cls,
        problem: Problem,
        root: Path | None = None,
        seconds: float = 10.0,
        disk: int | None = None,
    ) -> Checkpoint:
        """That of a search for few moves, in the store: see ``analysis.shortest``."""
        return cls(problem, root, seconds, disk, ending="moves.building")

    # -- levels -----------------------------------------------------------------------------------

    def pruned_by(self, weights: Iterable[Sequence[int]]) -> None:
        """Levels are without what these resource counts exclude: no others are read."""
        self._pruned = [list(row) for row in weights]

    def load(self, direction: str, number: int) -> LevelSet | None:
        """The level, if it was kept and is whole."""
        path = self._path(direction, number)
        with suppress(StoreError), FORMAT.reading(path):
            found, columns = map_columns(path, FORMAT)
            found.check(self._envelope_of(direction, number))
            return self._level_of(found, columns)
        return None

    def _level_of(self, envelope: Envelope, columns: Arrays) -> LevelSet:
        from pegsolitaire.engine import LevelSet, map_file

        details = envelope.details
        stored: dict[str, str] = {} if "file" in details else {"stored": f"uint{details['bits']}"}
        envelope.check_columns(columns, {**stored, "offsets": "int64"})
        offsets = columns["offsets"].copy()  # the file may be removed before the level is
        if stored:
            return LevelSet(columns["stored"].copy(), offsets, self._holes)
        path = self.folder / Path(details["file"]).name
        words = map_file(path, details["bits"] // 8)
        check_sum((details["count"], details["crc32"]), (len(words), _checksum(words)))
        return LevelSet(words, offsets, self._holes, files=(path,))

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """While levels are made: what is finished is kept where that is interrupted."""
        self.remove_strays()
        try:
            yield
        except (KeyboardInterrupt, BudgetSpentError):
            self.save()
            raise

    def remove_strays(self) -> None:
        """Remove the files of levels that killed runs made and did not keep.

        A run that is at work has them open: it loses no more than their names.
        """
        from pegsolitaire.engine import is_scratch

        kept = {self._file_of(path) for path in self.folder.glob("*.npz")}
        for path in (*self.folder.glob("*.words"), *self.folder.glob("*.rows")):
            if is_scratch(path) and path.name not in kept:
                with suppress(OSError):  # of Windows, where it cannot be removed while it is open
                    path.unlink()

    def _file_of(self, path: Path) -> str | None:
        """The name of the file with the words of a level that was kept, if it is in one."""
        with suppress(StoreError), FORMAT.reading(path):
            return Envelope.decode(FORMAT, read_document(path)).details.get("file")
        return None

    def begin(self, direction: str, number: int) -> Unfinished:
        """Where a level that takes several passes is kept while it is made."""
        from pegsolitaire.engine import Unfinished

        name = f"{direction}-{number}"
        return Unfinished(self.folder, name, self._envelope_of(direction, number).encode())

    def keep(self, direction: str, number: int, level: LevelSet) -> None:
        """A level is finished: write it, and those before it, if it is time."""
        self._unsaved[direction, number] = level
        if self._is_due:
            self.save()

    @property
    def _is_due(self) -> bool:
        """Whether enough was done since the last time that losing it would hurt."""
        return monotonic() - self._saved_at >= self.seconds

    def save(self) -> None:
        """Write the finished levels that are not written yet."""
        if not self._unsaved:
            return
        # Where the folder vanishes, another process has just finished the same work.
        with explained(self.folder), suppress(FileNotFoundError), folder_made(self.folder):
            for key, unsaved in self._unsaved.items():
                if self._disk is None or self._size() + unsaved.stored.nbytes <= self._disk:
                    self._write(*key, unsaved)
        self._unsaved.clear()
        self._saved_at = monotonic()

    def _size(self) -> int:
        """The bytes that the folder holds."""
        return sum(path.stat().st_size for path in self.folder.iterdir())

    def clear(self) -> None:
        """The work is done: nothing of it is needed any more."""
        self._unsaved.clear()
        shutil.rmtree(self.folder, ignore_errors=True)
        with suppress(OSError):  # something else of the board is stored
            self.folder.parent.rmdir()

    def _path(self, direction: str, number: int) -> Path:
        return self.folder / f"{direction}-{number}.npz"

    def _envelope_of(self, direction: str, number: int) -> Envelope:
        from pegsolitaire.engine import LAYOUT_VERSION

        return self._envelope.having(
            layout=LAYOUT_VERSION, level=[direction, number], pruned=self._pruned
        )

    def _write(self, direction: str, number: int, level: LevelSet) -> None:
        envelope = self._envelope_of(direction, number).having(bits=8 * level.stored.itemsize)
        columns: Arrays = {"offsets": level.offsets}
        if level.files:
            crc32, name = _checksum(level.stored), level.files[0].name
            envelope = envelope.having(file=name, count=len(level), crc32=crc32)
        else:
            columns = {"stored": level.stored, **columns}
        with renamed_when_whole(self._path(direction, number)) as aside:
            write_columns(aside, envelope, columns.items(), mapped=True)

    # -- what is proven ---------------------------------------------------------------------------

    @property
    def proven(self) -> int:
        """No solution has as few moves as this, by earlier searches."""
        try:
            with FORMAT.reading(self._proven):
                found = Envelope.decode(FORMAT, self._proven.read_bytes())
                found.check(self._envelope)
                found.check_seal()
                return int(found.details["moves"])
        except StoreError:
            return 0

    def prove(self, moves: int) -> None:
        """No solution has as few moves: the levels that show it are needed no more."""
        if self._is_due or self.folder.is_dir():
            with (
                explained(self.folder),
                suppress(FileNotFoundError),
                renamed_when_whole(self._proven) as aside,
                synced(aside) as file,
            ):
                file.write(self._envelope.having(moves=moves).sealed().encode())
        self._unsaved.clear()
        for path in self.folder.glob("*.npz"):
            path.unlink(missing_ok=True)

    @property
    def _proven(self) -> Path:
        return self.folder / "proven.json"


def _checksum(words: Words) -> int:
    """The CRC-32 of words, read block by block."""
    total = 0
    for begin in range(0, len(words), _BLOCK):
        total = crc32(words[begin : begin + _BLOCK].tobytes(), total)
    return total
