"""Level sets and winning sets: built, stored, opened and asked."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
