"""Proofs by cases: distinguish how often a jump is made, and give a balance sheet for each case.

Even if no balance sheet forbids a game, the game may be impossible because each jump is made a
whole number of times. So distinguish two cases for some jump: it is never made, or it is made at
least once. A case may be forbidden by its own sheet, or be split again. The fastest loss of the
central game is proven in this way; no single sheet proves it.

Every :class:`CaseProof` is a valid proof: each sheet is checked in integer arithmetic when it is
created, and the tree of cases is checked for completeness. :func:`find_cases` finds such proofs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor, inf

from pegsolitaire.board import Board, JumpMask
from pegsolitaire.board.board import BoardLike, as_board
from pegsolitaire.errors import ResourceCountError
from pegsolitaire.theory.balance import BalanceSheet, Demand, Limit, demands, without
from pegsolitaire.theory.linear_programs import (
    BalanceFinder,
    UndecidedError,
    add_jumps,
    add_row,
    new_model,
    solved,
)
from pegsolitaire.theory.resource_counts import ResourceCount
from pegsolitaire.work import Work


@dataclass(frozen=True)
class Split:
    """Two cases: a jump is made fewer times than a given number, or at least that many times.

    Parameters
    ----------
    jump : JumpMask
        The jump.
    times : int
        The number of times, 1 or more.
    fewer, more : BalanceSheet or Split
        The proof of each case.
    """

    jump: JumpMask
    times: int
    fewer: BalanceSheet | Split
    more: BalanceSheet | Split


@dataclass(frozen=True)
class CaseProof:
    """A proof by cases that no game leads from a start to a finish.

    Parameters
    ----------
    board : Board
        The board.
    start, finish : int
        The codes of the start and the finish.
    tree : BalanceSheet or Split
        The cases.

    Raises
    ------
    ResourceCountError
        If a sheet assumes more than its case allows, or belongs to another game.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> from pegsolitaire.game import Game
    >>> from pegsolitaire.theory.cases import find_cases
    >>> board = english()
    >>> game = Game(board.vacancy("d4"))
    >>> for jump in ("d2-d4", "d5-d3", "b4-d4", "d3-d5"):
    ...     game.push(jump)
    >>> proof = find_cases(board, game.position.code, board.single("d4").code)
    >>> len(proof.cases) > 1, all(sheet.limits for _, sheet in proof.cases)
    (True, True)
    """

    board: Board
    start: int
    finish: int
    tree: BalanceSheet | Split

    def __post_init__(self) -> None:
        for _, sheet in self.cases:
            if (sheet.start, sheet.finishes) != (self.start, (self.finish,)):
                raise ResourceCountError("a sheet in this proof belongs to another game")
            if sheet.board != without(self.board, sheet.limits):
                raise ResourceCountError("a sheet in this proof belongs to another board")
        if not holds(self.tree, {}):
            raise ResourceCountError("a sheet assumes more than its case allows")

    @property
    def cases(self) -> tuple[tuple[tuple[Limit, ...], BalanceSheet], ...]:
        """The assumptions of each case, and the sheet that rules out the case."""
        return tuple(_cases(self.tree, {}))

    @property
    def jumps(self) -> tuple[JumpMask, ...]:
        """The jumps that distinguish the cases."""
        return tuple(dict.fromkeys(limit.jump for limits, _ in self.cases for limit in limits))


def _narrowed(
    limits: Mapping[JumpMask, Limit], jump: JumpMask, times: int
) -> tuple[dict[JumpMask, Limit], dict[JumpMask, Limit]]:
    """Return the assumptions of both cases: fewer jumps than the number, or at least as many."""
    before = limits.get(jump, Limit(jump))
    fewer, more = replace(before, most=times - 1), replace(before, least=times)
    return {**limits, jump: fewer}, {**limits, jump: more}


def holds(tree: BalanceSheet | Split, limits: Mapping[JumpMask, Limit]) -> bool:
    """Check that each sheet of a tree assumes only the given limits and those of its case."""
    return all(
        _implies(
            {limit_supposed.jump: limit_supposed for limit_supposed in supposed}.get(limit.jump),
            limit,
        )
        for supposed, sheet in _cases(tree, limits)
        for limit in sheet.limits
    )


def _cases(
    tree: BalanceSheet | Split, limits: Mapping[JumpMask, Limit]
) -> Iterator[tuple[tuple[Limit, ...], BalanceSheet]]:
    if isinstance(tree, BalanceSheet):
        yield tuple(limits.values()), tree
        return
    fewer, more = _narrowed(limits, tree.jump, tree.times)
    yield from _cases(tree.fewer, fewer)
    yield from _cases(tree.more, more)


def _implies(supposed: Limit | None, limit: Limit) -> bool:
    """Return whether a sheet's limit follows from the limit of the case."""
    if supposed is None:
        return limit.least <= 0 and limit.most is None
    above = limit.most is None or (supposed.most is not None and supposed.most <= limit.most)
    return above and supposed.least >= limit.least


