"""`pegs census`: all small boards of a lattice, and which of them can be solved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from pegsolitaire.board import FLAT, Board, hole_name
from pegsolitaire.cli.grid import print_table
from pegsolitaire.cli.options import Limits, argument, option
from pegsolitaire.cli.output import counted, out, picture, report
from pegsolitaire.cli.working import working
from pegsolitaire.errors import NotationError
from pegsolitaire.game import Position
from pegsolitaire.progress_bar import NOTHING_KEPT
from pegsolitaire.sets.level_tables import Cell, check_table_target, write_table
from pegsolitaire.surveys import Census, CensusRow
from pegsolitaire.surveys import census as all_boards

_DRAWN = 8  # boards that are drawn


def census(
    lattice: str = argument("LATTICE", ", ".join(FLAT), is_required=True),
    holes: int = option("Boards of up to N holes, 18 at most.", default=10, metavar="N", min=1),
    draw: bool = option(f"Draw the smallest of each kind, {_DRAWN} at most."),
    to: Path | None = option(
        "Write all that can be solved, with their vacancies, as .csv or .parquet.", metavar="FILE"
    ),
    *,
    limits: Limits,
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
    with working(f"the boards of up to {counted(holes, 'hole')}", limits) as work:
        try:
            for one in all_boards(FLAT[lattice], holes, work=work):
                rows.append(one.row)
                found.append(one)
        except KeyboardInterrupt as error:
            stop = error
    written = None if to is None or stop is not None else to
    if written is not None:
        write_table(_columns(found), written, f"boards that can be solved, {lattice} lattice")
    smallest = {kind: _smallest(found, kind) for kind in ("some", "every")}

    def show() -> None:
        columns = "holes, boards/2, every hole in a jump/3, some vacancy, every vacancy/1"
        print_table(columns, (asdict(row).values() for row in rows))
        for kind, boards in smallest.items() if draw else ():
            _draw(f"from {kind} vacancy", boards)
        if written is not None:
            out.print(f"written to {written}", style="dim")

    document = {"lattice": lattice, "rows": list(map(asdict, rows))}
    for kind, boards in smallest.items():
        document[f"smallest_{kind}"] = [board.picture() for board in boards[:_DRAWN]]
    path = None if written is None else str(written)
    report({**document, "interrupted": stop is not None, "path": path}, show)
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
