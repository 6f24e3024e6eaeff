"""Tables as files for others: CSV, and Parquet with the types of the columns."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pegsolitaire.errors import StoreError
from pegsolitaire.files import check_target, written_aside
from pegsolitaire.tables import need

Cell = str | int | float | bool | None

_WORD = 1 << 63  # past which an integer is a decimal
_ENDINGS = (".csv", ".parquet")


def check_table_target(path: Path) -> None:
    """See that a table can be written there, before it is made.

    Raises
    ------
    MissingExtraError
        If it is Parquet, and pyarrow is not installed.
    StoreError
        If it is neither CSV nor Parquet by its ending, or cannot be written.
    """
    if path.suffix.lower() not in _ENDINGS:
        raise StoreError(f"cannot write {path}: its name should end with {' or '.join(_ENDINGS)}")
    if path.suffix.lower() == ".parquet":
        need("pyarrow")
    check_target(path)


def write_table(columns: Mapping[str, Sequence[Cell]], path: Path, title: str) -> None:
    """Write a table, all or nothing, by the ending of its name as CSV or as Parquet.

    Parameters
    ----------
    columns : mapping of str to sequence
        The cells of each column, of one type; None where there is nothing.
    path : Path
        The file.
    title : str
        What it holds: Parquet says it in its metadata.

    Raises
    ------
    StoreError
        If it cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "sides.csv")
    ...     write_table({"side": [4, 5], "moves": [5, 9]}, path, "fewest moves")
    ...     path.read_text().split()
    ['side,moves', '4,5', '5,9']
    """
    if path.suffix.lower() == ".csv":
        with written_aside(path) as aside, open(aside, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(zip(*columns.values(), strict=True))
        return
    from pegsolitaire.sets.export import write_batches  # which imports numpy

    arrays = {name: _column(cells) for name, cells in columns.items()}
    said = {"format": "pegsolitaire table", "version": 1, "title": title}
    types = {name: array.type for name, array in arrays.items()}
    write_batches(path, json.dumps(said).encode(), types, [arrays])


def _column(cells: Sequence[Cell]) -> Any:
    """A column of Arrow; integers of more than 64 bits are decimals."""
    pa = need("pyarrow")
    whole = [cell for cell in cells if isinstance(cell, int) and not isinstance(cell, bool)]
    if whole and max(map(abs, whole)) >= _WORD:
        return pa.array(cells, pa.decimal128(38))
    return pa.array(cells)
