"""The compiled loops that go by moves: all that a peg can do in one go, however long the sweep.

Forward, a move that goes on does so from the hole where its last jump ended. Backward, the jumps
of a move are undone last to first, and the next one to be undone *ends* where the one undone
before it *started*. Both are the same loop over tables that say which jumps may follow.

Whatever one move can reach is listed in a block, each entry with the hole by which it may go on:
the list is at once the queue that is worked through, jump by jump. In a sweep the same jumps can
be made in many orders, which give the same word: those of long sweeps are listed once.

Arguments that several kernels share:

regions
    ``(packings, regions)`` masks: disjoint regions of which each asks for a move of its own, to be
    made while it is full, or to be undone once it is ``changed``; 0 fills a row up
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine.bits.arrays import Words
from pegsolitaire.engine.bits.bit_kernels import pegs_of
from pegsolitaire.engine.bits.canonical_kernels import reflect
from pegsolitaire.engine.bits.compiled import compiled, inlined, way_of
from pegsolitaire.engine.bits.hashing import MULTIPLIER
from pegsolitaire.engine.bits.layout import Canon
from pegsolitaire.engine.sparse.expand_kernels import Block, fill

Holes = npt.NDArray[np.int16]
Places = npt.NDArray[np.int32]

_FEW = 2048  # results after which a block is brought to canonical form
_MANY = 64  # long sweeps after which they are looked up by hash
_SHORT = 3  # jumps up to which results may be listed twice


class MoveJumps(NamedTuple):
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

    jumps: MoveJumps
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
    """Keep those of some words that may need no more moves than allowed: how many."""
    kept = 0
    for k in range(count):
        if _bound(words[k], regions, changed) <= allowed:
            words[kept] = words[k]
            kept += 1
    return kept


@compiled
def _fill(
    words: Words, i: int, end: int, jumps: MoveJumps, listed: Words, at: Holes, places: Places
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
def list_moves(
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
    rule: Moves, words: Words, rows: None, i: int, end: int, canon: Canon, block: Block
) -> tuple[int, int]:
    return list_moves(words, i, end, canon, rule, block.images)
