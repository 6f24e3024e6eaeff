"""Store columns of numbers in one NumPy file, in packed or memory-mapped form.

A file is an ``.npz`` archive that ``numpy.load`` can open. Each column is one member of the
archive. The last member, named ``envelope``, describes the file (:class:`Envelope`). A file is
written under a temporary name and then renamed, so an incomplete file never has the final name.

*Packed* columns contain unsigned integers. They are small on disk and are read as a whole. The
differences between neighbours (modulo the size of the type) are split into byte planes, lowest
bytes first, and deflated. Sorted codes are close to one another, so the upper planes are almost
all zeros or are not written at all. The 839,536 codes of the central game take 1.19 MB, while
differences without byte planes would take 1.45 MB. *Mapped* columns are stored as they are in
memory, at multiples of 64 bytes, so a program reads only a few pages to look up a position.

The program defines the name and the type of each column, and :meth:`Envelope.check_columns` checks
that a file matches them. The envelope contains the size of each column. Memory is allocated only
after checking that the board allows these sizes, and that the file matches its envelope and is
large enough. Otherwise a small file, whose columns are deflated, could fill the memory.
"""

from __future__ import annotations

import errno
import json
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import zip_longest
from operator import index
from pathlib import Path
from typing import IO, Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import numpy as np
import numpy.lib.format as npy
import numpy.typing as npt

from pegsolitaire.board import LATTICES, Board
from pegsolitaire.errors import StoreDamagedError, StoreError, StoreMissingError
from pegsolitaire.files import check_disk, synced

# --
# Envelopes: the description that every stored file contains, and the check that a file is usable.
#
# The envelope is a JSON document with the format and its version, the board, the starts (if they
# matter), the finishes, and other entries that files of this format need. Stored sets contain it
# beside their columns, a pack begins with it, a manifest is nothing but an envelope, and Parquet
# exports contain it in their metadata.
#
# The envelope is sealed with the SHA-256 of its content, which includes the type, the size and the
# SHA-256 of each column in the file.
#
# If a file is missing, damaged, incomplete, of another version, or not written by this program,
# the error names the file, the fault and the remedy.


#: The metadata key of the envelope in Parquet exports.
KEY = b"pegsolitaire"
#: The columns of a file by name: one-dimensional arrays.
Arrays = Mapping[str, npt.NDArray[Any]]


class DamageError(ValueError):
    """An error in a file, to which :meth:`Format.reading` adds the path and the remedy."""


