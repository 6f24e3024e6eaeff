"""The second half of a level step: tables of words, and of what goes with each word.

A table is open-addressed and holds remainders (:mod:`pegsolitaire.engine.words`), 0 in an
empty slot; there is one for each partition, small enough to stay in a core's second-level cache.
A remainder's first slot is its share of the whole table, so that a table is nearly in their order.

``insert`` and ``mark``, the hottest, are bound by branches that no predictor learns: whether a
word is new, and whether it lies in its first slot. Seven of eight candidates are there already and
most of them in that slot: those are passed over some hundreds at a time without a branch, and only
the others are asked in full, in loops of their own (``find_slot`` and its caller ask twice). That
takes a third off the 15 ns of a candidate.

Beside a word a table may hold a *row* of numbers. Where the same word comes again the rows add
up: floats one by one, integers of 64 bits as the limbs of one long number, least first. That costs
the memory traffic of the rows on top. Where there are none, ``brought`` and ``totals`` are None,
and the compiler leaves out what deals with them.

Arguments that several kernels share, beside those of
:mod:`pegsolitaire.engine.expansion`:

out, brought, filled
    ``(threads, partitions, capacity)`` remainders of candidates, what each brings ``(.., width)``,
    and how many there are for each partition
tables, totals
    ``(partitions, slots)``, and what the word in each slot has been brought, ``(.., width)``
first, last
    the partitions that are meant: ``first .. last - 1``
"""

from __future__ import annotations

import numpy as np

from pegsolitaire.engine.compiled import compiled, inlined
from pegsolitaire.engine.words import (
    HALF,
    NONE,
    ONE,
    Bytes,
    Counts,
    Flags,
    HashSplit,
    MaybeRows,
    Remainders,
    Rows,
    Words,
    key_of,
    partition_of,
    remainder_of,
    word_of,
)

_GROUP = 512  # candidates that are looked for in their first slots at a time


@inlined
def _first_slot(remainder: np.uint64, size: int, slots: np.uint64) -> np.uint64:
    """Where a remainder of some number of bytes is looked for first, among some slots."""
    top = np.uint64(remainder) >> np.uint64(8 * size - 32)
    slot: np.uint64 = (top * slots) >> HALF
    return slot


@inlined
def find_slot(table: Remainders, remainder: np.uint64) -> np.uint64:
    """The slot of a remainder in its partition's table, or the empty one that it would take."""
    slots = np.uint64(table.size)
    slot = _first_slot(remainder, table.itemsize, slots)
    while table[slot] != remainder and table[slot] != 0:
        slot += ONE
        if slot == slots:
            slot = NONE
    return slot


@inlined
def add(total: Rows, more: Rows) -> None:
    """Add one row to another; the caller has seen to it that the limbs hold the sum."""
    total[0] += more[0]
    carry = total[0] < more[0]
    for limb in range(1, total.size):
        part = more[limb] if limb < more.size else np.uint64(0)
        term = part + np.uint64(carry)
        total[limb] += term
        carry = (term < part) | (total[limb] < term)


@compiled
def _elsewhere(
    candidates: Remainders, begin: int, end: int, table: Remainders, rest: Remainders
) -> int:
    """Write down the candidates that are not in their first slots: how many."""
    slots = np.uint64(table.size)
    many = 0
    for k in range(begin, end):
        rest[many] = candidates[k]
        many += table[_first_slot(candidates[k], table.itemsize, slots)] != candidates[k]
    return many


