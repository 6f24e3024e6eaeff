"""Explore: for every jump from a position, the number of solutions after it and their share.

The fewest moves and the chance of a random player are listed too. If the values of all positions
of the game are stored (:class:`~pegsolitaire.sets.PositionValues`), the numbers are read there. If
they are not, but the rest of the game is short, they are computed for the rest of the game. Jumps
that a symmetry of the position maps to each other have the same numbers and share a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import ClassVar

from pegsolitaire.advice.guide import Guide
from pegsolitaire.board import apply_permutation
from pegsolitaire.game import Jump, Position, PositionLike, Problem, as_position
from pegsolitaire.results import BigInt, Result
from pegsolitaire.sets.values import PositionValues
from pegsolitaire.theory import rounded
from pegsolitaire.units import counted
from pegsolitaire.work import Work


@dataclass(frozen=True)
class ExploredJump(Result):
    """A jump and its consequences, in which unknown numbers are None.

    Attributes
    ----------
    jump : Jump
        The jump.
    twins : tuple of Jump
        Other jumps that are images of this jump under a symmetry of the position; they have the
        same numbers.
    winning : bool or None
        Whether the game can be won after the jump.
    solutions : int or None
        The number of solutions after the jump.
    share : float or None
        The share of the solutions from the position that begin with this jump or a twin.
    moves : int or None
        The fewest moves of a solution that begins with this jump, including the move of the jump;
        None if no solution begins with it.
    rest : int or None
        The fewest moves from the position after the jump.
    chance : float or None
        The probability that random play wins after the jump.
    """

    jump: Jump
    twins: tuple[Jump, ...]
    winning: bool | None
    solutions: BigInt | None
    share: float | None
    moves: int | None
    rest: int | None
    chance: float | None

    @property
    def cells(self) -> list[str]:
        """The row of this jump in a table, as text."""
        name = ", ".join(map(str, (self.jump, *self.twins)))
        if not self.winning or self.solutions is None:
            verdict = {True: "wins", False: "dead", None: "not known"}[self.winning]
            return [name, verdict, "", "", "", ""]
        return [
            name,
            "wins",
            f"{self.solutions:,}{' each' if self.twins else ''}",
            f"{self.share:.1%}{' together' if self.twins else ''}",
            counted(self.moves or 0, "move"),
            _odds(self.chance),
        ]


@dataclass(frozen=True)
class Exploration(Result):
    """The numbers for a position and for each legal jump.

    Attributes
    ----------
    position : Position
        The position.
    winning : bool or None
        Whether the game can be won from the position; None if unknown.
    solutions, moves, chance : optional
        The number of solutions, the fewest moves, and the probability that random play wins; None
        if unknown. The fewest moves are also None if the position cannot be won.
    jumps : tuple of ExploredJump
        The legal jumps, best first.
    """

    position: Position
    winning: bool | None
    solutions: BigInt | None
    moves: int | None
    chance: float | None
    jumps: tuple[ExploredJump, ...]

    json_fields: ClassVar[tuple[str, ...]] = (
        "position",
        "pegs",
        "winning",
        "solutions",
        "moves",
        "chance",
        "jumps",
    )

    @property
    def pegs(self) -> int:
        """The number of pegs."""
        return len(self.position)

    def text(self) -> str:
        """Return one line for each jump, with the numbers if they are known."""
        rows = [row.cells for row in self.jumps]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        if self.solutions:
            lines += [
                "each with: ways to win after it, their share of all, fewest moves, random play",
                f"from here: {counted(self.solutions, 'way')} to win, fewest moves {self.moves}, "
                f"a random player wins {_odds(self.chance)}",
            ]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()


def _odds(chance: float | None) -> str:
    """Format a probability as "1 in N", or as a percentage if it is at least one half."""
    if not chance:
        return "never"
    return f"1 in {rounded(round(1 / chance))}" if chance < 0.5 else f"{chance:.0%}"


def explore(
    guide: Guide,
    position: PositionLike,
    known: PositionValues | None = None,
    *,
    work: Work | None = None,
) -> Exploration:
    """Explore the consequences of each jump from a position.

    Parameters
    ----------
    guide : Guide
        The guide that decides which jumps win if no numbers are known.
    position : Position, or what makes one
        The position.
    known : PositionValues, optional
        The values of the game's positions. By default they are computed for the rest of the game,
        if the rest is short.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    ProblemError
        If the values belong to another board.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> from pegsolitaire.sets import WinningSets
    >>> guide = Guide(problem, wins=WinningSets.build(problem))
    >>> found = explore(guide, triangle(5).vacancy("a1"), PositionValues.build(guide.wins))
    >>> [(str(row.jump), [str(twin) for twin in row.twins]) for row in found.jumps]
    [('a3-a1', ['c3-a1'])]
    >>> [(row.solutions, row.share, row.moves) for row in found.jumps]
    [(3408, 1.0, 10)]
    """
    work = Work.of(work)
    position = as_position(position)
    if known is None:
        known = PositionValues.of_rest(guide.problem, position, work=work)
    if known is None:
        return _without_numbers(guide, position, work=work)
    total = known.solutions(position)
    rows = [_row(known, position, twins, total) for twins in _twins(guide.problem, position)]
    return Exploration(
        position,
        position in known,
        total,
        known.moves(position),
        known.chance(position),
        tuple(sorted(rows, key=_rank)),
    )


def _without_numbers(guide: Guide, position: Position, *, work: Work) -> Exploration:
    verdicts = guide.verdicts(position, work=work)
    rows = [
        ExploredJump(first, tuple(others), verdicts[first], None, None, None, None, None)
        for first, *others in _twins(guide.problem, position)
    ]
    winning = guide.winning_by(position, verdicts)
    return Exploration(position, winning, None, None, None, tuple(sorted(rows, key=_rank)))


def _row(known: PositionValues, position: Position, twins: list[Jump], total: int) -> ExploredJump:
    first, *others = twins
    after = position.play(first)
    going = known.moves(after, position.board.bit(first.end))
    solutions = known.solutions(after)
    return ExploredJump(
        jump=first,
        twins=tuple(others),
        winning=after in known,
        solutions=solutions,
        share=len(twins) * solutions / total if total else 0.0,
        moves=None if going is None else going + 1,
        rest=known.moves(after),
        chance=known.chance(after),
    )


def _twins(problem: Problem, position: Position) -> Iterator[list[Jump]]:
    """Yield the legal jumps in groups of jumps that are images of one another."""
    board = position.board
    keeping = [
        symmetry.image
        for symmetry in problem.finish_group
        if apply_permutation(symmetry.image, position.code) == position.code
    ]
    seen: set[Jump] = set()
    for jump in position.legal_jumps:
        if jump in seen:
            continue
        start, end = board.bit(jump.start), board.bit(jump.end)
        images = {Jump(board.holes[image[start]], board.holes[image[end]]) for image in keeping}
        twins = [jump, *sorted(images - {jump})]
        seen.update(twins)
        yield twins


def _rank(row: ExploredJump) -> tuple[object, ...]:
    """Return a sort key: winning jumps by solutions, then undecided jumps, then losing jumps."""
    order = {True: 0, None: 1, False: 2}[row.winning]
    moves = inf if row.moves is None else row.moves
    return order, -(row.solutions or 0), moves, row.jump
