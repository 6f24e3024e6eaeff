"""What is printed and what is computed, compared cell by cell; a row that was run is a result.

A value is anything made of numbers, texts, lists and tables. It is compared in the form that JSON
gives it, so that what an earlier run has kept compares in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, sqrt
from time import perf_counter
from typing import Literal

from pegsolitaire.errors import PegSolitaireError
from pegsolitaire.papers.rows import MISSING, Row
from pegsolitaire.work import Work

Status = Literal["equal", "agrees", "differs", "not reproduced", "MISMATCH", "not computed"]

#: How far, in standard deviations, a simulated number may lie from the exact one to agree with it.
MOST_DEVIATIONS = 4


def deviations(wins: float, expected: float, games: int) -> float:
    """How many standard deviations the wins of simulated games lie from the number to expect.

    Examples
    --------
    >>> deviations(614, 614.0, 10**8), round(deviations(5_875, 6_739.7, 10**8), 1)
    (0.0, 10.5)
    """
    deviation = sqrt(max(expected * (1 - expected / games), 0))
    distance = abs(wins - expected)
    return distance / deviation if deviation else (inf if distance else 0.0)


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
    """A cell that is not the same: where it is, and both values.

    Of a simulated number also how many standard deviations it lies from the exact one.
    """

    place: str
    published: object
    computed: object
    deviations: float | None = None


def differences(published: object, computed: object, place: str = "") -> list[Difference]:
    """Where two plain values differ, cell by cell.

    Examples
    --------
    >>> [found] = differences({"3": [1, 2]}, {"3": [1, 5]})
    >>> found.place, found.published, found.computed
    ('3 1', 2, 5)
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
        return [] if published == computed else [Difference(place, published, computed)]
    return [
        found
        for key, one, other in cells
        for found in differences(one, other, f"{place} {key}".strip())
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
    day : str
        The day on which an earlier run computed it, as 2026-11-26; empty if this one did.
    """

    row: Row
    computed: object
    seconds: float
    error: str = ""
    day: str = ""

    @cached_property
    def differences(self) -> list[Difference]:
        """Where the paper has something else."""
        if self.error:
            return []
        found = differences(plain(self.row.published), self.computed)
        return [self._measured(one, self.row.games) for one in found] if self.row.games else found

    def _measured(self, one: Difference, games: int) -> Difference:
        wins, expected = one.published, one.computed
        if not isinstance(wins, int | float) or not isinstance(expected, int | float):
            return one
        return replace(one, deviations=deviations(wins, expected, games))

    @property
    def status(self) -> Status:
        """How it compares with what is published.

        Equal; agrees within a tolerance; differs, and the row says who is right and why; or not
        reproduced, where we have no value of our own. Anything else is an error: a mismatch that
        nobody explained, or a row that could not be computed.
        """
        if self.error:
            return "not computed"
        if not self.differences:
            return "equal"
        if all(_is_near(one) for one in self.differences):
            return "agrees"
        if not self.row.why or self.computed != plain(self.row.ours):
            return "MISMATCH"
        is_missing = any(one.computed in (None, MISSING) for one in self.differences)
        return "not reproduced" if is_missing else "differs"

    @property
    def is_right(self) -> bool:
        """Whether it is neither a mismatch nor missing."""
        return self.status not in ("MISMATCH", "not computed")


def _is_near(one: Difference) -> bool:
    return one.deviations is not None and one.deviations <= MOST_DEVIATIONS


def run_row(row: Row, *, work: Work | None = None) -> Result:
    """Compute a row.

    Examples
    --------
    >>> from pegsolitaire.papers import all_rows
    >>> row = next(row for row in all_rows() if row.name == "notes-figure-11")
    >>> found = run_row(row)
    >>> found.computed, found.status
    (14, 'equal')
    """
    work = Work.of(work)
    started = perf_counter()
    computed: object = None
    error = ""
    try:
        computed = plain(row.compute(work))
    except (PegSolitaireError, MemoryError) as why:
        error = str(why) or "not enough memory"
    return Result(row, computed, round(perf_counter() - started, 2), error)
