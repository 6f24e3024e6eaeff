"""Exact random play: levels that know how likely a game is to come to each of their positions.

A reduced position stands for its orbit, and carries the chance that a game comes to any position
of it. Jumps and symmetries commute, and a player who chooses alike in like positions hands that
chance on in equal parts, whichever position of the orbit it is: so the chances of the orbits are
exact, under any group that the player does not notice, wherever the game started.

Chances are sums of products of positive floats, in whatever order threads find them; what that
does to them is bounded in :func:`pegsolitaire.chance.exact_levels.play_by_levels`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pegsolitaire.board import Symmetry
from pegsolitaire.engine import kernels
from pegsolitaire.engine.carrier import Carrier
from pegsolitaire.engine.carrier_kernels import Rows
from pegsolitaire.engine.filling import BLOCK, capacity_for, in_rounds
from pegsolitaire.engine.kernels import Counts, Flags
from pegsolitaire.engine.layout import Words, make_layout
from pegsolitaire.engine.level_set import LevelSet, join
from pegsolitaire.engine.policy import Floats, make_policy, make_scratch
from pegsolitaire.engine.share_kernels import Candidates, expand_shares
from pegsolitaire.engine.tables import Tables
from pegsolitaire.engine.words import least_codes, to_words
from pegsolitaire.engine.workers import Workers
from pegsolitaire.game import Player

_AT_A_TIME = 256  # words between two beats, of players who look ahead
_SAFETY = 1.1  # how much more words than foreseen are planned for


@dataclass(frozen=True, eq=False)
class Shares:
    """A level with the chance of each of its positions.

    Attributes
    ----------
    level : LevelSet
    chances : (n,) array of float64
    ended : (n,) array of bool
        Where the game ends; known once the level has been played on from.
    """

    level: LevelSet
    chances: Floats
    ended: Flags

    def __len__(self) -> int:
        return len(self.level)

    @classmethod
    def of(cls, level: LevelSet, chances: Floats) -> Shares:
        """A level that has not been played on from."""
        return cls(level, chances, np.zeros(len(level), np.bool_))

    def subset(self, chosen: Flags) -> Shares:
        """The chosen positions."""
        return Shares(self.level.subset(chosen), self.chances[chosen], self.ended[chosen])


class ShareEngine:
    """Plays a player from level to level, on one board under a group of symmetries.

    Parameters
    ----------
    player : Player
        How jumps are chosen, and on which board.
    group : tuple of Symmetry
        Symmetries that the player does not notice.
    threads : int, optional
        How many threads to use; by default one a core.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.game import Player
    >>> board = triangle(5)
    >>> engine = ShareEngine(Player(board, "any"), board.symmetries)
    >>> shares = engine.start([board.vacancy("a1").code])
    >>> for _ in range(13):
    ...     shares = engine.step([(1, shares)])
    >>> print(len(shares), round(1 / shares.chances.sum()))
    3 146
    """

    def __init__(
        self,
        player: Player,
        group: tuple[Symmetry, ...],
        threads: int | None = None,
    ) -> None:
        self._layout = make_layout(player.board, group)
        holes = np.array([1 << i for i in range(len(player.board))], np.uint64)
        places = [int(word).bit_length() - 1 for word in to_words(self._layout, holes)]
        self._policy = make_policy(player, places)
        self._workers = Workers(threads)
        self._carrier = Carrier(self._workers, np.float64)
        self._ratio = 3.0

    def __enter__(self) -> ShareEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self._workers.close()

    def start(self, codes: Iterable[int]) -> Shares:
        """The level of some positions, equally likely."""
        words = to_words(self._layout, list(codes))
        kernels.canonicalise(words, len(words), np.uint64(0), *self._layout.canon)
        words, many = np.unique(words, return_counts=True)
        level = LevelSet(words, np.array([0, len(words)], np.int64))
        return Shares.of(level, many / many.sum())

    def step(
        self,
        sources: Sequence[tuple[int, Shares]],
        most: int | None = None,
        beat: Callable[[], None] = lambda: None,
    ) -> Shares:
        """The level that comes of others, each by steps that remove so many pegs.

        Marks in the others where the game ends. Of the level no more than ``most`` positions are
        expected, where that is known. ``beat`` is called again and again, and may raise.

        Raises
        ------
        BoardTooLargeError
            If it outgrows the memory.
        """
        before = max((len(source) for _, source in sources), default=0)
        expected = max(int(self._ratio * _SAFETY * before), 64)
        if most is not None:
            expected = min(expected, most)
        plan = self._carrier.plan(expected, 1, in_runs=True)
        levels, chances = [], []
        for first in plan.runs:
            filling = self._carrier.begin(plan, 1, first)
            for drop, source in sources:
                for out, tallies, filled in self._rounds(source, drop, filling.tables):
                    beat()
                    filling = self._carrier.insert(out, tallies, filled, filling)
            level, rows = self._carrier.collect(filling)
            levels.append(level)
            chances.append(rows[:, 0])
        level = join(levels)
        levels.clear()
        # From level to level the growth gets less.
        self._ratio = min(3.0, len(level) / before) if before > 64 else 3.0
        return Shares.of(level, chances[0] if len(chances) == 1 else np.concatenate(chances))

    def among(self, level: Shares, codes: Iterable[int]) -> Flags:
        """Which positions of a level are images of some codes."""
        return np.isin(level.level.words, self.start(codes).level.words)

    def codes(self, words: Words) -> Words:
        """The row-by-row codes of some words, as they are."""
        codes = np.empty_like(words)
        self._workers.share(
            len(words), len(words),
            lambda a, b: kernels.permute(
                words, self._layout.to_code, self._layout.bits, codes, a, b
            ),
        )  # fmt: skip
        return codes

    def least_codes(self, words: Words) -> Words:
        """The least codes of the orbits of some words."""
        return least_codes(self._layout, words, self._workers)

    def _rounds(
        self, source: Shares, drop: int, tables: Tables
    ) -> Iterator[tuple[Words, Rows, Counts]]:
        """The candidates in rounds: words and chances by partition, and how many there are."""
        threads = self._workers.count_for(len(source))
        shape = threads, len(tables), capacity_for(threads, len(tables))
        out, tallies = self._carrier.buffers(shape, 1)
        filled = np.zeros(shape[:2], np.int64)
        logp, run = np.uint64(tables.logp), np.uint64(tables.first)
        blocks = [self._block() for _ in range(threads)]
        chances = source.chances[:, np.newaxis]

        def expand(t: int, state: Counts) -> bool:
            return expand_shares(
                source.level.words, chances, state, drop, self._policy, *self._layout.canon,
                logp, run, blocks[t], out[t], tallies[t], filled[t], source.ended,
            )  # fmt: skip

        most = _AT_A_TIME if self._policy.ahead else None
        for _ in in_rounds(self._workers, len(source), filled, expand, most):
            yield out, tallies, filled

    def _block(self) -> Candidates:
        scratch = make_scratch(self._policy)
        size = max(BLOCK, 2 * len(scratch.chosen))
        return Candidates(np.empty(size, np.uint64), np.empty(size), scratch)
