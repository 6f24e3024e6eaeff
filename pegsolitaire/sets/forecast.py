"""How large level sets will be, and how long they take, by playing their beginning.

The ratio of each level to the one before falls by nearly the same factor from level to level: the
logarithms of the sizes lie on a parabola. So the levels that can be played in a second say those
that follow, on the boards of the papers within a factor of two of their sum; and how long they
took says how fast this machine is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import comb, exp, log
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from pegsolitaire.game import Problem
from pegsolitaire.theory import ResourceCount, rank

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelEngine

#: Positions of a level from which on the rest is foreseen.
PLAYED = 1 << 20

_SMALL = 1 << 15  # positions of a level that takes long enough to be timed
_FITTED = 4  # ratios that the parabola goes through
_USUAL = 1.5e-7  # seconds that a position takes, where no level is large enough to be timed
_SLOWER = 1.6  # of levels that outgrow the caches
_LARGE = 1 << 26  # positions of such a level


@dataclass(frozen=True)
class LevelForecast:
    """The sizes of the levels of one direction of play.

    Attributes
    ----------
    sizes : dict of int to int
        Positions by pegs, in the order of play: those played, then those foreseen.
    played : int
        How many of the levels were played.
    seconds : float
        What a position takes on this machine.
    """

    sizes: dict[int, int]
    played: int
    seconds: float

    @property
    def positions(self) -> int:
        """Those of all levels."""
        return sum(self.sizes.values())

    def time(self, sizes: Sequence[int]) -> float:
        """The seconds that levels of some sizes take."""
        return sum(size * self.seconds * (_SLOWER if size > _LARGE else 1.0) for size in sizes)


def forecast_levels(
    problem: Problem,
    direction: Literal["F", "B"] = "F",
    counts: Sequence[ResourceCount] = (),
    most: int = PLAYED,
) -> LevelForecast:
    """Foresee the level sets of a problem.

    Parameters
    ----------
    problem : Problem
        The problem, on a board of up to 64 holes.
    direction : {"F", "B"}, optional
        Forward from the start, down to the pegs of the finish, or backward.
    counts : sequence of ResourceCount, optional
        Those that positions are left out by.
    most : int, optional
        Levels are played until one has so many positions.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> problem = Problem.complement(english(), "d4")
    >>> seen = forecast_levels(problem, most=100_000)
    >>> seen.played, abs(seen.positions / 23_475_688 - 1) < 0.5
    (12, True)
    """
    from pegsolitaire.engine import LevelEngine

    with LevelEngine.of(problem, counts=counts) as engine:
        sizes, seconds = _played(engine, problem, direction, most)
    played = len(sizes)
    change = -1 if direction == "F" else 1
    last = problem.finish_pegs if direction == "F" else problem.start_pegs
    pegs = next(reversed(sizes))
    ratios = [log(after / before) for before, after in pairwise(sizes.values()) if after]
    fitted = ratios[-_FITTED:]
    ratio = fitted[-1] if fitted else 0.0
    slope = min((fitted[-1] - fitted[0]) / (len(fitted) - 1), 0.0) if len(fitted) > 1 else 0.0
    size = float(sizes[pegs])
    while pegs != last:
        pegs += change
        ratio += slope
        size = min(size * exp(ratio), float(_bound(problem, pegs)))
        sizes[pegs] = round(size)
    return LevelForecast(sizes, played, seconds)


def _played(
    engine: LevelEngine, problem: Problem, direction: str, most: int
) -> tuple[dict[int, int], float]:
    """The sizes of the first levels, and what a position of the last took."""
    codes = problem.starts if direction == "F" else problem.finishes
    steps, change = (engine.jumps, -1) if direction == "F" else (engine.unjumps, 1)
    last = problem.finish_pegs if direction == "F" else problem.start_pegs
    level = engine.level(codes)
    pegs = codes[0].bit_count()
    sizes, seconds = {pegs: len(level)}, _USUAL
    while pegs != last and len(level) < most:
        begin = perf_counter()
        level = engine.step(level, steps)
        pegs += change
        sizes[pegs] = len(level)
        if len(level) >= _SMALL:
            seconds = (perf_counter() - begin) / len(level)
    return sizes, seconds


def _bound(problem: Problem, pegs: int) -> int:
    """The positions of the class with some pegs, up to symmetry (:mod:`.estimate`)."""
    board = problem.board
    share = (1 << len(board) - rank(board)) * len(problem.group)
    return len(problem.starts) * -(-comb(len(board), pegs) // share)
