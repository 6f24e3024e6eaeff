"""Sector layout: the order of bits in which turning the board is a cyclic shift of the word.

Every group of symmetries of a board in the plane is cyclic or dihedral, and a rotation of order
``k`` moves every hole but the centre in cycles of ``k``. The engine numbers its bits by those
cycles::

    bit  s * width + j        hole  rotation^s (hole j of sector 0),   s = 0 .. k - 1
    bit  k * width + i        the holes that stay where they are (the centre)

so that turning the board once is a cyclic shift of the low ``k * width`` bits by ``width``. Where
the group has reflections too, one of them is kept as look-up tables, nine bits of the
word at a time; the rest are its rotations. A group with a single reflection and no rotation is
treated as if the reflection were a rotation of order 2, whose fixed holes are those on its axis.
A board in space has more than one such reflection: one for each coset of its rotation.

The canonical word of a position is the least of all its images. Its cost is ``2k`` shifts and one
look-up a table: 4 ns on a 45-hole board, where permutation tables for each symmetry cost 15-30.

Words never leave the engine: outside, positions are row-by-row codes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board, Permutation, Symmetry
from pegsolitaire.engine.compiled import compiled, inlined

# --
# The arrays that kernels take, by what is in them; and where something is in a sorted one.


Words = npt.NDArray[np.uint64]
#: Of 32 or 64 bits: what a partition does not say of a word already.
Remainders = npt.NDArray[Any]
Counts = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[Any]  # of float64 or uint64
MaybeRows = Any  # rows, or None: the compiler then leaves out what deals with them


def find_in_sorted(level: Words, wanted: Words) -> tuple[Counts, Flags]:
    """Where some words are in a sorted level, and whether they are.

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


#: Changes whenever the same position may become another word, or be in another partition.
LAYOUT_VERSION = 2

#: Bits looked up at a time: the tables of a 45-hole board then fit the first-level cache.
_CHUNK = 9


class Canon(NamedTuple):
    """What kernels need for canonical forms."""

    turns: np.uint64  # the order of the rotation
    width: np.uint64  # the holes in a sector
    mirror: Words  # (reflections, chunks, 2**bits): look-up tables, perhaps none
    bits: np.uint64  # that one look-up takes


@dataclass(frozen=True, eq=False)
class Layout:
    """How a board under a group of symmetries is laid out in a word.

    ``mirror`` holds the reflections that are not turns of one another: one, or none, on boards in
    the plane. A jump is legal when ``word & mask == jump_pegs``, its reverse when
    ``== unjump_pegs``.
    """

    board: Board
    group: tuple[Symmetry, ...]
    turns: int  # the order of the rotation
    width: int  # the holes in a sector
    mirror: Words  # (reflections, chunks, 2**bits): the images of runs of bits
    to_word: Words  # (chunks, 2**bits): row-by-row code to word
    to_code: Words  # (chunks, 2**bits): and back
    images: Words  # (symmetries, chunks, 2**bits): the group on row-by-row codes, identity first
    masks: Words  # (jumps,)
    jump_pegs: Words
    unjump_pegs: Words

    @property
    def full(self) -> int:
        """The word, and the code, of the full board."""
        return self.board.full_code

    @property
    def bits(self) -> np.uint64:
        """The bits that one look-up of a code takes."""
        return np.uint64(self.to_word.shape[1].bit_length() - 1)

    @property
    def canon(self) -> Canon:
        """The data of canonical forms for the kernels."""
        mirror_bits = self.mirror.shape[2].bit_length() - 1 if self.mirror.size else 0
        return Canon(
            np.uint64(self.turns), np.uint64(self.width), self.mirror, np.uint64(mirror_bits)
        )


def make_layout(board: Board, group: tuple[Symmetry, ...]) -> Layout:
    """The layout of a board under a group of its symmetries.

    Raises BoardTooLargeError where the board has more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> layout = make_layout(english(), english().symmetries)
    >>> layout.turns, layout.width, len(layout.mirror)
    (4, 8, 1)
    """
    board.check_holes("level sets")
    rotation, reflections = _generators(group)
    cycles, fixed = _cycles(rotation)
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
    """The rotation that the bits follow, and the reflections kept as tables: one a coset."""
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
    """Whether all holes that a permutation moves are in cycles of one length."""
    return len({len(cycle) for cycle in _cycles(image)[0]}) <= 1


def _order(image: Permutation) -> int:
    cycles, _ = _cycles(image)
    return len(cycles[0]) if cycles else 1


