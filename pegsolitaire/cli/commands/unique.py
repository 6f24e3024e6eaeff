"""`pegs unique`: positions with a unique winning jump."""

from __future__ import annotations

from typing import Annotated

import typer

from pegsolitaire.analysis import (
    UniqueJumps,
    rate,
    unique_jumps,
    with_unique_solution,
)
from pegsolitaire.board import read_board
from pegsolitaire.cli.arguments import BoardName, Class, Json, Store, kept_tables
from pegsolitaire.cli.grid import Column, Grid
from pegsolitaire.cli.output import NO, Bar, counted, end, out, picture, print_json
from pegsolitaire.documents.classes import unique_document
from pegsolitaire.documents.document import texts
from pegsolitaire.errors import ProblemError
from pegsolitaire.sets import Tablebase
from pegsolitaire.sets.estimate import foresee_tables
from pegsolitaire.theory import check_class_sets, class_named

_WHAT = {False: "a unique winning jump", True: "a unique solution"}


def unique(
    name: BoardName,
    letter: Class = None,
    pegs: Annotated[
        int | None,
        typer.Option(
            "--pegs",
            metavar="N",
            min=1,
            help="Draw those with N pegs and the most jumps.",
            show_default=False,
        ),
    ] = None,
    solution: Annotated[
        bool, typer.Option("--solution", help="Those whose whole solution is unique.")
    ] = False,
    store: Store = False,
    as_json: Json = False,
) -> None:
    """Find the positions of a class from which exactly one jump wins.

    A jump wins if the game can then end with one peg, anywhere. For each number of pegs: how many
    such positions there are up to symmetry, the most jumps that one of them allows, and how many
    allow that many. With --pegs these are drawn, with the jump that wins, a solution, and a rating
    (see `pegs design --help`). The exit code is 1 if there are none.

    Examples: pegs unique english; pegs unique english --pegs 17; pegs unique triangle5
    --solution
    """
    board = read_board(name)
    check_class_sets(board, "tablebases")
    chosen = class_named(board, letter)
    kept = kept_tables(board, [chosen.finishes], store)
    with Bar(f"which positions of {board.name} can be solved", kept=kept) as progress:
        progress.foreseen(foresee_tables(board, [chosen.finishes], stored=store))
        table = Tablebase.of(chosen.board, chosen.finishes, progress, store=store)
        found = unique_jumps(chosen, progress, table)
    if solution:
        found = with_unique_solution(found)
    if pegs is not None and pegs > len(chosen.board):
        raise ProblemError(f"{chosen.board.name} has {len(chosen.board)} holes: not {pegs} pegs")
    if as_json:
        print_json(_document(found, table, pegs))
    elif pegs is not None and found.hardest(pegs):
        _draw(found, table, pegs)
    elif pegs is None and len(found):
        _print(found, _WHAT[solution])
    else:
        having = "" if pegs is None else f" with {counted(pegs, 'peg')}"
        out.print(f"no position of class {chosen.letter}{having} has {_WHAT[solution]}")
    end(0 if (found.hardest(pegs) if pegs is not None else len(found)) else NO)


def _document(found: UniqueJumps, table: Tablebase, pegs: int | None) -> dict[str, object]:
    document = unique_document(found)
    if pegs is None:
        return {**document}
    best = [
        {"code": one.code, "solution": texts(table.solution(one))} for one in found.hardest(pegs)
    ]
    return {**document, "hardest": best}


def _print(found: UniqueJumps, what: str) -> None:
    finishes = " ".join(found.found_in.names)
    grid = Grid(
        [
            Column("pegs"),
            Column("positions"),
            Column("most jumps", 1),
            Column("with that many", 2),
        ],
        title=f"{found.board.name}, class {found.found_in.letter} (ends at {finishes}): {what}",
    )
    for row in found.rows:
        grid.add_row(str(row.pegs), f"{row.positions:,}", str(row.max_jumps), f"{row.count:,}")
    grid.add_section()
    grid.add_row("all", f"{len(found):,}", "", "", style="bold")
    grid.print()


def _draw(found: UniqueJumps, table: Tablebase, pegs: int) -> None:
    hardest = found.hardest(pegs)
    jumps = counted(len(hardest[0].jumps), "jump")
    out.print(f"{counted(pegs, 'peg')}, {jumps}, one of them wins: {len(hardest)} up to symmetry")
    for position in hardest:
        solved = table.solution(position)
        out.print(f"\ncode:{position.code}")
        out.print(picture(position))
        out.print(f"{next(iter(solved))} wins: {solved}")
        if rating := rate(position, table):
            out.print(rating.text, style="dim")
