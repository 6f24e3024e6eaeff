"""`pegs levels`: the sizes of F, B, W and L."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from pegsolitaire.board import read_board
from pegsolitaire.cli.arguments import BoardName, Finish, Json, Start, Type
from pegsolitaire.cli.output import Bar, out, print_json
from pegsolitaire.sets import LevelTable, level_table
from pegsolitaire.sets.store import scratch_folder
from pegsolitaire.theory import read_problem


def levels(
    name: BoardName,
    start: Start,
    finish: Finish = None,
    letter: Type = None,
    raw: Annotated[
        bool, typer.Option("--raw", help="Count positions one by one, not up to symmetry.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Count the positions of a problem by pegs.

    F can be reached from the start, B can reach the finish, W are both: from these the game can
    still be won. L are one jump off winning. Positions are counted up to the symmetries that
    leave start and finish alone.

    Examples: pegs levels english d4; pegs levels triangle5 a1 --raw; pegs levels english any
    --type B
    """
    problem = read_problem(read_board(name), start, finish, letter)
    with Bar() as progress, scratch_folder() as scratch:
        table = level_table(problem, raw, progress, scratch)
    if as_json:
        print_json(_document(table))
    else:
        _print(table, f"{problem}{f', type {letter.upper()}' if letter else ''}")


def _document(table: LevelTable) -> dict[str, object]:
    problem = table.problem
    return {
        "board": problem.board.name,
        "start": problem.start_text,
        "finish": problem.finish_text,
        "raw": table.raw,
        "levels": [asdict(row) for row in table.rows],
        "totals": {**table.totals(), "half": table.half},
    }


def _print(table: LevelTable, title: str) -> None:
    grid = Table(box=None, header_style="dim", title=title, title_justify="left")
    for heading in ("pegs", "F", "B", "W", "L"):
        grid.add_column(heading, justify="right")
    for row in table.rows:
        grid.add_row(*(f"{number:,}" for number in asdict(row).values()))
    grid.add_section()
    grid.add_row("all", *(f"{n:,}" for n in table.totals().values()), style="bold")
    half = len(table.problem.board) // 2
    grid.add_row(f"to {half}", *(f"{n:,}" for n in table.half.values()), style="bold")
    out.print(grid)
