"""`pegs symmetric`: solvable symmetric positions."""

from __future__ import annotations

from typing import Annotated

import typer

from pegsolitaire.analysis import SymmetricPositions, symmetric_positions
from pegsolitaire.board import Board, read_board, symmetry_types
from pegsolitaire.cli.arguments import (
    BoardName,
    Class,
    Estimating,
    Json,
    Store,
    TableMemory,
    kept_tables,
)
from pegsolitaire.cli.grid import Column, Grid
from pegsolitaire.cli.output import (
    NO,
    Bar,
    counted,
    end,
    out,
    picture,
    print_estimate,
    print_json,
)
from pegsolitaire.documents.classes import symmetric_row
from pegsolitaire.errors import ProblemError
from pegsolitaire.sets.estimate import forecast_tables, foresee_tables
from pegsolitaire.theory import check_class_sets, class_named, position_classes


def symmetric(
    name: BoardName,
    letter: Class = None,
    finishes: Annotated[
        bool, typer.Option("--finishes", help="Also count how many can end at each finish.")
    ] = False,
    number: Annotated[
        int | None,
        typer.Option(
            "--type",
            metavar="N",
            help="Draw the positions of a symmetry type; the table has their numbers.",
            show_default=False,
        ),
    ] = None,
    most: Annotated[
        int, typer.Option("--most", metavar="N", min=1, help="Draw N at most; JSON has all codes.")
    ] = 20,
    store: Store = False,
    memory: TableMemory = None,
    estimate: Estimating = False,
    as_json: Json = False,
) -> None:
    """Count the symmetric positions that can be played to one peg, by symmetry type and class.

    A type is a symmetry up to turning the board: type 1 is the board's full symmetry. Positions
    that the board's symmetries turn into one another count once. With --type the positions
    themselves are drawn, those with the fewest pegs first. The exit code is 1 if there are none.

    Examples: pegs symmetric english; pegs symmetric english --type 1; pegs symmetric hexagon37
    --class B
    """
    board = read_board(name)
    check_class_sets(board, "tablebases")
    letters = None if letter is None else class_named(board, letter).letter
    if number is not None:
        _check_type(board, number)
    chosen = [c for c in position_classes(board) if letters is None or c.letter == letters]
    finishes_of = [c.finishes for c in chosen]
    if estimate:
        print_estimate(forecast_tables(board, finishes_of, stored=store), as_json)
        return
    kept = kept_tables(board, finishes_of, store)
    with Bar(f"which positions of {board.name} can be solved", kept=kept) as progress:
        progress.foreseen(foresee_tables(board, finishes_of, stored=store, memory=memory))
        rows = symmetric_positions(
            board, progress, letters=letters, by_finish=finishes, store=store
        )
    if number is not None:
        rows = [row for row in rows if row.kind.number == number]
    if as_json:
        print_json(
            {"board": board.name, "rows": [_document(row, number is not None) for row in rows]}
        )
    elif not rows:
        out.print(f"no such position of {board.name} can be played to one peg")
    elif number is not None:
        for row in rows:
            _draw(row, most)
    else:
        _print(rows, board.name)
    end(0 if rows else NO)


def _check_type(board: Board, number: int) -> None:
    kinds = len(symmetry_types(board))
    if not 1 <= number <= kinds:
        known = f"they run from 1 to {kinds}" if kinds else "it has no symmetry"
        raise ProblemError(f"{board.name} has no symmetry type {number}: {known}")


def _document(row: SymmetricPositions, whole: bool) -> dict[str, object]:
    return {**symmetric_row(row), **({"codes": row.codes.tolist()} if whole else {})}


def _print(rows: list[SymmetricPositions], name: str) -> None:
    finishes = any(row.solvable_to for row in rows)
    columns = [
        Column("type"), Column.texts("symmetry", 1), Column("order", 3), Column.names("class"),
        Column("positions"), *([Column.texts("able to end at", 2)] if finishes else []),
    ]  # fmt: skip
    grid = Grid(columns, title=f"{name}: solvable symmetric positions")
    for row in rows:
        ends = ", ".join(f"{hole} {n:,}" for hole, n in row.solvable_to.items())
        grid.add_row(
            str(row.kind.number),
            row.kind.description,
            str(row.kind.order),
            row.found_in.letter,
            f"{len(row):,}",
            *([ends] if finishes else []),
        )
    if len(rows) > 1:
        grid.add_row("all", "", "", "", f"{sum(map(len, rows)):,}")
    grid.print()


def _draw(row: SymmetricPositions, most: int) -> None:
    positions = sorted(row, key=len)
    out.print(
        f"type {row.kind.number}, {row.kind.description}, class {row.found_in.letter}: "
        f"{counted(len(row), 'position')}"
    )
    for position in positions[:most]:
        out.print(f"\n{counted(len(position), 'peg')}, code:{position.code}")
        out.print(picture(position))
    if len(positions) > most:
        out.print(f"\nand {len(positions) - most:,} more: say --most {len(positions)}")
