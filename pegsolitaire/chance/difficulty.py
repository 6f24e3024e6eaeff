"""How hard the vacancies of a board are, side by side (Gramigna 2018)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from pegsolitaire.board import Board, Hole, hole_orbits, triangle
from pegsolitaire.chance.exact import Odds, most_positions, plan_odds, random_play
from pegsolitaire.chance.players import Who, checked_player, is_made_for_a_problem
from pegsolitaire.chance.simulation import Simulation, simulate, simulations
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError
from pegsolitaire.game import OwnPlayer, Player, Problem
from pegsolitaire.results import Result
from pegsolitaire.sets.plans import Plan
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.work import Work

# --
# The chance of winning, exact where that is feasible, and else of simulated games.


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
    odds = _odds_up_to(POSITIONS, problem, who, work=patience)
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

    If they are not cached yet this takes half a minute, which is no part of the odds: anyone who
    waits for :func:`quick_chance` no longer than that calls this before.

    Examples
    --------
    >>> compile_players()
    """
    problem = Problem.to_any(triangle(4).vacancy("a2"))
    for player in ("any", "peg-first"):  # with a policy the kernel of a level is another one
        random_play(problem, player, by_hole=False)
    simulate(problem, 1)


def _odds_up_to(
    most: int, problem: Problem, player: Player | OwnPlayer, *, work: Work
) -> Odds | None:
    """Exact odds by number of pegs; None if there may be too many positions."""
    if most_positions(problem, player.group) > most:
        return None
    try:
        return random_play(problem, player, by_hole=False, work=work)
    except (BoardTooLargeError, BudgetSpentError):
        return None


#: Positions past which a vacancy is simulated unless exact figures are asked for: those of
#: players with rules take longer.
MOST, MOST_RULED = 300_000_000, 30_000_000


@dataclass(frozen=True)
class Difficulty(Result):
    """How hard a vacancy is for a player who knows no better.

    Attributes
    ----------
    vacancy : Hole
        The first hole of those that symmetries map to one another.
    images : int
        How many there are of them, for this player.
    win_probability : float
        The chance of ending with one peg, wherever it is; of a simulation, the share won.
    mean_pegs : float
        The pegs that are left on average.
    simulation : Simulation or None
        The games, where it is no exact figure.
    same_as : Hole or None
        A vacancy before it that is exactly as hard, because the first jump leads to the same.
    feasible : bool
        Whether the position class of the vacancy allows one peg at all.
    """

    vacancy: Hole
    images: int
    win_probability: float
    mean_pegs: float
    simulation: Simulation | None = None
    same_as: Hole | None = None
    feasible: bool = True

    json_keys = "vacancy|hole images feasible seed=simulation.seed same_as|hole"


def difficulties(
    board: Board,
    player: Who = "any",
    *,
    games: int | None = None,
    seed: int = 0,
    work: Work | None = None,
) -> Iterator[Difficulty]:
    """Every vacancy of a board, one after the other, from the first hole on.

    One stands for all those that symmetries map to it, if the player takes them for the same.

    Parameters
    ----------
    board : Board
    player : str, Player, OwnPlayer or callable, optional
        Who plays, as for :func:`pegsolitaire.chance.random_play`; of a name, the player of each
        vacancy.
    games : int, optional
        Simulate this many games of each; by default the chances are exact where that is feasible,
        and elsewhere a million games are simulated.
    seed : int, optional
        Of the simulated games; each vacancy has the next one.

    Raises
    ------
    NotationError, ProblemError
        If there is no such player, or it does not know the board.
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
    rows: dict[Hole, Difficulty] = {}
    for number, one in enumerate(_vacancies(board, player)):
        hole, images = one.hole, one.images
        if one.same_as is None:
            problem, who = one.problem, one.player
            row = _row(hole, images, problem, who, games, seed + number, work=work)
        else:
            row = replace(rows[one.same_as], vacancy=hole, images=images, same_as=one.same_as)
        rows[hole] = row
        yield row


def plan_difficulties(board: Board, player: Who = "any") -> tuple[Plan, int]:
    """Say how much work the exact figures of :func:`difficulties` are, without playing.

    Returns
    -------
    (size, simulated) : pair of Plan and int
        The positions and the time of all vacancies that are not simulated, the memory of the
        largest; and how many have too many positions, so that games are simulated.

    Raises
    ------
    NotationError, ProblemError, BoardTooLargeError
        As :func:`difficulties`.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> size, simulated = plan_difficulties(triangle(5))
    >>> size.positions, simulated
    (6939, 0)
    """
    sizes, simulated = [], 0
    for one in _vacancies(board, player):
        if one.same_as is not None:
            continue
        if most_positions(one.problem, one.player.group) > _most(one.player):
            simulated += 1
        else:
            sizes.append(plan_odds(one.problem, one.player))
    whole = Plan(
        sum(size.positions for size in sizes),
        max((size.bytes for size in sizes), default=0),
        sum(size.seconds for size in sizes),
        max((size.disk for size in sizes), default=0),
    )
    return whole, simulated


class _Vacancy(NamedTuple):
    """A vacancy to be judged, or one that is exactly as hard as one before it."""

    hole: Hole
    images: int
    problem: Problem
    player: Player | OwnPlayer
    same_as: Hole | None


def _vacancies(board: Board, player: Who) -> Iterator[_Vacancy]:
    """Every vacancy, one of those that are the same to the player."""
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
    """The vacancies that are the same to a player."""
    if is_made_for_a_problem(player):
        return board.orbits
    anywhere = Problem.to_any(board.vacancy(board.holes[0]))
    return hole_orbits(checked_player(anywhere, player).group)


def _row(
    hole: Hole,
    images: int,
    problem: Problem,
    player: Player | OwnPlayer,
    games: int | None,
    seed: int,
    *,
    work: Work,
) -> Difficulty:
    feasible = bool(feasible_finishes(problem.board.vacancy(hole)))
    odds = _odds_up_to(_most(player), problem, player, work=work) if games is None else None
    if odds is None:
        found = simulate(problem, GAMES if games is None else games, player, seed=seed, work=work)
        return Difficulty(hole, images, found.win_rate, found.mean_pegs, found, feasible=feasible)
    chance, pegs = float(odds.win_probability), float(odds.mean_pegs)
    return Difficulty(hole, images, chance, pegs, feasible=feasible)


def _most(player: Player | OwnPlayer) -> int:
    return MOST if player.is_plain else MOST_RULED


def _first_positions(problem: Problem, player: Player | OwnPlayer) -> dict[int, Fraction]:
    """The positions after the first jump, up to the symmetries of board and player."""
    found: dict[int, Fraction] = {}
    for after, chance in player.choices(problem.starts[0]).items():
        least = problem.board.mincode(after)
        found[least] = found.get(least, Fraction(0)) + chance
    return found if player.group == problem.board.symmetries else {}


@dataclass(frozen=True)
class Chance(Result):
    """How likely a player is to win: exactly, or as simulated games say.

    Attributes
    ----------
    interval : (float, float), or None
        Of the simulated games, 95 %.
    """

    exact: bool
    win_probability: float
    mean_pegs: float
    games: int | None = None
    wins: int | None = None
    interval: tuple[float, float] | None = None

    @classmethod
    def of(cls, found: Odds | Simulation | Difficulty) -> Chance:
        """The measure of a player that was examined."""
        if isinstance(found, Difficulty) and found.simulation is not None:
            found = found.simulation
        if isinstance(found, Simulation):
            games = found.games, found.wins, found.interval()
            return cls(False, found.win_rate, found.mean_pegs, *games)
        return cls(True, float(found.win_probability), float(found.mean_pegs))
