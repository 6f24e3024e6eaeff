"""Find resource counts and balance sheets by linear programming.

Every condition on the weights and prices of a proof is linear, so the solver HiGHS finds a proof
if one exists. On 33 holes, a linear program decides in half a millisecond whether a proof exists.
Then an integer program looks for small whole numbers, which are easier to follow. The proofs do
not depend on floating point: every result is checked in integer arithmetic when the
:class:`~pegsolitaire.theory.balance.BalanceSheet` is created.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import gcd, inf, lcm
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from pegsolitaire.board import Board, JumpMask
from pegsolitaire.board.board import BoardLike, as_board
from pegsolitaire.errors import ResourceCountError
from pegsolitaire.signals import postponed
from pegsolitaire.theory.balance import BalanceSheet, Demand, Limit, demands, without
from pegsolitaire.theory.resource_counts import ResourceCount
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    import highspy


# --
# Linear and integer programs: the common code for all uses of HiGHS.


#: Options that make HiGHS silent and deterministic.
_OPTIONS = {"output_flag": False, "threads": 1, "random_seed": 0}


@cache
def _solver() -> type[highspy.Highs]:
    """Import HiGHS without output: release 1.16 prints its name when a model is created."""
    import highspy

    class Silent(highspy.Highs):
        def enableCallbacks(self) -> None:  # noqa: N802
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()  # type: ignore[no-untyped-call]

    return Silent


def new_model(**options: float) -> highspy.Highs:
    """Create an empty program. The given HiGHS options are added to our defaults."""
    model = _solver()()
    for option, value in (_OPTIONS | options).items():
        model.setOptionValue(option, value)
    return model


def add_column(model: highspy.Highs, cost: float, top: float, whole: bool = True) -> None:
    """Add a variable between 0 and a limit. It is an integer unless stated otherwise."""
    import highspy
    import numpy as np

    model.addCol(cost, 0.0, top, 0, np.empty(0, np.int32), np.empty(0))
    if whole:
        model.changeColIntegrality(model.getNumCol() - 1, highspy.HighsVarType.kInteger)


def add_row(model: highspy.Highs, least: float, most: float, row: Mapping[int, float]) -> None:
    """Require that the sum of columns times their factors lies in a given range."""
    import numpy as np

    columns, factors = np.array(list(row), np.int32), np.array(list(row.values()), float)
    model.addRow(least, most, len(row), columns, factors)


class UndecidedError(Exception):
    """The solver ended without an answer, for example at a time limit."""


def is_over(work: Work) -> bool:
    """Return whether the time of the work is over, or the work was cancelled.

    A limit on positions does not end proofs, because they do not search positions.
    """
    return work.seconds_left == 0 or work.cancelled()


def run(model: highspy.Highs, *, work: Work) -> None:
    """Run the solver on a program until it ends, or until the work is over.

    A signal such as Ctrl-C stops the solver too. The signal waits until the solver has returned,
    because HiGHS swallows exceptions.
    """
    left = work.seconds_left
    model.setOptionValue("time_limit", inf if left is None else model.getRunTime() + left)
    events = model.cbSimplexInterrupt, model.cbMipInterrupt
    with postponed() as signals:

        def look(event: Any) -> None:
            # Said each time: a model that was interrupted once would be interrupted ever after.
            event.interrupt(bool(signals) or work.cancelled())

        for each in events:
            each.subscribe(look)
        try:
            model.run()
        finally:
            for each in events:
                each.unsubscribe(look)


def solved(model: highspy.Highs, *, work: Work) -> list[float] | None:
    """Solve a program. Return the values of its columns, or None if it is infeasible.

    Raises
    ------
    UndecidedError
        If the solver ends without an answer, for example because the work is over.
    """
    import highspy

    run(model, work=work)
    status = model.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    if status != highspy.HighsModelStatus.kOptimal:
        raise UndecidedError(str(status))
    return list(model.getSolution().col_value)


_LARGEST = 12  # the largest weight or price in the integer program
_SMALL = 2  # if no weight or price is larger, the search for smaller numbers is skipped
_MAX_DEMANDS = 200  # demands that the integer program may choose from
_NOTHING = 1e-9
_PRICE = 2.0  # cost of a price relative to a weight of the same size, which prefers few demands
_LACK = 0.01  # cost of each unit by which a jump loses less than its prices, where allowed
_NODES = 20  # the largest number of nodes of the integer program, which only makes numbers smaller
_TIDYING = 1.0  # seconds; if less time is left, the search for smaller numbers is skipped
_FEASIBLE = 2  # the status of a feasible solution in HiGHS
_DENOMINATORS = (60, 5_000, 1_000_000)


class BalanceFinder:
    """A finder of balance sheets on one board.

    Parameters
    ----------
    board : Board
        The board.
    demands : sequence of Demand, optional
        The demands that may get a price. Without demands, the finder finds only resource counts.
    cases : bool, optional
        Whether to support proofs by cases, in which there are limits on how often jumps are made.
    """

    def __init__(
        self, board: Board, demands: Sequence[Demand] = (), *, cases: bool = False
    ) -> None:
        self.board = board
        self.demands = tuple(demands)
        self._cases = cases
        self._exact = _Program(board, self.demands, cases, whole=False)

    @cached_property
    def _whole(self) -> _Program:
        return _Program(self.board, self.demands, self._cases, whole=True)

    def find(
        self,
        start: int,
        finishes: Sequence[int],
        tidy: bool = True,
        limits: Sequence[Limit] = (),
        *,
        nonnegative: bool = False,
        work: Work | None = None,
    ) -> BalanceSheet | None:
        """Find a balance sheet which proves that no game leads from a start to any finish.

        Return None if there is no sheet, or if none is found before the time limit.

        Parameters
        ----------
        start : int
            The code of the start.
        finishes : sequence of int
            The codes of the finishes, all of which the same weights and prices must exclude.
        tidy : bool, optional
            Whether to look for a sheet with smaller numbers than the first one, which takes more
            time.
        limits : sequence of Limit, optional
            Assumptions about how often some jumps are made.
        nonnegative : bool, optional
            Whether to exclude weights below 0. Then the proof also holds for finishes with
            additional pegs.
        """
        work = Work.of(work)
        if is_over(work):
            return None
        question = _Question(start, tuple(finishes), tuple(limits))
        size = len(self.board)
        below = range(size, 2 * size) if nonnegative else range(0)
        exact = self._exact.solve(question, below, work=work)
        if exact is None:
            return None
        scaled = (_scaled(exact, denominator) for denominator in _DENOMINATORS)
        sheet = next(filter(None, (self._sheet(question, demand) for demand in scaled)), None)
        left = work.seconds_left
        is_urgent = left is not None and left < _TIDYING
        if not tidy or (sheet is not None and sheet.largest <= _SMALL) or is_urgent:
            return sheet
        whole = self._whole.solve(question, [*self._unused(exact), *below], work=work)
        other = self._sheet(question, list(map(round, whole))) if whole else None
        sheets = [candidate for candidate in (other, sheet) if candidate is not None]
        return min(sheets, key=lambda candidate: candidate.largest, default=None)

    def _unused(self, values: list[float]) -> list[int]:
        """List the columns of demands that the integer program ignores, to keep it fast."""
        first = 2 * len(self.board)
        if len(self.demands) <= _MAX_DEMANDS:
            return []
        prices = range(first, first + len(self.demands))
        return [column for column in prices if values[column] < _NOTHING]

    def _sheet(self, question: _Question, numbers: list[int]) -> BalanceSheet | None:
        """Build the sheet with the given numbers. Return None if it proves nothing."""
        size = len(self.board)
        above, below = numbers[:size], numbers[size : 2 * size]
        weights = tuple(up - down for up, down in zip(above, below, strict=True))
        last = 2 * size + len(self.demands)
        priced = zip(self.demands, numbers[2 * size : last], strict=True)
        prices = tuple((demand, price) for demand, price in priced if price)
        try:
            count = ResourceCount(without(self.board, question.limits), weights)
            return BalanceSheet(question.start, question.finishes, count, prices, question.limits)
        except ResourceCountError:
            return None


def resource_finder(board: BoardLike) -> BalanceFinder:
    """Return the finder of resource counts for a board.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> board = english()
    >>> dead = board.position("..*/.../*.*..../......*/*.*..../.../...")
    >>> sheet = resource_finder(board).find(dead.code, [board.single("d4").code])
    >>> sheet.value, sheet.bound(sheet.finishes[0])
    (0, 1)
    """
    return _resource_finder(as_board(board))


@lru_cache(maxsize=32)
def _resource_finder(board: Board) -> BalanceFinder:
    return BalanceFinder(board)


def balance_finder(board: BoardLike) -> BalanceFinder:
    """Return the finder of balance sheets for a board, with all demands worth trying."""
    return _balance_finder(as_board(board))


@lru_cache(maxsize=32)
def _balance_finder(board: Board) -> BalanceFinder:
    return BalanceFinder(board, demands(board))


class _Question(NamedTuple):
    """A start, the finishes to exclude, and the assumptions."""

    start: int
    finishes: tuple[int, ...]
    limits: tuple[Limit, ...]


class _Program:
    """The linear or integer program of a board.

    Each weight has two columns, for its positive and its negative part, and each price has one
    column. Each jump has a row: the jump loses at least the sum of its prices. In proofs by cases,
    each jump also has a column for its lack: the amount by which its loss is smaller than the
    prices. A lack is allowed only if the jump has an upper limit. The rows of a question require
    that each finish costs more than is available. They are added to answer the question, and then
    removed.
    """

    def __init__(self, board: Board, demands: Sequence[Demand], cases: bool, whole: bool) -> None:
        self._board, self._demands = board, demands
        self._model = new_model(mip_max_nodes=_NODES)
        self._lock = Lock()
        self._top = _LARGEST if whole else inf
        first = 2 * len(board) + len(demands)
        self._lacks = {jump: first + i for i, jump in enumerate(board.jumps) if cases}
        for column in range(first):
            add_column(self._model, 1.0 if column < 2 * len(board) else _PRICE, self._top, whole)
        for _ in self._lacks:
            add_column(self._model, _LACK, 0.0, whole)
        self._spares = {jump: self._spare(jump) for jump in board.jumps}
        for spare in self._spares.values():
            add_row(self._model, 0, inf, spare)

    def _spare(self, jump: JumpMask) -> dict[int, int]:
        """Return the loss of a jump minus its prices plus its lack, as factors of columns."""
        size = len(self._board)
        row = self._weights({jump.start: 1, jump.over: 1, jump.end: -1})
        row |= {2 * size + i: -1 for i, demand in enumerate(self._demands) if demand.counts(jump)}
        return row | ({self._lacks[jump]: 1} if self._lacks else {})

    def _weights(self, factors: Mapping[int, int]) -> dict[int, int]:
        """Convert factors of the weights of holes to factors of columns, two for each weight."""
        size = len(self._board)
        return {**factors} | {size + i: -factor for i, factor in factors.items()}

    def solve(
        self, question: _Question, closed: Sequence[int] = (), *, work: Work
    ) -> list[float] | None:
        """Find the cheapest weights and prices that answer a question, or return None.

        Closed columns stay at zero.
        """
        model = self._model
        opened = [self._lacks[limit.jump] for limit in question.limits if limit.most is not None]
        with self._lock:
            try:
                for finish in question.finishes:
                    self._ask(question, finish)
                self._bound(closed, 0)
                self._bound(opened, inf)
                model.clearSolver()  # otherwise the answer would depend on earlier questions
                run(model, work=work)
                is_feasible = model.getInfo().primal_solution_status == _FEASIBLE
                return list(model.getSolution().col_value) if is_feasible else None
            finally:
                self._bound(closed, self._top)
                self._bound(opened, 0)
                for row in reversed(range(len(self._spares), model.getNumRow())):
                    model.deleteRows(1, [row])

    def _bound(self, columns: Sequence[int], most: float) -> None:
        for column in columns:
            self._model.changeColBounds(column, 0, most)

    def _ask(self, question: _Question, finish: int) -> None:
        """Add a row which requires that a finish costs more than is available."""
        start, size = question.start, len(self._board)
        differ = [i for i in range(size) if (start ^ finish) >> i & 1]
        row = Counter(self._weights({i: 1 if finish >> i & 1 else -1 for i in differ}))
        needed = {i: demand.needed(start, finish) for i, demand in enumerate(self._demands)}
        row.update({2 * size + i: count for i, count in needed.items() if count})
        for limit in question.limits:
            # With a spare of s and a lack of l, a jump loses least * (s + l) - most * l or more.
            for column, factor in self._spares[limit.jump].items():
                row[column] += limit.least * factor
            row[self._lacks[limit.jump]] -= limit.most or 0
        add_row(self._model, 1, inf, row)


def _scaled(values: list[float], denominator: int) -> list[int]:
    """Scale values to whole numbers in the same proportions, if the denominator is suitable."""
    # Most values are 0.
    fractions = [
        Fraction(value).limit_denominator(denominator) if value else 0 for value in values
    ]
    whole = lcm(*(fraction.denominator for fraction in fractions))
    numbers = [int(fraction * whole) for fraction in fractions]
    divisor = gcd(*numbers) or 1
    return [number // divisor for number in numbers]


# --
# Whole numbers of jumps: a test that is stronger than counting pegs and cheaper than a search.
#
# A game makes each jump a whole number of times, and the effects of its jumps on each hole add up
# to the difference between its start and its finish. If no balance sheet forbids a game, there are
# fractional numbers of jumps with this sum (the dual of that linear program). An integer program
# decides whether there are whole numbers. If there are none, there is no game. This test does not
# search positions, so it works on boards that are too large to search.


_SECONDS = 60.0


def whole_jumps_exist(
    board: BoardLike, start: int, finishes: Iterable[int], *, work: Work | None = None
) -> bool | None:
    """Return whether whole numbers of jumps add up to a game to a finish, ignoring their order.

    Parameters
    ----------
    board : Board, or what makes one
        The board, of any size.
    start : int
        The code of the start.
    finishes : iterable of int
        The codes of the finishes, which are tried one by one.
    work : Work, optional
        Limits on time and more, by default 60 seconds: see :class:`pegsolitaire.Work`.

    Returns
    -------
    bool or None
        False if there is no game, True if there may be a game, None if the time limit was reached.

    Notes
    -----
    The answer relies on HiGHS, which uses floating point.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> start = board.vacancy("a2").code
    >>> [whole_jumps_exist(board, start, [board.single(end).code]) for end in ("b2", "a3")]
    [True, False]
    """
    work = Work.of(work, seconds=_SECONDS)
    board = as_board(board)
    answer: bool | None = False
    for finish in finishes:
        if is_over(work):
            return None
        model = new_model()
        # No jump can be made more often than there are jumps.
        add_jumps(model, board, start, finish, most=start.bit_count())
        try:
            if solved(model, work=work) is not None:
                return True
        except UndecidedError:
            answer = None
    return answer


def add_jumps(
    model: highspy.Highs, board: Board, start: int, finish: int, most: float, whole: bool = True
) -> None:
    """Add a variable for how often each jump is made, and a condition for each hole."""
    for _ in board.jumps:
        add_column(model, 0.0, most, whole)
    rows: list[dict[int, float]] = [{} for _ in board.holes]
    for column, jump in enumerate(board.jumps):
        rows[jump.start][column] = rows[jump.over][column] = -1.0
        rows[jump.end][column] = 1.0
    for hole, row in enumerate(rows):
        change = (finish >> hole & 1) - (start >> hole & 1)
        add_row(model, change, change, row)
