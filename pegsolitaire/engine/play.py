"""Random play, computed exactly or simulated with millions of games.

Simulated games are played in batches of a fixed size. Each batch has its own random stream, which
depends on the seed and the number of the batch (numpy's ``SeedSequence``). The results for a seed
therefore do not depend on the number of cores or on the thread that plays a batch.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from pegsolitaire.board import Board, Symmetry
from pegsolitaire.engine.canonical import reflect, to_canonical
from pegsolitaire.engine.compiled import compiled, inlined, way_of
from pegsolitaire.engine.expansion import (
    BLOCK,
    CandidateBlock,
    Chunk,
    Expand,
    Expansion,
    Into,
    Steps,
    expand,
    fill,
    fill_with_jumps,
    jumps_of,
)
from pegsolitaire.engine.level_set import LevelSet
from pegsolitaire.engine.machine import Threaded, Workers, core_count
from pegsolitaire.engine.policy import (
    Policy,
    Scratch,
    list_options,
    make_policy,
    make_scratch,
)
from pegsolitaire.engine.row_codes import canonical_words, least_codes, to_codes, to_words
from pegsolitaire.engine.step import LevelStep
from pegsolitaire.engine.words import (
    ONE,
    Canon,
    Counts,
    Flags,
    Floats,
    Rows,
    Words,
    make_layout,
    pegs_of,
)
from pegsolitaire.game import Player
from pegsolitaire.work import Work

# --
# The compiled loop of simulations of random play.
#
# If all legal jumps are equally likely, a game needs no list of jumps. A jump along an axis of the
# board is a *triple* of holes in a line, with a peg in the middle hole and in exactly one of the
# outer holes. If the bits of all triples of an axis have the same distances, two shifts test all
# these triples at once. A jump then takes a random number, a population count for each axis, and
# the search for the k-th bit of one word. All this is arithmetic in registers.


class _Axes(NamedTuple):
    """The triples of a board (three holes in a line), grouped by the distances of their bits."""

    first: Words  # (axes,): the distance in bits from the near end to the middle
    second: Words  # (axes,): the distance in bits from the near end to the far end
    near: Words  # (axes,): the bits of near ends


@inlined
def _triples(word: np.uint64, first: np.uint64, second: np.uint64, near: np.uint64) -> np.uint64:
    """Return the triples of an axis in which a jump in either direction is legal."""
    return (word ^ (word >> second)) & (word >> first) & near


@inlined
def _kth_bit(bits: np.uint64, k: int) -> np.uint64:
    """Return the k-th set bit, counted from 0."""
    for _ in range(k):
        bits &= bits - ONE
    return bits & (~bits + ONE)


@inlined
def _target(word: np.uint64, pegs: int, goal: int, targets: Words) -> int:
    """Return the index of the target reached, or -1. Without targets, return the lowest bit."""
    found = -1
    if pegs == goal:
        if targets.size == 0:
            found = pegs_of((word & (~word + ONE)) - ONE)
        for t in range(targets.size):
            if word == targets[t]:
                found = t
    return found


@compiled
def _won(target: int, winners: int, path: Words, length: int, wins: Counts, won: Words) -> int:
    """Record a game that was won, and return the new number of wins."""
    wins[target] += 1
    if winners < won.shape[0]:
        for k in range(length):
            won[winners, k] = path[k]
    return winners + 1


# Arrays are passed one by one, and the loop over jumps only calls inlined functions. When an array
# is taken from a tuple, its references are counted, which takes longer than a jump.


@compiled
def _play_any(
    start: np.uint64,
    games: int,
    goal: int,
    targets: Words,
    first: Words,
    second: Words,
    near: Words,
    random: np.random.Generator,
    path: Words,
    pegs_left: Counts,
    wins: Counts,
    won: Words,
    ends: Words,
) -> int:
    """Play games in which all legal jumps are equally likely, and return the number of wins.

    A game is won if it reaches the goal, a number of pegs, at a target or, without targets,
    anywhere. Four arrays receive the results. ``pegs_left``, ``(holes + 1,)``, contains the number
    of games that ended with each number of pegs. ``wins`` contains the number of games won at each
    target or, without targets, with the last peg at each bit. ``won``, ``(most, holes + 1)``,
    contains the positions of the first games that were won. ``ends`` contains the last position of
    each game, or is empty. ``path``, ``(holes + 1,)``, is scratch space for the positions of a
    game.
    """
    winners: Any = np.int64(0)  # with a literal 0, numba would compile `_won` twice
    begin = pegs_of(start)
    for game in range(games):
        word, pegs, length = start, begin, 1
        path[0] = start
        target = _target(word, pegs, goal, targets)
        while target < 0:
            total = 0
            for a in range(near.size):
                total += pegs_of(_triples(word, first[a], second[a], near[a]))
            if total == 0:
                break
            k = int(random.random() * total)
            for a in range(near.size):
                triples = _triples(word, first[a], second[a], near[a])
                many = pegs_of(triples)
                if k < many:
                    low = _kth_bit(triples, k)
                    word ^= low | low << first[a] | low << second[a]
                    break
                k -= many
            path[length] = word
            length += 1
            pegs -= 1
            target = _target(word, pegs, goal, targets)
        pegs_left[pegs] += 1
        if game < ends.size:
            ends[game] = word
        if target >= 0:
            winners = _won(target, winners, path, length, wins, won)
    return int(winners)


@compiled
def _play_by(
    start: np.uint64,
    games: int,
    goal: int,
    targets: Words,
    policy: Policy,
    scratch: Scratch,
    random: np.random.Generator,
    path: Words,
    pegs_left: Counts,
    wins: Counts,
    won: Words,
    ends: Words,
) -> int:
    """Play games by the rules of a player, with the same results as :func:`_play_any`."""
    tests, shown, masks = policy.tests, policy.shown, policy.masks
    starts, weights = policy.starts, policy.weights
    chosen, chances, sums = scratch.chosen, scratch.chances, scratch.sums
    winners: Any = np.int64(0)
    begin = pegs_of(start)
    for game in range(games):
        word, pegs, length = start, begin, 1
        path[0] = start
        target = _target(word, pegs, goal, targets)
        while target < 0:
            options = list_options(
                word, pegs, policy, scratch, tests, shown, starts, weights, chosen, chances, sums
            )
            if options == 0:
                break
            choice = 0
            left = random.random() - chances[0]
            while left >= 0.0 and choice < options - 1:
                choice += 1
                left -= chances[choice]
            word ^= masks[chosen[choice]]
            pegs = pegs_of(word)
            path[length] = word
            length += 1
            target = _target(word, pegs, goal, targets)
        pegs_left[pegs] += 1
        if game < ends.size:
            ends[game] = word
        if target >= 0:
            winners = _won(target, winners, path, length, wins, won)
    return int(winners)


_BATCH = 1 << 16  # games for each random stream
_RULED_BATCH = 1 << 12  # games for each random stream if the player has rules, which may be slow


@dataclass(frozen=True, eq=False)
class Batch:
    """The results of a batch of games, with positions as codes."""

    games: int
    wins: int
    pegs: Counts  # (holes + 1,): the number of games that ended with each number of pegs
    wins_at: Counts  # (targets or holes,): the number of games won at each target
    won: list[list[int]]  # the positions of the first games that were won
    ends: Words  # the last position of each game, if requested
    last: list[int] = field(default_factory=list)  # the positions of a single game

    def pegs_taken(self, before: int) -> int:
        """Return how many pegs all games together removed from starts of ``before`` pegs."""
        return before * self.games - int(self.pegs @ np.arange(len(self.pegs)))


class GamePlayer:
    """Simulates games of a player from one start, on a board of up to 64 holes.

    A game is won if it reaches the goal, a number of pegs, at one of the targets or, without
    targets, in any position.

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
        """Play games, and yield the results batch by batch, in order.

        Each batch contains the positions of some games that were won, but of no more than
        ``sample``. With ``ends``, it also contains the last position of every game.
        """
        work = Work.of(work)
        batch = _BATCH if self._policy.plain else _RULED_BATCH
        sizes = [batch] * (games // batch)
        if games % batch:
            sizes.append(games % batch)
        threads = work.threads or core_count()
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
            wins = _play_any(*given, *self._axes, random, path, pegs_left, wins_at, won, how)
        else:
            wins = _play_by(
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
    """Assign bits to holes by their coordinates if 64 bits are enough, otherwise row by row.

    If bits are assigned by coordinates, the bits of all triples in one direction have the same
    distances.
    """
    left, top = (min(hole[axis] for hole in board) for axis in (0, 1))
    width = max(x for x, _ in board) - left + 1
    places = [(y - top) * width + x - left for x, y in board]
    return places if max(places) < 64 else list(range(len(board)))


def _axes(board: Board, places: list[int]) -> _Axes:
    """Return the triples of holes of all jumps, grouped by the distances of their bits."""
    near: dict[tuple[int, int], int] = {}
    for jump in board.jumps:
        low, high = sorted((places[jump.start], places[jump.end]))
        gaps = places[jump.over] - low, high - low
        near[gaps] = near.get(gaps, 0) | 1 << low
    return _Axes(
        np.array([first for first, _ in near], np.uint64),
        np.array([second for _, second in near], np.uint64),
        np.array(list(near.values()), np.uint64),
    )


# --
# Exact random play as a rule of the level step, which propagates probabilities.
#
# For a player whose legal jumps are equally likely, the probability of a word is divided evenly
# among the jumps that :mod:`pegsolitaire.engine.expansion` makes. For other players, the options
# at each word are listed with their probabilities.


class AnyJump(NamedTuple):
    """The rule that makes all legal jumps equally likely. ``ended`` marks words without jumps."""

    steps: Steps
    ended: Flags


class Choice(NamedTuple):
    """The rule for choices that remove a fixed number of pegs. ``ended`` marks final positions."""

    policy: Policy
    drop: int
    scratch: Scratch
    ended: Flags


@way_of(fill, AnyJump)
def _fill_with_any(
    rule: AnyJump,
    words: Words,
    chances: Rows,
    i: int,
    end: int,
    canon: Canon,
    block: CandidateBlock,
) -> tuple[int, int]:
    tests, shown, masks, pruning = rule.steps
    i, count = fill_with_jumps(
        words, chances, i, end, tests, shown, masks, pruning, canon.mirror, canon.bits,
        block.images, block.rows, rule.ended,
    )  # fmt: skip
    to_canonical(block.images, count, canon.turns, canon.width, block.words)
    return i, count


@way_of(fill, Choice)
def _fill_by_choice(
    rule: Choice,
    words: Words,
    chances: Rows,
    i: int,
    end: int,
    canon: Canon,
    block: CandidateBlock,
) -> tuple[int, int]:
    policy, drop, scratch, ended = rule
    tests, shown, masks = policy.tests, policy.shown, policy.masks
    starts, weights = policy.starts, policy.weights
    chosen, shares, sums = scratch.chosen, scratch.chances, scratch.sums
    images = block.images
    rows: Any = block.rows
    count: Any = np.int64(0)  # with a literal 0, numba would compile `reflect` twice
    while i < end and count + chosen.size < images.shape[1]:
        word = words[i]
        pegs = pegs_of(word)
        options = list_options(
            word, pegs, policy, scratch, tests, shown, starts, weights, chosen, shares, sums
        )
        ended[i] = options == 0
        for k in range(options):
            after = word ^ masks[chosen[k]]
            if pegs - pegs_of(after) == drop:
                images[0, count] = after
                rows[count, 0] = chances[i, 0] * shares[k]
                count += 1
        i += 1
    reflect(images, count, canon.mirror, canon.bits)
    to_canonical(images, count, canon.turns, canon.width, block.words)
    return i, count


# --
# Exact random play: levels with the probability that a game reaches each position.
#
# A canonical position represents its orbit, and stores the probability that a game reaches any
# position of the orbit. Jumps and symmetries commute. If the choices of a player are invariant
# under the group, every position of the orbit passes its probability on in the same proportions.
# The probabilities of the orbits are therefore exact for any such group and any start.
#
# Probabilities are sums of products of positive floats, in an order that depends on the threads.
# :func:`pegsolitaire.chance.exact.play_by_levels` bounds the rounding errors.


_AT_A_TIME = 256  # words between two checks of the limits, for players who look ahead
_SAFETY = 1.1  # the planned number of words, relative to the estimate


@dataclass(frozen=True, eq=False)
class Chances:
    """A level whose rows are the probabilities of its positions."""

    level: LevelSet
    ended: Flags  # (n,): marks the positions where games end; known after the next step

    @classmethod
    def of(cls, level: LevelSet) -> Chances:
        """Wrap a level from which no step has been made yet."""
        return cls(level, np.zeros(len(level), np.bool_))

    @property
    def chances(self) -> Floats:
        """The probability of each position, ``(n,)``."""
        return self.rows[:, 0]

    @property
    def rows(self) -> Rows:
        """The probabilities in the shape that kernels need, ``(n, 1)``."""
        assert self.level.rows is not None
        return self.level.rows

    def __len__(self) -> int:
        return len(self.level)

    def subset(self, chosen: Flags) -> Chances:
        """Return a level that contains only the chosen positions, with their probabilities."""
        return Chances(self.level.subset(chosen), self.ended[chosen])

    def discard(self) -> None:
        """Remove the files of the level, if any, when it is no longer needed."""
        self.level.discard()


class RandomPlay(Threaded):
    """Computes exact probabilities level by level, reduced by symmetries of the player.

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

    def start(self, codes: Iterable[int]) -> Chances:
        """Make a level from codes, with all positions equally likely."""
        words = to_words(self._layout, list(codes))
        words = canonical_words(self._layout, words)
        words, many = np.unique(words, return_counts=True)
        return Chances.of(LevelSet.of(words, (many / many.sum())[:, np.newaxis]))

    def step(
        self,
        sources: Sequence[tuple[int, Chances]],
        most: int | None = None,
    ) -> Chances:
        """Return the level reached from other levels by removing a given number of pegs from each.

        In the other levels, this marks the positions where games end. ``most`` is an upper bound
        on the size of the new level, if a bound is known.

        Raises BoardTooLargeError if the level does not fit in memory.
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
        # The growth factor decreases from level to level.
        self._ratio = min(3.0, len(level) / before) if before > 64 else 3.0
        return Chances.of(level)

    def among(self, level: Chances, codes: Iterable[int]) -> Flags:
        """Return which positions in a level are images of given codes."""
        return np.isin(level.level.words, self.start(codes).level.words)

    def codes(self, level: Chances) -> Words:
        """Return the row-by-row codes of the words of a level, not their canonical codes."""
        return to_codes(self._layout, level.level.words, self._workers)

    def least_codes(self, level: Chances) -> Words:
        """Return the canonical codes of the positions of a level."""
        return least_codes(self._layout, level.level.words, self._workers)


@dataclass(frozen=True, eq=False)
class _Played(Expansion):
    """The expansion of a level by a player's choices that remove a fixed number of pegs."""

    ended: Flags
    drop: int
    policy: Policy
    jumps: Steps

    @property
    def most(self) -> int | None:
        """The most words that a thread processes in a round, if the player looks ahead."""
        return _AT_A_TIME if self.policy.ahead else None

    def begin(self, threads: int) -> Expand:
        """Prepare buffers for each thread, and return the function that expands a chunk."""
        room = [make_scratch(self.policy) for _ in range(threads)]
        size = max(BLOCK, 2 * len(room[0].chosen))
        blocks = [CandidateBlock.of(self.canon, size, np.empty((size, 1))) for _ in range(threads)]
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
