"""Analysis: what winning positions tell about problems."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
