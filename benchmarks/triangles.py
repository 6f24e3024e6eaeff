"""Benchmarks of triangles of any side, solved by construction and replayed."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from time import perf_counter

from pegsolitaire.construct import is_feasible, solve

PAIRS = 50


def cases() -> dict[str, tuple[str, Callable[[], float]]]:
    """Return the cases in the form of `benchmarks.cases`."""
    return {
        f"any pair on triangle{side}, by construction": (asked, partial(slowest, side))
        for side, asked in ((24, "50 ms"), (100, "1 s"), (200, "5 s, 300 MB"))
    }


def slowest(side: int) -> float:
    """Return the longest time to solve one of some fifty random pairs, including the replay."""
    chance = random.Random(side)
    holes = [(x, y) for y in range(side) for x in range(y + 1)]
    solve(9, (0, 0))  # loads the data, which happens only once
    times = []
    while len(times) < PAIRS:
        start, finish = chance.choice(holes), chance.choice(holes)
        if is_feasible(side, start, finish):
            begin = perf_counter()
            assert solve(side, start, finish)
            times.append(perf_counter() - begin)
    return max(times)
