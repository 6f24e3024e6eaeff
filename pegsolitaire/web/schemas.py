"""Schemas of the server's JSON documents: errors, jobs, the status of winning sets, the gallery.

The schemas of results are derived from their classes (:func:`pegsolitaire.results.model_of`).
Codes and numbers of games are strings, because JavaScript numbers are exact only up to 2**53.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from pegsolitaire.board import Board
from pegsolitaire.chance import Chance
from pegsolitaire.data import CatalogueRow, KnownSolution, Lesson, Puzzle, StormPosition
from pegsolitaire.data.teaching import Term
from pegsolitaire.game import Problem, Solution
from pegsolitaire.reasons import Assessment, Exploration, Review, Telling, VacancyStanding
from pegsolitaire.reasons.openings import Opening
from pegsolitaire.results import LINE, MODEL, SOLUTION as SOLUTION_KEYS, model_of
from pegsolitaire.solving import Answer, Basis, BestEnd, Fewest, Games
from pegsolitaire.theory import ReasonRow
from pegsolitaire.web.answers import GAMES, SetStatus
from pegsolitaire.web.documents import PUBLISHED, Ends
from pegsolitaire.web.jobs import Job, State
from pegsolitaire.web.pasted import MAX_PASTED, Kind
from pegsolitaire.web.words import MAX_POSITIONS, MAX_WORD, PLAIN


class _Document(BaseModel):
    """A document that has exactly the declared keys."""

    model_config = MODEL


class Mistake(_Document):
    """An error: its code and its message."""

    code: Annotated[str, Field(examples=["NotationError"])]
    message: Annotated[str, Field(examples=["'z9' is not a hole: write it as d4 or as (3,3)"])]
    marks: list[str] = Field(
        [],
        description="settings of `marks` with which a refused picture can be read",
        examples=[["peg=1,hole=2", "peg=2,hole=1"]],
    )


class ErrorDocument(_Document):
    """The document of every error response."""

    error: Mistake


class JumpVerdict(_Document):
    """Whether the game can be won after a jump; null if unknown."""

    jump: str
    winning: bool | None


class VerdictDocument(_Document):
    """Whether the game can be won from a position and after each legal jump; null if unknown."""

    winning: bool | None
    jumps: list[JumpVerdict]


class VerdictsDocument(_Document):
    """The verdicts on the requested positions, in the order of the request."""

    source: Literal["sets", "search"]
    positions: list[VerdictDocument]


class HintDocument(_Document):
    """A winning jump (null if none is known), and the reasons why other jumps lose."""

    jump: str | None
    rivals: dict[str, str]


class PlayerDocument(_Document):
    """A computer player."""

    name: str
    title: str = Field(description="the name for display")
    about: str


class PlayersDocument(_Document):
    """The computer players that can play on a board."""

    players: list[PlayerDocument]


class RandomGameDocument(_Document):
    """The jumps of a complete game."""

    jumps: list[str]


class DailyDocument(_Document):
    """A puzzle of the day: the name of its puzzle set, and its name within the set."""

    set: str
    puzzle: str


class DailyListDocument(_Document):
    """The puzzles of the day from a given date on."""

    since: str
    days: list[list[DailyDocument]]
    """for each weekday, beginning with Monday, the puzzles that successive weeks take in turn"""


class QrDocument(_Document):
    """A QR code, without its margin."""

    rows: list[str] = Field(description="1 for a dark square, 0 for a light one")


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    board: str = Field(max_length=MAX_WORD, pattern=PLAIN, examples=["english"])
    start: str = Field(max_length=MAX_WORD, pattern=PLAIN, examples=["d4"])
    finish: str | None = Field(None, max_length=MAX_WORD, pattern=PLAIN, examples=["d4"])


class JobRequest(_Asked):
    """A request to build the winning sets of a problem, or the numbers of their positions."""

    slow: bool = Field(False, description="build the sets even if this takes minutes")
    numbers: bool = Field(False, description="build the numbers of the positions instead")


class GameRequest(_Asked):
    """A request to review a game."""

    jumps: list[Annotated[str, Field(max_length=20, pattern=PLAIN)]] = Field(
        max_length=MAX_POSITIONS, examples=[["d2-d4", "d5-d3"]]
    )


class PastedRequest(BaseModel):
    """A pasted text to read: a board; or, with a board, a position or a game on it."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(max_length=MAX_PASTED, examples=["●●●/●○●/●●●"])
    marks: str = Field(
        "",
        max_length=200,
        description="what the marks of a picture mean, or part of it",
        examples=["peg=x,hole=o,outside=#"],
    )
    board: str | None = Field(None, max_length=MAX_WORD, pattern=PLAIN, examples=["english"])
    start: str | None = Field(
        None,
        max_length=MAX_WORD,
        pattern=PLAIN,
        description="the start of a game whose text does not contain one",
        examples=["d4"],
    )


class BlockDocument(_Document):
    """A block of holes that a purge clears, or the core inside all blocks."""

    kind: str = Field(description="core, trapezoid, 6-purge, 9-purge or opening")
    holes: list[int] = Field(description="the bits of holes, which count from 0")


class StageDocument(_Document):
    """Consecutive jumps that clear the same block."""

    block: int
    jumps: list[str]


