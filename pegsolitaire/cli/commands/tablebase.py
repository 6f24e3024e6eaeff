"""`pegs tablebase`: all solvable positions of a class."""

from __future__ import annotations

from pathlib import Path

from pegsolitaire.board import hole_name, read_board
from pegsolitaire.cli.grid import print_table
from pegsolitaire.cli.options import BOARD, CLASS, TableLimits, option, rules
from pegsolitaire.cli.output import NO, out, report
from pegsolitaire.cli.working import going_on, kept_tables, table_plan, working
from pegsolitaire.game import Position, read_position
from pegsolitaire.results import Document
from pegsolitaire.sets import BoardTables, Tablebase
from pegsolitaire.sets.plans import Plan, plan_tables
from pegsolitaire.sets.store import building_folder
from pegsolitaire.sets.tablebases import default_path
from pegsolitaire.theory import check_class_sets, class_named, feasible_finishes
from pegsolitaire.work import Work


@rules(
    "--position excludes --class --finish --to --estimate",
    "--finish excludes --class: a finish has its class",
)
def tablebase(
    name: str = BOARD,
    letter: str | None = CLASS,
    finish: str | None = option(
        "What is solvable to this hole, not to any of its class.", metavar="HOLE"
    ),
    position: str | None = option(
        "Say at which holes it can end: code:8455, a picture, d4:d2-d4, or @FILE.",
        metavar="POSITION",
    ),
    to: Path | None = option("Where to keep it; by default in the store.", metavar="FILE"),
    *,
    limits: TableLimits,
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
        _report_ends(read_position(board, position), limits)
        return
    codes = class_named(board, letter).finishes if finish is None else (1 << board.index(finish),)
    path = to or default_path(board, codes)

    def planned(*, refuse: bool = False, work: Work | None = None) -> Plan:
        memory = limits.memory if refuse else None
        return plan_tables(board, [codes], refuse=refuse, stored=to is None, memory=memory)

    with working(
        f"which positions of {board.name} can be solved",
        limits,
        plan=planned,
        is_planned=to is None or not to.exists(),
        kept=going_on(building_folder(path), whole=path),
    ) as work:
        table = Tablebase.load(board, codes, to, work=work)
        work.progress.stage(f"counting the positions of {board.name} that can be solved")
        document = _document(table)
    report(document, lambda: _print_levels(table, document))


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
    levels = sorted(document["levels"], key=lambda level: -level["pegs"])
    print_table(
        "pegs, positions, up to symmetry/1",
        (level.values() for level in levels),
        title=f"{table.board.name}: solvable to {table.finish_text}",
        sums=[("all", document["positions"], document["reduced"])],
    )
    out.print(f"kept in {table.path}", style="dim")


def _report_ends(position: Position, limits: TableLimits) -> None:
    board = position.board
    holes = [hole_name(board.holes[i]) for i in feasible_finishes(position)]
    codes = [(1 << board.index(hole),) for hole in holes]
    with working(
        f"where {position.text()} can end",
        limits,
        plan=table_plan(board, codes, limits),
        kept=kept_tables(board, codes, limits),
    ) as work:
        tables = BoardTables(board, store=limits.store, work=work)
        ends = [hole for hole in holes if tables.solvable(position, hole)]
    words = f"can end with one peg at {' '.join(ends)}"
    if not ends:
        why = "no game from there does" if holes else "its class has no position with one peg"
        words = f"cannot end with one peg: {why}"
    report(
        {"board": board.name, "position": position.code, "finishes": ends},
        lambda: out.print(f"{position.text()} {words}"),
        0 if ends else NO,
    )
