"""`pegs extremes`: what no other position or game of a board outdoes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from pegsolitaire.analysis import (
    ForcedLines,
    fools_solitaire,
    fullest_dead,
    fullest_with_unique_solution,
    longest_forced,
    unique_jumps,
)
from pegsolitaire.board import Board, read_board
from pegsolitaire.budget import Budget
from pegsolitaire.cli.arguments import BoardName, Class, Json, Positions, Seconds
from pegsolitaire.cli.grid import Column, Grid
from pegsolitaire.cli.output import UNDECIDED, Bar, counted, end, out, picture, print_json
from pegsolitaire.data import knowledge_of
from pegsolitaire.documents.extremes import (
    StuckDocument,
    class_extremes_document,
    stuck_board_document,
    stuck_document,
)
from pegsolitaire.game import Position, Solution
from pegsolitaire.progress import Progress
from pegsolitaire.sets import Tablebase
from pegsolitaire.sets.plans import plan_tables
from pegsolitaire.theory import PositionClass, class_named

_SHOWN = 3  # positions of a kind that are drawn


def extremes(
    name: BoardName,
    letter: Class = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Search again for what comes along.")
    ] = False,
    seconds: Seconds = None,
    positions: Positions = None,
    as_json: Json = False,
) -> None:
    """Find the shortest games that end stuck, or the extremes of a position class.

    Without --class, fool's solitaire from each vacancy, up to symmetry: the most pegs that can be
    left when no jump is possible, and a game to there, the shortest of all. What has been found
    comes along, and is printed at once; a vacancy that --time or --positions leave open has no
    answer, and the exit code is 3.

    With --class: the dead positions with the most pegs (no game from there ends with one peg); the
    positions with the most pegs that are solved in exactly one way; and the longest lines of jumps
    each of which is the only one that wins.

    Examples: pegs extremes triangle5; pegs extremes triangle5 --class A; pegs extremes square4
    --anew
    """
    board = read_board(name)
    if letter is not None:
        _class_extremes(class_named(board, letter), as_json)
        return
    board.check_holes("level sets")
    games = {} if anew else _known(board)
    rows = []
    with Bar(what=f"the shortest games that end stuck on {board.name}") as progress:
        for orbit in board.orbits:
            start = board.vacancy(board.holes[orbit[0]])
            game = games.get(start.code) or _search(start, Budget(seconds, positions), progress)
            rows.append(stuck_document(board.hole_text(board.holes[orbit[0]]), game))
    if as_json:
        print_json(stuck_board_document(board, rows))
    else:
        _print_stuck(board, rows)
    end(0 if all(row["pegs"] for row in rows) else UNDECIDED)


def _known(board: Board) -> dict[int, Solution]:
    """The games that come along, by the code of their start."""
    extremes = knowledge_of(board).extremes
    return {one.line.start.code: one.line for one in extremes if one.kind == "stuck"}


def _search(start: Position, budget: Budget, progress: Progress) -> Solution | None:
    """A game, or at a start without jumps the one that is over."""
    if not start.legal_jumps:
        return Solution(start, [])
    return fools_solitaire(start, progress, budget)


def _print_stuck(board: Board, rows: Sequence[StuckDocument]) -> None:
    grid = Grid(
        [Column.names("vacancy"), Column("pegs"), Column("jumps", 2), Column.texts("game", 1)],
        title=f"{board.name}: the most pegs that can be left when no jump is possible",
    )
    for row in rows:
        found = row["moves"] is not None
        grid.add_row(
            row["vacancy"],
            str(row["pegs"]) if found else "?",
            str(row["jumps"]) if found else "?",
            ", ".join(row["moves"] or ()) if found else "not found: allow more",
        )
    grid.print()


def _class_extremes(found_in: PositionClass, as_json: bool) -> None:
    board = found_in.board
    board.check_holes("tablebases")
    with Bar(f"the extremes of class {found_in.letter} of {board.name}") as progress:
        progress.announce_plan(plan_tables(board, [found_in.finishes], refuse=True))
        table = Tablebase.of(board, found_in.finishes, progress)
        dead = fullest_dead(table)
        unique = unique_jumps(found_in, progress, table)
        single = fullest_with_unique_solution(unique)
        forced = longest_forced(unique, table)
    if as_json:
        print_json(class_extremes_document(found_in, dead, single, forced))
        return
    finishes = " ".join(found_in.names)
    out.print(f"{board.name}, class {found_in.letter} (ends at {finishes})")
    _print_fullest("dead, with the most pegs, mirror images too", dead)
    _print_fullest("solved in exactly one way, with the most pegs", single)
    _print_forced(forced)


def _print_fullest(what: str, positions: Sequence[Position]) -> None:
    if not positions:
        out.print(f"\n{what}: none")
        return
    pegs = counted(len(positions[0]), "peg")
    out.print(f"\n{what}: {pegs}, {counted(len(positions), 'position')}")
    for one in positions[:_SHOWN]:
        out.print(f"\ncode:{one.code}")
        out.print(picture(one))


def _print_forced(forced: ForcedLines) -> None:
    if not forced.starts:
        out.print("\nno position has a single winning jump")
        return
    start = forced.starts[0]
    jumps = counted(len(forced.jumps), "jump")
    many = counted(len(forced.starts), "position")
    out.print(f"\nlongest forced line: {jumps}, each the only one that wins, from {many}")
    out.print(f"code:{start.code}: {Solution(start, forced.jumps)}")
    out.print(picture(start))
