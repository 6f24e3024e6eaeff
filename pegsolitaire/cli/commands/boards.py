"""`pegs boards`: the boards of the catalogue."""

from __future__ import annotations

from pegsolitaire.board import CATALOGUE, Board, named_board
from pegsolitaire.cli.grid import print_table
from pegsolitaire.cli.output import report
from pegsolitaire.results import Document, to_json
from pegsolitaire.theory import (
    is_null_class,
    problem_types,
)


def boards() -> None:
    """List the boards of the catalogue.

    Any other size can be shown too: triangle12, square9, rectangle4x7, rhombus9, hexagon91,
    star73, truncated42, english11, french9, diamond11; levels and winning sets are for boards of
    up to 64 holes, searches for those of up to 128. A board on the square lattice with +diagonal
    after its name has diagonal jumps as well.
    """
    found = [named_board(name) for name in CATALOGUE]
    rows = ([*_summary(board).values(), len(problem_types(board))] for board in found)
    headings = "<board, holes, jumps/3, <lattice/1, symmetries/5, null-class/4, types/2"
    report(lambda: {"boards": list(map(_summary, found))}, lambda: print_table(headings, rows))


def _summary(board: Board) -> Document:
    keys = "name holes=holes|len jumps=jumps|len lattice=lattice.name symmetries=symmetries|len"
    return {**to_json(board, keys), "null_class": is_null_class(board)}
