"""The second half of a level step: hash tables of words and their numbers.

Each partition has an open-addressed table of remainders (:mod:`pegsolitaire.engine.words`), which
is small enough to stay in a core's second-level cache. An empty slot contains 0. The first slot of
a remainder is proportional to the remainder, so a table is nearly sorted.

Most of the time is spent in ``insert`` and ``mark``. Their speed is limited by branches that
processors cannot predict: whether a word is new, and whether it is in its first slot. Seven of
eight candidates are already in the table, and most of these are in their first slot. Candidates in
their first slot are skipped without a branch, a few hundred at a time. Only the other candidates
are looked up fully. Separate loops do this: with ``find_slot``, words would be compared twice, in
it and in its caller. This saves a third of the 15 ns for each candidate.

A table may have a *row* of numbers beside each word. If the same word occurs again, the rows are
added. Floats are added one by one, and 64-bit integers as the limbs of one long number, the least
significant first. The cost of this is the memory traffic of the rows. Without rows, ``brought``
and ``totals`` are None, and the compiler omits the code that handles them.

Arguments of several kernels, in addition to those of :mod:`pegsolitaire.engine.expansion`:

out, brought, filled
    ``(threads, partitions, capacity)`` remainders of candidates, their rows ``(.., width)``, and
    the number of candidates for each partition
tables, totals
    ``(partitions, slots)`` remainders, and the sum of the rows for each slot, ``(.., width)``
first, last
    the range of partitions, ``first .. last - 1``
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

_GROUP = 512  # the number of candidates that are looked for in their first slots at a time


@inlined
def first_slot(remainder: np.uint64, size: int, slots: np.uint64) -> np.uint64:
    """Return the slot in which the search for a remainder of the given bytes begins."""
    top = np.uint64(remainder) >> np.uint64(8 * size - 32)
    slot: np.uint64 = (top * slots) >> HALF
    return slot


@inlined
def find_slot(table: Remainders, remainder: np.uint64) -> np.uint64:
    """Return the slot of a remainder in its partition's table, or the empty slot for it."""
    slots = np.uint64(table.size)
    slot = first_slot(remainder, table.itemsize, slots)
    while table[slot] != remainder and table[slot] != 0:
        slot += ONE
        if slot == slots:
            slot = NONE
    return slot


@inlined
def add(total: Rows, more: Rows) -> None:
    """Add one row to another. The caller ensures that the sum does not overflow."""
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
    """Write the candidates that are not in their first slots to ``rest``. Return their number."""
    slots = np.uint64(table.size)
    many = 0
    for k in range(begin, end):
        rest[many] = candidates[k]
        many += table[first_slot(candidates[k], table.itemsize, slots)] != candidates[k]
    return many


@compiled
def insert(
    out: Remainders,
    brought: MaybeRows,
    filled: Counts,
    done: Counts,
    fresh: Counts,
    tables: Remainders,
    totals: MaybeRows,
    sizes: Counts,
    first: int,
    last: int,
) -> bool:
    """Insert each candidate into its table once, and add up the rows of equal candidates.

    The new words move to the front of their buffers, and ``fresh`` counts them. Returns False if a
    table is too full to continue. ``done`` is the number of candidates inserted so far.
    """
    limit = tables.shape[1] * 11 // 16
    slots = np.uint64(tables.shape[1])
    rest = np.empty(_GROUP, out.dtype)
    for p in range(first, last):
        table = tables[p]
        size = sizes[p]
        for t in range(out.shape[0]):
            new = fresh[t, p]
            for begin in range(done[t, p], filled[t, p], _GROUP):
                end = min(begin + _GROUP, filled[t, p])
                if totals is None:
                    many = _elsewhere(out[t, p], begin, end, table, rest)
                else:  # all candidates are looked up, because rows must be added
                    many = end - begin
                    for k in range(many):
                        rest[k] = out[t, p, begin + k]
                for k in range(many):
                    if size >= limit:
                        sizes[p] = size
                        # Candidates of the group that are already in the table may be inserted
                        # again.
                        done[t, p] = begin
                        if totals is not None:
                            done[t, p] = begin + k
                        fresh[t, p] = new
                        return False
                    remainder = rest[k]
                    slot = first_slot(remainder, tables.itemsize, slots)
                    while table[slot] != remainder:
                        if table[slot] == 0:
                            table[slot] = remainder
                            size += 1
                            out[t, p, new] = remainder  # overwrites only inserted candidates
                            new += 1
                            break
                        slot += ONE
                        if slot == slots:
                            slot = NONE
                    if totals is not None:
                        add(totals[p, slot], brought[t, p, begin + k])
            done[t, p] = filled[t, p]
            fresh[t, p] = new
        sizes[p] = size
    return True


@compiled
def _marked_or_elsewhere(
    candidates: Remainders, begin: int, end: int, table: Remainders, hits: Bytes, rest: Remainders
) -> int:
    """Mark candidates in their first slots, and write the others to ``rest``."""
    slots = np.uint64(table.size)
    many = 0
    for k in range(begin, end):
        slot = first_slot(candidates[k], table.itemsize, slots)
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
    """Mark the entries of the tables that are among the candidates."""
    slots = np.uint64(tables.shape[1])
    rest = np.empty(_GROUP, out.dtype)
    for p in range(first, last):
        table = tables[p]
        for t in range(out.shape[0]):
            for begin in range(0, filled[t, p], _GROUP):
                end = min(begin + _GROUP, filled[t, p])
                for k in range(_marked_or_elsewhere(out[t, p], begin, end, table, hits[p], rest)):
                    remainder = rest[k]
                    slot = first_slot(remainder, tables.itemsize, slots)
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
    """Add the row of each candidate to its word in a level. ``places`` has the words' indices."""
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
    """Move candidates that are in the tables to the front of their buffers, and count them."""
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
    """Write the words at the front of each buffer to given places in an array."""
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
    places: Counts,
    first: int,
    last: int,
) -> None:
    """Insert distinct words, sorted into partitions, into tables that do not contain these words.

    The index of each word is stored beside it in ``places``, unless that array is empty.
    """
    for p in range(first, last):
        table = tables[p]
        for k in range(offsets[p], offsets[p + 1]):
            slot = find_slot(table, stored[k])
            table[slot] = stored[k]
            if places.size:
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
    """Copy the words of tables, with their rows, into wider tables."""
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
    """Write the entries of the tables to an array, partition by partition."""
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
def sort(stored: Remainders, rows: MaybeRows, offsets: Counts, first: int, last: int) -> None:
    """Sort the words of each partition, with their rows, by insertion sort.

    Words from a table are nearly sorted: each word moves by a few places at most, except for the
    few words whose search for a slot wrapped around the end of the table.
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
    """Write which words are in the tables. All words must be in the partitions of the run."""
    for i in range(begin, end):
        key = key_of(words[i], split)
        p, remainder = partition_of(key, split), remainder_of(key, split, tables.itemsize)
        found[i] = tables[p, find_slot(tables[p], remainder)] == remainder
