"""Reproduce the papers: recompute tables and numbered results row by row, and redraw figures.

The printed values and the texts of rows are in ``data/*.toml``. The modules with the same names
compute rows and draw figures; ``new`` has results that are not in the papers. ``rows`` connects
data with functions and compares values, ``run`` selects rows and figures, and ``pages`` writes
HTML pages.
"""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
