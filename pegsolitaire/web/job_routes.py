"""The routes of jobs: to have winning sets built, and to hear how far they are."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from time import monotonic
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from pegsolitaire.errors import PegSolitaireError
from pegsolitaire.game import Problem
from pegsolitaire.results import Document
from pegsolitaire.web.back import Back
from pegsolitaire.web.desk import Desk
from pegsolitaire.web.jobs import Job, Jobs
from pegsolitaire.web.refusals import ABSENT, BODY
from pegsolitaire.web.schemas import JOB, JobRequest
from pegsolitaire.web.words import read_problem_words

_QUIET = 15.0  # seconds until a listener is told that the job goes on


class NotFoundError(PegSolitaireError, LookupError):
    """There is nothing of that name."""


JobId = Annotated[str, Path(max_length=64, pattern=r"^[0-9a-f]{1,64}$")]


def add_jobs(router: APIRouter, desk: Desk, back: Back) -> None:
    """Add the routes, over the jobs of a desk."""

    @router.post("/jobs", response_model=JOB, status_code=202, responses=BODY)
    async def start_job(asked: JobRequest) -> Document:
        """Have the winning sets of a problem, or their numbers, built, unless they are there."""

        def answer() -> Document:
            problem = read_problem_words(asked.board, asked.start, asked.finish)
            return (
                _begun_numbers(desk, problem)
                if asked.numbers
                else _begun(desk, problem, asked.slow)
            )

        return await back.run(answer)

    @router.get("/jobs/{job_id}", response_model=JOB, responses=ABSENT)
    async def read_job(job_id: JobId) -> Document:
        """How far a job is."""
        job = _find(desk, job_id)
        desk.jobs.asked_for(job)
        return job.to_json()

    @router.delete("/jobs/{job_id}", response_model=JOB, responses=ABSENT)
    async def cancel_job(job_id: JobId) -> Document:
        """Stop a job."""
        job = _find(desk, job_id)
        desk.jobs.cancel(job)
        return job.to_json()

    @router.get(
        "/jobs/{job_id}/events",
        response_class=StreamingResponse,
        responses={**ABSENT, 200: {"content": {"text/event-stream": {}}}},
    )
    async def follow_job(job_id: JobId, request: Request) -> Any:
        """How far a job is, whenever that changes, as server-sent events until it ends."""
        return _Events(_find(desk, job_id), desk.jobs, request)


def _begun(desk: Desk, problem: Problem, slow: bool) -> Document:
    begun = desk.build(problem, slow=slow)
    if isinstance(begun, Job):
        return begun.to_json()
    if begun.state == "ready":
        return _answered("done")
    return _answered("refused", begun.message or f"these sets are not built: {begun.state}")


def _begun_numbers(desk: Desk, problem: Problem) -> Document:
    job = desk.build_numbers(problem)
    if job is not None:
        return job.to_json()
    if desk.numbers(problem) is not None:
        return _answered("done")
    return _answered("refused", "the winning sets come first")


def _answered(state: Literal["done", "refused"], message: str = "") -> Document:
    """The document where no job is needed, or none is begun."""
    nothing = {"stage": "", "done": 0, "total": None, "note": ""}
    return {"id": None, "state": state, **nothing, "message": message}


def _find(desk: Desk, job_id: str) -> Job:
    job = desk.jobs.find(job_id)
    if job is None:
        raise NotFoundError(f"there is no job {job_id}: it may have ended long ago")
    return job


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
        ended, now = job.ended, json.dumps(job.to_json())
        if now != last:
            last, quiet = now, monotonic()
            yield f"data: {now}\n\n"
        elif monotonic() - quiet > _QUIET:
            quiet = monotonic()
            yield ": still at it\n\n"
        if ended:
            return
        await asyncio.sleep(0.1)
