"""Random play, exactly: the chance of every position (Bell's page on the English board, table 3).

Each position hands its chance on to what the player makes of it; positions that are images of one
another count as one. Players that are data run in the engine's tables, with floats of a known
error, or, where games come to most of a position class, over all of it; a function, or the
arithmetic of fractions, in a plain loop of Python.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb, fsum
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from pegsolitaire.arguments import public
from pegsolitaire.board import Board, Hole, Symmetry, apply_permutation, least_image
from pegsolitaire.chance.players import Who, checked_player
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import OwnPlayer, Player, Position, Problem
from pegsolitaire.results import PROBLEM, Result, Tabled, declare
from pegsolitaire.sets import Tablebase
from pegsolitaire.sets.plans import Plan, class_bound, forecast_levels, plan
from pegsolitaire.theory import class_of, invariants, is_anywhere, rank
from pegsolitaire.theory.inputs import ProblemLike, as_problem
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Chances, RandomPlay, Words


# --
# What random play comes to: the chance of every end.


Number = float | Fraction
Value = TypeVar("Value")


@dataclass(frozen=True)
class End(Result):
    """The games that end with some number of pegs.

    Attributes
    ----------
    jumps, pegs : int
        The jumps made, and the pegs left.
    dead_ends : int
        The positions where a game ends, up to the symmetries of the odds.
    probability : float or Fraction
        That a game ends so.
    """

    jumps: int
    pegs: int
    dead_ends: int
    probability: Number

    json_keys = "jumps pegs dead_ends probability fraction=probability|fraction"


class Final(NamedTuple):
    """A position where a game can end, and its chance."""

    position: Position
    probability: Number


declare(Final, "code=position.code probability")


@dataclass(frozen=True, eq=False)
class Odds(Tabled, Result):
    """How a game of random play ends.

    Attributes
    ----------
    problem : Problem
        Where games start, and where they are won.
    player : str
        The name of the player.
    group : tuple of Symmetry
        The symmetries that positions are counted up to.
    finals : tuple of (int, float or Fraction)
        The code of every position where a game ends, least over the group, and its chance.
    by_hole : bool
        Whether the chances of finishes are apart, or shared by those that symmetries map to one
        another.
    still_winning : tuple of float, or None
        After 0, 1, .. jumps, down to the finish, the chance that the game can still be won (or
        has been, at the last); where it was asked for.
    positions : int
        All positions that can arise, up to the group.
    error : float
        A bound on the relative error of every chance; 0 for fractions.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.chance import random_play
    >>> odds = random_play(Problem.to_any(triangle(4).vacancy("a2")))
    >>> round(odds.win_probability, 4), odds.ends[-1].pegs, odds.ends[-1].dead_ends
    (0.0301, 1, 1)
    """

    problem: Problem
    player: str
    group: tuple[Symmetry, ...] = field(repr=False)
    finals: tuple[tuple[int, Number], ...] = field(repr=False)
    by_hole: bool
    still_winning: tuple[Number, ...] | None
    positions: int
    error: float

    json_keys = (
        f"{PROBLEM} player win_probability win_fraction=win_probability|fraction win_at "
        "win_by_finish win_at_up_to_symmetry=by_hole|not ends dead_ends mean_pegs "
        "mean_fraction=mean_pegs|fraction gives_up most_likely least_likely still_winning "
        "positions relative_error=error"
    )

    column_types: ClassVar[Mapping[str, str]] = {
        "jumps": "int16",
        "pegs": "int16",
        "dead_ends": "int64",
        "probability": "float64",
    }

    def table_rows(self) -> list[tuple[int | float, ...]]:
        """The ends by the jumps made."""
        return [(e.jumps, e.pegs, e.dead_ends, float(e.probability)) for e in self.ends]

    @property
    def table_title(self) -> str:
        """The problem, the player, and the chance of winning."""
        return f"{self.problem}, player {self.player}: {float(self.win_probability):.6g} to win"

    @property
    def board(self) -> Board:
        """The board."""
        return self.problem.board

    @cached_property
    def ends(self) -> tuple[End, ...]:
        """The ends by the jumps made, the shortest games first."""
        found: dict[int, list[Number]] = {}
        for code, chance in self.finals:
            found.setdefault(code.bit_count(), []).append(chance)
        return tuple(
            End(self.problem.start_pegs - pegs, pegs, len(found[pegs]), self._sum(found[pegs]))
            for pegs in sorted(found, reverse=True)
        )

    @property
    def is_exact(self) -> bool:
        """Whether the chances are fractions."""
        return self.error == 0

    @property
    def dead_ends(self) -> int:
        """All positions where a game ends, up to the group."""
        return len(self.finals)

    @cached_property
    def win_probability(self) -> Number:
        """The chance that a game ends at one of the finishes of the problem."""
        return self._sum(chance for code, chance in self.finals if code in self._wins)

    @cached_property
    def win_by_finish(self) -> dict[Position, Number]:
        """The chance that a game ends at each finish, where there is any.

        Unless the odds are by hole, a finish stands for all those that symmetries map it to, and
        the chance is that of all of them.
        """
        found: dict[int, Number] = {}
        finishes = set(self.problem.finishes)
        for code, chance in self.finals:
            if code in self._wins:
                images = {apply_permutation(s.image, code) for s in self.group} & finishes
                for image in images if self.by_hole else {min(images)}:
                    found[image] = chance / (len(images) if self.by_hole else 1)
        return {Position(self.board, code): chance for code, chance in sorted(found.items())}

    def knowing(self, jumps: int) -> Number:
        """The chance to win with this player and then perfect play in the last jumps.

        It is the chance that the game can still be won when so many jumps are left.

        Parameters
        ----------
        jumps : int
            How many of the last jumps are played with perfect knowledge; 0 adds nothing.

        Raises
        ------
        ProblemError
            If the odds were worked out without ``winning``, or the game has fewer jumps.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> from pegsolitaire.chance import random_play
        >>> odds = random_play(Problem.to_any(triangle(5).vacancy("a1")), winning=True)
        >>> [round(float(odds.knowing(jumps)), 3) for jumps in (0, 3, 6, 13)]
        [0.007, 0.016, 0.093, 1.0]
        """
        if self.still_winning is None:
            raise ProblemError(
                "these odds have no winning chances: compute them with winning=True"
            )
        most = len(self.still_winning) - 1
        if not 0 <= jumps <= most:
            raise ProblemError(f"the game has {most} jumps, not {jumps}: ask for fewer")
        return self.still_winning[most - jumps]

    @property
    def win_at(self) -> dict[Hole, Number]:
        """The chance that the last peg ends in each hole, where finishes are of one peg."""
        return by_last_hole(self.win_by_finish)

    @cached_property
    def mean_pegs(self) -> Number:
        """The pegs that are left on average."""
        return self._sum(end.pegs * end.probability for end in self.ends)

    @cached_property
    def gives_up(self) -> Number:
        """The chance that the player gives up: that a game ends short of a win, jumps possible."""
        return self._sum(
            chance
            for code, chance in self.finals
            if code not in self._wins and self.board.jumps_from(code)
        )

    @property
    def most_likely(self) -> Final:
        """The end that is most likely, its images included, and its chance."""
        return self._final(max(self.finals, key=lambda final: (final[1], -final[0])))

    @property
    def least_likely(self) -> Final:
        """The end that is least likely, its images included, and its chance."""
        return self._final(min(self.finals, key=lambda final: (final[1], final[0])))

    def _final(self, final: tuple[int, Number]) -> Final:
        return Final(Position(self.board, final[0]), final[1])

    def _sum(self, numbers: Iterable[Number]) -> Number:
        return add(numbers, exactly=self.is_exact)

    @cached_property
    def _wins(self) -> set[int]:
        """The least codes of the finishes."""
        return {least_image(self.group, code) for code in self.problem.finishes}


def by_last_hole(found: Mapping[Position, Value]) -> dict[Hole, Value]:
    """The chances of finishes with one peg, by hole."""
    return {next(iter(finish)): value for finish, value in found.items() if len(finish) == 1}


def add(numbers: Iterable[Number], *, exactly: bool) -> Number:
    """The sum: of fractions exactly, of floats rounded once."""
    return sum((Fraction(number) for number in numbers), Fraction(0)) if exactly else fsum(numbers)


_BY_HOLE = 1 << 29  # positions past which holes are only told apart when asked
_ROUNDING = 2.0**-53


class Run:
    """One exact calculation, by either route.

    Parameters
    ----------
    problem, player, by_hole, winning, progress
        As :func:`pegsolitaire.chance.random_play` has them.

    Attributes
    ----------
    group : tuple of Symmetry
        The symmetries that nothing that is asked for tells apart.
    anywhere : bool
        Whether games are won wherever one peg is left.
    tables : dict
        Where they are asked for, the positions that can be won, by their classes.
    finals : list of (int, float or Fraction)
        The least code of every position where a game ends, and its chance.
    still : list of float or Fraction
        After 0, 1, .. jumps the chance that the game can still be won, or has been just then.
    """

    def __init__(
        self,
        problem: Problem,
        player: Player | OwnPlayer,
        *,
        by_hole: bool | None,
        winning: bool,
        work: Work,
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
        self._positions = 0

    def _group(self) -> tuple[Symmetry, ...]:
        allowed = set(self.player.group)
        if self.by_hole:
            allowed &= set(self.problem.group)
        if self.winning or not self.anywhere:
            allowed &= set(self.problem.finish_group)
        return tuple(s for s in self.problem.board.symmetries if s in allowed)

    def _tables(self) -> dict[int, Tablebase]:
        """A table for each reachable class with finishes, up to the group."""
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

    def count(self, positions: int) -> None:
        """Count reachable positions."""
        self._positions += positions

    def odds(self, ways: int) -> Odds:
        """The result, where a step adds up ``ways`` rounded numbers for a position."""
        return Odds(
            problem=self.problem,
            player=self.player.name,
            group=self.group,
            finals=tuple(sorted(self.finals)),
            by_hole=self.by_hole,
            still_winning=tuple(self.still) if self.winning else None,
            positions=self._positions,
            error=self.problem.start_pegs * ways * _ROUNDING,
        )


def most_positions(problem: Problem, group: Collection[Symmetry]) -> int:
    """An upper estimate of the positions that random play can reach, up to symmetries.

    That is the position class, with no more pegs than the start.

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
    """About how many of some positions are of the classes of play, up to symmetries."""
    orbits = _classes(problem, group)
    parts = sum(Fraction(len(orbit), len(group)) for orbit in orbits)
    return int(positions * parts) >> len(problem.board) - rank(problem.board)


