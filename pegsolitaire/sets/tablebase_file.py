"""The file of a tablebase.

A tablebase is one Arrow IPC file, ``<home>/<board>/to_<finish>.arrow``, that any reader of Arrow
opens: a single column ``bits`` (uint64), uncompressed, so that it is mapped into memory and not
read. Bit ``i`` of the column, from the lowest bit of the first word on, says whether the position
of index ``i`` is solvable. Its envelope has the holes whose pegs are the binary digits of an
index, lowest first, for each other hole the holes whose pegs give its own (an odd number of them,
or an even one), and the SHA-256 of itself and the column.

A build in progress is kept as a file of the same form beside it, ``to_<finish>.arrow.building``:
its bits are right as far as they are set, and the build goes on from there.
"""

from __future__ import annotations

from contextlib import nullcontext, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from pegsolitaire.board import Board
from pegsolitaire.errors import StoreError
from pegsolitaire.files import remove_abandoned, written_aside
from pegsolitaire.sets.columns import map_arrow, write_arrow
from pegsolitaire.sets.envelope import DamageError, Envelope, Format
from pegsolitaire.sets.store import building_folder

if TYPE_CHECKING:
    from pegsolitaire.engine import Bitmap, Coset

    Contents = tuple[Board, tuple[int, ...], Bitmap]

FORMAT = Format(
    "tablebase",
    1,
    "pegs tablebase",
    "name another file, or remove {place} and build it again with `pegs tablebase`",
)
_KEEP_AFTER = 120.0  # seconds of work that may be lost when a build is killed
_WORTH_KEEPING = 10.0  # and when it is interrupted


class Keeper:
    """Keeps a build in progress in a file, from time to time and when it is interrupted."""

    def __init__(self, board: Board, finishes: tuple[int, ...], path: Path) -> None:
        self.board, self.finishes = board, finishes
        self.path = building_folder(path)
        self._at = monotonic()

    def known(self) -> Bitmap | None:
        """What an earlier build had, if that is whole."""
        from pegsolitaire.engine import Bitmap, check_fits

        try:
            _, _, found = read(self.path, self.board, self.finishes)
        except StoreError:
            return None
        check_fits(found.coset)
        return Bitmap(found.coset, found.words.copy())

    def keep(self, solvable: Bitmap, ending: bool) -> None:
        """Write what there is so far, if enough work would be lost."""
        if monotonic() > self._at + (_WORTH_KEEPING if ending else _KEEP_AFTER):
            with suppress(StoreError) if ending else nullcontext():
                write(self.path, self.board, self.finishes, solvable)
            self._at = monotonic()

    def clear(self) -> None:
        """Remove it, and what killed processes left of it."""
        remove_abandoned(self.path)
        with suppress(OSError):
            self.path.unlink()


def write(path: Path, board: Board, finishes: tuple[int, ...], solvable: Bitmap) -> None:
    """Write a file, all or nothing.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    envelope = Envelope(FORMAT, board, finishes, details=_index_document(solvable.coset))
    with written_aside(path) as aside:
        write_arrow(aside, envelope, {"bits": solvable.words})


def _index_document(coset: Coset) -> dict[str, Any]:
    """How an index is read."""
    return {
        "digits": list(coset.kept),
        "parities": [
            {
                "hole": hole,
                "holes": [i for bit, i in enumerate(coset.kept) if bits >> bit & 1],
                "odd": bool(odd),
            }
            for hole, (bits, odd) in coset.parities.items()
        ],
    }


def read(
    path: Path, board: Board | None = None, finishes: tuple[int, ...] | None = None
) -> Contents:
    """Map a file into memory: its board, its finishes and what is solvable; all is checked.

    Parameters
    ----------
    path : Path
        The file.
    board : Board, optional
        The board that it has to be of.
    finishes : tuple of int, optional
        The finishes that it has to be of.

    Raises
    ------
    StoreMissingError
        If there is no such file.
    StoreDamagedError
        If it is not a tablebase, of another version, of another problem, or damaged.
    StoreError
        If the system cannot read it.
    """
    from pegsolitaire.engine import Bitmap, Coset

    if path.is_dir():
        raise StoreError(f"{path} is a folder: name a file")
    with FORMAT.reading(path):
        found, columns = map_arrow(path, FORMAT)
        found.check(Envelope(FORMAT, board or found.board, finishes or found.finishes))
        coset = Coset(found.board, found.finishes[0])
        if any(found.details[key] != value for key, value in _index_document(coset).items()):
            raise DamageError("its indices are of another order")
        found.check_columns(columns, {"bits": "uint64"})
        if len(columns["bits"]) != max(1, len(coset) >> 6):
            raise DamageError("it is not whole")
    return found.board, found.finishes, Bitmap(coset, columns["bits"])
