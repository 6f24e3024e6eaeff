"""Fool's solitaire: reach a position without a legal jump as early as possible.

The shortest games leave the most pegs. The search goes level by level, from the start to the first
position without a legal jump. A second method is in `tools/make_data.py`.
"""

from __future__ import annotations

from pegsolitaire.errors import BudgetSpentError, ProblemError
from pegsolitaire.game import Position, PositionLike, Problem, Solution, StartLike, as_position
from pegsolitaire.solving import solve
from pegsolitaire.surveys.unique import without_jumps
from pegsolitaire.work import Work


def fools_solitaire(
    position: PositionLike, start: StartLike = None, *, work: Work | None = None
) -> Solution | None:
    """Find a shortest game from a position to a position without a legal jump.

    Parameters
    ----------
    position, start : Position, or what makes one
        The position, in which at least one jump must be possible.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Returns
    -------
    Solution or None
        The game, or None if the budget was spent.

    Raises
    ------
    ProblemError
        If the position has no jump.
    BoardTooLargeError
        If the board has more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> game = fools_solitaire(triangle(5).vacancy("b3"))
    >>> len(game.finish), len(game.finish.legal_jumps)
    (10, 0)
    """
    work = Work.of(work)
    position = as_position(position, start)
    board = position.board
    if not position.legal_jumps:
        raise ProblemError(
            f"no jump is possible from {position.text()}: the game is already stuck"
        )
    board.check_holes("level sets")
    try:
        code = _first_stuck(position, work=work)
        work.check()
    except BudgetSpentError:
        return None
    # The complements of the positions of a game, in reverse order, form a game with the same
    # jumps.
    backward = Problem.of_codes(
        board, (board.full_code ^ code,), (board.full_code ^ position.code,)
    )
    solution = solve(backward, work=work.silent).solution
    if solution is None:
        return None
    return Solution(position, solution.jumps[::-1])


def _first_stuck(start: Position, *, work: Work) -> int:
    """Return the smallest code without a legal jump, in the first level that contains one."""
    from pegsolitaire.engine import LevelEngine, make_layout, play_levels

    board, code = start.board, start.code
    group = Problem.of_codes(board, [code], [code]).group
    with LevelEngine(make_layout(board, group), work=work) as engine:
        for _, level in play_levels(engine, [code], work=work):
            stuck = without_jumps(board, engine.row_codes(level))
            if len(stuck):
                return int(stuck.min())
    raise AssertionError("a game ends")