def _classes(problem: Problem, group: Collection[Symmetry]) -> set[frozenset[int]]:
    """The classes of the starts, each with its images."""
    board = problem.board
    starts = {class_of(board, code): code for code in problem.starts}
    return {
        frozenset(class_of(board, apply_permutation(s.image, code)) for s in group)
        for code in starts.values()
    }


# -- over a whole position class, where games come to most of it ----------------------------------
#
# The levels of a class are arrays without codes, which take a third of the time and of the memory
# that tables of the positions reached do. On the triangle of side 8 that is the difference between
# 18 GB of memory and 91 GB of disk.

_LEAST = 1 << 20  # entries, below which tables are as good
_WORTH = 4  # entries that take as long as a position in a table
_SECONDS = 6e-8  # that an entry takes
_BESIDE = 1 << 28  # bytes of the interpreter, the kernels and lists of places


@dataclass(frozen=True)
class WholeClass:
    """A position class that is to be gone through.

    Attributes
    ----------
    starts : dict of int to float
        Codes of one class, and the chance that a game starts there, or at an image of it.
    group : tuple of Symmetry
        The symmetries of the run that keep the class.
    sizes : tuple of int
        About how many entries the levels have, the start's first.
    tables : int
        The bytes of what says where positions lie.
    """

    starts: dict[int, float]
    group: tuple[Symmetry, ...]
    sizes: tuple[int, ...]
    tables: int

    @property
    def entries(self) -> int:
        """The sum over all levels."""
        return sum(self.sizes)

    @property
    def bytes(self) -> int:
        """The memory of the two largest levels that follow one another, 8 bytes an entry."""
        levels = 8 * max(map(sum, zip(self.sizes, (*self.sizes[1:], 0), strict=True)))
        return levels + self.tables + _BESIDE

    @property
    def plan(self) -> Plan:
        """The memory it needs."""
        return Plan(self.entries, self.bytes, self.entries * _SECONDS)


