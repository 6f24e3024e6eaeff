"""Solve triangles, rectangles and hexagons of any side by construction, without a search."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
