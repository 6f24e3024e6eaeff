"""Random play over a whole position class: the chance of every position, level by level.

Where random play comes to most of a class, as on triangles, a level is best kept as an array of
all positions that the class has with so many pegs (:mod:`.split`): 8 bytes for each instead of a
table of some 20, and no hashing. An entry takes some 45 ns of a core (benchmarks/RESULTS.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from pegsolitaire.board import Board, Symmetry
from pegsolitaire.engine.bits.arrays import Counts, Floats, Words
from pegsolitaire.engine.bits.workers import SMALL, Workers
from pegsolitaire.engine.dense.share_kernels import play_buckets, settle_buckets, take_ends
from pegsolitaire.engine.dense.split import Split
from pegsolitaire.work import Work

_PIECES = 32  # that a level is cut into for each thread


@dataclass(frozen=True)
class ClassLevel:
    """What random play comes to with some number of pegs."""

    pegs: int
    reached: int  # the positions that games come to, up to the group
    ends: Words  # (n,): the codes of positions where games end, some of their images among them
    chances: Floats  # (n,): theirs; those of images add up


class ClassPlay:
    """Plays every jump as likely, over one position class of a board of up to 64 holes.

    The starts are codes, all of one class with as many pegs, and their chances, which are shared
    out to their images under the group: symmetries that keep the class, the identity first.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> play = ClassPlay(board, {board.vacancy("a1").code: 1.0}, board.symmetries[:1])
    >>> levels = list(play.levels())
    >>> sum(level.reached for level in levels), round(1 / levels[-1].chances.sum())
    (3016, 146)
    """

    def __init__(
        self,
        board: Board,
        starts: dict[int, float],
        group: tuple[Symmetry, ...],
        *,
        work: Work | None = None,
    ) -> None:
        work = Work.of(work)
        self.split = Split(board, next(iter(starts)), group)
        self._starts, self._threads, self._work = starts, work.threads, work

    def levels(self) -> Iterator[ClassLevel]:
        """Play on from the starts, a level for each number of pegs, down to one."""
        top = next(iter(self._starts)).bit_count()
        begins = self.split.begins(top)
        level = np.zeros(int(begins[-1]))
        for code, chance in self._starts.items():
            places, images = self.split.places(code)
            level[places] += chance / images
        with Workers(self._threads) as workers:
            step = _Step(self.split, workers, work=self._work)
            yield step.finish(top, level, begins, None)
            for pegs in range(top - 1, 0, -1):
                before = level, begins
                begins = self.split.begins(pegs)
                level = np.empty(int(begins[-1]))
                yield step.finish(pegs, level, begins, before)


@dataclass(frozen=True)
class _Step:
    """One level, bucket by bucket."""

    split: Split
    workers: Workers
    work: Work

    def finish(
        self, pegs: int, level: Floats, begins: Counts, before: tuple[Floats, Counts] | None
    ) -> ClassLevel:
        """Fill a level from the one before it, if there is one; then its shares, and its ends."""
        tables = self.split.tables
        widest, many = int(np.diff(begins).max()), len(tables.highs)
        reached, ended = np.zeros(many), np.zeros(many, np.int64)

        def settle(first: int, last: int) -> None:
            ways = np.empty(widest, np.uint8)
            if before is None:
                settle_buckets(first, last, pegs, tables, level, begins, ways, reached, ended)
            else:
                play_buckets(
                    first, last, pegs, tables, *before, level, begins, ways, reached, ended
                )

        self._share(begins, settle)
        ends_from = np.concatenate([[0], np.cumsum(ended)])
        words, chances = np.empty(ends_from[-1], np.int64), np.empty(ends_from[-1])

        def take(first: int, last: int) -> None:
            take_ends(
                first, last, pegs, tables, level, begins, ends_from,
                len(self.split.group), self.split.low, words, chances,
            )  # fmt: skip

        self._share(begins, take)
        return ClassLevel(pegs, round(reached.sum()), self.split.codes(words), chances)

    def _share(self, begins: Counts, work: Callable[[int, int], None]) -> None:
        """Let the threads work on pieces of a level, of about as many entries."""
        pieces = _PIECES * self.workers.threads if begins[-1] >= SMALL else 1
        cuts = np.searchsorted(begins, begins[-1] * np.arange(pieces + 1) / pieces)
        cuts[0], cuts[-1] = 0, len(begins) - 1

        def piece(number: int) -> None:
            self.work.check()
            work(int(cuts[number]), int(cuts[number + 1]))

        self.workers.each(pieces, piece)
