"""Write the positions of the storm: exactly one jump wins, over several boards, easy to hard.

    python tools/storm.py            all boards (some minutes)
    python tools/storm.py french     some boards; what the file has of others stays

The positions that can be brought to one peg are found backward from the last peg, by pegs, as far
as there are not too many; of those in which one jump alone wins some are drawn at random, rated,
and kept so that every rating up to `HARDEST` bits is there about as often. Each is turned at
random, so that no way round is the usual one. The winning jump stands beside each; the goal is
one peg anywhere.
"""

import random
import sys
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from pegsolitaire.analysis import rate
from pegsolitaire.board import Board, Symmetry, apply_permutation
from pegsolitaire.files import write_text
from pegsolitaire.game import Position, StormPosition, read_storm, storm_text
from pegsolitaire.game.toml_files import BUILT_IN
from pegsolitaire.theory import PositionClass, position_classes

#: The boards, and how many positions of each are kept.
BOARDS = {
    "triangle5": 60,
    "triangle6": 80,
    "triangle7": 60,
    "star13": 24,
    "rhombus4": 40,
    "hexagon19": 72,
    "hexagon37": 60,
    "english5": 40,
    "square5": 40,
    "square6": 40,
    "english": 130,
    "french": 80,
}
FILE = BUILT_IN / "storm.toml"
LEAST_PEGS = 3
MOST_PEGS = 14  # what can be looked over at a glance, and no more
MOST_FOUND = 1 << 20  # positions with one number of pegs; those with more pegs are left out
DRAWN = 30  # positions of a class with one number of pegs, that are rated
HARDEST = 26.0  # bits
SEED = 2026

Codes = npt.NDArray[np.uint64]


class Few:
    """The positions with few pegs that can be brought to a finish of a class.

    It is as much of a tablebase as a rating asks for; positions with more pegs it does not know.
    """

    def __init__(self, ends: PositionClass) -> None:
        self.board, self.finishes = ends.board, ends.finishes
        self.group: tuple[Symmetry, ...] = ends.group
        self.levels = [np.zeros(0, np.uint64), np.array(sorted(ends.finishes), np.uint64)]
        while len(self.levels) <= MOST_PEGS:
            level = np.unique(np.concatenate(list(self._before(self.levels[-1]))))
            if len(level) > MOST_FOUND:
                break
            self.levels.append(level)

    @property
    def solvable(self) -> "Few":
        """Itself: who is asked about codes."""
        return self

    def _before(self, codes: Codes) -> Iterator[Codes]:
        for jump in self.board.jumps:
            mask, pegs = np.uint64(jump.mask), np.uint64(jump.pegs)
            yield codes[codes & mask == mask ^ pegs] ^ mask

    def contains_codes(self, codes: Codes) -> npt.NDArray[np.bool_]:
        """For each of many codes whether it is one of them."""
        found = np.zeros(len(codes), np.bool_)
        all_pegs = np.bitwise_count(codes)
        for pegs in np.unique(all_pegs).tolist():
            level = self.levels[pegs] if pegs < len(self.levels) else self.levels[0]
            mine = np.flatnonzero(all_pegs == pegs)
            at = np.searchsorted(level, codes[mine])
            near = at < len(level)
            found[mine[near]] = level[at[near]] == codes[mine[near]]
        return found

    def __contains__(self, position: Position) -> bool:
        return bool(self.contains_codes(np.array([position.code], np.uint64))[0])

    def with_one_winning_jump(self, pegs: int) -> Codes:
        """Those with a number of pegs of which one jump of several wins."""
        codes = self.levels[pegs]
        legal, winning = np.zeros((2, len(codes)), np.int64)
        for jump in self.board.jumps:
            mask = np.uint64(jump.mask)
            here = np.flatnonzero(codes & mask == np.uint64(jump.pegs))
            legal[here] += 1
            winning[here] += self.contains_codes(codes[here] ^ mask)
        return codes[(legal > 1) & (winning == 1)]


def of_class(ends: PositionClass, chance: random.Random) -> Iterator[StormPosition]:
    """Positions of a class, drawn at random among those with the same number of pegs."""
    table = Few(ends)
    for pegs in range(LEAST_PEGS, len(table.levels)):
        codes = table.with_one_winning_jump(pegs)
        drawn = chance.sample(range(len(codes)), min(DRAWN, len(codes)))
        for code in codes[sorted(drawn)].tolist():
            position = Position(ends.board, code)
            rating = rate(position, table)  # type: ignore[arg-type]
            if rating is None or rating.bits > HARDEST:
                continue
            (jump,) = (one for one in position.jumps if position.after(one) in table)
            yield turned(StormPosition(position, jump, round(rating.bits, 1)), chance)


def turned(one: StormPosition, chance: random.Random) -> StormPosition:
    """A position as a symmetry of its board turns it."""
    board = one.position.board
    image = chance.choice(board.symmetries).image
    start, end = (image[board.index(hole)] for hole in (one.jump.start, one.jump.end))
    position = Position(board, apply_permutation(image, one.position.code))
    names = [board.hole_text(board.holes[i]) for i in (start, end)]
    return StormPosition.of(position, "-".join(names), one.rating)


def of_board(name: str) -> list[StormPosition]:
    """The positions of a board that are kept: of each bit as many, as far as there are."""
    board, chance = Board.from_name(name), random.Random(f"{SEED} {name}")
    found = {
        one.position: one for ends in position_classes(board) for one in of_class(ends, chance)
    }
    bins: dict[int, list[StormPosition]] = {}
    for one in found.values():
        bins.setdefault(int(one.rating), []).append(one)
    kept: list[StormPosition] = []
    while len(kept) < BOARDS[name] and any(bins.values()):
        kept += [row.pop(chance.randrange(len(row))) for _, row in sorted(bins.items()) if row]
    kept = chance.sample(kept, min(BOARDS[name], len(kept)))
    kept.sort(key=lambda one: (one.rating, one.position.code))
    spread = [sum(int(one.rating) // 4 == i for one in kept) for i in range(7)]
    print(name, len(found), "found,", len(kept), "kept; of 4 bits each:", spread, flush=True)
    return kept


def main() -> None:
    """Write the file."""
    boards: dict[str, list[StormPosition]] = {name: [] for name in BOARDS}
    if sys.argv[1:]:
        for one in read_storm(str(FILE)):
            boards.setdefault(one.position.board.name, []).append(one)
    for name in sys.argv[1:] or BOARDS:
        boards[name] = of_board(name)
        kept = {name: found for name, found in boards.items() if found}
        write_text([storm_text(kept)], FILE)


if __name__ == "__main__":
    main()
