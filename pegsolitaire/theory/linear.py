"""Finding resource counts and balance sheets by linear programming.

Every condition on the weights and prices of a proof is linear, so that HiGHS finds one if there is
any: a linear program decides that, in half a millisecond on 33 holes, and an integer program then
looks for small whole numbers, which people can follow. Nothing rests on its floating point:
what comes out is checked in integers when the :class:`~pegsolitaire.theory.balance.BalanceSheet`
is made.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import gcd, inf, lcm
from threading import Lock
from typing import TYPE_CHECKING

from pegsolitaire.board import Board
from pegsolitaire.errors import ResourceCountError
from pegsolitaire.theory.balance import BalanceSheet
from pegsolitaire.theory.exits import Demand, demands
from pegsolitaire.theory.program import add_column, add_row, new_model
from pegsolitaire.theory.resource import ResourceCount

if TYPE_CHECKING:
    from collections.abc import Sequence

_LARGEST = 12  # weight or price that the integer program tries
_SMALL = 2  # weights and prices up to this are as small as need be
_FEW = 200  # demands that the integer program may choose from
_NOTHING = 1e-9
_PRICE = 2.0  # what a price costs, where a weight of the same size costs 1: few demands
_NODES = 20  # of the integer program, which is about small numbers and not about truth
_FEASIBLE = 2  # what HiGHS calls a feasible solution
_DENOMINATORS = (60, 5_000, 1_000_000)


class BalanceFinder:
    """Finds balance sheets on one board.

    Parameters
    ----------
    board : Board
        The board.
    demands : sequence of Demand, optional
        What may get a price; without any, only resource counts are found.
    """

    def __init__(self, board: Board, demands: Sequence[Demand] = ()) -> None:
        self.board = board
        self.demands = tuple(demands)
        self._exact = _Program(board, self.demands, whole=False)
        self._whole = _Program(board, self.demands, whole=True)

    def find(self, start: int, finishes: Sequence[int], tidy: bool = True) -> BalanceSheet | None:
        """A proof that a start reaches none of some finishes, if there is one of this kind.

        Parameters
        ----------
        start : int
            A code.
        finishes : sequence of int
            Codes; the same weights and prices have to do for all.
        tidy : bool, optional
            Whether to look for smaller numbers than the first ones, which takes longer.
        """
        exact = self._exact.solve(start, finishes)
        if exact is None:
            return None
        scaled = (_scaled(exact, denominator) for denominator in _DENOMINATORS)
        sheet = next(filter(None, (self._sheet(start, finishes, one) for one in scaled)), None)
        if not tidy or (sheet is not None and sheet.largest <= _SMALL):
            return sheet
        whole = self._whole.solve(start, finishes, self._unused(exact))
        other = self._sheet(start, finishes, list(map(round, whole))) if whole else None
        found = [one for one in (other, sheet) if one is not None]
        return min(found, key=lambda one: one.largest, default=None)

    def _unused(self, values: list[float]) -> list[int]:
        """The columns of demands that the integer program is to leave alone: it would be slow."""
        first = 2 * len(self.board)
        if len(self.demands) <= _FEW:
            return []
        return [column for column in range(first, len(values)) if values[column] < _NOTHING]

    def _sheet(
        self, start: int, finishes: Sequence[int], numbers: list[int]
    ) -> BalanceSheet | None:
        """The sheet of these numbers, if it is one."""
        size = len(self.board)
        above, below = numbers[:size], numbers[size : 2 * size]
        weights = tuple(up - down for up, down in zip(above, below, strict=True))
        priced = zip(self.demands, numbers[2 * size :], strict=True)
        prices = tuple((demand, price) for demand, price in priced if price)
        try:
            count = ResourceCount(self.board, weights)
            return BalanceSheet(start, tuple(finishes), count, prices)
        except ResourceCountError:
            return None


@lru_cache(maxsize=32)
def resource_finder(board: Board) -> BalanceFinder:
    """The finder of resource counts of a board.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> dead = board.position("..*/.../*.*..../......*/*.*..../.../...")
    >>> sheet = resource_finder(board).find(dead.code, [board.single("d4").code])
    >>> sheet.value, sheet.bound(sheet.finishes[0])
    (0, 1)
    """
    return BalanceFinder(board)


@lru_cache(maxsize=32)
def balance_finder(board: Board) -> BalanceFinder:
    """The finder of balance sheets of a board, with all demands that are worth trying."""
    return BalanceFinder(board, demands(board))


class _Program:
    """The program of a board: a column a weight's size above and below zero, and one a price.

    A row a jump: what it loses covers what it owes. The rows of a question, that each finish costs
    more than there is, are added for its solution and removed again.
    """

    def __init__(self, board: Board, demands: Sequence[Demand], whole: bool) -> None:
        self._board, self._demands, self._whole = board, demands, whole
        self._model = new_model(mip_max_nodes=_NODES)
        self._lock = Lock()
        self._top = _LARGEST if whole else inf
        for column in range(2 * len(board) + len(demands)):
            cost = 1.0 if column < 2 * len(board) else _PRICE
            add_column(self._model, cost, self._top, whole)
        for jump in board.jumps:
            owed = {i: -1 for i, demand in enumerate(demands) if demand.counts(jump)}
            self._add(0, {jump.start: 1, jump.over: 1, jump.end: -1}, owed)

    def _add(self, least: int, weights: dict[int, int], prices: dict[int, int]) -> None:
        """A row: weights (in two columns each) and prices, with these factors, are at least so."""
        size = len(self._board)
        row = weights | {size + i: -factor for i, factor in weights.items()}
        row |= {2 * size + i: factor for i, factor in prices.items()}
        add_row(self._model, least, inf, row)

    def solve(
        self, start: int, finishes: Sequence[int], without: Sequence[int] = ()
    ) -> list[float] | None:
        """The cheapest weights and prices that prove it, if any were found.

        The columns ``without`` stay at nought.
        """
        model, first = self._model, len(self._board.jumps)
        with self._lock:
            try:
                for finish in finishes:
                    self._ask(start, finish)
                self._limit(without, 0)
                model.clearSolver()  # or else the answer would depend on what was asked before
                model.run()
                found = model.getInfo().primal_solution_status == _FEASIBLE
                return list(model.getSolution().col_value) if found else None
            finally:
                self._limit(without, self._top)
                for row in reversed(range(first, model.getNumRow())):
                    model.deleteRows(1, [row])

    def _limit(self, columns: Sequence[int], most: float) -> None:
        for column in columns:
            self._model.changeColBounds(column, 0, most)

    def _ask(self, start: int, finish: int) -> None:
        """The row that a finish costs more than there is."""
        differ = [i for i in range(len(self._board)) if (start ^ finish) >> i & 1]
        weights = {i: 1 if finish >> i & 1 else -1 for i in differ}
        needed = {i: demand.needed(start, finish) for i, demand in enumerate(self._demands)}
        self._add(1, weights, {i: count for i, count in needed.items() if count})


def _scaled(values: list[float], denominator: int) -> list[int]:
    """The values as whole numbers in the same proportions, if they are fractions that simple."""
    fractions = [Fraction(value).limit_denominator(denominator) for value in values]
    whole = lcm(*(fraction.denominator for fraction in fractions))
    numbers = [int(fraction * whole) for fraction in fractions]
    divisor = gcd(*numbers) or 1
    return [number // divisor for number in numbers]
