"""Write the puzzle sets of positions with a unique winning jump, from the exhaustive tables.

    python tools/unique.py             all boards that have a set (a quarter of an hour, 5 GB)
    python tools/unique.py triangle5   those of some boards

For every number of pegs: positions with the most jumps of which exactly one wins, over all
classes, as `pegs unique BOARD --class LETTER` lists them; the first by class and code where there
are more than `EACH`. Nothing is left out because it is hard to rate.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from pegsolitaire.analysis import Rating, ending_text, rate, unique_jumps
from pegsolitaire.board import Board
from pegsolitaire.game import Position, Puzzle, PuzzleSet, puzzles_text
from pegsolitaire.sets import Tablebase
from pegsolitaire.theory import PositionClass, position_classes

FOLDER = Path(__file__).parents[1] / "pegsolitaire" / "game" / "data"
BOARDS = ("triangle5", "triangle6", "english", "square6", "french", "hexagon37")
LEAST_PEGS = 4  # smaller ones are hardly puzzles
EACH = 2  # puzzles with one number of pegs
MOST_RATED = 1 << 22  # positions of a level: those that lead to more have no rating
SAYS = (
    "Of all jumps exactly one wins: for every number of pegs positions with the most jumps that "
    "such a position can have, in whatever hole the last peg ends. Found by computer among all "
    "positions, the easiest first."
)


@dataclass(frozen=True)
class Found:
    """A position, how many jumps it has, and how hard it is."""

    position: Position
    jumps: int
    rating: Rating | None

    @property
    def bits(self) -> float:
        """The rating; a puzzle without one comes last."""
        return float("inf") if self.rating is None else self.rating.bits

    def puzzle(self, number: int) -> Puzzle:
        """The puzzle of that number."""
        note = f"One winning jump of {self.jumps}. {ending_text(self.position)}"
        if self.rating is not None:
            note += f" {self.rating.text[0].upper()}{self.rating.text[1:]}."
        return Puzzle(
            f"Unique jump {number}",
            self.position,
            "any",
            "found by computer",
            note,
            self.rating and self.rating.moves,
            self.rating and round(self.rating.bits, 1),
        )


def of_class(ends: PositionClass, most: dict[int, int]) -> list[Found]:
    """The positions of a class with as many jumps as the classes before have, or more."""
    table = Tablebase.of(ends.board, ends.finishes)
    unique = unique_jumps(ends, table=table)
    found = []
    for row in unique.rows:
        if row.pegs < LEAST_PEGS or row.max_jumps < max(2, most.get(row.pegs, 0)):
            continue
        most[row.pegs] = row.max_jumps
        for position in unique.hardest(row.pegs)[:EACH]:
            rating = rate(position, table, most=MOST_RATED)
            found.append(Found(position, row.max_jumps, rating))
            bits = "not rated" if rating is None else f"{rating.bits:.1f} bits"
            print(ends.board.name, ends.letter, row.pegs, row.max_jumps, bits, flush=True)
    return found


def of_board(board: Board) -> PuzzleSet:
    """The set of a board."""
    most: dict[int, int] = {}
    found = [one for ends in position_classes(board) for one in of_class(ends, most)]
    kept = []
    for pegs in most:
        mine = [one for one in found if (len(one.position), one.jumps) == (pegs, most[pegs])]
        kept += mine[:EACH]
    kept.sort(key=lambda one: (one.bits, len(one.position), one.position.code))
    puzzles = tuple(one.puzzle(number) for number, one in enumerate(kept, 1))
    return PuzzleSet(f"{board.name}-unique-jump", board, SAYS, puzzles)


def main() -> None:
    """Write the files, board by board."""
    for name in sys.argv[1:] or BOARDS:
        puzzles = of_board(Board.from_name(name))
        (FOLDER / f"{puzzles.name}.toml").write_text(puzzles_text(puzzles), encoding="utf-8")
        print(puzzles.name, len(puzzles), "puzzles", flush=True)


if __name__ == "__main__":
    main()
