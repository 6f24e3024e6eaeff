"""A search for few moves in progress, kept so that it can go on where it was.

It lies in ``<home>/<board>/<start>_<finish>.moves.building``: the levels of the search under way,
as in :mod:`pegsolitaire.sets.checkpoint`, and in ``proven.json`` how many moves are proven to be
too few.
"""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pegsolitaire.files import explained, renamed_when_whole, synced
from pegsolitaire.game import Problem
from pegsolitaire.sets.checkpoint import Checkpoint
from pegsolitaire.sets.store import folder_of, identity

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelSet

_VERSION = 1


class MoveCheckpoint:
    """Keeps what a search for few moves has found so far.

    Parameters
    ----------
    problem : Problem
        The problem.
    root : Path, optional
        Where sets are stored, by default :func:`pegsolitaire.sets.store.home`.
    seconds : float, optional
        Work that may be lost, beside the level under way.
    disk : int, optional
        Bytes that may be written; levels beyond are not kept.
    """

    def __init__(
        self,
        problem: Problem,
        root: Path | None = None,
        *,
        seconds: float = 10.0,
        disk: int | None = None,
    ) -> None:
        self._facts = {"version": _VERSION, **identity(problem)}
        place = folder_of(problem, root)
        self._levels = Checkpoint(
            problem, place.with_name(f"{place.name}.moves"), seconds=seconds, most=disk
        )

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        return self._levels.folder

    @property
    def proven(self) -> int:
        """No solution has as few moves as this, by earlier searches."""
        try:
            document: dict[str, Any] = json.loads(self._file.read_text())
            moves = int(document["moves"])
            return moves if document == self._document(moves) else 0
        except (OSError, ValueError, LookupError, TypeError):
            return 0

    def prove(self, moves: int) -> None:
        """No solution has as few moves: the levels that show it are needed no more."""
        if self._levels.due or self.folder.is_dir():
            with explained(self.folder), suppress(FileNotFoundError):
                self.folder.mkdir(parents=True, exist_ok=True)
                with renamed_when_whole(self._file) as aside, synced(aside) as file:
                    file.write(json.dumps(self._document(moves)).encode())
        self._levels.drop_levels()

    def _document(self, moves: int) -> dict[str, Any]:
        document = {"problem": self._facts, "moves": moves}
        digest = sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()
        return {**document, "sha256": digest}

    def load(self, direction: str, number: int) -> LevelSet | None:
        """A level, if it was kept and is whole."""
        return self._levels.load(direction, number)

    def keep(self, direction: str, number: int, level: LevelSet) -> None:
        """A level is finished: it is written, with those before it, if it is time."""
        self._levels.keep(direction, number, level)

    def save(self) -> None:
        """Write the finished levels that are not written yet."""
        self._levels.save()

    def clear(self) -> None:
        """The search is done: nothing of it is needed any more."""
        self._levels.clear()

    @property
    def _file(self) -> Path:
        return self.folder / "proven.json"
