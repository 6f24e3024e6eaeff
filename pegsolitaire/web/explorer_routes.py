"""The routes of the explorer: what each jump leads to, and a game looked back on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from fastapi import APIRouter

from pegsolitaire.analysis import Guide
from pegsolitaire.game import Jump, Position, Problem, Solution
from pegsolitaire.results import Document
from pegsolitaire.sets import PositionValues
from pegsolitaire.web import answers
from pegsolitaire.web.back import Answer, Back
from pegsolitaire.web.desk import Desk
from pegsolitaire.web.refusals import BODY
from pegsolitaire.web.schemas import EXPLORATION, REVIEW, GameRequest
from pegsolitaire.web.words import PositionAsked, ProblemAsked, read_problem_words


def add_explorer(router: APIRouter, desk: Desk, back: Back) -> None:
    """Add the routes, over the numbers of a desk."""

    @router.get("/explore", response_model=EXPLORATION)
    async def explored(problem: ProblemAsked, at: PositionAsked) -> Document:
        """What each jump from a position leads to: ways to win, fewest moves, chances."""
        known = await back.run(lambda: desk.numbers(problem))
        found = await _asked(desk, back, problem, known, answers.explored, at)
        return {**found, "numbers": _standing(desk, problem, known)}

    @router.post("/review", response_model=REVIEW, responses=BODY)
    async def looked_back(asked: GameRequest) -> Document:
        """What was left after each jump of a game, and which jump lost what."""
        problem, game = await back.run(lambda: _game(asked))
        known = await back.run(lambda: desk.numbers(problem))
        return await _asked(desk, back, problem, known, answers.looked_back, game)


async def _asked(
    desk: Desk,
    back: Back,
    problem: Problem,
    known: PositionValues | None,
    answer: Callable[..., Answer],
    about: object,
) -> Answer:
    """What numbers say where there are any: the sets may be large, and are not asked then."""
    if known is None:
        return await desk.ask(back, problem, answer, about)
    return await back.run(lambda: answer(Guide(problem, None), about, known))


def _standing(
    desk: Desk, problem: Problem, known: PositionValues | None
) -> Literal["ready", "building", "absent", "unknown"]:
    if known is not None:
        return "ready"
    if desk.jobs.under_way(problem, numbers=True):
        return "building"
    return "unknown" if desk.wins(problem) is None else "absent"


def _game(asked: GameRequest) -> tuple[Problem, Solution]:
    problem = read_problem_words(asked.board, asked.start, asked.finish)
    start = Position(problem.board, problem.starts[0])
    jumps = [Jump.from_text(text, problem.board) for text in asked.jumps]
    return problem, Solution(start, jumps)
