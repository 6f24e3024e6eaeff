"""Many small boards at once: which vacancies of each can be solved."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegsolitaire.engine.bits.workers import Workers
from pegsolitaire.engine.dense.census_kernels import Holes, Masks, survey_boards


class BoardMasks(NamedTuple):
    """What is known of each of some boards; bit ``i`` is its ``i``-th hole.

    A board with a hole that no jump touches has no vacancy that counts as solved.
    """

    touched: Masks  # (boards,): the holes that some jump takes part in
    solved: Masks  # (boards,): the vacancies from which one peg can be reached


def survey_of_boards(
    held: Holes, steps: npt.ArrayLike, workers: Workers | None = None
) -> BoardMasks:
    """Solve every vacancy of some boards with equally many holes.

    The holes, ``(holes, boards)``, are numbered such that those of a line differ by one of the
    steps, which lead to the neighbours of a hole.

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
        survey_boards(held, numbers, first, last, *masks, seen, queue, jumps)

    (workers or Workers()).share(boards, boards << holes // 2, work)
    return masks
