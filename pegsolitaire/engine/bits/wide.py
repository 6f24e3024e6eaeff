"""Positions of several words, for boards of more holes than a word has bits.

Many positions are an array ``(words, positions)``: a row for each word, the holes in the order of
codes::

    hole   0 .. 63 | 64 .. 127
    word         0 |         1

There is no order of the bits in which a turn is a shift here: the canonical form is the least of
all images, each the OR of look-ups of eight holes at a time. On 81 holes that costs some ten times
as much as in one word, about as much as the rest of a search.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from pegsolitaire.board import Board, Symmetry
from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.engine.bits.canonical_kernels import canonical
from pegsolitaire.engine.bits.compiled import by_type, compiled, inlined, way_of
from pegsolitaire.engine.bits.hashing import MULTIPLIER, NONE, ONE
from pegsolitaire.engine.bits.hashing import WORD as BITS
from pegsolitaire.engine.bits.layout import Canon

#: Holes in a word; tests take fewer, so that positions of small boards have several.
WORD = 64

_CHUNK = 8  # holes looked up at a time
_FOLD = np.uint64(29)
_SHIFT, _LOW = np.uint64(_CHUNK), np.uint64((1 << _CHUNK) - 1)


def words_of(board: Board) -> int:
    """The number of words of a position."""
    return -(-len(board) // WORD)


def to_columns(codes: Sequence[int], words: int) -> Words:
    """Codes as words, ``(words, codes)``.

    Examples
    --------
    >>> to_columns([1 << 65 | 3, 4], 2).tolist()
    [[3, 4], [2, 0]]
    """
    mask = (1 << WORD) - 1
    made = [[code >> WORD * w & mask for code in codes] for w in range(words)]
    return np.array(made, np.uint64).reshape(words, -1)


def to_code(column: Words) -> int:
    """The code of the words of one position.

    Examples
    --------
    >>> to_code(to_columns([1 << 65 | 3], 2)[:, 0]) == 1 << 65 | 3
    True
    """
    return sum(word << WORD * w for w, word in enumerate(column.tolist()))


class WideCanon(NamedTuple):
    """What kernels need for canonical forms of several words.

    ``images`` are a group as look-up tables, without the identity: word ``w`` of an image is the
    OR of an entry for each chunk of the holes.
    """

    images: Words  # (symmetries, words, chunks, 256)
    per_word: int  # the look-ups that a word takes


def wide_canon(board: Board, group: Sequence[Symmetry]) -> WideCanon:
    """What kernels need for canonical forms under a group, the identity first."""
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
    """Write the least image of position ``i``, by its last word first."""
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
    """The words of a position: one, which the compiler then knows, or several."""
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


# -- tables: (slots, words), a power of two of slots, 0 where nothing is -------------------------


@inlined
def shift_of(table: Words) -> np.uint64:
    """What brings a key to the slots of a table."""
    shift = BITS
    slots = table.shape[0]
    while slots > 1:
        slots >>= 1
        shift -= ONE
    return shift


@inlined
def is_at(table: Words, slot: np.uint64, columns: Words, i: int, size: int) -> bool:
    """Whether a slot of a table holds a position."""
    same = table[slot, 0] == columns[0, i]
    for w in range(1, size):
        same &= table[slot, w] == columns[w, i]
    return bool(same)


@inlined
def is_free(table: Words, slot: np.uint64, size: int) -> bool:
    """Whether nothing is there: no position of a game is without pegs."""
    free = table[slot, 0] == 0
    for w in range(1, size):
        free &= table[slot, w] == 0
    return bool(free)


@inlined
def home(columns: Words, i: int, size: int, shift: np.uint64) -> np.uint64:
    """The slot of a table where a position is looked for first."""
    key = columns[0, i] * MULTIPLIER
    for w in range(1, size):
        key = ((key ^ (key >> _FOLD)) + columns[w, i]) * MULTIPLIER
    slot: np.uint64 = key >> shift
    return slot
