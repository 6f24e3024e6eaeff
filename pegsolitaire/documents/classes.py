"""What is known of whole position classes: tablebases, symmetric positions, unique jumps."""

from __future__ import annotations

from typing_extensions import TypedDict

from pegsolitaire.analysis import SymmetricPositions, UniqueJumps
from pegsolitaire.sets import Tablebase


class TablebaseLevel(TypedDict):
    """Solvable positions of a number of pegs, one by one and up to symmetry."""

    pegs: int
    raw: int
    reduced: int


class TablebaseDocument(TypedDict):
    """All solvable positions of a class."""

    board: str
    finish: str
    positions: int
    reduced: int
    path: str
    levels: list[TablebaseLevel]


SymmetricRow = TypedDict(
    "SymmetricRow",
    {
        "type": int,
        "description": str,
        "order": int,
        "class": str,
        "count": int,
        "solvable_to": dict[str, int],
    },
)


class UniqueRow(TypedDict):
    """Positions of a number of pegs with one winning jump, and those with the most jumps."""

    pegs: int
    max_jumps: int
    count: int
    positions: int


UniqueDocument = TypedDict(
    "UniqueDocument", {"board": str, "class": str, "positions": int, "rows": list[UniqueRow]}
)


def tablebase_document(table: Tablebase) -> TablebaseDocument:
    """The sizes of a tablebase, and where it is kept."""
    raw, reduced = table.sizes(), table.reduced_sizes()
    return {
        "board": table.board.name,
        "finish": table.finish_text,
        "positions": sum(raw.values()),
        "reduced": sum(reduced.values()),
        "path": str(table.path),
        "levels": [{"pegs": pegs, "raw": raw[pegs], "reduced": reduced[pegs]} for pegs in raw],
    }


def symmetric_row(row: SymmetricPositions) -> SymmetricRow:
    """The symmetric positions of a type in a class."""
    return {
        "type": row.kind.number,
        "description": row.kind.description,
        "order": row.kind.order,
        "class": row.found_in.letter,
        "count": len(row),
        "solvable_to": row.solvable_to,
    }


def unique_document(found: UniqueJumps) -> UniqueDocument:
    """The positions of a class with one winning jump, by pegs."""
    return {
        "board": found.board.name,
        "class": found.found_in.letter,
        "positions": len(found),
        "rows": [
            {
                "pegs": row.pegs,
                "max_jumps": row.max_jumps,
                "count": row.count,
                "positions": row.positions,
            }
            for row in found.rows
        ],
    }
