"""Proofs by cases: how often a jump is made, and a balance sheet for each answer.

What no balance sheet forbids may still be out of reach, because jumps are made a whole number of
times. So suppose that a jump is never made, or else at least once; then each case may be forbidden
by a sheet of its own, or be split again. The fastest loss of the central game falls that way,
where no sheet alone does it.

The object is the proof: every sheet is checked when it is made, in integers, and the tree of
cases here, that it leaves nothing out. How it is found is :mod:`pegsolitaire.theory.case_finder`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pegsolitaire.board import Board, JumpMask
from pegsolitaire.errors import ResourceCountError
from pegsolitaire.game import Jump
from pegsolitaire.theory.balance import BalanceSheet, Limit, without


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
    >>> from pegsolitaire.theory.case_finder import find_cases
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
        """What is supposed in each case, and the sheet that forbids it."""
        return tuple(_cases(self.tree, {}))

    @property
    def jumps(self) -> tuple[JumpMask, ...]:
        """The jumps that the cases ask about."""
        return tuple(dict.fromkeys(limit.jump for limits, _ in self.cases for limit in limits))

    def supposition(self, limit: Limit) -> str:
        """What is supposed of a jump, in words."""
        return f"{Jump.of(self.board, limit.jump)} is {limit.words}"


def narrowed(
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
    fewer, more = narrowed(limits, tree.jump, tree.times)
    yield from _cases(tree.fewer, fewer)
    yield from _cases(tree.more, more)


def _implies(supposed: Limit | None, limit: Limit) -> bool:
    """Whether a sheet's limit holds in a case."""
    if supposed is None:
        return limit.least <= 0 and limit.most is None
    above = limit.most is None or (supposed.most is not None and supposed.most <= limit.most)
    return above and supposed.least >= limit.least
