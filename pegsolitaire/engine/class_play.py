"""Random play over a whole position class: the probability of every position, level by level.

If random play reaches most of a class, as on triangles, a level is best stored as an array of all
positions of the class with the same number of pegs. Such an array takes 8 bytes for each position,
instead of about 20 in a hash table, and needs no hashing. One core computes an entry in about 45
ns (``benchmarks/RESULTS.md``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, Symmetry, apply_permutation, hole_orbits
from pegsolitaire.engine.compiled import compiled, inlined
from pegsolitaire.engine.machine import SMALL, Workers
from pegsolitaire.engine.words import Bytes, Counts, Floats, Words
from pegsolitaire.theory import invariants
from pegsolitaire.work import Work

# --
# Arrays with one entry for each position of a class with a given number of pegs.
#
# The holes are divided into low and high holes, so that every symmetry preserves both parts. A
# *filling* is a set of pegs in the high holes or in the low holes. The filling of the high holes
# determines the number of pegs in the low holes and their parities. The positions of a level with
# the same filling of the high holes form a *bucket*, which lists the fillings of their low holes.
# The array of a level is the concatenation of the buckets of those high fillings that are the
# smallest of their images. It needs no hashing, no search and no stored codes.
#
# A jump leads from one bucket to another. If it touches only high holes, both buckets have the
# same order, and the jump is an addition of arrays. Otherwise a list of pairs of indices links the
# entries of the two buckets. The bits of a word are, from low to high::
#
#     0 .. low-1    the low holes: at the edge, where few jumps go
#     low ..        the high holes


_LOW = 15  # the maximum number of low holes, minus the parities: 6,435 places per bucket, 50 KB
_MAX_LOW_HOLES = 19  # the maximum number of low holes, for tables of half a million fillings
_PLACES = 1 << 16  # the maximum number of places in a bucket, because places are 16-bit integers

Places = npt.NDArray[np.uint16]


class _SplitTables(NamedTuple):
    """The tables that kernels need for a division into low and high holes."""

    highs: Counts  # (n,): the high fillings that are the smallest of their images, sorted by pegs
    own: Counts  # (2^high,): the index in ``highs`` of the smallest image of each high filling
    turn: Counts  # (2^high,): the symmetry that leads to this image
    pegs: Counts  # (2^high,): the number of pegs of a high filling
    parity: Counts  # (2^high,): the parities that its low holes must have
    keep_from: Counts  # (n + 1,): where the symmetries of each of ``highs`` begin in ``keep``
    keep: Counts  # (m,): the symmetries that fix a high filling, without the identity
    bucket: Counts  # (parities, pegs + 1): where each bucket begins in ``lows``
    size: Counts  # (parities, pegs + 1): the number of low fillings in each bucket
    lows: Counts  # (2^low,): the low fillings, bucket after bucket
    moved: Places  # (symmetries, 2^low): where the image of each of ``lows`` is in its bucket
    must: Counts  # (jumps,): the high holes of a jump
    before: Counts  # (jumps,): the pegs in these holes before the jump
    after: Counts  # (jumps,): the pegs in these holes after the jump
    low: Counts  # (jumps,): the low holes of a jump; 0 if it has none
    turned: Counts  # (jumps,): the parities that change in the low holes
    lost: Counts  # (jumps,): the number of pegs that the low holes lose
    pair_from: Counts  # (jumps, parities, pegs + 2): where the pairs of each jump and bucket begin
    there: Places  # (pairs,): a place in the bucket before the jump
    here: Places  # (pairs,): the corresponding place in the bucket after it


class ClassByPegs:
    """The class of a position, divided into levels by the number of pegs.

    The board has at most 64 holes. The group consists of symmetries that preserve the class, the
    identity first.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> split = ClassByPegs(board, board.vacancy("d4").code, board.symmetries)
    >>> split.low, split.high, max(int(split.begins(pegs)[-1]) for pegs in range(34))
    (17, 16, 9533879)
    """

    def __init__(self, board: Board, member: int, group: tuple[Symmetry, ...]) -> None:
        self.board, self.group = board, group
        self.masks = invariants(board)
        self._low_holes = _low_holes(board, group, len(self.masks))
        self._high_holes = [i for i in range(len(board)) if i not in set(self._low_holes)]
        self.low, self.high = len(self._low_holes), len(self._high_holes)
        self._odd = _parities(np.array([member], np.uint64), self.masks)[0]

    @cached_property
    def bit(self) -> dict[int, int]:
        """The bit of each hole in a word."""
        return {hole: bit for bit, hole in enumerate([*self._low_holes, *self._high_holes])}

    @cached_property
    def _low_codes(self) -> Words:
        """The code of every low filling."""
        return unions([1 << hole for hole in self._low_holes])

    @cached_property
    def _high_codes(self) -> Words:
        """The code of every high filling."""
        return unions([1 << hole for hole in self._high_holes])

    @cached_property
    def tables(self) -> _SplitTables:
        """The tables for the kernels."""
        pegs = np.bitwise_count(self._high_codes).astype(np.int64)
        parity = _parities(self._high_codes, self.masks) ^ self._odd
        own, turn, highs, keep_from, keep = self._high_images(pegs, parity)
        low_pegs = np.bitwise_count(self._low_codes).astype(np.int64)
        low_parity = _parities(self._low_codes, self.masks)
        lows = np.lexsort((low_pegs, low_parity))
        shape = 1 << len(self.masks), self.low + 1
        size = np.zeros(shape, np.int64)
        np.add.at(size, (low_parity, low_pegs), 1)
        bucket = (np.cumsum(size) - size.ravel()).reshape(shape)
        place = np.empty(len(lows), np.int64)
        place[lows] = np.arange(len(lows)) - bucket[low_parity[lows], low_pegs[lows]]
        moved = np.stack([place[self._turned(s, self._low_holes)[lows]] for s in self.group])
        jumps = [self._jump(jump.start, jump.over, jump.end) for jump in self.board.jumps]
        must, before, after, low, wanted, left = np.array(jumps, np.int64).T.reshape(6, -1)
        turned = low_parity[low]
        pair_from, there, here = _pairs(low, left, bucket, size, lows, place)
        return _SplitTables(
            highs, own, turn, pegs, parity, keep_from, keep, bucket, size, lows,
            moved.astype(np.uint16), must, before, after, low, turned,
            low_pegs[wanted] - low_pegs[left], pair_from, there, here,
        )  # fmt: skip

    def begins(self, pegs: int) -> Counts:
        """Return where the bucket of each high filling begins and ends in the array of a level."""
        tables = self.tables
        low_pegs = pegs - tables.pegs[tables.highs]
        there = (low_pegs >= 0) & (low_pegs <= self.low)
        sizes = np.zeros(len(tables.highs) + 1, np.int64)
        sizes[1:][there] = tables.size[tables.parity[tables.highs[there]], low_pegs[there]]
        return np.cumsum(sizes)

    def places(self, code: int) -> tuple[list[int], int]:
        """Find a position's images in the array of its level. Return their indices and count."""
        images = {apply_permutation(symmetry.image, code) for symmetry in self.group}
        tables, begins = self.tables, self.begins(code.bit_count())
        shifts = []
        for image in images:
            word = sum(1 << bit for hole, bit in self.bit.items() if image >> hole & 1)
            high, low = word >> self.low, word & (1 << self.low) - 1
            number = int(tables.own[high])
            if tables.highs[number] == high:
                first = int(tables.bucket[tables.parity[high], low.bit_count()])
                order = int(np.flatnonzero(tables.lows == low)[0])
                shifts.append(int(begins[number]) + order - first)
        return sorted(shifts), len(images)

    def codes(self, words: Counts) -> Words:
        """Convert words to codes."""
        high: Words = self._high_codes[words >> self.low]
        low: Words = self._low_codes[words & (1 << self.low) - 1]
        return high | low

    def _high_images(
        self, pegs: Counts, parity: Counts
    ) -> tuple[Counts, Counts, Counts, Counts, Counts]:
        """Return the tables ``own``, ``turn``, ``highs``, ``keep_from`` and ``keep``."""
        fillings = np.arange(1 << self.high)
        least, turn = fillings.copy(), np.zeros(len(fillings), np.int64)
        for number, symmetry in enumerate(self.group):  # one at a time: the arrays are large
            image = self._turned(symmetry, self._high_holes)
            less = image < least
            least[less], turn[less] = image[less], number
        highs = np.flatnonzero(least == fillings)
        highs = highs[np.lexsort((parity[highs], pegs[highs]))]
        number_of = np.zeros(len(fillings), np.int64)
        number_of[highs] = np.arange(len(highs))
        others = (self._turned(symmetry, self._high_holes) for symmetry in self.group[1:])
        unchanged = np.array([image[highs] == highs for image in others], np.bool_)
        rows, which = np.nonzero(unchanged.reshape(-1, len(highs)).T)
        keep_from = np.searchsorted(rows, np.arange(len(highs) + 1))
        return number_of[least], turn, highs, keep_from, which + 1

    def _turned(self, symmetry: Symmetry, holes: list[int]) -> Counts:
        """Return the image of every filling of holes under a symmetry that permutes them."""
        bit_of = {hole: bit for bit, hole in enumerate(holes)}
        return unions([1 << bit_of[symmetry.image[hole]] for hole in holes]).astype(np.int64)

    def _jump(self, start: int, over: int, end: int) -> tuple[int, int, int, int, int, int]:
        """Return masks of a jump and of its pegs before and after it, in high and in low holes."""
        mask, before, after = (
            sum(1 << self.bit[hole] for hole in holes)
            for holes in ((start, over, end), (start, over), (end,))
        )
        low = (1 << self.low) - 1
        high = (word >> self.low for word in (mask, before, after))
        return (*high, mask & low, before & low, after & low)  # type: ignore[return-value]


