"""Write the tables of results as data files, for `pegs export tables`.

Some tables of docs/results-in-full.md are not computed by any row. They are stored in
``data/tables.json``. The other tables are built from the values of rows. ``python
tools/tables.py`` writes all tables into the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

import msgspec

from pegsolitaire.papers.rows import printed
from pegsolitaire.sets.level_tables import Cell, write_table

Columns = dict[str, list[Cell]]


class ResultTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of results.

    Attributes
    ----------
    name : str
        The headings above the table on the page, in lower case with hyphens.
    title : str
        The headings as text.
    columns : dict of str to list
        The cells of each column.
    """

    name: str
    title: str
    columns: Columns


@cache
def result_tables() -> dict[str, ResultTable]:
    """All tables, by name.

    Examples
    --------
    >>> tables = result_tables()
    >>> tables["shortest-solutions"].columns["moves"][:3]
    [5, None, None]
    """
    data = resources.files("pegsolitaire.papers") / "data" / "tables.json"
    stored = msgspec.json.decode(data.read_bytes(), type=list[ResultTable])
    tables = {table.name: table for table in (*stored, *_of_rows())}
    return dict(sorted(tables.items()))


def write_result_tables(folder: Path) -> Iterator[tuple[Path, int]]:
    """Write each table as CSV and as Parquet, and list all tables in ``index.csv``.

    Yields
    ------
    (path, rows) : pair of Path and int
        A file that was written, and its number of rows.

    Raises
    ------
    StoreError
        If a file cannot be written.
    """
    index: Columns = {"name": [], "title": [], "rows": [], "columns": []}
    for name, table in result_tables().items():
        rows = len(next(iter(table.columns.values())))
        for ending in ("csv", "parquet"):
            path = folder / f"{name}.{ending}"
            write_table(table.columns, path, table.title)
            yield path, rows
        cells: tuple[Cell, ...] = (name, table.title, rows, " ".join(table.columns))
        for column, cell in zip(index.values(), cells, strict=True):
            column.append(cell)
    write_table(index, folder / "index.csv", "tables")
    yield folder / "index.csv", len(index["name"])


# -- tables from rows -----------------------------------------------------------------------------


def _of_rows() -> Iterator[ResultTable]:
    headings = "board start finish solvable moves solutions up_to_symmetry unordered"
    yield _table("shortest-solutions", "Shortest solutions", headings, _shortest())
    yield _table(
        "numbers-of-solutions-of-the-french-board",
        "Numbers of solutions of the French board",
        "start finish solutions",
        (
            (vacancy, finish, number)
            for (board, vacancy), solutions in printed("new-solutions", "board", "vacancy").items()
            if board == "french"
            for finish, number in solutions.items()
        ),
    )
    headings = "lattice pegs patterns unique most_jumps count"
    rows = _by_number("new-patterns", "square", "triangular")
    yield _table("patterns-without-an-edge", "On a board without an edge", headings, rows)
    yield _table(
        "unique-winning-jumps-in-all",
        "Unique winning jumps, in all",
        "board class one_winning_jump unique_solution",
        ((*key, *counts) for key, counts in printed("new-unique", "board", "letter").items()),
    )
    headings = "lattice holes boards every_hole_in_a_jump from_some_vacancy from_every_vacancy"
    rows = _by_number("new-census", "square", "triangular", "square-diagonal")
    yield _table("census-of-small-boards", "All small boards", headings, rows)


def _table(name: str, title: str, headings: str, rows: Iterable[tuple[Cell, ...]]) -> ResultTable:
    columns = map(list, zip(*rows, strict=True))
    return ResultTable(name, title, dict(zip(headings.split(), columns, strict=True)))


def _shortest() -> Iterator[tuple[Cell, ...]]:
    """Yield the shortest solutions of every problem, first on boards without diagonal jumps."""
    inside = printed("new-shortest-inside", "board", "start", "finish")
    for is_diagonal in (False, True):
        for board, table in printed("new-shortest", "board").items():
            if ("+" in board) is is_diagonal:
                for ends, found in table.items():
                    yield _solved((board, *ends.split()), found)
        for key, found in () if is_diagonal else inside.items():
            yield _solved(key, found)


def _solved(ends: tuple[str, ...], found: Sequence[int | None] | None) -> tuple[Cell, ...]:
    return *ends, found is not None, *(found or [None] * 4)


def _by_number(name: str, *lattices: str) -> Iterator[tuple[Cell, ...]]:
    for lattice in lattices:
        for number, row in printed(f"{name}-{lattice}").items():
            yield lattice, int(number), *row