def worthwhile_class(
    run: Run, player: Player | OwnPlayer, *, work: Work | None = None
) -> WholeClass | None:
    """The class to process, if that fits the memory and is worthwhile."""
    work = Work.of(work)
    from pegsolitaire.engine import free_memory

    problem = run.problem
    plain = isinstance(player, Player) and player.is_plain
    if run.winning or not plain or problem.finish_pegs != 1:
        return None
    whole = whole_class(run)
    memory = free_memory() if work.memory is None else work.memory
    if whole is None or whole.entries < _LEAST or whole.bytes > memory:
        return None
    reached = forecast_levels(problem).positions * len(problem.group) // len(run.group)
    return whole if whole.entries <= _WORTH * reached else None


def whole_class(run: Run) -> WholeClass | None:
    """The class of the starts, if symmetries map all of them to one."""
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
    """Go through a class from level to level.

    A chance is a sum of at most as many shares as there are jumps, and a share one division: as
    many operations a level, and one for each image where games end, bound the relative error.
    """
    from pegsolitaire.engine import ClassPlay, least_images

    board, top = run.problem.board, run.problem.start_pegs
    play = ClassPlay(board, whole.starts, whole.group, work=work)
    run.work.progress.stage("playing at random", top)
    for level in play.levels():
        run.count(level.reached)
        codes = least_images(level.ends, [symmetry.image for symmetry in run.group])
        codes, which = np.unique(codes, return_inverse=True)
        chances = np.bincount(which, level.chances, len(codes))
        run.finals += zip(codes.tolist(), chances.tolist(), strict=True)
        size = level.reached
        run.work.update(top - level.pegs + 1, f"{size:,} positions", positions=size)
    return run.odds(len(board.jumps) + len(run.group) + 2)


