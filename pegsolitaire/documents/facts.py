"""What is known of the problems of a board, as JSON."""

from __future__ import annotations

from typing_extensions import TypedDict

from pegsolitaire.documents.document import document, texts
from pegsolitaire.game import Known


@document
class KnownSolutionDocument(TypedDict):
    """A solution that comes along."""

    moves: list[str]
    move_count: int
    source: str


@document
class KnownDocument(TypedDict):
    """What is known of a problem and of its images."""

    start: str
    finish: str
    solvable: bool | None
    moves: int | None
    """the fewest that are known"""
    at_least: int | None
    proof: str | None
    """why it takes so many, or why there is no solution"""
    solutions: list[KnownSolutionDocument]


def known_document(row: Known) -> KnownDocument:
    """A problem, and what is known of it."""
    proven = row.impossible or row.bound
    return {
        "start": row.pair.start,
        "finish": row.pair.finish,
        "solvable": False if row.impossible else True if row.solutions else None,
        "moves": row.moves,
        "at_least": None if row.bound is None else row.bound.moves,
        "proof": None if proven is None else proven.source,
        "solutions": [
            {
                "moves": texts(one.solution.moves),
                "move_count": len(one.solution.moves),
                "source": one.source,
            }
            for one in row.solutions
        ],
    }
