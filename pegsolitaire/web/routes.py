"""The routes of the API, which read a request, call the library and answer with a document.

Lookups are answered immediately. Computations such as searches, linear programs and counts run in
a few threads. When all these threads are busy, the answer is "busy", so that requests do not pile
up. Problems and puzzles have their own threads, so they are answered even when all other threads
compute.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from functools import lru_cache
from time import monotonic
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from pegsolitaire.chance import (
    PLAYERS,
    Chance,
    compile_players,
    play_game,
    player_named,
    quick_chance,
)
from pegsolitaire.errors import (
    BoardTooLargeError,
    NotationError,
    PegSolitaireError,
    ProblemError,
    quoted,
)
from pegsolitaire.game import Jump, Player, Position, Problem, Solution
from pegsolitaire.reasons import Guide
from pegsolitaire.results import Document, to_json
from pegsolitaire.sets import PositionValues
from pegsolitaire.web import answers, schemas
from pegsolitaire.web.answers import Desk, SetStatus
from pegsolitaire.web.compression import Gallery, KeptDocuments
from pegsolitaire.web.documents import (
    Ends,
    glossary_json,
    lessons_json,
    solutions_json,
    storm_json,
)
from pegsolitaire.web.guard import ABSENT, BODY, WRONG
from pegsolitaire.web.jobs import Answer, Back, Job, Jobs
from pegsolitaire.web.pasted import read_pasted
from pegsolitaire.web.processes import Processes
from pegsolitaire.web.schemas import (
    CHANCE,
    EXPLORATION,
    JOB,
    REVIEW,
    GameRequest,
    JobRequest,
    PlayersDocument,
    RandomGameDocument,
)
from pegsolitaire.web.server import qr_rows
from pegsolitaire.web.words import (
    BoardWord,
    LinkWord,
    PositionAsked,
    PositionWord,
    PositionWords,
    ProblemAsked,
    read_board_word,
    read_position_word,
    read_problem_words,
    text_query,
)

# --
# The routes of jobs, which build winning sets and report progress.


_QUIET = 15.0  # seconds between messages that the job is still running


class NotFoundError(PegSolitaireError, LookupError):
    """Nothing has the requested name."""


JobId = Annotated[str, Path(max_length=64, pattern=r"^[0-9a-f]{1,64}$")]


def add_jobs(router: APIRouter, desk: Desk, back: Back) -> None:
    """Add the routes for the jobs of a desk."""

    @router.post("/jobs", response_model=JOB, status_code=202, responses=BODY)
    async def start_job(asked: JobRequest) -> Document:
        """Build the winning sets of a problem, or their numbers, unless they are available."""

        def answer() -> Document:
            problem = read_problem_words(asked.board, asked.start, asked.finish)
            if asked.numbers:
                return _begun(desk.build_numbers(problem))
            return _begun(desk.build(problem, slow=asked.slow))

        return await back.run(answer)

    @router.get("/jobs/{job_id}", response_model=JOB, responses=ABSENT)
    async def read_job(job_id: JobId) -> Document:
        """Report the progress of a job."""
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
        """Report each change of a job's progress as a server-sent event, until the job ends."""
        return _Events(_find(desk, job_id), desk.jobs, request)


def _begun(found: Job | SetStatus) -> Document:
    """Return the document of a job, or of a request that needs no job or is refused."""
    if isinstance(found, Job):
        return found.to_json()
    state, message = "done", ""
    if found.state != "ready":
        state, message = "refused", found.message or f"these sets are not built: {found.state}"
    nothing = {"stage": "", "done": 0, "total": None, "note": ""}
    return {"id": None, "state": state, **nothing, "message": message}


def _find(desk: Desk, job_id: str) -> Job:
    job = desk.jobs.find(job_id)
    if job is None:
        raise NotFoundError(f"there is no job {job_id}: it may have ended long ago")
    return job


class _Events(StreamingResponse):
    """The events of a job; sending them counts as listening to the job."""

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
    """Yield an event whenever a job changes, until it ends or the client disconnects."""
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


# --
# The routes of the explorer, which value each jump and review games.


def add_explorer(router: APIRouter, desk: Desk, back: Back) -> None:
    """Add the routes that use the numbers of a desk."""

    @router.get("/explore", response_model=EXPLORATION)
    async def explored(problem: ProblemAsked, at: PositionAsked) -> Document:
        """For each jump from a position: solutions, fewest moves and probability of winning."""
        known = await back.run(lambda: desk.numbers(problem))
        found = await _asked(desk, back, problem, known, answers.explored, at)
        return {**found, "numbers": _standing(desk, problem, known)}

    @router.post("/review", response_model=REVIEW, responses=BODY)
    async def looked_back(asked: GameRequest) -> Document:
        """The best possible ending after each jump of a game, and the jumps that lost."""
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
    """Answer from stored numbers if there are any; otherwise use no large winning sets."""
    if known is None:
        return await desk.ask(back, problem, answer, about)
    return await back.run(lambda: answer(Guide(problem), about, known))


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


