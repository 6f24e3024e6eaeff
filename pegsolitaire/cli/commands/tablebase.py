"""`pegs tablebase`: all solvable positions of a class."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pegsolitaire.board import hole_name, read_board
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
from pegsolitaire.cli.output import NO, end, going_on, out, print_json, print_plan
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position, read_position
from pegsolitaire.progress_bar import Bar
from pegsolitaire.results import Document
from pegsolitaire.sets import BoardTables, Tablebase
from pegsolitaire.sets.plans import plan_tables
from pegsolitaire.sets.store import building_folder
from pegsolitaire.sets.tablebases import default_path
from pegsolitaire.theory import check_class_sets, class_named, feasible_finishes
from pegsolitaire.work import Work


def tablebase(
    name: BoardName,
    letter: Class = None,
    finish: Annotated[
        str | None,
        typer.Option(
            "--finish",
            metavar="HOLE",
            help="What is solvable to this hole, not to any of its class.",
            show_default=False,
        ),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(
            "--position",
            metavar="POSITION",
            help="Say at which holes it can end: code:8455, a picture, d4:d2-d4, or @FILE.",
            show_default=False,
        ),
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option(
            "--to",
            metavar="FILE",
            help="Where to keep it; by default in the store.",
            show_default=False,
        ),
    ] = None,
    store: Store = False,
    memory: TableMemory = None,
    estimate: Estimating = False,
    as_json: Json = False,
) -> None:
    """Find every solvable position of a position class, one bit each, and keep them in a file.

    A class of the English board takes 64 MiB, one of the French board 1 GiB, one of the hexagon
    of 37 holes 4 GiB, and as much memory while it is built. A build that is interrupted goes on
    where it stopped. The answer is how many positions are solvable, one by one and up to
    symmetry.

    With --position: at which holes a game from there can end with one peg; nothing is kept then,
    except with --store. The exit code is 1 if it can end nowhere.

    Examples: pegs tablebase english; pegs tablebase french --class B; pegs tablebase english
    --position code:65536
    """
    board = read_board(name)
    check_class_sets(board, "tablebases")
    if position is not None:
        if letter or finish or to:
            raise ProblemError("--position goes without --class, --finish and --to")
        if estimate:
            raise ProblemError("--estimate goes without --position")
        _print_ends(read_position(board, position), store, memory, as_json)
        return
    if finish is not None and letter is not None:
        raise ProblemError("give a class or a finish: a finish has its class")
    codes = class_named(board, letter).finishes if finish is None else (1 << board.index(finish),)
    planned = partial(plan_tables, board, [codes], stored=to is None)
    if estimate:
        print_plan(planned(), as_json)
        return
    path = to or default_path(board, codes)
    kept = going_on(building_folder(path), whole=path)
    with Bar(f"which positions of {board.name} can be solved", kept=kept) as progress:
        if to is None or not to.exists():
            progress.announce_plan(planned(refuse=True, memory=memory))
        table = Tablebase.load(board, codes, to, work=Work(progress=progress))
        progress.stage(f"counting the positions of {board.name} that can be solved")
        document = _document(table)
    if as_json:
        print_json(document)
    else:
        _print_levels(table, document)


def _document(table: Tablebase) -> Document:
    raw, reduced = table.sizes(), table.reduced_sizes()
    return {
        "board": table.board.name,
        "finish": table.finish_text,
        "positions": sum(raw.values()),
        "reduced": sum(reduced.values()),
        "path": str(table.path),
        "levels": [{"pegs": pegs, "raw": raw[pegs], "reduced": reduced[pegs]} for pegs in raw],
    }


def _print_levels(table: Tablebase, document: Document) -> None:
    grid = Grid(
        [Column("pegs"), Column("positions"), Column("up to symmetry", 1)],
        title=f"{table.board.name}: solvable to {table.finish_text}",
    )
    for level in sorted(document["levels"], key=lambda level: -level["pegs"]):
        grid.add_row(*level.values())
    grid.add_section()
    grid.add_row("all", document["positions"], document["reduced"], style="bold")
    grid.print()
    out.print(f"kept in {table.path}", style="dim")


def _print_ends(position: Position, store: bool, memory: int | None, as_json: bool) -> None:
    board = position.board
    holes = [hole_name(board.holes[i]) for i in feasible_finishes(position)]
    codes = [(1 << board.index(hole),) for hole in holes]
    kept = kept_tables(board, codes, store)
    with Bar(f"where {position.text()} can end", kept=kept) as progress:
        found = plan_tables(board, codes, refuse=True, stored=store, memory=memory)
        progress.announce_plan(found)
        tables = BoardTables(board, store=store, work=Work(progress=progress))
        ends = [hole for hole in holes if tables.solvable(position, hole)]
    if as_json:
        print_json({"board": board.name, "position": position.code, "finishes": ends})
    elif ends:
        out.print(f"{position.text()} can end with one peg at {' '.join(ends)}")
    else:
        why = "no game from there does" if holes else "its class has no position with one peg"
        out.print(f"{position.text()} cannot end with one peg: {why}")
    end(0 if ends else NO)
