"""Compare the difficulty of the vacancies of a board (Gramigna 2018)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from pegsolitaire.arguments import whole_number
from pegsolitaire.board import Board, BoardLike, Hole, as_board, hole_orbits, triangle
from pegsolitaire.chance.exact import Odds, most_positions, plan_odds, random_play
from pegsolitaire.chance.players import Who, checked_player
from pegsolitaire.chance.simulation import Simulation, simulate, simulations
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError
from pegsolitaire.game import (
    FinishLike,
    OwnPlayer,
    Player,
    Problem,
    ProblemLike,
    StartLike,
    as_problem,
)
from pegsolitaire.results import Result
from pegsolitaire.sets.plans import Plan
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.work import Work

# --
# The probability of winning: exact if that is feasible, otherwise estimated from simulated
# games.


#: The limits on positions and games for a quick result, and the time limits for both in seconds.
POSITIONS, GAMES = 70_000_000, 1_000_000
EXACT_SECONDS, GAMES_SECONDS = 6.0, 3.0
SMALL = 5_000  # up to this many positions never take a long time


def quick_chance(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    player: Who = "any",
    seed: int = 0,
) -> Odds | Simulation:
    """Compute quickly how likely a player is to win: exactly if possible, else by simulation.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        A problem with one start. See :class:`~pegsolitaire.game.Problem`.
    player : str, Player, OwnPlayer or callable, optional
        The player, as for :func:`random_play`.
    seed : int, optional
        The seed of the simulated games. The number of games depends on the time that they take.

    Raises
    ------
    ProblemError
        If there are several starts, or the player belongs to another board.
    BoardTooLargeError
        If the board has more than 64 holes and the player is not a function.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> found = quick_chance(Problem.to_any(triangle(5).vacancy("b3")))
    >>> type(found).__name__, f"1 in {1 / found.win_probability:.0f}"
    ('Odds', '1 in 579')
    """
    problem = as_problem(problem, start, finish)
    who = checked_player(problem, player)
    small = most_positions(problem, who.group) <= SMALL
    if not small:
        compile_players()  # does not count towards the time limit
    patience = Work(None if small else EXACT_SECONDS)
    odds = _odds_up_to(POSITIONS, problem, who, work=patience)
    if odds is not None:
        return odds
    patience = Work(GAMES_SECONDS).begin()
    with closing(simulations(problem, games=GAMES, player=who, seed=seed)) as batches:
        estimate = next(batches)
        while not patience.spent and (more := next(batches, None)):
            estimate = more
    return estimate


def compile_players() -> None:
    """Compile the kernels of exact and simulated play by playing the smallest triangle.

    If the kernels are not cached yet, this function takes half a minute. Call it before
    :func:`quick_chance` if you need an answer within a few seconds.

    Examples
    --------
    >>> compile_players()
    """
    problem = Problem.to_any(triangle(4).vacancy("a2"))
    for player in ("any", "peg-first"):  # each policy has its own kernel for a level
        random_play(problem, player=player, by_hole=False)
    simulate(problem, games=1)


def _odds_up_to(
    most: int, problem: Problem, player: Player | OwnPlayer, *, work: Work
) -> Odds | None:
    """Compute exact odds. Return None if there may be too many positions."""
    if most_positions(problem, player.group) > most:
        return None
    try:
        return random_play(problem, player=player, by_hole=False, work=work)
    except (BoardTooLargeError, BudgetSpentError):
        return None


#: If a vacancy leads to more positions than this, its games are simulated unless exact figures are
#: requested. The limit is lower for players with rules, which take more time.
MOST, _MOST_RULED = 300_000_000, 30_000_000


@dataclass(frozen=True)
class Difficulty(Result):
    """The difficulty of a vacancy for a random player.

    Attributes
    ----------
    vacancy : Hole
        The first hole of each set of holes that symmetries map to one another.
    images : int
        The number of holes in this set, which depends on the player.
    win_probability : float
        The probability of ending with one peg anywhere; for a simulation, the fraction of games
        won.
    mean_pegs : float
        The average number of pegs left.
    simulation : Simulation or None
        The simulated games; None if the figures are exact.
    same_as : Hole or None
        An earlier vacancy that is exactly as hard, because the first jump leads to the same
        positions.
    feasible : bool
        Whether the position class of the vacancy allows a game to end with one peg.
    """

    vacancy: Hole
    images: int
    win_probability: float
    mean_pegs: float
    simulation: Simulation | None = None
    same_as: Hole | None = None
    feasible: bool = True

    json_fields = ("vacancy", "images", "feasible", "seed", "same_as")

    @property
    def seed(self) -> int | None:
        """The seed of the simulated games; None if the figures are exact."""
        return None if self.simulation is None else self.simulation.seed


def difficulties(
    board: BoardLike,
    player: Who = "any",
    *,
    games: int | None = None,
    seed: int = 0,
    work: Work | None = None,
) -> Iterator[Difficulty]:
    """Compute the difficulty of every vacancy of a board, in the order of the holes.

    One vacancy represents its images under all symmetries that preserve the player's choices.

    Parameters
    ----------
    board : Board, or what makes one
    player : str, Player, OwnPlayer or callable, optional
        The player, as for :func:`pegsolitaire.chance.random_play`. A name stands for the player
        with that name for each vacancy.
    games : int, optional
        The number of games to simulate for each vacancy. By default, probabilities are exact if
        that is feasible; otherwise a million games are simulated.
    seed : int, optional
        The seed of the simulated games; it is increased by 1 for each vacancy.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    NotationError, ProblemError
        If the player is unknown, or cannot play on the board.
    BoardTooLargeError
        If the board has more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import hole_name, triangle
    >>> for row in difficulties(triangle(5)):
    ...     print(hole_name(row.vacancy), row.images, f"1 in {1 / row.win_probability:.0f}")
    a1 3 1 in 146
    a2 6 1 in 291
    a3 3 1 in 141
    b3 3 1 in 579
    """
    work = Work.of(work)
    board, seed = as_board(board), whole_number(seed, "seed")
    rows: dict[Hole, Difficulty] = {}
    for number, vacancy in enumerate(_vacancies(board, player)):
        hole, images = vacancy.hole, vacancy.images
        if vacancy.same_as is not None:
            row = replace(
                rows[vacancy.same_as], vacancy=hole, images=images, same_as=vacancy.same_as
            )
        else:
            problem, who = vacancy.problem, vacancy.player
            odds: Odds | Simulation | None = None
            if games is None:
                odds = _odds_up_to(_most(who), problem, who, work=work)
            if odds is None:
                many = GAMES if games is None else games
                odds = simulate(problem, games=many, player=who, seed=seed + number, work=work)
            chance = Chance.of(odds)
            row = Difficulty(
                hole,
                images,
                chance.win_probability,
                chance.mean_pegs,
                odds if isinstance(odds, Simulation) else None,
                feasible=bool(feasible_finishes(board.vacancy(hole))),
            )
        rows[hole] = row
        yield row


def plan_difficulties(
    board: BoardLike,
    player: Who = "any",
    *,
    refuse: bool = False,
    folder: Path | None = None,
    work: Work | None = None,
) -> tuple[Plan, int]:
    """Estimate the work of computing exact :func:`difficulties`, without playing.

    Parameters
    ----------
    board, player
        As for :func:`difficulties`.
    refuse, folder
        As for :func:`pegsolitaire.chance.plan_odds`.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Returns
    -------
    (size, simulated) : pair of Plan and int
        ``size`` contains the positions and the time for all vacancies that are not simulated, and
        the memory for the largest of these. ``simulated`` is the number of vacancies for which
        games are simulated, because they lead to too many positions.

    Raises
    ------
    NotationError, ProblemError, BoardTooLargeError
        As for :func:`difficulties`.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> size, simulated = plan_difficulties(triangle(5))
    >>> size.positions, simulated
    (6939, 0)
    """
    board = as_board(board)
    sizes, simulated = [], 0
    for vacancy in _vacancies(board, player):
        if vacancy.same_as is not None:
            continue
        if most_positions(vacancy.problem, vacancy.player.group) > _most(vacancy.player):
            simulated += 1
        else:
            sizes.append(
                plan_odds(vacancy.problem, vacancy.player, refuse=refuse, folder=folder, work=work)
            )
    whole = Plan(
        sum(size.positions for size in sizes),
        max((size.bytes for size in sizes), default=0),
        sum(size.seconds for size in sizes),
        max((size.disk for size in sizes), default=0),
    )
    return whole, simulated


class _Vacancy(NamedTuple):
    """A vacancy: one to examine, or one that is exactly as hard as an earlier vacancy."""

    hole: Hole
    images: int
    problem: Problem
    player: Player | OwnPlayer
    same_as: Hole | None


def _vacancies(board: Board, player: Who) -> Iterator[_Vacancy]:
    """Yield one vacancy from each set of vacancies that are equivalent for the player."""
    known: list[tuple[Player | OwnPlayer, dict[int, Fraction], Hole]] = []
    for orbit in _orbits(board, player):
        hole = board.holes[orbit[0]]
        problem = Problem.to_any(board.vacancy(hole))
        who = checked_player(problem, player)
        first = _first_positions(problem, who)
        same = next(
            (at for one, begin, at in known if first and (one, begin) == (who, first)), None
        )
        if same is None:
            known.append((who, first, hole))
        yield _Vacancy(hole, len(orbit), problem, who, same)


def _orbits(board: Board, player: Who) -> tuple[tuple[int, ...], ...]:
    """Return the sets of vacancies that are equivalent for a player."""
    if isinstance(player, str) and not player.strip().startswith("@"):
        return board.orbits
    anywhere = Problem.to_any(board.vacancy(board.holes[0]))
    return hole_orbits(s.image for s in checked_player(anywhere, player).group)


def _most(player: Player | OwnPlayer) -> int:
    return MOST if player.is_plain else _MOST_RULED


def _first_positions(problem: Problem, player: Player | OwnPlayer) -> dict[int, Fraction]:
    """Return the positions after the first jump, up to symmetry, with their probabilities."""
    chances: dict[int, Fraction] = {}
    for after, chance in player.choices(problem.starts[0]).items():
        least = problem.board.mincode(after)
        chances[least] = chances.get(least, Fraction(0)) + chance
    return chances if player.group == problem.board.symmetries else {}


@dataclass(frozen=True)
class Chance(Result):
    """The probability that a player wins, either exact or estimated from simulated games.

    Attributes
    ----------
    interval : (float, float), or None
        The 95 % confidence interval of a simulation; None for an exact probability.
    """

    exact: bool
    win_probability: float
    mean_pegs: float
    games: int | None = None
    wins: int | None = None
    interval: tuple[float, float] | None = None

    @classmethod
    def of(cls, found: Odds | Simulation | Difficulty) -> Chance:
        """Extract the probability of winning from odds, a simulation or a difficulty."""
        if isinstance(found, Difficulty) and found.simulation is not None:
            found = found.simulation
        if isinstance(found, Simulation):
            games = found.games, found.wins, found.interval
            return cls(False, found.win_rate, found.mean_pegs, *games)
        return cls(True, found.win_probability, found.mean_pegs)
