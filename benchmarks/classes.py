"""Whole position classes: the passes that find what is solvable, and the scans of the tables."""

from __future__ import annotations

from functools import partial
from time import perf_counter

from pegsolitaire import Board
from pegsolitaire.board import triangle
from pegsolitaire.sets import Tablebase
from pegsolitaire.surveys import unique_jumps
from pegsolitaire.surveys.symmetric import symmetric_in_class
from pegsolitaire.theory import PositionClass, class_named

#: Boards with what is asked of the closure of class A.
BOARDS = {"english": "1.5 s, 250 MB", "french": "25 s, 1.5 GB", "hexagon37": "150 s, 5 GB"}


def cases() -> dict[str, tuple[str, partial[float]]]:
    """What is measured, as `benchmarks.cases` lists it."""
    found = {}
    for name, asked in BOARDS.items():
        found[f"class A of {name}, swept"] = (asked, partial(swept, name))
        less = "no more than the class"
        found[f"symmetric positions of {name}"] = (less, partial(symmetric, name))
        found[f"unique winning jumps of {name}"] = (less, partial(unique, name))
    return found


def swept(name: str) -> float:
    """All solvable positions of class A."""
    chosen = _warm(name)
    begin = perf_counter()
    Tablebase.of(chosen.board, chosen.finishes)
    return perf_counter() - begin


def symmetric(name: str) -> float:
    """The symmetric positions of class A (tables 2 and 3), once it is swept."""
    chosen = _warm(name)
    table = Tablebase.of(chosen.board, chosen.finishes)
    begin = perf_counter()
    symmetric_in_class(chosen, table)
    return perf_counter() - begin


def unique(name: str) -> float:
    """The positions of class A with a unique winning jump (table 4), once it is swept."""
    chosen = _warm(name)
    table = Tablebase.of(chosen.board, chosen.finishes)
    begin = perf_counter()
    assert unique_jumps(chosen, table=table).rows
    return perf_counter() - begin


def _warm(name: str) -> PositionClass:
    """Load the kernels; the class that is measured."""
    small = class_named(triangle(5))
    symmetric_in_class(small, Tablebase.of(small.board, small.finishes))
    assert unique_jumps(small).rows
    return class_named(Board(name))
