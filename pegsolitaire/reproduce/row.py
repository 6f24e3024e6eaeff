"""Rows: what a paper prints, and how it is computed here.

A value is anything made of numbers, texts, lists and tables. It is compared in the form that JSON
gives it, so that what an earlier run has kept compares in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal

from pegsolitaire.progress import Progress

Cost = Literal["quick", "whole", "large"]
Compute = Callable[[Progress], object]
Agree = Callable[[Any, Any], bool]

#: A cell that the other side does not have.
MISSING = "nothing"


def same(published: object, computed: object) -> bool:
    """Whether two values are one and the same."""
    return published == computed


def within_four_deviations(published: object, computed: object) -> bool:
    """Whether wins of 100 million simulated games agree with the number to be expected.

    Examples
    --------
    >>> within_four_deviations(614, 614.0), within_four_deviations(5_875, 6_739.7)
    (True, False)
    """
    if not isinstance(published, int | float) or not isinstance(computed, int | float):
        return False
    return abs(published - computed) <= 4 * sqrt(computed * (1 - computed / 1e8))


@dataclass(frozen=True, kw_only=True)
class Row:
    """A table, or another result, of a paper.

    Attributes
    ----------
    name : str
        What to call it, such as ``notes-table-2``.
    source : str
        The paper and the place, such as ``Notes, Table 2``.
    title : str
        What it is, in some words.
    published : object
        What is printed there.
    compute : callable
        Computes it; it is handed an object to tell its progress.
    command : str
        The command that shows the same, or the most of it.
    cost : {'quick', 'whole', 'large'}
        Seconds; minutes; or hours, much memory or much disk.
    ours : object, optional
        What is computed here where that is something else.
    why : str, optional
        How the two differ, and how it was decided.
    agree : callable, optional
        Whether a published and a computed cell are the same; of simulations, near enough.
    """

    name: str
    source: str
    title: str
    published: object
    compute: Compute
    command: str
    cost: Cost = "quick"
    ours: object = None
    why: str = ""
    agree: Agree = same


def plain(value: object) -> object:
    """A value as JSON has it: lists, and tables with texts as keys.

    Examples
    --------
    >>> plain({(7, "A"): (1, 2), 3: {"b", "a"}})
    {'7 A': [1, 2], '3': ['a', 'b']}
    """
    if isinstance(value, Mapping):
        return {_key(key): plain(one) for key, one in value.items()}
    if isinstance(value, set | frozenset):
        return [plain(one) for one in sorted(value)]
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value


def _key(key: object) -> str:
    return " ".join(map(str, key)) if isinstance(key, tuple) else str(key)


@dataclass(frozen=True)
class Difference:
    """A cell that is not the same: where it is, and both values."""

    place: str
    published: object
    computed: object


def differences(
    published: object, computed: object, agree: Agree = same, place: str = ""
) -> list[Difference]:
    """Where two plain values differ, cell by cell.

    Examples
    --------
    >>> [print(one) for one in differences({"3": [1, 2]}, {"3": [1, 5]})]
    Difference(place='3 1', published=2, computed=5)
    [None]
    """
    cells: list[tuple[str, object, object]]
    if isinstance(published, dict) and isinstance(computed, dict):
        keys = dict.fromkeys([*published, *computed])
        cells = [(key, published.get(key, MISSING), computed.get(key, MISSING)) for key in keys]
    elif (
        isinstance(published, list)
        and isinstance(computed, list)
        and len(published) == len(computed)
    ):
        cells = [(str(i), *pair) for i, pair in enumerate(zip(published, computed, strict=True))]
    else:
        if agree(published, computed):
            return []
        return [Difference(place, published, computed)]
    return [
        found
        for key, one, other in cells
        for found in differences(one, other, agree, f"{place} {key}".strip())
    ]


@dataclass(frozen=True)
class Result:
    """What came out of a row.

    Attributes
    ----------
    row : Row
    computed : object
        The value that was computed, plain; None where it could not be.
    seconds : float
        How long that took.
    error : str
        Why it could not be computed.
    kept : bool
        Whether it was computed by an earlier run that was stopped.
    """

    row: Row
    computed: object
    seconds: float
    error: str = ""
    kept: bool = False

    @property
    def differences(self) -> list[Difference]:
        """Where the paper has something else."""
        if self.error:
            return []
        return differences(plain(self.row.published), self.computed, self.row.agree)

    @property
    def equal(self) -> bool:
        """Whether it is what the paper has."""
        return not self.error and not self.differences

    @property
    def explained(self) -> bool:
        """Whether it differs from the paper, and is what the row says we have instead."""
        return (
            not self.error
            and not self.equal
            and bool(self.row.why)
            and self.computed == plain(self.row.ours)
        )

    @property
    def is_right(self) -> bool:
        """Whether it is equal or explained."""
        return self.equal or self.explained