@dataclass(frozen=True)
class Format:
    """A file format.

    Attributes
    ----------
    name : str
        The content of files of this format, for example ``"winning sets"``.
    version : int
        The format version that is written, which is also the only version that can be read.
    command : str
        The command that creates files of this format; ``{game}`` stands for a space and the
        arguments that name the game, or `BOARD START`.
    remedy : str
        An instruction for users who have a damaged file; ``{place}`` stands for its path.
    """

    name: str
    version: int
    command: str
    remedy: str

    @contextmanager
    def reading(self, path: Path | str, game: str = " BOARD START") -> Iterator[None]:
        """Convert any error raised while reading a file to a one-line error with the remedy.

        Parameters
        ----------
        path : Path or str
            The file.
        game : str, optional
            The command-line arguments that name the game, after a space.

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
            # From Python 3.12 on the error would refer to itself, and keep the callers' levels.
            error.__traceback__ = None
            command = self.command.format(game=game)
            raise StoreMissingError(f"no {self.name} at {path}: run `{command}` first") from None
        except DamageError as error:
            raise self._damaged(path, game, str(error)) from error
        # A damaged file can make zipfile, numpy and Python raise almost any exception.
        except Exception as error:
            reason = str(error).partition("\n")[0].rstrip(".")
            # An offset in a damaged file may point before its beginning.
            refused = isinstance(error, OSError) and error.errno not in (None, errno.EINVAL)
            if refused or isinstance(error, MemoryError):
                why = getattr(error, "strerror", None) or reason or "out of memory"
                raise StoreError(f"cannot read {path}: {why}") from error
            raise self._damaged(path, game, f"it cannot be read ({reason})") from error

    def _damaged(self, path: Path | str, game: str, reason: str) -> StoreDamagedError:
        remedy = self.remedy.format(place=path, game=game)
        error = StoreDamagedError(f"{path} cannot be used: {reason}; {remedy}")
        error.reason = reason
        return error


@dataclass(frozen=True)
class Envelope:
    """The description of a file.

    Attributes
    ----------
    format : Format
        The format of the file.
    board : Board
        The board.
    finishes : tuple of int
        The codes of the finishes.
    starts : tuple of int, optional
        The codes of the starts; None if the file is valid for every start.
    details : mapping, optional
        The entries that are specific to the format, as JSON values.

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
        """Return a copy with additional or changed details."""
        return replace(self, details={**self.details, **details})

    def document(self) -> dict[str, Any]:
        """Return the envelope as a dictionary that can be converted to JSON."""
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
        """Return the document as JSON bytes."""
        return json.dumps(self.document()).encode()

    @classmethod
    def decode(cls, format: Format, data: bytes | None) -> Envelope:
        """Parse the bytes of an envelope.

        Raises
        ------
        DamageError
            If the data has another format or version, or is invalid.
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
        """Check that this envelope has the board and all the entries of another.

        Raises
        ------
        DamageError
            If the board or an entry differs.
        """
        if self.board != expected.board:
            raise DamageError(f"it belongs to another board, {self.board.name}")
        document = self.document()
        for key, value in expected.document().items():
            if key == "board" or document.get(key) == value:
                continue
            if key in ("starts", "finishes"):
                raise DamageError(f"it belongs to another problem (its {key} differ)")
            if isinstance(value, list):
                raise DamageError(f"its {key} do not match its board")
            raise DamageError(f"its {key} should be {value}, not {document.get(key)}")

    def sealed(self) -> Envelope:
        """Return a copy that contains the SHA-256 of the envelope."""
        return self.having(sha256=checksum(self.document()))

    def check_seal(self) -> None:
        """Check that the envelope has not changed since it was :meth:`sealed`.

        Raises
        ------
        DamageError
            If the envelope has changed.
        """
        details = dict(self.details)
        checksum_stored = details.pop("sha256")
        check_sum(checksum_stored, checksum(replace(self, details=details).document()))

    def check_columns(self, columns: Arrays, types: Mapping[str, str]) -> None:
        """Check the names, types and checksums of all columns of a file.

        Raises
        ------
        DamageError
            If a column differs, or the envelope has changed since it was :meth:`sealed`.
        """
        check_types(columns, types)
        self.check_seal()
        for name, column in columns.items():
            self.check_column(name, column)

    def check_column(self, name: str, column: npt.NDArray[Any]) -> None:
        """Check a column against the checksum in the envelope, after :meth:`check_seal`.

        Raises
        ------
        DamageError
            If the column differs.
        """
        check_sum(self.details["columns"][name], description(column))


def description(column: npt.NDArray[Any]) -> dict[str, Any]:
    """Describe a column for the envelope by its type, size, first number and SHA-256."""
    content = np.ascontiguousarray(column).view(np.uint8).data
    return {
        "type": column.dtype.name,
        "size": column.size,
        "first": column[0].item() if column.size else 0,
        "sha256": sha256(content).hexdigest(),
    }


def checksum(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a JSON document."""
    return sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def check_types(columns: Arrays, types: Mapping[str, str]) -> None:
    """Check that columns have the given names and NumPy types, in the given order.

    Raises
    ------
    DamageError
        If a name, a type or the number of dimensions differs.
    """
    for name_found, name in zip_longest(columns, types):
        if name_found != name:
            raise DamageError(f"it has the column {name_found} instead of {name}")
    for name, column in columns.items():
        if column.dtype != np.dtype(types[name]):
            raise DamageError(
                f"its column {name} is of type {column.dtype}, and should be {types[name]}"
            )
        if column.ndim != 1:
            raise DamageError(f"its column {name} has {column.ndim} dimensions")


