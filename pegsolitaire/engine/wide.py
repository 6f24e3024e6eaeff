"""Small level sets for beam searches on boards that need several words for each position.

The level sets are kept in memory and computed on one thread. One hash table stores the results of
a step, each position once and in full. The table grows as it fills. Each candidate takes a few
tenths of a microsecond, almost all of it to compute the canonical form. This is thirty times as
long as on a board of 64 holes (:mod:`pegsolitaire.engine.step`). It is fast enough for beams of
about ten thousand positions, but not for whole level sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from pegsolitaire.board import Board, Symmetry
from pegsolitaire.board.board import SEARCHED
from pegsolitaire.engine.canonical import canonical, in_groups, legal_jumps
from pegsolitaire.engine.compiled import by_type, compiled, inlined, way_of
from pegsolitaire.engine.expansion import BLOCK, expand, fill, put
from pegsolitaire.engine.machine import usable_memory
from pegsolitaire.engine.words import (
    MULTIPLIER,
    NONE,
    ONE,
    WORD as BITS,
    Canon,
    Counts,
    Flags,
    Words,
    lowest_bit,
)
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem
from pegsolitaire.work import Work

# --
# Positions of several words, for boards with more holes than a word has bits.
#
# Positions are stored as an array ``(words, positions)``, with a row for each word and the holes
# in the order of codes::
#
#     hole   0 .. 63 | 64 .. 127
#     word         0 |         1
#
# In this order, a rotation of the board is not a rotation of the words. The canonical form is the
# smallest of all images, and each image is computed by table look-ups for eight holes at a time.
# On a board of 81 holes this takes about ten times as long as for a single word, and about as long
# as the rest of a search.


#: The number of holes in a word. Tests reduce it, so that small boards need several words.
WORD = 64

_CHUNK = 8  # the number of holes that are looked up at a time
_FOLD = np.uint64(29)
_SHIFT, _LOW = np.uint64(_CHUNK), np.uint64((1 << _CHUNK) - 1)


def words_of(board: Board) -> int:
    """Return how many words a position needs."""
    return -(-len(board) // WORD)


def to_columns(codes: Sequence[int], words: int) -> Words:
    """Convert codes to columns of words, ``(words, codes)``.

    Examples
    --------
    >>> to_columns([1 << 65 | 3, 4], 2).tolist()
    [[3, 4], [2, 0]]
    """
    mask = (1 << WORD) - 1
    columns = [[code >> WORD * w & mask for code in codes] for w in range(words)]
    return np.array(columns, np.uint64).reshape(words, -1)


def to_code(column: Words) -> int:
    """Convert the words of a position to its code.

    Examples
    --------
    >>> to_code(to_columns([1 << 65 | 3], 2)[:, 0]) == 1 << 65 | 3
    True
    """
    return sum(word << WORD * w for w, word in enumerate(column.tolist()))


class WideCanon(NamedTuple):
    """The data that kernels need to compute canonical forms of several words.

    ``images`` contains the look-up tables of a group without the identity. Word ``w`` of an image
    is the OR of one table entry for each chunk of the holes.
    """

    images: Words  # (symmetries, words, chunks, 256)
    per_word: int  # the number of chunks in a word


def wide_canon(board: Board, group: Sequence[Symmetry]) -> WideCanon:
    """Build the data for canonical forms under a group, which begins with the identity."""
    words, chunks = words_of(board), -(-len(board) // _CHUNK)
    tables = np.zeros((len(group) - 1, words, chunks, 1 << _CHUNK), np.uint64)
    for table, symmetry in zip(tables, group[1:], strict=True):
        for hole, goal in enumerate(symmetry.image):
            chunk, bit = divmod(hole, _CHUNK)
            has = np.arange(1 << _CHUNK) >> bit & 1 == 1
            table[goal // WORD, chunk, has] |= np.uint64(1 << goal % WORD)
    return WideCanon(tables, WORD // _CHUNK)


@compiled
def least_image(columns: Words, images: Words, chunks_of_word: int, i: int, leasts: Words) -> None:
    """Write the smallest image of position ``i``. The last word is the most significant one."""
    words, chunks = columns.shape[0], images.shape[2]
    for w in range(words):
        leasts[w, i] = columns[w, i]
    for s in range(images.shape[0]):
        less = False
        for w in range(words - 1, -1, -1):
            image = NONE
            chunk = 0
            for v in range(words):
                word = columns[v, i]
                for _ in range(min(chunks_of_word, chunks - chunk)):
                    image |= images[s, w, chunk, word & _LOW]
                    word >>= _SHIFT
                    chunk += 1
            if image > leasts[w, i] and not less:
                break
            less |= image < leasts[w, i]
            if less:
                leasts[w, i] = image


# -- positions of one word, or of several --------------------------------------------------------


@by_type
def write_least(canon: Any, columns: Words, i: int, leasts: Words) -> None:
    """Write the canonical form of position ``i``."""
    raise NotImplementedError


@by_type
def words_in(canon: Any, columns: Words) -> int:
    """Return how many words a position needs. For a single word it is a constant."""
    raise NotImplementedError


@way_of(write_least, Canon)
def _write_least_word(canon: Canon, columns: Words, i: int, leasts: Words) -> None:
    leasts[0, i] = canonical(columns[0, i], canon)


@way_of(words_in, Canon)
def _one_word(canon: Canon, columns: Words) -> int:
    return 1


@way_of(write_least, WideCanon)
def _write_least_words(canon: WideCanon, columns: Words, i: int, leasts: Words) -> None:
    least_image(columns, canon.images, canon.per_word, i, leasts)


@way_of(words_in, WideCanon)
def _several_words(canon: WideCanon, columns: Words) -> int:
    return int(columns.shape[0])


# -- tables: (slots, words), the number of slots a power of two, 0 marks an empty slot ------------


@inlined
def shift_of(table: Words) -> np.uint64:
    """Return the right shift that maps a 64-bit key to a slot of a table."""
    shift = BITS
    slots = table.shape[0]
    while slots > 1:
        slots >>= 1
        shift -= ONE
    return shift


@inlined
def is_at(table: Words, slot: np.uint64, columns: Words, i: int, size: int) -> bool:
    """Return whether a slot of a table contains a position."""
    same = table[slot, 0] == columns[0, i]
    for w in range(1, size):
        same &= table[slot, w] == columns[w, i]
    return bool(same)


@inlined
def is_free(table: Words, slot: np.uint64, size: int) -> bool:
    """Return whether a slot is empty. An empty slot contains 0, and a position never does."""
    free = table[slot, 0] == 0
    for w in range(1, size):
        free &= table[slot, w] == 0
    return bool(free)


@inlined
def home(columns: Words, i: int, size: int, shift: np.uint64) -> np.uint64:
    """Return the slot of a table in which the search for a position begins."""
    key = columns[0, i] * MULTIPLIER
    for w in range(1, size):
        key = ((key ^ (key >> _FOLD)) + columns[w, i]) * MULTIPLIER
    slot: np.uint64 = key >> shift
    return slot


# --
# Levels of positions of several words: jumps as a rule of the level step, and the hash table.
#
# Common arguments:
#
# columns
#     ``(words, positions)``
# table
#     ``(slots, words)``; the number of slots is a power of two, and at least half of them are free


class WideSteps(NamedTuple):
    """The rule that makes each legal jump from a position of several words."""

    tests: Words  # (words, groups, 64)
    shown: Words  # (words, groups, 64): legal if ``word & test == shown`` for each word
    masks: Words  # (words, jumps)


class _WideBlock(NamedTuple):
    """Candidates of several words, and their canonical forms, ``(words, size)``."""

    made: Words
    leasts: Words


class _WideTable(NamedTuple):
    """A hash table. An array of length 1 contains the number of its positions."""

    slots: Words
    filled: Counts


@compiled
def _slot(table: Words, columns: Words, i: int, shift: np.uint64) -> np.uint64:
    """Return the slot of position ``i``, or the empty slot for it."""
    size = columns.shape[0]
    low = np.uint64(table.shape[0] - 1)
    slot = home(columns, i, size, shift)
    while not is_free(table, slot, size) and not is_at(table, slot, columns, i, size):
        slot = (slot + ONE) & low
    return slot


@compiled
def _put(table: Words, columns: Words, i: int, shift: np.uint64) -> bool:
    """Insert a position into a table, and return whether it is new."""
    slot = _slot(table, columns, i, shift)
    fresh = bool(is_free(table, slot, columns.shape[0]))
    for w in range(columns.shape[0]):
        table[slot, w] = columns[w, i]
    return fresh


@compiled
def _put_all(table: Words, columns: Words) -> None:
    """Insert positions into a table that has room for them."""
    shift = shift_of(table)
    for i in range(columns.shape[1]):
        _put(table, columns, i, shift)


@compiled
def look_up(table: Words, columns: Words, found: Flags) -> None:
    """Write which positions are in a table."""
    shift = shift_of(table)
    for i in range(columns.shape[1]):
        slot = _slot(table, columns, i, shift)
        found[i] = not is_free(table, slot, columns.shape[0])


@compiled
def collect(table: Words, columns: Words) -> None:
    """Write the positions of a table to an array, in the order of their slots."""
    size = columns.shape[0]
    i = 0
    for k in range(table.shape[0]):
        slot = np.uint64(k)
        if not is_free(table, slot, size):
            for w in range(size):
                columns[w, i] = table[slot, w]
            i += 1


@way_of(fill, WideSteps)
def _fill(
    steps: WideSteps, columns: Words, rows: None, i: int, end: int, canon: WideCanon,
    block: _WideBlock,
) -> tuple[int, int]:  # fmt: skip
    """Fill a block with the results of jumps, beginning at the i-th position."""
    count, made = 0, block.made
    size = columns.shape[0]
    while i < end and count + steps.masks.shape[1] < made.shape[1]:
        for group in range(steps.tests.shape[1]):
            legal = ~np.uint64(0)
            for w in range(size):
                legal &= legal_jumps(columns[w, i], steps.tests[w], steps.shown[w], group)
            while legal != 0:
                j = 64 * group + lowest_bit(legal)
                legal &= legal - ONE
                for w in range(size):
                    made[w, count] = columns[w, i] ^ steps.masks[w, j]
                count += 1
        i += 1
    for k in range(count):
        least_image(block.made, canon.images, canon.per_word, k, block.leasts)
    return i, count


@way_of(put, _WideTable)
def _put_while_room(into: _WideTable, block: _WideBlock, k: int, count: int) -> int:
    shift = shift_of(into.slots)
    while k < count and 2 * (into.filled[0] + 1) <= into.slots.shape[0]:
        into.filled[0] += _put(into.slots, block.leasts, k, shift)
        k += 1
    return k


@dataclass(frozen=True, eq=False)
class WideLevel:
    """Positions in canonical form. Only the engine uses the array, ``(words, positions)``."""

    columns: Words

    def __len__(self) -> int:
        return int(self.columns.shape[1])

    def discard(self) -> None:
        """Do nothing: a level of several words has no files."""


class WideLevels:
    """Computes level sets of a problem on a board of up to 128 holes, up to symmetry.

    Raises BoardTooLargeError if the board has more than 128 holes.

    Examples
    --------
    >>> from pegsolitaire.board import square
    >>> problem = Problem.complement(square(9), "e5")
    >>> engine = WideLevels(problem)
    >>> from pegsolitaire.engine.levels import play_levels
    >>> *_, (pegs, level) = play_levels(engine, problem.starts, 75)
    >>> len(level)
    1148
    """

    def __init__(self, problem: Problem, *, work: Work | None = None) -> None:
        work = Work.of(work)
        board = problem.board
        board.check_holes("searches", SEARCHED)
        self._words, self._work = words_of(board), work
        self._canon = wide_canon(board, problem.group)
        masks = self._columns([jump.mask for jump in board.jumps])
        before = self._columns([jump.pegs for jump in board.jumps])
        self.jumps, self.unjumps = _steps(masks, before), _steps(masks, masks ^ before)
        self.stay = _steps(self._columns([0]), self._columns([0]))
        size = BLOCK + masks.shape[1]
        self._block = _WideBlock(*(np.empty((self._words, size), np.uint64) for _ in range(2)))

    def step(
        self, source: WideLevel, steps: WideSteps, expected: int = 0, **files: object
    ) -> WideLevel:
        """Return the level of all results of the steps.

        The options are those of :meth:`LevelEngine.step
        <pegsolitaire.engine.levels.LevelEngine.step>`, but all levels stay in memory, and the
        order of their positions, and so a sample, does not depend on ``expected``.

        Raises BoardTooLargeError if the level does not fit in memory, and BudgetSpentError if a
        limit of the work is reached.
        """
        return self._step(source, steps, 4 * len(source), is_new=True)

    def _step(
        self, source: WideLevel, steps: WideSteps, expected: int = 0, *, is_new: bool
    ) -> WideLevel:
        """Return the results of the steps, and spend them if they are new positions."""
        table = self._table(max(expected, len(source), len(steps.masks[0])))
        state, count = np.array([0, len(source), 0, 0], np.int64), np.zeros(1, np.int64)
        spent = 0
        while not expand(
            steps, source.columns, None, state, self._canon, self._block, _WideTable(table, count)
        ):
            spent = self._spend(int(count[0]), spent, is_new)
            held = self._collected(table, int(count[0]))
            table = self._table(len(table))
            _put_all(table, held)
        self._spend(int(count[0]), spent, is_new)
        return WideLevel(self._collected(table, int(count[0])))

    def _spend(self, made: int, spent: int, is_new: bool) -> int:
        """Spend the positions of a level made so far, check the limits, and return their number.

        ``spent`` is the number of those that were spent before.
        """
        if is_new:
            self._work.spend(made - spent)
        self._work.check()
        return made

    def select(self, source: WideLevel, steps: WideSteps, target: WideLevel) -> WideLevel:
        """Return those positions of the target that steps from the source lead to."""
        images = self._step(source, steps, is_new=False).columns
        table = self._table(len(target))
        _put_all(table, target.columns)
        is_wanted = np.zeros(images.shape[1], np.bool_)
        look_up(table, images, is_wanted)
        return WideLevel(np.ascontiguousarray(images[:, is_wanted]))

    def level(self, codes: Sequence[int]) -> WideLevel:
        """Make the level set of codes."""
        return self._step(WideLevel(self._columns(codes)), self.stay, is_new=False)

    def first(self, level: WideLevel) -> WideLevel:
        """Return a level with one position of the given level."""
        return WideLevel(np.ascontiguousarray(level.columns[:, :1]))

    def sample(self, level: WideLevel, size: int, seed: int) -> WideLevel:
        """Return a random sample of the positions in a level; ``size`` is their number."""
        chosen = np.random.default_rng(seed).permutation(len(level))[:size]
        return WideLevel(np.ascontiguousarray(level.columns[:, np.sort(chosen)]))

    def codes(self, level: WideLevel) -> list[int]:
        """Return the sorted canonical codes of a level."""
        return sorted(to_code(column) for column in level.columns.T)

    def _columns(self, codes: Sequence[int]) -> Words:
        return to_columns(codes, self._words)

    def _table(self, least: int) -> Words:
        """Allocate a table that is at most half full with the given number of positions."""
        size = 4 << max(least, 1).bit_length()
        room = usable_memory(self._work.memory)
        if 8 * self._words * size > room:
            raise BoardTooLargeError(f"a level needs more than {room:,} bytes of memory")
        return np.zeros((size, self._words), np.uint64)

    def _collected(self, table: Words, count: int) -> Words:
        columns = np.empty((self._words, count), np.uint64)
        collect(table, columns)
        return columns


def _steps(masks: Words, wanted: Words) -> WideSteps:
    """Build the rule for jumps from their masks and the values that make them legal."""
    grouped = [in_groups(*both) for both in zip(masks, wanted, strict=True)]
    return WideSteps(
        np.stack([tests for tests, _ in grouped]), np.stack([shown for _, shown in grouped]), masks
    )
