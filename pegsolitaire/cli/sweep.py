"""`pegs sweep`: the longest move of a board."""

from __future__ import annotations

from typing import Annotated

import typer

from pegsolitaire.analysis import longest_sweep, sweep_at_the_end
from pegsolitaire.board import hole_name, read_board
from pegsolitaire.cli.arguments import BoardName, Json
from pegsolitaire.cli.output import NO, Bar, counted, draws_unicode, end, out, print_json
from pegsolitaire.draw import position_text
from pegsolitaire.game import Solution


def sweep(
    name: BoardName,
    last: Annotated[
        bool,
        typer.Option(
            "--last",
            help="Look for a solution from one vacancy that ends with such a sweep; its absence "
            "is no proof.",
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Find the most jumps that one peg can make in one move, and a position where it can.

    The exit code is 1 where no jump is possible, or, with --last, no solution was found.

    Examples: pegs sweep english; pegs sweep triangle8 --last
    """
    board = read_board(name)
    with Bar() as progress:
        longest = longest_sweep(board)
        solution = sweep_at_the_end(board, progress=progress) if last else None
    vacancy = None if solution is None else _vacancy(solution)
    if as_json:
        print_json(
            {
                "board": board.name,
                "jumps": 0 if longest is None else len(longest),
                "move": None if longest is None else str(longest.move),
                "position": None if longest is None else longest.start.code,
                "start": vacancy,
                "moves": None if solution is None else [str(move) for move in solution.moves],
            }
        )
    elif longest is None:
        out.print(f"{board.name}: no jump is possible")
    else:
        out.print(position_text(longest.start, unicode=draws_unicode()))
        out.print(f"\n{longest.move}")
        out.print(f"{counted(len(longest), 'jump')}, the most there can be in a move", style="dim")
        if solution is not None:
            out.print(f"\nfrom {vacancy}: {solution}")
        elif last:
            out.print("no solution that ends with one was found", style="dim")
    if longest is None or (last and solution is None):
        end(NO)


def _vacancy(solution: Solution) -> str:
    """The hole that is empty at the start."""
    [hole] = solution.start.complement
    return hole_name(hole)
