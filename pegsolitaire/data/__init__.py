"""Built-in data: puzzles, lessons, and known results about boards."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
