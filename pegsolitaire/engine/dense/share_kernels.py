"""Kernels of random play over whole levels of a class: see :mod:`.split` for where things lie.

Of each position a level holds its *share*: its chance, over the jumps that it has. A position of
the next level adds up the shares of those that a jump leads from. Where a game ends the array
holds the chance itself, below zero, until it has been taken out.
"""

from __future__ import annotations

from pegsolitaire.engine.bits.arrays import Bytes, Counts, Floats
from pegsolitaire.engine.bits.compiled import compiled, inlined
from pegsolitaire.engine.dense.split import Tables


@inlined
def _pull(
    number: int,
    pegs: int,
    tables: Tables,
    before: Floats,
    before_begins: Counts,
    chances: Floats,
) -> None:
    """Add up what comes to the positions of a bucket."""
    high = tables.highs[number]
    low_pegs, parity = pegs - tables.pegs[high], tables.parity[high]
    for jump in range(len(tables.must)):
        if high & tables.must[jump] != tables.after[jump]:
            continue
        other = high ^ tables.must[jump]
        begin = before_begins[tables.own[other]]
        turn = tables.turn[other]
        other_pegs = pegs + 1 - tables.pegs[other]
        if other_pegs < 0 or other_pegs >= tables.size.shape[1]:
            continue
        source = before[begin : begin + tables.size[tables.parity[other], other_pegs]]
        low_begin = tables.bucket[tables.parity[other], other_pegs]
        moved = tables.moved[turn, low_begin : low_begin + len(source)]
        if tables.low[jump] == 0:
            if turn == 0:
                for i in range(len(chances)):
                    chances[i] += source[i]
            else:
                for i in range(len(chances)):
                    chances[i] += source[moved[i]]
        else:
            first = tables.pair_from[jump, parity, low_pegs]
            last = tables.pair_from[jump, parity, low_pegs + 1]
            if turn == 0:
                for pair in range(first, last):
                    chances[tables.here[pair]] += source[tables.there[pair]]
            else:
                for pair in range(first, last):
                    chances[tables.here[pair]] += source[moved[tables.there[pair]]]


@inlined
def _settle(
    number: int,
    pegs: int,
    tables: Tables,
    chances: Floats,
    ways: Bytes,
    reached: Floats,
    ended: Counts,
) -> None:
    """Turn the chances of a bucket into shares; count what is reached, and where games end."""
    high = tables.highs[number]
    low_pegs, parity = pegs - tables.pegs[high], tables.parity[high]
    everywhere = 0
    ways[: len(chances)] = 0
    for jump in range(len(tables.must)):
        if high & tables.must[jump] != tables.before[jump]:
            continue
        if tables.low[jump] == 0:
            everywhere += 1
            continue
        left = low_pegs - tables.lost[jump]
        if 0 <= left < tables.size.shape[1]:
            kind = parity ^ tables.turned[jump]
            for pair in range(
                tables.pair_from[jump, kind, left], tables.pair_from[jump, kind, left + 1]
            ):
                ways[tables.there[pair]] += 1
    there, ends = 0, 0
    for i in range(len(chances)):
        if chances[i] > 0.0:
            there += 1
            jumps = everywhere + ways[i]
            if jumps > 0:
                chances[i] /= jumps
            else:
                ends += 1
                chances[i] = -chances[i]
    ended[number] = ends
    # By Burnside's lemma: the positions up to the symmetries that keep the high filling.
    same = there
    first, last = tables.keep_from[number], tables.keep_from[number + 1]
    begin = tables.bucket[parity, low_pegs]
    for k in range(first, last):
        for i in range(len(chances)):
            if chances[i] != 0.0 and tables.moved[tables.keep[k], begin + i] == i:
                same += 1
    reached[number] = same / (1 + last - first)


@compiled
def play_buckets(
    first: int,
    last: int,
    pegs: int,
    tables: Tables,
    before: Floats,
    before_begins: Counts,
    level: Floats,
    begins: Counts,
    ways: Bytes,
    reached: Floats,
    ended: Counts,
) -> None:
    """The shares of some buckets of a level, from those of the level before."""
    for number in range(first, last):
        begin, end = begins[number], begins[number + 1]
        if begin == end:
            continue
        chances = level[begin:end]
        chances[:] = 0.0
        _pull(number, pegs, tables, before, before_begins, chances)
        _settle(number, pegs, tables, chances, ways, reached, ended)


@compiled
def settle_buckets(
    first: int,
    last: int,
    pegs: int,
    tables: Tables,
    level: Floats,
    begins: Counts,
    ways: Bytes,
    reached: Floats,
    ended: Counts,
) -> None:
    """The shares of some buckets of a level that holds chances."""
    for number in range(first, last):
        begin, end = begins[number], begins[number + 1]
        if begin < end:
            _settle(number, pegs, tables, level[begin:end], ways, reached, ended)


@compiled
def take_ends(
    first: int,
    last: int,
    pegs: int,
    tables: Tables,
    level: Floats,
    begins: Counts,
    ends_from: Counts,
    symmetries: int,
    low: int,
    words: Counts,
    chances: Floats,
) -> None:
    """Take the positions where games end out of some buckets, with the chances of all images."""
    for number in range(first, last):
        at = ends_from[number]
        if at == ends_from[number + 1]:
            continue
        high = tables.highs[number]
        images = symmetries / (1 + tables.keep_from[number + 1] - tables.keep_from[number])
        lows = tables.bucket[tables.parity[high], pegs - tables.pegs[high]]
        for i in range(begins[number], begins[number + 1]):
            if level[i] < 0.0:
                words[at] = high << low | tables.lows[lows + i - begins[number]]
                chances[at] = -level[i] * images
                level[i] = 0.0
                at += 1
