"""Theory of position classes, problem types, resource counts, regions and block removals."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