@compiled
def insert(
    out: Remainders,
    brought: MaybeRows,
    filled: Counts,
    done: Counts,
    fresh: Counts | None,
    tables: Remainders,
    totals: MaybeRows,
    sizes: Counts,
    first: int,
    last: int,
) -> bool:
    """Put candidates into their tables, once each, and add up what they bring.

    With ``fresh`` the words that were not there are left at the front of their buffers; it counts
    them. Returns False when a table is too full to go on; ``done`` then says how far it came.
    """
    limit = tables.shape[1] * 11 // 16
    slots = np.uint64(tables.shape[1])
    rest = np.empty(_GROUP, out.dtype)
    for p in range(first, last):
        table = tables[p]
        size = sizes[p]
        for t in range(out.shape[0]):
            new = 0
            if fresh is not None:
                new = fresh[t, p]
            for begin in range(done[t, p], filled[t, p], _GROUP):
                end = min(begin + _GROUP, filled[t, p])
                if totals is None:
                    many = _elsewhere(out[t, p], begin, end, table, rest)
                else:  # what they bring has to be added, wherever they are
                    many = end - begin
                    for k in range(many):
                        rest[k] = out[t, p, begin + k]
                for k in range(many):
                    if size >= limit:
                        sizes[p] = size
                        # Those of the group that are in already may be asked again.
                        done[t, p] = begin
                        if totals is not None:
                            done[t, p] = begin + k
                        if fresh is not None:
                            fresh[t, p] = new
                        return False
                    remainder = rest[k]
                    slot = _first_slot(remainder, tables.itemsize, slots)
                    while table[slot] != remainder:
                        if table[slot] == 0:
                            table[slot] = remainder
                            size += 1
                            if fresh is not None:  # never past those that were asked
                                out[t, p, new] = remainder
                                new += 1
                            break
                        slot += ONE
                        if slot == slots:
                            slot = NONE
                    if totals is not None:
                        add(totals[p, slot], brought[t, p, begin + k])
            done[t, p] = filled[t, p]
            if fresh is not None:
                fresh[t, p] = new
        sizes[p] = size
    return True


@compiled
def _marked_or_elsewhere(
    candidates: Remainders, begin: int, end: int, table: Remainders, hits: Bytes, rest: Remainders
) -> int:
    """Mark the candidates in their first slots; write down those that may be elsewhere."""
    slots = np.uint64(table.size)
    many = 0
    for k in range(begin, end):
        slot = _first_slot(candidates[k], table.itemsize, slots)
        hits[slot] |= np.uint8(table[slot] == candidates[k])
        rest[many] = candidates[k]
        many += (table[slot] != candidates[k]) & (table[slot] != 0)
    return many


@compiled
def mark(
    out: Remainders,
    filled: Counts,
    tables: Remainders,
    hits: Bytes,
    first: int,
    last: int,
) -> None:
    """Mark the table entries that are among the candidates."""
    slots = np.uint64(tables.shape[1])
    rest = np.empty(_GROUP, out.dtype)
    for p in range(first, last):
        table = tables[p]
        for t in range(out.shape[0]):
            for begin in range(0, filled[t, p], _GROUP):
                end = min(begin + _GROUP, filled[t, p])
                for k in range(_marked_or_elsewhere(out[t, p], begin, end, table, hits[p], rest)):
                    remainder = rest[k]
                    slot = _first_slot(remainder, tables.itemsize, slots)
                    while table[slot] != 0:
                        if table[slot] == remainder:
                            hits[p, slot] = 1
                            break
                        slot += ONE
                        if slot == slots:
                            slot = NONE


@compiled
def add_known(
    out: Remainders,
    brought: Rows,
    filled: Counts,
    tables: Remainders,
    places: Counts,
    totals: Rows,
    first: int,
    last: int,
) -> None:
    """Add what candidates bring to the words of a level among them; ``places`` says which."""
    for p in range(first, last):
        table = tables[p]
        for t in range(out.shape[0]):
            for k in range(filled[t, p]):
                slot = find_slot(table, out[t, p, k])
                if table[slot] != 0:
                    add(totals[places[p, slot]], brought[t, p, k])


@compiled
def pick_known(
    out: Remainders,
    filled: Counts,
    fresh: Counts,
    tables: Remainders,
    first: int,
    last: int,
) -> None:
    """Leave the words that are in the tables at the front of their buffers; ``fresh`` counts."""
    for p in range(first, last):
        table = tables[p]
        for t in range(out.shape[0]):
            found = 0
            for k in range(filled[t, p]):
                remainder = out[t, p, k]
                slot = find_slot(table, remainder)
                if table[slot] == remainder:
                    out[t, p, found] = remainder
                    found += 1
            fresh[t, p] = found


