"""Surveys: all pairs of a board, all positions of a class, all small boards, and new puzzles."""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
