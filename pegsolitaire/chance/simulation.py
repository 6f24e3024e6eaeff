"""Simulate millions of random games to estimate the probability of winning.

The same seed gives the same results on every machine, with any number of cores.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import TYPE_CHECKING, ClassVar

from pegsolitaire.arguments import whole_number
from pegsolitaire.board import Board, Hole
from pegsolitaire.chance.exact import by_last_hole
from pegsolitaire.chance.players import Who, checked_player
from pegsolitaire.errors import ProblemError
from pegsolitaire.frames import Tabled
from pegsolitaire.game import (
    FinishLike,
    Jump,
    OwnPlayer,
    Player,
    Position,
    Problem,
    ProblemLike,
    Solution,
    StartLike,
    as_problem,
)
from pegsolitaire.results import Result
from pegsolitaire.theory import is_anywhere
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Batch


@dataclass(frozen=True)
class Simulation(Tabled, Result):
    """The results of simulated games.

    Attributes
    ----------
    problem : Problem
        The problem, which determines where games started and where they were won.
    player : str
        The name of the player.
    games, wins, seed : int
    wins_by_finish : dict
        The number of games won at each finish, which is a position.
    pegs : dict
        The number of games that ended with each number of pegs.
    solutions : tuple of Solution
        The first games that were won, replayed.
    ends : Counter
        The number of games that ended at each position, by its code, if requested.
    game : Solution or None
        The game, won or lost, if only one game was played.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.chance import simulate
    >>> found = simulate(Problem.to_any(triangle(4).vacancy("a2")), games=1000, seed=1)
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

    json_fields = (
        "problem",
        "player",
        "games",
        "wins",
        "win_rate",
        "interval",
        "expected_trials",
        "one_peg_rate",
        "wins_at",
        "wins_by_finish",
        "mean_pegs",
        "pegs",
        "solutions",
        "game",
        "seed",
    )

    column_types: ClassVar[Mapping[str, str]] = {"pegs": "int16", "games": "int64"}

    def table_rows(self) -> list[tuple[int, int]]:
        """Return a row for each number of pegs left, with this number and the number of games."""
        return sorted(self.pegs.items())

    @property
    def table_title(self) -> str:
        """The problem, the player, and the number of games won."""
        games = counted(self.games, "game")
        return f"{self.problem}, player {self.player}: {self.wins:,} of {games} won"

    @property
    def wins_at(self) -> dict[Hole, int]:
        """The number of games won at each hole, if finishes have one peg."""
        return by_last_hole(self.wins_by_finish)

    @property
    def win_rate(self) -> float:
        """The fraction of games that were won."""
        return self.wins / self.games

    @property
    def one_peg_rate(self) -> float:
        """The fraction of games that ended with one peg, in any hole."""
        return self.pegs.get(1, 0) / self.games

    @property
    def expected_trials(self) -> float | None:
        """The average number of games per win; None if no game was won."""
        return self.games / self.wins if self.wins else None

    @property
    def mean_pegs(self) -> float:
        """The average number of pegs left."""
        return sum(pegs * games for pegs, games in self.pegs.items()) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval for the probability of winning; see :func:`wilson`.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> from pegsolitaire.chance import simulate
        >>> found = simulate(Problem.to_any(triangle(5).vacancy("a1")), games=1000, seed=1)
        >>> found.wins, [round(bound, 4) for bound in found.interval]
        (7, [0.0034, 0.0144])
        """
        return wilson(self.wins, self.games)


def wilson(wins: int, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """Compute a confidence interval for the probability of winning from the number of wins.

    This is Wilson's score interval, which is also meaningful if there are few wins or none.

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
        raise ProblemError(
            f"a confidence of {confidence} is impossible: give a number between 0 and 1, such as "
            "0.95"
        )
    if not 0 <= wins <= games or games == 0:
        raise ProblemError(
            f"{counted(wins, 'win')} in {counted(games, 'game')}: give at least one game, and no "
            "more wins than games"
        )
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, square = wins / games, z * z / games
    middle = (rate + square / 2) / (1 + square)
    half = z * sqrt(rate * (1 - rate) / games + square / games / 4) / (1 + square)
    low = 0.0 if wins == 0 else max(0.0, middle - half)
    return low, 1.0 if wins == games else min(1.0, middle + half)


