"""The documents of the server alone: errors, jobs, where winning sets stand, the gallery.

The others are those of :mod:`pegsolitaire.documents`. Together they make the description of the
API. Codes and numbers of games are texts, because numbers of JavaScript end at 2**53.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from pegsolitaire.documents.boards import BoardDocument
from pegsolitaire.documents.document import document
from pegsolitaire.documents.explore import ExploreDocument
from pegsolitaire.documents.positions import GamesTexts, VerdictDocument
from pegsolitaire.documents.problems import EndsDocument, FewestDocument, ProblemWords
from pegsolitaire.documents.puzzles import PuzzleWords
from pegsolitaire.web import desk, jobs
from pegsolitaire.web.words import MAX_POSITIONS, MAX_WORD, PLAIN


@document
class Mistake(TypedDict):
    """What was wrong."""

    code: Annotated[str, Field(examples=["NotationError"])]
    message: Annotated[str, Field(examples=["'z9' is not a hole: write it as d4 or as (3,3)"])]


@document
class ErrorDocument(TypedDict):
    """The one form of all errors."""

    error: Mistake


@document
class EstimateDocument(TypedDict):
    """About how much there is to build, at most."""

    positions: int
    bytes: int
    """of memory"""
    seconds: float


@document
class SetsDocument(TypedDict):
    """Where the winning sets of a problem stand."""

    state: desk.State
    message: str
    estimate: EstimateDocument | None
    job: str | None


@document
class ProblemDocument(ProblemWords, EndsDocument, FewestDocument):
    """A problem."""

    geometry: BoardDocument
    sets: SetsDocument


@document
class VerdictsDocument(TypedDict):
    """What is known of some positions, in the order they were asked for."""

    source: Literal["sets", "search"]
    positions: list[VerdictDocument]


@document
class ExploreAnswer(ExploreDocument):
    """A position and its jumps, and where the numbers of the problem stand."""

    numbers: Literal["ready", "building", "absent", "unknown"]
    """unknown: those of the rest of a game alone, where that is short"""


@document
class HintDocument(TypedDict):
    """A jump that wins, null where none is known, and what is wrong with others."""

    jump: str | None
    rivals: dict[str, str]


@document
class ShareDocument(TypedDict):
    """The games from a position; null where they are too many to count quickly."""

    games: GamesTexts | None


@document
class PlayerDocument(TypedDict):
    """Somebody who can play."""

    name: str
    title: str
    """what people call it"""
    about: str


@document
class PlayersDocument(TypedDict):
    """Who can play on a board."""

    players: list[PlayerDocument]


@document
class RandomGameDocument(TypedDict):
    """The jumps of a game, to its end."""

    jumps: list[str]


@document
class PuzzleDocument(PuzzleWords, FewestDocument):
    """A puzzle of a set; of its fewest moves all that is known."""

    problem_finish: str
    """the finish as its problem says it: a hole, or `any`"""


@document
class PuzzleSetDocument(TypedDict):
    """A puzzle set."""

    name: str
    own: bool
    """of a folder of the user, and not of the library"""
    board: BoardDocument
    description: str
    puzzles: list[PuzzleDocument]


@document
class DailyDocument(TypedDict):
    """A puzzle of the day, by its name in its set."""

    set: str
    puzzle: str


@document
class QrDocument(TypedDict):
    """A QR code, without its margin."""

    rows: list[str]
    """a 1 for every dark square, a 0 for every light one"""


@document
class PublishedDocument(TypedDict):
    """A solution that was printed."""

    name: str
    board: str
    start: str
    finish: str
    moves: list[str]
    source: str


@document
class GalleryDocument(TypedDict):
    """All puzzle sets, and what was wrong with files that could not be read."""

    sets: list[PuzzleSetDocument]
    daily: list[list[DailyDocument]]
    """puzzles of the day for Monday, Tuesday ...; the week says which"""
    solutions: list[PublishedDocument]
    complaints: list[str]


class JobRequest(BaseModel):
    """A problem whose winning sets, or their numbers, are to be built."""

    model_config = ConfigDict(extra="forbid")

    board: str = Field(max_length=MAX_WORD, pattern=PLAIN, examples=["english"])
    start: str = Field(max_length=MAX_WORD, pattern=PLAIN, examples=["d4"])
    finish: str | None = Field(None, max_length=MAX_WORD, pattern=PLAIN, examples=["d4"])
    slow: bool = Field(False, description="build them even if it takes minutes")
    numbers: bool = Field(False, description="build the numbers of their positions instead")


class GameRequest(BaseModel):
    """A game that is looked back on."""

    model_config = ConfigDict(extra="forbid")

    board: str = Field(max_length=MAX_WORD, pattern=PLAIN, examples=["english"])
    start: str = Field(max_length=MAX_WORD, pattern=PLAIN, examples=["d4"])
    finish: str | None = Field(None, max_length=MAX_WORD, pattern=PLAIN, examples=["d4"])
    jumps: list[Annotated[str, Field(max_length=20, pattern=PLAIN)]] = Field(
        max_length=MAX_POSITIONS, examples=[["d2-d4", "d5-d3"]]
    )


@document
class JobDocument(TypedDict):
    """The building of winning sets."""

    id: str | None
    state: Literal[jobs.State, "refused"]
    stage: str
    done: int
    total: int | None
    note: str
    message: str
