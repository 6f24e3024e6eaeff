"""Levels by moves: level n is the set of all positions that need exactly n moves.

A move is one or more jumps of one peg. All positions found so far are stored (:class:`_Seen`). The
next level consists of the results of a move from the newest level that are not stored yet. In the
forward direction, the number of a level is the number of moves made from the start. In the
backward direction, it is the number of moves left to the finish.

A lower bound on the number of moves left makes it possible to skip positions that would exceed a
given limit. In the backward direction, the bound is on the number of moves already made. This
method is called breadth-first heuristic search (Zhou and Hansen, 2006).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine import hash_tables
from pegsolitaire.engine.canonical import reflect, to_canonical
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
from pegsolitaire.engine.machine import Threaded, Workers
from pegsolitaire.engine.row_codes import least_codes, to_words
from pegsolitaire.engine.step import Candidates, LevelStep, TablesFullError
from pegsolitaire.engine.words import (
    MULTIPLIER,
    Canon,
    Counts,
    Flags,
    Layout,
    MaybeRows,
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
# The compiled loops over moves, including sweeps of any length.
#
# In the forward direction, a move continues from the hole where its last jump ended. In the
# backward direction, the jumps of a move are undone from last to first, and the next jump to undo
# *ends* where the jump that was just undone *started*. Both directions use the same loop with
# different tables of the jumps that may follow.
#
# All results of one move are listed in a block, each with the hole from which the move may
# continue. The list is also the queue, in the order of the number of jumps. The same jumps of a
# sweep can often be made in many orders, which lead to the same word. Therefore the results of
# long sweeps are listed only once.
#
# Common arguments:
#
# regions
#     ``(packings, regions)`` masks of disjoint regions. Each region needs a move of its own: a
#     move still to be made if the region is full or, if ``changed``, a move to be undone if the
#     region is not full. Rows are padded with 0.


Holes = npt.NDArray[np.int16]
Places = npt.NDArray[np.int32]

# The number of results after which a block is brought to canonical form.
_MAX_UNREDUCED_RESULTS = 2048
_MANY = 64  # the number of long sweeps from which a hash table is used
_SHORT = 3  # the maximum number of jumps for which results may be listed twice


class MoveJumps(NamedTuple):
    """The jumps of a board in one direction, and the jumps that may follow each jump.

    A jump is legal if ``word & mask == wanted``, and leads to ``word ^ mask``. The arrays of the
    jumps that can continue from each hole, ``(holes, most)``, are padded with jumps that are never
    legal.
    """

    masks: Words  # (jumps,)
    wanted: Words  # (jumps,)
    joint: Holes  # (jumps,): where a jump can follow: at the end or, backward, at the start
    next_masks: Words
    next_wanted: Words
    next_joint: Holes
    last_pegs: int  # the number of pegs of positions from which no move continues


class Moves(NamedTuple):
    """The rule that makes each move unless its result would exceed the limit on moves."""

    jumps: MoveJumps
    regions: Words  # (packings, regions): the regions that bound the moves, possibly none
    changed: bool  # True if moves are undone, when regions that are not full need a move
    allowed: int
    at: Holes  # (size,): for each word of a block, the hole from which it can continue
    places: Places  # hash table of the indices of words, plus 1; all zero between two words


@inlined
def _slot(word: np.uint64, places: Places) -> int:
    return np.int64((word * MULTIPLIER) >> np.uint64(20)) & (places.size - 1)  # type: ignore[return-value]


@compiled
def _clear(begin: int, listed: int, words: Words, places: Places) -> None:
    """Remove a range of listed words, from ``begin`` to ``listed``, from the hash table."""
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
    """Search the list, from index ``begin``, for a result: one by one or with the hash table."""
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
    """Continue the listed moves from index ``done``. Return the new length, or -1 if too long."""
    begin = listed = count
    while done < count:
        if pegs_of(words[done]) == last_pegs:  # and so have the rest
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
    """Append the results of all moves from a word. Return the new length, or -1 if too long."""
    jumps_left = abs(pegs_of(word) - last_pegs)
    if jumps_left == 0:
        return count
    if count + masks.size > words.size:
        return -1
    done = count
    # There are no branches here, because processors cannot predict which jumps are legal.
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
    """Return a lower bound on the moves left: how many regions in one packing need a move."""
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
    """Keep only words whose lower bound is within the allowed moves. Return their number."""
    size = 0
    for k in range(count):
        if _bound(words[k], regions, changed) <= allowed:
            words[size] = words[k]
            size += 1
    return size


@compiled
def _fill(
    words: Words,
    rows: MaybeRows,
    i: int,
    end: int,
    jumps: MoveJumps,
    listed: Words,
    block_rows: MaybeRows,
    at: Holes,
    places: Places,
) -> tuple[int, int]:
    """List the results of moves from word ``i`` on. Return the next index and the length."""
    # The tuple is unpacked once for each block. Passing it for every word takes a fifth longer.
    masks, wanted, joint, next_masks, next_wanted, next_joint, last_pegs = jumps
    count: Any = np.int64(0)  # with a literal 0, numba would compile `_moves_of` twice
    while i < end and count < _MAX_UNREDUCED_RESULTS:
        after = _moves_of(
            words[i], count, masks, wanted, joint, next_masks, next_wanted, next_joint,
            last_pegs, listed, at, places,
        )  # fmt: skip
        if after < 0:
            if count == 0:
                raise OverflowError("too many moves")
            break
        if rows is not None:
            for k in range(count, after):
                block_rows[k, 0] = rows[i, 0]
        count = after
        i += 1
    return i, count


@way_of(fill, Moves)
def _fill_with_moves(
    rule: Moves,
    words: Words,
    rows: MaybeRows,
    i: int,
    end: int,
    canon: Canon,
    block: CandidateBlock,
) -> tuple[int, int]:
    """Fill a block with the canonical forms of the results of moves from the i-th word on.

    Returns the index of the next word, and the number of results. Raises OverflowError if the
    results from one word do not fit in the block. Rows cannot be combined with regions.
    """
    images = block.images
    i, count = _fill(words, rows, i, end, rule.jumps, images[0], block.rows, rule.at, rule.places)
    if rule.regions.shape[0] > 0:
        count = _drop(images[0], count, rule.regions, rule.changed, rule.allowed)
    reflect(images, count, canon.mirror, canon.bits)
    to_canonical(images, count, canon.turns, canon.width, block.words)
    return i, count


# --
# The set of all positions in the levels by moves so far.
#
# In memory, the set consists of hash tables that grow. When they may not grow any further, the
# levels are stored in files, sorted by partition. From then on, tables are built from these files
# for one run of partitions at a time, and each pass over the newest level keeps only the
# candidates of its run.
#
# Moves take far longer to make than to read, and all levels so far need many more passes than one
# level. If there would be more than a few passes, the moves are therefore made only once: their
# results are written to a file, sorted by bucket (a bucket is several partitions), and each pass
# reads the buckets of its run. This takes disk space for the results of a level, without most of
# the repetitions.


_LOGP = 10  # log2 of the number of partitions
_PARTITIONS = 1 << _LOGP
_SLOTS = 16  # the initial number of slots in the table of a partition
_MAX_PASSES = 4  # with more passes, moves are made only once
_LOG_BUCKETS = 6  # log2 of the number of buckets of results in a file
_BUCKETS = 1 << _LOG_BUCKETS
_FIRST_WORDS = 64  # the number of words whose moves are made for the first piece of the file
_READ = 1 << 14  # the number of results that are read from the file at a time

#: A function that processes a round of candidates, and returns the tables and the chosen words.
_Sieve = Callable[[Candidates, Tables], tuple[Tables, Words]]

#: A function that returns the expansions whose results belong to the partitions of given tables.
_Sources = Callable[[Tables], Iterable[Expansion]]


class _Seen:
    """The positions of all levels so far, in memory or in the scratch folder."""

    def __init__(self, step: LevelStep) -> None:
        self._step = step
        #: The tables of all partitions while they are in memory, and None afterwards.
        self._tables: Tables | None = TablePlan(step.holes, _LOGP, _SLOTS, _PARTITIONS).tables(0)
        self.levels: list[LevelSet] = []

    def __len__(self) -> int:
        return sum(map(len, self.levels))

    @property
    def nbytes(self) -> int:
        """The number of bytes of memory that all positions in the set take."""
        levels = sum(level.nbytes for level in self.levels if not level.files)
        return levels + (self._tables.nbytes if self._tables else 0)

    @property
    def growing(self) -> int:
        """The number of bytes that tables and levels take after the tables have grown."""
        return 4 * self._tables.nbytes if self._tables else 0

    def takes(self, level: LevelSet) -> bool:
        """Whether a level of new words, with its partitions, can be added as it is."""
        return self._tables is None and len(level.offsets) == _PARTITIONS + 1

    def add(self, source: Expansion) -> LevelSet:
        """Add the new words of an expansion as the next level, and return it.

        Raises BoardTooLargeError if the words do not fit in memory and there is no scratch folder,
        or if the words do not fit on disk.
        """
        if self._tables is not None:
            spent = self._step.work.looked_at
            try:
                [(_, words)] = self._sift(source, self._insert)
                self.levels.append(LevelSet.of(words))
                return self.levels[-1]
            except BoardTooLargeError:
                if self._step.work.scratch is None:
                    raise
                self._step.take_back(spent)
                self._spill()
        self.levels.append(self._written(self._sift(source, self._insert)))
        return self.levels[-1]

    def common(self, source: Expansion) -> LevelSet:
        """Return the sorted words of an expansion that are in this set."""
        words = [words for _, words in self._sift(source, self._pick)]
        return LevelSet.of(np.unique(np.concatenate(words)))

    def holds(self, levels: Sequence[LevelSet]) -> list[Flags]:
        """Return, for each given level, which of its words are in this set."""
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

    # -- helpers ----------------------------------------------------------------------------------

    def _runs(self) -> Iterator[Tables]:
        """Build the tables of all partitions from the files, run by run."""
        plan = self._plan()
        for first in plan.runs:
            yield self._filled(plan, first)

    def _plan(self) -> TablePlan:
        """Plan tables for all levels in files, with room for a level as large as the newest.

        If the next level is larger, the tables grow.
        """
        sizes = np.sum([np.diff(level.offsets) for level in self.levels], axis=0)
        return TablePlan.for_partitions(
            self._step.holes, sizes + np.diff(self.levels[-1].offsets), self._step.available
        )

    def _filled(self, plan: TablePlan, first: int) -> Tables:
        """Build the tables of a run from the levels in files."""
        tables = plan.tables(first)
        for level in self.levels:
            self._step.fill(level, tables)
        return tables

    def _sift(self, source: Expansion, sieve: _Sieve) -> Iterator[tuple[Tables, Words]]:
        """Yield those words of an expansion that a sieve chooses, run by run."""
        if self._tables is not None:
            self._tables, words = self._sifted([source], sieve, self._tables)
            yield self._tables, words
            return
        plan = self._plan()
        with self._sources(source, _PARTITIONS // plan.together) as sources:
            for first in plan.runs:
                yield from self._sift_run(sources, sieve, self._filled(plan, first))

    def _sift_run(
        self, sources: _Sources, sieve: _Sieve, tables: Tables
    ) -> Iterator[tuple[Tables, Words]]:
        """Sift with the tables of one run. If they outgrow the memory, divide the run in two."""
        plan, first, spent = tables.plan, tables.first, self._step.work.looked_at
        try:
            sifted = self._sifted(sources(tables), sieve, tables)
        except TablesFullError as error:
            if plan.together == 1:
                raise BoardTooLargeError(str(error)) from None
            self._step.take_back(spent)
        else:
            yield sifted
            return
        del tables  # before the next tables are built
        half = replace(plan, together=plan.together // 2)
        for begin in (first, first + half.together):
            yield from self._sift_run(sources, sieve, self._filled(half, begin))

    def _sifted(
        self, sources: Iterable[Expansion], sieve: _Sieve, tables: Tables
    ) -> tuple[Tables, Words]:
        """Return the tables, which may have grown, and the words that a sieve chooses."""
        pieces = [np.empty(0, np.uint64)]
        for source in sources:
            for some in self._step.rounds(source, tables):
                tables, piece = sieve(some, tables)
                pieces.append(piece)
        return tables, np.concatenate(pieces)

    @contextmanager
    def _sources(self, source: Expansion, passes: int) -> Iterator[_Sources]:
        """Provide the expansions for a number of passes inside the ``with`` block.

        They are the source itself or, for many passes, its results, read from a file.
        """
        if passes <= _MAX_PASSES or not isinstance(source, _Moves):
            yield lambda _: [source]
            return
        results = self._step.write(self._pieces(source))
        try:
            yield partial(_read, results, source.canon)
        finally:
            results.discard()

    def _pieces(self, source: _Moves) -> Iterator[LevelSet]:
        """Yield the results of all words of a source, in pieces that fit in memory, by bucket."""
        words, begin, size = source.level, 0, _FIRST_WORDS
        # The tables of a piece are half full, and take half of the memory.
        expected = max(1, self._step.available // (5 * words.stored.itemsize))
        while begin < len(words):
            some = LevelSet.of(words.words_between(begin, min(begin + size, len(words))))
            # The positions are counted when they turn out to be new.
            pieces = [replace(source, level=some, is_given=True)]
            piece = self._step.within(pieces, range(_BUCKETS), _LOG_BUCKETS, expected)
            yield piece
            begin += size
            size = min(max(1, size * expected // max(1, len(piece))), 4 * size)

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
        """Move all levels to files, and discard the tables."""
        all_partitions, self._tables = self._tables, None
        assert all_partitions is not None
        for i, level in enumerate(self.levels):
            self.levels[i] = self._written([(all_partitions, level.words)])

    def _written(self, runs: Iterable[tuple[Tables, Words]]) -> LevelSet:
        """Write the words of each run to a file, and return their level."""
        return self._step.write(_by_partition(words, tables) for tables, words in runs)


def _read(results: LevelSet, canon: Canon, tables: Tables) -> Iterator[Expansion]:
    """Yield the results in a file that may belong to the partitions of given tables."""
    shift = tables.plan.logp - _LOG_BUCKETS
    for bucket in range(tables.first >> shift, (tables.first + len(tables) - 1 >> shift) + 1):
        begins = results.offsets[bucket:-1:_BUCKETS]  # in each piece
        sizes = results.offsets[bucket + 1 :: _BUCKETS] - begins
        ends, first, done = np.cumsum(sizes), 0, 0
        while first < len(sizes):
            last = max(first + 1, int(np.searchsorted(ends, done + _READ, side="right")))
            some = slice(first, last)
            before = ends[some] - sizes[some] - done
            total = int(sizes[some].sum())
            stored = results.stored[
                np.arange(total) + np.repeat(begins[some] - before, sizes[some])
            ]
            offsets = np.array([0, total], np.int64)
            read = LevelSet(stored, offsets, results.holes, first=bucket, parts=_BUCKETS)
            yield _Results(LevelSet.of(read.words), canon, Steps.stay(canon))
            first, done = last, int(ends[last - 1])


def _by_partition(words: Words, tables: Tables) -> LevelSet:
    """Sort words into the partitions of the given tables."""
    parts, stored = _split_up(words, tables)
    sizes = np.bincount(parts, minlength=len(tables))
    in_order = stored[np.argsort(parts, kind="stable")]
    return LevelSet(
        in_order, offsets_of(sizes), tables.plan.holes,
        first=tables.first, parts=1 << tables.plan.logp,
    )  # fmt: skip


def _split_up(words: Words, tables: Tables) -> tuple[Counts, Remainders]:
    """Return the partitions of words, relative to the first table, and their remainders."""
    parts, stored = np.empty(len(words), np.int64), np.empty(len(words), tables.slots.dtype)
    split_up(words, tables.split, parts, stored)
    return parts, stored


_BLOCK = 1 << 20  # the capacity of a block, which also limits the results of one position


class MoveLevels(Threaded):
    """Levels by moves in one direction.

    Level 0 consists of ``codes``, which are the starts or, with ``backward``, the finishes. With
    ``backward``, moves are undone. No moves are made from positions whose number of pegs is
    ``last_pegs``, because games end there or, with ``backward``, begin there. ``packings`` are
    sets of disjoint regions, given as codes. They provide lower bounds on the number of moves: in
    the forward direction, each region that is still full needs another move out of it, and in the
    backward direction, each region that is no longer full has needed a move.

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
        #: The memory limit for all positions, in bytes. None stands for most of the free memory.
        self.memory = work.memory
        self._workers = workers or Workers()
        self._step = LevelStep(self._workers, len(layout.board), work=work)
        self._regions = _table(layout, packings)
        if last_pegs is None:
            last_pegs = len(layout.board) if backward else 0
        self._jumps = move_jumps(layout, backward, last_pegs)
        self._seen = _Seen(self._step)
        self._lists: list[MoveLists] = []
        self._stay = Steps.stay(layout.canon)
        self._add(LevelSet.of(to_words(layout, codes)))

    def __len__(self) -> int:
        return len(self._seen)

    @property
    def levels(self) -> list[LevelSet]:
        """All levels computed so far, level 0 first."""
        return self._seen.levels

    @property
    def used(self) -> int:
        """The number of bytes that all positions found so far take."""
        return self._seen.nbytes + self._step.buffered

    def advance(self, limit: int | None = None) -> int:
        """Compute the next level of solutions within the given number of moves. Return its size.

        Raises BoardTooLargeError if the level does not fit in memory and there is no scratch
        folder, or if it does not fit on disk. In this case, the levels before it remain unchanged.
        """
        with too_many_explained(self.layout):
            return len(self._add(self._moves(limit)))

    def reach(self, others: MoveLevels, limit: int | None = None) -> int:
        """Find and count the positions of the next level that are also in other levels.

        None of these positions may be in the levels so far. The rest of the level is never stored,
        which saves memory and time.
        """
        with too_many_explained(self.layout):
            self.levels.append(others._seen.common(self._moves(limit)))
        return len(self.levels[-1])

    def restore(self, level: LevelSet) -> None:
        """Use a level that :meth:`advance` computed earlier as the next level."""
        if self._seen.takes(level):
            self.levels.append(level)
        else:
            self._add(level)

    def holds(self, *levels: LevelSet) -> list[Flags]:
        """Return which positions of the given levels are in any of the levels so far."""
        return self._seen.holds(levels)

    def common(self, level: LevelSet) -> LevelSet:
        """Return the sorted positions of a level that are in any of the levels so far."""
        [held] = self.holds(level)
        return LevelSet.of(np.sort(level.words[held]))

    def reached(self, level: LevelSet, among: LevelSet) -> LevelSet:
        """Select the positions that one move from a level leads to, and return them sorted."""
        targets, words = self.steps(level).words, among.words
        _, held = find_in_sorted(targets, words)
        return LevelSet.of(np.unique(words[held]))

    def steps(self, level: LevelSet) -> LevelSet:
        """Return the sorted results of all moves from a level."""
        words, canon, lists = level.words, self.layout.canon, MoveLists.of(self.layout.canon)
        rule = lists.moves(self._jumps, self._regions[:0], self.backward, 0)
        block = lists.block
        pieces, done = [words[:0]], 0
        while done < len(words):
            with too_many_explained(self.layout):
                done, count = fill(rule, words, None, done, len(words), canon, block)
            pieces.append(block.words[:count].copy())
        return LevelSet.of(np.unique(np.concatenate(pieces)))

    def codes(self, level: LevelSet) -> Words:
        """Return the canonical row-by-row codes of a level, in the order of the level."""
        return least_codes(self.layout, level.words, self._workers)

    # -- helpers --------------------------------------------------------------------------------

    def _moves(self, limit: int | None) -> _Moves:
        """Return the expansion of the newest level by moves."""
        regions = self._regions[: 0 if limit is None else None]
        allowed = 0 if limit is None else limit - len(self.levels)
        return _Moves(
            self.levels[-1], self.layout.canon, self._jumps, regions, self.backward, allowed,
            self._lists,
        )  # fmt: skip

    def _add(self, source: Expansion | LevelSet) -> LevelSet:
        """Add the new words of an expansion, or of a level, as the next level."""
        if isinstance(source, LevelSet):
            source = AfterSteps(source, self.layout.canon, self._stay)
        if self.memory is not None:
            # While tables grow, memory holds them twice, or together with the levels. Buffers for
            # all partitions are no longer needed once only a few partitions are processed at a
            # time.
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
                f"{bytes_text(needed)}, more than the memory limit"
            ) from error


