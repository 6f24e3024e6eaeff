"""Results that are tables: shown in a notebook, and handed on to Arrow, pandas and Polars.

An object says once what its columns are. What shows or converts them is here, so that all of them
can do the same. Arrow, pandas and Polars come with the extra ``frames``, and are imported when
they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from pegsolitaire.errors import MissingExtraError

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

#: Columns by their names: arrays, or lists of values; all as long.
Columns = Mapping[str, Any]

_MOST = 60  # rows that are shown


class Framed:
    """What can be had as a table: its columns come in batches, the types of all are alike.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> wins = ps.WinningSets.build(ps.Problem.complement(ps.Board("triangle5"), "a1"))
    >>> table = wins.to_arrow()
    >>> table.column_names, table.num_rows == len(wins)
    (['pegs', 'code'], True)
    """

    #: Arrow's names for the types of the columns.
    column_types: ClassVar[Mapping[str, str]]

    def batches(self) -> Iterator[Columns]:
        """The columns, some rows after the other."""
        raise NotImplementedError

    def to_arrow(self) -> pa.Table:
        """All rows as an Arrow table, which DuckDB reads as it is.

        Raises
        ------
        MissingExtraError
            If Arrow is not installed.
        """
        arrow = need("pyarrow")
        schema = arrow_schema(self.column_types)
        table: pa.Table = arrow.Table.from_batches(
            [record_batch(schema, columns) for columns in self.batches()], schema
        )
        return table

    def to_pandas(self) -> pd.DataFrame:
        """All rows as a pandas frame.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """
        need("pandas")
        frame: pd.DataFrame = self.to_arrow().to_pandas()
        return frame

    def to_polars(self) -> pl.DataFrame:
        """All rows as a Polars frame.

        Raises
        ------
        MissingExtraError
            If Polars is not installed.
        """
        polars = need("polars")
        frame: pl.DataFrame = polars.from_arrow(self.to_arrow())
        return frame


class Tabled(Framed):
    """A table of few rows, which notebooks show.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> table = ps.level_table(ps.Problem.complement(ps.Board("triangle5"), "a1"))
    >>> table.to_arrow().column("F").to_pylist()[:5]
    [1, 1, 4, 19, 62]
    >>> table._repr_html_().count("<tr>")
    15
    """

    def table_rows(self) -> Iterable[Sequence[Any]]:
        """The values of each row, in the order of the columns."""
        raise NotImplementedError

    @property
    def table_title(self) -> str:
        """What the table is of."""
        return ""

    def batches(self) -> Iterator[Columns]:
        """All rows at once."""
        rows = list(self.table_rows())
        names = list(self.column_types)
        yield {name: [row[i] for row in rows] for i, name in enumerate(names)}

    def _repr_html_(self) -> str:
        return html_table(list(self.column_types), self.table_rows(), self.table_title)


def html_table(
    headers: Sequence[str], rows: Iterable[Sequence[object]], title: str = "", most: int = _MOST
) -> str:
    """A table as HTML, without a style of its own: notebooks and pages have theirs.

    Parameters
    ----------
    headers : sequence of str
        The heads of the columns.
    rows : iterable of sequences
        Their values; None leaves a cell empty.
    title : str, optional
        What is written above.
    most : int, optional
        Rows to show; a last row counts the rest.

    Examples
    --------
    >>> print(html_table(["pegs", "W"], [(1, 2345), (2, None)], "W < F"))
    <table>
    <caption>W &lt; F</caption>
    <thead><tr><th>pegs</th><th>W</th></tr></thead>
    <tbody>
    <tr><td>1</td><td>2,345</td></tr>
    <tr><td>2</td><td></td></tr>
    </tbody>
    </table>
    """
    rows = list(rows)
    lines = ["<table>"]
    if title:
        lines.append(f"<caption>{escape(title)}</caption>")
    lines += [f"<thead>{_row(headers, 'th')}</thead>", "<tbody>"]
    lines += [_row(list(map(cell_text, row)), "td") for row in rows[:most]]
    if len(rows) > most:
        lines.append(f'<tr><td colspan="{len(headers)}">and {len(rows) - most:,} more</td></tr>')
    return "\n".join([*lines, "</tbody>", "</table>"])


def _row(cells: Sequence[str], kind: str) -> str:
    return f"<tr>{''.join(f'<{kind}>{escape(cell)}</{kind}>' for cell in cells)}</tr>"


def cell_text(value: object) -> str:
    """A value as the cell of a table shows it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def arrow_schema(types: Mapping[str, Any]) -> pa.Schema:
    """The columns of a table for Arrow, with their types or the names of these."""
    schema: pa.Schema = need("pyarrow").schema(dict(types))
    return schema


def record_batch(schema: pa.Schema, columns: Columns) -> pa.RecordBatch:
    """Some rows for Arrow."""
    arrow = need("pyarrow")
    arrays = [arrow.array(columns[name], schema.field(name).type) for name in schema.names]
    batch: pa.RecordBatch = arrow.record_batch(arrays, schema=schema)
    return batch


def need(library: str) -> Any:
    """A library of the extra ``frames``, imported.

    Raises
    ------
    MissingExtraError
        If it is not installed.
    """
    try:
        return import_module(library)
    except ImportError as error:
        raise MissingExtraError(
            f"{library} is not installed: install it with pip install 'pegsolitaire[frames]'"
        ) from error
