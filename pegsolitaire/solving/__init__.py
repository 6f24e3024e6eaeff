"""Solve problems: find or rule out solutions, find the fewest moves, count solutions."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
