"""`pegs sweep`: the longest move of a board, and solutions that end with one."""

from __future__ import annotations

from pathlib import Path

from pegsolitaire.board import read_board
from pegsolitaire.cli.options import BOARD, Limits, option, rules
from pegsolitaire.cli.output import (
    EXIT,
    NO,
    counted,
    out,
    picture,
    report,
)
from pegsolitaire.cli.pictures import (
    check_pictures,
    draw_solution,
    picture_option,
)
from pegsolitaire.cli.working import working
from pegsolitaire.draw import Diagram, write_picture
from pegsolitaire.game import start_name
from pegsolitaire.solving import (
    FinalSweep,
    Sweep,
    final_sweep,
    longest_sweep,
    shortest_final_sweep,
)


@rules("--length needs --last", "--shortest needs --last")
def sweep(
    name: str = BOARD,
    last: bool = option(
        "Look for a solution from one vacancy that ends with such a sweep, or show that "
        "there is none."
    ),
    length: int | None = option(
        "With --last: a sweep of at least this many jumps instead of the longest.",
        min=1,
        metavar="JUMPS",
    ),
    shortest: bool = option(
        "With --last: the solution with the fewest moves, on boards of up to 64 of "
        "the holes that a peg can reach."
    ),
    svg: Path | None = picture_option("Draw the move; with --last the solution, a board a move."),
    *,
    limits: Limits,
) -> None:
    """Find the most jumps that one peg can make in one move, and a position where it can.

    With --last: a solution from one vacancy that ends with such a sweep. Every position that has
    the sweep and no other pegs is tried, up to symmetry. The exit code is 1 if no jump is
    possible or there is no such solution, and 3 if that stays undecided.

    Examples: pegs sweep english; pegs sweep triangle8 --last; pegs sweep french --svg move.png;
    pegs sweep triangle12 --last
    --length 42
    """
    check_pictures([svg])
    board = read_board(name)
    ending = None
    with working(f"the longest move on {board.name}", limits) as work:
        longest = longest_sweep(board, work=work)
        if last and longest is not None:
            ending = final_sweep(board, length or len(longest), work=work)
            if shortest:
                ending = shortest_final_sweep(ending, work=work)
    said = {"board": board.name, "jumps": 0, "move": None, "position": None}
    for found in filter(None, (longest, ending)):
        said |= found.to_json()

    def show() -> None:
        if longest is None:
            out.print(f"{board.name}: no jump is possible")
        else:
            _print(longest, ending)

    code = NO if longest is None else 0 if ending is None else EXIT[ending.possible]
    report(said, show, code, drawn=_draw(longest, ending, svg))


def _draw(
    longest: Sweep | None, ending: FinalSweep | None, svg: Path | None
) -> dict[str, str | None]:
    """Draw what was found, if that is wanted."""
    if ending is not None or longest is None or svg is None:
        return draw_solution(None if ending is None else ending.solution, svg)
    start, edges = longest.start, out.spell is None
    drawn = Diagram(start.board, start.code, moves=[(longest.move, True)], edges=edges)
    write_picture(drawn.svg(), svg)
    return {"svg": str(svg)}


def _print(longest: Sweep, ending: FinalSweep | None) -> None:
    if ending is None or ending.length == len(longest):
        out.print(picture(longest.start))
        out.print(f"\n{longest.move}")
        out.print(f"{counted(len(longest), 'jump')}, the most there can be in a move", style="dim")
    if ending is None:
        return
    line, jumps = ending.solution, counted(ending.length, "jump")
    if line is not None:
        out.print(f"\nfrom {start_name(line.start)}: {line}")
        moves, last = counted(len(line.moves), "move"), counted(len(line.moves[-1]), "jump")
        fewest = ", the fewest from there to that sweep" if ending.proven else ""
        out.print(f"{moves}{fewest}; the last has {last}", style="dim")
    elif ending.possible is False:
        out.print(
            f"no: no solution from one vacancy ends with {jumps} in one move; "
            f"{counted(ending.tried, 'position')} with such a move, up to symmetry",
            style="dim",
        )
    else:
        out.print(
            f"undecided: {ending.undecided} of {counted(ending.tried, 'position')} with {jumps} "
            f"in one move{'' if ending.whole else ', and there are more'}",
            style="dim",
        )
