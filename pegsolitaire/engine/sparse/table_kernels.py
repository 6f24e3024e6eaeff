"""The second half of a level step: tables of words, and of what goes with each word.

A table is open-addressed, 0 stands for an empty slot (no position of a game is empty), and there
is one for each partition, small enough to stay in a core's second-level cache. ``insert``
is bound by the branch that asks whether a word is new. It and ``mark``, the hottest, look for the
slot in loops of their own, which ask that once: ``find_slot`` and its caller ask twice.

Beside a word a table may hold a *row* of numbers. Where the same word comes again the rows add
up: floats one by one, integers of 64 bits as the limbs of one long number, least first. That costs
the memory traffic of the rows on top. Where there are none, ``brought`` and ``totals`` are None,
and the compiler leaves out what deals with them.

Arguments that several kernels share, beside those of
:mod:`pegsolitaire.engine.sparse.jump_kernels`:

out, brought, filled
    ``(threads, partitions, capacity)`` candidates, what each brings ``(.., width)``, and how many
    there are for each partition
tables, totals
    ``(partitions, slots)``, and what the word in each slot has been brought, ``(.., width)``
logs
    log2 of the slots of each
first, last
    the partitions that are meant: ``first .. last - 1``
"""

from __future__ import annotations

import numpy as np

from pegsolitaire.engine.bits.arrays import Bytes, Counts, Flags, MaybeRows, Rows, Words
from pegsolitaire.engine.bits.compiled import compiled, inlined
from pegsolitaire.engine.bits.hashing import ONE, partition_of, slot_of


@inlined
def find_slot(table: Words, word: np.uint64, logs: np.uint64, logp: np.uint64) -> np.uint64:
    """The slot of a word in its partition's table, or the empty one that it would take."""
    low = (ONE << logs) - ONE
    slot = slot_of(word, logs, logp)
    while table[slot] != word and table[slot] != 0:
        slot = (slot + ONE) & low
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
def insert(
    out: Words,
    brought: MaybeRows,
    filled: Counts,
    done: Counts,
    fresh: Counts | None,
    tables: Words,
    totals: MaybeRows,
    logs: np.uint64,
    sizes: Counts,
    logp: np.uint64,
    first: int,
    last: int,
) -> bool:
    """Put candidates into their tables, once each, and add up what they bring.

    With ``fresh`` the words that were not there are left at the front of their buffers; it counts
    them. Returns False when a table is too full to go on; ``done`` then says how far it came.
    """
    low = (ONE << logs) - ONE
    limit = tables.shape[1] * 11 // 16
    for p in range(first, last):
        table = tables[p]
        size = sizes[p]
        for t in range(out.shape[0]):
            new = 0
            if fresh is not None:
                new = fresh[t, p]
            for k in range(done[t, p], filled[t, p]):
                if size >= limit:
                    sizes[p] = size
                    done[t, p] = k
                    if fresh is not None:
                        fresh[t, p] = new
                    return False
                word = out[t, p, k]
                slot = slot_of(word, logs, logp)
                while table[slot] != word:
                    if table[slot] == 0:
                        table[slot] = word
                        size += 1
                        if fresh is not None:
                            out[t, p, new] = word
                            new += 1
                        break
                    slot = (slot + ONE) & low
                if totals is not None:
                    add(totals[p, slot], brought[t, p, k])
            done[t, p] = filled[t, p]
            if fresh is not None:
                fresh[t, p] = new
        sizes[p] = size
    return True


@compiled
def mark(
    out: Words,
    filled: Counts,
    tables: Words,
    logs: np.uint64,
    hits: Bytes,
    logp: np.uint64,
    first: int,
    last: int,
) -> None:
    """Mark the table entries that are among the candidates."""
    low = (ONE << logs) - ONE
    for p in range(first, last):
        table = tables[p]
        for t in range(out.shape[0]):
            for k in range(filled[t, p]):
                word = out[t, p, k]
                slot = slot_of(word, logs, logp)
                while table[slot] != 0:
                    if table[slot] == word:
                        hits[p, slot] = 1
                        break
                    slot = (slot + ONE) & low


