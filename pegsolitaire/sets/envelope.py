"""What every stored file says of itself, and how one that cannot be used is refused.

Each holds a JSON document: its format and version, the board, the starts (where they matter), the
finishes, and what only files of its format have. Where the document lies is the business of the
format: stored sets have it beside their columns (:mod:`pegsolitaire.sets.columns`), a pack begins
with it, a manifest is nothing else, and exports to Parquet have it in their metadata.

It is sealed by the SHA-256 of all that it says, which includes the type, the size and the SHA-256
of each column of numbers that comes with it.

What is missing, damaged, foreign, of another version or incomplete is refused in the same words:
the file, what is wrong with it, and the remedy.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import zip_longest
from operator import index
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import LATTICES, Board
from pegsolitaire.errors import StoreDamagedError, StoreError, StoreMissingError

#: Where the metadata of exports to Parquet have the document.
KEY = b"pegsolitaire"
#: Columns of a file by their names: arrays of one dimension.
Arrays = Mapping[str, npt.NDArray[Any]]


class DamageError(ValueError):
    """What is wrong with a file; :meth:`Format.reading` adds which file, and the remedy."""


@dataclass(frozen=True)
class Format:
    """A kind of file.

    Attributes
    ----------
    name : str
        What the files hold.
    version : int
        The version that is written, and the only one that is read.
    command : str
        What makes such files.
    remedy : str
        What to do about a damaged one; ``{place}`` stands for its path.
    """

    name: str
    version: int
    command: str
    remedy: str

    @contextmanager
    def reading(self, path: Path | str) -> Iterator[None]:
        """Tell whatever goes wrong while a file is read in one line, with the remedy.

        Parameters
        ----------
        path : Path or str
            The file.

        Raises
        ------
        StoreMissingError
            If there is no file.
        StoreDamagedError
            If what was read makes no sense.
        StoreError
            If the system cannot read it.
        """
        try:
            yield
        except (StoreError, ImportError):
            raise
        except (FileNotFoundError, NotADirectoryError):
            raise StoreMissingError(
                f"no {self.name} at {path}: run `{self.command}` first"
            ) from None
        except DamageError as error:
            raise self._damaged(path, str(error)) from error
        # There is no list of what a damaged file makes zipfile, numpy and Python raise.
        except Exception as error:
            reason = str(error).partition("\n")[0].rstrip(".")
            # Offsets of a damaged file may lead to before its beginning.
            refused = isinstance(error, OSError) and error.errno not in (None, errno.EINVAL)
            if refused or isinstance(error, MemoryError):
                why = getattr(error, "strerror", None) or reason or "out of memory"
                raise StoreError(f"cannot read {path}: {why}") from error
            raise self._damaged(path, f"it cannot be read ({reason})") from error

    def _damaged(self, path: Path | str, reason: str) -> StoreDamagedError:
        remedy = self.remedy.format(place=path)
        return StoreDamagedError(f"{path} cannot be used: {reason}; {remedy}")


@dataclass(frozen=True)
class Envelope:
    """What a file says of itself.

    Attributes
    ----------
    format : Format
        What kind of file it is.
    board : Board
        The board.
    finishes : tuple of int
        Codes.
    starts : tuple of int, optional
        Codes; None where the file serves every start.
    details : mapping, optional
        What only files of the format have, as JSON can say it.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> notes = Format("notes", 1, "pegs notes", "write them again")
    >>> envelope = Envelope(notes, triangle(5), (1,), details={"count": 3})
    >>> Envelope.decode(notes, envelope.encode()) == envelope
    True
    """

    format: Format
    board: Board
    finishes: tuple[int, ...]
    starts: tuple[int, ...] | None = None
    details: Mapping[str, Any] = field(default_factory=dict)

    def having(self, **details: Any) -> Envelope:
        """The same with more details."""
        return replace(self, details={**self.details, **details})

    # -- writing and reading ----------------------------------------------------------------------

    def document(self) -> dict[str, Any]:
        """All of it as plain data."""
        board = self.board
        return {
            "format": f"pegsolitaire {self.format.name}",
            "version": self.format.version,
            "board": {
                "name": board.name,
                "lattice": board.lattice.name,
                "holes": list(map(list, board.holes)),
                **({"taken": board.taken_texts} if board.taken else {}),
            },
            **({} if self.starts is None else {"starts": list(self.starts)}),
            "finishes": list(self.finishes),
            **self.details,
        }

    def encode(self) -> bytes:
        """The document as JSON."""
        return json.dumps(self.document()).encode()

    @classmethod
    def decode(cls, format: Format, data: bytes | None) -> Envelope:
        """Read what :meth:`encode` wrote.

        Raises
        ------
        DamageError
            If it is of another format or version, or makes no sense.
        """
        try:
            document = json.loads(data or b"null")
        except (ValueError, RecursionError):
            document = None
        if not isinstance(document, dict) or document.pop("format", None) != (
            f"pegsolitaire {format.name}"
        ):
            raise DamageError(f"its format is not 'pegsolitaire {format.name}'")
        version = document.pop("version", None)
        if version != format.version:
            raise DamageError(
                f"it has format version {version}, this program reads version {format.version} "
                "(upgrade it to read the file)"
            )
        try:
            board, finishes = _board(document.pop("board")), _codes(document.pop("finishes"))
            starts = _codes(document.pop("starts")) if "starts" in document else None
        except (LookupError, TypeError, ValueError) as error:
            raise DamageError(f"its board or its problem makes no sense ({error})") from error
        return cls(format, board, finishes, starts, document)

    def check(self, expected: Envelope) -> None:
        """See that a file is the expected one: all that is expected is there and the same.

        Raises
        ------
        DamageError
            If it is not.
        """
        if self.board != expected.board:
            raise DamageError(f"it is of another board, {self.board.name}")
        found = self.document()
        for key, value in expected.document().items():
            if key == "board" or found.get(key) == value:
                continue
            if key in ("starts", "finishes"):
                raise DamageError(f"it is of another problem (its {key} differ)")
            if isinstance(value, list):
                raise DamageError(f"its {key} are not those of its board")
            raise DamageError(f"its {key} should be {value}, not {found.get(key)}")

    # -- checksums --------------------------------------------------------------------------------

    def sealed(self) -> Envelope:
        """The same with the SHA-256 of all that it says."""
        return self.having(sha256=checksum(self.document()))

    def check_seal(self) -> None:
        """See that nothing of what the envelope says has changed since it was :meth:`sealed`.

        Raises
        ------
        DamageError
            If something has.
        """
        details = dict(self.details)
        said = details.pop("sha256")
        check_sum(said, checksum(replace(self, details=details).document()))

    def check_columns(self, columns: Arrays, types: Mapping[str, str]) -> None:
        """See that all columns of a file have these names and types, and are those :meth:`sealed`.

        Raises
        ------
        DamageError
            If they are not, or what the envelope says has changed.
        """
        check_types(columns, types)
        self.check_seal()
        for name, column in columns.items():
            self.check_column(name, column)

    def check_column(self, name: str, column: npt.NDArray[Any]) -> None:
        """See that a column is the one that was sealed; :meth:`check_seal` comes first.

        Raises
        ------
        DamageError
            If it is another.
        """
        check_sum(self.details["columns"][name], description(column))


def description(column: npt.NDArray[Any]) -> dict[str, Any]:
    """What an envelope says of a column: its type, how many numbers it has, and their SHA-256."""
    content = np.ascontiguousarray(column).view(np.uint8).data
    return {
        "type": column.dtype.name,
        "size": column.size,
        "sha256": sha256(content).hexdigest(),
    }


def checksum(document: Mapping[str, Any]) -> str:
    """The SHA-256 of plain data."""
    return sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def check_types(columns: Arrays, types: Mapping[str, str]) -> None:
    """See that columns have these names, in this order, and these types of numpy.

    Raises
    ------
    DamageError
        If they do not.
    """
    for found, name in zip_longest(columns, types):
        if found != name:
            raise DamageError(f"its columns are others: {found} instead of {name}")
    for name, column in columns.items():
        if column.dtype != np.dtype(types[name]):
            raise DamageError(
                f"its column {name} is of type {column.dtype}, and should be {types[name]}"
            )
        if column.ndim != 1:
            raise DamageError(f"its column {name} has {column.ndim} dimensions")


def check_sum(said: object, found: object) -> None:
    """See that a checksum is what the file says.

    Raises
    ------
    DamageError
        If it is not.
    """
    if said != found:
        raise DamageError("its checksum does not fit")


def _board(document: Mapping[str, Any]) -> Board:
    holes = [(index(x), index(y)) for x, y in document["holes"]]
    board = Board(holes, LATTICES[document["lattice"]], str(document["name"]))
    if list(board.holes) != holes or not board.fits_word:
        raise ValueError("the holes of its board are not in order, or more than 64")
    taken = [str(jump) for jump in document.get("taken", ())]
    return board.without(taken, board.name) if taken else board


def _codes(codes: Iterable[int | str]) -> tuple[int, ...]:
    """Codes as integers; packs have them as text, because JavaScript reads numbers as doubles."""
    return tuple(int(code) if isinstance(code, str) else index(code) for code in codes)
