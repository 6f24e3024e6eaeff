"""The routes of the API: read the words, ask the library, answer with a document.

What is looked up is answered at once. What is computed (searches, linear programs, counts) goes
to a few threads; when these are taken the answer is "busy", so that nothing piles up. Problems
and puzzles have threads of their own: they are answered however much there is to compute.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from time import monotonic
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from pegsolitaire.analysis import Guide, assess
from pegsolitaire.budget import Budget
from pegsolitaire.chance import compile_players
from pegsolitaire.errors import PegSolitaireError
from pegsolitaire.game import Position, Problem
from pegsolitaire.triangular import construction_of
from pegsolitaire.web import documents, schemas
from pegsolitaire.web.back import Back
from pegsolitaire.web.desk import Desk
from pegsolitaire.web.gallery import Gallery
from pegsolitaire.web.guard import MAX_BODY, MAX_TARGET, PATIENCE
from pegsolitaire.web.jobs import Job, Jobs
from pegsolitaire.web.players import add_players
from pegsolitaire.web.words import (
    BoardWord,
    FinishWord,
    PositionWord,
    PositionWords,
    StartWord,
    read_board_word,
    read_position_word,
    read_problem_words,
)

_SEARCHING = 4.0  # seconds for the verdicts of one request, where they take searches
_OPENING = 3.0  # seconds to look for a vacancy that can be won, on a board of one's own
_QUIET = 15.0  # seconds until a listener is told that the job goes on


class NotFoundError(PegSolitaireError, LookupError):
    """There is nothing of that name."""


Responses = dict[int | str, dict[str, Any]]


def _errors(described: dict[int, str]) -> Responses:
    return {
        status: {"model": schemas.ErrorDocument, "description": words}
        for status, words in described.items()
    }


_TWICE = "A header twice where one is meant"
# What the guard refuses, whatever is asked for, and what any question may end with.
_WRONG = _errors(
    {
        400: f"{_TWICE}. A plain text: no HTTP, or a request line or headers of more than 64 KiB",
        403: "Asked by a page of another site",
        413: f"A body of more than {MAX_BODY:,} bytes",
        414: f"A request line with a path and a query of more than {MAX_TARGET:,} characters",
        421: "A Host header with a name that is not that of this server",
        422: "Words that make no sense",
        503: "Busy",
    }
)
_ABSENT = _errors({404: "No such job"})
_BODY = _errors(
    {
        400: f"A body that is not JSON. {_TWICE}",
        408: f"A body that takes more than {PATIENCE:.0f} seconds",
    }
)
JobId = Annotated[str, Path(max_length=64, pattern=r"^[0-9a-f]{1,64}$")]


def make_router(desk: Desk, gallery: Gallery) -> APIRouter:
    """The routes, over a desk and a gallery of puzzles."""
    router = APIRouter(prefix="/api", responses=_WRONG)
    back, quick = Back(), Back()
    _add_things(router, gallery, Back())
    _add_problems(router, desk, gallery, quick)
    _add_assessment(router, back)
    _add_answers(router, desk, back)
    _add_constructions(router, back)
    add_players(router, back, Back(threads=1, first=compile_players))
    _add_jobs(router, desk, quick)
    return router


def _add_things(router: APIRouter, gallery: Gallery, back: Back) -> None:
    @router.get("/boards", response_model=schemas.CatalogueDocument)
    async def boards() -> Any:
        """The boards of the catalogue, and what to begin with on each."""
        return await back.run(lambda: gallery.catalogue)

    @router.get("/board", response_model=schemas.PlayableDocument)
    async def board(board: BoardWord) -> Any:
        """A board, of the catalogue or one's own, and what to begin with on it."""
        return await back.run(
            lambda: documents.playable_document(read_board_word(board), _OPENING)
        )

    @router.get("/puzzles", response_model=schemas.GalleryDocument)
    async def puzzles() -> Any:
        """The puzzle sets, and the solutions that were printed."""
        return await back.run(gallery.document)


def _add_problems(router: APIRouter, desk: Desk, gallery: Gallery, back: Back) -> None:
    @router.get("/problem", response_model=schemas.ProblemDocument)
    async def problem(board: BoardWord, start: StartWord, finish: FinishWord = None) -> Any:
        """A problem, and where its winning sets stand."""

        def answer() -> documents.Document:
            asked = read_problem_words(board, start, finish)
            standing = desk.standing(asked)
            return {
                **documents.problem_document(asked, gallery.fewest(asked)),
                "sets": {
                    "state": standing.state,
                    "message": standing.message,
                    "estimate": documents.estimate_document(standing.size),
                    "job": standing.job,
                },
            }

        return await back.run(answer)


