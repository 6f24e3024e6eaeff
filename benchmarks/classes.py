"""Benchmarks of whole position classes: finding the solvable positions and scanning them."""

from __future__ import annotations

from functools import partial
from time import perf_counter

from pegsolitaire import Board
from pegsolitaire.board import triangle
from pegsolitaire.sets import tablebase
from pegsolitaire.surveys import unique_jumps
from pegsolitaire.surveys.symmetric import symmetric_in_class
from pegsolitaire.theory import PositionClass, as_class

#: The boards, with the target time and memory for class A.
BOARDS = {"english": "1.5 s, 250 MB", "french": "25 s, 1.5 GB", "hexagon37": "150 s, 5 GB"}


def cases() -> dict[str, tuple[str, partial[float]]]:
    """Return the cases in the form of `benchmarks.cases`."""
    found = {}
    for name, asked in BOARDS.items():
        found[f"class A of {name}, swept"] = (asked, partial(swept, name))
        less = "no more than the class"
        found[f"symmetric positions of {name}"] = (less, partial(symmetric, name))
        found[f"unique winning jumps of {name}"] = (less, partial(unique, name))
    return found


def swept(name: str) -> float:
    """Find all solvable positions of class A."""
    chosen = _warm(name)
    begin = perf_counter()
    tablebase(chosen)
    return perf_counter() - begin


def symmetric(name: str) -> float:
    """Find the symmetric positions of class A (tables 2 and 3), given its solvable positions."""
    chosen = _warm(name)
    table = tablebase(chosen)
    begin = perf_counter()
    symmetric_in_class(chosen, table)
    return perf_counter() - begin


def unique(name: str) -> float:
    """Find the unique winning jumps of class A (table 4), given its solvable positions."""
    chosen = _warm(name)
    table = tablebase(chosen)
    begin = perf_counter()
    assert unique_jumps(chosen, table=table).rows
    return perf_counter() - begin


def _warm(name: str) -> PositionClass:
    """Load the kernels and return the class to measure."""
    small = as_class(triangle(5))
    symmetric_in_class(small, tablebase(small))
    assert unique_jumps(small).rows
    return as_class(Board(name))
