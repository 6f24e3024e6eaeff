"""Check how well the rating orders puzzles: ``python -m benchmarks.ratings [BOARD]``.

The default board is the English one. Puzzles with a unique winning jump (up to three of each size,
with the most jumps) are compared with symmetric positions of the same class (twenty of each type,
chosen at random). One figure is how often the rating puts the first kind above the second when
their numbers of pegs differ by at most one. The other is the rank correlation of the rating with
the chance of winning by random play.
"""

from __future__ import annotations

import random
import sys

from scipy.stats import spearmanr

from pegsolitaire import Board
from pegsolitaire.game import Position
from pegsolitaire.sets import Tablebase, tablebase
from pegsolitaire.surveys import Rating, rate, unique_jumps
from pegsolitaire.surveys.symmetric import symmetric_in_class
from pegsolitaire.theory import as_class

FEWEST, MOST = 4, 27  # pegs
LEVEL = 1 << 19


def main(name: str = "english") -> None:
    """Print both figures."""
    chosen = as_class(Board(name))
    table = tablebase(chosen)
    unique = unique_jumps(chosen, table=table)
    hard = [one for pegs in range(FEWEST, MOST + 1) for one in unique.hardest(pegs)[:3]]
    chance, easy = random.Random(1), []
    for row in symmetric_in_class(chosen, table):
        some = [one for one in row if FEWEST <= len(one) <= MOST]
        easy += chance.sample(some, min(len(some), 20))
    ours, theirs = rated(hard, table), rated(easy, table)
    pairs = [
        one.bits > other.bits
        for pegs, one in ours
        for size, other in theirs
        if abs(pegs - size) <= 1
    ]
    every = [one for _, one in ours + theirs]
    order = spearmanr([one.bits for one in every], [-one.chance for one in every]).statistic
    print(f"{name}: {len(ours)} with a unique winning jump, {len(theirs)} symmetric")
    print(f"rated higher in {sum(pairs) / len(pairs):.1%} of {len(pairs)} pairs")
    print(f"rank correlation with random play's chance {order:.3f}")


def rated(positions: list[Position], table: Tablebase) -> list[tuple[int, Rating]]:
    """Return the number of pegs and the rating of each position that is not too large to rate."""
    found = ((len(one), rate(one, table=table, most=LEVEL)) for one in positions)
    return [(pegs, rating) for pegs, rating in found if rating is not None]


if __name__ == "__main__":
    main(*sys.argv[1:])
