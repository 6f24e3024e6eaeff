"""Explain why a position is dead, with the shortest convincing reason for each finish.

The first step is to look for a known solution that passes through the position, and to run a quick
search. If the search tries all games after only a few positions, it is the reason. Otherwise, all
proofs of :mod:`pegsolitaire.theory.unreachable` are tried. For finishes that no proof rules out,
all reachable positions are searched, which may show that the position is not dead after all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import inf

from pegsolitaire.board import Board
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import (
    FinishLike,
    Outcome,
    Position,
    PositionLike,
    Problem,
    Solution,
    StartLike,
    position_and_finishes,
)
from pegsolitaire.reasons.claims import Claim, claim_of
from pegsolitaire.reasons.telling import Telling, tell
from pegsolitaire.results import Result
from pegsolitaire.solving import Answer, Basis, Undecided, solve
from pegsolitaire.solving.answers import known_solution
from pegsolitaire.solving.search import quick_search
from pegsolitaire.solving.shortest_solutions import is_built_in
from pegsolitaire.theory import (
    Reason,
    ReasonRow,
    ResourceCount,
    class_of,
    reason_by_count,
    reasons_without_search,
)
from pegsolitaire.theory.unreachable import by_class, reason_by_search, unproven
from pegsolitaire.units import counted
from pegsolitaire.work import Work

_MAX_HOLES = 10_000  # the most holes of a board
_QUICK = 200_000  # positions in the first, quick search: a few hundredths of a second
# Up to this many positions, trying by hand is easier than adding up weights.
_MAX_POSITIONS_BY_HAND = 3
LIGHT = 70_000  # holes squared times finishes: theory takes a few seconds up to here
_HEAVY = 2_000_000  # holes squared times finishes: linear programs take about a minute up to here


@dataclass(frozen=True)
class Explanation(Result):
    """Whether a position is dead, and why.

    Attributes
    ----------
    position : Position
        The position.
    dead : bool or None
        Whether the position is dead; None if a finish remains undecided.
    reasons : tuple of Reason
        For a dead position, at least one reason for every finish.
    solution : Solution or None
        For a position that is not dead, a solution from it.
    open : tuple of int
        The codes of the finishes for which the question is undecided.
    basis : str
        ``"stored"`` if the answer was looked up in a built-in table, else ``"computed"``.
    claim : Claim or None
        For a dead position, a short sentence that explains why; None if none is found.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> print(explain(english().vacancy("d4"), english().single("d3")))
    dead
    Ringed holes always hold an even number of pegs; d3 needs one.
    The number of pegs on the ringed holes stays even, whatever you do, and it has to be odd for \
one peg in d3.
    There are 14 pegs on the ringed holes, an even number. Every jump changes two of these holes \
or none, and one peg in d3 needs an odd number.
    """

    position: Position
    dead: bool | None
    reasons: tuple[Reason, ...] = ()
    solution: Solution | None = None
    open: tuple[int, ...] = ()
    basis: Basis = field(default="computed", kw_only=True)
    claim: Claim | None = field(default=None, kw_only=True)

    json_fields = ("board", "position", "dead", "basis", "claim", "rows", "told", "solution")

    @property
    def board(self) -> Board:
        """The board."""
        return self.position.board

    @property
    def rows(self) -> list[ReasonRow]:
        """The reasons, one for each finish."""
        return [row for reason in self.reasons for row in reason.rows(self.position)]

    @cached_property
    def told(self) -> tuple[Telling, ...]:
        """The reasons in words that players understand, each with numbers and a proof."""
        return tell(self.position, self.reasons)

    def text(self, *, proof: bool = False) -> str:
        """State whether the position is dead, with the claim and the numbers for every reason.

        Parameters
        ----------
        proof : bool, optional
            Whether to add the whole proof.
        """
        if self.solution is not None:
            return f"not dead: {self.solution}"
        head = "dead" if self.dead else "undecided"
        lines = [head, "" if self.claim is None else self.claim.sentence]
        for telling in self.told:
            lines += [line for line in telling.text().splitlines() if line not in lines]
            if proof:
                lines += [line for part in telling.proof for line in (part.title, *part.lines)]
        return "\n".join(filter(None, lines))

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(self) -> str:
        """Draw the solution, or the claim or the first reason with its sentence, as SVG."""
        from pegsolitaire.draw import position_svg, solution_svg

        if self.solution is not None:
            return solution_svg(self.solution)
        board, code = self.position.board, self.position.code
        if self.claim is not None:
            return self.claim.svg()
        if self.told:
            return self.told[0].svg()
        return position_svg(board, code, title=str(self))


def explain(
    position: PositionLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    count: ResourceCount | None = None,
    work: Work | None = None,
) -> Explanation:
    """Explain why a position is dead, or show that it is not.

    Parameters
    ----------
    position, start : Position, or what makes one
        The position: see :class:`~pegsolitaire.game.Position`.
    finish : hole, Position, or several of them, optional
        Where the game should end. The default is the same as for :func:`~pegsolitaire.solve`: one
        peg in the hole that was vacant at the start if the position class allows it, otherwise one
        peg in any hole.
    count : ResourceCount, optional
        The only proof to try: a resource count. Finishes that it does not exclude remain
        undecided.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If a finish belongs to another board, there is no finish, or the position is empty.
    BoardTooLargeError
        If the board has more than 10,000 holes, or more than 128 and a search is needed, or
        hundreds of holes and there are many finishes.

    Examples
    --------
    >>> from pegsolitaire.board import french, triangle
    >>> [reason.text for reason in explain(french().vacancy("d4")).reasons]
    ['position class: no game from here can end with one peg, in any hole']
    >>> board = triangle(4)
    >>> print(explain(board.vacancy("a2"), [board.single("a3")]))
    dead
    A peg in a3 is never alone: some ringed hole has one.
    The ringed peg makes a sum that can only fall, and the way to one peg in a3 uses up more than \