class ConstructionDocument(_Document):
    """A constructed solution, or the reason why there is none; solvable is null if unknown."""

    solvable: bool | None
    reason: str
    blocks: list[BlockDocument]
    stages: list[StageDocument]


class ParityDocument(_Document):
    """A region in which no jump changes the parity of the pegs, and the excluded finishes."""

    region: list[int] | None = Field(description="the bits of holes, which count from 0")
    finishes: list[str]


def _model(title: str, about: str, /, *parts: Any, **keys: Any) -> Any:
    """Create a model with the keys of other models, and further keys."""
    fields = (part.model_fields for part in parts)
    found = {key: (one.annotation, one) for part in fields for key, one in part.items()}
    return create_model(title, __config__=MODEL, __doc__=about, **found | keys)


def _told(kind: Any, about: str) -> Any:
    """Return a key with a description."""
    return kind, Field(description=about)


def _many(model: Any, about: str | None = None) -> Any:
    """Return a key whose value is a list."""
    return list[model], Field(description=about)


_GAMES: Any = (
    model_of(
        Games,
        GAMES,
        "GamesTexts",
        "Numbers of games, as strings because JavaScript numbers are exact only to 2**53.",
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
        "unknown: only the numbers for the rest of the game are available, if the rest is short",
    ),
)
REVIEW = model_of(Review)
ASSESSMENT = model_of(Assessment, games=_GAMES)
REACH = model_of(
    Answer, SOLUTION_KEYS, "Reach", board=_TEXT, start=_TEXT, reach=_TEXT,
    solvable=(bool | None, ...), reason=_TEXT,
    basis=(Basis, ...), proven=(bool, ...),
)  # fmt: skip
SHARE = _model(
    "Share",
    "The games from a position; null if there are too many to count quickly.",
    games=_GAMES,
)
WHY = _model(
    "Why",
    "Why a position is dead; there are no reasons if it can be won or is undecided.",
    reasons=_many(model_of(ReasonRow)),
    told=_many(model_of(Telling), "the reasons worded for players, at three levels of detail"),
    parities=_many(ParityDocument, "the parities behind a reason by position class"),
    fewest_pegs=_told(int | None, "the fewest pegs that a game can leave, if certain"),
    best=(model_of(BestEnd, f"{SOLUTION_KEYS} pegs finish|hole exact text") | None, ...),
)
_BOARD = model_of(Board)
_FEWEST = model_of(Fewest)
PLAYABLE = model_of(
    Board,
    name="Playable",
    opening=(model_of(Opening), ...),
    vacancies=_many(VacancyStanding, "one entry for each hole, in the order of the holes"),
)
CATALOGUE = _model("Catalogue", "The boards of the catalogue.", boards=_many(PLAYABLE))
PROBLEM = _model(
    "Problem", "A problem.", model_of(Problem), model_of(Ends), _FEWEST,
    geometry=(_BOARD, ...), sets=(model_of(SetStatus), ...),
)  # fmt: skip
_PUZZLE = _model(
    "Puzzle",
    "A puzzle of a set, with everything known about its fewest moves.",
    model_of(Puzzle),
    _FEWEST,
    problem_finish=_told(str, "the finish of the problem: a hole, or `any`"),
)
_PUZZLE_SET = _model(
    "PuzzleSet",
    "A puzzle set.",
    name=_TEXT,
    own=_told(bool, "whether the set is the user's own rather than built-in"),
    board=(_BOARD, ...),
    description=_TEXT,
    puzzles=_many(_PUZZLE),
)
GALLERY = _model(
    "Gallery",
    "All puzzle sets, and error messages for files that could not be read.",
    sets=_many(_PUZZLE_SET),
    daily=_many(DailyListDocument, "puzzles of the day; each list is valid until the next begins"),
    solutions=_many(
        model_of(KnownSolution, PUBLISHED, "PublishedDocument", "A published solution.")
    ),
    complaints=_many(str),
)
SHORTEST = _model(
    "Solutions",
    "The solutions with the fewest moves of the problems of a board, up to symmetry.",
    board=_TEXT,
    problems=_many(
        model_of(
            CatalogueRow,
            shortest=_told(list[str] | None, "a solution, if they are not listed by class"),
        ),
        "empty if the library has no solutions for this board",
    ),
    others=_told(
        int,
        "the number of other problems, whose fewest moves are unknown, if some are listed",
    ),
)
PASTED = _model(
    "Pasted",
    "What a pasted text shows.",
    kind=(Kind, ...),
    board=_told(str, "the board as in a link: its name, or its lattice and its picture"),
    geometry=(_BOARD, ...),
    position=_told(str | None, "the code of the position, after all jumps; null for a board"),
    start=_told(str | None, "the code of the start of a game"),
    jumps=_many(str, "the jumps of a game"),
    read_as=_told(str | None, "how the text was read, if that had to be found out"),
)
CHANCE = model_of(Chance)
JOB = model_of(Job, name="Job", id=(str | None, ...), state=(Literal[State, "refused"], ...))
LESSONS = _model("Lessons", "All lessons, in order.", lessons=_many(model_of(Lesson)))
GLOSSARY = _model(
    "Glossary", "The terms of the game, in alphabetical order.", terms=_many(model_of(Term))
)
STORM = _model(
    "Storm",
    "Positions in which to find the winning jump against the clock, easiest first.",
    positions=_many(model_of(StormPosition)),
)
