"""The tables of a page of Markdown, with the types of their columns.

A number loses its commas and its marks (bold, a star for what is new); a cell with nothing in it
is none; where the first column leaves cells empty because they repeat, they are filled; a last row
of sums, called all, is left out. A table that runs from left to right (its headings are numbers)
is turned. Of cells such as ``2, 12``, whose heading says ``most jumps, count``, each half is a
column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

Cell = str | int | float | None
Columns = dict[str, list[Cell]]

_RULE = re.compile(r"\|[\s:|-]+\|$")
_HEADING = re.compile(r"(#{2,3}) (.+)")
_PAIR = re.compile(r"([\d,]*\d), ([\d,]*\d)$")
_INTEGER = re.compile(r"-?\d{1,3}(,\d{3})*\*?$|-?\d+\*?$")
_FLOAT = re.compile(r"-?\d[\d,]*\.\d+(e-?\d+)?\*?$|-?\d+e-?\d+\*?$")


class PageTable(NamedTuple):
    """A table of a page.

    Attributes
    ----------
    name : str
        Of the headings above it, in lower case with hyphens; the second of a section ends in 2.
    title : str
        The headings.
    columns : dict of str to list
        The cells by column.
    """

    name: str
    title: str
    columns: Columns


def page_tables(text: str) -> Iterator[PageTable]:
    """All tables of a page, in their order.

    Examples
    --------
    >>> page = '''
    ... ## Moves (by search)
    ...
    ... | side | fewest moves, how many |
    ... |---|---|
    ... | **4** | 5, 1,002 |
    ... | 5 | |
    ... '''
    >>> [table] = page_tables(page)
    >>> table.name, table.title
    ('moves', 'Moves (by search)')
    >>> table.columns
    {'side': [4, 5], 'fewest_moves': [5, None], 'how_many': [1002, None]}
    """
    section, part = "", ""
    seen: dict[str, int] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if heading := _HEADING.match(line):
            level, words = heading.groups()
            section, part = (words, "") if level == "##" else (section, words)
        elif _RULE.match(line) and number and lines[number - 1].startswith("|"):
            title = f"{section}: {part}" if part else section
            name = "-".join(filter(None, (_slug(section), _slug(part))))
            seen[name] = count = seen.get(name, 0) + 1
            rows = [_cells(lines[number - 1]), *_rows(lines[number + 1 :])]
            yield PageTable(f"{name}-{count}" if count > 1 else name, title, _columns(rows))


def _rows(lines: Sequence[str]) -> Iterator[list[str]]:
    for line in lines:
        if not line.startswith("|"):
            return
        yield _cells(line)


def _cells(line: str) -> list[str]:
    cells = [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]
    return [cell.replace("**", "").replace("`", "") for cell in cells]


def _slug(heading: str) -> str:
    """A heading as a part of a name: what stands in brackets is left out."""
    words = re.sub(r"\([^)]*\)|'", "", heading).lower()
    return re.sub(r"[^a-z0-9]+", "-", words).strip("-")


def _columns(rows: list[list[str]]) -> Columns:
    if len(rows[0]) > 2 and all(cell.isdigit() for cell in rows[0][1:]):
        rows = [list(row) for row in zip(*rows, strict=True)]
    headings, *body = (row for row in rows if row[0] != "all")
    columns: Columns = {}
    for number, (heading, *cells) in enumerate(zip(headings, *body, strict=True)):
        if number == 0 and cells and cells[0]:
            cells = list(_filled(cells))
        for name, values in _typed(heading, cells):
            known = [one for one in columns if one == name or one.startswith(f"{name}_")]
            columns[f"{name}_{len(known) + 1}" if name in columns else name] = values
    return columns


def _filled(cells: Sequence[str]) -> Iterator[str]:
    last = ""
    for cell in cells:
        last = cell or last
        yield last


def _typed(heading: str, cells: Sequence[str]) -> Iterator[tuple[str, list[Cell]]]:
    """The columns of a column, of one type each, with their names."""
    parts = [_slug(part).replace("-", "_") for part in heading.split(", ")]
    pairs = [_PAIR.match(cell) for cell in cells]
    some = [cell for cell in cells if cell]
    whole = all(map(_INTEGER.match, some))
    if len(parts) == 2 and some and not whole and all(map(_PAIR.match, some)):
        for half, name in enumerate(parts, 1):
            yield name, [None if pair is None else _integer(pair[half]) for pair in pairs]
        return
    name = "_".join(parts) or "what"
    if some and whole:
        yield name, [_integer(cell) if cell else None for cell in cells]
    elif some and all(_INTEGER.match(cell) or _FLOAT.match(cell) for cell in some):
        yield name, [_float(cell) if cell else None for cell in cells]
    else:
        yield name, [cell or None for cell in cells]


def _integer(cell: str) -> int:
    return int(cell.replace(",", "").rstrip("*"))


def _float(cell: str) -> float:
    return float(cell.replace(",", "").rstrip("*"))
