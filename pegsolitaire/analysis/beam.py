"""Searching for a solution from both ends, a level at a time.

Backward from the finish, every position is kept as long as they are few. Forward from the start,
so are they; where a level outgrows the width of the beam a random part of it goes on. When the
two meet there is a solution, and when they do not and nothing was left out there is none.

Wide beams work because so many positions still win: of the 2.6 million positions with 17 pegs in
the central game of the English board a random 100,000 already hold thousands that win.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import Any, Generic, Protocol, TypeVar

from pegsolitaire.game import Jump, Position, Problem, Solution
from pegsolitaire.work import Work

Level = TypeVar("Level", bound=Sized)
Steps = TypeVar("Steps")


class Levels(Protocol[Level, Steps]):
    """What a beam asks of an engine: level sets of one word a position, or of several."""

    jumps: Steps
    unjumps: Steps
    stay: Steps

    def level(self, codes: Sequence[int], /) -> Level:
        """The level of some codes."""

    def step(self, source: Level, steps: Steps, expected: int, /) -> Level:
        """All that steps make of a level."""

    def select(self, source: Level, steps: Steps, target: Level, /) -> Level:
        """What of the target the steps make of the source."""

    def first(self, level: Level, /) -> Level:
        """One position of a level."""

    def sample(self, level: Level, size: int, seed: int, /) -> Level:
        """A random part of a level."""

    def codes(self, level: Level, /) -> Sequence[int] | Any:
        """The least codes of a level, sorted."""


class Beam(Generic[Level, Steps]):
    """One try: backward while it is exact, forward with at most ``width`` positions a level."""

    def __init__(
        self,
        engine: Levels[Level, Steps],
        problem: Problem,
        width: int,
        seed: int,
        *,
        work: Work,
    ) -> None:
        self.engine = engine
        self.problem = problem
        self.width = width
        self.seed = seed
        self.work = work
        self.complete = True

    def run(self) -> Solution | None:
        """A solution, or None: then there is none if nothing was left out (``complete``)."""
        backward = self._backward()
        meeting = max(backward)
        forward = {self.problem.start_pegs: self.engine.level(self.problem.starts)}
        self.work.progress.stage(
            f"searching, {self.width:,} positions wide", self.problem.start_pegs - meeting
        )
        for pegs in range(self.problem.start_pegs, meeting, -1):
            level = self._step(forward[pegs], self.engine.jumps)
            forward[pegs - 1] = self._narrow(level)
            self.work.progress.update(self.problem.start_pegs - pegs + 1)
        met = self.engine.select(forward[meeting], self.engine.stay, backward[meeting])
        if not len(met):
            return None
        return self._replay(self._chain(met, forward, backward))

    def _backward(self) -> dict[int, Level]:
        """All positions that reach the finish, level by level, as long as they are few."""
        pegs, level = self.problem.finish_pegs, self.engine.level(self.problem.finishes)
        levels = {pegs: level}
        while pegs < self.problem.start_pegs and len(level) < self.width:
            level = self._step(level, self.engine.unjumps)
            pegs += 1
            levels[pegs] = level
        return levels

    def _step(self, level: Level, steps: Steps) -> Level:
        """The next level; nothing, where the budget is spent."""
        if self.work.spent:
            self.complete = False
            return self.engine.level([])
        level = self.engine.step(level, steps, len(level) * 4)
        self.work.spend(len(level))
        return level

    def _narrow(self, level: Level) -> Level:
        """The level, or a random part of it as wide as the beam."""
        if len(level) <= self.width:
            return level
        self.complete = False
        return self.engine.sample(level, self.width, self.seed)

    def _chain(
        self, met: Level, forward: dict[int, Level], backward: dict[int, Level]
    ) -> list[int]:
        """The least codes of one line of play, from start to finish, through what met."""
        meeting = max(backward)
        one = self.engine.first(met)
        up = self._walk(one, range(meeting + 1, self.problem.start_pegs + 1), forward, True)
        down = self._walk(
            one, range(meeting - 1, self.problem.finish_pegs - 1, -1), backward, False
        )
        levels = [*reversed(up), one, *down]
        return [int(self.engine.codes(level)[0]) for level in levels]

    def _walk(self, level: Level, pegs: range, levels: dict[int, Level], up: bool) -> list[Level]:
        """From a single position on, one position of each level that a step leads to."""
        steps = self.engine.unjumps if up else self.engine.jumps
        found = []
        for number in pegs:
            level = self.engine.first(self.engine.select(level, steps, levels[number]))
            found.append(level)
        return found

    def _replay(self, chain: list[int]) -> Solution:
        """The jumps of a chain of least codes, from an actual start."""
        problem = self.problem
        code = next(code for code in problem.starts if problem.mincode(code) == chain[0])
        start, jumps = Position(problem.board, code), []
        for target in chain[1:]:
            jump = next(
                jump
                for jump in problem.board.jumps_from(code)
                if problem.mincode(code ^ jump.mask) == target
            )
            jumps.append(Jump.of(problem.board, jump))
            code ^= jump.mask
        return Solution(start, jumps)