# -- the games ------------------------------------------------------------------------------------

_MAX_GAMES = 10**12
_OWN_BATCH = 256  # games of a user's function that share one random stream


def simulate(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    games: int,
    player: Who = "any",
    seed: int = 0,
    sample: int = 0,
    ends: bool = False,
    work: Work | None = None,
) -> Simulation:
    """Simulate games of random play.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        The problem, with one start; it determines where games are won. A game that reaches a
        finish of several pegs ends there, unless this happens within a block removal. See
        :class:`~pegsolitaire.game.Problem`.
    games : int
    player : str, Player, OwnPlayer or callable, optional
        The player: a name in ``chance.PLAYERS``, a Player with rules, or a function that takes a
        position and returns jumps or a weight for each jump. By default, all legal jumps are
        equally likely.
    seed : int, optional
        The same seed gives the same games.
    sample : int, optional
        The largest number of won games to keep.
    ends : bool, optional
        Whether to count the positions where games end.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If there are several starts, if the number of games is less than 1, or if the player
        belongs to another board.
    BoardTooLargeError
        If the board has more than 64 holes and the player is not a function.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> found = simulate("triangle5", "a1", "any", games=100_000, seed=1, sample=1)
    >>> found.wins, [round(bound, 5) for bound in found.interval]
    (671, [0.00622, 0.00724])
    >>> len(found.solutions[0].finish)
    1
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    batches = simulations(
        problem, games=games, player=player, seed=seed, sample=sample, ends=ends, work=work
    )
    return deque(batches, maxlen=1)[0]


def simulations(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    games: int,
    player: Who = "any",
    seed: int = 0,
    sample: int = 0,
    ends: bool = False,
    work: Work | None = None,
) -> Generator[Simulation, None, None]:
    """Simulate games as :func:`simulate` does, and yield the result after every batch.

    If you stop early, you can still use the result of the games simulated so far.

    Parameters
    ----------
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError, BoardTooLargeError
        As for :func:`simulate`.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.to_any(triangle(5).vacancy("a1"))
    >>> [found.games for found in simulations(problem, games=150_000)]
    [65536, 131072, 150000]
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    who = _checked(problem, player)
    games, seed = whole_number(games, "games", 1), whole_number(seed, "seed")
    sample = whole_number(sample, "sample")
    if games > _MAX_GAMES:
        raise ProblemError(f"{games:,} games cannot be simulated: give 1 to {_MAX_GAMES:,}")
    work.progress.stage("simulating games", games)
    targets = _targets(problem)
    if isinstance(who, Player):
        from pegsolitaire.engine import GamePlayer

        finishes = () if is_anywhere(problem) else problem.finishes
        engine = GamePlayer(who, problem.starts[0], problem.finish_pegs, finishes)
        batches = engine.play(games, seed, sample=sample, ends=ends, work=work)
    else:
        batches = _in_python(problem, who, games, seed, sample=sample, ends=ends)
    played = won = 0
    pegs, ended, wins = Counter[int](), Counter[int](), Counter[Position]()
    solutions: list[Solution] = []
    for batch in batches:
        played, won = played + batch.games, won + batch.wins
        pegs.update({left: many for left, many in enumerate(batch.pegs.tolist()) if many})
        ended.update(batch.ends.tolist())
        wins.update({at: n for at, n in zip(targets, batch.wins_at.tolist(), strict=True) if n})
        solutions += [
            _replayed(problem.board, who, codes) for codes in batch.won[: sample - len(solutions)]
        ]
        work.spend(batch.pegs_taken(problem.start_pegs))  # with each, a position was examined
        work.update(played, f"{won:,} won")
        yield Simulation(
            problem=problem,
            player=who.name,
            games=played,
            wins=won,
            seed=seed,
            wins_by_finish=dict(sorted(wins.items(), key=lambda pair: pair[0].code)),
            pegs=dict(sorted(pegs.items())),
            solutions=tuple(solutions),
            ends=Counter(ended),
            game=_replayed(problem.board, who, batch.last) if played == 1 and batch.last else None,
        )


