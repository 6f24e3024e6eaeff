"""Columns of numbers in one file of numpy: packed where a set is read whole, mapped where not.

A file is an ``.npz`` that ``numpy.load`` opens: a member a column, and ``envelope``, the bytes of
the envelope, which comes last. It is written aside and renamed, so that there is a whole set in
one file or none.

*Packed* columns hold unsigned integers: the differences of neighbours (modulo the size of the
type) in byte planes, the lowest bytes of all first, deflated. Sorted codes are near one another:
upper planes are nearly zero, or not written. The 839,536 codes of the central game take 1.19 MB,
as differences alone 1.45. *Mapped* columns lie as they are in memory, at multiples of 64
bytes: an answer reads a few pages.

What a column is called and of what type it is stands in the code, and a file has to agree
(:meth:`Envelope.check_columns`). How large a column is stands in the envelope; nothing is
allocated before the file is seen to agree, too, and to be large enough.
"""

from __future__ import annotations

import errno
import json
import struct
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import zip_longest
from operator import index
from pathlib import Path
from typing import IO, Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np
import numpy.lib.format as npy
import numpy.typing as npt

from pegsolitaire.board import LATTICES, Board
from pegsolitaire.errors import StoreDamagedError, StoreError, StoreMissingError
from pegsolitaire.files import check_disk, synced

# --
# What every stored file says of itself, and how one that cannot be used is refused.
#
# Each holds a JSON document: its format and version, the board, the starts (where they matter),
# the finishes, and what only files of its format have. Where the document lies is the business of
# the format: stored sets have it beside their columns, a pack
# begins with it, a manifest is nothing else, and exports to Parquet have it in their metadata.
#
# It is sealed by the SHA-256 of all that it says, which includes the type, the size and the
# SHA-256 of each column of numbers that comes with it.
#
# What is missing, damaged, foreign, of another version or incomplete is refused in the same words:
# the file, what is wrong with it, and the remedy.


#: Where the metadata of exports to Parquet have the document.
KEY = b"pegsolitaire"
#: Columns of a file by their names: arrays of one dimension.
Arrays = Mapping[str, npt.NDArray[Any]]


