"""Reproducing the papers: each table and numbered result as a row, computed and compared.

``published`` has what they print, a module a paper; the modules of the same names here have the
rows, ``ours`` those that the papers lack. ``run`` chooses and runs rows, ``page`` writes what came
out as one page of HTML.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegsolitaire.lazy import hand_out

if TYPE_CHECKING:
    from pegsolitaire.reproduce.page import page
    from pegsolitaire.reproduce.row import Cost, Difference, Result, Row, differences, plain
    from pegsolitaire.reproduce.rows import PAPERS, all_rows, new_rows, paper_of, paper_rows
    from pegsolitaire.reproduce.run import Kept, choose, run_row

__all__ = [
    "PAPERS",
    "Cost",
    "Difference",
    "Kept",
    "Result",
    "Row",
    "all_rows",
    "choose",
    "differences",
    "new_rows",
    "page",
    "paper_of",
    "paper_rows",
    "plain",
    "run_row",
]

hand_out(
    __name__,
    {
        "page": "page",
        "row": "Cost Difference Result Row differences plain",
        "rows": "PAPERS all_rows new_rows paper_of paper_rows",
        "run": "Kept choose run_row",
    },
)
