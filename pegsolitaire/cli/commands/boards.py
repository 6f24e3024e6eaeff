"""`pegs boards`: the boards of the catalogue."""

from __future__ import annotations

from pegsolitaire.board import CATALOGUE, Board, named_board
from pegsolitaire.cli.arguments import Json
from pegsolitaire.cli.grid import Column, Grid
from pegsolitaire.cli.output import print_json
from pegsolitaire.results import Document, to_json
from pegsolitaire.theory import (
    is_null_class,
    problem_types,
)

_FEW = 5  # resource counts and block removals that are printed
_MANY = 400  # holes of a board whose types and problems are no longer listed


def boards(as_json: Json = False) -> None:
    """List the boards of the catalogue.

    Any other size can be shown too: triangle12, square9, rectangle4x7, rhombus9, hexagon91,
    star73, truncated42, english11, french9, diamond11; levels and winning sets are for boards of
    up to 64 holes, searches for those of up to 128. A board on the square lattice with +diagonal
    after its name has diagonal jumps as well.
    """
    found = [named_board(name) for name in CATALOGUE]
    if as_json:
        print_json({"boards": [_summary(board) for board in found]})
        return
    grid = Grid(
        [
            Column.names("board"), Column("holes"), Column("jumps", 3), Column.names("lattice", 1),
            Column("symmetries", 5), Column("null-class", 4), Column("types", 2),
        ]
    )  # fmt: skip
    for board in found:
        grid.add_row(*_summary(board).values(), len(problem_types(board)))
    grid.print()


def _summary(board: Board) -> Document:
    keys = "name holes=holes|len jumps=jumps|len lattice=lattice.name symmetries=symmetries|len"
    return {**to_json(board, keys), "null_class": is_null_class(board)}
