"""The chance of winning from any position, within seconds: exact, or from some games."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from pegsolitaire.chance.exact import exact_play
from pegsolitaire.chance.exact_run import most_positions
from pegsolitaire.chance.simulate import simulate
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Player, Problem

#: Positions that are gone through, and games that are played, by somebody who makes any jump;
#: and by somebody with rules, who takes longer.
POSITIONS, GAMES = 70_000_000, 1_000_000
RULED_POSITIONS, RULED_GAMES = 1_000_000, 100_000


@dataclass(frozen=True)
class Chance:
    """How likely a player is to win.

    Attributes
    ----------
    win_probability : float
        The chance; of a simulation, the share of games won.
    mean_pegs : float
        The pegs that are left on average.
    games, wins : int or None
        Of a simulation.
    interval : (float, float) or None
        Of a simulation: the 95 % interval.
    """

    win_probability: float
    mean_pegs: float
    games: int | None = None
    wins: int | None = None
    interval: tuple[float, float] | None = None


def quick_chance(problem: Problem, player: Player, *, seed: int = 0) -> Chance:
    """The chance that a player wins: exact where that is quick, and else of simulated games.

    Parameters
    ----------
    problem : Problem
        From one start.
    player : Player
    seed : int, optional
        Of the simulated games.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import any_finish
    >>> board = triangle(5)
    >>> found = quick_chance(any_finish(board.vacancy("b3")), Player(board, "any"))
    >>> f"1 in {1 / found.win_probability:.0f}", found.games
    ('1 in 579', None)
    """
    plain = player == Player(player.board, player.name)
    most = POSITIONS if plain else RULED_POSITIONS
    if not plain or most_positions(problem, player.group) <= most:
        with suppress(BoardTooLargeError):
            odds = exact_play(problem, player, by_hole=False, most=most)
            return Chance(float(odds.win_probability), float(odds.mean_pegs))
    found = simulate(problem, GAMES if plain else RULED_GAMES, player, seed=seed)
    return Chance(found.win_rate, found.mean_pegs, found.games, found.wins, found.interval())