# --
# Finding proofs by cases, by branching on how often jumps are made.
#
# A linear program looks for numbers of jumps, possibly fractions, that lead from a start to a
# finish and meet every demand (:mod:`pegsolitaire.theory.balance`). If there are no such numbers,
# a balance sheet forbids the game. Otherwise the search splits at a jump whose number is a
# fraction, such as one half: the jump is made never, or at least once. The search prefers a jump
# for which both cases, or at least one case, have no solution. If all numbers are whole, the
# search ends, because no argument of this kind can forbid the game. The objective of the program
# uses arbitrary prices, so its solution is unique and the cases do not depend on the solver's
# release.
#
# The programs use floating point and only guide the search. The result is checked in integer
# arithmetic when the :class:`CaseProof` is created.


#: The assumptions of a case, or a split: the jump, the number of times, and the plans of both
#: cases.
_Plan = dict[JumpMask, Limit] | tuple[JumpMask, int, "_Plan", "_Plan"]

_DEEPEST = 12  # nested splits; deeper proofs would be too hard to follow
_NEARLY = 1e-6
_PRICES = 19  # the seed of the prices: out of 24 seeds, it needs the fewest cases for a known loss


def find_cases(
    board: BoardLike, start: int, finish: int, *, work: Work | None = None
) -> CaseProof | None:
    """Find a proof by cases that a finish cannot be reached. Return None if none is found.

    Parameters
    ----------
    board : Board, or what makes one
        The board.
    start, finish : int
        The codes of the start and the finish.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> find_cases(board, board.vacancy("a1").code, board.single("a1").code) is None
    True
    """
    work = Work.of(work)
    board = as_board(board)
    return CaseSearch(board, start, finish, work=work).proof()


