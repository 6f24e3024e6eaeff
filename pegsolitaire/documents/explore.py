"""What each jump from a position leads to, as JSON; numbers of solutions are texts.

Numbers of JavaScript end at 2**53; the command line says the same document as the server.
"""

from __future__ import annotations

from typing_extensions import TypedDict

from pegsolitaire.analysis import Exploration, ExploredJump
from pegsolitaire.documents.document import document, texts
from pegsolitaire.game import code_text


@document
class ExploredJumpDocument(TypedDict):
    """A jump; what is not known of it is null."""

    jump: str
    twins: list[str]
    """the jumps that a symmetry of the position takes it to: their numbers are the same"""
    winning: bool | None
    solutions: str | None
    """ways to win after it"""
    share: float | None
    """of all ways to win from the position, those that begin with it or a twin"""
    moves: int | None
    """the fewest moves of a way to win that begins with it; null where none does"""
    rest: int | None
    """the fewest moves from the position after it"""
    chance: float | None
    """that a player who takes any legal jump wins after it"""


@document
class ExploreDocument(TypedDict):
    """A position, and each of its jumps, the best first."""

    position: str
    pegs: int
    winning: bool | None
    solutions: str | None
    moves: int | None
    chance: float | None
    jumps: list[ExploredJumpDocument]


def explore_document(found: Exploration) -> ExploreDocument:
    """A position and its jumps, each with its numbers."""
    return {
        "position": code_text(found.position.code),
        "pegs": len(found.position),
        "winning": found.winning,
        "solutions": _text(found.solutions),
        "moves": found.moves,
        "chance": found.chance,
        "jumps": [_row(row) for row in found.jumps],
    }


def _row(row: ExploredJump) -> ExploredJumpDocument:
    return {
        "jump": str(row.jump),
        "twins": texts(row.twins),
        "winning": row.winning,
        "solutions": _text(row.solutions),
        "share": row.share,
        "moves": row.moves,
        "rest": row.rest,
        "chance": row.chance,
    }


def _text(number: int | None) -> str | None:
    return None if number is None else str(number)
