"""Simulated random play: games by the million, the same for a seed whatever the number of cores.

Games are played in batches of a fixed size, and each batch has a random stream of its own, by the
seed and the number of the batch (numpy's ``SeedSequence``); whichever thread plays it, it comes
out the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from pegsolitaire.board import Board
from pegsolitaire.engine.bits.arrays import Counts, Words
from pegsolitaire.engine.bits.machine import thread_count
from pegsolitaire.engine.play.game_kernels import Axes, play_any, play_by
from pegsolitaire.engine.play.policy import make_policy, make_scratch
from pegsolitaire.game import Player
from pegsolitaire.work import Work

BATCH = 1 << 16  # games with one random stream
RULED_BATCH = 1 << 12  # of players with rules, who may be slow


@dataclass(frozen=True, eq=False)
class Batch:
    """What came of some games; positions are codes."""

    games: int
    wins: int
    pegs: Counts  # (holes + 1,): for each number of pegs, how many ended with it
    wins_at: Counts  # (targets or holes,): how many were won at each target
    won: list[list[int]]  # the positions of the first games that were won
    ends: Words  # the end of each game, where it was asked for
    last: list[int] = field(default_factory=list)  # those of the game, where it is the only one


class GamePlayer:
    """Plays games from one start by the rules of one player, on a board of up to 64 holes.

    A won game ends with ``goal`` pegs at one of the targets; anywhere, if there is none.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.game import Player
    >>> board = triangle(5)
    >>> player = GamePlayer(Player(board, "any"), board.vacancy("a1").code)
    >>> [batch.wins for batch in player.play(200_000, seed=1)]
    [426, 453, 439, 27]
    """

    def __init__(
        self, player: Player, start: int, goal: int = 1, targets: tuple[int, ...] = ()
    ) -> None:
        board = player.board
        board.check_holes("random games")
        self._board, self._goal = board, goal
        self._places = _places(board)
        self._start = np.uint64(self._word(start))
        self._targets = np.array([self._word(code) for code in targets], np.uint64)
        self._axes = _axes(board, self._places)
        self._policy = make_policy(player, self._places)

    def play(
        self,
        games: int,
        seed: int,
        *,
        sample: int = 0,
        ends: bool = False,
        work: Work | None = None,
    ) -> Iterator[Batch]:
        """Play games, and give them batch by batch, in order.

        Of each batch ``sample`` won games are kept, at most, and all ends where they are wanted.
        """
        work = Work.of(work)
        batch = BATCH if self._policy.plain else RULED_BATCH
        sizes = [batch] * (games // batch)
        if games % batch:
            sizes.append(games % batch)
        threads = thread_count(work.threads)
        if threads == 1:
            for number, size in enumerate(sizes):
                yield self._batch(size, seed, number, sample, ends)
            return
        with ThreadPoolExecutor(threads) as pool:
            jobs = (
                pool.submit(self._batch, size, seed, number, sample, ends)
                for number, size in enumerate(sizes)
            )
            waiting = deque(islice(jobs, 2 * threads))
            try:
                while waiting:
                    yield waiting.popleft().result()
                    waiting.extend(islice(jobs, 1))
            finally:
                pool.shutdown(cancel_futures=True)

    def _batch(self, games: int, seed: int, number: int, sample: int, ends: bool) -> Batch:
        stream = np.random.SeedSequence(seed, spawn_key=(number,))
        holes = len(self._board)
        pegs_left, wins_at = (np.zeros(size, np.int64) for size in (65, len(self._targets) or 64))
        won = np.zeros((min(sample, games), holes + 1), np.uint64)
        how = np.zeros(games if ends else 0, np.uint64)
        given = self._start, games, self._goal, self._targets
        random = np.random.Generator(np.random.SFC64(stream))
        path = np.zeros(holes + 1, np.uint64)
        if self._policy.plain:
            wins = play_any(*given, *self._axes, random, path, pegs_left, wins_at, won, how)
        else:
            wins = play_by(
                *given, self._policy, make_scratch(self._policy), random, path,
                pegs_left, wins_at, won, how,
            )  # fmt: skip
        return Batch(
            games,
            wins,
            pegs_left[: holes + 1],
            wins_at if len(self._targets) else wins_at[self._places],
            [self._codes(row[row != 0]).tolist() for row in won[:wins]],
            self._codes(how),
            self._codes(path[path != 0]).tolist() if games == 1 else [],
        )

    def _word(self, code: int) -> int:
        return sum(1 << place for i, place in enumerate(self._places) if code >> i & 1)

    def _codes(self, words: Words) -> Words:
        codes = np.zeros_like(words)
        for i, place in enumerate(self._places):
            codes |= (words >> np.uint64(place) & np.uint64(1)) << np.uint64(i)
        return codes


def _places(board: Board) -> list[int]:
    """The bit of each hole: by its coordinates, where that fits 64 bits, or row by row.

    By coordinates all triples of one direction are equally far apart.
    """
    left, top = (min(hole[axis] for hole in board) for axis in (0, 1))
    width = max(x for x, _ in board) - left + 1
    places = [(y - top) * width + x - left for x, y in board]
    return places if max(places) < 64 else list(range(len(board)))


def _axes(board: Board, places: list[int]) -> Axes:
    """The triples of holes that can be jumped along, by how far apart their bits are."""
    near: dict[tuple[int, int], int] = {}
    for jump in board.jumps:
        low, high = sorted((places[jump.start], places[jump.end]))
        gaps = places[jump.over] - low, high - low
        near[gaps] = near.get(gaps, 0) | 1 << low
    return Axes(
        np.array([first for first, _ in near], np.uint64),
        np.array([second for _, second in near], np.uint64),
        np.array(list(near.values()), np.uint64),
    )
