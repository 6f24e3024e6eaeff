"""Solve triangles, rectangles and hexagons of any size by construction, without a search."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
