"""Games that were written down, as JSON."""

from __future__ import annotations

from pegsolitaire.documents.document import document
from pegsolitaire.documents.positions import PositionDocument, position_document
from pegsolitaire.documents.problems import SolutionDocument, solution_document
from pegsolitaire.game import Replay, start_name


@document
class ReplayDocument(SolutionDocument):
    """A game that was written down, as far as it can be played."""

    board: str
    start: str
    positions: list[PositionDocument]
    fault: str | None
    """what is wrong with the next jump"""


def replay_document(found: Replay) -> ReplayDocument:
    """The jumps that were made, and every position from the start on."""
    game = found.game
    return {
        "board": game.start.board.name,
        "start": start_name(game.start),
        **solution_document(game),
        "positions": [position_document(position) for position in game.positions],
        "fault": found.fault,
    }
