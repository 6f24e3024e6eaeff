"""Explain why a position is lost, which jump lost a game, and how a game can begin."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