class DamageError(ValueError):
    """An error in a file; :meth:`Format.reading` adds the file and the remedy."""


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
            If the content is invalid.
        StoreError
            If the system cannot read it.
        """
        try:
            yield
        except (StoreError, ImportError):
            raise
        except (FileNotFoundError, NotADirectoryError) as error:
            # From Python 3.12 on it would refer to itself, and so keep the levels of all callers.
            error.__traceback__ = None
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
    """The description of a file.

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
            If it is of another format or version, or is invalid.
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
            is_later = isinstance(version, int) and version > format.version
            raise DamageError(
                f"it has format version {version}, but this program reads version "
                f"{format.version}: "
                + ("upgrade the program to read it" if is_later else "an earlier one wrote it")
            )
        try:
            board, finishes = (
                _board_of_document(document.pop("board")),
                _codes(document.pop("finishes")),
            )
            starts = _codes(document.pop("starts")) if "starts" in document else None
        except (LookupError, TypeError, ValueError) as error:
            raise DamageError(f"its board or its problem is invalid ({error})") from error
        return cls(format, board, finishes, starts, document)

    def check(self, expected: Envelope) -> None:
        """See that a file is the expected one: all that is expected is there and the same.

        Raises
        ------
        DamageError
            If it is not.
        """
        if self.board != expected.board:
            raise DamageError(f"it belongs to another board, {self.board.name}")
        found = self.document()
        for key, value in expected.document().items():
            if key == "board" or found.get(key) == value:
                continue
            if key in ("starts", "finishes"):
                raise DamageError(f"it belongs to another problem (its {key} differ)")
            if isinstance(value, list):
                raise DamageError(f"its {key} do not match its board")
            raise DamageError(f"its {key} should be {value}, not {found.get(key)}")

    # -- checksums --------------------------------------------------------------------------------

    def sealed(self) -> Envelope:
        """The same with the SHA-256 of all that it says."""
        return self.having(sha256=checksum(self.document()))

    def check_seal(self) -> None:
        """Check that the envelope is unchanged since it was :meth:`sealed`.

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
    """What an envelope says of a column: its type, size, first number, and the SHA-256 of all."""
    content = np.ascontiguousarray(column).view(np.uint8).data
    return {
        "type": column.dtype.name,
        "size": column.size,
        "first": column[0].item() if column.size else 0,
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
            raise DamageError(f"it has the column {found} instead of {name}")
    for name, column in columns.items():
        if column.dtype != np.dtype(types[name]):
            raise DamageError(
                f"its column {name} is of type {column.dtype}, and should be {types[name]}"
            )
        if column.ndim != 1:
            raise DamageError(f"its column {name} has {column.ndim} dimensions")


def check_sum(said: object, found: object) -> None:
    """Check a checksum against the file.

    Raises
    ------
    DamageError
        If it is not.
    """
    if said != found:
        raise DamageError("its checksum does not match")


def _board_of_document(document: Mapping[str, Any]) -> Board:
    holes = [(index(x), index(y)) for x, y in document["holes"]]
    board = Board(holes, LATTICES[document["lattice"]], str(document["name"]))
    if list(board.holes) != holes or not board.fits_word:
        raise ValueError("the holes of its board are not in order, or more than 64")
    taken = [str(jump) for jump in document.get("taken", ())]
    return board.without(taken, board.name) if taken else board


def _codes(codes: Iterable[int | str]) -> tuple[int, ...]:
    """Codes as integers; packs have them as text, because JavaScript reads numbers as doubles."""
    return tuple(int(code) if isinstance(code, str) else index(code) for code in codes)


_ENVELOPE = "envelope"
_LARGEST_ENVELOPE = 1 << 24  # bytes
_TYPES = frozenset({"uint8", "uint16", "uint32", "uint64", "int64", "float64"})
_EARLIER = (b"PAR1", b"ARRO")  # how Parquet and Arrow begin
_WORTH_MAPPING = 1 << 20  # bytes: smaller columns are read
_INFLATION = 1032  # bytes that deflate makes of one, at most
_LEVEL = 4  # of deflate: half the time of the default, for 5 % more

# Before a member comes its header: 30 bytes, its name, and fields that begin with their kind and
# their length. One of them has the sizes of large members, one fills up to where numbers begin.
_HEADER, _SIZES, _ALIGNMENT = 30, 20, 64
_FIELD, _FILLING = struct.Struct("<HH"), 0xD935


def write_columns(
    path: Path,
    envelope: Envelope,
    columns: Iterable[tuple[object, npt.NDArray[Any]]],
    disk: int | None = None,
    *,
    mapped: bool = False,
) -> None:
    """Write columns, one after the other; they are on the disk then.

    Parameters
    ----------
    path : Path
        The file.
    envelope : Envelope
        What it says of itself, without its columns.
    columns : iterable of pairs
        A name and an array each; none is kept when the next one is made.
    disk : int, optional
        The most bytes that the file may take.
    mapped : bool, optional
        Whether they are to be mapped into memory; others are packed, and unsigned integers.

    Raises
    ------
    BoardTooLargeError
        If it takes more.
    """
    described = {}
    with synced(path) as file, ZipFile(file, "w", ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
        for name, column in columns:
            described[str(name)] = description(column)
            _write_member(file, archive, str(name), column if mapped else _planes(column), mapped)
            del column  # before the next one is made
            file.flush()
            check_disk(path, disk)
        document = envelope.having(columns=described).sealed().encode()
        _write_member(file, archive, _ENVELOPE, np.frombuffer(document, np.uint8), mapped=True)


def _write_member(
    file: BinaryIO, archive: ZipFile, name: str, array: npt.NDArray[Any], mapped: bool
) -> None:
    """Write an array as a member: deflated, or as it is where its numbers are to be mapped."""
    member: str | ZipInfo = f"{name}.npy"
    if mapped:
        member = ZipInfo(f"{name}.npy")
        begin = file.tell() + _HEADER + len(member.filename) + _SIZES + _FIELD.size
        gap = -begin % _ALIGNMENT
        member.extra = _FIELD.pack(_FILLING, gap) + bytes(gap)
    with archive.open(member, "w", force_zip64=True) as content:
        npy.write_array(content, array, version=(1, 0), allow_pickle=False)


def _planes(column: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """The differences of neighbours, all their lowest bytes first: (bytes of the largest, all)."""
    gaps = np.diff(column)
    width = max(1, -(-int(gaps.max(initial=0)).bit_length() // 8))
    return np.ascontiguousarray(gaps.view(np.uint8).reshape(-1, gaps.itemsize).T[:width])


# -- reading --------------------------------------------------------------------------------------


def read_document(path: Path) -> bytes:
    """The envelope of a file of any format as written; :meth:`Envelope.decode` reads it."""
    with _opened(path) as (_, archive):
        return _document(archive)


def read_packed(
    path: Path, format: Format, names: Iterable[str] | None = None
) -> tuple[Envelope, Arrays]:
    """The packed columns of a file, or some of them.

    :meth:`Envelope.check_columns`, or :meth:`Envelope.check_column`, tells whether it is.
    """
    with _opened(path) as (_, archive):
        envelope = Envelope.decode(format, _document(archive))
        columns = {}
        for name, dtype, size in _columns_of(envelope, names):
            info = archive.getinfo(f"{name}.npy")
            _check_size(path, name, size - 1, info)
            with archive.open(info) as member:
                width, gaps = _header(member, name, np.dtype("uint8"), 2)
                if gaps != max(size - 1, 0) or not 1 <= width <= dtype.itemsize:
                    raise DamageError(f"its column {name} differs from its envelope")
                planes = np.frombuffer(member.read(width * gaps), np.uint8).reshape(width, gaps)
            column = np.zeros(size, dtype)
            if size:
                column[0] = envelope.details["columns"][name]["first"]
                column[1:].view(np.uint8).reshape(gaps, dtype.itemsize)[:, :width] = planes.T
            columns[name] = np.cumsum(column, dtype=dtype, out=column)
    return envelope, columns


def map_columns(path: Path, format: Format) -> tuple[Envelope, Arrays]:
    """The mapped columns of a file: :meth:`Envelope.check_columns` tells if they are whole.

    Small ones are read: what is mapped can be neither replaced nor removed on Windows.
    """
    with _opened(path) as (file, archive):
        envelope = Envelope.decode(format, _document(archive))
        columns = {}
        for name, dtype, size in _columns_of(envelope):
            info = archive.getinfo(f"{name}.npy")
            _check_size(path, name, dtype.itemsize * size, info)
            file.seek(_begin(file, info))
            if _header(file, name, dtype, 1) != (size,):
                raise DamageError(f"its column {name} differs from its envelope")
            begin = file.tell()
            columns[name] = _column(file, dtype, begin, size)
    return envelope, columns


def _column(file: BinaryIO, dtype: np.dtype[Any], begin: int, size: int) -> npt.NDArray[Any]:
    """An array of a file that nothing can be written to."""
    if dtype.itemsize * size >= _WORTH_MAPPING:
        array = np.asarray(np.memmap(file, dtype, "r", begin, size))
        return np.require(array, requirements="A")
    file.seek(begin)
    array = np.fromfile(file, dtype, size)
    array.flags.writeable = False
    return array


@contextmanager
def _opened(path: Path) -> Iterator[tuple[BinaryIO, ZipFile]]:
    if path.is_dir():
        raise StoreError(f"{path} is a folder: name a file")
    with open(path, "rb") as file:
        if file.read(4) in _EARLIER:
            raise DamageError("an earlier version of this program wrote it")
        with ZipFile(file) as archive:
            yield file, archive


def _document(archive: ZipFile) -> bytes:
    info = archive.getinfo(f"{_ENVELOPE}.npy")
    if info.file_size > _LARGEST_ENVELOPE:
        raise DamageError("its envelope is too large")
    with archive.open(info) as member:
        npy.read_magic(member)
        npy.read_array_header_1_0(member)
        return member.read()


def _columns_of(
    envelope: Envelope, names: Iterable[str] | None = None
) -> Iterator[tuple[str, np.dtype[Any], int]]:
    """The columns that an envelope describes: the name, the type and the size of each."""
    described = envelope.details["columns"]
    for name in described if names is None else names:
        kind, size = described[name]["type"], described[name]["size"]
        if kind not in _TYPES:
            raise DamageError(f"its column {name} is of type {kind}, and none should be")
        if not isinstance(size, int) or size < 0:
            raise DamageError(f"its column {name} has {size} numbers")
        yield name, np.dtype(kind), size


def _check_size(path: Path, name: str, size: int, info: ZipInfo) -> None:
    """Check that a file can contain a column of that many bytes, before allocating it."""
    most = path.stat().st_size * (_INFLATION if info.compress_type == ZIP_DEFLATED else 1)
    if size > min(most, info.file_size):
        raise DamageError(f"its column {name} cannot be as large as its envelope declares")


def _header(file: IO[bytes], name: str, dtype: np.dtype[Any], ndim: int) -> tuple[int, ...]:
    """The shape of an array of this type and so many dimensions that comes next in a file."""
    if npy.read_magic(file) == (1, 0):
        shape, is_fortran, found = npy.read_array_header_1_0(file)
        if found == dtype and not is_fortran and len(shape) == ndim:
            return tuple(shape)
    raise DamageError(f"its column {name} differs from its envelope")


def _begin(file: BinaryIO, info: ZipInfo) -> int:
    """Where the content of a member begins that is not deflated."""
    file.seek(info.header_offset)
    name, fields = _FIELD.unpack_from(file.read(_HEADER), _HEADER - _FIELD.size)
    return info.header_offset + _HEADER + int(name) + int(fields)
