"""Build, store, open and query level sets and winning sets."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
