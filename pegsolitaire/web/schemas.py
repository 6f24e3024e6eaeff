"""The JSON documents of the API, as models: they make its OpenAPI description.

Codes and numbers of games are texts, because numbers of JavaScript end at 2**53.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from pegsolitaire.analysis import Standing
from pegsolitaire.web import desk, jobs
from pegsolitaire.web.words import MAX_WORD, PLAIN


class Model(BaseModel):
    """The base of all."""

    model_config = ConfigDict(extra="forbid")


class Mistake(Model):
    """What was wrong."""

    code: str = Field(examples=["NotationError"])
    message: str = Field(examples=["'z9' is not a hole: write it as d4 or as (3,3)"])


class ErrorDocument(Model):
    """The one form of all errors."""

    error: Mistake


# As a tuple it would be `prefixItems`, which not every tool for OpenAPI reads.
Hole = Annotated[list[int], Field(min_length=2, max_length=2)]


class BoardDocument(Model):
    """A board: what its jumps, names and places on the plane follow from."""

    name: str
    lattice: Literal["square", "square-diagonal", "triangular"]
    holes: list[Hole] = Field(description="(x, y) row by row; y grows downwards")


class OpeningDocument(Model):
    """What to begin with on a board."""

    start: str
    finish: str
    standing: Standing = Field(
        description="how it can end: with one peg back in the empty hole, with one anywhere, "
        "never with one; or that is not known"
    )
    fewest: int | None = Field(description="where it cannot be won, how few pegs can be left")


class PlayableDocument(BoardDocument):
    """A board, what to begin with on it, and how games from its vacancies can end."""

    opening: OpeningDocument
    vacancies: list[Standing] = Field(description="of each hole, in the order of the holes")


class CatalogueDocument(Model):
    """The boards of the catalogue."""

    boards: list[PlayableDocument]


class EstimateDocument(Model):
    """About how much there is to build, at most."""

    positions: int
    bytes: int = Field(description="of memory")
    seconds: float


class SetsDocument(Model):
    """Where the winning sets of a problem stand."""

    state: desk.State
    message: str
    estimate: EstimateDocument | None
    job: str | None


class ProblemDocument(Model):
    """A problem."""

    board: BoardDocument
    start: str
    start_code: str
    finish: str
    finish_codes: list[str]
    feasible: list[str] = Field(description="holes where its class allows the last peg")
    best: int | None = Field(description="the fewest moves known to solve it")
    proven: bool = Field(description="whether it cannot be solved in fewer")
    least: int | None = Field(description="moves that are proven to be needed")
    shortest: list[str] | None = Field(description="a solution in as many moves")
    sets: SetsDocument


class VerdictDocument(Model):
    """What is known of a position."""

    winning: bool | None
    jumps: dict[str, bool | None] = Field(description="each legal jump, and whether it wins")


class VerdictsDocument(Model):
    """What is known of some positions, in the order they were asked for."""

    source: Literal["sets", "search"]
    positions: list[VerdictDocument]


class SolutionDocument(Model):
    """A way to win; null where none is known."""

    jumps: list[str] | None


class HintDocument(Model):
    """A jump that wins, null where none is known, and what is wrong with others."""

    jump: str | None
    rivals: dict[str, str]


class ReasonDocument(Model):
    """Why a position is dead."""

    kind: Literal["class", "resource", "sax", "exits", "search"]
    text: str
    finishes: list[str]
    weights: list[int] | None
    value: int | None
    bound: int | None
    region: list[int] | None = Field(
        description="holes with a number of pegs odd or even for good"
    )


class BestEndDocument(Model):
    """A game that leaves few pegs, from a dead position."""

    pegs: int
    finish: str | None = Field(description="the hole of a single peg")
    jumps: list[str]
    exact: bool = Field(description="whether fewer pegs are known to be impossible")
    text: str


class WhyDocument(Model):
    """Why a position is dead; no reasons where it is not, or that is not known."""

    reasons: list[ReasonDocument]
    fewest_pegs: int | None = Field(description="that a game can leave, where that is certain")
    best: BestEndDocument | None


class GamesDocument(Model):
    """How many games go on from a position, and how many of them win."""

    won: str
    total: str


class ShareDocument(Model):
    """The games from a position; null where they are too many to count quickly."""

    games: GamesDocument | None


class BlockDocument(Model):
    """What a purge clears, or the core inside."""

    kind: Literal["core", "trapezoid", "6-purge", "9-purge", "opening"]
    holes: list[int] = Field(description="numbers of holes, from 0")


class StageDocument(Model):
    """Jumps in a row that clear the same block."""

    block: int
    jumps: list[str]


class ConstructionDocument(Model):
    """A solution of a triangle by construction, or why there is none."""

    solvable: bool
    reason: str
    blocks: list[BlockDocument]
    stages: list[StageDocument]


class PlayerDocument(Model):
    """Somebody who can play."""

    name: str
    title: str = Field(description="what people call it")
    about: str


class PlayersDocument(Model):
    """Who can play on a board."""

    players: list[PlayerDocument]


class ChanceDocument(Model):
    """How likely a player is to win: exactly, or as simulated games say."""

    exact: bool
    win_probability: float
    mean_pegs: float
    games: int | None
    wins: int | None
    interval: list[float] | None = Field(description="of the simulated games, 95 %")


class RandomGameDocument(Model):
    """The jumps of a game, to its end."""

    jumps: list[str]


class AssessmentDocument(Model):
    """What a position is worth as a puzzle."""

    solvable: bool | None
    finishes: dict[str, bool | None]
    jumps: dict[str, bool | None]
    games: GamesDocument | None
    solution: list[str] | None


class PuzzleDocument(Model):
    """A puzzle of a set."""

    name: str
    start: str
    code: str
    finish: str
    problem_finish: str = Field(description="the finish as its problem says it: a hole, or `any`")
    source: str
    note: str
    best: int | None = Field(description="the fewest moves known to solve it")
    proven: bool = Field(description="whether it cannot be solved in fewer")
    least: int | None = Field(description="moves that are proven to be needed")
    shortest: list[str] | None
    rating: float | None = Field(description="how hard it is, in bits")
    difficulty: str | None = Field(description="the rating in a word")


class PuzzleSetDocument(Model):
    """A puzzle set."""

    name: str
    own: bool = Field(description="of a folder of the user, and not of the library")
    board: BoardDocument
    description: str
    puzzles: list[PuzzleDocument]


class DailyDocument(Model):
    """A puzzle of the day, by its name in its set."""

    set: str
    puzzle: str


class GalleryDocument(Model):
    """All puzzle sets, and what was wrong with files that could not be read."""

    sets: list[PuzzleSetDocument]
    daily: list[list[DailyDocument]] = Field(
        description="puzzles of the day for Monday, Tuesday ...; the week says which"
    )
    solutions: list[PublishedDocument]
    complaints: list[str]


class PublishedDocument(Model):
    """A solution that was printed."""

    name: str
    board: str
    start: str
    finish: str
    moves: list[str]
    source: str


class JobRequest(Model):
    """A problem whose winning sets are to be built."""

    board: str = Field(max_length=MAX_WORD, pattern=PLAIN, examples=["english"])
    start: str = Field(max_length=MAX_WORD, pattern=PLAIN, examples=["d4"])
    finish: str | None = Field(None, max_length=MAX_WORD, pattern=PLAIN, examples=["d4"])
    slow: bool = Field(False, description="build them even if it takes minutes")


class JobDocument(Model):
    """The building of winning sets."""

    id: str | None
    state: Literal[jobs.State, "refused"]
    stage: str
    done: int
    total: int | None
    note: str
    message: str
