"""The first half of a level step: what becomes of some words, sorted into partitions.

``expand`` is one loop for all levels: it fills a small block with candidates, brings them to
canonical form, and puts them where they belong. What a step makes of a word is the *rule*, whose
type says how a block is filled: jumps alone, or with paths that go with each word
(:mod:`pegsolitaire.engine.sparse.steps`), with chances, or what a player does
(:mod:`pegsolitaire.engine.play.chance_kernels`), whole moves
(:mod:`pegsolitaire.engine.moves.move_kernels`), jumps of positions of several words
(:mod:`pegsolitaire.engine.sparse.wide_kernels`).

Beside each word may go a *row* of numbers, the paths to it, say: then every candidate brings the
row of the word that it comes from. Where there are none, ``rows`` and what belongs to them are
None, and the compiler leaves out what deals with them.

Bound by arithmetic up to the canonical forms, and by the write buffers of the core in
``_scatter``. The three parts are functions of their own: in one loop nest the compiler no longer
finds vector instructions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pegsolitaire.engine.bits.arrays import Counts, MaybeRows, Remainders, Rows, Words
from pegsolitaire.engine.bits.canonical_kernels import to_canonical
from pegsolitaire.engine.bits.compiled import by_type, compiled, way_of
from pegsolitaire.engine.bits.hashing import Split, key_of, partition_of, remainder_of
from pegsolitaire.engine.bits.layout import Canon

BLOCK = 2048  # candidates in canonical form at a time: 16 KiB, in the first-level cache


class Block(NamedTuple):
    """Where candidates are listed before they are scattered."""

    words: Words  # (size,): their canonical forms
    images: Words  # (1 + reflections, size): the candidates, and what reflections make of them
    rows: Rows | None  # (size, width): what goes with each


class Into(NamedTuple):
    """Where a thread puts its candidates."""

    split: Split  # how words are split, and the first partition that is wanted
    out: Remainders  # (partitions, capacity): those of candidates
    brought: Rows | None  # (partitions, capacity, width): what goes with each
    filled: Counts  # (partitions,): how many a partition holds


@by_type
def fill(
    rule: Any, words: Words, rows: MaybeRows, i: int, end: int, canon: Canon, block: Any
) -> tuple[int, int]:
    """Fill a block with what a rule makes of words ``i ..`` and with the reflections of that.

    Returns the next word, and how many candidates there are.
    """
    raise NotImplementedError


@by_type
def settle(canon: Any, block: Any, count: int) -> None:
    """Bring the candidates of a block to canonical form."""
    raise NotImplementedError


@by_type
def put(into: Any, block: Any, k: int, count: int) -> int:
    """Put the candidates of a block where they belong, from the k-th until there is no room."""
    raise NotImplementedError


@way_of(settle, Canon)
def _settle(canon: Canon, block: Block, count: int) -> None:
    to_canonical(block.images, count, canon.turns, canon.width, block.words)


@compiled
def _scatter(
    words: Words,
    rows: MaybeRows,
    k: int,
    count: int,
    split: Split,
    out: Remainders,
    brought: MaybeRows,
    filled: Counts,
) -> int:
    """Sort a block into the partitions of a run, until one is full; what is outside is dropped."""
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
def _put(into: Into, block: Block, k: int, count: int) -> int:
    split, out, brought, filled = into
    return _scatter(block.words, block.rows, k, count, split, out, brought, filled)


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
    """Make what a rule makes of some words, and put the results where they belong.

    Stops when the words are done (True) or there is no more room (False); ``state`` says where it
    is and lets the next call go on: next word, end of the words, candidates in ``block``, and how
    many of them were put.
    """
    i, end, count, done = state[0], state[1], state[2], state[3]
    while True:
        done = put(into, block, done, count)
        if done < count or i == end:
            state[0], state[2], state[3] = i, count, done
            return bool(done == count)
        i, count = fill(rule, words, rows, i, end, canon, block)
        settle(canon, block, count)
        done = 0
