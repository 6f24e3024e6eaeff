"""What has been found, as tables for others: `pegs data tables`.

What stands in :mod:`pegsolitaire.reproduce.published` comes from there. The other tables of
docs/results.md are parsed from it by ``python tools/tables.py``, into ``data/tables.json``; a test
sees to it that nothing is missing there, and that the page agrees with what is published.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import chain
from pathlib import Path

from pegsolitaire.reproduce.markdown import Cell, Columns, PageTable
from pegsolitaire.reproduce.published import census, classes, counts, diagonal
from pegsolitaire.sets.table_file import write_table

#: Tables of the page that are parts of one that comes from the published values.
IN_DATA = {
    "shortest-solutions-english-board": "shortest-solutions",
    "shortest-solutions-6x6-board": "shortest-solutions",
    "shortest-solutions-triangle-side-4": "shortest-solutions",
    "shortest-solutions-triangle-side-5": "shortest-solutions",
    "shortest-solutions-triangle-side-6": "shortest-solutions",
    "shortest-solutions-french": "shortest-solutions",
    "shortest-solutions-larger-boards": "shortest-solutions",
    "numbers-of-solutions-of-the-french-board": "numbers-of-solutions-of-the-french-board",
    "on-a-board-without-an-edge": "patterns-without-an-edge",
    "all-small-boards": "census-of-small-boards",
}


@cache
def result_tables() -> dict[str, PageTable]:
    """All tables by name.

    Examples
    --------
    >>> tables = result_tables()
    >>> tables["shortest-solutions"].columns["moves"][:3]
    [5, None, None]
    """
    data = resources.files("pegsolitaire.reproduce") / "data" / "tables.json"
    parsed = [PageTable(**table) for table in json.loads(data.read_text(encoding="utf-8"))]
    every = [*parsed, _shortest(), _french(), _patterns(), _unique(), _census()]
    return {table.name: table for table in sorted(every)}


def write_result_tables(folder: Path) -> Iterator[tuple[Path, int]]:
    """Write each table as CSV and as Parquet, and a list of them, ``index.csv``.

    Yields
    ------
    (path, rows) : pair of Path and int
        A file that was written, and how many rows it has.

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


# -- what is published ----------------------------------------------------------------------------


def _table(name: str, title: str, headings: str, rows: Iterator[tuple[Cell, ...]]) -> PageTable:
    columns = zip(*rows, strict=True)
    return PageTable(name, title, dict(zip(headings.split(), map(list, columns), strict=True)))


def _shortest() -> PageTable:
    """The shortest solutions of every problem of a board."""
    headings = "board start finish solvable moves solutions up_to_symmetry unordered"
    return _table("shortest-solutions", "Shortest solutions", headings, _shortest_rows())


def _shortest_rows() -> Iterator[tuple[Cell, ...]]:
    tables: list[Mapping[str, Mapping[tuple[str, str], tuple[int | None, ...] | None]]]
    tables = [counts.SHORTEST, counts.SHORTEST_INSIDE, diagonal.DIAGONAL_SHORTEST]
    for board, problems in chain.from_iterable(table.items() for table in tables):
        for ends, found in problems.items():
            yield board, *ends, found is not None, *(found or (None,) * 4)


def _french() -> PageTable:
    rows = ((*ends, number) for ends, number in counts.FRENCH_SOLUTIONS.items())
    title = "Numbers of solutions of the French board"
    name = "numbers-of-solutions-of-the-french-board"
    return _table(name, title, "start finish solutions", rows)


def _patterns() -> PageTable:
    rows = (
        (lattice, pegs, *row)
        for lattice, table in classes.PATTERNS.items()
        for pegs, row in table.items()
    )
    headings = "lattice pegs patterns unique most_jumps count"
    return _table("patterns-without-an-edge", "On a board without an edge", headings, rows)


def _unique() -> PageTable:
    rows = ((*key, *row) for key, row in classes.UNIQUE_JUMPS.items())
    headings = "board class one_winning_jump unique_solution"
    return _table("unique-winning-jumps-in-all", "Unique winning jumps, in all", headings, rows)


def _census() -> PageTable:
    rows = (
        (lattice, holes, *row)
        for lattice, table in census.CENSUS.items()
        for holes, row in table.items()
    )
    headings = "lattice holes boards every_hole_in_a_jump from_some_vacancy from_every_vacancy"
    return _table("census-of-small-boards", "All small boards", headings, rows)
