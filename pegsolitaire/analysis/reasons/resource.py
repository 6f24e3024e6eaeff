"""Resource counts: weights whose sum no jump raises, and of which the finish has more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pegsolitaire.analysis.reasons.reason import Reason, names_of
from pegsolitaire.analysis.reasons.sheets import sheets
from pegsolitaire.game import Position
from pegsolitaire.theory import BalanceSheet, ResourceCount, resource_finder


def by_resource(position: Position, finishes: Sequence[int]) -> Iterator[Reason]:
    """A count with small integer weights, from a linear program: found where there is one."""
    for sheet in sheets(resource_finder(position.board), position, finishes):
        yield Reason("resource", sheet.finishes, _text(sheet), sheet)


def reason_by_count(
    count: ResourceCount, position: Position, finishes: Sequence[int]
) -> Reason | None:
    """What a resource count has against finishes, by their codes: those that it forbids.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> from pegsolitaire.theory import classic_counts
    >>> board = english()
    >>> dead = board.position("..*/.../*.*..../......*/*.*..../.../...")
    >>> sublattice = classic_counts(board)[5]
    >>> reason_by_count(sublattice, dead, [board.single("d4").code]).text
    'resource count: it is 0 here and no jump raises it, but it is 1 at d4'
    """
    forbidden = tuple(code for code in finishes if count.forbids(position, code))
    if not forbidden:
        return None
    sheet = BalanceSheet(position.code, forbidden, count)
    return Reason("resource", forbidden, _text(sheet), sheet)


def _text(sheet: BalanceSheet) -> str:
    least = min(map(sheet.bound, sheet.finishes))
    where = names_of(sheet.board, sheet.finishes)
    return (
        f"resource count: it is {sheet.value} here and no jump raises it, but it is {least} "
        f"{'or more ' if len(sheet.finishes) > 1 else ''}at {where}"
    )
