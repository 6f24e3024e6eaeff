"""Exact random play: levels that know how likely a game is to come to each of their positions.

A reduced position stands for its orbit, and carries the chance that a game comes to any position
of it. Jumps and symmetries commute, and a player who chooses alike in like positions hands that
chance on in equal parts, whichever position of the orbit it is: so the chances of the orbits are
exact, under any group that the player does not notice, wherever the game started.

Chances are sums of products of positive floats, in whatever order threads find them; what that
does to them is bounded in :func:`pegsolitaire.chance.exact.play_by_levels`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pegsolitaire.board import Symmetry
from pegsolitaire.engine.bits.arrays import Counts, Flags, Floats, Rows, Words
from pegsolitaire.engine.bits.layout import make_layout
from pegsolitaire.engine.bits.words import canonical_words, least_codes, to_codes, to_words
from pegsolitaire.engine.bits.workers import Workers
from pegsolitaire.engine.play.chance_kernels import AnyJump, Choice
from pegsolitaire.engine.play.policy import Policy, make_policy, make_scratch
from pegsolitaire.engine.sparse.expand_kernels import BLOCK, Block, Into, expand
from pegsolitaire.engine.sparse.expansion import Chunk, Expand, Expansion
from pegsolitaire.engine.sparse.level_set import LevelSet
from pegsolitaire.engine.sparse.step import LevelStep
from pegsolitaire.engine.sparse.steps import Steps, jumps_of
from pegsolitaire.game import Player
from pegsolitaire.work import Work

_AT_A_TIME = 256  # words between two looks at the clock, of players who look ahead
_SAFETY = 1.1  # how much more words than foreseen are planned for


@dataclass(frozen=True, eq=False)
class Chances:
    """A level with the chance of each of its positions: its rows."""

    level: LevelSet
    ended: Flags  # (n,): where the game ends; known once the level has been played on from

    @classmethod
    def of(cls, level: LevelSet) -> Chances:
        """A level that has not been played on from."""
        return cls(level, np.zeros(len(level), np.bool_))

    @property
    def chances(self) -> Floats:
        """The chance of each position, ``(n,)``."""
        return self.rows[:, 0]

    @property
    def rows(self) -> Rows:
        """The chances as kernels take them, ``(n, 1)``."""
        assert self.level.rows is not None
        return self.level.rows

    def __len__(self) -> int:
        return len(self.level)

    def subset(self, chosen: Flags) -> Chances:
        """The chosen positions."""
        return Chances(self.level.subset(chosen), self.ended[chosen])

    def discard(self) -> None:
        """Remove the files of the level, if there are any: it is not needed any more."""
        self.level.discard()


class RandomPlay:
    """Plays a player from level to level, under symmetries that the player does not notice.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.game import Player
    >>> board = triangle(5)
    >>> play = RandomPlay(Player(board, "any"), board.symmetries)
    >>> level = play.start([board.vacancy("a1").code])
    >>> for _ in range(13):
    ...     level = play.step([(1, level)])
    >>> print(len(level), round(1 / level.chances.sum()))
    3 146
    """

    def __init__(
        self,
        player: Player,
        group: tuple[Symmetry, ...],
        *,
        work: Work | None = None,
    ) -> None:
        work = Work.of(work)
        self._layout = make_layout(player.board, group)
        holes = np.array([1 << i for i in range(len(player.board))], np.uint64)
        places = [int(word).bit_length() - 1 for word in to_words(self._layout, holes)]
        self._policy = make_policy(player, places)
        self._jumps = jumps_of(self._layout)
        self._workers = Workers(work.threads)
        self._step = LevelStep(self._workers, len(player.board), np.float64, work=work)
        self._ratio = 3.0

    def __enter__(self) -> RandomPlay:
        return self

    def __exit__(self, *_: object) -> None:
        self._workers.close()

    def start(self, codes: Iterable[int]) -> Chances:
        """The level of some positions, equally likely."""
        words = to_words(self._layout, list(codes))
        words = canonical_words(self._layout, words)
        words, many = np.unique(words, return_counts=True)
        return Chances.of(LevelSet.of(words, (many / many.sum())[:, np.newaxis]))

    def step(
        self,
        sources: Sequence[tuple[int, Chances]],
        most: int | None = None,
    ) -> Chances:
        """The level that comes of others, each by steps that remove a number of pegs.

        Marks in the others where the game ends. Of the level no more than ``most`` positions are
        expected, where that is known.

        Raises BoardTooLargeError where it outgrows the memory.
        """
        before = max((len(source) for _, source in sources), default=0)
        expected = max(int(self._ratio * _SAFETY * before), 64)
        if most is not None:
            expected = min(expected, most)
        played = [
            _Played(
                source.level, self._layout.canon, source.ended, drop, self._policy, self._jumps
            )
            for drop, source in sources
        ]
        level = self._step.make(played, expected, 1)
        # From level to level the growth gets less.
        self._ratio = min(3.0, len(level) / before) if before > 64 else 3.0
        return Chances.of(level)

    def among(self, level: Chances, codes: Iterable[int]) -> Flags:
        """Which positions of a level are images of some codes."""
        return np.isin(level.level.words, self.start(codes).level.words)

    def codes(self, level: Chances) -> Words:
        """The row-by-row codes of a level, as they are."""
        return to_codes(self._layout, level.level.words, self._workers)

    def least_codes(self, level: Chances) -> Words:
        """The least codes of the orbits of a level."""
        return least_codes(self._layout, level.level.words, self._workers)


@dataclass(frozen=True, eq=False)
class _Played(Expansion):
    """What a player makes of a level by steps that remove some pegs; marks where games end."""

    ended: Flags
    drop: int
    policy: Policy
    jumps: Steps

    @property
    def most(self) -> int | None:
        """Few words at a time of players who look ahead."""
        return _AT_A_TIME if self.policy.ahead else None

    def begin(self, threads: int) -> Expand:
        """Make a block for each thread, and room for its options."""
        room = [make_scratch(self.policy) for _ in range(threads)]
        size = max(BLOCK, 2 * len(room[0].chosen))
        blocks = [
            Block(
                np.empty(size, np.uint64),
                np.empty((1 + len(self.canon.mirror), size), np.uint64),
                np.empty((size, 1)),
            )
            for _ in range(threads)
        ]
        rows = self.level.rows
        assert rows is not None

        def work(thread: int, chunk: Chunk, state: Counts, into: Into) -> bool:
            ended = self.ended[chunk.own]
            rule: AnyJump | Choice = (
                AnyJump(self.jumps, ended)
                if self.policy.plain
                else Choice(self.policy, self.drop, room[thread], ended)
            )
            return expand(
                rule, chunk.words, rows[chunk.own], state, self.canon, blocks[thread], into
            )

        return work
