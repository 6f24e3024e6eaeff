"""The chance of winning, exact where that is feasible, and else of simulated games."""

from __future__ import annotations

from contextlib import closing

from pegsolitaire.board import triangle
from pegsolitaire.chance.exact import most_positions, random_play
from pegsolitaire.chance.named import Who, checked_player
from pegsolitaire.chance.odds import Odds
from pegsolitaire.chance.simulation import Simulation, simulate, simulations
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError
from pegsolitaire.game import OwnPlayer, Player, Problem
from pegsolitaire.work import Work

#: The most positions and games of a quick chance, and the seconds that each may take.
POSITIONS, GAMES = 70_000_000, 1_000_000
EXACT_SECONDS, GAMES_SECONDS = 6.0, 3.0
SMALL = 5_000  # positions that never take long


def quick_chance(problem: Problem, player: Who = "any", *, seed: int = 0) -> Odds | Simulation:
    """The chance that a player wins, within seconds: exact, or of simulated games.

    Parameters
    ----------
    problem : Problem
        From one start.
    player : str, Player, OwnPlayer or callable, optional
        Who plays, as for :func:`random_play`.
    seed : int, optional
        Of the simulated games; how many there are depends on how long they take.

    Raises
    ------
    ProblemError
        If there are several starts, or the player is of another board.
    BoardTooLargeError
        If the board has more than 64 holes, and the player is not a function.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> found = quick_chance(Problem.to_any(triangle(5).vacancy("b3")))
    >>> type(found).__name__, f"1 in {1 / found.win_probability:.0f}"
    ('Odds', '1 in 579')
    """
    who = checked_player(problem, player)
    small = most_positions(problem, who.group) <= SMALL
    if not small:
        compile_players()  # that is not the time of this problem
    patience = Work(None if small else EXACT_SECONDS)
    odds = odds_up_to(POSITIONS, problem, who, work=patience)
    if odds is not None:
        return odds
    patience = Work(GAMES_SECONDS).begin()
    with closing(simulations(problem, GAMES, who, seed=seed)) as batches:
        found = next(batches)
        while not patience.spent and (more := next(batches, None)):
            found = more
    return found


def compile_players() -> None:
    """Have the kernels of exact and simulated play compiled, by playing the smallest triangle.

    Where nothing of them is cached yet this takes half a minute, which is nobody's odds: whoever
    waits for :func:`quick_chance` no longer than that calls this before.

    Examples
    --------
    >>> compile_players()
    """
    problem = Problem.to_any(triangle(4).vacancy("a2"))
    for player in ("any", "peg-first"):  # with a policy the kernel of a level is another one
        random_play(problem, player, by_hole=False)
    simulate(problem, 1)


def odds_or_games(
    most: int,
    problem: Problem,
    player: Player | OwnPlayer,
    *,
    games: int | None = None,
    seed: int = 0,
    work: Work | None = None,
) -> Odds | Simulation:
    """Exact odds where there are not too many positions, and else simulated games.

    Parameters
    ----------
    most : int
        How many positions are not too many.
    problem : Problem
    player : Player or OwnPlayer
    games : int, optional
        Simulate this many games in any case; a million, where it is left out.
    seed : int, optional
    """
    work = Work.of(work)
    if games is None:
        odds = odds_up_to(most, problem, player, work=work)
        if odds is not None:
            return odds
    games = GAMES if games is None else games
    return simulate(problem, games, player, seed=seed, work=work)


def odds_up_to(
    most: int,
    problem: Problem,
    player: Player | OwnPlayer,
    *,
    work: Work | None = None,
) -> Odds | None:
    """Exact odds, holes not told apart; None where there may be too many positions."""
    work = Work.of(work)
    if most_positions(problem, player.group) > most:
        return None
    try:
        return random_play(problem, player, by_hole=False, work=work)
    except (BoardTooLargeError, BudgetSpentError):
        return None
