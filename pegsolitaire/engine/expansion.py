"""The first half of a level step: generate candidates and sort them into partitions.

``expand`` is the loop for all types of levels. It fills a small block with candidates in canonical
form, and puts them into their partitions. The *rule* of a step determines which
candidates are generated from a word. The type of the rule selects the function that fills a block.
There are rules for jumps, with or without numbers of paths (:class:`Steps`), for jumps with
probabilities and for the choices of a player (:mod:`pegsolitaire.engine.play`), for moves
(:mod:`pegsolitaire.engine.moves`), and for jumps from positions that need several words
(:mod:`pegsolitaire.engine.wide`).

A word may have numbers, such as the number of paths to it. These numbers are the *row* of the
word, and every candidate gets the row of the word from which it was generated. Without such
numbers, ``rows`` and everything related to it are None, and the compiler omits the code that
handles them.

Up to the canonical forms, the speed of the loop is limited by arithmetic. In ``_scatter`` it is
limited by the write buffers of the core. The three parts are separate functions, because the
compiler would not find vector instructions in a single nest of loops.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine.canonical import in_groups, legal_jumps, reflect, reflected, to_canonical
from pegsolitaire.engine.compiled import by_type, compiled, inlined, way_of
from pegsolitaire.engine.level_set import LevelSet
from pegsolitaire.engine.row_codes import to_words
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

BLOCK = 2048  # candidates in a block, whose canonical forms take 16 KiB of the first-level cache


class CandidateBlock(NamedTuple):
    """A buffer for candidates before they are sorted into partitions."""

    words: Words  # (size,): their canonical forms
    images: Words  # (1 + reflections, size): the candidates, and their images under reflections
    rows: Rows | None  # (size, width): the row of each candidate

    @classmethod
    def of(cls, canon: Canon, size: int, rows: Rows | None) -> CandidateBlock:
        """Allocate a block for candidates of the layout of ``canon``."""
        return cls(
            np.empty(size, np.uint64), np.empty((1 + len(canon.mirror), size), np.uint64), rows
        )


class Into(NamedTuple):
    """The buffers of a thread for the candidates of each partition."""

    split: HashSplit  # how words are split, and the first partition of the run
    out: Remainders  # (partitions, capacity): the remainders of candidates
    brought: Rows | None  # (partitions, capacity, width): the row of each candidate
    filled: Counts  # (partitions,): the number of candidates in each partition


@by_type
def fill(
    rule: Any, words: Words, rows: MaybeRows, i: int, end: int, canon: Canon, block: Any
) -> tuple[int, int]:
    """Fill a block with candidates in canonical form, beginning with those of the i-th word.

    Returns the index of the next word, and the number of candidates.
    """
    raise NotImplementedError


@by_type
def put(into: Any, block: Any, k: int, count: int) -> int:
    """Sort candidates of a block, from the k-th on, into partitions until a partition is full.

    Returns the index of the first candidate that was not sorted.
    """
    raise NotImplementedError


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
    """Sort a block into the partitions of a run until one is full. Skip words outside the run."""
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
# Pruning: candidates that a resource count excludes are never generated.
#
# No jump raises a resource count. In the forward direction, a position with a lower count than
# every finish is lost. In the backward direction, a position with a higher count than every start
# is unreachable. The difference is the *slack* of a position. A position is also excluded if its
# slack is too small for its parities to become those of the finish
# (:mod:`pegsolitaire.theory.resource_counts`). The amount by which a jump lowers a count, and the
# parities that it changes, do not depend on the position. Therefore the slack and the parities
# before a jump determine whether the jump is excluded. No canonical form is computed for an
# excluded jump, and it needs no slot.


_BITS = 9  # bits of a word that are looked up at a time
_WORD = 64


class _Pruning(NamedTuple):
    """The tables of pruning by resource counts, for the kernels.

    The slack and the parities of a word are looked up for nine bits at a time and added up. The
    slack that is always needed is already subtracted in the tables. The table of allowed jumps has
    a row for every slack (-1 or less, 0, 1, and so on), with a bit for each jump.
    """

    parts: npt.NDArray[np.int32]  # (counts, chunks, 512): the slack
    parities: Bytes  # (counts, chunks, 512)
    allowed: Words  # (counts, parities, slacks, words)


class _Prepared:
    """The pruning tables of one sum of weights.

    A jump is allowed if the sum over the pegs of the word is at least ``least``, ``(parities,
    jumps)``. The parities of a word are the exclusive or of those of its holes.
    """

    def __init__(
        self,
        layout: Layout,
        weights: Sequence[int],
        least: npt.NDArray[np.int64],
        parities: Sequence[int],
    ) -> None:
        base = int(least.min())
        rows, words = int(least.max()) - base + 2, -(-least.shape[1] // _WORD)
        self.allowed: Words = np.zeros((len(least), rows, words), np.uint64)
        for own, row in enumerate((least - base).tolist()):
            for j, first in enumerate(row):
                self.allowed[own, first + 1 :, j // _WORD] |= np.uint64(1 << j % _WORD)
        holes = range(len(layout.board))
        self.parts = np.zeros((-(-len(holes) // _BITS), 1 << _BITS), np.int32)
        self.parities: Bytes = np.zeros(self.parts.shape, np.uint8)
        pegs = np.arange(1 << _BITS)
        for i, word in enumerate(to_words(layout, [1 << i for i in holes])):
            chunk, bit = divmod(int(word).bit_length() - 1, _BITS)
            peg = pegs >> bit & 1
            self.parts[chunk] += (weights[i] * peg).astype(np.int32)
            self.parities[chunk] ^= (parities[i] * peg).astype(np.uint8)
        self.parts[0] -= base


def _of_count(layout: Layout, problem: Problem, count: ResourceCount, backward: bool) -> _Prepared:
    lossless, holes = LosslessParities(count), range(len(layout.board))
    sign = -1 if backward else 1
    ends = problem.starts if backward else problem.finishes
    # For each combination of parities, the smallest count that a position must have.
    needed = [
        min(sign * count.of(end) + lossless.least[own ^ lossless.of(end)] for end in ends)
        for own in range(len(lossless.least))
    ]
    least = [
        [needed[own ^ lossless.of(jump.mask)] + count.loss_of(jump) for jump in layout.board.jumps]
        for own in range(len(needed))
    ]
    weights = [sign * weight for weight in count.weights]
    return _Prepared(layout, weights, np.array(least), [lossless.of(1 << i) for i in holes])


def _of_pairs(layout: Layout, weights: Sequence[int]) -> _Prepared:
    """Allow a jump if its sum of weights before and after is at least that of the full board."""
    losses = [
        weights[jump.start] + weights[jump.over] - weights[jump.end] for jump in layout.board.jumps
    ]
    least = np.array([[sum(weights) + loss for loss in losses]])
    return _Prepared(layout, [2 * weight for weight in weights], least, [0] * len(weights))


def _joined(prepared: Sequence[_Prepared]) -> _Pruning:
    """Join pruning tables. A jump is allowed if all of them allow it."""
    parities, rows = (max(pruning.allowed.shape[axis] for pruning in prepared) for axis in (0, 1))
    allowed = np.zeros((len(prepared), parities, rows, prepared[0].allowed.shape[2]), np.uint64)
    for c, pruning in enumerate(prepared):
        # A slack beyond the last row of a count allows the same jumps, so repeat that row.
        own = np.pad(
            pruning.allowed, ((0, 0), (0, rows - pruning.allowed.shape[1]), (0, 0)), "edge"
        )
        allowed[c, : len(own)] = own
    return _Pruning(
        np.array([pruning.parts for pruning in prepared]),
        np.array([pruning.parities for pruning in prepared]),
        allowed,
    )


@inlined
def _find_allowed(word: np.uint64, pruning: _Pruning, allowed: Words) -> None:
    """For a given word, write the mask of the jumps that no resource count excludes."""
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
# Jumps as a rule of the level step.
#
# Jumps are fast for two reasons. First, the bits of a word show which jumps are legal
# (:mod:`pegsolitaire.engine.canonical`). Second, reflections are linear: ``image(word ^ mask) ==
# image(word) ^ image(mask)``. The image therefore has to be looked up only once for each word,
# although about ten candidates are generated from it.


# The number of legal jumps that are made at a time. A loop over single jumps ends in a branch that
# processors cannot predict. A loop over groups of four is easier to predict. Surplus candidates
# are overwritten.
_TOGETHER = 4


class Steps(NamedTuple):
    """The rule that makes each legal jump from a word, except jumps that resource counts exclude.

    A jump is legal if ``word & test == shown``, and leads to ``word ^ mask``.
    """

    tests: Words  # (groups, 64)
    shown: Words  # (groups, 64)
    masks: Words  # (1 + reflections, jumps): the masks, and their images under each reflection
    pruning: _Pruning | None = None

    @classmethod
    def of(cls, canon: Canon, masks: Words, wanted: Words) -> Steps:
        """Build the rule from the masks of jumps and the values that make jumps legal."""
        return cls(*in_groups(masks, wanted), _images(canon, masks))

    @classmethod
    def stay(cls, canon: Canon) -> Steps:
        """Return the rule that leaves words unchanged."""
        return cls.of(canon, np.zeros(1, np.uint64), np.zeros(1, np.uint64))

    def flipped(self, full: int) -> Steps:
        """Return a rule that complements each result; ``full`` is the word of the full board."""
        flip = np.uint64(full)
        return self._replace(masks=self.masks ^ flip)


def jumps_of(
    layout: Layout,
    problem: Problem | None = None,
    counts: Sequence[ResourceCount] = (),
    *,
    backward: bool = False,
    pair_weights: Sequence[int] = (),
) -> Steps:
    """Return the rule that makes the jumps of a board or, with ``backward``, undoes them.

    The rule skips jumps that resource counts exclude from every solution of the problem. With
    ``pair_weights``, it makes one jump of each pair: see
    :meth:`LevelEngine.one_of_each_pair <pegsolitaire.engine.levels.LevelEngine.one_of_each_pair>`.
    """
    pegs = layout.unjump_pegs if backward else layout.jump_pegs
    steps = Steps.of(layout.canon, layout.masks, pegs)
    if problem is None or not counts:
        return steps
    prepared = [_of_count(layout, problem, count, backward) for count in counts]
    if pair_weights:
        prepared.append(_of_pairs(layout, pair_weights))
    return steps._replace(pruning=_joined(prepared))


def jumps_above(layout: Layout, count: ResourceCount, value: int) -> Steps:
    """Return the rule that makes the jumps to positions with more than a value of a count."""
    jumps = layout.board.jumps
    least = np.array([[value + 1 + count.loss_of(jump) for jump in jumps]])
    prepared = _Prepared(layout, count.weights, least, [0] * len(count.weights))
    return jumps_of(layout)._replace(pruning=_joined([prepared]))


def _images(canon: Canon, words: Words) -> Words:
    """Return words and their reflections. A board has few jumps, so this is not a kernel."""
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
    """Fill a block with the results of jumps from the i-th word on, and with their reflections.

    With ``ended``, the row of a word is divided evenly among its jumps, and words without a jump
    are marked in ``ended``.
    """
    count: Any = np.int64(0)  # with a literal 0, numba would compile `reflect` twice
    allowed = np.empty(tests.shape[0], np.uint64)
    carried = mirror.shape[0] == 1  # cubic boards have several reflections, all looked up
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
                    j = 64 * group + (lowest_bit(legal) & 63)  # an arbitrary jump if none is left
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
    i, count = fill_with_jumps(
        words, rows, i, end, tests, shown, masks, pruning, canon.mirror, canon.bits,
        block.images, block.rows, None,
    )  # fmt: skip
    to_canonical(block.images, count, canon.turns, canon.width, block.words)
    return i, count


# --
# The source of a level step: words, with a method that generates candidates from them.


class Chunk(NamedTuple):
    """A range of the words in a level that one thread processes."""

    words: Words
    own: slice  # the indices of the words in the level


#: A function that continues with the words of a chunk. Its arguments include the number of the
#: thread and a state (the next word, the end, and two numbers for its own use). It returns False
#: if a partition is full.
Expand = Callable[[int, Chunk, Counts, Into], bool]


@dataclass(frozen=True, eq=False)
class Expansion(ABC):
    """The source level of a step, and the candidates that the step generates from its words.

    The row of each candidate is as long as the row of a word in the level.
    """

    level: LevelSet
    canon: Canon

    @property
    def most(self) -> int | None:
        """The most words that a thread processes in a round; None if there is no limit."""
        return None

    @property
    def is_given(self) -> bool:
        """Whether the results are the words of the level itself, which are no new positions."""
        return False

    @abstractmethod
    def begin(self, threads: int) -> Expand:
        """Prepare buffers for the threads, and return the function that expands a chunk."""


@dataclass(frozen=True, eq=False)
class AfterSteps(Expansion):
    """The results of steps from the words in a level. Each result inherits the row of its word."""

    steps: Steps

    @property
    def is_given(self) -> bool:
        """Whether the steps leave words unchanged."""
        return not self.steps.masks.any()

    def begin(self, threads: int) -> Expand:
        """Prepare a block for each thread, and return the function that expands a chunk."""
        rows = self.level.rows
        blocks = [self._block() for _ in range(threads)]

        def work(thread: int, chunk: Chunk, state: Counts, into: Into) -> bool:
            own = None if rows is None else rows[chunk.own]
            return expand(self.steps, chunk.words, own, state, self.canon, blocks[thread], into)

        return work

    def _block(self) -> CandidateBlock:
        rows = self.level.rows
        own = None if rows is None else np.empty((BLOCK, self.level.width), rows.dtype)
        return CandidateBlock.of(self.canon, BLOCK, own)


# Defined after all functions that fill a block, because its stamp includes them.
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
    """Apply a rule to words, and sort the resulting candidates into partitions.

    Returns True when all words are done, or False when a partition is full. ``state`` contains
    what the next call needs in order to continue: the next word, the end of the words, the number
    of candidates in ``block``, and how many of them are already in their partitions.
    """
    i, end, count, done = state[0], state[1], state[2], state[3]
    while True:
        done = put(into, block, done, count)
        if done < count or i == end:
            state[0], state[2], state[3] = i, count, done
            return bool(done == count)
        i, count = fill(rule, words, rows, i, end, canon, block)
        done = 0
