"""Survey all problems of a board, all positions of a class or all small boards; find puzzles."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