def bytes_of_tables(board: Board, group: tuple[Symmetry, ...]) -> int | None:
    """Return the size of the tables in bytes, or None if the board cannot be split.

    A board cannot be split if its buckets would have too many places. This happens on boards that
    consist of several parts.
    """
    parities = len(invariants(board))
    low = len(_low_holes(board, group, parities))
    high = len(board) - low
    if comb(low, low // 2) >= _PLACES << _own_parities(board, group, parities):
        return None
    fillings = (len(group) + 12) * 8 << high
    return fillings + (2 * len(group) + 8 + 4 * len(board.jumps) << low)


def _low_holes(board: Board, group: tuple[Symmetry, ...], parities: int) -> list[int]:
    """Choose as many orbits of low holes as allowed, first those that the fewest jumps touch."""
    touching = [sum(jump.mask >> i & 1 for jump in board.jumps) for i in range(len(board))]
    orbits = sorted(
        hole_orbits(s.image for s in group), key=lambda orbit: (touching[orbit[0]], orbit)
    )
    most = min(_LOW + parities, _MAX_LOW_HOLES)
    low: list[int] = []
    for orbit in orbits:
        if touching[orbit[0]] and len(low) + len(orbit) <= most:
            low += orbit
    return sorted(low)


def _own_parities(board: Board, group: tuple[Symmetry, ...], parities: int) -> int:
    """Count the parities that jumps preserve and that are independent on the low holes."""
    low = sum(1 << hole for hole in _low_holes(board, group, parities))
    rows: list[int] = []
    for mask in invariants(board):
        row = mask & low
        for other in rows:
            row = min(row, row ^ other)
        if row:
            rows.append(row)
    return len(rows)


def _pairs(
    low: Counts, left: Counts, bucket: Counts, size: Counts, lows: Counts, place: Counts
) -> tuple[Counts, Places, Places]:
    """Return the pairs of places that jumps link, for each bucket and each jump with low holes."""
    starts = bucket.ravel()
    pair_from = np.zeros((len(low), *size.shape[:1], size.shape[1] + 1), np.int64)
    there: list[Places] = []
    here: list[Places] = []
    total = 0
    for mask, after, row in zip(low, left, pair_from, strict=True):
        # The fillings are in the order of the buckets, so the fillings of each bucket are
        # consecutive.
        chosen = np.flatnonzero(lows & mask == after) if mask else np.zeros(0, np.int64)
        words = lows[chosen]
        row[:, :-1] = total + np.searchsorted(chosen, starts).reshape(size.shape)
        row[:, -1] = [*row[1:, 0], total + len(chosen)]
        there.append(place[words ^ mask].astype(np.uint16))
        here.append(place[words].astype(np.uint16))
        total += len(chosen)
    return pair_from, np.concatenate(there), np.concatenate(here)


def _parities(codes: Words, masks: tuple[int, ...]) -> Counts:
    """Return the parities that jumps preserve, with one bit for each parity of each code."""
    parities = np.zeros(len(codes), np.int64)
    for bit, mask in enumerate(masks):
        parities |= (np.bitwise_count(codes & np.uint64(mask)) & 1).astype(np.int64) << bit
    return parities


def unions(parts: list[int]) -> Words:
    """Return the unions of all subsets of the masks, in the order of binary numbers."""
    combined: Words = np.zeros(1, np.uint64)
    for part in parts:
        combined = np.concatenate([combined, combined | np.uint64(part)])
    return combined


# --
# Kernels of random play over whole levels of a class.
#
# A level stores the *share* of each position: its probability divided by its number of legal
# jumps. The probability of a position in the next level is the sum of the shares of all positions
# from which one jump leads to it. If a game ends at a position, the array stores the negative of
# its probability until the position is moved to the list of ends.


@inlined
def _pull(
    number: int,
    pegs: int,
    tables: _SplitTables,
    before: Floats,
    before_begins: Counts,
    chances: Floats,
) -> None:
    """Add up the probabilities of the positions in a bucket from the level before."""
    high = tables.highs[number]
    low_pegs, parity = pegs - tables.pegs[high], tables.parity[high]
    for jump in range(len(tables.must)):
        if high & tables.must[jump] != tables.after[jump]:
            continue
        other = high ^ tables.must[jump]
        begin = before_begins[tables.own[other]]
        turn = tables.turn[other]
        other_pegs = pegs + 1 - tables.pegs[other]
        if other_pegs < 0 or other_pegs >= tables.size.shape[1]:
            continue
        source = before[begin : begin + tables.size[tables.parity[other], other_pegs]]
        low_begin = tables.bucket[tables.parity[other], other_pegs]
        moved = tables.moved[turn, low_begin : low_begin + len(source)]
        if tables.low[jump] == 0:
            if turn == 0:
                for i in range(len(chances)):
                    chances[i] += source[i]
            else:
                for i in range(len(chances)):
                    chances[i] += source[moved[i]]
        else:
            first = tables.pair_from[jump, parity, low_pegs]
            last = tables.pair_from[jump, parity, low_pegs + 1]
            if turn == 0:
                for pair in range(first, last):
                    chances[tables.here[pair]] += source[tables.there[pair]]
            else:
                for pair in range(first, last):
                    chances[tables.here[pair]] += source[moved[tables.there[pair]]]


@inlined
def _settle(
    number: int,
    pegs: int,
    tables: _SplitTables,
    chances: Floats,
    ways: Bytes,
    reached: Floats,
    ended: Counts,
) -> None:
    """Divide probabilities by numbers of jumps. Count the positions reached and the final ones."""
    high = tables.highs[number]
    low_pegs, parity = pegs - tables.pegs[high], tables.parity[high]
    everywhere = 0
    ways[: len(chances)] = 0
    for jump in range(len(tables.must)):
        if high & tables.must[jump] != tables.before[jump]:
            continue
        if tables.low[jump] == 0:
            everywhere += 1
            continue
        left = low_pegs - tables.lost[jump]
        if 0 <= left < tables.size.shape[1]:
            kind = parity ^ tables.turned[jump]
            for pair in range(
                tables.pair_from[jump, kind, left], tables.pair_from[jump, kind, left + 1]
            ):
                ways[tables.there[pair]] += 1
    there, ends = 0, 0
    for i in range(len(chances)):
        if chances[i] > 0.0:
            there += 1
            jumps = everywhere + ways[i]
            if jumps > 0:
                chances[i] /= jumps
            else:
                ends += 1
                chances[i] = -chances[i]
    ended[number] = ends
    # Burnside's lemma counts the positions up to the symmetries that fix the high filling.
    same = there
    first, last = tables.keep_from[number], tables.keep_from[number + 1]
    begin = tables.bucket[parity, low_pegs]
    for k in range(first, last):
        for i in range(len(chances)):
            if chances[i] != 0.0 and tables.moved[tables.keep[k], begin + i] == i:
                same += 1
    reached[number] = same / (1 + last - first)


@compiled
def _play_buckets(
    first: int,
    last: int,
    pegs: int,
    tables: _SplitTables,
    before: Floats,
    before_begins: Counts,
    level: Floats,
    begins: Counts,
    ways: Bytes,
    reached: Floats,
    ended: Counts,
) -> None:
    """Compute the shares in a range of buckets from the shares in the level before.

    ``level`` contains zeros or, without a level before, the probabilities of the starts.
    """
    for number in range(first, last):
        begin, end = begins[number], begins[number + 1]
        if begin == end:
            continue
        chances = level[begin:end]
        if before.size:
            _pull(number, pegs, tables, before, before_begins, chances)
        _settle(number, pegs, tables, chances, ways, reached, ended)


@compiled
def _take_ends(
    first: int,
    last: int,
    pegs: int,
    tables: _SplitTables,
    level: Floats,
    begins: Counts,
    ends_from: Counts,
    symmetries: int,
    low: int,
    words: Counts,
    chances: Floats,
) -> None:
    """Move final positions out of a range of buckets, and add up the probabilities of images."""
    for number in range(first, last):
        at = ends_from[number]
        if at == ends_from[number + 1]:
            continue
        high = tables.highs[number]
        images = symmetries / (1 + tables.keep_from[number + 1] - tables.keep_from[number])
        lows = tables.bucket[tables.parity[high], pegs - tables.pegs[high]]
        for i in range(begins[number], begins[number + 1]):
            if level[i] < 0.0:
                words[at] = high << low | tables.lows[lows + i - begins[number]]
                chances[at] = -level[i] * images
                level[i] = 0.0
                at += 1


_PIECES = 32  # the number of pieces of a level for each thread


@dataclass(frozen=True)
class ClassLevel:
    """The result of random play once a given number of pegs is left."""

    pegs: int
    reached: int  # the number of positions that games reach, up to symmetry under the group
    ends: Words  # (n,): the codes of positions where games end, which may include several images
    chances: Floats  # (n,): their probabilities, which have to be added up for images
    shares: Floats  # for each entry of the level, the probability of each jump from there


class ClassPlay:
    """Exact random play over a position class, with all legal jumps equally likely.

    The board has at most 64 holes. ``starts`` maps codes to probabilities. All starts must have
    the same class and the same number of pegs. Each probability is divided evenly among the images
    of the start under the group. The group consists of symmetries that preserve the class, the
    identity first.

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
        self.split = ClassByPegs(board, next(iter(starts)), group)
        self._starts, self._threads, self._work = starts, work.threads, work

    def levels(self, after: tuple[int, Floats] | None = None) -> Iterator[ClassLevel]:
        """Play from the starts, and yield the level of each number of pegs down to one.

        ``after`` continues after a level, given its number of pegs and its ``shares``.
        """
        with Workers(self._threads) as workers:
            if after is None:
                top = next(iter(self._starts)).bit_count()
                begins = self.split.begins(top)
                level = np.zeros(int(begins[-1]))
                for code, chance in self._starts.items():
                    places, images = self.split.places(code)
                    level[places] += chance / images
                yield self._finish(top, level, begins, (np.zeros(0), begins), workers)
            else:
                top, level = after
                begins = self.split.begins(top)
            for pegs in range(top - 1, 0, -1):
                before = level, begins
                begins = self.split.begins(pegs)
                level = np.zeros(int(begins[-1]))
                played = self._finish(pegs, level, begins, before, workers)
                self._work.spend(played.reached)
                self._work.check()
                yield played

    def _finish(
        self,
        pegs: int,
        level: Floats,
        begins: Counts,
        before: tuple[Floats, Counts],
        workers: Workers,
    ) -> ClassLevel:
        """Fill a level from the level before it, compute shares, and move out final positions."""
        tables = self.split.tables
        widest, many = int(np.diff(begins).max()), len(tables.highs)
        reached, ended = np.zeros(many), np.zeros(many, np.int64)

        def settle(first: int, last: int) -> None:
            ways = np.empty(widest, np.uint8)
            _play_buckets(first, last, pegs, tables, *before, level, begins, ways, reached, ended)

        self._share(begins, settle, workers)
        ends_from = np.concatenate([[0], np.cumsum(ended)])
        words, chances = np.empty(ends_from[-1], np.int64), np.empty(ends_from[-1])

        def take(first: int, last: int) -> None:
            _take_ends(
                first, last, pegs, tables, level, begins, ends_from,
                len(self.split.group), self.split.low, words, chances,
            )  # fmt: skip

        self._share(begins, take, workers)
        return ClassLevel(pegs, round(reached.sum()), self.split.codes(words), chances, level)

    def _share(self, begins: Counts, work: Callable[[int, int], None], workers: Workers) -> None:
        """Divide a level into pieces of about equal size, and distribute them to the threads."""
        pieces = _PIECES * workers.threads if begins[-1] >= SMALL else 1
        cuts = np.searchsorted(begins, begins[-1] * np.arange(pieces + 1) / pieces)
        cuts[0], cuts[-1] = 0, len(begins) - 1

        def piece(number: int) -> None:
            self._work.check()
            work(int(cuts[number]), int(cuts[number + 1]))

        workers.each(pieces, piece)