def check_sum(said: object, found: object) -> None:
    """Check that a stored checksum is equal to the computed checksum.

    Raises
    ------
    DamageError
        If they differ.
    """
    if said != found:
        raise DamageError("its checksum does not match")


def _board_of_document(document: Mapping[str, Any]) -> Board:
    holes = [(index(x), index(y)) for x, y in document["holes"]]
    board = Board(holes, LATTICES[document["lattice"]], str(document["name"]))
    if list(board.holes) != holes or not board.fits_word:
        raise ValueError("its board has holes that are not in order, or more than 64 holes")
    taken = [str(jump) for jump in document.get("taken", ())]
    return board.without(taken, board.name) if taken else board


def _codes(codes: Iterable[int]) -> tuple[int, ...]:
    return tuple(index(code) for code in codes)


_ENVELOPE = "envelope"
_LARGEST_ENVELOPE = 1 << 20  # bytes, which may take 25 times as much memory when they are parsed
_TYPES = frozenset({"uint8", "uint16", "uint32", "uint64", "int64", "float64"})
_WORTH_MAPPING = 1 << 20  # bytes: smaller columns are read
_INFLATION = 1032  # the largest factor by which deflate can compress
_LEVEL = 4  # the level of deflate: half the time of the default level, 5 % more bytes