# --
# The routes of random play: the players, their probability of winning, and a random game.


_MOST_HOLES = 64
#: The names of the players on the page, for people who have not read the papers.
_TITLES = {
    "any": "Random",
    "peg-first": "Random peg",
    "thumb": "Rule of thumb",
    "sax": "SAX count",
    "sax-steady": "Steady SAX count",
    "greedy": "Greedy",
    "look-ahead": "Two jumps ahead",
    "resource": "Resource counts",
    "steady": "Steady counts",
    "removal": "Block by block",
    "removal+resource": "Blocks and counts",
}

PlayerWord = Annotated[
    str,
    text_query("Who plays.", "any", most=40),
]


async def _from_here(problem: ProblemAsked, at: PositionAsked) -> Problem:
    """The problem from a later position of a game to the same finishes."""
    if len(problem.board) > _MOST_HOLES:
        raise BoardTooLargeError(
            f"{problem.board.name} has {len(problem.board)} holes: players play on boards of up "
            f"to {_MOST_HOLES}"
        )
    if len(at) < problem.finish_pegs:
        raise ProblemError("the position has fewer pegs than the finish")
    return Problem.between(at, [Position(problem.board, code) for code in problem.finishes])


Rest = Annotated[Problem, Depends(_from_here)]


def add_players(router: APIRouter, back: Back, slow: Back) -> None:
    """Add the routes. A probability uses all cores, so only one is computed at a time."""

    @router.get("/players", response_model=PlayersDocument)
    async def players(problem: ProblemAsked) -> Document:
        """The players available on a board."""
        return await back.run(lambda: {"players": _players(problem)})

    @router.get("/chance", response_model=CHANCE)
    async def chance(problem: ProblemAsked, rest: Rest, player: PlayerWord = "any") -> Document:
        """The probability that a player wins from a position."""
        return await slow.run(lambda: _chance(problem, rest, player))

    @router.get("/random-game", response_model=RandomGameDocument)
    async def random_game(
        problem: ProblemAsked,
        rest: Rest,
        player: PlayerWord = "any",
        seed: Annotated[int, Query(ge=0, lt=2**53, description="Which game.")] = 0,
    ) -> Document:
        """Let a player play one game from a position to the end."""

        def answer() -> Document:
            return {"jumps": to_json(play_game(rest, player=_seated(problem, player), seed=seed))}

        return await back.run(answer)


@lru_cache(maxsize=64)
def _players(problem: Problem) -> list[Document]:
    found: list[Document] = []
    if len(problem.board) > _MOST_HOLES:
        return found
    for name, player in PLAYERS.items():
        try:
            player.make(problem)
        except PegSolitaireError:
            continue
        about = f"{player.about[0].upper()}{player.about[1:]}."
        found.append({"name": name, "title": _TITLES[name], "about": about})
    return found


@lru_cache(maxsize=1024)
def _chance(problem: Problem, rest: Problem, player: str) -> Document:
    return Chance.of(quick_chance(rest, player=_seated(problem, player))).to_json()


def _seated(problem: Problem, player: str) -> Player:
    """The player with one of the offered names; other players are slow, so they are refused."""
    if player not in PLAYERS:
        raise NotationError(f"unknown player {quoted(player)}: there are {', '.join(PLAYERS)}")
    return player_named(player, problem)


def make_router(desk: Desk, gallery: Gallery, processes: Processes) -> APIRouter:
    """Create the routes, for a desk, a gallery of puzzles, and the processes that search."""
    router = APIRouter(prefix="/api", responses=WRONG)
    back, quick = Back(processes=processes), Back()
    _add_things(router, gallery, Back(processes=processes))
    _add_problems(router, desk, gallery, quick)
    _add_answers(router, desk, back)
    add_players(router, back, Back(threads=1, first=compile_players))
    add_explorer(router, desk, Back(processes=processes))
    add_jobs(router, desk, quick)
    return router


