"""The routes of the explorer: what each jump leads to, and a game looked back on."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter

from pegsolitaire.analysis import Guide, explore, review
from pegsolitaire.budget import Budget
from pegsolitaire.documents.explore import explore_document
from pegsolitaire.documents.review import ReviewDocument, review_document
from pegsolitaire.game import Jump, Position, Problem, Solution
from pegsolitaire.sets import Explored
from pegsolitaire.web.back import Back
from pegsolitaire.web.desk import Desk
from pegsolitaire.web.refusals import BODY
from pegsolitaire.web.schemas import ExploreAnswer, GameRequest
from pegsolitaire.web.words import PositionAsked, ProblemAsked, read_problem_words

_SEARCHING = 4.0  # seconds for verdicts, where they take searches
_LOOKING_BACK = 8.0  # seconds after which no search for the fewest pegs is begun


def add_explorer(router: APIRouter, desk: Desk, back: Back) -> None:
    """Add the routes, over the numbers of a desk."""

    @router.get("/explore")
    async def explored(problem: ProblemAsked, at: PositionAsked) -> ExploreAnswer:
        """What each jump from a position leads to: ways to win, fewest moves, chances."""
        return await back.run(lambda: _explored(desk, problem, at))

    @router.post("/review", responses=BODY)
    async def looked_back(asked: GameRequest) -> ReviewDocument:
        """What was left after each jump of a game, and which jump lost what."""
        return await back.run(lambda: _looked_back(desk, asked))


def _explored(desk: Desk, problem: Problem, at: Position) -> ExploreAnswer:
    known = desk.numbers(problem)
    guide = _guide(desk, problem, known)
    found = explore(guide, at, known, Budget(_SEARCHING if problem.board.fits_word else 0))
    return {**explore_document(found), "numbers": _standing(desk, problem, known)}


def _guide(desk: Desk, problem: Problem, known: Explored | None) -> Guide:
    """Nobody is asked what wins where the numbers say it: the sets may be large."""
    return Guide(problem, None) if known is not None else desk.guide(problem)


def _standing(
    desk: Desk, problem: Problem, known: Explored | None
) -> Literal["ready", "building", "absent", "unknown"]:
    if known is not None:
        return "ready"
    if desk.jobs.under_way(problem, numbers=True):
        return "building"
    return "unknown" if desk.wins(problem) is None else "absent"


def _looked_back(desk: Desk, asked: GameRequest) -> ReviewDocument:
    problem = read_problem_words(asked.board, asked.start, asked.finish)
    board = problem.board
    start = Position(board, problem.starts[0])
    game = Solution(start, [Jump.from_text(text, board) for text in asked.jumps])
    known = desk.numbers(problem)
    found = review(_guide(desk, problem, known), game, known, Budget(_LOOKING_BACK))
    return review_document(found)
