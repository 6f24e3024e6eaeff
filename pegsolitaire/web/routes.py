"""The routes of the API: read the words, ask the library, answer with a document.

What is looked up is answered at once. What is computed (searches, linear programs, counts) goes
to a few threads; when these are taken the answer is "busy", so that nothing piles up. Problems
and puzzles have threads of their own: they are answered however much there is to compute.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from pegsolitaire.analysis import Guide
from pegsolitaire.chance import compile_players
from pegsolitaire.results import Document, to_json
from pegsolitaire.web import answers, schemas
from pegsolitaire.web.back import Back
from pegsolitaire.web.content import Kept
from pegsolitaire.web.desk import Desk
from pegsolitaire.web.documents import (
    Ends,
    glossary_json,
    lessons_json,
    solutions_json,
    storm_json,
)
from pegsolitaire.web.explorer_routes import add_explorer
from pegsolitaire.web.gallery import Gallery
from pegsolitaire.web.job_routes import add_jobs
from pegsolitaire.web.network import qr_rows
from pegsolitaire.web.players import add_players
from pegsolitaire.web.refusals import WRONG
from pegsolitaire.web.words import (
    BoardWord,
    LinkWord,
    PositionAsked,
    PositionWord,
    PositionWords,
    ProblemAsked,
    read_board_word,
    read_position_word,
)

_PROCESSES = 4  # that search at a time, for a player who waits: each takes some 200 MB


def make_router(desk: Desk, gallery: Gallery) -> APIRouter:
    """The routes, over a desk and a gallery of puzzles."""
    router = APIRouter(prefix="/api", responses=WRONG)
    processes = anyio.CapacityLimiter(_PROCESSES)
    back, quick = Back(processes=processes), Back()
    _add_things(router, gallery, Back(processes=processes))
    _add_problems(router, desk, gallery, quick)
    _add_answers(router, desk, back)
    add_players(router, back, Back(threads=1, first=compile_players))
    add_explorer(router, desk, Back(processes=processes))
    add_jobs(router, desk, quick)
    return router


def _add_things(router: APIRouter, gallery: Gallery, back: Back) -> None:
    kept, by_board = Kept(Back()), Kept(back)

    @router.get("/boards", response_model=schemas.CATALOGUE)
    async def boards(request: Request) -> Any:
        """The boards of the catalogue, and what to begin with on each."""
        return await kept.answer(request, "boards", lambda: gallery.catalogue)

    @router.get("/board", response_model=schemas.PLAYABLE)
    async def board(board: BoardWord) -> Document:
        """A board, of the catalogue or one's own, and what to begin with on it."""
        return await back.run_apart(answers.playable, read_board_word(board))

    @router.get("/shortest", response_model=schemas.SHORTEST)
    async def shortest(request: Request, board: BoardWord) -> Any:
        """The solutions with the fewest moves of the problems of a board, counted by class."""
        return await by_board.answer(
            request, board, lambda: solutions_json(read_board_word(board))
        )

    @router.get("/puzzles", response_model=schemas.GALLERY)
    async def puzzles(request: Request) -> Any:
        """The puzzle sets, and the solutions that were printed."""
        return (await back.run(gallery.content)).answer(request.headers)

    @router.get("/storm", response_model=schemas.STORM)
    async def storm(request: Request) -> Any:
        """Positions of which exactly one jump still wins, the easy ones first."""
        return await kept.answer(request, "storm", storm_json)

    @router.get("/lessons", response_model=schemas.LESSONS)
    async def lessons(request: Request) -> Any:
        """The lessons, in their order."""
        return await kept.answer(request, "lessons", lessons_json)

    @router.get("/glossary", response_model=schemas.GLOSSARY)
    async def glossary(request: Request) -> Any:
        """The words of the game, each explained in a sentence or two."""
        return await kept.answer(request, "glossary", glossary_json)

    @router.get("/qr", response_model=schemas.QrDocument)
    async def qr(text: LinkWord) -> Document:
        """A link as a QR code, for sheets that are printed."""
        return await back.run(lambda: {"rows": qr_rows(text)})


def _add_problems(router: APIRouter, desk: Desk, gallery: Gallery, back: Back) -> None:
    @router.get("/problem", response_model=schemas.PROBLEM)
    async def problem(problem: ProblemAsked) -> Document:
        """A problem, and where its winning sets stand."""

        def answer() -> Document:
            return {
                **to_json(problem),
                **Ends.of(problem).to_json(),
                **gallery.fewest(problem).to_json(),
                "geometry": to_json(problem.board),
                "sets": desk.standing(problem).to_json(),
            }

        return await back.run(answer)


def _add_answers(router: APIRouter, desk: Desk, back: Back) -> None:
    @router.get("/verdicts", response_model=schemas.VerdictsDocument)
    async def verdicts(problem: ProblemAsked, position: PositionWords) -> Any:
        """Whether the game can be won from positions of it, and after each of their jumps."""
        asked = [read_position_word(problem.board, word) for word in position]
        wins = desk.wins(problem)
        if wins is None:  # they may have to be opened
            return await desk.ask(back, problem, answers.verdicts, asked)
        return _json(answers.verdicts(Guide(problem, wins), asked))

    @router.get("/solution", response_model=schemas.SOLUTION)
    async def solution(
        problem: ProblemAsked,
        at: PositionAsked,
        seconds: Annotated[
            float | None,
            Query(gt=0, le=25, description="Search for these seconds, not one or two."),
        ] = None,
    ) -> Document:
        """A way to win from a position."""
        return await desk.ask(back, problem, answers.solution, at, seconds)

    @router.get("/hint", response_model=schemas.HintDocument)
    async def hint(problem: ProblemAsked, at: PositionAsked) -> Document:
        """A jump that wins, and what is wrong with others where theory knows it."""
        return await desk.ask(back, problem, answers.hint, at)

    @router.get("/why", response_model=schemas.WHY)
    async def why(problem: ProblemAsked, at: PositionAsked) -> Document:
        """Why a position is dead, and the best that is left of it."""
        return await desk.ask(back, problem, answers.why, at)

    @router.get("/games", response_model=schemas.SHARE)
    async def games(problem: ProblemAsked, at: PositionAsked) -> Document:
        """How many games go on from a position, and how many of them win, where that is cheap."""
        return await desk.ask(back, problem, answers.games, at)

    @router.get("/assessment", response_model=schemas.ASSESSMENT)
    async def assessment(board: BoardWord, position: PositionWord) -> Document:
        """What a position is worth as a puzzle: whether it can be solved, and how hard it is."""
        at = read_position_word(read_board_word(board), position)
        return await back.run_apart(answers.assessment, at)

    @router.get("/reach", response_model=schemas.REACH)
    async def reached(
        board: BoardWord,
        position: PositionWord,
        hole: Annotated[str, Query(max_length=16, description="Where a peg is wanted.")],
    ) -> Document:
        """Jumps that bring a peg to a hole, whatever else is left."""
        start = read_position_word(read_board_word(board), position)
        return await back.run_apart(answers.reached, start, hole)

    @router.get("/construction", response_model=schemas.ConstructionDocument)
    async def construction(problem: ProblemAsked) -> Document:
        """A solution of a triangle of any side from one vacancy, purge by purge."""
        return await back.run_apart(answers.construction, problem)


def _json(document: Mapping[str, object]) -> Response:
    """A document that needs no check: this is the answer that is asked for most."""
    return Response(json.dumps(document), media_type="application/json")