@compiled
def add_known(
    out: Words,
    brought: Rows,
    filled: Counts,
    tables: Words,
    places: Counts,
    totals: Rows,
    logs: np.uint64,
    logp: np.uint64,
    first: int,
    last: int,
) -> None:
    """Add what candidates bring to the words of a level among them; ``places`` says which."""
    for p in range(first, last):
        table = tables[p]
        for t in range(out.shape[0]):
            for k in range(filled[t, p]):
                slot = find_slot(table, out[t, p, k], logs, logp)
                if table[slot] != 0:
                    add(totals[places[p, slot]], brought[t, p, k])


@compiled
def pick_known(
    out: Words,
    filled: Counts,
    fresh: Counts,
    tables: Words,
    logs: np.uint64,
    logp: np.uint64,
    first: int,
    last: int,
) -> None:
    """Leave the words that are in the tables at the front of their buffers; ``fresh`` counts."""
    for p in range(first, last):
        table = tables[p]
        for t in range(out.shape[0]):
            found = 0
            for k in range(filled[t, p]):
                word = out[t, p, k]
                slot = find_slot(table, word, logs, logp)
                if table[slot] == word:
                    out[t, p, found] = word
                    found += 1
            fresh[t, p] = found


@compiled
def gather(out: Words, fresh: Counts, places: Counts, words: Words, first: int, last: int) -> None:
    """Copy the fronts of the buffers of partitions to their places."""
    for p in range(first, last):
        for t in range(out.shape[0]):
            place = places[t, p]
            for k in range(fresh[t, p]):
                words[place + k] = out[t, p, k]


@compiled
def fill(
    words: Words,
    offsets: Counts,
    tables: Words,
    places: Counts | None,
    logs: np.uint64,
    logp: np.uint64,
    first: int,
    last: int,
) -> None:
    """Put words that are all different, partition by partition, into tables that lack them.

    With ``places`` the index of each word is put beside it.
    """
    for p in range(first, last):
        table = tables[p]
        for k in range(offsets[p], offsets[p + 1]):
            slot = find_slot(table, words[k], logs, logp)
            table[slot] = words[k]
            if places is not None:
                places[p, slot] = k


@compiled
def widen(
    tables: Words,
    totals: MaybeRows,
    wider: Words,
    wider_totals: MaybeRows,
    logs: np.uint64,
    logp: np.uint64,
    first: int,
    last: int,
) -> None:
    """Put the words of tables, and what goes with them, into wider ones of ``2**logs`` slots."""
    for p in range(first, last):
        for k in range(tables.shape[1]):
            word = tables[p, k]
            if word != 0:
                slot = find_slot(wider[p], word, logs, logp)
                wider[p, slot] = word
                if totals is not None:
                    for number in range(totals.shape[2]):
                        wider_totals[p, slot, number] = totals[p, k, number]


@compiled
def collect(
    tables: Words,
    totals: MaybeRows,
    offsets: Counts,
    words: Words,
    rows: MaybeRows,
    first: int,
    last: int,
) -> None:
    """Write the entries of the tables to where each partition's words begin."""
    for p in range(first, last):
        place = offsets[p]
        for slot in range(tables.shape[1]):
            if tables[p, slot] != 0:
                words[place] = tables[p, slot]
                if totals is not None:
                    for number in range(totals.shape[2]):
                        rows[place, number] = totals[p, slot, number]
                place += 1


@compiled
def collect_hits(
    tables: Words,
    hits: Bytes,
    words: Words,
    offsets: Counts,
    counts: Counts,
    first: int,
    last: int,
) -> None:
    """Write the marked entries over the front of each partition's words, and count them."""
    for p in range(first, last):
        place = offsets[p]
        for slot in range(tables.shape[1]):
            if hits[p, slot]:
                words[place] = tables[p, slot]
                place += 1
        counts[p] = place - offsets[p]


@compiled
def look_up(
    words: Words,
    tables: Words,
    logs: np.uint64,
    logp: np.uint64,
    run: np.uint64,
    found: Flags,
    begin: int,
    end: int,
) -> None:
    """Which words are in the tables, of the partitions from ``run``."""
    for i in range(begin, end):
        word = words[i]
        p = partition_of(word, logp) - run
        found[i] = tables[p, find_slot(tables[p], word, logs, logp)] == word
