"""Weights that linear programs find (:mod:`pegsolitaire.theory.linear`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pegsolitaire.game import Position
from pegsolitaire.theory import BalanceSheet
from pegsolitaire.theory.linear import BalanceFinder


def sheets(
    finder: BalanceFinder, position: Position, finishes: Sequence[int]
) -> Iterator[BalanceSheet]:
    """One for all finishes together, if there is such; or else one for each that has one."""
    together = finder.find(position.code, finishes) if len(finishes) > 1 else None
    if together is not None:
        yield together
        return
    one_by_one = (finder.find(position.code, [code]) for code in finishes)
    yield from (sheet for sheet in one_by_one if sheet is not None)