def _add_things(router: APIRouter, gallery: Gallery, back: Back) -> None:
    kept, by_board = KeptDocuments(Back()), KeptDocuments(back)

    @router.get("/boards", response_model=schemas.CATALOGUE)
    async def boards(request: Request) -> Any:
        """The boards of the catalogue, with suggested starts on each board."""
        return await kept.answer(request, "boards", lambda: gallery.catalogue)

    @router.get("/board", response_model=schemas.PLAYABLE)
    async def board(board: BoardWord) -> Document:
        """A board, from the catalogue or of your own, with suggested starts."""
        return await back.run_apart(answers.playable, read_board_word(board))

    @router.get("/shortest", response_model=schemas.SHORTEST)
    async def shortest(request: Request, board: BoardWord) -> Any:
        """The solutions with the fewest moves for the problems of a board, counted by class."""
        return await by_board.answer(
            request, board, lambda: solutions_json(read_board_word(board))
        )

    @router.get("/puzzles", response_model=schemas.GALLERY)
    async def puzzles(request: Request) -> Any:
        """The puzzle sets, and the published solutions."""
        return (await back.run(gallery.content)).answer(request.headers)

    @router.get("/storm", response_model=schemas.STORM)
    async def storm(request: Request) -> Any:
        """The positions with exactly one winning jump; easy positions come first."""
        return await kept.answer(request, "storm", storm_json)

    @router.get("/lessons", response_model=schemas.LESSONS)
    async def lessons(request: Request) -> Any:
        """The lessons, in order."""
        return await kept.answer(request, "lessons", lessons_json)

    @router.get("/glossary", response_model=schemas.GLOSSARY)
    async def glossary(request: Request) -> Any:
        """The glossary of the game, with each term explained in a sentence or two."""
        return await kept.answer(request, "glossary", glossary_json)

    @router.post("/read", response_model=schemas.PASTED, responses=BODY)
    async def read(asked: schemas.PastedRequest) -> Document:
        """Read a pasted text: a board, a position or a game, in any usual notation."""
        board = read_board_word(asked.board) if asked.board else None
        return await back.run_apart(read_pasted, asked.text, asked.marks, board, asked.start)

    @router.get("/qr", response_model=schemas.QrDocument)
    async def qr(text: LinkWord) -> Document:
        """A QR code of a link, for printed sheets."""
        return await back.run(lambda: {"rows": qr_rows(text)})


def _add_problems(router: APIRouter, desk: Desk, gallery: Gallery, back: Back) -> None:
    @router.get("/problem", response_model=schemas.PROBLEM)
    async def problem(problem: ProblemAsked) -> Document:
        """A problem, and the status of its winning sets."""

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
        """Whether positions can still be won, and whether they can be won after each jump."""
        asked = [read_position_word(problem.board, word) for word in position]
        wins = desk.wins(problem)
        if wins is None:  # the sets may have to be opened
            return await desk.ask(back, problem, answers.verdicts, asked)
        # The most frequent request: its answer is not validated.
        document = answers.verdicts(Guide(problem, wins=wins), asked)
        return Response(json.dumps(document), media_type="application/json")

    @router.get("/solution", response_model=schemas.SOLUTION)
    async def solution(
        problem: ProblemAsked,
        at: PositionAsked,
        seconds: Annotated[
            float | None,
            Query(gt=0, le=25, description="The time limit of the search in seconds."),
        ] = None,
    ) -> Document:
        """A solution from a position."""
        return await desk.ask(back, problem, answers.solution, at, seconds)

    @router.get("/hint", response_model=schemas.HintDocument)
    async def hint(problem: ProblemAsked, at: PositionAsked) -> Document:
        """A winning jump, and the reasons why other jumps lose if theory proves that they do."""
        return await desk.ask(back, problem, answers.hint, at)

    @router.get("/why", response_model=schemas.WHY)
    async def why(problem: ProblemAsked, at: PositionAsked) -> Document:
        """The reasons why a position is dead, and the best possible ending."""
        return await desk.ask(back, problem, answers.why, at)

    @router.get("/games", response_model=schemas.SHARE)
    async def games(problem: ProblemAsked, at: PositionAsked) -> Document:
        """The numbers of all games and of winning games from a position, if quick to count."""
        return await desk.ask(back, problem, answers.games, at)

    @router.get("/assessment", response_model=schemas.ASSESSMENT)
    async def assessment(board: BoardWord, position: PositionWord) -> Document:
        """An assessment of a position as a puzzle: its solvability and its difficulty."""
        at = read_position_word(read_board_word(board), position)
        return await back.run_apart(answers.assessment, at)

    @router.get("/reach", response_model=schemas.REACH)
    async def reached(
        board: BoardWord,
        position: PositionWord,
        hole: Annotated[str, Query(max_length=16, description="Where a peg is wanted.")],
    ) -> Document:
        """The jumps that bring a peg to a hole; other pegs may remain."""
        start = read_position_word(read_board_word(board), position)
        return await back.run_apart(answers.reached, start, hole)

    @router.get("/construction", response_model=schemas.ConstructionDocument)
    async def construction(problem: ProblemAsked) -> Document:
        """A solution of a triangle of any size from one vacancy, purge by purge."""
        return await back.run_apart(answers.construction, problem)
