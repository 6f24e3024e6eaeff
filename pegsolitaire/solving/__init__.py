"""Solving: a solution or a proof that there is none, fewest moves, numbers of solutions."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
