"""Review games by finding the best possible ending after each jump.

The explorer provides the numbers of solutions and the fewest moves. A search
(:func:`~pegsolitaire.solving.best_end`) finds the fewest pegs that can still be left. This number
never falls during a game, so if it is the same at two positions, the positions between them need
no search.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from pegsolitaire.advice.guide import Guide
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError, ProblemError
from pegsolitaire.game import Jump, Position, Problem, Solution, moves_of
from pegsolitaire.results import BigInt, Result
from pegsolitaire.sets import PositionValues
from pegsolitaire.solving import best_end
from pegsolitaire.units import counted
from pegsolitaire.work import Work


@dataclass(frozen=True)
class ReviewStep(Result):
    """A position of a game with its values, which are None if unknown.

    Attributes
    ----------
    position : Position
    jump : Jump or None
        The jump that led to the position; None at the start.
    winning : bool or None
        Whether the game could still be won.
    solutions : int or None
        The number of solutions from the position.
    moves : int or None
        The fewest moves of a whole game that passes through the position, including the moves
        made.
    fewest_pegs : int or None
        The fewest pegs that could still be left.
    exact : bool
        Whether fewer pegs are known to be impossible. If not, ``fewest_pegs`` is the best result
        found.
    winners : tuple of Jump, or None
        The jumps from the position after which the game can still be won.
    """

    position: Position
    jump: Jump | None
    winning: bool | None
    solutions: BigInt | None
    moves: int | None
    fewest_pegs: int | None
    exact: bool
    winners: tuple[Jump, ...] | None

    json_fields = (
        "position",
        "jump",
        "pegs",
        "winning",
        "solutions",
        "moves",
        "fewest_pegs",
        "exact",
        "winners",
    )

    @property
    def pegs(self) -> int:
        """The number of pegs."""
        return len(self.position)

    def text(self) -> str:
        """Describe the best possible ending from this position."""
        left = "?" if self.solutions is None else f"{self.solutions:,}"
        pegs = "?" if self.fewest_pegs is None else counted(self.fewest_pegs, "peg")
        moves = "" if self.moves is None else f", {counted(self.moves, 'move')} in all"
        most = "" if self.exact or self.fewest_pegs is None else " or fewer"
        ways = "way" if self.solutions == 1 else "ways"
        return (
            f"{self.jump or 'start'!s:7}  {left} {ways} to win{moves}; can end with {pegs}{most}"
        )


@dataclass(frozen=True)
class Review(Result):
    """The review of a game.

    Attributes
    ----------
    problem : Problem
    steps : tuple of ReviewStep
        The start, and the position after each jump.
    """

    problem: Problem
    steps: tuple[ReviewStep, ...]

    json_fields = ("problem", "steps", "lost_by", "others", "jumps_left", "longer_by")

    def text(self) -> str:
        """Describe the best possible ending after each jump, and name the jumps that lost."""
        lines = [f"{number:3}  {step.text()}" for number, step in enumerate(self.steps)]
        if self.lost_by == 0:
            lines.append("it could not be won from the start")
        elif self.lost_by is not None:
            others = ", ".join(map(str, self.others))
            left = counted(self.jumps_left or 0, "jump")
            lines.append(
                f"jump {self.lost_by} ({self.steps[self.lost_by].jump}) lost it, {left} from a "
                f"solution: {others} would still have won"
            )
        if self.longer_by is not None:
            jump = self.steps[self.longer_by].jump
            lines.append(f"jump {self.longer_by} ({jump}) left the way with the fewest moves")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    @cached_property
    def lost_by(self) -> int | None:
        """The number of the losing jump: 0 if the start was lost, None if no jump lost."""
        return next((n for n, step in enumerate(self.steps) if step.winning is False), None)

    @property
    def others(self) -> tuple[Jump, ...]:
        """The jumps that would have won instead of the jump that lost the game."""
        return (self.steps[self.lost_by - 1].winners or ()) if self.lost_by else ()

    @property
    def jumps_left(self) -> int | None:
        """The number of jumps between the last position that could be won and a finish."""
        if not self.lost_by:
            return None
        return len(self.steps[self.lost_by - 1].position) - self.problem.finish_pegs

    @cached_property
    def longer_by(self) -> int | None:
        """The number of the first jump that increased the fewest possible moves of the game.

        It is None if no jump had this effect before the game was lost.
        """
        first = self.steps[0].moves
        for number, step in enumerate(self.steps):
            if first is None or step.moves is None:
                return None
            if step.moves > first:
                return number
        return None


def review(
    guide: Guide, game: Solution, known: PositionValues | None = None, *, work: Work | None = None
) -> Review:
    """Review a game by finding the best possible ending after each jump.

    Parameters
    ----------
    guide : Guide
        The guide that decides which positions win if no numbers are known.
    game : Solution
        The game from a start of the problem; it may be unfinished.
    known : PositionValues, optional
        The numbers of the problem.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If the game does not begin at a start of the problem.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.sets import WinningSets
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> wins = WinningSets.build(problem)
    >>> game = Solution.from_moves(triangle(5).vacancy("a1"), "a3-a1 c4-a2")
    >>> found = review(Guide(problem, wins=wins), game, PositionValues.build(wins))
    >>> [(step.solutions, step.fewest_pegs) for step in found.steps]
    [(6816, 1), (3408, 1), (0, 1)]
    >>> found.lost_by, [str(jump) for jump in found.others], found.jumps_left
    (2, ['c3-a3', 'c5-a3'], 12)
    """
    work = Work.of(work)
    problem = guide.problem
    if game.start.board != problem.board or game.start.code not in problem.starts:
        raise ProblemError(f"the game does not begin at the start of {problem}")
    if known is None:
        known = PositionValues.of_rest(problem, game.start, work=work)
    judged = [_judged(guide, known, position, work=work) for position in game.positions]
    wins = [winning for winning, _ in judged]
    fewest = _fewest_pegs(problem, game.positions, wins, work=work)
    steps = []
    for number, position in enumerate(game.positions):
        winning, winners = judged[number]
        pegs, exact = fewest[number]
        steps.append(
            ReviewStep(
                position=position,
                jump=game.jumps[number - 1] if number else None,
                winning=winning,
                solutions=None if known is None else known.solutions(position),
                moves=_moves(game, number, known),
                fewest_pegs=pegs,
                exact=exact,
                winners=winners,
            )
        )
    return Review(problem, tuple(steps))


def _judged(
    guide: Guide,
    known: PositionValues | None,
    position: Position,
    *,
    work: Work,
) -> tuple[bool | None, tuple[Jump, ...] | None]:
    """Return the verdict on a position (True if it can be won), and the winning jumps."""
    if known is not None:
        jumps = tuple(jump for jump in position.legal_jumps if position.play(jump) in known)
        return position in known, jumps
    verdicts = guide.verdicts(position, work=work)
    winning = guide.winning_by(position, verdicts)
    if None in verdicts.values():
        return winning, None
    return winning, tuple(jump for jump, wins in verdicts.items() if wins)


def _moves(game: Solution, number: int, known: PositionValues | None) -> int | None:
    """Return the moves made so far plus the fewest moves that are still needed.

    The last peg may continue its move.
    """
    if known is None:
        return None
    position, peg = game.positions[number], None
    if number:
        peg = position.board.bit(game.jumps[number - 1].end)
    left = known.moves(position, peg)
    return None if left is None else len(moves_of(game.jumps[:number])) + left


def _fewest_pegs(
    problem: Problem, positions: tuple[Position, ...], wins: list[bool | None], *, work: Work
) -> list[tuple[int | None, bool]]:
    """Find the fewest pegs that can be left from each position; also return True if it is exact.

    These numbers are found only if the goal is a single peg. The number is 1 for positions that
    can be won.
    """
    if problem.finish_pegs != 1 or not problem.board.fits_word:
        return [(None, False)] * len(positions)
    fewest: dict[int, tuple[int, bool]] = {}

    def search(number: int) -> None:
        """Find the best ending from a position, using endings from later positions as a bound."""
        later = [pegs for n, (pegs, _) in fewest.items() if n > number]
        pegs, exact = min(later, default=len(positions[-1])), False
        with suppress(BoardTooLargeError, BudgetSpentError):
            if not work.spent:
                best = best_end(positions[number], ruled_out=problem.finishes, work=work)
                pegs, exact = min(pegs, best.pegs), best.exact
        fewest[number] = pegs, exact

    def fill(first: int, last: int) -> None:
        """Search from two positions, and from those between as far as the results differ."""
        for number in (last, first):
            if number not in fewest:
                search(number)
        if fewest[first] == fewest[last]:
            fewest.update(dict.fromkeys(range(first, last), fewest[last]))
        elif last - first > 1:
            middle = (first + last) // 2
            fill(first, middle)
            fill(middle, last)

    if False in wins:
        fill(wins.index(False), len(positions) - 1)
    return [(1, True) if won else fewest.get(n, (None, False)) for n, won in enumerate(wins)]
