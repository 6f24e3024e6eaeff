"""What simulated games say about the chance of winning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist
from typing import ClassVar

from pegsolitaire.board import Hole
from pegsolitaire.chance.odds import by_last_hole
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.tables import Tabled


@dataclass(frozen=True)
class Simulation(Tabled):
    """What came of simulated games.

    Attributes
    ----------
    problem : Problem
        Where they started, and where they were won.
    player : str
        The name of the player.
    games, wins, seed : int
    wins_by_finish : dict
        How many were won at each finish, by its position.
    pegs : dict
        For each number of pegs, how many games ended with it.
    solutions : tuple of Solution
        Some of the games that were won, the first ones, replayed.
    ends : Counter
        How many games ended at each position, by its code; where it was asked for.
    game : Solution or None
        The game, where there was only one, won or lost.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.chance import simulate
    >>> from pegsolitaire.theory import any_finish
    >>> found = simulate(any_finish(triangle(4).vacancy("a2")), 1000, seed=1)
    >>> found.wins, found.win_rate, found.pegs
    (32, 0.032, {1: 32, 2: 760, 3: 184, 5: 24})
    """

    problem: Problem
    player: str
    games: int
    wins: int
    seed: int
    wins_by_finish: dict[Position, int] = field(default_factory=dict, hash=False)
    pegs: dict[int, int] = field(default_factory=dict, hash=False)
    solutions: tuple[Solution, ...] = field(default=(), repr=False, hash=False)
    ends: Counter[int] = field(default_factory=Counter, repr=False, hash=False)
    game: Solution | None = field(default=None, repr=False, hash=False)

    column_types: ClassVar[Mapping[str, str]] = {"pegs": "int16", "games": "int64"}

    def table_rows(self) -> list[tuple[int, int]]:
        """How many games ended with each number of pegs."""
        return sorted(self.pegs.items())

    @property
    def table_title(self) -> str:
        """The problem, the player, and how many games were won."""
        return f"{self.problem}, player {self.player}: {self.wins:,} of {self.games:,} games won"

    @property
    def wins_at(self) -> dict[Hole, int]:
        """How many were won at each hole, where finishes are of one peg."""
        return by_last_hole(self.wins_by_finish)

    @property
    def win_rate(self) -> float:
        """The share of games that were won."""
        return self.wins / self.games

    @property
    def expected_trials(self) -> float | None:
        """How many games it took for each that was won; None where none was."""
        return self.games / self.wins if self.wins else None

    @property
    def mean_pegs(self) -> float:
        """The pegs that were left on average."""
        return sum(pegs * games for pegs, games in self.pegs.items()) / self.games

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """The confidence interval of the chance of winning (Wilson 1927).

        Raises
        ------
        ProblemError
            If the confidence is not between 0 and 1.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> from pegsolitaire.chance import simulate
        >>> from pegsolitaire.theory import any_finish
        >>> found = simulate(any_finish(triangle(5).vacancy("a1")), 1000, seed=1)
        >>> found.wins, [round(bound, 4) for bound in found.interval()]
        (7, [0.0034, 0.0144])
        """
        return wilson(self.wins, self.games, confidence)


def wilson(wins: int, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """The interval that holds the chance of winning, after some wins in some number of games.

    Wilson's score interval: it means something for few wins too, and for none.

    Raises
    ------
    ProblemError
        If the confidence is not between 0 and 1, or there are no games.

    Examples
    --------
    >>> [round(bound, 4) for bound in wilson(50, 100)]
    [0.4038, 0.5962]
    """
    if not 0 < confidence <= 1 - 1e-15:
        raise ProblemError(f"a confidence of {confidence}: it must be between 0 and 1, as 0.95 is")
    if not 0 <= wins <= games or games == 0:
        raise ProblemError(
            f"{wins} wins in {games} games: there must be games, and no more wins than games"
        )
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, square = wins / games, z * z / games
    middle = (rate + square / 2) / (1 + square)
    half = z * sqrt(rate * (1 - rate) / games + square / games / 4) / (1 + square)
    low = 0.0 if wins == 0 else max(0.0, middle - half)
    return low, 1.0 if wins == games else min(1.0, middle + half)
