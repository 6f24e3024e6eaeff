"""The first half of a level step: what becomes of some words, sorted into partitions.

``expand`` is one loop for all levels: it fills a small block with candidates, brings them to
canonical form, and puts them where they belong. What a step makes of a word is the *rule*, whose
type says how a block is filled: jumps alone, or with paths that go with each word
(:class:`Steps`), with chances, or what a player does (:mod:`pegsolitaire.engine.play`), whole
moves (:mod:`pegsolitaire.engine.moves`), jumps of positions of several words
(:mod:`pegsolitaire.engine.wide`).

Beside each word may go a *row* of numbers, the paths to it, say: then every candidate brings the
row of the word that it comes from. Where there are none, ``rows`` and what belongs to them are
None, and the compiler leaves out what deals with them.

Bound by arithmetic up to the canonical forms, and by the write buffers of the core in
``_scatter``. The three parts are functions of their own: in one loop nest the compiler no longer
finds vector instructions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine.canonical import in_groups, legal_jumps, reflect, reflected, to_canonical
from pegsolitaire.engine.codes import to_words
from pegsolitaire.engine.compiled import by_type, compiled, inlined, way_of
from pegsolitaire.engine.level_set import LevelSet
from pegsolitaire.engine.words import (
    ONE,
    Bytes,
    Canon,
    Counts,
    Flags,
    HashSplit,
    Layout,
    MaybeRows,
    Remainders,
    Rows,
    Words,
    key_of,
    lowest_bit,
    partition_of,
    remainder_of,
)
from pegsolitaire.game import Problem
from pegsolitaire.theory import ResourceCount
from pegsolitaire.theory.resource_counts import LosslessParities

BLOCK = 2048  # candidates in canonical form at a time: 16 KiB, in the first-level cache


class CandidateBlock(NamedTuple):
    """Where candidates are listed before they are scattered."""

    words: Words  # (size,): their canonical forms
    images: Words  # (1 + reflections, size): the candidates, and what reflections make of them
    rows: Rows | None  # (size, width): what goes with each


class Into(NamedTuple):
    """Where a thread puts its candidates."""

    split: HashSplit  # how words are split, and the first partition that is wanted
    out: Remainders  # (partitions, capacity): those of candidates
    brought: Rows | None  # (partitions, capacity, width): what goes with each
    filled: Counts  # (partitions,): how many a partition holds


@by_type
def fill(
    rule: Any, words: Words, rows: MaybeRows, i: int, end: int, canon: Canon, block: Any
) -> tuple[int, int]:
    """Fill a block with what a rule makes of words ``i ..`` and with the reflections of that.

    Returns the next word, and how many candidates there are.
    """
    raise NotImplementedError


@by_type
def settle(canon: Any, block: Any, count: int) -> None:
    """Bring the candidates of a block to canonical form."""
    raise NotImplementedError


@by_type
def put(into: Any, block: Any, k: int, count: int) -> int:
    """Put the candidates of a block where they belong, from the k-th until there is no room."""
    raise NotImplementedError


@way_of(settle, Canon)
def _settle(canon: Canon, block: CandidateBlock, count: int) -> None:
    to_canonical(block.images, count, canon.turns, canon.width, block.words)


@compiled
def _scatter(
    words: Words,
    rows: MaybeRows,
    k: int,
    count: int,
    split: HashSplit,
    out: Remainders,
    brought: MaybeRows,
    filled: Counts,
) -> int:
    """Sort a block into the partitions of a run, until one is full; what is outside is dropped."""
    partitions = np.uint64(out.shape[0])
    while k < count:
        key = key_of(words[k], split)
        part = partition_of(key, split)
        if part < partitions:
            place = filled[part]
            if place == out.shape[1]:
                break
            out[part, place] = remainder_of(key, split, out.itemsize)
            if rows is not None:
                for number in range(rows.shape[1]):
                    brought[part, place, number] = rows[k, number]
            filled[part] = place + 1
        k += 1
    return k


@way_of(put, Into)
def _put(into: Into, block: CandidateBlock, k: int, count: int) -> int:
    split, out, brought, filled = into
    return _scatter(block.words, block.rows, k, count, split, out, brought, filled)


# --
# Positions that a resource count excludes are never made.
#
# No jump raises a resource count. Forward, a position that counts less than every finish is lost;
# backward, one that counts more than every start is out of reach. So is one with something left to
# lose, but less than its parities need to become those of the finish
# (:mod:`pegsolitaire.theory.resource_counts`). What a jump lowers a count by, and which parities
# it changes, does not depend on the position: what is left to lose before a jump, and the
# parities, say which jumps are excluded. These cost neither a canonical form nor a slot.


_BITS = 9  # of a word that are looked up at a time
_WORD = 64


class _Pruning(NamedTuple):
    """What resource counts exclude, as the kernels take it.

    Pegs are looked up nine bits of a word at a time: what they add to what is left to lose, less
    what is always needed, and what they change of the parities. The jumps that may be made, a bit
    each, stand in rows: with -1 left to lose or less, with 0, 1, and so on.
    """

    parts: npt.NDArray[np.int32]  # (counts, chunks, 512): what is left to lose
    parities: Bytes  # (counts, chunks, 512)
    allowed: Words  # (counts, parities, most, words)


def make_pruning(
    layout: Layout, problem: Problem, counts: Sequence[ResourceCount], *, backward: bool
) -> _Pruning | None:
    """What some resource counts exclude on the way from the starts to the finishes.

    It is for jumps or, ``backward``, for jumps that are undone.
    """
    if not counts:
        return None
    made = [_Prepared(layout, problem, count, backward) for count in counts]
    parities, rows = (max(one.allowed.shape[axis] for one in made) for axis in (0, 1))
    allowed = np.zeros((len(made), parities, rows, made[0].allowed.shape[2]), np.uint64)
    for c, one in enumerate(made):
        # More than enough is left in the rows beyond those of a count.
        own = np.pad(one.allowed, ((0, 0), (0, rows - one.allowed.shape[1]), (0, 0)), "edge")
        allowed[c, : len(own)] = own
    return _Pruning(
        np.array([one.parts for one in made]), np.array([one.parities for one in made]), allowed
    )


class _Prepared:
    """The tables of one count."""

    def __init__(
        self, layout: Layout, problem: Problem, count: ResourceCount, backward: bool
    ) -> None:
        holes, jumps = range(len(layout.board)), layout.board.jumps
        lossless = LosslessParities(count)
        sign = -1 if backward else 1
        ends = problem.starts if backward else problem.finishes
        # What a position must count at least, by its parities.
        needed = [
            min(sign * count.of(end) + lossless.least[own ^ lossless.of(end)] for end in ends)
            for own in range(len(lossless.least))
        ]
        losses = [count.loss_of(jump) for jump in jumps]
        rows = max(needed) - min(needed) + max(losses) + 2
        self.allowed: Words = np.zeros((len(needed), rows, -(-len(jumps) // _WORD)), np.uint64)
        for own in range(len(needed)):
            for j, (jump, loss) in enumerate(zip(jumps, losses, strict=True)):
                least = needed[own ^ lossless.of(jump.mask)] - min(needed) + loss
                self.allowed[own, least + 1 :, j // _WORD] |= np.uint64(1 << j % _WORD)
        self.parts = np.zeros((-(-len(holes) // _BITS), 1 << _BITS), np.int32)
        self.parities: Bytes = np.zeros(self.parts.shape, np.uint8)
        pegs = np.arange(1 << _BITS)
        for i, word in enumerate(to_words(layout, [1 << i for i in holes])):
            chunk, bit = divmod(int(word).bit_length() - 1, _BITS)
            peg = pegs >> bit & 1
            self.parts[chunk] += (sign * count.weights[i] * peg).astype(np.int32)
            self.parities[chunk] ^= (lossless.of(1 << i) * peg).astype(np.uint8)
        self.parts[0] -= min(needed)


@inlined
def _find_allowed(word: np.uint64, pruning: _Pruning, allowed: Words) -> None:
    """Write down the jumps that no count excludes after a word."""
    most = pruning.allowed.shape[2] - 2
    allowed[:] = ~np.uint64(0)
    for c in range(pruning.parts.shape[0]):
        left, own, rest = 0, 0, word
        for chunk in range(pruning.parts.shape[1]):
            left += pruning.parts[c, chunk, rest & np.uint64(511)]
            own ^= pruning.parities[c, chunk, rest & np.uint64(511)]
            rest >>= np.uint64(9)
        row = min(max(left, -1), most) + 1
        for k in range(allowed.size):
            allowed[k] &= pruning.allowed[c, own, row, k]


# --
# Jumps as a rule of the level step: what they are, and how a block is filled with them.
#
# Two things make them cheap. Which jumps are legal is one set of bits
# (:mod:`pegsolitaire.engine.canonical`). And a reflection is linear, so that the image of
# ``word ^ mask`` is ``image(word) ^ image(mask)``: it is looked up once for each word, and not
# once for each of the ten or so candidates that come of it.


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
    pruning: _Pruning | None = None

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
    pruning: _Pruning | None,
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
            _find_allowed(word, pruning, allowed)
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
    steps: Steps,
    words: Words,
    rows: MaybeRows,
    i: int,
    end: int,
    canon: Canon,
    block: CandidateBlock,
) -> tuple[int, int]:
    tests, shown, masks, pruning = steps
    return fill_with_jumps(
        words, rows, i, end, tests, shown, masks, pruning, canon.mirror, canon.bits,
        block.images, block.rows, None,
    )  # fmt: skip


# --
# What a level step begins with: words, and a way to make candidates of them.


class Chunk(NamedTuple):
    """Some words of a level that a thread has taken."""

    words: Words
    own: slice  # which of the level they are


#: Goes on with the words of a chunk, from a state (next word, end, and two of its own), as a
#: thread of some number; False when it had to stop at a full partition.
Expand = Callable[[int, Chunk, Counts, Into], bool]


@dataclass(frozen=True, eq=False)
class Expansion(ABC):
    """The level that a step begins with, and what the step makes of its words.

    A result brings as many numbers with it as go with each word of the level.
    """

    level: LevelSet
    canon: Canon

    @property
    def most(self) -> int | None:
        """The words that a thread takes in a round, where each of them may take long."""
        return None

    @abstractmethod
    def begin(self, threads: int) -> Expand:
        """Be ready for some number of threads."""


@dataclass(frozen=True, eq=False)
class AfterSteps(Expansion):
    """The words of a level after each of some steps, with the row of the word it comes from."""

    steps: Steps

    def begin(self, threads: int) -> Expand:
        """Make a block for each thread."""
        rows = self.level.rows
        blocks = [self._block() for _ in range(threads)]

        def work(thread: int, chunk: Chunk, state: Counts, into: Into) -> bool:
            own = None if rows is None else rows[chunk.own]
            return expand(self.steps, chunk.words, own, state, self.canon, blocks[thread], into)

        return work

    def _block(self) -> CandidateBlock:
        rows = self.level.rows
        return CandidateBlock(
            np.empty(BLOCK, np.uint64),
            np.empty((1 + len(self.canon.mirror), BLOCK), np.uint64),
            None if rows is None else np.empty((BLOCK, self.level.width), rows.dtype),
        )


# Below all ways to fill a block, which its stamp has to know.
@compiled
def expand(
    rule: Any,
    words: Words,
    rows: MaybeRows,
    state: Counts,
    canon: Any,
    block: Any,
    into: Any,
) -> bool:
    """Make what a rule makes of some words, and put the results where they belong.

    Stops when the words are done (True) or there is no more room (False); ``state`` says where it
    is and lets the next call go on: next word, end of the words, candidates in ``block``, and how
    many of them were put.
    """
    i, end, count, done = state[0], state[1], state[2], state[3]
    while True:
        done = put(into, block, done, count)
        if done < count or i == end:
            state[0], state[2], state[3] = i, count, done
            return bool(done == count)
        i, count = fill(rule, words, rows, i, end, canon, block)
        settle(canon, block, count)
        done = 0
