"""Levels by moves: level n is all positions that n moves lead to, and no fewer.

A move is one or more jumps of one peg. All positions found so far are kept
(:class:`_Seen`); what a move makes of the newest level and is not among them is the next level.
Forward the levels count moves from the start, backward those that are still to be made to the
finish.

Given a bound on the moves still to be made (or, backward, already made) and a limit, positions
that must exceed the limit are left out: breadth-first heuristic search (Zhou and Hansen, 2006).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine import hash_tables
from pegsolitaire.engine.canonical import reflect, to_canonical
from pegsolitaire.engine.codes import least_codes, to_words
from pegsolitaire.engine.compiled import compiled, inlined, way_of
from pegsolitaire.engine.expansion import (
    AfterSteps,
    CandidateBlock,
    Chunk,
    Expand,
    Expansion,
    Into,
    Steps,
    expand,
    fill,
)
from pegsolitaire.engine.level_set import LevelSet, TablePlan, Tables, offsets_of
from pegsolitaire.engine.machine import Workers
from pegsolitaire.engine.step import Candidates, LevelStep
from pegsolitaire.engine.words import (
    MULTIPLIER,
    Canon,
    Counts,
    Flags,
    Layout,
    Remainders,
    Words,
    find_in_sorted,
    pegs_of,
    split_up,
)
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.units import bytes_text
from pegsolitaire.work import Work

# --
# The compiled loops that go by moves: all that a peg can do in one go, however long the sweep.
#
# Forward, a move that goes on does so from the hole where its last jump ended. Backward, the jumps
# of a move are undone last to first, and the next one to be undone *ends* where the one undone
# before it *started*. Both are the same loop over tables that say which jumps may follow.
#
# Whatever one move can reach is listed in a block, each entry with the hole by which it may go on:
# the list is at once the queue that is worked through, jump by jump. In a sweep the same jumps can
# be made in many orders, which give the same word: those of long sweeps are listed once.
#
# Arguments that several kernels share:
#
# regions
#     ``(packings, regions)`` masks: disjoint regions of which each asks for a move of its own, to
#     be made while it is full, or to be undone once it is ``changed``; 0 fills a row up


Holes = npt.NDArray[np.int16]
Places = npt.NDArray[np.int32]

_FEW = 2048  # results after which a block is brought to canonical form
_MANY = 64  # long sweeps after which they are looked up by hash
_SHORT = 3  # jumps up to which results may be listed twice


class _MoveJumps(NamedTuple):
    """The jumps of a board in one direction, and which may follow one another.

    A jump is legal where ``word & mask == wanted``, and gives ``word ^ mask``. Those that can go
    on at each hole, ``(holes, most)``, are filled up with jumps never legal.
    """

    masks: Words  # (jumps,)
    wanted: Words  # (jumps,)
    joint: Holes  # (jumps,): where another can follow: at its end forward, at its start backward
    next_masks: Words
    next_wanted: Words
    next_joint: Holes
    last_pegs: int  # of a position that no move goes on from


class Moves(NamedTuple):
    """Moves as a rule of the level step, of results that may need no more moves than allowed."""

    jumps: _MoveJumps
    regions: Words  # (packings, regions): what bounds the moves, perhaps nothing
    changed: bool  # whether regions ask for a move once they are changed: where moves are undone
    allowed: int
    at: Holes  # (size,): for each word of a block, the hole by which it can go on
    places: Places  # hash table of where words are listed, from 1; all zero between two words


@inlined
def _slot(word: np.uint64, places: Places) -> int:
    return np.int64((word * MULTIPLIER) >> np.uint64(20)) & (places.size - 1)  # type: ignore[return-value]


@compiled
def _clear(begin: int, listed: int, words: Words, places: Places) -> None:
    """Take the words from ``begin`` to ``listed`` out of the hash table."""
    for k in range(begin, listed):
        slot = _slot(words[k], places)
        while places[slot] != 0:
            places[slot] = 0
            slot = (slot + 1) & (places.size - 1)


@inlined
def _is_listed(
    word: np.uint64,
    hole: int,
    begin: int,
    count: int,
    listed: int,
    words: Words,
    at: Holes,
    places: Places,
) -> bool:
    """Whether a result is among those from ``begin``: looked for one by one, or by hash."""
    if listed == begin:
        k = begin
        while k < count and (words[k] != word or at[k] != hole):
            k += 1
        return k < count
    slot = _slot(word, places)
    while places[slot] > 0:
        k = places[slot] - 1
        if words[k] == word and at[k] == hole:
            return True
        slot = (slot + 1) & (places.size - 1)
    return False


@compiled
def _sweep(
    done: int,
    count: int,
    next_masks: Words,
    next_wanted: Words,
    next_joint: Holes,
    last_pegs: int,
    words: Words,
    at: Holes,
    places: Places,
) -> int:
    """Go on with what is listed from ``done``, each result once: the new length, or -1."""
    begin = listed = count
    while done < count:
        if pegs_of(words[done]) == last_pegs:  # so have those after it: the queue is by jumps
            break
        for k in range(next_masks.shape[1]):
            word, hole = words[done], at[done]
            if word & next_masks[hole, k] != next_wanted[hole, k]:
                continue
            word ^= next_masks[hole, k]
            hole = next_joint[hole, k]
            if _is_listed(word, hole, begin, count, listed, words, at, places):
                continue
            if count == words.size:
                _clear(begin, listed, words, places)
                return -1
            words[count] = word
            at[count] = hole
            count += 1
        done += 1
        if count - begin > _MANY:
            while listed < count:
                slot = _slot(words[listed], places)
                while places[slot] > 0:
                    slot = (slot + 1) & (places.size - 1)
                listed += 1
                places[slot] = listed
    _clear(begin, listed, words, places)
    return count


@compiled
def _moves_of(
    word: np.uint64,
    count: int,
    masks: Words,
    wanted: Words,
    joint: Holes,
    next_masks: Words,
    next_wanted: Words,
    next_joint: Holes,
    last_pegs: int,
    words: Words,
    at: Holes,
    places: Places,
) -> int:
    """Append all that one move makes of a word to a block: the new length, or -1 if it is full."""
    jumps_left = abs(pegs_of(word) - last_pegs)
    if jumps_left == 0:
        return count
    if count + masks.size > words.size:
        return -1
    done = count
    # Written without branches, as in `kernels`: each legal jump is a coin toss.
    for j in range(masks.size):
        words[count] = word ^ masks[j]
        at[count] = joint[j]
        count += (word & masks[j]) == wanted[j]
    for _ in range(min(_SHORT, jumps_left) - 1):
        last = count
        while done < last:
            if count + next_masks.shape[1] > words.size:
                return -1
            sofar, hole = words[done], at[done]
            for k in range(next_masks.shape[1]):
                words[count] = sofar ^ next_masks[hole, k]
                at[count] = next_joint[hole, k]
                count += (sofar & next_masks[hole, k]) == next_wanted[hole, k]
            done += 1
    if done < count and jumps_left > _SHORT:
        count = _sweep(
            done, count, next_masks, next_wanted, next_joint, last_pegs, words, at, places
        )
    return count


@inlined
def _bound(word: np.uint64, regions: Words, changed: bool) -> int:
    """The most regions of a packing that ask for a move: a bound on the moves to make or undo."""
    most = 0
    for p in range(regions.shape[0]):
        count = 0
        for r in range(regions.shape[1]):
            mask = regions[p, r]
            count += mask != 0 and ((word & mask) == mask) != changed
        most = max(most, count)
    return most


@compiled
def _drop(words: Words, count: int, regions: Words, changed: bool, allowed: int) -> int:
    """Keep the words that may need no more moves than allowed; return their number."""
    kept = 0
    for k in range(count):
        if _bound(words[k], regions, changed) <= allowed:
            words[kept] = words[k]
            kept += 1
    return kept


@compiled
def _fill(
    words: Words, i: int, end: int, jumps: _MoveJumps, listed: Words, at: Holes, places: Places
) -> tuple[int, int]:
    """Fill a block with what moves make of words ``i ..``: the next word, and how many."""
    # Unpacked here, once a block: a tuple handed on for every word costs a fifth more time.
    masks, wanted, joint, next_masks, next_wanted, next_joint, last_pegs = jumps
    count = 0
    while i < end and count < _FEW:
        after = _moves_of(
            words[i], count, masks, wanted, joint, next_masks, next_wanted, next_joint,
            last_pegs, listed, at, places,
        )  # fmt: skip
        if after < 0:
            if count == 0:
                raise OverflowError("too many moves")
            break
        count = after
        i += 1
    return i, count


@compiled
def _list_moves(
    words: Words, i: int, end: int, canon: Canon, rule: Moves, images: Words
) -> tuple[int, int]:
    """Fill a block with what moves make of words ``i ..``, and with its reflections.

    Returns the next word, and how many results there are. Raises OverflowError if what one word
    leads to does not fit the block.
    """
    i, count = _fill(words, i, end, rule.jumps, images[0], rule.at, rule.places)
    if rule.regions.shape[0] > 0:
        count = _drop(images[0], count, rule.regions, rule.changed, rule.allowed)
    reflect(images, count, canon.mirror, canon.bits)
    return i, count


@way_of(fill, Moves)
def _fill_with_moves(
    rule: Moves, words: Words, rows: None, i: int, end: int, canon: Canon, block: CandidateBlock
) -> tuple[int, int]:
    return _list_moves(words, i, end, canon, rule, block.images)


# --
# All positions that levels by moves have come to: looked up, and added to.
#
# In memory they are one set of tables, which grows. Where it may not grow any more, the levels lie
# in files, by partition, and the tables of a run of partitions at a time are made from them: every
# pass over the newest level keeps the candidates of its run alone.


_LOGP = 10  # log2 of the partitions
_PARTITIONS = 1 << _LOGP
_SLOTS = 16  # of a partition's table at first

#: What is done with a round of candidates: the tables afterwards, and the words that are wanted.
Sieve = Callable[[Candidates, Tables], tuple[Tables, Words]]


class _Seen:
    """The positions of some levels: in the memory of a level step, or in its scratch folder."""

    def __init__(self, step: LevelStep) -> None:
        self._step = step
        #: All tables, while they are in memory.
        self._tables: Tables | None = TablePlan(step.holes, _LOGP, _SLOTS, _PARTITIONS).tables(0)
        self.levels: list[LevelSet] = []

    def __len__(self) -> int:
        return sum(map(len, self.levels))

    @property
    def nbytes(self) -> int:
        """The bytes of memory that all positions take."""
        levels = sum(level.nbytes for level in self.levels if not level.files)
        return levels + (self._tables.nbytes if self._tables else 0)

    @property
    def growing(self) -> int:
        """The bytes of tables and levels once the tables have grown."""
        return 4 * self._tables.nbytes if self._tables else 0

    def add(self, source: Expansion) -> LevelSet:
        """The new words of an expansion: the next level.

        Raises BoardTooLargeError where they outgrow the memory and there is no scratch folder, or
        the disk.
        """
        if self._tables is not None:
            try:
                [(_, words)] = self._sift(source, self._insert)
                self.levels.append(LevelSet.of(words))
                return self.levels[-1]
            except BoardTooLargeError:
                if self._step.work.scratch is None:
                    raise
                self._spill()
        self.levels.append(self._written(self._sift(source, self._insert)))
        return self.levels[-1]

    def common(self, source: Expansion) -> LevelSet:
        """The words of an expansion that are in this set, sorted."""
        words = [words for _, words in self._sift(source, self._pick)]
        return LevelSet.of(np.unique(np.concatenate(words)))

    def holds(self, levels: Sequence[LevelSet]) -> list[Flags]:
        """Which words of some levels are here."""
        found = [np.zeros(len(level), np.bool_) for level in levels]
        if self._tables is not None:
            for level, flags in zip(levels, found, strict=True):
                self._look_up(level.words, self._tables, flags)
            return found
        for tables in self._runs():
            for level, flags in zip(levels, found, strict=True):
                if len(level.offsets) == _PARTITIONS + 1:
                    own = slice(*level.offsets[[tables.first, tables.first + len(tables)]])
                    self._look_up(level.words_between(own.start, own.stop), tables, flags[own])
                else:
                    words = level.words
                    parts, _ = _split_up(words, tables)
                    here = (parts >= 0) & (parts < len(tables))
                    some = np.zeros(np.count_nonzero(here), np.bool_)
                    self._look_up(words[here], tables, some)
                    flags[here] = some
        return found

    # -- inside -----------------------------------------------------------------------------------

    def _runs(self) -> Iterator[Tables]:
        """The tables of all partitions: as they are, or run by run, made from the levels."""
        if self._tables is not None:
            yield self._tables
            return
        sizes = np.sum([np.diff(level.offsets) for level in self.levels], axis=0)
        # Room for the next level too, which tables grow for where it is larger.
        plan = TablePlan.for_partitions(
            self._step.holes, sizes + np.diff(self.levels[-1].offsets), self._step.available
        )
        for first in plan.runs:
            tables = plan.tables(first)
            for level in self.levels:
                self._step.fill(level, tables)
            yield tables

    def _sift(self, source: Expansion, sieve: Sieve) -> Iterator[tuple[Tables, Words]]:
        """What a sieve lets through of an expansion, run by run of partitions."""
        for tables in self._runs():
            pieces = [np.empty(0, np.uint64)]
            for some in self._step.rounds(source, tables):
                tables, piece = sieve(some, tables)
                pieces.append(piece)
            if self._tables is not None:
                self._tables = tables
            yield tables, np.concatenate(pieces)

    def _insert(self, some: Candidates, tables: Tables) -> tuple[Tables, Words]:
        fresh = np.zeros_like(some.filled)
        tables = self._step.insert(some, tables, fresh)
        return tables, self._step.gather(some, tables, fresh)

    def _pick(self, some: Candidates, tables: Tables) -> tuple[Tables, Words]:
        known = np.zeros_like(some.filled)
        pick = partial(hash_tables.pick_known, some.out, some.filled, known, tables.slots)
        self._step.share(tables, some.weight, pick)
        return tables, self._step.gather(some, tables, known)

    def _look_up(self, words: Words, tables: Tables, found: Flags) -> None:
        look_up = partial(hash_tables.look_up, words, tables.slots, tables.split, found)
        self._step.workers.share(len(words), len(words), look_up)

    def _spill(self) -> None:
        """Put all levels into files, and the tables away."""
        all_partitions, self._tables = self._tables, None
        assert all_partitions is not None
        for i, level in enumerate(self.levels):
            self.levels[i] = self._written([(all_partitions, level.words)])

    def _written(self, runs: Iterable[tuple[Tables, Words]]) -> LevelSet:
        """The level of words that are given run by run, in a file."""
        return self._step.write(_by_partition(words, tables) for tables, words in runs)


def _by_partition(words: Words, tables: Tables) -> LevelSet:
    """Words of the partitions of tables, sorted into these."""
    parts, stored = _split_up(words, tables)
    sizes = np.bincount(parts, minlength=len(tables))
    in_order = stored[np.argsort(parts, kind="stable")]
    return LevelSet(
        in_order, offsets_of(sizes), tables.plan.holes,
        first=tables.first, parts=1 << tables.plan.logp,
    )  # fmt: skip


def _split_up(words: Words, tables: Tables) -> tuple[Counts, Remainders]:
    """The partition of each of some words, counted from the first of the tables, and the rest."""
    parts, stored = np.empty(len(words), np.int64), np.empty(len(words), tables.slots.dtype)
    split_up(words, tables.split, parts, stored)
    return parts, stored


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
        self._seen = _Seen(self._step)
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
        """The positions of a level that one move reaches from another level, sorted."""
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
                done, count = _list_moves(words, done, len(words), canon, rule, images)
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

    jumps: _MoveJumps
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


def _jumps(layout: Layout, backward: bool, last_pegs: int) -> _MoveJumps:
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
    return _MoveJumps(masks, wanted, joint, next_masks, next_wanted, next_joint, last_pegs)


class _Lists(NamedTuple):
    """Where a thread lists what its positions lead to."""

    block: CandidateBlock
    at: Holes
    places: Places

    @classmethod
    def of(cls, canon: Canon) -> _Lists:
        """Lists of candidates with such canonical forms."""
        images = np.empty((1 + len(canon.mirror), _BLOCK), np.uint64)
        block = CandidateBlock(np.empty(_BLOCK, np.uint64), images, None)
        return cls(block, np.empty(_BLOCK, np.int16), np.zeros(2 * _BLOCK, np.int32))

    def moves(self, jumps: _MoveJumps, regions: Words, changed: bool, allowed: int) -> Moves:
        """Moves that are listed here."""
        return Moves(jumps, regions, changed, allowed, self.at, self.places)


def _table(layout: Layout, packings: Sequence[Sequence[int]]) -> Words:
    """The regions of packings, as words."""
    width = max(map(len, packings), default=0)
    table = np.zeros((len(packings), width), np.uint64)
    for row, packing in zip(table, packings, strict=True):
        row[: len(packing)] = to_words(layout, packing)
    return table
