"""Levels and paths in shards, with the methods of the engine's levels and paths.

A level is a name, and what its manifests say; its positions stay where they are. Names say what a
level is: ``F-25`` the positions with 25 pegs that are reached from the start, ``B-7`` those that
reach the finish, ``W-12`` winning ones, ``P-20`` and ``Q-20`` positions with the paths to them
from either side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from pegsolitaire.cluster.driver import Driver
from pegsolitaire.cluster.parts import Cut, Made, checksum_of
from pegsolitaire.cluster.tasks import Making

if TYPE_CHECKING:
    from pegsolitaire.engine import ShardSteps, Unfinished, Words

# For tables that stay in the caches: log2 of the partitions of a shard, and of the words that a
# partition of what one shard makes may have.
_SHARD_PARTITIONS, _IN_CACHE = 5, 14
_MOST_PARTITIONS = 14  # log2 of those that are worth it
_GROWTH = 6  # words that one makes
_SMALL_FROM = 1 << 18  # positions of a level that is worth small remainders
_MOST_FOR_SMALL = 18  # log2 of the most partitions that are made for them
_CHANGES = {"forward": -1, "opposite": -1, "backward": 1, "stay": 0}  # of the number of pegs


@dataclass(frozen=True, eq=False)
class ShardedLevel:
    """A level in shards.

    Attributes
    ----------
    kind : str
        F, B, W, P or Q.
    pegs : int
    cut : Cut
    parts : tuple of Made
        What is in each shard.
    driver : Driver
        What made it.
    """

    kind: str
    pegs: int
    cut: Cut
    parts: tuple[Made, ...]
    driver: Driver

    @property
    def name(self) -> str:
        """That of its folder."""
        return f"{self.kind}-{self.pegs}"

    @property
    def total(self) -> int:
        """The sum of its paths."""
        return sum(made.total for made in self.parts)

    def __len__(self) -> int:
        return sum(made.count for made in self.parts)

    def discard(self) -> None:
        """Remove its shards; their manifests stay, so that a run that is resumed knows them."""
        self.driver.files.discard(self.name)


class _Shards:
    """What levels and paths have in common.

    Parameters
    ----------
    driver : Driver
    most : int
        About how many positions a shard may have.
    """

    def __init__(self, driver: Driver, most: int) -> None:
        self.driver, self.problem, self._most = driver, driver.job.problem, most

    def _begin(self, kind: str, codes: Sequence[int], *, paths: bool = False) -> ShardedLevel:
        """A level of few positions, in one shard."""
        pegs = codes[0].bit_count() if codes else 0
        holes = len(self.problem.board)
        cut = Cut(holes, min(_SHARD_PARTITIONS, holes - 1), 1, int(paths))
        level = self._steps.level(codes, cut.logp, paths=paths)
        name, total = f"{kind}-{pegs}", len(codes) if paths else 0

        def write() -> Made:
            return self.driver.files.write_shard(name, 0, level, total, "")

        made = self.driver.begin(name, write)
        return ShardedLevel(kind, pegs, cut, (made,), self.driver)

    def _step(
        self,
        kind: str,
        source: ShardedLevel,
        step: str,
        expected: int,
        width: int = 0,
    ) -> ShardedLevel:
        """All that a step makes of a level."""
        pegs = source.pegs + _CHANGES[step]
        making = Making(
            f"{kind}-{pegs}", self._cut(source, expected, width), source.name, source.cut,
            checksum_of(source.parts), step, expected=expected,
        )  # fmt: skip
        parts = self.driver.make(making)
        return ShardedLevel(kind, pegs, making.cut, tuple(parts), self.driver)

    def _toward(
        self, name: str, source: ShardedLevel, step: str, target: ShardedLevel, *, flip: bool
    ) -> Making:
        """How a part of a target is made of a source."""
        return Making(
            name, replace(target.cut, width=0), source.name, source.cut,
            checksum_of(source.parts), step, flip, target.name, target.cut.width,
        )  # fmt: skip

    def _cut(self, source: ShardedLevel, expected: int, width: int) -> Cut:
        """How to cut up a level of about that many positions, made of another."""
        holes = len(self.problem.board)
        log = max(0, (max(expected, 1) - 1) // self._most).bit_length()
        least = holes - 31  # for small remainders
        small = least if expected >= _SMALL_FROM and least <= _MOST_FOR_SMALL else 0
        one_makes = _GROWTH * len(source) // source.cut.shards
        fitting = min(one_makes.bit_length() - _IN_CACHE, _MOST_PARTITIONS)
        logp = min(max(log + _SHARD_PARTITIONS, small, fitting), holes - 1)
        return Cut(holes, logp, 1 << min(log, logp), width)

    @property
    def _steps(self) -> ShardSteps:
        from pegsolitaire.engine import ShardSteps

        return ShardSteps(self.problem)


class ShardedLevels(_Shards):
    """Makes levels in shards, as :class:`pegsolitaire.engine.LevelEngine` makes levels.

    Attributes
    ----------
    jumps, unjumps, stay : str
        The names of steps.
    """

    jumps, unjumps, stay = "forward", "backward", "stay"

    def level(self, codes: Sequence[int]) -> ShardedLevel:
        """The level of some codes: those of the starts are F, others B."""
        starts = set(codes) == set(self.problem.starts)
        return self._begin("F" if starts else "B", list(codes))

    def step(
        self,
        source: ShardedLevel,
        steps: str,
        expected: int = 0,
        flip: bool = False,
        *,
        away: bool = False,
        unfinished: Unfinished | None = None,
    ) -> ShardedLevel:
        """All that the steps make of a level; shards are kept while it is made anyway."""
        assert not flip
        return self._step(source.kind, source, steps, max(expected, 2 * len(source), 64))

    def select(
        self, source: ShardedLevel, steps: str, target: ShardedLevel, flip: bool = False
    ) -> ShardedLevel:
        """The positions of the target that the steps make of the source."""
        making = self._toward(f"W-{target.pegs}", source, steps, target, flip=flip)
        parts = self.driver.make(making)
        return ShardedLevel("W", target.pegs, target.cut, tuple(parts), self.driver)

    def codes(self, level: ShardedLevel, flip: bool = False) -> Words:
        """The least codes of a level, or of its complements, sorted."""
        from pegsolitaire.engine import LevelEngine

        read = self.driver.read
        with LevelEngine.of(self.problem) as engine:
            found = [
                engine.row_codes(read(level.name, i, level.cut), flip)
                for i in range(level.cut.shards)
            ]
        return np.sort(np.concatenate(found))


class ShardedPaths(_Shards):
    """Counts paths in shards, as :class:`pegsolitaire.engine.PathCounter` does."""

    def start(self, codes: Iterable[int]) -> ShardedLevel:
        """The level of some positions, with one path to each: P from the starts, Q from others."""
        codes = list(codes)
        starts = set(codes) == set(self.problem.starts)
        return self._begin("P" if starts else "Q", codes, paths=True)

    def toward(self, paths: ShardedLevel, *, opposite: bool = False) -> ShardedLevel:
        """The level after one more jump, without positions that resource counts exclude."""
        step = "opposite" if opposite else "forward"
        return self._step(paths.kind, paths, step, max(3 * len(paths), 64), self._limbs(paths))

    def meet(self, forward: ShardedLevel, backward: ShardedLevel, jumps: int) -> int:
        """The ways from the starts of one side to the complements of the starts of the other."""
        step = "forward" if jumps else "stay"
        making = self._toward(f"meet-{forward.pegs}", forward, step, backward, flip=True)
        limbs = self._limbs(forward)
        return self.driver.multiply(replace(making, cut=replace(making.cut, width=limbs)))

    def _limbs(self, paths: ShardedLevel) -> int:
        """How many limbs hold any sum of what a step makes of a level."""
        from pegsolitaire.engine import limbs_of

        return limbs_of(paths.total * len(self.problem.board.jumps))
