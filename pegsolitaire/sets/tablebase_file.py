"""The file of a tablebase.

A tablebase is one Arrow IPC file, ``<home>/<board>/to_<finish>.arrow``, that any reader of Arrow
opens: a single column ``bits`` (uint64), uncompressed, so that it is mapped into memory and not
read. Bit ``i`` of the column, from the lowest bit of the first word on, says whether the position
of index ``i`` is solvable. The schema's metadata key ``pegsolitaire`` is a JSON document with the
format and its version, the board, the finishes, the holes whose pegs are the binary digits of an
index, lowest first, for each other hole the holes whose pegs give its own (an odd number of them,
or an even one), and the SHA-256 of all that and the column.

A build in progress is kept as a file of the same form beside it, ``to_<finish>.arrow.building``:
its bits are right as far as they are set, and the build goes on from there.
"""

from __future__ import annotations

import json
import re
from contextlib import nullcontext, suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic, time
from typing import TYPE_CHECKING, Any

import numpy as np

from pegsolitaire.board import Board
from pegsolitaire.errors import StoreDamagedError, StoreError, StoreMissingError
from pegsolitaire.files import written_aside
from pegsolitaire.game import Problem
from pegsolitaire.sets.store import identity, read_board

if TYPE_CHECKING:
    from pegsolitaire.engine import Bitmap, Coset, Words

    Contents = tuple[Board, tuple[int, ...], Bitmap]

FORMAT = "pegsolitaire tablebase"
VERSION = 1
_KEY = b"pegsolitaire"
_KEEP_AFTER = 120.0  # seconds of work that may be lost when a build is killed
_WORTH_KEEPING = 10.0  # and when it is interrupted
_SURELY_DEAD = 3600.0  # seconds after which nobody is writing a file any more

# What a file that makes no sense can raise, beside errors of Arrow.
_SENSELESS = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


class Keeper:
    """Keeps a build in progress in a file, from time to time and when it is interrupted."""

    def __init__(self, board: Board, finishes: tuple[int, ...], path: Path) -> None:
        self.board, self.finishes = board, finishes
        self.path = path.with_name(f"{path.name}.building")
        self._at = monotonic()

    def known(self) -> Bitmap | None:
        """What an earlier build had, if that is whole."""
        from pegsolitaire.engine import Bitmap, check_fits

        try:
            board, finishes, found = read(self.path)
        except StoreError:
            return None
        if (board, finishes) != (self.board, self.finishes):
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
        """Remove it, and what processes that were killed long ago left of the table or of it."""
        name = re.escape(self.path.name.removesuffix(".building"))
        aside = re.compile(rf"{name}(\.building)?\.new-[0-9a-f]{{12}}")
        with suppress(OSError):
            self.path.unlink()
        for left in self.path.parent.iterdir():
            with suppress(OSError):
                if aside.fullmatch(left.name) and time() > left.stat().st_mtime + _SURELY_DEAD:
                    left.unlink()


def write(path: Path, board: Board, finishes: tuple[int, ...], solvable: Bitmap) -> None:
    """Write a file, all or nothing.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    import pyarrow as pa

    document = _document(board, finishes, solvable.coset)
    document["sha256"] = _checksum(document, solvable.words)
    schema = pa.schema(
        [pa.field("bits", pa.uint64(), nullable=False)], {_KEY: json.dumps(document).encode()}
    )
    with (
        written_aside(path) as aside,
        pa.OSFile(str(aside), "wb") as file,
        pa.ipc.new_file(file, schema) as writer,
    ):
        writer.write_batch(pa.record_batch([pa.array(solvable.words)], schema=schema))


def _document(board: Board, finishes: tuple[int, ...], coset: Coset) -> dict[str, Any]:
    problem = Problem(board, finishes, finishes)
    return {
        "format": FORMAT,
        "version": VERSION,
        "board": identity(problem)["board"],
        "finishes": list(finishes),
        **_index_document(coset),
    }


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


def read(path: Path) -> Contents:
    """Map a file into memory: its board, its finishes and what is solvable; all is checked.

    Raises
    ------
    StoreMissingError
        If there is no such file.
    StoreDamagedError
        If it is no tablebase, of another version, or damaged.
    """
    if path.is_dir():
        raise StoreError(f"{path} is a folder: name a file")
    try:
        return _opened(path)
    except FileNotFoundError:
        raise StoreMissingError(f"no tablebase at {path}") from None
    except OSError as error:
        if isinstance(error, StoreError):
            raise
        raise damaged(path, str(error).partition("\n")[0]) from error


def _opened(path: Path) -> Contents:
    import pyarrow as pa

    try:
        with pa.memory_map(str(path)) as file, pa.ipc.open_file(file) as reader:
            document = json.loads((reader.schema.metadata or {})[_KEY])
            column = reader.get_batch(0).column("bits")
            whole = reader.num_record_batches == 1 and not column.null_count
        return _checked(path, document, column.to_numpy() if whole else np.empty(0, np.uint64))
    except (pa.ArrowException, *_SENSELESS) as error:
        if isinstance(error, StoreError):
            raise
        raise damaged(path, "it cannot be read") from error


def _checked(path: Path, document: dict[str, Any], words: Any) -> Contents:
    from pegsolitaire.engine import Bitmap, Coset

    if document["format"] != FORMAT:
        raise damaged(path, "it is of another format")
    if document["version"] != VERSION:
        raise StoreDamagedError(
            f"{path} is a tablebase of version {document['version']}, this program reads "
            f"{VERSION}: use a later program, or delete it to have it built again"
        )
    board, finishes = read_board(document["board"]), tuple(map(int, document["finishes"]))
    coset = Coset(board, finishes[0])
    if any(document[key] != value for key, value in _index_document(coset).items()):
        raise damaged(path, "its indices are of another order")
    if len(words) != max(1, len(coset) >> 6) or words.dtype != np.uint64:
        raise damaged(path, "it is not whole")
    if document.pop("sha256") != _checksum(document, words):
        raise damaged(path, "its checksum is wrong")
    return board, finishes, Bitmap(coset, words)


def _checksum(document: dict[str, Any], words: Words) -> str:
    """Of the document without its checksum, and of the bits."""
    digest = sha256(json.dumps(document, sort_keys=True).encode())
    digest.update(words.view(np.uint8).data)
    return digest.hexdigest()


def damaged(path: Path, reason: str) -> StoreDamagedError:
    """The error that says what is wrong with a file, and the remedy."""
    return StoreDamagedError(
        f"{path} is not a tablebase of this program: {reason}; name another file, or delete it to "
        "have it built again"
    )