def plan_odds(
    problem: Problem,
    player: Player | OwnPlayer,
    *,
    refuse: bool = False,
    winning: bool = False,
    folder: Path | None = None,
    work: Work | None = None,
) -> Plan:
    """Say how much work exact odds are.

    Parameters
    ----------
    problem, player, budget, winning
        As :func:`pegsolitaire.chance.random_play` has them.
    refuse, folder
        As :func:`pegsolitaire.sets.plans.plan` has them.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes, or it is refused.

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
    if refuse and not (most := class_bound(problem)).is_long:
        return most
    if not winning:
        run = Run(problem, player, by_hole=None, winning=False, work=Work().begin())
        if (whole := worthwhile_class(run, player, work=work)) is not None:
            return whole.plan
    return plan(problem, "odds", refuse=refuse, folder=folder, by_class=False)


# -- in the engine's tables: by levels, in floats, for players that are data ----------------------


def play_by_levels(run: Run, player: Player, *, work: Work) -> Odds:
    """Play from level to level; block removals skip some.

    Each step multiplies a chance by that of a choice, and adds up what comes to a position. A
    choice is a weight, rounded, over a sum of at most as many as there are jumps and removals; a
    position is come to by at most as many ways, times the order of the group. Every operation is
    off by half a unit in the last place at most, so that as many as there are of both, twice (for
    the sums of a player who chooses a peg first) and a few more, times the jumps of a game, bound
    the relative error of all.
    """
    from pegsolitaire.engine import RandomPlay

    top = run.problem.start_pegs
    drops = sorted({1, *(block.block.bit_count() for block in player.blocks)})
    run.work.progress.stage("playing at random", top)
    with RandomPlay(player, run.group, work=work) as engine:
        levels = {top: engine.start(run.problem.starts)}
        for pegs in range(top, 0, -1):
            _count_winning(run, engine, levels[pegs], pegs)
            level = levels[pegs] = _without_finishes(run, engine, levels[pegs], pegs)
            sources = [(d, levels[pegs - 1 + d]) for d in drops if pegs - 1 + d in levels]
            levels[pegs - 1] = engine.step(sources, _most(run, pegs - 1))
            run.count(len(level))
            _end(run, engine, level.subset(level.ended))
            for done in [n for n in levels if n >= pegs - 1 + drops[-1]]:
                levels.pop(done).discard()
            size = len(level)
            run.work.update(top - pegs + 1, f"{size:,} positions", positions=size)
    ways = 2 * (len(player.board.jumps) + len(player.blocks)) * len(run.group)
    return run.odds(ways + 6)


def _most(run: Run, pegs: int) -> int:
    """About how many positions of the class have ``pegs`` pegs, up to the group, at most."""
    every = comb(len(run.problem.board), pegs)
    return _share_of(run.problem, run.group, every) * 9 // 8 + 4096


def _count_winning(run: Run, engine: RandomPlay, level: Chances, pegs: int) -> None:
    """Add up the chances of positions that can still be won, down to the finish."""
    if run.winning and pegs >= run.problem.finish_pegs:
        codes = engine.codes(level)
        run.still.append(float(level.chances[_can_be_won(run, codes)].sum()))


def _can_be_won(run: Run, codes: Words) -> npt.NDArray[np.bool_]:
    """Whether positions are in the table of their class."""
    found = np.zeros(len(codes), np.bool_)
    for kind, table in run.tables.items():
        own = np.ones(len(codes), np.bool_)
        for i, mask in enumerate(invariants(run.problem.board)):
            own &= np.bitwise_count(codes & np.uint64(mask)) & 1 == kind >> i & 1
        found[own] = table.solvable.contains_codes(codes[own])
    return found


def _without_finishes(run: Run, engine: RandomPlay, level: Chances, pegs: int) -> Chances:
    """A level without the finishes in it: games that reach them have ended there."""
    if run.anywhere or pegs != run.problem.finish_pegs:
        return level
    reached = engine.among(level, run.problem.finishes)
    run.count(int(reached.sum()))
    _end(run, engine, level.subset(reached))
    return level.subset(~reached)


def _end(run: Run, engine: RandomPlay, level: Chances) -> None:
    codes = engine.least_codes(level).tolist()
    run.finals += zip(codes, level.chances.tolist(), strict=True)


# -- in a plain loop, without symmetries: in fractions, or by a function --------------------------

#: Positions that the loop takes: with one number of pegs, and of fractions in all.
MOST_IN_LOOP = 1 << 20
_BETWEEN = 256  # positions between two looks at the clock


def _play_in_loop(run: Run, number: Callable[[Fraction], Number], *, work: Work) -> Odds:
    """Play from every position, with numbers of that kind, as long as the budget allows."""
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
    """Count the positions of a level, and add up the chances of those that can be won."""
    if len(level) > MOST_IN_LOOP:
        raise BoardTooLargeError(
            f"more than {MOST_IN_LOOP:,} positions have the same number of pegs, too many for a "
            "player that is a function: simulate instead"
        )
    run.count(len({least_image(run.group, code) for code in level}))
    if run.winning and pegs >= run.problem.finish_pegs:
        run.still.append(_winning_in(run, level, number))


def _winning_in(
    run: Run, level: dict[int, Number], number: Callable[[Fraction], Number]
) -> Number:
    """The chance of those positions of a level that can still be won."""
    board, tables = run.problem.board, run.tables
    found = []
    for code, chance in level.items():
        table = tables.get(class_of(board, code))
        if table is not None and Position(board, code) in table:
            found.append(chance)
    return add(found, exactly=number is Fraction)


# -- what is asked --------------------------------------------------------------------------------


@public
def random_play(
    problem: ProblemLike,
    player: Who = "any",
    *,
    by_hole: bool | None = None,
    winning: bool = False,
    fractions: bool = False,
    work: Work | None = None,
) -> Odds:
    """The chance of every end of a game of random play.

    Parameters
    ----------
    problem : Problem
        Where games start (each start being as likely), and where they are won. A game that
        reaches a finish of several pegs ends there (but not within a block removal).
    player : str, Player, OwnPlayer or callable, optional
        Who plays: a name of ``chance.PLAYERS``, rules, or a function of the position that gives
        jumps or weights by jump. By default any legal jump is as likely.
    by_hole : bool, optional
        Whether to tell finishing holes apart that are images of one another; that allows fewer
        symmetries. By default wherever there are not too many positions.
    winning : bool, optional
        Also how likely the game can still be won after each jump: needs a table of the position
        class, and no player that makes removals.
    fractions : bool, optional
        Calculate with fractions: for boards of some 15 holes.

    Returns
    -------
    Odds

    Raises
    ------
    ProblemError
        If the player is of another board, or one that cannot be asked what was asked.
    BoardTooLargeError
        If the board has more than 64 holes, or its levels outgrow the memory and there is no
        scratch folder, or the disk; or if there are too many positions for fractions, or for a
        player who is a function.
    BudgetSpentError
        If it takes longer than the budget allows.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> odds = random_play(Problem.to_any(triangle(5).vacancy("a1")))
    >>> print(f"1 in {1 / odds.win_probability:.0f}, {odds.mean_pegs:.2f} pegs on average")
    1 in 146, 3.92 pegs on average
    >>> print(f"1 in {1 / random_play(odds.problem, 'sax').win_probability:.0f} by the SAX count")
    1 in 7 by the SAX count
    >>> odds = random_play(Problem.to_any(triangle(4).vacancy("a2")), fractions=True)
    >>> odds.win_probability, odds.mean_pegs
    (Fraction(13, 432), Fraction(1901, 864))
    """
    work = Work.of(work)
    problem = as_problem(problem)
    who = checked_player(problem, player)
    if winning and isinstance(who, Player) and who.blocks:
        raise ProblemError(
            "the player removal has no winning chances within a block removal: leave out "
            "winning=True"
        )
    if fractions and most_positions(problem, who.board.symmetries[:1]) > MOST_IN_LOOP:
        raise BoardTooLargeError(
            f"{problem} may have more than {MOST_IN_LOOP:,} positions, too many for fractions: "
            "leave out fractions=True"
        )
    run = Run(problem, who, by_hole=by_hole, winning=winning, work=work)
    if isinstance(who, Player) and not fractions:
        if (whole := worthwhile_class(run, who, work=work)) is not None:
            return play_by_class(run, whole, work=work)
        return play_by_levels(run, who, work=work)
    return _play_in_loop(run, Fraction if fractions else float, work=work)
