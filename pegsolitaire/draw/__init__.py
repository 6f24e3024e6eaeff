"""Draw boards, games and diagrams: SVG for pages and notebooks, text for terminals."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
