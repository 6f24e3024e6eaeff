"""`pegs symmetric`: solvable symmetric positions."""

from __future__ import annotations

from heapq import nsmallest
from math import inf

from pegsolitaire.board import Board, read_board, symmetry_types
from pegsolitaire.cli.designing import (
    PUZZLE_RULES,
    Puzzles,
    Wanted,
)
from pegsolitaire.cli.grid import print_table
from pegsolitaire.cli.options import BOARD, CLASS, TableLimits, option, rules
from pegsolitaire.cli.output import NO, counted, out, picture, report
from pegsolitaire.cli.working import kept_tables, table_plan, working
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position
from pegsolitaire.results import Document
from pegsolitaire.sets import Tablebase
from pegsolitaire.surveys import Designed, SymmetricPositions, symmetric_positions
from pegsolitaire.theory import check_class_sets, class_named, position_classes
from pegsolitaire.work import Work


@rules(*PUZZLE_RULES)
def symmetric(
    name: str = BOARD,
    letter: str | None = CLASS,
    finishes: bool = option("Also count how many can end at each finish."),
    number: int | None = option(
        "Draw the positions of a symmetry type; the table has their numbers.",
        "--type",
        metavar="N",
    ),
    *,
    puzzles: Puzzles,
    limits: TableLimits,
) -> None:
    """Count the symmetric positions that can be played to one peg, by symmetry type and class.

    A type is a symmetry up to turning the board: type 1 is the board's full symmetry. Positions
    that the board's symmetries turn into one another count once. With --type the positions
    themselves are shown, those with the fewest pegs first; JSON has the codes of all of them.
    --svg and --to take the same, of one type or of all. The exit code is 1 if there are none.

    Examples: pegs symmetric english; pegs symmetric english --type 1; pegs symmetric hexagon37
    --class B; pegs symmetric triangle6 --pegs 8..10 --to puzzles
    """
    board = read_board(name)
    check_class_sets(board, "tablebases")
    wanted = Wanted(board, puzzles)
    letters = None if letter is None else class_named(board, letter).letter
    if number is not None:
        _check_type(board, number)
    chosen = [c for c in position_classes(board) if letters is None or c.letter == letters]
    finishes_of = [c.finishes for c in chosen]
    with working(
        f"which positions of {board.name} can be solved",
        limits,
        plan=table_plan(board, finishes_of, limits),
        kept=kept_tables(board, finishes_of, limits),
    ) as work:
        rows = symmetric_positions(
            board,
            letters=letters,
            pegs=wanted.pegs or (0, inf),
            by_finish=finishes,
            store=limits.store,
            work=work,
        )
        if number is not None:
            rows = [row for row in rows if row.kind.number == number]
        shown = _fewest_pegs(rows, puzzles.most)
        playable = [(row, one) for row, one in shown if len(one) > 1]
        found = []
        if puzzles.to is not None:
            found = _designed(playable, store=limits.store, work=work)
    wanted.draw([(one, _caption(row)) for row, one in playable])
    kind = "symmetric-positions" if number is None else f"symmetric-type-{number}"
    about = "Symmetric positions that can be played to one peg, those with the fewest pegs first."
    wanted.write(kind, letters, f"{about} Found by computer.", found)

    def show() -> None:
        if not rows:
            out.print(f"no such position of {board.name} can be played to one peg")
        elif number is not None:
            _draw(rows, shown)
        else:
            _print(rows, board.name)
        wanted.tell()

    def document() -> Document:
        documents = [_document(row, number is not None) for row in rows]
        return {"board": board.name, "rows": documents, **wanted.document}

    report(document, show, 0 if rows else NO)


_Shown = list[tuple[SymmetricPositions, Position]]


def _fewest_pegs(rows: list[SymmetricPositions], most: int) -> _Shown:
    """The positions with the fewest pegs, each with the row that it is of."""
    every = ((row, one) for row in rows for one in row)
    return nsmallest(most, every, key=lambda found: len(found[1]))


def _designed(shown: _Shown, *, store: bool, work: Work) -> list[Designed]:
    """Positions as puzzles, in their order; they are rated class by class."""
    found: dict[Position, Designed] = {}
    for chosen in dict.fromkeys(row.found_in for row, _ in shown):
        table = Tablebase.of(chosen.board, chosen.finishes, store=store, work=work)
        mine = [(row, one) for row, one in shown if row.found_in == chosen]
        work.progress.stage("rating puzzles", len(mine))
        for done, (row, one) in enumerate(mine, 1):
            found[one] = Designed.of(one, row.kind.description, table)
            work.update(done)
    return [found[one] for _, one in shown]


def _caption(row: SymmetricPositions) -> str:
    return f"type {row.kind.number}, class {row.found_in.letter}"


def _check_type(board: Board, number: int) -> None:
    kinds = len(symmetry_types(board))
    if not 1 <= number <= kinds:
        known = f"they run from 1 to {kinds}" if kinds else "it has no symmetry"
        raise ProblemError(f"{board.name} has no symmetry type {number}: {known}")


def _document(row: SymmetricPositions, whole: bool) -> dict[str, object]:
    return {**row.to_json(), **({"codes": row.codes.tolist()} if whole else {})}


def _print(rows: list[SymmetricPositions], name: str) -> None:
    finishes = any(row.solvable_to for row in rows)
    cells = []
    for row in rows:
        ends = ", ".join(f"{hole} {n:,}" for hole, n in row.solvable_to.items())
        *first, _ = row.to_json().values()
        cells.append((*first, *([ends] if finishes else [])))
    if len(rows) > 1:
        cells.append(("all", "", "", "", sum(map(len, rows))))
    headings = "type, ~symmetry/1, order/3, <class, positions"
    headings += ", ~able to end at/2" * finishes
    print_table(headings, cells, title=f"{name}: solvable symmetric positions")


def _draw(rows: list[SymmetricPositions], shown: _Shown) -> None:
    for row in rows:
        out.print(
            f"type {row.kind.number}, {row.kind.description}, class {row.found_in.letter}: "
            f"{counted(len(row), 'position')}"
        )
        for _, position in ((found, one) for found, one in shown if found is row):
            out.print(f"\n{counted(len(position), 'peg')}, code:{position.code}")
            out.print(picture(position))
        if row is not rows[-1]:
            out.print("")
    number = sum(map(len, rows))
    if number > len(shown):
        out.print(f"\nand {number - len(shown):,} more: say --most {number}")
