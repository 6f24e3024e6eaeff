"""Why a position is dead and what is left of it, in words, for the commands that say so."""

from __future__ import annotations

from collections.abc import Iterable

from pegsolitaire.analysis import BestEnd, Reason
from pegsolitaire.board import hole_name
from pegsolitaire.cli.output import draws_unicode, out
from pegsolitaire.draw import weights_text
from pegsolitaire.game import Position, finish_name
from pegsolitaire.theory import BalanceSheet, Demand

_LEGEND = "[n] a peg on a hole of weight n, n an empty hole, a dot an empty hole of weight 0"


def print_best(best: BestEnd) -> None:
    """The best that is left, and its jumps as moves."""
    line = f": {best.solution}" if best.solution.jumps else ""
    out.print(f"\n{best.text}{line}")


def print_reasons(position: Position, reasons: Iterable[Reason]) -> None:
    """Reasons in words, with the weights of those that have them."""
    for reason in reasons:
        out.print(f"\n{reason.text}")
        if reason.sheet:
            weights = reason.sheet.count.weights
            out.print(weights_text(position, weights, unicode=draws_unicode()))
            out.print(_LEGEND, style="dim")
            for demand, price in reason.sheet.prices:
                out.print(_demand_text(reason.sheet, demand, price))


def _demand_text(sheet: BalanceSheet, demand: Demand, price: int) -> str:
    holes = " ".join(map(hole_name, Position(sheet.board, demand.region)))
    if demand.kind == "exits":
        what = f"takes a peg from {{{holes}}} and ends outside"
    else:
        what = f"changes the parity of {{{holes}}}"
    needed = {code: demand.needed(sheet.start, code) for code in sheet.finishes}
    times = [
        f"{('', 'once', 'twice')[count]} on the way to {finish_name(sheet.board, code)} "
        f"({demand.reason(sheet.start, code)})"
        for code, count in needed.items()
        if count
    ]
    return f"  a jump that {what} loses {price} or more, and is needed {', '.join(times)}"
