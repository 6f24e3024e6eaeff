"""Why a position is dead: the shortest convincing reason, for each finish.

First what theory has to say (:mod:`pegsolitaire.analysis.reasons`): the position class, a resource
count, the SAX count, a balance sheet. Where that says nothing of a finish, a search through every
position within reach, which may find a way instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pegsolitaire.analysis.reasons import Reason, names_of, reason_by_count, reasons_without_search
from pegsolitaire.analysis.solve import solve
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.theory import ResourceCount, feasible_finishes


@dataclass(frozen=True)
class Explanation:
    """Whether a position is dead, and why.

    Attributes
    ----------
    position : Position
    dead : bool or None
        None where the search for a way to some finish ended undecided.
    reasons : tuple of Reason
        For a dead position, at least one for every finish.
    solution : Solution or None
        For a position that is not dead, a way to a finish.
    open : tuple of int
        The codes of finishes of which it is not known whether they can be reached.
    """

    position: Position
    dead: bool | None
    reasons: tuple[Reason, ...] = ()
    solution: Solution | None = None
    open: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.solution is not None:
            return f"not dead: {self.solution}"
        head = "dead" if self.dead else "undecided"
        return "\n".join([head, *(reason.text for reason in self.reasons)])


def explain(
    position: Position,
    finishes: Position | Iterable[Position] | None = None,
    *,
    count: ResourceCount | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    progress: Progress = SILENT,
) -> Explanation:
    """Say why a position is dead, or show that it is not.

    Parameters
    ----------
    position : Position
        The position.
    finishes : Position or iterable of Position, optional
        Where the game was to end; one peg anywhere, when left out.
    count : ResourceCount, optional
        A count to try, and nothing else: where it forbids nothing, that is left open.
    seconds, nodes : optional
        A budget for the search, as for :func:`pegsolitaire.analysis.solve`.
    progress : Progress, optional
        Told of the search, where there has to be one.

    Raises
    ------
    ProblemError
        If a finish is of another board, or there is none, or the position is empty.
    BoardTooLargeError
        If it takes a search, and the board has more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import french, triangle
    >>> print(explain(french().vacancy("d4")))
    dead
    position class: no game from here can end with one peg, wherever it be
    >>> board = triangle(4)
    >>> print(explain(board.vacancy("a2"), [board.single("a3")]))  # doctest: +ELLIPSIS
    dead
    balance sheet: a game to a3 has to lose 3 of this count, and can lose 1 (...)
    """
    goals = _goals(position, (finishes,) if isinstance(finishes, Position) else finishes)
    if position.code in goals:
        return Explanation(position, False, solution=Solution(position, []))
    if count is not None:
        return _by_count(count, position, goals)
    reasons = reasons_without_search(position, goals)
    proven = {code for reason in reasons for code in reason.finishes}
    left = tuple(code for code in goals if code not in proven)
    if not left:
        return Explanation(position, True, reasons)
    searched: list[Reason] = []
    unknown: list[int] = []
    for pegs in sorted({code.bit_count() for code in left}):
        goal = tuple(code for code in left if code.bit_count() == pegs)
        problem = Problem(position.board, (position.code,), goal)
        answer = solve(problem, seconds=seconds, nodes=nodes, progress=progress)
        if answer.solution is not None:
            return Explanation(position, False, solution=answer.solution)
        if answer.solvable is None:
            unknown += goal
        else:
            searched.append(_by_search(problem, answer.searched))
    dead = None if unknown else True
    return Explanation(position, dead, (*reasons, *searched), open=tuple(unknown))


def _goals(position: Position, finishes: Iterable[Position] | None) -> tuple[int, ...]:
    """The codes of the finishes: of any single peg that the class allows, when left out."""
    if not len(position):
        raise ProblemError("the empty board is the end of no game: give a position with pegs")
    if finishes is None:
        holes = feasible_finishes(position) or range(len(position.board))
        return tuple(1 << i for i in holes)
    finishes = tuple(finishes)
    if any(finish.board != position.board for finish in finishes):
        raise ProblemError(f"a finish is not a position of {position.board.name}")
    if not finishes:
        raise ProblemError("an explanation needs a finish")
    return tuple(finish.code for finish in finishes)


def _by_count(count: ResourceCount, position: Position, goals: tuple[int, ...]) -> Explanation:
    reason = reason_by_count(count, position, goals)
    proven = reason.finishes if reason else ()
    left = tuple(code for code in goals if code not in proven)
    return Explanation(position, None if left else True, (reason,) if reason else (), open=left)


def _by_search(problem: Problem, searched: int) -> Reason:
    names = names_of(problem.board, problem.finishes)
    what = "no way to it" if len(problem.finishes) == 1 else "no way to any of them"
    count = f"{searched:,} position{'s' * (searched != 1)}"
    return Reason("search", problem.finishes, f"by search: {names}: {what}, looking at {count}")
