"""The extremes of boards and of position classes."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import TypedDict

from pegsolitaire.analysis import ForcedLines
from pegsolitaire.board import Board
from pegsolitaire.documents.document import texts
from pegsolitaire.game import Position, Solution
from pegsolitaire.theory import PositionClass


class StuckDocument(TypedDict):
    """The shortest game from a vacancy to where no jump is possible; None: not found in time."""

    vacancy: str
    pegs: int | None
    jumps: int | None
    moves: list[str] | None
    code: int | None


class StuckBoardDocument(TypedDict):
    """Fool's solitaire from each vacancy of a board, up to symmetry."""

    board: str
    stuck: list[StuckDocument]


class FullestDocument(TypedDict):
    """The positions with the most pegs of some kind."""

    pegs: int | None
    codes: list[int]


class ForcedDocument(TypedDict):
    """The longest line of jumps each of which is the only one that wins."""

    jumps: list[str]
    codes: list[int]


ClassExtremesDocument = TypedDict(
    "ClassExtremesDocument",
    {
        "board": str,
        "class": str,
        "dead": FullestDocument,
        "unique_solution": FullestDocument,
        "forced": ForcedDocument,
    },
)


def stuck_document(vacancy: str, game: Solution | None) -> StuckDocument:
    """A game of fool's solitaire."""
    return {
        "vacancy": vacancy,
        "pegs": None if game is None else len(game.finish),
        "jumps": None if game is None else len(game.jumps),
        "moves": None if game is None else texts(game.moves),
        "code": None if game is None else game.finish.code,
    }


def stuck_board_document(board: Board, rows: Sequence[StuckDocument]) -> StuckBoardDocument:
    """The games of a board."""
    return {"board": board.name, "stuck": list(rows)}


def class_extremes_document(
    found_in: PositionClass,
    dead: Sequence[Position],
    single: Sequence[Position],
    forced: ForcedLines,
) -> ClassExtremesDocument:
    """The extremes of a position class."""
    return {
        "board": found_in.board.name,
        "class": found_in.letter,
        "dead": _fullest(dead),
        "unique_solution": _fullest(single),
        "forced": {
            "jumps": texts(forced.jumps),
            "codes": [one.code for one in forced.starts],
        },
    }


def _fullest(positions: Sequence[Position]) -> FullestDocument:
    return {
        "pegs": len(positions[0]) if positions else None,
        "codes": [one.code for one in positions],
    }
