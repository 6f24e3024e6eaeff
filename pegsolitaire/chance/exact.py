"""Exact random play: the probability of every position (Bell's English board page, table 3).

Each position distributes its probability over the positions that the player may choose next.
Positions that are images of one another count as one position. The engine handles players defined
by data, with floats that have a known error bound. If games reach most of a position class, the
engine processes the whole class instead. Players defined by functions, and calculations with
fractions, use a plain Python loop.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb, fsum
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeVar

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, Hole, Symmetry, apply_permutation, least_image
from pegsolitaire.chance.checkpoints import PlayCheckpoint, PlayedSoFar
from pegsolitaire.chance.players import Who, checked_player
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError, ProblemError
from pegsolitaire.frames import Tabled
from pegsolitaire.game import (
    FinishLike,
    OwnPlayer,
    Player,
    Position,
    Problem,
    ProblemLike,
    StartLike,
    as_problem,
)
from pegsolitaire.results import Result
from pegsolitaire.sets import Tablebase
from pegsolitaire.sets.plans import Plan, class_bound, forecast_levels, plan
from pegsolitaire.theory import class_of, invariants, is_anywhere, rank
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Chances, ClassLevel, LevelSet, RandomPlay, Words


# --
# The result of random play: the probability of every final position.


Number = float | Fraction
Value = TypeVar("Value")


def _fraction(value: Number) -> Fraction | None:
    return value if isinstance(value, Fraction) else None


@dataclass(frozen=True)
class End(Result):
    """The games that end with a given number of pegs.

    Attributes
    ----------
    jumps, pegs : int
        The number of jumps made, and the number of pegs left.
    stuck : int
        The number of positions where a game ends, mostly because no jump is possible, up to the
        symmetries in ``Odds.group``.
    probability : float
        The probability that a game ends with this number of pegs.
    fraction : Fraction or None
        The probability as a fraction; None if the odds were not computed with fractions.
    """

    jumps: int
    pegs: int
    stuck: int
    probability: float
    fraction: Fraction | None


@dataclass(frozen=True)
class Final(Result):
    """A position where a game can end, and the probability that it ends there."""

    position: Position
    probability: float


@dataclass(frozen=True, eq=False)
class Odds(Tabled, Result):
    """The probabilities of all final positions of random play.

    Attributes
    ----------
    problem : Problem
        The problem, which determines where games start and where they are won.
    player : str
        The name of the player.
    group : tuple of Symmetry
        The symmetries up to which positions are counted.
    finals : tuple of (int, float or Fraction)
        The smallest code among the images of every final position, and the probability of that
        position.
    by_hole : bool
        Whether each finish has its own probability; otherwise finishes that are images of one
        another share a probability.
    still_winning : tuple of float, or None
        The probability that the game can still be won, or has been won, after 0, 1, .. jumps,
        until only as many pegs are left as at the finish. None if it was not requested.
    positions : int
        The number of all positions that can occur, up to the symmetries in ``group``.
    error : float
        A bound on the relative error of every probability; 0 for fractions.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.chance import random_play
    >>> odds = random_play(Problem.to_any(triangle(4).vacancy("a2")))
    >>> round(odds.win_probability, 4), odds.ends[-1].pegs, odds.ends[-1].stuck
    (0.0301, 1, 1)
    """

    problem: Problem
    player: str
    group: tuple[Symmetry, ...] = field(repr=False)
    finals: tuple[tuple[int, Number], ...] = field(repr=False)
    by_hole: bool
    still_winning: tuple[float, ...] | None
    positions: int
    error: float

    json_fields = (
        "problem",
        "player",
        "win_probability",
        "win_fraction",
        "one_peg_probability",
        "win_at",
        "win_by_finish",
        "by_hole",
        "ends",
        "stuck",
        "mean_pegs",
        "mean_fraction",
        "gives_up",
        "most_likely",
        "least_likely",
        "still_winning",
        "positions",
        "error",
    )

    column_types: ClassVar[Mapping[str, str]] = {
        "jumps": "int16",
        "pegs": "int16",
        "stuck": "int64",
        "probability": "float64",
    }

    def table_rows(self) -> list[tuple[int | float, ...]]:
        """Return a row for each number of jumps after which a game can end."""
        return [(e.jumps, e.pegs, e.stuck, e.probability) for e in self.ends]

    @property
    def table_title(self) -> str:
        """The problem, the player, and the probability of winning."""
        return f"{self.problem}, player {self.player}: {self.win_probability:.6g} to win"

    @property
    def board(self) -> Board:
        """The board."""
        return self.problem.board

    @cached_property
    def ends(self) -> tuple[End, ...]:
        """The outcomes by the number of jumps in the game. The shortest games come first."""
        chances: dict[int, list[Number]] = {}
        for code, chance in self.finals:
            chances.setdefault(code.bit_count(), []).append(chance)
        ends = []
        for pegs in sorted(chances, reverse=True):
            chance = self._sum(chances[pegs])
            jumps = self.problem.start_pegs - pegs
            ends.append(End(jumps, pegs, len(chances[pegs]), float(chance), _fraction(chance)))
        return tuple(ends)

    @property
    def stuck(self) -> int:
        """The number of positions where a game can end, up to the symmetries in ``group``."""
        return len(self.finals)

    @property
    def win_probability(self) -> float:
        """The probability that a game ends at one of the finishes of the problem."""
        return float(self._win)

    @property
    def win_fraction(self) -> Fraction | None:
        """The probability of winning; None if the odds were not computed with fractions."""
        return _fraction(self._win)

    @cached_property
    def _win(self) -> Number:
        return self._sum(chance for code, chance in self.finals if code in self._wins)

    @cached_property
    def one_peg_probability(self) -> float:
        """The probability that a game ends with one peg, in any hole.

        Examples
        --------
        >>> from pegsolitaire.chance import random_play
        >>> odds = random_play("triangle5 a1")
        >>> round(1 / odds.win_probability), round(1 / odds.one_peg_probability)
        (3929, 146)
        """
        return float(self._sum(chance for code, chance in self.finals if code.bit_count() == 1))

    @cached_property
    def win_by_finish(self) -> dict[Position, float]:
        """The probability that a game ends at each finish that can be reached.

        If ``by_hole`` is false, a finish represents all its images under symmetries, and the
        probability is the sum over these images.
        """
        probabilities: dict[int, float] = {}
        finishes = set(self.problem.finishes)
        for code, chance in self.finals:
            if code in self._wins:
                images = {apply_permutation(s.image, code) for s in self.group} & finishes
                for image in images if self.by_hole else {min(images)}:
                    probabilities[image] = float(chance / (len(images) if self.by_hole else 1))
        return {
            Position(self.board, code): chance for code, chance in sorted(probabilities.items())
        }

    def knowing(self, jumps: int) -> float:
        """Return the probability of winning for a player who plays the last few jumps perfectly.

        This is the probability that the game can still be won when only the last jumps are left.

        Parameters
        ----------
        jumps : int
            The number of last jumps that are played perfectly; 0 means none.

        Raises
        ------
        ProblemError
            If the odds were computed without ``winning``, or the game has fewer jumps.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> from pegsolitaire.chance import random_play
        >>> odds = random_play(Problem.to_any(triangle(5).vacancy("a1")), winning=True)
        >>> [round(odds.knowing(jumps), 3) for jumps in (0, 3, 6, 13)]
        [0.007, 0.016, 0.093, 1.0]
        """
        if self.still_winning is None:
            raise ProblemError(
                "these odds have no winning chances: compute them with winning=True"
            )
        most = len(self.still_winning) - 1
        if not 0 <= jumps <= most:
            raise ProblemError(f"the game has {counted(most, 'jump')}, not {jumps}: ask for fewer")
        return self.still_winning[most - jumps]

    @property
    def win_at(self) -> dict[Hole, float]:
        """The probability that the last peg ends in each hole, if finishes have one peg."""
        return by_last_hole(self.win_by_finish)

    @property
    def mean_pegs(self) -> float:
        """The average number of pegs left."""
        return float(self._mean)

    @property
    def mean_fraction(self) -> Fraction | None:
        """The average number of pegs left; None if the odds were not computed with fractions."""
        return _fraction(self._mean)

    @cached_property
    def _mean(self) -> Number:
        return self._sum(code.bit_count() * chance for code, chance in self.finals)

    @cached_property
    def gives_up(self) -> float:
        """The probability that the player gives up: a game is not won although jumps remain."""
        return float(
            self._sum(
                chance
                for code, chance in self.finals
                if code not in self._wins and self.board.masks_from(code)
            )
        )

    @property
    def most_likely(self) -> Final:
        """The most likely final position and its probability, which includes its images."""
        return self._final(max(self.finals, key=lambda final: (final[1], -final[0])))

    @property
    def least_likely(self) -> Final:
        """The least likely final position and its probability, which includes its images."""
        return self._final(min(self.finals, key=lambda final: (final[1], final[0])))

    def _final(self, final: tuple[int, Number]) -> Final:
        return Final(Position(self.board, final[0]), float(final[1]))

    def _sum(self, numbers: Iterable[Number]) -> Number:
        return add(numbers, exactly=self.error == 0)

    @cached_property
    def _wins(self) -> set[int]:
        """Return the smallest code among the images of each finish."""
        return {least_image(self.group, code) for code in self.problem.finishes}


def by_last_hole(found: Mapping[Position, Value]) -> dict[Hole, Value]:
    """Map each hole where the last peg can be to the value of that finish."""
    return {next(iter(finish)): value for finish, value in found.items() if len(finish) == 1}


def add(numbers: Iterable[Number], *, exactly: bool) -> Number:
    """Add up fractions exactly, or floats with a single rounding."""
    return sum((Fraction(number) for number in numbers), Fraction(0)) if exactly else fsum(numbers)


_BY_HOLE = 1 << 29  # if there are more positions, holes are only distinguished on request
_ROUNDING = 2.0**-53


class Run:
    """A single exact calculation of random play.

    Parameters
    ----------
    problem, player, by_hole, winning, store, work
        As for :func:`pegsolitaire.chance.random_play`.

    Attributes
    ----------
    group : tuple of Symmetry
        The symmetries that this calculation can use.
    anywhere : bool
        Whether games are won when one peg is left in any hole.
    tables : dict
        The tables of winning positions, one for each position class, if requested.
    finals : list of (int, float or Fraction)
        The canonical code of every position where a game ends, and its probability.
    still : list of float or Fraction
        The probability that the game can still be won, or has just been won, after 0, 1, .. jumps.
    positions : int
        The number of positions that the games have reached so far.
    """

    def __init__(
        self,
        problem: Problem,
        player: Player | OwnPlayer,
        *,
        by_hole: bool | None,
        winning: bool,
        work: Work,
        store: bool = False,
    ) -> None:
        self.problem, self.player, self.work = problem, player, work
        self.anywhere = is_anywhere(problem)
        if by_hole is None:
            by_hole = most_positions(problem, problem.group) <= _BY_HOLE
        self.by_hole, self.winning = by_hole, winning
        self.group = self._group()
        self.tables = self._tables() if winning else {}
        self.finals: list[tuple[int, Number]] = []
        self.still: list[Number] = []
        self.positions = 0
        self.store = store

    def _group(self) -> tuple[Symmetry, ...]:
        allowed = set(self.player.group)
        if self.by_hole:
            allowed &= set(self.problem.group)
        if self.winning or not self.anywhere:
            allowed &= set(self.problem.finish_group)
        return tuple(s for s in self.problem.board.symmetries if s in allowed)

    def _tables(self) -> dict[int, Tablebase]:
        """Load a table for each reachable class that contains a finish, up to symmetry."""
        board, finishes = self.problem.board, self.problem.finishes
        reached = _classes(self.problem, self.group)
        by_class: dict[int, list[int]] = {}
        for code in finishes:
            by_class.setdefault(class_of(board, code), []).append(code)
        return {
            kind: Tablebase.build(board, tuple(codes), work=self.work)
            for kind, codes in by_class.items()
            if any(kind in orbit for orbit in reached)
        }

    # -- unfinished work --------------------------------------------------------------------------

    @contextmanager
    def kept(self, how: str) -> Iterator[PlayCheckpoint | None]:
        """Save the finished levels if the work in the ``with`` block is interrupted."""
        if not self.store or not isinstance(self.player, Player):
            yield None
            return
        how = f"{how}{' winning' * self.winning}{' by hole' * self.by_hole}"
        checkpoint = PlayCheckpoint(self.problem, self.player, self.group, how, self.work.store)
        try:
            yield checkpoint
        except (KeyboardInterrupt, BudgetSpentError):
            checkpoint.save()
            raise
        checkpoint.clear()

    def resumed(self, checkpoint: PlayCheckpoint | None) -> PlayedSoFar | None:
        """Continue from saved levels, if there are any."""
        saved = None if checkpoint is None else checkpoint.load()
        if saved is not None:
            self.finals = list(zip(saved.finals.tolist(), saved.chances.tolist(), strict=True))
            self.still, self.positions = saved.still.tolist(), saved.positions
        return saved

    def state(
        self,
        pegs: int,
        levels: Mapping[int, LevelSet] | None = None,
        shares: npt.NDArray[np.float64] | None = None,
    ) -> Callable[[], PlayedSoFar]:
        """Return a function that returns the present state, even if it is called later."""
        ends, jumps, positions = len(self.finals), len(self.still), self.positions

        def state() -> PlayedSoFar:
            finals = self.finals[:ends]
            return PlayedSoFar(
                pegs,
                np.array([code for code, _ in finals], np.uint64),
                np.array([chance for _, chance in finals], np.float64),
                np.array(self.still[:jumps], np.float64),
                positions,
                levels or {},
                shares,
            )

        return state

    def odds(self, ways: int) -> Odds:
        """Return the result. ``ways`` limits how many rounded numbers a step adds per position."""
        return Odds(
            problem=self.problem,
            player=self.player.name,
            group=self.group,
            finals=tuple(sorted(self.finals)),
            by_hole=self.by_hole,
            still_winning=tuple(map(float, self.still)) if self.winning else None,
            positions=self.positions,
            error=self.problem.start_pegs * ways * _ROUNDING,
        )


def most_positions(problem: Problem, group: Collection[Symmetry]) -> int:
    """Return an upper estimate of the number of positions that random play can reach.

    The estimate counts the positions of the class, up to symmetry, with no more pegs than the
    start.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> problem = Problem.to_any(english().vacancy("c1"))
    >>> most_positions(problem, problem.group), most_positions(problem, problem.board.symmetries)
    (536870911, 268435455)
    """
    holes = len(problem.board)
    every = sum(comb(holes, pegs) for pegs in range(1, problem.start_pegs + 1))
    return _share_of(problem, group, every)


def _share_of(problem: Problem, group: Collection[Symmetry], positions: int) -> int:
    """Estimate how many positions are in the classes of the starts, up to symmetry.

    ``positions`` is the number of positions in all classes.
    """
    orbits = _classes(problem, group)
    parts = sum(Fraction(len(orbit), len(group)) for orbit in orbits)
    return int(positions * parts) >> len(problem.board) - rank(problem.board)


def _classes(problem: Problem, group: Collection[Symmetry]) -> set[frozenset[int]]:
    """Return the position classes of the starts, each as a set with its images."""
    board = problem.board
    starts = {class_of(board, code): code for code in problem.starts}
    return {
        frozenset(class_of(board, apply_permutation(s.image, code)) for s in group)
        for code in starts.values()
    }


# -- over a whole position class, if games reach most of it ---------------------------------------
#
# The levels of a class are arrays without codes. They take a third of the time and memory that
# hash tables of the reached positions take. On the triangle of side 8, arrays need 18 GB of
# memory, and hash tables 91 GB of disk space.

_MIN_SORTED_ENTRIES = 1 << 20  # with fewer entries, hash tables are as fast
_WORTH = 4  # this many entries take as long as one position in a hash table
_SECONDS = 6e-8  # time per entry
_BESIDE = 1 << 28  # bytes for the interpreter, the kernels and lists of places


@dataclass(frozen=True)
class WholeClass:
    """A position class that will be processed completely.

    Attributes
    ----------
    starts : dict of int to float
        Codes of one class, and the probability that a game starts at the position or at an image
        of it.
    group : tuple of Symmetry
        The symmetries of the run that map the class to itself.
    sizes : tuple of int
        The approximate numbers of entries of the levels, beginning with the level of the start.
    tables : int
        The bytes of the tables that locate positions.
    """

    starts: dict[int, float]
    group: tuple[Symmetry, ...]
    sizes: tuple[int, ...]
    tables: int

    @property
    def entries(self) -> int:
        """The number of entries of all levels."""
        return sum(self.sizes)

    @property
    def bytes(self) -> int:
        """The bytes needed for the tables and the two largest consecutive levels, 8 per entry."""
        levels = 8 * max(map(sum, zip(self.sizes, (*self.sizes[1:], 0), strict=True)))
        return levels + self.tables + _BESIDE

    @property
    def plan(self) -> Plan:
        """The estimate of time and memory."""
        return Plan(self.entries, self.bytes, self.entries * _SECONDS)


def worthwhile_class(run: Run) -> WholeClass | None:
    """Return the class to process if it fits in memory and if processing it is worthwhile."""
    from pegsolitaire.engine import free_memory

    problem, player, work = run.problem, run.player, run.work
    plain = isinstance(player, Player) and player.is_plain
    if run.winning or not plain or problem.finish_pegs != 1:
        return None
    whole = whole_class(run)
    memory = free_memory() if work.memory is None else work.memory
    if whole is None or whole.entries < _MIN_SORTED_ENTRIES or whole.bytes > memory:
        return None
    reached = forecast_levels(problem, work=work).positions * len(problem.group) // len(run.group)
    return whole if whole.entries <= _WORTH * reached else None


def whole_class(run: Run) -> WholeClass | None:
    """Return the class of the starts, if symmetries map all of them to one class."""
    from pegsolitaire.engine import bytes_of_tables

    board, starts = run.problem.board, run.problem.starts
    kind = class_of(board, starts[0])
    chances: dict[int, float] = {}
    for code in starts:
        images = [apply_permutation(s.image, code) for s in run.group]
        own = next((image for image in images if class_of(board, image) == kind), None)
        if own is None:
            return None
        chances[own] = chances.get(own, 0.0) + 1 / len(starts)
    keeps = [class_of(board, apply_permutation(s.image, starts[0])) == kind for s in run.group]
    group = tuple(s for s, kept in zip(run.group, keeps, strict=True) if kept)
    share = len(group) << len(board) - rank(board)
    sizes = [comb(len(board), pegs) // share for pegs in range(run.problem.start_pegs, 0, -1)]
    tables = bytes_of_tables(board, group)
    return None if tables is None else WholeClass(chances, group, tuple(sizes), tables)


def play_by_class(run: Run, whole: WholeClass, *, work: Work) -> Odds:
    """Process a class level by level.

    A probability is a sum of shares, at most one for each jump, and a share is computed by one
    division. So the relative error is bounded by the number of these operations per level, plus
    one operation for each image of a final position.
    """
    from pegsolitaire.engine import ClassPlay

    board, top = run.problem.board, run.problem.start_pegs
    play = ClassPlay(board, whole.starts, whole.group, work=work)
    run.work.progress.stage("playing at random", top)
    with run.kept("by class") as checkpoint:
        saved = run.resumed(checkpoint)
        after = None if saved is None or saved.shares is None else (saved.pegs, saved.shares)
        for level in play.levels(after):
            _add_class_level(run, level)
            if checkpoint is not None:
                checkpoint.keep(run.state(level.pegs, shares=level.shares))
            size = level.reached
            run.work.update(top - level.pegs + 1, counted(size, "position"))
    return run.odds(len(board.jumps) + len(run.group) + 2)


def _add_class_level(run: Run, level: ClassLevel) -> None:
    """Add the final positions of a level to the results."""
    from pegsolitaire.engine import Probe

    run.positions += level.reached
    codes = Probe(run.group).least(level.ends)
    codes, which = np.unique(codes, return_inverse=True)
    chances = np.bincount(which, level.chances, len(codes))
    run.finals += zip(codes.tolist(), chances.tolist(), strict=True)


def plan_odds(
    problem: ProblemLike,
    player: Player | OwnPlayer,
    *,
    refuse: bool = False,
    winning: bool = False,
    folder: Path | None = None,
    work: Work | None = None,
) -> Plan:
    """Estimate the work of computing exact odds.

    Parameters
    ----------
    problem, player, winning, work
        As for :func:`pegsolitaire.chance.random_play`.
    refuse, folder
        As for :func:`pegsolitaire.sets.plans.plan`.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes, or the work is refused.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> board = triangle(5)
    >>> plan_odds(Problem.to_any(board.vacancy("a1")), Player(board, "any")).positions
    1544
    >>> board = english()
    >>> plan_odds(Problem.to_any(board.vacancy("d4")), Player(board, "any"), refuse=True).is_long
    False
    """
    work = Work.of(work)
    problem = as_problem(problem)
    if refuse and not (most := class_bound(problem)).is_long:
        return most
    if not winning:
        run = Run(problem, player, by_hole=None, winning=False, work=work)
        if (whole := worthwhile_class(run)) is not None:
            return whole.plan
    return plan(problem, "odds", refuse=refuse, folder=folder, by_class=False, work=work)


# -- in the engine's hash tables: by levels, in floats, for players defined by data ---------------


def play_by_levels(run: Run, player: Player, *, work: Work) -> Odds:
    """Compute the odds level by level. Block removals skip levels.

    Each step multiplies the probability of a position by the probability of each choice, and adds
    up these products for each result. Let ``n`` be the number of jumps and removals. The
    probability of a choice is a rounded weight divided by a sum of at most ``n`` weights. The
    number of choices that lead to a position is at most ``n`` times the order of the group. Each
    operation has an error of at most half a unit in the last place. So the relative error of a
    probability is bounded by twice the number of these terms, plus a few more, times the number of
    jumps in a game. For a player who chooses a peg first, the number of terms is doubled.
    """
    from pegsolitaire.engine import Chances, RandomPlay

    top = run.problem.start_pegs
    drops = sorted({1, *(block.block.bit_count() for block in player.blocks)})
    run.work.progress.stage("playing at random", top)
    with run.kept("by levels") as checkpoint, RandomPlay(player, run.group, work=work) as engine:
        saved = run.resumed(checkpoint)
        if saved is None:
            first, levels = top, {top: engine.start(run.problem.starts)}
        else:
            first = saved.pegs
            levels = {pegs: Chances.of(level) for pegs, level in saved.levels.items()}
        for pegs in range(first, 0, -1):
            _count_winning(run, engine, levels[pegs], pegs)
            level = levels[pegs] = _without_finishes(run, engine, levels[pegs], pegs)
            sources = [(d, levels[pegs - 1 + d]) for d in drops if pegs - 1 + d in levels]
            most = _share_of(run.problem, run.group, comb(len(player.board), pegs - 1))
            levels[pegs - 1] = engine.step(sources, most * 9 // 8 + 4096)
            run.positions += len(level)
            _end(run, engine, level.subset(level.ended))
            for done in [n for n in levels if n >= pegs - 1 + drops[-1]]:
                levels.pop(done).discard()
            if checkpoint is not None:
                sets = {number: level_odds.level for number, level_odds in levels.items()}
                checkpoint.keep(run.state(pegs - 1, sets))
            size = len(level)
            run.work.update(top - pegs + 1, counted(size, "position"))
    ways = 2 * (len(player.board.jumps) + len(player.blocks)) * len(run.group)
    return run.odds(ways + 6)


def _count_winning(run: Run, engine: RandomPlay, level: Chances, pegs: int) -> None:
    """Store the total probability of all positions in a level that can still be won."""
    if run.winning and pegs >= run.problem.finish_pegs:
        codes = engine.codes(level)
        run.still.append(float(level.chances[_can_be_won(run, codes)].sum()))


def _can_be_won(run: Run, codes: Words) -> npt.NDArray[np.bool_]:
    """Look up in the tables of their classes which positions are winning."""
    winning = np.zeros(len(codes), np.bool_)
    for kind, table in run.tables.items():
        own = np.ones(len(codes), np.bool_)
        for i, mask in enumerate(invariants(run.problem.board)):
            own &= np.bitwise_count(codes & np.uint64(mask)) & 1 == kind >> i & 1
        winning[own] = table.solvable.contains_codes(codes[own])
    return winning


def _without_finishes(run: Run, engine: RandomPlay, level: Chances, pegs: int) -> Chances:
    """Remove the finishes from a level, because games that reach them have ended."""
    if run.anywhere or pegs != run.problem.finish_pegs:
        return level
    reached = engine.among(level, run.problem.finishes)
    run.positions += int(reached.sum())
    _end(run, engine, level.subset(reached))
    return level.subset(~reached)


def _end(run: Run, engine: RandomPlay, level: Chances) -> None:
    codes = engine.least_codes(level).tolist()
    run.finals += zip(codes, level.chances.tolist(), strict=True)


# -- in a plain loop, without symmetries: in fractions, or by a function --------------------------

#: The largest number of positions for the loop: with the same number of pegs, and in total with
#: fractions.
MAX_LOOP_POSITIONS = 1 << 20
_BETWEEN = 256  # positions between two checks of the time limit


def _play_in_loop(run: Run, number: Callable[[Fraction], Number], *, work: Work) -> Odds:
    """Compute the odds position by position. The function ``number`` converts each fraction."""
    top, starts = run.problem.start_pegs, run.problem.starts
    levels: dict[int, dict[int, Number]] = {pegs: {} for pegs in range(top + 1)}
    levels[top] = {code: number(Fraction(1, len(starts))) for code in starts}
    finishes = set() if run.anywhere else set(run.problem.finishes)
    ends: dict[int, Number] = {}
    for pegs in range(top, 0, -1):
        level = levels.pop(pegs)
        _count(run, level, pegs, number)
        for done, (code, chance) in enumerate(level.items()):
            if done % _BETWEEN == 0:
                work.check()
            work.spend(1)
            choices = {} if code in finishes else run.player.choices(code)
            if not choices:
                least = least_image(run.group, code)
                ends[least] = ends.get(least, 0) + chance
            for after, part in choices.items():
                below = levels[after.bit_count()]
                below[after] = below.get(after, 0) + chance * number(part)
    run.finals = list(ends.items())
    if number is Fraction:
        return run.odds(0)
    return run.odds(2 * len(run.problem.board.jumps) + len(run.group) + 4)


def _count(
    run: Run, level: dict[int, Number], pegs: int, number: Callable[[Fraction], Number]
) -> None:
    """Count the positions of a level, and add up the probabilities of the winning positions."""
    if len(level) > MAX_LOOP_POSITIONS:
        raise BoardTooLargeError(
            f"more than {MAX_LOOP_POSITIONS:,} positions have the same number of pegs, too many "
            "for a player that is a function: simulate instead"
        )
    run.positions += len({least_image(run.group, code) for code in level})
    if run.winning and pegs >= run.problem.finish_pegs:
        won = _can_be_won(run, np.array(list(level), np.uint64))
        chances = (chance for chance, wins in zip(level.values(), won, strict=True) if wins)
        run.still.append(add(chances, exactly=number is Fraction))


# -- the public function --------------------------------------------------------------------------


def random_play(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    player: Who = "any",
    by_hole: bool | None = None,
    winning: bool = False,
    fractions: bool = False,
    store: bool = False,
    work: Work | None = None,
) -> Odds:
    """Compute the probability of every outcome of random play.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        The problem, which determines where games start and where they are won. All starts are
        equally likely. A game that reaches a finish of several pegs ends there, unless this
        happens within a block removal. See :class:`~pegsolitaire.game.Problem`.
    player : str, Player, OwnPlayer or callable, optional
        The player: a name in ``chance.PLAYERS``, a Player with rules, or a function that takes a
        position and returns jumps or a weight for each jump. By default, all legal jumps are
        equally likely.
    by_hole : bool, optional
        Whether to distinguish finishing holes that are images of one another. Then fewer
        symmetries can be used. By default, the holes are distinguished unless there are too many
        positions.
    winning : bool, optional
        Whether to compute the probability that the game can still be won after each jump. This
        needs a table of the position class, and a player that does not make removals.
    fractions : bool, optional
        Whether to calculate with fractions, for boards of about 15 holes.
    store : bool, optional
        Whether to save the finished levels in the store if the work is interrupted or takes more
        than a minute, and to continue from levels that an earlier call saved.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Returns
    -------
    Odds

    Raises
    ------
    ProblemError
        If the player belongs to another board, or does not support the options.
    BoardTooLargeError
        If the board has more than 64 holes; if a level does not fit in memory and there is no
        scratch folder, or if it does not fit on the disk; or if there are too many positions for
        fractions or for a player defined by a function.
    BudgetSpentError
        If the calculation takes longer than the time limit.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> odds = random_play(Problem.to_any(triangle(5).vacancy("a1")))
    >>> print(f"1 in {1 / odds.win_probability:.0f}, {odds.mean_pegs:.2f} pegs on average")
    1 in 146, 3.92 pegs on average
    >>> sax = random_play(odds.problem, player="sax")
    >>> print(f"1 in {1 / sax.win_probability:.0f} by the SAX count")
    1 in 7 by the SAX count
    >>> odds = random_play(Problem.to_any(triangle(4).vacancy("a2")), fractions=True)
    >>> odds.win_fraction, odds.mean_fraction
    (Fraction(13, 432), Fraction(1901, 864))
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    who = checked_player(problem, player)
    if winning and isinstance(who, Player) and who.blocks:
        raise ProblemError(
            "the player removal has no winning chances within a block removal: leave out "
            "winning=True"
        )
    if fractions and most_positions(problem, who.board.symmetries[:1]) > MAX_LOOP_POSITIONS:
        raise BoardTooLargeError(
            f"{problem} may have more than {MAX_LOOP_POSITIONS:,} positions, too many for "
            "fractions: leave out fractions=True"
        )
    run = Run(problem, who, by_hole=by_hole, winning=winning, work=work, store=store)
    if isinstance(who, Player) and not fractions:
        if (whole := worthwhile_class(run)) is not None:
            return play_by_class(run, whole, work=work)
        return play_by_levels(run, who, work=work)
    return _play_in_loop(run, Fraction if fractions else float, work=work)
