"""Levels by moves: all positions that so many moves lead to, and no fewer.

A move is one or more jumps of one peg. All levels found so far stay in one hash table, sorted
into partitions as in :mod:`pegsolitaire.engine.levels`; what a move makes of the newest level and
is not in it is the next level. Forward the levels count moves from the start, backward those that
are still to be made to the finish.

Given a bound on the moves still to be made (or, backward, already made) and a limit, positions
that must exceed the limit are left out: breadth-first heuristic search (Zhou and Hansen, 2006).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from pegsolitaire.engine import kernels, known_kernels, move_kernels
from pegsolitaire.engine.filling import capacity_for, in_rounds
from pegsolitaire.engine.kernels import Counts, Flags
from pegsolitaire.engine.layout import Layout, Words
from pegsolitaire.engine.machine import free_memory
from pegsolitaire.engine.move_kernels import Block, MoveJumps
from pegsolitaire.engine.words import least_codes, to_words
from pegsolitaire.engine.workers import Workers
from pegsolitaire.errors import BoardTooLargeError

_LOGP = 10  # log2 of the partitions
_LOGS = 4  # log2 of the slots of a partition's table at first
_BLOCK = 1 << 20  # results of one position, beside those of a few others


class MoveLevels:
    """Levels by moves in one direction.

    Parameters
    ----------
    layout : Layout
        The board, and the group that it is reduced by.
    codes : sequence of int
        Level 0: the starts or, backward, the finishes.
    backward : bool, optional
        Whether moves are undone.
    packings : sequence of sequences of int, optional
        Disjoint regions (codes) that bound the moves: forward, those still full of pegs have to
        be left by a move each; backward, those no longer full have been.
    workers : Workers, optional
        The threads.
    memory : int, optional
        Bytes that may be used; by default four fifths of what is free.

    Attributes
    ----------
    levels : list of arrays of uint64
        Words, those of a level in no order.

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
        packings: Sequence[Sequence[int]] = (),
        workers: Workers | None = None,
        memory: int | None = None,
    ) -> None:
        self.layout = layout
        self.backward = backward
        self._workers = workers or Workers()
        #: Bytes that may be used, None for most of what is free.
        self.memory = memory
        self._regions = _table(layout, packings)
        self._jumps = _jumps(layout, backward)
        self._slots: Words = np.zeros((1 << _LOGP, 1 << _LOGS), np.uint64)
        self._sizes = np.zeros(1 << _LOGP, np.int64)
        self._buffer: Words = np.empty(0, np.uint64)
        self.levels: list[Words] = [self._begin(codes)]

    def __enter__(self) -> MoveLevels:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the threads go."""
        self._workers.close()

    def __len__(self) -> int:
        return int(self._sizes.sum())

    @property
    def used(self) -> int:
        """The bytes that all positions so far take."""
        levels = sum(level.nbytes for level in self.levels)
        return self._slots.nbytes + levels + self._buffer.nbytes

    def advance(self, limit: int | None = None) -> int:
        """Make the next level, within a limit on the moves of a solution: its size.

        Raises
        ------
        BoardTooLargeError
            If it outgrows the memory; the levels before it are left as they were.
        """
        pieces = [self._insert(*candidates) for candidates in self._candidates(limit)]
        self.levels.append(np.concatenate(pieces) if pieces else self.levels[-1][:0])
        return len(self.levels[-1])

    def reach(self, others: MoveLevels, limit: int | None = None) -> int:
        """As the next level take only what of it the others hold: how many positions.

        None of these may be in the levels so far. The level is not held then: that takes no
        memory, and goes faster.
        """
        pieces = [self._pick(others, *candidates) for candidates in self._candidates(limit)]
        self.levels.append(np.unique(np.concatenate([self.levels[-1][:0], *pieces])))
        return len(self.levels[-1])

    def _candidates(self, limit: int | None) -> Iterator[tuple[Words, Counts]]:
        """What moves make of the newest level, in rounds: buffers, and how full they are."""
        source = self.levels[-1]
        regions = self._regions[: 0 if limit is None else None]
        allowed = 0 if limit is None else limit - len(self.levels)
        threads = self._workers.count_for(len(source) * 4)
        out = self._buffers(threads)
        filled = np.zeros(out.shape[:2], np.int64)
        blocks = [_block() for _ in range(threads)]
        jumps, canon = self._jumps, self.layout.canon

        def expand(thread: int, state: Counts) -> bool:
            block = blocks[thread]
            return move_kernels.expand_moves(
                source, state, jumps,
                regions, self.backward, allowed, *canon, np.uint64(_LOGP),
                block, out[thread], filled[thread],
            )  # fmt: skip

        with self._too_many_explained():
            for _ in in_rounds(self._workers, len(source), filled, expand):
                yield out, filled

    def restore(self, words: Words) -> None:
        """Take a level that :meth:`advance` made at an earlier time for the next one."""
        self.levels.append(self._put(words))

    def holds(self, words: Words) -> Flags:
        """Which of some canonical words are in any level."""
        found = np.zeros(len(words), np.bool_)
        self._workers.share(
            len(words),
            len(words),
            lambda a, b: known_kernels.look_up(
                words, self._slots, np.uint64(self._logs), np.uint64(_LOGP), found, a, b
            ),
        )
        return found

    def steps(self, words: Words) -> Words:
        """All that one move makes of some words, canonical, sorted, each once."""
        pieces, block, jumps = [words[:0]], _block(), self._jumps
        done = 0
        while done < len(words):
            with self._too_many_explained():
                done, count = move_kernels.list_moves(
                    words, done, len(words), jumps, *self.layout.canon, block
                )
            pieces.append(block.words[:count].copy())
        return np.unique(np.concatenate(pieces))

    def codes(self, words: Words) -> Words:
        """The least row-by-row codes of words, in their order."""
        return least_codes(self.layout, words, self._workers)

    # -- inside ---------------------------------------------------------------------------------

    @contextmanager
    def _too_many_explained(self) -> Iterator[None]:
        """Say which limit of the kernels was met."""
        try:
            yield
        except OverflowError as error:
            raise BoardTooLargeError(
                f"a position of {self.layout.board.name} has more than {_BLOCK:,} moves"
            ) from error

    @property
    def _logs(self) -> int:
        return int(self._slots.shape[1]).bit_length() - 1

    def _begin(self, codes: Sequence[int]) -> Words:
        words = to_words(self.layout, codes)
        kernels.canonicalise(words, len(words), np.uint64(0), *self.layout.canon)
        return self._put(np.unique(words))

    def _put(self, words: Words) -> Words:
        """Put canonical words into the table: those that were not there."""
        out, filled = self._buffers(1), np.zeros((1, 1 << _LOGP), np.int64)
        pieces, k = [words[:0]], 0
        while k < len(words):
            filled[:] = 0
            k = kernels.scatter(
                words, k, len(words), np.uint64(_LOGP), np.uint64(0), out[0], filled[0]
            )
            pieces.append(self._insert(out, filled))
        return np.concatenate(pieces)

    def _insert(self, out: Words, filled: Counts) -> Words:
        """Put a round of candidates into the table: those that were not there."""
        done, fresh = np.zeros_like(filled), np.zeros_like(filled)
        weight = int(filled.sum())
        while not all(
            self._workers.share(
                len(self._slots),
                weight,
                lambda a, b: known_kernels.insert_new(
                    out, filled, done, fresh, self._slots, np.uint64(self._logs),
                    self._sizes, np.uint64(_LOGP), a, b,
                ),
            )
        ):  # fmt: skip
            self._widen()
        return self._gathered(out, fresh, weight)

    def _pick(self, others: MoveLevels, out: Words, filled: Counts) -> Words:
        """What of a round of candidates others hold."""
        fresh, weight = np.zeros_like(filled), int(filled.sum())
        self._workers.share(
            len(self._slots),
            weight,
            lambda a, b: known_kernels.pick_known(
                out, filled, fresh, others._slots, np.uint64(others._logs), np.uint64(_LOGP), a, b
            ),
        )
        return self._gathered(out, fresh, weight)

    def _gathered(self, out: Words, fresh: Counts, weight: int) -> Words:
        """The words at the front of buffers."""
        ends = np.cumsum(fresh)
        words = np.empty(int(ends[-1]), np.uint64)
        places = (ends - fresh.ravel()).reshape(fresh.shape)
        self._workers.share(
            len(self._slots),
            weight,
            lambda a, b: known_kernels.gather(out, fresh, places, words, a, b),
        )
        return words

    def _widen(self) -> None:
        """Twice the slots for every partition."""
        table = 2 * self._slots.nbytes
        needed = 2 * table + self._buffer.nbytes  # with the old table, or with the levels
        may = self.memory is None or needed <= self.memory
        if not may or table > free_memory() * 4 // 5:
            raise BoardTooLargeError(
                f"the positions after {len(self.levels)} moves{' back' * self.backward} need "
                f"{needed / 2**20:,.0f} MiB, more than may be used"
            )
        wider = np.zeros((len(self._slots), 2 * self._slots.shape[1]), np.uint64)
        logs = np.uint64(self._logs + 1)
        self._workers.share(
            len(wider),
            len(self),
            lambda a, b: known_kernels.rehash(self._slots, wider, logs, np.uint64(_LOGP), a, b),
        )
        self._slots = wider

    def _buffers(self, threads: int) -> Words:
        """Room for candidates, kept from level to level: fresh memory is slow to touch."""
        capacity = capacity_for(threads, 1 << _LOGP)
        size = threads * capacity << _LOGP
        if len(self._buffer) < size:
            self._buffer = np.empty(size, np.uint64)
        return self._buffer[:size].reshape(threads, 1 << _LOGP, capacity)


def _jumps(layout: Layout, backward: bool) -> MoveJumps:
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
    return MoveJumps(masks, wanted, joint, next_masks, next_wanted, next_joint)


def _block() -> Block:
    """Where a thread lists what its positions lead to."""
    return Block(
        np.empty(_BLOCK, np.uint64), np.empty(_BLOCK, np.int16), np.zeros(2 * _BLOCK, np.int32)
    )


def _table(layout: Layout, packings: Sequence[Sequence[int]]) -> Words:
    """The regions of packings, as words."""
    width = max(map(len, packings), default=0)
    table = np.zeros((len(packings), width), np.uint64)
    for row, packing in zip(table, packings, strict=True):
        row[: len(packing)] = to_words(layout, packing)
    return table
