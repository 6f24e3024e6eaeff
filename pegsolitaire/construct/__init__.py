"""Construction: triangles, rectangles and hexagons of any side, solved without a search."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
