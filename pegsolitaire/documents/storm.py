"""The positions of the storm."""

from __future__ import annotations

from typing_extensions import TypedDict

from pegsolitaire.data import storm_positions
from pegsolitaire.documents.document import document
from pegsolitaire.game import code_text


@document
class StormPositionDocument(TypedDict):
    """A position of which exactly one jump still wins."""

    board: str
    position: str
    """by its code"""
    jump: str
    """the one that wins"""
    rating: float
    """how hard it is, in bits"""


@document
class StormDocument(TypedDict):
    """Positions to find the winning jump of, against the clock; the easy ones first."""

    positions: list[StormPositionDocument]


def storm_document() -> StormDocument:
    """The positions that come along."""
    return {
        "positions": [
            {
                "board": one.position.board.name,
                "position": code_text(one.position.code),
                "jump": str(one.jump),
                "rating": one.rating,
            }
            for one in storm_positions()
        ]
    }
