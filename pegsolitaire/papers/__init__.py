"""The papers: tables and numbered results as rows, recomputed and compared; figures redrawn.

The printed values and the texts of rows are data, ``data/*.toml``; the modules with the same names
compute rows and draw figures, and ``new`` has results that the papers lack. ``rows`` joins data
and functions and compares values, ``run`` selects rows and figures, and ``pages`` writes them as
HTML pages.
"""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
