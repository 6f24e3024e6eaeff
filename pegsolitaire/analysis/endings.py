"""Where a game can still end, and where it can have begun.

Played forward one by one, without symmetry: which hole it is matters here. Playing backwards is
playing forwards on the complement, so the vacancies that a position comes from are the finishes
that its complement goes to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegsolitaire.arguments import public
from pegsolitaire.board import Hole
from pegsolitaire.board.notation import either
from pegsolitaire.errors import BudgetSpentError
from pegsolitaire.game import Position
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.theory.doors import PositionLike, as_position
from pegsolitaire.work import Work

_FEW_REACHED = 200_000  # positions: some tenths of a second
_ENDS = "The last peg can end at {}, and nowhere else."
_MAY_END = "Its position class allows the last peg only at {}."

if TYPE_CHECKING:
    from pegsolitaire.sets.winning import WinningSets


def finishes(
    position: Position, wins: WinningSets | None = None, *, work: Work | None = None
) -> tuple[Hole, ...]:
    """The holes where a game from a position can end with one peg.

    Parameters
    ----------
    position : Position
        The position.
    wins : WinningSets, optional
        Sets of the position's problem type (all vacancies to all finishes): what is not in them
        is left out on the way, which saves most of the work. Only for positions that a single
        vacancy of the type reaches.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes, or a level does not fit the memory.
    BudgetSpentError
        If it takes longer than the budget allows, or more positions.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> finishes(triangle(5).position("code:1480"))
    ((0, 0), (0, 3))
    """
    work = Work.of(work)
    from pegsolitaire.engine import LevelEngine, make_layout

    board = position.board
    with LevelEngine(make_layout(board, board.symmetries[:1]), work=work) as engine:
        level = engine.level([position.code])
        work.progress.stage("looking for where it can end", len(position) - 1)
        for done in range(len(position) - 1):
            work.check()
            level = engine.step(level, engine.jumps)
            work.spend(len(level))
            if wins is not None:
                level = level.subset(wins.contains_codes(engine.row_codes(level)))
            work.progress.update(done + 1, f"{len(level):,} positions")
        codes = engine.codes(level).tolist() if len(position) else []
    return tuple(board.holes[code.bit_length() - 1] for code in codes)


def ending_text(position: Position) -> str:
    """In which holes games from a position can end with one peg, in a sentence.

    It speaks of the position as long as games from it come to few positions, and of what its class
    allows where they come to many.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> ending_text(triangle(5).position("code:1480"))
    'The last peg can end at a1 or a4, and nowhere else.'
    >>> ending_text(english().vacancy("c1"))
    'Its position class allows the last peg only at c1, c4, f4 or c7.'
    """
    board = position.board
    try:
        holes, says = finishes(position, work=Work(positions=_FEW_REACHED)), _ENDS
    except BudgetSpentError:
        holes, says = tuple(board.holes[i] for i in feasible_finishes(position)), _MAY_END
    if not holes:
        return "No game from here ends with one peg."
    return says.format(either([board.hole_text(hole) for hole in holes]))


def starts(
    position: Position, wins: WinningSets | None = None, *, work: Work | None = None
) -> tuple[Hole, ...]:
    """The holes whose vacancies lead to a position; the arguments are those of :func:`finishes`.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> starts(triangle(5).position("code:1480"))
    ((2, 4),)
    """
    work = Work.of(work)
    return finishes(position.complement, wins, work=work)


@public
def fewest_pegs(position: PositionLike, *, work: Work | None = None) -> int:
    """How few pegs a game from a position can end with.

    Parameters
    ----------
    position : Position
        The position.

    Raises
    ------
    BoardTooLargeError
        If the board has more than 64 holes, or a level does not fit the memory.
    BudgetSpentError
        If it takes longer than the budget allows.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> fewest_pegs(triangle(5).position("code:30314"))
    4
    """
    work = Work.of(work)
    position = as_position(position)
    from pegsolitaire.engine import LevelEngine, make_layout

    board = position.board
    with LevelEngine(make_layout(board, board.symmetries), work=work) as engine:
        level, pegs = engine.level([position.code]), len(position)
        while pegs > 1 and len(after := engine.step(level, engine.jumps)):
            level, pegs = after, pegs - 1
    return pegs
