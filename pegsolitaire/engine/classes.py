"""Every position of a class that a game reaches, or from which one can be reached, as a bitmap.

All jumps are pulled over the bits of the class until nothing changes. Passes go forwards and
backwards by turns, block by block; a block pulls from blocks that changed since it last looked,
and then goes through its own jumps; blocks are shared out to the threads.

A class has as many bits as the jumps have rank over GF(2): 64 MiB for the English board, 1 GiB
for the French one, 4 GiB for the hexagon of 37 holes. Bits are only ever set, and each of them is
right as soon as it is set: a closure that was stopped goes on from whatever it had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import count, pairwise, product
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board
from pegsolitaire.board.board import JumpMask
from pegsolitaire.engine.compiled import compiled, inlined
from pegsolitaire.engine.machine import Workers, free_memory
from pegsolitaire.engine.words import Counts, Words, pegs_of
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.theory import invariants
from pegsolitaire.units import bytes_text
from pegsolitaire.work import Work

# --
# The compiled loops over position classes as bits: pulling along jumps, pass by pass.
#
# A position is added when a jump links it to one that is there: the word that holds it takes, from
# the word that holds the other, the bits that the jump concerns, shifted. Which words of a block a
# jump concerns depends on the jump alone, so they are listed beforehand: in runs of eight, which
# the compiler puts into one vector register (the loads come before the stores, or it could not
# know that they do not overlap), and the rest one by one.
#
# A block is written by one thread only, and bits are only ever set, so a thread that reads a
# block while another writes it sees some of the new bits or all, and is told to look again.
# Two thirds of the time are arithmetic (a nanosecond a word in the first-level cache), the rest is
# memory traffic between blocks.


class Pulls(NamedTuple):
    """What pulling along each jump is; the first axis, but of the last two, is the jumps."""

    across: Counts  # what leads from a block to where the bits come from, by XOR
    turn: Counts  # and from a word of a block
    must: Counts  # blocks concerned: ``block & must == equal``
    equal: Counts
    up: Words  # how far bits are shifted within a word
    down: Words
    keys: Counts  # the number of keys, doubled by each dropped hole that the jump touches
    far: Counts  # (jumps, 3): for each such hole the bits of a block that its peg depends on
    pattern: Words  # (jumps, 8): for each key the bits of a word that the jump concerns
    runs_from: Counts  # (jumps, 9): where each key's words begin in ``runs``; the next is the end
    ones_from: Counts  # (jumps, 9): the same in ``ones``
    runs: Counts  # the first words of runs of eight, of a block
    ones: Counts  # its other words


@inlined
def odd(bits: int) -> int:
    """Whether a number has an odd number of bits."""
    odd = 0
    while bits:
        bits &= bits - 1
        odd ^= 1
    return odd


@inlined
def block_key(pulls: Pulls, jump: int, block: int) -> int:
    """The part of the key that is the same for all words of a block."""
    key, hole = 0, 0
    while 1 << hole < pulls.keys[jump]:
        key |= odd(block & pulls.far[jump, hole]) << hole
        hole += 1
    return key


@compiled
def _pull(words: Words, size: int, pulls: Pulls, jump: int, block: int) -> bool:
    """Add to a block of ``size`` words what one jump links to what is there; whether anything."""
    there, here = (block ^ pulls.across[jump]) * size, block * size
    turn, up, down = pulls.turn[jump], pulls.up[jump], pulls.down[jump]
    far_key = block_key(pulls, jump, block)
    new = np.uint64(0)
    for key in range(pulls.keys[jump]):
        bits = pulls.pattern[jump, key ^ far_key]
        if bits == 0:
            continue
        for i in range(pulls.runs_from[jump, key], pulls.runs_from[jump, key + 1]):
            p, q = here + pulls.runs[i], there + (pulls.runs[i] ^ turn)
            a0, a1, a2, a3 = words[p], words[p + 1], words[p + 2], words[p + 3]
            a4, a5, a6, a7 = words[p + 4], words[p + 5], words[p + 6], words[p + 7]
            b0 = a0 | (words[q] << up >> down & bits)
            b1 = a1 | (words[q + 1] << up >> down & bits)
            b2 = a2 | (words[q + 2] << up >> down & bits)
            b3 = a3 | (words[q + 3] << up >> down & bits)
            b4 = a4 | (words[q + 4] << up >> down & bits)
            b5 = a5 | (words[q + 5] << up >> down & bits)
            b6 = a6 | (words[q + 6] << up >> down & bits)
            b7 = a7 | (words[q + 7] << up >> down & bits)
            words[p], words[p + 1], words[p + 2], words[p + 3] = b0, b1, b2, b3
            words[p + 4], words[p + 5], words[p + 6], words[p + 7] = b4, b5, b6, b7
            new |= (a0 ^ b0) | (a1 ^ b1) | (a2 ^ b2) | (a3 ^ b3)
            new |= (a4 ^ b4) | (a5 ^ b5) | (a6 ^ b6) | (a7 ^ b7)
        for i in range(pulls.ones_from[jump, key], pulls.ones_from[jump, key + 1]):
            p, q = here + pulls.ones[i], there + (pulls.ones[i] ^ turn)
            old = words[p]
            words[p] = old | (words[q] << up >> down & bits)
            new |= words[p] ^ old
    return bool(new != 0)


@compiled
def _pull_all(
    words: Words,
    size: int,
    pulls: Pulls,
    ends: tuple[int, int, int],
    changed: Counts,
    looked: Counts,
    now: int,
    rounds: int,
    stop: Counts,
) -> int:
    """Go through blocks once; how many of them changed.

    ``ends`` says the first block, where to stop, and the step from one block to the next;
    ``changed`` and ``looked``, ``(blocks,)``, the pass in which a block last changed, and that in
    which it last looked at others; ``rounds`` how often at most jumps within a block are gone
    through. Where ``stop[0]`` is not 0 the work is given up.
    """
    count = 0
    block, last, step = ends
    while block != last and stop[0] == 0:
        fresh, since = False, looked[block]
        looked[block] = now
        for jump in range(pulls.across.size):
            source = block ^ pulls.across[jump]
            if (
                source != block
                and (block & pulls.must[jump]) == pulls.equal[jump]
                and changed[source] >= since
                and _pull(words, size, pulls, jump, block)
            ):
                fresh = True
        left = rounds if fresh or changed[block] >= since else 0
        while left > 0:
            left -= 1
            again = False
            for jump in range(pulls.across.size):
                if pulls.across[jump] == 0 and _pull(words, size, pulls, jump, block):
                    again = True
            fresh |= again
            left = left if again else 0
        if fresh:
            changed[block] = now
            count += 1
        block += step
    return count


@compiled
def _count_by_pegs(
    words: Words,
    size: int,
    first: int,
    last: int,
    near_keys: Counts,
    far: Counts,
    places: Words,
    counts: Counts,
) -> None:
    """Add the positions of some blocks to ``counts``, by their pegs.

    The pegs of dropped holes depend on ``near_keys``, ``(size,)``, the parities of each word of a
    block, as far as it goes, and on the bits of a block in ``far``, ``(dropped,)``. ``places``,
    ``(keys, pegs)``, says for each parity of the dropped holes the places of a word with each
    number of pegs among the holes of the places and the dropped ones.
    """
    for block in range(first, last):
        far_key = 0
        for hole in range(far.size):
            far_key |= odd(block & far[hole]) << hole
        above = pegs_of(np.uint64(block))
        for near in range(size):
            word = words[block * size + near]
            if word == 0:
                continue
            key = near_keys[near] ^ far_key
            base = above + pegs_of(np.uint64(near))
            for pegs in range(places.shape[1]):
                counts[base + pegs] += pegs_of(word & places[key, pegs])


# --
# A position class as an array of bits: every position of it has an index, and every index one.
#
# A class is a coset of the span of the jumps over GF(2). If jumps keep d parities, d holes can be
# dropped: their pegs follow from those of the others. What is left, read as a binary number, is
# the index.
#
# Bits of an index, low to high::
#
#     0 .. 5     the bit within a word
#     6 .. 16    the word within a block of 16 KiB, which stays in the first-level cache
#     17 ..      the block
#
# Holes that few jumps touch (those at the corners) are dropped, or get the low bits: a jump over
# holes of high bits concerns one word in eight, one over holes of the lowest six all of them.


_CHEAP = 9  # low bits, which the holes with the fewest jumps get


class Coset:
    """A position class, that of any member, with an index for every position.

    The board may be of any size: whether an array of that size fits is another matter.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> coset = Coset(board, board.vacancy("d4").code)
    >>> coset.bits, len(coset.dropped), board.single("d1").code in coset
    (29, 4, True)
    >>> coset.code(coset.index(board.single("d4").code)) == board.single("d4").code
    True
    """

    def __init__(self, board: Board, member: int) -> None:
        self.board = board
        touching = [sum(jump.mask >> i & 1 for jump in board.jumps) for i in range(len(board))]
        order = sorted(range(len(board)), key=lambda i: (touching[i], i))
        #: For each dropped hole a parity that jumps keep: a mask of it and of kept holes.
        self.dropped = _dropped(board, order)
        kept = [i for i in order if i not in self.dropped]
        #: The hole of each bit of an index.
        self.kept = (*kept[:_CHEAP], *sorted(kept[_CHEAP:]))
        self.odd = {hole: (member & mask).bit_count() & 1 for hole, mask in self.dropped.items()}

    @property
    def bits(self) -> int:
        """The bits of an index: the rank of the jumps."""
        return len(self.kept)

    def __len__(self) -> int:
        return 1 << self.bits

    def __contains__(self, code: int) -> bool:
        return 0 <= code <= self.board.full_code and all(
            (code & mask).bit_count() & 1 == self.odd[hole] for hole, mask in self.dropped.items()
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Coset):
            return NotImplemented
        return (self.board, self.odd) == (other.board, other.odd)

    def __hash__(self) -> int:
        return hash((self.board, tuple(self.odd.items())))

    def __repr__(self) -> str:
        return f"Coset({self.board!r}, {self.code(0)})"

    @cached_property
    def bit(self) -> dict[int, int]:
        """The bit of an index that each kept hole has."""
        return {hole: bit for bit, hole in enumerate(self.kept)}

    @cached_property
    def parities(self) -> dict[int, tuple[int, int]]:
        """For each dropped hole, the bits of an index and what is added to their sum.

        Together they say, modulo 2, whether the hole has a peg.
        """
        return {
            hole: (sum(1 << bit for i, bit in self.bit.items() if mask >> i & 1), self.odd[hole])
            for hole, mask in self.dropped.items()
        }

    def index(self, code: int) -> int:
        """The index of a position of the class."""
        return sum((code >> hole & 1) << bit for bit, hole in enumerate(self.kept))

    def code(self, index: int) -> int:
        """The code of the position of an index."""
        code = sum((index >> bit & 1) << hole for bit, hole in enumerate(self.kept))
        for hole, (bits, odd) in self.parities.items():
            code |= ((index & bits).bit_count() & 1 ^ odd) << hole
        return code

    def indices(self, codes: Words) -> npt.NDArray[np.int64]:
        """The indices of many positions, of boards of up to 64 holes."""
        found = np.zeros(len(codes), np.int64)
        for bit, hole in enumerate(self.kept):
            found |= (codes >> np.uint64(hole) & np.uint64(1)).astype(np.int64) << bit
        return found

    def codes(self, indices: npt.NDArray[np.int64]) -> Words:
        """The codes of many indices, on boards of up to 64 holes."""
        found = np.zeros(len(indices), np.uint64)
        for bit, hole in enumerate(self.kept):
            found |= (indices >> bit & 1).astype(np.uint64) << np.uint64(hole)
        for hole, (bits, odd) in self.parities.items():
            peg = (
                np.bitwise_count(indices & bits).astype(np.uint64) ^ np.uint64(odd)
            ) & np.uint64(1)
            found |= peg << np.uint64(hole)
        return found


def _dropped(board: Board, order: Sequence[int]) -> dict[int, int]:
    """The first holes in order that can be dropped, each with its own parity."""
    rows, chosen = list(invariants(board)), dict[int, int]()
    for hole in order:
        pivot = next((row for row in rows if row >> hole & 1), None)
        if pivot is not None:
            rows = [row ^ pivot if row >> hole & 1 else row for row in rows if row != pivot]
            chosen = {
                other: row ^ pivot if row >> hole & 1 else row for other, row in chosen.items()
            }
            chosen[hole] = pivot
    return chosen


# --
# What each jump is to the bits of a position class: the tables of the dense kernels.
#
# A jump links two positions whose indices differ in the bits of its kept holes. It concerns the
# positions whose index has certain bits there, and whose dropped holes, which are parities of
# other bits, are as the jump wants them. All of that is split into what holds for a block, for a
# word of a block and for the places of a word, so that the kernels do no more than masks and
# shifts.


Direction = Literal["forward", "backward"]

WORD_BITS = 6
BLOCK_BITS = 17
_RUN = 8
_FULL = (1 << 64) - 1

#: The places of a word whose number has bit 0, 1, .. 5 set.
PLACES = tuple(
    sum(1 << place for place in range(64) if place >> bit & 1) for bit in range(WORD_BITS)
)


def block_words(coset: Coset) -> int:
    """The words of a block: fewer where the whole class has fewer."""
    return 1 << max(0, min(coset.bits, BLOCK_BITS) - WORD_BITS)


def make_pulls(coset: Coset, direction: Direction) -> Pulls:
    """The tables that the kernels pull with.

    Forward a position is added when a jump leads to it from one that is there, backward when a
    jump leads from it to one that is there.
    """
    rows = [_Pull(coset, jump, direction) for jump in coset.board.jumps]
    runs: list[int] = []
    ones: list[int] = []
    runs_from, ones_from = (np.zeros((len(rows), 9), np.int64) for _ in range(2))
    for number, row in enumerate(rows):
        for key in range(row.keys):
            runs_from[number, key], ones_from[number, key] = len(runs), len(ones)
            some_runs, some_ones = row.words(key)
            runs += some_runs
            ones += some_ones
            runs_from[number, key + 1], ones_from[number, key + 1] = len(runs), len(ones)
    return Pulls(
        across=np.array([row.turn >> BLOCK_BITS for row in rows], np.int64),
        turn=np.array([row.word_turn for row in rows], np.int64),
        must=np.array([row.must >> BLOCK_BITS for row in rows], np.int64),
        equal=np.array([row.equal >> BLOCK_BITS for row in rows], np.int64),
        up=np.array([max(row.shift, 0) for row in rows], np.uint64),
        down=np.array([max(-row.shift, 0) for row in rows], np.uint64),
        keys=np.array([row.keys for row in rows], np.int64),
        far=np.array([row.far for row in rows], np.int64).reshape(-1, 3),
        pattern=np.array([row.patterns for row in rows], np.uint64).reshape(-1, 8),
        runs_from=runs_from,
        ones_from=ones_from,
        runs=np.array(runs, np.int64),
        ones=np.array(ones, np.int64),
    )


class _Pull:
    """One jump: which positions it adds, as conditions on the bits of their indices."""

    def __init__(self, coset: Coset, jump: JumpMask, direction: Direction) -> None:
        before = {jump.start: 1, jump.over: 1, jump.end: 0}
        wanted = before if direction == "backward" else {i: 1 - peg for i, peg in before.items()}
        bits = {coset.bit[hole]: peg for hole, peg in wanted.items() if hole in coset.bit}
        #: The bits that the jump changes, those that a position must have, and how.
        self.must = self.turn = sum(1 << bit for bit in bits)
        self.equal = sum(peg << bit for bit, peg in bits.items())
        low = {bit: peg for bit, peg in bits.items() if bit < WORD_BITS}
        self.shift = sum((1 if peg else -1) << bit for bit, peg in low.items())
        #: Of dropped holes: the bits that their pegs depend on, and the parity that is wanted.
        self.parities = [
            (coset.parities[hole][0], peg ^ coset.parities[hole][1])
            for hole, peg in wanted.items()
            if hole in coset.parities
        ]
        self.size = block_words(coset)
        self.near = _pattern(low.items())

    @property
    def keys(self) -> int:
        return 1 << len(self.parities)

    @property
    def word_turn(self) -> int:
        return self.turn >> WORD_BITS & self.size - 1

    @property
    def far(self) -> list[int]:
        """Of each parity the bits of the block."""
        far = [bits >> BLOCK_BITS for bits, _ in self.parities]
        return far + [0] * (3 - len(far))

    @property
    def patterns(self) -> list[int]:
        """For each key, the parities of the bits above the word, the places of a word."""
        found = []
        for key in product((0, 1), repeat=len(self.parities)):
            pattern = self.near
            for (bits, wanted), above in zip(self.parities, reversed(key), strict=True):
                odd = _sum_of_places(bits)
                pattern &= odd if wanted ^ above else ~odd & _FULL
            found.append(pattern)
        return found + [0] * (8 - len(found))

    def words(self, key: int) -> tuple[list[int], list[int]]:
        """The words of a block that fit and have that key: the first of each run, and others."""
        fits = {word for word in self._fitting() if self._key(word) == key}
        whole = self.word_turn % _RUN == 0
        runs = [
            word
            for word in fits
            if whole and word % _RUN == 0 and fits.issuperset(range(word, word + _RUN))
        ]
        rest = fits.difference(*(range(word, word + _RUN) for word in runs))
        return sorted(runs), sorted(rest)

    def _fitting(self) -> Iterator[int]:
        must, equal = (bits >> WORD_BITS & self.size - 1 for bits in (self.must, self.equal))
        return (word for word in range(self.size) if word & must == equal)

    def _key(self, word: int) -> int:
        return sum(
            ((word << WORD_BITS & bits).bit_count() & 1) << number
            for number, (bits, _) in enumerate(self.parities)
        )


def _pattern(bits: Iterable[tuple[int, int]]) -> int:
    """The places of a word whose numbers have these bits."""
    pattern = _FULL
    for bit, peg in bits:
        pattern &= PLACES[bit] if peg else ~PLACES[bit]
    return pattern


def _sum_of_places(bits: int) -> int:
    """The places of a word whose numbers have an odd number of these bits."""
    odd = 0
    for bit, places in enumerate(PLACES):
        if bits >> bit & 1:
            odd ^= places
    return odd


# --
# Positions of a class as a bitmap.


_MOST_PARITIES = 10  # for which there are tables: 2**parities rows
_LISTED = 1 << 16  # words whose positions are listed at a time


class Bitmap:
    """Positions of a class, a bit each: index by index, from the lowest bit of the first word.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.engine import close
    >>> board = triangle(5)
    >>> reached = close(board, [board.vacancy("a1").code], "forward")
    >>> len(reached), board.single("a1").code in reached
    (3016, True)
    """

    def __init__(self, coset: Coset, words: Words) -> None:
        self.coset = coset
        self.words = words

    def __contains__(self, code: int) -> bool:
        if code not in self.coset:
            return False
        index = self.coset.index(code)
        return bool(int(self.words[index >> WORD_BITS]) >> (index & 63) & 1)

    def contains_codes(self, codes: Words) -> npt.NDArray[np.bool_]:
        """Whether positions are there, for codes that are all of the class."""
        indices = self.coset.indices(codes)
        bits = self.words[indices >> WORD_BITS] >> (indices & 63).astype(np.uint64)
        found: npt.NDArray[np.bool_] = (bits & np.uint64(1)).astype(np.bool_)
        return found

    def __len__(self) -> int:
        return sum(self.by_pegs().values())

    def by_pegs(self) -> dict[int, int]:
        """The number of positions, by their pegs."""
        several = len(self.coset.parities) > _MOST_PARITIES
        counts = self._listed_by_pegs() if several else self._counted_by_pegs()
        return {pegs: int(n) for pegs, n in enumerate(counts) if n}

    def _listed_by_pegs(self) -> npt.NDArray[np.int64]:
        """On boards of several parts, or with holes that no jump touches: one by one."""
        total = np.zeros(len(self.coset.board) + 1, np.int64)
        for first in range(0, len(self.words), _LISTED):
            indices = indices_of_bits(self.words[first : first + _LISTED]) + (first << WORD_BITS)
            pegs = np.bitwise_count(self.coset.codes(indices))
            total += np.bincount(pegs, minlength=len(total))
        return total

    def _counted_by_pegs(self) -> npt.NDArray[np.int64]:
        coset, size = self.coset, block_words(self.coset)
        blocks = len(self.words) // size
        parities = list(coset.parities.values())
        near = np.array([_key(parities, word << WORD_BITS) for word in range(size)], np.int64)
        far = np.array([bits >> BLOCK_BITS for bits, _ in parities], np.int64)
        places = _places_by_pegs(parities)

        def part(first: int, last: int) -> npt.NDArray[np.int64]:
            counts = np.zeros(len(coset.board) + 64, np.int64)
            _count_by_pegs(self.words, size, first, last, near, far, places, counts)
            return counts

        with Workers() as workers:
            parts = workers.share(blocks, len(self.words), part)
        total: npt.NDArray[np.int64] = np.sum(parts, axis=0)
        return total


def _key(parities: list[tuple[int, int]], index: int) -> int:
    return sum(((index & bits).bit_count() & 1) << k for k, (bits, _) in enumerate(parities))


def _places_by_pegs(parities: list[tuple[int, int]]) -> Words:
    """For each key, the places of a word by their pegs there and in dropped holes."""
    table = np.zeros((1 << len(parities), WORD_BITS + len(parities) + 1), np.uint64)
    for key in range(1 << len(parities)):
        for place in range(64):
            dropped = sum(
                ((place & bits & 63).bit_count() & 1) ^ (key >> k & 1) ^ odd
                for k, (bits, odd) in enumerate(parities)
            )
            table[key, place.bit_count() + dropped] |= np.uint64(1 << place)
    return table


def indices_of_bits(words: Words) -> npt.NDArray[np.int64]:
    """The numbers of the bits that are set, in order.

    Examples
    --------
    >>> indices_of_bits(np.array([5, 0, 1 << 63], np.uint64)).tolist()
    [0, 2, 191]
    """
    where = np.flatnonzero(words)
    bits = np.unpackbits(words[where].view(np.uint8), bitorder="little").reshape(-1, 64)
    row, bit = np.nonzero(bits)
    found: npt.NDArray[np.int64] = where[row] * 64 + bit
    return found


_ROUNDS = 2  # of the jumps within a block, each time it is visited
_PIECES = 32  # of the blocks of a thread, after each of which it is told how far it is
_BESIDE = 150 << 20  # bytes that the interpreter and the compiled kernels take

Keep = Callable[[Bitmap, bool], None]


def close(
    board: Board,
    seeds: Iterable[int],
    direction: Direction,
    *,
    known: Bitmap | None = None,
    keep: Keep | None = None,
    work: Work | None = None,
) -> Bitmap:
    """Every position that a game leads to from some, or from which a game leads to one of them.

    What is ``known`` of the answer, by a closure that was stopped, is added to, in place. ``keep``
    is called with what there is so far, after every pass (and ``False``) and when the work is
    interrupted (and ``True``).

    Raises ProblemError where there is no seed or they are of several classes, and, before the work
    begins, BoardTooLargeError where the class does not fit the memory.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(6)
    >>> solvable = close(board, [board.single("a1").code], "backward")
    >>> len(solvable), board.vacancy("a1").code in solvable
    (291987, True)
    """
    work = Work.of(work)
    found = _seeded(board, list(seeds), known)
    blocks = found.words.reshape(-1, block_words(found.coset))
    changed = np.where(blocks.max(axis=1) > 0, 0, -1)
    try:
        _close(found, make_pulls(found.coset, direction), changed, keep=keep, work=work)
    except KeyboardInterrupt:
        if keep is not None:
            keep(found, True)
        raise
    return found


def _pieces(first: int, last: int, *, is_back: bool) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """A range of blocks piece by piece: how many are done after it, and its ends and direction."""
    cuts = [first + (last - first) * piece // _PIECES for piece in range(_PIECES + 1)]
    pairs = list(pairwise(cuts))
    for begin, end in reversed(pairs) if is_back else pairs:
        ends = (end - 1, begin - 1, -1) if is_back else (begin, end, 1)
        yield (last - begin if is_back else end - first), ends


def bytes_of_class(coset: Coset) -> int:
    """The memory that closing a class takes."""
    return max(8, 1 << coset.bits >> 3) + _BESIDE


def check_fits(coset: Coset, memory: int | None = None) -> None:
    """Raise BoardTooLargeError where closing a class takes more memory than is free, or given."""
    needed, free = bytes_of_class(coset), free_memory()
    if needed > free or (memory is not None and needed > memory):
        room = f"{bytes_text(max(0, free))} are free"
        if needed <= free and memory is not None:
            room = f"{bytes_text(memory)} may be used"
        raise BoardTooLargeError(
            f"a position class of {coset.board.name} takes {bytes_text(needed)}, one bit a "
            f"position, and {room}"
        )


def _seeded(board: Board, seeds: list[int], known: Bitmap | None) -> Bitmap:
    """What is known, and the seeds."""
    if not seeds:
        raise ProblemError("no position to begin with: give at least one")
    coset = Coset(board, seeds[0])
    if strangers := [code for code in seeds if code not in coset]:
        raise ProblemError(f"code:{strangers[0]} is of another position class than the others")
    if known is None:
        check_fits(coset)
        known = Bitmap(coset, np.zeros(max(1, len(coset) >> WORD_BITS), np.uint64))
    elif known.coset != coset:
        raise ProblemError("what is known is of another position class than the seeds")
    for index in map(coset.index, seeds):
        known.words[index >> WORD_BITS] |= np.uint64(1 << (index & 63))
    return known


def _close(
    found: Bitmap,
    pulls: Pulls,
    changed: Counts,
    keep: Keep | None,
    *,
    work: Work,
) -> None:
    """Pass over all blocks until nothing changes, forwards and backwards by turns."""
    size, stop = block_words(found.coset), np.zeros(1, np.int64)
    looked = np.zeros(len(changed), np.int64)
    work.progress.stage("going through the position class")
    with Workers(work.threads) as workers:
        parts = min(len(changed), workers.count_for(len(found.words)))
        cuts = [len(changed) * part // parts for part in range(parts + 1)]
        for now in count(1):

            def part(number: int, now: int = now) -> int:
                fresh = 0
                for done, ends in _pieces(cuts[number], cuts[number + 1], is_back=now % 2 == 0):
                    fresh += _pull_all(
                        found.words, size, pulls, ends, changed, looked, now, _ROUNDS, stop
                    )
                    if number == 0:  # the parts are as large, and one thread tells at a time
                        blocks = min(done * parts, len(changed))
                        work.progress.detail(f"pass {now}: {blocks:,} of {len(changed):,} blocks")
                return fresh

            try:
                fresh = sum(workers.each(parts, part))
            except BaseException:
                stop[0] = 1
                workers.close(wait=True)
                raise
            # Looked at next is what lies in the blocks that changed, 64 positions a word.
            note = f"{fresh:,} of {len(changed):,} blocks changed"
            work.update(now, note, positions=64 * size * fresh)
            if not fresh:
                return
            if keep is not None:
                keep(found, False)
