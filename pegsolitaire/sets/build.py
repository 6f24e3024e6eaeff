"""From a problem to its level sets: forward, backward, winning and losing (Notes, sections 3-4).

F is played forward from the start, B backward from the finish, and W is where they meet. Only one
level is ever intersected; from there W grows both ways, one jump at a time, inside F and B
(equations 4 and 5), which is far less work than all of F and B.

A self-complementary problem needs no B: it is F on the complement (equation 6). So F is played
down to the middle only, and even the middle level is not built twice: with an odd number of
holes, W of the level above the middle are those of F there that a jump turns into the complement
of another of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from pegsolitaire.game import Problem
from pegsolitaire.sets.runner import EMBEDDED, Level, Levels
from pegsolitaire.theory import ResourceCount, shares_class
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Unfinished, Words
    from pegsolitaire.sets.checkpoint import Checkpoint

L = TypeVar("L", bound=Level)
Kept = TypeVar("Kept")


class Keeper(Protocol[Kept]):
    """Keeps finished levels, so that a run that was killed can go on from them."""

    def load(self, direction: str, pegs: int) -> Kept | None:
        """The level, if it was kept."""

    def begin(self, direction: str, pegs: int) -> Unfinished | None:
        """Where a level is kept while it is made, if it is."""

    def keep(self, direction: str, pegs: int, level: Kept) -> None:
        """A level is finished."""


class Forgetful:
    """Keeps nothing."""

    def load(self, direction: str, pegs: int) -> Any:
        """Nothing was kept."""
        return None

    def begin(self, direction: str, pegs: int) -> None:
        """Nor is it while it is made."""

    def keep(self, direction: str, pegs: int, level: Any) -> None:
        """Nothing is kept."""


@dataclass(frozen=True)
class LevelRun(Generic[L]):
    """One direction of play, level by level."""

    engine: Levels[L, Any]
    problem: Problem
    direction: str  # "F" or "B"
    keeper: Keeper[L]

    def first(self) -> tuple[int, L]:
        """The number of pegs and the positions where the direction begins."""
        forward = self.direction == "F"
        codes = self.problem.starts if forward else self.problem.finishes
        return codes[0].bit_count(), self.engine.level(codes)

    def following(self, pegs: int, level: L, before: int) -> tuple[int, L]:
        """The next level; ``before`` is the size of the one before this."""
        steps, change = (
            (self.engine.jumps, -1) if self.direction == "F" else (self.engine.unjumps, 1)
        )
        kept = self.keeper.load(self.direction, pegs + change)
        if kept is not None:
            return pegs + change, kept
        # The ratio of levels falls as they grow, so the last one is a fair upper guess.
        expected = len(level) * max(len(level), 1) // max(before, 1)
        pegs += change
        unfinished = self.keeper.begin(self.direction, pegs)
        made = self.engine.step(level, steps, expected, away=True, unfinished=unfinished)
        self.keeper.keep(self.direction, pegs, made)
        return pegs, made

    def until(self, last: int, *, work: Work | None = None) -> Iterator[tuple[int, L]]:
        """The levels from the first to the one with ``last`` pegs, empty ones included."""
        work = Work.of(work)
        pegs, level = self.first()
        work.progress.stage(
            f"playing {'forward' if self.direction == 'F' else 'backward'}", abs(pegs - last)
        )
        begin, before = pegs, len(level)
        yield pegs, level
        while pegs != last:
            size = len(level)
            pegs, level = self.following(pegs, level, before)
            before = size
            work.update(abs(pegs - begin), f"{len(level):,} positions with {pegs} pegs")
            yield pegs, level


def winning_levels(
    engine: Levels[L, Any],
    problem: Problem,
    keeper: Keeper[L] | None = None,
    *,
    work: Work | None = None,
) -> dict[int, L]:
    """The winning positions by pegs; for a self-complementary problem the upper half alone.

    Parameters
    ----------
    engine : Levels
        What makes the levels of the problem.
    problem : Problem
        The problem.
    keeper : Keeper, optional
        Asked for finished levels, and given them.

    Returns
    -------
    dict of int to level
        A level for every number of pegs from start to finish (or to the middle), perhaps empty.
    """
    work = Work.of(work)
    keeper = keeper or Forgetful()
    halved = problem.is_self_complementary
    last = middle_pegs(problem) if halved else problem.finish_pegs
    if not shares_class(problem):
        return {pegs: engine.level([]) for pegs in range(last, problem.start_pegs + 1)}
    forward = LevelRun(engine, problem, "F", keeper)
    if halved:
        return upper_half(engine, dict(forward.until(last, work=work)), problem, work=work)
    return _between(engine, forward, LevelRun(engine, problem, "B", keeper), work=work)


def middle_pegs(problem: Problem) -> int:
    """Half as many pegs as holes, rounded up: the last level of the upper half of a game."""
    return (len(problem.board) + 1) // 2


def upper_half(
    engine: Levels[L, Any],
    forward: dict[int, L],
    problem: Problem,
    *,
    work: Work,
) -> dict[int, L]:
    """W from F, from the middle up, for a self-complementary problem.

    Parameters
    ----------
    forward : dict of int to level
        F by pegs, from half the holes (rounded up) to the start; it is emptied as it is used.
    """
    middle = min(forward)
    odd = len(problem.board) % 2 == 1
    steps = engine.jumps if odd else engine.stay
    wins = {middle: engine.select(forward[middle], steps, forward[middle], flip=True)}
    work.progress.stage("collecting what wins", problem.start_pegs - middle)
    for pegs in range(middle, problem.start_pegs):
        forward.pop(pegs)
        wins[pegs + 1] = engine.select(wins[pegs], engine.unjumps, forward[pegs + 1])
        work.update(pegs + 1 - middle, f"{len(wins[pegs + 1]):,} win with {pegs + 1} pegs")
    return wins


def _between(
    engine: Levels[L, Any],
    forward: LevelRun[L],
    backward: LevelRun[L],
    *,
    work: Work,
) -> dict[int, L]:
    """W between F and B: the smaller of the two goes on until they meet."""
    upper, lower = [forward.first()], [backward.first()]
    total = upper[0][0] - lower[0][0]
    work.progress.stage("playing forward and backward", total)
    while upper[-1][0] > lower[-1][0]:
        run, levels = (
            (forward, upper) if len(upper[-1][1]) <= len(lower[-1][1]) else (backward, lower)
        )
        before = len(levels[-2 if len(levels) > 1 else -1][1])
        levels.append(run.following(*levels[-1], before))
        pegs, level = levels[-1]
        work.update(
            total - upper[-1][0] + lower[-1][0], f"{len(level):,} positions with {pegs} pegs"
        )
    meeting = upper[-1][0]
    down, up = dict(upper), dict(lower)
    wins = {meeting: engine.select(down[meeting], engine.stay, up[meeting])}
    for pegs in range(meeting, forward.problem.start_pegs):
        wins[pegs + 1] = engine.select(wins[pegs], engine.unjumps, down[pegs + 1])
    for pegs in range(meeting, forward.problem.finish_pegs, -1):
        wins[pegs - 1] = engine.select(wins[pegs], engine.jumps, up[pegs - 1])
    return wins


def levels_of(problem: Problem) -> list[int]:
    """The levels that :class:`WinningCodes` has, by pegs."""
    half, top = len(problem.board) // 2, problem.start_pegs
    most = min(half, top) if problem.is_self_complementary else top
    return list(range(problem.finish_pegs, most + 1))


class WinningCodes(Mapping[int, "Words"]):
    """Winning levels as sorted reduced codes by pegs: all of them, or up to half the pegs.

    The upper half of a self-complementary problem becomes the lower one, whose codes the papers
    list: for every position with ``n`` pegs its complement with ``N - n``. A level's codes are
    made when they are asked for: together they may be more than the memory holds.
    """

    def __init__(self, engine: Levels[L, Any], problem: Problem, wins: dict[int, L]) -> None:
        self._engine, self._wins = engine, wins
        self._flip = len(problem.board) if problem.is_self_complementary else 0

    def __getitem__(self, pegs: int) -> Words:
        level = self._wins[self._flip - pegs if self._flip else pegs]
        return self._engine.codes(level, flip=self._flip > 0)

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self._flip - pegs if self._flip else pegs for pegs in self._wins))

    def __len__(self) -> int:
        return len(self._wins)


@contextmanager
def winning_codes(
    problem: Problem,
    counts: Sequence[ResourceCount],
    checkpoint: Checkpoint | None,
    *,
    work: Work,
) -> Iterator[WinningCodes]:
    """The codes of the winning positions, to be had while the engine is there."""
    scratch = checkpoint.folder if checkpoint and work.may_spill else None
    if checkpoint is not None:
        checkpoint.pruned_by(count.weights for count in counts)
    with (work.cluster or EMBEDDED).levels(
        problem, counts, work=work.part(scratch=scratch)
    ) as engine:
        yield WinningCodes(
            engine, problem, winning_levels(engine, problem, keeper=checkpoint, work=work)
        )