@compiled
def gather(
    out: Remainders,
    fresh: Counts,
    places: Counts,
    words: Words,
    split: HashSplit,
    first: int,
    last: int,
) -> None:
    """Write the words at the fronts of the buffers of partitions to their places."""
    for p in range(first, last):
        for t in range(out.shape[0]):
            place = places[t, p]
            for k in range(fresh[t, p]):
                words[place + k] = word_of(out[t, p, k], p, split, out.itemsize)


@compiled
def fill(
    stored: Remainders,
    offsets: Counts,
    tables: Remainders,
    places: Counts | None,
    first: int,
    last: int,
) -> None:
    """Put words that are all different, partition by partition, into tables that lack them.

    With ``places`` the index of each word is put beside it.
    """
    for p in range(first, last):
        table = tables[p]
        for k in range(offsets[p], offsets[p + 1]):
            slot = find_slot(table, stored[k])
            table[slot] = stored[k]
            if places is not None:
                places[p, slot] = k


@compiled
def widen(
    tables: Remainders,
    totals: MaybeRows,
    wider: Remainders,
    wider_totals: MaybeRows,
    first: int,
    last: int,
) -> None:
    """Put the words of tables, and what goes with them, into wider ones."""
    for p in range(first, last):
        for k in range(tables.shape[1]):
            remainder = tables[p, k]
            if remainder != 0:
                slot = find_slot(wider[p], remainder)
                wider[p, slot] = remainder
                if totals is not None:
                    for number in range(totals.shape[2]):
                        wider_totals[p, slot, number] = totals[p, k, number]


@compiled
def collect(
    tables: Remainders,
    totals: MaybeRows,
    offsets: Counts,
    stored: Remainders,
    rows: MaybeRows,
    first: int,
    last: int,
) -> None:
    """Write the entries of the tables to where each partition's words begin."""
    for p in range(first, last):
        place = offsets[p]
        for slot in range(tables.shape[1]):
            if tables[p, slot] != 0:
                stored[place] = tables[p, slot]
                if totals is not None:
                    for number in range(totals.shape[2]):
                        rows[place, number] = totals[p, slot, number]
                place += 1


@compiled
def collect_hits(
    tables: Remainders, hits: Bytes, offsets: Counts, stored: Remainders, first: int, last: int
) -> None:
    """Write the marked entries of the tables to where each partition's begin."""
    for p in range(first, last):
        place = offsets[p]
        for slot in range(tables.shape[1]):
            if hits[p, slot]:
                stored[place] = tables[p, slot]
                place += 1


@compiled
def sort(stored: Remainders, rows: MaybeRows, offsets: Counts, first: int, last: int) -> None:
    """Bring the words of each partition into order, and the rows that go with them.

    As they come from tables they are nearly in order: each is moved a few places at most, but for
    the few that found their slot round the end of the table.
    """
    for p in range(first, last):
        begin = offsets[p]
        for k in range(begin + 1, offsets[p + 1]):
            own, place = stored[k], k
            while place > begin and stored[place - 1] > own:
                place -= 1
            if place == k:
                continue
            for i in range(k, place, -1):
                stored[i] = stored[i - 1]
            stored[place] = own
            if rows is not None:
                for number in range(rows.shape[1]):
                    moved = rows[k, number]
                    for i in range(k, place, -1):
                        rows[i, number] = rows[i - 1, number]
                    rows[place, number] = moved


@compiled
def look_up(
    words: Words, tables: Remainders, split: HashSplit, found: Flags, begin: int, end: int
) -> None:
    """Which words are in the tables, of the partitions of a run."""
    for i in range(begin, end):
        key = key_of(words[i], split)
        p, remainder = partition_of(key, split), remainder_of(key, split, tables.itemsize)
        found[i] = tables[p, find_slot(tables[p], remainder)] == remainder
