"""The tablebase of the English board down to one peg in d4."""

from functools import cache

from pegsolitaire.board import named_board
from pegsolitaire.sets import Tablebase

T4, T5, ENGLISH = (named_board(name) for name in ("triangle4", "triangle5", "english"))


@cache
def english_to_d4():
    """Build the largest table of these tests only once."""
    return Tablebase.build(ENGLISH, ["d4"])
