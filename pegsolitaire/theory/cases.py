"""Proofs by cases: how often a jump is made, and a balance sheet for each answer.

What no balance sheet forbids may still be out of reach, because jumps are made a whole number of
times. So suppose that a jump is never made, or else at least once; then each case may be forbidden
by a sheet of its own, or be split again. The fastest loss of the central game falls that way,
where no sheet alone does it.

The object is the proof: every sheet is checked when it is made, in integers, and the tree of
cases here, that it leaves nothing out. How it is found says :func:`find_cases`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor, inf

from pegsolitaire.board import Board, JumpMask
from pegsolitaire.errors import ResourceCountError
from pegsolitaire.game import Jump
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
    """Two cases: a jump is made fewer than a number of times, or at least so often.

    Parameters
    ----------
    jump : JumpMask
        The jump.
    times : int
        The number, 1 or more.
    fewer, more : BalanceSheet or Split
        What is to be said of each case.
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
        Codes.
    tree : BalanceSheet or Split
        The cases.

    Raises
    ------
    ResourceCountError
        If a sheet supposes what its case does not say, or is of another game.

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
                raise ResourceCountError("a sheet of these cases is of another game")
            capped = [limit.jump for limit in sheet.limits if limit.most is not None]
            if sheet.board != without(self.board, capped):
                raise ResourceCountError("a sheet of these cases is of another board")
        if not holds(self.tree, {}):
            raise ResourceCountError("a sheet supposes more than its case says")

    @property
    def cases(self) -> tuple[tuple[tuple[Limit, ...], BalanceSheet], ...]:
        """The assumption of each case, and the sheet that excludes it."""
        return tuple(_cases(self.tree, {}))

    @property
    def jumps(self) -> tuple[JumpMask, ...]:
        """The jumps that the cases ask about."""
        return tuple(dict.fromkeys(limit.jump for limits, _ in self.cases for limit in limits))

    def supposition(self, limit: Limit) -> str:
        """The assumption about a jump, in words."""
        return f"{Jump.of(self.board, limit.jump)} is {limit.words}"


def _narrowed(
    limits: Mapping[JumpMask, Limit], jump: JumpMask, times: int
) -> tuple[dict[JumpMask, Limit], dict[JumpMask, Limit]]:
    """What is supposed when a jump is made fewer than a number of times, and when as often."""
    before = limits.get(jump, Limit(jump))
    fewer, more = replace(before, most=times - 1), replace(before, least=times)
    return {**limits, jump: fewer}, {**limits, jump: more}


