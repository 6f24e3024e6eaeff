"""Columns of numbers as Parquet (packed) and Arrow IPC (mapped), sealed by their envelope.

What a column is called and of what type it is stands in the code, and a file has to agree: one
flipped bit in the description of a file turns integers into floating-point numbers of the same
bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pegsolitaire.files import synced
from pegsolitaire.sets.envelope import KEY, Arrays, DamageError, Envelope, Format

if TYPE_CHECKING:
    import pyarrow as pa


def write_parquet(path: Path, envelope: Envelope, columns: Arrays, encoding: str) -> None:
    """Write columns that are packed, and read as a whole; they are on the disk then."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with synced(path) as file:
        pq.write_table(
            pa.Table.from_batches([_batch(envelope, columns)]), file, compression="zstd",
            use_dictionary=False, column_encoding=dict.fromkeys(columns, encoding),
        )  # fmt: skip


def read_parquet(path: Path, format: Format) -> tuple[Envelope, Arrays]:
    """What :func:`write_parquet` wrote: :meth:`Envelope.check_columns` tells whether it is."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        metadata, table = file.schema_arrow.metadata, file.read()
    columns = {
        name: table.column(name).combine_chunks().to_numpy(zero_copy_only=False)
        for name in table.column_names
    }
    return _envelope(format, metadata), columns


def write_arrow(path: Path, envelope: Envelope, columns: Arrays) -> None:
    """Write columns that are mapped into memory, so that an answer reads a few pages."""
    import pyarrow as pa

    # The class of a board of 41 holes has one word more than Arrow writes of its own accord.
    options = pa.ipc.IpcWriteOptions(allow_64bit=True)
    batch = _batch(envelope, columns)
    with (
        pa.OSFile(str(path), "wb") as file,
        pa.ipc.new_file(file, batch.schema, options=options) as writer,
    ):
        writer.write_batch(batch)


def map_arrow(path: Path, format: Format) -> tuple[Envelope, Arrays]:
    """What :func:`write_arrow` wrote: :meth:`Envelope.check_columns` tells whether it is."""
    import pyarrow as pa

    with pa.memory_map(str(path)) as file, pa.ipc.open_file(file) as reader:
        if reader.num_record_batches != 1:
            raise DamageError("it is not whole")
        metadata, batch = reader.schema.metadata, reader.get_batch(0)
        batch.validate(full=True)
        columns = {
            name: column.to_numpy(zero_copy_only=not column.null_count)
            for name, column in zip(batch.schema.names, batch.columns, strict=True)
        }
    return _envelope(format, metadata), columns


def _batch(envelope: Envelope, columns: Arrays) -> pa.RecordBatch:
    import pyarrow as pa

    metadata = {KEY: envelope.sealed(columns).encode()}
    fields = [
        pa.field(name, pa.from_numpy_dtype(one.dtype), False) for name, one in columns.items()
    ]
    arrays: list[Any] = [pa.array(column) for column in columns.values()]
    return pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields, metadata))


def _envelope(format: Format, metadata: Mapping[bytes, bytes] | None) -> Envelope:
    return Envelope.decode(format, (metadata or {}).get(KEY))