def _add_assessment(router: APIRouter, back: Back) -> None:
    @router.get("/assessment", response_model=schemas.AssessmentDocument)
    async def assessment(board: BoardWord, position: PositionWord) -> Any:
        """What a position is worth as a puzzle: whether it can be solved, and how hard it is."""

        def answer() -> documents.Document:
            at = read_position_word(read_board_word(board), position)
            return documents.assessment_document(assess(at))

        return await back.run(answer)


def _add_answers(router: APIRouter, desk: Desk, back: Back) -> None:
    @router.get("/verdicts", response_model=schemas.VerdictsDocument)
    async def verdicts(
        board: BoardWord, start: StartWord, position: PositionWords, finish: FinishWord = None
    ) -> Any:
        """Whether the game can be won from positions of it, and after each of their jumps."""
        problem = read_problem_words(board, start, finish)
        asked = [read_position_word(problem.board, word) for word in position]
        wins = desk.wins(problem)
        if wins is None:  # they may have to be opened
            return await back.run(lambda: _verdicts(desk.guide(problem), asked))
        return _json(_verdicts(Guide(problem, wins), asked))

    @router.get("/solution", response_model=schemas.SolutionDocument)
    async def solution(
        board: BoardWord,
        start: StartWord,
        position: PositionWord,
        finish: FinishWord = None,
        seconds: Annotated[
            float | None, Query(gt=0, le=25, description="Search so long, not a second or two.")
        ] = None,
    ) -> Any:
        """A way to win from a position."""

        def answer(guide: Guide, at: Position) -> documents.Document:
            found = guide.solution(at, None if seconds is None else Budget(seconds))
            return {"jumps": None if found is None else documents.texts(found.jumps)}

        return await _ask(board, start, finish, position, answer)

    @router.get("/hint", response_model=schemas.HintDocument)
    async def hint(
        board: BoardWord, start: StartWord, position: PositionWord, finish: FinishWord = None
    ) -> Any:
        """A jump that wins, and what is wrong with others where theory knows it."""

        def answer(guide: Guide, at: Position) -> documents.Document:
            advice = guide.advice(at)
            if advice is None:
                return {"jump": None, "rivals": {}}
            rivals = {str(jump): flaw for jump, flaw in advice.rivals.items()}
            return {"jump": str(advice.jump), "rivals": rivals}

        return await _ask(board, start, finish, position, answer)

    @router.get("/why", response_model=schemas.WhyDocument)
    async def why(
        board: BoardWord, start: StartWord, position: PositionWord, finish: FinishWord = None
    ) -> Any:
        """Why a position is dead, and the best that is left of it."""

        def answer(guide: Guide, at: Position) -> documents.Document:
            reasons = guide.reasons(at)
            best = guide.best_end(at, reasons) if reasons else None
            return {
                "reasons": [
                    document
                    for reason in reasons
                    for document in documents.reason_documents(at, reason)
                ],
                "fewest_pegs": best.pegs if best and best.exact else None,
                "best": documents.best_end_document(best),
            }

        return await _ask(board, start, finish, position, answer)

    @router.get("/games", response_model=schemas.ShareDocument)
    async def games(
        board: BoardWord, start: StartWord, position: PositionWord, finish: FinishWord = None
    ) -> Any:
        """How many games go on from a position, and how many of them win, where that is cheap."""

        def answer(guide: Guide, at: Position) -> documents.Document:
            return {"games": documents.games_document(guide.games(at))}

        return await _ask(board, start, finish, position, answer)

    async def _ask(
        board: str,
        start: str,
        finish: str | None,
        position: str,
        answer: Callable[[Guide, Position], documents.Document],
    ) -> documents.Document:
        problem = read_problem_words(board, start, finish)
        at = read_position_word(problem.board, position)
        return await back.run(lambda: answer(desk.guide(problem), at))


def _add_constructions(router: APIRouter, back: Back) -> None:
    @router.get("/construction", response_model=schemas.ConstructionDocument)
    async def construction(board: BoardWord, start: StartWord, finish: FinishWord = None) -> Any:
        """A solution of a triangle of any side from one vacancy, purge by purge."""

        def answer() -> documents.Document:
            problem = read_problem_words(board, start, finish)
            return documents.construction_document(problem, construction_of(problem))

        return await back.run(answer)


