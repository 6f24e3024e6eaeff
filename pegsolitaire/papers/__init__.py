"""Reproduce the papers: recompute tables and numbered results row by row, and redraw figures.

The printed values and the texts of rows are in ``data/*.toml``. Modules with the same names
compute the rows and draw the figures, and ``new`` contains results that are not in the papers.
``rows`` connects the data with functions and compares values, ``run`` selects rows and figures,
and ``pages`` writes HTML pages.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
