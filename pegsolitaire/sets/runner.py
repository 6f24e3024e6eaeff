"""Where level steps are done: in threads of this process, unless another runner is brought.

Winning sets and counts are made of few operations on levels: begin with some positions, take a
step, select what a step hits, read off codes. A *runner* brings those that do them. That of this
machine hands out the engine itself; that of :mod:`pegsolitaire.cluster` does the same steps on
many machines, with the same result to the last byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pegsolitaire.game import Problem
from pegsolitaire.theory import ResourceCount
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Unfinished, Words


class Level(Protocol):
    """Positions with the same number of pegs, wherever they are."""

    def __len__(self) -> int: ...

    def discard(self) -> None:
        """The level is not needed any more."""


L = TypeVar("L", bound=Level)
S = TypeVar("S")


class Levels(Protocol[L, S]):
    """What makes levels of levels: see :class:`pegsolitaire.engine.LevelEngine`."""

    jumps: S
    unjumps: S
    stay: S

    def level(self, codes: Sequence[int], /) -> L:
        """The level of some codes."""

    def step(
        self,
        source: L,
        steps: S,
        expected: int = 0,
        flip: bool = False,
        *,
        away: bool = False,
        unfinished: Unfinished | None = None,
    ) -> L:
        """All that the steps make of a level."""

    def select(self, source: L, steps: S, target: L, flip: bool = False) -> L:
        """The positions of the target that the steps make of the source."""

    def codes(self, level: L, flip: bool = False) -> Words:
        """The least codes of a level, or of its complements, sorted."""


class Counter(Protocol[L]):
    """What counts paths from level to level: see :class:`pegsolitaire.engine.PathCounter`."""

    def start(self, codes: Iterable[int]) -> L:
        """The level of some positions, with one path to each."""

    def toward(self, paths: L, *, opposite: bool = False) -> L:
        """The level after one more jump."""

    def meet(self, forward: L, backward: L, jumps: int) -> int:
        """The ways from the starts of one side to the complements of those of the other."""


class Runner(Protocol):
    """Brings what does level steps."""

    def levels(
        self,
        problem: Problem,
        counts: Sequence[ResourceCount],
        *,
        work: Work,
    ) -> AbstractContextManager[Levels[Any, Any]]:
        """What makes the levels of a problem, without what resource counts exclude."""

    def paths(
        self,
        problem: Problem,
        counts: Sequence[ResourceCount],
        *,
        work: Work,
    ) -> AbstractContextManager[Counter[Any]]:
        """What counts the paths of a problem, without what resource counts exclude."""

    def clear(self, problem: Problem) -> None:
        """Discard the files kept for resuming, once the result is stored elsewhere."""


class Embedded:
    """The runner of this process: threads, memory, and a scratch folder."""

    def levels(
        self,
        problem: Problem,
        counts: Sequence[ResourceCount],
        *,
        work: Work,
    ) -> AbstractContextManager[Levels[Any, Any]]:
        """The engine."""
        from pegsolitaire.engine import LevelEngine

        return LevelEngine.of(problem, counts=counts, work=work)

    def paths(
        self,
        problem: Problem,
        counts: Sequence[ResourceCount],
        *,
        work: Work,
    ) -> AbstractContextManager[Counter[Any]]:
        """The engine's counter."""
        from pegsolitaire.engine import PathCounter

        return PathCounter(problem, counts=counts, work=work)

    def clear(self, problem: Problem) -> None:
        """Nothing was kept."""


#: Threads of this process.
EMBEDDED = Embedded()
