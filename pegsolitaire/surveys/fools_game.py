"""Fool's solitaire: to be stuck as soon as can be, with as many pegs as possible.

The most pegs that can be left when no jump is possible, and so the shortest games. By two routes:
level by level from the start until a position without a jump comes up; and by an integer program,
which gives the positions without a jump, those of most pegs first, until one can be reached.
That is found out from the other end: the start is the finish of a game from the complement.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from math import inf

from pegsolitaire.board import Board, apply_permutation
from pegsolitaire.errors import BudgetSpentError, ProblemError
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.solving import solve
from pegsolitaire.surveys.class_scans import count_jumps
from pegsolitaire.theory import invariants
from pegsolitaire.theory.linear_programs import add_column, add_row, new_model
from pegsolitaire.work import Work


def fools_solitaire(start: Position, *, work: Work | None = None) -> Solution | None:
    """The shortest game from a position, to where no jump is possible.

    Parameters
    ----------
    start : Position
        The position: one with a jump.

    Returns
    -------
    Solution or None
        The game, replayed; None where the budget was spent.

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
    board = _checked(start)
    board.check_holes("level sets")
    try:
        code = _first_stuck(start, work=work)
    except BudgetSpentError:
        return None
    return _game(start, code)


def fools_by_program(
    start: Position, most: int = 1_000, *, work: Work | None = None
) -> Solution | None:
    """The same by an integer program: positions without a jump, those of most pegs first.

    Parameters
    ----------
    start : Position
        The position: one with a jump.
    most : int, optional
        How many positions without a jump are tried.

    Returns
    -------
    Solution or None
        The game, replayed; None where that was not enough, or a position was left undecided.

    Notes
    -----
    That no position of more pegs is left out is the word of HiGHS, which counts in floating point.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> len(fools_by_program(triangle(5).vacancy("b3")).finish)
    10
    """
    work = Work.of(work)
    board = _checked(start)
    for code in islice(_without_jumps(start), most):
        if work.spent:
            return None
        backward = Problem.of_codes(
            board, (board.full_code ^ code,), (board.full_code ^ start.code,)
        )
        answer = solve(backward, work=work.part(positions=_SEARCHED))
        if answer.solvable is None:
            return None
        if answer.solution is not None:
            return _turned(start, answer.solution)
    return None


_SEARCHED = 50_000_000  # positions of the search from one position's complement


def _checked(start: Position) -> Board:
    if not start.legal_jumps:
        raise ProblemError(f"no jump is possible from {start.text()}: the game is already stuck")
    return start.board


def _first_stuck(start: Position, *, work: Work) -> int:
    """The least code of the first level that has positions without a jump."""
    from pegsolitaire.engine import LevelEngine, make_layout

    board, code = start.board, start.code
    kept = tuple(one for one in board.symmetries if apply_permutation(one.image, code) == code)
    with LevelEngine(make_layout(board, kept), work=work) as engine:
        level = engine.level([code])
        for pegs in count(len(start), -1):
            work.progress.stage(f"positions with {pegs} pegs", len(level))
            work.spend(len(level))
            work.check()
            codes = engine.row_codes(level)
            stuck = codes[count_jumps(board, codes) == 0]
            if len(stuck):
                return int(stuck.min())
            level = engine.step(level, engine.jumps)
    raise AssertionError("a game ends")


def _game(start: Position, code: int) -> Solution:
    """A game to a position that can be reached."""
    board = start.board
    backward = Problem.of_codes(board, (board.full_code ^ code,), (board.full_code ^ start.code,))
    found = solve(backward).solution
    if found is None:
        raise AssertionError(f"code:{code} can be reached, and no game was found")
    return _turned(start, found)


def _turned(start: Position, backward: Solution) -> Solution:
    """The game whose complement was played backward: by the same jumps."""
    return Solution(start, tuple(reversed(list(backward.jumps))))


def _without_jumps(start: Position) -> Iterator[int]:
    """The positions without a jump in the class of a start, of fewer pegs: most pegs first."""
    import highspy

    board, holes = start.board, range(len(start.board))
    model = new_model()
    for _ in holes:
        add_column(model, -1.0, 1)
    for jump in board.jumps:
        add_row(model, -inf, 1.0, {jump.start: 1, jump.over: 1, jump.end: -1})
    for number, mask in enumerate(invariants(board)):
        add_column(model, 0.0, len(board))
        odd = (start.code & mask).bit_count() & 1
        row = {i: 1.0 for i in holes if mask >> i & 1}
        add_row(model, odd, odd, row | {len(board) + number: -2.0})
    add_row(model, 1.0, len(start) - 1.0, dict.fromkeys(holes, 1.0))
    while True:
        model.run()
        if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return
        numbers = model.getSolution().col_value
        code = sum(1 << i for i in holes if numbers[i] > 0.5)
        yield code
        others = {i: 1.0 if code >> i & 1 else -1.0 for i in holes}
        add_row(model, -inf, code.bit_count() - 1.0, others)
