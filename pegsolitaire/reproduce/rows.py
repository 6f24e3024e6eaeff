"""All rows, paper by paper, and what they are called."""

from __future__ import annotations

from functools import lru_cache

from pegsolitaire.reproduce import (
    gramigna,
    notes,
    notes_boards,
    notes_tables,
    ours,
    page33,
    puzzles,
    puzzles_unique,
    triangular,
)
from pegsolitaire.reproduce.row import Row

#: Each paper by the beginning of the names of its rows.
PAPERS = {
    "notes": "G. I. Bell, Notes on solving and playing peg solitaire on a computer (2014)",
    "triangular": "G. I. Bell, Solving triangular peg solitaire (2008)",
    "puzzles": "G. I. Bell, Designing peg solitaire puzzles (2017)",
    "page33": "G. I. Bell, English 33-hole board example (2007 to 2014)",
    "gramigna": "A. D. Gramigna, Peg solitaire: a study on board difficulty (2018)",
    "new": "What the five papers do not have",
}


@lru_cache(maxsize=1)
def paper_rows() -> tuple[Row, ...]:
    """The rows of the five papers."""
    parts = (
        notes, notes_boards, notes_tables, triangular, puzzles, puzzles_unique, page33, gramigna,
    )  # fmt: skip
    return tuple(row for part in parts for row in part.rows())


@lru_cache(maxsize=1)
def new_rows() -> tuple[Row, ...]:
    """The rows that the papers lack."""
    return tuple(ours.rows())


def all_rows() -> tuple[Row, ...]:
    """Both."""
    return paper_rows() + new_rows()


def paper_of(row: Row) -> str:
    """The beginning of its name, which says the paper.

    Examples
    --------
    >>> paper_of(new_rows()[0])
    'new'
    """
    return row.name.partition("-")[0]
