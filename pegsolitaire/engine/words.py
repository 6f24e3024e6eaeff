"""Sector layout: the order of bits in which a rotation of the board is a rotation of the word.

Every group of symmetries of a board in the plane is cyclic or dihedral, and a rotation of order
``k`` moves every hole except the centre in cycles of length ``k``. The engine numbers its bits by
these cycles::

    bit  s * width + j        hole  rotation^s (hole j of sector 0),   s = 0 .. k - 1
    bit  k * width + i        the holes that the rotation fixes (the centre)

so that a rotation of the board is a cyclic shift of the low ``k * width`` bits by ``width``. If
the group also has reflections, one reflection is stored as look-up tables, for nine bits of the
word at a time. Rotations of its result are the other reflections. A group with a single reflection
and no rotation is treated as if the reflection were a rotation of order 2, whose fixed holes are
those on its axis. On a cubic board, more than one reflection is stored: one for each coset of the
rotation.

The canonical word of a position is the smallest of all its images. Its computation takes ``2k``
shifts and one look-up for each table. On a 45-hole board this takes 4 ns, where permutation tables
for each symmetry would take 15 to 30 ns.

Words are only used inside the engine. In all other packages, positions are row-by-row codes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, Permutation, Symmetry
from pegsolitaire.board.symmetry import cycles_of
from pegsolitaire.engine.compiled import compiled, inlined

# --
# The types of arrays for kernels, and a search in sorted arrays.


Words = npt.NDArray[np.uint64]
#: Remainders of 32 or 64 bits: the part of each word that the partition does not determine.
Remainders = npt.NDArray[Any]
Counts = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[Any]  # of float64 or uint64
MaybeRows = Any  # rows or None; with None, the compiler omits the code that handles rows


def find_in_sorted(level: Words, wanted: Words) -> tuple[Counts, Flags]:
    """Find words in a sorted level. Return their indices, and a flag for each word found.

    Examples
    --------
    >>> place, held = find_in_sorted(np.array([2, 3, 7], np.uint64), np.array([7, 4], np.uint64))
    >>> int(place[0]), held.tolist()
    (2, [True, False])
    """
    if not len(level):
        return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), np.bool_)
    place = np.minimum(np.searchsorted(level, wanted), len(level) - 1)
    return place, np.asarray(level[place] == wanted)


#: Increased whenever a release may change the word of a position or the partition of a word.
LAYOUT_VERSION = 2

#: The number of bits that are looked up at a time. With nine bits, the tables of a 45-hole board
#: fit into the first-level cache.
_CHUNK = 9


class Canon(NamedTuple):
    """The data that kernels need to compute canonical forms."""

    turns: np.uint64  # the order of the rotation
    width: np.uint64  # the number of holes in a sector
    mirror: Words  # (reflections, chunks, 2**bits): look-up tables, possibly none
    bits: np.uint64  # the number of bits in one look-up


@dataclass(frozen=True, eq=False)
class Layout:
    """The assignment of the holes of a board to the bits of a word, for a group of symmetries.

    ``mirror`` contains the reflections that are not rotations of one another. Boards in the plane
    have at most one. A jump is legal if ``word & mask == jump_pegs``. To undo it, ``word & mask ==
    unjump_pegs`` must hold.
    """

    board: Board
    group: tuple[Symmetry, ...]
    turns: int  # the order of the rotation
    width: int  # the number of holes in a sector
    mirror: Words  # (reflections, chunks, 2**bits): the images of chunks of bits
    to_word: Words  # (chunks, 2**bits): from row-by-row codes to words
    to_code: Words  # (chunks, 2**bits): from words to row-by-row codes
    images: Words  # (symmetries, chunks, 2**bits): the group on row-by-row codes, identity first
    masks: Words  # (jumps,)
    jump_pegs: Words
    unjump_pegs: Words

    @property
    def full(self) -> int:
        """The full board, whose word equals its code."""
        return self.board.full_code

    @property
    def bits(self) -> np.uint64:
        """The number of bits that one look-up takes from a code."""
        return np.uint64(self.to_word.shape[1].bit_length() - 1)

    @property
    def canon(self) -> Canon:
        """The data that kernels need to compute canonical forms."""
        mirror_bits = self.mirror.shape[2].bit_length() - 1 if self.mirror.size else 0
        return Canon(
            np.uint64(self.turns), np.uint64(self.width), self.mirror, np.uint64(mirror_bits)
        )


def make_layout(board: Board, group: tuple[Symmetry, ...]) -> Layout:
    """Build the layout of a board for a group of its symmetries.

    Raises BoardTooLargeError if the board has more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> layout = make_layout(english(), english().symmetries)
    >>> layout.turns, layout.width, len(layout.mirror)
    (4, 8, 1)
    """
    board.check_holes("level sets")
    rotation, reflections = _generators(group)
    cycles = [cycle for cycle in cycles_of(rotation) if len(cycle) > 1]
    fixed = [hole for hole in range(len(board)) if rotation[hole] == hole]
    turns, width = (len(cycles[0]), len(cycles)) if cycles else (1, 0)
    bit_of = [0] * len(board)
    for j, cycle in enumerate(cycles):
        for s, hole in enumerate(cycle):
            bit_of[hole] = s * width + j
    for i, hole in enumerate(fixed):
        bit_of[hole] = turns * width + i
    hole_of = [bit_of.index(bit) for bit in range(len(board))]
    mirrored = [
        look_up_tables(tuple(bit_of[image[hole_of[bit]]] for bit in range(len(board))))
        for image in reflections
    ]
    jumps = board.jumps
    masks = [(1 << bit_of[j.start], 1 << bit_of[j.over], 1 << bit_of[j.end]) for j in jumps]
    return Layout(
        board=board,
        group=group,
        turns=turns,
        width=width,
        mirror=np.stack(mirrored) if mirrored else np.empty((0, 0, 1), np.uint64),
        to_word=look_up_tables(tuple(bit_of)),
        to_code=look_up_tables(tuple(hole_of)),
        images=np.stack([look_up_tables(symmetry.image) for symmetry in group]),
        masks=np.array([a | b | c for a, b, c in masks], np.uint64),
        jump_pegs=np.array([a | b for a, b, _ in masks], np.uint64),
        unjump_pegs=np.array([c for _, _, c in masks], np.uint64),
    )


def _generators(group: tuple[Symmetry, ...]) -> tuple[Permutation, list[Permutation]]:
    """Return the rotation that determines the order of bits, and a reflection for each coset."""
    rotations = [symmetry.image for symmetry in group if symmetry.is_rotation]
    if len(rotations) == 1:
        rotations = [symmetry.image for symmetry in group]
    rotation = max(filter(_is_uniform, rotations), key=_order)
    seen: set[Permutation] = set()
    chosen = []
    for symmetry in group:
        if (image := symmetry.image) not in seen:
            chosen.append(image)
            while image not in seen:
                seen.add(image)
                image = tuple(rotation[i] for i in image)
    return rotation, chosen[1:]


def _is_uniform(image: Permutation) -> bool:
    """Return whether all nontrivial cycles of a permutation have the same length."""
    return len({len(cycle) for cycle in cycles_of(image)} - {1}) <= 1


def _order(image: Permutation) -> int:
    return max(map(len, cycles_of(image)))


@lru_cache(maxsize=128)
def look_up_tables(image: Permutation) -> Words:
    """Build look-up tables of a permutation of bits. An image is the OR of one entry of each row.

    Do not write to the tables, because they are cached. Without the cache, an analysis that
    searches after every jump would spend ten times as long on the tables as on the searches.
    """
    chunks = -(-len(image) // _CHUNK)
    bits = -(-len(image) // chunks) if chunks else 0
    tables = np.zeros((chunks, 1 << bits), np.uint64)
    for row in range(chunks):
        for low in range(bits):
            if row * bits + low < len(image):
                step = 1 << low
                moved = np.uint64(1 << image[row * bits + low])
                for block in range(step, 1 << bits, 2 * step):
                    tables[row, block : block + step] |= moved
    return tables


# --
# The key of a word is an invertible hash, which consists of the partition and the remainder.
#
# A word of n bits is shifted to the top of 64 bits and multiplied by an odd number, which is an
# invertible operation. The top bits of this key determine the partition. The bits below are the
# *remainder*, which is all that has to be stored for a word in a known partition. A remainder of
# at most 31 bits is stored in 32 bits. For this, boards of 45 holes need at least 2**14
# partitions. The lowest bit of a stored remainder is always 1, so that 0 can mark an empty slot.


MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_INVERSE = np.uint64(pow(0x9E3779B97F4A7C15, -1, 1 << 64))
ONE = np.uint64(1)
WORD = np.uint64(64)
HALF = np.uint64(32)
NONE = np.uint64(0)


class HashSplit(NamedTuple):
    """The parameters for splitting a word into its partition and its remainder."""

    logp: np.uint64  # log2 of the number of partitions, 1 or more
    first: np.uint64  # the first partition of a run, which gets the number 0
    spare: np.uint64  # the number of unused bits among the 64 bits of a word


@inlined
def key_of(word: np.uint64, split: HashSplit) -> np.uint64:
    """Return the key of a word."""
    key: np.uint64 = (word << split.spare) * MULTIPLIER
    return key


@inlined
def partition_of(key: np.uint64, split: HashSplit) -> np.uint64:
    """Return the partition relative to the run. Earlier partitions become very large numbers."""
    part: np.uint64 = (key >> (WORD - split.logp)) - split.first
    return part


@inlined
def remainder_of(key: np.uint64, split: HashSplit, size: int) -> np.uint64:
    """Return the remainder of a key in its stored form, which takes the given number of bytes."""
    rest: np.uint64 = ((key << split.logp) >> (WORD - np.uint64(8 * size))) | ONE
    return rest


@compiled
def word_of(remainder: np.uint64, part: int, split: HashSplit, size: int) -> np.uint64:
    """Return the word to which a remainder in a partition of the run belongs."""
    top = (np.uint64(part) + split.first) << (WORD - split.logp)
    rest = (np.uint64(remainder) & ~ONE) << (WORD - np.uint64(8 * size))
    word: np.uint64 = ((top | (rest >> split.logp)) * _INVERSE) >> split.spare
    return word


@compiled
def words_of(
    remainders: Remainders,
    offsets: Counts,
    split: HashSplit,
    part: int,
    begin: int,
    end: int,
    words: Words,
) -> None:
    """Write the words with the given remainders, whose partitions begin at the offsets.

    ``part`` is a partition that begins no later than the first of the words.
    """
    for i in range(begin, end):
        while offsets[part + 1] <= i:
            part += 1
        words[i - begin] = word_of(remainders[i], part, split, remainders.itemsize)


@compiled
def split_up(words: Words, split: HashSplit, parts: Counts, remainders: Remainders) -> None:
    """Write the partition and the remainder of each word."""
    for i in range(words.size):
        key = key_of(words[i], split)
        parts[i] = partition_of(key, split)
        remainders[i] = remainder_of(key, split, remainders.itemsize)


def bytes_of_remainder(holes: int, logp: int) -> int:
    """Return the number of bytes that each remainder takes, if words have one bit per hole."""
    return 4 if holes - logp < 32 else 8


# --
# Functions that count the bits in a word and find the lowest bit.


@inlined
def pegs_of(word: np.uint64) -> int:
    """Return the number of pegs in a word."""
    word -= (word >> ONE) & np.uint64(0x5555555555555555)
    pairs = np.uint64(0x3333333333333333)
    word = (word & pairs) + ((word >> np.uint64(2)) & pairs)
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))  # type: ignore[return-value]


@inlined
def lowest_bit(word: np.uint64) -> int:
    """Return the index of the lowest set bit, which compiles to a single instruction."""
    return pegs_of(~word & (word - ONE))
