"""`pegs census`: all small boards of a lattice, and which of them can be solved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from pegsolitaire.analysis import Census, CensusRow
from pegsolitaire.analysis import census as all_boards
from pegsolitaire.board import FLAT, Board, hole_name
from pegsolitaire.cli.arguments import Json
from pegsolitaire.cli.grid import Column, Grid
from pegsolitaire.cli.output import counted, out, picture, print_json
from pegsolitaire.errors import NotationError
from pegsolitaire.game import Position
from pegsolitaire.progress_bar import NOTHING_KEPT, Bar
from pegsolitaire.sets.table_file import Cell, check_table_target, write_table
from pegsolitaire.work import Work

_DRAWN = 8  # boards that are drawn


def census(
    lattice: Annotated[
        str, typer.Argument(metavar="LATTICE", help=", ".join(FLAT), show_default=False)
    ],
    holes: Annotated[
        int,
        typer.Option("--holes", metavar="N", min=1, help="Boards of up to N holes, 18 at most."),
    ] = 10,
    draw: Annotated[
        bool,
        typer.Option("--draw", help=f"Draw the smallest of each kind, {_DRAWN} at most."),
    ] = False,
    to: Annotated[
        Path | None,
        typer.Option(
            "--to",
            metavar="FILE",
            help="Write all that can be solved, with their vacancies, as .csv or .parquet.",
            show_default=False,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Count all small boards, and those that can be solved from some vacancy, or from every one.

    A board is a set of holes that hang together, each by a step of the lattice, up to moving,
    turning and reflecting it. Of those whose every hole takes part in some jump (another one could
    be left out, or spoils the board) it is said how many can be solved to one peg, anywhere, from
    some vacancy, and from every vacancy. Each hole more takes four to five times as long: 13 holes
    of the square lattice take a minute. Interrupted, it prints what is done.

    Examples: pegs census square --holes 10; pegs census triangular --holes 8 --draw; pegs census
    square --holes 9 --to boards.csv
    """
    if lattice not in FLAT:
        raise NotationError(f"{lattice!r} is not a lattice: choose one of {', '.join(FLAT)}")
    if to is not None:
        check_table_target(to)
    found: list[Census] = []
    rows: list[CensusRow] = []
    stop: KeyboardInterrupt | None = None
    with Bar(what=f"the boards of up to {counted(holes, 'hole')}") as progress:
        try:
            for one in all_boards(FLAT[lattice], holes, work=Work(progress=progress)):
                rows.append(one.row)
                found.append(one)
        except KeyboardInterrupt as error:
            stop = error
    stopped = stop is not None
    if to is not None and not stopped:
        write_table(_columns(found), to, f"boards that can be solved, {lattice} lattice")
    smallest = {kind: _smallest(found, kind) for kind in ("some", "every")}
    if as_json:
        print_json(
            {
                "lattice": lattice,
                "rows": list(map(asdict, rows)),
                **{
                    f"smallest_{kind}": [board.picture() for board in islice(boards, _DRAWN)]
                    for kind, boards in smallest.items()
                },
                "interrupted": stopped,
                "path": str(to) if to and not stopped else None,
            }
        )
    else:
        _print(rows)
        if draw:
            for kind, boards in smallest.items():
                _draw(f"from {kind} vacancy", boards)
        if to and not stopped:
            out.print(f"written to {to}", style="dim")
    if stop is not None:
        done = f"the boards of up to {counted(len(rows), 'hole')} are printed" if rows else ""
        stop.add_note("; ".join(filter(None, (done, NOTHING_KEPT))))
        raise stop


def _smallest(found: Iterable[Census], kind: str) -> list[Board]:
    """The boards with the fewest holes that can be solved from some vacancy, or from every one."""
    for one in found:
        if boards := [board for board, _ in one.solvable(everywhere=kind == "every")]:
            return boards
    return []


def _print(rows: list[CensusRow]) -> None:
    grid = Grid(
        [
            Column("holes"), Column("boards", 2), Column("every hole in a jump", 3),
            Column("some vacancy"), Column("every vacancy", 1),
        ]
    )  # fmt: skip
    for row in rows:
        grid.add_row(*asdict(row).values())
    grid.print()


def _draw(kind: str, boards: list[Board]) -> None:
    if not boards:
        out.print(f"\nnone can be solved {kind}")
        return
    out.print(f"\nthe smallest that can be solved {kind}: {counted(len(boards), 'board')}")
    for board in boards[:_DRAWN]:
        out.print()
        out.print(picture(Position(board, board.full_code)))


def _columns(found: Iterable[Census]) -> dict[str, list[Cell]]:
    """All boards that can be solved, as a table."""
    columns: dict[str, list[Cell]] = {
        name: [] for name in ("holes", "board", "jumps", "symmetries", "solvable", "vacancies")
    }
    for one in found:
        for board, vacancies in one.solvable():
            cells: tuple[Cell, ...] = (
                len(board),
                board.picture().replace("\n", "/"),
                len(board.jumps),
                len(board.symmetries),
                len(vacancies),
                " ".join(hole_name(board.holes[i]) for i in vacancies),
            )
            for column, cell in zip(columns.values(), cells, strict=True):
                column.append(cell)
    return columns
