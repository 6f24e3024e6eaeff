"""Triangles of any side, and rectangles: what can be solved, and solutions by construction.

Pictures of them are drawn by :mod:`pegsolitaire.triangular.drawing`.
"""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
