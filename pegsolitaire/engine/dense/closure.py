"""Every position of a class that a game reaches, or from which one can be reached, as a bitmap.

All jumps are pulled over the bits of the class until nothing changes. Passes go forwards and
backwards by turns, block by block; a block pulls from blocks that changed since it last looked,
and then goes through its own jumps; blocks are shared out to the threads.

A class has as many bits as the jumps have rank over GF(2): 64 MiB for the English board, 1 GiB
for the French one, 4 GiB for the hexagon of 37 holes. Bits are only ever set, and each of them is
right as soon as it is set: a closure that was stopped goes on from whatever it had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count, pairwise

import numpy as np

from pegsolitaire.amounts import bytes_text
from pegsolitaire.board import Board
from pegsolitaire.engine.bits import machine
from pegsolitaire.engine.bits.arrays import Counts
from pegsolitaire.engine.bits.workers import Workers
from pegsolitaire.engine.dense.bitmap import Bitmap
from pegsolitaire.engine.dense.closure_kernels import Pulls, pull_all
from pegsolitaire.engine.dense.coset import Coset
from pegsolitaire.engine.dense.jump_tables import WORD_BITS, Direction, block_words, make_pulls
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.work import Work

_ROUNDS = 2  # of the jumps within a block, each time it is visited
_PIECES = 32  # of the blocks of a thread, after each of which it is told how far it is
_BESIDE = 150 << 20  # bytes that the interpreter and the compiled kernels take

Keep = Callable[[Bitmap, bool], None]


def close(
    board: Board,
    seeds: Iterable[int],
    direction: Direction,
    *,
    known: Bitmap | None = None,
    keep: Keep | None = None,
    work: Work | None = None,
) -> Bitmap:
    """Every position that a game leads to from some, or from which a game leads to one of them.

    What is ``known`` of the answer, by a closure that was stopped, is added to, in place. ``keep``
    is called with what there is so far, after every pass (and ``False``) and when the work is
    interrupted (and ``True``).

    Raises ProblemError where there is no seed or they are of several classes, and, before the work
    begins, BoardTooLargeError where the class does not fit the memory.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(6)
    >>> solvable = close(board, [board.single("a1").code], "backward")
    >>> len(solvable), board.vacancy("a1").code in solvable
    (291987, True)
    """
    work = Work.of(work)
    found = _seeded(board, list(seeds), known)
    blocks = found.words.reshape(-1, block_words(found.coset))
    changed = np.where(blocks.max(axis=1) > 0, 0, -1)
    try:
        _close(found, make_pulls(found.coset, direction), changed, keep=keep, work=work)
    except KeyboardInterrupt:
        if keep is not None:
            keep(found, True)
        raise
    return found


def _pieces(first: int, last: int, *, is_back: bool) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """A range of blocks piece by piece: how many are done after it, and its ends and direction."""
    cuts = [first + (last - first) * piece // _PIECES for piece in range(_PIECES + 1)]
    pairs = list(pairwise(cuts))
    for begin, end in reversed(pairs) if is_back else pairs:
        ends = (end - 1, begin - 1, -1) if is_back else (begin, end, 1)
        yield (last - begin if is_back else end - first), ends


def bytes_of_class(coset: Coset) -> int:
    """The memory that closing a class takes."""
    return max(8, 1 << coset.bits >> 3) + _BESIDE


def check_fits(coset: Coset, memory: int | None = None) -> None:
    """Raise BoardTooLargeError where closing a class takes more memory than is free, or given."""
    needed, free = bytes_of_class(coset), machine.free_memory()
    if needed > free or (memory is not None and needed > memory):
        room = f"{bytes_text(max(0, free))} are free"
        if needed <= free and memory is not None:
            room = f"{bytes_text(memory)} may be used"
        raise BoardTooLargeError(
            f"a position class of {coset.board.name} takes {bytes_text(needed)}, one bit a "
            f"position, and {room}"
        )


def _seeded(board: Board, seeds: list[int], known: Bitmap | None) -> Bitmap:
    """What is known, and the seeds."""
    if not seeds:
        raise ProblemError("no position to begin with: give at least one")
    coset = Coset(board, seeds[0])
    if strangers := [code for code in seeds if code not in coset]:
        raise ProblemError(f"code:{strangers[0]} is of another position class than the others")
    if known is None:
        check_fits(coset)
        known = Bitmap(coset, np.zeros(max(1, len(coset) >> WORD_BITS), np.uint64))
    elif known.coset != coset:
        raise ProblemError("what is known is of another position class than the seeds")
    for index in map(coset.index, seeds):
        known.words[index >> WORD_BITS] |= np.uint64(1 << (index & 63))
    return known


def _close(
    found: Bitmap,
    pulls: Pulls,
    changed: Counts,
    keep: Keep | None,
    *,
    work: Work,
) -> None:
    """Pass over all blocks until nothing changes, forwards and backwards by turns."""
    size, stop = block_words(found.coset), np.zeros(1, np.int64)
    looked = np.zeros(len(changed), np.int64)
    work.progress.stage("going through the position class")
    with Workers(work.threads) as workers:
        parts = min(len(changed), workers.count_for(len(found.words)))
        cuts = [len(changed) * part // parts for part in range(parts + 1)]
        for now in count(1):

            def part(number: int, now: int = now) -> int:
                fresh = 0
                for done, ends in _pieces(cuts[number], cuts[number + 1], is_back=now % 2 == 0):
                    fresh += pull_all(
                        found.words, size, pulls, ends, changed, looked, now, _ROUNDS, stop
                    )
                    if number == 0:  # the parts are as large, and one thread tells at a time
                        blocks = min(done * parts, len(changed))
                        work.progress.detail(f"pass {now}: {blocks:,} of {len(changed):,} blocks")
                return fresh

            try:
                fresh = sum(workers.each(parts, part))
            except BaseException:
                stop[0] = 1
                workers.close(wait=True)
                raise
            work.update(now, f"{fresh:,} of {len(changed):,} blocks changed")
            if not fresh:
                return
            if keep is not None:
                keep(found, False)
