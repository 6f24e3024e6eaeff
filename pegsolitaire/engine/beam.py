"""Beam search by moves, on boards of any size: keep the best positions after each move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.board import Board
from pegsolitaire.board.bits import code_of
from pegsolitaire.engine.compiled import compiled, inlined
from pegsolitaire.engine.machine import Workers
from pegsolitaire.engine.wide import WORD, to_code, to_columns, words_of
from pegsolitaire.engine.words import MULTIPLIER, ONE, Counts, Words, find_in_sorted, pegs_of
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.units import counted
from pegsolitaire.work import Work

# --
# The compiled loop of the beam search by moves, for boards of any size.
#
# A position is a row of words of 64 holes each. The results of all moves from the rows are scored
# and stored in a hash table of limited size. Whenever the table is full, the worse half is
# removed. From then on, only results that are better than the removed ones are added.
#
# Common arguments:
#
# rows
#     ``(n, words)`` uint64: the positions to expand
# jumps
#     ``(jumps, 3)`` int16: start, over and end of each jump, sorted by start
# first
#     ``(holes + 1,)``: the index of the first jump from each hole
# scoring
#     the data for computing scores (:class:`_Scoring`); low scores are kept


Small = npt.NDArray[np.int16]
Places = npt.NDArray[np.int32]


class BeamCost(NamedTuple):
    """The penalties that make up the score of a position, each 0 or more.

    A peg that jumps stays on its quarter of the holes (:attr:`pegsolitaire.board.Board.quarters`)
    and removes pegs that are between holes of this quarter. Other pegs on the same quarter block a
    long sweep, and pegs between its holes are removed by the sweep. The penalty is computed for
    each quarter, and the smallest one counts.

    The walk of a sweep has two ends, which are holes beside an odd number of pegs to remove. With
    diagonal jumps, a hole can lie between two pairs of holes. The peg in such a hole is counted
    for both pairs.
    """

    region: int  # for each full Merson region, in the packing with the most full regions
    on: int  # for each peg on the quarter
    off: int  # for each other peg
    ends: int = 0  # for each additional walk that is needed, beyond one
    stuck: int = 0  # added to ``off`` for each peg that no jump on the quarter can remove


class _Quarters(NamedTuple):
    """The quarters of the holes of a board."""

    holes: Words  # (quarters, words): the holes of each quarter
    stuck: Words  # (quarters, words): holes neither on the quarter nor between its holes
    over: Words  # (holes, words): the holes that a peg in each hole can jump over, by quarter
    first: Counts  # (quarters + 1,): where the holes of each quarter begin in ``over``


class _Scoring(NamedTuple):
    """The data for computing scores. Every thread has its own ``full``."""

    cost: BeamCost
    regions: Words  # (regions, words): Merson regions
    packings: Words  # (packings, words of regions): disjoint regions, a bit for each
    full: Words  # (words of regions,): scratch space, a bit for each region that is full
    quarters: _Quarters


@inlined
def _has(row: Words, hole: int) -> bool:
    return bool(row[hole >> 6] >> np.uint64(hole & 63) & ONE)


@inlined
def _flip(row: Words, hole: int) -> None:
    row[hole >> 6] ^= ONE << np.uint64(hole & 63)


@inlined
def _copy(row: Words, rows: Words, k: int) -> None:
    """Copy a row to the k-th of some rows. A loop compiles faster than an assignment of arrays."""
    for w in range(row.size):
        rows[k, w] = row[w]


@inlined
def _common(row: Words, mask: Words) -> int:
    """Count the bits that two rows have in common."""
    count = 0
    for w in range(row.size):
        count += pegs_of(row[w] & mask[w])
    return count


@compiled
def _cost_of_pegs(row: Words, pegs: int, cost: BeamCost, quarters: _Quarters) -> int:
    """Return the penalty for the pegs of a row, which is the smallest over all quarters."""
    least = 1 << 30
    for q in range(quarters.first.size - 1):
        odd = 0
        for k in range(quarters.first[q], quarters.first[q + 1]):
            odd += _common(row, quarters.over[k]) & 1
        on, stuck = _common(row, quarters.holes[q]), _common(row, quarters.stuck[q])
        these = cost.on * on + cost.off * (pegs - on) + cost.stuck * stuck
        least = min(least, these + cost.ends * max(0, odd - 2) // 2)
    return least


@compiled
def _score(row: Words, pegs: int, scoring: _Scoring) -> int:
    """Return the score of a position, which is its total penalty. Low scores are good."""
    cost, full = scoring.cost, scoring.full
    full[:] = 0
    for r in range(scoring.regions.shape[0]):
        whole = True
        for w in range(row.size):
            whole &= row[w] & scoring.regions[r, w] == scoring.regions[r, w]
        full[r >> 6] |= np.uint64(whole) << np.uint64(r & 63)
    most = 0
    for p in range(scoring.packings.shape[0]):
        most = max(most, _common(full, scoring.packings[p]))
    score = most * cost.region
    if cost.on == cost.off and cost.ends == cost.stuck == 0:
        return int(score + pegs * cost.on)
    return int(score + _cost_of_pegs(row, pegs, cost, scoring.quarters))


@inlined
def _slot(row: Words, places: Places) -> int:
    key = np.uint64(0)
    for w in range(row.size):
        key = (key ^ row[w]) * MULTIPLIER
        key ^= key >> np.uint64(29)
    return np.int64(key >> np.uint64(20)) & (places.size - 1)  # type: ignore[return-value]


@compiled
def _find(row: Words, kept: Words, places: Places) -> int:
    """Return the slot of a row in the hash table. For a new row, return its free slot."""
    slot = _slot(row, places)
    while places[slot] > 0:
        k = places[slot] - 1
        same = True
        for w in range(row.size):
            same &= kept[k, w] == row[w]
        if same:
            break
        slot = (slot + 1) & (places.size - 1)
    return slot


@compiled
def _halve(kept: Words, parents: Places, scores: Places, places: Places) -> tuple[int, int]:
    """Keep the better half of the table, and return its size and the lowest score to reject."""
    half, most = kept.shape[0] // 2, 0
    for k in range(kept.shape[0]):
        most = max(most, scores[k])
    tally = np.zeros(most + 1, np.int64)
    for k in range(kept.shape[0]):
        tally[scores[k]] += 1
    limit, within = 0, 0  # all scores below the limit are kept, and some equal to the limit
    while within + tally[limit] <= half:
        within += tally[limit]
        limit += 1
    ties = half - within
    places[:] = 0
    left = 0
    for k in range(kept.shape[0]):
        tie = scores[k] == limit and ties > 0
        if scores[k] < limit or tie:
            ties -= tie
            _copy(kept[k], kept, left)
            parents[left], scores[left] = parents[k], scores[k]
            places[_find(kept[left], kept, places)] = left + 1
            left += 1
    return left, limit


@compiled
def _take(
    row: Words,
    parent: int,
    score: int,
    state: Counts,
    kept: Words,
    parents: Places,
    scores: Places,
    places: Places,
) -> None:
    """Add a result to the table, unless the table contains it already or its score is too high.

    ``state`` holds the number of results in the table, the lowest score that is rejected, and
    whether a result was left out although its score was below the initial limit.
    """
    if score >= state[1]:
        return
    slot = _find(row, kept, places)
    if places[slot] > 0:
        return
    count = state[0]
    _copy(row, kept, count)
    parents[count], scores[count] = parent, score
    places[slot] = state[0] = count + 1
    if state[0] == kept.shape[0]:
        state[0], state[1] = _halve(kept, parents, scores, places)
        state[2] = 1


@compiled
def _is_again(queue: Words, at: Small, begin: int, end: int) -> bool:
    """Return whether the last sweep in the queue has the same result as an earlier sweep."""
    for q in range(begin, end):
        if at[q] == at[end]:
            same = True
            for w in range(queue.shape[1]):
                same &= queue[q, w] == queue[end, w]
            if same:
                return True
    return False


@compiled
def _sweep(
    i: int,
    pegs: int,
    jumps: Small,
    first: Counts,
    scoring: _Scoring,
    queue: Words,
    at: Small,
    state: Counts,
    kept: Words,
    parents: Places,
    scores: Places,
    places: Places,
) -> None:
    """Generate the sweeps of one peg of row ``i``, which is the first entry of the queue.

    One half of the queue contains the sweeps of a given length, and the other half contains those
    with one more jump.
    """
    half, now, size, made = queue.shape[0] // 2, 0, 1, 0
    while size > 0:
        made += 1
        following, room = half - now, 0
        for q in range(now, now + size):
            for j in range(first[at[q]], first[at[q] + 1]):
                start, over, target = jumps[j, 0], jumps[j, 1], jumps[j, 2]
                if not _has(queue[q], over) or _has(queue[q], target):
                    continue
                if room == half:
                    state[2] = 1
                    continue
                row = queue[following + room]
                _copy(queue[q], queue, following + room)
                _flip(row, start)
                _flip(row, over)
                _flip(row, target)
                at[following + room] = target
                if made > 2 and _is_again(queue, at, following, following + room):
                    continue
                room += 1
                score = _score(row, pegs - made, scoring)
                _take(row, i, score, state, kept, parents, scores, places)
        now, size = following, room


@compiled
def widen(
    rows: Words,
    begin: int,
    end: int,
    jumps: Small,
    first: Counts,
    scoring: _Scoring,
    queue: Words,
    at: Small,
    kept: Words,
    parents: Places,
    scores: Places,
    places: Places,
    stop: Counts,
    state: Counts,
) -> int:
    """Make all moves from a range of rows, keep the best results, and return their number.

    ``state`` consists of three numbers: initially 0, the lowest score to reject, and 0. Afterwards
    the last number is nonzero if results were left out although their scores were below the
    initial limit. If a peg has very many sweeps of the same length, only those that fit into half
    of the array ``queue`` are followed.
    """
    for i in range(begin, end):
        if stop[0]:
            break
        pegs: Any = np.int64(0)  # with a literal 0, numba would compile `_sweep` twice
        for w in range(rows.shape[1]):
            pegs += pegs_of(rows[i, w])
        for hole in range(first.size - 1):
            if _has(rows[i], hole):
                _copy(rows[i], queue, 0)
                at[0] = hole
                _sweep(
                    i, pegs, jumps, first, scoring, queue, at,
                    state, kept, parents, scores, places,
                )  # fmt: skip
    return int(state[0])


_PARTS = 8  # the number of parts of a level expanded in parallel, on every machine
_ENDINGS = 1_000_000  # the largest stored level of positions that can reach a finish
_MIN_KEPT_RESULTS = 1 << 13  # the minimum number of results that a part keeps
_SWEEPS = 512  # the maximum number of sweeps followed for each peg and each length
_DEAREST = 1_000  # the highest penalty, so that the scores of any board are far below 2^30
_REGIONS, _PEGS = BeamCost(1, 0, 0), BeamCost(0, 1, 1)

#: Sets of penalties, tuned for games that end with one peg on the triangle of side 11. The best
#: set is first. The last set treats all pegs alike, which suits finishes with several pegs.
BEAM_COSTS = (
    BeamCost(region=20, on=18, off=2, ends=8, stuck=9),
    BeamCost(region=20, on=16, off=4, ends=8, stuck=8),
    BeamCost(region=20, on=10, off=4, ends=4, stuck=4),
    BeamCost(region=20, on=4, off=4),
)


@dataclass(frozen=True, eq=False)
class _Level:
    """The positions after a move, with the index of each position's parent in the level before."""

    rows: Words
    parents: npt.NDArray[np.int64]


