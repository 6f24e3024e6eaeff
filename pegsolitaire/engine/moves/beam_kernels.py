"""The compiled loop of the beam by moves, for boards of any size.

A position is a row of words, 64 holes each. What moves make of the rows is scored and kept in a
table of limited size; whenever that is full, the worse half goes, and from then on nothing that
is no better than what went is taken.

Arguments:

rows
    ``(n, words)`` uint64: the positions that are expanded
jumps
    ``(jumps, 3)`` int16: start, over and end of each jump, sorted by start
first
    ``(holes + 1,)``: where the jumps from each hole begin
scoring
    what makes the score of a position (:class:`Scoring`): low ones are kept
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine.bits.arrays import Counts, Words
from pegsolitaire.engine.bits.bit_kernels import pegs_of
from pegsolitaire.engine.bits.compiled import compiled, inlined
from pegsolitaire.engine.bits.hashing import MULTIPLIER, ONE

Small = npt.NDArray[np.int16]
Places = npt.NDArray[np.int32]


class BeamCost(NamedTuple):
    """Penalties of a position, each 0 or more.

    A peg that jumps stays on its quarter of the holes (:attr:`pegsolitaire.board.Board.quarters`)
    and takes pegs between them. For a long sweep on a quarter, pegs on it are in the way, and pegs
    between its holes can go in one move. The penalty is worked out for each quarter, and the
    smallest counts.

    A walk has two ends: holes beside an odd number of pegs to take. With diagonal jumps a hole can
    lie between two pairs; its peg is counted for both.
    """

    region: int  # for each full Merson region, in the packing that has most
    on: int  # for each peg on the quarter
    off: int  # for each other peg
    ends: int = 0  # for each walk beyond the first
    stuck: int = 0  # added to ``off`` for a peg that no jump on the quarter goes over


class Quarters(NamedTuple):
    """The quarters of the holes of a board."""

    holes: Words  # (quarters, words): the holes of each quarter
    stuck: Words  # (quarters, words): those that are neither on it nor between its holes
    over: Words  # (holes, words): those that a jump from each goes over; quarter by quarter
    first: Counts  # (quarters + 1,): where the holes of each quarter begin in ``over``


class Scoring(NamedTuple):
    """All that a score is computed from; every thread has a ``full`` of its own."""

    cost: BeamCost
    regions: Words  # (regions, words): Merson regions
    packings: Words  # (packings, words of regions): disjoint regions, a bit for each
    full: Words  # (words of regions,): scratch: a bit for each region, set while it is full
    quarters: Quarters


@inlined
def _has(row: Words, hole: int) -> bool:
    return bool(row[hole >> 6] >> np.uint64(hole & 63) & ONE)


@inlined
def _flip(row: Words, hole: int) -> None:
    row[hole >> 6] ^= ONE << np.uint64(hole & 63)


@inlined
def _common(row: Words, mask: Words) -> int:
    """How many bits two rows have in common."""
    count = 0
    for w in range(row.size):
        count += pegs_of(row[w] & mask[w])
    return count


@compiled
def _cost_of_pegs(row: Words, pegs: int, cost: BeamCost, quarters: Quarters) -> int:
    """The penalty for the pegs of a row, by the quarter for which that is least."""
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
def _score(row: Words, pegs: int, scoring: Scoring) -> int:
    """The penalty of a position: low is good."""
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
    """The slot where a row is, or where it would go."""
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
    """Keep the better half of the table: how many are left, and the score that is too much."""
    half = kept.shape[0] // 2
    tally = np.zeros(scores.max() + 1, np.int64)
    for k in range(kept.shape[0]):
        tally[scores[k]] += 1
    limit, within = 0, 0  # scores below the limit are all kept, and some that are at it
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
            kept[left], parents[left], scores[left] = kept[k], parents[k], scores[k]
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
    """Put a result into the table, unless it is there or too bad.

    ``state`` is how many there are, the score that is too much, and whether anything was left out
    that was not too bad at first.
    """
    if score >= state[1]:
        return
    slot = _find(row, kept, places)
    if places[slot] > 0:
        return
    count = state[0]
    kept[count], parents[count], scores[count] = row, parent, score
    places[slot] = state[0] = count + 1
    if state[0] == kept.shape[0]:
        state[0], state[1] = _halve(kept, parents, scores, places)
        state[2] = 1


@compiled
def _is_again(queue: Words, at: Small, begin: int, end: int) -> bool:
    """Whether the sweep at the end of the queue is like one before: the order does not matter."""
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
    scoring: Scoring,
    queue: Words,
    at: Small,
    state: Counts,
    kept: Words,
    parents: Places,
    scores: Places,
    places: Places,
) -> None:
    """Make the sweeps of one peg of row ``i``; the queue begins with it.

    The two halves of the queue hold the sweeps of one length and of the next.
    """
    half, now, size, made = queue.shape[0] // 2, 0, 1, 0
    while size > 0:
        made += 1
        following, room = half - now, 0
        for q in range(now, now + size):
            for j in range(first[at[q]], first[at[q] + 1]):
                start, over, target = jumps[j]
                if not _has(queue[q], over) or _has(queue[q], target):
                    continue
                if room == half:
                    state[2] = 1
                    continue
                row = queue[following + room]
                row[:] = queue[q]
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
    scoring: Scoring,
    queue: Words,
    at: Small,
    kept: Words,
    parents: Places,
    scores: Places,
    places: Places,
    stop: Counts,
    state: Counts,
) -> int:
    """Make all moves from some rows, and keep the best results: how many.

    ``state`` begins with 0, the score that is too much, and 0; the last says afterwards whether
    results were left out that were not too bad at first. A peg that could make very many sweeps
    makes some of each length: ``queue`` holds as many as are followed of one length, twice.
    """
    for i in range(begin, end):
        if stop[0]:
            break
        pegs = 0
        for w in range(rows.shape[1]):
            pegs += pegs_of(rows[i, w])
        for hole in range(first.size - 1):
            if _has(rows[i], hole):
                queue[0] = rows[i]
                at[0] = hole
                _sweep(
                    i, pegs, jumps, first, scoring, queue, at,
                    state, kept, parents, scores, places,
                )  # fmt: skip
    return int(state[0])