@contextmanager
def too_many_explained(layout: Layout) -> Iterator[None]:
    """Turn an overflow in a kernel into an error with an explanation."""
    try:
        yield
    except OverflowError as error:
        raise BoardTooLargeError(
            f"a position of {layout.board.name} has more than {_BLOCK:,} moves"
        ) from error


@dataclass(frozen=True, eq=False)
class _Moves(Expansion):
    """The results of moves from a level, except those that need too many moves."""

    jumps: MoveJumps
    regions: Words
    backward: bool
    allowed: int
    lists: list[MoveLists]
    is_given: bool = False

    def begin(self, threads: int) -> Expand:
        """Prepare lists for each thread, and return the function that expands a chunk."""
        while len(self.lists) < threads:
            self.lists.append(MoveLists.of(self.canon))
        rules = [
            lists.moves(self.jumps, self.regions, self.backward, self.allowed)
            for lists in self.lists
        ]

        def work(thread: int, chunk: Chunk, state: Counts, into: Into) -> bool:
            block = self.lists[thread].block
            return expand(rules[thread], chunk.words, None, state, self.canon, block, into)

        return work


@dataclass(frozen=True, eq=False)
class _Results(AfterSteps):
    """The results of moves that were made before. Those that are new are counted as positions."""

    is_given: bool = False


