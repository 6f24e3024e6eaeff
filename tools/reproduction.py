"""Compute the papers again for the site, and keep the results in docs/reproduction.json.

python tools/reproduction.py            rows of some seconds, as `pegs reproduce --quick`
python tools/reproduction.py whole      those of minutes too
python tools/reproduction.py large      all: hours, much memory and much disk

Rows that are kept are not computed again; --again computes them all. A run that is interrupted
keeps what is finished.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pegsolitaire import __version__
from pegsolitaire.papers import KeptResults, choose, paper_rows, run_row

FILE = Path(__file__).parent.parent / "docs" / "reproduction.json"


def main(words: list[str]) -> None:
    """Compute the rows that are not kept yet, or all of them."""
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
