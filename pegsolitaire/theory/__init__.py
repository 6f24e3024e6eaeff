"""Theory: position classes, problem types, resource counts, regions, SAX counts and removals."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
