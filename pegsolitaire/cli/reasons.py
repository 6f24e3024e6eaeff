"""Why a position is dead and what is left of it, in words, for the commands that say so."""

from __future__ import annotations

from collections.abc import Iterable

from pegsolitaire.board import hole_name
from pegsolitaire.cli.output import draws_unicode, out
from pegsolitaire.draw import weights_text
from pegsolitaire.game import Jump, Position, finish_name
from pegsolitaire.solving import BestEnd
from pegsolitaire.theory import BalanceSheet, Demand, Limit, Reason, case_text

_LEGEND = "[n] a peg on a hole of weight n, n an empty hole, a dot an empty hole of weight 0"


def print_best(best: BestEnd) -> None:
    """The best that is left, and its jumps as moves."""
    line = f": {best.solution}" if best.solution.jumps else ""
    out.print(f"\n{best.text}{line}")


def print_reasons(position: Position, reasons: Iterable[Reason]) -> None:
    """Reasons in words, with the weights of those that have them."""
    for reason in reasons:
        out.print(f"\n{reason.text}")
        if reason.cases:
            for number, (_, sheet) in enumerate(reason.cases.cases):
                out.print(f"\ncase {number + 1}: {case_text(reason.cases, number)}")
                _print_sheet(position, sheet)
        elif reason.sheet:
            _print_sheet(position, reason.sheet)


def _print_sheet(position: Position, sheet: BalanceSheet) -> None:
    out.print(weights_text(position, sheet.count.weights, unicode=draws_unicode()))
    out.print(_LEGEND, style="dim")
    for demand, price in sheet.prices:
        out.print(_demand_text(sheet, demand, price))
    for limit in sheet.limits:
        out.print(_limit_text(sheet, limit))


def _limit_text(sheet: BalanceSheet, limit: Limit) -> str:
    jump, due = Jump.of(sheet.board, limit.jump), sheet.due(limit)
    if limit.most == 0:
        return f"  {jump} would gain {-sheet.spare(limit.jump)}, but is {limit.words}"
    change = f"loses {due} more" if due >= 0 else f"gains {-due} at most"
    return f"  {jump}, {limit.words}, {change}"


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
