"""Write the puzzle sets that are whole: all symmetric positions, and table 4 class by class.

    python tools/puzzles.py            all four boards (ten minutes, 5 GB)
    python tools/puzzles.py english    some of them

Of Bell's *Designing peg solitaire puzzles*: the symmetric positions of types 1 to 4, as his pages
count them (the French ones are those that are not on the English list); and of each position class
those with a unique winning jump and the most jumps for their pegs, all where they are few; and
which of these figures 10 to 12 show. They are not rated: `tools/unique.py` and `pegs design`
choose and rate.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from pegsolitaire.analysis import ending_text, symmetric_in_class, unique_jumps
from pegsolitaire.board import Board, named_board
from pegsolitaire.game import Position, Puzzle, PuzzleSet, pattern_of, puzzle_set, puzzles_text
from pegsolitaire.sets import Tablebase
from pegsolitaire.theory import PositionClass, position_classes

FOLDER = Path(__file__).parents[1] / "pegsolitaire" / "game" / "data"
BOARDS = ("english", "square6", "french", "hexagon37")
TYPES = range(1, 5)
FEW = 4  # positions with the same number of pegs that are all kept; of more, the first
LEAST_PEGS = 3
SOURCE = "found by computer"
#: The figures of unique-jump puzzles, and the rows of table 4 that are marked to be in them, one a
#: letter: the numbers of pegs, which stand under the diagrams, rise from letter to letter.
FIGURES = {
    "english": (10, {"a": (6, 2), "b": (12, 4), "c": (17, 1), "d": (24, 1)}),
    "french": (11, {"a": (10, 1), "b": (12, 1), "c": (17, 2), "d": (22, 1)}),
    "hexagon37": (12, {"a": (7, 10), "b": (11, 3), "c": (16, 2), "d": (24, 1)}),
}
#: Figure 12c has only one solution, says the paper: of the two positions of its row one has.
ONE_SOLUTION = {"Figure 12c": "Table 4 A 16 pegs (1)"}


def symmetric(ends: PositionClass, table: Tablebase) -> Iterator[tuple[int, str, Position]]:
    """The symmetric positions of a class, each with the number of its type, and its symmetry."""
    for found in symmetric_in_class(ends, table):
        if found.kind.number in TYPES:
            for position in sorted(found, key=lambda one: (len(one), one.code)):
                if position.jumps:
                    yield found.kind.number, found.kind.description, position


def unique(ends: PositionClass, table: Tablebase) -> Iterator[tuple[str, int, Position]]:
    """The positions of table 4 of a class, each with a name, and the jumps it has."""
    found = unique_jumps(ends, table=table)
    for row in found.rows:
        hardest = found.hardest(row.pegs) if row.pegs >= LEAST_PEGS else []
        kept = hardest if len(hardest) <= FEW else hardest[:1]
        for number, position in enumerate(kept, 1):
            name = f"{ends.letter} {row.pegs} pegs" + f" ({number})" * (len(kept) > 1)
            yield name, row.max_jumps, position


def of_board(board: Board) -> Iterator[PuzzleSet]:
    """The sets of a board."""
    even: list[tuple[int, str, Position]] = []
    once: list[tuple[str, int, Position]] = []
    for ends in position_classes(board):
        table = Tablebase.of(board, ends.finishes)
        even += symmetric(ends, table)
        once += unique(ends, table)
        print(board.name, ends.letter, len(even), len(once), flush=True)
        del table
    known = set()
    if board == named_board("french"):
        known = {pattern_of(one.position) for one in puzzle_set("english-symmetric-all")}
    even = [one for one in even if pattern_of(one[2]) not in known]
    even.sort(key=lambda one: one[0])
    numbers = dict.fromkeys(TYPES, 0)
    puzzles = []
    for kind, words, position in even:
        numbers[kind] += 1
        name = f"Type {kind} number {numbers[kind]}"
        note = f"{words[0].upper()}{words[1:]}."
        puzzles.append(Puzzle(name, position, "any", SOURCE, note))
    yield PuzzleSet(
        f"{board.name}-symmetric-all",
        board,
        "All solvable positions of symmetry types 1 to 4 (Bell 2017, tables 2 and 3)"
        f"{', but for those of the English board' if known else ''}.",
        tuple(puzzles),
    )
    puzzles = []
    for name, jumps, position in once:
        note = f"One winning jump of {jumps}. {ending_text(position)}"
        puzzles.append(Puzzle(f"Table 4 {name}", position, "any", SOURCE, note))
    table_4 = PuzzleSet(
        f"{board.name}-table-4",
        board,
        "Of all jumps exactly one wins: the most jumps that such a position of its class can "
        "have, for every number of pegs (Bell 2017, table 4, and classes that it has not).",
        tuple(puzzles),
    )
    yield table_4
    if board.name in FIGURES:
        yield figures(table_4)


def figures(table: PuzzleSet) -> PuzzleSet:
    """The set of the figure of a board, out of its table 4: where several fit, each of them."""
    figure, rows = FIGURES[table.board.name]
    puzzles = []
    for letter, (pegs, count) in rows.items():
        name = f"Figure {figure}{letter}"
        row = [one for one in table if one.name.startswith(f"Table 4 A {pegs} pegs")]
        fit = [one for one in row if one.name == ONE_SOLUTION.get(name, one.name)]
        for number, one in enumerate(fit, 1):
            source, called = f"Bell 2017, figure {figure}{letter}", name
            note = f"{one.note} The one position that fits, up to symmetry."
            if count > 1 and name in ONE_SOLUTION:
                note = f"{one.note} Of the {count} positions of its row the one with one solution."
            elif count > 1:
                called = f"{name} {number} of {count}"
                source = f"Bell 2017, table 4: figure {figure}{letter} is one of {count}"
                note = one.note
            puzzles.append(Puzzle(called, one.position, "any", source, note))
    return PuzzleSet(
        f"{table.board.name}-figure-{figure}",
        table.board,
        f"The unique-jump puzzles of figure {figure} of Bell 2017: the rows of table 4 that are "
        "marked to be in it, in the order of their pegs. Which of several it shows is not known.",
        tuple(puzzles),
    )


def main() -> None:
    """Write the files, board by board."""
    for name in sys.argv[1:] or BOARDS:
        for puzzles in of_board(named_board(name)):
            text = puzzles_text(puzzles, pictures=False)
            (FOLDER / f"{puzzles.name}.toml").write_text(text, encoding="utf-8")
            print(puzzles.name, len(puzzles), "puzzles", flush=True)


if __name__ == "__main__":
    main()
