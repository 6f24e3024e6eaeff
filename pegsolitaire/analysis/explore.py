"""What each jump from a position leads to: the numbers of the explorer.

They are the values of all winning positions (:class:`~pegsolitaire.sets.PositionValues`) where
these are known, or are worked out for the rest of the game where it is short. Jumps that a
symmetry of the position takes to one another are one row: their numbers are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from pegsolitaire.analysis.guide import Guide
from pegsolitaire.board import apply_permutation
from pegsolitaire.game import Jump, Position, Problem
from pegsolitaire.results import Result
from pegsolitaire.sets import PositionValues
from pegsolitaire.work import Work


@dataclass(frozen=True)
class ExploredJump(Result):
    """A jump, and what it leads to; numbers that are not known are None.

    Attributes
    ----------
    jump : Jump
    twins : tuple of Jump
        The other jumps that a symmetry of the position takes it to: their numbers are the same.
    winning : bool or None
        Whether the game can be won after it.
    solutions : int or None
        The ways to win after it.
    share : float or None
        Of all ways to win from the position, those that begin with it or a twin.
    moves : int or None
        The fewest moves of a way to win that begins with it, itself included; None where none
        does.
    rest : int or None
        The fewest moves from the position after it.
    chance : float or None
        That a player who takes any legal jump wins after it.
    """

    jump: Jump
    twins: tuple[Jump, ...]
    winning: bool | None
    solutions: int | None
    share: float | None
    moves: int | None
    rest: int | None
    chance: float | None

    json_keys = "jump twins winning solutions|text share moves rest chance"


@dataclass(frozen=True)
class Exploration(Result):
    """A position of a game, and its jumps, the best first.

    Attributes
    ----------
    position : Position
    winning : bool or None
        Whether the game can be won from it.
    solutions, moves, chance : optional
        The ways to win, the fewest moves, and the chance of a player who takes any legal jump;
        None where that is not known, and no fewest moves where it cannot be won.
    jumps : tuple of ExploredJump
    """

    position: Position
    winning: bool | None
    solutions: int | None
    moves: int | None
    chance: float | None
    jumps: tuple[ExploredJump, ...]

    json_keys = "position pegs=position|len winning solutions|text moves chance jumps"


def explore(
    guide: Guide,
    position: Position,
    known: PositionValues | None = None,
    *,
    work: Work | None = None,
) -> Exploration:
    """What each jump from a position of a game leads to.

    Parameters
    ----------
    guide : Guide
        Who says what wins where no numbers are known.
    position : Position
        The position.
    known : PositionValues, optional
        The numbers of the game; without them those of the rest of the game are worked out, where
        it is short.

    Raises
    ------
    ProblemError
        If the numbers are of another board.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> problem = Problem.complement(triangle(5), "a1")
    >>> from pegsolitaire.sets import WinningSets
    >>> guide = Guide(problem, WinningSets.build(problem))
    >>> found = explore(guide, triangle(5).vacancy("a1"), PositionValues.build(guide.wins))
    >>> [(str(row.jump), [str(twin) for twin in row.twins]) for row in found.jumps]
    [('a3-a1', ['c3-a1'])]
    >>> [(row.solutions, row.share, row.moves) for row in found.jumps]
    [(3408, 1.0, 10)]
    """
    work = Work.of(work)
    if known is None:
        known = PositionValues.of_rest(guide.problem, position)
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
    going = known.moves(after, position.board.index(first.end))
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
    """The legal jumps, those together that symmetries of position and finishes exchange."""
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
        ends = board.index(jump.start), board.index(jump.end)
        moved = ((board.holes[image[a]], board.holes[image[b]]) for image in keeping
                 for a, b in [ends])  # fmt: skip
        twins = [jump, *sorted({Jump(*pair) for pair in moved} - {jump})]
        seen.update(twins)
        yield twins


def _rank(row: ExploredJump) -> tuple[object, ...]:
    """The best first: those that win by the ways to win, then what is not known, then the dead."""
    order = {True: 0, None: 1, False: 2}[row.winning]
    moves = inf if row.moves is None else row.moves
    return order, -(row.solutions or 0), moves, row.jump
