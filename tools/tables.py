"""Write the tables of the pages with results, which `pegs export tables` also writes as files.

    python tools/tables.py

The pages are docs/results-in-full.md and docs/two-players.md. The data come from
``pegsolitaire.papers.tables``. Their layout on the page (headings, sums, and cells that are marked
or rounded) comes from ``docs/results.json``. On the page, a comment with the name of the table
stands above each table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from pegsolitaire.papers.tables import result_tables

DOCS = Path(__file__).parents[1] / "docs"
PAGES = [DOCS / "results-in-full.md", DOCS / "two-players.md"]
LAYOUTS = DOCS / "results.json"
_TABLE = re.compile(r"(<!-- table: ([a-z0-9-]+) -->\n\n)((?:\|.*\n)+)")


class Layout(msgspec.Struct, forbid_unknown_fields=True):
    """The layout of a table on the page.

    Attributes
    ----------
    columns : list of list of str
        For each column of the page, its heading and one or two columns of the data.
    cells : dict of str to str
        Replacement texts for cells, by row and column.
    formats : dict of str to str
        Columns whose numbers need another format than commas.
    last : list of list of str
        Rows at the end of the table, such as sums.
    groups : bool
        Whether to leave the first column empty where its value repeats.
    across : bool
        Whether to swap rows and columns.
    """

    columns: list[list[str]]
    cells: dict[str, str] = {}
    formats: dict[str, str] = {}
    last: list[list[str]] = []
    groups: bool = False
    across: bool = False


def text(page: str) -> str:
    """Return the page with its tables updated from the data."""
    layouts = msgspec.json.decode(LAYOUTS.read_bytes(), type=dict[str, Layout])
    tables = {name: table.columns for name, table in result_tables().items()}
    tables |= _views(tables)
    return _TABLE.sub(lambda m: m[1] + _shown(tables[m[2]], layouts[m[2]]), page)


def _shown(columns: Mapping[str, Sequence[Any]], layout: Layout) -> str:
    """Return a table in Markdown."""

    def cells(name: str) -> list[str]:
        return [_cell(value, layout.formats.get(name, ",")) for value in columns[name]]

    rows = [
        [", ".join(filter(None, pair)) for pair in zip(*map(cells, names), strict=True)]
        for _, *names in layout.columns
    ]
    if layout.groups:
        rows[0] = [cell for _, run in groupby(rows[0]) for cell in [next(run), *("" for _ in run)]]
    lines = [list(line) for line in zip(*rows, strict=True)]
    for place, words in layout.cells.items():
        row, column = map(int, place.split())
        lines[row][column] = words
    lines = [[heading for heading, *_ in layout.columns], *lines, *layout.last]
    if layout.across:
        lines = [list(line) for line in zip(*lines, strict=True)]
    lines.insert(1, ["---"] * len(lines[0]))
    rule = "|" + "---|" * len(lines[0])
    return "".join(
        f"{rule if i == 1 else '| ' + ' | '.join(line) + ' |'}\n" for i, line in enumerate(lines)
    )


def _cell(value: object, form: str) -> str:
    if isinstance(value, int | float):
        return format(value, form).replace("e-0", "e-")
    return "" if value is None else str(value)


# -- tables that the page splits or shows side by side --------------------------------------------


def _views(tables: Mapping[str, Mapping[str, Sequence[Any]]]) -> dict[str, dict[str, list[Any]]]:
    """Return those tables by name."""
    shortest = tables["shortest-solutions"]
    moves = ["no solution" if n is None else n for n in shortest["moves"]]
    shortest = {**shortest, "moves": moves}
    parts = {
        "english-board": ["english"], "6x6-board": ["square6"], "french": ["french"],
        "triangle-side-4": ["triangle4"], "triangle-side-5": ["triangle5"],
        "triangle-side-6": ["triangle6"],
        "larger-boards": ["wiegleb", "diamond", "english+diagonal"],
    }  # fmt: skip
    views = {
        f"shortest-solutions-{part}": _where(shortest, "board", boards)
        for part, boards in parts.items()
    }
    unique = tables["unique-winning-jumps"]
    classes = [f"{b} {c}" for b, c in zip(unique["board"], unique["class"], strict=True)]
    views["unique-winning-jumps"] = _side_by_side({**unique, "of": classes}, "of", "pegs")
    patterns = tables["patterns-without-an-edge"]
    views["on-a-board-without-an-edge"] = _side_by_side(patterns, "lattice", "pegs")
    views["all-small-boards"] = _side_by_side(tables["census-of-small-boards"], "lattice", "holes")
    return views | _two_players(tables["two-players"])


def _two_players(columns: Mapping[str, Sequence[Any]]) -> dict[str, dict[str, list[Any]]]:
    """Return the table of two players in parts; of rows of holes, only who wins."""
    parts = {
        "triangles": [f"triangle{side}" for side in range(3, 8)],
        "squares": ["square4", "square5"],
        "other-boards": ["hexagon19", "rhombus4", "truncated12", "english"],
    }
    views = {f"two-players-{part}": _where(columns, "board", of) for part, of in parts.items()}
    strips = [board for board in dict.fromkeys(columns["board"]) if board.endswith("x1")]
    row: dict[str, list[Any]] = {"holes": [int(board[9:-2]) for board in strips]}
    for kind in ("jump", "jump_misere", "move", "move_misere"):
        row[kind] = [_won(_where(columns, "board", [board]), kind) for board in strips]
    return views | {"two-players-rows-of-holes": row}


def _won(columns: Mapping[str, Sequence[Any]], kind: str) -> str:
    """Return the vacancies from which the first player wins."""
    pairs = zip(columns["vacancy"], columns[f"{kind}_winner"], strict=True)
    return " ".join(vacancy for vacancy, winner in pairs if winner == "first") or "none"


def _where(
    columns: Mapping[str, Sequence[Any]], name: str, values: Sequence[Any]
) -> dict[str, list[Any]]:
    keep = [one in values for one in columns[name]]
    return {
        key: [cell for cell, kept in zip(cells, keep, strict=True) if kept]
        for key, cells in columns.items()
    }


def _side_by_side(columns: Mapping[str, Sequence[Any]], of: str, key: str) -> dict[str, list[Any]]:
    """Return columns for each value of ``of``, with a row for each number of ``key``."""
    numbers = sorted(set(columns[key]))
    found: dict[str, list[Any]] = {key: numbers}
    for value in dict.fromkeys(columns[of]):
        part = _where(columns, of, [value])
        for name, cells in part.items():
            at = dict(zip(part[key], cells, strict=True))
            found[f"{value} {name}"] = [at.get(number) for number in numbers]
    return found


if __name__ == "__main__":
    for path in PAGES:
        page = path.read_text(encoding="utf-8")
        path.write_text(text(page), encoding="utf-8")
        print(f"{path.name}: {len(_TABLE.findall(page))} tables")