def move_jumps(layout: Layout, backward: bool, last_pegs: int) -> MoveJumps:
    """Return arrays of all jumps and, for each hole, of the jumps that continue a move."""
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


class MoveLists(NamedTuple):
    """The buffers of a thread for the results of moves."""

    block: CandidateBlock
    at: Holes
    places: Places

    @classmethod
    def of(cls, canon: Canon, *, numbered: bool = False) -> MoveLists:
        """Allocate the buffers for candidates of the layout of ``canon``.

        With ``numbered``, each candidate has a row of one integer.
        """
        rows = np.empty((_BLOCK, 1), np.int32) if numbered else None
        block = CandidateBlock.of(canon, _BLOCK, rows)
        return cls(block, np.empty(_BLOCK, np.int16), np.zeros(2 * _BLOCK, np.int32))

    def moves(self, jumps: MoveJumps, regions: Words, changed: bool, allowed: int) -> Moves:
        """Return the rule for moves that uses these buffers."""
        return Moves(jumps, regions, changed, allowed, self.at, self.places)


def _table(layout: Layout, packings: Sequence[Sequence[int]]) -> Words:
    """Return the regions of all packings as an array of words."""
    width = max(map(len, packings), default=0)
    table = np.zeros((len(packings), width), np.uint64)
    for row, packing in zip(table, packings, strict=True):
        row[: len(packing)] = to_words(layout, packing)
    return table