def holds(tree: BalanceSheet | Split, limits: Mapping[JumpMask, Limit]) -> bool:
    """Whether each sheet of a tree supposes no more than its case says, within some limits."""
    return all(
        _implies({one.jump: one for one in supposed}.get(limit.jump), limit)
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
    """Whether a sheet's limit holds in a case."""
    if supposed is None:
        return limit.least <= 0 and limit.most is None
    above = limit.most is None or (supposed.most is not None and supposed.most <= limit.most)
    return above and supposed.least >= limit.least


# --
# Finding proofs by cases, by branching on how often jumps are made.
#
# A linear program asks for numbers of jumps, fractions too, that lead from a start to a finish and
# meet every demand (:mod:`pegsolitaire.theory.balance`). Where there are none, a balance sheet
# forbids the game. Else a jump that is made half a time is one to split at: never, or at least
# once. Of these jumps the one is taken for which most of the two cases have no numbers. Whole
# numbers that come out end the search: no argument of this kind can forbid the game. Of all
# numbers those are taken that are worth most, at prices without a meaning, so that there is one
# answer only and the cases do not depend on the solver's release.
#
# The programs count in floating point and only guide the search; what comes out is checked in
# integers when the :class:`CaseProof` is made.


#: What is supposed, or a split: the jump, the number of times, and what becomes of both cases.
_Plan = dict[JumpMask, Limit] | tuple[JumpMask, int, "_Plan", "_Plan"]

_DEEPEST = 12  # splits one below the other: more could not be followed
_NEARLY = 1e-6
_PRICES = 19  # the seed of the prices; of 24 tried, the one with the fewest cases for a known loss


def find_cases(
    board: Board,
    start: int,
    finish: int,
    tidy: bool = True,
    *,
    work: Work | None = None,
) -> CaseProof | None:
    """A proof by cases that a start does not reach a finish, if one is found.

    Parameters
    ----------
    board : Board
        The board.
    start, finish : int
        Codes.
    tidy : bool, optional
        Whether to look for small weights, which takes longer.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> find_cases(board, board.vacancy("a1").code, board.single("a1").code) is None
    True
    """
    work = Work.of(work)
    return CaseSearch(board, start, finish, work=work).proof(tidy)


class CaseSearch:
    """A search for a proof by cases.

    Parameters
    ----------
    board : Board
        The board.
    start, finish : int
        Codes.
    work : Work, optional
        Its positions are linear programs.

    Attributes
    ----------
    numbers : tuple of int or None
        Whole numbers of jumps that lead to the finish and meet every demand, where the search came
        upon some: then there is no proof by cases.
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
        wanted = (one for one in demands(board) if one.needed(start, finish))
        self._demands: tuple[Demand, ...] = tuple(wanted)
        self._model = new_model()
        self._work = work
        self._columns = {jump: i for i, jump in enumerate(board.jumps)}
        self._limits: dict[JumpMask, Limit] = {}
        add_jumps(self._model, board, start, finish, inf, whole=False)
        for i, price in enumerate(np.random.default_rng(_PRICES).random(len(board.jumps))):
            self._model.changeColCost(i, -float(price))
        for one in self._demands:
            counted = {i: 1.0 for i, jump in enumerate(board.jumps) if one.counts(jump)}
            add_row(self._model, float(one.needed(start, finish)), inf, counted)

    def proof(self, tidy: bool = True) -> CaseProof | None:
        """The proof, or None where the search found none."""
        try:
            plan = self._plan({}, 0)
        except UndecidedError:
            return None
        tree = None if plan is None else self._with_sheets(plan, {}, tidy)
        return None if tree is None else CaseProof(self.board, self.start, self.finish, tree)

    # -- branching ------------------------------------------------------------------------------

    def _plan(self, limits: dict[JumpMask, Limit], depth: int) -> _Plan | None:
        """The cases that a case falls into, none of which has numbers; None: some may have."""
        found = self._solve(limits)
        if found is None:
            return limits
        broken = [i for i, number in enumerate(found) if abs(number - round(number)) > _NEARLY]
        if not broken:
            self._keep(found)
            return None
        split = self._best_split(limits, broken, found) if depth < _DEEPEST else None
        if split is None:
            return None
        fewer, more = _narrowed(limits, *split)
        first = self._plan(fewer, depth + 1)
        second = self._plan(more, depth + 1) if first is not None else None
        return None if first is None or second is None else (*split, first, second)

    def _keep(self, found: list[float]) -> None:
        """Keep whole numbers if they also satisfy the demands in integers."""
        numbers = tuple(map(round, found))
        if numbers_lead(self.board, numbers, self.start, self.finish):
            self.numbers = numbers

    def _best_split(
        self, limits: dict[JumpMask, Limit], broken: list[int], found: list[float]
    ) -> tuple[JumpMask, int] | None:
        """A jump and a limit to split a case, so that most of both parts have no numbers."""
        broken.sort(key=lambda i: round(abs(found[i] - floor(found[i]) - 0.5), 6))
        best, most = None, -1
        for i in broken:
            if self._work.spent:
                return None
            jump, times = self.board.jumps[i], floor(found[i]) + 1
            closed = sum(self._solve(one) is None for one in _narrowed(limits, jump, times))
            if closed > most:
                best, most = (jump, times), closed
            if closed == 2:
                break
        return best

    def _solve(self, limits: Mapping[JumpMask, Limit]) -> list[float] | None:
        """Numbers of jumps within limits; None if there are none."""
        self._work.spend(1)
        for jump in {*self._limits, *limits}:
            now = limits.get(jump, Limit(jump))
            if self._limits.get(jump) != now:
                most = inf if now.most is None else now.most
                self._model.changeColBounds(self._columns[jump], now.least, most)
        self._limits = dict(limits)
        return solved(self._model)

    # -- sheets ---------------------------------------------------------------------------------

    def _with_sheets(
        self, plan: _Plan, limits: dict[JumpMask, Limit], tidy: bool
    ) -> BalanceSheet | Split | None:
        """The tree with a sheet for each case; without splits that turn out not to be needed."""
        if isinstance(plan, dict):
            return self._sheet(plan, tidy)
        jump, times, below, above = plan
        fewer, more = _narrowed(limits, jump, times)
        first = self._with_sheets(below, fewer, tidy)
        if first is None or holds(first, limits):
            return first
        second = self._with_sheets(above, more, tidy)
        if second is None or holds(second, limits):
            return second
        return Split(jump, times, first, second)

    def _sheet(self, limits: dict[JumpMask, Limit], tidy: bool) -> BalanceSheet | None:
        sheet = self._finder.find(self.start, [self.finish], tidy, tuple(limits.values()))
        return sheet and self._with_fewer_limits(sheet)

    @cached_property
    def _finder(self) -> BalanceFinder:
        return BalanceFinder(self.board, self._demands, cases=True)

    def _with_fewer_limits(self, sheet: BalanceSheet) -> BalanceSheet:
        """The same sheet with only the assumptions that it uses."""
        used = tuple(one for one in sheet.limits if sheet.spare(one.jump) < 0 or sheet.due(one))
        capped = [limit.jump for limit in used if limit.most is not None]
        count = ResourceCount(without(self.board, capped), sheet.count.weights)
        return BalanceSheet(self.start, sheet.finishes, count, sheet.prices, used)


def numbers_lead(board: Board, numbers: Sequence[int], start: int, finish: int) -> bool:
    """Whether given numbers of each jump, in any order, lead from a start to a finish.

    They have to meet the demands of the board, too.

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
    made = [(jump, number) for jump, number in zip(board.jumps, numbers, strict=True) if number]
    return not any(change) and all(
        sum(number for jump, number in made if one.counts(jump)) >= one.needed(start, finish)
        for one in demands(board)
    )
