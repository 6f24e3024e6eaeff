"""What the routes answer: functions of a guide and of what was asked, each with its limit of time.

They are functions of a module, as they are sent to other processes (:mod:`pegsolitaire.web.back`),
and this module loads nothing of the server, which those do not need.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from pegsolitaire.analysis import Guide, assess, explore, reach, review, search_core
from pegsolitaire.board import Board, english
from pegsolitaire.budget import Budget
from pegsolitaire.documents.boards import PlayableDocument, playable_document
from pegsolitaire.documents.constructions import ConstructionDocument, construction_document
from pegsolitaire.documents.explore import ExploreDocument, explore_document
from pegsolitaire.documents.positions import (
    AssessmentDocument,
    VerdictDocument,
    assessment_document,
    games_texts,
    verdict_document,
)
from pegsolitaire.documents.problems import (
    ReachDocument,
    SolutionDocument,
    reach_document,
    solution_document,
)
from pegsolitaire.documents.reasons import WhyDocument, why_document
from pegsolitaire.documents.review import ReviewDocument, review_document
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.sets import PositionValues
from pegsolitaire.triangular import construction_of

if TYPE_CHECKING:
    from pegsolitaire.web.schemas import HintDocument, ShareDocument, VerdictsDocument

_CONSTRUCTING = 20.0  # seconds of the search for a core that is not stored
_REACHING = 5.0  # seconds of a search for a way to bring a peg to a hole
_SEARCHING = 4.0  # seconds for the verdicts of one request, where they take searches
_OPENING = 3.0  # seconds to look for a vacancy that can be won, on a board of one's own
_LOOKING_BACK = 8.0  # seconds after which no search for the fewest pegs is begun


def prepare() -> None:
    """Load what searches need, and nothing more."""
    start = english().vacancy("d4")
    Guide(Problem.complement(start.board, "d4"), None).verdicts(start, Budget(_SEARCHING))


def verdicts(guide: Guide, positions: Sequence[Position]) -> VerdictsDocument:
    """Verdicts, by quick searches as far as the time goes: the last position comes first."""
    budget = _for_searches(guide)
    found = [_verdict(guide, position, budget) for position in reversed(positions)]
    return {"source": "search" if guide.wins is None else "sets", "positions": found[::-1]}


def _verdict(guide: Guide, position: Position, budget: Budget) -> VerdictDocument:
    jumps = guide.verdicts(position, budget)
    return verdict_document(guide.winning_by(position, jumps), jumps)


def _for_searches(guide: Guide) -> Budget:
    return Budget(_SEARCHING if guide.problem.board.fits_word else 0)


def solution(guide: Guide, at: Position, seconds: float | None) -> SolutionDocument:
    """A way to win; without seconds, as long as a player waits."""
    return solution_document(guide.solution(at, None if seconds is None else Budget(seconds)))


def hint(guide: Guide, at: Position) -> HintDocument:
    """A jump that wins, if one is known."""
    advice = guide.advice(at)
    if advice is None:
        return {"jump": None, "rivals": {}}
    rivals = {str(jump): flaw for jump, flaw in advice.rivals.items()}
    return {"jump": str(advice.jump), "rivals": rivals}


def why(guide: Guide, at: Position) -> WhyDocument:
    """Why a position is dead, and the best that is left of it."""
    reasons = guide.reasons(at)
    return why_document(at, reasons, guide.best_end(at, reasons) if reasons else None)


def games(guide: Guide, at: Position) -> ShareDocument:
    """The games from a position, where they are few enough to be counted."""
    return {"games": games_texts(guide.games(at))}


def explored(guide: Guide, at: Position, known: PositionValues | None = None) -> ExploreDocument:
    """What each jump leads to."""
    return explore_document(explore(guide, at, known, _for_searches(guide)))


def looked_back(
    guide: Guide, game: Solution, known: PositionValues | None = None
) -> ReviewDocument:
    """What was left after each jump of a game."""
    return review_document(review(guide, game, known, Budget(_LOOKING_BACK)))


def playable(board: Board) -> PlayableDocument:
    """A board, and what to begin with on it."""
    return playable_document(board, Budget(_OPENING))


def assessment(position: Position) -> AssessmentDocument:
    """What a position is worth as a puzzle."""
    return assessment_document(assess(position))


def reached(start: Position, hole: str) -> ReachDocument:
    """A way to bring a peg to a hole."""
    goal = start.board.holes[start.board.index(hole)]
    return reach_document(start, goal, reach(start, goal, budget=Budget(_REACHING)))


def construction(problem: Problem) -> ConstructionDocument:
    """A solution by construction."""
    core = partial(search_core, budget=Budget(_CONSTRUCTING))
    return construction_document(problem, construction_of(problem, core))
