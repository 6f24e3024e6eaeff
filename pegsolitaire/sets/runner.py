"""What level steps need, whether they are computed in this process or by a runner on a cluster.

Winning sets and counts of solutions need only a few operations on levels. They create a level,
make a step, select the positions that a step leads to, and read codes. The engine performs these
operations with threads of this process. A *runner* (:mod:`pegsolitaire.cluster`) provides objects
that compute the same steps on many machines, with results that are identical byte for byte.
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
    """A set of positions with the same number of pegs, in memory, on disk or on a cluster."""

    def __len__(self) -> int: ...

    def discard(self) -> None:
        """Free the memory or the files of the level."""


L = TypeVar("L", bound=Level)
S = TypeVar("S")


class Levels(Protocol[L, S]):
    """Builds levels from other levels, like :class:`pegsolitaire.engine.LevelEngine`."""

    jumps: S
    unjumps: S
    stay: S

    def level(self, codes: Sequence[int], /) -> L:
        """Return the level that consists of the given codes."""

    def step(
        self,
        source: L,
        steps: S,
        expected: int = 0,
        *,
        away: bool = False,
        unfinished: Unfinished | None = None,
    ) -> L:
        """Return all positions that can be reached from a level in one step."""

    def select(self, source: L, steps: S, target: L, flip: bool = False) -> L:
        """Return the positions of the target that can be reached from the source in one step."""

    def codes(self, level: L, flip: bool = False) -> Words:
        """Return the sorted canonical codes of a level's positions, or of their complements."""


class Counter(Protocol[L]):
    """Counts paths from level to level, like :class:`pegsolitaire.engine.PathCounter`."""

    def start(self, codes: Iterable[int]) -> L:
        """Return the level that consists of the given codes, each of which has one path."""

    def toward(self, paths: L, *, opposite: bool = False) -> L:
        """Return the next level, with the number of paths to each position."""

    def meet(self, forward: L, backward: L, jumps: int) -> int:
        """Count the paths from one side's starts to the complements of the other side's starts."""


class Runner(Protocol):
    """Provides the objects that compute level steps."""

    def levels(
        self,
        problem: Problem,
        counts: Sequence[ResourceCount],
        *,
        work: Work,
    ) -> AbstractContextManager[Levels[Any, Any]]:
        """Return a builder of levels that skips the positions that resource counts exclude."""

    def paths(
        self,
        problem: Problem,
        counts: Sequence[ResourceCount],
        *,
        work: Work,
    ) -> AbstractContextManager[Counter[Any]]:
        """Return a counter of paths that skips the positions that resource counts exclude."""

    def clear(self, problem: Problem) -> None:
        """Remove the files from which work could resume, after the result has been stored."""
