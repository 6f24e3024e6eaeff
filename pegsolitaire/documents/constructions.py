"""Solutions by construction: whole, and block by block."""

from __future__ import annotations

from typing_extensions import TypedDict

from pegsolitaire.board import hole_name
from pegsolitaire.documents.document import document, texts
from pegsolitaire.game import Problem
from pegsolitaire.triangular import Construction


class PurgeDocument(TypedDict):
    """A block that a purge clears."""

    kind: str
    holes: list[str]


class TriangleDocument(TypedDict):
    """A triangle, solved by purges."""

    side: int
    start: str
    finish: str | None
    solvable: bool | None
    reason: str
    jumps: list[str]
    moves: list[str]
    purges: list[PurgeDocument]


@document
class BlockDocument(TypedDict):
    """What a purge clears, or the core inside."""

    kind: str
    """core, trapezoid, 6-purge, 9-purge or opening"""
    holes: list[int]
    """numbers of holes, from 0"""


@document
class StageDocument(TypedDict):
    """Jumps in a row that clear the same block."""

    block: int
    jumps: list[str]


@document
class ConstructionDocument(TypedDict):
    """A solution by construction, or why none is given; solvable is null where it is not known."""

    solvable: bool | None
    reason: str
    blocks: list[BlockDocument]
    stages: list[StageDocument]


def triangle_document(found: Construction) -> TriangleDocument:
    """The solution of a triangle, and its purges."""
    return {
        "side": found.side,
        "start": hole_name(found.start),
        "finish": None if found.finish is None else hole_name(found.finish),
        "solvable": found.solvable,
        "reason": found.reason,
        "jumps": texts(found.jumps),
        "moves": texts(found.moves),
        "purges": [
            {"kind": block.kind, "holes": [hole_name(hole) for hole in sorted(block.holes)]}
            for block in found.purges
        ],
    }


def construction_document(problem: Problem, found: Construction) -> ConstructionDocument:
    """A solution to be played block by block."""
    index = problem.board.index
    return {
        "solvable": found.solvable,
        "reason": found.reason,
        "blocks": [
            {"kind": block.kind, "holes": sorted(map(index, block.holes))}
            for block in found.blocks
        ],
        "stages": [{"block": number, "jumps": texts(jumps)} for number, jumps in found.stages],
    }