def _replayed(board: Board, player: Player | OwnPlayer, codes: Sequence[int]) -> Solution:
    """Build the solution of a game, and check it by replaying the game."""
    return Solution(Position(board, codes[0]), _jumps_between(player, codes))


def _jumps_between(player: Player | OwnPlayer, codes: Sequence[int]) -> list[Jump]:
    """Find the jumps of a game from the positions in which the player chose a jump."""
    return [jump for pair in pairwise(codes) for jump in player.between(*pair)]


def play_game(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    player: Who = "any",
    seed: int = 0,
) -> list[Jump]:
    """Play one random game to its end, whether it is won or lost.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        The problem, with one start; it determines where the game is won. See
        :class:`~pegsolitaire.game.Problem`.
    player : str, Player, OwnPlayer or callable, optional
        The player, as for :func:`simulate`.
    seed : int, optional
        The same seed gives the same game. A simulation with this seed plays different games.

    Raises
    ------
    ProblemError
        If there are several starts, the seed is negative, or the player belongs to another board.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> [str(jump) for jump in play_game(Problem.to_any(triangle(4).vacancy("a2")), seed=4)]
    ['a4-a2', 'a1-a3', 'c4-a4', 'b2-b4', 'a4-c4', 'd4-b4']
    """
    problem = as_problem(problem, start, finish)
    who = _checked(problem, player)
    seed = whole_number(seed, "seed")
    return _jumps_between(who, _game(problem, who.choices, Random(seed)))


def _game(
    problem: Problem, choices: Callable[[int], dict[int, Fraction]], random: Random
) -> list[int]:
    """Play one game, and return its positions."""
    codes = [problem.starts[0]]
    finishes = set(problem.finishes)
    while codes[-1] not in finishes:
        chances = choices(codes[-1])
        if not chances:
            break
        codes += random.choices(list(chances), list(map(float, chances.values())))
    return codes


def _targets(problem: Problem) -> tuple[Position, ...]:
    """Return the positions that count as wins: the finishes, or one peg in any hole."""
    board = problem.board
    codes = [1 << i for i in range(len(board))] if is_anywhere(problem) else problem.finishes
    return tuple(Position(board, code) for code in codes)


def _checked(problem: Problem, player: Who) -> Player | OwnPlayer:
    """Return the player, after checking that games can be played."""
    who = checked_player(problem, player)
    if len(problem.starts) != 1:
        raise ProblemError("a simulation needs one start: name a vacancy or a position")
    return who


def _in_python(
    problem: Problem, player: OwnPlayer, games: int, seed: int, *, sample: int, ends: bool
) -> Iterator[Batch]:
    """Play games by calling a player's function, and yield the results in batches."""
    import numpy as np

    from pegsolitaire.engine import Batch

    choices = lru_cache(maxsize=1 << 20)(player.choices)
    targets = {finish.code: number for number, finish in enumerate(_targets(problem))}
    for number, first in enumerate(range(0, games, _OWN_BATCH)):
        random = Random(seed << 32 | number)
        played = [_game(problem, choices, random) for _ in range(min(_OWN_BATCH, games - first))]
        last = [codes[-1] for codes in played]
        reached = [targets[code] for code in last if code in targets]
        yield Batch(
            games=len(played),
            wins=len(reached),
            pegs=np.bincount([code.bit_count() for code in last]),
            wins_at=np.bincount(reached, minlength=len(targets)),
            won=[codes for codes in played if codes[-1] in targets][:sample],
            last=played[0] if games == 1 else [],
            ends=np.array(last if ends else [], np.uint64 if problem.board.fits_word else object),
        )