def _verdicts(guide: Guide, positions: Sequence[Position]) -> documents.Document:
    """Verdicts, by quick searches as far as the time goes: the last position comes first."""
    source = "search" if guide.wins is None else "sets"
    end = monotonic() + (_SEARCHING if len(guide.problem.board) <= 64 else 0)
    found = [_verdict(guide, position, end - monotonic()) for position in reversed(positions)]
    return {"source": source, "positions": found[::-1]}


def _verdict(guide: Guide, position: Position, seconds: float) -> documents.Document:
    jumps = guide.verdicts(position, Budget(max(0.0, seconds)))
    return {
        "winning": guide.winning_by(position, jumps),
        "jumps": {str(jump): wins for jump, wins in jumps.items()},
    }


def _json(document: documents.Document) -> Response:
    """A document that needs no check: this is the answer that is asked for most."""
    return Response(json.dumps(document), media_type="application/json")


# -- jobs ---------------------------------------------------------------------------------------


def _add_jobs(router: APIRouter, desk: Desk, back: Back) -> None:
    @router.post("/jobs", response_model=schemas.JobDocument, status_code=202, responses=_BODY)
    async def start_job(asked: schemas.JobRequest) -> Any:
        """Have the winning sets of a problem built; if they are there, that is said."""

        def answer() -> documents.Document:
            problem = read_problem_words(asked.board, asked.start, asked.finish)
            return _begun(desk, problem, asked.slow)

        return await back.run(answer)

    @router.get("/jobs/{job_id}", response_model=schemas.JobDocument, responses=_ABSENT)
    async def read_job(job_id: JobId) -> Any:
        """How far a job is."""
        job = _find(desk, job_id)
        desk.jobs.asked_for(job)
        return _job_document(job)

    @router.delete("/jobs/{job_id}", response_model=schemas.JobDocument, responses=_ABSENT)
    async def cancel_job(job_id: JobId) -> Any:
        """Stop a job."""
        job = _find(desk, job_id)
        desk.jobs.cancel(job)
        return _job_document(job)

    @router.get(
        "/jobs/{job_id}/events",
        response_class=StreamingResponse,
        responses={**_ABSENT, 200: {"content": {"text/event-stream": {}}}},
    )
    async def follow_job(job_id: JobId, request: Request) -> Any:
        """How far a job is, whenever that changes, as server-sent events until it ends."""
        return _Events(_find(desk, job_id), desk.jobs, request)


def _begun(desk: Desk, problem: Problem, slow: bool) -> documents.Document:
    begun = desk.build(problem, slow=slow)
    if isinstance(begun, Job):
        return _job_document(begun)
    ready = begun.state == "ready"
    return {
        "id": None,
        "state": "done" if ready else "refused",
        "stage": "",
        "done": 0,
        "total": None,
        "note": "",
        "message": "" if ready else begun.message or f"these sets are not built: {begun.state}",
    }


def _find(desk: Desk, job_id: str) -> Job:
    job = desk.jobs.find(job_id)
    if job is None:
        raise NotFoundError(f"there is no job {job_id}: it may have ended long ago")
    return job


def _job_document(job: Job) -> documents.Document:
    names = ("id", "state", "stage", "done", "total", "note", "message")
    return {name: getattr(job, name) for name in names}


class _Events(StreamingResponse):
    """What happens to a job; while it is sent, somebody listens to the job."""

    def __init__(self, job: Job, jobs: Jobs, request: Request) -> None:
        super().__init__(
            _changes(job, request),
            media_type="text/event-stream",
            headers={"cache-control": "no-store"},
        )
        self._job, self._jobs = job, jobs

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._jobs.listening(self._job):
            await super().__call__(scope, receive, send)


async def _changes(job: Job, request: Request) -> AsyncIterator[str]:
    """An event whenever a job has changed, until it ends or nobody listens."""
    last, quiet = "", monotonic()
    while not await request.is_disconnected():
        ended, now = job.ended, json.dumps(_job_document(job))
        if now != last:
            last, quiet = now, monotonic()
            yield f"data: {now}\n\n"
        elif monotonic() - quiet > _QUIET:
            quiet = monotonic()
            yield ": still at it\n\n"
        if ended:
            return
        await asyncio.sleep(0.1)
