"""Jumps as a rule of the level step: what they are, and how a block is filled with them.

Two things make them cheap. Which jumps are legal is one set of bits
(:mod:`pegsolitaire.engine.bits.legal_kernels`). And a reflection is linear, so that the image of
``word ^ mask`` is ``image(word) ^ image(mask)``: it is looked up once for each word, and not once
for each of the ten or so candidates that come of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pegsolitaire.engine.bits.arrays import Flags, MaybeRows, Words
from pegsolitaire.engine.bits.bit_kernels import lowest_bit
from pegsolitaire.engine.bits.canonical_kernels import reflect, reflected
from pegsolitaire.engine.bits.compiled import compiled, way_of
from pegsolitaire.engine.bits.hashing import ONE
from pegsolitaire.engine.bits.layout import Canon, Layout
from pegsolitaire.engine.bits.legal_kernels import in_groups, legal_jumps
from pegsolitaire.engine.sparse.expand_kernels import Block, fill
from pegsolitaire.engine.sparse.pruning import Pruning, find_allowed

# Legal jumps that are made together: how many of them a word has is a branch that no predictor
# learns, how many times four it learns better. What is made too many is written over.
_TOGETHER = 4


class Steps(NamedTuple):
    """What is done to a word, a jump each; what resource counts exclude is left out.

    A jump is legal where ``word & test == shown``, and gives ``word ^ mask``.
    """

    tests: Words  # (groups, 64)
    shown: Words  # (groups, 64)
    masks: Words  # (1 + reflections, jumps): the masks, and what each reflection makes of them
    pruning: Pruning | None = None

    @classmethod
    def of(cls, canon: Canon, masks: Words, wanted: Words) -> Steps:
        """Jumps in a layout with such canonical forms."""
        return cls(*in_groups(masks, wanted), _images(canon, masks))

    @classmethod
    def stay(cls, canon: Canon) -> Steps:
        """What leaves words as they are."""
        return cls.of(canon, np.zeros(1, np.uint64), np.zeros(1, np.uint64))

    def flipped(self, full: int) -> Steps:
        """The same, and then the complement, on a board whose full word this is."""
        flip = np.uint64(full)
        return self._replace(masks=self.masks ^ flip)


def jumps_of(layout: Layout) -> Steps:
    """The jumps of a board."""
    return Steps.of(layout.canon, layout.masks, layout.jump_pegs)


def unjumps_of(layout: Layout) -> Steps:
    """The jumps of a board, undone."""
    return Steps.of(layout.canon, layout.masks, layout.unjump_pegs)


def _images(canon: Canon, words: Words) -> Words:
    """A few words and their reflections, without a kernel: this runs at import."""
    images = np.zeros((1 + len(canon.mirror), len(words)), np.uint64)
    images[0] = words
    for image, tables in zip(images[1:], canon.mirror, strict=True):
        for row, table in enumerate(tables):
            image |= table[words >> canon.bits * np.uint64(row) & np.uint64(len(table) - 1)]
    return images


@compiled
def fill_with_jumps(
    words: Words,
    rows: MaybeRows,
    i: int,
    end: int,
    tests: Words,
    shown: Words,
    masks: Words,
    pruning: Pruning | None,
    mirror: Words,
    bits: np.uint64,
    images: Words,
    block_rows: MaybeRows,
    ended: Flags | None,
) -> tuple[int, int]:
    """Fill a block with what the jumps make of words ``i ..``, and with its reflections.

    With ``ended``, a mark for each word without a jump, the jumps of a word share its row.
    """
    count: Any = np.int64(0)  # of a literal 0 numba would compile `reflect` once more
    allowed = np.empty(tests.shape[0], np.uint64)
    carried = mirror.shape[0] == 1  # where there are more, on boards in space, they are looked up
    image = np.uint64(0)
    while i < end and count + masks.shape[1] + _TOGETHER < images.shape[1]:
        word, begin = words[i], count
        if carried:
            image = reflected(mirror, 0, bits, word)
        if pruning is not None:
            find_allowed(word, pruning, allowed)
        for group in range(tests.shape[0]):
            legal = legal_jumps(word, tests, shown, group)
            if pruning is not None:
                legal &= allowed[group]
            place = count
            while legal != 0:
                for k in range(place, place + _TOGETHER):
                    j = 64 * group + (lowest_bit(legal) & 63)  # any jump, where none is left
                    images[0, k] = word ^ masks[0, j]
                    if carried:
                        images[1, k] = image ^ masks[1, j]
                    count += legal != 0
                    legal &= legal - ONE
                place += _TOGETHER
        if rows is not None:
            for number in range(rows.shape[1]):
                own = rows[i, number]
                if ended is not None:
                    ended[i] = count == begin
                    own /= max(count - begin, 1)
                for k in range(begin, count):
                    block_rows[k, number] = own
        i += 1
    if not carried:
        reflect(images, count, mirror, bits)
    return i, count


@way_of(fill, Steps)
def _fill(
    steps: Steps, words: Words, rows: MaybeRows, i: int, end: int, canon: Canon, block: Block
) -> tuple[int, int]:
    tests, shown, masks, pruning = steps
    return fill_with_jumps(
        words, rows, i, end, tests, shown, masks, pruning, canon.mirror, canon.bits,
        block.images, block.rows, None,
    )  # fmt: skip
