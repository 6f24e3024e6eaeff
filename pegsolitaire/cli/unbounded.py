"""`pegs solve --unbounded`: a position on a board without an edge."""

from __future__ import annotations

from rich.text import Text

from pegsolitaire.analysis import OpenAnswer, solve_without_edge
from pegsolitaire.board import Hole
from pegsolitaire.budget import Budget
from pegsolitaire.cli.output import (
    NO,
    UNDECIDED,
    Bar,
    counted,
    draws_unicode,
    end,
    out,
    picture,
    print_json,
)
from pegsolitaire.documents.problems import OpenDocument, open_document
from pegsolitaire.draw import position_text
from pegsolitaire.game import Position


def solve_unbounded(
    start: Position, finish: Hole | None, margin: int, budget: Budget, as_json: bool
) -> None:
    """Solve it, print what was found, and end the command.

    The last peg is to be in the finish, or anywhere.
    """
    with Bar(what=f"solving {start.board.name} without an edge") as progress:
        found = solve_without_edge(start, finish, margin=margin, budget=budget, progress=progress)
    last = "any" if finish is None else out.named(finish)
    document = open_document(start, last, found, out.named)
    if as_json:
        print_json(document)
    else:
        _print(found, document)
    end({True: 0, False: NO, None: UNDECIDED}[found.solvable])


def _print(found: OpenAnswer, said: OpenDocument) -> None:
    moves, steps = said["moves"], counted(found.margin, "step")
    if moves is not None:
        room = f"with {steps} of room around the pegs" if found.margin else "on the board itself"
        out.print(_picture(found))
        out.print(f"\n{', '.join(moves)}" if moves else "\none peg already")
        out.print(
            f"{counted(len(found.jumps), 'jump')}, {counted(len(moves), 'move')}: "
            f"{said['board']}: {said['start']} to {said['finish']} {room}",
            style="dim",
        )
    elif found.is_whole:
        out.print(f"no, on no board: {found.reason}")
    elif found.solvable is False:
        out.print(f"no solution within {steps} of the pegs: {found.reason}")
        out.print("a wider board may have one: --margin", style="dim")
    else:
        out.print(f"undecided: {found.reason}")


def _picture(found: OpenAnswer) -> Text:
    """The board that was searched, with the names that holes have on the first board."""
    dx, dy = found.shift
    if (dx, dy) == (0, 0):
        return picture(found.position)
    return position_text(
        found.position,
        unicode=draws_unicode(),
        names=lambda hole: out.named((hole[0] - dx, hole[1] - dy)),
    )