@dataclass(eq=False)
class _Search:
    """The parameters of a run, and the sorted hashes of all positions kept so far."""

    width: int
    cost: BeamCost
    random: np.random.Generator
    seen: Words = field(default_factory=lambda: np.zeros(0, np.uint64))


class MoveBeam:
    """A beam search that keeps the best positions after each move, on a board of any size.

    Packings are sets of disjoint Merson regions. The score uses the packing with the most full
    regions. The finishes are given as codes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.theory import merson_regions, packings
    >>> board = triangle(6)
    >>> regions = packings(board, merson_regions(board))
    >>> beam = MoveBeam(board, regions, [board.single("a2").code])
    >>> codes = beam.run(board.vacancy("a2").code, 1000, 20)
    >>> len(codes) - 1
    9
    """

    def __init__(
        self, board: Board, packings: Sequence[Sequence[int]], finishes: Sequence[int]
    ) -> None:
        self.board = board
        #: Whether the last run left out positions. If not, a wider beam finds no other solution.
        self.dropped = False
        self._words = words_of(board)
        self._jumps = np.array(sorted(board.jumps), np.int16).reshape(-1, 3)
        self._first = np.searchsorted(self._jumps[:, 0], np.arange(len(board) + 1))
        regions = sorted(set(chain.from_iterable(packings)))
        place = {mask: i for i, mask in enumerate(regions)}
        chosen = [code_of(place[mask] for mask in packing) for packing in packings]
        self._regions = self._rows(regions)
        self._packings = _words(chosen, max(1, -(-len(regions) // WORD)))
        self._quarters = self._quarters_of(board)
        self._finishes = self._rows(finishes)
        self._goals = {row.tobytes() for row in self._finishes}
        self._pegs = finishes[0].bit_count()

    def run(
        self,
        start: int,
        width: int,
        most: int,
        cost: BeamCost = BEAM_COSTS[0],
        seed: int = 0,
        *,
        work: Work | None = None,
    ) -> list[int] | None:
        """Search for a solution that does not exceed the given number of moves.

        Returns the codes of the positions of the solution (the start, then one position after each
        move), or None if no solution was found. After each move, the best positions are kept;
        ``width`` is their number. The random choice among positions with equal scores depends on
        ``seed``.

        Raises ValueError if a cost is below 0 or above 1,000.
        """
        work = Work.of(work)
        if not 0 <= min(cost) <= max(cost) <= _DEAREST:
            raise ValueError(f"costs must be between 0 and {_DEAREST:,}: {cost}")
        search = _Search(width, cost, np.random.default_rng(seed))
        self.dropped = False
        levels = [_Level(self._rows([start]), np.zeros(1, np.int64))]
        with Workers() as workers:
            while len(levels) <= most and len(levels[-1].rows):
                work.check()
                levels.append(self._advance(levels[-1].rows, search, workers))
                work.spend(len(levels[-1].rows))
                work.progress.update(len(levels) - 1, counted(len(levels[-1].rows), "position"))
                if (i := self._goal(levels[-1].rows)) is not None:
                    return self._line(levels, i)
        return None

    def exhaust(
        self,
        start: int,
        limit: int,
        most: int = 1 << 20,
        *,
        work: Work | None = None,
    ) -> list[int] | None:
        """Search exhaustively for a solution within the given number of moves.

        Returns the same as :meth:`run`, but None means that no such solution exists. The packings
        must provide lower bounds for all positions that are not finishes
        (:class:`pegsolitaire.theory.MoveBound`). Positions are compared in full, not only by their
        hashes.

        Raises BoardTooLargeError if a part of a level has more positions than ``most``, or if a
        peg can make too many different sweeps to examine them all.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> from pegsolitaire.theory import MoveBound
        >>> from pegsolitaire.game import Problem
        >>> problem = Problem.complement(triangle(6), "a2")
        >>> beam = MoveBeam(problem.board, MoveBound.of(problem).forward, problem.finishes)
        >>> beam.exhaust(problem.starts[0], 8), len(beam.exhaust(problem.starts[0], 9))
        (None, 10)
        """
        work = Work.of(work)
        levels = [_Level(self._rows([start]), np.zeros(1, np.int64))]
        with Workers() as workers:
            for moves in range(limit + 1):
                work.check()
                if (i := self._goal(levels[-1].rows)) is not None:
                    return self._line(levels, i)
                if moves == limit or not len(levels[-1].rows):
                    return None
                # After this move, every region that is still full needs at least one more move.
                # The last move must lead to a finish, whose number of pegs is known.
                last = moves == limit - 1
                cost, score = (_PEGS, self._pegs) if last else (_REGIONS, limit - moves - 1)
                rows, parents, _, cut = self._widened(
                    levels[-1].rows, most, cost, score + 1, workers
                )
                if cut:
                    raise BoardTooLargeError(
                        f"more than {most:,} positions after {moves + 1} moves, or {_SWEEPS} "
                        "sweeps of one peg"
                    )
                order = np.lexsort(rows.T)
                rows, parents = rows[order], parents[order]
                once = np.ones(len(rows), np.bool_)
                once[1:] = (rows[1:] != rows[:-1]).any(axis=1)
                levels.append(_Level(rows[once], parents[once].astype(np.int64)))
                work.spend(len(levels[-1].rows))
                work.progress.update(moves + 1, counted(len(levels[-1].rows), "position"))
        return None

    def _goal(self, rows: Words) -> int | None:
        """Return the index of the first row that is a finish, or None if there is none."""
        pegs = np.bitwise_count(rows).sum(axis=1)
        for i in np.flatnonzero(pegs == self._pegs):
            if rows[i].tobytes() in self._goals:
                return int(i)
        return None

    def _advance(self, rows: Words, search: _Search, workers: Workers) -> _Level:
        size = max(_MIN_KEPT_RESULTS, search.width)
        kept, parents, scores, cut = self._widened(rows, size, search.cost, 1 << 30, workers)
        self.dropped |= cut
        return self._best(kept, parents, scores, search)

    def _widened(
        self, rows: Words, size: int, cost: BeamCost, limit: int, workers: Workers
    ) -> tuple[Words, npt.NDArray[np.int32], npt.NDArray[np.int32], bool]:
        """Return the best results of all moves. Also return True if any results were left out.

        The arguments ``size`` and ``limit`` are the most results from each part of the rows, and
        the score that all results must stay below.
        """
        parts = _PARTS if len(rows) > _PARTS else 1
        stop = np.zeros(1, np.int64)
        cuts = [len(rows) * part // parts for part in range(parts + 1)]

        def part(number: int) -> tuple[Words, npt.NDArray[np.int32], npt.NDArray[np.int32], bool]:
            children = np.empty((size, self._words), np.uint64)
            parents, scores = np.empty(size, np.int32), np.empty(size, np.int32)
            places = np.zeros(2 << size.bit_length(), np.int32)
            queue = np.empty((2 * _SWEEPS, self._words), np.uint64)
            at = np.empty(2 * _SWEEPS, np.int16)
            state = np.array([0, limit, 0], np.int64)
            scoring = self._scoring(cost)
            count = widen(
                rows, cuts[number], cuts[number + 1], self._jumps, self._first, scoring,
                queue, at, children, parents, scores, places, stop, state,
            )  # fmt: skip
            return children[:count], parents[:count], scores[:count], bool(state[2])

        try:
            results = workers.each(parts, part)
        except BaseException:
            stop[0] = 1
            workers.close(wait=True)
            raise
        children, parents, scores, cut = zip(*results, strict=True)
        return np.concatenate(children), np.concatenate(parents), np.concatenate(scores), any(cut)

    def _scoring(self, cost: BeamCost) -> _Scoring:
        """Return the data for computing scores, with new scratch space."""
        full = np.zeros(self._packings.shape[1], np.uint64)
        return _Scoring(cost, self._regions, self._packings, full, self._quarters)

    def _best(
        self,
        rows: Words,
        parents: npt.NDArray[np.int32],
        scores: npt.NDArray[np.int32],
        search: _Search,
    ) -> _Level:
        """Return the best rows, without duplicates or rows that were kept after earlier moves."""
        keys = _hashes(rows)
        _, once = np.unique(keys, return_index=True)
        once = once[~find_in_sorted(search.seen, keys[once])[1]]
        once = once[self._may_end(rows[once], keys[once])]
        order = np.lexsort((search.random.random(len(once)), scores[once]))
        chosen = once[order[: search.width]]
        self.dropped |= len(chosen) < len(once)
        search.seen = np.sort(np.concatenate([search.seen, keys[chosen]]))
        return _Level(rows[chosen], parents[chosen].astype(np.int64))

    def _may_end(self, rows: Words, keys: Words) -> npt.NDArray[np.bool_]:
        """Return which rows may still reach a finish. For few pegs, stored levels decide."""
        pegs = np.bitwise_count(rows).sum(axis=1)
        may = np.ones(len(rows), np.bool_)
        for few, known in self._endings.items():
            where = np.flatnonzero(pegs == few)
            may[where] = find_in_sorted(known, keys[where])[1]
        may[pegs < self._pegs] = False
        return may

    @cached_property
    def _endings(self) -> dict[int, Words]:
        """The sorted hashes of all positions that can reach a finish, by their number of pegs.

        Levels of more than a million positions are omitted.
        """
        endings: dict[int, Words] = {}
        rows, pegs = self._finishes, self._pegs
        while 0 < len(rows) <= _ENDINGS:
            endings[pegs] = np.sort(_hashes(rows))
            rows = self._before(rows)
            pegs += 1
        return endings

    def _before(self, rows: Words) -> Words:
        """Return all distinct positions from which a jump leads to one of the given positions."""
        parts = [rows[:0]]
        for start, over, end in self._jumps.tolist():
            mask, pegs = self._rows([1 << start | 1 << over | 1 << end, 1 << end])
            legal = ((rows & mask) == pegs).all(axis=1)
            parts.append(rows[legal] ^ mask)
        every = np.concatenate(parts)
        return every[np.unique(_hashes(every), return_index=True)[1]]

    def _line(self, levels: list[_Level], i: int) -> list[int]:
        codes = []
        for level in reversed(levels):
            codes.append(to_code(level.rows[i]))
            i = int(level.parents[i])
        return codes[::-1]

    def _quarters_of(self, board: Board) -> _Quarters:
        """Return the quarters of the holes and, for each, the holes that its jumps pass over."""
        jumped = np.split(self._jumps[:, 1], self._first[1:-1])
        over = [code_of(holes.tolist()) for holes in jumped]
        holes, stuck = list(map(code_of, board.quarters)), []
        for quarter, on in zip(board.quarters, holes, strict=True):
            between = code_of(chain.from_iterable(jumped[i].tolist() for i in quarter))
            stuck.append(board.full_code & ~(on | between))
        ordered = [over[i] for quarter in board.quarters for i in quarter]
        first = np.cumsum([0, *map(len, board.quarters)])
        return _Quarters(self._rows(holes), self._rows(stuck), self._rows(ordered), first)

    def _rows(self, codes: Sequence[int]) -> Words:
        """Convert codes to rows of words."""
        return _words(codes, self._words)


def _words(codes: Sequence[int], words: int) -> Words:
    """Convert each code to a row with the given number of words."""
    return np.ascontiguousarray(to_columns(codes, words).T)


def _hashes(rows: Words) -> Words:
    """Return a 64-bit hash of each row. Collisions are so rare that they are ignored."""
    keys = np.zeros(len(rows), np.uint64)
    for column in rows.T:
        keys = (keys ^ column) * MULTIPLIER
        keys ^= keys >> np.uint64(29)
    return keys