def _cycles(image: Permutation) -> tuple[list[list[int]], list[int]]:
    """The cycles of a permutation, and the holes it leaves alone."""
    cycles, fixed, seen = [], [], set()
    for first in range(len(image)):
        if image[first] == first:
            fixed.append(first)
        elif first not in seen:
            cycle = [first]
            while (following := image[cycle[-1]]) != first:
                cycle.append(following)
            seen.update(cycle)
            cycles.append(cycle)
    return cycles, fixed


@lru_cache(maxsize=128)
def look_up_tables(image: Permutation) -> Words:
    """Look-up tables of a permutation of bits: the image is the OR of one entry a row.

    They are kept, and not to be written to: a player who has every jump judged by a search would
    else wait for the tables ten times as long as for the searches.
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
# The key of a word: an invertible hash, of which partition and remainder are the two halves.
#
# A word of n bits is shifted to the top of 64 bits and multiplied by an odd number, which can be
# undone. The top bits of that key choose the partition; those after them are the *remainder*, all
# that has to be stored of a word whose partition is known. Where it has 31 bits or fewer, 32 do:
# boards of 45 holes from 2**14 partitions on. The least bit of a stored remainder is always 1, so
# that 0 can mark an empty slot.


MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
INVERSE = np.uint64(pow(0x9E3779B97F4A7C15, -1, 1 << 64))
ONE = np.uint64(1)
WORD = np.uint64(64)
HALF = np.uint64(32)
NONE = np.uint64(0)


class HashSplit(NamedTuple):
    """How words are split into partition and remainder."""

    logp: np.uint64  # log2 of the number of partitions, 1 or more
    first: np.uint64  # the partition that is number 0 of a run of them
    spare: np.uint64  # the bits of 64 that words do not have


@inlined
def key_of(word: np.uint64, split: HashSplit) -> np.uint64:
    """The key of a word."""
    key: np.uint64 = (word << split.spare) * MULTIPLIER
    return key


@inlined
def partition_of(key: np.uint64, split: HashSplit) -> np.uint64:
    """The partition, from the first of the run: those before it wrap round to large numbers."""
    part: np.uint64 = (key >> (WORD - split.logp)) - split.first
    return part


@inlined
def remainder_of(key: np.uint64, split: HashSplit, size: int) -> np.uint64:
    """The remainder, as it is stored in some number of bytes."""
    rest: np.uint64 = ((key << split.logp) >> (WORD - np.uint64(8 * size))) | ONE
    return rest


@compiled
def word_of(remainder: np.uint64, part: int, split: HashSplit, size: int) -> np.uint64:
    """The word that has a remainder of some number of bytes in a partition of the run."""
    top = (np.uint64(part) + split.first) << (WORD - split.logp)
    rest = (np.uint64(remainder) & ~ONE) << (WORD - np.uint64(8 * size))
    word: np.uint64 = ((top | (rest >> split.logp)) * INVERSE) >> split.spare
    return word


@compiled
def words_of(
    remainders: Remainders, offsets: Counts, split: HashSplit, begin: int, end: int, words: Words
) -> None:
    """Write the words that some remainders stand for; partitions begin at the offsets."""
    part = int(np.searchsorted(offsets, begin, side="right")) - 1
    for i in range(begin, end):
        while offsets[part + 1] <= i:
            part += 1
        words[i - begin] = word_of(remainders[i], part, split, remainders.itemsize)


@compiled
def split_up(words: Words, split: HashSplit, parts: Counts, remainders: Remainders) -> None:
    """Write the partition and the remainder of each of some words."""
    for i in range(words.size):
        key = key_of(words[i], split)
        parts[i] = partition_of(key, split)
        remainders[i] = remainder_of(key, split, remainders.itemsize)


def bytes_of_remainder(holes: int, logp: int) -> int:
    """How many bytes remainders of words of so many bits take."""
    return 4 if holes - logp < 32 else 8


# --
# Counting the bits of a word, and finding the lowest.


@inlined
def pegs_of(word: np.uint64) -> int:
    """How many pegs a word has."""
    word -= (word >> ONE) & np.uint64(0x5555555555555555)
    pairs = np.uint64(0x3333333333333333)
    word = (word & pairs) + ((word >> np.uint64(2)) & pairs)
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))  # type: ignore[return-value]


@inlined
def lowest_bit(word: np.uint64) -> int:
    """The number of the lowest bit that is set: one instruction, once compiled."""
    return pegs_of(~word & (word - ONE))
