"""The papers: each table and numbered result as a row, computed and compared; figures drawn again.

What they print and what rows say is data, ``data/*.toml``; the modules of the same names compute
rows and draw figures, ``new`` what the papers lack. ``rows`` joins both, ``compare`` runs and
compares a row, ``run`` chooses rows and figures, ``pages`` writes pages of HTML with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegsolitaire.lazy import hand_out

if TYPE_CHECKING:
    from pegsolitaire.papers.compare import Difference, Result, differences, plain, run_row
    from pegsolitaire.papers.pages import figures_page, rows_page
    from pegsolitaire.papers.rows import (
        PAPERS,
        Cost,
        Figure,
        Row,
        all_figures,
        all_rows,
        new_rows,
        paper_of,
        paper_rows,
    )
    from pegsolitaire.papers.run import Kept, choose, choose_figures

__all__ = [
    "PAPERS",
    "Cost",
    "Difference",
    "Figure",
    "Kept",
    "Result",
    "Row",
    "all_figures",
    "all_rows",
    "choose",
    "choose_figures",
    "differences",
    "figures_page",
    "new_rows",
    "paper_of",
    "paper_rows",
    "plain",
    "rows_page",
    "run_row",
]

hand_out(
    __name__,
    {
        "compare": "Difference Result differences plain run_row",
        "pages": "figures_page rows_page",
        "rows": "PAPERS Cost Figure Row all_figures all_rows new_rows paper_of paper_rows",
        "run": "Kept choose choose_figures",
    },
)
