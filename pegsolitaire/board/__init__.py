"""Boards: holes on a lattice, with their jumps, symmetries and notations."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
