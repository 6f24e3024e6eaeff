"""A game looked back on, as JSON; numbers of solutions are texts, as the explorer has them."""

from __future__ import annotations

from typing_extensions import TypedDict

from pegsolitaire.analysis import Review, ReviewStep
from pegsolitaire.documents.document import document, texts
from pegsolitaire.game import code_text


@document
class ReviewStepDocument(TypedDict):
    """A position of the game; what is not known of it is null."""

    position: str
    jump: str | None
    """the jump that led to it"""
    pegs: int
    winning: bool | None
    solutions: str | None
    """ways to win that were left"""
    moves: int | None
    """the fewest moves of a whole game that goes on from here, those made included"""
    fewest_pegs: int | None
    """the fewest pegs that could still be left"""
    exact: bool
    """whether they are known to be the fewest"""
    winners: list[str] | None
    """the jumps from here after which the game can be won"""


@document
class ReviewDocument(TypedDict):
    """A game, and what was left after each of its jumps."""

    steps: list[ReviewStepDocument]
    lost_by: int | None
    """the number of the jump that lost the game; 0 where the start was lost"""
    others: list[str]
    """the jumps that would have won instead"""
    jumps_left: int | None
    """jumps to a solution before that jump"""
    longer_by: int | None
    """the number of the first jump after which the fewest moves were out of reach"""


def review_document(found: Review) -> ReviewDocument:
    """A game looked back on."""
    return {
        "steps": [_step(step) for step in found.steps],
        "lost_by": found.lost_by,
        "others": texts(found.others),
        "jumps_left": found.jumps_left,
        "longer_by": found.longer_by,
    }


def _step(step: ReviewStep) -> ReviewStepDocument:
    return {
        "position": code_text(step.position.code),
        "jump": None if step.jump is None else str(step.jump),
        "pegs": len(step.position),
        "winning": step.winning,
        "solutions": None if step.solutions is None else str(step.solutions),
        "moves": step.moves,
        "fewest_pegs": step.fewest_pegs,
        "exact": step.exact,
        "winners": None if step.winners is None else texts(step.winners),
    }
