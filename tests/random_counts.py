"""Resource counts of boards, found for random positions."""

import numpy as np

from pegsolitaire.theory.linear_programs import resource_finder


def counts_of(board, number, finish=None):
    """Return resource counts found for random positions."""
    rng, found = np.random.default_rng(len(board)), []
    while len(found) < number:
        code = int(rng.integers(1, 1 << len(board)))
        if sheet := resource_finder(board).find(
            code, [finish or 1 << int(rng.integers(len(board)))]
        ):
            found.append(sheet.count)
    return found
