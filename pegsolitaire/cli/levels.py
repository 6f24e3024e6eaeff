"""`pegs levels`: the sizes of F, B, W and L by pegs, or of the levels by moves."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from typing import Annotated

import typer
from rich.table import Table

from pegsolitaire.analysis import MoveLevel, MoveTable, move_table
from pegsolitaire.board import read_board
from pegsolitaire.cli.arguments import BoardName, Finish, Json, Start, Type
from pegsolitaire.cli.output import Bar, counted, out, print_json
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.sets import FewestMoves, LevelTable, level_table
from pegsolitaire.sets.store import scratch_folder
from pegsolitaire.theory import read_problem

_SHOWN = 3  # positions of the last level, in words


class By(StrEnum):
    """What positions are sorted by."""

    PEGS = "pegs"
    MOVES = "moves"


def levels(
    name: BoardName,
    start: Start,
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
    as_json: Json = False,
) -> None:
    """Count the positions of a problem by pegs, or by moves.

    F can be reached from the start, B can reach the finish, W are both: from these the game can
    still be won. L are one jump off winning. Positions are counted up to the symmetries that
    leave start and finish alone.

    A move is one or more jumps by the same peg. By moves, a forward level holds the positions
    that so many moves from the start lead to, and no fewer; a backward one those that need so
    many to the finish; W of them are on solutions. With --store the backward levels are kept, of
    all positions that can be played to the finish, whatever their start.

    Examples: pegs levels english d4; pegs levels triangle5 a1 --raw; pegs levels english any
    --type B; pegs levels triangle6 a1 --by moves; pegs levels english d4 --by moves --store
    """
    problem = read_problem(read_board(name), start, finish, letter)
    if by == By.MOVES:
        _by_moves(problem, raw, store, as_json)
        return
    if store:
        raise ProblemError("--store goes with --by moves; `pegs winning` keeps sets by pegs")
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


# -- by moves -----------------------------------------------------------------------------------


def _by_moves(problem: Problem, raw: bool, store: bool, as_json: bool) -> None:
    if raw:
        raise ProblemError("--raw counts by pegs: levels by moves are counted up to symmetry")
    with Bar() as progress:
        if store:
            FewestMoves.open_or_build(problem.board, problem.finishes, progress=progress)
        table = move_table(problem, progress)
    if as_json:
        print_json(_moves_document(table))
    else:
        _print_moves(table)


def _moves_document(table: MoveTable) -> dict[str, object]:
    problem = table.problem
    forward, backward = table.totals
    return {
        "board": problem.board.name,
        "start": problem.start_text,
        "finish": problem.finish_text,
        "levels": [
            {"level": moves} | _side("forward", ahead) | _side("backward", behind)
            for moves, (ahead, behind) in enumerate(table.rows)
        ],
        "totals": {"forward": forward, "backward": backward},
        "farthest": [position.code for position in table.farthest],
        "deepest": [position.code for position in table.deepest],
    }


def _side(name: str, level: MoveLevel | None) -> dict[str, object]:
    if level is None:
        return {name: 0, f"{name}_pegs": None, f"{name}_winning": 0}
    return {
        name: level.positions,
        f"{name}_pegs": list(level.pegs),
        f"{name}_winning": level.winning,
    }


def _print_moves(table: MoveTable) -> None:
    grid = Table(box=None, header_style="dim", title=str(table.problem), title_justify="left")
    for heading in ("moves", "forward", "W", "pegs", "backward", "W", "pegs"):
        grid.add_column(heading, justify="right")
    for moves, (ahead, behind) in enumerate(table.rows):
        grid.add_row(str(moves), *_cells(ahead), *_cells(behind))
    grid.add_section()
    forward, backward = table.totals
    grid.add_row("all", f"{forward:,}", "", "", f"{backward:,}", style="bold")
    out.print(grid)
    for positions, moves, words in (
        (table.farthest, len(table.forward) - 1, "from the start"),
        (table.deepest, len(table.backward) - 1, "to the finish"),
    ):
        if positions:
            winning = (table.forward if "start" in words else table.backward)[-1].winning
            out.print(
                f"{counted(moves, 'move')} {words}, {winning} winning: "
                + "  ".join(position.text for position in positions[:_SHOWN])
                + (" .." if len(positions) > _SHOWN else ""),
                style="dim",
            )


def _cells(level: MoveLevel | None) -> tuple[str, str, str]:
    if level is None:
        return "", "", ""
    fewest, most = level.pegs
    pegs = str(fewest) if fewest == most else f"{fewest}-{most}"
    return f"{level.positions:,}", f"{level.winning:,}", pegs
