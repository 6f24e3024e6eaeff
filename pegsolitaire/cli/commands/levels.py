"""`pegs levels`: the sizes of F, B, W and L by pegs, or of the levels by moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from pegsolitaire.analysis import MoveLevel, MoveTable, move_table, problem_on
from pegsolitaire.cli.arguments import (
    BoardName,
    Disk,
    Estimating,
    Finish,
    Json,
    Memory,
    Start,
    Type,
    spilling,
)
from pegsolitaire.cli.grid import Column, Grid
from pegsolitaire.cli.output import counted, draws_unicode, out, print_json, print_plan, titled
from pegsolitaire.draw.terminal import ASCII, UNICODE
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import home, write_text
from pegsolitaire.game import Position, Problem
from pegsolitaire.progress_bar import Bar
from pegsolitaire.results import POSITION_WORDS, PROBLEM, Document, to_json
from pegsolitaire.sets import FewestMoves, LevelCodes, LevelTable, level_codes, level_table
from pegsolitaire.sets.export import export_name, text_of_levels, write_levels_parquet
from pegsolitaire.sets.plans import plan
from pegsolitaire.sets.table import NAMES
from pegsolitaire.tables import need
from pegsolitaire.work import Work

_SHOWN = 10  # positions of the last level, each on its line


class By(StrEnum):
    """What positions are sorted by."""

    PEGS = "pegs"
    MOVES = "moves"


def levels(
    name: BoardName,
    start: Start = None,
    finish: Finish = None,
    letter: Type = None,
    raw: Annotated[
        bool, typer.Option("--raw", help="Count positions one by one, not up to symmetry.")
    ] = False,
    by: Annotated[
        By, typer.Option("--by", help="By pegs left, or by moves: how many it takes at least.")
    ] = By.PEGS,
    store: Annotated[
        bool,
        typer.Option(
            "--store",
            help="By moves: keep how few moves every position needs; `solve --shortest` then "
            "answers at once.",
        ),
    ] = False,
    export: Annotated[
        Literal["text", "parquet"] | None,
        typer.Option("--export", help="By pegs: write the positions to a file, too."),
    ] = None,
    sets: Annotated[
        str, typer.Option("--sets", metavar="LETTERS", help="What to export, as in FW.")
    ] = NAMES,
    to: Annotated[
        Path | None,
        typer.Option(
            "--to",
            metavar="DIR",
            help="The folder to export to; by default where you are.",
            show_default=False,
        ),
    ] = None,
    memory: Memory = None,
    disk: Disk = None,
    estimate: Estimating = False,
    as_json: Json = False,
) -> None:
    """Count the positions of a problem by pegs, or by moves.

    F can be reached from the start, B can reach the finish, W are both: from these the game can
    still be won. L are one jump off winning. Positions are counted up to the symmetries that
    leave start and finish alone.

    A move is one or more jumps by the same peg. With --by moves, level 3 forward holds the
    positions that take 3 moves from the start, and no fewer; level 3 backward those that take 3
    moves to the finish; W of them are on solutions. The positions of the last levels are shown
    where they are few, those on solutions first. With --store the backward levels are kept, of
    all positions that can be played to the finish, whatever their start.

    With --export the positions themselves are written to one file, level by level, as the least
    codes under the symmetries of the problem.

    Examples: pegs levels english d4; pegs levels triangle5 a1 --export text --sets FW; pegs
    levels triangle5 a1 --raw; pegs levels english any --type B; pegs levels triangle6 a1 --by
    moves; pegs levels english d4 --by moves --store
    """
    problem = problem_on(name, start, finish, letter, sets="levels")
    title = titled(problem, letter)
    if estimate:
        print_plan(plan(problem, "levels", folder=home()), as_json)
        return
    if by == By.MOVES:
        if export is not None:
            raise ProblemError("--export goes with --by pegs")
        _by_moves(problem, title, raw, store, (memory, disk), as_json)
        return
    if export is None and (to is not None or sets != NAMES):
        raise ProblemError("--to and --sets go with --export text or --export parquet")
    if export == "parquet":
        need("pyarrow")  # before the work begins
    if export is not None and raw:
        raise ProblemError("--export writes positions up to symmetry: leave --raw out")
    if store:
        raise ProblemError("--store goes with --by moves; `pegs winning` keeps sets by pegs")
    with Bar(f"the levels of {title}") as progress, spilling(memory, disk) as budget:
        found = plan(
            problem,
            "levels",
            refuse=True,
            folder=home(),
            by_class=False,
            work=Work(progress=progress),
        )
        progress.announce_plan(found)
        table = level_table(problem, raw, work=budget.part(progress=progress))
        path = None
        if export is not None:
            levels = level_codes(problem, sets.upper(), work=budget.part(progress=progress))
            path = _exported(
                problem, levels, export, (to or Path()) / export_name(problem, letter)
            )
    if as_json:
        print_json(
            {
                **to_json(table, f"{PROBLEM} raw levels=rows"),
                "totals": {**table.totals(), "half": table.half},
                "path": None if path is None else str(path),
            }
        )
    else:
        _print(table, title)
        if path is not None:
            out.print(str(path))


def _exported(
    problem: Problem, levels: Iterator[LevelCodes], form: Literal["text", "parquet"], name: Path
) -> Path:
    """Write the positions to a file, and say which."""
    if form == "text":
        path = name.with_name(f"{name.name}-levels.txt")
        write_text(text_of_levels(problem, levels), path)
        return path
    path = name.with_name(f"{name.name}-levels.parquet")
    write_levels_parquet(problem, levels, path)
    return path


def _print(table: LevelTable, title: str) -> None:
    columns = [Column("pegs"), Column("F", 2), Column("B", 3), Column("W", 1), Column("L", 4)]
    grid = Grid(columns, title=title)
    for row in table.rows:
        grid.add_row(*row.to_json().values())
    grid.add_section()
    grid.add_row("all", *table.totals().values(), style="bold")
    half = len(table.problem.board) // 2
    grid.add_row(f"to {half}", *table.half.values(), style="bold")
    grid.print()


# -- by moves -----------------------------------------------------------------------------------


def _by_moves(
    problem: Problem,
    title: str,
    raw: bool,
    store: bool,
    limits: tuple[int | None, int | None],
    as_json: bool,
) -> None:
    if raw:
        raise ProblemError("--raw counts by pegs: levels by moves are counted up to symmetry")
    with Bar(f"the levels by moves of {title}") as progress, spilling(*limits) as budget:
        found = plan(problem, "levels", refuse=True, folder=home(), work=Work(progress=progress))
        progress.announce_plan(found)
        if store:
            FewestMoves.load(problem.board, problem.finishes, work=budget.part(progress=progress))
        table = move_table(problem, work=budget.part(progress=progress))
    if as_json:
        print_json(_moves_document(table))
    else:
        _print_moves(table)


def _moves_document(table: MoveTable) -> Document:
    forward, backward = table.totals
    return {
        **to_json(table.problem),
        "levels": [
            {"level": moves} | _side("forward", ahead) | _side("backward", behind)
            for moves, (ahead, behind) in enumerate(table.rows)
        ],
        "totals": {"forward": forward, "backward": backward},
        "farthest": _last(table.farthest),
        "deepest": _last(table.deepest),
    }


def _last(last: Mapping[Position, bool]) -> list[Document]:
    return [{**to_json(one, POSITION_WORDS), "winning": wins} for one, wins in last.items()]


def _side(name: str, level: MoveLevel | None) -> Document:
    return {
        name: 0 if level is None else level.positions,
        f"{name}_pegs": None if level is None else list(level.pegs),
        f"{name}_winning": 0 if level is None else level.winning,
    }


def _print_moves(table: MoveTable) -> None:
    columns = [
        Column("moves"), Column("forward", 1), Column("W", 3), Column("pegs", 5),
        Column("backward", 2), Column("W", 4), Column("pegs", 6),
    ]  # fmt: skip
    grid = Grid(columns, title=str(table.problem))
    for moves, (ahead, behind) in enumerate(table.rows):
        grid.add_row(moves, *_cells(ahead), *_cells(behind))
    grid.add_section()
    forward, backward = table.totals
    grid.add_row("all", forward, "", "", backward, style="bold")
    grid.print()
    _print_last("from the start", table.forward, table.farthest, ("wins", "dead"))
    reached = "reached from the start", "never reached from the start"
    _print_last("to the finish", table.backward, table.deepest, reached)


def _print_last(
    words: str, levels: Sequence[MoveLevel], last: dict[Position, bool], verdicts: tuple[str, str]
) -> None:
    """The last level, and where it is short its positions, each with its verdict."""
    level = levels[-1]
    moves, positions = counted(len(levels) - 1, "move"), counted(level.positions, "position")
    winning = f"{level.winning:,}" if level.winning else "none"
    out.print(f"{moves} {words}: {positions}, {winning} of them on solutions")
    glyphs = UNICODE if draws_unicode() else ASCII
    for position, wins in list(last.items())[:_SHOWN]:
        mark = f"{glyphs.wins} {verdicts[0]}" if wins else f"{glyphs.dead} {verdicts[1]}"
        out.print(f"  {position.text()}  {mark}", style="" if wins else "dim")
    if len(last) > _SHOWN:
        out.print(f"  and {len(last) - _SHOWN} more: --json lists them", style="dim")


def _cells(level: MoveLevel | None) -> tuple[str, str, str]:
    if level is None:
        return "", "", ""
    fewest, most = level.pegs
    pegs = str(fewest) if fewest == most else f"{fewest}-{most}"
    return f"{level.positions:,}", f"{level.winning:,}", pegs
