"""Tables, which are shown in notebooks and converted to Arrow, pandas and Polars.

A class only defines its columns; the code below shows and converts all tables. Arrow, pandas and
Polars are installed with the extra ``frames``, and imported when first used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from pegsolitaire.errors import MissingExtraError
from pegsolitaire.signals import postponed

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa


#: Columns by name: arrays or lists of values, all of the same length.
Columns = Mapping[str, Any]

_MAX_SHOWN_ROWS = 60  # the most rows that are shown


class Framed:
    """Base class of objects that can be converted to a table, in batches of rows.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> wins = ps.WinningSets.build(ps.Problem.complement(ps.Board("triangle5"), "a1"))
    >>> table = wins.to_arrow()
    >>> table.column_names, table.num_rows == len(wins)
    (['pegs', 'code'], True)
    """

    #: The name of each column, and Arrow's name for its type.
    column_types: ClassVar[Mapping[str, str]]

    def batches(self) -> Iterator[Columns]:
        """Iterate over the table in batches of rows."""
        raise NotImplementedError

    def to_arrow(self) -> pa.Table:
        """Convert all rows to an Arrow table, which DuckDB can query directly.

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
        """Convert all rows to a pandas data frame.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """
        need("pandas")
        frame: pd.DataFrame = self.to_arrow().to_pandas()
        return frame

    def to_polars(self) -> pl.DataFrame:
        """Convert all rows to a Polars data frame.

        Raises
        ------
        MissingExtraError
            If Polars is not installed.
        """
        polars = need("polars")
        frame: pl.DataFrame = polars.from_arrow(self.to_arrow())
        return frame


class Tabled(Framed):
    """Base class of small tables, which notebooks display.

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
        """Return the rows, each with its values in the order of the columns."""
        raise NotImplementedError

    @property
    def table_title(self) -> str:
        """The caption of the table."""
        return ""

    def batches(self) -> Iterator[Columns]:
        """Yield all rows as a single batch."""
        rows = list(self.table_rows())
        names = list(self.column_types)
        yield {name: [row[i] for row in rows] for i, name in enumerate(names)}

    def _repr_html_(self) -> str:
        return html_table(list(self.column_types), self.table_rows(), self.table_title)


def html_table(
    headers: Sequence[str],
    rows: Iterable[Sequence[object]],
    title: str = "",
) -> str:
    """Render a table as HTML without styles, because notebooks and web pages have their own.

    If there are more than 60 rows, the last row gives the number of rows left out.

    Parameters
    ----------
    headers : sequence of str
        The column headings.
    rows : iterable of sequences
        The values of each row; None leaves a cell empty.
    title : str, optional
        The caption.

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
    lines += [_row(list(map(cell_text, row)), "td") for row in rows[:_MAX_SHOWN_ROWS]]
    if (more := len(rows) - _MAX_SHOWN_ROWS) > 0:
        lines.append(f'<tr><td colspan="{len(headers)}">and {more:,} more</td></tr>')
    return "\n".join([*lines, "</tbody>", "</table>"])


def _row(cells: Sequence[str], kind: str) -> str:
    return f"<tr>{''.join(f'<{kind}>{escape(cell)}</{kind}>' for cell in cells)}</tr>"


def cell_text(value: object) -> str:
    """Format a value for a cell of a table."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def arrow_schema(types: Mapping[str, Any]) -> pa.Schema:
    """Build an Arrow schema from the names and types of columns."""
    schema: pa.Schema = need("pyarrow").schema(dict(types))
    return schema


def record_batch(schema: pa.Schema, columns: Columns) -> pa.RecordBatch:
    """Build an Arrow record batch from columns."""
    arrow = need("pyarrow")
    arrays = [arrow.array(columns[name], schema.field(name).type) for name in schema.names]
    batch: pa.RecordBatch = arrow.record_batch(arrays, schema=schema)
    return batch


def need(library: str) -> Any:
    """Import a library from the optional dependencies ``frames``.

    Raises
    ------
    MissingExtraError
        If the library is not installed.
    """
    try:
        # Arrow imports pandas when it is first used, and takes any exception meanwhile, such as
        # that of Ctrl-C, for a missing pandas. Therefore pandas is imported here.
        with postponed(), suppress(ImportError):
            import_module("pandas")
        return import_module(library)
    except ImportError as error:
        raise MissingExtraError(
            f"{library} is not installed: install it with pip install 'pegsolitaire[frames]'"
        ) from error
