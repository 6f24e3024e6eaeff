"""What came out of the rows of the papers, as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from typing_extensions import TypedDict

from pegsolitaire.documents.document import document
from pegsolitaire.reproduce import Result, Row, plain


@document
class ReproducedRow(TypedDict):
    """A row: what is printed, what is computed, and whether they agree."""

    name: str
    source: str
    title: str
    published: object
    computed: object
    equal: bool
    explained: bool
    """it is not what is printed, but what this row says that we have instead"""
    why: str | None
    """how they differ, or why it could not be computed"""
    seconds: float
    command: str


@document
class ReproducedDocument(TypedDict):
    """All rows that were run."""

    rows: list[ReproducedRow]


@document
class ListedRow(TypedDict):
    """A row that could be run."""

    name: str
    source: str
    title: str
    cost: str
    command: str


def reproduced_document(results: Iterable[Result]) -> ReproducedDocument:
    """The document of `pegs reproduce`."""
    return {
        "rows": [
            {
                "name": one.row.name,
                "source": one.row.source,
                "title": one.row.title,
                "published": plain(one.row.published),
                "computed": one.computed,
                "equal": one.equal,
                "explained": one.explained,
                "why": one.error or (one.row.why if one.explained else None),
                "seconds": one.seconds,
                "command": one.row.command,
            }
            for one in results
        ]
    }


def listed_rows(rows: Iterable[Row]) -> list[ListedRow]:
    """The rows of `pegs reproduce --list`."""
    return [
        {
            "name": row.name,
            "source": row.source,
            "title": row.title,
            "cost": row.cost,
            "command": row.command,
        }
        for row in rows
    ]
