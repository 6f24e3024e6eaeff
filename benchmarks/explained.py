"""Measure how many dead positions of the central game have a proof without a search.

``python -m benchmarks.explained [SAMPLE]`` samples up to 500 (by default) positions per level
among those one jump away from the winning positions (L in Bell's Notes). It prints the share that
a resource count proves dead, the share that a resource count or a balance sheet proves dead, and
the median time of each.
"""

from __future__ import annotations

import random
import sys
from statistics import median
from time import perf_counter

import numpy as np

from pegsolitaire import Problem, WinningSets
from pegsolitaire.board import english
from pegsolitaire.theory import balance_finder, resource_finder
from pegsolitaire.theory.linear_programs import BalanceFinder

SEED = 2026


def losing(wins: WinningSets, pegs: int, most: int) -> tuple[list[int], int]:
    """Return a sample of L with a number of pegs and the size of that level, up to symmetry."""
    problem, found = wins.problem, set()
    codes = wins.level(pegs + 1)
    for jump in problem.board.jumps:
        mask, wanted = np.uint64(jump.mask), np.uint64(jump.pegs)
        after = codes[codes & mask == wanted] ^ mask
        found.update(after[~wins.contains_codes(after)].tolist())
    reduced = sorted({problem.mincode(code) for code in found})
    return random.Random(SEED).sample(reduced, min(most, len(reduced))), len(reduced)


def share(finder: BalanceFinder, codes: list[int], finish: int) -> tuple[float, float]:
    """Return the share of codes that a finder proves dead and its median time in seconds."""
    times, proven = [], 0
    for code in codes:
        begin = perf_counter()
        proven += finder.find(code, [finish]) is not None
        times.append(perf_counter() - begin)
    return proven / len(codes), median(times)


def main() -> None:
    """Print the table."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    board = english()
    wins = WinningSets.build(Problem.complement(board, "d4"))
    finish = board.single("d4").code
    print("| pegs | L | asked | resource count | ms | or balance sheet | ms |")
    print("|---|---|---|---|---|---|---|")
    for pegs in range(31, 0, -1):
        codes, size = losing(wins, pegs, most)
        if codes:
            (counts, quick), (sheets, slow) = (
                share(finder(board), codes, finish) for finder in (resource_finder, balance_finder)
            )
            print(
                f"| {pegs} | {size:,} | {len(codes)} | {counts:.0%} | {quick * 1000:.1f} "
                f"| {sheets:.0%} | {slow * 1000:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
