"""Level sets of positions of several words, as beams need them: small, in memory, on one thread.

One table holds what a step makes, each position once and whole; it grows as it fills. A candidate
costs some tenths of a microsecond, nearly all of it its canonical form, which is thirty times as
much as on a board of 64 holes (:mod:`pegsolitaire.engine.sparse.step`): right for beams of some
ten thousand positions, and not for whole level sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pegsolitaire.board.codes import SEARCHED
from pegsolitaire.engine.bits import machine, wide
from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.engine.bits.legal_kernels import in_groups
from pegsolitaire.engine.sparse import wide_kernels as kernels
from pegsolitaire.engine.sparse.expand_kernels import BLOCK, expand
from pegsolitaire.engine.sparse.wide_kernels import WideBlock, WideSteps, WideTable
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem
from pegsolitaire.work import Work


@dataclass(frozen=True, eq=False)
class WideLevel:
    """Positions in canonical form, ``(words, positions)``: opaque outside of the engine."""

    columns: Words

    def __len__(self) -> int:
        return int(self.columns.shape[1])


class WideLevels:
    """Level sets of a problem on a board of up to 128 holes, reduced by the problem's group.

    Raises BoardTooLargeError where the board has more.

    Examples
    --------
    >>> from pegsolitaire.board import square
    >>> problem = Problem.complement(square(9), "e5")
    >>> engine = WideLevels(problem)
    >>> level = engine.level(problem.starts)
    >>> for _ in range(5):
    ...     level = engine.step(level, engine.jumps)
    >>> len(level)
    1148
    """

    def __init__(self, problem: Problem, *, work: Work | None = None) -> None:
        work = Work.of(work)
        board = problem.board
        board.check_holes("searches", SEARCHED)
        self._words, self._work = wide.words_of(board), work
        self._canon = wide.wide_canon(board, problem.group)
        masks = self._columns([jump.mask for jump in board.jumps])
        before = self._columns([jump.pegs for jump in board.jumps])
        self.jumps, self.unjumps = _steps(masks, before), _steps(masks, masks ^ before)
        self.stay = _steps(self._columns([0]), self._columns([0]))
        size = BLOCK + masks.shape[1]
        self._block = WideBlock(*(np.empty((self._words, size), np.uint64) for _ in range(2)))

    def step(self, source: WideLevel, steps: WideSteps, expected: int = 0) -> WideLevel:
        """All that the steps make of a level, each once.

        Raises BoardTooLargeError where the level outgrows the memory.
        """
        table = self._table(max(expected, len(source), len(steps.masks[0])))
        state, count = np.array([0, len(source), 0, 0], np.int64), np.zeros(1, np.int64)
        while not expand(
            steps, source.columns, None, state, self._canon, self._block, WideTable(table, count)
        ):
            self._work.check()
            held = self._collected(table, int(count[0]))
            table = self._table(len(table))
            kernels.put_all(table, held)
        return WideLevel(self._collected(table, int(count[0])))

    def select(self, source: WideLevel, steps: WideSteps, target: WideLevel) -> WideLevel:
        """The positions of the target that the steps make of the source."""
        made = self.step(source, steps).columns
        table = self._table(len(target))
        kernels.put_all(table, target.columns)
        found = np.zeros(made.shape[1], np.bool_)
        kernels.look_up(table, made, found)
        return WideLevel(np.ascontiguousarray(made[:, found]))

    def level(self, codes: Sequence[int]) -> WideLevel:
        """The level set of these codes."""
        return self.step(WideLevel(self._columns(codes)), self.stay)

    def first(self, level: WideLevel) -> WideLevel:
        """A level of one position of a level."""
        return WideLevel(np.ascontiguousarray(level.columns[:, :1]))

    def sample(self, level: WideLevel, size: int, seed: int) -> WideLevel:
        """A random part of a level, of that size."""
        chosen = np.random.default_rng(seed).permutation(len(level))[:size]
        return WideLevel(np.ascontiguousarray(level.columns[:, np.sort(chosen)]))

    def codes(self, level: WideLevel) -> list[int]:
        """The least codes of a level, sorted."""
        return sorted(wide.to_code(column) for column in level.columns.T)

    def _columns(self, codes: Sequence[int]) -> Words:
        return wide.to_columns(codes, self._words)

    def _table(self, least: int) -> Words:
        """A table, half of which is more than so many slots."""
        size = 4 << max(least, 1).bit_length()
        room = machine.usable_memory(self._work.memory)
        if 8 * self._words * size > room:
            raise BoardTooLargeError(f"a level outgrows {room:,} bytes of memory")
        return np.zeros((size, self._words), np.uint64)

    def _collected(self, table: Words, count: int) -> Words:
        columns = np.empty((self._words, count), np.uint64)
        kernels.collect(table, columns)
        return columns


def _steps(masks: Words, wanted: Words) -> WideSteps:
    """Jumps as the kernels take them."""
    grouped = [in_groups(*both) for both in zip(masks, wanted, strict=True)]
    return WideSteps(
        np.stack([tests for tests, _ in grouped]), np.stack([shown for _, shown in grouped]), masks
    )
