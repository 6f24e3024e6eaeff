"""Find the vacancies that can be won on many small boards at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine.compiled import compiled, inlined
from pegsolitaire.engine.machine import Workers
from pegsolitaire.engine.words import Bytes, Counts

# --
# The compiled loop over small boards, which finds the vacancies that can be reduced to one peg.
#
# A table of bytes, one for each of the ``2**holes`` positions, stays in the first- or second-level
# cache. The loop undoes jumps from positions with one peg, and adds the positions that it finds to
# a queue. Most boards have few solvable positions, so it takes longer to clear the table than to
# fill it.


Holes = npt.NDArray[np.int16]
Masks = npt.NDArray[np.uint32]


@inlined
def _place(held: Holes, board: int, hole: int) -> int:
    """Return the index of a hole on a board, or -1 if the board does not have this hole."""
    found = -1
    for i in range(held.shape[0]):
        if held[i, board] == hole:
            found = i
    return found


@compiled
def _survey_boards(
    held: Holes,
    steps: Holes,
    first: int,
    last: int,
    touched: Masks,
    solved: Masks,
    seen: Bytes,
    queue: Masks,
    jumps: Counts,
) -> None:
    """Write two masks for each board in a range, where bit ``i`` stands for hole ``held[i]``.

    See :func:`survey_of_boards`. Boards with a hole that no jump touches are not solved. The
    scratch arrays are ``seen`` and ``queue``, both ``(2**holes,)``, and ``jumps``, whose shape is
    ``(holes * directions, 2)``. ``jumps`` contains the pegs before and after each jump.
    """
    holes = held.shape[0]
    full = (1 << holes) - 1
    for board in range(first, last):
        count, touch = 0, 0
        for start in range(holes):
            for step in steps:
                over = _place(held, board, held[start, board] + step)
                end = _place(held, board, held[start, board] + 2 * step)
                if over >= 0 and end >= 0:
                    jumps[count, 0] = 1 << start | 1 << over
                    jumps[count, 1] = 1 << end
                    touch |= 1 << start | 1 << over | 1 << end
                    count += 1
        touched[board], solved[board] = touch, 0
        if touch != full:
            continue
        seen[:] = 0
        filled = 0
        for hole in range(holes):
            seen[1 << hole] = 1
            queue[filled] = 1 << hole
            filled += 1
        done = 0
        while done < filled:
            code = np.int64(queue[done])
            done += 1
            for j in range(count):
                if code & (jumps[j, 0] | jumps[j, 1]) == jumps[j, 1]:
                    before = code ^ jumps[j, 0] ^ jumps[j, 1]
                    if seen[before] == 0:
                        seen[before] = 1
                        queue[filled] = before
                        filled += 1
        for hole in range(holes):
            if seen[full ^ 1 << hole]:
                solved[board] |= np.uint32(1 << hole)


class BoardMasks(NamedTuple):
    """The results for each board, as masks in which bit ``i`` stands for the ``i``-th hole.

    If a board has a hole that no jump touches, no vacancy of this board counts as solved.
    """

    touched: Masks  # (boards,): the holes that at least one jump touches
    solved: Masks  # (boards,): the vacancies from which one peg can be reached


def survey_of_boards(held: Holes, steps: npt.ArrayLike) -> BoardMasks:
    """Solve every vacancy of boards that all have the same number of holes.

    ``held``, ``(holes, boards)``, contains the numbers of the holes of each board. If two holes
    are neighbours, the difference of their numbers is in ``steps``.

    Examples
    --------
    >>> row = np.arange(4, dtype=np.int16)[:, np.newaxis]
    >>> [mask.tolist() for mask in survey_of_boards(row, [1, -1])]
    [[15], [6]]
    """
    holes, boards = held.shape
    masks = BoardMasks(*(np.zeros(boards, np.uint32) for _ in range(2)))
    numbers = np.asarray(steps, np.int16)

    def work(first: int, last: int) -> None:
        seen, queue = np.zeros(1 << holes, np.uint8), np.zeros(1 << holes, np.uint32)
        jumps = np.zeros((holes * len(numbers), 2), np.int64)
        _survey_boards(held, numbers, first, last, *masks, seen, queue, jumps)

    with Workers() as workers:
        workers.share(boards, boards << holes // 2, work)
    return masks
