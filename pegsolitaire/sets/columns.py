"""Columns of numbers in one file of numpy: packed where a set is read whole, mapped where not.

A file is an ``.npz`` that ``numpy.load`` opens: a member a column, and ``envelope``, the bytes of
the envelope, which comes last. It is written aside and renamed, so that there is a whole set in
one file or none.

*Packed* columns hold unsigned integers: the differences of neighbours (modulo the size of the
type) in byte planes, the lowest bytes of all first, deflated. Sorted codes are near one another,
so that most planes are nearly zero: the 839,536 codes of the central game take 1.19 MB, as
differences alone 1.45. *Mapped* columns lie as they are in memory, at multiples of 64 bytes: an
answer reads a few pages.

What a column is called and of what type it is stands in the code, and a file has to agree
(:meth:`Envelope.check_columns`). How large a column is stands in the envelope; nothing is
allocated before the file is seen to agree, too, and to be large enough.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np
import numpy.lib.format as npy
import numpy.typing as npt

from pegsolitaire.errors import StoreError
from pegsolitaire.files import check_disk, synced
from pegsolitaire.sets.envelope import Arrays, DamageError, Envelope, Format, description

_ENVELOPE = "envelope"
_LARGEST_ENVELOPE = 1 << 24  # bytes
_TYPES = frozenset({"uint8", "uint16", "uint32", "uint64", "int64", "float64"})
_EARLIER = (b"PAR1", b"ARRO")  # how Parquet and Arrow begin
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
    """The differences of neighbours, all their lowest bytes first: (bytes of a number, size)."""
    gaps = np.diff(column, prepend=column.dtype.type(0))
    return np.ascontiguousarray(gaps.view(np.uint8).reshape(-1, gaps.itemsize).T)


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
        for name, dtype, size in _described(envelope, names):
            info = archive.getinfo(f"{name}.npy")
            _check_size(path, name, dtype.itemsize * size, info)
            with archive.open(info) as member:
                _check_header(member, name, np.dtype("uint8"), (dtype.itemsize, size))
                content = member.read(dtype.itemsize * size)
            planes = np.frombuffer(content, np.uint8).reshape(dtype.itemsize, size)
            gaps = np.array(planes.T, order="C").view(dtype).ravel()
            columns[name] = np.cumsum(gaps, dtype=dtype, out=gaps)
    return envelope, columns


def map_columns(path: Path, format: Format) -> tuple[Envelope, Arrays]:
    """The mapped columns of a file: :meth:`Envelope.check_columns` tells if they are whole."""
    with _opened(path) as (file, archive):
        envelope = Envelope.decode(format, _document(archive))
        columns = {}
        for name, dtype, size in _described(envelope):
            info = archive.getinfo(f"{name}.npy")
            _check_size(path, name, dtype.itemsize * size, info)
            file.seek(_begin(file, info))
            _check_header(file, name, dtype, (size,))
            begin = file.tell()
            mapped = np.memmap(file, dtype, "r", begin, size) if size else np.empty(0, dtype)
            columns[name] = np.require(mapped, requirements="A").view(np.ndarray)
    return envelope, columns


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


def _described(
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
    """See that a file can hold a column of so many bytes, before they are allocated."""
    most = path.stat().st_size * (_INFLATION if info.compress_type == ZIP_DEFLATED else 1)
    if size > min(most, info.file_size):
        raise DamageError(f"its column {name} cannot be as large as it says")


def _check_header(
    file: IO[bytes], name: str, dtype: np.dtype[Any], shape: tuple[int, ...]
) -> None:
    """See that numbers of this type and shape come next in a file."""
    if npy.read_magic(file) != (1, 0) or npy.read_array_header_1_0(file) != (shape, False, dtype):
        raise DamageError(f"its column {name} is not what its envelope says")


def _begin(file: BinaryIO, info: ZipInfo) -> int:
    """Where the content of a member begins that is not deflated."""
    file.seek(info.header_offset)
    name, fields = _FIELD.unpack_from(file.read(_HEADER), _HEADER - _FIELD.size)
    return info.header_offset + _HEADER + int(name) + int(fields)