# A member begins with its header: 30 bytes, its name, and extra fields. Each field begins with its
# kind and its length. One field contains the sizes of large members. Another field is padding, so
# that the numbers begin at a multiple of 64 bytes.
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
    """Write columns to a file one by one, and flush the file to disk.

    Parameters
    ----------
    path : Path
        The file.
    envelope : Envelope
        The description of the file, without its columns.
    columns : iterable of pairs
        The name and the array of each column; only one of them is in memory at a time.
    disk : int, optional
        The most bytes that the file may take.
    mapped : bool, optional
        Whether to write mapped columns; by default they are packed, and must be unsigned integers.

    Raises
    ------
    BoardTooLargeError
        If the file is larger than ``disk`` allows.
    """
    described = {}
    with synced(path) as file, ZipFile(file, "w", ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
        for name, column in columns:
            described[str(name)] = description(column)
            _write_member(file, archive, str(name), column if mapped else _planes(column), mapped)
            del column  # free it before the next one is computed
            file.flush()
            check_disk(path, disk)
        document = envelope.having(columns=described).sealed().encode()
        _write_member(file, archive, _ENVELOPE, np.frombuffer(document, np.uint8), mapped=True)


def _write_member(
    file: BinaryIO, archive: ZipFile, name: str, array: npt.NDArray[Any], mapped: bool
) -> None:
    """Write an array as a member of the archive, and deflate it unless it will be mapped."""
    member: str | ZipInfo = f"{name}.npy"
    if mapped:
        member = ZipInfo(f"{name}.npy")
        begin = file.tell() + _HEADER + len(member.filename) + _SIZES + _FIELD.size
        gap = -begin % _ALIGNMENT
        member.extra = _FIELD.pack(_FILLING, gap) + bytes(gap)
    with archive.open(member, "w", force_zip64=True) as content:
        npy.write_array(content, array, version=(1, 0), allow_pickle=False)


def _planes(column: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Return the byte planes of the differences between neighbours, lowest bytes first.

    The number of planes is the number of bytes of the largest difference.
    """
    gaps = np.diff(column)
    width = max(1, -(-int(gaps.max(initial=0)).bit_length() // 8))
    return np.ascontiguousarray(gaps.view(np.uint8).reshape(-1, gaps.itemsize).T[:width])


def read_document(path: Path) -> bytes:
    """Return the envelope of a file as bytes, which :meth:`Envelope.decode` accepts."""
    with _opened(path) as (_, archive):
        return _document(archive)


def read_packed(
    path: Path,
    expected: Envelope,
    check_sizes: Callable[[Mapping[str, int]], None],
    names: Iterable[str] | None = None,
) -> tuple[Envelope, Arrays]:
    """Read all packed columns of a file, or only the columns with the given names.

    The columns are not checked, so call :meth:`Envelope.check_columns` or
    :meth:`Envelope.check_column`.

    Parameters
    ----------
    path : Path
        The file.
    expected : Envelope
        The envelope that the file must have, without its columns.
    check_sizes : callable
        Raises a DamageError if a file for this board cannot have columns of these sizes. It is
        called before any column is read.
    names : iterable of str, optional
        The names of the columns to read.
    """
    with _opened(path) as (_, archive):
        envelope = Envelope.decode(expected.format, _document(archive))
        envelope.check(expected)
        check_sizes({name: size for name, _, size in _columns_of(envelope)})
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
    """Map the large columns of a file into memory, and read the small ones.

    Windows can neither replace nor remove a mapped file. The columns are not checked, so call
    :meth:`Envelope.check_columns` or :meth:`Envelope.check_column`.
    """
    with _opened(path) as (file, archive):
        envelope = Envelope.decode(format, _document(archive))
        columns, left = {}, path.stat().st_size
        for name, dtype, size in _columns_of(envelope):
            info = archive.getinfo(f"{name}.npy")
            if info.compress_type != ZIP_STORED:
                raise DamageError(f"its column {name} is compressed, and none should be")
            _check_size(path, name, dtype.itemsize * size, info)
            left -= dtype.itemsize * size
            if left < 0:  # columns that share their bytes could fill the memory
                raise DamageError("its columns together are larger than the file")
            file.seek(_begin(file, info))
            if _header(file, name, dtype, 1) != (size,):
                raise DamageError(f"its column {name} differs from its envelope")
            begin = file.tell()
            columns[name] = _column(file, dtype, begin, size)
    return envelope, columns


def _column(file: BinaryIO, dtype: np.dtype[Any], begin: int, size: int) -> npt.NDArray[Any]:
    """Return a read-only array from a file."""
    if dtype.itemsize * size >= _WORTH_MAPPING:
        if begin % dtype.itemsize:
            raise DamageError("a column is not aligned")
        return np.asarray(np.memmap(file, dtype, "r", begin, size))
    file.seek(begin)
    array = np.fromfile(file, dtype, size)
    array.flags.writeable = False
    return array


@contextmanager
def _opened(path: Path) -> Iterator[tuple[BinaryIO, ZipFile]]:
    if path.is_dir():
        raise StoreError(f"{path} is a folder: name a file")
    with open(path, "rb") as file, ZipFile(file) as archive:
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
    """Yield the name, the type and the size of each column that an envelope describes."""
    described = envelope.details["columns"]
    for name in described if names is None else names:
        kind, size = described[name]["type"], described[name]["size"]
        if kind not in _TYPES:
            raise DamageError(f"its column {name} is of type {kind}, and none should be")
        if not isinstance(size, int) or size < 0:
            raise DamageError(f"its column {name} has {size} numbers")
        yield name, np.dtype(kind), size


def _check_size(path: Path, name: str, size: int, info: ZipInfo) -> None:
    """Check that a file is large enough for a column with the given number of bytes."""
    most = path.stat().st_size * (_INFLATION if info.compress_type == ZIP_DEFLATED else 1)
    if size > min(most, info.file_size):
        raise DamageError(f"its column {name} cannot be as large as its envelope declares")


def _header(file: IO[bytes], name: str, dtype: np.dtype[Any], ndim: int) -> tuple[int, ...]:
    """Check the header of the next array in a file, and return the shape."""
    if npy.read_magic(file) == (1, 0):
        shape, is_fortran, type_found = npy.read_array_header_1_0(file)
        if type_found == dtype and not is_fortran and len(shape) == ndim:
            return tuple(shape)
    raise DamageError(f"its column {name} differs from its envelope")


def _begin(file: BinaryIO, info: ZipInfo) -> int:
    """Return the offset of the content of an uncompressed member."""
    file.seek(info.header_offset)
    name, fields = _FIELD.unpack_from(file.read(_HEADER), _HEADER - _FIELD.size)
    return info.header_offset + _HEADER + int(name) + int(fields)
