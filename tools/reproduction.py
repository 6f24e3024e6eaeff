"""Recompute the papers for the site and store the results in docs/reproduction.json.

python tools/reproduction.py            rows that take seconds, as in `pegs reproduce --quick`
python tools/reproduction.py whole      also rows that take minutes
python tools/reproduction.py large      all rows: hours, much memory and much disk space

Stored rows are not recomputed, unless you add --again. If a run is interrupted, the finished rows
stay stored.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pegsolitaire import __version__
from pegsolitaire.papers import KeptResults, choose, paper_rows, run_row

FILE = Path(__file__).parent.parent / "docs" / "reproduction.json"


def main(words: list[str]) -> None:
    """Compute the rows that are not stored yet, or all of them with --again."""
    cost = next((word for word in words if not word.startswith("-")), "quick")
    rows = choose(paper_rows(), (), cost).entries
    kept = KeptResults(__version__, FILE)
    if "--again" in words:
        kept.forget(rows)
    for row in rows:
        if kept.result(row) is None:
            result = run_row(row)
            kept.add(result)
            print(f"{row.name}: {result.status}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
