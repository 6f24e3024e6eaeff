"""Reasons: why a position is lost, what a game threw away, and where a game can begin."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
