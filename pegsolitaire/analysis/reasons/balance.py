"""Balance sheets: what can be lost does not pay for what a game has to do.

That is to leave regions that their pegs have to leave (exits), and to change parities.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pegsolitaire.analysis.reasons.reason import Reason
from pegsolitaire.analysis.reasons.sheets import sheets
from pegsolitaire.game import Position, finish_name
from pegsolitaire.theory import BalanceSheet, balance_finder


def by_balance(position: Position, finishes: Sequence[int]) -> Iterator[Reason]:
    """A sheet from a linear program: found where there is one."""
    for sheet in sheets(balance_finder(position.board), position, finishes):
        yield Reason("exits", sheet.finishes, f"balance sheet: {balance_text(sheet)}", sheet)


def balance_text(sheet: BalanceSheet) -> str:
    """What a sheet says of each of its finishes."""
    parts = []
    for code in sheet.finishes:
        can, there = sheet.available(code), sheet.value - sheet.available(code)
        parts.append(
            f"a game to {finish_name(sheet.board, code)} has to lose {sheet.owed(code)} of this "
            f"count, and can lose {can} (it is {sheet.value} here and {there} there)"
        )
    return "; ".join(parts)
