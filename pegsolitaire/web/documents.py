"""The documents of the page: lessons, glossary, boards, puzzles, solutions and problems.

The module loads no server code. Codes are strings, because JavaScript numbers are exact only up to
2**53.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pegsolitaire.advice import VacancyStanding, opening, vacancy_standings
from pegsolitaire.advice.openings import Opening
from pegsolitaire.board import Board, hole_name
from pegsolitaire.data import (
    CatalogueRow,
    KnownSolution,
    Lesson,
    StormPosition,
    glossary,
    knowledge_of,
    lessons,
    storm_positions,
)
from pegsolitaire.data.teaching import Term
from pegsolitaire.game import Move, Position, Problem
from pegsolitaire.results import Result
from pegsolitaire.sets.plans import Plan
from pegsolitaire.solving import Fewest
from pegsolitaire.theory import feasible_finishes, svss_problems
from pegsolitaire.work import Work

State = Literal["ready", "building", "absent", "slow", "large", "none"]


@dataclass(frozen=True)
class SetStatus(Result):
    """The status of the winning sets of a problem.

    Attributes
    ----------
    state : str
        ``ready``; ``building``; ``absent``: the sets can be built in seconds; ``slow``: they can
        be built in minutes; ``large``: they are too large, so quick searches judge the jumps;
        ``none``: the position class rules out the finish.
    message : str
        An explanation of the state.
    estimate : Plan or None
        An estimate of the work needed to build the sets.
    job : str or None
        The id of the job that is building the sets.
    """

    state: State
    message: str = ""
    estimate: Plan | None = None
    job: str | None = None


@dataclass(frozen=True)
class Geometry(Result):
    """A board, by the name with which the page asks for it.

    The holes are (x, y), row by row; y grows downwards.
    """

    name: str
    lattice: str
    holes: list[list[int]]
    taken: list[str]

    @classmethod
    def of(cls, board: Board, name: str | None = None) -> Geometry:
        """Describe a board, which may have a name of its own on the page."""
        holes = [list(hole) for hole in board.holes]
        return cls(name or board.name, board.lattice.name, holes, board.taken_texts)


@dataclass(frozen=True)
class Playable(Geometry):
    """A board with a suggested game, and how a game from each hole can end."""

    opening: Opening
    vacancies: tuple[VacancyStanding, ...]


@dataclass(frozen=True)
class PublishedSolution(Result):
    """A published solution."""

    name: str
    board: Board
    start: str
    finish: str
    moves: tuple[Move, ...]
    source: str

    @classmethod
    def of(cls, known: KnownSolution) -> PublishedSolution:
        """Describe a published solution."""
        line = known.solution
        start, finish = line.start.short_name, line.finish.complement.short_name
        return cls(known.name, line.start.board, start, finish, line.moves, known.source)


@dataclass(frozen=True, kw_only=True)
class PuzzleDocument(Fewest):
    """A puzzle with the known facts about its fewest moves, and the finish of its problem."""

    name: str
    theme: str
    start: str
    start_code: Position
    finish: str
    source: str
    note: str
    rating: float | None
    difficulty: str | None
    problem_finish: str


@dataclass(frozen=True)
class PuzzleSetDocument(Result):
    """A puzzle set, which may be the user's own."""

    name: str
    own: bool
    board: Geometry
    description: str
    puzzles: list[PuzzleDocument]


@dataclass(frozen=True)
class DailyPuzzle(Result):
    """A puzzle of the day: the name of its puzzle set, and its name within the set."""

    set: str
    puzzle: str


@dataclass(frozen=True)
class DailyDocument(Result):
    """The puzzles of the day from a date on.

    For each weekday, beginning with Monday, they are those that successive weeks take in turn.
    """

    since: str
    days: list[list[DailyPuzzle]]


@dataclass(frozen=True)
class GalleryDocument(Result):
    """All puzzle sets, and error messages for files that could not be read."""

    sets: list[PuzzleSetDocument]
    daily: list[DailyDocument]
    solutions: list[PublishedSolution]
    complaints: list[str]


@dataclass(frozen=True)
class Catalogue(Result):
    """The boards of the catalogue."""

    boards: list[Playable]


@dataclass(frozen=True)
class Lessons(Result):
    """All lessons, in order."""

    lessons: tuple[Lesson, ...] = field(default_factory=lessons)


@dataclass(frozen=True)
class Glossary(Result):
    """The terms of the game, in alphabetical order."""

    terms: tuple[Term, ...] = field(default_factory=glossary)


@dataclass(frozen=True)
class Storm(Result):
    """Positions in which to find the winning jump against the clock, easiest first."""

    positions: tuple[StormPosition, ...] = field(default_factory=storm_positions)


@dataclass(frozen=True)
class ShortestRow(Result):
    """A problem of a catalogue, with one solution if they are not listed by class."""

    problem: CatalogueRow
    shortest: tuple[Move, ...] | None


@dataclass(frozen=True)
class ShortestSolutions(Result):
    """The solutions with the fewest moves of the problems of a board, up to symmetry.

    There may be others, whose fewest moves are unknown, if some are listed.
    """

    board: str
    problems: list[ShortestRow]
    others: int


@dataclass(frozen=True, kw_only=True)
class ProblemDocument(Fewest):
    """A problem with its codes, the known facts about its fewest moves, and its winning sets.

    The class of the start allows the last peg in the feasible holes.
    """

    board: str
    start: str
    finish: str
    start_code: Position
    finish_codes: list[Position]
    feasible: list[str]
    geometry: Geometry
    sets: SetStatus

    @classmethod
    def of(cls, problem: Problem, fewest: Fewest, sets: SetStatus) -> ProblemDocument:
        """Describe a problem."""
        board = problem.board
        start, *_ = (Position(board, code) for code in problem.starts)
        return cls(
            **vars(fewest),
            board=board.name,
            start=problem.start,
            finish=problem.finish,
            start_code=start,
            finish_codes=[Position(board, code) for code in problem.finishes],
            feasible=[hole_name(board.holes[i]) for i in feasible_finishes(start)],
            geometry=Geometry.of(board),
            sets=sets,
        )


def playable(board: Board, *, work: Work | None = None) -> Playable:
    """A board with a suggested game. Choosing the game may need a search, limited by ``work``."""
    begun = opening(board, work=Work.of(work))
    return Playable(**vars(Geometry.of(board)), opening=begun, vacancies=vacancy_standings(board))


def shortest_solutions(board: Board) -> ShortestSolutions:
    """The built-in solutions with the fewest moves, for all problems of a board."""
    rows = knowledge_of(board).catalogue
    others = len(list(svss_problems(board))) - len(rows) if rows else 0
    problems = [ShortestRow(row, _shortest(board, row)) for row in rows]
    return ShortestSolutions(board.name, problems, others)


def _shortest(board: Board, row: CatalogueRow) -> tuple[Move, ...] | None:
    """One shortest solution of a problem, unless the solutions are listed by class."""
    if row.classes or not row.moves:
        return None
    known = knowledge_of(board).fewest(Problem(board, row.start, row.finish))
    return known.solution.moves if known and known.moves == row.moves else None
