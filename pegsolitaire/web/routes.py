"""The routes of the API, which read a request, call the library and answer with a document.

Lookups are answered immediately. Other computations run in a few threads, and searches in a few
processes. Requests wait for these. If many requests wait already, the answer is "busy", so that
they do not pile up. Problems and puzzles have their own threads, so they are answered even when
all other threads compute.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from functools import lru_cache
from time import monotonic
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.types import Receive, Scope, Send

from pegsolitaire.advice import Assessment, Guide, Reached, Review
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
from pegsolitaire.results import Document
from pegsolitaire.sets import PositionValues
from pegsolitaire.solving import BestEnd
from pegsolitaire.web import queries
from pegsolitaire.web.compression import KeptDocuments
from pegsolitaire.web.documents import (
    Catalogue,
    GalleryDocument,
    Glossary,
    Lessons,
    Playable,
    ProblemDocument,
    SetStatus,
    ShortestSolutions,
    Storm,
    shortest_solutions,
)
from pegsolitaire.web.gallery import Gallery
from pegsolitaire.web.guard import ABSENT, BODY, WRONG
from pegsolitaire.web.jobs import Answer, Back, Job, Jobs
from pegsolitaire.web.languages import glossary_in, lessons_in
from pegsolitaire.web.parameters import (
    BoardWord,
    DayWord,
    LanguageWord,
    PositionAsked,
    PositionWord,
    PositionWords,
    ProblemAsked,
    read_board_word,
    read_position_word,
    read_problem_words,
    text_query,
)
from pegsolitaire.web.pasted import Pasted
from pegsolitaire.web.processes import Processes
from pegsolitaire.web.queries import (
    ConstructedSolution,
    Desk,
    Hint,
    Proofs,
    Rivals,
    Share,
    Verdicts,
    Why,
)
from pegsolitaire.web.schemas import (
    Explored,
    GameRequest,
    JobDocument,
    JobRequest,
    PastedRequest,
    PlayerDocument,
    Players,
    RandomGame,
    answers_with,
)

# --
# The routes of jobs, which build winning sets and report progress.


_QUIET = 15.0  # seconds between messages that the job is still running


class NotFoundError(PegSolitaireError, LookupError):
    """Nothing has the requested name."""


JobId = Annotated[str, Path(max_length=64, pattern=r"^[0-9a-f]{1,64}$")]


def _add_jobs(router: APIRouter, desk: Desk, back: Back) -> None:
    """Add the routes for the jobs of a desk."""

    @router.post("/jobs", **answers_with(JobDocument, 202, more=BODY))
    async def start_job(asked: JobRequest) -> Document:
        """Build the winning sets of a problem, or their numbers, unless they are available."""

        def answer() -> Document:
            problem = read_problem_words(asked.board, asked.start, asked.finish)
            if asked.numbers:
                return _begun(desk.build_numbers(problem))
            return _begun(desk.build(problem, slow=asked.slow))

        return await back.run(answer)

    @router.delete("/jobs/{job_id}", **answers_with(JobDocument, more=ABSENT))
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
    if found.state == "ready":
        return JobDocument(None, "done").to_json()
    message = found.message or f"these sets are not built: {found.state}"
    return JobDocument(None, "refused", message=message).to_json()


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


def _add_explorer(router: APIRouter, desk: Desk, back: Back) -> None:
    """Add the routes that use the numbers of a desk."""

    @router.get("/explore", **answers_with(Explored))
    async def explored(problem: ProblemAsked, at: PositionAsked) -> Document:
        """For each jump from a position: solutions, fewest moves and probability of winning."""
        known = await back.run(lambda: desk.numbers(problem))
        exploration = await _asked(desk, back, problem, known, queries.explored, at)
        return {**exploration, "numbers": _standing(desk, problem, known)}

    @router.post("/review", **answers_with(Review, more=BODY))
    async def looked_back(asked: GameRequest) -> Document:
        """The best possible ending after each jump of a game, and the jumps that lost."""
        problem, game = await back.run(lambda: _game(asked))
        known = await back.run(lambda: desk.numbers(problem))
        return await _asked(desk, back, problem, known, queries.looked_back, game)


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


_MAX_SEARCHED_HOLES = 64

PlayerWord = Annotated[
    str,
    text_query("Who plays.", "any", most=40),
]


async def _from_here(problem: ProblemAsked, at: PositionAsked) -> Problem:
    """The problem from a later position of a game to the same finishes."""
    if len(problem.board) > _MAX_SEARCHED_HOLES:
        raise BoardTooLargeError(
            f"{problem.board.name} has {len(problem.board)} holes: players play on boards of up "
            f"to {_MAX_SEARCHED_HOLES}"
        )
    if len(at) < problem.finish_pegs:
        raise ProblemError("the position has fewer pegs than the finish")
    return Problem(at, [Position(problem.board, code) for code in problem.finishes])


Rest = Annotated[Problem, Depends(_from_here)]


def _add_players(router: APIRouter, back: Back, slow: Back) -> None:
    """Add the routes. A probability uses all cores, so only one is computed at a time."""

    @router.get("/players", **answers_with(Players))
    async def players(problem: ProblemAsked) -> Document:
        """The players available on a board."""
        return await back.run(lambda: Players(_players(problem)).to_json())

    @router.get("/chance", **answers_with(Chance))
    async def chance(problem: ProblemAsked, rest: Rest, player: PlayerWord = "any") -> Document:
        """The probability that a player wins from a position."""
        return await slow.run(lambda: _chance(problem, rest, player))

    @router.get("/random-game", **answers_with(RandomGame))
    async def random_game(
        problem: ProblemAsked,
        rest: Rest,
        player: PlayerWord = "any",
        seed: Annotated[int, Query(ge=0, lt=2**53, description="Which game.")] = 0,
    ) -> Document:
        """Let a player play one game from a position to the end."""

        def answer() -> Document:
            game = play_game(rest, player=_seated(problem, player), seed=seed)
            return RandomGame(tuple(game)).to_json()

        return await back.run(answer)


@lru_cache(maxsize=64)
def _players(problem: Problem) -> tuple[PlayerDocument, ...]:
    if len(problem.board) > _MAX_SEARCHED_HOLES:
        return ()
    players = []
    for name, player in PLAYERS.items():
        try:
            player.make(problem)
        except PegSolitaireError:
            continue
        about = f"{player.about[0].upper()}{player.about[1:]}."
        players.append(PlayerDocument(name, about))
    return tuple(players)


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
    _add_answers(router, desk, back)  # routes are tried in order, and verdicts are asked for most
    _add_things(router, gallery, Back(processes=processes))
    _add_problems(router, desk, gallery, quick)
    _add_players(router, back, Back(threads=1, first=compile_players))
    _add_explorer(router, desk, Back(processes=processes))
    _add_jobs(router, desk, quick)
    return router


def _add_things(router: APIRouter, gallery: Gallery, back: Back) -> None:
    cached, by_board = KeptDocuments(Back()), KeptDocuments(back)

    @router.get("/boards", **answers_with(Catalogue))
    async def boards(request: Request) -> Any:
        """The boards of the catalogue, with suggested starts on each board."""
        return await cached.answer(request, "boards", lambda: gallery.catalogue)

    @router.get("/board", **answers_with(Playable))
    async def board(board: BoardWord) -> Document:
        """A board, from the catalogue or of your own, with suggested starts."""
        return await back.run_apart(queries.playable, read_board_word(board))

    @router.get("/shortest", **answers_with(ShortestSolutions))
    async def shortest(request: Request, board: BoardWord) -> Any:
        """The solutions with the fewest moves for the problems of a board, counted by class."""
        return await by_board.answer(
            request, board, lambda: shortest_solutions(read_board_word(board)).to_json()
        )

    @router.get("/puzzles", **answers_with(GalleryDocument))
    async def puzzles(request: Request) -> Any:
        """The puzzle sets, and the published solutions."""
        return (await back.run(gallery.content)).answer(request.headers)

    @router.get("/puzzles/daily", **answers_with(GalleryDocument))
    async def daily(day: DayWord) -> Document:
        """The part of the gallery with the puzzle of a day."""
        return await back.run(lambda: gallery.part(day))

    @router.get("/puzzles/posing", **answers_with(GalleryDocument))
    async def posing(problem: ProblemAsked, day: DayWord) -> Document:
        """The part of the gallery with the puzzles that pose a problem, and that of a day."""
        return await back.run(lambda: gallery.part(day, problem))

    @router.get("/storm", **answers_with(Storm))
    async def storm(request: Request) -> Any:
        """The positions with exactly one winning jump; easy positions come first."""
        return await cached.answer(request, "storm", lambda: Storm().to_json())

    @router.get("/lessons", **answers_with(Lessons))
    async def lessons(request: Request, language: LanguageWord = "en") -> Any:
        """The lessons, in order."""
        return await cached.answer(request, ("lessons", language), lambda: lessons_in(language))

    @router.get("/glossary", **answers_with(Glossary))
    async def glossary(request: Request, language: LanguageWord = "en") -> Any:
        """The glossary of the game, with each term explained in a sentence or two."""
        return await cached.answer(request, ("glossary", language), lambda: glossary_in(language))

    @router.post("/read", **answers_with(Pasted, more=BODY))
    async def read(asked: PastedRequest) -> Document:
        """Read a pasted text: a board, a position or a game, in any usual notation."""
        board = read_board_word(asked.board) if asked.board else None
        return await back.run_apart(queries.pasted, asked.text, asked.marks, board, asked.start)


def _add_problems(router: APIRouter, desk: Desk, gallery: Gallery, back: Back) -> None:
    @router.get("/problem", **answers_with(ProblemDocument))
    async def problem(problem: ProblemAsked) -> Document:
        """A problem, and the status of its winning sets."""

        def answer() -> Document:
            fewest, status = gallery.fewest(problem), desk.standing(problem)
            return ProblemDocument.of(problem, fewest, status).to_json()

        return await back.run(answer)


def _add_answers(router: APIRouter, desk: Desk, back: Back) -> None:
    @router.get("/verdicts", **answers_with(Verdicts))
    async def verdicts(problem: ProblemAsked, position: PositionWords) -> Any:
        """Whether positions can still be won, and whether they can be won after each jump."""
        asked = [read_position_word(problem.board, word) for word in position]
        wins = desk.wins(problem)
        if wins is None:  # the sets may have to be opened
            return await desk.ask(back, problem, queries.verdicts, asked)
        document = queries.verdicts(Guide(problem, wins=wins), asked)
        return JSONResponse(document)

    @router.get("/solution", **answers_with(Solution, nullable=True))
    async def solution(
        problem: ProblemAsked,
        at: PositionAsked,
        seconds: Annotated[
            float | None,
            Query(gt=0, le=25, description="The time limit of the search in seconds."),
        ] = None,
    ) -> Document | None:
        """A solution from a position."""
        return await desk.ask(back, problem, queries.solution, at, seconds)

    @router.get("/hint", **answers_with(Hint))
    async def hint(problem: ProblemAsked, at: PositionAsked) -> Document | None:
        """A winning jump."""
        return await desk.ask_once(back, problem, queries.hint, at)

    @router.get("/rivals", **answers_with(Rivals))
    async def rivals(problem: ProblemAsked, at: PositionAsked) -> Document | None:
        """The jumps that lose besides a winning jump, each with a claim that explains why."""
        return await desk.ask_once(back, problem, queries.rivals, at)

    @router.get("/why", **answers_with(Why))
    async def why(problem: ProblemAsked, at: PositionAsked) -> Document | None:
        """The claim that explains in a few words why a position is lost."""
        return await desk.ask_once(back, problem, queries.why, at)

    @router.get("/proofs", **answers_with(Proofs))
    async def proofs(problem: ProblemAsked, at: PositionAsked) -> Document | None:
        """The reasons why a position is lost, with numbers and proofs."""
        return await desk.ask_once(back, problem, queries.proofs, at)

    @router.get("/best-ending", **answers_with(BestEnd, nullable=True))
    async def best_ending(problem: ProblemAsked, at: PositionAsked) -> Document | None:
        """A game from a lost position that leaves the fewest pegs."""
        return await desk.ask_once(back, problem, queries.best_ending, at)

    @router.get("/games", **answers_with(Share))
    async def games(problem: ProblemAsked, at: PositionAsked) -> Document:
        """The numbers of all games and of winning games from a position, if quick to count."""
        return await desk.ask(back, problem, queries.games, at)

    @router.get("/assessment", **answers_with(Assessment))
    async def assessment(board: BoardWord, position: PositionWord) -> Document:
        """An assessment of a position as a puzzle: its solvability and its difficulty."""
        at = read_position_word(read_board_word(board), position)
        return await back.run_apart(queries.assessment, at)

    @router.get("/reach", **answers_with(Reached))
    async def reached(
        board: BoardWord,
        position: PositionWord,
        hole: Annotated[str, Query(max_length=16, description="Where a peg is wanted.")],
    ) -> Document:
        """The jumps that bring a peg to a hole; other pegs may remain."""
        start = read_position_word(read_board_word(board), position)
        return await back.run_apart(queries.reached, start, hole)

    @router.get("/construction", **answers_with(ConstructedSolution))
    async def construction(problem: ProblemAsked) -> Document:
        """A solution of a triangle of any size from one vacancy, removal by removal."""
        return await back.run_apart(queries.construction, problem)
