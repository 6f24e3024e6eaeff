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
from typing import NamedTuple

import numpy as np

from pegsolitaire.board import Board, Permutation, Symmetry
from pegsolitaire.engine.bits.arrays import Words

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
    def holes(self) -> int:
        """The number of holes."""
        return len(self.board)

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
        """What the kernels need for canonical forms."""
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
