"""Find the positions of a class that are reachable from given positions, or can reach them.

The positions are stored as a bitmap of the class. All jumps are applied to this bitmap until
nothing changes. The passes visit the blocks of the bitmap in ascending and in descending order,
alternately. Each block pulls bits from the blocks that changed since its last visit, and then
applies the jumps within the block. The blocks are divided among the threads.

The bitmap has ``2**rank`` bits, where ``rank`` is the rank of the jumps over GF(2): 64 MiB for the
English board, 1 GiB for the French board, 4 GiB for the hexagon of 37 holes. Bits are set but
never cleared, and each bit is correct as soon as it is set. An interrupted closure can therefore
continue from any intermediate state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import count, pairwise, product
from threading import Lock
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board
from pegsolitaire.board.board import JumpMask
from pegsolitaire.engine.compiled import compiled, inlined
from pegsolitaire.engine.machine import Workers, free_memory
from pegsolitaire.engine.words import ONE, Counts, Flags, Words, pegs_of
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError, ProblemError
from pegsolitaire.theory import invariants
from pegsolitaire.units import bytes_text
from pegsolitaire.work import Work

# --
# The compiled loops over the bitmap of a class, which pull bits along jumps, pass by pass.
#
# A position is added if a jump links it to a position in the bitmap. For this, its word is ORed
# with the relevant bits of the other position's word, masked and shifted. Which words of a block a
# jump affects depends only on the jump, so runs of such words are listed in advance. A run is a
# plain loop over two slices, which the compiler vectorises after a test that they do not overlap.
# If a jump only moves bits within words, the slices are the same, and have a loop of their own.
#
# Only one thread writes a block, and bits are never cleared. A thread that reads a block while
# another thread writes it therefore sees some or all of the new bits, and reads the block again in
# the next pass. Beginning a run takes 3 to 5 ns, and each word takes 0.1 to 0.4 ns in the
# first-level cache, but 2 ns or more if it comes from another block. Within a block of the English
# board, runs of one or two words take three quarters of the time.


class Pulls(NamedTuple):
    """Tables for pulling bits along jumps. The first axis of all but the last is the jump."""

    across: Counts  # XOR with the number of a block gives the block that its bits come from
    turn: Counts  # XOR with a word's number in its block gives the word that its bits come from
    must: Counts  # a jump affects the blocks with ``block & must == equal``
    equal: Counts
    up: Words  # the shift of bits within a word to the left
    down: Words  # the shift of bits within a word to the right
    keys: Counts  # the number of keys, which doubles for each dropped hole that the jump touches
    far: Counts  # (jumps, 3): for each dropped hole, the bits of a block that its peg depends on
    pattern: Words  # (jumps, 8): for each key, the bits of a word that the jump affects
    runs_from: Counts  # (jumps, 9): where each key's runs begin in ``runs``; the next is the end
    runs: Counts  # (runs, 2): the first word of each run in a block, and the number of its words


@inlined
def odd(bits: int) -> int:
    """Return 1 if the number of set bits is odd, and 0 if it is even."""
    odd = 0
    while bits:
        bits &= bits - 1
        odd ^= 1
    return odd


@inlined
def block_key(pulls: Pulls, jump: int, block: int) -> int:
    """Return the part of a key that is the same for all words of a block."""
    key, hole = 0, 0
    while 1 << hole < pulls.keys[jump]:
        key |= odd(block & pulls.far[jump, hole]) << hole
        hole += 1
    return key


@compiled
def _pull(words: Words, size: int, pulls: Pulls, jump: int, block: int) -> bool:
    """Pull bits into a block of words along a jump. Return True if at least one bit was new."""
    there, here = (block ^ pulls.across[jump]) * size, block * size
    turn, up, down = pulls.turn[jump], pulls.up[jump], pulls.down[jump]
    far_key = block_key(pulls, jump, block)
    new = np.uint64(0)
    for key in range(pulls.keys[jump]):
        bits = pulls.pattern[jump, key ^ far_key]
        if bits == 0:
            continue
        for i in range(pulls.runs_from[jump, key], pulls.runs_from[jump, key + 1]):
            first, length = pulls.runs[i, 0], pulls.runs[i, 1]
            p, q = here + first, there + (first ^ turn)
            target, source = words[p : p + length], words[q : q + length]
            if p == q:
                for k in range(length):
                    old = target[k]
                    target[k] = old | (old << up >> down & bits)
                    new |= target[k] ^ old
            else:
                for k in range(length):
                    old = target[k]
                    target[k] = old | (source[k] << up >> down & bits)
                    new |= target[k] ^ old
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
    """Visit blocks once, and return how many of them changed.

    ``ends`` consists of the first block, the end of the range, and the step from one block to the
    next. ``changed`` and ``looked``, both ``(blocks,)``, contain the passes in which each block
    last changed and was last visited. On each visit, ``rounds`` limits how often the jumps within
    a block are applied. A nonzero ``stop[0]`` stops the work.
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
def _contain(
    words: Words, codes: Words, tables: Counts, is_contained: Flags, first: int, last: int
) -> None:
    """Write, for each code of a position of the class, whether its bit is set."""
    for i in range(first, last):
        index, code = 0, codes[i]
        for byte in range(tables.shape[0]):
            index |= tables[byte, code & np.uint64(255)]
            code >>= np.uint64(8)
        is_contained[i] = words[index >> 6] >> np.uint64(index & 63) & ONE


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
    """Add the positions in a range of blocks to ``counts``, by their number of pegs.

    The pegs in dropped holes follow from parities of the other pegs. ``near_keys``, ``(size,)``,
    contains the contribution of each word of a block to these parities, and ``far``,
    ``(dropped,)``, contains the bits of a block's number that contribute. A key is a combination
    of these parities. For each key and each number of pegs, ``places``, ``(keys, pegs)``, contains
    a mask of a word. This mask shows the positions with this number of pegs in the holes of the
    lowest bits and the dropped holes together.
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
# A position class as an array of bits. Each position of the class has an index.
#
# A class is a coset of the span of the jumps over GF(2). If jumps preserve d parities, d holes can
# be dropped, because the pegs in the other holes determine which of these holes have pegs. The
# index of a position is a binary number with one bit for each of the other holes.
#
# Bits of an index, low to high::
#
#     0 .. 5     the bit within a word
#     6 .. 16    the word within a block of 16 KiB, which stays in the first-level cache
#     17 ..      the block
#
# Holes that few jumps touch, such as the corners, are dropped or get the low bits. The reason is
# that a jump between holes with high bits affects one word in eight, but a jump between holes with
# the lowest six bits affects all words.


_CHEAP = 9  # the number of low bits for the holes with the fewest jumps


class Coset:
    """The class of a position, with an index for every position of the class.

    The board may have any size. Whether a bitmap of the class fits in memory is not checked.

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
        #: For each dropped hole, the mask of a preserved parity: this hole and some kept holes.
        self.dropped = _dropped(board, order)
        free_holes = [i for i in order if i not in self.dropped]
        #: The hole of each bit of an index.
        self.kept = (*free_holes[:_CHEAP], *sorted(free_holes[_CHEAP:]))
        self.odd = {hole: (member & mask).bit_count() & 1 for hole, mask in self.dropped.items()}

    @property
    def bits(self) -> int:
        """The number of bits in an index, which is the rank of the jumps."""
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

    @cached_property
    def bit(self) -> dict[int, int]:
        """The bit of each kept hole in an index."""
        return {hole: bit for bit, hole in enumerate(self.kept)}

    @cached_property
    def parities(self) -> dict[int, tuple[int, int]]:
        """For each dropped hole, a mask of index bits and a constant (0 or 1).

        The hole has a peg if the sum of these bits and the constant is odd.
        """
        return {
            hole: (sum(1 << bit for i, bit in self.bit.items() if mask >> i & 1), self.odd[hole])
            for hole, mask in self.dropped.items()
        }

    def index(self, code: int) -> int:
        """Return the index of a position of the class."""
        return sum((code >> hole & 1) << bit for bit, hole in enumerate(self.kept))

    def code(self, index: int) -> int:
        """Return the code of the position with the given index."""
        code = sum((index >> bit & 1) << hole for bit, hole in enumerate(self.kept))
        for hole, (bits, odd) in self.parities.items():
            code |= ((index & bits).bit_count() & 1 ^ odd) << hole
        return code

    @cached_property
    def index_tables(self) -> Counts:
        """For each byte of a code, the part of the index that each value of the byte gives."""
        tables = np.zeros((-(-len(self.board) // 8), 256), np.int64)
        values = np.arange(256)
        for bit, hole in enumerate(self.kept):
            tables[hole // 8] |= (values >> hole % 8 & 1) << bit
        return tables

    def codes(self, indices: npt.NDArray[np.int64]) -> Words:
        """Return the codes of positions for an array of indices, on boards of up to 64 holes."""
        row_codes = np.zeros(len(indices), np.uint64)
        for bit, hole in enumerate(self.kept):
            row_codes |= (indices >> bit & 1).astype(np.uint64) << np.uint64(hole)
        for hole, (bits, odd) in self.parities.items():
            peg = (
                np.bitwise_count(indices & bits).astype(np.uint64) ^ np.uint64(odd)
            ) & np.uint64(1)
            row_codes |= peg << np.uint64(hole)
        return row_codes


def _dropped(board: Board, order: Sequence[int]) -> dict[int, int]:
    """Choose holes to drop, as early in an order as possible, and a preserved parity for each."""
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
# The tables of the jumps for the kernels above.
#
# A jump links two positions whose indices differ in the bits of its kept holes. It affects the
# positions whose index has certain values in these bits, and whose dropped holes have the pegs
# that the jump requires. The pegs in dropped holes are parities of other bits. All these
# conditions are divided into conditions on a block, on a word of a block and on the bits of a
# word, so the kernels only need masks and shifts.


Direction = Literal["forward", "backward"]

WORD_BITS = 6
BLOCK_BITS = 17
_FULL = (1 << 64) - 1

#: Six masks of a word, for the places (0 to 63) whose number has bit 0, 1, ... 5 set.
_PLACES = tuple(
    sum(1 << place for place in range(64) if place >> bit & 1) for bit in range(WORD_BITS)
)


def block_words(coset: Coset) -> int:
    """Return the number of words in a block, or in the whole class if that is smaller."""
    return 1 << max(0, min(coset.bits, BLOCK_BITS) - WORD_BITS)


def make_pulls(coset: Coset, direction: Direction) -> Pulls:
    """Build the tables for pulling bits along jumps.

    In the forward direction, a position is added if a jump leads to it from a position in the
    bitmap. In the backward direction, a position is added if a jump leads from it to a position in
    the bitmap.
    """
    rows = [_Pull(coset, jump, direction) for jump in coset.board.jumps]
    runs: list[tuple[int, int]] = []
    runs_from = np.zeros((len(rows), 9), np.int64)
    for number, row in enumerate(rows):
        runs_from[number, 0] = len(runs)
        for key in range(row.keys):
            runs += row.runs(key)
            runs_from[number, key + 1] = len(runs)
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
        runs=np.array(runs, np.int64).reshape(-1, 2),
    )


class _Pull:
    """Conditions on the bits of indices, which determine the positions that a jump adds."""

    def __init__(self, coset: Coset, jump: JumpMask, direction: Direction) -> None:
        before = {jump.start: 1, jump.over: 1, jump.end: 0}
        wanted = before if direction == "backward" else {i: 1 - peg for i, peg in before.items()}
        bits = {coset.bit[hole]: peg for hole, peg in wanted.items() if hole in coset.bit}
        #: The index bits that the jump changes and tests, and the values that they must have.
        self.must = self.turn = sum(1 << bit for bit in bits)
        self.equal = sum(peg << bit for bit, peg in bits.items())
        low = {bit: peg for bit, peg in bits.items() if bit < WORD_BITS}
        self.shift = sum((1 if peg else -1) << bit for bit, peg in low.items())
        #: For each dropped hole, the bits that its peg depends on, and the parity required.
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
        """The bits of a block's number that contribute to each parity."""
        far = [bits >> BLOCK_BITS for bits, _ in self.parities]
        return far + [0] * (3 - len(far))

    @property
    def patterns(self) -> list[int]:
        """For each key (the parities of the higher bits), the matching places in a word."""
        all_patterns = []
        for key in product((0, 1), repeat=len(self.parities)):
            pattern = self.near
            for (bits, wanted), above in zip(self.parities, reversed(key), strict=True):
                odd = _sum_of_places(bits)
                pattern &= odd if wanted ^ above else ~odd & _FULL
            all_patterns.append(pattern)
        return all_patterns + [0] * (8 - len(all_patterns))

    def runs(self, key: int) -> list[tuple[int, int]]:
        """Return the words of a block that match a key, as runs: the first word and the length.

        The words that the bits of a run come from are a run too.
        """
        must, equal = (bits >> WORD_BITS & self.size - 1 for bits in (self.must, self.equal))
        runs: list[tuple[int, int]] = []
        end = -1
        for word in range(self.size):
            if word & must != equal or _key(self.parities, word << WORD_BITS) != key:
                continue
            if word == end and word ^ self.word_turn == (word - 1 ^ self.word_turn) + 1:
                first, length = runs.pop()
                runs.append((first, length + 1))
            else:
                runs.append((word, 1))
            end = word + 1
        return runs


def _pattern(bits: Iterable[tuple[int, int]]) -> int:
    """Return a mask of the places in a word whose numbers have bits with the given values."""
    pattern = _FULL
    for bit, peg in bits:
        pattern &= _PLACES[bit] if peg else ~_PLACES[bit]
    return pattern


def _sum_of_places(bits: int) -> int:
    """Return a mask of the places in a word that have an odd number of the given bits set."""
    odd = 0
    for bit, places in enumerate(_PLACES):
        if bits >> bit & 1:
            odd ^= places
    return odd


# --
# A set of positions of a class as a bitmap.


_MAX_PARITIES = 10  # the maximum number of parities for tables, which have 2**parities rows
_LISTED = 1 << 16  # the number of words whose positions are listed at a time


class Bitmap:
    """A set of positions in a class, as a bitmap. Index 0 is the lowest bit of the first word.

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
        """Return, for each code of a position of the class, whether the position is in the set."""
        is_contained = np.empty(len(codes), np.bool_)
        tables = self.coset.index_tables
        with Workers() as workers:
            workers.share(
                len(codes),
                len(codes),
                lambda a, b: _contain(self.words, codes, tables, is_contained, a, b),
            )
        return is_contained

    def __len__(self) -> int:
        return sum(self.by_pegs().values())

    def by_pegs(self) -> dict[int, int]:
        """Count the positions with each number of pegs."""
        several = len(self.coset.parities) > _MAX_PARITIES
        counts = self._listed_by_pegs() if several else self._counted_by_pegs()
        return {pegs: int(n) for pegs, n in enumerate(counts) if n}

    def _listed_by_pegs(self) -> npt.NDArray[np.int64]:
        """Count positions one by one. Boards with several parts or unused holes require this."""
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
    """Return, for each key and each number of pegs, a mask of the matching places in a word."""
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
    """Return the indices of the set bits, in order.

    Examples
    --------
    >>> indices_of_bits(np.array([5, 0, 1 << 63], np.uint64)).tolist()
    [0, 2, 191]
    """
    where = np.flatnonzero(words)
    bits = np.unpackbits(words[where].view(np.uint8), bitorder="little").reshape(-1, 64)
    row, bit = np.nonzero(bits)
    indices: npt.NDArray[np.int64] = where[row] * 64 + bit
    return indices


_ROUNDS = 2  # each visit applies the jumps within a block at most this many times
_PIECES = 32  # pieces into which each thread's blocks are divided, to report progress
_BESIDE = 150 << 20  # the memory of the interpreter and the compiled kernels, in bytes

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
    """Find all positions reachable from the seeds or, backward, all that can reach a seed.

    ``known`` is the result of an interrupted closure. Further positions are added to it in place.
    ``keep`` is called with the result so far and a flag, which is ``False`` after every pass and
    ``True`` if the work is interrupted or reaches a limit.

    Raises ProblemError if there is no seed or the seeds belong to several classes. Raises
    BoardTooLargeError, before the work begins, if the class does not fit in memory.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(6)
    >>> solvable = close(board, [board.single("a1").code], "backward")
    >>> len(solvable), board.vacancy("a1").code in solvable
    (291987, True)
    """
    work = Work.of(work)
    bitmap = _seeded(board, list(seeds), known)
    blocks = bitmap.words.reshape(-1, block_words(bitmap.coset))
    changed = np.where(blocks.max(axis=1) > 0, 0, -1)
    try:
        _close(bitmap, make_pulls(bitmap.coset, direction), changed, keep=keep, work=work)
    except (KeyboardInterrupt, BudgetSpentError):
        if keep is not None:
            keep(bitmap, True)
        raise
    return bitmap


def _pieces(first: int, last: int, *, is_back: bool) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """Divide a range of blocks into pieces. Yield the blocks done so far and each piece's ends."""
    cuts = [first + (last - first) * piece // _PIECES for piece in range(_PIECES + 1)]
    pairs = list(pairwise(cuts))
    for begin, end in reversed(pairs) if is_back else pairs:
        ends = (end - 1, begin - 1, -1) if is_back else (begin, end, 1)
        yield (last - begin if is_back else end - first), ends


def bytes_of_class(coset: Coset) -> int:
    """Return the number of bytes of memory that the closure of a class needs."""
    return max(8, 1 << coset.bits >> 3) + _BESIDE


def check_fits(coset: Coset, memory: int | None = None) -> None:
    """Raise BoardTooLargeError if the closure needs more memory than is free or allowed."""
    needed, free = bytes_of_class(coset), free_memory()
    if needed > free or (memory is not None and needed > memory):
        room = f"{bytes_text(max(0, free))} are free"
        if needed <= free and memory is not None:
            room = f"{bytes_text(memory)} may be used"
        raise BoardTooLargeError(
            f"a position class of {coset.board.name} takes {bytes_text(needed)}, one bit per "
            f"position, and only {room}"
        )


def _seeded(board: Board, seeds: list[int], known: Bitmap | None) -> Bitmap:
    """Add the seeds to the known positions."""
    if not seeds:
        raise ProblemError("no positions are given: give at least one")
    coset = Coset(board, seeds[0])
    if strangers := [code for code in seeds if code not in coset]:
        raise ProblemError(f"code:{strangers[0]} is not in the position class of the others")
    if known is None:
        check_fits(coset)
        known = Bitmap(coset, np.zeros(max(1, len(coset) >> WORD_BITS), np.uint64))
    elif known.coset != coset:
        raise ProblemError("the known positions are not in the position class of the seeds")
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
    """Pass over all blocks until nothing changes, reversing the order after every pass."""
    size, stop = block_words(found.coset), np.zeros(1, np.int64)
    looked, spending = np.zeros(len(changed), np.int64), Lock()
    work.progress.stage("searching the position class")
    with Workers(work.threads) as workers:
        parts = min(len(changed), workers.count_for(len(found.words)))
        cuts = [len(changed) * part // parts for part in range(parts + 1)]
        for now in count(1):

            def part(number: int, now: int = now) -> int:
                fresh = 0
                for done, ends in _pieces(cuts[number], cuts[number + 1], is_back=now % 2 == 0):
                    some = _pull_all(
                        found.words, size, pulls, ends, changed, looked, now, _ROUNDS, stop
                    )
                    fresh += some
                    with spending:  # the next pass examines the changed blocks
                        work.spend(64 * size * some)
                    work.check()
                    if number == 0:  # the parts are of equal size, so one thread reports for all
                        blocks = min(done * parts, len(changed))
                        work.progress.detail(f"pass {now}: {blocks:,} of {len(changed):,} blocks")
                return fresh

            try:
                fresh = sum(workers.each(parts, part))
            except BaseException:
                stop[0] = 1
                workers.close(wait=True)
                raise
            work.update(now, f"{fresh:,} of {len(changed):,} blocks changed")
            if not fresh:
                return
            if keep is not None:
                keep(found, False)
