"""What came out of the rows of the papers, as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from typing_extensions import TypedDict

from pegsolitaire.documents.document import document
from pegsolitaire.papers import Result, Row, plain
from pegsolitaire.papers.words import source_word


@document
class ReproducedRow(TypedDict):
    """A row: what is printed, what is computed, and how they compare."""

    name: str
    source: str
    title: str
    published: object
    """what a paper prints; null where no paper has it"""
    recorded: object
    """what docs/results.md has where no paper does"""
    computed: object
    status: str
    """equal, agrees, differs, not reproduced; or an error: MISMATCH, not computed"""
    deviations: dict[str, float] | None
    """standard deviations between simulated numbers and the exact ones, by cell"""
    right: str | None
    """who is right where they differ: ours, both or open"""
    why: str | None
    """how they differ, or why it could not be computed"""
    replayed: str | None
    """the stored entries that the value rests on"""
    seconds: float
    command: str


@document
class ReproducedDocument(TypedDict):
    """All rows that were run, and the names of those that take longer than was asked for."""

    rows: list[ReproducedRow]
    left_out: list[str]


@document
class ListedRow(TypedDict):
    """A row that could be run."""

    name: str
    source: str
    title: str
    cost: str
    replayed: str | None
    command: str


def reproduced_document(
    results: Iterable[Result], left_out: Iterable[Row] = ()
) -> ReproducedDocument:
    """The document of `pegs reproduce`."""
    return {"rows": list(map(_reproduced, results)), "left_out": [row.name for row in left_out]}


def _reproduced(one: Result) -> ReproducedRow:
    row, published = one.row, plain(one.row.published)
    is_printed = source_word(row) == "printed"
    is_explained = one.status in ("differs", "not reproduced")
    return {
        "name": row.name,
        "source": row.source,
        "title": row.title,
        "published": published if is_printed else None,
        "recorded": None if is_printed else published,
        "computed": one.computed,
        "status": one.status,
        "deviations": {
            cell.place: round(cell.deviations, 2)
            for cell in one.differences
            if cell.deviations is not None
        }
        or None,
        "right": row.right if is_explained else None,
        "why": one.error or (row.why if is_explained else None),
        "replayed": row.replayed or None,
        "seconds": one.seconds,
        "command": row.command,
    }


def listed_rows(rows: Iterable[Row]) -> list[ListedRow]:
    """The rows of `pegs reproduce --list`."""
    return [
        {
            "name": row.name,
            "source": row.source,
            "title": row.title,
            "cost": row.cost,
            "replayed": row.replayed or None,
            "command": row.command,
        }
        for row in rows
    ]
