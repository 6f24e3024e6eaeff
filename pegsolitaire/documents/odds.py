"""Random play: exact odds, simulated games, and the vacancies of a board side by side."""

from __future__ import annotations

from typing_extensions import TypedDict

from pegsolitaire.board import hole_name
from pegsolitaire.chance import Difficulty, Odds, Simulation
from pegsolitaire.documents.document import document, texts
from pegsolitaire.documents.problems import ProblemWords, problem_words
from pegsolitaire.game import code_text


@document
class ChanceDocument(TypedDict):
    """How likely a player is to win: exactly, or as simulated games say."""

    exact: bool
    win_probability: float
    mean_pegs: float
    games: int | None
    wins: int | None
    interval: list[float] | None
    """of the simulated games, 95 %"""


class EndDocument(TypedDict):
    """Games that end after some number of jumps."""

    jumps: int
    pegs: int
    dead_ends: int
    probability: float
    fraction: str | None


class LikelyDocument(TypedDict):
    """An end of the game."""

    code: int
    probability: float


class OddsDocument(ProblemWords):
    """Exact odds; the fractions are null where they were not calculated with."""

    player: str
    win_probability: float
    win_fraction: str | None
    win_at: dict[str, float]
    win_by_finish: dict[str, float]
    win_at_up_to_symmetry: bool
    ends: list[EndDocument]
    dead_ends: int
    mean_pegs: float
    mean_fraction: str | None
    gives_up: float
    most_likely: LikelyDocument
    least_likely: LikelyDocument
    still_winning: list[float] | None
    positions: int
    relative_error: float


class SimulationDocument(ProblemWords):
    """What came of simulated games."""

    player: str
    games: int
    interrupted: bool
    wins: int
    win_rate: float
    interval: list[float]
    expected_trials: float | None
    wins_at: dict[str, int]
    wins_by_finish: dict[str, int]
    mean_pegs: float
    pegs: dict[str, int]
    solutions: list[list[str]]
    game: list[str] | None
    seed: int
    exact: OddsDocument | None


class DifficultyDocument(ChanceDocument):
    """How hard a vacancy is."""

    vacancy: str
    images: int
    feasible: bool
    seed: int | None
    same_as: str | None


def chance_document(found: Odds | Simulation | Difficulty) -> ChanceDocument:
    """How likely a player is to win."""
    if isinstance(found, Difficulty) and found.simulation is not None:
        found = found.simulation
    if isinstance(found, Simulation):
        return {
            "exact": False,
            "win_probability": found.win_rate,
            "mean_pegs": found.mean_pegs,
            "games": found.games,
            "wins": found.wins,
            "interval": list(found.interval()),
        }
    return {
        "exact": True,
        "win_probability": float(found.win_probability),
        "mean_pegs": float(found.mean_pegs),
        "games": None,
        "wins": None,
        "interval": None,
    }


def odds_document(odds: Odds) -> OddsDocument:
    """The exact chance of every end."""
    (most, often), (least, seldom) = odds.most_likely, odds.least_likely
    return {
        **problem_words(odds.problem),
        "player": odds.player,
        "win_probability": float(odds.win_probability),
        "win_fraction": str(odds.win_probability) if odds.is_exact else None,
        "win_at": {hole_name(hole): float(p) for hole, p in odds.win_at.items()},
        "win_by_finish": {code_text(at.code): float(p) for at, p in odds.win_by_finish.items()},
        "win_at_up_to_symmetry": not odds.by_hole,
        "ends": [
            {
                "jumps": row.jumps,
                "pegs": row.pegs,
                "dead_ends": row.dead_ends,
                "probability": float(row.probability),
                "fraction": str(row.probability) if odds.is_exact else None,
            }
            for row in odds.ends
        ],
        "dead_ends": odds.dead_ends,
        "mean_pegs": float(odds.mean_pegs),
        "mean_fraction": str(odds.mean_pegs) if odds.is_exact else None,
        "gives_up": float(odds.gives_up),
        "most_likely": {"code": most.code, "probability": float(often)},
        "least_likely": {"code": least.code, "probability": float(seldom)},
        "still_winning": None
        if odds.still_winning is None
        else list(map(float, odds.still_winning)),
        "positions": odds.positions,
        "relative_error": odds.error,
    }


def simulation_document(found: Simulation, asked: int, odds: Odds | None) -> SimulationDocument:
    """Simulated games, and how many were asked for; exact odds in it where there are any."""
    return {
        **problem_words(found.problem),
        "player": found.player,
        "games": found.games,
        "interrupted": found.games < asked,
        "wins": found.wins,
        "win_rate": found.win_rate,
        "interval": list(found.interval()),
        "expected_trials": found.expected_trials,
        "wins_at": {hole_name(hole): wins for hole, wins in found.wins_at.items()},
        "wins_by_finish": {code_text(at.code): n for at, n in found.wins_by_finish.items()},
        "mean_pegs": found.mean_pegs,
        "pegs": {str(pegs): games for pegs, games in found.pegs.items()},
        "solutions": [texts(one.moves) for one in found.solutions],
        "game": None if found.game is None else texts(found.game.moves),
        "seed": found.seed,
        "exact": None if odds is None else odds_document(odds),
    }


def difficulty_document(row: Difficulty) -> DifficultyDocument:
    """A vacancy, and how likely it is won."""
    return {
        **chance_document(row),
        "vacancy": hole_name(row.vacancy),
        "images": row.images,
        "feasible": row.feasible,
        "seed": None if row.simulation is None else row.simulation.seed,
        "same_as": None if row.same_as is None else hole_name(row.same_as),
    }
