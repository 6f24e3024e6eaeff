"""Write the tables of docs/results.md into the package: ``pegs data tables`` hands them out.

    python tools/tables.py

Run it after the page has changed; a test tells. Tables of which the published values have all are
left out (``pegsolitaire/reproduce/tables.py``), and that of the unique winning jumps gets a row
for each board, class and number of pegs.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from pegsolitaire.reproduce.markdown import Columns, PageTable, page_tables
from pegsolitaire.reproduce.tables import IN_DATA

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "results.md"
FILE = ROOT / "pegsolitaire" / "reproduce" / "data" / "tables.json"


def tables() -> Iterator[PageTable]:
    """The tables that the package keeps."""
    for table in page_tables(PAGE.read_text(encoding="utf-8")):
        if table.name == "unique-winning-jumps":
            yield table._replace(columns=in_rows(table.columns))
        elif table.name not in IN_DATA:
            yield table


def in_rows(columns: Columns) -> Columns:
    """A row for each board, class and number of pegs, of a table with columns like ``english A``.

    The last row, of unique solutions, is published, and left out.
    """
    found: Columns = {name: [] for name in ("board", "class", "pegs", "jumps", "positions")}
    for name, cells in columns.items():
        board, _, letter = name.rpartition("_")
        for pegs, cell in zip(columns["pegs"], cells, strict=True):
            pair = re.fullmatch(r"(\d+), (\d+)", str(cell))
            if board and pair is not None:
                row = (board, letter.upper(), int(str(pegs)), *map(int, pair.groups()))
                for column, one in zip(found.values(), row, strict=True):
                    column.append(one)
    return found


def text() -> str:
    """The file."""
    rows = (json.dumps(table._asdict(), ensure_ascii=False) for table in tables())
    return "[\n" + ",\n".join(rows) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
    print(f"{FILE.relative_to(ROOT)}: {FILE.stat().st_size:,} bytes")