class CaseSearch:
    """A search for a proof by cases.

    Parameters
    ----------
    board : Board
        The board.
    start, finish : int
        The codes of the start and the finish.
    work : Work, optional
        The budget; here each linear program counts as a position.

    Attributes
    ----------
    numbers : tuple of int or None
        How often each jump is made, in whole numbers that lead to the finish and meet every
        demand, if the search found such numbers. Then there is no proof by cases.
    """

    def __init__(
        self,
        board: Board,
        start: int,
        finish: int,
        *,
        work: Work | None = None,
    ) -> None:
        work = Work.of(work)
        import numpy as np

        self.board, self.start, self.finish = board, start, finish
        self.numbers: tuple[int, ...] | None = None
        wanted = (demand for demand in demands(board) if demand.needed(start, finish))
        self._demands: tuple[Demand, ...] = tuple(wanted)
        self._model = new_model()
        self._work = work
        self._columns = {jump: i for i, jump in enumerate(board.jumps)}
        self._limits: dict[JumpMask, Limit] = {}
        add_jumps(self._model, board, start, finish, inf, whole=False)
        for i, price in enumerate(np.random.default_rng(_PRICES).random(len(board.jumps))):
            self._model.changeColCost(i, -float(price))
        for demand in self._demands:
            counted = {i: 1.0 for i, jump in enumerate(board.jumps) if demand.counts(jump)}
            add_row(self._model, float(demand.needed(start, finish)), inf, counted)

    def proof(self) -> CaseProof | None:
        """Return the proof, or None if the search finds none."""
        try:
            plan = self._plan({}, 0)
        except UndecidedError:
            return None
        tree = None if plan is None else self._with_sheets(plan, {})
        return None if tree is None else CaseProof(self.board, self.start, self.finish, tree)

    # -- branching ------------------------------------------------------------------------------

    def _plan(self, limits: dict[JumpMask, Limit], depth: int) -> _Plan | None:
        """Split a case into cases without solutions. Return None if a case may have a solution."""
        plan = self._solve(limits)
        if plan is None:
            return limits
        broken = [i for i, number in enumerate(plan) if abs(number - round(number)) > _NEARLY]
        if not broken:
            numbers = tuple(map(round, plan))
            if numbers_lead(self.board, numbers, self.start, self.finish):
                self.numbers = numbers
            return None
        split = self._best_split(limits, broken, plan) if depth < _DEEPEST else None
        if split is None:
            return None
        fewer, more = _narrowed(limits, *split)
        first = self._plan(fewer, depth + 1)
        second = self._plan(more, depth + 1) if first is not None else None
        return None if first is None or second is None else (*split, first, second)

    def _best_split(
        self, limits: dict[JumpMask, Limit], broken: list[int], found: list[float]
    ) -> tuple[JumpMask, int] | None:
        """Choose a jump and a number that split a case into parts, few of which have solutions."""
        broken.sort(key=lambda i: round(abs(found[i] - floor(found[i]) - 0.5), 6))
        best, most = None, -1
        for i in broken:
            if self._work.spent:
                return None
            jump, times = self.board.jumps[i], floor(found[i]) + 1
            closed = sum(
                self._solve(narrowed) is None for narrowed in _narrowed(limits, jump, times)
            )
            if closed > most:
                best, most = (jump, times), closed
            if closed == 2:
                break
        return best

    def _solve(self, limits: Mapping[JumpMask, Limit]) -> list[float] | None:
        """Find out how often jumps can be made within limits. Return None if no numbers fit."""
        self._work.spend(1)
        for jump in {*self._limits, *limits}:
            now = limits.get(jump, Limit(jump))
            if self._limits.get(jump) != now:
                most = inf if now.most is None else now.most
                self._model.changeColBounds(self._columns[jump], now.least, most)
        self._limits = dict(limits)
        return solved(self._model, work=self._work)

    # -- sheets ---------------------------------------------------------------------------------

    def _with_sheets(
        self, plan: _Plan, limits: dict[JumpMask, Limit]
    ) -> BalanceSheet | Split | None:
        """Build the tree with a sheet for each case, without unnecessary splits."""
        if isinstance(plan, dict):
            return self._sheet(plan)
        jump, times, below, above = plan
        fewer, more = _narrowed(limits, jump, times)
        first = self._with_sheets(below, fewer)
        if first is None or holds(first, limits):
            return first
        second = self._with_sheets(above, more)
        if second is None or holds(second, limits):
            return second
        return Split(jump, times, first, second)

    def _sheet(self, limits: dict[JumpMask, Limit]) -> BalanceSheet | None:
        supposed = tuple(limits.values())
        sheet = self._finder.find(self.start, [self.finish], limits=supposed, work=self._work)
        return sheet and self._with_fewer_limits(sheet)

    @cached_property
    def _finder(self) -> BalanceFinder:
        return BalanceFinder(self.board, self._demands, cases=True)

    def _with_fewer_limits(self, sheet: BalanceSheet) -> BalanceSheet:
        """Return a sheet without the assumptions that it does not need."""
        used = tuple(
            limit for limit in sheet.limits if sheet.spare(limit.jump) < 0 or sheet.due(limit)
        )
        count = ResourceCount(without(self.board, used), sheet.count.weights)
        return BalanceSheet(self.start, sheet.finishes, count, sheet.prices, used)


def numbers_lead(board: Board, numbers: Sequence[int], start: int, finish: int) -> bool:
    """Return whether making each jump a given number of times leads from start to finish.

    The order of the jumps is ignored. ``numbers`` has a number for each jump of the board, and
    these numbers must also meet all demands.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(3)
    >>> first = board.jumps[0]
    >>> numbers_lead(board, [1, 0, 0, 0, 0, 0], first.pegs, first.mask ^ first.pegs)
    True
    """
    change = [(finish >> i & 1) - (start >> i & 1) for i in range(len(board))]
    for jump, number in zip(board.jumps, numbers, strict=True):
        change[jump.start] += number
        change[jump.over] += number
        change[jump.end] -= number
    counted_jumps = [
        (jump, number) for jump, number in zip(board.jumps, numbers, strict=True) if number
    ]
    return not any(change) and all(
        sum(number for jump, number in counted_jumps if demand.counts(jump))
        >= demand.needed(start, finish)
        for demand in demands(board)
    )
