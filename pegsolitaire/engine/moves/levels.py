"""Levels by moves: level n is all positions that n moves lead to, and no fewer.

A move is one or more jumps of one peg. All positions found so far are kept
(:mod:`pegsolitaire.engine.moves.seen`); what a move makes of the newest level and is not among
them is the next level. Forward the levels count moves from the start, backward those that
are still to be made to the finish.

Given a bound on the moves still to be made (or, backward, already made) and a limit, positions
that must exceed the limit are left out: breadth-first heuristic search (Zhou and Hansen, 2006).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pegsolitaire.amounts import bytes_text
from pegsolitaire.engine.bits.arrays import Counts, Flags, Words, find_in_sorted
from pegsolitaire.engine.bits.canonical_kernels import to_canonical
from pegsolitaire.engine.bits.layout import Canon, Layout
from pegsolitaire.engine.bits.words import least_codes, to_words
from pegsolitaire.engine.bits.workers import Workers
from pegsolitaire.engine.moves import move_kernels
from pegsolitaire.engine.moves.move_kernels import MoveJumps, Moves
from pegsolitaire.engine.moves.seen import Seen
from pegsolitaire.engine.sparse.expand_kernels import Block, Into, expand
from pegsolitaire.engine.sparse.expansion import AfterSteps, Chunk, Expand, Expansion
from pegsolitaire.engine.sparse.level_set import LevelSet
from pegsolitaire.engine.sparse.step import LevelStep
from pegsolitaire.engine.sparse.steps import Steps
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.work import Work

_BLOCK = 1 << 20  # results of one position, beside those of a few others


class MoveLevels:
    """Levels by moves in one direction.

    Level 0, ``codes``, is the starts or, ``backward``, where moves are undone, the finishes. No
    move goes on from a position of ``last_pegs``: there a game ends or, backward, began.
    ``packings`` are disjoint regions (codes) that bound the moves: forward, those still full of
    pegs have to be left by a move each; backward, those no longer full have been.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> from pegsolitaire.engine import make_layout
    >>> board = english()
    >>> layout = make_layout(board, board.symmetries)
    >>> forward = MoveLevels(layout, [board.vacancy("d4").code])
    >>> backward = MoveLevels(layout, [board.single("d4").code], backward=True)
    >>> [forward.advance() for _ in range(5)], [backward.advance() for _ in range(4)]
    ([1, 2, 9, 47, 263], [1, 16, 979, 14115])
    """

    def __init__(
        self,
        layout: Layout,
        codes: Sequence[int],
        *,
        backward: bool = False,
        last_pegs: int | None = None,
        packings: Sequence[Sequence[int]] = (),
        workers: Workers | None = None,
        work: Work | None = None,
    ) -> None:
        work = Work.of(work)
        self.layout = layout
        self.backward = backward
        #: Bytes that all positions may take, None for most of what is free.
        self.memory = work.memory
        self._workers = workers or Workers()
        self._step = LevelStep(self._workers, len(layout.board), work=work)
        self._regions = _table(layout, packings)
        if last_pegs is None:
            last_pegs = len(layout.board) if backward else 0
        self._jumps = _jumps(layout, backward, last_pegs)
        self._seen = Seen(self._step)
        self._lists: list[_Lists] = []
        self._stay = Steps.stay(layout.canon)
        self._add(LevelSet.of(to_words(layout, codes)))

    def __enter__(self) -> MoveLevels:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the threads go."""
        self._workers.close()

    def __len__(self) -> int:
        return len(self._seen)

    @property
    def levels(self) -> list[LevelSet]:
        """Level 0, and those that were made."""
        return self._seen.levels

    @property
    def used(self) -> int:
        """The bytes that all positions so far take."""
        return self._seen.nbytes + self._step.buffered

    def advance(self, limit: int | None = None) -> int:
        """Make the next level, within a limit on the moves of a solution: its size.

        Raises BoardTooLargeError where it outgrows the memory and there is no scratch folder, or
        the disk; the levels before it are left as they were.
        """
        with self._too_many_explained():
            return len(self._add(self._moves(limit)))

    def reach(self, others: MoveLevels, limit: int | None = None) -> int:
        """As the next level take only what of it the others hold: how many positions.

        None of these may be in the levels so far. The level is not held then: that takes no
        memory, and goes faster.
        """
        with self._too_many_explained():
            self.levels.append(others._seen.common(self._moves(limit)))
        return len(self.levels[-1])

    def restore(self, level: LevelSet) -> None:
        """Take a level that :meth:`advance` made at an earlier time for the next one."""
        self._add(level)

    def holds(self, *levels: LevelSet) -> list[Flags]:
        """Which positions of some levels are in any level of these."""
        return self._seen.holds(levels)

    def common(self, level: LevelSet) -> LevelSet:
        """The positions of a level that are in any level of these, sorted."""
        [held] = self.holds(level)
        return LevelSet.of(np.sort(level.words[held]))

    def reached(self, level: LevelSet, among: LevelSet) -> LevelSet:
        """The positions of a level that one move makes of those of another, sorted."""
        made, words = self.steps(level).words, among.words
        _, held = find_in_sorted(made, words)
        return LevelSet.of(np.unique(words[held]))

    def steps(self, level: LevelSet) -> LevelSet:
        """All that one move makes of some positions, sorted, each once."""
        words, canon, lists = level.words, self.layout.canon, _Lists.of(self.layout.canon)
        rule = lists.moves(self._jumps, self._regions[:0], self.backward, 0)
        made, images, _ = lists.block
        pieces, done = [words[:0]], 0
        while done < len(words):
            with self._too_many_explained():
                done, count = move_kernels.list_moves(words, done, len(words), canon, rule, images)
            to_canonical(images, count, canon.turns, canon.width, made)
            pieces.append(made[:count].copy())
        return LevelSet.of(np.unique(np.concatenate(pieces)))

    def codes(self, level: LevelSet) -> Words:
        """The least row-by-row codes of a level, in its order."""
        return least_codes(self.layout, level.words, self._workers)

    # -- inside ---------------------------------------------------------------------------------

    def _moves(self, limit: int | None) -> _Moves:
        """What moves make of the newest level."""
        regions = self._regions[: 0 if limit is None else None]
        allowed = 0 if limit is None else limit - len(self.levels)
        return _Moves(
            self.levels[-1], self.layout.canon, self._jumps, regions, self.backward, allowed,
            self._lists,
        )  # fmt: skip

    def _add(self, source: Expansion | LevelSet) -> LevelSet:
        """The next level: what of an expansion, or of the words of a level, is new."""
        if isinstance(source, LevelSet):
            source = AfterSteps(source, self.layout.canon, self._stay)
        if self.memory is not None:
            # Tables that grow are there twice, or with the levels. What buffers take that serve
            # all partitions does not count any more once a few of them are gone through at a time.
            left = (self.memory - self._step.buffered) // 2
            self._step.memory = max(left, self.memory // 8)
        try:
            return self._seen.add(source)
        except BoardTooLargeError as error:
            if self._step.work.scratch is not None:
                raise
            needed = self._seen.growing + self._step.buffered
            raise BoardTooLargeError(
                f"the positions after {len(self.levels)} moves{' back' * self.backward} need "
                f"{bytes_text(needed)}, more than may be used"
            ) from error

    @contextmanager
    def _too_many_explained(self) -> Iterator[None]:
        """Say which limit of the kernels was met."""
        try:
            yield
        except OverflowError as error:
            raise BoardTooLargeError(
                f"a position of {self.layout.board.name} has more than {_BLOCK:,} moves"
            ) from error


@dataclass(frozen=True, eq=False)
class _Moves(Expansion):
    """The words of a level after each move that may be on a solution that is short enough."""

    jumps: MoveJumps
    regions: Words
    backward: bool
    allowed: int
    lists: list[_Lists]

    def begin(self, threads: int) -> Expand:
        """Have lists for each thread."""
        while len(self.lists) < threads:
            self.lists.append(_Lists.of(self.canon))
        rules = [
            lists.moves(self.jumps, self.regions, self.backward, self.allowed)
            for lists in self.lists
        ]

        def work(thread: int, chunk: Chunk, state: Counts, into: Into) -> bool:
            block = self.lists[thread].block
            return expand(rules[thread], chunk.words, None, state, self.canon, block, into)

        return work


def _jumps(layout: Layout, backward: bool, last_pegs: int) -> MoveJumps:
    """The jumps as the kernels take them, and those that can go on at each hole."""
    board = layout.board
    ends = [(j.end, j.start) if backward else (j.start, j.end) for j in board.jumps]
    masks, wanted = layout.masks, layout.unjump_pegs if backward else layout.jump_pegs
    joint = np.array([after for _, after in ends], np.int16)
    at = [[j for j, (hole, _) in enumerate(ends) if hole == i] for i in range(len(board))]
    shape = len(board), max(map(len, at))
    next_masks, next_wanted = np.zeros(shape, np.uint64), np.ones(shape, np.uint64)
    next_joint = np.zeros(shape, np.int16)
    for hole, jumps in enumerate(at):
        next_masks[hole, : len(jumps)] = masks[jumps]
        next_wanted[hole, : len(jumps)] = wanted[jumps]
        next_joint[hole, : len(jumps)] = joint[jumps]
    return MoveJumps(masks, wanted, joint, next_masks, next_wanted, next_joint, last_pegs)


class _Lists(NamedTuple):
    """Where a thread lists what its positions lead to."""

    block: Block
    at: move_kernels.Holes
    places: move_kernels.Places

    @classmethod
    def of(cls, canon: Canon) -> _Lists:
        """Lists of candidates with such canonical forms."""
        images = np.empty((1 + len(canon.mirror), _BLOCK), np.uint64)
        block = Block(np.empty(_BLOCK, np.uint64), images, None)
        return cls(block, np.empty(_BLOCK, np.int16), np.zeros(2 * _BLOCK, np.int32))

    def moves(self, jumps: MoveJumps, regions: Words, changed: bool, allowed: int) -> Moves:
        """Moves that are listed here."""
        return Moves(jumps, regions, changed, allowed, self.at, self.places)


def _table(layout: Layout, packings: Sequence[Sequence[int]]) -> Words:
    """The regions of packings, as words."""
    width = max(map(len, packings), default=0)
    table = np.zeros((len(packings), width), np.uint64)
    for row, packing in zip(table, packings, strict=True):
        row[: len(packing)] = to_words(layout, packing)
    return table
