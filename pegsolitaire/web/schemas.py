"""The documents of the server alone: errors, jobs, where winning sets stand, the gallery.

What results say is described by their classes (:func:`pegsolitaire.results.model_of`). Codes and
numbers of games are texts, because numbers of JavaScript end at 2**53.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from pegsolitaire.board import Board
from pegsolitaire.chance import Chance
from pegsolitaire.data import CatalogueRow, Lesson, Puzzle, StormPosition
from pegsolitaire.data.teaching import Term
from pegsolitaire.game import Problem, Solution
from pegsolitaire.reasons import Assessment, Exploration, Review, Telling, VacancyStanding
from pegsolitaire.reasons.openings import Opening
from pegsolitaire.results import LINE, MODEL, model_of
from pegsolitaire.results import SOLUTION as SOLUTION_KEYS
from pegsolitaire.solving import Answer, BestEnd, Fewest, Games
from pegsolitaire.theory import ReasonRow
from pegsolitaire.web.answers import GAMES, SetStatus
from pegsolitaire.web.documents import Ends
from pegsolitaire.web.jobs import Job, State
from pegsolitaire.web.words import MAX_POSITIONS, MAX_WORD, PLAIN


class _Document(BaseModel):
    """A document: with no other keys."""

    model_config = MODEL


class Mistake(_Document):
    """What was wrong."""

    code: Annotated[str, Field(examples=["NotationError"])]
    message: Annotated[str, Field(examples=["'z9' is not a hole: write it as d4 or as (3,3)"])]


class ErrorDocument(_Document):
    """The one form of all errors."""

    error: Mistake


class JumpVerdict(_Document):
    """Whether the game can be won after a jump."""

    jump: str
    winning: bool | None


class VerdictDocument(_Document):
    """Whether the game can be won from a position, and after each legal jump; or not known."""

    winning: bool | None
    jumps: list[JumpVerdict]


class VerdictsDocument(_Document):
    """What is known of some positions, in the order they were asked for."""

    source: Literal["sets", "search"]
    positions: list[VerdictDocument]


class HintDocument(_Document):
    """A jump that wins, null where none is known, and what is wrong with others."""

    jump: str | None
    rivals: dict[str, str]


class PlayerDocument(_Document):
    """Somebody who can play."""

    name: str
    title: str = Field(description="what people call it")
    about: str


class PlayersDocument(_Document):
    """Who can play on a board."""

    players: list[PlayerDocument]


class RandomGameDocument(_Document):
    """The jumps of a game, to its end."""

    jumps: list[str]


class DailyDocument(_Document):
    """A puzzle of the day, by its name in its set."""

    set: str
    puzzle: str


class DailyListDocument(_Document):
    """The puzzles of the day from some day on."""

    since: str
    days: list[list[DailyDocument]]
    """for Monday, Tuesday ...; the week says which"""


class QrDocument(_Document):
    """A QR code, without its margin."""

    rows: list[str] = Field(description="a 1 for every dark square, a 0 for every light one")


class PublishedDocument(_Document):
    """A solution that was printed."""

    name: str
    board: str
    start: str
    finish: str
    moves: list[str]
    source: str


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    board: str = Field(max_length=MAX_WORD, pattern=PLAIN, examples=["english"])
    start: str = Field(max_length=MAX_WORD, pattern=PLAIN, examples=["d4"])
    finish: str | None = Field(None, max_length=MAX_WORD, pattern=PLAIN, examples=["d4"])


class JobRequest(_Asked):
    """A problem whose winning sets, or their numbers, are to be built."""

    slow: bool = Field(False, description="build them even if it takes minutes")
    numbers: bool = Field(False, description="build the numbers of their positions instead")


class GameRequest(_Asked):
    """A game that is looked back on."""

    jumps: list[Annotated[str, Field(max_length=20, pattern=PLAIN)]] = Field(
        max_length=MAX_POSITIONS, examples=[["d2-d4", "d5-d3"]]
    )


class BlockDocument(_Document):
    """What a purge clears, or the core inside."""

    kind: str = Field(description="core, trapezoid, 6-purge, 9-purge or opening")
    holes: list[int] = Field(description="numbers of holes, from 0")


class StageDocument(_Document):
    """Jumps in a row that clear the same block."""

    block: int
    jumps: list[str]


class ConstructionDocument(_Document):
    """A solution by construction, or why none is given; solvable is null where it is not known."""

    solvable: bool | None
    reason: str
    blocks: list[BlockDocument]
    stages: list[StageDocument]


class ParityDocument(_Document):
    """Holes with a number of pegs odd or even for good, and the finishes where it is not so."""

    region: list[int] | None = Field(description="numbers of holes, from 0")
    finishes: list[str]


def _model(title: str, about: str, /, *parts: Any, **keys: Any) -> Any:
    """A document with the keys of models of results, and others."""
    fields = (part.model_fields for part in parts)
    found = {key: (one.annotation, one) for part in fields for key, one in part.items()}
    return create_model(title, __config__=MODEL, __doc__=about, **found | keys)


def _told(kind: Any, about: str) -> Any:
    """A key, and what there is to say of it."""
    return kind, Field(description=about)


def _many(model: Any, about: str | None = None) -> Any:
    """A key that has a list."""
    return list[model], Field(description=about)


_GAMES: Any = (
    model_of(
        Games,
        GAMES,
        "GamesTexts",
        "Numbers of games as texts: numbers of JavaScript end at 2**53.",
    )
    | None,
    ...,
)
_TEXT: Any = (str, ...)

SOLUTION = model_of(Solution, LINE, "SolutionDocument", nullable=True)
EXPLORATION = model_of(
    Exploration,
    numbers=_told(
        Literal["ready", "building", "absent", "unknown"],
        "unknown: those of the rest of a game alone, where that is short",
    ),
)
REVIEW = model_of(Review)
ASSESSMENT = model_of(Assessment, games=_GAMES)
REACH = model_of(
    Answer, SOLUTION_KEYS, "Reach", board=_TEXT, start=_TEXT, reach=_TEXT,
    solvable=(bool | None, ...), reason=_TEXT,
)  # fmt: skip
SHARE = _model(
    "Share",
    "The games from a position; null where they are too many to count quickly.",
    games=_GAMES,
)
WHY = _model(
    "Why",
    "Why a position is dead; no reasons where it is not, or that is not known.",
    reasons=_many(model_of(ReasonRow)),
    told=_many(model_of(Telling), "the same for people, in three depths"),
    parities=_many(ParityDocument, "what is behind a reason by position class"),
    fewest_pegs=_told(int | None, "that a game can leave, where that is certain"),
    best=(model_of(BestEnd, f"{SOLUTION_KEYS} pegs finish|hole exact text") | None, ...),
)
_BOARD = model_of(Board)
_FEWEST = model_of(Fewest)
PLAYABLE = model_of(
    Board,
    name="Playable",
    opening=(model_of(Opening), ...),
    vacancies=_many(VacancyStanding, "of each hole, in the order of the holes"),
)
CATALOGUE = _model("Catalogue", "The boards of the catalogue.", boards=_many(PLAYABLE))
PROBLEM = _model(
    "Problem", "A problem.", model_of(Problem), model_of(Ends), _FEWEST,
    geometry=(_BOARD, ...), sets=(model_of(SetStatus), ...),
)  # fmt: skip
_PUZZLE = _model(
    "Puzzle",
    "A puzzle of a set; of its fewest moves all that is known.",
    model_of(Puzzle),
    _FEWEST,
    problem_finish=_told(str, "the finish as its problem says it: a hole, or `any`"),
)
_PUZZLE_SET = _model(
    "PuzzleSet",
    "A puzzle set.",
    name=_TEXT,
    own=_told(bool, "of a folder of the user, and not of the library"),
    board=(_BOARD, ...),
    description=_TEXT,
    puzzles=_many(_PUZZLE),
)
GALLERY = _model(
    "Gallery",
    "All puzzle sets, and what was wrong with files that could not be read.",
    sets=_many(_PUZZLE_SET),
    daily=_many(DailyListDocument, "puzzles of the day, each list until the next one begins"),
    solutions=_many(PublishedDocument),
    complaints=_many(str),
)
SHORTEST = _model(
    "Solutions",
    "The solutions with the fewest moves of the problems of a board, up to symmetry.",
    board=_TEXT,
    problems=_many(
        model_of(
            CatalogueRow,
            shortest=_told(list[str] | None, "a solution, where they are not listed by class"),
        ),
        "none where they do not come along",
    ),
    others=_told(
        int,
        "how many more problems the board has, where some are listed: their fewest moves are open",
    ),
)
CHANCE = model_of(Chance)
JOB = model_of(Job, name="Job", id=(str | None, ...), state=(Literal[State, "refused"], ...))
LESSONS = _model("Lessons", "All lessons, in their order.", lessons=_many(model_of(Lesson)))
GLOSSARY = _model(
    "Glossary", "The words of the game, by the alphabet.", terms=_many(model_of(Term))
)
STORM = _model(
    "Storm",
    "Positions to find the winning jump of, against the clock; the easy ones first.",
    positions=_many(model_of(StormPosition)),
)