there is.
    Add up the numbers under the pegs: 1. No jump can make this sum larger. One peg in a3 counts \
0, and the jumps on the way lose at least 3, so 3 are needed.
    """
    work = Work.of(work)
    position, goals = position_and_finishes(position, start, finish)
    explanation = _explained(position, goals, count, work=work)
    if not explanation.dead or count is not None:
        return explanation
    claim = claim_of(position, goals, lambda: explanation.reasons, work=work)
    return replace(explanation, claim=claim)


def _explained(
    position: Position, goals: tuple[int, ...], count: ResourceCount | None, *, work: Work
) -> Explanation:
    """Explain a position without a claim."""
    if len(position.board) > _MAX_HOLES:
        raise BoardTooLargeError(
            f"{position.board.name} has {len(position.board):,} holes: explanations need a board "
            f"of up to {_MAX_HOLES:,}"
        )
    if not goals:
        raise ProblemError("an explanation needs a finish: give at least one")
    if position.code in goals:
        return Explanation(position, False, solution=Solution(position, []))
    if count is not None:
        reason = reason_by_count(count, position, goals)
        reasons: tuple[Reason, ...] = (reason,) if reason else ()
        left = unproven(goals, reasons)
        return Explanation(position, None if left else True, reasons, open=left)
    ends = tuple(code for code in goals if code.bit_count() == 1)
    if ends:
        goal = Problem.of_codes(position.board, (position.code,), ends)
        if (known := known_solution(goal)) is not None:
            basis: Basis = "stored" if is_built_in(goal, known) else "computed"
            return Explanation(position, False, solution=known, basis=basis)
    reasons = tuple(by_class(position, goals, work=work))
    left = unproven(goals, reasons)
    if not left:
        return Explanation(position, True, reasons)
    quick = Explanation(position, None)
    if all(code.bit_count() <= len(position) for code in left):
        quick = _by_search(position, left, partial(_quickly, limits=work))
    if quick.solution is not None:
        return quick
    is_heavy = len(position.board) ** 2 * len(left) > LIGHT
    if quick.dead and (is_heavy or not position.legal_jumps):
        return replace(quick, reasons=_shortest_first(reasons + quick.reasons))
    _check_light(position, left)
    seconds = work.seconds_left
    half = work.part(seconds=None if seconds is None else seconds / 2)  # the rest is for a search
    reasons += reasons_without_search(position, left, slow=not work.spent, work=half)
    if quick.dead and sum(map(_length, quick.reasons)) <= _MAX_POSITIONS_BY_HAND:
        reasons += quick.reasons
    left = unproven(left, reasons)
    if left and quick.dead:
        searched = sum(reason.searched or 0 for reason in quick.reasons)
        reasons += (reason_by_search(position, left, searched),)
        left = ()
    if not left:
        return Explanation(position, True, _shortest_first(reasons))
    solving = partial(solve, work=work)
    answer = _by_search(position, left, solving)
    if answer.solution is not None:
        return answer
    return replace(answer, reasons=_shortest_first(reasons + answer.reasons))


def _shortest_first(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Sort reasons by the amount of work that it takes to check them by hand."""
    return tuple(sorted(reasons, key=_length))


def _length(reason: Reason) -> float:
    """Return the number of steps that a reader has to check.

    A step is one position that a search visits, or one number of a resource count.
    """
    if reason.kind == "search":
        return inf if reason.searched is None else reason.searched
    sheets = [sheet for _, sheet in reason.cases.cases] if reason.cases else [reason.sheet]
    weights = (sheet.count.weights for sheet in sheets if sheet is not None)
    prices = sum(len(sheet.prices) for sheet in sheets if sheet is not None)
    return prices + sum(weight != 0 for each in weights for weight in each)


def _quickly(problem: Problem, limits: Work) -> Answer:
    """Run a short depth-first search."""
    if not problem.board.is_searched or limits.spent:
        return Undecided("")
    return quick_search(problem, _QUICK, work=limits)


def _by_search(
    position: Position, finishes: tuple[int, ...], solving: Callable[[Problem], Answer]
) -> Explanation:
    """Search for a solution. All finishes with the same number of pegs share one search."""
    reasons: tuple[Reason, ...] = ()
    unknown: tuple[int, ...] = ()
    basis: Basis = "computed"
    for pegs in sorted({code.bit_count() for code in finishes}):
        goal = tuple(code for code in finishes if code.bit_count() == pegs)
        answer = solving(Problem.of_codes(position.board, (position.code,), goal))
        if answer.solution is not None:
            return Explanation(position, False, solution=answer.solution, basis=answer.basis)
        if answer.outcome is Outcome.UNDECIDED:
            unknown += goal
        else:
            reasons += (reason_by_search(position, goal, answer.searched or None),)
            basis = answer.basis
    return Explanation(position, None if unknown else True, reasons, open=unknown, basis=basis)


def _check_light(position: Position, goals: tuple[int, ...]) -> None:
    """Raise an error if the board is too large for both a search and the proofs.

    Finishes that the position class rules out are ignored, because they need no other proof.
    """
    board = position.board
    if board.fits_word:
        return
    wanted = class_of(board, position.code)
    inside = sum(class_of(board, code) == wanted for code in goals)
    if len(board) ** 2 * inside > _HEAVY:
        raise BoardTooLargeError(
            f"{board.name} has {len(board):,} holes: too many to look for what forbids "
            f"{counted(inside, 'finish')}; name one finish, or choose a smaller board"
        )
